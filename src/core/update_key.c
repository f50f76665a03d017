#include "core/update_run.h"

static enum berg_status index_keys(struct berg_update_run *run, size_t cap)
{
  const struct berg_table *table = run->table;
  struct berg_span *names = berg_arena_alloc(run->context->arena, cap, sizeof *names);

  if (names == NULL)
    return BERG_NO_MEMORY;
  size_t used = 0;
  for (size_t i = 0; i < table->encryption_key_count; i++)
    names[used++] = table->encryption_keys[i].key_id;
  for (size_t i = 0; i < run->count; i++) {
    if (run->updates[i].kind == BERG_UPDATE_ADD_ENCRYPTION_KEY)
      names[used++] = run->updates[i].as.key.key_id;
  }
  enum berg_status status = berg_update_names_make(names, used, run->context->arena, &run->keys);
  if (status != BERG_OK)
    return status;
  for (size_t i = 0; i < table->encryption_key_count; i++)
    *berg_update_names_place(&run->keys, table->encryption_keys[i].key_id) = i + 1;
  return BERG_OK;
}

/* Copies the keys, with room for all that the request may add, and indexes them. */
static enum berg_status own_keys(struct berg_update_run *run)
{
  struct berg_table *table = run->table;
  struct berg_arena *arena = run->context->arena;
  size_t cap = table->encryption_key_count + run->kind_counts[BERG_UPDATE_ADD_ENCRYPTION_KEY];

  if (run->keys.ready)
    return BERG_OK;
  struct berg_encryption_key *copy =
      berg_arena_grow(arena, table->encryption_keys, table->encryption_key_count, cap, sizeof *copy);
  run->key_removed = berg_arena_alloc(arena, cap, sizeof *run->key_removed);
  if (copy == NULL || run->key_removed == NULL)
    return BERG_NO_MEMORY;
  table->encryption_keys = copy;
  return index_keys(run, cap);
}

enum berg_status berg_update_add_key(struct berg_update_run *run, const struct berg_encryption_key *key)
{
  struct berg_table *table = run->table;

  /* SPEC tables/updateTable/add-encryption-key-version */
  if (table->format_version < 3)
    return berg_problem_set_text_ids(run->problem, BERG_INVALID,
                                     "Cannot add encryption key {}: v{} tables have no encryption keys", key->key_id,
                                     table->format_version, 0);
  enum berg_status status = own_keys(run);
  if (status != BERG_OK)
    return status;
  /* SPEC tables/updateTable/add-encryption-key-existing */
  size_t *place = berg_update_names_place(&run->keys, key->key_id);
  if (*place != 0 && !run->key_removed[*place - 1])
    return BERG_OK;
  if (*place == 0)
    *place = ++table->encryption_key_count;
  table->encryption_keys[*place - 1] = *key;
  run->key_removed[*place - 1] = false;
  return BERG_OK;
}

enum berg_status berg_update_remove_key(struct berg_update_run *run, struct berg_span key_id)
{
  enum berg_status status = own_keys(run);

  if (status != BERG_OK)
    return status;
  /* SPEC tables/updateTable/remove-encryption-key-absent */
  size_t *place = berg_update_names_place(&run->keys, key_id);
  if (place != NULL && *place != 0)
    run->key_removed[*place - 1] = true;
  return BERG_OK;
}

void berg_update_compact_keys(struct berg_update_run *run)
{
  struct berg_table *table = run->table;
  size_t kept = 0;

  if (!run->keys.ready)
    return;
  for (size_t i = 0; i < table->encryption_key_count; i++) {
    if (!run->key_removed[i])
      table->encryption_keys[kept++] = table->encryption_keys[i];
  }
  table->encryption_key_count = kept;
}
