/* The binary form of page tokens: where each value stands in the bytes (page_token.h says what they are for).
 *
 * Internal to src/core; works on the caller's arrays alone. Proven: no runtime error on any bytes, the bytes written
 * are exactly the form, and exactly the bytes of that form are read. */
#ifndef BERG_CORE_PAGE_TOKEN_BYTES_H
#define BERG_CORE_PAGE_TOKEN_BYTES_H

#include "base/span.h"
#include "base/status.h"

#define BERG_PAGE_TOKEN_VERSION 1u
#define BERG_PAGE_TOKEN_HEAD 18u /* bytes before the name */

struct berg_page_token {
  uint8_t listing;
  uint64_t key_hash;
  uint64_t seal;
};

/*@ logic integer berg_be32{L}(uint8_t *p) = p[0] * 16777216 + p[1] * 65536 + p[2] * 256 + p[3];
    logic integer berg_be64{L}(uint8_t *p) = berg_be32(p) * 4294967296 + berg_be32(p + 4);
    // the LEN bytes B are a token with these values
    predicate berg_page_token_form{L}(uint8_t *b, integer len, integer listing, integer key_hash, integer seal) =
      len >= BERG_PAGE_TOKEN_HEAD && b[0] == BERG_PAGE_TOKEN_VERSION && b[1] == listing &&
      berg_be64(b + 2) == key_hash && berg_be64(b + 10) == seal;
*/

/* Writes TOKEN and then NAME to OUT, which has room for exactly both. */
/*@ requires \valid_read(token) && berg_span_ok(name) && name.len <= SIZE_MAX - BERG_PAGE_TOKEN_HEAD;
    requires \valid(out + (0 .. BERG_PAGE_TOKEN_HEAD + name.len - 1));
    requires \separated(token, out + (0 .. BERG_PAGE_TOKEN_HEAD + name.len - 1));
    requires \separated(name.bytes + (0 .. name.len - 1), out + (0 .. BERG_PAGE_TOKEN_HEAD + name.len - 1));
    assigns out[0 .. BERG_PAGE_TOKEN_HEAD + name.len - 1];
    ensures form: berg_page_token_form(out, BERG_PAGE_TOKEN_HEAD + name.len, token->listing, token->key_hash,
                                       token->seal);
    ensures name: \forall integer k; 0 <= k < name.len ==> out[BERG_PAGE_TOKEN_HEAD + k] == name.bytes[k];
*/
void berg_page_token_encode(const struct berg_page_token *token, struct berg_span name, uint8_t *out);

/* Reads the head of BYTES as TOKEN; the name is what follows the head. BERG_INVALID, with TOKEN untouched, for bytes
 * that are too short or of another version. */
/*@ requires berg_span_ok(bytes) && \valid(token);
    requires \separated(token, bytes.bytes + (0 .. bytes.len - 1));
    assigns *token;
    ensures status: \result == BERG_OK || \result == BERG_INVALID;
    ensures sound: \result == BERG_OK ==>
      berg_page_token_form(bytes.bytes, bytes.len, token->listing, token->key_hash, token->seal);
    ensures complete: \result == BERG_INVALID ==>
      bytes.len < BERG_PAGE_TOKEN_HEAD || bytes.bytes[0] != BERG_PAGE_TOKEN_VERSION;
    ensures failed: \result == BERG_INVALID ==> *token == \old(*token);
*/
BERG_MUST_USE enum berg_status berg_page_token_decode(struct berg_span bytes, struct berg_page_token *token);

/* Sets the seal of the token BYTES. */
/*@ requires \valid(bytes + (0 .. BERG_PAGE_TOKEN_HEAD - 1));
    assigns bytes[10 .. 17];
    ensures berg_be64(bytes + 10) == seal;
*/
void berg_page_token_set_seal(uint8_t *bytes, uint64_t seal);

#endif
