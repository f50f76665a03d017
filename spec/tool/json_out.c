#include "spec/tool/json_out.h"

#include "base/escape.h"

static void begin(struct berg_json_out *out, const char *name)
{
  if (out->follows)
    berg_buffer_append_byte(out->buffer, ',');
  if (out->depth > 0)
    berg_buffer_append_byte(out->buffer, '\n');
  for (unsigned i = 0; i < out->depth; i++)
    berg_buffer_append_text(out->buffer, "  ");
  out->follows = true;
  if (name == NULL)
    return;
  berg_escape_json_string(out->buffer, berg_span_of(name));
  berg_buffer_append_text(out->buffer, ": ");
}

void berg_json_out_open(struct berg_json_out *out, const char *name, char bracket)
{
  begin(out, name);
  berg_buffer_append_byte(out->buffer, (uint8_t)bracket);
  out->depth++;
  out->follows = false;
}

void berg_json_out_close(struct berg_json_out *out, char bracket)
{
  out->depth--;
  if (out->follows) {
    berg_buffer_append_byte(out->buffer, '\n');
    for (unsigned i = 0; i < out->depth; i++)
      berg_buffer_append_text(out->buffer, "  ");
  }
  berg_buffer_append_byte(out->buffer, (uint8_t)bracket);
  if (out->depth == 0)
    berg_buffer_append_byte(out->buffer, '\n');
  out->follows = true;
}

void berg_json_out_text(struct berg_json_out *out, const char *name, struct berg_span text)
{
  begin(out, name);
  berg_escape_json_string(out->buffer, text);
}

void berg_json_out_count(struct berg_json_out *out, const char *name, uint64_t count)
{
  begin(out, name);
  berg_buffer_append_format(out->buffer, "%llu", (unsigned long long)count);
}

void berg_json_out_flag(struct berg_json_out *out, const char *name, bool flag)
{
  begin(out, name);
  berg_buffer_append_text(out->buffer, flag ? "true" : "false");
}

void berg_json_out_value(struct berg_json_out *out, const char *name, const struct berg_yaml *value)
{
  begin(out, name);
  berg_json_append_value(out->buffer, value);
}

void berg_json_out_texts(struct berg_json_out *out, const char *name, struct berg_spans texts)
{
  begin(out, name);
  berg_buffer_append_byte(out->buffer, '[');
  for (size_t i = 0; i < texts.count; i++) {
    berg_buffer_append_text(out->buffer, i > 0 ? ", " : "");
    berg_escape_json_string(out->buffer, texts.items[i]);
  }
  berg_buffer_append_byte(out->buffer, ']');
}

static void append_list(struct berg_buffer *buffer, const struct berg_yaml *list)
{
  berg_buffer_append_byte(buffer, '[');
  for (size_t i = 0; i < list->count; i++) {
    if (i > 0)
      berg_buffer_append_byte(buffer, ',');
    berg_json_append_value(buffer, list->items[i]);
  }
  berg_buffer_append_byte(buffer, ']');
}

static void append_map(struct berg_buffer *buffer, const struct berg_yaml *map)
{
  berg_buffer_append_byte(buffer, '{');
  for (size_t i = 0; i < map->count; i++) {
    if (i > 0)
      berg_buffer_append_byte(buffer, ',');
    berg_escape_json_string(buffer, map->members[i].key);
    berg_buffer_append_byte(buffer, ':');
    berg_json_append_value(buffer, map->members[i].value);
  }
  berg_buffer_append_byte(buffer, '}');
}

/* Recursion is bounded by the depth of the tree. */
void berg_json_append_value(struct berg_buffer *buffer, const struct berg_yaml *value)
{
  switch (value->kind) {
  case BERG_YAML_STRING:
    berg_escape_json_string(buffer, value->text);
    break;
  case BERG_YAML_LIST:
    append_list(buffer, value);
    break;
  case BERG_YAML_MAP:
    append_map(buffer, value);
    break;
  case BERG_YAML_NULL:
  case BERG_YAML_BOOLEAN:
  case BERG_YAML_INTEGER:
  case BERG_YAML_NUMBER:
  default:
    berg_buffer_append(buffer, value->text);
    break;
  }
}
