/* One HTML page of the API: operations, schemas, clauses and corrections, with links between them and none outside that
 * reading needs. */
#ifndef BERG_SPEC_TOOL_DOCS_H
#define BERG_SPEC_TOOL_DOCS_H

#include "base/buffer.h"
#include "spec/tool/clauses.h"

struct berg_docs {
  struct berg_arena *arena;
  struct berg_buffer *out;
  const struct berg_spec_document *document;
  struct berg_spec_clauses clauses; /* count 0: none are shown */
};

/* Appends the whole page. */
void berg_docs_page(const struct berg_docs *docs);

/* The parts of it. */
void berg_docs_operation(const struct berg_docs *docs, const struct berg_spec_operation *operation);
void berg_docs_named_schema(const struct berg_docs *docs, const struct berg_spec_schema *schema);

/* Appends SCHEMA as a tree of lines, named schemas as links. */
void berg_docs_schema(const struct berg_docs *docs, const struct berg_spec_schema *schema);

/* Appends notes about the corrections whose target begins with PREFIX and ends there or goes on with '.' or '['. */
void berg_docs_corrections(const struct berg_docs *docs, struct berg_span prefix);

/* Appends a clause as an item of a list. */
void berg_docs_clause(const struct berg_docs *docs, const struct berg_spec_clause *clause);

#endif
