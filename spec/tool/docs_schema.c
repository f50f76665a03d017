#include "spec/tool/docs.h"
#include "spec/tool/html.h"
#include "spec/tool/jsonpath.h"
#include "spec/tool/print.h"

static void append_link(const struct berg_docs *docs, const struct berg_spec_schema *schema)
{
  berg_buffer_append_text(docs->out, "<a href=\"#schema-");
  berg_html_id(docs->out, schema->name);
  berg_buffer_append_text(docs->out, "\">");
  berg_html_text(docs->out, schema->name);
  berg_buffer_append_text(docs->out, "</a>");
}

/* The keywords of SCHEMA; the name that `$ref` is printed with becomes a link. */
static void append_keywords(const struct berg_docs *docs, const struct berg_spec_schema *schema)
{
  struct berg_spec_schema rest = *schema;
  struct berg_buffer line;

  if (schema->ref != NULL)
    append_link(docs, schema->ref);
  rest.ref = NULL;
  berg_buffer_open(&line);
  berg_spec_print_keywords(&line, &rest);
  if (line.len > 0) {
    berg_buffer_append_text(docs->out, " <span class=\"kw\">");
    berg_html_text(docs->out, berg_span_part(berg_buffer_span(&line), 1, line.len - 1));
    berg_buffer_append_text(docs->out, "</span>");
  }
  berg_buffer_close(&line);
}

static void append_inside(const struct berg_docs *docs, const struct berg_spec_schema *schema);

/* One line with a label, and what stands inside below it. */
static void append_entry(const struct berg_docs *docs, const char *label, struct berg_span name, bool required,
                         const struct berg_spec_schema *schema)
{
  berg_buffer_append_text(docs->out, "<li>");
  if (name.len > 0) {
    berg_buffer_append_text(docs->out, "<b>");
    berg_html_text(docs->out, name);
    berg_buffer_append_text(docs->out, required ? "</b><span class=\"req\" title=\"required\">*</span> " : "</b> ");
  } else if (label[0] != '\0') {
    berg_buffer_append_format(docs->out, "<i>%s</i> ", label);
  }
  append_keywords(docs, schema);
  if (schema->description.len > 0) {
    berg_buffer_append_text(docs->out, "<div class=\"d\">");
    berg_html_prose(docs->out, schema->description);
    berg_buffer_append_text(docs->out, "</div>");
  }
  append_inside(docs, schema);
  berg_buffer_append_text(docs->out, "</li>\n");
}

static bool has_inside(const struct berg_spec_schema *schema)
{
  return schema->property_count + schema->all_of.count + schema->one_of.count + schema->any_of.count +
                 schema->discriminator.mapping_count >
             0 ||
         schema->items != NULL || schema->additional != NULL;
}

static void append_parts(const struct berg_docs *docs, const char *label, const struct berg_spec_schemas *parts)
{
  for (size_t i = 0; i < parts->count; i++)
    append_entry(docs, label, BERG_SPAN(""), false, parts->items[i]);
}

static void append_mapping(const struct berg_docs *docs, const struct berg_spec_discriminator *discriminator)
{
  if (!discriminator->set)
    return;
  berg_buffer_append_text(docs->out, "<li><i>told by</i> <b>");
  berg_html_text(docs->out, discriminator->property);
  berg_buffer_append_text(docs->out, "</b>");
  for (size_t i = 0; i < discriminator->mapping_count; i++) {
    berg_buffer_append_text(docs->out, i == 0 ? ": <code>" : ", <code>");
    berg_html_text(docs->out, discriminator->mapping[i].value);
    berg_buffer_append_text(docs->out, "</code> ");
    append_link(docs, discriminator->mapping[i].schema);
  }
  berg_buffer_append_text(docs->out, "</li>\n");
}

/* Recursion is bounded by the depth of the document. */
static void append_inside(const struct berg_docs *docs, const struct berg_spec_schema *schema)
{
  if (!has_inside(schema))
    return;
  berg_buffer_append_text(docs->out, "<ul class=\"s\">\n");
  append_mapping(docs, &schema->discriminator);
  append_parts(docs, "all of", &schema->all_of);
  append_parts(docs, "one of", &schema->one_of);
  append_parts(docs, "any of", &schema->any_of);
  for (size_t i = 0; i < schema->property_count; i++)
    append_entry(docs, "", schema->properties[i].name, schema->properties[i].required, schema->properties[i].schema);
  if (schema->items != NULL)
    append_entry(docs, "items", BERG_SPAN(""), false, schema->items);
  if (schema->additional != NULL)
    append_entry(docs, "other members", BERG_SPAN(""), false, schema->additional);
  berg_buffer_append_text(docs->out, "</ul>\n");
}

void berg_docs_schema(const struct berg_docs *docs, const struct berg_spec_schema *schema)
{
  append_keywords(docs, schema);
  append_inside(docs, schema);
}

void berg_docs_named_schema(const struct berg_docs *docs, const struct berg_spec_schema *schema)
{
  struct berg_span prefix = berg_spec_jsonpath_append(docs->arena, BERG_SPAN("$.components.schemas"), schema->name);

  berg_buffer_append_text(docs->out, "<section class=\"schema\" id=\"schema-");
  berg_html_id(docs->out, schema->name);
  berg_buffer_append_text(docs->out, "\">\n<h3>");
  berg_html_text(docs->out, schema->name);
  berg_buffer_append_format(docs->out, "</h3>\n<p class=\"u\">%s%s%s%s</p>\n",
                            schema->in_requests ? "in requests " : "", schema->in_responses ? "in responses " : "",
                            schema->recursive ? "recursive " : "",
                            schema->deprecated == BERG_SPEC_YES ? "deprecated" : "");
  berg_html_prose(docs->out, schema->description);
  berg_docs_schema(docs, schema);
  berg_docs_corrections(docs, prefix);
  berg_buffer_append_text(docs->out, "</section>\n");
}
