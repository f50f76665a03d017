/* Decoding of structs, member by member, and of unions, by one look ahead. */
#include "spec/tool/emit_decode.h"

#include "spec/tool/names.h"

/* NAME as a C string literal, in the arena. */
static const char *literal_of(const struct berg_emit *emit, struct berg_span name)
{
  struct berg_buffer text;

  berg_buffer_open(&text);
  berg_emit_literal(&text, name);
  const char *copy = berg_spec_text(emit->arena, berg_buffer_span(&text));
  berg_buffer_close(&text);
  return copy;
}

static void write_member(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape,
                         const struct berg_member *member)
{
  const char *what = literal_of(emit, member->name);

  if (member->shape->kind == BERG_SHAPE_CONST) {
    berg_buffer_append_format(out, "berg_decode_const(reader, %s, ", what);
    berg_emit_span(out, member->shape->const_value);
    berg_buffer_append_format(out, ", \"%.*s\")", BERG_SPAN_ARGS(shape->title));
    return;
  }
  struct berg_span target = berg_spec_format(emit->arena, "&out->%s", member->c_name);
  berg_emit_read(emit, out, member->shape, berg_member_is_optional(member), what, (const char *)target.bytes);
}

/* What becomes of a member that the schema does not name. */
static void write_unknown(struct berg_buffer *out, const struct berg_shape *shape)
{
  if (shape->open)
    berg_buffer_append_text(out, "    return berg_decode_property(reader, name, &out->additional, cap);\n");
  else if (shape->closed)
    berg_buffer_append_format(out, "    return berg_decode_unknown_member(reader, name, \"%.*s\");\n",
                              BERG_SPAN_ARGS(shape->title));
  else
    berg_buffer_append_text(out, "    return berg_json_skip(reader);\n");
}

/* The function that reads the value of one member. */
static void write_member_function(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape)
{
  const char *upper = berg_emit_upper(emit, shape);

  berg_buffer_append_format(out,
                            "\nstatic enum berg_status read_%s_member(struct berg_json_reader *reader,\n"
                            "    struct berg_span name, struct berg_wire_%s *out, uint64_t *seen%s)\n{\n"
                            "  size_t index = berg_decode_index(name, %s_MEMBERS, %zu);\n\n"
                            "  if (index == %zu)\n",
                            shape->name, shape->name, shape->open ? ", size_t *cap" : "", upper, shape->member_count,
                            shape->member_count);
  write_unknown(out, shape);
  if (berg_shape_is_constant(shape))
    berg_buffer_append_text(out, "  (void)out;\n");
  berg_buffer_append_text(out, "  *seen |= UINT64_C(1) << index;\n  switch (index) {\n");
  for (size_t i = 0; i < shape->member_count; i++) {
    if (i + 1 < shape->member_count)
      berg_buffer_append_format(out, "  case %zu:\n    return ", i);
    else
      berg_buffer_append_text(out, "  default:\n    return ");
    write_member(emit, out, shape, &shape->members[i]);
    berg_buffer_append_text(out, ";\n");
  }
  berg_buffer_append_text(out, "  }\n}\n");
}

static uint64_t required_bits(const struct berg_shape *shape)
{
  uint64_t bits = 0;

  for (size_t i = 0; i < shape->member_count; i++) {
    if (shape->members[i].required && !shape->members[i].nullable)
      bits |= UINT64_C(1) << i;
  }
  return bits;
}

static void write_member_names(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape)
{
  struct berg_spans names = {berg_spec_alloc(emit->arena, shape->member_count, sizeof(struct berg_span)),
                             shape->member_count};

  for (size_t i = 0; i < shape->member_count; i++)
    names.items[i] = shape->members[i].name;
  berg_buffer_append_byte(out, '\n');
  berg_emit_span_array(out, berg_name_join(emit->arena, berg_emit_upper(emit, shape), "MEMBERS"), &names);
}

/* A required member that may be null counts as null when it is absent. */
static void write_absent_nulls(struct berg_buffer *out, const struct berg_shape *shape)
{
  for (size_t i = 0; i < shape->member_count; i++) {
    const struct berg_member *member = &shape->members[i];
    if (member->required && member->nullable)
      berg_buffer_append_format(out, "  read.%s.null = !read.%s.set;\n", member->c_name, member->c_name);
  }
}

