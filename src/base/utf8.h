/* UTF-8 (RFC 3629): what is a well-formed sequence, and whether a text consists of such sequences.
 *
 * Over-long forms, surrogates and values above U+10FFFF are no sequences. Nothing is decoded to code points except by
 * the caller's own need. Proven: no runtime error, termination, and that exactly the well-formed texts are accepted. */
#ifndef BERG_BASE_UTF8_H
#define BERG_BASE_UTF8_H

#include "base/span.h"

/*@ // RFC 3629, section 4: the table of well-formed sequences
    predicate berg_utf8_tail{L}(uint8_t *s, integer i, integer n) = i < n && 0x80 <= s[i] <= 0xBF;
    predicate berg_utf8_1{L}(uint8_t *s, integer i, integer n) = i < n && s[i] <= 0x7F;
    predicate berg_utf8_2{L}(uint8_t *s, integer i, integer n) =
      i + 1 < n && 0xC2 <= s[i] <= 0xDF && berg_utf8_tail(s, i + 1, n);
    predicate berg_utf8_3{L}(uint8_t *s, integer i, integer n) =
      i + 2 < n && 0xE0 <= s[i] <= 0xEF && berg_utf8_tail(s, i + 1, n) && berg_utf8_tail(s, i + 2, n) &&
      (s[i] == 0xE0 ==> s[i + 1] >= 0xA0) && (s[i] == 0xED ==> s[i + 1] <= 0x9F);
    predicate berg_utf8_4{L}(uint8_t *s, integer i, integer n) =
      i + 3 < n && 0xF0 <= s[i] <= 0xF4 &&
      berg_utf8_tail(s, i + 1, n) && berg_utf8_tail(s, i + 2, n) && berg_utf8_tail(s, i + 3, n) &&
      (s[i] == 0xF0 ==> s[i + 1] >= 0x90) && (s[i] == 0xF4 ==> s[i + 1] <= 0x8F);
    // s[i..n) is nothing but well-formed sequences
    predicate berg_utf8_ok{L}(uint8_t *s, integer i, integer n) =
      i >= n ||
      (berg_utf8_1(s, i, n) && berg_utf8_ok(s, i + 1, n)) || (berg_utf8_2(s, i, n) && berg_utf8_ok(s, i + 2, n)) ||
      (berg_utf8_3(s, i, n) && berg_utf8_ok(s, i + 3, n)) || (berg_utf8_4(s, i, n) && berg_utf8_ok(s, i + 4, n));
    // the code point that the LEN bytes at P spell
    logic integer berg_utf8_code{L}(uint8_t *p, integer len) =
      len == 1 ? p[0] :
      len == 2 ? (p[0] - 0xC0) * 64 + (p[1] - 0x80) :
      len == 3 ? (p[0] - 0xE0) * 4096 + (p[1] - 0x80) * 64 + (p[2] - 0x80) :
                 (p[0] - 0xF0) * 262144 + (p[1] - 0x80) * 4096 + (p[2] - 0x80) * 64 + (p[3] - 0x80);
*/

/* The length, 1 to 4, of the well-formed sequence that starts at S.bytes[AT]; 0 when there is none. */
/*@ requires berg_span_ok(s) && at < s.len;
    assigns \nothing;
    ensures range: \result <= 4 && \result <= s.len - at;
    ensures one: \result == 1 <==> berg_utf8_1(s.bytes, at, s.len);
    ensures two: \result == 2 <==> berg_utf8_2(s.bytes, at, s.len);
    ensures three: \result == 3 <==> berg_utf8_3(s.bytes, at, s.len);
    ensures four: \result == 4 <==> berg_utf8_4(s.bytes, at, s.len);
*/
size_t berg_utf8_sequence_len(struct berg_span s, size_t at);

/* Tells whether S is nothing but well-formed sequences. */
/*@ requires berg_span_ok(s);
    assigns \nothing;
    ensures \result <==> berg_utf8_ok(s.bytes, 0, s.len);
*/
bool berg_utf8_is_valid(struct berg_span s);

/* Writes the code point CODE, which is at most 0x10FFFF and no surrogate, as OUT; returns its length, 1 to 4. */
/*@ requires code < 0xD800 || 0xE000 <= code <= 0x10FFFF;
    requires \valid(out + (0 .. 3));
    assigns out[0 .. 3];
    ensures range: 1 <= \result <= 4;
    ensures value: berg_utf8_code(out, \result) == code;
    ensures one: \result == 1 ==> berg_utf8_1(out, 0, 1);
    ensures two: \result == 2 ==> berg_utf8_2(out, 0, 2);
    ensures three: \result == 3 ==> berg_utf8_3(out, 0, 3);
    ensures four: \result == 4 ==> berg_utf8_4(out, 0, 4);
*/
size_t berg_utf8_encode(uint32_t code, uint8_t out[4]);

#endif
