#include "spec/tool/check.h"
#include "spec/tool/effect.h"

static bool is_mapped(const struct berg_spec_discriminator *discriminator, const struct berg_spec_schema *schema)
{
  for (size_t i = 0; i < discriminator->mapping_count; i++)
    if (discriminator->mapping[i].schema == schema)
      return true;
  return false;
}

/* The one value that PROPERTY must have by itself or by what it refers to, or NULL. */
static const struct berg_yaml *fixed_value(const struct berg_spec_schema *property)
{
  if (property->const_value == NULL && property->ref != NULL)
    return fixed_value(property->ref);
  return property->const_value;
}

/* Checks that TARGET can be told by VALUE. */
static void check_target(const struct berg_spec_discriminator *discriminator, const struct berg_spec_mapping *mapping,
                         struct berg_spec_complaints *complaints)
{
  const struct berg_spec_schema *property = berg_spec_effective_property(mapping->schema, discriminator->property);

  if (property == NULL) {
    berg_spec_complain(complaints, mapping->place, "'%.*s' has no property '%.*s' to be told by",
                       BERG_SPAN_ARGS(mapping->schema->name), BERG_SPAN_ARGS(discriminator->property));
    return;
  }
  const struct berg_yaml *value = fixed_value(property);
  if (value != NULL && !berg_span_equal(value->text, mapping->value))
    berg_spec_complain(complaints, mapping->place, "'%.*s' is mapped from '%.*s', but its '%.*s' is always '%.*s'",
                       BERG_SPAN_ARGS(mapping->schema->name), BERG_SPAN_ARGS(mapping->value),
                       BERG_SPAN_ARGS(discriminator->property), BERG_SPAN_ARGS(value->text));
}

static void check_member(const struct berg_spec_schema *schema, const struct berg_spec_mapping *mapping,
                         struct berg_spec_complaints *complaints)
{
  bool alternatives = schema->one_of.count + schema->any_of.count > 0;
  bool member =
      alternatives ? berg_spec_is_alternative(schema, mapping->schema) : berg_spec_derives(mapping->schema, schema);

  if (!member)
    berg_spec_complain(complaints, mapping->place, "'%.*s' is mapped to '%.*s', which %s",
                       BERG_SPAN_ARGS(mapping->value), BERG_SPAN_ARGS(mapping->schema->name),
                       alternatives ? "is no alternative" : "does not have this schema in its allOf");
}

static void check_alternatives(const struct berg_spec_schema *schema, const struct berg_spec_schemas *alternatives,
                               struct berg_spec_complaints *complaints)
{
  for (size_t i = 0; i < alternatives->count; i++) {
    const struct berg_spec_schema *alternative = alternatives->items[i];
    if (alternative->ref == NULL)
      berg_spec_complain(complaints, alternative->place, "an alternative of a discriminator must be a reference");
    else if (schema->discriminator.mapping_count > 0 && !is_mapped(&schema->discriminator, alternative->ref))
      berg_spec_warn(complaints, alternative->place, "no value is mapped to '%.*s'",
                     BERG_SPAN_ARGS(alternative->ref->name));
  }
}

void berg_spec_check_discriminator(const struct berg_spec_schema *schema, struct berg_spec_complaints *complaints)
{
  const struct berg_spec_discriminator *discriminator = &schema->discriminator;

  if (!discriminator->set)
    return;
  if (schema->one_of.count + schema->any_of.count + discriminator->mapping_count == 0)
    berg_spec_complain(complaints, discriminator->place,
                       "a discriminator needs alternatives (oneOf, anyOf) or a mapping");
  for (size_t i = 0; i < discriminator->mapping_count; i++) {
    check_member(schema, &discriminator->mapping[i], complaints);
    check_target(discriminator, &discriminator->mapping[i], complaints);
  }
  check_alternatives(schema, &schema->one_of, complaints);
  check_alternatives(schema, &schema->any_of, complaints);
}
