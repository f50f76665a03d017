#include "wire/client.h"

#include "base/percent.h"
#include "json/reader.h"

void berg_client_message_open(struct berg_client_message *message)
{
  *message = (struct berg_client_message){.method = BERG_METHOD_GET};
  berg_buffer_open(&message->target);
  berg_buffer_open(&message->body);
  berg_buffer_open(&message->lists);
}

void berg_client_message_close(struct berg_client_message *message)
{
  berg_buffer_close(&message->target);
  berg_buffer_close(&message->body);
  berg_buffer_close(&message->lists);
}

/* The parameter whose name is NAME, as templates write it; BERG_WIRE_PARAM_COUNT: there is none. */
static size_t find_param(struct berg_span name)
{
  static const char *const NAMES[BERG_WIRE_PARAM_COUNT] = {"prefix", "namespace", "table",
                                                           "view",   "function",  "plan-id"};

  for (size_t i = 0; i < BERG_WIRE_PARAM_COUNT; i++) {
    if (berg_span_equal(name, berg_span_of(NAMES[i])))
      return i;
  }
  return BERG_WIRE_PARAM_COUNT;
}

/* Appends one segment of a template, with the '/' before it. */
static void append_segment(struct berg_buffer *target, struct berg_span segment,
                           const struct berg_span params[BERG_WIRE_PARAM_COUNT])
{
  size_t param = BERG_WIRE_PARAM_COUNT;

  if (segment.len > 2 && segment.bytes[0] == '{')
    param = find_param(berg_span_part(segment, 1, segment.len - 2));
  if (param == BERG_WIRE_PARAM_PREFIX && params[param].len == 0)
    return;
  berg_buffer_append_byte(target, '/');
  if (param == BERG_WIRE_PARAM_COUNT)
    berg_buffer_append(target, segment);
  else
    berg_percent_encode(target, params[param]);
}

void berg_client_begin(struct berg_client_message *message, enum berg_method method, const char *path_template,
                       const struct berg_span params[BERG_WIRE_PARAM_COUNT])
{
  struct berg_span path = berg_span_of(path_template);
  size_t start = 1;

  message->method = method;
  message->content_type = NULL;
  message->header_count = 0;
  berg_buffer_reset(&message->target);
  berg_buffer_reset(&message->body);
  berg_buffer_reset(&message->lists);
  for (size_t i = 1; i <= path.len; i++) {
    if (i < path.len && path.bytes[i] != '/')
      continue;
    append_segment(&message->target, berg_span_part(path, start, i - start), params);
    start = i + 1;
  }
}

/* Appends `?name=` or `&name=`. */
static void begin_query(struct berg_client_message *message, const char *name)
{
  struct berg_span target = berg_buffer_span(&message->target);
  bool first = target.len == 0 || memchr(target.bytes, '?', target.len) == NULL;

  berg_buffer_append_byte(&message->target, first ? '?' : '&');
  berg_buffer_append_text(&message->target, name);
  berg_buffer_append_byte(&message->target, '=');
}

void berg_client_query_text(struct berg_client_message *message, const char *name, const struct berg_opt_span *value)
{
  if (!value->set)
    return;
  begin_query(message, name);
  berg_percent_encode(&message->target, value->value);
}

void berg_client_query_int(struct berg_client_message *message, const char *name, const struct berg_opt_int32 *value)
{
  if (!value->set)
    return;
  begin_query(message, name);
  berg_buffer_append_int(&message->target, value->value);
}

void berg_client_query_bool(struct berg_client_message *message, const char *name, const struct berg_opt_bool *value)
{
  if (!value->set)
    return;
  begin_query(message, name);
  berg_buffer_append_text(&message->target, value->value ? "true" : "false");
}

void berg_client_header_text(struct berg_client_message *message, const char *name, const struct berg_opt_span *value)
{
  if (!value->set || message->header_count == BERG_CLIENT_HEADER_MAX)
    return;
  message->headers[message->header_count].name = berg_span_of(name);
  message->headers[message->header_count].value = value->value;
  message->header_count++;
}

void berg_client_header_list(struct berg_client_message *message, const char *name, const struct berg_opt_spans *value)
{
  struct berg_opt_span joined = {.set = value->set};

  if (!value->set)
    return;
  berg_buffer_reset(&message->lists); /* an operation has at most one such header */
  for (size_t i = 0; i < value->value.count; i++) {
    if (i > 0)
      berg_buffer_append_byte(&message->lists, ',');
    berg_buffer_append(&message->lists, value->value.items[i]);
  }
  joined.value = berg_buffer_span(&message->lists);
  berg_client_header_text(message, name, &joined);
}

enum berg_status berg_client_form(struct berg_span json, struct berg_arena *arena, struct berg_buffer *body)
{
  struct berg_json_reader reader;
  struct berg_properties members;

  berg_json_open(&reader, json, 2, arena, NULL);
  enum berg_status status = berg_json_read_properties(&reader, "form", &members);
  if (status != BERG_OK)
    return status;
  for (size_t i = 0; i < members.count; i++) {
    if (i > 0)
      berg_buffer_append_byte(body, '&');
    berg_percent_encode(body, members.items[i].key);
    berg_buffer_append_byte(body, '=');
    berg_percent_encode(body, members.items[i].value);
  }
  return berg_buffer_status(body);
}

enum berg_status berg_client_status(const struct berg_client_message *message)
{
  if (berg_buffer_status(&message->target) != BERG_OK || berg_buffer_status(&message->body) != BERG_OK)
    return BERG_NO_MEMORY;
  return berg_buffer_status(&message->lists);
}
