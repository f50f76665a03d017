/* Page tokens: what is given out is read back, and nothing else is. */
#include "base/base64.h"
#include "base/hash.h"
#include "core/page_token.h"
#include "core/page_token_bytes.h"
#include "unit/test.h"

static struct berg_arena arena;
static const uint8_t secret[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
static const uint8_t other_secret[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16};

#define KEY                                                                                                            \
  BERG_SPAN("main\x1F"                                                                                                 \
            "a")

static struct berg_span make(struct berg_span last_name)
{
  struct berg_span token = {NULL, 0};

  CHECK_INT(berg_page_token_format(BERG_LISTING_TABLES, KEY, last_name, secret, &arena, &token), BERG_OK);
  return token;
}

static enum berg_status read(struct berg_span token, struct berg_span *name)
{
  return berg_page_token_parse(token, BERG_LISTING_TABLES, KEY, secret, &arena, name, NULL);
}

/* TESTS paging/stable, paging/never-empty-token */
static void test_round_trip(void)
{
  char name[300];

  for (size_t len = 0; len < sizeof name; len++) {
    struct berg_span given = {(const uint8_t *)name, len};
    struct berg_span found = {NULL, 0};
    memset(name, 'a' + (int)(len % 26), len);
    struct berg_span token = make(given);
    CHECK(token.len > 0);
    for (size_t i = 0; i < token.len; i++) {
      uint8_t c = token.bytes[i];
      CHECK((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_');
    }
    CHECK_INT(read(token, &found), BERG_OK);
    CHECK(berg_span_equal(found, given));
  }
}

static void test_form(void)
{
  struct berg_span token = make(BERG_SPAN("t"));
  struct berg_span again = make(BERG_SPAN("t"));
  struct berg_span other = make(BERG_SPAN("u"));

  CHECK_INT(token.len, 26); /* 19 bytes */
  CHECK(berg_span_equal(token, again));
  CHECK(!berg_span_equal(token, other));
}

/* TESTS paging/bad-token */
static void test_other_listings(void)
{
  struct berg_span token = make(BERG_SPAN("t"));
  struct berg_span name = BERG_SPAN("untouched");
  struct berg_problem problem;

  berg_problem_clear(&problem);
  CHECK_INT(berg_page_token_parse(token, BERG_LISTING_VIEWS, KEY, secret, &arena, &name, &problem), BERG_INVALID);
  CHECK_TEXT(berg_problem_message(&problem), "Invalid page token: it is of another listing");
  CHECK_INT(berg_page_token_parse(token, BERG_LISTING_TABLES,
                                  BERG_SPAN("main\x1F"
                                            "b"),
                                  secret, &arena, &name, NULL),
            BERG_INVALID);
  berg_problem_clear(&problem);
  CHECK_INT(berg_page_token_parse(token, BERG_LISTING_TABLES, KEY, other_secret, &arena, &name, &problem),
            BERG_INVALID);
  CHECK_TEXT(berg_problem_message(&problem), "Invalid page token: it is not of this catalog");
  CHECK_TEXT(name, "untouched");
}

/* TESTS paging/bad-token */
static void test_changed_tokens(void)
{
  struct berg_span token = make(BERG_SPAN("table"));
  struct berg_span name = BERG_SPAN("untouched");
  uint8_t changed[128];

  for (size_t i = 0; i < token.len; i++) {
    memcpy(changed, token.bytes, token.len);
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    CHECK_INT(read((struct berg_span){changed, token.len}, &name), BERG_INVALID);
  }
  for (size_t len = 0; len < token.len; len++)
    CHECK_INT(read((struct berg_span){token.bytes, len}, &name), BERG_INVALID);
  memcpy(changed, token.bytes, token.len);
  memcpy(changed + token.len, "AAAA", 4);
  CHECK_INT(read((struct berg_span){changed, token.len + 4}, &name), BERG_INVALID);
  CHECK_INT(read(BERG_SPAN("garbage"), &name), BERG_INVALID);
  CHECK_INT(read(BERG_SPAN("10"), &name), BERG_INVALID);
  CHECK_INT(read(BERG_SPAN("!!!!"), &name), BERG_INVALID);
  CHECK_TEXT(name, "untouched");
}

/* A listing's key could be chosen to be the bytes of a forged token; its hash, which the token of that listing shows,
 * must not be the seal that the forged token needs. */
static void test_hash_is_no_seal(void)
{
  struct berg_page_token head = {BERG_LISTING_TABLES, 1, 0};
  uint8_t forged[BERG_PAGE_TOKEN_HEAD + 1];
  struct berg_span key = {forged, sizeof forged};
  struct berg_span token = {NULL, 0};
  uint8_t bytes[64];
  struct berg_span whole = {bytes, 0};

  berg_page_token_encode(&head, BERG_SPAN("t"), forged);
  CHECK_INT(berg_page_token_format(BERG_LISTING_TABLES, key, BERG_SPAN("t"), secret, &arena, &token), BERG_OK);
  CHECK(token.len < sizeof bytes);
  CHECK_INT(berg_base64url_decode(token, bytes, &whole.len), BERG_OK);
  CHECK_INT(berg_page_token_decode(whole, &head), BERG_OK);
  CHECK(head.key_hash != berg_siphash(secret, key));
}

static void test_bytes(void)
{
  static const uint8_t expected[] = {1,    2,    0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF,
                                     0xFE, 0xDC, 0xBA, 0x98, 0x76, 0x54, 0x32, 0x10, 'n',  'm'};
  struct berg_page_token head = {2, UINT64_C(0x0123456789ABCDEF), UINT64_C(0xFEDCBA9876543210)};
  struct berg_page_token found = {9, 9, 9};
  uint8_t bytes[sizeof expected];
  struct berg_span whole = {bytes, sizeof bytes};

  berg_page_token_encode(&head, BERG_SPAN("nm"), bytes);
  CHECK(memcmp(bytes, expected, sizeof expected) == 0);
  CHECK_INT(berg_page_token_decode(whole, &found), BERG_OK);
  CHECK_INT(found.listing, 2);
  CHECK(found.key_hash == head.key_hash);
  CHECK(found.seal == head.seal);
  berg_page_token_set_seal(bytes, 7);
  CHECK_INT(bytes[17], 7);
  CHECK_INT(bytes[10], 0);
  CHECK_INT(bytes[9], 0xEF);
  CHECK_INT(bytes[18], 'n');
  found.listing = 9;
  whole.len = BERG_PAGE_TOKEN_HEAD - 1;
  CHECK_INT(berg_page_token_decode(whole, &found), BERG_INVALID);
  whole.len = BERG_PAGE_TOKEN_HEAD;
  CHECK_INT(berg_page_token_decode(whole, &found), BERG_OK);
  bytes[0] = 2;
  found.listing = 9;
  CHECK_INT(berg_page_token_decode(whole, &found), BERG_INVALID);
  CHECK_INT(found.listing, 9);
}

static void test_without_memory(void)
{
  struct berg_span token = make(BERG_SPAN("t"));
  struct berg_span name;

  for (size_t i = 1; i <= 2; i++) {
    arena.fail_after = i;
    CHECK_INT(berg_page_token_format(BERG_LISTING_TABLES, KEY, BERG_SPAN("t"), secret, &arena, &token), BERG_NO_MEMORY);
  }
  arena.fail_after = 1;
  CHECK_INT(read(token, &name), BERG_NO_MEMORY);
  arena.fail_after = 0;
}

int main(void)
{
  berg_arena_open(&arena, (size_t)16 << 20);
  TEST_RUN(test_round_trip);
  TEST_RUN(test_form);
  TEST_RUN(test_other_listings);
  TEST_RUN(test_changed_tokens);
  TEST_RUN(test_hash_is_no_seal);
  TEST_RUN(test_bytes);
  TEST_RUN(test_without_memory);
  berg_arena_close(&arena);
  return test_end();
}
