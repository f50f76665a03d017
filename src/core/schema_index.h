/* Sorted views of a schema's fields, so that what is looked up or must be unique costs no quadratic time.
 *
 * Internal to src/core. An index is an array of field indexes in the arena; it borrows nothing from the schema but its
 * numbers, and is of no use once the fields change. Sorting is in place, without recursion, in n log n steps for any
 * input. */
#ifndef BERG_CORE_SCHEMA_INDEX_H
#define BERG_CORE_SCHEMA_INDEX_H

#include "core/schema.h"

enum berg_schema_order {
  BERG_ORDER_BY_ID = 0, /* by field id, then by index */
  BERG_ORDER_BY_NAME    /* by parent, then by name, then by index */
};

/* Makes INDEX, the indexes of all fields of SCHEMA in ORDER. BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_schema_index_make(const struct berg_schema *schema, enum berg_schema_order order,
                                                      struct berg_arena *arena, size_t **index);

/* The index of the first field with ID by INDEX (in order BERG_ORDER_BY_ID), or field_count. */
size_t berg_schema_index_find(const struct berg_schema *schema, const size_t *index, int32_t id);

#endif
