#include "base/ascii.h"

bool berg_ascii_is_digit(uint8_t c)
{
  return c >= '0' && c <= '9';
}

uint8_t berg_ascii_lower(uint8_t c)
{
  if (c >= 'A' && c <= 'Z')
    return (uint8_t)(c + 32);
  return c;
}

bool berg_ascii_equal_ignoring_case(struct berg_span a, struct berg_span b)
{
  if (a.len != b.len)
    return false;
  /*@ loop invariant 0 <= i <= a.len;
      loop invariant \forall integer k; 0 <= k < i ==> berg_lower(a.bytes[k]) == berg_lower(b.bytes[k]);
      loop assigns i;
      loop variant a.len - i;
  */
  for (size_t i = 0; i < a.len; i++) {
    if (berg_ascii_lower(a.bytes[i]) != berg_ascii_lower(b.bytes[i]))
      return false;
  }
  return true;
}
