/* Percent-encoding: decoded exactly once, bad escapes refused, nothing but unreserved characters left unencoded. */
#include "unit/test.h"

#include "base/percent.h"

static struct berg_arena arena;

static struct berg_span decode(const char *raw, bool plus)
{
  struct berg_span out = {(const uint8_t *)"(refused)", 9};

  if (berg_percent_decode(berg_span_of(raw), plus, &arena, &out) == BERG_NO_MEMORY)
    return BERG_SPAN("(no memory)");
  return out;
}

static void test_decode(void)
{
  CHECK_TEXT(decode("", false), "");
  CHECK_TEXT(decode("abc", false), "abc");
  CHECK_TEXT(decode("a%20b", false), "a b");
  CHECK_TEXT(decode("%2541", false), "%41");
  CHECK_TEXT(decode("%c3%A9", false), "\xC3\xA9");
  CHECK_TEXT(decode("a+b%2B", false), "a+b+");
  CHECK_TEXT(decode("a+b%2B", true), "a b+");
  CHECK_INT(decode("%00%1F", false).len, 2);
  CHECK_INT(decode("%00%1F", false).bytes[1], 0x1F);
}

static void test_bad_escapes(void)
{
  static const char *const RAW[] = {"%", "%4", "a%", "a%4", "%4G", "%G4", "%%41", "%-1", "% 1", "%u0041", "ok%2"};

  for (size_t i = 0; i < sizeof RAW / sizeof RAW[0]; i++)
    CHECK_TEXT(decode(RAW[i], true), "(refused)");
}

/* What stands behind the span is not read, even where it would complete the escape. */
static void test_cut_escapes(void)
{
  struct berg_span whole = BERG_SPAN("%41");

  for (size_t len = 1; len < whole.len; len++) {
    struct berg_span out;
    CHECK_INT(berg_percent_decode(berg_span_part(whole, 0, len), false, &arena, &out), BERG_INVALID);
  }
}

static void test_no_memory(void)
{
  arena.fail_after = 1;
  CHECK_TEXT(decode("abc", false), "(no memory)");
  arena.fail_after = 0;
}

static void check_encoded(struct berg_span text, const char *expected)
{
  struct berg_buffer buffer;

  berg_buffer_open(&buffer);
  berg_percent_encode(&buffer, text);
  CHECK_TEXT(berg_buffer_span(&buffer), expected);
  berg_buffer_close(&buffer);
}

static void test_encode(void)
{
  check_encoded(BERG_SPAN(""), "");
  check_encoded(BERG_SPAN("AZaz09-._~"), "AZaz09-._~");
  check_encoded(BERG_SPAN("a b/c%d\x1F\xC3\xA9\0"), "a%20b%2Fc%25d%1F%C3%A9%00");
  check_encoded(BERG_SPAN("."), "%2E");
  check_encoded(BERG_SPAN(".."), "%2E%2E");
  check_encoded(BERG_SPAN("..."), "...");
  check_encoded(BERG_SPAN(".a"), ".a");
}

/* Every byte, and texts longer than the pieces that the encoder works in, come back. */
static void test_round_trip(void)
{
  uint8_t bytes[1000];
  struct berg_span text = {bytes, 0};
  struct berg_buffer buffer;

  for (size_t i = 0; i < sizeof bytes; i++)
    bytes[i] = (uint8_t)(i * 7);
  for (text.len = 0; text.len < sizeof bytes; text.len += 37) {
    struct berg_span back = {NULL, 0};
    berg_buffer_open(&buffer);
    berg_percent_encode(&buffer, text);
    CHECK_INT(berg_percent_decode(berg_buffer_span(&buffer), false, &arena, &back), BERG_OK);
    CHECK(berg_span_equal(back, text));
    berg_buffer_close(&buffer);
  }
}

int main(void)
{
  berg_arena_open(&arena, 1u << 20);
  TEST_RUN(test_decode);
  TEST_RUN(test_bad_escapes);
  TEST_RUN(test_cut_escapes);
  TEST_RUN(test_no_memory);
  TEST_RUN(test_encode);
  TEST_RUN(test_round_trip);
  berg_arena_close(&arena);
  return test_end();
}
