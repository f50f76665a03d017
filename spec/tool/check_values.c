#include "spec/tool/check.h"
#include "spec/tool/effect.h"

/* "string", or "string or null". */
static struct berg_span name_types(struct berg_arena *arena, unsigned types)
{
  struct berg_span out = BERG_SPAN("");

  for (unsigned bit = BERG_SPEC_NULL; bit <= BERG_SPEC_OBJECT; bit <<= 1)
    if ((types & bit) != 0)
      out = berg_spec_format(arena, "%.*s%s%s", BERG_SPAN_ARGS(out), out.len > 0 ? " or " : "",
                             berg_spec_type_name((enum berg_spec_type)bit));
  return out;
}

static bool fits_types(const struct berg_yaml *value, unsigned types)
{
  unsigned type = berg_spec_type_of(value);

  if (type == BERG_SPEC_INTEGER && (types & BERG_SPEC_NUMBER) != 0)
    return true;
  return types == 0 || (types & type) != 0;
}

static void check_value(struct berg_spec_complaints *complaints, const struct berg_spec_schema *schema,
                        const struct berg_yaml *value, const char *what)
{
  bool null_allowed = value->kind == BERG_YAML_NULL && schema->nullable == BERG_SPEC_YES;

  if (fits_types(value, schema->types) || null_allowed)
    return;
  struct berg_span types = name_types(complaints->arena, schema->types);
  berg_spec_complain(complaints, value->place, "%s is %s, but the type is %.*s", what, berg_yaml_kind_name(value->kind),
                     BERG_SPAN_ARGS(types));
}

static void check_const_in_enum(const struct berg_spec_schema *schema, struct berg_spec_complaints *complaints)
{
  if (schema->const_value == NULL || schema->enum_values.count == 0)
    return;
  for (size_t i = 0; i < schema->enum_values.count; i++)
    if (berg_yaml_equal(schema->enum_values.items[i], schema->const_value))
      return;
  berg_spec_complain(complaints, schema->const_value->place, "'const' is not one of 'enum'");
}

static void check_limits(struct berg_spec_complaints *complaints, const struct berg_spec_limit *least,
                         const struct berg_spec_limit *most, const char *least_name, const char *most_name)
{
  if (least->set && most->set && least->value > most->value)
    berg_spec_complain(complaints, least->place, "'%s' is greater than '%s'", least_name, most_name);
}

static void check_bounds(const struct berg_spec_schema *schema, struct berg_spec_complaints *complaints)
{
  if (schema->minimum != NULL && schema->maximum != NULL &&
      berg_yaml_compare_numbers(schema->minimum, schema->maximum) > 0)
    berg_spec_complain(complaints, schema->minimum->place, "'minimum' is greater than 'maximum'");
  if (schema->exclusive_minimum != NULL && schema->exclusive_maximum != NULL &&
      berg_yaml_compare_numbers(schema->exclusive_minimum, schema->exclusive_maximum) >= 0)
    berg_spec_complain(complaints, schema->exclusive_minimum->place,
                       "'exclusiveMinimum' is not less than 'exclusiveMaximum'");
}

/* Warns when NAME is set on a schema whose type is none of TYPES. */
static void check_effect(const struct berg_spec_schema *schema, struct berg_spec_complaints *complaints, bool set,
                         unsigned types, const char *name)
{
  if (!set || schema->types == 0 || (schema->types & types) != 0)
    return;
  struct berg_span own = name_types(complaints->arena, schema->types);
  berg_spec_warn(complaints, schema->place, "'%s' has no effect on %.*s", name, BERG_SPAN_ARGS(own));
}

