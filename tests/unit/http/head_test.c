/* Request heads: what is read, and every way in which a head is refused.
 *
 * TESTS http/bad-escape http/nul-refused http/target-too-long http/host-required http/two-lengths */
#include "http/head.h"
#include "unit/test.h"

struct outcome {
  enum berg_status status;
  struct berg_http_head head;
  struct berg_problem problem;
  size_t len;
};

/* Runs TEXT through all steps, up to the first that fails. */
static struct outcome read_text_max(const char *text, size_t max)
{
  static struct outcome out; /* large */
  struct berg_http_scan scan = {0};
  struct berg_span bytes = berg_span_of(text);
  struct berg_span fields = {0};

  out.len = 0;
  berg_problem_clear(&out.problem);
  berg_http_head_clear(&out.head);
  out.status = berg_http_find_head(bytes, max, &scan, &out.len, &out.problem);
  if (out.status == BERG_OK)
    out.status = berg_http_read_line(berg_span_part(bytes, 0, out.len), &out.head, &fields, &out.problem);
  if (out.status == BERG_OK)
    out.status = berg_http_read_fields(fields, &out.head, &out.problem);
  if (out.status == BERG_OK)
    out.status = berg_http_decide_framing(&out.head, &out.problem);
  return out;
}

static struct outcome read_text(const char *text)
{
  return read_text_max(text, 4096);
}

static void reads_a_plain_request(void)
{
  struct outcome out =
      read_text("GET /v1/namespaces/a%1Fb/tables?pageSize=2&x HTTP/1.1\r\nHost: h:1\r\nAccept:  a, b \t\r\n\r\nrest");

  CHECK_INT(out.status, BERG_OK);
  CHECK_INT(out.head.method, BERG_METHOD_GET);
  CHECK_TEXT(out.head.method_text, "GET");
  CHECK_TEXT(out.head.raw_path, "/v1/namespaces/a%1Fb/tables");
  CHECK_TEXT(out.head.raw_query, "pageSize=2&x");
  CHECK_INT(out.head.header_count, 2);
  CHECK_TEXT(out.head.headers[1].name, "Accept");
  CHECK_TEXT(out.head.headers[1].value, "a, b");
  CHECK_INT(out.head.framing, BERG_HTTP_NO_BODY);
  CHECK(out.head.keeps_alive);
  CHECK(!out.head.expects_continue);
}

