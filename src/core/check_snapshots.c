#include "core/check_rules.h"
#include "core/id_index.h"

/* Whether version 1 may have written that snapshot; a table keeps such ones when it comes to a later version. */
static bool is_from_version_1(const struct berg_snapshot *snapshot)
{
  return snapshot->sequence_number == 0;
}

/* SPEC metadata/check/snapshot-manifests
 * SPEC metadata/check/snapshot-summary */
static enum berg_status check_files(const struct berg_table *table, const struct berg_snapshot *snapshot,
                                    struct berg_problem *problem)
{
  bool strict = table->format_version > 1 && !is_from_version_1(snapshot);

  if (snapshot->has_manifest_list && snapshot->has_manifests)
    return berg_problem_set_id(problem, BERG_INVALID, "Invalid snapshot {}: it has both manifest-list and manifests",
                               snapshot->snapshot_id);
  if (!snapshot->has_manifest_list && (strict || !snapshot->has_manifests))
    return berg_problem_set_id(problem, BERG_INVALID, "Invalid snapshot {}: it has no manifest-list",
                               snapshot->snapshot_id);
  if (strict && (!snapshot->has_summary || !snapshot->has_operation))
    return berg_problem_set_id(problem, BERG_INVALID, "Invalid snapshot {}: it has no summary with an operation",
                               snapshot->snapshot_id);
  return BERG_OK;
}

/* SPEC metadata/check/snapshot-row-ids */
static enum berg_status check_row_ids(const struct berg_snapshot *snapshot, struct berg_problem *problem)
{
  if (snapshot->has_first_row_id != snapshot->has_added_rows)
    return berg_problem_set_id(problem, BERG_INVALID, "Invalid snapshot {}: first-row-id and added-rows go together",
                               snapshot->snapshot_id);
  if (snapshot->has_first_row_id && (snapshot->first_row_id < 0 || snapshot->added_rows < 0))
    return berg_problem_set_id(problem, BERG_INVALID,
                               "Invalid snapshot {}: first-row-id and added-rows cannot be negative",
                               snapshot->snapshot_id);
  return BERG_OK;
}

static enum berg_status check_snapshot(const struct berg_table *table, const struct berg_snapshot *snapshot,
                                       struct berg_problem *problem)
{
  /* SPEC metadata/check/snapshot-sequence */
  if (table->format_version > 1 && snapshot->sequence_number > table->last_sequence_number)
    return berg_problem_set_ids(problem, BERG_INVALID,
                                "Invalid snapshot with sequence number {} greater than last sequence number {}",
                                snapshot->sequence_number, table->last_sequence_number);
  enum berg_status status = check_files(table, snapshot, problem);
  if (status == BERG_OK && table->format_version >= 3)
    status = check_row_ids(snapshot, problem);
  return status;
}

/* Indexes the snapshots. SPEC metadata/check/snapshot-ids */
static enum berg_status index_snapshots(const struct berg_table *table, struct berg_arena *arena,
                                        struct berg_id_index *index, struct berg_problem *problem)
{
  int64_t *ids = berg_arena_alloc(arena, table->snapshot_count, sizeof *ids);
  int64_t repeated = 0;

  if (ids == NULL)
    return BERG_NO_MEMORY;
  for (size_t i = 0; i < table->snapshot_count; i++)
    ids[i] = table->snapshots[i].snapshot_id;
  enum berg_status status = berg_ids_find_repeated(ids, table->snapshot_count, arena, &repeated);
  if (status == BERG_OK)
    return berg_problem_set_id(problem, BERG_INVALID, "Invalid table metadata: more than one snapshot has id {}",
                               repeated);
  if (status != BERG_ABSENT)
    return status;
  return berg_id_index_build(ids, table->snapshot_count, arena, index);
}

/* SPEC metadata/check/ref-snapshot
 * SPEC metadata/check/ref-retention
 * SPEC metadata/check/main-is-branch */
static enum berg_status check_refs(const struct berg_table *table, const struct berg_id_index *snapshots,
                                   struct berg_problem *problem)
{
  enum berg_status status = BERG_OK;

  for (size_t i = 0; i < table->ref_count && status == BERG_OK; i++) {
    const struct berg_ref *ref = &table->refs[i];
    if (berg_id_index_find(snapshots, ref->snapshot_id) == snapshots->count)
      return berg_problem_set_text(
          problem, BERG_INVALID, "Snapshot for reference {} does not exist in the existing snapshots list", ref->name);
    status = berg_ref_check(ref, problem);
  }
  return status;
}

/* SPEC metadata/check/current-snapshot
 * SPEC metadata/check/current-is-main */
static enum berg_status check_current(const struct berg_table *table, const struct berg_id_index *snapshots,
                                      struct berg_problem *problem)
{
  size_t at = berg_table_find_ref(table, BERG_SPAN("main"));
  const struct berg_ref *main_ref = at < table->ref_count ? &table->refs[at] : NULL;

  if (table->current_snapshot_id == BERG_NO_SNAPSHOT) {
    if (main_ref == NULL)
      return BERG_OK;
    return berg_problem_set_id(problem, BERG_INVALID,
                               "Current snapshot is not set, but main branch exists: snapshot {}",
                               main_ref->snapshot_id);
  }
  if (main_ref != NULL && main_ref->snapshot_id != table->current_snapshot_id)
    return berg_problem_set_ids(problem, BERG_INVALID, "Current snapshot ID does not match main branch ({} != {})",
                                table->current_snapshot_id, main_ref->snapshot_id);
  if (berg_id_index_find(snapshots, table->current_snapshot_id) == snapshots->count)
    return berg_problem_set(problem, BERG_INVALID, "Invalid table metadata: Cannot find current version");
  return BERG_OK;
}

enum berg_status berg_check_snapshots(const struct berg_table *table, struct berg_arena *arena,
                                      struct berg_problem *problem)
{
  struct berg_id_index snapshots = {NULL, 0};
  enum berg_status status = index_snapshots(table, arena, &snapshots, problem);

  for (size_t i = 0; i < table->snapshot_count && status == BERG_OK; i++)
    status = check_snapshot(table, &table->snapshots[i], problem);
  if (status == BERG_OK)
    status = check_refs(table, &snapshots, problem);
  return status == BERG_OK ? check_current(table, &snapshots, problem) : status;
}

/* SPEC metadata/check/statistics */
static enum berg_status check_files_unique(const struct berg_statistics *files, size_t count, const char *text,
                                           struct berg_arena *arena, struct berg_problem *problem)
{
  int64_t *ids = berg_arena_alloc(arena, count, sizeof *ids);
  int64_t repeated = 0;

  if (ids == NULL)
    return BERG_NO_MEMORY;
  for (size_t i = 0; i < count; i++)
    ids[i] = files[i].snapshot_id;
  enum berg_status status = berg_ids_find_repeated(ids, count, arena, &repeated);
  if (status == BERG_OK)
    return berg_problem_set_id(problem, BERG_INVALID, text, repeated);
  return status == BERG_ABSENT ? BERG_OK : status;
}

enum berg_status berg_check_statistics(const struct berg_table *table, struct berg_arena *arena,
                                       struct berg_problem *problem)
{
  enum berg_status status =
      check_files_unique(table->statistics, table->statistics_count,
                         "Invalid table metadata: more than one statistics file for snapshot {}", arena, problem);

  if (status != BERG_OK)
    return status;
  return check_files_unique(table->partition_statistics, table->partition_statistics_count,
                            "Invalid table metadata: more than one partition statistics file for snapshot {}", arena,
                            problem);
}
