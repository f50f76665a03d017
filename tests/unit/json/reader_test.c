/* The reader: values out of a text in order, what it says about values of another kind, and that it stays failed. */
#include "unit/test.h"

#include "json/reader.h"

static struct berg_arena arena;
static struct berg_problem problem;
static struct berg_json_reader reader;

static void open_text(struct berg_span text)
{
  berg_arena_reset(&arena);
  berg_problem_clear(&problem);
  berg_json_open(&reader, text, 100, &arena, &problem);
}

static void test_document(void)
{
  struct berg_span name, text;
  bool more = false, flag = false;
  int64_t number = 0;
  int32_t small = 0;

  open_text(BERG_SPAN(" { \"i\" : -5 , \"s\":\"a\\u00e9\\ud83d\\ude00\\u0000z\",\"t\":true,\"n\":null,\"a\":[ 1,2 ] , "
                      "\"o\":{},\"f\\u0020\":false } "));
  CHECK_INT(berg_json_peek(&reader), BERG_JSON_OBJECT);
  CHECK_INT(berg_json_enter_object(&reader, "R"), BERG_OK);
  CHECK_INT(berg_json_next_member(&reader, &name, &more), BERG_OK);
  CHECK(more);
  CHECK_TEXT(name, "i");
  CHECK_INT(berg_json_peek(&reader), BERG_JSON_NUMBER);
  CHECK_INT(berg_json_read_int64(&reader, "i", &number), BERG_OK);
  CHECK_INT(number, -5);
  CHECK_INT(berg_json_next_member(&reader, &name, &more), BERG_OK);
  CHECK_INT(berg_json_read_string(&reader, "s", &text), BERG_OK);
  CHECK(berg_span_equal(text, BERG_SPAN("a\xC3\xA9\xF0\x9F\x98\x80\0z")));
  CHECK_INT(berg_json_next_member(&reader, &name, &more), BERG_OK);
  CHECK_INT(berg_json_read_bool(&reader, "t", &flag), BERG_OK);
  CHECK(flag);
  CHECK_INT(berg_json_next_member(&reader, &name, &more), BERG_OK);
  CHECK_INT(berg_json_peek(&reader), BERG_JSON_NULL);
  CHECK_INT(berg_json_read_null(&reader, "n"), BERG_OK);
  CHECK_INT(berg_json_next_member(&reader, &name, &more), BERG_OK);
  CHECK_INT(berg_json_enter_array(&reader, "a"), BERG_OK);
  CHECK_INT(berg_json_next_element(&reader, &more), BERG_OK);
  CHECK_INT(berg_json_read_int32(&reader, "a", &small), BERG_OK);
  CHECK_INT(berg_json_next_element(&reader, &more), BERG_OK);
  CHECK_INT(berg_json_read_int32(&reader, "a", &small), BERG_OK);
  CHECK_INT(small, 2);
  CHECK_INT(berg_json_next_element(&reader, &more), BERG_OK);
  CHECK(!more);
  CHECK_INT(berg_json_next_member(&reader, &name, &more), BERG_OK);
  CHECK_INT(berg_json_read_raw(&reader, &text), BERG_OK);
  CHECK_TEXT(text, "{}");
  CHECK_INT(berg_json_next_member(&reader, &name, &more), BERG_OK);
  CHECK_TEXT(name, "f ");
  CHECK_INT(berg_json_read_bool(&reader, "f", &flag), BERG_OK);
  CHECK(!flag);
  CHECK_INT(berg_json_next_member(&reader, &name, &more), BERG_OK);
  CHECK(!more);
  CHECK_INT(berg_json_finish(&reader), BERG_OK);
}

static void test_borrowed(void)
{
  struct berg_span source = BERG_SPAN("\"plain \xC3\xA9\""), text;

  open_text(source);
  CHECK_INT(berg_json_read_string(&reader, "s", &text), BERG_OK);
  CHECK(text.bytes == source.bytes + 1);
  CHECK_INT(arena.held_bytes, 0);
}

/* What was expected in `m` of {"o":[{"m":VALUE}]}; the value starts at byte 11. */
enum wanted { STRING, INT64, INT32, BOOL, NIL, OBJECT, ARRAY };

static enum berg_status read_wanted(enum wanted wanted)
{
  struct berg_span text;
  int64_t wide;
  int32_t narrow;
  bool flag;

