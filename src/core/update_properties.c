#include "core/update_run.h"

/* How many properties the request sets. */
static size_t count_set(const struct berg_update_run *run)
{
  size_t count = 0;

  for (size_t i = 0; i < run->count; i++) {
    if (run->updates[i].kind == BERG_UPDATE_SET_PROPERTIES)
      count += run->updates[i].as.properties.count;
  }
  return count;
}

static enum berg_status index_properties(struct berg_update_run *run, size_t cap)
{
  const struct berg_properties *properties = &run->table->properties;
  struct berg_span *keys = berg_arena_alloc(run->context->arena, cap, sizeof *keys);

  if (keys == NULL)
    return BERG_NO_MEMORY;
  size_t used = 0;
  for (size_t i = 0; i < properties->count; i++)
    keys[used++] = properties->items[i].key;
  for (size_t i = 0; i < run->count; i++) {
    const struct berg_update *update = &run->updates[i];
    for (size_t k = 0; update->kind == BERG_UPDATE_SET_PROPERTIES && k < update->as.properties.count; k++)
      keys[used++] = update->as.properties.items[k].key;
  }
  enum berg_status status = berg_update_names_make(keys, used, run->context->arena, &run->properties);
  if (status != BERG_OK)
    return status;
  for (size_t i = 0; i < properties->count; i++)
    *berg_update_names_place(&run->properties, properties->items[i].key) = i + 1;
  return BERG_OK;
}

/* Copies the properties, with room for all that the request may add, and indexes them. */
static enum berg_status own_properties(struct berg_update_run *run)
{
  struct berg_properties *properties = &run->table->properties;
  struct berg_arena *arena = run->context->arena;

  if (run->properties.ready)
    return BERG_OK;
  size_t cap = properties->count + count_set(run);
  struct berg_property *copy = berg_arena_grow(arena, properties->items, properties->count, cap, sizeof *copy);
  run->property_removed = berg_arena_alloc(arena, cap, sizeof *run->property_removed);
  if (copy == NULL || run->property_removed == NULL)
    return BERG_NO_MEMORY;
  properties->items = copy;
  return index_properties(run, cap);
}

/* SPEC tables/updateTable/set-properties-merge
 * SPEC tables/updateTable/set-properties-reserved */
enum berg_status berg_update_set_properties(struct berg_update_run *run, const struct berg_properties *properties)
{
  struct berg_properties *table = &run->table->properties;
  enum berg_status status = own_properties(run);

  for (size_t i = 0; i < properties->count && status == BERG_OK; i++) {
    size_t *place = berg_update_names_place(&run->properties, properties->items[i].key);
    if (*place == 0)
      *place = ++table->count;
    table->items[*place - 1] = properties->items[i];
    run->property_removed[*place - 1] = false;
  }
  return status;
}

/* SPEC tables/updateTable/remove-properties-absent */
enum berg_status berg_update_remove_properties(struct berg_update_run *run, const struct berg_spans *names)
{
  enum berg_status status = own_properties(run);

  for (size_t i = 0; i < names->count && status == BERG_OK; i++) {
    size_t *place = berg_update_names_place(&run->properties, names->items[i]);
    if (place != NULL && *place != 0)
      run->property_removed[*place - 1] = true;
  }
  return status;
}

void berg_update_compact_properties(struct berg_update_run *run)
{
  struct berg_properties *properties = &run->table->properties;
  size_t kept = 0;

  if (!run->properties.ready)
    return;
  for (size_t i = 0; i < properties->count; i++) {
    if (!run->property_removed[i])
      properties->items[kept++] = properties->items[i];
  }
  properties->count = kept;
}
