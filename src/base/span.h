/* A borrowed run of bytes: pointer and length.
 *
 * Every text and every byte string in refberg is a span; NUL-terminated text exists only where a library wants it.
 * A span never owns its bytes: whoever hands one out says how long they live. The empty span has len 0 and any
 * pointer, NULL included. */
#ifndef BERG_BASE_SPAN_H
#define BERG_BASE_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h> /* for the contracts: strlen */

struct berg_span {
  const uint8_t *bytes;
  size_t len;
};

/* Several spans, in order; the array lives as long as its owner says. */
struct berg_spans {
  struct berg_span *items;
  size_t count;
};

/* A map of text to text in the order of its document. */
struct berg_property {
  struct berg_span key;
  struct berg_span value;
};

struct berg_properties {
  struct berg_property *items;
  size_t count;
};

struct berg_int32s {
  int32_t *items;
  size_t count;
};

struct berg_int64s {
  int64_t *items;
  size_t count;
};

/* A span over a string literal, without its NUL. */
#define BERG_SPAN(literal) ((struct berg_span){(const uint8_t *)("" literal), sizeof(literal) - 1})

/*@ predicate berg_span_ok{L}(struct berg_span s) = s.len == 0 || \valid_read(s.bytes + (0 .. s.len - 1));
    predicate berg_span_same{L}(struct berg_span a, struct berg_span b) =
      a.len == b.len && \forall integer k; 0 <= k < a.len ==> a.bytes[k] == b.bytes[k];
    predicate berg_span_below{L}(struct berg_span a, struct berg_span b) =
      \exists integer i; 0 <= i <= a.len && i < b.len && (i == a.len || a.bytes[i] < b.bytes[i]) &&
        \forall integer k; 0 <= k < i ==> a.bytes[k] == b.bytes[k];
*/

/* Tells whether A and B hold the same bytes. */
/*@ requires berg_span_ok(a) && berg_span_ok(b);
    assigns \nothing;
    ensures \result <==> berg_span_same(a, b);
*/
bool berg_span_equal(struct berg_span a, struct berg_span b);

/* Tells whether A starts with the bytes of PREFIX. */
/*@ requires berg_span_ok(a) && berg_span_ok(prefix);
    assigns \nothing;
    ensures \result <==> (prefix.len <= a.len && \forall integer k; 0 <= k < prefix.len ==> a.bytes[k] ==
   prefix.bytes[k]);
*/
bool berg_span_starts_with(struct berg_span a, struct berg_span prefix);

/* Orders A and B by unsigned bytes, the shorter first where one is the start of the other: below, at or above 0. */
/*@ requires berg_span_ok(a) && berg_span_ok(b);
    assigns \nothing;
    ensures same: \result == 0 <==> berg_span_same(a, b);
    ensures below: \result < 0 <==> berg_span_below(a, b);
    ensures above: \result > 0 <==> berg_span_below(b, a);
*/
int berg_span_compare(struct berg_span a, struct berg_span b);

/* The part of S that starts at FROM and is LEN long; FROM + LEN is at most s.len. */
/*@ requires from <= s.len && len <= s.len - from;
    requires berg_span_ok(s);
    assigns \nothing;
    ensures \result.len == len && \result.bytes == s.bytes + from;
*/
struct berg_span berg_span_part(struct berg_span s, size_t from, size_t len);

/* A span over the bytes of NUL-terminated TEXT; for library doors and string constants. */
/*@ requires valid_read_string(text);
    assigns \nothing;
    ensures \result.len == strlen(text);
*/
struct berg_span berg_span_of(const char *text);

#endif
