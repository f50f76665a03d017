/* Unions: alternatives, and what in the next JSON value leads to each. */
#include "spec/tool/emit_struct.h"

#include "spec/tool/names.h"

static const char *json_type_name(const struct berg_spec_schema *schema)
{
  unsigned kinds = berg_shape_kinds_of(schema);

  for (unsigned bit = BERG_SPEC_NULL; bit <= BERG_SPEC_OBJECT; bit *= 2) {
    if (kinds == bit)
      return berg_spec_type_name((enum berg_spec_type)bit);
  }
  return "value";
}

static void add_alternative(struct berg_shapes *shapes, struct berg_shape *shape, const struct berg_spec_schema *schema,
                            const struct berg_span *value)
{
  const struct berg_shape *type =
      berg_shape_of(shapes, schema, berg_name_join(shapes->arena, shape->name, json_type_name(schema)));

  if (type == NULL)
    return;
  shape->alternatives = berg_spec_room(shapes->arena, shape->alternatives, shape->alternative_count,
                                       &shape->alternative_cap, sizeof *shape->alternatives);
  struct berg_alternative *made = &shape->alternatives[shape->alternative_count++];
  made->schema = berg_shape_behind(schema);
  made->shape = type;
  made->kinds = berg_shape_kinds_of(schema);
  if (value == NULL)
    return;
  made->tags.items = berg_spec_alloc(shapes->arena, 1, sizeof *made->tags.items);
  made->tags.items[made->tags.count++] = *value;
}

static bool holds(const struct berg_spec_schemas *list, const struct berg_spec_schema *schema)
{
  for (size_t i = 0; i < list->count; i++) {
    if (berg_shape_behind(list->items[i]) == schema)
      return true;
  }
  return false;
}

/* Alternatives by the discriminator: one for each of its values. */
static void add_mapped(struct berg_shapes *shapes, struct berg_shape *shape, const struct berg_spec_schemas *list)
{
  const struct berg_spec_discriminator *discriminator = &shape->schema->discriminator;

  shape->tag = discriminator->property;
  for (size_t i = 0; i < discriminator->mapping_count; i++) {
    const struct berg_spec_mapping *entry = &discriminator->mapping[i];
    if (list->count == 0 || holds(list, berg_shape_behind(entry->schema)))
      add_alternative(shapes, shape, entry->schema, &entry->value);
  }
}

/* Strings that stand beside the alternatives, in the same object. */
static void add_common(struct berg_shapes *shapes, struct berg_shape *shape)
{
  berg_struct_add_properties(shapes, shape, shape->schema);
  for (size_t i = 0; i < shape->member_count; i++) {
    if (shape->members[i].shape->kind != BERG_SHAPE_STRING || !shape->members[i].required)
      (void)berg_shape_refuse(shapes, shape->schema, "a member beside alternatives that is no required string");
  }
}

const struct berg_shape *berg_union_make(struct berg_shapes *shapes, const struct berg_spec_schema *schema,
                                         const char *name)
{
  const struct berg_spec_schemas *list = schema->one_of.count > 0 ? &schema->one_of : &schema->any_of;
  struct berg_shape *shape = berg_shape_new(shapes, BERG_SHAPE_UNION, name, schema);

  if (schema->one_of.count > 0 && schema->any_of.count > 0)
    return berg_shape_refuse(shapes, schema, "both `oneOf` and `anyOf`");
  if (schema->discriminator.mapping_count > 0) {
    add_mapped(shapes, shape, list);
    return shape;
  }
  for (size_t i = 0; i < list->count; i++)
    add_alternative(shapes, shape, list->items[i], NULL);
  add_common(shapes, shape);
  return shape;
}

/* A constant string beside a plain string is one of the plain string's values. */
static void drop_constants(struct berg_shape *shape)
{
  size_t kept = 0;
  bool plain = false;

  for (size_t i = 0; i < shape->alternative_count; i++)
    plain = plain || shape->alternatives[i].shape->kind == BERG_SHAPE_STRING;
  for (size_t i = 0; i < shape->alternative_count; i++) {
    if (!plain || shape->alternatives[i].shape->kind != BERG_SHAPE_CONST)
      shape->alternatives[kept++] = shape->alternatives[i];
  }
  shape->alternative_count = kept;
}