  switch (wanted) {
  case STRING:
    return berg_json_read_string(&reader, "m", &text);
  case INT64:
    return berg_json_read_int64(&reader, "m", &wide);
  case INT32:
    return berg_json_read_int32(&reader, "m", &narrow);
  case BOOL:
    return berg_json_read_bool(&reader, "m", &flag);
  case NIL:
    return berg_json_read_null(&reader, "m");
  case OBJECT:
    return berg_json_enter_object(&reader, "m");
  default:
    return berg_json_enter_array(&reader, "m");
  }
}

static void check_mismatch(const char *value, enum wanted wanted, const char *message)
{
  char text[256];
  char whole[256];
  struct berg_span name;
  bool more;

  snprintf(text, sizeof text, "{\"o\":[{\"m\":%s}]}", value);
  snprintf(whole, sizeof whole, "%s (byte 11, line 1, column 12)", message);
  open_text(berg_span_of(text));
  CHECK_INT(berg_json_enter_object(&reader, "R"), BERG_OK);
  CHECK_INT(berg_json_next_member(&reader, &name, &more), BERG_OK);
  CHECK_INT(berg_json_enter_array(&reader, "o"), BERG_OK);
  CHECK_INT(berg_json_next_element(&reader, &more), BERG_OK);
  CHECK_INT(berg_json_enter_object(&reader, "R"), BERG_OK);
  CHECK_INT(berg_json_next_member(&reader, &name, &more), BERG_OK);
  CHECK_INT(read_wanted(wanted), BERG_INVALID);
  CHECK_TEXT(berg_problem_message(&problem), whole);
  CHECK_TEXT(berg_span_of(problem.pointer), "/o/0/m");
  CHECK_INT(problem.status, BERG_INVALID);
}

static void test_mismatches(void)
{
  check_mismatch("1", STRING, "expected a string in `m`, found a number");
  check_mismatch("null", STRING, "expected a string in `m`, found null");
  check_mismatch("\"1\"", INT64, "expected an integer in `m`, found a string");
  check_mismatch("{}", INT64, "expected an integer in `m`, found an object");
  check_mismatch("[]", BOOL, "expected a boolean in `m`, found an array");
  check_mismatch("-1", BOOL, "expected a boolean in `m`, found a number");
  check_mismatch("true", NIL, "expected null in `m`, found a boolean");
  check_mismatch("\"\"", OBJECT, "expected an object in `m`, found a string");
  check_mismatch("false", ARRAY, "expected an array in `m`, found a boolean");
  check_mismatch("1.0", INT64, "expected an integer of 64 bits in `m`, found 1.0");
  check_mismatch("1e3", INT64, "expected an integer of 64 bits in `m`, found 1e3");
  check_mismatch("-0", INT64, "expected an integer of 64 bits in `m`, found -0");
  check_mismatch("9223372036854775808", INT64, "expected an integer of 64 bits in `m`, found 9223372036854775808");
  check_mismatch("2147483648", INT32, "expected an integer of 32 bits in `m`, found 2147483648");
  check_mismatch("-2147483649", INT32, "expected an integer of 32 bits in `m`, found -2147483649");
}

static void test_int_limits(void)
{
  int64_t wide = 0;
  int32_t narrow = 0;
  bool more = false;

  open_text(BERG_SPAN("[9223372036854775807,-9223372036854775808,2147483647,-2147483648]"));
  CHECK_INT(berg_json_enter_array(&reader, "a"), BERG_OK);
  CHECK_INT(berg_json_next_element(&reader, &more), BERG_OK);
  CHECK_INT(berg_json_read_int64(&reader, "a", &wide), BERG_OK);
  CHECK_INT(wide, INT64_MAX);
  CHECK_INT(berg_json_next_element(&reader, &more), BERG_OK);
  CHECK_INT(berg_json_read_int64(&reader, "a", &wide), BERG_OK);
  CHECK_INT(wide, INT64_MIN);
  CHECK_INT(berg_json_next_element(&reader, &more), BERG_OK);
  CHECK_INT(berg_json_read_int32(&reader, "a", &narrow), BERG_OK);
  CHECK_INT(narrow, INT32_MAX);
  CHECK_INT(berg_json_next_element(&reader, &more), BERG_OK);
  CHECK_INT(berg_json_read_int32(&reader, "a", &narrow), BERG_OK);
  CHECK_INT(narrow, INT32_MIN);
}

