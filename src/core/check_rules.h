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

/*@ // How far the clocks of writers may be apart, in milliseconds.
    logic integer berg_clock_tolerance = 60000;
    predicate berg_snapshot_log_ok{L}(struct berg_table *table) =
      (\forall integer i; 0 < i < table->snapshot_log_count ==>
        table->snapshot_log[i].timestamp_ms >= table->snapshot_log[i - 1].timestamp_ms - berg_clock_tolerance) &&
      (table->snapshot_log_count > 0 ==>
        table->last_updated_ms >=
          table->snapshot_log[table->snapshot_log_count - 1].timestamp_ms - berg_clock_tolerance);
    predicate berg_metadata_log_ok{L}(struct berg_table *table) =
      (\forall integer i; 0 < i < table->metadata_log_count ==>
        table->metadata_log[i].timestamp_ms >= table->metadata_log[i - 1].timestamp_ms - berg_clock_tolerance) &&
      (table->metadata_log_count > 0 ==>
        table->last_updated_ms >=
          table->metadata_log[table->metadata_log_count - 1].timestamp_ms - berg_clock_tolerance);
    predicate berg_logs_readable{L}(struct berg_table *table) =
      \valid_read(table) &&
      (table->snapshot_log_count == 0 || \valid_read(table->snapshot_log + (0 .. table->snapshot_log_count - 1))) &&
      (table->metadata_log_count == 0 || \valid_read(table->metadata_log + (0 .. table->metadata_log_count - 1)));
*/

/* The two logs against each other's order and last-updated-ms. Proven: exactly the predicates above are accepted. */
/*@ requires berg_logs_readable(table);
    requires \valid(problem);
    requires \separated(problem, table, table->snapshot_log + (0 .. table->snapshot_log_count - 1),
                        table->metadata_log + (0 .. table->metadata_log_count - 1));
    assigns *problem;
    ensures \result == BERG_OK || \result == BERG_INVALID;
    ensures \result == BERG_OK <==> berg_snapshot_log_ok(table) && berg_metadata_log_ok(table);
*/
BERG_MUST_USE enum berg_status berg_check_logs(const struct berg_table *table, struct berg_problem *problem);

#endif
