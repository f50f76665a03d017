#include "core/name_index.h"

#include <string.h>

static bool is_sorted(const struct berg_span *names, size_t count)
{
  for (size_t i = 1; i < count; i++) {
    if (berg_span_compare(names[i - 1], names[i]) > 0)
      return false;
  }
  return true;
}

/* Merges the sorted runs FROM[LOW..MIDDLE) and FROM[MIDDLE..HIGH) into TO[LOW..HIGH). */
static void merge_runs(const struct berg_span *from, struct berg_span *to, size_t low, size_t middle, size_t high)
{
  size_t left = low;
  size_t right = middle;

  for (size_t i = low; i < high; i++) {
    if (right == high || (left < middle && berg_span_compare(from[left], from[right]) <= 0))
      to[i] = from[left++];
    else
      to[i] = from[right++];
  }
}

static size_t at_most(size_t a, size_t b)
{
  return a < b ? a : b;
}

/* Merges all pairs of neighbouring runs of LEN names. */
static void merge_all(const struct berg_span *from, struct berg_span *to, size_t count, size_t len)
{
  size_t low = 0;

  while (low < count) {
    size_t middle = low + at_most(len, count - low);
    size_t high = middle + at_most(len, count - middle);
    merge_runs(from, to, low, middle, high);
    low = high;
  }
}

static enum berg_status sort_names(struct berg_span *names, size_t count, struct berg_arena *arena)
{
  if (is_sorted(names, count))
    return BERG_OK;
  struct berg_span *scratch = berg_arena_alloc(arena, count, sizeof *scratch);
  if (scratch == NULL)
    return BERG_NO_MEMORY;
  struct berg_span *from = names;
  struct berg_span *to = scratch;
  for (size_t len = 1; len < count; len *= 2) {
    merge_all(from, to, count, len);
    struct berg_span *merged = to;
    to = from;
    from = merged;
  }
  if (from != names)
    memcpy(names, from, count * sizeof *names);
  return BERG_OK;
}

enum berg_status berg_name_index_build(struct berg_span *names, size_t count, struct berg_arena *arena,
                                       struct berg_name_index *index)
{
  enum berg_status status = sort_names(names, count, arena);
  size_t kept = 0;

  if (status != BERG_OK)
    return status;
  for (size_t i = 0; i < count; i++) {
    if (kept == 0 || !berg_span_equal(names[kept - 1], names[i]))
      names[kept++] = names[i];
  }
  index->names = names;
  index->count = kept;
  return BERG_OK;
}

size_t berg_name_index_find(const struct berg_name_index *index, struct berg_span name)
{
  size_t low = 0;
  size_t high = index->count;

  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = berg_span_compare(index->names[middle], name);
    if (order == 0)
      return middle;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return index->count;
}

enum berg_status berg_names_find_repeated(struct berg_span *names, size_t count, struct berg_arena *arena,
                                          struct berg_span *repeated)
{
  enum berg_status status = sort_names(names, count, arena);

  if (status != BERG_OK)
    return status;
  for (size_t i = 1; i < count; i++) {
    if (berg_span_equal(names[i - 1], names[i])) {
      *repeated = names[i];
      return BERG_OK;
    }
  }
  return BERG_ABSENT;
}
