#include "core/check_rules.h"
#include "core/id_index.h"

/* Refuses with TEXT, which names the id, when one of IDS stands there twice. SPEC metadata/check/schema-ids */
static enum berg_status check_unique(int64_t *ids, size_t count, const char *text, struct berg_arena *arena,
                                     struct berg_problem *problem)
{
  int64_t repeated = 0;
  enum berg_status status = berg_ids_find_repeated(ids, count, arena, &repeated);

  if (status == BERG_OK)
    return berg_problem_set_id(problem, BERG_INVALID, text, repeated);
  return status == BERG_ABSENT ? BERG_OK : status;
}

static enum berg_status check_schema(const struct berg_table *table, const struct berg_schema *schema,
                                     struct berg_arena *arena, struct berg_problem *problem)
{
  int32_t highest = berg_schema_highest_id(schema);

  /* SPEC metadata/check/last-column-id */
  if (highest > table->last_column_id)
    return berg_problem_set_ids(problem, BERG_INVALID, "Invalid last column ID: {} < {} (highest field id of a schema)",
                                table->last_column_id, highest);
  return berg_schema_check(schema, table->format_version, arena, problem);
}

enum berg_status berg_check_schemas(const struct berg_table *table, struct berg_arena *arena,
                                    struct berg_problem *problem)
{
  int64_t *ids = berg_arena_alloc(arena, table->schema_count, sizeof *ids);

  if (ids == NULL)
    return BERG_NO_MEMORY;
  for (size_t i = 0; i < table->schema_count; i++)
    ids[i] = table->schemas[i].schema_id;
  enum berg_status status =
      check_unique(ids, table->schema_count, "Invalid table metadata: more than one schema has id {}", arena, problem);
  /* SPEC metadata/check/current-schema */
  if (status == BERG_OK && berg_table_find_schema(table, table->current_schema_id) == table->schema_count)
    status = berg_problem_set_id(problem, BERG_INVALID, "Cannot find schema with current-schema-id={} from schemas",
                                 table->current_schema_id);
  for (size_t i = 0; i < table->schema_count && status == BERG_OK; i++) {
    if (table->changed == 0 || table->schemas[i].added)
      status = check_schema(table, &table->schemas[i], arena, problem);
  }
  return status;
}

/* What holds of a spec whatever the schema is. */
static enum berg_status check_spec(const struct berg_table *table, const struct berg_partition_spec *spec,
                                   struct berg_arena *arena, struct berg_problem *problem)
{
  int64_t *ids = berg_arena_alloc(arena, spec->field_count, sizeof *ids);

  if (ids == NULL)
    return BERG_NO_MEMORY;
  for (size_t i = 0; i < spec->field_count; i++) {
    /* SPEC metadata/check/last-partition-id */
    if (spec->fields[i].field_id > table->last_partition_id)
      return berg_problem_set_ids(problem, BERG_INVALID, "Invalid last partition ID: {} < {} (id of a partition field)",
                                  table->last_partition_id, spec->fields[i].field_id);
    ids[i] = spec->fields[i].field_id;
  }
  /* SPEC metadata/check/partition-fields */
  return check_unique(ids, spec->field_count, "Cannot use partition field id more than once: {}", arena, problem);
}

/* SPEC tables/updateTable/set-current-schema-rebind
 * SPEC metadata/check/default-spec
 * SPEC metadata/check/default-spec-binds */
static enum berg_status check_default_spec(const struct berg_table *table, struct berg_problem *problem)
{
  size_t schema = berg_table_find_schema(table, table->current_schema_id);
  size_t spec = berg_table_find_spec(table, table->default_spec_id);

  if (spec == table->spec_count)
    return berg_problem_set_id(problem, BERG_INVALID,
                               "Cannot find partition spec with default-spec-id={} from partition-specs",
                               table->default_spec_id);
  return berg_partition_spec_check_bound(&table->specs[spec], &table->schemas[schema], table->format_version, problem);
}

enum berg_status berg_check_specs(const struct berg_table *table, struct berg_arena *arena,
                                  struct berg_problem *problem)
{
  int64_t *ids = berg_arena_alloc(arena, table->spec_count, sizeof *ids);

  if (ids == NULL)
    return BERG_NO_MEMORY;
  for (size_t i = 0; i < table->spec_count; i++)
    ids[i] = table->specs[i].spec_id;
  enum berg_status status = check_unique(
      ids, table->spec_count, "Invalid table metadata: more than one partition spec has id {}", arena, problem);
  for (size_t i = 0; i < table->spec_count && status == BERG_OK; i++)
    status = check_spec(table, &table->specs[i], arena, problem);
  return status == BERG_OK ? check_default_spec(table, problem) : status;
}

/* SPEC metadata/check/unsorted-order */
static enum berg_status check_order(const struct berg_sort_order *order, struct berg_problem *problem)
{
  if (order->order_id == 0 && order->field_count != 0)
    return berg_problem_set(problem, BERG_INVALID, "Sort order ID 0 is reserved for unsorted order");
  if (order->order_id != 0 && order->field_count == 0)
    return berg_problem_set_id(problem, BERG_INVALID, "Unsorted order ID must be 0: {}", order->order_id);
  return BERG_OK;
}

/* SPEC metadata/check/default-sort-order */
static enum berg_status check_default_order(const struct berg_table *table, struct berg_problem *problem)
{
  size_t schema = berg_table_find_schema(table, table->current_schema_id);
  size_t order = berg_table_find_order(table, table->default_sort_order_id);

  if (order == table->order_count)
    return berg_problem_set_id(problem, BERG_INVALID,
                               "Cannot find sort order with default-sort-order-id={} from sort-orders",
                               table->default_sort_order_id);
  return berg_sort_order_check(&table->orders[order], &table->schemas[schema], problem);
}

enum berg_status berg_check_orders(const struct berg_table *table, struct berg_arena *arena,
                                   struct berg_problem *problem)
{
  int64_t *ids = berg_arena_alloc(arena, table->order_count, sizeof *ids);

  if (ids == NULL)
    return BERG_NO_MEMORY;
  for (size_t i = 0; i < table->order_count; i++)
    ids[i] = table->orders[i].order_id;
  enum berg_status status = check_unique(ids, table->order_count,
                                         "Invalid table metadata: more than one sort order has id {}", arena, problem);
  for (size_t i = 0; i < table->order_count && status == BERG_OK; i++)
    status = check_order(&table->orders[i], problem);
  return status == BERG_OK ? check_default_order(table, problem) : status;
}
