/* The JSON scanner: tokens and whole values over a byte span (RFC 8259), with no memory of its own.
 *
 * Strict: UTF-8 is checked, lone surrogates (raw or escaped) are refused, nothing but the four white-space bytes stands
 * between tokens. Positions are byte offsets into the text. It never recurses: nesting is a counter and one flag a
 * level. Not for building values (reader.h, tree.h). Proven: no runtime error on any bytes, progress, termination; a
 * string or number is exactly one by the grammar's predicates below, and no string is missed; an integer has its exact
 * value. */
#ifndef BERG_JSON_SCAN_H
#define BERG_JSON_SCAN_H

#include "base/status.h"
#include "base/utf8.h"

#define BERG_JSON_DEPTH_MAX 128u /* hard bound of nesting; settings may be lower, never higher */

enum berg_json_kind {
  BERG_JSON_ERROR = 0, /* no token by the grammar */
  BERG_JSON_END,       /* end of the text */
  BERG_JSON_OBJECT,    /* '{' */
  BERG_JSON_OBJECT_END,
  BERG_JSON_ARRAY, /* '[' */
  BERG_JSON_ARRAY_END,
  BERG_JSON_COLON,
  BERG_JSON_COMMA,
  BERG_JSON_STRING,
  BERG_JSON_NUMBER,
  BERG_JSON_TRUE,
  BERG_JSON_FALSE,
  BERG_JSON_NULL
};

/*@ logic integer berg_json_kind(integer c) =
      c == '{' ? BERG_JSON_OBJECT : c == '}' ? BERG_JSON_OBJECT_END : c == '[' ? BERG_JSON_ARRAY :
      c == ']' ? BERG_JSON_ARRAY_END : c == ':' ? BERG_JSON_COLON : c == ',' ? BERG_JSON_COMMA :
      c == '"' ? BERG_JSON_STRING : c == 't' ? BERG_JSON_TRUE : c == 'f' ? BERG_JSON_FALSE :
      c == 'n' ? BERG_JSON_NULL : c == '-' || '0' <= c <= '9' ? BERG_JSON_NUMBER : BERG_JSON_ERROR;
*/

struct berg_json_token {
  enum berg_json_kind kind;
  size_t start; /* offset of the first byte; of a string: of the byte behind the opening quote */
  size_t len;   /* length; of a string: without the quotes */
  bool escaped; /* a string that holds at least one '\' */
};

