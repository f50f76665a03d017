#include "core/update_run.h"

/* SPEC tables/updateTable/create-version */
static enum berg_status find_version(const struct berg_update *updates, size_t count, int32_t *version,
                                     struct berg_problem *problem)
{
  int32_t found = BERG_FORMAT_VERSION_DEFAULT;

  for (size_t i = 0; i < count; i++) {
    if (updates[i].kind == BERG_UPDATE_UPGRADE_FORMAT_VERSION) {
      found = updates[i].as.id;
      break;
    }
  }
  if (found < 1 || found > BERG_FORMAT_VERSION_MAX)
    return berg_problem_set_ids(problem, BERG_INVALID, "Unsupported format version: v{} (supported: v{})", found,
                                BERG_FORMAT_VERSION_MAX);
  *version = found;
  return BERG_OK;
}

enum berg_status berg_table_begin_create(const struct berg_update *updates, size_t count,
                                         const struct berg_update_context *context, struct berg_table *table,
                                         struct berg_problem *problem)
{
  int32_t version = 0;
  enum berg_status status = find_version(updates, count, &version, problem);

  if (status != BERG_OK)
    return status;
  /* SPEC tables/updateTable/create
   * SPEC tables/updateTable/create-no-log */
  *table = (struct berg_table){
      .format_version = version,
      /* SPEC tables/updateTable/create-uuid */
      .table_uuid = context->fresh_uuid,
      .last_partition_id = BERG_PARTITION_FIELD_ID_FIRST - 1,
      .current_snapshot_id = BERG_NO_SNAPSHOT,
      .has_next_row_id = version >= 3,
      .changed = BERG_CHANGED(BERG_SECTION_COUNT) - 1,
  };
  return BERG_OK;
}

static enum berg_status apply_to_table(struct berg_update_run *run, const struct berg_update *update)
{
  switch (update->kind) {
  case BERG_UPDATE_ASSIGN_UUID:
    return berg_update_assign_uuid(run, update->as.text);
  case BERG_UPDATE_UPGRADE_FORMAT_VERSION:
    return berg_update_upgrade_format_version(run, update->as.id);
  case BERG_UPDATE_SET_LOCATION:
    return berg_update_set_location(run, update->as.text);
  case BERG_UPDATE_SET_PROPERTIES:
    return berg_update_set_properties(run, &update->as.properties);
  case BERG_UPDATE_REMOVE_PROPERTIES:
    return berg_update_remove_properties(run, &update->as.names);
  case BERG_UPDATE_ADD_ENCRYPTION_KEY:
    return berg_update_add_key(run, &update->as.key);
  case BERG_UPDATE_REMOVE_ENCRYPTION_KEY:
    return berg_update_remove_key(run, update->as.text);
  default:
    return berg_problem_set_id(run->problem, BERG_INVALID, "Unknown update kind: {}", update->kind);
  }
}

/* SPEC tables/updateTable/set-statistics-snapshot-id */
static enum berg_status apply_statistics(struct berg_update_run *run, const struct berg_update *update)
{
  bool partition = update->kind == BERG_UPDATE_SET_PARTITION_STATISTICS;

  if (update->as.statistics.has_snapshot_id &&
      update->as.statistics.snapshot_id != update->as.statistics.file.snapshot_id)
    return berg_problem_set_ids(run->problem, BERG_INVALID,
                                "Cannot set statistics: snapshot-id {} is not the snapshot-id {} of the file",
                                update->as.statistics.snapshot_id, update->as.statistics.file.snapshot_id);
  return berg_update_set_statistics(run, &update->as.statistics.file, partition);
}

