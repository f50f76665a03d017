#include "core/id_index.h"

#include <string.h>

#define DIGIT_COUNT 8u
#define DIGIT_VALUES 256u

static bool is_sorted(const int64_t *ids, size_t count)
{
  for (size_t i = 1; i < count; i++) {
    if (ids[i - 1] > ids[i])
      return false;
  }
  return true;
}

/* The DIGIT-th byte of ID from the low end; the sign bit is turned so that negative ids come first. */
static size_t digit_of(int64_t id, unsigned digit)
{
  uint64_t key = (uint64_t)id ^ ((uint64_t)1 << 63);

  return (size_t)((key >> (8 * digit)) & 0xFF);
}

/* One stable pass by DIGIT from FROM to TO. False, and nothing written, when all ids have the same digit. */
static bool sort_by_digit(const int64_t *from, int64_t *to, size_t count, unsigned digit)
{
  size_t start[DIGIT_VALUES + 1] = {0};

  for (size_t i = 0; i < count; i++)
    start[digit_of(from[i], digit) + 1]++;
  if (start[digit_of(from[0], digit) + 1] == count)
    return false;
  for (size_t value = 1; value <= DIGIT_VALUES; value++)
    start[value] += start[value - 1];
  for (size_t i = 0; i < count; i++)
    to[start[digit_of(from[i], digit)]++] = from[i];
  return true;
}

enum berg_status berg_ids_sort(int64_t *ids, size_t count, struct berg_arena *arena)
{
  if (is_sorted(ids, count))
    return BERG_OK;
  int64_t *scratch = berg_arena_alloc(arena, count, sizeof *scratch);
  if (scratch == NULL)
    return BERG_NO_MEMORY;
  int64_t *from = ids;
  int64_t *to = scratch;
  for (unsigned digit = 0; digit < DIGIT_COUNT; digit++) {
    if (sort_by_digit(from, to, count, digit)) {
      int64_t *sorted = to;
      to = from;
      from = sorted;
    }
  }
  if (from != ids)
    memcpy(ids, from, count * sizeof *ids);
  return BERG_OK;
}

enum berg_status berg_id_index_build(int64_t *ids, size_t count, struct berg_arena *arena, struct berg_id_index *index)
{
  enum berg_status status = berg_ids_sort(ids, count, arena);
  size_t kept = 0;

  if (status != BERG_OK)
    return status;
  for (size_t i = 0; i < count; i++) {
    if (kept == 0 || ids[kept - 1] != ids[i])
      ids[kept++] = ids[i];
  }
  index->ids = ids;
  index->count = kept;
  return BERG_OK;
}

enum berg_status berg_ids_find_repeated(int64_t *ids, size_t count, struct berg_arena *arena, int64_t *repeated)
{
  enum berg_status status = berg_ids_sort(ids, count, arena);

  if (status != BERG_OK)
    return status;
  for (size_t i = 1; i < count; i++) {
    if (ids[i - 1] == ids[i]) {
      *repeated = ids[i];
      return BERG_OK;
    }
  }
  return BERG_ABSENT;
}
