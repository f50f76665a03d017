/* Page tokens in the arena: the text form and the seal; the byte form is in page_token_bytes.c. */
#include "core/page_token.h"

#include "base/base64.h"
#include "base/hash.h"
#include "core/page_token_bytes.h"

#define SECRET_LEN 16u

/* A listing's key is hashed under another secret than the seal, so that no key can be chosen whose hash is a seal. */
static uint64_t hash_key(struct berg_span listing_key, const uint8_t secret[SECRET_LEN])
{
  uint8_t other[SECRET_LEN];

  for (size_t i = 0; i < SECRET_LEN; i++)
    other[i] = (uint8_t)(secret[i] ^ 0x5Au);
  return berg_siphash(other, listing_key);
}

/* SPEC paging/stable, paging/never-empty-token */
enum berg_status berg_page_token_format(enum berg_listing listing, struct berg_span listing_key,
                                        struct berg_span last_name, const uint8_t secret[SECRET_LEN],
                                        struct berg_arena *arena, struct berg_span *token)
{
  struct berg_page_token head = {(uint8_t)listing, hash_key(listing_key, secret), 0};

  if (last_name.len > SIZE_MAX / 4)
    return BERG_NO_MEMORY;
  size_t len = BERG_PAGE_TOKEN_HEAD + last_name.len;
  uint8_t *bytes = berg_arena_alloc(arena, len, 1);
  uint8_t *text = berg_arena_alloc(arena, berg_base64url_encoded_len(len), 1);
  if (bytes == NULL || text == NULL)
    return BERG_NO_MEMORY;
  berg_page_token_encode(&head, last_name, bytes);
  struct berg_span whole = {bytes, len};
  berg_page_token_set_seal(bytes, berg_siphash(secret, whole));
  token->len = berg_base64url_encode(whole, text);
  token->bytes = text;
  return BERG_OK;
}

static enum berg_status refuse(struct berg_problem *problem, const char *why)
{
  return berg_problem_set_text(problem, BERG_INVALID, "Invalid page token: {}", berg_span_of(why));
}

/* Whether BYTES, whose seal is SEAL, were sealed by SECRET. Clears the seal in BYTES. The comparison is of two machine
 * words, so its time tells nothing about how much of a forged seal was right. */
static bool is_sealed(uint8_t *bytes, size_t len, uint64_t seal, const uint8_t secret[SECRET_LEN])
{
  struct berg_span whole = {bytes, len};

  berg_page_token_set_seal(bytes, 0);
  return berg_siphash(secret, whole) == seal;
}

/* SPEC paging/bad-token */
enum berg_status berg_page_token_parse(struct berg_span token, enum berg_listing listing, struct berg_span listing_key,
                                       const uint8_t secret[SECRET_LEN], struct berg_arena *arena,
                                       struct berg_span *last_name, struct berg_problem *problem)
{
  struct berg_page_token head;
  struct berg_span whole = {NULL, 0};
  uint8_t *bytes = berg_arena_alloc(arena, token.len / 4 * 3 + 3, 1);

  if (bytes == NULL)
    return berg_problem_set(problem, BERG_NO_MEMORY, "out of memory");
  if (berg_base64url_decode(token, bytes, &whole.len) != BERG_OK)
    return refuse(problem, "it is not of this catalog");
  whole.bytes = bytes;
  if (berg_page_token_decode(whole, &head) != BERG_OK || !is_sealed(bytes, whole.len, head.seal, secret))
    return refuse(problem, "it is not of this catalog");
  if (head.listing != (uint8_t)listing || head.key_hash != hash_key(listing_key, secret))
    return refuse(problem, "it is of another listing");
  *last_name = berg_span_part(whole, BERG_PAGE_TOKEN_HEAD, whole.len - BERG_PAGE_TOKEN_HEAD);
  return BERG_OK;
}
