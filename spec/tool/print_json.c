#include "spec/tool/json_out.h"
#include "spec/tool/print.h"

struct print {
  struct berg_json_out out;
  bool structure;
};

static void print_place(struct print *print, struct berg_spec_place place)
{
  if (print->structure)
    return;
  berg_json_out_text(&print->out, "file", place.file);
  berg_json_out_count(&print->out, "line", place.line);
  berg_json_out_count(&print->out, "column", place.column);
}

static void print_some(struct print *print, const char *name, struct berg_span text)
{
  if (text.len > 0)
    berg_json_out_text(&print->out, name, text);
}

static void print_prose(struct print *print, const char *name, struct berg_span text)
{
  if (!print->structure)
    print_some(print, name, text);
}

static void print_flag(struct print *print, const char *name, enum berg_spec_flag flag)
{
  if (flag != BERG_SPEC_UNSET)
    berg_json_out_flag(&print->out, name, flag == BERG_SPEC_YES);
}

static void print_limit(struct print *print, const char *name, const struct berg_spec_limit *limit)
{
  if (limit->set)
    berg_json_out_count(&print->out, name, limit->value);
}

static void print_value(struct print *print, const char *name, const struct berg_yaml *value)
{
  if (value != NULL)
    berg_json_out_value(&print->out, name, value);
}

static void print_values(struct print *print, const char *name, const struct berg_spec_values *values)
{
  if (values->count == 0)
    return;
  berg_json_out_open(&print->out, name, '[');
  for (size_t i = 0; i < values->count; i++)
    berg_json_out_value(&print->out, NULL, values->items[i]);
  berg_json_out_close(&print->out, ']');
}

static void print_types(struct print *print, const struct berg_spec_schema *schema)
{
  if (schema->types == 0)
    return;
  berg_json_out_open(&print->out, "types", '[');
  for (unsigned bit = BERG_SPEC_NULL; bit <= BERG_SPEC_OBJECT; bit <<= 1)
    if ((schema->types & bit) != 0)
      berg_json_out_text(&print->out, NULL, berg_span_of(berg_spec_type_name((enum berg_spec_type)bit)));
  berg_json_out_close(&print->out, ']');
}

static void print_schema(struct print *print, const char *name, const struct berg_spec_schema *schema);

static void print_schemas(struct print *print, const char *name, const struct berg_spec_schemas *schemas)
{
  if (schemas->count == 0)
    return;
  berg_json_out_open(&print->out, name, '[');
  for (size_t i = 0; i < schemas->count; i++)
    print_schema(print, NULL, schemas->items[i]);
  berg_json_out_close(&print->out, ']');
}

static void print_properties(struct print *print, const struct berg_spec_schema *schema)
{
  if (schema->property_count == 0)
    return;
  berg_json_out_open(&print->out, "properties", '[');
  for (size_t i = 0; i < schema->property_count; i++) {
    berg_json_out_open(&print->out, NULL, '{');
    berg_json_out_text(&print->out, "name", schema->properties[i].name);
    berg_json_out_flag(&print->out, "required", schema->properties[i].required);
    print_schema(print, "schema", schema->properties[i].schema);
    berg_json_out_close(&print->out, '}');
  }
  berg_json_out_close(&print->out, ']');
}

static void print_discriminator(struct print *print, const struct berg_spec_discriminator *discriminator)
{
  if (!discriminator->set)
    return;
  berg_json_out_open(&print->out, "discriminator", '{');
  berg_json_out_text(&print->out, "property", discriminator->property);
  berg_json_out_open(&print->out, "mapping", '[');
  for (size_t i = 0; i < discriminator->mapping_count; i++) {
    berg_json_out_open(&print->out, NULL, '{');
    berg_json_out_text(&print->out, "value", discriminator->mapping[i].value);
    berg_json_out_text(&print->out, "schema", discriminator->mapping[i].schema->name);
    berg_json_out_close(&print->out, '}');
  }
  berg_json_out_close(&print->out, ']');
  berg_json_out_close(&print->out, '}');
}

