/* berg_wire_decode.h/.c: from JSON text to the generated types, in one pass. */
#include "spec/tool/emit_decode.h"

#include "spec/tool/names.h"

static void write_signature(struct berg_buffer *out, const struct berg_emit *emit, const struct berg_shape *shape)
{
  berg_buffer_append_format(
      out, "enum berg_status berg_wire_%s_decode(struct berg_json_reader *reader, const char *what,\n    %s *out)",
      shape->name, berg_emit_type(emit, shape));
}

static void write_text_signature(struct berg_buffer *out, const struct berg_emit *emit, const struct berg_shape *shape)
{
  berg_buffer_append_format(
      out,
      "enum berg_status berg_wire_%s_decode_text(struct berg_span text, struct berg_arena *arena,\n"
      "    %s *out, struct berg_problem *problem)",
      shape->name, berg_emit_type(emit, shape));
}

/* The function that reads a value of a shape without a generated type, optional or not. */
static const char *reader_of(enum berg_shape_kind kind, bool optional)
{
  static const char *const PLAIN[] = {
      [BERG_SHAPE_STRING] = "berg_json_read_string", [BERG_SHAPE_INT32] = "berg_json_read_int32",
      [BERG_SHAPE_INT64] = "berg_json_read_int64",   [BERG_SHAPE_BOOL] = "berg_json_read_bool",
      [BERG_SHAPE_RAW] = "berg_decode_raw",          [BERG_SHAPE_STRINGS] = "berg_json_read_strings",
      [BERG_SHAPE_INT32S] = "berg_json_read_int32s", [BERG_SHAPE_INT64S] = "berg_json_read_int64s",
      [BERG_SHAPE_RAWS] = "berg_decode_raws",        [BERG_SHAPE_PROPERTIES] = "berg_json_read_properties"};
  static const char *const OPTIONAL[] = {
      [BERG_SHAPE_STRING] = "berg_decode_opt_string", [BERG_SHAPE_INT32] = "berg_decode_opt_int32",
      [BERG_SHAPE_INT64] = "berg_decode_opt_int64",   [BERG_SHAPE_BOOL] = "berg_decode_opt_bool",
      [BERG_SHAPE_RAW] = "berg_decode_opt_raw",       [BERG_SHAPE_STRINGS] = "berg_decode_opt_strings",
      [BERG_SHAPE_INT32S] = "berg_decode_opt_int32s", [BERG_SHAPE_INT64S] = "berg_decode_opt_int64s",
      [BERG_SHAPE_RAWS] = "berg_decode_opt_raws",     [BERG_SHAPE_PROPERTIES] = "berg_decode_opt_properties"};

  return optional ? OPTIONAL[kind] : PLAIN[kind];
}

void berg_emit_read(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape,
                    bool optional, const char *what, const char *target)
{
  if (berg_shape_is_named(shape))
    berg_buffer_append_format(out, "%s%s%s(reader, %s, %s)", optional ? "read_opt_" : "berg_wire_", shape->name,
                              optional ? "" : "_decode", what, target);
  else if (shape->kind == BERG_SHAPE_RAW || shape->kind == BERG_SHAPE_RAWS)
    berg_buffer_append_format(out, "%s(reader, %s, %s, %s)", reader_of(shape->kind, optional), what,
                              berg_emit_kinds(emit, shape->kinds), target);
  else
    berg_buffer_append_format(out, "%s(reader, %s, %s)", reader_of(shape->kind, optional), what, target);
}

static void write_optional(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape)
{
  const char *opt = berg_emit_opt_type(emit, shape);

  berg_buffer_append_format(out,
                            "\nstatic enum berg_status read_opt_%s(struct berg_json_reader *reader, const char *what,\n"
                            "    %s *out)\n{\n"
                            "  %s read = {.set = false};\n"
                            "  enum berg_status status = berg_decode_null(reader, what, &read.null);\n\n",
                            shape->name, opt, opt);
  if (shape->pointed)
    berg_buffer_append_format(out,
                              "  %s *part = read.null ? NULL : berg_decode_block(reader, sizeof *part);\n"
                              "  if (status == BERG_OK && part == NULL && !read.null)\n    status = reader->status;\n"
                              "  read.set = part != NULL;\n  read.value = part;\n"
                              "  if (status == BERG_OK && read.set)\n"
                              "    status = berg_wire_%s_decode(reader, what, part);\n",
                              berg_emit_type(emit, shape), shape->name);
  else
    berg_buffer_append_format(out,
                              "  read.set = !read.null;\n  if (status == BERG_OK && read.set)\n"
                              "    status = berg_wire_%s_decode(reader, what, &read.value);\n",
                              shape->name);
  berg_buffer_append_text(out, "  if (status == BERG_OK)\n    *out = read;\n  return status;\n}\n");
}

