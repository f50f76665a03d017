#include "base/arena_size.h"

enum berg_status berg_arena_block_size(size_t count, size_t size, size_t *need)
{
  size_t bytes = 0;

  if (berg_checked_mul_size(count, size, &bytes) != BERG_OK || bytes > SIZE_MAX - (BERG_ARENA_ALIGNMENT - 1))
    return BERG_INVALID;
  *need = (bytes + (BERG_ARENA_ALIGNMENT - 1)) / BERG_ARENA_ALIGNMENT * BERG_ARENA_ALIGNMENT;
  return BERG_OK;
}

enum berg_status berg_arena_chunk_size(size_t held, size_t limit, size_t wanted, size_t need, size_t *cap)
{
  size_t left = limit - held;

  if (need > left)
    return BERG_INVALID;
  if (wanted > left)
    wanted = left;
  *cap = wanted < need ? need : wanted;
  return BERG_OK;
}
