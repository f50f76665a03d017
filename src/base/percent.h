/* Percent-encoding of path segments and query parts (RFC 3986, section 2.1).
 *
 * Decoding happens exactly once, on a part that was split off before: "%2541" is "%41" and never 'A'. Encoding keeps
 * the unreserved characters and writes everything else as %XX with capital digits. Not for splitting paths or queries.
 * Proven: berg_percent_decode_into and berg_percent_encode_into, every output byte. */
#ifndef BERG_BASE_PERCENT_H
#define BERG_BASE_PERCENT_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/hex.h"

/*@ // offset of the k-th decoded byte
    logic integer berg_pct_pos{L}(uint8_t *s, integer k) =
      k <= 0 ? 0 : berg_pct_pos(s, k - 1) + (s[berg_pct_pos(s, k - 1)] == '%' ? 3 : 1);
    // the byte that is spelled at offset p
    logic integer berg_pct_byte{L}(uint8_t *s, integer p, integer plus) =
      s[p] == '%' ? 16 * berg_hex_val(s[p + 1]) + berg_hex_val(s[p + 2]) : (s[p] == '+' && plus != 0) ? ' ' : s[p];
    predicate berg_pct_good{L}(uint8_t *s, integer n, integer p) =
      s[p] == '%' ==> p + 2 < n && berg_hex_val(s[p + 1]) >= 0 && berg_hex_val(s[p + 2]) >= 0;
    // how many bytes spell c: one for the unreserved characters
    logic integer berg_pct_size(integer c) = ('a' <= c <= 'z' || 'A' <= c <= 'Z' || '0' <= c <= '9' ||
      c == '-' || c == '.' || c == '_' || c == '~') ? 1 : 3;
    logic integer berg_pct_capital(integer v) = v < 10 ? '0' + v : 'A' + (v - 10);
    // length of the encoding of s[0..k)
    logic integer berg_pct_len{L}(uint8_t *s, integer k) =
      k <= 0 ? 0 : berg_pct_len(s, k - 1) + berg_pct_size(s[k - 1]);
    // what stands at out[p] is the encoding of c
    predicate berg_pct_spells{L}(uint8_t *out, integer p, integer c) =
      (berg_pct_size(c) == 1 ==> out[p] == c) &&
      (berg_pct_size(c) == 3 ==> out[p] == '%' && out[p + 1] == berg_pct_capital(c / 16) &&
       out[p + 2] == berg_pct_capital(c % 16));
*/

/* Decodes RAW into OUT, which has room for raw.len bytes; `+` becomes a space when PLUS. *OUT_LEN is the length.
 * BERG_INVALID for an escape that is not two hexadecimal digits; OUT may then be partly written. */
/*@ requires berg_span_ok(raw);
    requires \valid(out + (0 .. raw.len - 1)) && \valid(out_len);
    requires \separated(raw.bytes + (0 .. raw.len - 1), out + (0 .. raw.len - 1), out_len);
    assigns out[0 .. raw.len - 1], *out_len;
    ensures status: \result == BERG_OK || \result == BERG_INVALID;
    ensures length: \result == BERG_OK ==> *out_len <= raw.len && berg_pct_pos{Pre}(raw.bytes, *out_len) == raw.len;
    ensures bytes: \result == BERG_OK ==> \forall integer k; 0 <= k < *out_len ==>
      out[k] == berg_pct_byte{Pre}(raw.bytes, berg_pct_pos{Pre}(raw.bytes, k), plus);
    ensures good: \result == BERG_OK ==> \forall integer k; 0 <= k < *out_len ==>
      berg_pct_good{Pre}(raw.bytes, raw.len, berg_pct_pos{Pre}(raw.bytes, k));
    ensures bad: \result == BERG_INVALID ==> \exists integer k; 0 <= k <= raw.len &&
      berg_pct_pos{Pre}(raw.bytes, k) < raw.len &&
      !berg_pct_good{Pre}(raw.bytes, raw.len, berg_pct_pos{Pre}(raw.bytes, k));
*/
BERG_MUST_USE enum berg_status berg_percent_decode_into(struct berg_span raw, bool plus, uint8_t *out, size_t *out_len);

/* Decodes RAW into ARENA. BERG_INVALID as above; BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_percent_decode(struct berg_span raw, bool plus, struct berg_arena *arena,
                                                   struct berg_span *decoded);

/* Writes the encoding of S to OUT, which has room for 3 * s.len bytes; returns its length. */
/*@ requires berg_span_ok(s) && s.len <= SIZE_MAX / 3;
    requires \valid(out + (0 .. 3 * s.len - 1));
    requires \separated(s.bytes + (0 .. s.len - 1), out + (0 .. 3 * s.len - 1));
    assigns out[0 .. 3 * s.len - 1];
    ensures length: \result == berg_pct_len{Pre}(s.bytes, s.len) && \result <= 3 * s.len;
    ensures bytes: \forall integer k; 0 <= k < s.len ==>
      berg_pct_spells(out, berg_pct_len{Pre}(s.bytes, k), \old(s.bytes[k]));
*/
size_t berg_percent_encode_into(struct berg_span s, uint8_t *out);

/* Appends S as one path segment: unreserved characters as they are, all others as %XX; `.` and `..` as a whole are
 * written %2E and %2E%2E, so that no path normalisation can eat them. */
void berg_percent_encode(struct berg_buffer *buffer, struct berg_span s);

#endif
