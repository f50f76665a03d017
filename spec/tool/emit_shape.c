#include "spec/tool/emit_shape.h"

#include "spec/tool/emit_struct.h"
#include "spec/tool/names.h"

bool berg_shape_is_named(const struct berg_shape *shape)
{
  return shape->kind >= BERG_SHAPE_ENUM;
}

bool berg_member_is_optional(const struct berg_member *member)
{
  return !member->required || member->nullable;
}

/* Whether a node has its own say about the shape, beside a reference or allOf. */
static bool is_bare(const struct berg_spec_schema *schema)
{
  return schema->const_value == NULL && schema->enum_values.count == 0 && schema->property_count == 0 &&
         schema->one_of.count == 0 && schema->any_of.count == 0 && schema->items == NULL && schema->additional == NULL;
}

const struct berg_spec_schema *berg_shape_behind(const struct berg_spec_schema *schema)
{
  for (int steps = 0; steps < 64; steps++) {
    if (schema->ref != NULL && is_bare(schema) && schema->all_of.count == 0)
      schema = schema->ref;
    else if (schema->ref == NULL && schema->name.len == 0 && schema->all_of.count == 1 && is_bare(schema))
      schema = schema->all_of.items[0];
    else
      break;
  }
  return schema;
}

static unsigned kinds_of_all(const struct berg_spec_schemas *schemas)
{
  unsigned kinds = 0;

  for (size_t i = 0; i < schemas->count; i++)
    kinds |= berg_shape_kinds_of(schemas->items[i]);
  return kinds;
}

#define ANY_KIND (BERG_SPEC_OBJECT * 2u - 1u)

unsigned berg_shape_kinds_of(const struct berg_spec_schema *schema)
{
  if (schema->types != 0)
    return schema->types | (schema->nullable == BERG_SPEC_YES ? BERG_SPEC_NULL : 0u);
  if (schema->ref != NULL)
    return berg_shape_kinds_of(schema->ref);
  if (schema->one_of.count > 0)
    return kinds_of_all(&schema->one_of);
  if (schema->any_of.count > 0)
    return kinds_of_all(&schema->any_of);
  if (schema->all_of.count > 0)
    return berg_shape_kinds_of(schema->all_of.items[0]);
  if (schema->property_count > 0 || schema->additional != NULL || schema->discriminator.set)
    return BERG_SPEC_OBJECT;
  return ANY_KIND;
}

/* The shapes that stand for themselves. */
static const struct berg_shape STRING = {.kind = BERG_SHAPE_STRING, .name = "string"};
static const struct berg_shape INT32 = {.kind = BERG_SHAPE_INT32, .name = "int32"};
static const struct berg_shape INT64 = {.kind = BERG_SHAPE_INT64, .name = "int64"};
static const struct berg_shape BOOL = {.kind = BERG_SHAPE_BOOL, .name = "bool"};
static const struct berg_shape STRINGS = {.kind = BERG_SHAPE_STRINGS, .name = "strings"};
static const struct berg_shape INT32S = {.kind = BERG_SHAPE_INT32S, .name = "int32s"};
static const struct berg_shape INT64S = {.kind = BERG_SHAPE_INT64S, .name = "int64s"};
static const struct berg_shape PROPERTIES = {.kind = BERG_SHAPE_PROPERTIES, .name = "properties"};

struct berg_shape *berg_shape_new(struct berg_shapes *shapes, enum berg_shape_kind kind, const char *name,
                                  const struct berg_spec_schema *schema)
{
  struct berg_shape *shape = berg_spec_alloc(shapes->arena, 1, sizeof *shape);

  shape->kind = kind;
  shape->name = name;
  shape->schema = schema;
  shape->title = schema->name.len > 0 ? schema->name : berg_span_of(name);
  if (schema->name.len > 0 && shapes->by_schema[schema->index] == NULL)
    shapes->by_schema[schema->index] = shape;
  if (kind < BERG_SHAPE_ENUM)
    return shape;
  shapes->items = berg_spec_room(shapes->arena, shapes->items, shapes->count, &shapes->cap, sizeof *shapes->items);
  shapes->items[shapes->count++] = shape;
  return shape;
}

const struct berg_shape *berg_shape_refuse(struct berg_shapes *shapes, const struct berg_spec_schema *schema,
                                           const char *why)
{
  berg_spec_complain(shapes->complaints, schema->place, "no C type for %.*s: %s", BERG_SPAN_ARGS(schema->pointer), why);
  return NULL;
}

/* The array or map of ITEM that was made before, or NULL: both are named for their item. */
static struct berg_shape *find_collection(const struct berg_shapes *shapes, enum berg_shape_kind kind,
                                          const struct berg_shape *item)
{
  for (size_t i = 0; i < shapes->count; i++) {
    if (shapes->items[i]->kind == kind && shapes->items[i]->item == item)
      return shapes->items[i];
  }
  return NULL;
}