/*@ // RFC 8259, section 2: white space; section 6: numbers; section 7: strings, of UTF-8 and without lone surrogates
    predicate berg_json_space(integer c) = c == 0x20 || c == 0x09 || c == 0x0A || c == 0x0D;
    predicate berg_json_spaces{L}(uint8_t *s, integer i, integer e) =
      \forall integer k; i <= k < e ==> berg_json_space(s[k]);
    predicate berg_json_digit(integer c) = '0' <= c <= '9';
    predicate berg_json_digits{L}(uint8_t *s, integer i, integer e) =
      i < e && \forall integer k; i <= k < e ==> berg_json_digit(s[k]);
    predicate berg_json_plain(integer c) = 0x20 <= c <= 0x7F && c != '"' && c != '\\';
    logic integer berg_json_hex(integer c) =
      '0' <= c <= '9' ? c - '0' : 'a' <= c <= 'f' ? c - 'a' + 10 : 'A' <= c <= 'F' ? c - 'A' + 10 : 16;
    predicate berg_json_short{L}(uint8_t *s, integer i, integer e) =
      i + 1 < e && s[i] == '\\' && (s[i + 1] == '"' || s[i + 1] == '\\' || s[i + 1] == '/' || s[i + 1] == 'b' ||
      s[i + 1] == 'f' || s[i + 1] == 'n' || s[i + 1] == 'r' || s[i + 1] == 't');
    predicate berg_json_u{L}(uint8_t *s, integer i, integer e) =
      i + 5 < e && s[i] == '\\' && s[i + 1] == 'u' && berg_json_hex(s[i + 2]) < 16 && berg_json_hex(s[i + 3]) < 16 &&
      berg_json_hex(s[i + 4]) < 16 && berg_json_hex(s[i + 5]) < 16;
    logic integer berg_json_unit{L}(uint8_t *s, integer i) =
      berg_json_hex(s[i + 2]) * 4096 + berg_json_hex(s[i + 3]) * 256 + berg_json_hex(s[i + 4]) * 16 +
      berg_json_hex(s[i + 5]);
    predicate berg_json_long{L}(uint8_t *s, integer i, integer e) =
      berg_json_u(s, i, e) && !(0xD800 <= berg_json_unit(s, i) <= 0xDFFF);
    predicate berg_json_pair{L}(uint8_t *s, integer i, integer e) =
      berg_json_u(s, i, e) && 0xD800 <= berg_json_unit(s, i) <= 0xDBFF &&
      berg_json_u(s, i + 6, e) && 0xDC00 <= berg_json_unit(s, i + 6) <= 0xDFFF;
    // s[i..e) is the inside of a string
    predicate berg_json_inside{L}(uint8_t *s, integer i, integer e) =
      i == e ||
      (i < e && berg_json_plain(s[i]) && berg_json_inside(s, i + 1, e)) ||
      (berg_utf8_2(s, i, e) && berg_json_inside(s, i + 2, e)) ||
      (berg_utf8_3(s, i, e) && berg_json_inside(s, i + 3, e)) ||
      (berg_utf8_4(s, i, e) && berg_json_inside(s, i + 4, e)) ||
      (berg_json_short(s, i, e) && berg_json_inside(s, i + 2, e)) ||
      (berg_json_long(s, i, e) && berg_json_inside(s, i + 6, e)) ||
      (berg_json_pair(s, i, e) && berg_json_inside(s, i + 12, e));
    // s[i..e) is a string with its quotes
    predicate berg_json_string{L}(uint8_t *s, integer i, integer e) =
      i + 1 < e && s[i] == '"' && s[e - 1] == '"' && berg_json_inside(s, i + 1, e - 1);
    predicate berg_json_whole{L}(uint8_t *s, integer i, integer e) =
      berg_json_digits(s, i, e) && (s[i] == '0' ==> e == i + 1);
    predicate berg_json_fraction{L}(uint8_t *s, integer i, integer e) =
      i == e || (i < e && s[i] == '.' && berg_json_digits(s, i + 1, e));
    predicate berg_json_exponent{L}(uint8_t *s, integer i, integer e) =
      i == e || (i < e && (s[i] == 'e' || s[i] == 'E') && (berg_json_digits(s, i + 1, e) ||
      (i + 1 < e && (s[i + 1] == '+' || s[i + 1] == '-') && berg_json_digits(s, i + 2, e))));
    predicate berg_json_number{L}(uint8_t *s, integer i, integer e) =
      i < e && \exists integer p, q; berg_json_whole(s, s[i] == '-' ? i + 1 : i, p) &&
        berg_json_fraction(s, p, q) && berg_json_exponent(s, q, e);
    predicate berg_json_word4{L}(uint8_t *s, integer i, integer e) = e == i + 4 &&
      ((s[i] == 't' && s[i + 1] == 'r' && s[i + 2] == 'u' && s[i + 3] == 'e') ||
       (s[i] == 'n' && s[i + 1] == 'u' && s[i + 2] == 'l' && s[i + 3] == 'l'));
    predicate berg_json_word5{L}(uint8_t *s, integer i, integer e) = e == i + 5 &&
      s[i] == 'f' && s[i + 1] == 'a' && s[i + 2] == 'l' && s[i + 3] == 's' && s[i + 4] == 'e';
    predicate berg_json_scalar{L}(uint8_t *s, integer i, integer e) =
      berg_json_string(s, i, e) || berg_json_number(s, i, e) || berg_json_word4(s, i, e) || berg_json_word5(s, i, e);
    // the number that the decimal digits s[i..e) spell
    logic integer berg_json_decimal{L}(uint8_t *s, integer i, integer e) =
      e <= i ? 0 : 10 * berg_json_decimal(s, i, e - 1) + (s[e - 1] - '0');
    // the value of the integer that s[0..n) spells
    logic integer berg_json_integer{L}(uint8_t *s, integer n) =
      s[0] == '-' ? -berg_json_decimal(s, 1, n) : berg_json_decimal(s, 0, n);
    predicate berg_json_is_integer{L}(uint8_t *s, integer n) =
      0 < n && (s[0] == '-' ? berg_json_whole(s, 1, n) && s[1] != '0' : berg_json_whole(s, 0, n));
*/

/* Finds the token at or behind POS (white space is passed over) and where the text goes on behind it (AFTER, behind the
 * closing quote of a string). TOKEN.kind says what it is; BERG_JSON_ERROR with `start` at the offending byte. */
