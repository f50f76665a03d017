#include "base/span.h"

bool berg_span_equal(struct berg_span a, struct berg_span b)
{
  if (a.len != b.len)
    return false;
  /*@ loop invariant 0 <= i <= a.len;
      loop invariant \forall integer k; 0 <= k < i ==> a.bytes[k] == b.bytes[k];
      loop assigns i;
      loop variant a.len - i;
  */
  for (size_t i = 0; i < a.len; i++) {
    if (a.bytes[i] != b.bytes[i])
      return false;
  }
  return true;
}

bool berg_span_starts_with(struct berg_span a, struct berg_span prefix)
{
  if (prefix.len > a.len)
    return false;
  /*@ loop invariant 0 <= i <= prefix.len;
      loop invariant \forall integer k; 0 <= k < i ==> a.bytes[k] == prefix.bytes[k];
      loop assigns i;
      loop variant prefix.len - i;
  */
  for (size_t i = 0; i < prefix.len; i++) {
    if (a.bytes[i] != prefix.bytes[i])
      return false;
  }
  return true;
}

int berg_span_compare(struct berg_span a, struct berg_span b)
{
  size_t shared = a.len < b.len ? a.len : b.len;

  /*@ loop invariant 0 <= i <= shared;
      loop invariant \forall integer k; 0 <= k < i ==> a.bytes[k] == b.bytes[k];
      loop assigns i;
      loop variant shared - i;
  */
  for (size_t i = 0; i < shared; i++) {
    if (a.bytes[i] != b.bytes[i])
      return a.bytes[i] < b.bytes[i] ? -1 : 1;
  }
  if (a.len == b.len)
    return 0;
  return a.len < b.len ? -1 : 1;
}

struct berg_span berg_span_part(struct berg_span s, size_t from, size_t len)
{
  struct berg_span part = {s.bytes + from, len};

  return part;
}

struct berg_span berg_span_of(const char *text)
{
  struct berg_span span = {(const uint8_t *)text, strlen(text)};

  return span;
}