static void reads_all_methods(void)
{
  static const char *const NAMES[] = {"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "BREW"};

  for (int i = 0; i < 8; i++) {
    char text[64];
    snprintf(text, sizeof text, "%s / HTTP/1.1\r\nHost: h\r\n\r\n", NAMES[i]);
    struct outcome out = read_text(text);
    CHECK_INT(out.status, BERG_OK);
    CHECK_INT(out.head.method, i);
    CHECK_TEXT(out.head.method_text, NAMES[i]);
  }
  CHECK_INT(read_text("get / HTTP/1.1\r\nHost: h\r\n\r\n").head.method, BERG_METHOD_OTHER);
}

static void strips_the_absolute_form(void)
{
  CHECK_TEXT(read_text("GET http://h:1/v1/config?a=b HTTP/1.1\r\nHost: h\r\n\r\n").head.raw_path, "/v1/config");
  CHECK_TEXT(read_text("GET HTTPS://h/x HTTP/1.1\r\nHost: h\r\n\r\n").head.raw_path, "/x");
  CHECK_TEXT(read_text("GET http://h HTTP/1.1\r\nHost: h\r\n\r\n").head.raw_path, "/");
  CHECK_TEXT(read_text("GET http://h?q HTTP/1.1\r\nHost: h\r\n\r\n").head.raw_query, "q");
  CHECK_INT(read_text("OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n").status, BERG_OK);
  CHECK_INT(read_text("GET * HTTP/1.1\r\nHost: h\r\n\r\n").status, BERG_INVALID);
  CHECK_INT(read_text("CONNECT h:1 HTTP/1.1\r\nHost: h\r\n\r\n").status, BERG_INVALID);
}

static void refuses_bad_request_lines(void)
{
  static const char *const TEXTS[] = {"GET / HTTP/1.1 \r\nHost: h\r\n\r\n",
                                      "GET  / HTTP/1.1\r\nHost: h\r\n\r\n",
                                      "GET /\r\nHost: h\r\n\r\n",
                                      "GET / HTTP/2.0\r\nHost: h\r\n\r\n",
                                      "GET / HTTP/1.x\r\nHost: h\r\n\r\n",
                                      "GET / http/1.1\r\nHost: h\r\n\r\n",
                                      "G(T / HTTP/1.1\r\nHost: h\r\n\r\n",
                                      "GET / HTTP/1.1\nHost: h\r\n\r\n",
                                      "garbage\r\n\r\n",
                                      "GET a HTTP/1.1\r\nHost: h\r\n\r\n",
                                      "GET  HTTP/1.1\r\nHost: h\r\n\r\n",
                                      " GET / HTTP/1.1\r\nHost: h\r\n\r\n",
                                      "GET\t/ HTTP/1.1\r\nHost: h\r\n\r\n",
                                      "\x16\x03\x01",
                                      "GET /a b HTTP/1.1\r\nHost: h\r\n\r\n",
                                      "GET / HTTP/11.\r\nHost: h\r\n\r\n",
                                      "GET / HTTP/1.10\r\nHost: h\r\n\r\n",
                                      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"};

  for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
    struct outcome out = read_text(TEXTS[i]);
    if (out.status != BERG_INVALID)
      fprintf(stderr, "accepted: %s\n", TEXTS[i]);
    CHECK_INT(out.status, BERG_INVALID);
    CHECK(out.problem.message_len > 0);
  }
}

static void refuses_bad_targets(void)
{
  static const char *const TARGETS[] = {"/a%",  "/a%4", "/a%zz", "/a%4g",     "/a%00b", "/a?x=%00",
                                        "/a?%", "/a#b", "/\x7f", "/\xc3\xa4", "/a\x01"};
  static const char *const GOOD[] = {"/a%2Fb", "/a|b", "/a+b", "/%41?%4e%zZ", "/a//b", "/.", "/%2e%2E"};

  for (size_t i = 0; i < sizeof TARGETS / sizeof TARGETS[0]; i++) {
    char text[128];
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: h\r\n\r\n", TARGETS[i]);
    CHECK_INT(read_text(text).status, BERG_INVALID);
  }
  for (size_t i = 0; i < sizeof GOOD / sizeof GOOD[0]; i++) {
    char text[128];
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: h\r\n\r\n", GOOD[i]);
    CHECK_INT(read_text(text).status, i == 3 ? BERG_INVALID : BERG_OK);
  }
}

static void refuses_bad_headers(void)
{
  static const char *const FIELDS[] = {"Host : h\r\n",           "Host: h\r\n folded\r\n",   "Host: h\r\nno colon\r\n",
                                       "Host: h\r\n: empty\r\n", "Host: h\r\nA: x\x01y\r\n", "Host: h\r\nA B: x\r\n",
                                       "Host: h\r\nA: x\ny\r\n", "Host: h\r\nA: x\ry\r\n",   "Host: h\r\nA: \x7f\r\n",
                                       "Host: h\r\n\tA: b\r\n"};

  for (size_t i = 0; i < sizeof FIELDS / sizeof FIELDS[0]; i++) {
    char text[256];
    snprintf(text, sizeof text, "GET / HTTP/1.1\r\n%s\r\n", FIELDS[i]);
    CHECK_INT(read_text(text).status, BERG_INVALID);
  }
  CHECK_INT(read_text("GET / HTTP/1.1\r\nHost: h\r\nA:\r\nB: \xc3\xa4\r\n\r\n").status, BERG_OK);
}

static void wants_one_host(void)
{
  CHECK_INT(read_text("GET / HTTP/1.1\r\n\r\n").status, BERG_INVALID);
  CHECK_INT(read_text("GET / HTTP/1.0\r\n\r\n").status, BERG_OK);
  CHECK_INT(read_text("GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n").status, BERG_INVALID);
  CHECK_INT(read_text("GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n").status, BERG_INVALID);
  CHECK_INT(read_text("GET / HTTP/1.1\r\nHost: a, b\r\n\r\n").status, BERG_INVALID);
  CHECK_INT(read_text("GET / HTTP/1.1\r\nHost: u@a\r\n\r\n").status, BERG_INVALID);
  CHECK_INT(read_text("GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n").status, BERG_OK);
  CHECK_INT(read_text("GET / HTTP/1.1\r\nHost:\r\n\r\n").status, BERG_OK);
}

static struct outcome read_fields(const char *fields)
{
  char text[512];

  snprintf(text, sizeof text, "POST / HTTP/1.1\r\nHost: h\r\n%s\r\n", fields);
  return read_text(text);
}

static void decides_how_the_body_is_framed(void)
{
  CHECK_INT(read_fields("Content-Length: 17\r\n").head.content_length, 17);
  CHECK_INT(read_fields("Content-Length: 017\r\n").head.content_length, 17);
  CHECK_INT(read_fields("Content-Length: 17\r\n").head.framing, BERG_HTTP_COUNTED);
  CHECK(read_fields("Content-Length: 99999999999999999999999\r\n").head.content_length == UINT64_MAX);
  CHECK(read_fields("Content-Length: 18446744073709551615\r\n").head.content_length == UINT64_MAX);
  CHECK(read_fields("Content-Length: 18446744073709551614\r\n").head.content_length == UINT64_MAX - 1);
  CHECK_INT(read_fields("Transfer-Encoding: chunked\r\n").head.framing, BERG_HTTP_CHUNKED);
  CHECK_INT(read_fields("transfer-encoding:  Chunked \r\n").head.framing, BERG_HTTP_CHUNKED);
}

static void refuses_framing_that_can_be_read_in_two_ways(void)
{
  static const char *const FIELDS[] = {"Content-Length: 5\r\nContent-Length: 5\r\n",
                                       "Content-Length: 5\r\nContent-Length: 6\r\n",
                                       "Content-Length: 5, 5\r\n",
                                       "Content-Length: +5\r\n",
                                       "Content-Length: -5\r\n",
                                       "Content-Length: 5 5\r\n",
                                       "Content-Length: 0x5\r\n",
                                       "Content-Length:\r\n",
                                       "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
                                       "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
                                       "Transfer-Encoding: gzip\r\n",
                                       "Transfer-Encoding: gzip, chunked\r\n",
                                       "Transfer-Encoding: chunked, chunked\r\n",
                                       "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                                       "Transfer-Encoding: identity\r\n",
                                       "Transfer-Encoding:\r\n",
                                       "Transfer-Encoding: xchunked\r\n",
                                       "Transfer-Encoding : chunked\r\n"};

  for (size_t i = 0; i < sizeof FIELDS / sizeof FIELDS[0]; i++)
    CHECK_INT(read_fields(FIELDS[i]).status, BERG_INVALID);
  CHECK_INT(read_text("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n").status, BERG_INVALID);
}

static void tells_whether_the_connection_goes_on(void)
{
  CHECK(!read_fields("Connection: close\r\n").head.keeps_alive);
  CHECK(!read_fields("Connection: TE, Close\r\n").head.keeps_alive);
  CHECK(!read_fields("Connection: TE\r\nConnection: close\r\n").head.keeps_alive);
  CHECK(read_fields("Connection: keep-alive\r\n").head.keeps_alive);
  CHECK(!read_text("GET / HTTP/1.0\r\n\r\n").head.keeps_alive);
  CHECK(read_text("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n").head.keeps_alive);
  CHECK(read_fields("Expect: 100-Continue\r\n").head.expects_continue);
  CHECK(!read_text("GET / HTTP/1.0\r\nExpect: 100-continue\r\n\r\n").head.expects_continue);
}

static void finds_the_end_piece_by_piece(void)
{
  const char *text = "GET / HTTP/1.1\r\nHost: h\r\n\r\nnext";
  struct berg_http_scan scan = {0};
  struct berg_problem problem;
  size_t len = 0;
  size_t whole = strlen(text) - 4;

  berg_problem_clear(&problem);
  for (size_t have = 1; have < whole; have++)
    CHECK_INT(berg_http_find_head(berg_span_part(berg_span_of(text), 0, have), 4096, &scan, &len, &problem),
              BERG_ABSENT);
  CHECK_INT(berg_http_find_head(berg_span_of(text), 4096, &scan, &len, &problem), BERG_OK);
  CHECK_INT(len, whole);
}

static void bounds_line_and_head(void)
{
  char text[2048];

  memset(text, 'a', sizeof text);
  memcpy(text, "GET /", 5);
  text[sizeof text - 1] = '\0';
  CHECK_INT(read_text_max(text, 1024).status, BERG_TARGET_TOO_LONG);
  CHECK_INT(read_text_max(text, 4096).status, BERG_ABSENT);
  memcpy(text + 1500, " HTTP/1.1\r\n", 11);
  CHECK_INT(read_text_max(text, 1024).status, BERG_TARGET_TOO_LONG);
  memcpy(text, "GET / HTTP/1.1\r\nA: ", 19);
  CHECK_INT(read_text_max(text, 1024).status, BERG_HEADERS_TOO_LARGE);
  memcpy(text + sizeof text - 5, "\r\n\r\n", 4);
  CHECK_INT(read_text_max(text, 1024).status, BERG_HEADERS_TOO_LARGE);
  const char *exact = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
  CHECK_INT(read_text_max(exact, strlen(exact)).status, BERG_OK);
  CHECK_INT(read_text_max(exact, strlen(exact) - 1).status, BERG_HEADERS_TOO_LARGE);
}

static void bounds_the_number_of_headers(void)
{
  char text[4096] = "GET / HTTP/1.1\r\nHost: h\r\n";
  size_t len = strlen(text);

  for (unsigned i = 1; i < BERG_HTTP_FIELD_COUNT_MAX; i++, len += 5)
    memcpy(text + len, "A: b\r\n", 7), len++;
  memcpy(text + len, "\r\n", 3);
  CHECK_INT(read_text(text).status, BERG_OK);
  CHECK_INT(read_text(text).head.header_count, BERG_HTTP_FIELD_COUNT_MAX);
  memcpy(text + len, "A: b\r\n\r\n", 9);
  CHECK_INT(read_text(text).status, BERG_HEADERS_TOO_LARGE);
}

int main(void)
{
  TEST_RUN(reads_a_plain_request);
  TEST_RUN(reads_all_methods);
  TEST_RUN(strips_the_absolute_form);
  TEST_RUN(refuses_bad_request_lines);
  TEST_RUN(refuses_bad_targets);
  TEST_RUN(refuses_bad_headers);
  TEST_RUN(wants_one_host);
  TEST_RUN(decides_how_the_body_is_framed);
  TEST_RUN(refuses_framing_that_can_be_read_in_two_ways);
  TEST_RUN(tells_whether_the_connection_goes_on);
  TEST_RUN(finds_the_end_piece_by_piece);
  TEST_RUN(bounds_line_and_head);
  TEST_RUN(bounds_the_number_of_headers);
  return test_end();
}
