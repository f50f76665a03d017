#include "base/hex.h"

int berg_hex_digit(uint8_t c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}

/*@ requires v < 16; assigns \nothing; ensures \result == berg_hex_of(v); */
static uint8_t digit_of(uint8_t v)
{
  return v < 10 ? (uint8_t)('0' + v) : (uint8_t)('a' + (v - 10));
}

void berg_hex_encode(struct berg_span s, uint8_t *out)
{
  /*@ loop invariant 0 <= i <= s.len;
      loop invariant \forall integer k; 0 <= k < i ==> out[2 * k] == berg_hex_of(\at(s.bytes[k], Pre) / 16);
      loop invariant \forall integer k; 0 <= k < i ==> out[2 * k + 1] == berg_hex_of(\at(s.bytes[k], Pre) % 16);
      loop assigns i, out[0 .. 2 * s.len - 1];
      loop variant s.len - i;
  */
  for (size_t i = 0; i < s.len; i++) {
    out[2 * i] = digit_of((uint8_t)(s.bytes[i] / 16));
    out[2 * i + 1] = digit_of((uint8_t)(s.bytes[i] % 16));
  }
}

enum berg_status berg_hex_decode(struct berg_span digits, uint8_t *out)
{
  if (digits.len % 2 != 0)
    return BERG_INVALID;
  size_t count = digits.len / 2;
  /*@ loop invariant 0 <= i <= count;
      loop invariant \forall integer k; 0 <= k < 2 * i ==> berg_hex_val(\at(digits.bytes[k], Pre)) >= 0;
      loop invariant \forall integer k; 0 <= k < i ==>
        out[k] == 16 * berg_hex_val(\at(digits.bytes[2 * k], Pre)) + berg_hex_val(\at(digits.bytes[2 * k + 1], Pre));
      loop assigns i, out[0 .. count - 1];
      loop variant count - i;
  */
  for (size_t i = 0; i < count; i++) {
    int high = berg_hex_digit(digits.bytes[2 * i]);
    int low = berg_hex_digit(digits.bytes[2 * i + 1]);
    if (high < 0 || low < 0)
      return BERG_INVALID;
    out[i] = (uint8_t)(16 * high + low);
  }
  return BERG_OK;
}
