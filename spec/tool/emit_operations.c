/* berg_wire_operations.h/.c: the table of operations. */
#include "spec/tool/emit.h"
#include "spec/tool/names.h"

static const char DECLARATIONS[] =
    "\n/* A parameter of an operation. */\n"
    "enum berg_wire_place { BERG_WIRE_IN_PATH = 0, BERG_WIRE_IN_QUERY, BERG_WIRE_IN_HEADER, BERG_WIRE_IN_COOKIE };\n"
    "struct berg_wire_parameter_info {\n"
    "  const char *name;\n"
    "  enum berg_wire_place in;\n"
    "  bool required;\n"
    "};\n"
    "\n/* A declared outcome: one code, or all codes that start with a digit. */\n"
    "struct berg_wire_status_info {\n"
    "  int code;           /* 0 for a range */\n"
    "  int range;          /* first digit; 0 for the default outcome */\n"
    "  const char *text;   /* \"200\", \"5XX\" */\n"
    "  const char *schema; /* of a JSON body, the name of its schema; NULL: none is declared */\n"
    "};\n"
    "\nstruct berg_wire_operation_info {\n"
    "  const char *id;\n"
    "  enum berg_method method;\n"
    "  const char *method_text;\n"
    "  const char *path; /* template */\n"
    "  bool served;\n"
    "  bool deprecated;\n"
    "  bool body_required;\n"
    "  const char *media_type;     /* of the request body; NULL: none */\n"
    "  const char *request_schema; /* name of its schema, or NULL */\n"
    "  const struct berg_wire_parameter_info *parameters;\n"
    "  size_t parameter_count;\n"
    "  const struct berg_wire_status_info *statuses;\n"
    "  size_t status_count;\n"
    "};\n"
    "\n/* What the API says about OPERATION. */\n"
    "const struct berg_wire_operation_info *berg_wire_operation_info(enum berg_wire_operation operation);\n"
    "/* Finds the operation with operationId ID. BERG_OK or BERG_ABSENT. */\n"
    "BERG_MUST_USE enum berg_status berg_wire_operation_find(struct berg_span id, enum berg_wire_operation "
    "*operation);\n"
    "bool berg_wire_operation_served(enum berg_wire_operation operation);\n"
    "/* Tells whether OPERATION takes a body, and JSON in it. */\n"
    "bool berg_wire_operation_has_json_body(enum berg_wire_operation operation);\n"
    "/* `GET /v1/{prefix}/namespaces` and so on, for the list of endpoints in a configuration; NULL for operations "
    "that "
    "are\n * not listed there, since they stand outside of any prefix. */\n"
    "const char *berg_wire_endpoint_text(enum berg_wire_operation operation);\n"
    "/* Tells whether CODE is a declared outcome of OPERATION, by itself or by its range; STATUS (may be NULL) is the "
    "closest. */\n"
    "bool berg_wire_operation_declares(enum berg_wire_operation operation, int code,\n"
    "    const struct berg_wire_status_info **status);\n";

static const char FUNCTIONS[] =
    "\nconst struct berg_wire_operation_info *berg_wire_operation_info(enum berg_wire_operation operation)\n{\n"
    "  return &OPERATIONS[operation];\n}\n"
    "\nenum berg_status berg_wire_operation_find(struct berg_span id, enum berg_wire_operation *operation)\n{\n"
    "  for (size_t i = 0; i < BERG_WIRE_OPERATION_COUNT; i++) {\n"
    "    if (berg_span_equal(id, berg_span_of(OPERATIONS[i].id))) {\n"
    "      *operation = (enum berg_wire_operation)i;\n"
    "      return BERG_OK;\n    }\n  }\n"
    "  return BERG_ABSENT;\n}\n"
    "\nbool berg_wire_operation_served(enum berg_wire_operation operation)\n{\n"
    "  return OPERATIONS[operation].served;\n}\n"
    "\nbool berg_wire_operation_has_json_body(enum berg_wire_operation operation)\n{\n"
    "  const char *media_type = OPERATIONS[operation].media_type;\n\n"
    "  return media_type != NULL && strcmp(media_type, \"application/json\") == 0;\n}\n"
    "\nconst char *berg_wire_endpoint_text(enum berg_wire_operation operation)\n{\n"
    "  return ENDPOINTS[operation];\n}\n"
    "\nbool berg_wire_operation_declares(enum berg_wire_operation operation, int code,\n"
    "    const struct berg_wire_status_info **status)\n{\n"
    "  const struct berg_wire_operation_info *info = &OPERATIONS[operation];\n"
    "  const struct berg_wire_status_info *found = NULL;\n\n"
    "  for (size_t i = 0; i < info->status_count; i++) {\n"
    "    const struct berg_wire_status_info *next = &info->statuses[i];\n"
    "    if (next->code == code || (found == NULL && next->code == 0 && next->range == code / 100))\n"
    "      found = next;\n"
    "  }\n"
    "  if (status != NULL && found != NULL)\n    *status = found;\n"
    "  return found != NULL;\n}\n";

