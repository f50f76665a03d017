/* Spans: equality, prefixes, order, parts; and the checked arithmetic and ASCII helpers next to them. */
#include "unit/test.h"

#include "base/ascii.h"
#include "base/checked.h"

static const struct berg_span EMPTY = {NULL, 0};

static void test_equal(void)
{
  CHECK(berg_span_equal(BERG_SPAN("abc"), BERG_SPAN("abc")));
  CHECK(!berg_span_equal(BERG_SPAN("abc"), BERG_SPAN("abd")));
  CHECK(!berg_span_equal(BERG_SPAN("abc"), BERG_SPAN("ab")));
  CHECK(!berg_span_equal(BERG_SPAN("ab\0"), BERG_SPAN("ab")));
  CHECK(berg_span_equal(EMPTY, BERG_SPAN("")));
  CHECK(!berg_span_equal(BERG_SPAN("a\0b"), BERG_SPAN("a\0c")));
}

static void test_starts_with(void)
{
  CHECK(berg_span_starts_with(BERG_SPAN("abc"), BERG_SPAN("ab")));
  CHECK(berg_span_starts_with(BERG_SPAN("abc"), EMPTY));
  CHECK(berg_span_starts_with(EMPTY, EMPTY));
  CHECK(!berg_span_starts_with(BERG_SPAN("ab"), BERG_SPAN("abc")));
  CHECK(!berg_span_starts_with(BERG_SPAN("abc"), BERG_SPAN("b")));
}

static void test_compare(void)
{
  CHECK_INT(berg_span_compare(BERG_SPAN("a"), BERG_SPAN("a")), 0);
  CHECK(berg_span_compare(BERG_SPAN("a"), BERG_SPAN("b")) < 0);
  CHECK(berg_span_compare(BERG_SPAN("b"), BERG_SPAN("a")) > 0);
  CHECK(berg_span_compare(BERG_SPAN("a"), BERG_SPAN("aa")) < 0);
  CHECK(berg_span_compare(BERG_SPAN("aa"), BERG_SPAN("a")) > 0);
  CHECK(berg_span_compare(BERG_SPAN("\x7f"), BERG_SPAN("\x80")) < 0);
  CHECK_INT(berg_span_compare(EMPTY, EMPTY), 0);
}

static void test_part(void)
{
  CHECK_TEXT(berg_span_part(BERG_SPAN("abcdef"), 2, 3), "cde");
  CHECK_TEXT(berg_span_part(BERG_SPAN("abcdef"), 6, 0), "");
  CHECK_TEXT(berg_span_of("abc"), "abc");
  CHECK_INT(berg_span_of("").len, 0);
}

static void test_checked_sizes(void)
{
  size_t n = 7;

  CHECK_INT(berg_checked_add_size(SIZE_MAX - 1, 1, &n), BERG_OK);
  CHECK(n == SIZE_MAX);
  CHECK_INT(berg_checked_add_size(SIZE_MAX, 1, &n), BERG_INVALID);
  CHECK(n == SIZE_MAX);
  CHECK_INT(berg_checked_sub_size(5, 5, &n), BERG_OK);
  CHECK_INT(n, 0);
  CHECK_INT(berg_checked_sub_size(5, 6, &n), BERG_INVALID);
  CHECK_INT(berg_checked_mul_size(SIZE_MAX / 3, 3, &n), BERG_OK);
  CHECK(n == SIZE_MAX / 3 * 3);
  CHECK_INT(berg_checked_mul_size(SIZE_MAX / 2 + 1, 2, &n), BERG_INVALID);
  CHECK_INT(berg_checked_mul_size(SIZE_MAX, 0, &n), BERG_OK);
  CHECK_INT(n, 0);
}