static void print_limits(struct print *print, const struct berg_spec_schema *schema)
{
  print_limit(print, "minLength", &schema->min_length);
  print_limit(print, "maxLength", &schema->max_length);
  print_value(print, "minimum", schema->minimum);
  print_value(print, "maximum", schema->maximum);
  print_value(print, "exclusiveMinimum", schema->exclusive_minimum);
  print_value(print, "exclusiveMaximum", schema->exclusive_maximum);
  print_limit(print, "minItems", &schema->min_items);
  print_limit(print, "maxItems", &schema->max_items);
  print_limit(print, "minProperties", &schema->min_properties);
  print_limit(print, "maxProperties", &schema->max_properties);
}

static void print_scalars(struct print *print, const struct berg_spec_schema *schema)
{
  if (schema->ref != NULL)
    berg_json_out_text(&print->out, "ref", schema->ref->name);
  print_types(print, schema);
  print_some(print, "format", schema->format);
  print_some(print, "contentEncoding", schema->content_encoding);
  print_some(print, "contentMediaType", schema->content_media_type);
  print_value(print, "const", schema->const_value);
  print_values(print, "enum", &schema->enum_values);
  print_value(print, "default", schema->default_value);
  print_flag(print, "nullable", schema->nullable);
  if (schema->pattern_set)
    berg_json_out_text(&print->out, "pattern", schema->pattern);
  print_limits(print, schema);
  print_flag(print, "uniqueItems", schema->unique_items);
  if (schema->required.count > 0)
    berg_json_out_texts(&print->out, "required", schema->required);
  print_flag(print, "readOnly", schema->read_only);
  print_flag(print, "writeOnly", schema->write_only);
  print_flag(print, "deprecated", schema->deprecated);
}

/* What was found about a named schema. */
static void print_findings(struct print *print, const struct berg_spec_schema *schema)
{
  if (schema->name.len == 0)
    return;
  berg_json_out_text(&print->out, "name", schema->name);
  berg_json_out_flag(&print->out, "inRequests", schema->in_requests);
  berg_json_out_flag(&print->out, "inResponses", schema->in_responses);
  berg_json_out_count(&print->out, "cycle", schema->cycle);
}

/* Recursion is bounded by the depth of the document. */
static void print_schema(struct print *print, const char *name, const struct berg_spec_schema *schema)
{
  if (schema->form != BERG_SPEC_FORM_OBJECT) {
    berg_json_out_flag(&print->out, name, schema->form == BERG_SPEC_FORM_TRUE);
    return;
  }
  berg_json_out_open(&print->out, name, '{');
  print_findings(print, schema);
  print_place(print, schema->place);
  print_prose(print, "title", schema->title);
  print_prose(print, "description", schema->description);
  if (!print->structure)
    print_values(print, "examples", &schema->examples);
  print_scalars(print, schema);
  print_discriminator(print, &schema->discriminator);
  print_schemas(print, "allOf", &schema->all_of);
  print_schemas(print, "oneOf", &schema->one_of);
  print_schemas(print, "anyOf", &schema->any_of);
  print_properties(print, schema);
  if (schema->items != NULL)
    print_schema(print, "items", schema->items);
  if (schema->additional != NULL)
    print_schema(print, "additionalProperties", schema->additional);
  berg_json_out_close(&print->out, '}');
}

static void print_parameter(struct print *print, const struct berg_spec_parameter *parameter)
{
  berg_json_out_open(&print->out, NULL, '{');
  berg_json_out_text(&print->out, "name", parameter->name);
  berg_json_out_text(&print->out, "in", berg_span_of(berg_spec_in_name(parameter->in)));
  berg_json_out_flag(&print->out, "required", parameter->required);
  print_flag(print, "deprecated", parameter->deprecated);
  print_some(print, "style", parameter->style);
  print_flag(print, "explode", parameter->explode);
  print_place(print, parameter->place);
  print_prose(print, "description", parameter->description);
  print_schema(print, "schema", parameter->schema);
  berg_json_out_close(&print->out, '}');
}

