/* ASCII letters and digits, without the locale. */
#ifndef BERG_BASE_ASCII_H
#define BERG_BASE_ASCII_H

#include "base/span.h"

/*@ predicate berg_is_digit(integer c) = '0' <= c <= '9';
    logic integer berg_lower(integer c) = 'A' <= c <= 'Z' ? c + 32 : c;
*/

/*@ assigns \nothing; ensures \result <==> berg_is_digit(c); */
bool berg_ascii_is_digit(uint8_t c);

/* C as a lower-case letter, or unchanged when it is no upper-case letter. */
/*@ assigns \nothing; ensures \result == berg_lower(c); */
uint8_t berg_ascii_lower(uint8_t c);

/* Whether A and B are equal when letters are compared without case. */
/*@ requires berg_span_ok(a) && berg_span_ok(b);
    assigns \nothing;
    ensures \result <==> (a.len == b.len &&
      \forall integer k; 0 <= k < a.len ==> berg_lower(a.bytes[k]) == berg_lower(b.bytes[k]));
*/
bool berg_ascii_equal_ignoring_case(struct berg_span a, struct berg_span b);

#endif