/* Of each JSON type but objects, the first alternative that accepts it gets it; those that get nothing are dropped. */
static void claim_kinds(struct berg_shape *shape)
{
  unsigned claimed = 0;
  size_t kept = 0;

  for (size_t i = 0; i < shape->alternative_count; i++) {
    struct berg_alternative *alternative = &shape->alternatives[i];
    alternative->kinds &= ~claimed;
    if ((claimed & BERG_SPEC_NUMBER) != 0)
      alternative->kinds &= ~(unsigned)BERG_SPEC_INTEGER;
    claimed |= alternative->kinds & ~(unsigned)BERG_SPEC_OBJECT;
    if (alternative->kinds != 0)
      shape->alternatives[kept++] = *alternative;
  }
  shape->alternative_count = kept;
}

static bool takes_objects(const struct berg_alternative *alternative)
{
  return (alternative->kinds & BERG_SPEC_OBJECT) != 0;
}

static const struct berg_member *find_member(const struct berg_shape *shape, struct berg_span name)
{
  for (size_t i = 0; i < shape->member_count; i++) {
    if (berg_span_equal(shape->members[i].name, name))
      return &shape->members[i];
  }
  return NULL;
}

static bool has_value(const struct berg_spans *values, struct berg_span value)
{
  for (size_t i = 0; i < values->count; i++) {
    if (berg_span_equal(values->items[i], value))
      return true;
  }
  return false;
}

static void add_value(struct berg_shapes *shapes, struct berg_spans *values, struct berg_span value)
{
  struct berg_span *items;

  if (has_value(values, value))
    return;
  items = berg_arena_grow(shapes->arena, values->items, values->count, values->count + 1, sizeof *items);
  if (items == NULL)
    berg_spec_no_memory();
  values->items = items;
  items[values->count++] = value;
}

/* Adds to VALUES what the required member NAME of an object of SHAPE may be; false when that is not a closed list. */
static bool add_tag_values(struct berg_shapes *shapes, const struct berg_shape *shape, struct berg_span name,
                           struct berg_spans *values)
{
  if (shape->kind == BERG_SHAPE_UNION) {
    bool all = true;
    for (size_t i = 0; i < shape->alternative_count && all; i++) {
      if (takes_objects(&shape->alternatives[i]))
        all = add_tag_values(shapes, shape->alternatives[i].shape, name, values);
    }
    return all;
  }
  const struct berg_member *member = shape->kind == BERG_SHAPE_STRUCT ? find_member(shape, name) : NULL;
  if (member == NULL || !member->required)
    return false;
  if (member->shape->kind == BERG_SHAPE_CONST)
    add_value(shapes, values, member->shape->const_value);
  else if (member->shape->kind == BERG_SHAPE_ENUM)
    for (size_t i = 0; i < member->shape->words.count; i++)
      add_value(shapes, values, member->shape->words.items[i]);
  else
    return false;
  return true;
}

static bool is_disjoint(const struct berg_spans *a, const struct berg_spans *b)
{
  for (size_t i = 0; i < a->count; i++) {
    if (has_value(b, a->items[i]))
      return false;
  }
  return true;
}

/* Tries member NAME as the tag of SHAPE: each alternative has its own values of it. */
static bool try_tag(struct berg_shapes *shapes, struct berg_shape *shape, struct berg_span name)
{
  struct berg_spans *tags = berg_spec_alloc(shapes->arena, shape->alternative_count, sizeof *tags);

  for (size_t i = 0; i < shape->alternative_count; i++) {
    if (!takes_objects(&shape->alternatives[i]))
      continue;
    if (!add_tag_values(shapes, shape->alternatives[i].shape, name, &tags[i]))
      return false;
    for (size_t k = 0; k < i; k++) {
      if (!is_disjoint(&tags[i], &tags[k]))
        return false;
    }
  }
  shape->tag = name;
  for (size_t i = 0; i < shape->alternative_count; i++)
    shape->alternatives[i].tags = tags[i];
  return true;
}

/* The first struct among SHAPE and the alternatives of its objects. */
static const struct berg_shape *first_struct(const struct berg_shape *shape)
{
  while (shape != NULL && shape->kind == BERG_SHAPE_UNION) {
    const struct berg_shape *next = NULL;
    for (size_t i = 0; i < shape->alternative_count && next == NULL; i++)
      next = takes_objects(&shape->alternatives[i]) ? shape->alternatives[i].shape : NULL;
    shape = next;
  }
  return shape;
}

static bool find_tag(struct berg_shapes *shapes, struct berg_shape *shape)
{
  const struct berg_shape *first = first_struct(shape);

  for (size_t i = 0; first != NULL && i < first->member_count; i++) {
    if (try_tag(shapes, shape, first->members[i].name))
      return true;
  }
  return false;
}

