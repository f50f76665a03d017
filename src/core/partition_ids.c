#include "core/partition_ids.h"

static bool is_same_source(const struct berg_partition_field *a, const struct berg_partition_field *b)
{
  if (a->source_ids.count != b->source_ids.count)
    return false;
  for (size_t i = 0; i < a->source_ids.count; i++) {
    if (a->source_ids.items[i] != b->source_ids.items[i])
      return false;
  }
  return true;
}

static bool is_equal_field(const struct berg_partition_field *a, const struct berg_partition_field *b)
{
  return is_same_source(a, b) && berg_transform_equal(&a->transform, &b->transform);
}

/* The highest field id in SPEC, at least LEAST. */
static int32_t highest_id_in(const struct berg_partition_spec *spec, int32_t least)
{
  int32_t highest = least;

  for (size_t i = 0; i < spec->field_count; i++) {
    if (spec->fields[i].has_field_id && spec->fields[i].field_id > highest)
      highest = spec->fields[i].field_id;
  }
  return highest;
}

/* The id of the field of TABLE's specs that equals FIELD, the newest spec first; -1 when there is none. */
static int32_t equal_field_id(const struct berg_table *table, const struct berg_partition_field *field)
{
  for (size_t i = table->spec_count; i > 0; i--) {
    const struct berg_partition_spec *spec = &table->specs[i - 1];
    for (size_t k = 0; k < spec->field_count; k++) {
      if (is_equal_field(&spec->fields[k], field))
        return spec->fields[k].field_id;
    }
  }
  return -1;
}

/* The id that all new ones come behind. */
static int32_t highest_id(const struct berg_table *table, const struct berg_partition_spec *spec)
{
  int32_t highest = BERG_PARTITION_FIELD_ID_FIRST - 1;

  if (table->last_partition_id > highest)
    highest = table->last_partition_id;
  for (size_t i = 0; i < table->spec_count; i++)
    highest = highest_id_in(&table->specs[i], highest);
  return highest_id_in(spec, highest);
}

/* SPEC tables/updateTable/add-spec-field-ids */
static enum berg_status assign_reusing(const struct berg_table *table, struct berg_partition_spec *spec,
                                       struct berg_problem *problem)
{
  int32_t last = highest_id(table, spec);

  for (size_t i = 0; i < spec->field_count; i++) {
    struct berg_partition_field *field = &spec->fields[i];
    if (field->has_field_id)
      continue;
    int32_t reused = equal_field_id(table, field);
    if (reused < 0 && last == INT32_MAX)
      return berg_problem_set(problem, BERG_INVALID, "Cannot add spec: there is no partition field id left");
    field->field_id = reused < 0 ? ++last : reused;
    field->has_field_id = true;
  }
  return BERG_OK;
}

static void assign_by_place(struct berg_partition_spec *spec)
{
  int32_t next = BERG_PARTITION_FIELD_ID_FIRST;

  for (size_t i = 0; i < spec->field_count && next < INT32_MAX; i++) {
    if (!spec->fields[i].has_field_id)
      spec->fields[i].field_id = next;
    spec->fields[i].has_field_id = true;
    next++;
  }
}

enum berg_status berg_partition_ids_assign(const struct berg_table *table, struct berg_partition_spec *spec,
                                           struct berg_arena *arena, struct berg_problem *problem)
{
  struct berg_partition_field *fields =
      berg_arena_grow(arena, spec->fields, spec->field_count, spec->field_count, sizeof *fields);

  if (fields == NULL)
    return BERG_NO_MEMORY;
  spec->fields = fields;
  if (table->format_version > 1)
    return assign_reusing(table, spec, problem);
  assign_by_place(spec);
  return BERG_OK;
}

/* The void transform stands where version 1 dropped a field; it keeps that field's id. */
static bool may_share_id(const struct berg_partition_field *a, const struct berg_partition_field *b)
{
  if (!is_same_source(a, b))
    return false;
  return berg_transform_equal(&a->transform, &b->transform) || a->transform.kind == BERG_TRANSFORM_VOID ||
         b->transform.kind == BERG_TRANSFORM_VOID;
}

/* Whether other fields of TABLE have the id of FIELD, and none that may share it with FIELD. */
static bool is_taken(const struct berg_table *table, const struct berg_partition_field *field)
{
  bool taken = false;

  for (size_t i = 0; i < table->spec_count; i++) {
    const struct berg_partition_spec *spec = &table->specs[i];
    for (size_t k = 0; k < spec->field_count; k++) {
      if (spec->fields[k].field_id != field->field_id)
        continue;
      if (may_share_id(&spec->fields[k], field))
        return false;
      taken = true;
    }
  }
  return taken;
}

enum berg_status berg_partition_ids_check(const struct berg_table *table, const struct berg_partition_spec *spec,
                                          struct berg_problem *problem)
{
  if (table->format_version == 1) {
    /* SPEC tables/updateTable/add-spec-v1-sequential */
    size_t gap = berg_partition_ids_find_gap(spec);
    if (gap == spec->field_count)
      return BERG_OK;
    return berg_problem_set_text_ids(
        problem, BERG_INVALID,
        "Spec does not use sequential IDs that are required in v1: field {} has id {}, expected {}",
        spec->fields[gap].name, spec->fields[gap].field_id, BERG_PARTITION_FIELD_ID_FIRST + (int64_t)gap);
  }
  /* SPEC metadata/check/partition-ids-v2 */
  for (size_t i = 0; i < spec->field_count; i++) {
    if (is_taken(table, &spec->fields[i]))
      return berg_problem_set_text_ids(
          problem, BERG_INVALID, "Cannot add spec: field {} has id {} of a field with another source or transform",
          spec->fields[i].name, spec->fields[i].field_id, 0);
  }
  return BERG_OK;
}