void berg_emit_decode_struct(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape)
{
  write_member_names(emit, out, shape);
  write_member_function(emit, out, shape);
  berg_buffer_append_byte(out, '\n');
  berg_emit_decode_signature(out, emit, shape);
  berg_buffer_append_format(
      out,
      "\n{\n  struct berg_wire_%s read;\n  struct berg_span name;\n  uint64_t seen = 0;\n"
      "%s  bool more = false;\n  enum berg_status status = berg_json_enter_object(reader, what);\n"
      "  size_t start = reader->value_start;\n\n  memset(&read, 0, sizeof read);\n"
      "  while (status == BERG_OK) {\n"
      "    status = berg_json_next_member(reader, &name, &more);\n"
      "    if (status != BERG_OK || !more)\n      break;\n"
      "    status = read_%s_member(reader, name, &read, &seen%s);\n  }\n",
      shape->name, shape->open ? "  size_t cap = 0;\n" : "", shape->name, shape->open ? ", &cap" : "");
  if (required_bits(shape) != 0)
    berg_buffer_append_format(out,
                              "  if (status == BERG_OK)\n"
                              "    status = berg_decode_require(reader, start, seen, UINT64_C(0x%llx), %s_MEMBERS, "
                              "\"%.*s\");\n",
                              (unsigned long long)required_bits(shape), berg_emit_upper(emit, shape),
                              BERG_SPAN_ARGS(shape->title));
  else
    berg_buffer_append_text(out, "  (void)start;\n");
  write_absent_nulls(out, shape);
  berg_buffer_append_text(out, "  if (status == BERG_OK)\n    *out = read;\n  return status;\n}\n");
}

/* The function that reads one alternative, known by now to be the right one. */
static void write_alternative(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape,
                              const struct berg_alternative *alternative)
{
  const char *upper = berg_emit_upper(emit, shape);
  const char *type = berg_emit_type(emit, alternative->shape);

  berg_buffer_append_format(
      out,
      "\nstatic enum berg_status read_%s_as_%s(struct berg_json_reader *reader, const char *what,\n"
      "    struct berg_wire_%s *out)\n{\n",
      shape->name, alternative->c_name, shape->name);
  if (alternative->shape->kind == BERG_SHAPE_STRUCT || alternative->shape->kind == BERG_SHAPE_UNION) {
    berg_buffer_append_format(out,
                              "  %s *part = berg_decode_block(reader, sizeof *part);\n"
                              "  enum berg_status status = part == NULL ? reader->status\n"
                              "    : berg_wire_%s_decode(reader, what, part);\n\n  out->as.%s = part;\n",
                              type, alternative->shape->name, alternative->c_name);
  } else {
    berg_buffer_append_format(out, "  %s part;\n  enum berg_status status = ", type);
    berg_emit_read(emit, out, alternative->shape, false, "what", "&part");
    berg_buffer_append_format(out, ";\n\n  if (status == BERG_OK)\n    out->as.%s = part;\n", alternative->c_name);
  }
  berg_buffer_append_format(out, "  out->kind = BERG_WIRE_%s_%s;\n  return status;\n}\n", upper,
                            alternative->enumerator);
}

/* All values of the tag, in the order of the alternatives. */
static struct berg_spans all_tags(const struct berg_emit *emit, const struct berg_shape *shape)
{
  struct berg_spans tags = {NULL, 0};

  for (size_t i = 0; i < shape->alternative_count; i++)
    tags.count += shape->alternatives[i].tags.count;
  tags.items = berg_spec_alloc(emit->arena, tags.count, sizeof *tags.items);
  tags.count = 0;
  for (size_t i = 0; i < shape->alternative_count; i++) {
    for (size_t k = 0; k < shape->alternatives[i].tags.count; k++)
      tags.items[tags.count++] = shape->alternatives[i].tags.items[k];
  }
  return tags;
}

static void write_tag_choice(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape)
{
  const char *upper = berg_emit_upper(emit, shape);
  struct berg_spans tags = all_tags(emit, shape);
  size_t index = 0;

  berg_buffer_append_byte(out, '\n');
  berg_emit_span_array(out, berg_name_join(emit->arena, upper, "TAGS"), &tags);
  berg_buffer_append_format(out,
                            "\nstatic enum berg_status choose_%s(struct berg_json_reader *reader, const char *what,\n"
                            "    struct berg_wire_%s *out)\n{\n  size_t tag = 0;\n"
                            "  enum berg_status status = berg_decode_tag(reader, ",
                            shape->name, shape->name);
  berg_emit_span(out, shape->tag);
  berg_buffer_append_format(out, ", %s_TAGS, %zu, \"%.*s\", &tag);\n\n", upper, tags.count,
                            BERG_SPAN_ARGS(shape->title));
  berg_buffer_append_text(out, "  if (status != BERG_OK)\n    return status;\n  switch (tag) {\n");
  for (size_t i = 0; i < shape->alternative_count; i++) {
    const struct berg_alternative *alternative = &shape->alternatives[i];
    for (size_t k = 0; k < alternative->tags.count; k++, index++) {
      if (index + 1 == tags.count)
        berg_buffer_append_text(out, "  default:\n");
      else
        berg_buffer_append_format(out, "  case %zu:\n", index);
    }
    if (alternative->tags.count > 0)
      berg_buffer_append_format(out, "    return read_%s_as_%s(reader, what, out);\n", shape->name,
                                alternative->c_name);
  }
  berg_buffer_append_text(out, "  }\n}\n");
}

