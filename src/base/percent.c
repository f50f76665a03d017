#include "base/percent.h"

enum berg_status berg_percent_decode_into(struct berg_span raw, bool plus, uint8_t *out, size_t *out_len)
{
  size_t i = 0;
  size_t j = 0;

  /*@ loop invariant range: 0 <= j <= i <= raw.len;
      loop invariant pos: i == berg_pct_pos{Pre}(raw.bytes, j);
      loop invariant bytes: \forall integer k; 0 <= k < j ==>
        out[k] == berg_pct_byte{Pre}(raw.bytes, berg_pct_pos{Pre}(raw.bytes, k), plus);
      loop invariant good: \forall integer k; 0 <= k < j ==>
        berg_pct_good{Pre}(raw.bytes, raw.len, berg_pct_pos{Pre}(raw.bytes, k));
      loop assigns i, j, out[0 .. raw.len - 1];
      loop variant raw.len - i;
  */
  while (i < raw.len) {
    uint8_t c = raw.bytes[i];
    if (c == '%') {
      if (raw.len - i < 3)
        return BERG_INVALID;
      int high = berg_hex_digit(raw.bytes[i + 1]);
      int low = berg_hex_digit(raw.bytes[i + 2]);
      if (high < 0 || low < 0)
        return BERG_INVALID;
      out[j] = (uint8_t)(16 * high + low);
      /*@ assert out[j] == berg_pct_byte{Pre}(raw.bytes, i, plus); */
      i += 3;
    } else {
      out[j] = plus && c == '+' ? (uint8_t)' ' : c;
      /*@ assert out[j] == berg_pct_byte{Pre}(raw.bytes, i, plus); */
      i += 1;
    }
    /*@ assert out[j] == berg_pct_byte{Pre}(raw.bytes, berg_pct_pos{Pre}(raw.bytes, j), plus); */
    j += 1;
  }
  *out_len = j;
  return BERG_OK;
}

/*@ assigns \nothing; ensures \result <==> berg_pct_size(c) == 1; */
static bool is_unreserved(uint8_t c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

/*@ requires v < 16; assigns \nothing; ensures \result == berg_pct_capital(v); */
static uint8_t capital_of(uint8_t v)
{
  return v < 10 ? (uint8_t)('0' + v) : (uint8_t)('A' + (v - 10));
}

size_t berg_percent_encode_into(struct berg_span s, uint8_t *out)
{
  size_t j = 0;

  /*@ loop invariant range: 0 <= i <= s.len && j <= 3 * i;
      loop invariant length: j == berg_pct_len{Pre}(s.bytes, i);
      loop invariant order: \forall integer k; 0 <= k < i ==> 0 <= berg_pct_len{Pre}(s.bytes, k) &&
        berg_pct_len{Pre}(s.bytes, k) + berg_pct_size(\at(s.bytes[k], Pre)) <= j;
      loop invariant bytes: \forall integer k; 0 <= k < i ==>
        berg_pct_spells(out, berg_pct_len{Pre}(s.bytes, k), \at(s.bytes[k], Pre));
      loop assigns i, j, out[0 .. 3 * s.len - 1];
      loop variant s.len - i;
  */
  for (size_t i = 0; i < s.len; i++) {
    uint8_t c = s.bytes[i];
    if (is_unreserved(c)) {
      out[j] = c;
      j += 1;
    } else {
      out[j] = '%';
      out[j + 1] = capital_of(c / 16);
      out[j + 2] = capital_of(c % 16);
      j += 3;
    }
  }
  return j;
}
