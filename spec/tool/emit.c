#include "spec/tool/emit.h"

#include "spec/tool/names.h"

#define NOTICE "/* Made by refberg-spec from the description of the API; changes here are lost. */\n"

void berg_emit_header_begin(struct berg_buffer *out, const char *guard, const char *purpose, const char *includes)
{
  berg_buffer_append_format(out, NOTICE "/* %s */\n#ifndef %s\n#define %s\n\n%s\n", purpose, guard, guard, includes);
}

void berg_emit_header_end(struct berg_buffer *out)
{
  berg_buffer_append_text(out, "\n#endif\n");
}

void berg_emit_source_begin(struct berg_buffer *out, const char *includes)
{
  berg_buffer_append_format(out, NOTICE "%s\n", includes);
}

void berg_emit_literal(struct berg_buffer *out, struct berg_span text)
{
  berg_buffer_append_byte(out, '"');
  for (size_t i = 0; i < text.len; i++) {
    uint8_t c = text.bytes[i];
    if (c == '"' || c == '\\' || c == '?')
      berg_buffer_append_format(out, "\\%c", c);
    else if (c < 0x20 || c >= 0x7F)
      berg_buffer_append_format(out, "\\%03o", c);
    else
      berg_buffer_append_byte(out, c);
  }
  berg_buffer_append_byte(out, '"');
}

void berg_emit_span(struct berg_buffer *out, struct berg_span text)
{
  berg_buffer_append_text(out, "BERG_SPAN(");
  berg_emit_literal(out, text);
  berg_buffer_append_byte(out, ')');
}

void berg_emit_span_array(struct berg_buffer *out, const char *name, const struct berg_spans *texts)
{
  berg_buffer_append_format(out, "static const struct berg_span %s[] = {\n", name);
  for (size_t i = 0; i < texts->count; i++) {
    berg_buffer_append_text(out, "    {(const uint8_t *)");
    berg_emit_literal(out, texts->items[i]);
    berg_buffer_append_format(out, ", %zu},\n", texts->items[i].len);
  }
  berg_buffer_append_text(out, "};\n");
}

const char *berg_emit_type(const struct berg_emit *emit, const struct berg_shape *shape)
{
  switch (shape->kind) {
  case BERG_SHAPE_STRING:
  case BERG_SHAPE_RAW:
  case BERG_SHAPE_CONST:
    return "struct berg_span";
  case BERG_SHAPE_INT32:
    return "int32_t";
  case BERG_SHAPE_INT64:
    return "int64_t";
  case BERG_SHAPE_BOOL:
    return "bool";
  case BERG_SHAPE_STRINGS:
  case BERG_SHAPE_RAWS:
    return "struct berg_spans";
  case BERG_SHAPE_INT32S:
    return "struct berg_int32s";
  case BERG_SHAPE_INT64S:
    return "struct berg_int64s";
  case BERG_SHAPE_PROPERTIES:
    return "struct berg_properties";
  case BERG_SHAPE_ENUM:
    return berg_name_join(emit->arena, "enum berg_wire", shape->name);
  default:
    return berg_name_join(emit->arena, "struct berg_wire", shape->name);
  }
}

const char *berg_emit_opt_type(const struct berg_emit *emit, const struct berg_shape *shape)
{
  switch (shape->kind) {
  case BERG_SHAPE_STRING:
  case BERG_SHAPE_RAW:
  case BERG_SHAPE_CONST:
    return "struct berg_opt_span";
  case BERG_SHAPE_INT32:
    return "struct berg_opt_int32";
  case BERG_SHAPE_INT64:
    return "struct berg_opt_int64";
  case BERG_SHAPE_BOOL:
    return "struct berg_opt_bool";
  case BERG_SHAPE_STRINGS:
  case BERG_SHAPE_RAWS:
    return "struct berg_opt_spans";
  case BERG_SHAPE_INT32S:
    return "struct berg_opt_int32s";
  case BERG_SHAPE_INT64S:
    return "struct berg_opt_int64s";
  case BERG_SHAPE_PROPERTIES:
    return "struct berg_opt_properties";
  default:
    return berg_name_join(emit->arena, "struct berg_opt", shape->name);
  }
}

const char *berg_emit_kinds(const struct berg_emit *emit, unsigned kinds)
{
  static const struct {
    unsigned bit;
    const char *name;
  } NAMES[] = {{BERG_SPEC_OBJECT, "BERG_KIND_OBJECT"}, {BERG_SPEC_ARRAY, "BERG_KIND_ARRAY"},
               {BERG_SPEC_STRING, "BERG_KIND_STRING"}, {BERG_SPEC_INTEGER, "BERG_KIND_INTEGER"},
               {BERG_SPEC_NUMBER, "BERG_KIND_NUMBER"}, {BERG_SPEC_BOOLEAN, "BERG_KIND_BOOLEAN"},
               {BERG_SPEC_NULL, "BERG_KIND_NULL"}};
  struct berg_buffer text;

  if (kinds == BERG_SPEC_OBJECT * 2u - 1u)
    return "BERG_KIND_ANY";
  berg_buffer_open(&text);
  for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
    if ((kinds & NAMES[i].bit) != 0)
      berg_buffer_append_format(&text, "%s%s", text.len == 0 ? "" : " | ", NAMES[i].name);
  }
  if (text.len == 0)
    berg_buffer_append_text(&text, "0u");
  const char *copy = berg_spec_text(emit->arena, berg_buffer_span(&text));
  berg_buffer_close(&text);
  return copy;
}

const char *berg_emit_upper(const struct berg_emit *emit, const struct berg_shape *shape)
{
  return berg_name_raise(emit->arena, shape->name);
}

bool berg_emit_is_served(const struct berg_emit *emit, const struct berg_spec_operation *operation)
{
  for (size_t i = 0; i < emit->served.count; i++) {
    if (berg_span_equal(emit->served.items[i], operation->id) ||
        berg_name_is(emit->arena, operation->id, emit->served.items[i]))
      return true;
  }
  return false;
}