static const struct berg_shape *make_collection(struct berg_shapes *shapes, enum berg_shape_kind kind,
                                                const struct berg_shape *item, const struct berg_spec_schema *schema)
{
  struct berg_shape *shape = find_collection(shapes, kind, item);

  if (shape != NULL)
    return shape;
  shape = berg_shape_new(shapes, kind,
                         berg_name_join(shapes->arena, item->name, kind == BERG_SHAPE_MAP ? "map" : "array"), schema);
  shape->item = item;
  return shape;
}

static const struct berg_shape *make_array(struct berg_shapes *shapes, const struct berg_spec_schema *schema,
                                           const char *name)
{
  if (schema->items == NULL)
    return berg_shape_refuse(shapes, schema, "an array without `items`");
  const struct berg_shape *item = berg_shape_of(shapes, schema->items, berg_name_join(shapes->arena, name, "item"));
  if (item == NULL)
    return NULL;
  switch (item->kind) {
  case BERG_SHAPE_STRING:
    return &STRINGS;
  case BERG_SHAPE_INT32:
    return &INT32S;
  case BERG_SHAPE_INT64:
    return &INT64S;
  case BERG_SHAPE_CONST:
    return berg_shape_refuse(shapes, schema, "an array of constants");
  case BERG_SHAPE_RAW: {
    struct berg_shape *raws = berg_shape_new(shapes, BERG_SHAPE_RAWS, "raws", schema);
    raws->kinds = item->kinds;
    return raws;
  }
  default:
    return make_collection(shapes, BERG_SHAPE_ARRAY, item, schema);
  }
}

static const struct berg_shape *make_map(struct berg_shapes *shapes, const struct berg_spec_schema *schema,
                                         const char *name)
{
  const struct berg_shape *item =
      berg_shape_of(shapes, schema->additional, berg_name_join(shapes->arena, name, "value"));

  if (item == NULL)
    return NULL;
  if (item->kind == BERG_SHAPE_STRING)
    return &PROPERTIES;
  if (item->kind == BERG_SHAPE_CONST)
    return berg_shape_refuse(shapes, schema, "a map of constants");
  return make_collection(shapes, BERG_SHAPE_MAP, item, schema);
}

static const struct berg_shape *make_raw(struct berg_shapes *shapes, const struct berg_spec_schema *schema,
                                         unsigned kinds)
{
  struct berg_shape *shape = berg_shape_new(shapes, BERG_SHAPE_RAW, "raw", schema);

  shape->kinds = kinds;
  return shape;
}

static const struct berg_shape *make_const(struct berg_shapes *shapes, const struct berg_spec_schema *schema)
{
  if (schema->const_value->kind != BERG_YAML_STRING)
    return make_raw(shapes, schema, berg_shape_kinds_of(schema));
  struct berg_shape *shape = berg_shape_new(shapes, BERG_SHAPE_CONST, "const", schema);
  shape->const_value = schema->const_value->text;
  return shape;
}

static const struct berg_shape *make_enum(struct berg_shapes *shapes, const struct berg_spec_schema *schema,
                                          const char *name)
{
  size_t count = schema->enum_values.count;
  struct berg_span *words = berg_spec_alloc(shapes->arena, count, sizeof *words);
  struct berg_shape *shape = berg_shape_new(shapes, BERG_SHAPE_ENUM, name, schema);

  for (size_t i = 0; i < count; i++) {
    if (schema->enum_values.items[i]->kind != BERG_YAML_STRING)
      return berg_shape_refuse(shapes, schema, "an `enum` of other values than strings");
    words[i] = schema->enum_values.items[i]->text;
  }
  shape->words = (struct berg_spans){words, count};
  return shape;
}

static bool is_struct(const struct berg_spec_schema *schema)
{
  return schema->property_count > 0 || schema->all_of.count > 0;
}

static const struct berg_shape *make_object(struct berg_shapes *shapes, const struct berg_spec_schema *schema,
                                            const char *name)
{
  if (is_struct(schema))
    return berg_struct_make(shapes, schema, name);
  if (schema->additional != NULL && schema->additional->form == BERG_SPEC_FORM_OBJECT)
    return make_map(shapes, schema, name);
  return make_raw(shapes, schema, BERG_SPEC_OBJECT);
}

