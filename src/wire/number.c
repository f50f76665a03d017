#include "wire/number.h"

/* A number as 0.d1d2d3... times ten to EXPONENT, d1 not 0; no digits: zero. */
struct decimal {
  bool negative;
  size_t first; /* of the digits that count, the first in the text */
  size_t last;  /* behind the last */
  int64_t exponent;
};

#define EXPONENT_BOUND INT64_C(100000000000000000)

static bool is_digit(uint8_t c)
{
  return c >= '0' && c <= '9';
}

/* The value of the exponent whose 'e' stands at I, cut at the bound; 0 when there is none. */
static int64_t read_exponent(struct berg_span number, size_t i)
{
  int64_t value = 0;

  if (i >= number.len)
    return 0;
  i++;
  bool negative = i < number.len && number.bytes[i] == '-';
  if (i < number.len && !is_digit(number.bytes[i]))
    i++;
  for (; i < number.len; i++) {
    value = value * 10 + (number.bytes[i] - '0');
    if (value > EXPONENT_BOUND)
      value = EXPONENT_BOUND;
  }
  return negative ? -value : value;
}

static struct decimal read_decimal(struct berg_span number)
{
  struct decimal decimal = {.negative = number.len > 0 && number.bytes[0] == '-'};
  size_t point = number.len;
  size_t i = decimal.negative ? 1 : 0;
  bool counts = false;

  for (; i < number.len && (is_digit(number.bytes[i]) || number.bytes[i] == '.'); i++) {
    if (number.bytes[i] == '.')
      point = i;
    if (number.bytes[i] == '.' || number.bytes[i] == '0')
      continue;
    if (!counts)
      decimal.first = i;
    counts = true;
    decimal.last = i + 1;
  }
  if (!counts)
    return (struct decimal){.negative = false};
  point = point < i ? point : i;
  decimal.exponent = read_exponent(number, i);
  decimal.exponent += decimal.first < point ? (int64_t)(point - decimal.first) : -(int64_t)(decimal.first - point - 1);
  return decimal;
}

static size_t skip_point(struct berg_span text, size_t i, size_t end)
{
  return i < end && text.bytes[i] == '.' ? i + 1 : i;
}

/* Compares the digits of two numbers of the same exponent. */
static int compare_digits(struct berg_span a, const struct decimal *x, struct berg_span b, const struct decimal *y)
{
  size_t i = x->first;
  size_t k = y->first;

  for (;;) {
    i = skip_point(a, i, x->last);
    k = skip_point(b, k, y->last);
    if (i >= x->last || k >= y->last)
      return (int)(i < x->last) - (int)(k < y->last);
    if (a.bytes[i] != b.bytes[k])
      return a.bytes[i] < b.bytes[k] ? -1 : 1;
    i++;
    k++;
  }
}

/* -1, 0 or 1 for a number below, at or above zero. */
static int sign_of(const struct decimal *decimal)
{
  if (decimal->first == decimal->last)
    return 0;
  return decimal->negative ? -1 : 1;
}

int berg_number_compare(struct berg_span a, struct berg_span b)
{
  struct decimal x = read_decimal(a);
  struct decimal y = read_decimal(b);
  int sign = sign_of(&x);

  if (sign != sign_of(&y))
    return sign < sign_of(&y) ? -1 : 1;
  if (sign == 0)
    return 0;
  if (x.exponent != y.exponent)
    return x.exponent < y.exponent ? -sign : sign;
  return sign * compare_digits(a, &x, b, &y);
}

static uint64_t hash_byte(uint64_t hash, uint8_t byte)
{
  return (hash ^ byte) * UINT64_C(0x100000001B3);
}

uint64_t berg_number_hash(struct berg_span number)
{
  struct decimal decimal = read_decimal(number);
  uint64_t hash = UINT64_C(0xCBF29CE484222325) ^ (uint64_t)decimal.exponent;

  hash = hash_byte(hash, decimal.negative ? '-' : '+');
  for (size_t i = decimal.first; i < decimal.last; i++) {
    if (number.bytes[i] != '.')
      hash = hash_byte(hash, number.bytes[i]);
  }
  return hash;
}

bool berg_number_is_integer(struct berg_span number)
{
  for (size_t i = 0; i < number.len; i++) {
    if (number.bytes[i] != '-' && !is_digit(number.bytes[i]))
      return false;
  }
  return true;
}
