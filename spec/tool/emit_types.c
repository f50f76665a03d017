/* berg_wire_types.h: one C type for each schema that needs its own. */
#include "spec/tool/emit.h"
#include "spec/tool/names.h"

/* `struct berg_opt_x` of a type that does not hold itself. */
static void write_optional(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape)
{
  if (!shape->optional)
    return;
  berg_buffer_append_format(out, "%s {\n  bool set;\n  bool null;\n  %s%s%svalue;\n};\n",
                            berg_emit_opt_type(emit, shape), shape->pointed ? "const " : "",
                            berg_emit_type(emit, shape), shape->pointed ? " *" : " ");
}

static void write_enum(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape)
{
  const char *upper = berg_emit_upper(emit, shape);

  berg_buffer_append_format(out, "enum berg_wire_%s {\n", shape->name);
  for (size_t i = 0; i < shape->words.count; i++)
    berg_buffer_append_format(out, "  BERG_WIRE_%s_%s%s,\n", upper, berg_name_upper(emit->arena, shape->words.items[i]),
                              i == 0 ? " = 0" : "");
  berg_buffer_append_text(out, "};\n");
}

/* Returns how many members were written: constants have none. */
static size_t write_members(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape)
{
  size_t count = 0;

  for (size_t i = 0; i < shape->member_count; i++) {
    const struct berg_member *member = &shape->members[i];
    if (member->shape->kind == BERG_SHAPE_CONST)
      continue;
    const char *type =
        berg_member_is_optional(member) ? berg_emit_opt_type(emit, member->shape) : berg_emit_type(emit, member->shape);
    berg_buffer_append_format(out, "  %s %s;\n", type, member->c_name);
    count++;
  }
  return count;
}

static void write_struct(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape)
{
  berg_buffer_append_format(out, "struct berg_wire_%s {\n", shape->name);
  size_t count = write_members(emit, out, shape);
  if (shape->open)
    berg_buffer_append_text(out, "  struct berg_properties additional; /* members without a name of their own */\n");
  else if (count == 0)
    berg_buffer_append_text(out, "  char nothing; /* all members are constants */\n");
  berg_buffer_append_text(out, "};\n");
}

static bool is_pointed_at(const struct berg_shape *shape)
{
  return shape->kind == BERG_SHAPE_STRUCT || shape->kind == BERG_SHAPE_UNION;
}

static void write_union(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape)
{
  const char *upper = berg_emit_upper(emit, shape);

  berg_buffer_append_format(out, "enum berg_wire_%s_kind {\n", shape->name);
  for (size_t i = 0; i < shape->alternative_count; i++)
    berg_buffer_append_format(out, "  BERG_WIRE_%s_%s%s,\n", upper, shape->alternatives[i].enumerator,
                              i == 0 ? " = 0" : "");
  berg_buffer_append_format(out, "};\nstruct berg_wire_%s {\n  enum berg_wire_%s_kind kind;\n", shape->name,
                            shape->name);
  write_members(emit, out, shape);
  berg_buffer_append_text(out, "  union {\n");
  for (size_t i = 0; i < shape->alternative_count; i++) {
    const struct berg_alternative *alternative = &shape->alternatives[i];
    bool pointer = is_pointed_at(alternative->shape);
    berg_buffer_append_format(out, "    %s%s%s%s;\n", pointer ? "const " : "", berg_emit_type(emit, alternative->shape),
                              pointer ? " *" : " ", alternative->c_name);
  }
  berg_buffer_append_text(out, "  } as;\n};\n");
}

static void write_shape(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape)
{
  berg_buffer_append_format(out, "\n/* %.*s */\n", BERG_SPAN_ARGS(shape->title));
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
  case BERG_SHAPE_ARRAY:
    berg_buffer_append_format(out, "struct berg_wire_%s {\n  %s *items;\n  size_t count;\n};\n", shape->name,
                              berg_emit_type(emit, shape->item));
    break;
  default:
    berg_buffer_append_format(out, "struct berg_wire_%s {\n  struct berg_wire_%s_entry *items;\n  size_t count;\n};\n",
                              shape->name, shape->item->name);
    break;
  }
  if (!shape->pointed)
    write_optional(emit, out, shape);
}

static void write_entry(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *map)
{
  berg_buffer_append_format(out, "\nstruct berg_wire_%s_entry {\n  struct berg_span key;\n  %s value;\n};\n",
                            map->item->name, berg_emit_type(emit, map->item));
}

void berg_emit_types(const struct berg_emit *emit, struct berg_buffer *header, struct berg_buffer *source)
{
  const struct berg_shapes *shapes = emit->shapes;

  (void)source; /* types have none */

  berg_emit_header_begin(header, "BERG_GENERATED_TYPES_H", "What the messages of the API are in C.",
                         "#include \"wire/optional.h\"\n");
  for (size_t i = 0; i < shapes->count; i++) {
    if (shapes->items[i]->pointed)
      write_optional(emit, header, shapes->items[i]);
  }
  for (size_t i = 0; i < shapes->count; i++)
    write_shape(emit, header, shapes->items[i]);
  for (size_t i = 0; i < shapes->count; i++) {
    if (shapes->items[i]->kind == BERG_SHAPE_MAP)
      write_entry(emit, header, shapes->items[i]);
  }
  berg_emit_header_end(header);
}
