#include "spec/tool/check.h"
#include "spec/tool/effect.h"

/* What is gathered of the parts that are about one value: each property with the part that has it. */
struct part {
  const struct berg_spec_schema *schema;
};

struct parts {
  struct berg_arena *arena;
  struct part *items;
  size_t count;
  size_t cap;
};

/* Adds SCHEMA and what it refers to and consists of. */
static void gather(struct parts *parts, const struct berg_spec_schema *schema)
{
  parts->items = berg_spec_room(parts->arena, parts->items, parts->count, &parts->cap, sizeof *parts->items);
  parts->items[parts->count++].schema = schema;
  if (schema->ref != NULL)
    gather(parts, schema->ref);
  for (size_t i = 0; i < schema->all_of.count; i++)
    gather(parts, schema->all_of.items[i]);
}

static const struct berg_spec_schema *own_property(const struct berg_spec_schema *schema, struct berg_span name)
{
  for (size_t i = 0; i < schema->property_count; i++)
    if (berg_span_equal(schema->properties[i].name, name))
      return schema->properties[i].schema;
  return NULL;
}

static bool has_other_const(const struct berg_spec_schema *a, const struct berg_spec_schema *b)
{
  return a->const_value != NULL && b->const_value != NULL && !berg_yaml_equal(a->const_value, b->const_value);
}

/* Complains when PROPERTY and the one of the same name in EARLIER cannot both hold. */
static void check_property(struct berg_spec_complaints *complaints, const struct berg_spec_property *property,
                           const struct berg_spec_schema *earlier)
{
  const struct berg_spec_schema *other = own_property(earlier, property->name);

  if (other == NULL)
    return;
  bool types = (berg_spec_effective_types(other) & berg_spec_effective_types(property->schema)) == 0;
  if (types || has_other_const(other, property->schema))
    berg_spec_complain(complaints, property->place, "parts of allOf disagree on the %s of '%.*s' (%.*s:%u)",
                       types ? "type" : "value", BERG_SPAN_ARGS(property->name), BERG_SPAN_ARGS(other->place.file),
                       (unsigned)other->place.line);
}

/* Complains when CLOSED (additionalProperties: false) forbids a property that another part requires. */
static void check_closed(struct berg_spec_complaints *complaints, const struct berg_spec_schema *whole,
                         const struct berg_spec_schema *closed, const struct berg_spec_schema *other)
{
  if (whole->all_of.count == 0 || closed == other || closed->additional == NULL ||
      closed->additional->form != BERG_SPEC_FORM_FALSE)
    return;
  for (size_t i = 0; i < other->required.count; i++)
    if (own_property(closed, other->required.items[i]) == NULL)
      berg_spec_warn(complaints, whole->place, "nothing satisfies this: '%.*s' is required, and forbidden at %.*s:%u",
                     BERG_SPAN_ARGS(other->required.items[i]), BERG_SPAN_ARGS(closed->place.file),
                     (unsigned)closed->place.line);
}

static void check_pairs(const struct parts *parts, struct berg_spec_complaints *complaints)
{
  for (size_t i = 0; i < parts->count; i++) {
    const struct berg_spec_schema *later = parts->items[i].schema;
    for (size_t j = 0; j < parts->count; j++)
      check_closed(complaints, parts->items[0].schema, parts->items[j].schema, later);
    for (size_t j = 0; j < i; j++)
      for (size_t p = 0; p < later->property_count; p++)
        check_property(complaints, &later->properties[p], parts->items[j].schema);
  }
}

/* The outermost schema that is about the same value as SCHEMA, which stands inside. */
static const struct berg_spec_schema *whole_of(const struct berg_spec_schema *schema)
{
  while (schema->parent != NULL) {
    const struct berg_spec_schemas *lists[] = {&schema->parent->all_of, &schema->parent->one_of,
                                               &schema->parent->any_of};
    bool same = false;
    for (size_t l = 0; l < 3; l++)
      for (size_t i = 0; i < lists[l]->count; i++)
        same = same || lists[l]->items[i] == schema;
    if (!same)
      break;
    schema = schema->parent;
  }
  return schema;
}

static void check_required(const struct berg_spec_schema *schema, struct berg_spec_complaints *complaints)
{
  const struct berg_spec_schema *whole = whole_of(schema);

  if (berg_spec_is_map(whole) || berg_spec_is_map(schema))
    return;
  for (size_t i = 0; i < schema->required.count; i++)
    if (berg_spec_effective_property(whole, schema->required.items[i]) == NULL)
      berg_spec_complain(complaints, schema->place, "'required' names '%.*s', which is no property",
                         BERG_SPAN_ARGS(schema->required.items[i]));
}

static void check_distinct(const struct berg_spec_schemas *alternatives, const char *keyword,
                           struct berg_spec_complaints *complaints)
{
  for (size_t i = 0; i < alternatives->count; i++)
    for (size_t j = 0; j < i; j++)
      if (alternatives->items[i]->ref != NULL && alternatives->items[i]->ref == alternatives->items[j]->ref)
        berg_spec_complain(complaints, alternatives->items[i]->place, "'%s' has '%.*s' twice", keyword,
                           BERG_SPAN_ARGS(alternatives->items[i]->ref->name));
}

void berg_spec_check_parts(const struct berg_spec_schema *schema, struct berg_spec_complaints *complaints)
{
  struct parts parts = {.arena = complaints->arena};

  check_required(schema, complaints);
  check_distinct(&schema->all_of, "allOf", complaints);
  check_distinct(&schema->one_of, "oneOf", complaints);
  check_distinct(&schema->any_of, "anyOf", complaints);
  if (schema->form == BERG_SPEC_FORM_OBJECT && berg_spec_effective_types(schema) == 0)
    berg_spec_complain(complaints, schema->place, "nothing satisfies this: the types exclude each other");
  if (schema->ref == NULL && schema->all_of.count == 0)
    return;
  gather(&parts, schema);
  check_pairs(&parts, complaints);
}