static void test_checked_int64(void)
{
  static const int64_t EDGES[] = {INT64_MIN, INT64_MIN + 1, INT64_MIN / 2, -3037000500,   -2,       -1, 0, 1,
                                  2,         3037000499,    INT64_MAX / 2, INT64_MAX - 1, INT64_MAX};
  size_t count = sizeof EDGES / sizeof EDGES[0];

  for (size_t i = 0; i < count * count; i++) {
    int64_t a = EDGES[i / count], b = EDGES[i % count], expected = 0, actual = 0;
    bool fits = !__builtin_add_overflow(a, b, &expected);
    CHECK_INT(berg_checked_add_int64(a, b, &actual), fits ? BERG_OK : BERG_INVALID);
    CHECK_INT(actual, fits ? expected : 0);
    actual = 0;
    fits = !__builtin_sub_overflow(a, b, &expected);
    CHECK_INT(berg_checked_sub_int64(a, b, &actual), fits ? BERG_OK : BERG_INVALID);
    CHECK_INT(actual, fits ? expected : 0);
    actual = 0;
    fits = !__builtin_mul_overflow(a, b, &expected);
    CHECK_INT(berg_checked_mul_int64(a, b, &actual), fits ? BERG_OK : BERG_INVALID);
    CHECK_INT(actual, fits ? expected : 0);
  }
}

static void test_checked_narrowing(void)
{
  int32_t narrow = 7;
  size_t size = 7;
  int64_t number = 7;

  CHECK_INT(berg_checked_int32(INT32_MIN, &narrow), BERG_OK);
  CHECK_INT(narrow, INT32_MIN);
  CHECK_INT(berg_checked_int32((int64_t)INT32_MAX + 1, &narrow), BERG_INVALID);
  CHECK_INT(berg_checked_int32((int64_t)INT32_MIN - 1, &narrow), BERG_INVALID);
  CHECK_INT(narrow, INT32_MIN);
  CHECK_INT(berg_checked_size(-1, &size), BERG_INVALID);
  CHECK_INT(size, 7);
  CHECK_INT(berg_checked_size(INT64_MAX, &size), BERG_OK);
  CHECK(size == (size_t)INT64_MAX);
  CHECK_INT(berg_checked_int64((size_t)INT64_MAX + 1, &number), BERG_INVALID);
  CHECK_INT(number, 7);
  CHECK_INT(berg_checked_int64((size_t)INT64_MAX, &number), BERG_OK);
  CHECK_INT(number, INT64_MAX);
}

static void test_ascii(void)
{
  int digits = 0;
  int changed = 0;

  for (int c = 0; c < 256; c++) {
    digits += berg_ascii_is_digit((uint8_t)c);
    changed += berg_ascii_lower((uint8_t)c) != c;
  }
  CHECK_INT(digits, 10);
  CHECK_INT(changed, 26);
  CHECK_INT(berg_ascii_lower('A'), 'a');
  CHECK_INT(berg_ascii_lower('Z'), 'z');
  CHECK_INT(berg_ascii_lower('['), '[');
  CHECK_INT(berg_ascii_lower(0xC1), 0xC1);
  CHECK(berg_ascii_equal_ignoring_case(BERG_SPAN("Content-TYPE"), BERG_SPAN("content-type")));
  CHECK(!berg_ascii_equal_ignoring_case(BERG_SPAN("a"), BERG_SPAN("ab")));
  CHECK(!berg_ascii_equal_ignoring_case(BERG_SPAN("[a"), BERG_SPAN("{a")));
  CHECK(!berg_ascii_equal_ignoring_case(BERG_SPAN("\xC3\x84"), BERG_SPAN("\xC3\xA4")));
}

int main(void)
{
  TEST_RUN(test_equal);
  TEST_RUN(test_starts_with);
  TEST_RUN(test_compare);
  TEST_RUN(test_part);
  TEST_RUN(test_checked_sizes);
  TEST_RUN(test_checked_int64);
  TEST_RUN(test_checked_narrowing);
  TEST_RUN(test_ascii);
  return test_end();
}
