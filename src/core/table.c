#include "core/table.h"

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
