#include "core/update_run.h"

/* Copies the table's schemas, with room for all that the request may add. */
static enum berg_status own_schemas(struct berg_update_run *run)
{
  struct berg_table *table = run->table;

  if (run->owns_schemas)
    return BERG_OK;
  struct berg_schema *copy =
      berg_arena_grow(run->context->arena, table->schemas, table->schema_count,
                      table->schema_count + run->kind_counts[BERG_UPDATE_ADD_SCHEMA], sizeof *copy);
  if (copy == NULL)
    return BERG_NO_MEMORY;
  table->schemas = copy;
  run->owns_schemas = true;
  return BERG_OK;
}

/* The index of the schema that equals SCHEMA, or the count. */
static size_t find_equal(const struct berg_table *table, const struct berg_schema *schema)
{
  size_t i = 0;

  while (i < table->schema_count && !berg_schema_equal(&table->schemas[i], schema))
    i++;
  return i;
}

/* SPEC tables/updateTable/add-schema-id */
static enum berg_status next_schema_id(const struct berg_update_run *run, int32_t *next)
{
  const struct berg_table *table = run->table;
  int32_t highest = -1;

  for (size_t i = 0; i < table->schema_count; i++) {
    if (table->schemas[i].schema_id > highest)
      highest = table->schemas[i].schema_id;
  }
  if (highest == INT32_MAX)
    return berg_problem_set(run->problem, BERG_INVALID, "Cannot add schema: there is no schema id left");
  *next = highest + 1;
  return BERG_OK;
}

static enum berg_status append_schema(struct berg_update_run *run, const struct berg_schema *schema)
{
  struct berg_table *table = run->table;
  int32_t schema_id = 0;
  enum berg_status status = next_schema_id(run, &schema_id);

  if (status == BERG_OK)
    status = own_schemas(run);
  if (status != BERG_OK)
    return status;
  struct berg_schema *added = &table->schemas[table->schema_count++];
  *added = *schema;
  added->schema_id = schema_id;
  added->text = (struct berg_span){NULL, 0};
  added->added = true;
  run->last_schema = (struct berg_last_added){true, schema_id};
  /* SPEC tables/updateTable/add-schema-last-column-id */
  int32_t highest = berg_schema_highest_id(schema);
  if (highest > table->last_column_id)
    table->last_column_id = highest;
  return BERG_OK;
}

enum berg_status berg_update_add_schema(struct berg_update_run *run, const struct berg_schema *schema)
{
  const struct berg_table *table = run->table;
  /* SPEC tables/updateTable/add-schema-invalid */
  enum berg_status status = berg_schema_check(schema, table->format_version, run->context->arena, run->problem);

  if (status != BERG_OK)
    return status;
  size_t i = find_equal(table, schema);
  if (i == table->schema_count)
    return append_schema(run, schema);
  /* SPEC tables/updateTable/add-schema-reuse
   * SPEC tables/updateTable/set-current-schema-last-reused */
  run->last_schema = (struct berg_last_added){table->schemas[i].added, table->schemas[i].schema_id};
  return BERG_OK;
}

enum berg_status berg_update_set_current_schema(struct berg_update_run *run, int32_t schema_id)
{
  struct berg_table *table = run->table;

  /* SPEC tables/updateTable/set-current-schema-last */
  if (schema_id == BERG_LAST_ADDED) {
    if (!run->last_schema.set)
      return berg_problem_set(run->problem, BERG_INVALID, "Cannot set last added schema: no schema has been added");
    schema_id = run->last_schema.id;
  }
  /* SPEC tables/updateTable/set-current-schema-unknown */
  if (berg_table_find_schema(table, schema_id) == table->schema_count)
    return berg_problem_set_id(run->problem, BERG_INVALID, "Cannot set current schema to unknown schema: {}",
                               schema_id);
  table->current_schema_id = schema_id;
  return BERG_OK;
}

enum berg_status berg_update_remove_schemas(struct berg_update_run *run, const struct berg_int32s *ids)
{
  struct berg_table *table = run->table;
  struct berg_id_index index = {NULL, 0};
  enum berg_status status = berg_update_index_ids(run, ids, &index);

  if (status != BERG_OK)
    return status;
  /* SPEC tables/updateTable/remove-schemas-current */
  if (berg_id_index_find(&index, table->current_schema_id) < index.count)
    return berg_problem_set(run->problem, BERG_INVALID, "Cannot remove the current schema");
  status = own_schemas(run);
  if (status != BERG_OK)
    return status;
  /* SPEC tables/updateTable/remove-schemas-unknown */
  size_t kept = 0;
  for (size_t i = 0; i < table->schema_count; i++) {
    if (berg_id_index_find(&index, table->schemas[i].schema_id) == index.count)
      table->schemas[kept++] = table->schemas[i];
  }
  table->schema_count = kept;
  return BERG_OK;
}
