#include "http/reply_head.h"

#include <stdio.h>
#include <time.h>

struct reason {
  int code;
  const char *line;
};

static const struct reason REASONS[] = {
    {200, "HTTP/1.1 200 OK\r\n"},
    {201, "HTTP/1.1 201 Created\r\n"},
    {202, "HTTP/1.1 202 Accepted\r\n"},
    {204, "HTTP/1.1 204 No Content\r\n"},
    {304, "HTTP/1.1 304 Not Modified\r\n"},
    {400, "HTTP/1.1 400 Bad Request\r\n"},
    {401, "HTTP/1.1 401 Unauthorized\r\n"},
    {403, "HTTP/1.1 403 Forbidden\r\n"},
    {404, "HTTP/1.1 404 Not Found\r\n"},
    {405, "HTTP/1.1 405 Method Not Allowed\r\n"},
    {406, "HTTP/1.1 406 Not Acceptable\r\n"},
    {408, "HTTP/1.1 408 Request Timeout\r\n"},
    {409, "HTTP/1.1 409 Conflict\r\n"},
    {413, "HTTP/1.1 413 Content Too Large\r\n"},
    {414, "HTTP/1.1 414 URI Too Long\r\n"},
    {415, "HTTP/1.1 415 Unsupported Media Type\r\n"},
    {419, "HTTP/1.1 419 Authentication Timeout\r\n"},
    {422, "HTTP/1.1 422 Unprocessable Content\r\n"},
    {431, "HTTP/1.1 431 Request Header Fields Too Large\r\n"},
    {500, "HTTP/1.1 500 Internal Server Error\r\n"},
    {503, "HTTP/1.1 503 Service Unavailable\r\n"},
};

static void write_status_line(int code, struct berg_buffer *out)
{
  for (size_t i = 0; i < sizeof REASONS / sizeof REASONS[0]; i++) {
    if (REASONS[i].code == code) {
      berg_buffer_append_text(out, REASONS[i].line);
      return;
    }
  }
  berg_buffer_append_text(out, "HTTP/1.1 ");
  berg_buffer_append_int(out, code);
  berg_buffer_append_text(out, " \r\n");
}

/* SPEC http/head-no-body, http/no-content */
bool berg_http_carries_body(int http_code, bool is_to_head)
{
  return !is_to_head && http_code >= 200 && http_code != 204 && http_code != 304;
}

static bool is_safe_value(struct berg_span value)
{
  for (size_t i = 0; i < value.len; i++)
    if ((value.bytes[i] < 0x20 && value.bytes[i] != '\t') || value.bytes[i] == 0x7F)
      return false;
  return true;
}

static void write_header(struct berg_span name, struct berg_span value, struct berg_buffer *out)
{
  if (!is_safe_value(value))
    return;
  berg_buffer_append(out, name);
  berg_buffer_append(out, BERG_SPAN(": "));
  berg_buffer_append(out, value);
  berg_buffer_append(out, BERG_SPAN("\r\n"));
}

static void write_connection(const struct berg_http_reply_traits *traits, struct berg_buffer *out)
{
  if (!traits->keeps_alive)
    berg_buffer_append(out, BERG_SPAN("Connection: close\r\n"));
  else if (traits->is_to_http_1_0)
    berg_buffer_append(out, BERG_SPAN("Connection: keep-alive\r\n"));
}

void berg_http_write_reply_head(const struct berg_reply *reply, const struct berg_http_reply_traits *traits,
                                struct berg_buffer *out)
{
  struct berg_span date = {(const uint8_t *)traits->date, BERG_HTTP_DATE_LEN};
  bool has_body = berg_http_carries_body(reply->http_code, traits->is_to_head);

  write_status_line(reply->http_code, out);
  berg_buffer_append(out, BERG_SPAN("Date: "));
  berg_buffer_append(out, date);
  berg_buffer_append(out, BERG_SPAN("\r\nServer: refberg\r\n"));
  write_connection(traits, out);
  if (reply->content_type != NULL && (has_body || traits->is_to_head) && reply->http_code != 204)
    write_header(BERG_SPAN("Content-Type"), berg_span_of(reply->content_type), out);
  if (traits->is_packed)
    berg_buffer_append(out, BERG_SPAN("Content-Encoding: gzip\r\n"));
  if (traits->varies)
    berg_buffer_append(out, BERG_SPAN("Vary: Accept-Encoding\r\n"));
  for (size_t i = 0; i < reply->header_count; i++)
    write_header(reply->headers[i].name, reply->headers[i].value, out);
  if (has_body) {
    berg_buffer_append(out, BERG_SPAN("Content-Length: "));
    berg_buffer_append_int(out, (int64_t)traits->body_len);
    berg_buffer_append(out, BERG_SPAN("\r\n"));
  }
  berg_buffer_append(out, BERG_SPAN("\r\n"));
}

void berg_http_format_date(int64_t second, char date[BERG_HTTP_DATE_LEN + 1])
{
  static const char DAYS[7][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static const char MONTHS[12][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  time_t when = (time_t)second;
  struct tm parts = {0};
  char text[96];

  gmtime_r(&when, &parts);
  snprintf(text, sizeof text, "%s, %02d %s %04d %02d:%02d:%02d GMT", DAYS[parts.tm_wday % 7], parts.tm_mday,
           MONTHS[parts.tm_mon % 12], parts.tm_year + 1900, parts.tm_hour, parts.tm_min, parts.tm_sec);
  snprintf(date, BERG_HTTP_DATE_LEN + 1, "%.*s", (int)BERG_HTTP_DATE_LEN, text);
}