static void write_marker_choice(struct berg_buffer *out, const struct berg_shape *shape)
{
  berg_buffer_append_format(out,
                            "\nstatic enum berg_status choose_%s(struct berg_json_reader *reader, const char *what,\n"
                            "    struct berg_wire_%s *out)\n{\n",
                            shape->name, shape->name);
  for (size_t i = 0; i < shape->alternative_count; i++) {
    const struct berg_alternative *alternative = &shape->alternatives[i];
    if (alternative->marker.len == 0)
      continue;
    berg_buffer_append_text(out, "  if (berg_decode_has_member(reader, ");
    berg_emit_span(out, alternative->marker);
    berg_buffer_append_format(out, "))\n    return read_%s_as_%s(reader, what, out);\n", shape->name,
                              alternative->c_name);
  }
  berg_buffer_append_format(out, "  return berg_decode_no_alternative(reader, \"%.*s\");\n}\n",
                            BERG_SPAN_ARGS(shape->title));
}

static bool takes_objects(const struct berg_alternative *alternative)
{
  return (alternative->kinds & BERG_SPEC_OBJECT) != 0;
}

/* The branches of the decode function: one for each alternative that a JSON type leads to, and one for objects. */
static void write_branches(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape,
                           bool choose)
{
  if (choose)
    berg_buffer_append_format(out,
                              "  if (status == BERG_OK && kind == BERG_KIND_OBJECT)\n"
                              "    status = choose_%s(reader, what, &read);\n  else ",
                              shape->name);
  else
    berg_buffer_append_text(out, "  ");
  for (size_t i = 0; i < shape->alternative_count; i++) {
    const struct berg_alternative *alternative = &shape->alternatives[i];
    unsigned kinds = alternative->kinds & ~(unsigned)(choose ? BERG_SPEC_OBJECT : 0);
    if ((kinds & BERG_SPEC_INTEGER) != 0)
      kinds = (kinds | BERG_SPEC_NUMBER) & ~(unsigned)BERG_SPEC_INTEGER;
    if (kinds != 0)
      berg_buffer_append_format(out,
                                "if (status == BERG_OK && (kind & (%s)) != 0)\n"
                                "    status = read_%s_as_%s(reader, what, &read);\n  else ",
                                berg_emit_kinds(emit, kinds), shape->name, alternative->c_name);
  }
  berg_buffer_append_format(out, "if (status == BERG_OK)\n    status = berg_decode_no_alternative(reader, \"%.*s\");\n",
                            BERG_SPAN_ARGS(shape->title));
}

/* Strings beside the alternatives are looked up before the object is read. */
static void write_common(struct berg_buffer *out, const struct berg_shape *shape)
{
  for (size_t i = 0; i < shape->member_count; i++) {
    berg_buffer_append_text(out, "  if (status == BERG_OK && kind == BERG_KIND_OBJECT)\n"
                                 "    status = berg_decode_beside(reader, ");
    berg_emit_span(out, shape->members[i].name);
    berg_buffer_append_format(out, ", \"%.*s\", &read.%s);\n", BERG_SPAN_ARGS(shape->title), shape->members[i].c_name);
  }
}

void berg_emit_decode_union(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape)
{
  bool markers = false;

  for (size_t i = 0; i < shape->alternative_count; i++) {
    write_alternative(emit, out, shape, &shape->alternatives[i]);
    markers = markers || (takes_objects(&shape->alternatives[i]) && shape->alternatives[i].marker.len > 0);
  }
  if (shape->tag.len > 0)
    write_tag_choice(emit, out, shape);
  else if (markers)
    write_marker_choice(out, shape);
  berg_buffer_append_byte(out, '\n');
  berg_emit_decode_signature(out, emit, shape);
  berg_buffer_append_format(out,
                            "\n{\n  struct berg_wire_%s read;\n  unsigned kind = berg_decode_kind(reader);\n"
                            "  enum berg_status status = reader->status;\n\n  memset(&read, 0, sizeof read);\n",
                            shape->name);
  write_common(out, shape);
  write_branches(emit, out, shape, shape->tag.len > 0 || markers);
  berg_buffer_append_text(out, "  if (status == BERG_OK)\n    *out = read;\n  return status;\n}\n");
}
