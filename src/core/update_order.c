#include "core/update_run.h"

/* Copies the table's orders, with room for all that the request may add and for the one of a new table. */
static enum berg_status own_orders(struct berg_update_run *run)
{
  struct berg_table *table = run->table;

  if (run->owns_orders)
    return BERG_OK;
  struct berg_sort_order *copy =
      berg_arena_grow(run->context->arena, table->orders, table->order_count,
                      table->order_count + run->kind_counts[BERG_UPDATE_ADD_SORT_ORDER] + 1, sizeof *copy);
  if (copy == NULL)
    return BERG_NO_MEMORY;
  table->orders = copy;
  run->owns_orders = true;
  return BERG_OK;
}

/* The index of the order that equals ORDER, or the count. */
static size_t find_equal(const struct berg_table *table, const struct berg_sort_order *order)
{
  if (order->field_count == 0)
    return berg_table_find_order(table, 0);
  size_t i = 0;
  while (i < table->order_count && !berg_sort_order_equal(&table->orders[i], order))
    i++;
  return i;
}

/* SPEC tables/updateTable/add-sort-order-id */
static enum berg_status next_order_id(const struct berg_update_run *run, int32_t *next)
{
  const struct berg_table *table = run->table;
  int32_t highest = 0;

  for (size_t i = 0; i < table->order_count; i++) {
    if (table->orders[i].order_id > highest)
      highest = table->orders[i].order_id;
  }
  if (highest == INT32_MAX)
    return berg_problem_set(run->problem, BERG_INVALID, "Cannot add sort order: there is no order id left");
  *next = highest + 1;
  return BERG_OK;
}

static enum berg_status append_order(struct berg_update_run *run, const struct berg_sort_order *order, int32_t order_id)
{
  struct berg_table *table = run->table;
  enum berg_status status = own_orders(run);

  if (status != BERG_OK)
    return status;
  struct berg_sort_order *added = &table->orders[table->order_count++];
  *added = *order;
  added->order_id = order_id;
  added->text = (struct berg_span){NULL, 0};
  added->added = true;
  run->last_order = (struct berg_last_added){true, order_id};
  return BERG_OK;
}

enum berg_status berg_update_add_order(struct berg_update_run *run, const struct berg_sort_order *order)
{
  const struct berg_table *table = run->table;
  size_t i = find_equal(table, order);

  /* SPEC tables/updateTable/add-sort-order-reuse */
  if (i < table->order_count) {
    run->last_order = (struct berg_last_added){table->orders[i].added, table->orders[i].order_id};
    return BERG_OK;
  }
  size_t current = berg_table_find_schema(table, table->current_schema_id);
  if (current == table->schema_count)
    return berg_problem_set(run->problem, BERG_INVALID, "Cannot add sort order: the table has no current schema");
  if (order->field_count == 0)
    return append_order(run, order, 0);
  /* SPEC tables/updateTable/add-sort-order-binds */
  enum berg_status status = berg_sort_order_check(order, &table->schemas[current], run->problem);
  int32_t order_id = 0;
  if (status == BERG_OK)
    status = next_order_id(run, &order_id);
  return status == BERG_OK ? append_order(run, order, order_id) : status;
}

enum berg_status berg_update_set_default_order(struct berg_update_run *run, int32_t order_id)
{
  struct berg_table *table = run->table;

  /* SPEC tables/updateTable/set-default-sort-order-last */
  if (order_id == BERG_LAST_ADDED) {
    if (!run->last_order.set)
      return berg_problem_set(run->problem, BERG_INVALID,
                              "Cannot set last added sort order: no sort order has been added");
    order_id = run->last_order.id;
  }
  /* SPEC tables/updateTable/set-default-sort-order-unknown */
  if (berg_table_find_order(table, order_id) == table->order_count)
    return berg_problem_set_id(run->problem, BERG_INVALID, "Cannot set default sort order to unknown order: {}",
                               order_id);
  table->default_sort_order_id = order_id;
  return BERG_OK;
}

enum berg_status berg_update_add_default_order(struct berg_update_run *run)
{
  const struct berg_sort_order unsorted = {.field_count = 0};

  if (run->table->default_sort_order_id != 0 || berg_table_find_order(run->table, 0) < run->table->order_count)
    return BERG_OK;
  return append_order(run, &unsorted, 0);
}
