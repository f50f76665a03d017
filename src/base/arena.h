/* A bump arena: everything that one request decodes, plans and encodes lives in one and is gone at its reset.
 *
 * Memory comes in chunks from malloc, up to a limit that is set at open; nothing is freed one by one. The arena owns
 * all blocks it hands out; they stay valid until berg_arena_reset or berg_arena_close. Not for what must survive a
 * request. */
#ifndef BERG_BASE_ARENA_H
#define BERG_BASE_ARENA_H

#include "base/span.h"
#include "base/status.h"

struct berg_arena_chunk;

struct berg_arena {
  struct berg_arena_chunk *chunks; /* newest first */
  size_t held_bytes;               /* sum of the chunks' capacities */
  size_t limit_bytes;              /* no chunk is added that would take held_bytes above this */
  size_t fail_after;               /* fault injection: the allocation that makes this 0 fails; 0 means never */
};

/* Makes ARENA empty; it will hold at most LIMIT_BYTES. */
void berg_arena_open(struct berg_arena *arena, size_t limit_bytes);

/* Frees everything that ARENA holds. */
void berg_arena_close(struct berg_arena *arena);

/* Forgets every block, keeps one chunk of at most 64 KiB for the next request. */
void berg_arena_reset(struct berg_arena *arena);

/* A zeroed block of COUNT elements of SIZE bytes, aligned to 16; NULL when memory or the limit is reached or the
 * product overflows. COUNT or SIZE 0 gives a valid pointer to no bytes. */
void *berg_arena_alloc(struct berg_arena *arena, size_t count, size_t size);

/* Copies S into ARENA as COPY (and a NUL behind it, outside COPY). BERG_NO_MEMORY when that is not possible. */
BERG_MUST_USE enum berg_status berg_arena_copy(struct berg_arena *arena, struct berg_span s, struct berg_span *copy);

/* Doubles an arena array: a new block for CAP_NEW elements with the COUNT first elements of OLD; NULL as above. */
void *berg_arena_grow(struct berg_arena *arena, const void *old, size_t count, size_t cap_new, size_t size);

#endif