/* Short integers, those just too long to be short, and what is none: as the scanner says, at an end and before one. */
static void test_int_forms(void)
{
  static const char *const FORMS[] = {"0",
                                      "7",
                                      "-1",
                                      "-0",
                                      "-01",
                                      "-",
                                      "10",
                                      "-10",
                                      "1.0",
                                      "1e1",
                                      "12E0",
                                      "99999999999999999",
                                      "999999999999999999",
                                      "-999999999999999999",
                                      "1234567890123456789",
                                      "-1234567890123456789",
                                      "12345678901234567890"};
  static const char *const ENDS[] = {"", " ", ",", "]"};
  char text[64];

  for (size_t i = 0; i < sizeof FORMS / sizeof FORMS[0]; i++) {
    int64_t expected = -1;
    enum berg_status status = berg_json_scan_int64(berg_span_of(FORMS[i]), &expected);
    for (size_t j = 0; j < sizeof ENDS / sizeof ENDS[0]; j++) {
      int64_t number = -1;
      snprintf(text, sizeof text, " %s%s", FORMS[i], ENDS[j]);
      open_text(berg_span_of(text));
      CHECK_INT(berg_json_read_int64(&reader, "a", &number), status);
      CHECK_INT(number, expected);
      CHECK_INT(reader.value_start, 1);
      CHECK_INT(reader.pos, status == BERG_OK ? 1 + strlen(FORMS[i]) : reader.pos);
    }
  }
}

/* Skips through TEXT as an object (or an array) and its end. */
static enum berg_status walk(struct berg_span text)
{
  struct berg_span name;
  bool more = true;

  open_text(text);
  bool object = berg_json_peek(&reader) == BERG_JSON_OBJECT;
  enum berg_status status = object ? berg_json_enter_object(&reader, "R") : berg_json_enter_array(&reader, "R");
  while (status == BERG_OK) {
    status = object ? berg_json_next_member(&reader, &name, &more) : berg_json_next_element(&reader, &more);
    if (status != BERG_OK || !more)
      break;
    status = berg_json_skip(&reader);
  }
  return status == BERG_OK ? berg_json_finish(&reader) : status;
}

static void test_malformed(void)
{
  static const char *const TEXTS[] = {"{\"a\":1,}", "{,}",       "{\"a\" 1}",   "{\"a\":1 \"b\":2}",
                                      "{\"a\":1",   "{\"a\":",   "{\"a\"",      "{",
                                      "{a:1}",      "{\"a\":1]", "{\"a\":1}}",  "{\"a\":1} 2",
                                      "[1,]",       "[,]",       "[1 2]",       "[1",
                                      "[",          "[1}",       "[1]]",        "[1]\0x",
                                      "[tru]",      "[\"\\x\"]", "{\"\\x\":1}", "[1,,2]"};

  for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
    struct berg_span text = berg_span_of(TEXTS[i]);
    if (i == 19)
      text.len = 5; /* the NUL is part of the text */
    if (walk(text) != BERG_INVALID || problem.message_len == 0)
      test_report(__FILE__, __LINE__, TEXTS[i]);
  }
  CHECK_INT(walk(BERG_SPAN(" { \"a\" : [ { } ] } ")), BERG_OK);
  CHECK_INT(walk(BERG_SPAN("[]")), BERG_OK);
  CHECK_INT(walk(BERG_SPAN("{}")), BERG_OK);
}

static void test_stays_failed(void)
{
  struct berg_span text;
  bool more;
  int64_t number;

  open_text(BERG_SPAN("[x,1]"));
  CHECK_INT(berg_json_enter_array(&reader, "a"), BERG_OK);
  CHECK_INT(berg_json_next_element(&reader, &more), BERG_INVALID);
  CHECK_INT(berg_json_peek(&reader), BERG_JSON_ERROR);
  CHECK_INT(berg_json_next_element(&reader, &more), BERG_INVALID);
  CHECK_INT(berg_json_read_int64(&reader, "a", &number), BERG_INVALID);
  CHECK_INT(berg_json_read_raw(&reader, &text), BERG_INVALID);
  CHECK_INT(berg_json_finish(&reader), BERG_INVALID);
  CHECK_INT(berg_json_peek_member(&reader, BERG_SPAN("a"), &text), BERG_ABSENT);
}

static void test_fail(void)
{
  open_text(BERG_SPAN("{\"a\":[1,{\"b\":2}]}"));
  CHECK_INT(berg_json_fail(&reader, 13, "no `{}` here", BERG_SPAN("b")), BERG_INVALID);
  CHECK_TEXT(berg_problem_message(&problem), "no `b` here");
  CHECK_TEXT(berg_span_of(problem.pointer), "/a/1/b");
  CHECK_INT(berg_json_skip(&reader), BERG_INVALID);
}

