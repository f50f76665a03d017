/* The sizes that the arena computes: of a block, and of the next chunk. Internal to src/base. Proven. */
#ifndef BERG_BASE_ARENA_SIZE_H
#define BERG_BASE_ARENA_SIZE_H

#include "base/checked.h"

#define BERG_ARENA_ALIGNMENT 16u

/* The bytes that COUNT elements of SIZE bytes take, rounded up to the alignment. BERG_INVALID when that does not fit.
 */
/*@ requires \valid(need);
    assigns *need;
    ensures status: \result == BERG_OK || \result == BERG_INVALID;
    ensures fits: \result == BERG_OK <==> berg_fits_size(count * size + BERG_ARENA_ALIGNMENT - 1);
    ensures rounded: \result == BERG_OK ==> *need % BERG_ARENA_ALIGNMENT == 0 &&
      count * size <= *need <= count * size + BERG_ARENA_ALIGNMENT - 1;
    ensures kept: \result != BERG_OK ==> *need == \old(*need);
*/
BERG_MUST_USE enum berg_status berg_arena_block_size(size_t count, size_t size, size_t *need);

/* The capacity of a new chunk for a block of NEED bytes: WANTED, or less when the limit leaves less than that and no
 * less than NEED. BERG_INVALID when HELD and NEED are above LIMIT. */
/*@ requires held <= limit && \valid(cap);
    assigns *cap;
    ensures status: \result == BERG_OK || \result == BERG_INVALID;
    ensures fits: \result == BERG_OK <==> held + need <= limit;
    ensures enough: \result == BERG_OK ==> need <= *cap && held + *cap <= limit;
    ensures wanted: \result == BERG_OK && need <= wanted && held + wanted <= limit ==> *cap == wanted;
    ensures kept: \result != BERG_OK ==> *cap == \old(*cap);
*/
BERG_MUST_USE enum berg_status berg_arena_chunk_size(size_t held, size_t limit, size_t wanted, size_t need,
                                                     size_t *cap);

#endif
