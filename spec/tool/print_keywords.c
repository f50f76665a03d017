#include "spec/tool/json_out.h"
#include "spec/tool/print.h"

static void print_types(struct berg_buffer *out, const struct berg_spec_schema *schema)
{
  const char *between = "";

  if (schema->types == 0)
    return;
  berg_buffer_append_text(out, " ");
  if (schema->types_as_list)
    berg_buffer_append_text(out, "[");
  for (unsigned bit = BERG_SPEC_NULL; bit <= BERG_SPEC_OBJECT; bit <<= 1) {
    if ((schema->types & bit) == 0)
      continue;
    berg_buffer_append_format(out, "%s%s", between, berg_spec_type_name((enum berg_spec_type)bit));
    between = "|";
  }
  if (schema->types_as_list)
    berg_buffer_append_text(out, "]");
}

static void print_text(struct berg_buffer *out, const char *name, struct berg_span text)
{
  if (text.len > 0)
    berg_buffer_append_format(out, " %s=%.*s", name, BERG_SPAN_ARGS(text));
}

static void print_value(struct berg_buffer *out, const char *name, const struct berg_yaml *value)
{
  if (value == NULL)
    return;
  berg_buffer_append_format(out, " %s=", name);
  berg_json_append_value(out, value);
}

static void print_flag(struct berg_buffer *out, const char *name, enum berg_spec_flag flag)
{
  if (flag != BERG_SPEC_UNSET)
    berg_buffer_append_format(out, " %s%s", name, flag == BERG_SPEC_YES ? "" : "=false");
}

static void print_limit(struct berg_buffer *out, const char *name, const struct berg_spec_limit *limit)
{
  if (limit->set)
    berg_buffer_append_format(out, " %s=%llu", name, (unsigned long long)limit->value);
}

static void print_enum(struct berg_buffer *out, const struct berg_spec_schema *schema)
{
  for (size_t i = 0; i < schema->enum_values.count; i++) {
    berg_buffer_append_text(out, i == 0 ? " enum=" : "|");
    berg_json_append_value(out, schema->enum_values.items[i]);
  }
}

/* Names that are required and are properties of another part. */
static void print_required(struct berg_buffer *out, const struct berg_spec_schema *schema)
{
  for (size_t i = 0; i < schema->required.count; i++) {
    bool own = false;
    for (size_t p = 0; p < schema->property_count; p++)
      own = own || berg_span_equal(schema->properties[p].name, schema->required.items[i]);
    if (!own)
      berg_buffer_append_format(out, " required=%.*s", BERG_SPAN_ARGS(schema->required.items[i]));
  }
}

static void print_numbers(struct berg_buffer *out, const struct berg_spec_schema *schema)
{
  print_limit(out, "minLength", &schema->min_length);
  print_limit(out, "maxLength", &schema->max_length);
  print_value(out, "minimum", schema->minimum);
  print_value(out, "maximum", schema->maximum);
  print_value(out, "exclusiveMinimum", schema->exclusive_minimum);
  print_value(out, "exclusiveMaximum", schema->exclusive_maximum);
  print_limit(out, "minItems", &schema->min_items);
  print_limit(out, "maxItems", &schema->max_items);
  print_limit(out, "minProperties", &schema->min_properties);
  print_limit(out, "maxProperties", &schema->max_properties);
}

void berg_spec_print_keywords(struct berg_buffer *out, const struct berg_spec_schema *schema)
{
  if (schema->form != BERG_SPEC_FORM_OBJECT) {
    berg_buffer_append_text(out, schema->form == BERG_SPEC_FORM_TRUE ? " anything" : " nothing");
    return;
  }
  if (schema->ref != NULL)
    berg_buffer_append_format(out, " $ref %.*s", BERG_SPAN_ARGS(schema->ref->name));
  print_types(out, schema);
  print_text(out, "format", schema->format);
  print_text(out, "contentEncoding", schema->content_encoding);
  print_text(out, "contentMediaType", schema->content_media_type);
  print_value(out, "const", schema->const_value);
  print_enum(out, schema);
  print_value(out, "default", schema->default_value);
  if (schema->pattern_set)
    berg_buffer_append_format(out, " pattern=%.*s", BERG_SPAN_ARGS(schema->pattern));
  print_numbers(out, schema);
  print_flag(out, "uniqueItems", schema->unique_items);
  print_required(out, schema);
  print_flag(out, "nullable", schema->nullable);
  print_flag(out, "readOnly", schema->read_only);
  print_flag(out, "writeOnly", schema->write_only);
  print_flag(out, "deprecated", schema->deprecated);
}
