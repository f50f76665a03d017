#include "core/update_run.h"

/* One of the two lists of statistics files. */
struct list {
  struct berg_statistics **files;
  size_t *count;
  bool **removed;
  size_t added; /* by the request, at most */
};

static struct list list_of(struct berg_update_run *run, bool partition)
{
  struct berg_table *table = run->table;

  if (partition)
    return (struct list){&table->partition_statistics, &table->partition_statistics_count,
                         &run->partition_statistics_removed, run->kind_counts[BERG_UPDATE_SET_PARTITION_STATISTICS]};
  return (struct list){&table->statistics, &table->statistics_count, &run->statistics_removed,
                       run->kind_counts[BERG_UPDATE_SET_STATISTICS]};
}

enum berg_status berg_update_own_statistics(struct berg_update_run *run, bool partition)
{
  struct list list = list_of(run, partition);
  struct berg_arena *arena = run->context->arena;
  size_t cap = *list.count + list.added;

  if (*list.removed != NULL)
    return BERG_OK;
  struct berg_statistics *copy = berg_arena_grow(arena, *list.files, *list.count, cap, sizeof *copy);
  bool *removed = berg_arena_alloc(arena, cap, sizeof *removed);
  if (copy == NULL || removed == NULL)
    return BERG_NO_MEMORY;
  *list.files = copy;
  *list.removed = removed;
  return BERG_OK;
}

static size_t *place_in(struct berg_update_slot *slot, bool partition)
{
  return partition ? &slot->partition_statistics : &slot->statistics;
}

/* SPEC tables/updateTable/set-statistics-replaces
 * SPEC tables/updateTable/set-partition-statistics-replaces */
enum berg_status berg_update_set_statistics(struct berg_update_run *run, const struct berg_statistics *file,
                                            bool partition)
{
  enum berg_status status = berg_update_make_slots(run);

  if (status == BERG_OK)
    status = berg_update_own_statistics(run, partition);
  if (status != BERG_OK)
    return status;
  struct list list = list_of(run, partition);
  size_t *place = place_in(berg_update_find_slot(run, file->snapshot_id), partition);
  if (*place == 0)
    *place = ++*list.count;
  (*list.files)[*place - 1] = *file;
  (*list.removed)[*place - 1] = false;
  return BERG_OK;
}

/* SPEC tables/updateTable/remove-statistics-absent
 * SPEC tables/updateTable/remove-partition-statistics-absent */
enum berg_status berg_update_remove_statistics(struct berg_update_run *run, int64_t snapshot_id, bool partition)
{
  enum berg_status status = berg_update_make_slots(run);

  if (status == BERG_OK)
    status = berg_update_own_statistics(run, partition);
  if (status != BERG_OK)
    return status;
  struct berg_update_slot *slot = berg_update_find_slot(run, snapshot_id);
  if (slot != NULL && *place_in(slot, partition) != 0)
    (*list_of(run, partition).removed)[*place_in(slot, partition) - 1] = true;
  return BERG_OK;
}

static void compact(struct list list)
{
  size_t kept = 0;

  if (*list.removed == NULL)
    return;
  for (size_t i = 0; i < *list.count; i++) {
    if (!(*list.removed)[i])
      (*list.files)[kept++] = (*list.files)[i];
  }
  *list.count = kept;
}

void berg_update_compact_statistics(struct berg_update_run *run)
{
  compact(list_of(run, false));
  compact(list_of(run, true));
}
