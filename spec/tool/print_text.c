#include "spec/tool/json_out.h"
#include "spec/tool/print.h"

struct print {
  struct berg_buffer *out;
  bool structure;
  unsigned depth;
};

static void start_line(struct print *print)
{
  for (unsigned i = 0; i < print->depth; i++)
    berg_buffer_append_text(print->out, "  ");
}

/* Ends a line with the place, when places are wanted. */
static void end_line(struct print *print, struct berg_spec_place place)
{
  if (!print->structure)
    berg_buffer_append_format(print->out, "  # %.*s:%u:%u", BERG_SPAN_ARGS(place.file), (unsigned)place.line,
                              (unsigned)place.column);
  berg_buffer_append_byte(print->out, '\n');
}

/* Prose goes on lines of its own, folded into one. */
static void print_prose(struct print *print, const char *name, struct berg_span text)
{
  if (print->structure || text.len == 0)
    return;
  print->depth++;
  start_line(print);
  print->depth--;
  berg_buffer_append_format(print->out, "%s: ", name);
  for (size_t i = 0; i < text.len; i++)
    berg_buffer_append_byte(print->out, text.bytes[i] < ' ' ? ' ' : text.bytes[i]);
  berg_buffer_append_byte(print->out, '\n');
}

static void print_schema(struct print *print, const char *label, struct berg_span name, bool required,
                         const struct berg_spec_schema *schema);

static void print_list(struct print *print, const char *label, const struct berg_spec_schemas *schemas)
{
  for (size_t i = 0; i < schemas->count; i++)
    print_schema(print, label, BERG_SPAN(""), false, schemas->items[i]);
}

static void print_discriminator(struct print *print, const struct berg_spec_discriminator *discriminator)
{
  if (!discriminator->set)
    return;
  start_line(print);
  berg_buffer_append_format(print->out, "told by %.*s", BERG_SPAN_ARGS(discriminator->property));
  end_line(print, discriminator->place);
  for (size_t i = 0; i < discriminator->mapping_count; i++) {
    const struct berg_spec_mapping *mapping = &discriminator->mapping[i];
    start_line(print);
    berg_buffer_append_format(print->out, "  %.*s -> %.*s", BERG_SPAN_ARGS(mapping->value),
                              BERG_SPAN_ARGS(mapping->schema->name));
    end_line(print, mapping->place);
  }
}

static void print_examples(struct print *print, const struct berg_spec_schema *schema)
{
  for (size_t i = 0; !print->structure && i < schema->examples.count; i++) {
    start_line(print);
    berg_buffer_append_text(print->out, "  example: ");
    berg_json_append_value(print->out, schema->examples.items[i]);
    berg_buffer_append_byte(print->out, '\n');
  }
}

static void print_inside(struct print *print, const struct berg_spec_schema *schema)
{
  print->depth++;
  print_discriminator(print, &schema->discriminator);
  print_list(print, "allOf", &schema->all_of);
  print_list(print, "oneOf", &schema->one_of);
  print_list(print, "anyOf", &schema->any_of);
  for (size_t i = 0; i < schema->property_count; i++)
    print_schema(print, ".", schema->properties[i].name, schema->properties[i].required, schema->properties[i].schema);
  if (schema->items != NULL)
    print_schema(print, "[]", BERG_SPAN(""), false, schema->items);
  if (schema->additional != NULL)
    print_schema(print, "{}", BERG_SPAN(""), false, schema->additional);
  print->depth--;
}

/* One line for the node, one for each that stands inside. Recursion is bounded by the depth of the document. */
static void print_schema(struct print *print, const char *label, struct berg_span name, bool required,
                         const struct berg_spec_schema *schema)
{
  start_line(print);
  berg_buffer_append_format(print->out, "%s%.*s%s:", label, BERG_SPAN_ARGS(name), required ? "*" : "");
  berg_spec_print_keywords(print->out, schema);
  end_line(print, schema->place);
  print_prose(print, "title", schema->title);
  print_prose(print, "description", schema->description);
  print_examples(print, schema);
  print_inside(print, schema);
}

static void print_parameter(struct print *print, const struct berg_spec_parameter *parameter)
{
  start_line(print);
  berg_buffer_append_format(print->out, "%s %.*s%s", berg_spec_in_name(parameter->in), BERG_SPAN_ARGS(parameter->name),
                            parameter->required ? "*" : "");
  if (parameter->deprecated == BERG_SPEC_YES)
    berg_buffer_append_text(print->out, " deprecated");
  if (parameter->style.len > 0)
    berg_buffer_append_format(print->out, " style=%.*s", BERG_SPAN_ARGS(parameter->style));
  if (parameter->explode != BERG_SPEC_UNSET)
    berg_buffer_append_format(print->out, " explode=%s", parameter->explode == BERG_SPEC_YES ? "true" : "false");
  end_line(print, parameter->place);
  print_prose(print, "description", parameter->description);
  print->depth++;
  print_schema(print, "schema", BERG_SPAN(""), false, parameter->schema);
  print->depth--;
}

