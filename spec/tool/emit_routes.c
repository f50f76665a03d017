/* berg_wire_routes.h/.c: the path templates as a table for the route matcher. */
#include "spec/tool/emit.h"
#include "spec/tool/names.h"

/* Writes the segments of PATH, a template such as /v1/{prefix}/namespaces, and their number. */
static size_t write_segments(const struct berg_emit *emit, struct berg_buffer *out, struct berg_span path)
{
  size_t count = 0;
  size_t at = 1;

  berg_buffer_append_text(out, "{");
  while (at <= path.len) {
    size_t end = at;
    while (end < path.len && path.bytes[end] != '/')
      end++;
    struct berg_span segment = berg_span_part(path, at, end - at);
    berg_buffer_append_text(out, count == 0 ? "" : ",\n      ");
    if (segment.len > 2 && segment.bytes[0] == '{') {
      struct berg_span name = berg_span_part(segment, 1, segment.len - 2);
      berg_buffer_append_format(out, "{{NULL, 0}, BERG_WIRE_PARAM_%s}", berg_name_upper(emit->arena, name));
    } else {
      berg_buffer_append_text(out, "{{(const uint8_t *)");
      berg_emit_literal(out, segment);
      berg_buffer_append_format(out, ", %zu}, BERG_ROUTE_LITERAL}", segment.len);
    }
    count++;
    at = end + 1;
  }
  berg_buffer_append_text(out, "}");
  return count;
}

/* The operation of METHOD at PATH, or NULL. */
static const struct berg_spec_operation *find_operation(const struct berg_emit *emit, struct berg_span path,
                                                        const char *method)
{
  for (size_t i = 0; i < emit->document->operation_count; i++) {
    const struct berg_spec_operation *operation = &emit->document->operations[i];
    if (berg_span_equal(operation->path, path) && strcmp(berg_spec_method_name(operation->method), method) == 0)
      return operation;
  }
  return NULL;
}

static void write_operations(const struct berg_emit *emit, struct berg_buffer *out, struct berg_span path)
{
  static const char *const METHODS[] = {"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", ""};

  berg_buffer_append_text(out, "{");
  for (size_t i = 0; i < sizeof METHODS / sizeof METHODS[0]; i++) {
    const struct berg_spec_operation *operation = find_operation(emit, path, METHODS[i]);
    berg_buffer_append_text(out, i == 0 ? "" : ", ");
    if (operation == NULL)
      berg_buffer_append_text(out, "BERG_ROUTE_NO_OPERATION");
    else
      berg_buffer_append_format(out, "BERG_WIRE_OPERATION_%s", berg_name_upper(emit->arena, operation->id));
  }
  berg_buffer_append_text(out, "}");
}

void berg_emit_routes(const struct berg_emit *emit, struct berg_buffer *header, struct berg_buffer *source)
{
  const struct berg_spec_document *document = emit->document;

  berg_emit_header_begin(header, "BERG_GENERATED_ROUTES_H", "From method and raw path to operation.",
                         "#include \"wire/exchange.h\"\n");
  berg_buffer_append_text(header,
                          "\n/* Finds the operation of METHOD at RAW_PATH, which is still percent-encoded and starts "
                          "with '/', as berg_route_find does. */\n"
                          "BERG_MUST_USE enum berg_status berg_wire_route(enum berg_method method, struct berg_span "
                          "raw_path,\n    struct berg_wire_match *match);\n");
  berg_emit_header_end(header);
  berg_emit_source_begin(
      source, "#include \"berg_wire_routes.h\"\n\n#include \"berg_wire_operations.h\"\n#include \"wire/route.h\"\n");
  berg_buffer_append_text(source, "static const struct berg_route ROUTES[] = {\n");
  for (size_t i = 0; i < document->operation_count; i++) {
    struct berg_span path = document->operations[i].path;
    if (i > 0 && berg_span_equal(path, document->operations[i - 1].path))
      continue;
    berg_buffer_append_text(source, "    {");
    size_t count = write_segments(emit, source, path);
    berg_buffer_append_format(source, ", %zu,\n     ", count);
    write_operations(emit, source, path);
    berg_buffer_append_text(source, "},\n");
  }
  berg_buffer_append_text(source,
                          "};\n\nenum berg_status berg_wire_route(enum berg_method method, struct berg_span raw_path,\n"
                          "    struct berg_wire_match *match)\n{\n"
                          "  return berg_route_find(ROUTES, sizeof ROUTES / sizeof ROUTES[0], method, raw_path, "
                          "match);\n}\n");
}