static void test_depth(void)
{
  struct berg_span text = BERG_SPAN("[[[1]]]");
  bool more;

  open_text(text);
  reader.depth_max = 2;
  CHECK_INT(berg_json_enter_array(&reader, "a"), BERG_OK);
  CHECK_INT(berg_json_next_element(&reader, &more), BERG_OK);
  CHECK_INT(berg_json_enter_array(&reader, "a"), BERG_OK);
  CHECK_INT(berg_json_next_element(&reader, &more), BERG_OK);
  CHECK_INT(berg_json_enter_array(&reader, "a"), BERG_INVALID);
  CHECK_TEXT(berg_problem_message(&problem), "malformed JSON: nested deeper than 2 levels (byte 2, line 1, column 3)");
  open_text(text);
  reader.depth_max = 2;
  CHECK_INT(berg_json_enter_array(&reader, "a"), BERG_OK);
  CHECK_INT(berg_json_next_element(&reader, &more), BERG_OK);
  CHECK_INT(berg_json_skip(&reader), BERG_INVALID);
}

static void test_collections(void)
{
  struct berg_spans texts = {NULL, 9};
  struct berg_int64s wide;
  struct berg_int32s narrow;
  struct berg_properties map;

  open_text(BERG_SPAN("[\"a\",\"\\n\",\"c\",\"d\",\"e\",\"f\",\"g\",\"h\",\"i\",\"j\"]"));
  CHECK_INT(berg_json_read_strings(&reader, "s", &texts), BERG_OK);
  CHECK_INT(texts.count, 10);
  CHECK_TEXT(texts.items[1], "\n");
  CHECK_TEXT(texts.items[9], "j");
  open_text(BERG_SPAN("[]"));
  CHECK_INT(berg_json_read_strings(&reader, "s", &texts), BERG_OK);
  CHECK_INT(texts.count, 0);
  open_text(BERG_SPAN("[1,-9223372036854775808]"));
  CHECK_INT(berg_json_read_int64s(&reader, "l", &wide), BERG_OK);
  CHECK_INT(wide.count, 2);
  CHECK_INT(wide.items[1], INT64_MIN);
  open_text(BERG_SPAN("[1,2147483647]"));
  CHECK_INT(berg_json_read_int32s(&reader, "i", &narrow), BERG_OK);
  CHECK_INT(narrow.items[1], INT32_MAX);
  open_text(BERG_SPAN("{\"k\":\"v\",\"\\u006b2\":\"\"}"));
  CHECK_INT(berg_json_read_properties(&reader, "p", &map), BERG_OK);
  CHECK_INT(map.count, 2);
  CHECK_TEXT(map.items[0].value, "v");
  CHECK_TEXT(map.items[1].key, "k2");
}

static void test_collections_refused(void)
{
  struct berg_spans texts = {NULL, 9};
  struct berg_int32s narrow = {NULL, 9};
  struct berg_properties map = {NULL, 9};

  open_text(BERG_SPAN("[\"a\",null]"));
  CHECK_INT(berg_json_read_strings(&reader, "s", &texts), BERG_INVALID);
  CHECK_INT(texts.count, 9);
  CHECK_TEXT(berg_span_of(problem.pointer), "/1");
  open_text(BERG_SPAN("[2147483648]"));
  CHECK_INT(berg_json_read_int32s(&reader, "i", &narrow), BERG_INVALID);
  CHECK_INT(narrow.count, 9);
  open_text(BERG_SPAN("{\"k\":1}"));
  CHECK_INT(berg_json_read_properties(&reader, "p", &map), BERG_INVALID);
  CHECK_INT(map.count, 9);
  CHECK_TEXT(berg_span_of(problem.pointer), "/k");
}

static void test_no_memory(void)
{
  struct berg_spans texts;
  struct berg_span text;

  for (size_t fail = 1; fail <= 3; fail++) {
    open_text(BERG_SPAN("[\"a\",\"\\n\",\"c\",\"d\",\"e\",\"f\",\"g\",\"h\",\"i\"]"));
    arena.fail_after = fail;
    CHECK_INT(berg_json_read_strings(&reader, "s", &texts), BERG_NO_MEMORY);
    CHECK_INT(problem.status, BERG_NO_MEMORY);
    CHECK_INT(berg_json_skip(&reader), BERG_NO_MEMORY);
  }
  arena.fail_after = 1;
  CHECK_INT(berg_json_unescape(BERG_SPAN("a"), &arena, &text), BERG_NO_MEMORY);
}

