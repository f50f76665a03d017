/* Schemas (JSON Schema 2020-12 as OpenAPI 3.1 uses it) from the tree into the model.
 *
 * Every keyword is either kept in struct berg_spec_schema or refused by name; nothing is skipped but x- extensions,
 * $comment and externalDocs. References are resolved on the way, so the named schemas must exist (empty) before any is
 * read. */
#ifndef BERG_SPEC_TOOL_READ_SCHEMA_H
#define BERG_SPEC_TOOL_READ_SCHEMA_H

#include "spec/tool/reader.h"

/* Named schemas in one document; bounds the depth of searches and the size of the table of what reaches what. */
#define BERG_SPEC_SCHEMA_COUNT_MAX 4000u

/* Fills OUT from NODE. POINTER is where it stands; PARENT the schema around it or NULL. Complains; what is wrong is
 * left unset. */
void berg_spec_read_schema(struct berg_spec_reader *reader, const struct berg_yaml *node, struct berg_span pointer,
                           const struct berg_spec_schema *parent, struct berg_spec_schema *out);

/* A new schema, filled as above. */
struct berg_spec_schema *berg_spec_read_new_schema(struct berg_spec_reader *reader, const struct berg_yaml *node,
                                                   struct berg_span pointer);

/* Makes an empty schema for each entry of components/schemas, then fills them. */
void berg_spec_read_schemas(struct berg_spec_reader *reader);

#endif
