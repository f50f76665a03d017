/* A sorted set of 64-bit ids: find one among many, or see that one stands there twice.
 *
 * Sorted by radix, so that neither random ids nor ids chosen by a client make it slow: eight passes over the ids at
 * most, then a binary search a look-up. The slot of an id, its place in the set, indexes whatever a caller keeps beside
 * it. Not for sets that grow: collect all ids first. Memory is the arena's. */
#ifndef BERG_CORE_ID_INDEX_H
#define BERG_CORE_ID_INDEX_H

#include "base/arena.h"

struct berg_id_index {
  const int64_t *ids; /* ascending, each once */
  size_t count;
};

/* Sorts the COUNT ids of IDS in place, ascending; a scratch area of the same size comes from ARENA. BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_ids_sort(int64_t *ids, size_t count, struct berg_arena *arena);

/* Makes INDEX over the ids of IDS, which is sorted in place, keeps each once and belongs to INDEX from now on.
 * BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_id_index_build(int64_t *ids, size_t count, struct berg_arena *arena,
                                                   struct berg_id_index *index);

/* The slot of ID, or index->count. */
/*@ requires \valid_read(index) && (index->count == 0 || \valid_read(index->ids + (0 .. index->count - 1)));
    requires \forall integer i, j; 0 <= i < j < index->count ==> index->ids[i] < index->ids[j];
    assigns \nothing;
    ensures found: \result < index->count ==> index->ids[\result] == id;
    ensures absent: \result >= index->count ==> \result == index->count &&
      \forall integer i; 0 <= i < index->count ==> index->ids[i] != id;
*/
size_t berg_id_index_find(const struct berg_id_index *index, int64_t id);

/* Sorts IDS in place and writes as REPEATED the lowest id that stands there more than once. BERG_ABSENT when each
 * stands there once, BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_ids_find_repeated(int64_t *ids, size_t count, struct berg_arena *arena,
                                                      int64_t *repeated);

#endif