static void check_effects(const struct berg_spec_schema *schema, struct berg_spec_complaints *complaints)
{
  unsigned numeric = BERG_SPEC_INTEGER | BERG_SPEC_NUMBER;

  check_effect(schema, complaints, schema->pattern_set, BERG_SPEC_STRING, "pattern");
  check_effect(schema, complaints, schema->min_length.set, BERG_SPEC_STRING, "minLength");
  check_effect(schema, complaints, schema->max_length.set, BERG_SPEC_STRING, "maxLength");
  check_effect(schema, complaints, schema->minimum != NULL, numeric, "minimum");
  check_effect(schema, complaints, schema->maximum != NULL, numeric, "maximum");
  check_effect(schema, complaints, schema->exclusive_minimum != NULL, numeric, "exclusiveMinimum");
  check_effect(schema, complaints, schema->exclusive_maximum != NULL, numeric, "exclusiveMaximum");
  check_effect(schema, complaints, schema->items != NULL, BERG_SPEC_ARRAY, "items");
  check_effect(schema, complaints, schema->min_items.set, BERG_SPEC_ARRAY, "minItems");
  check_effect(schema, complaints, schema->max_items.set, BERG_SPEC_ARRAY, "maxItems");
  check_effect(schema, complaints, schema->unique_items == BERG_SPEC_YES, BERG_SPEC_ARRAY, "uniqueItems");
  check_effect(schema, complaints, schema->property_count > 0, BERG_SPEC_OBJECT, "properties");
  check_effect(schema, complaints, schema->required.count > 0, BERG_SPEC_OBJECT, "required");
  check_effect(schema, complaints, schema->min_properties.set, BERG_SPEC_OBJECT, "minProperties");
  check_effect(schema, complaints, schema->max_properties.set, BERG_SPEC_OBJECT, "maxProperties");
  check_effect(schema, complaints, schema->additional != NULL, BERG_SPEC_OBJECT, "additionalProperties");
}

static void check_format(const struct berg_spec_schema *schema, struct berg_spec_complaints *complaints)
{
  static const struct {
    const char *format;
    unsigned types;
  } fits[] = {{"int32", BERG_SPEC_INTEGER},
              {"int64", BERG_SPEC_INTEGER},
              {"float", BERG_SPEC_NUMBER},
              {"double", BERG_SPEC_NUMBER}};
  unsigned wanted = BERG_SPEC_STRING;

  if (schema->format.len == 0 || schema->types == 0)
    return;
  for (size_t i = 0; i < sizeof fits / sizeof fits[0]; i++)
    if (berg_span_equal(schema->format, berg_span_of(fits[i].format)))
      wanted = fits[i].types;
  if ((schema->types & wanted) != 0)
    return;
  struct berg_span types = name_types(complaints->arena, schema->types);
  berg_spec_complain(complaints, schema->place, "format '%.*s' does not fit the type %.*s",
                     BERG_SPAN_ARGS(schema->format), BERG_SPAN_ARGS(types));
}

void berg_spec_check_values(const struct berg_spec_schema *schema, struct berg_spec_complaints *complaints)
{
  if (schema->nullable != BERG_SPEC_UNSET)
    berg_spec_warn(complaints, schema->place, "'nullable' has no meaning in OpenAPI 3.1");
  if (schema->read_only == BERG_SPEC_YES && schema->write_only == BERG_SPEC_YES)
    berg_spec_complain(complaints, schema->place, "a schema cannot be both 'readOnly' and 'writeOnly'");
  if (schema->const_value != NULL)
    check_value(complaints, schema, schema->const_value, "'const'");
  if (schema->default_value != NULL)
    check_value(complaints, schema, schema->default_value, "'default'");
  for (size_t i = 0; i < schema->enum_values.count; i++)
    check_value(complaints, schema, schema->enum_values.items[i], "a value of 'enum'");
  check_const_in_enum(schema, complaints);
  check_limits(complaints, &schema->min_length, &schema->max_length, "minLength", "maxLength");
  check_limits(complaints, &schema->min_items, &schema->max_items, "minItems", "maxItems");
  check_limits(complaints, &schema->min_properties, &schema->max_properties, "minProperties", "maxProperties");
  check_bounds(schema, complaints);
  check_format(schema, complaints);
  check_effects(schema, complaints);
}
