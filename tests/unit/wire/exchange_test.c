/* Requests and replies as endpoints see them. */
#include "unit/wire/wire_kit.h"
#include "wire/exchange.h"

static void headers_are_found_without_case(void)
{
  static const struct berg_header HEADERS[] = {{{(const uint8_t *)"If-None-Match", 13}, {(const uint8_t *)"a", 1}},
                                               {{(const uint8_t *)"if-none-match", 13}, {(const uint8_t *)"b", 1}},
                                               {{(const uint8_t *)"X", 1}, {(const uint8_t *)"", 0}}};
  struct berg_request request = {.headers = HEADERS, .header_count = 3};

  CHECK_TEXT(berg_request_header(&request, BERG_SPAN("IF-NONE-match")), "a");
  CHECK(berg_request_header(&request, BERG_SPAN("x")).bytes != NULL);
  CHECK(berg_request_header(&request, BERG_SPAN("y")).bytes == NULL);
  CHECK(berg_request_header(&request, BERG_SPAN("If-None-Matc")).bytes == NULL);
}

static void a_failed_reply_has_the_error_body(void)
{
  struct berg_reply reply;
  struct berg_problem problem;

  berg_reply_open(&reply);
  berg_problem_clear(&problem);
  (void)berg_problem_set_text(&problem, BERG_NO_TABLE, "Table does not exist: {}", BERG_SPAN("a.\"t\""));
  berg_buffer_append_text(&reply.body, "half an answer");
  berg_reply_fail(&reply, BERG_NO_TABLE, &problem);
  CHECK_INT(reply.http_code, 404);
  CHECK_TEXT(berg_span_of(reply.content_type), "application/json");
  CHECK_TEXT(berg_buffer_span(&reply.body), "{\"error\":{\"message\":\"Table does not exist: a.\\\"t\\\"\","
                                            "\"type\":\"NoSuchTableException\",\"code\":404}}");
  berg_reply_fail(&reply, BERG_BUSY, NULL);
  CHECK_INT(reply.http_code, 503);
  CHECK(reply.body.len > 0);
  berg_reply_close(&reply);
}

static void headers_beyond_the_most_are_ignored(void)
{
  struct berg_reply reply;

  berg_reply_open(&reply);
  for (size_t i = 0; i < BERG_REPLY_HEADER_MAX + 3; i++)
    berg_reply_add_header(&reply, "X-N", BERG_SPAN("v"));
  CHECK_INT(reply.header_count, BERG_REPLY_HEADER_MAX);
  CHECK_TEXT(reply.headers[0].name, "X-N");
  berg_reply_close(&reply);
}

int main(void)
{
  TEST_RUN(headers_are_found_without_case);
  TEST_RUN(a_failed_reply_has_the_error_body);
  TEST_RUN(headers_beyond_the_most_are_ignored);
  return test_end();
}
