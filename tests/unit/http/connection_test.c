/* A connection without a socket: what goes in as bytes comes out as bytes.
 *
 * TESTS http/pipelining http/gzip-response http/body-too-large http/head-no-body http/response-content-type */
#include "codec/gzip.h"
#include "http/connection.h"
#include "unit/test.h"

/* The handler of these tests: answers by path, and keeps a turn as the catalog does. */
struct catalog {
  bool in_turn;
  bool is_failing;
  int served;
  int turns;
  char seen_body[128];
  size_t seen_len;
};

static void serve(void *context, struct berg_request *request, struct berg_reply *reply)
{
  struct catalog *catalog = context;

  catalog->served++;
  catalog->seen_len = request->body.len;
  snprintf(catalog->seen_body, sizeof catalog->seen_body, "%.*s", (int)request->body.len,
           request->body.len > 0 ? (const char *)request->body.bytes : "");
  reply->http_code = 200;
  reply->content_type = "application/json";
  if (berg_span_equal(request->raw_path, BERG_SPAN("/write"))) {
    catalog->in_turn = true;
    reply->wrote = true;
  }
  if (berg_span_equal(request->raw_path, BERG_SPAN("/none"))) {
    reply->http_code = 204;
    reply->content_type = NULL;
  }
  if (berg_span_equal(request->raw_path, BERG_SPAN("/same")))
    reply->http_code = 304;
  for (int i = 0; berg_span_equal(request->raw_path, BERG_SPAN("/large")) && i < 200; i++)
    berg_buffer_append_text(&reply->body, "0123456789");
  if (request->method != BERG_METHOD_HEAD || berg_span_equal(request->raw_path, BERG_SPAN("/wrong")))
    berg_buffer_append(&reply->body, request->raw_path);
}

static bool in_turn(const void *context)
{
  return ((const struct catalog *)context)->in_turn;
}

static enum berg_status end_turn(void *context, struct berg_problem *problem)
{
  struct catalog *catalog = context;

  catalog->in_turn = false;
  catalog->turns++;
  return catalog->is_failing ? berg_problem_set(problem, BERG_DISK_FULL, "The disk is full") : BERG_OK;
}

static bool idle(void *context)
{
  (void)context;
  return false;
}

struct bench {
  struct catalog catalog;
  struct berg_http_service service;
  struct berg_http_connection connection;
  struct berg_buffer out;
};

static void open_bench(struct bench *bench)
{
  struct berg_http_limits limits = {.head_max_bytes = 1024, .body_max_bytes = 100000, .gzip_min_bytes = 1024};
  struct berg_http_handler handler = {&bench->catalog, serve, in_turn, end_turn, idle, NULL};

  *bench = (struct bench){0};
  berg_http_service_open(&limits, &handler, NULL, &bench->service);
  berg_http_connection_open(&bench->service, &bench->connection);
  berg_buffer_open(&bench->out);
}

static void close_bench(struct bench *bench)
{
  berg_http_connection_close(&bench->connection);
  berg_http_service_close(&bench->service);
  berg_buffer_close(&bench->out);
}

/* Takes what is to be sent, at most STEP bytes at a time, and goes on with what is here already. */
static void drain_output(struct bench *bench, size_t step)
{
  struct iovec parts[2];

  for (;;) {
    if (bench->connection.state == BERG_HTTP_IDLE && bench->connection.has_more)
      berg_http_connection_advance(&bench->connection);
    if (berg_http_connection_output(&bench->connection, parts) == 0)
      return;
    size_t take = parts[0].iov_len < step ? parts[0].iov_len : step;
    berg_buffer_append(&bench->out, (struct berg_span){parts[0].iov_base, take});
    berg_http_connection_sent(&bench->connection, take);
  }
}

static bool is_reading(const struct berg_http_connection *connection)
{
  return connection->state == BERG_HTTP_IDLE || connection->state == BERG_HTTP_READING_HEAD ||
         connection->state == BERG_HTTP_READING_BODY || connection->state == BERG_HTTP_DRAINING;
}

/* Sends BYTES in pieces of STEP; stops where the connection no longer reads. Returns how many went in. */
static size_t send_bytes(struct bench *bench, struct berg_span bytes, size_t step)
{
  size_t at = 0;

  while (at < bytes.len && is_reading(&bench->connection)) {
    uint8_t *space;
    size_t len;
    CHECK_INT(berg_http_connection_space(&bench->connection, &space, &len), BERG_OK);
    CHECK(len > 0);
    size_t take = bytes.len - at < step ? bytes.len - at : step;
    take = take < len ? take : len;
    memcpy(space, bytes.bytes + at, take);
    berg_http_connection_receive(&bench->connection, take);
    at += take;
    drain_output(bench, step);
  }
  return at;
}

