/* The lexemes of JSON (RFC 8259) as inline functions that find where one ends; the inner loops of scanner and reader.
 *
 * Internal to src/json. Every function takes the text and an index and gives back an index into the text; none writes
 * anything. Where a lexeme may be broken, the index that comes back is the byte at fault, and the byte there (or before
 * it) tells the two cases apart, as each comment says. */
#ifndef BERG_JSON_LEXEME_H
#define BERG_JSON_LEXEME_H

#include "base/utf8.h"
#include "json/scan.h"

/*@ assigns \nothing; ensures \result <==> berg_json_space(c); */
static inline bool is_json_space(uint8_t c)
{
  return c == 0x20 || c == 0x0A || c == 0x0D || c == 0x09;
}

/*@ assigns \nothing; ensures \result <==> berg_json_digit(c); */
static inline bool is_json_digit(uint8_t c)
{
  return c >= '0' && c <= '9';
}

/* A byte that stands for itself in a string and is a character alone. */
/*@ assigns \nothing; ensures \result <==> berg_json_plain(c); */
static inline bool is_json_plain(uint8_t c)
{
  return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
}

/* The index of the first byte at or behind I that is no white space. */
/*@ requires berg_span_ok(text) && i <= text.len;
    assigns \nothing;
    ensures i <= \result <= text.len;
    ensures berg_json_spaces(text.bytes, i, \result);
    ensures \result < text.len ==> !berg_json_space(text.bytes[\result]);
*/
static inline size_t skip_json_space(struct berg_span text, size_t i)
{
  /*@ loop invariant \at(i, Pre) <= i <= text.len;
      loop invariant berg_json_spaces(text.bytes, \at(i, Pre), i);
      loop assigns i;
      loop variant text.len - i;
  */
  while (i < text.len && is_json_space(text.bytes[i]))
    i++;
  return i;
}

/* The index behind the characters of a string, from I on, that need no escape: where a quote, an escape, a control
 * byte, malformed UTF-8 or the end stands. */
/*@ requires berg_span_ok(text) && i <= text.len;
    assigns \nothing;
    ensures range: i <= \result <= text.len;
    ensures plain: \forall integer k; i <= k < \result ==> text.bytes[k] != '"' && text.bytes[k] != '\\';
    ensures inside: \forall integer e; \result <= e <= text.len ==>
      (berg_json_inside(text.bytes, i, e) <==> berg_json_inside(text.bytes, \result, e));
    ensures stop: \result < text.len ==> !berg_json_plain(text.bytes[\result]) &&
      !berg_utf8_2(text.bytes, \result, text.len) && !berg_utf8_3(text.bytes, \result, text.len) &&
      !berg_utf8_4(text.bytes, \result, text.len);
*/
static inline size_t skip_json_characters(struct berg_span text, size_t i)
{
  /*@ loop invariant range: \at(i, Pre) <= i <= text.len;
      loop invariant plain: \forall integer k; \at(i, Pre) <= k < i ==> text.bytes[k] != '"' && text.bytes[k] != '\\';
      loop invariant inside: \forall integer e; i <= e <= text.len ==>
        (berg_json_inside(text.bytes, \at(i, Pre), e) <==> berg_json_inside(text.bytes, i, e));
      loop assigns i;
      loop variant text.len - i;
  */
  while (i < text.len) {
    uint8_t c = text.bytes[i];
    if (is_json_plain(c)) {
      i++;
      continue;
    }
    if (c < 0x80)
      break;
    size_t len = berg_utf8_sequence_len(text, i);
    if (len == 0)
      break;
    /*@ assert step: \forall integer e; i + len <= e <= text.len ==>
          (berg_json_inside(text.bytes, i, e) <==> berg_json_inside(text.bytes, i + len, e)); */
    i += len;
  }
  return i;
}

/* The value of hexadecimal digit C; 16 when it is none. */
/*@ assigns \nothing; ensures \result == berg_json_hex(c); ensures \result <= 16; */
static inline uint32_t json_hex_value(uint8_t c)
{
  if (c >= '0' && c <= '9')
    return (uint32_t)(c - '0');
  if (c >= 'a' && c <= 'f')
    return (uint32_t)(c - 'a') + 10u;
  if (c >= 'A' && c <= 'F')
    return (uint32_t)(c - 'A') + 10u;
  return 16u;
}

#define BERG_JSON_NO_UNIT 0x10000u

