/* Arithmetic that says when the result does not fit, instead of wrapping around.
 *
 * For sizes and counts that come from outside. Each function gives BERG_OK and the exact result, or BERG_INVALID and
 * leaves the result alone. Proven: exactly the results that fit are given. */
#ifndef BERG_BASE_CHECKED_H
#define BERG_BASE_CHECKED_H

#include "base/span.h"
#include "base/status.h"

/*@ predicate berg_fits_size(integer n) = 0 <= n <= SIZE_MAX;
    predicate berg_fits_int64(integer n) = INT64_MIN <= n <= INT64_MAX;
    predicate berg_fits_int32(integer n) = INT32_MIN <= n <= INT32_MAX;
*/

/*@ requires \valid(sum);
    assigns *sum;
    ensures status: \result == BERG_OK || \result == BERG_INVALID;
    ensures fits: \result == BERG_OK <==> berg_fits_size(a + b);
    ensures value: \result == BERG_OK ==> *sum == a + b;
    ensures kept: \result != BERG_OK ==> *sum == \old(*sum);
*/
BERG_MUST_USE enum berg_status berg_checked_add_size(size_t a, size_t b, size_t *sum);

/*@ requires \valid(difference);
    assigns *difference;
    ensures status: \result == BERG_OK || \result == BERG_INVALID;
    ensures fits: \result == BERG_OK <==> berg_fits_size(a - b);
    ensures value: \result == BERG_OK ==> *difference == a - b;
    ensures kept: \result != BERG_OK ==> *difference == \old(*difference);
*/
BERG_MUST_USE enum berg_status berg_checked_sub_size(size_t a, size_t b, size_t *difference);

/*@ requires \valid(product);
    assigns *product;
    ensures status: \result == BERG_OK || \result == BERG_INVALID;
    ensures fits: \result == BERG_OK <==> berg_fits_size(a * b);
    ensures value: \result == BERG_OK ==> *product == a * b;
    ensures kept: \result != BERG_OK ==> *product == \old(*product);
*/
BERG_MUST_USE enum berg_status berg_checked_mul_size(size_t a, size_t b, size_t *product);

/*@ requires \valid(sum);
    assigns *sum;
    ensures status: \result == BERG_OK || \result == BERG_INVALID;
    ensures fits: \result == BERG_OK <==> berg_fits_int64(a + b);
    ensures value: \result == BERG_OK ==> *sum == a + b;
    ensures kept: \result != BERG_OK ==> *sum == \old(*sum);
*/
BERG_MUST_USE enum berg_status berg_checked_add_int64(int64_t a, int64_t b, int64_t *sum);

/*@ requires \valid(difference);
    assigns *difference;
    ensures status: \result == BERG_OK || \result == BERG_INVALID;
    ensures fits: \result == BERG_OK <==> berg_fits_int64(a - b);
    ensures value: \result == BERG_OK ==> *difference == a - b;
    ensures kept: \result != BERG_OK ==> *difference == \old(*difference);
*/
BERG_MUST_USE enum berg_status berg_checked_sub_int64(int64_t a, int64_t b, int64_t *difference);

/*@ requires \valid(product);
    assigns *product;
    ensures status: \result == BERG_OK || \result == BERG_INVALID;
    ensures fits: \result == BERG_OK <==> berg_fits_int64(a * b);
    ensures value: \result == BERG_OK ==> *product == a * b;
    ensures kept: \result != BERG_OK ==> *product == \old(*product);
*/
BERG_MUST_USE enum berg_status berg_checked_mul_int64(int64_t a, int64_t b, int64_t *product);

/* N as a 32-bit number. */
/*@ requires \valid(narrow);
    assigns *narrow;
    ensures status: \result == BERG_OK || \result == BERG_INVALID;
    ensures fits: \result == BERG_OK <==> berg_fits_int32(n);
    ensures value: \result == BERG_OK ==> *narrow == n;
    ensures kept: \result != BERG_OK ==> *narrow == \old(*narrow);
*/
BERG_MUST_USE enum berg_status berg_checked_int32(int64_t n, int32_t *narrow);

/* N as a size. */
/*@ requires \valid(size);
    assigns *size;
    ensures status: \result == BERG_OK || \result == BERG_INVALID;
    ensures fits: \result == BERG_OK <==> berg_fits_size(n);
    ensures value: \result == BERG_OK ==> *size == n;
    ensures kept: \result != BERG_OK ==> *size == \old(*size);
*/
BERG_MUST_USE enum berg_status berg_checked_size(int64_t n, size_t *size);

/* The size N as a signed number. */
/*@ requires \valid(number);
    assigns *number;
    ensures status: \result == BERG_OK || \result == BERG_INVALID;
    ensures fits: \result == BERG_OK <==> berg_fits_int64(n);
    ensures value: \result == BERG_OK ==> *number == n;
    ensures kept: \result != BERG_OK ==> *number == \old(*number);
*/
BERG_MUST_USE enum berg_status berg_checked_int64(size_t n, int64_t *number);

#endif
