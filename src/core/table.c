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

bool berg_ref_equal(const struct berg_ref *a, const struct berg_ref *b)
{
  return berg_span_equal(a->name, b->name) && a->is_tag == b->is_tag && a->snapshot_id == b->snapshot_id &&
         a->has_max_ref_age_ms == b->has_max_ref_age_ms &&
         (!a->has_max_ref_age_ms || a->max_ref_age_ms == b->max_ref_age_ms) &&
         a->has_max_snapshot_age_ms == b->has_max_snapshot_age_ms &&
         (!a->has_max_snapshot_age_ms || a->max_snapshot_age_ms == b->max_snapshot_age_ms) &&
         a->has_min_snapshots_to_keep == b->has_min_snapshots_to_keep &&
         (!a->has_min_snapshots_to_keep || a->min_snapshots_to_keep == b->min_snapshots_to_keep);
}

bool berg_ref_is_main(struct berg_span name)
{
  return berg_span_equal(name, BERG_SPAN("main"));
}

enum berg_status berg_ref_check(const struct berg_ref *ref, struct berg_problem *problem)
{
  if (ref->is_tag && berg_ref_is_main(ref->name))
    return berg_problem_set(problem, BERG_INVALID, "Cannot set main to a tag, it must be a branch");
  if (ref->is_tag && ref->has_min_snapshots_to_keep)
    return berg_problem_set(problem, BERG_INVALID, "Tags do not support setting minSnapshotsToKeep");
  if (ref->is_tag && ref->has_max_snapshot_age_ms)
    return berg_problem_set(problem, BERG_INVALID, "Tags do not support setting maxSnapshotAgeMs");
  if (ref->has_min_snapshots_to_keep && ref->min_snapshots_to_keep <= 0)
    return berg_problem_set(problem, BERG_INVALID, "Min snapshots to keep must be greater than 0");
  if (ref->has_max_snapshot_age_ms && ref->max_snapshot_age_ms <= 0)
    return berg_problem_set(problem, BERG_INVALID, "Max snapshot age must be greater than 0 ms");
  if (ref->has_max_ref_age_ms && ref->max_ref_age_ms <= 0)
    return berg_problem_set(problem, BERG_INVALID, "Max reference age must be greater than 0");
  return BERG_OK;
}

struct berg_span berg_properties_find(const struct berg_properties *properties, struct berg_span key)
{
  const struct berg_span none = {NULL, 0};

  for (size_t i = 0; i < properties->count; i++) {
    if (berg_span_equal(properties->items[i].key, key))
      return properties->items[i].value;
  }
  return none;
}
