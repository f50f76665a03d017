/* Structs: members of a schema and of what it has in its allOf, in the order of the document. */
#include "spec/tool/emit_struct.h"

#include "spec/tool/names.h"

bool berg_shape_is_constant(const struct berg_shape *shape)
{
  for (size_t i = 0; i < shape->member_count; i++) {
    if (shape->members[i].shape->kind != BERG_SHAPE_CONST)
      return false;
  }
  return !shape->open;
}

static struct berg_member *find_member(const struct berg_shape *shape, struct berg_span name)
{
  for (size_t i = 0; i < shape->member_count; i++) {
    if (berg_span_equal(shape->members[i].name, name))
      return &shape->members[i];
  }
  return NULL;
}

/* The member NAME of SHAPE, added when there is none: a later part of an allOf narrows what an earlier one has. */
static struct berg_member *take_member(struct berg_shapes *shapes, struct berg_shape *shape, struct berg_span name)
{
  struct berg_member *member = find_member(shape, name);

  if (member != NULL)
    return member;
  shape->members =
      berg_spec_room(shapes->arena, shape->members, shape->member_count, &shape->member_cap, sizeof *shape->members);
  member = &shape->members[shape->member_count++];
  member->name = name;
  return member;
}

static bool is_nullable(const struct berg_spec_schema *schema)
{
  for (int steps = 0; steps < 64; steps++) {
    if (schema->nullable == BERG_SPEC_YES || (schema->types_as_list && (schema->types & BERG_SPEC_NULL) != 0))
      return true;
    if (schema->ref == NULL)
      return false;
    schema = schema->ref;
  }
  return false;
}

static void add_property(struct berg_shapes *shapes, struct berg_shape *shape,
                         const struct berg_spec_property *property)
{
  const char *c_name = berg_name_member(shapes->arena, property->name);
  const struct berg_shape *type =
      berg_shape_of(shapes, property->schema,
                    berg_name_join(shapes->arena, shape->name, berg_name_snake(shapes->arena, property->name)));

  if (type == NULL)
    return;
  struct berg_member *member = take_member(shapes, shape, property->name);
  member->c_name = c_name;
  member->shape = type;
  member->required = member->required || property->required;
  member->nullable = is_nullable(property->schema);
}

void berg_struct_add_properties(struct berg_shapes *shapes, struct berg_shape *shape,
                                const struct berg_spec_schema *schema)
{
  for (size_t i = 0; i < schema->property_count; i++)
    add_property(shapes, shape, &schema->properties[i]);
}

/* Members that `required` names and another part of the allOf has. */
static void require_members(struct berg_shapes *shapes, struct berg_shape *shape, const struct berg_spec_schema *schema)
{
  for (size_t i = 0; i < schema->required.count; i++) {
    struct berg_member *member = find_member(shape, schema->required.items[i]);
    if (member == NULL)
      (void)berg_shape_refuse(shapes, schema, "a required member that is no property");
    else
      member->required = true;
  }
}

static void take_additional(struct berg_shapes *shapes, struct berg_shape *shape, const struct berg_spec_schema *schema)
{
  const struct berg_spec_schema *additional = schema->additional;

  if (additional == NULL || additional->form == BERG_SPEC_FORM_TRUE)
    return;
  if (additional->form == BERG_SPEC_FORM_FALSE) {
    shape->closed = true;
    return;
  }
  const struct berg_shape *type =
      berg_shape_of(shapes, additional, berg_name_join(shapes->arena, shape->name, "value"));
  if (type != NULL && type->kind != BERG_SHAPE_STRING)
    (void)berg_shape_refuse(shapes, schema, "members beside `additionalProperties` that are no strings");
  shape->open = true;
}