/* The JSON content among CONTENTS, else the first, else NULL. */
static const struct berg_spec_content *choose_content(const struct berg_spec_contents *contents)
{
  for (size_t i = 0; i < contents->count; i++) {
    if (berg_span_equal(contents->items[i].media_type, BERG_SPAN("application/json")))
      return &contents->items[i];
  }
  return contents->count > 0 ? &contents->items[0] : NULL;
}

/* The name of CONTENT's schema as a C literal, or NULL. */
static void write_schema_name(struct berg_buffer *out, const struct berg_spec_content *content)
{
  const struct berg_spec_schema *schema =
      content == NULL || content->schema == NULL ? NULL : berg_shape_behind(content->schema);

  if (schema == NULL || schema->name.len == 0)
    berg_buffer_append_text(out, "NULL");
  else
    berg_emit_literal(out, schema->name);
}

static void write_parameters(const struct berg_emit *emit, struct berg_buffer *out,
                             const struct berg_spec_operation *operation)
{
  static const char *const PLACES[] = {[BERG_SPEC_IN_PATH] = "BERG_WIRE_IN_PATH",
                                       [BERG_SPEC_IN_QUERY] = "BERG_WIRE_IN_QUERY",
                                       [BERG_SPEC_IN_HEADER] = "BERG_WIRE_IN_HEADER",
                                       [BERG_SPEC_IN_COOKIE] = "BERG_WIRE_IN_COOKIE"};

  if (operation->parameter_count == 0)
    return;
  berg_buffer_append_format(out, "static const struct berg_wire_parameter_info %s_PARAMETERS[] = {\n",
                            berg_name_upper(emit->arena, operation->id));
  for (size_t i = 0; i < operation->parameter_count; i++) {
    const struct berg_spec_parameter *parameter = &operation->parameters[i];
    berg_buffer_append_text(out, "    {");
    berg_emit_literal(out, parameter->name);
    berg_buffer_append_format(out, ", %s, %s},\n", PLACES[parameter->in], parameter->required ? "true" : "false");
  }
  berg_buffer_append_text(out, "};\n");
}

static void write_statuses(const struct berg_emit *emit, struct berg_buffer *out,
                           const struct berg_spec_operation *operation)
{
  if (operation->response_count == 0)
    return;
  berg_buffer_append_format(out, "static const struct berg_wire_status_info %s_STATUSES[] = {\n",
                            berg_name_upper(emit->arena, operation->id));
  for (size_t i = 0; i < operation->response_count; i++) {
    const struct berg_spec_response *response = &operation->responses[i];
    berg_buffer_append_format(out, "    {%d, %d, \"%.*s\", ", response->code, response->range,
                              BERG_SPAN_ARGS(response->status));
    write_schema_name(out, choose_content(&response->contents));
    berg_buffer_append_text(out, "},\n");
  }
  berg_buffer_append_text(out, "};\n");
}

static void write_list(struct berg_buffer *out, const char *name, const char *list, size_t count)
{
  if (count == 0)
    berg_buffer_append_text(out, ", NULL, 0");
  else
    berg_buffer_append_format(out, ", %s_%s, %zu", name, list, count);
}

