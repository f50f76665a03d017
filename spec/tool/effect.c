#include "spec/tool/effect.h"

unsigned berg_spec_type_of(const struct berg_yaml *value)
{
  switch (value->kind) {
  case BERG_YAML_NULL:
    return BERG_SPEC_NULL;
  case BERG_YAML_BOOLEAN:
    return BERG_SPEC_BOOLEAN;
  case BERG_YAML_INTEGER:
    return BERG_SPEC_INTEGER;
  case BERG_YAML_NUMBER:
    return berg_yaml_is_integral(value) ? BERG_SPEC_INTEGER : BERG_SPEC_NUMBER;
  case BERG_YAML_STRING:
    return BERG_SPEC_STRING;
  case BERG_YAML_LIST:
    return BERG_SPEC_ARRAY;
  case BERG_YAML_MAP:
  default:
    return BERG_SPEC_OBJECT;
  }
}

/* A number may be an integer. */
static unsigned widen(unsigned types)
{
  return (types & BERG_SPEC_NUMBER) != 0 ? types | BERG_SPEC_INTEGER : types;
}

static unsigned types_of_values(const struct berg_spec_schema *schema)
{
  unsigned types = schema->enum_values.count == 0 ? BERG_SPEC_ALL_TYPES : 0;

  for (size_t i = 0; i < schema->enum_values.count; i++)
    types |= berg_spec_type_of(schema->enum_values.items[i]);
  if (schema->const_value != NULL)
    types &= berg_spec_type_of(schema->const_value);
  return types;
}

static unsigned types_of_any(const struct berg_spec_schemas *alternatives)
{
  unsigned types = alternatives->count == 0 ? BERG_SPEC_ALL_TYPES : 0;

  for (size_t i = 0; i < alternatives->count; i++)
    types |= berg_spec_effective_types(alternatives->items[i]);
  return types;
}

unsigned berg_spec_effective_types(const struct berg_spec_schema *schema)
{
  if (schema->form != BERG_SPEC_FORM_OBJECT)
    return schema->form == BERG_SPEC_FORM_TRUE ? BERG_SPEC_ALL_TYPES : 0;
  unsigned types = schema->types == 0 ? BERG_SPEC_ALL_TYPES : widen(schema->types);
  types &= types_of_values(schema);
  if (schema->ref != NULL)
    types &= berg_spec_effective_types(schema->ref);
  for (size_t i = 0; i < schema->all_of.count; i++)
    types &= berg_spec_effective_types(schema->all_of.items[i]);
  return types & types_of_any(&schema->one_of) & types_of_any(&schema->any_of);
}

static const struct berg_spec_schema *property_among(const struct berg_spec_schemas *schemas, struct berg_span name)
{
  for (size_t i = 0; i < schemas->count; i++) {
    const struct berg_spec_schema *found = berg_spec_effective_property(schemas->items[i], name);
    if (found != NULL)
      return found;
  }
  return NULL;
}

const struct berg_spec_schema *berg_spec_effective_property(const struct berg_spec_schema *schema,
                                                            struct berg_span name)
{
  const struct berg_spec_schema *found = NULL;

  for (size_t i = 0; i < schema->property_count; i++)
    if (berg_span_equal(schema->properties[i].name, name))
      return schema->properties[i].schema;
  if (schema->ref != NULL)
    found = berg_spec_effective_property(schema->ref, name);
  if (found == NULL)
    found = property_among(&schema->all_of, name);
  if (found == NULL)
    found = property_among(&schema->one_of, name);
  if (found == NULL)
    found = property_among(&schema->any_of, name);
  return found;
}

bool berg_spec_derives(const struct berg_spec_schema *derived, const struct berg_spec_schema *base)
{
  for (size_t i = 0; i < derived->all_of.count; i++) {
    const struct berg_spec_schema *part = derived->all_of.items[i];
    if (part->ref == base || berg_spec_derives(part, base))
      return true;
    if (part->ref != NULL && berg_spec_derives(part->ref, base))
      return true;
  }
  return false;
}

static bool is_among(const struct berg_spec_schemas *alternatives, const struct berg_spec_schema *member)
{
  for (size_t i = 0; i < alternatives->count; i++) {
    const struct berg_spec_schema *other = alternatives->items[i];
    if (other == member || other->ref == member || berg_spec_is_alternative(other, member))
      return true;
    if (other->ref != NULL && berg_spec_is_alternative(other->ref, member))
      return true;
  }
  return false;
}

bool berg_spec_is_alternative(const struct berg_spec_schema *schema, const struct berg_spec_schema *member)
{
  return is_among(&schema->one_of, member) || is_among(&schema->any_of, member);
}

bool berg_spec_is_map(const struct berg_spec_schema *schema)
{
  if (schema->additional != NULL && schema->additional->form != BERG_SPEC_FORM_FALSE)
    return true;
  if (schema->ref != NULL && berg_spec_is_map(schema->ref))
    return true;
  for (size_t i = 0; i < schema->all_of.count; i++)
    if (berg_spec_is_map(schema->all_of.items[i]))
      return true;
  return false;
}
