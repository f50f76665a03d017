#include "core/partition_ids.h"
#include "core/update_run.h"

/* Copies the table's specs, with room for all that the request may add and for the one of a new table. */
static enum berg_status own_specs(struct berg_update_run *run)
{
  struct berg_table *table = run->table;

  if (run->owns_specs)
    return BERG_OK;
  struct berg_partition_spec *copy =
      berg_arena_grow(run->context->arena, table->specs, table->spec_count,
                      table->spec_count + run->kind_counts[BERG_UPDATE_ADD_SPEC] + 1, sizeof *copy);
  if (copy == NULL)
    return BERG_NO_MEMORY;
  table->specs = copy;
  run->owns_specs = true;
  return BERG_OK;
}

/* The index of the spec that has the same fields as SPEC, or the count. */
static size_t find_compatible(const struct berg_table *table, const struct berg_partition_spec *spec)
{
  size_t i = 0;

  while (i < table->spec_count && !berg_partition_spec_compatible(&table->specs[i], spec))
    i++;
  return i;
}

/* SPEC tables/updateTable/add-spec-id */
static enum berg_status next_spec_id(const struct berg_update_run *run, int32_t *next)
{
  const struct berg_table *table = run->table;
  int32_t highest = -1;

  for (size_t i = 0; i < table->spec_count; i++) {
    if (table->specs[i].spec_id > highest)
      highest = table->specs[i].spec_id;
  }
  if (highest == INT32_MAX)
    return berg_problem_set(run->problem, BERG_INVALID, "Cannot add spec: there is no spec id left");
  *next = highest + 1;
  return BERG_OK;
}

/* Appends SPEC, whose fields have their ids. */
static enum berg_status append_spec(struct berg_update_run *run, const struct berg_partition_spec *spec)
{
  struct berg_table *table = run->table;
  int32_t spec_id = 0;
  enum berg_status status = next_spec_id(run, &spec_id);

  if (status == BERG_OK)
    status = own_specs(run);
  if (status != BERG_OK)
    return status;
  struct berg_partition_spec *added = &table->specs[table->spec_count++];
  *added = *spec;
  added->spec_id = spec_id;
  added->text = (struct berg_span){NULL, 0};
  added->added = true;
  /* SPEC tables/updateTable/add-spec-last-partition-id */
  for (size_t i = 0; i < spec->field_count; i++) {
    if (spec->fields[i].field_id > table->last_partition_id)
      table->last_partition_id = spec->fields[i].field_id;
  }
  run->last_spec = (struct berg_last_added){true, spec_id};
  return BERG_OK;
}

enum berg_status berg_update_add_spec(struct berg_update_run *run, const struct berg_partition_spec *spec)
{
  const struct berg_table *table = run->table;
  size_t i = find_compatible(table, spec);

  /* SPEC tables/updateTable/add-spec-reuse */
  if (i < table->spec_count) {
    run->last_spec = (struct berg_last_added){table->specs[i].added, table->specs[i].spec_id};
    return BERG_OK;
  }
  size_t current = berg_table_find_schema(table, table->current_schema_id);
  if (current == table->schema_count)
    return berg_problem_set(run->problem, BERG_INVALID, "Cannot add spec: the table has no current schema");
  struct berg_partition_spec bound = *spec;
  enum berg_status status = berg_partition_ids_assign(table, &bound, run->context->arena, run->problem);
  /* SPEC tables/updateTable/add-spec-binds */
  if (status == BERG_OK)
    status = berg_partition_spec_check(&bound, &table->schemas[current], table->format_version, run->problem);
  if (status == BERG_OK)
    status = berg_partition_ids_check(table, &bound, run->problem);
  return status == BERG_OK ? append_spec(run, &bound) : status;
}

enum berg_status berg_update_set_default_spec(struct berg_update_run *run, int32_t spec_id)
{
  struct berg_table *table = run->table;

  /* SPEC tables/updateTable/set-default-spec-last */
  if (spec_id == BERG_LAST_ADDED) {
    if (!run->last_spec.set)
      return berg_problem_set(run->problem, BERG_INVALID, "Cannot set last added spec: no spec has been added");
    spec_id = run->last_spec.id;
  }
  /* SPEC tables/updateTable/set-default-spec-unknown */
  if (berg_table_find_spec(table, spec_id) == table->spec_count)
    return berg_problem_set_id(run->problem, BERG_INVALID, "Cannot set default partition spec to unknown spec: {}",
                               spec_id);
  table->default_spec_id = spec_id;
  return BERG_OK;
}

enum berg_status berg_update_remove_specs(struct berg_update_run *run, const struct berg_int32s *ids)
{
  struct berg_table *table = run->table;
  struct berg_id_index index = {NULL, 0};
  enum berg_status status = berg_update_index_ids(run, ids, &index);

  if (status != BERG_OK)
    return status;
  /* SPEC tables/updateTable/remove-partition-specs-default */
  if (berg_id_index_find(&index, table->default_spec_id) < index.count)
    return berg_problem_set(run->problem, BERG_INVALID, "Cannot remove the default partition spec");
  status = own_specs(run);
  if (status != BERG_OK)
    return status;
  /* SPEC tables/updateTable/remove-partition-specs-unknown */
  size_t kept = 0;
  for (size_t i = 0; i < table->spec_count; i++) {
    if (berg_id_index_find(&index, table->specs[i].spec_id) == index.count)
      table->specs[kept++] = table->specs[i];
  }
  table->spec_count = kept;
  return BERG_OK;
}

enum berg_status berg_update_add_default_spec(struct berg_update_run *run)
{
  const struct berg_partition_spec unpartitioned = {.field_count = 0};

  return run->table->spec_count == 0 ? append_spec(run, &unpartitioned) : BERG_OK;
}