static const char *output_of(struct bench *bench)
{
  berg_buffer_append_byte(&bench->out, 0);
  bench->out.len--;
  return (const char *)bench->out.bytes;
}

static int count_of(const char *text, const char *word)
{
  int count = 0;

  for (; (text = strstr(text, word)) != NULL; text++)
    count++;
  return count;
}

/* What one connection answers to TEXT, for the caller to look at and free with close_bench. */
static const char *exchange(struct bench *bench, const char *text, size_t step)
{
  open_bench(bench);
  send_bytes(bench, berg_span_of(text), step);
  return output_of(bench);
}

static void answers_and_rests_without_memory(void)
{
  struct bench bench;
  const char *out = exchange(&bench, "\r\n\r\nGET /a HTTP/1.1\r\nHost: h\r\n\r\n", 1000);

  CHECK(strstr(out, "HTTP/1.1 200 OK\r\n") == out);
  CHECK(strstr(out, "\r\n\r\n/a") != NULL);
  CHECK_INT(bench.connection.state, BERG_HTTP_IDLE);
  CHECK(bench.connection.slot == NULL);
  close_bench(&bench);
}

static void answers_pipelined_requests_in_order(void)
{
  const char *text = "GET /1 HTTP/1.1\r\nHost: h\r\n\r\nPOST /2 HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc"
                     "POST /3 HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nxy\r\n0\r\n\r\n"
                     "GET /4 HTTP/1.1\r\nHost: h\r\n\r\n";

  for (size_t step = 1; step < strlen(text); step += 7) {
    struct bench bench;
    const char *out = exchange(&bench, text, step);
    const char *one = strstr(out, "\r\n\r\n/1HTTP/1.1 200");
    const char *two = strstr(out, "\r\n\r\n/2HTTP/1.1 200");
    const char *three = strstr(out, "\r\n\r\n/3HTTP/1.1 200");
    CHECK(one != NULL && two > one && three > two);
    CHECK_INT(bench.catalog.served, 4);
    CHECK_INT(bench.connection.state, BERG_HTTP_IDLE);
    close_bench(&bench);
  }
}

static void answers_more_pipelined_requests_than_the_buffer_holds(void)
{
  struct bench bench;
  const char *request = "GET /pipelined HTTP/1.1\r\nHost: h\r\n\r\n";
  struct berg_buffer text;

  berg_buffer_open(&text);
  for (int i = 0; i < 2000; i++)
    berg_buffer_append_text(&text, request);
  open_bench(&bench);
  CHECK_INT(send_bytes(&bench, berg_buffer_span(&text), 50000), text.len);
  CHECK_INT(bench.catalog.served, 2000);
  CHECK_INT(count_of(output_of(&bench), "\r\n\r\n/pipelined"), 2000);
  close_bench(&bench);
  berg_buffer_close(&text);
}

static void receives_large_bodies(void)
{
  struct bench bench;
  struct berg_buffer text;

  for (size_t step = 997; step < 100000; step *= 5) {
    berg_buffer_open(&text);
    berg_buffer_append_text(&text, "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n");
    for (int i = 0; i < 10000; i++)
      berg_buffer_append_text(&text, "0123456789");
    berg_buffer_append_text(&text, "GET /b HTTP/1.1\r\nHost: h\r\n\r\n");
    open_bench(&bench);
    send_bytes(&bench, berg_buffer_span(&text), step);
    CHECK_INT(bench.catalog.served, 2);
    CHECK(strstr(output_of(&bench), "\r\n\r\n/aHTTP/1.1 200") != NULL);
    close_bench(&bench);
    berg_buffer_close(&text);
  }
}

static void hands_over_the_body(void)
{
  struct bench bench;

  exchange(&bench, "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\n\r\nhello world", 5);
  CHECK_TEXT(berg_span_of(bench.catalog.seen_body), "hello world");
  close_bench(&bench);
  exchange(&bench,
           "POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nhello \r\n5\r\nworld\r\n0\r\n\r\n",
           3);
  CHECK_TEXT(berg_span_of(bench.catalog.seen_body), "hello world");
  close_bench(&bench);
}

