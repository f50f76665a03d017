/* The bytes of namespaces: split at a separator, joined again, and which bytes a name may hold.
 *
 * Internal to src/core; works on the caller's arrays alone, no memory of its own. What it must do is stated in ACSL
 * below and proven by `make prove`: no runtime error on any bytes, termination, and what each contract says. */
#ifndef BERG_CORE_NAMESPACE_PARTS_H
#define BERG_CORE_NAMESPACE_PARTS_H

#include "base/ascii.h"
#include "base/status.h"
#include "core/namespace.h"

/* A part of a text: where it starts and its length. */
struct berg_slice {
  size_t off;
  size_t len;
};

/*@ // byte K of the separator belongs to a percent-escape behind its '%'
    predicate berg_in_escape{L}(uint8_t *sep, integer k) =
      (k >= 1 && sep[k - 1] == '%') || (k >= 2 && sep[k - 2] == '%');

    // the byte C stands for byte K of the separator: escapes are compared without case
    predicate berg_separator_byte{L}(uint8_t *sep, integer k, integer c) =
      c == sep[k] || (berg_in_escape(sep, k) && berg_lower(c) == berg_lower(sep[k]));

    // the first M bytes of the separator stand at I of the bytes S
    predicate berg_separator_start{L}(uint8_t *s, integer i, uint8_t *sep, integer m) =
      m <= 0 || (berg_separator_start(s, i, sep, m - 1) && berg_separator_byte(sep, m - 1, s[i + (m - 1)]));

    // the separator of length M stands at I of the N bytes S
    predicate berg_separator_at{L}(uint8_t *s, integer n, integer i, uint8_t *sep, integer m) =
      i + m <= n && berg_separator_start(s, i, sep, m);

    // the COUNT parts are, in order, what stands in the n bytes S between separators of length m, from the first byte
    // to the last, none of them empty
    predicate berg_parts_of{L}(struct berg_slice *parts, integer count, integer n, integer m) =
      1 <= count && parts[0].off == 0 && parts[count - 1].off + parts[count - 1].len == n &&
      (\forall integer i; 0 <= i < count ==> 1 <= parts[i].len && parts[i].off + parts[i].len <= n) &&
      (\forall integer i; 0 <= i < count - 1 ==> parts[i + 1].off == parts[i].off + parts[i].len + m);

    predicate berg_name_byte(integer c) = c >= 0x20 && c != 0x7F;
*/

/* Splits S at every SEPARATOR, which has at least one byte, into at most MAX PARTS. BERG_OK with COUNT parts, 1 when S
 * does not hold the separator; BERG_INVALID when a part is empty; BERG_TOO_LARGE when there are more than MAX. PARTS is
 * written also on failure. */
/*@ requires berg_span_ok(s) && berg_span_ok(separator) && separator.len >= 1;
    requires \valid(parts + (0 .. max - 1)) && \valid(count);
    requires \separated(s.bytes + (0 .. s.len - 1), parts + (0 .. max - 1), count);
    requires \separated(separator.bytes + (0 .. separator.len - 1), parts + (0 .. max - 1), count);
    assigns parts[0 .. max - 1], *count;
    ensures status: \result == BERG_OK || \result == BERG_INVALID || \result == BERG_TOO_LARGE;
    ensures failed: \result != BERG_OK ==> *count == \old(*count);
    ensures bound: \result == BERG_OK ==> *count <= max;
    ensures parts: \result == BERG_OK ==> berg_parts_of(parts, *count, s.len, separator.len);
    ensures between: \result == BERG_OK ==> \forall integer i, k; 0 <= i < *count - 1 ==>
      parts[i].off + parts[i].len <= k <= parts[i].off + parts[i].len ==>
      berg_separator_at(s.bytes, s.len, k, separator.bytes, separator.len);
    ensures inside: \result == BERG_OK ==> \forall integer i, k; 0 <= i < *count ==>
      parts[i].off <= k < parts[i].off + parts[i].len ==>
      !berg_separator_at(s.bytes, s.len, k, separator.bytes, separator.len);
*/
BERG_MUST_USE enum berg_status berg_namespace_split(struct berg_span s, struct berg_span separator,
                                                    struct berg_slice *parts, size_t max, size_t *count);

/* Writes LEVEL behind the AT bytes that OUT, which has room for CAP bytes, holds of a key, with 0x1F before it unless
 * it is the first; PART is where LEVEL stands, so that the key then ends at its end. BERG_TOO_LARGE when CAP does not
 * suffice; nothing is written then. */
/*@ requires berg_span_ok(level) && at <= cap;
    requires \valid(out + (0 .. cap - 1)) && \valid(part);
    requires \separated(out + (0 .. cap - 1), part);
    requires \separated(level.bytes + (0 .. level.len - 1), out + (0 .. cap - 1), part);
    assigns out[at .. cap - 1], *part;
    ensures status: \result == BERG_OK <==> level.len + (at > 0 ? 1 : 0) <= cap - at;
    ensures failed: \result == BERG_OK || \result == BERG_TOO_LARGE;
    ensures unchanged: \result != BERG_OK ==> *part == \old(*part) &&
      \forall integer k; at <= k < cap ==> out[k] == \old(out[k]);
    ensures part: \result == BERG_OK ==> part->off == at + (at > 0 ? 1 : 0) && part->len == level.len &&
      part->off + part->len <= cap;
    ensures separator: \result == BERG_OK && at > 0 ==> out[at] == BERG_NAMESPACE_SEPARATOR;
    ensures bytes: \result == BERG_OK ==> \forall integer k; 0 <= k < level.len ==>
      out[part->off + k] == level.bytes[k];
*/
BERG_MUST_USE enum berg_status berg_namespace_append(struct berg_span level, uint8_t *out, size_t cap, size_t at,
                                                     struct berg_slice *part);

/* Whether NAME has 1 to BERG_NAME_BYTES_MAX bytes, none below 0x20 and no 0x7F. That it is UTF-8 is for the caller. */
/*@ requires berg_span_ok(name);
    assigns \nothing;
    ensures \result <==> 1 <= name.len <= BERG_NAME_BYTES_MAX &&
      \forall integer k; 0 <= k < name.len ==> berg_name_byte(name.bytes[k]);
*/
bool berg_name_has_valid_bytes(struct berg_span name);

#endif
