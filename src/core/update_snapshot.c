#include "core/update_run.h"

/* Copies the table's snapshots, with room for all that the request may add. */
static enum berg_status own_snapshots(struct berg_update_run *run)
{
  struct berg_table *table = run->table;

  if (run->owns_snapshots)
    return BERG_OK;
  struct berg_snapshot *copy =
      berg_arena_grow(run->context->arena, table->snapshots, table->snapshot_count,
                      table->snapshot_count + run->kind_counts[BERG_UPDATE_ADD_SNAPSHOT], sizeof *copy);
  if (copy == NULL)
    return BERG_NO_MEMORY;
  table->snapshots = copy;
  run->owns_snapshots = true;
  return BERG_OK;
}

/* SPEC tables/updateTable/add-snapshot-complete */
static enum berg_status check_table_ready(const struct berg_update_run *run)
{
  const struct berg_table *table = run->table;

  if (table->schema_count == 0)
    return berg_problem_set(run->problem, BERG_INVALID, "Attempting to add a snapshot before a schema is added");
  if (table->spec_count == 0)
    return berg_problem_set(run->problem, BERG_INVALID,
                            "Attempting to add a snapshot before a partition spec is added");
  if (table->order_count == 0)
    return berg_problem_set(run->problem, BERG_INVALID, "Attempting to add a snapshot before a sort order is added");
  return BERG_OK;
}

/* What is wrong with a snapshot whatever the table's state. SPEC tables/updateTable/add-snapshot-manifest-list */
static enum berg_status check_members(const struct berg_update_run *run, const struct berg_snapshot *snapshot)
{
  int32_t version = run->table->format_version;

  if (version >= 2 && !snapshot->has_manifest_list)
    return berg_problem_set_ids(run->problem, BERG_INVALID,
                                "Cannot add snapshot {}: manifest-list is required in format v{}",
                                snapshot->snapshot_id, version);
  if (!snapshot->has_manifest_list && !snapshot->has_manifests)
    return berg_problem_set_id(run->problem, BERG_INVALID, "Cannot add snapshot {}: it has no manifest-list",
                               snapshot->snapshot_id);
  if (version >= 2 && (!snapshot->has_summary || !snapshot->has_operation))
    return berg_problem_set_ids(run->problem, BERG_INVALID,
                                "Cannot add snapshot {}: a summary with an operation is required in format v{}",
                                snapshot->snapshot_id, version);
  if (snapshot->has_first_row_id && snapshot->first_row_id < 0)
    return berg_problem_set_id(run->problem, BERG_INVALID, "Invalid first-row-id (cannot be negative): {}",
                               snapshot->first_row_id);
  if (snapshot->has_added_rows && snapshot->added_rows < 0)
    return berg_problem_set_id(run->problem, BERG_INVALID, "Invalid added-rows (cannot be negative): {}",
                               snapshot->added_rows);
  if (snapshot->has_first_row_id && !snapshot->has_added_rows)
    return berg_problem_set(run->problem, BERG_INVALID, "Invalid added-rows (required when first-row-id is set): null");
  return BERG_OK;
}

/* SPEC tables/updateTable/stale-409
 * SPEC tables/updateTable/stale-message
 * SPEC tables/updateTable/add-snapshot-sequence
 * SPEC tables/updateTable/add-snapshot-sequence-root */
static enum berg_status check_sequence(const struct berg_update_run *run, const struct berg_snapshot *snapshot)
{
  const struct berg_table *table = run->table;

  if (table->format_version == 1 || !snapshot->has_parent || snapshot->sequence_number > table->last_sequence_number)
    return BERG_OK;
  return berg_problem_set_ids(run->problem, BERG_COMMIT_FAILED,
                              "Validation failed, please retry: Cannot add snapshot with sequence number {} older than "
                              "last sequence number {}",
                              snapshot->sequence_number, table->last_sequence_number);
}

static enum berg_status check_row_ids(const struct berg_update_run *run, const struct berg_snapshot *snapshot)
{
  const struct berg_table *table = run->table;

  if (table->format_version < 3)
    return BERG_OK;
  /* SPEC tables/updateTable/add-snapshot-first-row-id */
  if (!snapshot->has_first_row_id)
    return berg_problem_set(run->problem, BERG_INVALID, "Cannot add a snapshot: first-row-id is null");
  /* SPEC tables/updateTable/add-snapshot-first-row-id-stale */
  if (snapshot->first_row_id < table->next_row_id)
    return berg_problem_set_ids(run->problem, BERG_COMMIT_FAILED,
                                "Validation failed, please retry: Cannot add a snapshot, first-row-id is behind table "
                                "next-row-id: {} < {}",
                                snapshot->first_row_id, table->next_row_id);
  if (snapshot->added_rows > INT64_MAX - table->next_row_id)
    return berg_problem_set_ids(run->problem, BERG_INVALID,
                                "Cannot add a snapshot: added-rows {} does not fit behind next-row-id {}",
                                snapshot->added_rows, table->next_row_id);
  return BERG_OK;
}

/* SPEC tables/updateTable/add-snapshot-timestamp */
static enum berg_status check_timestamp(const struct berg_update_run *run, const struct berg_snapshot *snapshot)
{
  int64_t last = run->table->last_updated_ms;