static void refuses_as_json_and_closes(void)
{
  static const struct {
    const char *text;
    const char *start;
    const char *type;
  } CASES[] = {
      {"garbage\r\n\r\n", "HTTP/1.1 400 ", "BadRequestException"},
      {"GET /a HTTP/1.1\r\n\r\n", "HTTP/1.1 400 ", "BadRequestException"},
      {"GET /%00 HTTP/1.1\r\nHost: h\r\n\r\n", "HTTP/1.1 400 ", "BadRequestException"},
      {"POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na", "HTTP/1.1 400 ",
       "BadRequestException"},
      {"POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\n", "HTTP/1.1 400 ", "BadRequestException"},
      {"POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", "HTTP/1.1 400 ",
       "BadRequestException"},
      {"POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 100001\r\n\r\n", "HTTP/1.1 413 ", "ContentTooLargeException"},
      {"POST /a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 100001\r\n\r\n", "HTTP/1.1 413 ",
       "ContentTooLargeException"},
      {"POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nfffff\r\n", "HTTP/1.1 413 ",
       "ContentTooLargeException"},
  };

  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    struct bench bench;
    const char *out = exchange(&bench, CASES[i].text, 1000);
    CHECK(strncmp(out, CASES[i].start, strlen(CASES[i].start)) == 0);
    CHECK(strstr(out, "\r\nConnection: close\r\n") != NULL);
    CHECK(strstr(out, "\r\nContent-Type: application/json\r\n") != NULL);
    CHECK(strstr(out, "\r\n\r\n{\"error\":{\"message\":\"") != NULL);
    CHECK(strstr(out, CASES[i].type) != NULL);
    CHECK_INT(bench.catalog.served, 0);
    CHECK_INT(bench.connection.state, BERG_HTTP_DRAINING);
    close_bench(&bench);
  }
}

static void refuses_long_heads(void)
{
  struct bench bench;
  char text[2048];

  memset(text, 'a', sizeof text);
  memcpy(text, "GET /", 5);
  text[sizeof text - 1] = '\0';
  CHECK(strstr(exchange(&bench, text, 100), "HTTP/1.1 414 ") != NULL);
  close_bench(&bench);
  memcpy(text, "GET / HTTP/1.1\r\nHost: ", 22);
  CHECK(strstr(exchange(&bench, text, 100), "HTTP/1.1 431 ") != NULL);
  close_bench(&bench);
}

static void drains_a_refused_body_within_a_bound(void)
{
  struct bench bench;
  struct berg_span zeroes = {(const uint8_t[4096]){0}, 4096};

  exchange(&bench, "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 999999999\r\n\r\n", 100);
  size_t sent = 0;
  while (is_reading(&bench.connection) && sent < 1000000)
    sent += send_bytes(&bench, zeroes, 4096);
  CHECK(sent >= 400000 && sent < 410000);
  CHECK_INT(bench.connection.state, BERG_HTTP_CLOSED);
  close_bench(&bench);
}

static void sends_no_body_where_none_belongs(void)
{
  struct bench bench;
  const char *out = exchange(&bench,
                             "HEAD /wrong HTTP/1.1\r\nHost: h\r\n\r\nDELETE /none HTTP/1.1\r\nHost: h\r\n\r\n"
                             "GET /same HTTP/1.1\r\nHost: h\r\n\r\nHEAD /x HTTP/1.1\r\nHost: h\r\n\r\n",
                             1000);

  CHECK_INT(bench.catalog.served, 4);
  CHECK_INT(count_of(out, "HTTP/1.1 "), 4);
  CHECK(strstr(out, "Content-Length") == NULL);
  CHECK(strstr(out, "/wrong") == NULL);
  CHECK(strstr(out, "/none") == NULL);
  CHECK(strstr(out, "/same") == NULL);
  CHECK_INT(bench.connection.state, BERG_HTTP_IDLE);
  close_bench(&bench);
}

static void refuses_a_head_request_without_a_body(void)
{
  struct bench bench;
  const char *out = exchange(&bench, "HEAD /a HTTP/1.1\r\n\r\n", 1000);

  CHECK(strncmp(out, "HTTP/1.1 400 ", 13) == 0);
  CHECK(strcmp(out + strlen(out) - 4, "\r\n\r\n") == 0);
  close_bench(&bench);
}

