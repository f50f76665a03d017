#include "wire/exchange.h"

#include "json/write.h"

static uint8_t fold(uint8_t c)
{
  return c >= 'A' && c <= 'Z' ? (uint8_t)(c + 32) : c;
}

static bool is_same_name(struct berg_span a, struct berg_span b)
{
  if (a.len != b.len)
    return false;
  for (size_t i = 0; i < a.len; i++) {
    if (fold(a.bytes[i]) != fold(b.bytes[i]))
      return false;
  }
  return true;
}

struct berg_span berg_request_header(const struct berg_request *request, struct berg_span name)
{
  for (size_t i = 0; i < request->header_count; i++) {
    if (is_same_name(request->headers[i].name, name))
      return request->headers[i].value;
  }
  return (struct berg_span){NULL, 0};
}

void berg_reply_open(struct berg_reply *reply)
{
  reply->http_code = 0;
  berg_buffer_open(&reply->body);
  reply->content_type = NULL;
  reply->wrote = false;
  berg_problem_clear(&reply->problem);
  reply->header_count = 0;
}

void berg_reply_close(struct berg_reply *reply)
{
  berg_buffer_close(&reply->body);
}

void berg_reply_add_header(struct berg_reply *reply, const char *name, struct berg_span value)
{
  if (reply->header_count == BERG_REPLY_HEADER_MAX)
    return;
  reply->headers[reply->header_count].name = berg_span_of(name);
  reply->headers[reply->header_count].value = value;
  reply->header_count++;
}

/* The message, with the member at fault behind it when one is named. SPEC json/schema */
static void write_message(struct berg_buffer *body, struct berg_span message, const struct berg_problem *problem)
{
  struct berg_problem shown;

  if (problem == NULL || problem->pointer_len == 0) {
    berg_json_write_string(body, message);
    return;
  }
  berg_problem_clear(&shown);
  berg_problem_set_texts(&shown, problem->status, "{} at {}", message,
                         (struct berg_span){(const uint8_t *)problem->pointer, problem->pointer_len});
  berg_json_write_string(body, berg_problem_message(&shown));
}

void berg_reply_fail(struct berg_reply *reply, enum berg_status status, const struct berg_problem *problem)
{
  struct berg_span type = berg_span_of(berg_status_error_type(status));
  struct berg_span message = problem != NULL ? berg_problem_message(problem) : type;

  if (message.len == 0)
    message = type;
  if (problem != NULL && problem != &reply->problem)
    reply->problem = *problem;
  reply->http_code = berg_status_http_code(status);
  reply->content_type = "application/json";
  berg_buffer_reset(&reply->body);
  berg_json_write_object_begin(&reply->body);
  berg_json_write_name(&reply->body, BERG_SPAN("error"));
  berg_json_write_object_begin(&reply->body);
  berg_json_write_name(&reply->body, BERG_SPAN("message"));
  write_message(&reply->body, message, problem);
  berg_json_write_name(&reply->body, BERG_SPAN("type"));
  berg_json_write_string(&reply->body, type);
  berg_json_write_name(&reply->body, BERG_SPAN("code"));
  berg_json_write_int64(&reply->body, reply->http_code);
  berg_json_write_object_end(&reply->body);
  berg_json_write_object_end(&reply->body);
}
