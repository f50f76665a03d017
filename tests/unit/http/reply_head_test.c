/* Reply heads: which fields stand there for which reply.
 *
 * TESTS http/head-no-body http/no-content */
#include "http/reply_head.h"
#include "unit/test.h"

static char written[1024];

static const char *write_head(int code, const char *type, struct berg_http_reply_traits traits,
                              const struct berg_reply *with_headers)
{
  struct berg_reply reply;
  struct berg_buffer out;

  berg_reply_open(&reply);
  reply.http_code = code;
  reply.content_type = type;
  for (size_t i = 0; with_headers != NULL && i < with_headers->header_count; i++)
    reply.headers[reply.header_count++] = with_headers->headers[i];
  traits.date = "Tue, 01 Dec 2026 00:00:00 GMT";
  berg_buffer_open(&out);
  berg_http_write_reply_head(&reply, &traits, &out);
  snprintf(written, sizeof written, "%.*s", (int)out.len, (const char *)out.bytes);
  berg_buffer_close(&out);
  berg_reply_close(&reply);
  return written;
}

#define START "\r\nDate: Tue, 01 Dec 2026 00:00:00 GMT\r\nServer: refberg\r\n"

static void writes_a_body_with_its_length(void)
{
  CHECK_TEXT(berg_span_of(write_head(200, "application/json",
                                     (struct berg_http_reply_traits){.keeps_alive = true, .body_len = 12}, NULL)),
             "HTTP/1.1 200 OK" START "Content-Type: application/json\r\nContent-Length: 12\r\n\r\n");
  CHECK_TEXT(
      berg_span_of(write_head(200, "application/json", (struct berg_http_reply_traits){.keeps_alive = true}, NULL)),
      "HTTP/1.1 200 OK" START "Content-Type: application/json\r\nContent-Length: 0\r\n\r\n");
}

static void writes_no_length_where_no_body_is_carried(void)
{
  struct berg_http_reply_traits traits = {.keeps_alive = true, .body_len = 12};

  CHECK_TEXT(berg_span_of(write_head(204, "application/json", traits, NULL)), "HTTP/1.1 204 No Content" START "\r\n");
  CHECK_TEXT(berg_span_of(write_head(304, NULL, traits, NULL)), "HTTP/1.1 304 Not Modified" START "\r\n");
  traits.is_to_head = true;
  CHECK_TEXT(berg_span_of(write_head(404, "application/json", traits, NULL)),
             "HTTP/1.1 404 Not Found" START "Content-Type: application/json\r\n\r\n");
}

static void says_what_becomes_of_the_connection(void)
{
  CHECK(strstr(write_head(200, NULL, (struct berg_http_reply_traits){0}, NULL), "\r\nConnection: close\r\n") != NULL);
  CHECK(
      strstr(write_head(200, NULL, (struct berg_http_reply_traits){.keeps_alive = true, .is_to_http_1_0 = true}, NULL),
             "\r\nConnection: keep-alive\r\n") != NULL);
  CHECK(strstr(write_head(200, NULL, (struct berg_http_reply_traits){.keeps_alive = true}, NULL), "Connection") ==
        NULL);
}

static void names_the_coding(void)
{
  const char *text = write_head(200, NULL, (struct berg_http_reply_traits){.is_packed = true, .varies = true}, NULL);

  CHECK(strstr(text, "\r\nContent-Encoding: gzip\r\nVary: Accept-Encoding\r\n") != NULL);
}

static void leaves_out_headers_that_would_split_the_reply(void)
{
  struct berg_reply reply;

  berg_reply_open(&reply);
  berg_reply_add_header(&reply, "ETag", BERG_SPAN("\"a\""));
  berg_reply_add_header(&reply, "X-Bad", BERG_SPAN("a\r\nSet-Cookie: b"));
  const char *text = write_head(200, NULL, (struct berg_http_reply_traits){0}, &reply);
  CHECK(strstr(text, "\r\nETag: \"a\"\r\n") != NULL);
  CHECK(strstr(text, "X-Bad") == NULL);
  CHECK(strstr(text, "Set-Cookie") == NULL);
}

static void knows_every_code_it_sends(void)
{
  for (int status = 0; status < BERG_STATUS_COUNT; status++) {
    int code = berg_status_http_code((enum berg_status)status);
    char start[32];
    snprintf(start, sizeof start, "HTTP/1.1 %d ", code);
    const char *text = write_head(code, NULL, (struct berg_http_reply_traits){0}, NULL);
    CHECK(strncmp(text, start, strlen(start)) == 0);
    CHECK(text[strlen(start)] != '\r');
  }
  CHECK(strncmp(write_head(299, NULL, (struct berg_http_reply_traits){0}, NULL), "HTTP/1.1 299 \r\n", 15) == 0);
}

static void formats_dates(void)
{
  char date[BERG_HTTP_DATE_LEN + 1];

  berg_http_format_date(784111777, date);
  CHECK_TEXT(berg_span_of(date), "Sun, 06 Nov 1994 08:49:37 GMT");
  berg_http_format_date(0, date);
  CHECK_TEXT(berg_span_of(date), "Thu, 01 Jan 1970 00:00:00 GMT");
  berg_http_format_date(1709210096, date);
  CHECK_TEXT(berg_span_of(date), "Thu, 29 Feb 2024 12:34:56 GMT");
}

int main(void)
{
  TEST_RUN(writes_a_body_with_its_length);
  TEST_RUN(writes_no_length_where_no_body_is_carried);
  TEST_RUN(says_what_becomes_of_the_connection);
  TEST_RUN(names_the_coding);
  TEST_RUN(leaves_out_headers_that_would_split_the_reply);
  TEST_RUN(knows_every_code_it_sends);
  TEST_RUN(formats_dates);
  return test_end();
}
