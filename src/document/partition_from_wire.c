#include "document/from_wire.h"

#include <stdio.h>

static enum berg_status fail_memory(struct berg_problem *problem)
{
  return berg_problem_set(problem, BERG_NO_MEMORY, "out of memory while a request was read");
}

/* Names member NAME of field INDEX of the part at POINTER. */
static enum berg_status fail_at(struct berg_problem *problem, enum berg_status status, const char *pointer,
                                size_t index, const char *name)
{
  char text[BERG_PROBLEM_POINTER_MAX];

  snprintf(text, sizeof text, "%s/fields/%zu/%s", pointer, index, name);
  berg_problem_point(problem, berg_span_of(text));
  return status;
}

/* SPEC json/counts */
static enum berg_status check_field_count(size_t count, const char *pointer, struct berg_problem *problem)
{
  char text[BERG_PROBLEM_POINTER_MAX];

  if (count <= BERG_SPEC_FIELDS_MAX)
    return BERG_OK;
  snprintf(text, sizeof text, "%s/fields", pointer);
  berg_problem_point(problem, berg_span_of(text));
  return berg_problem_set_ids(problem, BERG_INVALID, "`fields` has {} elements, at most {} are accepted",
                              (int64_t)count, BERG_SPEC_FIELDS_MAX);
}

/* The sources of a field, which stand in one of two forms. */
/* SPEC metadata/check/source-ids */
static enum berg_status read_sources(const struct berg_opt_int32 *source_id, const struct berg_opt_int32s *source_ids,
                                     struct berg_arena *arena, struct berg_int32s *sources,
                                     struct berg_problem *problem)
{
  if (source_ids->set && source_id->set)
    return berg_problem_set(problem, BERG_INVALID, "`source-id` and `source-ids` stand in one field");
  if (source_ids->set && source_ids->value.count > 0) {
    *sources = source_ids->value;
    return BERG_OK;
  }
  if (!source_id->set)
    return berg_problem_set(problem, BERG_INVALID, "member `source-id` is missing in a field");
  int32_t *one = berg_arena_alloc(arena, 1, sizeof *one);
  if (one == NULL)
    return fail_memory(problem);
  *one = source_id->value;
  *sources = (struct berg_int32s){one, 1};
  return BERG_OK;
}

static enum berg_status read_partition_field(const struct berg_wire_partition_field *wire, const char *pointer,
                                             size_t index, struct berg_arena *arena, struct berg_partition_field *field,
                                             struct berg_problem *problem)
{
  enum berg_status status = read_sources(&wire->source_id, &wire->source_ids, arena, &field->source_ids, problem);

  if (status != BERG_OK)
    return fail_at(problem, status, pointer, index, "source-id");
  status = berg_transform_parse(wire->transform, &field->transform, problem);
  if (status != BERG_OK)
    return fail_at(problem, status, pointer, index, "transform");
  field->name = wire->name;
  field->has_field_id = wire->field_id.set;
  field->field_id = wire->field_id.set ? wire->field_id.value : 0;
  return BERG_OK;
}

enum berg_status berg_spec_from_wire(const struct berg_wire_partition_spec *wire, const char *pointer,
                                     struct berg_arena *arena, struct berg_partition_spec *spec,
                                     struct berg_problem *problem)
{
  struct berg_partition_spec read = {.field_count = wire->fields.count};
  enum berg_status status = check_field_count(wire->fields.count, pointer, problem);

  if (status != BERG_OK)
    return status;
  read.spec_id = wire->spec_id.set ? wire->spec_id.value : 0;
  read.fields = berg_arena_alloc(arena, read.field_count, sizeof *read.fields);
  if (read.fields == NULL)
    return fail_memory(problem);
  for (size_t i = 0; status == BERG_OK && i < read.field_count; i++)
    status = read_partition_field(&wire->fields.items[i], pointer, i, arena, &read.fields[i], problem);
  if (status == BERG_OK)
    *spec = read;
  return status;
}

static enum berg_status read_sort_field(const struct berg_wire_sort_field *wire, const char *pointer, size_t index,
                                        struct berg_arena *arena, struct berg_sort_field *field,
                                        struct berg_problem *problem)
{
  enum berg_status status = read_sources(&wire->source_id, &wire->source_ids, arena, &field->source_ids, problem);

  if (status != BERG_OK)
    return fail_at(problem, status, pointer, index, "source-id");
  status = berg_transform_parse(wire->transform, &field->transform, problem);
  if (status != BERG_OK)
    return fail_at(problem, status, pointer, index, "transform");
  field->descending = wire->direction == BERG_WIRE_SORT_DIRECTION_DESC;
  field->nulls_last = wire->null_order == BERG_WIRE_NULL_ORDER_NULLS_LAST;
  return BERG_OK;
}

enum berg_status berg_order_from_wire(const struct berg_wire_sort_order *wire, const char *pointer,
                                      struct berg_arena *arena, struct berg_sort_order *order,
                                      struct berg_problem *problem)
{
  struct berg_sort_order read = {.field_count = wire->fields.count};
  enum berg_status status = check_field_count(wire->fields.count, pointer, problem);

  if (status != BERG_OK)
    return status;
  read.order_id = wire->order_id.set ? wire->order_id.value : 0;
  read.fields = berg_arena_alloc(arena, read.field_count, sizeof *read.fields);
  if (read.fields == NULL)
    return fail_memory(problem);
  for (size_t i = 0; status == BERG_OK && i < read.field_count; i++)
    status = read_sort_field(&wire->fields.items[i], pointer, i, arena, &read.fields[i], problem);
  if (status == BERG_OK)
    *order = read;
  return status;
}
