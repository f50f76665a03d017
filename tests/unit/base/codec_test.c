/* Hexadecimal, base64, uuids and the keyed hash: published values, every byte both ways, what must be refused. */
#include "unit/test.h"

#include "base/base64.h"
#include "base/hash.h"
#include "base/hex.h"
#include "base/uuid.h"

static void test_hex(void)
{
  uint8_t bytes[256], digits[512], back[256];

  for (size_t i = 0; i < sizeof bytes; i++)
    bytes[i] = (uint8_t)i;
  berg_hex_encode((struct berg_span){bytes, sizeof bytes}, digits);
  CHECK(memcmp(digits, "000102", 6) == 0 && memcmp(digits + 506, "fdfeff", 6) == 0);
  CHECK_INT(berg_hex_decode((struct berg_span){digits, sizeof digits}, back), BERG_OK);
  CHECK(memcmp(bytes, back, sizeof bytes) == 0);
  CHECK_INT(berg_hex_decode(BERG_SPAN("AbCd"), back), BERG_OK);
  CHECK_INT(back[0], 0xAB);
  CHECK_INT(back[1], 0xCD);
  CHECK_INT(berg_hex_decode(BERG_SPAN(""), back), BERG_OK);
  CHECK_INT(berg_hex_decode(BERG_SPAN("abc"), back), BERG_INVALID);
  CHECK_INT(berg_hex_decode(BERG_SPAN("0g"), back), BERG_INVALID);
  CHECK_INT(berg_hex_decode(BERG_SPAN("g0"), back), BERG_INVALID);
}

static void test_hex_digits(void)
{
  int valid = 0;

  for (int c = 0; c < 256; c++)
    valid += berg_hex_digit((uint8_t)c) >= 0;
  CHECK_INT(valid, 22);
  CHECK_INT(berg_hex_digit('a'), 10);
  CHECK_INT(berg_hex_digit('F'), 15);
  CHECK_INT(berg_hex_digit('@'), -1);
  CHECK_INT(berg_hex_digit('`'), -1);
  CHECK_INT(berg_hex_digit('/'), -1);
}

/* The test vectors of RFC 4648, section 10, without padding. */
static void test_base64url(void)
{
  static const char *const ROWS[][2] = {
      {"", ""},           {"f", "Zg"},          {"fo", "Zm8"},          {"foo", "Zm9v"},
      {"foob", "Zm9vYg"}, {"fooba", "Zm9vYmE"}, {"foobar", "Zm9vYmFy"}, {"\xFB\xFF\xBF", "-_-_"}};

  for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
    uint8_t out[16];
    size_t len = berg_base64url_encode(berg_span_of(ROWS[i][0]), out);
    CHECK_TEXT(((struct berg_span){out, len}), ROWS[i][1]);
    CHECK_INT(berg_base64url_encoded_len(strlen(ROWS[i][0])), len);
    CHECK_INT(berg_base64url_decode(berg_span_of(ROWS[i][1]), out, &len), BERG_OK);
    CHECK_TEXT(((struct berg_span){out, len}), ROWS[i][0]);
  }
}

static void test_base64url_refused(void)
{
  static const char *const TEXTS[] = {
      "Z", "ZI", "ZY", "ZmC", "Zm9vY", "Zh", "Zm9", "Zg==", "Zm8=", "Z+8", "Z/8", "Zm 9", "Zm9\x80", "Zm9v\n", "Zm1"};

  for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
    uint8_t out[16];
    size_t len = 77;
    CHECK_INT(berg_base64url_decode(berg_span_of(TEXTS[i]), out, &len), BERG_INVALID);
    CHECK_INT(len, 77);
  }
}