static void test_peek_member(void)
{
  struct berg_span value;

  open_text(BERG_SPAN("{\"a\":{\"type\":0},\"\\u0074ype\":\"x\",\"z\":[1, 2]}"));
  CHECK_INT(berg_json_peek_member(&reader, BERG_SPAN("type"), &value), BERG_OK);
  CHECK_TEXT(value, "\"x\"");
  CHECK_INT(berg_json_peek_member(&reader, BERG_SPAN("z"), &value), BERG_OK);
  CHECK_TEXT(value, "[1, 2]");
  CHECK_INT(berg_json_peek_member(&reader, BERG_SPAN("typ"), &value), BERG_ABSENT);
  CHECK_INT(berg_json_peek_member(&reader, BERG_SPAN("types"), &value), BERG_ABSENT);
  CHECK_INT(reader.pos, 0);
  CHECK_INT(berg_json_enter_object(&reader, "R"), BERG_OK);
  open_text(BERG_SPAN("[1]"));
  CHECK_INT(berg_json_peek_member(&reader, BERG_SPAN("a"), &value), BERG_ABSENT);
  open_text(BERG_SPAN("{\"a\":1 x"));
  CHECK_INT(berg_json_peek_member(&reader, BERG_SPAN("b"), &value), BERG_ABSENT);
}

static void check_unescaped(struct berg_span raw, struct berg_span expected)
{
  struct berg_span text = {NULL, 0};

  CHECK_INT(berg_json_unescape(raw, &arena, &text), BERG_OK);
  CHECK(berg_span_equal(text, expected));
}

static void test_unescape(void)
{
  static const char *const BROKEN[] = {"\\",         "\\x",        "\\u",     "\\u12",          "\\u123g", "\\ud800",
                                       "a\\ud800bc", "\\ud800\\n", "\\udc00", "\\ud83d\\u0041", "\\U0041"};
  struct berg_span text = {NULL, 7};

  check_unescaped(BERG_SPAN(""), BERG_SPAN(""));
  check_unescaped(BERG_SPAN("abc"), BERG_SPAN("abc"));
  check_unescaped(BERG_SPAN("\\\"\\\\\\/\\b\\f\\n\\r\\t"), BERG_SPAN("\"\\/\b\f\n\r\t"));
  check_unescaped(BERG_SPAN("\\u0000\\u007f\\u0080\\u07FF\\u0800\\uffff"),
                  BERG_SPAN("\0\x7f\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF"));
  check_unescaped(BERG_SPAN("\\ud800\\udc00\\uDBFF\\uDFFF"), BERG_SPAN("\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"));
  for (size_t i = 0; i < sizeof BROKEN / sizeof BROKEN[0]; i++) {
    if (berg_json_unescape(berg_span_of(BROKEN[i]), &arena, &text) != BERG_INVALID || text.len != 7)
      test_report(__FILE__, __LINE__, BROKEN[i]);
  }
}

static void check_pointer(const char *text, size_t offset, const char *expected)
{
  struct berg_buffer pointer;

  berg_buffer_open(&pointer);
  berg_json_pointer_at(berg_span_of(text), offset, &pointer);
  CHECK_TEXT(berg_buffer_span(&pointer), expected);
  berg_buffer_close(&pointer);
}

static void test_pointer(void)
{
  const char *text = "{\"a\": [10, {\"b/\\u007e\": \"xyz\"}], \"c\": {\"d\":{}}}";

  check_pointer(text, 0, "");
  check_pointer(text, 2, "/a");
  check_pointer(text, 6, "/a");
  check_pointer(text, 7, "/a/0");
  check_pointer(text, 9, "/a");
  check_pointer(text, 11, "/a/1");
  check_pointer(text, 14, "/a/1/b~1~0");
  check_pointer(text, 26, "/a/1/b~1~0");
  check_pointer(text, 29, "/a/1");
  check_pointer(text, 30, "/a");
  check_pointer(text, 31, "");
  check_pointer(text, 32, "/c");
  check_pointer(text, 44, "/c/d");
  check_pointer(text, 1000, "");
  check_pointer("[1,[2,", 6, "/1/1");
}

int main(void)
{
  berg_arena_open(&arena, (size_t)16 << 20);
  TEST_RUN(test_borrowed);
  TEST_RUN(test_document);
  TEST_RUN(test_mismatches);
  TEST_RUN(test_int_limits);
  TEST_RUN(test_int_forms);
  TEST_RUN(test_malformed);
  TEST_RUN(test_stays_failed);
  TEST_RUN(test_fail);
  TEST_RUN(test_depth);
  TEST_RUN(test_collections);
  TEST_RUN(test_collections_refused);
  TEST_RUN(test_no_memory);
  TEST_RUN(test_peek_member);
  TEST_RUN(test_unescape);
  TEST_RUN(test_pointer);
  berg_arena_close(&arena);
  return test_end();
}