static void write_enum(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape)
{
  const char *upper = berg_emit_upper(emit, shape);

  berg_buffer_append_byte(out, '\n');
  berg_emit_span_array(out, berg_name_join(emit->arena, upper, "WORDS"), &shape->words);
  berg_buffer_append_byte(out, '\n');
  write_signature(out, emit, shape);
  berg_buffer_append_format(out,
                            "\n{\n  size_t index = 0;\n"
                            "  enum berg_status status = berg_decode_word(reader, what, %s_WORDS, %zu, \"%.*s\", "
                            "&index);\n\n"
                            "  if (status == BERG_OK)\n    *out = (enum berg_wire_%s)index;\n  return status;\n}\n",
                            upper, shape->words.count, BERG_SPAN_ARGS(shape->title), shape->name);
}

static void write_collection(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape)
{
  bool map = shape->kind == BERG_SHAPE_MAP;

  berg_buffer_append_byte(out, '\n');
  write_signature(out, emit, shape);
  berg_buffer_append_format(out,
                            "\n{\n  struct berg_wire_%s read = {NULL, 0};\n  size_t cap = 0;\n  bool more = false;\n"
                            "%s  enum berg_status status = berg_json_enter_%s(reader, what);\n\n"
                            "  while (status == BERG_OK) {\n    status = berg_json_next_%s(reader, %s&more);\n"
                            "    if (status != BERG_OK || !more)\n      break;\n"
                            "    read.items = berg_decode_room(reader, read.items, read.count, &cap, "
                            "sizeof *read.items);\n"
                            "    if (read.items == NULL)\n      return reader->status;\n",
                            shape->name, map ? "  struct berg_span key;\n" : "", map ? "object" : "array",
                            map ? "member" : "element", map ? "&key, " : "");
  if (map)
    berg_buffer_append_text(out, "    read.items[read.count].key = key;\n");
  berg_buffer_append_text(out, "    status = ");
  berg_emit_read(emit, out, shape->item, false, "what",
                 map ? "&read.items[read.count].value" : "&read.items[read.count]");
  berg_buffer_append_text(out, ";\n    read.count++;\n  }\n  if (status == BERG_OK)\n    *out = read;\n"
                               "  return status;\n}\n");
}

static void write_text_function(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape)
{
  berg_buffer_append_byte(out, '\n');
  write_text_signature(out, emit, shape);
  berg_buffer_append_format(out,
                            "\n{\n  struct berg_json_reader reader;\n  %s read;\n"
                            "  enum berg_status status = berg_decode_open(&reader, text, arena, problem);\n\n"
                            "  if (status == BERG_OK)\n    status = berg_wire_%s_decode(&reader, \"%.*s\", &read);\n"
                            "  if (status == BERG_OK)\n    status = berg_json_finish(&reader);\n"
                            "  if (status == BERG_OK)\n    *out = read;\n  return status;\n}\n",
                            berg_emit_type(emit, shape), shape->name, BERG_SPAN_ARGS(shape->title));
}

static void write_shape(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape)
{
  switch (shape->kind) {
  case BERG_SHAPE_ENUM:
    write_enum(emit, out, shape);
    break;
  case BERG_SHAPE_STRUCT:
    berg_emit_decode_struct(emit, out, shape);
    break;
  case BERG_SHAPE_UNION:
    berg_emit_decode_union(emit, out, shape);
    break;
  default:
    write_collection(emit, out, shape);
    break;
  }
}

void berg_emit_decode_signature(struct berg_buffer *out, const struct berg_emit *emit, const struct berg_shape *shape)
{
  write_signature(out, emit, shape);
}

void berg_emit_decode(const struct berg_emit *emit, struct berg_buffer *header, struct berg_buffer *source)
{
  const struct berg_shapes *shapes = emit->shapes;

  berg_emit_header_begin(header, "BERG_GENERATED_DECODE_H",
                         "From JSON text to the types of berg_wire_types.h: what comes out lives in the reader's arena "
                         "or borrows its text.",
                         "#include \"berg_wire_types.h\"\n#include \"json/reader.h\"\n");
  berg_emit_source_begin(source, "#include \"berg_wire_decode.h\"\n\n#include \"wire/decode.h\"\n");
  for (size_t i = 0; i < shapes->count; i++) {
    const struct berg_shape *shape = shapes->items[i];
    berg_buffer_append_text(header, "\nBERG_MUST_USE ");
    write_signature(header, emit, shape);
    berg_buffer_append_text(header, ";\n");
    if (shape->optional)
      write_optional(emit, source, shape);
  }
  for (size_t i = 0; i < shapes->count; i++) {
    const struct berg_shape *shape = shapes->items[i];
    write_shape(emit, source, shape);
    if (shape->schema->name.len == 0)
      continue;
    berg_buffer_append_text(header, "BERG_MUST_USE ");
    write_text_signature(header, emit, shape);
    berg_buffer_append_text(header, ";\n");
    write_text_function(emit, source, shape);
  }
  berg_emit_header_end(header);
}
