/* The order of a schema's array where the text has another. Internal to src/document. */
#ifndef BERG_DOCUMENT_SCHEMA_ORDER_H
#define BERG_DOCUMENT_SCHEMA_ORDER_H

#include "core/schema.h"

/* Exchanges the subtrees at LEFT and RIGHT, which lie side by side at the end of SCHEMA's array, with all indexes in
 * them; LEFT and RIGHT become where the same fields stand then. False when ARENA is exhausted. */
bool berg_schema_swap_subtrees(struct berg_schema *schema, size_t *left, size_t *right, struct berg_arena *arena);

#endif
