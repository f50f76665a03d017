#include "base/checked.h"

enum berg_status berg_checked_add_size(size_t a, size_t b, size_t *sum)
{
  if (a > SIZE_MAX - b)
    return BERG_INVALID;
  *sum = a + b;
  return BERG_OK;
}

enum berg_status berg_checked_sub_size(size_t a, size_t b, size_t *difference)
{
  if (b > a)
    return BERG_INVALID;
  *difference = a - b;
  return BERG_OK;
}

enum berg_status berg_checked_mul_size(size_t a, size_t b, size_t *product)
{
  if (b != 0 && a > SIZE_MAX / b)
    return BERG_INVALID;
  *product = a * b;
  return BERG_OK;
}

enum berg_status berg_checked_add_int64(int64_t a, int64_t b, int64_t *sum)
{
  if (b >= 0 ? a > INT64_MAX - b : a < INT64_MIN - b)
    return BERG_INVALID;
  *sum = a + b;
  return BERG_OK;
}

enum berg_status berg_checked_sub_int64(int64_t a, int64_t b, int64_t *difference)
{
  if (b >= 0 ? a < INT64_MIN + b : a > INT64_MAX + b)
    return BERG_INVALID;
  *difference = a - b;
  return BERG_OK;
}

/* Tells whether the product of two numbers of which none is zero fits; the quotients are rounded towards zero. */
/*@ requires a != 0 && b != 0;
    assigns \nothing;
    ensures \result <==> berg_fits_int64(a * b);
*/
static bool fits_product(int64_t a, int64_t b)
{
  if (a > 0)
    return b > 0 ? a <= INT64_MAX / b : b >= INT64_MIN / a;
  return b > 0 ? a >= INT64_MIN / b : b >= INT64_MAX / a;
}

enum berg_status berg_checked_mul_int64(int64_t a, int64_t b, int64_t *product)
{
  if (a != 0 && b != 0 && !fits_product(a, b))
    return BERG_INVALID;
  *product = a * b;
  return BERG_OK;
}

enum berg_status berg_checked_int32(int64_t n, int32_t *narrow)
{
  if (n < INT32_MIN || n > INT32_MAX)
    return BERG_INVALID;
  *narrow = (int32_t)n;
  return BERG_OK;
}

enum berg_status berg_checked_size(int64_t n, size_t *size)
{
  if (n < 0)
    return BERG_INVALID;
  *size = (size_t)n;
  return BERG_OK;
}

enum berg_status berg_checked_int64(size_t n, int64_t *number)
{
  if (n > (size_t)INT64_MAX)
    return BERG_INVALID;
  *number = (int64_t)n;
  return BERG_OK;
}
