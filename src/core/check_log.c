#include "core/check_rules.h"

#define TOLERANCE_MS 60000 /* how far the clocks of writers may be apart */

/*@ assigns \nothing;
    ensures \result <==> later < earlier - berg_clock_tolerance;
*/
/* Whether LATER lies before EARLIER by more than the tolerance. */
static bool is_behind(int64_t later, int64_t earlier)
{
  return earlier >= INT64_MIN + TOLERANCE_MS && later < earlier - TOLERANCE_MS;
}

/*@ requires berg_logs_readable(table) && \valid(problem);
    requires \separated(problem, table, table->snapshot_log + (0 .. table->snapshot_log_count - 1));
    assigns *problem;
    ensures \result == BERG_OK || \result == BERG_INVALID;
    ensures \result == BERG_OK <==> berg_snapshot_log_ok(table);
*/
/* SPEC metadata/check/snapshot-log-order */
static enum berg_status check_snapshot_log(const struct berg_table *table, struct berg_problem *problem)
{
  const struct berg_snapshot_log_entry *log = table->snapshot_log;

  if (table->snapshot_log_count == 0)
    return BERG_OK;
  /*@ loop invariant 1 <= i <= table->snapshot_log_count;
      loop invariant \forall integer k; 0 < k < i ==>
        log[k].timestamp_ms >= log[k - 1].timestamp_ms - berg_clock_tolerance;
      loop assigns i;
      loop variant table->snapshot_log_count - i;
  */
  for (size_t i = 1; i < table->snapshot_log_count; i++) {
    if (is_behind(log[i].timestamp_ms, log[i - 1].timestamp_ms))
      return berg_problem_set(problem, BERG_INVALID, "[BUG] Expected sorted snapshot log entries.");
  }
  int64_t last = log[table->snapshot_log_count - 1].timestamp_ms;
  if (is_behind(table->last_updated_ms, last))
    return berg_problem_set_ids(problem, BERG_INVALID,
                                "Invalid update timestamp {}: before last snapshot log entry at {}",
                                table->last_updated_ms, last);
  return BERG_OK;
}

/*@ requires berg_logs_readable(table) && \valid(problem);
    requires \separated(problem, table, table->metadata_log + (0 .. table->metadata_log_count - 1));
    assigns *problem;
    ensures \result == BERG_OK || \result == BERG_INVALID;
    ensures \result == BERG_OK <==> berg_metadata_log_ok(table);
*/
/* SPEC metadata/check/metadata-log-order */
static enum berg_status check_metadata_log(const struct berg_table *table, struct berg_problem *problem)
{
  const struct berg_metadata_log_entry *log = table->metadata_log;

  if (table->metadata_log_count == 0)
    return BERG_OK;
  /*@ loop invariant 1 <= i <= table->metadata_log_count;
      loop invariant \forall integer k; 0 < k < i ==>
        log[k].timestamp_ms >= log[k - 1].timestamp_ms - berg_clock_tolerance;
      loop assigns i;
      loop variant table->metadata_log_count - i;
  */
  for (size_t i = 1; i < table->metadata_log_count; i++) {
    if (is_behind(log[i].timestamp_ms, log[i - 1].timestamp_ms))
      return berg_problem_set(problem, BERG_INVALID, "[BUG] Expected sorted previous metadata log entries.");
  }
  int64_t last = log[table->metadata_log_count - 1].timestamp_ms;
  if (is_behind(table->last_updated_ms, last))
    return berg_problem_set_ids(problem, BERG_INVALID,
                                "Invalid update timestamp {}: before the latest metadata log entry timestamp {}",
                                table->last_updated_ms, last);
  return BERG_OK;
}

enum berg_status berg_check_logs(const struct berg_table *table, struct berg_problem *problem)
{
  enum berg_status status = check_snapshot_log(table, problem);

  return status == BERG_OK ? check_metadata_log(table, problem) : status;
}
