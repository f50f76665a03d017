#include "core/update_run.h"

void berg_update_run_begin(struct berg_update_run *run)
{
  run->base = *run->table;
  run->creating = run->table->schema_count == 0;
  run->now_ms = run->context->now_ms > run->table->last_updated_ms ? run->context->now_ms : run->table->last_updated_ms;
  for (size_t i = 0; i < run->count; i++) {
    if ((unsigned)run->updates[i].kind < BERG_UPDATE_KIND_COUNT)
      run->kind_counts[run->updates[i].kind]++;
  }
}

bool berg_update_run_has(const struct berg_update_run *run, enum berg_update_kind kind)
{
  return run->kind_counts[kind] != 0;
}

/* SPEC tables/updateTable/linear-time */
/* Writes all snapshot ids that the table, or the request as far as it adds, has something for; returns how many. */
static size_t collect_ids(const struct berg_update_run *run, int64_t *ids)
{
  const struct berg_table *table = run->table;
  size_t count = 0;

  for (size_t i = 0; i < table->snapshot_count; i++)
    ids[count++] = table->snapshots[i].snapshot_id;
  for (size_t i = 0; i < table->statistics_count; i++)
    ids[count++] = table->statistics[i].snapshot_id;
  for (size_t i = 0; i < table->partition_statistics_count; i++)
    ids[count++] = table->partition_statistics[i].snapshot_id;
  for (size_t i = 0; i < run->count; i++) {
    const struct berg_update *update = &run->updates[i];
    if (update->kind == BERG_UPDATE_ADD_SNAPSHOT)
      ids[count++] = update->as.snapshot.snapshot_id;
    else if (update->kind == BERG_UPDATE_SET_STATISTICS || update->kind == BERG_UPDATE_SET_PARTITION_STATISTICS)
      ids[count++] = update->as.statistics.file.snapshot_id;
  }
  return count;
}

/* How many ids collect_ids writes. */
static size_t count_ids(const struct berg_update_run *run)
{
  return run->table->snapshot_count + run->table->statistics_count + run->table->partition_statistics_count +
         run->kind_counts[BERG_UPDATE_ADD_SNAPSHOT] + run->kind_counts[BERG_UPDATE_SET_STATISTICS] +
         run->kind_counts[BERG_UPDATE_SET_PARTITION_STATISTICS];
}

/* The slot of an id that has one. Ids that ascend, as those of many writers do, are found at NEXT, without a search. */
static struct berg_update_slot *find_next_slot(const struct berg_update_run *run, int64_t snapshot_id, size_t *next)
{
  size_t at = *next;

  if (at >= run->slot_ids.count || run->slot_ids.ids[at] != snapshot_id)
    at = berg_id_index_find(&run->slot_ids, snapshot_id);
  *next = at + 1;
  return &run->slots[at];
}

static void fill_slots(struct berg_update_run *run)
{
  const struct berg_table *table = run->table;
  size_t next = 0;

  for (size_t i = 0; i < table->snapshot_count; i++)
    find_next_slot(run, table->snapshots[i].snapshot_id, &next)->snapshot = i + 1;
  for (size_t i = 0; i < table->statistics_count; i++)
    berg_update_find_slot(run, table->statistics[i].snapshot_id)->statistics = i + 1;
  for (size_t i = 0; i < table->partition_statistics_count; i++)
    berg_update_find_slot(run, table->partition_statistics[i].snapshot_id)->partition_statistics = i + 1;
}

enum berg_status berg_update_make_slots(struct berg_update_run *run)
{
  struct berg_arena *arena = run->context->arena;

  if (run->has_slots)
    return BERG_OK;
  int64_t *ids = berg_arena_alloc(arena, count_ids(run), sizeof *ids);
  if (ids == NULL)
    return BERG_NO_MEMORY;
  enum berg_status status = berg_id_index_build(ids, collect_ids(run, ids), arena, &run->slot_ids);
  if (status != BERG_OK)
    return status;
  run->slots = berg_arena_alloc(arena, run->slot_ids.count, sizeof *run->slots);
  if (run->slots == NULL)
    return BERG_NO_MEMORY;
  run->has_slots = true;
  fill_slots(run);
  return BERG_OK;
}

struct berg_update_slot *berg_update_find_slot(const struct berg_update_run *run, int64_t snapshot_id)
{
  size_t i = berg_id_index_find(&run->slot_ids, snapshot_id);

  return i < run->slot_ids.count ? &run->slots[i] : NULL;
}

enum berg_status berg_update_index_ids(const struct berg_update_run *run, const struct berg_int32s *ids,
                                       struct berg_id_index *index)
{
  int64_t *wide = berg_arena_alloc(run->context->arena, ids->count, sizeof *wide);

  if (wide == NULL)
    return BERG_NO_MEMORY;
  for (size_t i = 0; i < ids->count; i++)
    wide[i] = ids->items[i];
  return berg_id_index_build(wide, ids->count, run->context->arena, index);
}

enum berg_status berg_update_names_make(struct berg_span *items, size_t count, struct berg_arena *arena,
                                        struct berg_update_names *names)
{
  enum berg_status status = berg_name_index_build(items, count, arena, &names->index);

  if (status != BERG_OK)
    return status;
  names->places = berg_arena_alloc(arena, names->index.count, sizeof *names->places);
  if (names->places == NULL)
    return BERG_NO_MEMORY;
  names->ready = true;
  return BERG_OK;
}

size_t *berg_update_names_place(const struct berg_update_names *names, struct berg_span name)
{
  size_t i = berg_name_index_find(&names->index, name);

  return i < names->index.count ? &names->places[i] : NULL;
}