static void print_contents(struct print *print, const struct berg_spec_contents *contents)
{
  for (size_t i = 0; i < contents->count; i++) {
    const struct berg_spec_content *content = &contents->items[i];
    if (content->schema != NULL) {
      print_schema(print, "", content->media_type, false, content->schema);
      continue;
    }
    start_line(print);
    berg_buffer_append_format(print->out, "%.*s", BERG_SPAN_ARGS(content->media_type));
    end_line(print, content->place);
  }
}

static void print_body(struct print *print, const struct berg_spec_body *body)
{
  if (!body->set)
    return;
  start_line(print);
  berg_buffer_append_format(print->out, "body%s", body->required ? "*" : "");
  end_line(print, body->place);
  print_prose(print, "description", body->description);
  print->depth++;
  print_contents(print, &body->contents);
  print->depth--;
}

static void print_response(struct print *print, const struct berg_spec_response *response)
{
  start_line(print);
  berg_buffer_append_format(print->out, "%.*s", BERG_SPAN_ARGS(response->status));
  end_line(print, response->place);
  print_prose(print, "description", response->description);
  print->depth++;
  for (size_t i = 0; i < response->header_count; i++)
    print_schema(print, "header ", response->headers[i].name, response->headers[i].required,
                 response->headers[i].schema);
  print_contents(print, &response->contents);
  print->depth--;
}

static void print_security(struct print *print, const struct berg_spec_security *security)
{
  if (!security->set)
    return;
  start_line(print);
  berg_buffer_append_text(print->out, "security");
  for (size_t c = 0; c < security->count; c++) {
    berg_buffer_append_text(print->out, c == 0 ? " " : " or ");
    for (size_t i = 0; i < security->choices[c].count; i++) {
      const struct berg_spec_security_item *item = &security->choices[c].items[i];
      berg_buffer_append_format(print->out, "%s%.*s", i == 0 ? "" : "+", BERG_SPAN_ARGS(item->scheme));
      for (size_t s = 0; s < item->scopes.count; s++)
        berg_buffer_append_format(print->out, "%s%.*s%s", s == 0 ? "(" : " ", BERG_SPAN_ARGS(item->scopes.items[s]),
                                  s + 1 == item->scopes.count ? ")" : "");
    }
  }
  berg_buffer_append_text(print->out, security->count == 0 ? " none\n" : "\n");
}

static void print_operation(struct print *print, const struct berg_spec_operation *operation)
{
  berg_buffer_append_format(print->out, "operation %.*s: %s %.*s%s", BERG_SPAN_ARGS(operation->id),
                            berg_spec_method_name(operation->method), BERG_SPAN_ARGS(operation->path),
                            operation->deprecated ? " deprecated" : "");
  end_line(print, operation->place);
  print_prose(print, "summary", operation->summary);
  print_prose(print, "description", operation->description);
  print->depth++;
  print_security(print, &operation->security);
  for (size_t i = 0; i < operation->parameter_count; i++)
    print_parameter(print, &operation->parameters[i]);
  print_body(print, &operation->body);
  for (size_t i = 0; i < operation->response_count; i++)
    print_response(print, &operation->responses[i]);
  print->depth--;
}

/* What was found about a named schema, beside what the document says. */
static void print_notes(struct print *print, const struct berg_spec_schema *schema)
{
  const struct {
    bool holds;
    const char *text;
  } notes[] = {{schema->in_requests, " request"},
               {schema->in_responses, " reply"},
               {schema->recursive, " recursive"},
               {schema->derived.count > 0, " base"}};

  start_line(print);
  berg_buffer_append_text(print->out, "  used:");
  for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++)
    if (notes[i].holds)
      berg_buffer_append_text(print->out, notes[i].text);
  berg_buffer_append_byte(print->out, '\n');
}

void berg_spec_print_text(struct berg_buffer *out, const struct berg_spec_document *document, bool structure)
{
  struct print print = {.out = out, .structure = structure};

  berg_buffer_append_format(out, "openapi %.*s\n", BERG_SPAN_ARGS(document->openapi));
  if (!structure)
    berg_buffer_append_format(out, "%.*s, version %.*s\n", BERG_SPAN_ARGS(document->title),
                              BERG_SPAN_ARGS(document->version));
  print_security(&print, &document->security);
  for (size_t i = 0; i < document->operation_count; i++)
    print_operation(&print, &document->operations[i]);
  for (size_t i = 0; i < document->schema_count; i++) {
    print_schema(&print, "schema ", document->schemas[i]->name, false, document->schemas[i]);
    print_notes(&print, document->schemas[i]);
  }
}
