/* berg_wire_errors.h/.c: the error types that the description names, with their codes. They come from its examples: of
 * a response the code that the response stands under, of a component the code in its body. */
#include "spec/tool/emit.h"

#include <stdlib.h>

struct error {
  struct berg_span type;
  int code;
};

struct errors {
  struct error *items;
  size_t count;
  size_t cap;
};

/* Adds the type in VALUE, the body of an error, with CODE, or with the code in the body when CODE is 0. */
static void add_error(const struct berg_emit *emit, struct errors *errors, const struct berg_yaml *value, int code)
{
  const struct berg_yaml *error = berg_yaml_find(value, "error");
  const struct berg_yaml *type = error == NULL ? NULL : berg_yaml_find(error, "type");
  const struct berg_yaml *own = error == NULL ? NULL : berg_yaml_find(error, "code");

  if (type == NULL || type->kind != BERG_YAML_STRING)
    return;
  if (code == 0 && own != NULL && own->kind == BERG_YAML_INTEGER)
    code = atoi(berg_spec_text(emit->arena, own->text));
  for (size_t i = 0; i < errors->count; i++) {
    if (errors->items[i].code == code && berg_span_equal(errors->items[i].type, type->text))
      return;
  }
  errors->items = berg_spec_room(emit->arena, errors->items, errors->count, &errors->cap, sizeof *errors->items);
  errors->items[errors->count++] = (struct error){type->text, code};
}

static int compare(const void *a, const void *b)
{
  const struct error *x = a;
  const struct error *y = b;
  int order = berg_span_compare(x->type, y->type);

  return order != 0 ? order : x->code - y->code;
}

static void add_response(const struct berg_emit *emit, struct errors *errors, const struct berg_spec_response *response)
{
  int code = response->code != 0 ? response->code : response->range * 100;

  for (size_t i = 0; i < response->contents.count; i++) {
    for (size_t k = 0; k < response->contents.items[i].example_count; k++)
      add_error(emit, errors, response->contents.items[i].examples[k].value, code);
  }
}

static struct errors collect(const struct berg_emit *emit)
{
  const struct berg_spec_document *document = emit->document;
  struct errors errors = {NULL, 0, 0};

  for (size_t i = 0; i < document->example_count; i++)
    add_error(emit, &errors, document->examples[i].value, 0);
  for (size_t i = 0; i < document->operation_count; i++) {
    for (size_t k = 0; k < document->operations[i].response_count; k++)
      add_response(emit, &errors, &document->operations[i].responses[k]);
  }
  if (errors.count > 0)
    qsort(errors.items, errors.count, sizeof *errors.items, compare);
  return errors;
}

static const char DECLARATIONS[] = "\nstruct berg_wire_error_info {\n  const char *type;\n  int code;\n};\n"
                                   "\n/* The pairs of type and status code, by type. */\n"
                                   "size_t berg_wire_error_count(void);\n"
                                   "const struct berg_wire_error_info *berg_wire_error_at(size_t index);\n"
                                   "/* Tells whether an error with CODE may have TYPE. */\n"
                                   "bool berg_wire_error_is_known(struct berg_span type, int code);\n";

void berg_emit_errors(const struct berg_emit *emit, struct berg_buffer *header, struct berg_buffer *source)
{
  struct errors errors = collect(emit);

  berg_emit_header_begin(header, "BERG_GENERATED_ERRORS_H", "Error types and their status codes.",
                         "#include \"base/span.h\"\n");
  berg_buffer_append_text(header, DECLARATIONS);
  berg_emit_header_end(header);
  berg_emit_source_begin(source, "#include \"berg_wire_errors.h\"\n");
  berg_buffer_append_text(source, "static const struct berg_wire_error_info ERRORS[] = {\n");
  for (size_t i = 0; i < errors.count; i++) {
    berg_buffer_append_text(source, "    {");
    berg_emit_literal(source, errors.items[i].type);
    berg_buffer_append_format(source, ", %d},\n", errors.items[i].code);
  }
  berg_buffer_append_format(source,
                            "    {NULL, 0},\n};\n\nsize_t berg_wire_error_count(void)\n{\n  return %zu;\n}\n"
                            "\nconst struct berg_wire_error_info *berg_wire_error_at(size_t index)\n{\n"
                            "  return &ERRORS[index];\n}\n"
                            "\nbool berg_wire_error_is_known(struct berg_span type, int code)\n{\n"
                            "  for (size_t i = 0; ERRORS[i].type != NULL; i++) {\n"
                            "    if (ERRORS[i].code == code && berg_span_equal(type, berg_span_of(ERRORS[i].type)))\n"
                            "      return true;\n  }\n  return false;\n}\n",
                            errors.count);
}