static void says_continue_only_when_it_will(void)
{
  struct bench bench;
  const char *out =
      exchange(&bench, "POST /a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n", 1000);

  CHECK(strcmp(out, "HTTP/1.1 100 Continue\r\n\r\n") == 0);
  send_bytes(&bench, BERG_SPAN("ab"), 1);
  CHECK(strstr(output_of(&bench), "Continue\r\n\r\nHTTP/1.1 200 OK\r\n") != NULL);
  CHECK_TEXT(berg_span_of(bench.catalog.seen_body), "ab");
  close_bench(&bench);
  out = exchange(&bench, "POST /a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nab", 1000);
  CHECK(strstr(out, "Continue") == NULL);
  close_bench(&bench);
}

static void holds_replies_until_the_turn_ends(void)
{
  struct bench bench;
  const char *out = exchange(&bench, "POST /write HTTP/1.1\r\nHost: h\r\n\r\nGET /a HTTP/1.1\r\nHost: h\r\n\r\n", 1000);
  struct berg_http_connection reader;
  struct berg_problem problem;
  uint8_t *space;
  size_t len;

  CHECK_TEXT(berg_span_of(out), "");
  CHECK_INT(bench.connection.state, BERG_HTTP_HELD);
  berg_http_connection_open(&bench.service, &reader);
  CHECK_INT(berg_http_connection_space(&reader, &space, &len), BERG_OK);
  memcpy(space, "GET /r HTTP/1.1\r\nHost: h\r\n\r\n", 28);
  berg_http_connection_receive(&reader, 28);
  CHECK_INT(reader.state, BERG_HTTP_HELD); /* a read made in an open turn waits as well */
  berg_problem_clear(&problem);
  CHECK_INT(end_turn(&bench.catalog, &problem), BERG_OK);
  berg_http_connection_release(&reader, BERG_OK, &problem);
  berg_http_connection_release(&bench.connection, BERG_OK, &problem);
  CHECK_INT(reader.state, BERG_HTTP_SENDING);
  drain_output(&bench, 1000);
  CHECK(strstr(output_of(&bench), "\r\n\r\n/writeHTTP/1.1 200 OK") != NULL);
  CHECK(strstr(output_of(&bench), "\r\n\r\n/a") != NULL);
  berg_http_connection_close(&reader);
  close_bench(&bench);
}

static void replaces_held_replies_when_the_turn_fails(void)
{
  struct bench bench;
  struct berg_problem problem;

  exchange(&bench, "POST /write HTTP/1.1\r\nHost: h\r\n\r\n", 1000);
  bench.catalog.is_failing = true;
  berg_problem_clear(&problem);
  enum berg_status status = end_turn(&bench.catalog, &problem);
  berg_http_connection_release(&bench.connection, status, &problem);
  drain_output(&bench, 1000);
  const char *out = output_of(&bench);
  CHECK(strncmp(out, "HTTP/1.1 503 ", 13) == 0);
  CHECK(strstr(out, "The disk is full") != NULL);
  CHECK(strstr(out, "/write") == NULL);
  CHECK_INT(bench.connection.state, BERG_HTTP_IDLE);
  close_bench(&bench);
}

static void packs_large_replies_for_those_who_like_it(void)
{
  struct bench bench;
  struct berg_buffer plain;
  const char *out =
      exchange(&bench, "GET /large HTTP/1.1\r\nHost: h\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n", 1000);
  const char *body = strstr(out, "\r\n\r\n") + 4;
  struct berg_span packed = {(const uint8_t *)body, bench.out.len - (size_t)(body - out)};

  CHECK(strstr(out, "\r\nContent-Encoding: gzip\r\nVary: Accept-Encoding\r\n") != NULL);
  CHECK(packed.len < 200);
  berg_buffer_open(&plain);
  CHECK_INT(berg_gzip_decompress(packed, 10000, &plain), BERG_OK);
  CHECK_INT(plain.len, 2006);
  CHECK(berg_span_starts_with(berg_buffer_span(&plain), BERG_SPAN("01234567890123")));
  berg_buffer_close(&plain);
  CHECK_INT(bench.connection.state, BERG_HTTP_CLOSED);
  close_bench(&bench);
  out = exchange(&bench, "GET /large HTTP/1.1\r\nHost: h\r\n\r\n", 1000);
  CHECK(strstr(out, "\r\nVary: Accept-Encoding\r\nContent-Length: 2006\r\n") != NULL);
  close_bench(&bench);
  out = exchange(&bench, "GET /small HTTP/1.1\r\nHost: h\r\nAccept-Encoding: gzip\r\n\r\n", 1000);
  CHECK(strstr(out, "Content-Encoding") == NULL);
  close_bench(&bench);
}