/*@ requires berg_span_ok(text) && pos <= text.len;
    requires \valid(token) && \valid(after);
    requires \separated(token, after, text.bytes + (0 .. text.len - 1));
    assigns *token, *after;
    ensures range: pos <= token->start && token->start + token->len <= *after <= text.len;
    ensures progress: token->kind > BERG_JSON_END ==> pos < *after;
    ensures kind: BERG_JSON_ERROR <= token->kind <= BERG_JSON_NULL;
    ensures end: token->kind == BERG_JSON_END ==> *after == text.len && berg_json_spaces(text.bytes, pos, text.len);
    ensures space: token->kind > BERG_JSON_END ==>
      berg_json_spaces(text.bytes, pos, token->kind == BERG_JSON_STRING ? token->start - 1 : token->start);
    ensures string: token->kind == BERG_JSON_STRING ==> pos < token->start && *after == token->start + token->len + 1 &&
      berg_json_string(text.bytes, token->start - 1, *after);
    ensures escaped: token->kind == BERG_JSON_STRING ==> (token->escaped <==>
      \exists integer k; token->start <= k < token->start + token->len && text.bytes[k] == '\\');
    ensures number: token->kind == BERG_JSON_NUMBER ==>
      *after == token->start + token->len && berg_json_number(text.bytes, token->start, *after);
    ensures word: token->kind >= BERG_JSON_TRUE ==> *after == token->start + token->len &&
      (berg_json_word4(text.bytes, token->start, *after) || berg_json_word5(text.bytes, token->start, *after));
    ensures mark: BERG_JSON_END < token->kind < BERG_JSON_STRING ==> token->len == 1 && *after == token->start + 1;
    ensures byte: BERG_JSON_END < token->kind && token->kind != BERG_JSON_STRING ==>
      token->kind == berg_json_kind(text.bytes[token->start]);
*/
void berg_json_scan_token(struct berg_span text, size_t pos, struct berg_json_token *token, size_t *after);

/* Finds the end (AFTER) of the one value that starts at or behind POS, checking its grammar, nested at most DEPTH_MAX
 * (<= BERG_JSON_DEPTH_MAX) deep. START is its first byte (the quote of a string). On BERG_INVALID, START is the
 * offending byte. Linear time, constant memory. */
/*@ requires berg_span_ok(text) && pos <= text.len && depth_max <= BERG_JSON_DEPTH_MAX;
    requires \valid(start) && \valid(after);
    requires \separated(start, after, text.bytes + (0 .. text.len - 1));
    assigns *start, *after;
    ensures status: \result == BERG_OK || \result == BERG_INVALID;
    ensures range: pos <= *start <= *after <= text.len;
    ensures progress: \result == BERG_OK ==> *start < *after;
    ensures space: \result == BERG_OK ==> berg_json_spaces(text.bytes, pos, *start);
    ensures scalar: \result == BERG_OK ==> berg_json_scalar(text.bytes, *start, *after) ||
      (text.bytes[*start] == '{' && text.bytes[*after - 1] == '}') ||
      (text.bytes[*start] == '[' && text.bytes[*after - 1] == ']');
    ensures depth: \result == BERG_OK && depth_max == 0 ==> berg_json_scalar(text.bytes, *start, *after);
*/
BERG_MUST_USE enum berg_status berg_json_scan_value(struct berg_span text, size_t pos, size_t depth_max, size_t *start,
                                                    size_t *after);

/* Reads DIGITS, a JSON number token, as an exact int64: no fraction, no exponent, no "-0", no overflow; else
 * BERG_INVALID. */
/*@ requires berg_span_ok(digits) && \valid(value) && \separated(value, digits.bytes + (0 .. digits.len - 1));
    assigns *value;
    ensures status: \result == BERG_OK || \result == BERG_INVALID;
    ensures accepts: \result == BERG_OK <==> berg_json_is_integer{Pre}(digits.bytes, digits.len) &&
      INT64_MIN <= berg_json_integer{Pre}(digits.bytes, digits.len) <= INT64_MAX;
    ensures value: \result == BERG_OK ==> *value == berg_json_integer{Pre}(digits.bytes, digits.len);
    ensures kept: \result != BERG_OK ==> *value == \old(*value);
*/
BERG_MUST_USE enum berg_status berg_json_scan_int64(struct berg_span digits, int64_t *value);

#endif