/* Adds the members of SCHEMA, parts of its allOf first. DEPTH bounds references that lead in a circle. */
static void add_parts(struct berg_shapes *shapes, struct berg_shape *shape, const struct berg_spec_schema *schema,
                      int depth)
{
  if (depth == 0) {
    (void)berg_shape_refuse(shapes, schema, "`allOf` leads back to itself");
    return;
  }
  if (schema->ref != NULL)
    add_parts(shapes, shape, schema->ref, depth - 1);
  for (size_t i = 0; i < schema->all_of.count; i++)
    add_parts(shapes, shape, schema->all_of.items[i], depth - 1);
  if (schema->one_of.count > 0 || schema->any_of.count > 0)
    (void)berg_shape_refuse(shapes, schema, "alternatives inside `allOf`");
  berg_struct_add_properties(shapes, shape, schema);
  if (schema->all_of.count == 0)
    take_additional(shapes, shape, schema);
  else
    shape->closed = false;
}

/* Requirements come last: a part may require what a later part has. */
static void require_parts(struct berg_shapes *shapes, struct berg_shape *shape, const struct berg_spec_schema *schema,
                          int depth)
{
  if (depth == 0)
    return;
  if (schema->ref != NULL)
    require_parts(shapes, shape, schema->ref, depth - 1);
  for (size_t i = 0; i < schema->all_of.count; i++)
    require_parts(shapes, shape, schema->all_of.items[i], depth - 1);
  require_members(shapes, shape, schema);
}

#define ALL_OF_DEPTH_MAX 16

const struct berg_shape *berg_struct_make(struct berg_shapes *shapes, const struct berg_spec_schema *schema,
                                          const char *name)
{
  struct berg_shape *shape = berg_shape_new(shapes, BERG_SHAPE_STRUCT, name, schema);

  add_parts(shapes, shape, schema, ALL_OF_DEPTH_MAX);
  require_parts(shapes, shape, schema, ALL_OF_DEPTH_MAX);
  if (shape->member_count == 0)
    return berg_shape_refuse(shapes, schema, "an `allOf` without members");
  if (shape->member_count > 64)
    return berg_shape_refuse(shapes, schema, "more than 64 members");
  return shape;
}

/* Held by value inside SHAPE, each one: what must stand before it. */
static void visit(struct berg_shapes *shapes, struct berg_shape *shape, struct berg_shape **out, size_t *count);

enum { UNSEEN = 0, OPEN, DONE };

static struct berg_shape *writable(const struct berg_shapes *shapes, const struct berg_shape *shape)
{
  for (size_t i = 0; i < shapes->count; i++) {
    if (shapes->items[i] == shape)
      return shapes->items[i];
  }
  return NULL;
}

static void visit_member(struct berg_shapes *shapes, struct berg_member *member, struct berg_shape **out, size_t *count)
{
  struct berg_shape *held = writable(shapes, member->shape);

  if (held == NULL)
    return;
  if (berg_member_is_optional(member))
    held->optional = true;
  if (held->mark != OPEN) {
    visit(shapes, held, out, count);
    return;
  }
  held->pointed = true;
  if (!berg_member_is_optional(member))
    (void)berg_shape_refuse(shapes, held->schema, "it requires a member that holds it again");
}

static void visit(struct berg_shapes *shapes, struct berg_shape *shape, struct berg_shape **out, size_t *count)
{
  if (shape->mark != UNSEEN)
    return;
  shape->mark = OPEN;
  for (size_t i = 0; i < shape->member_count; i++)
    visit_member(shapes, &shape->members[i], out, count);
  for (size_t i = 0; i < shape->alternative_count; i++) {
    enum berg_shape_kind kind = shape->alternatives[i].shape->kind;
    if (kind == BERG_SHAPE_ENUM || kind == BERG_SHAPE_ARRAY || kind == BERG_SHAPE_MAP)
      visit(shapes, writable(shapes, shape->alternatives[i].shape), out, count);
  }
  if (shape->kind == BERG_SHAPE_ARRAY && shape->item->kind == BERG_SHAPE_ENUM)
    visit(shapes, writable(shapes, shape->item), out, count);
  shape->mark = DONE;
  out[(*count)++] = shape;
}

void berg_shapes_order(struct berg_shapes *shapes)
{
  struct berg_shape **out = berg_spec_alloc(shapes->arena, shapes->count, sizeof *out);
  size_t count = 0;

  for (size_t i = 0; i < shapes->count; i++)
    visit(shapes, shapes->items[i], out, &count);
  shapes->items = out;
}
