/* Makes a schema's flat array of the generated tree. Like the reader, it keeps its own stack instead of calling itself.
 */
#include "document/from_wire.h"
#include "json/scan.h"

/* A nested type whose children are being added; the outermost is the schema. One of the three is set. */
struct level {
  const struct berg_wire_struct_field_array *fields;
  const struct berg_wire_list_type *list;
  const struct berg_wire_map_type *map;
  size_t field; /* whose type it is, or none */
  size_t next;  /* number of the child that comes next */
};

struct flattening {
  struct berg_arena *arena;
  struct berg_problem *problem;
  const char *pointer;
  struct berg_schema schema;
  size_t cap;
  size_t depth;
  struct level levels[BERG_JSON_DEPTH_MAX];
};

/* Appends the way from LEVEL to the type of the child that was taken last. */
static void append_step(struct berg_buffer *pointer, const struct level *level)
{
  if (level->fields != NULL)
    berg_buffer_append_format(pointer, "/fields/%zu/type", level->next - 1);
  else if (level->list != NULL)
    berg_buffer_append_text(pointer, "/element");
  else
    berg_buffer_append_text(pointer, level->next == 1 ? "/key" : "/value");
}

/* Names the type that was to be added last. */
static enum berg_status fail_at_type(struct flattening *work, enum berg_status status)
{
  struct berg_buffer pointer;

  berg_buffer_open(&pointer);
  berg_buffer_append_text(&pointer, work->pointer);
  for (size_t i = 0; i < work->depth; i++)
    append_step(&pointer, &work->levels[i]);
  berg_problem_point(work->problem, berg_buffer_span(&pointer));
  berg_buffer_close(&pointer);
  return status;
}

static enum berg_status push(struct flattening *work, struct level level)
{
  if (work->depth == BERG_JSON_DEPTH_MAX) {
    enum berg_status status = berg_problem_set(work->problem, BERG_INVALID, "a type is nested too deep");
    return fail_at_type(work, status);
  }
  work->levels[work->depth++] = level;
  return BERG_OK;
}

/* The type of field INDEX: parsed when primitive, else its children come next. */
static enum berg_status set_type(struct flattening *work, size_t index, const struct berg_wire_type *wire)
{
  struct berg_type *type = &work->schema.fields[index].type;
  struct level level = {.field = index};
  enum berg_status status;

  switch (wire->kind) {
  case BERG_WIRE_TYPE_STRUCT:
    type->kind = BERG_TYPE_STRUCT;
    level.fields = &wire->as.struct_->fields;
    return push(work, level);
  case BERG_WIRE_TYPE_LIST:
    type->kind = BERG_TYPE_LIST;
    level.list = wire->as.list;
    return push(work, level);
  case BERG_WIRE_TYPE_MAP:
    type->kind = BERG_TYPE_MAP;
    level.map = wire->as.map;
    return push(work, level);
  default:
    status = berg_type_parse(wire->as.primitive, type, work->problem);
    return status == BERG_OK ? BERG_OK : fail_at_type(work, status);
  }
}

static enum berg_status add_field(struct flattening *work, struct berg_field field, const struct berg_wire_type *type)
{
  struct berg_schema *schema = &work->schema;
  size_t index = schema->field_count;

  if (index == work->cap) {
    size_t cap = work->cap == 0 ? 16 : work->cap * 2;
    schema->fields = berg_arena_grow(work->arena, schema->fields, index, cap, sizeof *schema->fields);
    if (schema->fields == NULL)
      return berg_problem_set(work->problem, BERG_NO_MEMORY, "out of memory while a schema was read");
    work->cap = cap;
  }
  field.end = index + 1;
  schema->fields[index] = field;
  schema->field_count++;
  return set_type(work, index, type);
}

static enum berg_status add_struct_field(struct flattening *work, size_t parent,
                                         const struct berg_wire_struct_field *wire)
{
  struct berg_field field = {.id = wire->id,
                             .role = BERG_ROLE_FIELD,
                             .parent = parent,
                             .name = wire->name,
                             .required = wire->required,
                             .has_doc = wire->doc.set};

  if (wire->doc.set)
    field.doc = wire->doc.value;
  if (wire->initial_default.set)
    field.initial_default = wire->initial_default.value;
  if (wire->write_default.set)
    field.write_default = wire->write_default.value;
  return add_field(work, field, &wire->type);
}

static enum berg_status add_element(struct flattening *work, size_t parent, const struct berg_wire_list_type *wire)
{
  struct berg_field field = {.id = wire->element_id,
                             .role = BERG_ROLE_ELEMENT,
                             .parent = parent,
                             .name = BERG_SPAN("element"),
                             .required = wire->element_required};

  return add_field(work, field, &wire->element);
}

static enum berg_status add_key_or_value(struct flattening *work, size_t parent, const struct berg_wire_map_type *wire,
                                         bool is_key)
{
  struct berg_field key = {
      .id = wire->key_id, .role = BERG_ROLE_KEY, .parent = parent, .name = BERG_SPAN("key"), .required = true};
  struct berg_field value = {.id = wire->value_id,
                             .role = BERG_ROLE_VALUE,
                             .parent = parent,
                             .name = BERG_SPAN("value"),
                             .required = wire->value_required};

  return is_key ? add_field(work, key, &wire->key) : add_field(work, value, &wire->value);
}

static size_t count_children(const struct level *level)
{
  if (level->fields != NULL)
    return level->fields->count;
  return level->list != NULL ? 1 : 2;
}

/* Adds the next child of the innermost level, or ends it. */
static enum berg_status step(struct flattening *work)
{
  struct level *level = &work->levels[work->depth - 1];

  if (level->next == count_children(level)) {
    if (level->field != BERG_NO_PARENT)
      work->schema.fields[level->field].end = work->schema.field_count;
    work->depth--;
    return BERG_OK;
  }
  size_t child = level->next++;
  if (level->fields != NULL)
    return add_struct_field(work, level->field, &level->fields->items[child]);
  if (level->list != NULL)
    return add_element(work, level->field, level->list);
  return add_key_or_value(work, level->field, level->map, child == 0);
}

enum berg_status berg_schema_from_wire(const struct berg_wire_schema *wire, const char *pointer,
                                       struct berg_arena *arena, struct berg_schema *schema,
                                       struct berg_problem *problem)
{
  struct flattening work = {.arena = arena, .problem = problem, .pointer = pointer};
  enum berg_status status = push(&work, (struct level){.fields = &wire->fields, .field = BERG_NO_PARENT});

  while (status == BERG_OK && work.depth > 0)
    status = step(&work);
  if (status != BERG_OK)
    return status;
  if (wire->schema_id.set)
    work.schema.schema_id = wire->schema_id.value;
  if (wire->identifier_field_ids.set)
    work.schema.identifier_field_ids = wire->identifier_field_ids.value;
  *schema = work.schema;
  return BERG_OK;
}
