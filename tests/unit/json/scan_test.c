/* The scanner: each kind of token, where a fault is, whole values, depth, exact integers. */
#include "unit/test.h"

#include "json/scan.h"

static struct berg_json_token scan(struct berg_span text, size_t pos, size_t *after)
{
  struct berg_json_token token;

  berg_json_scan_token(text, pos, &token, after);
  return token;
}

static void check_token(struct berg_span text, enum berg_json_kind kind, size_t start, size_t len, size_t after)
{
  size_t end = 0;
  struct berg_json_token token = scan(text, 0, &end);

  CHECK_INT(token.kind, kind);
  CHECK_INT(token.start, start);
  CHECK_INT(token.len, len);
  CHECK_INT(end, after);
}

static void test_tokens(void)
{
  check_token(BERG_SPAN(" \t\r\n{x"), BERG_JSON_OBJECT, 4, 1, 5);
  check_token(BERG_SPAN("}"), BERG_JSON_OBJECT_END, 0, 1, 1);
  check_token(BERG_SPAN("[["), BERG_JSON_ARRAY, 0, 1, 1);
  check_token(BERG_SPAN("] "), BERG_JSON_ARRAY_END, 0, 1, 1);
  check_token(BERG_SPAN(":"), BERG_JSON_COLON, 0, 1, 1);
  check_token(BERG_SPAN(","), BERG_JSON_COMMA, 0, 1, 1);
  check_token(BERG_SPAN(" true1"), BERG_JSON_TRUE, 1, 4, 5);
  check_token(BERG_SPAN("false"), BERG_JSON_FALSE, 0, 5, 5);
  check_token(BERG_SPAN("null"), BERG_JSON_NULL, 0, 4, 4);
  check_token(BERG_SPAN(" \"ab\" "), BERG_JSON_STRING, 2, 2, 5);
  check_token(BERG_SPAN("\"\""), BERG_JSON_STRING, 1, 0, 2);
  check_token(BERG_SPAN("-12.5e+3,"), BERG_JSON_NUMBER, 0, 8, 8);
  check_token(BERG_SPAN("  "), BERG_JSON_END, 2, 0, 2);
  check_token(BERG_SPAN(""), BERG_JSON_END, 0, 0, 0);
}

static void test_faults(void)
{
  check_token(BERG_SPAN("truE"), BERG_JSON_ERROR, 0, 0, 0);
  check_token(BERG_SPAN("nul"), BERG_JSON_ERROR, 0, 0, 0);
  check_token(BERG_SPAN(" x"), BERG_JSON_ERROR, 1, 0, 1);
  check_token(BERG_SPAN("\xEF\xBB\xBF{}"), BERG_JSON_ERROR, 0, 0, 0);
  check_token(BERG_SPAN("\x0B{}"), BERG_JSON_ERROR, 0, 0, 0);
  check_token(BERG_SPAN("\xC2\xA0{}"), BERG_JSON_ERROR, 0, 0, 0);
  check_token(BERG_SPAN("-"), BERG_JSON_ERROR, 1, 0, 1);
  check_token(BERG_SPAN("1.x"), BERG_JSON_ERROR, 2, 0, 2);
  check_token(BERG_SPAN("1e+"), BERG_JSON_ERROR, 3, 0, 3);
  check_token(BERG_SPAN("\"abc"), BERG_JSON_ERROR, 4, 0, 4);
  check_token(BERG_SPAN("\"a\nb\""), BERG_JSON_ERROR, 2, 0, 2);
  check_token(BERG_SPAN("\"a\0b\""), BERG_JSON_ERROR, 2, 0, 2);
  check_token(BERG_SPAN("\"ab\\xcd\""), BERG_JSON_ERROR, 3, 0, 3);
  check_token(BERG_SPAN("\"ab\\u12\"4\""), BERG_JSON_ERROR, 3, 0, 3);
  check_token(BERG_SPAN("\"ab\\"), BERG_JSON_ERROR, 3, 0, 3);
  check_token(BERG_SPAN("\"a\xC3\""), BERG_JSON_ERROR, 2, 0, 2);
  check_token(BERG_SPAN("\"a\xED\xA0\x80\""), BERG_JSON_ERROR, 2, 0, 2);
}

static void test_surrogates(void)
{
  check_token(BERG_SPAN("\"\\ud83d\\ude00\""), BERG_JSON_STRING, 1, 12, 14);
  check_token(BERG_SPAN("\"\\uDBFF\\uDFFF\""), BERG_JSON_STRING, 1, 12, 14);
  check_token(BERG_SPAN("\"\\ud7ff\\ue000\""), BERG_JSON_STRING, 1, 12, 14);
  check_token(BERG_SPAN("\"\\ud800\""), BERG_JSON_ERROR, 1, 0, 1);
  check_token(BERG_SPAN("\"\\udc00\""), BERG_JSON_ERROR, 1, 0, 1);
  check_token(BERG_SPAN("\"\\ude00\\ud83d\""), BERG_JSON_ERROR, 1, 0, 1);
  check_token(BERG_SPAN("\"\\ud83d\\ud83d\""), BERG_JSON_ERROR, 1, 0, 1);
  check_token(BERG_SPAN("\"\\ud83d\\n\""), BERG_JSON_ERROR, 1, 0, 1);
  check_token(BERG_SPAN("\"\\ud83dude00\""), BERG_JSON_ERROR, 1, 0, 1);
}

