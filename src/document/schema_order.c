#include "document/schema_order.h"

/* Copies the subtree of COUNT fields at FROM to TO and corrects the indexes in it, which all grow by SHIFT (modulo the
 * size of size_t); only the first one's parent lies outside. */
static void move_subtree(const struct berg_field *from, size_t count, size_t shift, struct berg_field *to)
{
  for (size_t i = 0; i < count; i++) {
    to[i] = from[i];
    to[i].end += shift;
    to[i].parent += i > 0 ? shift : 0;
  }
}

bool berg_schema_swap_subtrees(struct berg_schema *schema, size_t *left, size_t *right, struct berg_arena *arena)
{
  size_t start = *left;
  size_t left_count = *right - start;
  size_t right_count = schema->field_count - *right;
  struct berg_field *swapped = berg_arena_alloc(arena, left_count + right_count, sizeof *swapped);

  if (swapped == NULL)
    return false;
  move_subtree(schema->fields + *right, right_count, (size_t)0 - left_count, swapped);
  move_subtree(schema->fields + start, left_count, right_count, swapped + right_count);
  for (size_t i = 0; i < left_count + right_count; i++)
    schema->fields[start + i] = swapped[i];
  *right = start;
  *left = start + right_count;
  return true;
}