static void print_contents(struct print *print, const struct berg_spec_contents *contents)
{
  berg_json_out_open(&print->out, "content", '[');
  for (size_t i = 0; i < contents->count; i++) {
    berg_json_out_open(&print->out, NULL, '{');
    berg_json_out_text(&print->out, "mediaType", contents->items[i].media_type);
    if (contents->items[i].schema != NULL)
      print_schema(print, "schema", contents->items[i].schema);
    berg_json_out_close(&print->out, '}');
  }
  berg_json_out_close(&print->out, ']');
}

static void print_response(struct print *print, const struct berg_spec_response *response)
{
  berg_json_out_open(&print->out, NULL, '{');
  berg_json_out_text(&print->out, "status", response->status);
  print_place(print, response->place);
  print_prose(print, "description", response->description);
  berg_json_out_open(&print->out, "headers", '[');
  for (size_t i = 0; i < response->header_count; i++) {
    berg_json_out_open(&print->out, NULL, '{');
    berg_json_out_text(&print->out, "name", response->headers[i].name);
    berg_json_out_flag(&print->out, "required", response->headers[i].required);
    print_schema(print, "schema", response->headers[i].schema);
    berg_json_out_close(&print->out, '}');
  }
  berg_json_out_close(&print->out, ']');
  print_contents(print, &response->contents);
  berg_json_out_close(&print->out, '}');
}

static void print_security(struct print *print, const struct berg_spec_security *security)
{
  if (!security->set)
    return;
  berg_json_out_open(&print->out, "security", '[');
  for (size_t c = 0; c < security->count; c++) {
    berg_json_out_open(&print->out, NULL, '[');
    for (size_t i = 0; i < security->choices[c].count; i++) {
      berg_json_out_open(&print->out, NULL, '{');
      berg_json_out_text(&print->out, "scheme", security->choices[c].items[i].scheme);
      berg_json_out_texts(&print->out, "scopes", security->choices[c].items[i].scopes);
      berg_json_out_close(&print->out, '}');
    }
    berg_json_out_close(&print->out, ']');
  }
  berg_json_out_close(&print->out, ']');
}

static void print_operation(struct print *print, const struct berg_spec_operation *operation)
{
  berg_json_out_open(&print->out, NULL, '{');
  berg_json_out_text(&print->out, "operationId", operation->id);
  berg_json_out_text(&print->out, "method", berg_span_of(berg_spec_method_name(operation->method)));
  berg_json_out_text(&print->out, "path", operation->path);
  berg_json_out_flag(&print->out, "deprecated", operation->deprecated);
  print_place(print, operation->place);
  print_prose(print, "summary", operation->summary);
  print_prose(print, "description", operation->description);
  print_security(print, &operation->security);
  berg_json_out_open(&print->out, "parameters", '[');
  for (size_t i = 0; i < operation->parameter_count; i++)
    print_parameter(print, &operation->parameters[i]);
  berg_json_out_close(&print->out, ']');
  if (operation->body.set) {
    berg_json_out_open(&print->out, "requestBody", '{');
    berg_json_out_flag(&print->out, "required", operation->body.required);
    print_contents(print, &operation->body.contents);
    berg_json_out_close(&print->out, '}');
  }
  berg_json_out_open(&print->out, "responses", '[');
  for (size_t i = 0; i < operation->response_count; i++)
    print_response(print, &operation->responses[i]);
  berg_json_out_close(&print->out, ']');
  berg_json_out_close(&print->out, '}');
}

void berg_spec_print_json(struct berg_buffer *out, const struct berg_spec_document *document, bool structure)
{
  struct print print = {{out, 0, false}, structure};

  berg_json_out_open(&print.out, NULL, '{');
  berg_json_out_text(&print.out, "openapi", document->openapi);
  print_prose(&print, "title", document->title);
  print_prose(&print, "version", document->version);
  print_security(&print, &document->security);
  berg_json_out_open(&print.out, "operations", '[');
  for (size_t i = 0; i < document->operation_count; i++)
    print_operation(&print, &document->operations[i]);
  berg_json_out_close(&print.out, ']');
  berg_json_out_open(&print.out, "schemas", '[');
  for (size_t i = 0; i < document->schema_count; i++)
    print_schema(&print, NULL, document->schemas[i]);
  berg_json_out_close(&print.out, ']');
  berg_json_out_close(&print.out, '}');
}
