/* The metadata checks: what must hold of a table whatever request or file it came from.
 *
 * Used after every commit and creation, and on metadata files that a client registers. Each rule cites its clause
 * metadata/check/... in check.c, check_definitions.c, check_snapshots.c and check_log.c. Shape is not looked at here:
 * which members a document must have, and the grammar of types and transforms, is for whoever reads it. */
#ifndef BERG_CORE_CHECK_H
#define BERG_CORE_CHECK_H

#include "core/table.h"

/* Checks every rule on TABLE in near-linear time. Of a table that a request changed (table->changed is not 0) only the
 * schemas that it added are gone through field by field: the others were when they came in. BERG_OK, BERG_INVALID with
 * the first rule that does not hold, BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_table_check(const struct berg_table *table, struct berg_arena *arena,
                                                struct berg_problem *problem);

#endif
