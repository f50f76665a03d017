/* Look-ups in the lists of a table. Proven against their contracts in table.h. */
#include "core/table.h"

size_t berg_table_find_schema(const struct berg_table *table, int32_t schema_id)
{
  /*@ loop invariant 0 <= i <= table->schema_count;
      loop invariant \forall integer k; 0 <= k < i ==> table->schemas[k].schema_id != schema_id;
      loop assigns i;
      loop variant table->schema_count - i;
  */
  for (size_t i = 0; i < table->schema_count; i++) {
    if (table->schemas[i].schema_id == schema_id)
      return i;
  }
  return table->schema_count;
}

size_t berg_table_find_spec(const struct berg_table *table, int32_t spec_id)
{
  /*@ loop invariant 0 <= i <= table->spec_count;
      loop invariant \forall integer k; 0 <= k < i ==> table->specs[k].spec_id != spec_id;
      loop assigns i;
      loop variant table->spec_count - i;
  */
  for (size_t i = 0; i < table->spec_count; i++) {
    if (table->specs[i].spec_id == spec_id)
      return i;
  }
  return table->spec_count;
}

size_t berg_table_find_order(const struct berg_table *table, int32_t order_id)
{
  /*@ loop invariant 0 <= i <= table->order_count;
      loop invariant \forall integer k; 0 <= k < i ==> table->orders[k].order_id != order_id;
      loop assigns i;
      loop variant table->order_count - i;
  */
  for (size_t i = 0; i < table->order_count; i++) {
    if (table->orders[i].order_id == order_id)
      return i;
  }
  return table->order_count;
}

size_t berg_table_find_ref(const struct berg_table *table, struct berg_span name)
{
  /*@ loop invariant 0 <= i <= table->ref_count;
      loop invariant \forall integer k; 0 <= k < i ==> !berg_ref_named(table, k, name);
      loop assigns i;
      loop variant table->ref_count - i;
  */
  for (size_t i = 0; i < table->ref_count; i++) {
    if (berg_span_equal(table->refs[i].name, name))
      return i;
  }
  return table->ref_count;
}
