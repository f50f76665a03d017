#include "json/write.h"

void berg_json_write_separator(struct berg_buffer *buffer)
{
  if (buffer->len == 0)
    return;
  uint8_t last = buffer->bytes[buffer->len - 1];
  if (last != '{' && last != '[' && last != ':')
    berg_buffer_append_byte(buffer, ',');
}

void berg_json_write_object_begin(struct berg_buffer *buffer)
{
  berg_json_write_separator(buffer);
  berg_buffer_append_byte(buffer, '{');
}

void berg_json_write_object_end(struct berg_buffer *buffer)
{
  berg_buffer_append_byte(buffer, '}');
}

void berg_json_write_array_begin(struct berg_buffer *buffer)
{
  berg_json_write_separator(buffer);
  berg_buffer_append_byte(buffer, '[');
}

void berg_json_write_array_end(struct berg_buffer *buffer)
{
  berg_buffer_append_byte(buffer, ']');
}

void berg_json_write_name(struct berg_buffer *buffer, struct berg_span name)
{
  berg_json_write_separator(buffer);
  berg_escape_json_string(buffer, name);
  berg_buffer_append_byte(buffer, ':');
}

void berg_json_write_string(struct berg_buffer *buffer, struct berg_span value)
{
  berg_json_write_separator(buffer);
  berg_escape_json_string(buffer, value);
}

void berg_json_write_int64(struct berg_buffer *buffer, int64_t value)
{
  berg_json_write_separator(buffer);
  berg_buffer_append_int(buffer, value);
}

void berg_json_write_bool(struct berg_buffer *buffer, bool value)
{
  berg_json_write_separator(buffer);
  berg_buffer_append(buffer, value ? BERG_SPAN("true") : BERG_SPAN("false"));
}

void berg_json_write_null(struct berg_buffer *buffer)
{
  berg_json_write_separator(buffer);
  berg_buffer_append(buffer, BERG_SPAN("null"));
}

void berg_json_write_raw(struct berg_buffer *buffer, struct berg_span json)
{
  berg_json_write_separator(buffer);
  berg_buffer_append(buffer, json);
}

void berg_json_write_strings(struct berg_buffer *buffer, const struct berg_spans *values)
{
  berg_json_write_array_begin(buffer);
  for (size_t i = 0; i < values->count; i++)
    berg_json_write_string(buffer, values->items[i]);
  berg_json_write_array_end(buffer);
}

void berg_json_write_int32s(struct berg_buffer *buffer, const struct berg_int32s *values)
{
  berg_json_write_array_begin(buffer);
  for (size_t i = 0; i < values->count; i++)
    berg_json_write_int64(buffer, values->items[i]);
  berg_json_write_array_end(buffer);
}

void berg_json_write_int64s(struct berg_buffer *buffer, const struct berg_int64s *values)
{
  berg_json_write_array_begin(buffer);
  for (size_t i = 0; i < values->count; i++)
    berg_json_write_int64(buffer, values->items[i]);
  berg_json_write_array_end(buffer);
}

void berg_json_write_properties(struct berg_buffer *buffer, const struct berg_properties *values)
{
  berg_json_write_object_begin(buffer);
  for (size_t i = 0; i < values->count; i++) {
    berg_json_write_name(buffer, values->items[i].key);
    berg_json_write_string(buffer, values->items[i].value);
  }
  berg_json_write_object_end(buffer);
}