static void test_escaped_flag(void)
{
  size_t after = 0;

  CHECK(!scan(BERG_SPAN("\"plain \xC3\xA9\""), 0, &after).escaped);
  CHECK(scan(BERG_SPAN("\"\\n\""), 0, &after).escaped);
  CHECK(scan(BERG_SPAN("\"plain then \\u00e9\""), 0, &after).escaped);
}

static void check_value(struct berg_span text, size_t depth_max, enum berg_status expected, size_t start, size_t after)
{
  size_t from = 99;
  size_t to = 99;

  CHECK_INT(berg_json_scan_value(text, 0, depth_max, &from, &to), expected);
  CHECK_INT(from, start);
  CHECK_INT(to, after);
}

static void test_values(void)
{
  check_value(BERG_SPAN(" 12 ,"), 0, BERG_OK, 1, 3);
  check_value(BERG_SPAN(" \"a\"x"), 0, BERG_OK, 1, 4);
  check_value(BERG_SPAN("[ ] ]"), 1, BERG_OK, 0, 3);
  check_value(BERG_SPAN("{ }"), 1, BERG_OK, 0, 3);
  check_value(BERG_SPAN("{\"a\" : [1, {}, \"x\"] , \"b\":null} 5"), 3, BERG_OK, 0, 31);
  check_value(BERG_SPAN("[1,]"), 9, BERG_INVALID, 3, 3);
  check_value(BERG_SPAN("[,1]"), 9, BERG_INVALID, 1, 1);
  check_value(BERG_SPAN("[1 2]"), 9, BERG_INVALID, 3, 3);
  check_value(BERG_SPAN("{\"a\"}"), 9, BERG_INVALID, 4, 4);
  check_value(BERG_SPAN("{\"a\":}"), 9, BERG_INVALID, 5, 5);
  check_value(BERG_SPAN("{\"a\":1,}"), 9, BERG_INVALID, 7, 7);
  check_value(BERG_SPAN("{1:2}"), 9, BERG_INVALID, 1, 1);
  check_value(BERG_SPAN("{\"a\":1]"), 9, BERG_INVALID, 6, 6);
  check_value(BERG_SPAN("[1}"), 9, BERG_INVALID, 2, 2);
  check_value(BERG_SPAN("[[1]"), 9, BERG_INVALID, 4, 4);
  check_value(BERG_SPAN("]"), 9, BERG_INVALID, 0, 0);
  check_value(BERG_SPAN("  "), 9, BERG_INVALID, 2, 2);
}

static void test_depth(void)
{
  static uint8_t text[20000];
  struct berg_span span = {text, sizeof text};
  size_t start = 0;
  size_t after = 0;

  memset(text, '[', 10000);
  memset(text + 10000, ']', 10000);
  CHECK_INT(berg_json_scan_value(span, 0, BERG_JSON_DEPTH_MAX, &start, &after), BERG_INVALID);
  CHECK_INT(start, BERG_JSON_DEPTH_MAX);
  for (size_t depth = 1; depth <= BERG_JSON_DEPTH_MAX; depth++) {
    struct berg_span nested = {text + 10000 - depth, 2 * depth};
    CHECK_INT(berg_json_scan_value(nested, 0, depth, &start, &after), BERG_OK);
    CHECK_INT(after, 2 * depth);
    CHECK_INT(berg_json_scan_value(nested, 0, depth - 1, &start, &after), BERG_INVALID);
    CHECK_INT(start, depth - 1);
  }
}

static void check_int(const char *digits, int64_t expected)
{
  int64_t value = 77;

  CHECK_INT(berg_json_scan_int64(berg_span_of(digits), &value), BERG_OK);
  CHECK_INT(value, expected);
}

static void test_integers(void)
{
  check_int("0", 0);
  check_int("7", 7);
  check_int("-1", -1);
  check_int("1000000000000000000", INT64_C(1000000000000000000));
  check_int("9223372036854775807", INT64_MAX);
  check_int("-9223372036854775808", INT64_MIN);
  check_int("-9223372036854775807", -INT64_MAX);
}

static void test_integers_refused(void)
{
  static const char *const TEXTS[] = {"9223372036854775808",
                                      "-9223372036854775809",
                                      "18446744073709551616",
                                      "18446744073709551615",
                                      "99999999999999999999999999999999",
                                      "1.0",
                                      "1e3",
                                      "1E0",
                                      "\"1\"",
                                      "-0",
                                      "00",
                                      "01",
                                      "-01",
                                      "-",
                                      "",
                                      "+1",
                                      " 1",
                                      "1 ",
                                      "0x10",
                                      "1_000"};

  for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
    int64_t value = 77;
    if (berg_json_scan_int64(berg_span_of(TEXTS[i]), &value) != BERG_INVALID || value != 77)
      test_report(__FILE__, __LINE__, TEXTS[i]);
  }
}

int main(void)
{
  TEST_RUN(test_tokens);
  TEST_RUN(test_faults);
  TEST_RUN(test_surrogates);
  TEST_RUN(test_escaped_flag);
  TEST_RUN(test_values);
  TEST_RUN(test_depth);
  TEST_RUN(test_integers);
  TEST_RUN(test_integers_refused);
  return test_end();
}