/* Sends PLAIN, packed, in a request whose Content-Encoding is CODING. */
static const char *send_packed(struct bench *bench, struct berg_span plain, const char *coding, size_t cut)
{
  struct berg_buffer packed;
  struct berg_buffer text;

  berg_buffer_open(&packed);
  berg_buffer_open(&text);
  CHECK_INT(berg_gzip_compress(plain, 1, &packed), BERG_OK);
  packed.len -= cut;
  berg_buffer_append_format(&text, "POST /a HTTP/1.1\r\nHost: h\r\nContent-Encoding: %s\r\nContent-Length: %zu\r\n\r\n",
                            coding, packed.len);
  berg_buffer_append(&text, berg_buffer_span(&packed));
  open_bench(bench);
  send_bytes(bench, berg_buffer_span(&text), 1000);
  berg_buffer_close(&packed);
  berg_buffer_close(&text);
  return output_of(bench);
}

static void unpacks_request_bodies(void)
{
  static uint8_t zeroes[200000];
  struct bench bench;

  CHECK(strstr(send_packed(&bench, BERG_SPAN("hello world"), "gzip", 0), "HTTP/1.1 200 ") != NULL);
  CHECK_TEXT(berg_span_of(bench.catalog.seen_body), "hello world");
  close_bench(&bench);
  CHECK(strstr(send_packed(&bench, BERG_SPAN("hello world"), "gzip", 3), "HTTP/1.1 400 ") != NULL);
  CHECK_INT(bench.connection.state, BERG_HTTP_IDLE);
  close_bench(&bench);
  CHECK(strstr(send_packed(&bench, BERG_SPAN("hello world"), "br", 0), "HTTP/1.1 415 ") != NULL);
  CHECK_INT(bench.catalog.served, 0);
  close_bench(&bench);
  CHECK(strstr(send_packed(&bench, (struct berg_span){zeroes, sizeof zeroes}, "gzip", 0), "HTTP/1.1 413 ") != NULL);
  close_bench(&bench);
  CHECK(strstr(send_packed(&bench, (struct berg_span){zeroes, 100000}, "gzip", 0), "HTTP/1.1 200 ") != NULL);
  CHECK_INT(bench.catalog.seen_len, 100000);
  close_bench(&bench);
}

static void closes_when_the_client_or_the_service_wants_it(void)
{
  struct bench bench;

  exchange(&bench, "GET /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", 1000);
  CHECK_INT(bench.connection.state, BERG_HTTP_CLOSED);
  close_bench(&bench);
  exchange(&bench, "GET /a HTTP/1.0\r\n\r\n", 1000);
  CHECK_INT(bench.connection.state, BERG_HTTP_CLOSED);
  close_bench(&bench);
  open_bench(&bench);
  bench.service.is_stopping = true;
  send_bytes(&bench, BERG_SPAN("GET /a HTTP/1.1\r\nHost: h\r\n\r\n"), 1000);
  CHECK(strstr(output_of(&bench), "\r\nConnection: close\r\n") != NULL);
  CHECK_INT(bench.connection.state, BERG_HTTP_CLOSED);
  close_bench(&bench);
}

static void ends_where_the_client_ends(void)
{
  struct bench bench;

  exchange(&bench, "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nab", 1000);
  CHECK_INT(bench.connection.state, BERG_HTTP_READING_BODY);
  berg_http_connection_end(&bench.connection);
  CHECK_INT(bench.connection.state, BERG_HTTP_CLOSED);
  CHECK_INT(bench.catalog.served, 0);
  close_bench(&bench);
}

int main(void)
{
  TEST_RUN(answers_and_rests_without_memory);
  TEST_RUN(answers_pipelined_requests_in_order);
  TEST_RUN(answers_more_pipelined_requests_than_the_buffer_holds);
  TEST_RUN(receives_large_bodies);
  TEST_RUN(hands_over_the_body);
  TEST_RUN(refuses_as_json_and_closes);
  TEST_RUN(refuses_long_heads);
  TEST_RUN(drains_a_refused_body_within_a_bound);
  TEST_RUN(sends_no_body_where_none_belongs);
  TEST_RUN(refuses_a_head_request_without_a_body);
  TEST_RUN(says_continue_only_when_it_will);
  TEST_RUN(holds_replies_until_the_turn_ends);
  TEST_RUN(replaces_held_replies_when_the_turn_fails);
  TEST_RUN(packs_large_replies_for_those_who_like_it);
  TEST_RUN(unpacks_request_bodies);
  TEST_RUN(closes_when_the_client_or_the_service_wants_it);
  TEST_RUN(ends_where_the_client_ends);
  return test_end();
}
