#include "spec/tool/docs.h"
#include "spec/tool/html.h"
#include "spec/tool/jsonpath.h"

#include <ctype.h>

static void append_parameters(const struct berg_docs *docs, const struct berg_spec_operation *operation)
{
  if (operation->parameter_count == 0)
    return;
  berg_buffer_append_text(docs->out, "<table><tr><th>Parameter<th>In<th>Type<th>Meaning</tr>\n");
  for (size_t i = 0; i < operation->parameter_count; i++) {
    const struct berg_spec_parameter *parameter = &operation->parameters[i];
    berg_buffer_append_text(docs->out, "<tr><td><b>");
    berg_html_text(docs->out, parameter->name);
    berg_buffer_append_format(docs->out, "</b>%s<td>%s<td>",
                              parameter->required ? "<span class=\"req\" title=\"required\">*</span>" : "",
                              berg_spec_in_name(parameter->in));
    berg_docs_schema(docs, parameter->schema);
    berg_buffer_append_text(docs->out, "<td>");
    berg_html_prose(docs->out, parameter->description);
    berg_buffer_append_text(docs->out, "</tr>\n");
  }
  berg_buffer_append_text(docs->out, "</table>\n");
}

static void append_contents(const struct berg_docs *docs, const struct berg_spec_contents *contents)
{
  for (size_t i = 0; i < contents->count; i++) {
    berg_buffer_append_text(docs->out, "<div><code>");
    berg_html_text(docs->out, contents->items[i].media_type);
    berg_buffer_append_text(docs->out, "</code> ");
    if (contents->items[i].schema != NULL)
      berg_docs_schema(docs, contents->items[i].schema);
    berg_buffer_append_text(docs->out, "</div>\n");
  }
}

static void append_body(const struct berg_docs *docs, const struct berg_spec_body *body)
{
  if (!body->set)
    return;
  berg_buffer_append_format(docs->out, "<h4>Body%s</h4>\n", body->required ? "" : " (optional)");
  berg_html_prose(docs->out, body->description);
  append_contents(docs, &body->contents);
}

static void append_response(const struct berg_docs *docs, const struct berg_spec_response *response)
{
  berg_buffer_append_format(docs->out, "<tr class=\"r%d\"><td><b>%.*s</b><td>", response->range,
                            BERG_SPAN_ARGS(response->status));
  berg_html_prose(docs->out, response->description);
  berg_buffer_append_text(docs->out, "<td>");
  append_contents(docs, &response->contents);
  for (size_t i = 0; i < response->header_count; i++) {
    berg_buffer_append_text(docs->out, "<div>header <b>");
    berg_html_text(docs->out, response->headers[i].name);
    berg_buffer_append_text(docs->out, "</b> ");
    berg_docs_schema(docs, response->headers[i].schema);
    berg_buffer_append_text(docs->out, "</div>\n");
  }
  berg_buffer_append_text(docs->out, "</tr>\n");
}

static void append_clauses(const struct berg_docs *docs, const struct berg_spec_operation *operation)
{
  bool any = false;

  for (size_t i = 0; i < docs->clauses.count; i++) {
    if (docs->clauses.items[i].operation != operation)
      continue;
    berg_buffer_append_text(docs->out, any ? "" : "<details><summary>Clauses</summary>\n<ul>\n");
    any = true;
    berg_docs_clause(docs, &docs->clauses.items[i]);
  }
  berg_buffer_append_text(docs->out, any ? "</ul></details>\n" : "");
}

/* Corrections of an operation have targets such as $.paths['/v1/config'].get.responses. */
static void append_corrections(const struct berg_docs *docs, const struct berg_spec_operation *operation)
{
  struct berg_span prefix = berg_spec_jsonpath_append(docs->arena, BERG_SPAN("$.paths"), operation->path);
  char method[16];
  size_t i = 0;

  for (const char *name = berg_spec_method_name(operation->method); name[i] != '\0' && i + 1 < sizeof method; i++)
    method[i] = (char)tolower((unsigned char)name[i]);
  method[i] = '\0';
  berg_docs_corrections(docs, berg_spec_jsonpath_append(docs->arena, prefix, berg_span_of(method)));
}

void berg_docs_operation(const struct berg_docs *docs, const struct berg_spec_operation *operation)
{
  struct berg_buffer *out = docs->out;
  const char *method = berg_spec_method_name(operation->method);

  berg_buffer_append_text(out, "<section class=\"op\" id=\"op-");
  berg_html_id(out, operation->id);
  berg_buffer_append_text(out, "\">\n<h3>");
  berg_html_text(out, operation->id);
  berg_buffer_append_format(out, "%s</h3>\n<p class=\"path\"><span class=\"m m-%s\">%s</span> <code>",
                            operation->deprecated ? " <small>deprecated</small>" : "", method, method);
  berg_html_text(out, operation->path);
  berg_buffer_append_text(out, "</code></p>\n<p><b>");
  berg_html_text(out, operation->summary);
  berg_buffer_append_text(out, "</b></p>\n");
  berg_html_prose(out, operation->description);
  append_parameters(docs, operation);
  append_body(docs, &operation->body);
  berg_buffer_append_text(out, "<table><tr><th>Status<th>Meaning<th>Body</tr>\n");
  for (size_t i = 0; i < operation->response_count; i++)
    append_response(docs, &operation->responses[i]);
  berg_buffer_append_text(out, "</table>\n");
  append_clauses(docs, operation);
  append_corrections(docs, operation);
  berg_buffer_append_text(out, "</section>\n");
}
