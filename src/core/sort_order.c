/* Sort orders: comparison, and what must hold of one that is bound to a schema. */
#include "core/partition.h"

static bool is_same_field(const struct berg_sort_field *a, const struct berg_sort_field *b)
{
  if (a->descending != b->descending || a->nulls_last != b->nulls_last || a->source_ids.count != b->source_ids.count)
    return false;
  for (size_t i = 0; i < a->source_ids.count; i++) {
    if (a->source_ids.items[i] != b->source_ids.items[i])
      return false;
  }
  return berg_transform_equal(&a->transform, &b->transform);
}

/* SPEC tables/updateTable/add-sort-order-reuse */
bool berg_sort_order_equal(const struct berg_sort_order *a, const struct berg_sort_order *b)
{
  if (a->field_count != b->field_count)
    return false;
  for (size_t i = 0; i < a->field_count; i++) {
    if (!is_same_field(&a->fields[i], &b->fields[i]))
      return false;
  }
  return true;
}

/* SPEC tables/updateTable/add-sort-order-binds, tables/createTable/spec-invalid */
static enum berg_status check_source(const struct berg_sort_field *field, int32_t source_id,
                                     const struct berg_schema *schema, struct berg_problem *problem)
{
  size_t at = berg_schema_find_id(schema, source_id);

  if (at == schema->field_count)
    return berg_problem_set_id(problem, BERG_INVALID, "Cannot find source column for sort field: source id {}",
                               source_id);
  const struct berg_type *type = &schema->fields[at].type;
  if (berg_type_is_nested(type->kind) || type->kind == BERG_TYPE_VARIANT)
    return berg_problem_set_text(problem, BERG_INVALID, "Cannot sort by non-primitive source field: {}",
                                 schema->fields[at].name);
  if (!berg_transform_applies(&field->transform, type))
    return berg_problem_set_texts(problem, BERG_INVALID, "Invalid source type {} for transform: {}",
                                  berg_type_name(type->kind), field->transform.text);
  return BERG_OK;
}

static enum berg_status check_field(const struct berg_sort_field *field, const struct berg_schema *schema,
                                    struct berg_problem *problem)
{
  enum berg_status status = BERG_OK;

  if (field->source_ids.count == 0)
    return berg_problem_set(problem, BERG_INVALID, "Invalid sort field: no source column");
  if (field->source_ids.count > 1 && field->transform.kind != BERG_TRANSFORM_OTHER)
    return berg_problem_set_text(problem, BERG_INVALID, "Invalid sort field: more than one source column for {}",
                                 field->transform.text);
  for (size_t i = 0; i < field->source_ids.count && status == BERG_OK; i++)
    status = check_source(field, field->source_ids.items[i], schema, problem);
  return status;
}

enum berg_status berg_sort_order_check(const struct berg_sort_order *order, const struct berg_schema *schema,
                                       struct berg_problem *problem)
{
  enum berg_status status = BERG_OK;

  for (size_t i = 0; i < order->field_count && status == BERG_OK; i++)
    status = check_field(&order->fields[i], schema, problem);
  return status;
}
