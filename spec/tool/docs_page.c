#include "spec/tool/docs.h"
#include "spec/tool/html.h"

static const char style[] =
    "body{margin:0;font:15px/1.5 system-ui,sans-serif;color:#1b1f24;background:#fff}"
    "nav{position:fixed;top:0;bottom:0;left:0;width:17em;overflow:auto;padding:1em;background:#f4f6f8;"
    "border-right:1px solid #d8dee4;font-size:13px;box-sizing:border-box}"
    "nav a{display:block;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}"
    "main{margin-left:17em;padding:1em 2em;max-width:62em}"
    "a{color:#0a58ca;text-decoration:none}a:hover{text-decoration:underline}"
    "code,.kw{font-family:ui-monospace,monospace;font-size:13px}.kw{color:#57606a}"
    "section{border-top:1px solid #d8dee4;margin-top:1.5em}table{border-collapse:collapse;width:100%;margin:.5em 0}"
    "th,td{text-align:left;vertical-align:top;border-bottom:1px solid #e6eaee;padding:.25em .6em .25em 0}"
    "td p,.d p{margin:0}ul.s{margin:.2em 0;padding-left:1.2em;list-style:none;border-left:2px solid #e6eaee}"
    ".d{color:#444}.req{color:#b42318}.u{color:#57606a;font-size:13px;margin:0}"
    ".m{font-weight:700;padding:0 .4em;border-radius:3px;color:#fff;background:#57606a;font-size:12px}"
    ".m-GET{background:#0a7d33}.m-POST{background:#0a58ca}.m-DELETE{background:#b42318}"
    ".note{background:#fff8e1;border-left:3px solid #d9a400;padding:.3em .8em;margin:.5em 0}"
    "@media(max-width:50em){nav{position:static;width:auto}main{margin:0}}"
    "@media(prefers-color-scheme:dark){body{background:#14181c;color:#d7dde3}nav{background:#1b2127}"
    ".d,.kw,.u{color:#9aa5b1}a{color:#6ea8fe}.note{background:#2b2616}}"
    "@media print{nav{display:none}main{margin:0}}";

void berg_docs_clause(const struct berg_docs *docs, const struct berg_spec_clause *clause)
{
  berg_buffer_append_text(docs->out, "<li id=\"clause-");
  berg_html_id(docs->out, clause->id);
  berg_buffer_append_format(docs->out, "\"><b>%s</b> <code>", berg_spec_level_name(clause->level));
  berg_html_text(docs->out, clause->id);
  berg_buffer_append_text(docs->out, "</code>");
  berg_html_prose(docs->out, clause->text);
  berg_buffer_append_text(docs->out, "<span class=\"u\">");
  berg_html_text(docs->out, clause->source);
  berg_buffer_append_text(docs->out, "</span></li>\n");
}

static bool is_below(struct berg_span target, struct berg_span prefix)
{
  if (!berg_span_starts_with(target, prefix))
    return false;
  return target.len == prefix.len || target.bytes[prefix.len] == '.' || target.bytes[prefix.len] == '[';
}

static void append_correction(const struct berg_docs *docs, const struct berg_spec_correction *correction)
{
  berg_buffer_append_format(docs->out, "<div class=\"note\"><b>%s</b> <code>",
                            correction->removes ? "Removed by the errata" : "Changed by the errata");
  berg_html_text(docs->out, correction->target);
  berg_buffer_append_text(docs->out, "</code>");
  berg_html_prose(docs->out, correction->description);
  for (size_t i = 0; i < correction->links.count; i++) {
    berg_buffer_append_text(docs->out, "<div class=\"u\">");
    berg_html_link(docs->out, correction->links.items[i]);
    berg_buffer_append_text(docs->out, "</div>");
  }
  berg_buffer_append_text(docs->out, "</div>\n");
}

void berg_docs_corrections(const struct berg_docs *docs, struct berg_span prefix)
{
  for (size_t i = 0; i < docs->document->correction_count; i++)
    if (is_below(docs->document->corrections[i].target, prefix))
      append_correction(docs, &docs->document->corrections[i]);
}

static void append_nav_link(const struct berg_docs *docs, const char *kind, struct berg_span name)
{
  berg_buffer_append_format(docs->out, "<a href=\"#%s-", kind);
  berg_html_id(docs->out, name);
  berg_buffer_append_text(docs->out, "\">");
  berg_html_text(docs->out, name);
  berg_buffer_append_text(docs->out, "</a>\n");
}

static void append_nav(const struct berg_docs *docs)
{
  const struct berg_spec_document *document = docs->document;

  berg_buffer_append_format(docs->out, "<nav>\n<p><b>Operations</b> (%zu)</p>\n", document->operation_count);
  for (size_t i = 0; i < document->operation_count; i++)
    append_nav_link(docs, "op", document->operations[i].id);
  berg_buffer_append_format(docs->out, "<p><b>Schemas</b> (%zu)</p>\n", document->schema_count);
  for (size_t i = 0; i < document->schema_count; i++)
    append_nav_link(docs, "schema", document->schemas[i]->name);
  if (docs->clauses.count > 0)
    berg_buffer_append_text(docs->out, "<p><a href=\"#clauses\"><b>General clauses</b></a></p>\n");
  berg_buffer_append_text(docs->out, "</nav>\n");
}

static void append_general_clauses(const struct berg_docs *docs)
{
  if (docs->clauses.count == 0)
    return;
  berg_buffer_append_text(docs->out, "<h2 id=\"clauses\">General clauses</h2>\n<ul>\n");
  for (size_t i = 0; i < docs->clauses.count; i++)
    if (docs->clauses.items[i].operation == NULL)
      berg_docs_clause(docs, &docs->clauses.items[i]);
  berg_buffer_append_text(docs->out, "</ul>\n");
}

void berg_docs_page(const struct berg_docs *docs)
{
  struct berg_buffer *out = docs->out;
  const struct berg_spec_document *document = docs->document;

  berg_buffer_append_text(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                               "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>");
  berg_html_text(out, document->title);
  berg_buffer_append_format(out, "</title>\n<style>%s</style>\n</head>\n<body>\n", style);
  append_nav(docs);
  berg_buffer_append_text(out, "<main>\n<h1>");
  berg_html_text(out, document->title);
  berg_buffer_append_text(out, "</h1>\n<p class=\"u\">version ");
  berg_html_text(out, document->version);
  berg_buffer_append_format(out, ", OpenAPI %.*s, %zu corrections by the errata</p>\n",
                            BERG_SPAN_ARGS(document->openapi), document->correction_count);
  berg_html_prose(out, document->description);
  berg_buffer_append_text(out, "<h2>Operations</h2>\n");
  for (size_t i = 0; i < document->operation_count; i++)
    berg_docs_operation(docs, &document->operations[i]);
  berg_buffer_append_text(out, "<h2>Schemas</h2>\n");
  for (size_t i = 0; i < document->schema_count; i++)
    berg_docs_named_schema(docs, document->schemas[i]);
  append_general_clauses(docs);
  berg_buffer_append_text(out, "</main>\n</body>\n</html>\n");
}