  if (snapshot->timestamp_ms < 0)
    return berg_problem_set_id(run->problem, BERG_INVALID, "Invalid snapshot timestamp {}: it is negative",
                               snapshot->timestamp_ms);
  if (last > BERG_CLOCK_TOLERANCE_MS && snapshot->timestamp_ms < last - BERG_CLOCK_TOLERANCE_MS)
    return berg_problem_set_ids(run->problem, BERG_INVALID,
                                "Invalid snapshot timestamp {}: before last updated timestamp {}",
                                snapshot->timestamp_ms, last);
  return BERG_OK;
}

static enum berg_status check_snapshot(const struct berg_update_run *run, const struct berg_snapshot *snapshot)
{
  enum berg_status status = check_table_ready(run);

  if (status == BERG_OK)
    status = check_members(run, snapshot);
  /* SPEC tables/updateTable/add-snapshot-duplicate */
  if (status == BERG_OK && berg_update_find_slot(run, snapshot->snapshot_id)->snapshot != 0)
    status =
        berg_problem_set_id(run->problem, BERG_INVALID, "Snapshot already exists for id: {}", snapshot->snapshot_id);
  if (status == BERG_OK)
    status = check_sequence(run, snapshot);
  if (status == BERG_OK)
    status = check_row_ids(run, snapshot);
  return status == BERG_OK ? check_timestamp(run, snapshot) : status;
}

enum berg_status berg_update_add_snapshot(struct berg_update_run *run, const struct berg_snapshot *snapshot)
{
  struct berg_table *table = run->table;
  enum berg_status status = berg_update_make_slots(run);

  if (status == BERG_OK)
    status = check_snapshot(run, snapshot);
  if (status == BERG_OK)
    status = own_snapshots(run);
  if (status != BERG_OK)
    return status;
  struct berg_snapshot *added = &table->snapshots[table->snapshot_count++];
  *added = *snapshot;
  added->added = true;
  added->removed = false;
  berg_update_find_slot(run, snapshot->snapshot_id)->snapshot = table->snapshot_count;
  /* SPEC tables/updateTable/add-snapshot-last-sequence */
  table->last_sequence_number = snapshot->sequence_number;
  /* SPEC tables/updateTable/add-snapshot-next-row-id */
  if (table->format_version >= 3)
    table->next_row_id += snapshot->added_rows;
  return BERG_OK;
}

/* SPEC tables/updateTable/remove-snapshots-statistics */
static enum berg_status remove_statistics(struct berg_update_run *run, const struct berg_update_slot *slot)
{
  enum berg_status status = BERG_OK;

  if (slot->statistics != 0) {
    status = berg_update_own_statistics(run, false);
    if (status == BERG_OK)
      run->statistics_removed[slot->statistics - 1] = true;
  }
  if (status == BERG_OK && slot->partition_statistics != 0) {
    status = berg_update_own_statistics(run, true);
    if (status == BERG_OK)
      run->partition_statistics_removed[slot->partition_statistics - 1] = true;
  }
  return status;
}

/* SPEC tables/updateTable/remove-snapshots-refs */
static void remove_refs(struct berg_update_run *run, struct berg_update_slot *slot, int64_t snapshot_id)
{
  for (size_t node = slot->refs; node != 0; node = run->nodes[node - 1].next) {
    size_t ref = run->nodes[node - 1].ref;
    if (run->table->refs[ref].snapshot_id == snapshot_id && !run->ref_removed[ref])
      berg_update_drop_ref(run, ref);
  }
  slot->refs = 0;
}

static enum berg_status remove_snapshot(struct berg_update_run *run, int64_t snapshot_id)
{
  struct berg_update_slot *slot = berg_update_find_slot(run, snapshot_id);

  /* SPEC tables/updateTable/remove-snapshots-unknown */
  if (slot == NULL || slot->snapshot == 0)
    return BERG_OK;
  run->table->snapshots[slot->snapshot - 1].removed = true;
  run->removed_snapshots = true;
  slot->snapshot = 0;
  remove_refs(run, slot, snapshot_id);
  return remove_statistics(run, slot);
}

enum berg_status berg_update_remove_snapshots(struct berg_update_run *run, const struct berg_int64s *ids)
{
  enum berg_status status = berg_update_make_slots(run);

  if (status == BERG_OK)
    status = berg_update_own_refs(run);
  for (size_t i = 0; i < ids->count && status == BERG_OK; i++)
    status = remove_snapshot(run, ids->items[i]);
  return status;
}

void berg_update_compact_snapshots(struct berg_update_run *run)
{
  struct berg_table *table = run->table;
  size_t kept = 0;

  if (!run->removed_snapshots && !run->owns_snapshots)
    return;
  for (size_t i = 0; i < table->snapshot_count; i++) {
    const struct berg_snapshot *snapshot = &table->snapshots[i];
    if (snapshot->added != snapshot->removed)
      table->changed |= BERG_CHANGED(BERG_SECTION_SNAPSHOTS);
    if (snapshot->removed)
      continue;
    if (kept != i)
      table->snapshots[kept] = *snapshot;
    kept++;
  }
  table->snapshot_count = kept;
}
