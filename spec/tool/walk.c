#include "spec/tool/walk.h"

void berg_spec_visit_edges(const struct berg_spec_schema *schema,
                           void (*visit)(void *context, struct berg_spec_schema *other, enum berg_spec_edge edge),
                           void *context)
{
  const struct berg_spec_schemas *parts[] = {&schema->all_of, &schema->one_of, &schema->any_of};

  if (schema->ref != NULL)
    visit(context, schema->ref, BERG_SPEC_EDGE_REF);
  for (size_t p = 0; p < 3; p++)
    for (size_t i = 0; i < parts[p]->count; i++)
      visit(context, parts[p]->items[i], BERG_SPEC_EDGE_SAME);
  for (size_t i = 0; i < schema->property_count; i++)
    visit(context, schema->properties[i].schema, BERG_SPEC_EDGE_INNER);
  if (schema->items != NULL)
    visit(context, schema->items, BERG_SPEC_EDGE_INNER);
  if (schema->additional != NULL)
    visit(context, schema->additional, BERG_SPEC_EDGE_INNER);
  for (size_t i = 0; i < schema->discriminator.mapping_count; i++)
    visit(context, schema->discriminator.mapping[i].schema, BERG_SPEC_EDGE_MAPPING);
}

struct all {
  void (*visit)(void *context, struct berg_spec_schema *schema);
  void *context;
};

/* Recursion goes inside only, so that it is bounded by the depth of the document. */
static void visit_inside(void *context, struct berg_spec_schema *schema, enum berg_spec_edge edge)
{
  const struct all *all = context;

  if (edge == BERG_SPEC_EDGE_REF || edge == BERG_SPEC_EDGE_MAPPING)
    return;
  all->visit(all->context, schema);
  berg_spec_visit_edges(schema, visit_inside, context);
}

static void visit_whole(void *context, struct berg_spec_schema *schema, bool in_reply)
{
  (void)in_reply;
  visit_inside(context, schema, BERG_SPEC_EDGE_INNER);
}

static void visit_contents(const struct berg_spec_contents *contents, bool in_reply,
                           void (*visit)(void *context, struct berg_spec_schema *schema, bool in_reply), void *context)
{
  for (size_t i = 0; i < contents->count; i++)
    if (contents->items[i].schema != NULL)
      visit(context, contents->items[i].schema, in_reply);
}

void berg_spec_visit_operation(const struct berg_spec_operation *operation,
                               void (*visit)(void *context, struct berg_spec_schema *schema, bool in_reply),
                               void *context)
{
  for (size_t i = 0; i < operation->parameter_count; i++)
    visit(context, operation->parameters[i].schema, false);
  visit_contents(&operation->body.contents, false, visit, context);
  for (size_t i = 0; i < operation->response_count; i++) {
    const struct berg_spec_response *response = &operation->responses[i];
    for (size_t h = 0; h < response->header_count; h++)
      visit(context, response->headers[h].schema, true);
    visit_contents(&response->contents, true, visit, context);
  }
}

void berg_spec_visit_schemas(const struct berg_spec_document *document,
                             void (*visit)(void *context, struct berg_spec_schema *schema), void *context)
{
  struct all all = {visit, context};

  for (size_t i = 0; i < document->schema_count; i++)
    visit_inside(&all, document->schemas[i], BERG_SPEC_EDGE_INNER);
  for (size_t i = 0; i < document->operation_count; i++)
    berg_spec_visit_operation(&document->operations[i], visit_whole, &all);
}
