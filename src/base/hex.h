/* Hexadecimal digits, both ways. */
#ifndef BERG_BASE_HEX_H
#define BERG_BASE_HEX_H

#include "base/span.h"
#include "base/status.h"

/*@ logic integer berg_hex_of(integer v) = v < 10 ? '0' + v : 'a' + (v - 10);
    logic integer berg_hex_val(integer c) =
      ('0' <= c <= '9') ? c - '0' : ('a' <= c <= 'f') ? c - 'a' + 10 : ('A' <= c <= 'F') ? c - 'A' + 10 : -1;
*/

/* The value of hexadecimal digit C in either case, or -1. */
/*@ assigns \nothing; ensures -1 <= \result <= 15; ensures \result == berg_hex_val(c); */
int berg_hex_digit(uint8_t c);

/* Writes 2 * s.len lower-case digits to OUT. */
/*@ requires berg_span_ok(s) && s.len <= SIZE_MAX / 2;
    requires \valid(out + (0 .. 2 * s.len - 1));
    requires \separated(s.bytes + (0 .. s.len - 1), out + (0 .. 2 * s.len - 1));
    assigns out[0 .. 2 * s.len - 1];
    ensures \forall integer k; 0 <= k < s.len ==> out[2 * k] == berg_hex_of(\old(s.bytes[k]) / 16);
    ensures \forall integer k; 0 <= k < s.len ==> out[2 * k + 1] == berg_hex_of(\old(s.bytes[k]) % 16);
*/
void berg_hex_encode(struct berg_span s, uint8_t *out);

/* Reads DIGITS, an even number of them in either case, into OUT, which has room for half as many bytes. BERG_INVALID.
 */
/*@ requires berg_span_ok(digits);
    requires \valid(out + (0 .. digits.len / 2 - 1));
    requires \separated(digits.bytes + (0 .. digits.len - 1), out + (0 .. digits.len / 2 - 1));
    assigns out[0 .. digits.len / 2 - 1];
    ensures \result == BERG_OK || \result == BERG_INVALID;
    ensures \result == BERG_OK <==> (digits.len % 2 == 0 &&
      \forall integer k; 0 <= k < digits.len ==> berg_hex_val(\old(digits.bytes[k])) >= 0);
    ensures \result == BERG_OK ==> \forall integer k; 0 <= k < digits.len / 2 ==>
      out[k] == 16 * berg_hex_val(\old(digits.bytes[2 * k])) + berg_hex_val(\old(digits.bytes[2 * k + 1]));
*/
BERG_MUST_USE enum berg_status berg_hex_decode(struct berg_span digits, uint8_t *out);

#endif