static enum berg_status apply_to_snapshots(struct berg_update_run *run, const struct berg_update *update)
{
  switch (update->kind) {
  case BERG_UPDATE_ADD_SNAPSHOT:
    return berg_update_add_snapshot(run, &update->as.snapshot);
  case BERG_UPDATE_REMOVE_SNAPSHOTS:
    return berg_update_remove_snapshots(run, &update->as.snapshot_ids);
  case BERG_UPDATE_SET_SNAPSHOT_REF:
    return berg_update_set_ref(run, &update->as.ref);
  case BERG_UPDATE_REMOVE_SNAPSHOT_REF:
    return berg_update_remove_ref(run, update->as.text);
  case BERG_UPDATE_SET_STATISTICS:
  case BERG_UPDATE_SET_PARTITION_STATISTICS:
    return apply_statistics(run, update);
  case BERG_UPDATE_REMOVE_STATISTICS:
    return berg_update_remove_statistics(run, update->as.snapshot_id, false);
  case BERG_UPDATE_REMOVE_PARTITION_STATISTICS:
    return berg_update_remove_statistics(run, update->as.snapshot_id, true);
  default:
    return apply_to_table(run, update);
  }
}

static enum berg_status apply_update(struct berg_update_run *run, const struct berg_update *update)
{
  switch (update->kind) {
  case BERG_UPDATE_ADD_SCHEMA:
    return berg_update_add_schema(run, &update->as.schema);
  case BERG_UPDATE_SET_CURRENT_SCHEMA:
    return berg_update_set_current_schema(run, update->as.id);
  case BERG_UPDATE_REMOVE_SCHEMAS:
    return berg_update_remove_schemas(run, &update->as.ids);
  case BERG_UPDATE_ADD_SPEC:
    return berg_update_add_spec(run, &update->as.spec);
  case BERG_UPDATE_SET_DEFAULT_SPEC:
    return berg_update_set_default_spec(run, update->as.id);
  case BERG_UPDATE_REMOVE_PARTITION_SPECS:
    return berg_update_remove_specs(run, &update->as.ids);
  case BERG_UPDATE_ADD_SORT_ORDER:
    return berg_update_add_order(run, &update->as.order);
  case BERG_UPDATE_SET_DEFAULT_SORT_ORDER:
    return berg_update_set_default_order(run, update->as.id);
  default:
    return apply_to_snapshots(run, update);
  }
}

/* What a table that is made from nothing needs besides. SPEC tables/updateTable/create-complete */
static enum berg_status complete_new_table(struct berg_update_run *run)
{
  struct berg_table *table = run->table;

  if (berg_table_find_schema(table, table->current_schema_id) == table->schema_count)
    return berg_problem_set(run->problem, BERG_INVALID, "Cannot create table: no current schema is set");
  enum berg_status status = berg_update_add_default_spec(run);
  return status == BERG_OK ? berg_update_add_default_order(run) : status;
}

/* The rules that look at the request as a whole. The log comes first: it needs the snapshots' places. */
static enum berg_status finish(struct berg_update_run *run)
{
  enum berg_status status = run->creating ? complete_new_table(run) : BERG_OK;

  if (status == BERG_OK)
    status = berg_update_finish_snapshot_log(run);
  if (status != BERG_OK)
    return status;
  berg_update_compact_snapshots(run);
  berg_update_compact_refs(run);
  berg_update_compact_properties(run);
  berg_update_compact_statistics(run);
  berg_update_compact_keys(run);
  berg_update_mark_changes(run);
  return BERG_OK;
}

enum berg_status berg_updates_apply(const struct berg_update *updates, size_t count,
                                    const struct berg_update_context *context, struct berg_table *table,
                                    struct berg_problem *problem)
{
  struct berg_update_run run = {
      .updates = updates, .count = count, .context = context, .problem = problem, .table = table};
  enum berg_status status = BERG_OK;

  berg_update_run_begin(&run);
  /* SPEC tables/updateTable/update-order */
  for (size_t i = 0; i < count && status == BERG_OK; i++)
    status = apply_update(&run, &updates[i]);
  return status == BERG_OK ? finish(&run) : status;
}