/* The value of the `\uXXXX` at I; BERG_JSON_NO_UNIT when there is none. */
/*@ requires berg_span_ok(text) && i <= text.len;
    assigns \nothing;
    ensures range: \result <= BERG_JSON_NO_UNIT;
    ensures some: \result < BERG_JSON_NO_UNIT <==> berg_json_u(text.bytes, i, text.len);
    ensures value: \result < BERG_JSON_NO_UNIT ==> \result == berg_json_unit(text.bytes, i);
*/
static inline uint32_t json_escaped_unit(struct berg_span text, size_t i)
{
  if (text.len - i < 6 || text.bytes[i] != '\\' || text.bytes[i + 1] != 'u')
    return BERG_JSON_NO_UNIT;
  uint32_t a = json_hex_value(text.bytes[i + 2]);
  uint32_t b = json_hex_value(text.bytes[i + 3]);
  uint32_t c = json_hex_value(text.bytes[i + 4]);
  uint32_t d = json_hex_value(text.bytes[i + 5]);
  if (a > 15u || b > 15u || c > 15u || d > 15u)
    return BERG_JSON_NO_UNIT;
  return a * 4096u + b * 256u + c * 16u + d;
}

/* The length of the escape whose '\' stands at I: 2, 6, or 12 for a surrogate pair; 0 when it is none, a lone surrogate
 * included. */
/*@ requires berg_span_ok(text) && i < text.len && text.bytes[i] == '\\';
    assigns \nothing;
    ensures range: \result <= text.len - i;
    ensures values: \result == 0 || \result == 2 || \result == 6 || \result == 12;
    ensures two: \result == 2 <==> berg_json_short(text.bytes, i, text.len);
    ensures six: \result == 6 <==> berg_json_long(text.bytes, i, text.len);
    ensures twelve: \result == 12 <==> berg_json_pair(text.bytes, i, text.len);
*/
static inline size_t json_escape_len(struct berg_span text, size_t i)
{
  if (text.len - i < 2)
    return 0;
  uint8_t c = text.bytes[i + 1];
  if (c == '"' || c == '\\' || c == '/' || c == 'b' || c == 'f' || c == 'n' || c == 'r' || c == 't')
    return 2;
  uint32_t unit = json_escaped_unit(text, i);
  if (unit == BERG_JSON_NO_UNIT || (unit >= 0xDC00u && unit <= 0xDFFFu))
    return 0;
  if (unit < 0xD800u || unit > 0xDFFFu)
    return 6;
  uint32_t low = json_escaped_unit(text, i + 6);
  return low >= 0xDC00u && low <= 0xDFFFu ? 12 : 0;
}

/* The index where the inside of a string, which goes on at I, stops: a quote is its end, anything else (or the end of
 * the text) the fault; of a bad escape, its '\'. */
/*@ requires berg_span_ok(text) && i <= text.len;
    assigns \nothing;
    ensures range: i <= \result <= text.len;
    ensures inside: \result < text.len && text.bytes[\result] == '"' ==> berg_json_inside(text.bytes, i, \result);
    ensures only: \forall integer e; i <= e < text.len && text.bytes[e] == '"' &&
      berg_json_inside(text.bytes, i, e) ==> e == \result;
*/
static inline size_t skip_json_string(struct berg_span text, size_t i)
{
  i = skip_json_characters(text, i);
  /*@ loop invariant range: \at(i, Pre) <= i <= text.len;
      loop invariant inside: \forall integer e; i <= e <= text.len ==>
        (berg_json_inside(text.bytes, \at(i, Pre), e) <==> berg_json_inside(text.bytes, i, e));
      loop invariant before: \forall integer e; \at(i, Pre) <= e < i && text.bytes[e] == '"' ==>
        !berg_json_inside(text.bytes, \at(i, Pre), e);
      loop invariant stop: i < text.len ==> !berg_json_plain(text.bytes[i]) &&
        !berg_utf8_2(text.bytes, i, text.len) && !berg_utf8_3(text.bytes, i, text.len) &&
        !berg_utf8_4(text.bytes, i, text.len);
      loop assigns i;
      loop variant text.len - i;
  */
  while (i < text.len && text.bytes[i] == '\\') {
    size_t len = json_escape_len(text, i);
    if (len == 0)
      break;
    /*@ assert step: \forall integer e; i + len <= e <= text.len ==>
          (berg_json_inside(text.bytes, i, e) <==> berg_json_inside(text.bytes, i + len, e)); */
    i = skip_json_characters(text, i + len);
  }
  return i;
}

/*@ requires berg_span_ok(text) && i <= text.len;
    assigns \nothing;
    ensures i <= \result <= text.len;
    ensures i < \result ==> berg_json_digits(text.bytes, i, \result);
    ensures \result < text.len ==> !berg_json_digit(text.bytes[\result]);
*/
static inline size_t skip_json_digits(struct berg_span text, size_t i)
{
  /*@ loop invariant \at(i, Pre) <= i <= text.len;
      loop invariant \forall integer k; \at(i, Pre) <= k < i ==> berg_json_digit(text.bytes[k]);
      loop assigns i;
      loop variant text.len - i;
  */
  while (i < text.len && is_json_digit(text.bytes[i]))
    i++;
  return i;
}