static const struct berg_shape *make_typed(struct berg_shapes *shapes, const struct berg_spec_schema *schema,
                                           const char *name)
{
  unsigned types = schema->types & ~(unsigned)BERG_SPEC_NULL;

  switch (types) {
  case BERG_SPEC_STRING:
    return &STRING;
  case BERG_SPEC_INTEGER:
    return berg_span_equal(schema->format, BERG_SPAN("int64")) ? &INT64 : &INT32;
  case BERG_SPEC_BOOLEAN:
    return &BOOL;
  case BERG_SPEC_ARRAY:
    return make_array(shapes, schema, name);
  case BERG_SPEC_OBJECT:
    return make_object(shapes, schema, name);
  default:
    return make_raw(shapes, schema, types == 0 ? BERG_SPEC_NULL : schema->types);
  }
}

/* Makes the shape of SCHEMA, behind which nothing more stands. NAME is for a type of its own. */
static const struct berg_shape *make_shape(struct berg_shapes *shapes, const struct berg_spec_schema *schema,
                                           const char *name)
{
  unsigned scalars = BERG_SPEC_STRING | BERG_SPEC_INTEGER | BERG_SPEC_NUMBER | BERG_SPEC_BOOLEAN | BERG_SPEC_NULL;
  unsigned kinds = berg_shape_kinds_of(schema);

  if (schema->form == BERG_SPEC_FORM_FALSE)
    return berg_shape_refuse(shapes, schema, "nothing is allowed here");
  if (schema->const_value != NULL)
    return make_const(shapes, schema);
  if (schema->enum_values.count > 0)
    return make_enum(shapes, schema, name);
  if (schema->ref != NULL)
    return berg_shape_refuse(shapes, schema, "members beside `$ref`");
  if (schema->one_of.count > 0 || schema->any_of.count > 0)
    return (kinds & ~scalars) == 0 ? make_raw(shapes, schema, kinds) : berg_union_make(shapes, schema, name);
  if (schema->discriminator.mapping_count > 0)
    return berg_union_make(shapes, schema, name);
  if (schema->types != 0)
    return make_typed(shapes, schema, name);
  if (is_struct(schema) || schema->additional != NULL)
    return make_object(shapes, schema, name);
  return make_raw(shapes, schema, kinds);
}

/* A copy of SHAPE, a collection without a type of its own, under the name of its schema, so that collections of it are
 * named for that. */
static const struct berg_shape *name_collection(struct berg_shapes *shapes, const struct berg_shape *shape,
                                                const struct berg_spec_schema *schema, const char *name)
{
  struct berg_shape *copy = berg_shape_new(shapes, shape->kind, name, schema);

  copy->kinds = shape->kinds;
  return copy;
}

static const struct berg_shape *make_named(struct berg_shapes *shapes, const struct berg_spec_schema *schema)
{
  const char *name = berg_name_snake(shapes->arena, schema->name);
  const struct berg_shape *made = make_shape(shapes, schema, name);

  if (made != NULL && made->kind >= BERG_SHAPE_STRINGS && made->kind <= BERG_SHAPE_PROPERTIES)
    return name_collection(shapes, made, schema, name);
  return made;
}

const struct berg_shape *berg_shape_of(struct berg_shapes *shapes, const struct berg_spec_schema *schema,
                                       const char *name)
{
  schema = berg_shape_behind(schema);
  if (schema->name.len == 0)
    return name == NULL ? NULL : make_shape(shapes, schema, name);
  const struct berg_shape **slot = &shapes->by_schema[schema->index];
  if (*slot == NULL) {
    const struct berg_shape *made = make_named(shapes, schema);
    *slot = made;
  }
  return *slot;
}

/* No two types of one name. */
static void refuse_clashes(struct berg_shapes *shapes)
{
  for (size_t i = 0; i < shapes->count; i++) {
    for (size_t k = 0; k < i; k++) {
      if (strcmp(shapes->items[i]->name, shapes->items[k]->name) == 0)
        (void)berg_shape_refuse(shapes, shapes->items[i]->schema, "another schema has the same name in C");
    }
  }
}

enum berg_status berg_shapes_build(const struct berg_spec_document *document, struct berg_arena *arena,
                                   struct berg_spec_complaints *complaints, struct berg_shapes *shapes)
{
  *shapes = (struct berg_shapes){.arena = arena, .complaints = complaints, .document = document};
  shapes->by_schema = berg_spec_alloc(arena, document->schema_count, sizeof *shapes->by_schema);
  for (size_t i = 0; i < document->schema_count; i++)
    (void)berg_shape_of(shapes, document->schemas[i], NULL);
  if (berg_spec_complaints_status(complaints) == BERG_OK) {
    refuse_clashes(shapes);
    berg_shapes_tell_apart(shapes);
  }
  if (berg_spec_complaints_status(complaints) == BERG_OK)
    berg_shapes_order(shapes);
  return berg_spec_complaints_status(complaints);
}
