#include "core/update_run.h"

static enum berg_status index_refs(struct berg_update_run *run)
{
  const struct berg_table *table = run->table;
  struct berg_arena *arena = run->context->arena;
  size_t count = table->ref_count + run->kind_counts[BERG_UPDATE_SET_SNAPSHOT_REF];
  struct berg_span *names = berg_arena_alloc(arena, count, sizeof *names);

  if (names == NULL)
    return BERG_NO_MEMORY;
  size_t used = 0;
  for (size_t i = 0; i < table->ref_count; i++)
    names[used++] = table->refs[i].name;
  for (size_t i = 0; i < run->count; i++) {
    if (run->updates[i].kind == BERG_UPDATE_SET_SNAPSHOT_REF)
      names[used++] = run->updates[i].as.ref.name;
  }
  enum berg_status status = berg_update_names_make(names, used, arena, &run->refs);
  if (status != BERG_OK)
    return status;
  for (size_t i = 0; i < table->ref_count; i++)
    *berg_update_names_place(&run->refs, table->refs[i].name) = i + 1;
  return BERG_OK;
}

static void link_refs(struct berg_update_run *run)
{
  for (size_t i = 0; i < run->table->ref_count; i++) {
    struct berg_update_slot *slot = berg_update_find_slot(run, run->table->refs[i].snapshot_id);
    if (slot != NULL)
      berg_update_link_ref(run, slot, i);
  }
}

enum berg_status berg_update_own_refs(struct berg_update_run *run)
{
  struct berg_table *table = run->table;
  struct berg_arena *arena = run->context->arena;
  size_t cap = table->ref_count + run->kind_counts[BERG_UPDATE_SET_SNAPSHOT_REF];

  if (run->refs.ready)
    return BERG_OK;
  enum berg_status status = berg_update_make_slots(run);
  if (status != BERG_OK)
    return status;
  struct berg_ref *copy = berg_arena_grow(arena, table->refs, table->ref_count, cap, sizeof *copy);
  run->ref_removed = berg_arena_alloc(arena, cap, sizeof *run->ref_removed);
  run->nodes = berg_arena_alloc(arena, cap, sizeof *run->nodes);
  if (copy == NULL || run->ref_removed == NULL || run->nodes == NULL)
    return BERG_NO_MEMORY;
  table->refs = copy;
  status = index_refs(run);
  if (status == BERG_OK)
    link_refs(run);
  return status;
}

/* A node more a call: one for each ref of the table and one for each set-snapshot-ref, which is what there is room for.
 */
void berg_update_link_ref(struct berg_update_run *run, struct berg_update_slot *slot, size_t ref)
{
  run->nodes[run->node_count].ref = ref;
  run->nodes[run->node_count].next = slot->refs;
  run->node_count++;
  slot->refs = run->node_count;
}

void berg_update_drop_ref(struct berg_update_run *run, size_t ref)
{
  run->ref_removed[ref] = true;
  /* SPEC tables/updateTable/remove-snapshot-ref-main */
  if (berg_ref_is_main(run->table->refs[ref].name))
    run->table->current_snapshot_id = BERG_NO_SNAPSHOT;
}

/* The ref with that name is REF from now on. SPEC tables/updateTable/set-snapshot-ref-replaces */
static void put_ref(struct berg_update_run *run, const struct berg_ref *ref, struct berg_update_slot *slot)
{
  struct berg_table *table = run->table;
  size_t *place = berg_update_names_place(&run->refs, ref->name);

  if (*place == 0)
    *place = ++table->ref_count;
  table->refs[*place - 1] = *ref;
  run->ref_removed[*place - 1] = false;
  berg_update_link_ref(run, slot, *place - 1);
}

/* Whether the table has exactly that ref. */
static bool has_ref(const struct berg_update_run *run, const struct berg_ref *ref)
{
  size_t place = *berg_update_names_place(&run->refs, ref->name);

  return place != 0 && !run->ref_removed[place - 1] && berg_ref_equal(&run->table->refs[place - 1], ref);
}

/* SPEC tables/updateTable/set-snapshot-ref-current */
static enum berg_status set_current(struct berg_update_run *run, const struct berg_snapshot *snapshot)
{
  if (run->table->current_snapshot_id == snapshot->snapshot_id)
    return BERG_OK;
  run->table->current_snapshot_id = snapshot->snapshot_id;
  return berg_update_log_snapshot(run, snapshot);
}

enum berg_status berg_update_set_ref(struct berg_update_run *run, const struct berg_ref *ref)
{
  /* SPEC tables/updateTable/set-snapshot-ref-retention
   * SPEC tables/updateTable/set-snapshot-ref-main-branch */
  enum berg_status status = berg_ref_check(ref, run->problem);

  if (status == BERG_OK)
    status = berg_update_own_refs(run);
  if (status != BERG_OK)
    return status;
  /* SPEC tables/updateTable/set-snapshot-ref-equal */
  if (has_ref(run, ref))
    return BERG_OK;
  /* SPEC tables/updateTable/set-snapshot-ref-unknown */
  struct berg_update_slot *slot = berg_update_find_slot(run, ref->snapshot_id);
  if (slot == NULL || slot->snapshot == 0)
    return berg_problem_set_text_ids(run->problem, BERG_INVALID, "Cannot set {} to unknown snapshot: {}", ref->name,
                                     ref->snapshot_id, 0);
  if (berg_ref_is_main(ref->name))
    status = set_current(run, &run->table->snapshots[slot->snapshot - 1]);
  if (status == BERG_OK)
    put_ref(run, ref, slot);
  return status;
}

enum berg_status berg_update_remove_ref(struct berg_update_run *run, struct berg_span name)
{
  enum berg_status status = berg_update_own_refs(run);

  if (status != BERG_OK)
    return status;
  /* SPEC tables/updateTable/remove-snapshot-ref-absent */
  size_t *place = berg_update_names_place(&run->refs, name);
  if (place != NULL && *place != 0)
    berg_update_drop_ref(run, *place - 1);
  return BERG_OK;
}

void berg_update_compact_refs(struct berg_update_run *run)
{
  struct berg_table *table = run->table;
  size_t kept = 0;

  if (!run->refs.ready)
    return;
  for (size_t i = 0; i < table->ref_count; i++) {
    if (!run->ref_removed[i])
      table->refs[kept++] = table->refs[i];
  }
  table->ref_count = kept;
}
