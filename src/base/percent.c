#include "base/percent.h"

#include "base/hex.h"

enum berg_status berg_percent_decode_into(struct berg_span raw, bool plus, uint8_t *out, size_t *out_len)
{
  size_t i = 0;
  size_t j = 0;

  /*@ loop invariant 0 <= j <= i <= raw.len;
      loop invariant i == berg_pct_pos{Pre}(raw.bytes, j);
      loop invariant \forall integer k; 0 <= k < j ==>
        out[k] == berg_pct_byte{Pre}(raw.bytes, berg_pct_pos{Pre}(raw.bytes, k), plus);
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

enum berg_status berg_percent_decode(struct berg_span raw, bool plus, struct berg_arena *arena,
                                     struct berg_span *decoded)
{
  uint8_t *out = berg_arena_alloc(arena, raw.len + 1, 1);
  size_t len = 0;

  if (out == NULL)
    return BERG_NO_MEMORY;
  enum berg_status status = berg_percent_decode_into(raw, plus, out, &len);
  if (status != BERG_OK)
    return status;
  decoded->bytes = out;
  decoded->len = len;
  return BERG_OK;
}

static bool is_unreserved(uint8_t c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

static bool is_dots(struct berg_span s)
{
  return (s.len == 1 && s.bytes[0] == '.') || (s.len == 2 && s.bytes[0] == '.' && s.bytes[1] == '.');
}

void berg_percent_encode(struct berg_buffer *buffer, struct berg_span s)
{
  static const char HEX[] = "0123456789ABCDEF";
  bool dots = is_dots(s);

  for (size_t i = 0; i < s.len; i++) {
    uint8_t c = s.bytes[i];
    if (is_unreserved(c) && !dots) {
      berg_buffer_append_byte(buffer, c);
      continue;
    }
    berg_buffer_append_byte(buffer, '%');
    berg_buffer_append_byte(buffer, (uint8_t)HEX[c / 16]);
    berg_buffer_append_byte(buffer, (uint8_t)HEX[c % 16]);
  }
}
