#include "core/schema_index.h"

static int compare_numbers(uint64_t a, uint64_t b)
{
  if (a == b)
    return 0;
  return a < b ? -1 : 1;
}

/* Orders the fields at indexes A and B. */
static int compare_fields(const struct berg_schema *schema, enum berg_schema_order order, size_t a, size_t b)
{
  const struct berg_field *left = &schema->fields[a];
  const struct berg_field *right = &schema->fields[b];
  int result;

  if (order == BERG_ORDER_BY_ID) {
    result = left->id == right->id ? 0 : left->id < right->id ? -1 : 1;
  } else {
    result = compare_numbers(left->parent, right->parent);
    if (result == 0)
      result = berg_span_compare(left->name, right->name);
  }
  return result != 0 ? result : compare_numbers(a, b);
}

/* Lets the element at ROOT sink in the heap of the COUNT first elements until no child is greater. */
static void sink(const struct berg_schema *schema, enum berg_schema_order order, size_t *index, size_t root,
                 size_t count)
{
  size_t moved = index[root];

  while (root < count / 2) {
    size_t child = 2 * root + 1;
    if (child + 1 < count && compare_fields(schema, order, index[child], index[child + 1]) < 0)
      child++;
    if (compare_fields(schema, order, moved, index[child]) >= 0)
      break;
    index[root] = index[child];
    root = child;
  }
  index[root] = moved;
}

/* Whether the fields stand in ORDER already, as they mostly do by id. */
static bool is_sorted(const struct berg_schema *schema, enum berg_schema_order order)
{
  for (size_t i = 1; i < schema->field_count; i++) {
    if (compare_fields(schema, order, i - 1, i) > 0)
      return false;
  }
  return true;
}

static void sort(const struct berg_schema *schema, enum berg_schema_order order, size_t *index)
{
  size_t count = schema->field_count;

  if (is_sorted(schema, order))
    return;
  for (size_t i = count / 2; i > 0; i--)
    sink(schema, order, index, i - 1, count);
  for (size_t i = count; i > 1; i--) {
    size_t greatest = index[0];
    index[0] = index[i - 1];
    index[i - 1] = greatest;
    sink(schema, order, index, 0, i - 1);
  }
}

enum berg_status berg_schema_index_make(const struct berg_schema *schema, enum berg_schema_order order,
                                        struct berg_arena *arena, size_t **index)
{
  size_t *made = berg_arena_alloc(arena, schema->field_count, sizeof *made);

  if (made == NULL)
    return BERG_NO_MEMORY;
  for (size_t i = 0; i < schema->field_count; i++)
    made[i] = i;
  sort(schema, order, made);
  *index = made;
  return BERG_OK;
}

size_t berg_schema_index_find(const struct berg_schema *schema, const size_t *index, int32_t id)
{
  size_t low = 0;
  size_t high = schema->field_count;

  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (schema->fields[index[middle]].id < id)
      low = middle + 1;
    else
      high = middle;
  }
  return low < schema->field_count && schema->fields[index[low]].id == id ? index[low] : schema->field_count;
}
