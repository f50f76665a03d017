#include "core/default_text.h"

#include "base/ascii.h"

/* A run of characters that a check walks through. */
struct cursor {
  const uint8_t *bytes;
  size_t len;
  size_t at;
};

/*@ predicate cursor_ok{L}(struct cursor *c) =
      \valid(c) && c->at <= c->len && (c->len == 0 || \valid_read(c->bytes + (0 .. c->len - 1))) &&
      \separated(c, c->bytes + (0 .. c->len - 1));
    // the cursor went on, and stands over the same characters
    predicate cursor_moved{L1, L2}(struct cursor *c) =
      \at(c->at, L1) <= \at(c->at, L2) <= \at(c->len, L2);
    predicate digits_before{L}(struct cursor *c, integer n) =
      n <= c->at && \forall integer i; c->at - n <= i < c->at ==> berg_is_digit(c->bytes[i]);
*/

/*@ assigns \nothing; */
static bool is_hex_digit(uint8_t c)
{
  return berg_ascii_is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/*@ requires cursor_ok(cursor);
    assigns \nothing;
    ensures \result <==> cursor->at == cursor->len;
*/
static bool is_at_end(const struct cursor *cursor)
{
  return cursor->at == cursor->len;
}

/*@ requires cursor_ok(cursor);
    assigns cursor->at;
    ensures ok: cursor_ok(cursor) && cursor_moved{Pre, Post}(cursor);
    ensures taken: \result ==> cursor->at == \old(cursor->at) + 1 && cursor->bytes[cursor->at - 1] == c;
    ensures not_taken: !\result ==> cursor->at == \old(cursor->at);
*/
static bool take(struct cursor *cursor, uint8_t c)
{
  if (is_at_end(cursor) || cursor->bytes[cursor->at] != c)
    return false;
  cursor->at++;
  return true;
}

/* Passes over digits and counts them. */
/*@ requires cursor_ok(cursor);
    assigns cursor->at;
    ensures ok: cursor_ok(cursor) && cursor_moved{Pre, Post}(cursor);
    ensures counted: \result == cursor->at - \old(cursor->at);
    ensures digits: digits_before(cursor, \result);
*/
static size_t take_digits(struct cursor *cursor)
{
  size_t from = cursor->at;

  /*@ loop invariant ok: cursor_ok(cursor) && from <= cursor->at;
      loop invariant digits: \forall integer i; from <= i < cursor->at ==> berg_is_digit(cursor->bytes[i]);
      loop assigns cursor->at;
      loop variant cursor->len - cursor->at;
  */
  while (!is_at_end(cursor) && berg_ascii_is_digit(cursor->bytes[cursor->at]))
    cursor->at++;
  return cursor->at - from;
}

/* The number that the DIGITS digits before the cursor spell; at most six of them. */
/*@ requires cursor_ok(cursor) && digits <= 6 && digits_before(cursor, digits);
    assigns \nothing;
    ensures 0 <= \result <= 999999;
*/
static int32_t number_before(const struct cursor *cursor, size_t digits)
{
  size_t from = cursor->at - digits;
  int32_t number = 0;

  /*@ loop invariant 0 <= k <= digits && 0 <= number;
      loop invariant k == 0 ==> number <= 0;
      loop invariant k == 1 ==> number <= 9;
      loop invariant k == 2 ==> number <= 99;
      loop invariant k == 3 ==> number <= 999;
      loop invariant k == 4 ==> number <= 9999;
      loop invariant k == 5 ==> number <= 99999;
      loop invariant k == 6 ==> number <= 999999;
      loop assigns k, number;
      loop variant digits - k;
  */
  for (size_t k = 0; k < digits; k++)
    number = number * 10 + (cursor->bytes[from + k] - '0');
  return number;
}

/* Takes a number of exactly two digits between LOW and HIGH. */
/*@ requires cursor_ok(cursor) && \valid(number);
    requires \separated(number, cursor) && \separated(number, cursor->bytes + (0 .. cursor->len - 1));
    assigns cursor->at, *number;
    ensures ok: cursor_ok(cursor) && cursor_moved{Pre, Post}(cursor);
    ensures value: \result ==> low <= *number <= high;
*/
static bool take_two_digits(struct cursor *cursor, int32_t low, int32_t high, int32_t *number)
{
  if (cursor->len - cursor->at < 2 || !berg_ascii_is_digit(cursor->bytes[cursor->at]) ||
      !berg_ascii_is_digit(cursor->bytes[cursor->at + 1]))
    return false;
  cursor->at += 2;
  *number = number_before(cursor, 2);
  return *number >= low && *number <= high;
}

/* Takes a year: four digits, or up to six behind a sign, as ISO 8601 extends them. */
/*@ requires cursor_ok(cursor) && \valid(year);
    requires \separated(year, cursor) && \separated(year, cursor->bytes + (0 .. cursor->len - 1));
    assigns cursor->at, *year;
    ensures ok: cursor_ok(cursor) && cursor_moved{Pre, Post}(cursor);
    ensures value: \result ==> -999999 <= *year <= 999999;
*/
static bool take_year(struct cursor *cursor, int32_t *year)
{
  bool minus = take(cursor, '-');
  bool plus = !minus && take(cursor, '+');
  size_t digits = take_digits(cursor);

  if (digits < 4 || digits > (minus || plus ? 6u : 4u))
    return false;
  *year = minus ? -number_before(cursor, digits) : number_before(cursor, digits);
  return true;
}

/*@ assigns \nothing; ensures 28 <= \result <= 31; */
static int32_t days_of_month(int32_t year, int32_t month)
{
  if (month == 2)
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/*@ requires cursor_ok(cursor);
    assigns cursor->at;
    ensures ok: cursor_ok(cursor) && cursor_moved{Pre, Post}(cursor);
*/
static bool take_date(struct cursor *cursor)
{
  int32_t year;
  int32_t month;
  int32_t day;

  return take_year(cursor, &year) && take(cursor, '-') && take_two_digits(cursor, 1, 12, &month) && take(cursor, '-') &&
         take_two_digits(cursor, 1, days_of_month(year, month), &day);
}

/* Takes a time of day with at most FRACTION_MAX digits behind the second; the second may be left out. */
/*@ requires cursor_ok(cursor);
    assigns cursor->at;
    ensures ok: cursor_ok(cursor) && cursor_moved{Pre, Post}(cursor);
*/
static bool take_time(struct cursor *cursor, size_t fraction_max)
{
  int32_t number;

  if (!take_two_digits(cursor, 0, 23, &number) || !take(cursor, ':') || !take_two_digits(cursor, 0, 59, &number))
    return false;
  if (!take(cursor, ':'))
    return true;
  if (!take_two_digits(cursor, 0, 59, &number))
    return false;
  if (!take(cursor, '.'))
    return true;
  size_t digits = take_digits(cursor);
  return digits >= 1 && digits <= fraction_max;
}

/*@ requires cursor_ok(cursor);
    assigns cursor->at;
    ensures ok: cursor_ok(cursor) && cursor_moved{Pre, Post}(cursor);
*/
static bool take_utc_offset(struct cursor *cursor)
{
  return take(cursor, '+') && take(cursor, '0') && take(cursor, '0') && take(cursor, ':') && take(cursor, '0') &&
         take(cursor, '0');
}

/*@ requires cursor_ok(cursor);
    assigns cursor->at;
    ensures ok: cursor_ok(cursor) && cursor_moved{Pre, Post}(cursor);
*/
static bool take_timestamp(struct cursor *cursor, size_t fraction_max, bool with_zone)
{
  return take_date(cursor) && take(cursor, 'T') && take_time(cursor, fraction_max) &&
         (!with_zone || take_utc_offset(cursor));
}

/*@ requires cursor_ok(cursor);
    assigns cursor->at;
    ensures ok: cursor_ok(cursor) && cursor_moved{Pre, Post}(cursor);
*/
static bool take_uuid(struct cursor *cursor)
{
  /*@ loop invariant ok: 0 <= i <= 36 && cursor_ok(cursor) && \at(cursor->at, Pre) <= cursor->at;
      loop assigns i, cursor->at;
      loop variant 36 - i;
  */
  for (size_t i = 0; i < 36; i++) {
    bool hyphen = i == 8 || i == 13 || i == 18 || i == 23;
    if (is_at_end(cursor))
      return false;
    uint8_t c = cursor->bytes[cursor->at];
    if (hyphen ? c != '-' : !is_hex_digit(c))
      return false;
    cursor->at++;
  }
  return true;
}

/* Takes the exponent of a decimal number, 0 when there is none. */
/*@ requires cursor_ok(cursor) && \valid(exponent);
    requires \separated(exponent, cursor) && \separated(exponent, cursor->bytes + (0 .. cursor->len - 1));
    assigns cursor->at, *exponent;
    ensures ok: cursor_ok(cursor) && cursor_moved{Pre, Post}(cursor);
    ensures value: \result ==> -999999 <= *exponent <= 999999;
*/
static bool take_exponent(struct cursor *cursor, int32_t *exponent)
{
  *exponent = 0;
  if (!take(cursor, 'E') && !take(cursor, 'e'))
    return true;
  bool minus = take(cursor, '-');
  if (!minus)
    (void)take(cursor, '+');
  size_t digits = take_digits(cursor);
  if (digits < 1 || digits > 4)
    return false;
  *exponent = minus ? -number_before(cursor, digits) : number_before(cursor, digits);
  return true;
}

/* Takes a decimal number of exactly the scale of TYPE and of no more digits than its precision. */
/*@ requires cursor_ok(cursor) && \valid_read(type) && \separated(type, cursor);
    requires cursor->len <= BERG_DEFAULT_TEXT_MAX && type->precision >= 0;
    assigns cursor->at;
    ensures ok: cursor_ok(cursor) && cursor_moved{Pre, Post}(cursor);
*/
static bool take_decimal(struct cursor *cursor, const struct berg_type *type)
{
  int32_t exponent;

  if (!take(cursor, '-'))
    (void)take(cursor, '+');
  size_t zeros = 0;
  /*@ loop invariant ok: cursor_ok(cursor) && \at(cursor->at, Pre) <= cursor->at && zeros <= cursor->at;
      loop assigns zeros, cursor->at;
      loop variant cursor->len - cursor->at;
  */
  while (take(cursor, '0'))
    zeros++;
  size_t whole = take_digits(cursor);
  size_t fraction = 0;
  size_t leading = 0;
  if (take(cursor, '.')) {
    size_t from = cursor->at;
    fraction = take_digits(cursor);
    /*@ loop invariant leading <= fraction;
        loop assigns leading;
        loop variant fraction - leading;
    */
    while (whole == 0 && leading < fraction && cursor->bytes[from + leading] == '0')
      leading++;
  }
  if (zeros + whole + fraction == 0 || !take_exponent(cursor, &exponent))
    return false;
  return (int32_t)fraction - exponent == type->scale && whole + fraction - leading <= (size_t)type->precision;
}

/*@ requires cursor_ok(cursor) && \valid_read(type) && \separated(type, cursor);
    requires cursor->len <= BERG_DEFAULT_TEXT_MAX && type->precision >= 0;
    assigns cursor->at;
    ensures ok: cursor_ok(cursor) && cursor_moved{Pre, Post}(cursor);
*/
static bool take_value(struct cursor *cursor, const struct berg_type *type)
{
  switch (type->kind) {
  case BERG_TYPE_DATE:
    return take_date(cursor);
  case BERG_TYPE_TIME:
    return take_time(cursor, 6);
  case BERG_TYPE_TIMESTAMP:
  case BERG_TYPE_TIMESTAMPTZ:
    return take_timestamp(cursor, 6, type->kind == BERG_TYPE_TIMESTAMPTZ);
  case BERG_TYPE_TIMESTAMP_NS:
  case BERG_TYPE_TIMESTAMPTZ_NS:
    return take_timestamp(cursor, 9, type->kind == BERG_TYPE_TIMESTAMPTZ_NS);
  case BERG_TYPE_UUID:
    return take_uuid(cursor);
  case BERG_TYPE_DECIMAL:
    return take_decimal(cursor, type);
  default:
    return false;
  }
}

bool berg_default_text_fits(const struct berg_type *type, struct berg_span characters)
{
  struct cursor cursor = {characters.bytes, characters.len, 0};

  return take_value(&cursor, type) && is_at_end(&cursor);
}
