/* Base64 (RFC 4648): the URL alphabet without padding, both ways; and whether a text is standard base64.
 *
 * Decoding is canonical: unused low bits of the last digit must be zero, so that every byte string has one text.
 * Proven: every output digit and byte, and exactly the texts that are taken. */
#ifndef BERG_BASE_BASE64_H
#define BERG_BASE_BASE64_H

#include "base/span.h"
#include "base/status.h"

/*@ logic integer berg_b64_digit(integer v) =
      v < 26 ? 'A' + v : v < 52 ? 'a' + (v - 26) : v < 62 ? '0' + (v - 52) : v == 62 ? '-' : '_';
    logic integer berg_b64_value(integer c) =
      ('A' <= c <= 'Z') ? c - 'A' : ('a' <= c <= 'z') ? c - 'a' + 26 :
      ('0' <= c <= '9') ? c - '0' + 52 : c == '-' ? 62 : c == '_' ? 63 : -1;
    logic integer berg_b64_encoded_len(integer n) = (n / 3) * 4 + (n % 3 == 0 ? 0 : n % 3 + 1);
    logic integer berg_b64_decoded_len(integer n) = (n / 4) * 3 + (n % 4 == 0 ? 0 : n % 4 - 1);
    // j-th digit value of the encoding of s[0..n)
    logic integer berg_b64_sextet{L}(uint8_t *s, integer n, integer j) =
      \let p = 3 * (j / 4);
      j % 4 == 0 ? s[p] / 4 :
      j % 4 == 1 ? (s[p] % 4) * 16 + (p + 1 < n ? s[p + 1] / 16 : 0) :
      j % 4 == 2 ? (s[p + 1] % 16) * 4 + (p + 2 < n ? s[p + 2] / 64 : 0) : s[p + 2] % 64;
    // j-th byte of the decoding of s
    logic integer berg_b64_octet{L}(uint8_t *s, integer j) =
      \let p = 4 * (j / 3);
      j % 3 == 0 ? berg_b64_value(s[p]) * 4 + berg_b64_value(s[p + 1]) / 16 :
      j % 3 == 1 ? (berg_b64_value(s[p + 1]) % 16) * 16 + berg_b64_value(s[p + 2]) / 4 :
                   (berg_b64_value(s[p + 2]) % 4) * 64 + berg_b64_value(s[p + 3]);
    predicate berg_b64_digits{L}(uint8_t *s, integer n) =
      \forall integer k; 0 <= k < n ==> berg_b64_value(s[k]) >= 0;
    // the bits of the last digit that belong to no byte are zero
    predicate berg_b64_canonical{L}(uint8_t *s, integer n) =
      (n % 4 == 2 ==> berg_b64_value(s[n - 1]) % 16 == 0) && (n % 4 == 3 ==> berg_b64_value(s[n - 1]) % 4 == 0);
    predicate berg_b64_standard(integer c) =
      'A' <= c <= 'Z' || 'a' <= c <= 'z' || '0' <= c <= '9' || c == '+' || c == '/';
    // how many '=' end s[0..n)
    logic integer berg_b64_padding{L}(uint8_t *s, integer n) =
      n == 0 ? 0 : s[n - 1] != '=' ? 0 : s[n - 2] == '=' ? 2 : 1;
*/

/* The length of the text of BYTE_COUNT bytes. */
/*@ requires byte_count <= SIZE_MAX / 2; assigns \nothing; ensures \result == berg_b64_encoded_len(byte_count); */
size_t berg_base64url_encoded_len(size_t byte_count);

/* Writes the text of S to OUT and returns its length. */
/*@ requires berg_span_ok(s) && s.len <= SIZE_MAX / 2;
    requires \valid(out + (0 .. berg_b64_encoded_len(s.len) - 1));
    requires \separated(s.bytes + (0 .. s.len - 1), out + (0 .. berg_b64_encoded_len(s.len) - 1));
    assigns out[0 .. berg_b64_encoded_len(s.len) - 1];
    ensures \result == berg_b64_encoded_len(s.len);
    ensures \forall integer j; 0 <= j < \result ==> out[j] == berg_b64_digit(berg_b64_sextet{Pre}(s.bytes, s.len, j));
*/
size_t berg_base64url_encode(struct berg_span s, uint8_t *out);

/* Reads TEXT into OUT, which has room for text.len / 4 * 3 + 2 bytes. BERG_INVALID for a digit that is none, a length
 * that no text has, or a tail that is not canonical. */
/*@ requires berg_span_ok(text);
    requires \valid(out + (0 .. berg_b64_decoded_len(text.len) - 1)) && \valid(out_len);
    requires \separated(text.bytes + (0 .. text.len - 1), out + (0 .. berg_b64_decoded_len(text.len) - 1), out_len);
    assigns out[0 .. berg_b64_decoded_len(text.len) - 1], *out_len;
    ensures status: \result == BERG_OK || \result == BERG_INVALID;
    ensures accepts: \result == BERG_OK <==> text.len % 4 != 1 && berg_b64_digits{Pre}(text.bytes, text.len) &&
      berg_b64_canonical{Pre}(text.bytes, text.len);
    ensures length: \result == BERG_OK ==> *out_len == berg_b64_decoded_len(text.len);
    ensures bytes: \result == BERG_OK ==> \forall integer j; 0 <= j < *out_len ==>
      out[j] == berg_b64_octet{Pre}(text.bytes, j);
*/
BERG_MUST_USE enum berg_status berg_base64url_decode(struct berg_span text, uint8_t *out, size_t *out_len);

/* Whether TEXT is base64 in the standard alphabet with its padding, as JSON carries binary values. */
/*@ requires berg_span_ok(text);
    assigns \nothing;
    ensures \result <==> text.len % 4 == 0 && \forall integer k;
      0 <= k < text.len - berg_b64_padding(text.bytes, text.len) ==> berg_b64_standard(text.bytes[k]);
*/
bool berg_base64_is_valid(struct berg_span text);

#endif
