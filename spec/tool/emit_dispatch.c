/* berg_wire_dispatch.h/.c: the one way from an operation to the function that serves it. */
#include "spec/tool/emit.h"
#include "spec/tool/names.h"

#define PARAMETERS "(struct berg_catalog *catalog, const struct berg_request *request,\n    struct berg_reply *reply)"
#define DISPATCH                                                                                                       \
  "enum berg_status berg_wire_dispatch(struct berg_catalog *catalog, enum berg_wire_operation operation,\n"            \
  "    const struct berg_request *request, struct berg_reply *reply)"

static void write_header(const struct berg_emit *emit, struct berg_buffer *out)
{
  berg_emit_header_begin(out, "BERG_GENERATED_DISPATCH_H", "The functions that serve operations, and the way to them.",
                         "#include \"berg_wire_operations.h\"\n");
  berg_buffer_append_text(out, "\nstruct berg_catalog;\n"
                               "\n/* Each serves one operation: REPLY is filled on BERG_OK, else its problem. */\n");
  for (size_t i = 0; i < emit->document->operation_count; i++) {
    const struct berg_spec_operation *operation = &emit->document->operations[i];
    if (berg_emit_is_served(emit, operation))
      berg_buffer_append_format(out, "BERG_MUST_USE enum berg_status berg_serve_%s" PARAMETERS ";\n",
                                berg_name_snake(emit->arena, operation->id));
  }
  berg_buffer_append_text(out, "\n/* Serves OPERATION; BERG_UNSUPPORTED, with a problem, when it is not served. */\n"
                               "BERG_MUST_USE " DISPATCH ";\n");
  berg_emit_header_end(out);
}

void berg_emit_dispatch(const struct berg_emit *emit, struct berg_buffer *header, struct berg_buffer *source)
{
  bool any = false;

  write_header(emit, header);
  berg_emit_source_begin(source, "#include \"berg_wire_dispatch.h\"\n");
  berg_buffer_append_text(source, DISPATCH "\n{\n  switch (operation) {\n");
  for (size_t i = 0; i < emit->document->operation_count; i++) {
    const struct berg_spec_operation *operation = &emit->document->operations[i];
    if (!berg_emit_is_served(emit, operation))
      continue;
    berg_buffer_append_format(source,
                              "  case BERG_WIRE_OPERATION_%s:\n    return berg_serve_%s(catalog, request, reply);\n",
                              berg_name_upper(emit->arena, operation->id), berg_name_snake(emit->arena, operation->id));
    any = true;
  }
  berg_buffer_append_format(source,
                            "  default:\n%s"
                            "    return berg_problem_set_text(&reply->problem, BERG_UNSUPPORTED,\n"
                            "        \"This server does not support {}\",\n"
                            "        berg_span_of(berg_wire_operation_info(operation)->id));\n  }\n}\n",
                            any ? "" : "    (void)catalog;\n    (void)request;\n");
}
