/* berg_wire_client.h/.c: for each operation what a client states, and the request that comes of it. */
#include "spec/tool/emit.h"
#include "spec/tool/names.h"

/* How a parameter outside of the path is held and sent. */
struct carrier {
  const char *type;
  const char *query; /* function suffix; NULL: not possible there */
  const char *header;
};

static const struct carrier *carrier_of(const struct berg_spec_parameter *parameter)
{
  static const struct carrier TEXT = {"struct berg_opt_span", "text", "text"};
  static const struct carrier INTEGER = {"struct berg_opt_int32", "int", NULL};
  static const struct carrier BOOLEAN = {"struct berg_opt_bool", "bool", NULL};
  static const struct carrier LIST = {"struct berg_opt_spans", NULL, "list"};
  unsigned kinds = berg_shape_kinds_of(parameter->schema) & ~(unsigned)BERG_SPEC_NULL;

  if (kinds == BERG_SPEC_INTEGER)
    return &INTEGER;
  if (kinds == BERG_SPEC_BOOLEAN)
    return &BOOLEAN;
  return kinds == BERG_SPEC_ARRAY ? &LIST : &TEXT;
}

static bool is_prefix(const struct berg_spec_parameter *parameter)
{
  return berg_span_equal(parameter->name, BERG_SPAN("prefix"));
}

/* The shape of the body's schema, or NULL. */
static const struct berg_shape *body_shape(const struct berg_emit *emit, const struct berg_spec_operation *operation)
{
  const struct berg_spec_schema *schema;

  if (operation->body.contents.count == 0 || operation->body.contents.items[0].schema == NULL)
    return NULL;
  schema = berg_shape_behind(operation->body.contents.items[0].schema);
  if (schema->name.len == 0) {
    berg_spec_complain(emit->complaints, schema->place, "the body of %.*s has no name", BERG_SPAN_ARGS(operation->id));
    return NULL;
  }
  return emit->shapes->by_schema[schema->index];
}

static void write_signature(const struct berg_emit *emit, struct berg_buffer *out,
                            const struct berg_spec_operation *operation, bool form)
{
  const char *snake = berg_name_snake(emit->arena, operation->id);

  berg_buffer_append_format(out,
                            "enum berg_status berg_wire_%s_call_build(const struct berg_wire_%s_call *call,\n"
                            "    struct berg_client_message *message%s)",
                            snake, snake, form ? ", struct berg_arena *arena" : "");
}

static bool is_form(const struct berg_spec_operation *operation)
{
  return operation->body.contents.count > 0 &&
         berg_span_equal(operation->body.contents.items[0].media_type, BERG_SPAN("application/x-www-form-urlencoded"));
}

static void write_struct(const struct berg_emit *emit, struct berg_buffer *out,
                         const struct berg_spec_operation *operation)
{
  const struct berg_shape *body = body_shape(emit, operation);

  berg_buffer_append_format(out, "\n/* %s %.*s */\nstruct berg_wire_%s_call {\n",
                            berg_spec_method_name(operation->method), BERG_SPAN_ARGS(operation->path),
                            berg_name_snake(emit->arena, operation->id));
  for (size_t i = 0; i < operation->parameter_count; i++) {
    const struct berg_spec_parameter *parameter = &operation->parameters[i];
    const char *type = parameter->in == BERG_SPEC_IN_PATH ? "struct berg_span" : carrier_of(parameter)->type;
    berg_buffer_append_format(out, "  %s %s;%s\n", type, berg_name_member(emit->arena, parameter->name),
                              is_prefix(parameter) ? " /* empty: left out */" : "");
  }
  if (body != NULL)
    berg_buffer_append_format(out, "  const %s *body;%s\n", berg_emit_type(emit, body),
                              operation->body.required ? "" : " /* NULL: none */");
  else if (operation->parameter_count == 0)
    berg_buffer_append_text(out, "  char nothing; /* it takes no parameters */\n");
  berg_buffer_append_text(out, "};\n");
}