/* Tells whether an alternative of SHAPE other than the one at OWN has the member NAME. */
static bool is_shared(const struct berg_shape *shape, size_t own, struct berg_span name)
{
  for (size_t i = 0; i < shape->alternative_count; i++) {
    if (i != own && shape->alternatives[i].shape->kind == BERG_SHAPE_STRUCT &&
        find_member(shape->alternatives[i].shape, name) != NULL)
      return true;
  }
  return false;
}

static struct berg_span find_marker(const struct berg_shape *shape, size_t own)
{
  const struct berg_shape *type = shape->alternatives[own].shape;

  for (size_t i = 0; type->kind == BERG_SHAPE_STRUCT && i < type->member_count; i++) {
    if (type->members[i].required && !is_shared(shape, own, type->members[i].name))
      return type->members[i].name;
  }
  return (struct berg_span){NULL, 0};
}

/* Gives each alternative a member that only it has. */
static bool find_markers(struct berg_shape *shape)
{
  for (size_t i = 0; i < shape->alternative_count; i++) {
    struct berg_alternative *alternative = &shape->alternatives[i];
    if (!takes_objects(alternative))
      continue;
    alternative->marker = find_marker(shape, i);
    if (alternative->marker.len == 0)
      return false;
  }
  return true;
}

/* The name of SCHEMA's shape without the union's name at its end. */
static const char *short_name(struct berg_shapes *shapes, const struct berg_shape *shape,
                              const struct berg_spec_schema *schema)
{
  const char *full = berg_name_snake(shapes->arena, schema->name);
  size_t full_len = strlen(full);
  size_t union_len = strlen(shape->name);

  if (full_len <= union_len + 1 || full[full_len - union_len - 1] != '_' ||
      strcmp(full + (full_len - union_len), shape->name) != 0)
    return full;
  struct berg_span part = {(const uint8_t *)full, full_len - union_len - 1};
  return berg_name_snake(shapes->arena, part);
}

static bool is_named_by_tag(const struct berg_shape *shape, const struct berg_alternative *alternative)
{
  if (alternative->tags.count != 1)
    return false;
  if (shape->schema->discriminator.set)
    return true;
  const struct berg_member *member =
      alternative->shape->kind == BERG_SHAPE_STRUCT ? find_member(alternative->shape, shape->tag) : NULL;
  return member != NULL && member->shape->kind == BERG_SHAPE_CONST;
}

static void name_alternatives(struct berg_shapes *shapes, struct berg_shape *shape)
{
  for (size_t i = 0; i < shape->alternative_count; i++) {
    struct berg_alternative *alternative = &shape->alternatives[i];
    const char *name;
    if (is_named_by_tag(shape, alternative))
      name = berg_name_snake(shapes->arena, alternative->tags.items[0]);
    else if (alternative->schema->name.len > 0)
      name = short_name(shapes, shape, alternative->schema);
    else
      name = json_type_name(alternative->schema);
    alternative->c_name = berg_name_member(shapes->arena, berg_span_of(name));
    alternative->enumerator = berg_name_raise(shapes->arena, name);
  }
}

static void tell_apart(struct berg_shapes *shapes, struct berg_shape *shape)
{
  size_t objects = 0;

  if (!shape->schema->discriminator.set && shape->tag.len == 0) {
    for (size_t i = 0; i < shape->alternative_count; i++)
      objects += takes_objects(&shape->alternatives[i]) ? 1 : 0;
    if (objects > 1 && !find_tag(shapes, shape) && !find_markers(shape))
      (void)berg_shape_refuse(shapes, shape->schema, "alternatives that no member tells apart");
  }
  for (size_t i = 0; i < shape->alternative_count; i++) {
    if (shape->alternatives[i].shape->kind == BERG_SHAPE_CONST)
      (void)berg_shape_refuse(shapes, shape->schema, "a constant among alternatives");
  }
  name_alternatives(shapes, shape);
}

void berg_shapes_tell_apart(struct berg_shapes *shapes)
{
  for (size_t i = 0; i < shapes->count; i++) {
    if (shapes->items[i]->kind != BERG_SHAPE_UNION)
      continue;
    drop_constants(shapes->items[i]);
    claim_kinds(shapes->items[i]);
  }
  for (size_t i = 0; i < shapes->count; i++) {
    if (shapes->items[i]->kind == BERG_SHAPE_UNION)
      tell_apart(shapes, shapes->items[i]);
  }
}
