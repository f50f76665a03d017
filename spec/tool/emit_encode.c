/* berg_wire_encode.h/.c: from the generated types to compact JSON. */
#include "spec/tool/emit.h"
#include "spec/tool/names.h"

static void write_signature(struct berg_buffer *out, const struct berg_emit *emit, const struct berg_shape *shape)
{
  if (shape->kind == BERG_SHAPE_ENUM)
    berg_buffer_append_format(out, "void berg_wire_%s_encode(struct berg_buffer *buffer, enum berg_wire_%s value)",
                              shape->name, shape->name);
  else
    berg_buffer_append_format(out, "void berg_wire_%s_encode(struct berg_buffer *buffer, const %s *value)", shape->name,
                              berg_emit_type(emit, shape));
}

static void write_members_signature(struct berg_buffer *out, const struct berg_shape *shape)
{
  berg_buffer_append_format(
      out, "static void write_%s_members(struct berg_buffer *buffer, const struct berg_wire_%s *value)", shape->name,
      shape->name);
}

/* The call that writes EXPRESSION, an lvalue of SHAPE. POINTER: it is a pointer to the value already. */
static void write_value(struct berg_buffer *out, const struct berg_shape *shape, const char *expression, bool pointer)
{
  static const char *const WRITERS[] = {[BERG_SHAPE_STRING] = "string", [BERG_SHAPE_INT32] = "int64",
                                        [BERG_SHAPE_INT64] = "int64",   [BERG_SHAPE_BOOL] = "bool",
                                        [BERG_SHAPE_RAW] = "raw",       [BERG_SHAPE_STRINGS] = "strings",
                                        [BERG_SHAPE_INT32S] = "int32s", [BERG_SHAPE_INT64S] = "int64s",
                                        [BERG_SHAPE_RAWS] = "raws",     [BERG_SHAPE_PROPERTIES] = "properties"};
  bool whole = shape->kind >= BERG_SHAPE_STRINGS && shape->kind != BERG_SHAPE_ENUM && !pointer;

  if (shape->kind == BERG_SHAPE_RAWS)
    berg_buffer_append_format(out, "berg_encode_raws(buffer, &%s);\n", expression);
  else if (berg_shape_is_named(shape))
    berg_buffer_append_format(out, "berg_wire_%s_encode(buffer, %s%s);\n", shape->name, whole ? "&" : "", expression);
  else
    berg_buffer_append_format(out, "berg_json_write_%s(buffer, %s%s);\n", WRITERS[shape->kind], whole ? "&" : "",
                              expression);
}

static void write_name(struct berg_buffer *out, const char *indent, struct berg_span name)
{
  berg_buffer_append_format(out, "%sberg_json_write_name(buffer, ", indent);
  berg_emit_span(out, name);
  berg_buffer_append_text(out, ");\n");
}

static void write_optional_member(const struct berg_emit *emit, struct berg_buffer *out,
                                  const struct berg_member *member)
{
  struct berg_span expression = berg_spec_format(emit->arena, "value->%s.value", member->c_name);

  berg_buffer_append_format(out, "  if (value->%s.set) {\n", member->c_name);
  write_name(out, "    ", member->name);
  berg_buffer_append_text(out, "    ");
  write_value(out, member->shape, (const char *)expression.bytes, member->shape->pointed);
  if (member->nullable && member->required)
    berg_buffer_append_text(out, "  } else {\n");
  else if (member->nullable)
    berg_buffer_append_format(out, "  } else if (value->%s.null) {\n", member->c_name);
  if (member->nullable) {
    write_name(out, "    ", member->name);
    berg_buffer_append_text(out, "    berg_json_write_null(buffer);\n");
  }
  berg_buffer_append_text(out, "  }\n");
}

static void write_member(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_member *member)
{
  if (member->shape->kind != BERG_SHAPE_CONST && berg_member_is_optional(member)) {
    write_optional_member(emit, out, member);
    return;
  }
  write_name(out, "  ", member->name);
  if (member->shape->kind == BERG_SHAPE_CONST) {
    berg_buffer_append_text(out, "  berg_json_write_string(buffer, ");
    berg_emit_span(out, member->shape->const_value);
    berg_buffer_append_text(out, ");\n");
    return;
  }
  struct berg_span expression = berg_spec_format(emit->arena, "value->%s", member->c_name);
  berg_buffer_append_text(out, "  ");
  write_value(out, member->shape, (const char *)expression.bytes, false);
}

static void write_struct(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape)
{
  berg_buffer_append_byte(out, '\n');
  write_members_signature(out, shape);
  berg_buffer_append_text(out, "\n{\n");
  if (berg_shape_is_constant(shape))
    berg_buffer_append_text(out, "  (void)value;\n");
  for (size_t i = 0; i < shape->member_count; i++)
    write_member(emit, out, &shape->members[i]);
  if (shape->open)
    berg_buffer_append_text(out, "  berg_encode_property_members(buffer, &value->additional);\n");
  berg_buffer_append_text(out, "}\n\n");
  write_signature(out, emit, shape);
  berg_buffer_append_format(out,
                            "\n{\n  berg_json_write_object_begin(buffer);\n  write_%s_members(buffer, value);\n"
                            "  berg_json_write_object_end(buffer);\n}\n",
                            shape->name);
}

