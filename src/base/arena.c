#include "base/arena.h"

#include "base/arena_size.h"

#include <stdlib.h>
#include <string.h>

#define CHUNK_MIN 16384u
#define CHUNK_KEPT 65536u

struct berg_arena_chunk {
  struct berg_arena_chunk *next;
  size_t cap;
  size_t used;
  size_t unused; /* keeps the payload aligned */
};

static uint8_t *payload_of(struct berg_arena_chunk *chunk)
{
  return (uint8_t *)(chunk + 1);
}

void berg_arena_open(struct berg_arena *arena, size_t limit_bytes)
{
  arena->chunks = NULL;
  arena->held_bytes = 0;
  arena->limit_bytes = limit_bytes;
  arena->fail_after = 0;
}

static void free_chunks(struct berg_arena_chunk *chunk)
{
  while (chunk != NULL) {
    struct berg_arena_chunk *next = chunk->next;
    free(chunk);
    chunk = next;
  }
}

void berg_arena_close(struct berg_arena *arena)
{
  free_chunks(arena->chunks);
  arena->chunks = NULL;
  arena->held_bytes = 0;
}

void berg_arena_reset(struct berg_arena *arena)
{
  struct berg_arena_chunk *kept = arena->chunks;

  if (kept == NULL)
    return;
  if (kept->cap > CHUNK_KEPT) {
    berg_arena_close(arena);
    return;
  }
  free_chunks(kept->next);
  kept->next = NULL;
  kept->used = 0;
  arena->held_bytes = kept->cap;
}

/* Adds a chunk with room for NEED bytes; each new chunk is as large as all before it, so that their number stays
 * logarithmic. */
static bool add_chunk(struct berg_arena *arena, size_t need)
{
  size_t wanted = arena->held_bytes < CHUNK_MIN ? CHUNK_MIN : arena->held_bytes;
  size_t cap = 0;

  if (berg_arena_chunk_size(arena->held_bytes, arena->limit_bytes, wanted, need, &cap) != BERG_OK ||
      cap > SIZE_MAX - sizeof(struct berg_arena_chunk))
    return false;
  struct berg_arena_chunk *chunk = malloc(sizeof *chunk + cap);
  if (chunk == NULL)
    return false;
  chunk->next = arena->chunks;
  chunk->cap = cap;
  chunk->used = 0;
  arena->chunks = chunk;
  arena->held_bytes += cap;
  return true;
}

void *berg_arena_alloc(struct berg_arena *arena, size_t count, size_t size)
{
  size_t need = 0;

  if (berg_arena_block_size(count, size, &need) != BERG_OK)
    return NULL;
  if (arena->fail_after != 0 && --arena->fail_after == 0)
    return NULL;
  struct berg_arena_chunk *chunk = arena->chunks;
  if (chunk == NULL || need > chunk->cap - chunk->used) {
    if (!add_chunk(arena, need))
      return NULL;
    chunk = arena->chunks;
  }
  uint8_t *block = payload_of(chunk) + chunk->used;
  chunk->used += need;
  memset(block, 0, need);
  return block;
}

enum berg_status berg_arena_copy(struct berg_arena *arena, struct berg_span s, struct berg_span *copy)
{
  if (s.len == SIZE_MAX)
    return BERG_NO_MEMORY;
  uint8_t *block = berg_arena_alloc(arena, s.len + 1, 1);
  if (block == NULL)
    return BERG_NO_MEMORY;
  if (s.len > 0)
    memcpy(block, s.bytes, s.len);
  copy->bytes = block;
  copy->len = s.len;
  return BERG_OK;
}

void *berg_arena_grow(struct berg_arena *arena, const void *old, size_t count, size_t cap_new, size_t size)
{
  void *block = berg_arena_alloc(arena, cap_new, size);

  if (block != NULL && count > 0)
    memcpy(block, old, count * size);
  return block;
}
