/* Going over the schemas of a document. */
#ifndef BERG_SPEC_TOOL_WALK_H
#define BERG_SPEC_TOOL_WALK_H

#include "spec/tool/model.h"

/* How a schema is connected with another. */
enum berg_spec_edge {
  BERG_SPEC_EDGE_INNER,   /* stands inside, and is about a part of the value: items, properties, additionalProperties */
  BERG_SPEC_EDGE_SAME,    /* stands inside, and is about the same value: allOf, oneOf, anyOf */
  BERG_SPEC_EDGE_REF,     /* `$ref`: about the same value */
  BERG_SPEC_EDGE_MAPPING, /* the mapping of a discriminator */
  BERG_SPEC_EDGE_COUNT
};

/* Calls VISIT for each schema that SCHEMA is directly connected with. */
void berg_spec_visit_edges(const struct berg_spec_schema *schema,
                           void (*visit)(void *context, struct berg_spec_schema *other, enum berg_spec_edge edge),
                           void *context);

/* Calls VISIT for every schema of DOCUMENT, named ones with all that stands inside them, then those of the operations;
 * outer ones first, in the order of the document. */
void berg_spec_visit_schemas(const struct berg_spec_document *document,
                             void (*visit)(void *context, struct berg_spec_schema *schema), void *context);

/* Calls VISIT for the schemas that stand directly in OPERATION. IN_REPLY: in its responses, else in its request. */
void berg_spec_visit_operation(const struct berg_spec_operation *operation,
                               void (*visit)(void *context, struct berg_spec_schema *schema, bool in_reply),
                               void *context);

#endif
