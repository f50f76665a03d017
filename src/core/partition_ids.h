/* The field ids of a partition spec that a table gets: which ids its fields are given, and which they may not have.
 *
 * An id stands for one source and transform for good, so that files written under several specs can be read together.
 * Version 1 has no ids in its metadata and counts from 1000 in every spec. Not for the binding of a spec to a schema
 * (partition.h). */
#ifndef BERG_CORE_PARTITION_IDS_H
#define BERG_CORE_PARTITION_IDS_H

#include "core/table.h"

/* Gives each field of SPEC without a field id that of the newest equal field in the specs of TABLE, else the next
 * behind all ids of table and spec; in version 1 the one of its place (clause tables/updateTable/add-spec-field-ids).
 * The fields are copied to ARENA first. BERG_INVALID when the ids run out, BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_partition_ids_assign(const struct berg_table *table,
                                                         struct berg_partition_spec *spec, struct berg_arena *arena,
                                                         struct berg_problem *problem);

/* Checks that SPEC, which is to be added to TABLE and has all its ids, counts them from 1000 in version 1 (clause
 * tables/updateTable/add-spec-v1-sequential), and later gives no field the id of another source or transform (clause
 * metadata/check/partition-ids-v2). BERG_INVALID names the field. */
BERG_MUST_USE enum berg_status berg_partition_ids_check(const struct berg_table *table,
                                                        const struct berg_partition_spec *spec,
                                                        struct berg_problem *problem);

/* The index of the first field of SPEC whose id is not its place counted from 1000, or the count. Proven. */
/*@ requires \valid_read(spec);
    requires spec->field_count == 0 || \valid_read(spec->fields + (0 .. spec->field_count - 1));
    assigns \nothing;
    ensures before: \forall integer i; 0 <= i < \result ==> spec->fields[i].field_id == 1000 + i;
    ensures gap: \result < spec->field_count ==> spec->fields[\result].field_id != 1000 + \result;
    ensures \result <= spec->field_count;
*/
size_t berg_partition_ids_find_gap(const struct berg_partition_spec *spec);

#endif
