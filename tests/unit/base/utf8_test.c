/* UTF-8: every code point both ways, every pair of first bytes, and the forms that look like sequences but are none. */
#include "unit/test.h"

#include "base/utf8.h"

static void test_all_code_points(void)
{
  size_t lens[5] = {0};
  int faults = 0;

  for (uint32_t code = 0; code <= 0x10FFFF; code++) {
    uint8_t out[4] = {0};
    if (code >= 0xD800 && code <= 0xDFFF)
      continue;
    size_t len = berg_utf8_encode(code, out);
    lens[len]++;
    struct berg_span s = {out, len};
    faults += berg_utf8_sequence_len(s, 0) != len || !berg_utf8_is_valid(s);
    s.len--; /* cut short, it is none */
    faults += len > 1 && (berg_utf8_sequence_len(s, 0) != 0 || berg_utf8_is_valid(s));
  }
  CHECK_INT(faults, 0);
  CHECK_INT(lens[1], 0x80);
  CHECK_INT(lens[2], 0x780);
  CHECK_INT(lens[3], 0xF800 - 0x800);
  CHECK_INT(lens[4], 0x100000);
}

static void test_encoded_bytes(void)
{
  uint8_t out[4];

  CHECK_INT(berg_utf8_encode(0x20AC, out), 3);
  CHECK(memcmp(out, "\xE2\x82\xAC", 3) == 0);
  CHECK_INT(berg_utf8_encode(0x1F600, out), 4);
  CHECK(memcmp(out, "\xF0\x9F\x98\x80", 4) == 0);
  CHECK_INT(berg_utf8_encode(0xE9, out), 2);
  CHECK(memcmp(out, "\xC3\xA9", 2) == 0);
}

static void test_malformed(void)
{
  static const char *const TEXTS[] = {
      "\x80",
      "\xBF",
      "\xC0\x80",
      "\xC1\xBF",
      "\xC2",
      "\xC2\x7F",
      "\xC2\xC0",
      "\xE0\x80\x80",
      "\xE0\x9F\xBF",
      "\xED\xA0\x80",
      "\xED\xBF\xBF",
      "\xE2\x82",
      "\xE2\x28\xA1",
      "\xE2\x82\x28",
      "\xF0\x80\x80\x80",
      "\xF0\x8F\xBF\xBF",
      "\xF4\x90\x80\x80",
      "\xF5\x80\x80\x80",
      "\xF0\x9F\x98",
      "\xFE",
      "\xFF",
      "a\xC3",
      "a\x80z",
  };

  for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
    if (berg_utf8_is_valid(berg_span_of(TEXTS[i])))
      test_report(__FILE__, __LINE__, TEXTS[i]);
  }
  CHECK(berg_utf8_is_valid(BERG_SPAN("")));
  CHECK(berg_utf8_is_valid(BERG_SPAN("plain \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80 \0 end")));
  CHECK(berg_utf8_is_valid(BERG_SPAN("\xEE\x80\x80\xED\x9F\xBF\xF4\x8F\xBF\xBF")));
}

/* Of all two-byte texts, 128 * 128 are ASCII and 30 * 64 one character. */
static void test_two_bytes(void)
{
  int valid = 0;

  for (int a = 0; a < 256; a++) {
    for (int b = 0; b < 256; b++) {
      uint8_t bytes[2] = {(uint8_t)a, (uint8_t)b};
      valid += berg_utf8_is_valid((struct berg_span){bytes, 2});
    }
  }
  CHECK_INT(valid, 128 * 128 + 30 * 64);
}

int main(void)
{
  TEST_RUN(test_all_code_points);
  TEST_RUN(test_encoded_bytes);
  TEST_RUN(test_malformed);
  TEST_RUN(test_two_bytes);
  return test_end();
}