static void test_base64_standard(void)
{
  CHECK(berg_base64_is_valid(BERG_SPAN("")));
  CHECK(berg_base64_is_valid(BERG_SPAN("Zg==")));
  CHECK(berg_base64_is_valid(BERG_SPAN("Zm8=")));
  CHECK(berg_base64_is_valid(BERG_SPAN("+/+/")));
  CHECK(!berg_base64_is_valid(BERG_SPAN("Zg")));
  CHECK(!berg_base64_is_valid(BERG_SPAN("Z===")));
  CHECK(!berg_base64_is_valid(BERG_SPAN("Zg=a")));
  CHECK(!berg_base64_is_valid(BERG_SPAN("-_-_")));
  CHECK(!berg_base64_is_valid(BERG_SPAN("Zm9\n")));
  CHECK(!berg_base64_is_valid(BERG_SPAN("====")));
}

static void test_uuid(void)
{
  static const uint8_t BYTES[16] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0x4d, 0xef,
                                    0x80, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0xff};
  uint8_t bytes[16] = {0}, text[36];

  CHECK_INT(berg_uuid_parse(BERG_SPAN("01234567-89AB-4dEF-8011-2233445566fF"), bytes), BERG_OK);
  CHECK(memcmp(bytes, BYTES, 16) == 0);
  CHECK_INT(berg_uuid_version(bytes), 4);
  berg_uuid_format(bytes, text);
  CHECK_TEXT(((struct berg_span){text, 36}), "01234567-89ab-4def-8011-2233445566ff");
}

static void test_uuid_refused(void)
{
  static const char *const TEXTS[] = {"",
                                      "01234567-89ab-4def-8011-2233445566f",
                                      "01234567-89ab-4def-8011-2233445566fff",
                                      "01234567089ab-4def-8011-2233445566ff",
                                      "01234567-89ab04def-8011-2233445566ff",
                                      "01234567-89ab-4def08011-2233445566ff",
                                      "01234567-89ab-4def-801102233445566ff",
                                      "0123456g-89ab-4def-8011-2233445566ff",
                                      "0123456--89ab-4def-8011-2233445566ff",
                                      "{1234567-89ab-4def-8011-2233445566f}"};

  for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
    uint8_t bytes[16];
    CHECK_INT(berg_uuid_parse(berg_span_of(TEXTS[i]), bytes), BERG_INVALID);
  }
}

static void test_uuid_made(void)
{
  uint8_t bytes[16], text[36];

  memset(bytes, 0xFF, sizeof bytes);
  berg_uuid_make_v4(bytes);
  berg_uuid_format(bytes, text);
  CHECK_TEXT(((struct berg_span){text, 36}), "ffffffff-ffff-4fff-bfff-ffffffffffff");
  memset(bytes, 0, sizeof bytes);
  berg_uuid_make_v7(bytes, UINT64_C(0x017F22E279B0)); /* the time of the example in RFC 9562, appendix A.6 */
  berg_uuid_format(bytes, text);
  CHECK_TEXT(((struct berg_span){text, 36}), "017f22e2-79b0-7000-8000-000000000000");
  CHECK_INT(berg_uuid_version(bytes), 7);
}

/* The values that the authors of SipHash-2-4 publish for the key 00..0f and messages 00, 00 01, ... */
static void test_siphash(void)
{
  uint8_t key[16], message[64];

  for (size_t i = 0; i < 64; i++)
    message[i] = (uint8_t)i;
  memcpy(key, message, 16);
  CHECK(berg_siphash(key, (struct berg_span){message, 0}) == UINT64_C(0x726fdb47dd0e0e31));
  CHECK(berg_siphash(key, (struct berg_span){message, 1}) == UINT64_C(0x74f839c593dc67fd));
  CHECK(berg_siphash(key, (struct berg_span){message, 8}) == UINT64_C(0x93f5f5799a932462));
  CHECK(berg_siphash(key, (struct berg_span){message, 15}) == UINT64_C(0xa129ca6149be45e5));
}

int main(void)
{
  TEST_RUN(test_hex);
  TEST_RUN(test_hex_digits);
  TEST_RUN(test_base64url);
  TEST_RUN(test_base64url_refused);
  TEST_RUN(test_base64_standard);
  TEST_RUN(test_uuid);
  TEST_RUN(test_uuid_refused);
  TEST_RUN(test_uuid_made);
  TEST_RUN(test_siphash);
  return test_end();
}
