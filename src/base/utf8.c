#include "base/utf8.h"

/*@ assigns \nothing;
    ensures \result <==> 0x80 <= c <= 0xBF;
*/
static bool is_continuation(uint8_t c)
{
  return c >= 0x80 && c <= 0xBF;
}

/*@ requires \valid_read(p + (0 .. 2)) && 0xE0 <= p[0] <= 0xEF;
    assigns \nothing;
    ensures \result <==> berg_utf8_3(p, 0, 3);
*/
static bool is_three(const uint8_t *p)
{
  if (!is_continuation(p[1]) || !is_continuation(p[2]))
    return false;
  if (p[0] == 0xE0)
    return p[1] >= 0xA0;
  return p[0] != 0xED || p[1] <= 0x9F;
}

/*@ requires \valid_read(p + (0 .. 3)) && 0xF0 <= p[0] <= 0xF4;
    assigns \nothing;
    ensures \result <==> berg_utf8_4(p, 0, 4);
*/
static bool is_four(const uint8_t *p)
{
  if (!is_continuation(p[1]) || !is_continuation(p[2]) || !is_continuation(p[3]))
    return false;
  if (p[0] == 0xF0)
    return p[1] >= 0x90;
  return p[0] != 0xF4 || p[1] <= 0x8F;
}

size_t berg_utf8_sequence_len(struct berg_span s, size_t at)
{
  uint8_t lead = s.bytes[at];
  size_t left = s.len - at;

  if (lead <= 0x7F)
    return 1;
  if (lead < 0xC2 || lead > 0xF4)
    return 0;
  if (lead <= 0xDF)
    return left >= 2 && is_continuation(s.bytes[at + 1]) ? 2 : 0;
  if (lead <= 0xEF)
    return left >= 3 && is_three(s.bytes + at) ? 3 : 0;
  return left >= 4 && is_four(s.bytes + at) ? 4 : 0;
}

bool berg_utf8_is_valid(struct berg_span s)
{
  size_t i = 0;

  /*@ loop invariant 0 <= i <= s.len;
      loop invariant berg_utf8_ok(s.bytes, 0, s.len) <==> berg_utf8_ok(s.bytes, i, s.len);
      loop assigns i;
      loop variant s.len - i;
  */
  while (i < s.len) {
    size_t len = berg_utf8_sequence_len(s, i);
    if (len == 0)
      return false;
    i += len;
  }
  return true;
}

size_t berg_utf8_encode(uint32_t code, uint8_t out[4])
{
  if (code < 0x80) {
    out[0] = (uint8_t)code;
    return 1;
  }
  if (code < 0x800) {
    out[0] = (uint8_t)(0xC0 + code / 64);
    out[1] = (uint8_t)(0x80 + code % 64);
    return 2;
  }
  if (code < 0x10000) {
    out[0] = (uint8_t)(0xE0 + code / 4096);
    out[1] = (uint8_t)(0x80 + code / 64 % 64);
    out[2] = (uint8_t)(0x80 + code % 64);
    return 3;
  }
  out[0] = (uint8_t)(0xF0 + code / 262144);
  out[1] = (uint8_t)(0x80 + code / 4096 % 64);
  out[2] = (uint8_t)(0x80 + code / 64 % 64);
  out[3] = (uint8_t)(0x80 + code % 64);
  return 4;
}