static void write_row(const struct berg_emit *emit, struct berg_buffer *out,
                      const struct berg_spec_operation *operation)
{
  const struct berg_spec_content *content = choose_content(&operation->body.contents);
  const char *upper = berg_name_upper(emit->arena, operation->id);
  const char *method = berg_spec_method_name(operation->method);

  berg_buffer_append_text(out, "    {");
  berg_emit_literal(out, operation->id);
  berg_buffer_append_format(out, ", BERG_METHOD_%s, \"%s\", ", method, method);
  berg_emit_literal(out, operation->path);
  berg_buffer_append_format(out, ", %s, %s, %s, ", berg_emit_is_served(emit, operation) ? "true" : "false",
                            operation->deprecated ? "true" : "false", operation->body.required ? "true" : "false");
  if (content == NULL)
    berg_buffer_append_text(out, "NULL");
  else
    berg_emit_literal(out, content->media_type);
  berg_buffer_append_text(out, ", ");
  write_schema_name(out, content);
  write_list(out, upper, "PARAMETERS", operation->parameter_count);
  write_list(out, upper, "STATUSES", operation->response_count);
  berg_buffer_append_text(out, "},\n");
}

static bool has_prefix(const struct berg_spec_operation *operation)
{
  for (size_t i = 0; i < operation->parameter_count; i++) {
    if (operation->parameters[i].in == BERG_SPEC_IN_PATH &&
        berg_span_equal(operation->parameters[i].name, BERG_SPAN("prefix")))
      return true;
  }
  return false;
}

static void write_endpoints(const struct berg_emit *emit, struct berg_buffer *out)
{
  const struct berg_spec_document *document = emit->document;

  berg_buffer_append_text(out, "static const char *const ENDPOINTS[] = {\n");
  for (size_t i = 0; i < document->operation_count; i++) {
    const struct berg_spec_operation *operation = &document->operations[i];
    if (has_prefix(operation))
      berg_buffer_append_format(out, "    \"%s %.*s\",\n", berg_spec_method_name(operation->method),
                                BERG_SPAN_ARGS(operation->path));
    else
      berg_buffer_append_text(out, "    NULL,\n");
  }
  berg_buffer_append_text(out, "};\n");
}

static void write_header(const struct berg_emit *emit, struct berg_buffer *out)
{
  const struct berg_spec_document *document = emit->document;

  berg_emit_header_begin(out, "BERG_GENERATED_OPERATIONS_H", "The operations of the API.",
                         "#include \"wire/exchange.h\"\n");
  berg_buffer_append_text(out, "\nenum berg_wire_operation {\n");
  for (size_t i = 0; i < document->operation_count; i++)
    berg_buffer_append_format(out, "  BERG_WIRE_OPERATION_%s%s,\n",
                              berg_name_upper(emit->arena, document->operations[i].id), i == 0 ? " = 0" : "");
  berg_buffer_append_text(out, "  BERG_WIRE_OPERATION_COUNT\n};\n");
  berg_buffer_append_text(out, DECLARATIONS);
  berg_emit_header_end(out);
}

void berg_emit_operations(const struct berg_emit *emit, struct berg_buffer *header, struct berg_buffer *source)
{
  const struct berg_spec_document *document = emit->document;

  write_header(emit, header);
  berg_emit_source_begin(source, "#include \"berg_wire_operations.h\"\n");
  for (size_t i = 0; i < document->operation_count; i++) {
    write_parameters(emit, source, &document->operations[i]);
    write_statuses(emit, source, &document->operations[i]);
  }
  berg_buffer_append_text(source, "\nstatic const struct berg_wire_operation_info OPERATIONS[] = {\n");
  for (size_t i = 0; i < document->operation_count; i++)
    write_row(emit, source, &document->operations[i]);
  berg_buffer_append_text(source, "};\n\n");
  write_endpoints(emit, source);
  berg_buffer_append_text(source, FUNCTIONS);
}