static void write_enum(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape)
{
  const char *upper = berg_emit_upper(emit, shape);

  berg_buffer_append_byte(out, '\n');
  berg_emit_span_array(out, berg_name_join(emit->arena, upper, "WORDS"), &shape->words);
  berg_buffer_append_format(out,
                            "\nstruct berg_span berg_wire_%s_text(enum berg_wire_%s value)\n{\n"
                            "  return %s_WORDS[value];\n}\n\n",
                            shape->name, shape->name, upper);
  write_signature(out, emit, shape);
  berg_buffer_append_format(out, "\n{\n  berg_json_write_string(buffer, berg_wire_%s_text(value));\n}\n", shape->name);
}

/* An alternative whose object has strings beside it. */
static void write_beside(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape,
                         const struct berg_alternative *alternative)
{
  berg_buffer_append_text(out, "    berg_json_write_object_begin(buffer);\n");
  for (size_t i = 0; i < shape->member_count; i++)
    write_member(emit, out, &shape->members[i]);
  berg_buffer_append_format(out,
                            "    write_%s_members(buffer, value->as.%s);\n    berg_json_write_object_end(buffer);\n",
                            alternative->shape->name, alternative->c_name);
}

static void write_union(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape)
{
  const char *upper = berg_emit_upper(emit, shape);

  berg_buffer_append_byte(out, '\n');
  write_signature(out, emit, shape);
  berg_buffer_append_text(out, "\n{\n  switch (value->kind) {\n");
  for (size_t i = 0; i < shape->alternative_count; i++) {
    const struct berg_alternative *alternative = &shape->alternatives[i];
    enum berg_shape_kind kind = alternative->shape->kind;
    struct berg_span expression = berg_spec_format(emit->arena, "value->as.%s", alternative->c_name);
    berg_buffer_append_format(out, "  case BERG_WIRE_%s_%s:\n", upper, alternative->enumerator);
    if (shape->member_count > 0 && kind == BERG_SHAPE_STRUCT) {
      write_beside(emit, out, shape, alternative);
    } else {
      berg_buffer_append_text(out, "    ");
      write_value(out, alternative->shape, (const char *)expression.bytes,
                  kind == BERG_SHAPE_STRUCT || kind == BERG_SHAPE_UNION);
    }
    berg_buffer_append_text(out, "    break;\n");
  }
  berg_buffer_append_text(out, "  default:\n    break;\n  }\n}\n");
}

static void write_collection(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape)
{
  bool map = shape->kind == BERG_SHAPE_MAP;

  berg_buffer_append_byte(out, '\n');
  write_signature(out, emit, shape);
  berg_buffer_append_format(out,
                            "\n{\n  berg_json_write_%s_begin(buffer);\n  for (size_t i = 0; i < value->count; i++)%s\n",
                            map ? "object" : "array", map ? " {" : "");
  if (map)
    berg_buffer_append_text(out, "    berg_json_write_name(buffer, value->items[i].key);\n");
  berg_buffer_append_text(out, "    ");
  write_value(out, shape->item, map ? "value->items[i].value" : "value->items[i]", false);
  berg_buffer_append_format(out, "%s  berg_json_write_%s_end(buffer);\n}\n", map ? "  }\n" : "",
                            map ? "object" : "array");
}

static void write_shape(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape)
{
  switch (shape->kind) {
  case BERG_SHAPE_ENUM:
    write_enum(emit, out, shape);
    break;
  case BERG_SHAPE_STRUCT:
    write_struct(emit, out, shape);
    break;
  case BERG_SHAPE_UNION:
    write_union(emit, out, shape);
    break;
  default:
    write_collection(emit, out, shape);
    break;
  }
}

void berg_emit_encode(const struct berg_emit *emit, struct berg_buffer *header, struct berg_buffer *source)
{
  const struct berg_shapes *shapes = emit->shapes;

  berg_emit_header_begin(header, "BERG_GENERATED_ENCODE_H",
                         "From the types of berg_wire_types.h to compact JSON; members that are not set are left out.",
                         "#include \"base/buffer.h\"\n#include \"berg_wire_types.h\"\n");
  berg_emit_source_begin(source, "#include \"berg_wire_encode.h\"\n\n#include \"wire/encode.h\"\n");
  for (size_t i = 0; i < shapes->count; i++) {
    const struct berg_shape *shape = shapes->items[i];
    berg_buffer_append_byte(header, '\n');
    write_signature(header, emit, shape);
    berg_buffer_append_text(header, ";\n");
    if (shape->kind == BERG_SHAPE_ENUM)
      berg_buffer_append_format(header,
                                "/* The word that stands for VALUE; static text. */\n"
                                "struct berg_span berg_wire_%s_text(enum berg_wire_%s value);\n",
                                shape->name, shape->name);
    if (shape->kind == BERG_SHAPE_STRUCT) {
      write_members_signature(source, shape);
      berg_buffer_append_text(source, ";\n");
    }
  }
  for (size_t i = 0; i < shapes->count; i++)
    write_shape(emit, source, shapes->items[i]);
  berg_emit_header_end(header);
}
