#include "core/page_token_bytes.h"

#define KEY_HASH_AT 2u
#define SEAL_AT 10u

/*@ requires \valid(p + (0 .. 3));
    assigns p[0 .. 3];
    ensures berg_be32(p) == v;
*/
static void put_be32(uint8_t *p, uint32_t v)
{
  p[0] = (uint8_t)(v / 16777216u);
  p[1] = (uint8_t)(v / 65536u % 256u);
  p[2] = (uint8_t)(v / 256u % 256u);
  p[3] = (uint8_t)(v % 256u);
}

/*@ requires \valid_read(p + (0 .. 3));
    assigns \nothing;
    ensures \result == berg_be32(p);
*/
static uint32_t get_be32(const uint8_t *p)
{
  return (uint32_t)p[0] * 16777216u + (uint32_t)p[1] * 65536u + (uint32_t)p[2] * 256u + (uint32_t)p[3];
}

/*@ requires \valid(p + (0 .. 7));
    assigns p[0 .. 7];
    ensures berg_be64(p) == v;
*/
static void put_be64(uint8_t *p, uint64_t v)
{
  put_be32(p, (uint32_t)(v / 4294967296u));
  put_be32(p + 4, (uint32_t)(v % 4294967296u));
}

/*@ requires \valid_read(p + (0 .. 7));
    assigns \nothing;
    ensures \result == berg_be64(p);
*/
static uint64_t get_be64(const uint8_t *p)
{
  return (uint64_t)get_be32(p) * 4294967296u + (uint64_t)get_be32(p + 4);
}

/*@ requires berg_span_ok(from) && \valid(out + (0 .. from.len - 1));
    requires \separated(from.bytes + (0 .. from.len - 1), out + (0 .. from.len - 1));
    assigns out[0 .. from.len - 1];
    ensures \forall integer k; 0 <= k < from.len ==> out[k] == from.bytes[k];
*/
static void copy_bytes(struct berg_span from, uint8_t *out)
{
  /*@ loop invariant 0 <= i <= from.len;
      loop invariant \forall integer k; 0 <= k < i ==> out[k] == from.bytes[k];
      loop assigns i, out[0 .. from.len - 1];
      loop variant from.len - i;
  */
  for (size_t i = 0; i < from.len; i++)
    out[i] = from.bytes[i];
}

void berg_page_token_encode(const struct berg_page_token *token, struct berg_span name, uint8_t *out)
{
  copy_bytes(name, out + BERG_PAGE_TOKEN_HEAD);
  out[0] = BERG_PAGE_TOKEN_VERSION;
  out[1] = token->listing;
  put_be64(out + KEY_HASH_AT, token->key_hash);
  put_be64(out + SEAL_AT, token->seal);
}

enum berg_status berg_page_token_decode(struct berg_span bytes, struct berg_page_token *token)
{
  if (bytes.len < BERG_PAGE_TOKEN_HEAD || bytes.bytes[0] != BERG_PAGE_TOKEN_VERSION)
    return BERG_INVALID;
  token->listing = bytes.bytes[1];
  token->key_hash = get_be64(bytes.bytes + KEY_HASH_AT);
  token->seal = get_be64(bytes.bytes + SEAL_AT);
  return BERG_OK;
}

void berg_page_token_set_seal(uint8_t *bytes, uint64_t seal)
{
  put_be64(bytes + SEAL_AT, seal);
}
