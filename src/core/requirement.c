#include "core/requirement.h"

/*@ assigns \nothing;
    ensures \result == berg_lower(c);
*/
static uint8_t lower_of(uint8_t c)
{
  return c >= 'A' && c <= 'Z' ? (uint8_t)(c + 32) : c;
}

/*@ requires berg_span_ok(a) && berg_span_ok(b);
    assigns \nothing;
    ensures \result <==> berg_uuid_same(a, b);
*/
static bool is_same_uuid(struct berg_span a, struct berg_span b)
{
  if (a.len != b.len)
    return false;
  /*@ loop invariant 0 <= i <= a.len;
      loop invariant \forall integer k; 0 <= k < i ==> berg_lower(a.bytes[k]) == berg_lower(b.bytes[k]);
      loop assigns i;
      loop variant a.len - i;
  */
  for (size_t i = 0; i < a.len; i++) {
    if (lower_of(a.bytes[i]) != lower_of(b.bytes[i]))
      return false;
  }
  return true;
}

/*@ requires berg_requirement_ok(requirement) && berg_table_refs_ok(table);
    assigns \nothing;
    ensures \result <==> berg_ref_required(requirement, table);
*/
static bool is_ref_as_required(const struct berg_requirement *requirement, const struct berg_table *table)
{
  size_t i = berg_table_find_ref(table, requirement->text);

  if (i == table->ref_count)
    return !requirement->has_snapshot_id;
  return requirement->has_snapshot_id && table->refs[i].snapshot_id == requirement->snapshot_id;
}

int32_t berg_requirement_actual_id(const struct berg_requirement *requirement, const struct berg_table *table)
{
  /* SPEC tables/updateTable/assert-last-assigned-field-id */
  if (requirement->kind == BERG_REQUIRE_LAST_ASSIGNED_FIELD_ID)
    return table->last_column_id;
  /* SPEC tables/updateTable/assert-current-schema-id */
  if (requirement->kind == BERG_REQUIRE_CURRENT_SCHEMA_ID)
    return table->current_schema_id;
  /* SPEC tables/updateTable/assert-last-assigned-partition-id */
  if (requirement->kind == BERG_REQUIRE_LAST_ASSIGNED_PARTITION_ID)
    return table->last_partition_id;
  /* SPEC tables/updateTable/assert-default-spec-id */
  if (requirement->kind == BERG_REQUIRE_DEFAULT_SPEC_ID)
    return table->default_spec_id;
  /* SPEC tables/updateTable/assert-default-sort-order-id */
  return table->default_sort_order_id;
}

bool berg_requirement_holds(const struct berg_requirement *requirement, const struct berg_table *table)
{
  /* SPEC tables/updateTable/assert-create */
  if (requirement->kind == BERG_REQUIRE_CREATE)
    return table == NULL;
  if (table == NULL)
    return false;
  /* SPEC tables/updateTable/assert-table-uuid */
  if (requirement->kind == BERG_REQUIRE_TABLE_UUID)
    return is_same_uuid(requirement->text, table->table_uuid);
  /* SPEC tables/updateTable/assert-ref-snapshot-id
   * SPEC tables/updateTable/assert-ref-snapshot-id-null */
  if (requirement->kind == BERG_REQUIRE_REF_SNAPSHOT_ID)
    return is_ref_as_required(requirement, table);
  return berg_requirement_actual_id(requirement, table) == requirement->id;
}

size_t berg_requirements_find_failed(const struct berg_requirement *requirements, size_t count,
                                     const struct berg_table *table)
{
  /*@ loop invariant 0 <= i <= count;
      loop invariant \forall integer k; 0 <= k < i ==> berg_requirement_met(requirements + k, table);
      loop assigns i;
      loop variant count - i;
  */
  for (size_t i = 0; i < count; i++) {
    if (!berg_requirement_holds(&requirements[i], table))
      return i;
  }
  return count;
}
