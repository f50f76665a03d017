/* Where the field ids of a spec stop counting. Proven against its contract in partition_ids.h. */
#include "core/partition_ids.h"

size_t berg_partition_ids_find_gap(const struct berg_partition_spec *spec)
{
  /*@ loop invariant 0 <= i <= spec->field_count;
      loop invariant \forall integer k; 0 <= k < i ==> spec->fields[k].field_id == 1000 + k;
      loop assigns i;
      loop variant spec->field_count - i;
  */
  for (size_t i = 0; i < spec->field_count; i++) {
    if (spec->fields[i].field_id < BERG_PARTITION_FIELD_ID_FIRST ||
        (size_t)spec->fields[i].field_id - BERG_PARTITION_FIELD_ID_FIRST != i)
      return i;
  }
  return spec->field_count;
}
