/* The chunked transfer coding: whole, in pieces, and everything that is none. */
#include "http/chunked.h"
#include "unit/test.h"

struct outcome {
  enum berg_status status;
  size_t used;
  bool is_done;
  char body[64];
};

/* Feeds TEXT in pieces of STEP bytes. */
static struct outcome feed(const char *text, size_t step, size_t max)
{
  struct outcome out = {.status = BERG_OK};
  struct berg_http_chunked decoder;
  struct berg_buffer body;
  struct berg_problem problem;
  struct berg_span rest = berg_span_of(text);

  berg_problem_clear(&problem);
  berg_buffer_open(&body);
  berg_http_chunked_open(&decoder);
  while (rest.len > 0 && out.status == BERG_OK && decoder.step != BERG_HTTP_CHUNK_DONE) {
    size_t take = rest.len < step ? rest.len : step;
    size_t used = 0;
    out.status = berg_http_chunked_feed(&decoder, berg_span_part(rest, 0, take), max, &body, &used, &problem);
    out.used += used;
    rest = berg_span_part(rest, used, rest.len - used);
  }
  out.is_done = decoder.step == BERG_HTTP_CHUNK_DONE;
  snprintf(out.body, sizeof out.body, "%.*s", (int)body.len, body.len > 0 ? (const char *)body.bytes : "");
  berg_buffer_close(&body);
  return out;
}

static void reads_chunks_in_pieces_of_any_size(void)
{
  const char *text = "5\r\nhello\r\n00a;x=\"y\" \r\n0123456789\r\n0\r\nTrailer: a\r\nB: c\r\n\r\nNEXT";

  for (size_t step = 1; step <= strlen(text); step++) {
    struct outcome out = feed(text, step, 100);
    CHECK_INT(out.status, BERG_OK);
    CHECK(out.is_done);
    CHECK_INT(out.used, strlen(text) - 4);
    CHECK_TEXT(berg_span_of(out.body), "hello0123456789");
  }
}

static void reads_an_empty_body(void)
{
  struct outcome out = feed("0\r\n\r\n", 2, 0);

  CHECK_INT(out.status, BERG_OK);
  CHECK(out.is_done);
  CHECK_TEXT(berg_span_of(out.body), "");
}

static void waits_for_the_end(void)
{
  CHECK(!feed("5\r\nhel", 3, 100).is_done);
  CHECK(!feed("5\r\nhello\r\n0\r\n", 3, 100).is_done);
  CHECK_INT(feed("5\r\nhello\r\n0\r\n\r", 3, 100).status, BERG_OK);
}

static void refuses_what_is_no_chunk(void)
{
  static const char *const TEXTS[] = {"\r\n",
                                      "x\r\n",
                                      "5\nhello\r\n",
                                      "5\r\nhelloX\n",
                                      "5\r\nhello\rX",
                                      "5\r\nhello\n0\r\n\r\n",
                                      "-5\r\n",
                                      "+5\r\n",
                                      " 5\r\n",
                                      ";a\r\n",
                                      "0x5\r\n",
                                      "1234567890123456\r\n",
                                      "5;a\x01\r\n",
                                      "5\rX",
                                      "0\r\nA: b\nC: d\r\n\r\n",
                                      "0\r\n folded\r\n\r\n",
                                      "0\r\n\rX"};

  for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++)
    for (size_t step = 1; step < 4; step++)
      CHECK_INT(feed(TEXTS[i], step, 100).status, BERG_INVALID);
}

static void bounds_lines_and_trailers(void)
{
  char text[3 * BERG_HTTP_CHUNK_LINE_MAX];

  memset(text, 'a', sizeof text);
  memcpy(text, "5;", 2);
  text[sizeof text - 1] = '\0';
  CHECK_INT(feed(text, 100, 100).status, BERG_INVALID);
  for (size_t i = 0; i + 6 < sizeof text; i += 6)
    memcpy(text + i, "A: b\r\n", 7);
  memcpy(text, "0\r\nA:\n", 3);
  memcpy(text + 3, "A\r\n", 3);
  CHECK_INT(feed(text, 100, 100).status, BERG_INVALID);
}

static void bounds_the_body(void)
{
  CHECK_INT(feed("5\r\nhello\r\n0\r\n\r\n", 4, 5).status, BERG_OK);
  CHECK_INT(feed("6\r\nhello!\r\n0\r\n\r\n", 4, 5).status, BERG_TOO_LARGE);
  CHECK_INT(feed("3\r\nhel\r\n3\r\nlo!\r\n0\r\n\r\n", 4, 5).status, BERG_TOO_LARGE);
  CHECK_INT(feed("fffffffffffffff\r\na", 4, 5).status, BERG_TOO_LARGE);
}

int main(void)
{
  TEST_RUN(reads_chunks_in_pieces_of_any_size);
  TEST_RUN(reads_an_empty_body);
  TEST_RUN(waits_for_the_end);
  TEST_RUN(refuses_what_is_no_chunk);
  TEST_RUN(bounds_lines_and_trailers);
  TEST_RUN(bounds_the_body);
  return test_end();
}