/*@ requires berg_span_ok(text) && 0 < i <= text.len && berg_json_digit(text.bytes[i - 1]);
    assigns \nothing;
    ensures i <= \result <= text.len;
    ensures berg_json_digit(text.bytes[\result - 1]) ==> berg_json_fraction(text.bytes, i, \result);
*/
static inline size_t skip_json_fraction(struct berg_span text, size_t i)
{
  if (i < text.len && text.bytes[i] == '.')
    return skip_json_digits(text, i + 1);
  return i;
}

/*@ requires berg_span_ok(text) && 0 < i <= text.len && berg_json_digit(text.bytes[i - 1]);
    assigns \nothing;
    ensures i <= \result <= text.len;
    ensures berg_json_digit(text.bytes[\result - 1]) ==> berg_json_exponent(text.bytes, i, \result);
*/
static inline size_t skip_json_exponent(struct berg_span text, size_t i)
{
  if (i >= text.len || (text.bytes[i] != 'e' && text.bytes[i] != 'E'))
    return i;
  i++;
  if (i < text.len && (text.bytes[i] == '+' || text.bytes[i] == '-'))
    i++;
  return skip_json_digits(text, i);
}

/* The index where the number stops that starts with the '-' or digit at I: it is a number exactly when the byte before
 * that index is a digit. */
/*@ requires berg_span_ok(text) && i < text.len;
    requires text.bytes[i] == '-' || berg_json_digit(text.bytes[i]);
    assigns \nothing;
    ensures i < \result <= text.len;
    ensures berg_json_digit(text.bytes[\result - 1]) ==> berg_json_number(text.bytes, i, \result);
*/
static inline size_t skip_json_number(struct berg_span text, size_t i)
{
  if (text.bytes[i] == '-')
    i++;
  if (i >= text.len || !is_json_digit(text.bytes[i]))
    return i;
  i = text.bytes[i] == '0' ? i + 1 : skip_json_digits(text, i);
  size_t whole = skip_json_fraction(text, i);
  if (!is_json_digit(text.bytes[whole - 1]))
    return whole;
  return skip_json_exponent(text, whole);
}

/* The length of `true`, `false` or `null` when it stands at I, else 0. */
/*@ requires berg_span_ok(text) && i < text.len;
    assigns \nothing;
    ensures \result == 0 || \result == 4 || \result == 5;
    ensures \result <= text.len - i;
    ensures \result == 4 ==> berg_json_word4(text.bytes, i, i + 4);
    ensures \result == 5 ==> berg_json_word5(text.bytes, i, i + 5);
    ensures \result == 0 ==> !(i + 4 <= text.len && berg_json_word4(text.bytes, i, i + 4)) &&
      !(i + 5 <= text.len && berg_json_word5(text.bytes, i, i + 5));
*/
static inline size_t json_word_len(struct berg_span text, size_t i)
{
  const uint8_t *p = text.bytes + i;
  size_t left = text.len - i;

  if (left >= 4 && p[0] == 't' && p[1] == 'r' && p[2] == 'u' && p[3] == 'e')
    return 4;
  if (left >= 4 && p[0] == 'n' && p[1] == 'u' && p[2] == 'l' && p[3] == 'l')
    return 4;
  if (left >= 5 && p[0] == 'f' && p[1] == 'a' && p[2] == 'l' && p[3] == 's' && p[4] == 'e')
    return 5;
  return 0;
}

/* The kind of token that byte C starts; BERG_JSON_ERROR when none does. */
/*@ assigns \nothing; ensures \result == berg_json_kind(c); */
static inline enum berg_json_kind json_kind_of(uint8_t c)
{
  enum berg_json_kind kind = c == '-' || is_json_digit(c) ? BERG_JSON_NUMBER : BERG_JSON_ERROR;

  switch (c) {
  case '{':
    kind = BERG_JSON_OBJECT;
    break;
  case '}':
    kind = BERG_JSON_OBJECT_END;
    break;
  case '[':
    kind = BERG_JSON_ARRAY;
    break;
  case ']':
    kind = BERG_JSON_ARRAY_END;
    break;
  case ':':
    kind = BERG_JSON_COLON;
    break;
  case ',':
    kind = BERG_JSON_COMMA;
    break;
  case '"':
    kind = BERG_JSON_STRING;
    break;
  case 't':
    kind = BERG_JSON_TRUE;
    break;
  case 'f':
    kind = BERG_JSON_FALSE;
    break;
  case 'n':
    kind = BERG_JSON_NULL;
    break;
  default:
    break;
  }
  return kind;
}

#endif
