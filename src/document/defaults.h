/* What a metadata document leaves out, and what it may not leave out. Internal to src/document. */
#ifndef BERG_DOCUMENT_DEFAULTS_H
#define BERG_DOCUMENT_DEFAULTS_H

#include "core/table.h"

/* What the reading of a document found beside the table. */
struct berg_document_facts {
  uint32_t seen; /* set of the sections that were there and not null */
  struct berg_schema schema;
  struct berg_partition_spec spec;
};

/* Checks that TABLE's version is known and has all that it requires, and gives the rest the defaults of the format
 * (checks 1 to 13): version 1 without its plural forms, field ids of partition fields counted from 1000, the ref `main`
 * for a current snapshot. BERG_INVALID names the member that is missing; BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_document_complete(const struct berg_document_facts *facts, struct berg_table *table,
                                                      struct berg_arena *arena, struct berg_problem *problem);

#endif
