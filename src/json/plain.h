/* The plain bytes of a string, eight at a time: what the reader skips before it looks at single characters.
 *
 * Internal to src/json. An optimisation of skip_json_characters alone: it stops at the latest where that function would
 * stop, and a caller goes on with that function. Eight bytes are put together by shifts, which compilers make one load
 * of, so that neither alignment nor the order of bytes matters. Not proven: tests/unit/json/plain_test.c tries every
 * value of a byte in every place. */
#ifndef BERG_JSON_PLAIN_H
#define BERG_JSON_PLAIN_H

#include "json/scan.h"

#define BERG_JSON_EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

/* The eight bytes from P on; the first is the lowest. */
static inline uint64_t load_json_word(const uint8_t *p)
{
  return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 |
         (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

/* The high bit of each byte of WORD that is not plain: a control byte, a quote, a '\', or above 0x7F. No sum carries
 * from one byte to the next: each adds at most 0x7F to at most 0x7F. */
static inline uint64_t find_json_marks(uint64_t word)
{
  uint64_t low = word & BERG_JSON_EACH(0x7F);
  uint64_t no_control = low + BERG_JSON_EACH(0x60);
  uint64_t no_quote = (low ^ BERG_JSON_EACH('"')) + BERG_JSON_EACH(0x7F);
  uint64_t no_escape = (low ^ BERG_JSON_EACH('\\')) + BERG_JSON_EACH(0x7F);

  return (word | ~(no_control & no_quote & no_escape)) & BERG_JSON_EACH(0x80);
}

/* The index of the first byte at or behind I that is not plain, or, in the last seven bytes of TEXT, one before it. */
/*@ requires berg_span_ok(text) && i <= text.len;
    assigns \nothing;
    ensures i <= \result <= text.len;
    ensures \forall integer k; i <= k < \result ==> berg_json_plain(text.bytes[k]);
*/
static inline size_t skip_json_plain(struct berg_span text, size_t i)
{
  while (text.len - i >= 8) {
    uint64_t marks = find_json_marks(load_json_word(text.bytes + i));
    if (marks != 0)
      return i + (size_t)__builtin_ctzll(marks) / 8;
    i += 8;
  }
  return i;
}

#endif
