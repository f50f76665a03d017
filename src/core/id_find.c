/* The binary search of an id index. Proven against its contract in id_index.h. */
#include "core/id_index.h"

size_t berg_id_index_find(const struct berg_id_index *index, int64_t id)
{
  size_t low = 0;
  size_t high = index->count;

  /*@ loop invariant low <= high <= index->count;
      loop invariant \forall integer i; 0 <= i < low ==> index->ids[i] < id;
      loop invariant \forall integer i; high <= i < index->count ==> index->ids[i] > id;
      loop assigns low, high;
      loop variant high - low;
  */
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (index->ids[middle] == id)
      return middle;
    if (index->ids[middle] < id)
      low = middle + 1;
    else
      high = middle;
  }
  return index->count;
}
