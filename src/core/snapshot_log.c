#include "core/update_run.h"

/* Copies the log, with room for all that the request may add. */
static enum berg_status own_log(struct berg_update_run *run)
{
  struct berg_table *table = run->table;

  if (run->owns_snapshot_log)
    return BERG_OK;
  struct berg_snapshot_log_entry *copy =
      berg_arena_grow(run->context->arena, table->snapshot_log, table->snapshot_log_count,
                      table->snapshot_log_count + run->kind_counts[BERG_UPDATE_SET_SNAPSHOT_REF], sizeof *copy);
  if (copy == NULL)
    return BERG_NO_MEMORY;
  table->snapshot_log = copy;
  run->owns_snapshot_log = true;
  return BERG_OK;
}

/* SPEC tables/updateTable/snapshot-log-time */
enum berg_status berg_update_log_snapshot(struct berg_update_run *run, const struct berg_snapshot *snapshot)
{
  struct berg_table *table = run->table;
  enum berg_status status = own_log(run);

  if (status != BERG_OK)
    return status;
  struct berg_snapshot_log_entry *entry = &table->snapshot_log[table->snapshot_log_count++];
  entry->snapshot_id = snapshot->snapshot_id;
  entry->timestamp_ms = snapshot->added ? snapshot->timestamp_ms : run->now_ms;
  return BERG_OK;
}

/* The snapshot with that id, NULL when the table does not have it any more. */
static const struct berg_snapshot *find_snapshot(const struct berg_update_run *run, int64_t snapshot_id)
{
  const struct berg_update_slot *slot = berg_update_find_slot(run, snapshot_id);

  return slot == NULL || slot->snapshot == 0 ? NULL : &run->table->snapshots[slot->snapshot - 1];
}

/* Whether the request made that snapshot current only on its way to another. An entry of such a snapshot can stand only
 * behind the entries that were there before. SPEC tables/updateTable/snapshot-log-intermediate */
static bool is_intermediate(const struct berg_update_run *run, const struct berg_snapshot *snapshot)
{
  return snapshot->added && snapshot->snapshot_id != run->table->current_snapshot_id;
}

static bool has_intermediate(const struct berg_update_run *run)
{
  const struct berg_table *table = run->table;

  for (size_t i = run->base.snapshot_log_count; i < table->snapshot_log_count; i++) {
    const struct berg_snapshot *snapshot = find_snapshot(run, table->snapshot_log[i].snapshot_id);
    if (snapshot != NULL && is_intermediate(run, snapshot))
      return true;
  }
  return false;
}

/* Takes out what the request as a whole leaves invalid. A snapshot that is gone takes all history before it along: the
 * rest would say that the snapshot after it had been current all the time. SPEC tables/updateTable/snapshot-log-gap */
static void correct_log(struct berg_update_run *run)
{
  struct berg_table *table = run->table;
  size_t kept = 0;

  for (size_t i = 0; i < table->snapshot_log_count; i++) {
    const struct berg_snapshot *snapshot = find_snapshot(run, table->snapshot_log[i].snapshot_id);
    if (snapshot == NULL)
      kept = run->removed_snapshots ? 0 : kept;
    else if (!is_intermediate(run, snapshot))
      table->snapshot_log[kept++] = table->snapshot_log[i];
  }
  table->snapshot_log_count = kept;
}

static bool is_log_same(const struct berg_table *a, const struct berg_table *b)
{
  if (a->snapshot_log_count != b->snapshot_log_count)
    return false;
  for (size_t i = 0; i < a->snapshot_log_count; i++) {
    if (a->snapshot_log[i].snapshot_id != b->snapshot_log[i].snapshot_id ||
        a->snapshot_log[i].timestamp_ms != b->snapshot_log[i].timestamp_ms)
      return false;
  }
  return true;
}

enum berg_status berg_update_finish_snapshot_log(struct berg_update_run *run)
{
  struct berg_table *table = run->table;

  if (!run->owns_snapshot_log && !run->removed_snapshots)
    return BERG_OK;
  enum berg_status status = own_log(run);
  if (status != BERG_OK)
    return status;
  if (run->removed_snapshots || has_intermediate(run))
    correct_log(run);
  if (is_log_same(table, &run->base))
    return BERG_OK;
  table->changed |= BERG_CHANGED(BERG_SECTION_SNAPSHOT_LOG);
  /* SPEC tables/updateTable/snapshot-log-last
   * SPEC metadata/check/snapshot-log-last */
  if (table->current_snapshot_id != BERG_NO_SNAPSHOT && table->snapshot_log_count != 0 &&
      table->snapshot_log[table->snapshot_log_count - 1].snapshot_id != table->current_snapshot_id)
    return berg_problem_set(run->problem, BERG_INVALID,
                            "Cannot set invalid snapshot log: latest entry is not the current snapshot");
  return BERG_OK;
}
