#include "base/base64.h"

/*@ requires v < 64; assigns \nothing; ensures \result == berg_b64_digit(v); */
static uint8_t digit_of(uint8_t v)
{
  if (v < 26)
    return (uint8_t)('A' + v);
  if (v < 52)
    return (uint8_t)('a' + (v - 26));
  if (v < 62)
    return (uint8_t)('0' + (v - 52));
  return v == 62 ? (uint8_t)'-' : (uint8_t)'_';
}

/*@ assigns \nothing; ensures -1 <= \result <= 63; ensures \result == berg_b64_value(c); */
static int value_of(uint8_t c)
{
  if (c >= 'A' && c <= 'Z')
    return c - 'A';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 26;
  if (c >= '0' && c <= '9')
    return c - '0' + 52;
  if (c == '-')
    return 62;
  return c == '_' ? 63 : -1;
}

size_t berg_base64url_encoded_len(size_t byte_count)
{
  size_t tail = byte_count % 3;

  return byte_count / 3 * 4 + (tail == 0 ? 0 : tail + 1);
}

/* The J-th digit's value of the text of S. */
/*@ requires berg_span_ok(s) && j < berg_b64_encoded_len(s.len) && s.len <= SIZE_MAX / 2;
    assigns \nothing;
    ensures \result == berg_b64_sextet(s.bytes, s.len, j);
    ensures \result < 64;
*/
static uint8_t sextet(struct berg_span s, size_t j)
{
  size_t p = 3 * (j / 4);

  switch (j % 4) {
  case 0:
    return (uint8_t)(s.bytes[p] / 4);
  case 1:
    return (uint8_t)(s.bytes[p] % 4 * 16 + (p + 1 < s.len ? s.bytes[p + 1] / 16 : 0));
  case 2:
    return (uint8_t)(s.bytes[p + 1] % 16 * 4 + (p + 2 < s.len ? s.bytes[p + 2] / 64 : 0));
  default:
    return (uint8_t)(s.bytes[p + 2] % 64);
  }
}

size_t berg_base64url_encode(struct berg_span s, uint8_t *out)
{
  size_t len = berg_base64url_encoded_len(s.len);

  /*@ loop invariant 0 <= j <= len;
      loop invariant \forall integer k; 0 <= k < j ==>
        out[k] == berg_b64_digit(berg_b64_sextet{Pre}(s.bytes, s.len, k));
      loop assigns j, out[0 .. len - 1];
      loop variant len - j;
  */
  for (size_t j = 0; j < len; j++)
    out[j] = digit_of(sextet(s, j));
  return len;
}

/* Whether every byte of TEXT is a digit. */
/*@ requires berg_span_ok(text);
    assigns \nothing;
    ensures \result <==> berg_b64_digits(text.bytes, text.len);
*/
static bool all_digits(struct berg_span text)
{
  /*@ loop invariant 0 <= i <= text.len;
      loop invariant \forall integer k; 0 <= k < i ==> berg_b64_value(text.bytes[k]) >= 0;
      loop assigns i;
      loop variant text.len - i;
  */
  for (size_t i = 0; i < text.len; i++) {
    if (value_of(text.bytes[i]) < 0)
      return false;
  }
  return true;
}

/* The J-th byte that TEXT, all digits, stands for. */
/*@ requires berg_span_ok(text) && j < berg_b64_decoded_len(text.len) && text.len % 4 != 1;
    requires \forall integer k; 0 <= k < text.len ==> berg_b64_value(text.bytes[k]) >= 0;
    assigns \nothing;
    ensures \result == berg_b64_octet(text.bytes, j);
*/
static uint8_t octet(struct berg_span text, size_t j)
{
  size_t p = 4 * (j / 3);

  if (j % 3 == 0)
    return (uint8_t)(value_of(text.bytes[p]) * 4 + value_of(text.bytes[p + 1]) / 16);
  if (j % 3 == 1)
    return (uint8_t)(value_of(text.bytes[p + 1]) % 16 * 16 + value_of(text.bytes[p + 2]) / 4);
  return (uint8_t)(value_of(text.bytes[p + 2]) % 4 * 64 + value_of(text.bytes[p + 3]));
}

enum berg_status berg_base64url_decode(struct berg_span text, uint8_t *out, size_t *out_len)
{
  size_t tail = text.len % 4;
  size_t len = text.len / 4 * 3 + (tail == 0 ? 0 : tail - 1);

  if (tail == 1 || !all_digits(text))
    return BERG_INVALID;
  if (tail == 2 && value_of(text.bytes[text.len - 1]) % 16 != 0)
    return BERG_INVALID;
  if (tail == 3 && value_of(text.bytes[text.len - 1]) % 4 != 0)
    return BERG_INVALID;
  /*@ loop invariant 0 <= j <= len;
      loop invariant \forall integer k; 0 <= k < j ==> out[k] == berg_b64_octet{Pre}(text.bytes, k);
      loop assigns j, out[0 .. len - 1];
      loop variant len - j;
  */
  for (size_t j = 0; j < len; j++) {
    uint8_t byte = octet(text, j);
    /*@ assert first: j % 3 == 0 ==> byte == berg_b64_octet{Pre}(text.bytes, j); */
    /*@ assert second: j % 3 == 1 ==> byte == berg_b64_octet{Pre}(text.bytes, j); */
    /*@ assert third: j % 3 == 2 ==> byte == berg_b64_octet{Pre}(text.bytes, j); */
    out[j] = byte;
  }
  *out_len = len;
  return BERG_OK;
}

/*@ assigns \nothing; ensures \result <==> berg_b64_standard(c); */
static bool is_standard_digit(uint8_t c)
{
  return (value_of(c) >= 0 && c != '-' && c != '_') || c == '+' || c == '/';
}

bool berg_base64_is_valid(struct berg_span text)
{
  size_t padding = 0;

  if (text.len % 4 != 0)
    return false;
  if (text.len > 0 && text.bytes[text.len - 1] == '=')
    padding = text.bytes[text.len - 2] == '=' ? 2 : 1;
  size_t digits = text.len - padding;
  /*@ loop invariant 0 <= i <= digits;
      loop invariant \forall integer k; 0 <= k < i ==> berg_b64_standard(text.bytes[k]);
      loop assigns i;
      loop variant digits - i;
  */
  for (size_t i = 0; i < digits; i++) {
    if (!is_standard_digit(text.bytes[i]))
      return false;
  }
  return true;
}