static void write_parameter(const struct berg_emit *emit, struct berg_buffer *out,
                            const struct berg_spec_parameter *parameter)
{
  const char *member = berg_name_member(emit->arena, parameter->name);
  const struct carrier *carrier = carrier_of(parameter);
  bool query = parameter->in == BERG_SPEC_IN_QUERY;
  const char *suffix = query ? carrier->query : carrier->header;

  if (suffix == NULL || parameter->in == BERG_SPEC_IN_COOKIE) {
    berg_spec_complain(emit->complaints, parameter->place, "parameter '%.*s' cannot be sent in a %s",
                       BERG_SPAN_ARGS(parameter->name), berg_spec_in_name(parameter->in));
    return;
  }
  berg_buffer_append_format(out, "  berg_client_%s_%s(message, ", query ? "query" : "header", suffix);
  berg_emit_literal(out, parameter->name);
  berg_buffer_append_format(out, ", &call->%s);\n", member);
}

static void write_body(struct berg_buffer *out, const struct berg_spec_operation *operation,
                       const struct berg_shape *body)
{
  if (body == NULL) {
    berg_buffer_append_text(out, "  return berg_client_status(message);\n}\n");
    return;
  }
  if (is_form(operation)) {
    berg_buffer_append_format(out,
                              "  struct berg_buffer json;\n  enum berg_status status;\n\n  berg_buffer_open(&json);\n"
                              "  berg_wire_%s_encode(&json, call->body);\n"
                              "  status = berg_client_form(berg_buffer_span(&json), arena, &message->body);\n"
                              "  berg_buffer_close(&json);\n  message->content_type = \"%.*s\";\n"
                              "  return status == BERG_OK ? berg_client_status(message) : status;\n}\n",
                              body->name, BERG_SPAN_ARGS(operation->body.contents.items[0].media_type));
    return;
  }
  berg_buffer_append_format(out,
                            "  if (call->body != NULL) {\n    berg_wire_%s_encode(&message->body, call->body);\n"
                            "    message->content_type = \"%.*s\";\n  }\n"
                            "  return berg_client_status(message);\n}\n",
                            body->name, BERG_SPAN_ARGS(operation->body.contents.items[0].media_type));
}

static void write_function(const struct berg_emit *emit, struct berg_buffer *out,
                           const struct berg_spec_operation *operation)
{
  const struct berg_shape *body = body_shape(emit, operation);

  berg_buffer_append_byte(out, '\n');
  write_signature(emit, out, operation, is_form(operation));
  berg_buffer_append_text(out, "\n{\n  struct berg_span params[BERG_WIRE_PARAM_COUNT] = {{NULL, 0}};\n\n");
  if (body == NULL && operation->parameter_count == 0)
    berg_buffer_append_text(out, "  (void)call;\n");
  for (size_t i = 0; i < operation->parameter_count; i++) {
    const struct berg_spec_parameter *parameter = &operation->parameters[i];
    if (parameter->in == BERG_SPEC_IN_PATH)
      berg_buffer_append_format(out, "  params[BERG_WIRE_PARAM_%s] = call->%s;\n",
                                berg_name_upper(emit->arena, parameter->name),
                                berg_name_member(emit->arena, parameter->name));
  }
  berg_buffer_append_format(out, "  berg_client_begin(message, BERG_METHOD_%s, ",
                            berg_spec_method_name(operation->method));
  berg_emit_literal(out, operation->path);
  berg_buffer_append_text(out, ", params);\n");
  for (size_t i = 0; i < operation->parameter_count; i++) {
    if (operation->parameters[i].in != BERG_SPEC_IN_PATH)
      write_parameter(emit, out, &operation->parameters[i]);
  }
  write_body(out, operation, body);
}

void berg_emit_client(const struct berg_emit *emit, struct berg_buffer *header, struct berg_buffer *source)
{
  const struct berg_spec_document *document = emit->document;

  berg_emit_header_begin(header, "BERG_GENERATED_CLIENT_H",
                         "Requests of clients: typed parameters in, a message out. Texts are not percent-encoded yet; "
                         "the levels of a namespace are joined by the byte 0x1F.",
                         "#include \"berg_wire_types.h\"\n#include \"wire/client.h\"\n");
  berg_emit_source_begin(source, "#include \"berg_wire_client.h\"\n\n#include \"berg_wire_encode.h\"\n");
  for (size_t i = 0; i < document->operation_count; i++) {
    const struct berg_spec_operation *operation = &document->operations[i];
    write_struct(emit, header, operation);
    berg_buffer_append_text(header, "BERG_MUST_USE ");
    write_signature(emit, header, operation, is_form(operation));
    berg_buffer_append_text(header, ";\n");
    write_function(emit, source, operation);
  }
  berg_emit_header_end(header);
}
