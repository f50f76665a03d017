/* Percent-encoding of path segments and query parts (RFC 3986, section 2.1).
 *
 * Decoding happens exactly once, on a part that was split off before; encoding keeps the unreserved characters only. */
#ifndef BERG_BASE_PERCENT_H
#define BERG_BASE_PERCENT_H

#include "base/arena.h"
#include "base/buffer.h"

/*@ logic integer berg_hex_value(integer c) =
      ('0' <= c <= '9') ? c - '0' : ('a' <= c <= 'f') ? c - 'a' + 10 : ('A' <= c <= 'F') ? c - 'A' + 10 : -1;
    logic integer berg_pct_step{L}(uint8_t *s, integer p) = s[p] == '%' ? 3 : 1;
    // source offset of the k-th decoded byte
    logic integer berg_pct_pos{L}(uint8_t *s, integer k) =
      k <= 0 ? 0 : berg_pct_pos(s, k - 1) + berg_pct_step(s, berg_pct_pos(s, k - 1));
    logic integer berg_pct_byte{L}(uint8_t *s, integer p, integer plus) =
      s[p] == '%' ? 16 * berg_hex_value(s[p + 1]) + berg_hex_value(s[p + 2]) :
      (s[p] == '+' && plus != 0) ? ' ' : s[p];
    predicate berg_pct_good{L}(uint8_t *s, integer n, integer p) =
      s[p] == '%' ==> p + 2 < n && berg_hex_value(s[p + 1]) >= 0 && berg_hex_value(s[p + 2]) >= 0;
*/

/* Decodes RAW into OUT, which has room for raw.len bytes; `+` becomes a space when PLUS. *OUT_LEN is the length.
 * BERG_INVALID for an escape that is not two hexadecimal digits. */
/*@ requires berg_span_ok(raw);
    requires \valid(out + (0 .. raw.len - 1)) && \valid(out_len);
    requires \separated(raw.bytes + (0 .. raw.len - 1), out + (0 .. raw.len - 1), out_len);
    assigns out[0 .. raw.len - 1], *out_len;
    ensures \result == BERG_OK || \result == BERG_INVALID;
    ensures length: \result == BERG_OK ==> *out_len <= raw.len && berg_pct_pos{Pre}(raw.bytes, *out_len) == raw.len;
    ensures bytes: \result == BERG_OK ==> \forall integer k; 0 <= k < *out_len ==>
      out[k] == berg_pct_byte{Pre}(raw.bytes, berg_pct_pos{Pre}(raw.bytes, k), plus);
    ensures bad: \result == BERG_INVALID ==> \exists integer k; 0 <= k <= raw.len &&
      berg_pct_pos{Pre}(raw.bytes, k) < raw.len &&
      !berg_pct_good{Pre}(raw.bytes, raw.len, berg_pct_pos{Pre}(raw.bytes, k));
*/
BERG_MUST_USE enum berg_status berg_percent_decode_into(struct berg_span raw, bool plus, uint8_t *out, size_t *out_len);

/* Decodes RAW into ARENA. BERG_INVALID as above; BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_percent_decode(struct berg_span raw, bool plus, struct berg_arena *arena,
                                                   struct berg_span *decoded);

/* Appends S as one path segment: unreserved characters as they are, all others as %XX; `.` and `..` as a whole are
 * written %2E and %2E%2E, so that no path normalisation can eat them. */
void berg_percent_encode(struct berg_buffer *buffer, struct berg_span s);

#endif
