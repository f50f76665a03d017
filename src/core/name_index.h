/* A sorted set of names: the slot of a ref, property or key among many, whatever order they come in.
 *
 * Sorted by merging, so that no choice of names makes it slow. The names are borrowed, the array is the arena's. Not
 * for sets that grow: collect all names first. */
#ifndef BERG_CORE_NAME_INDEX_H
#define BERG_CORE_NAME_INDEX_H

#include "base/arena.h"

struct berg_name_index {
  const struct berg_span *names; /* ascending by bytes, each once */
  size_t count;
};

/* Makes INDEX over the names of NAMES, which is sorted in place, keeps each once and belongs to INDEX from now on.
 * BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_name_index_build(struct berg_span *names, size_t count, struct berg_arena *arena,
                                                     struct berg_name_index *index);

/* The slot of NAME, or index->count. */
size_t berg_name_index_find(const struct berg_name_index *index, struct berg_span name);

/* Sorts NAMES in place and writes as REPEATED the lowest name that stands there more than once. BERG_ABSENT when each
 * stands there once, BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_names_find_repeated(struct berg_span *names, size_t count, struct berg_arena *arena,
                                                        struct berg_span *repeated);

#endif
