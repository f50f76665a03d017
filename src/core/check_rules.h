/* The parts of berg_table_check, one a subject; for the files check*.c and no others. Each returns BERG_OK,
 * BERG_INVALID with the first rule that does not hold, or BERG_NO_MEMORY. */
#ifndef BERG_CORE_CHECK_RULES_H
#define BERG_CORE_CHECK_RULES_H

#include "core/check.h"

/* Schemas, partition specs, sort orders and the ids that name or bound them. */
BERG_MUST_USE enum berg_status berg_check_schemas(const struct berg_table *table, struct berg_arena *arena,
                                                  struct berg_problem *problem);
BERG_MUST_USE enum berg_status berg_check_specs(const struct berg_table *table, struct berg_arena *arena,
                                                struct berg_problem *problem);
BERG_MUST_USE enum berg_status berg_check_orders(const struct berg_table *table, struct berg_arena *arena,
                                                 struct berg_problem *problem);

/* Snapshots, refs and the current snapshot, statistics. */
BERG_MUST_USE enum berg_status berg_check_snapshots(const struct berg_table *table, struct berg_arena *arena,
                                                    struct berg_problem *problem);
BERG_MUST_USE enum berg_status berg_check_statistics(const struct berg_table *table, struct berg_arena *arena,
                                                     struct berg_problem *problem);

/* The two logs against each other's order and last-updated-ms. */
BERG_MUST_USE enum berg_status berg_check_logs(const struct berg_table *table, struct berg_problem *problem);

#endif
