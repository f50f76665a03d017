/* Whole texts: what is refused, with which message, place and pointer; equal member names in objects of every size. */
#include "unit/test.h"

#include "json/reader.h"

static struct berg_arena arena;
static struct berg_problem problem;

static enum berg_status check(struct berg_span text, struct berg_json_limits limits)
{
  berg_arena_reset(&arena);
  berg_problem_clear(&problem);
  return berg_json_check_text(text, limits, true, &arena, &problem);
}

static void test_accepted(void)
{
  static const char *const TEXTS[] = {"0",
                                      " \"x\"\n",
                                      "null",
                                      "[]",
                                      "{}",
                                      "[[],{}]",
                                      "{\"a\":{\"a\":{\"a\":1}},\"b\":1}",
                                      "[{\"a\":1},{\"a\":1}]",
                                      "{\"\":1,\" \":2}",
                                      "\"\\u0000\""};

  for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++)
    CHECK_INT(check(berg_span_of(TEXTS[i]), BERG_JSON_LIMITS_DEFAULT), BERG_OK);
}

static void check_message(struct berg_span text, const char *message, const char *pointer)
{
  CHECK_INT(check(text, BERG_JSON_LIMITS_DEFAULT), BERG_INVALID);
  CHECK_TEXT(berg_problem_message(&problem), message);
  CHECK_TEXT(berg_span_of(problem.pointer), pointer);
}

static void test_messages(void)
{
  check_message(BERG_SPAN(""), "malformed JSON: expected a value, found the end of the text (byte 0, line 1, column 1)",
                "");
  check_message(BERG_SPAN("\xEF\xBB\xBF{}"),
                "malformed JSON: expected a value, found a byte order mark (byte 0, line 1, column 1)", "");
  check_message(BERG_SPAN("{\n  \"a\": 1,\n  \"b\" 2\n}"),
                "malformed JSON: expected ':', found a number (byte 18, line 3, column 7)", "/b");
  check_message(BERG_SPAN("[1, 2] x"),
                "malformed JSON: expected the end of the text, found 'x' (byte 7, line 1, column 8)", "");
  check_message(BERG_SPAN("[1]\0"),
                "malformed JSON: expected the end of the text, found a control character (byte 3, line 1, column 4)",
                "");
  check_message(BERG_SPAN("{\"a\":[0,{\"b/c~d\":tru}]}"),
                "malformed JSON: expected a value, found 't' (byte 17, line 1, column 18)", "/a/1/b~1c~0d");
  check_message(BERG_SPAN("{\"a\\u0062\":[01]}"),
                "malformed JSON: expected ',' or ']', found a number (byte 13, line 1, column 14)", "/ab/0");
  check_message(BERG_SPAN("{\"a\":1,}"), "malformed JSON: expected a member name, found '}' (byte 7, line 1, column 8)",
                "");
  check_message(BERG_SPAN("[\"a\nb\"]"), "malformed JSON: a control character in a string (byte 3, line 1, column 4)",
                "/0");
  check_message(BERG_SPAN("[1,\"\\ud800\"]"), "malformed JSON: a broken escape in a string (byte 4, line 1, column 5)",
                "/1");
  check_message(BERG_SPAN("[\"\xFF\"]"),
                "malformed JSON: a byte that is not UTF-8 in a string (byte 2, line 1, column 3)", "/0");
  check_message(BERG_SPAN("[-]"), "malformed JSON: ']' in a number (byte 2, line 1, column 3)", "/0");
  check_message(BERG_SPAN("{\"k\":\"abc"),
                "malformed JSON: the end of the text in a string (byte 9, line 1, column 10)", "/k");
}

static void test_limits(void)
{
  struct berg_json_limits limits = {.size_max_bytes = 4, .depth_max = 2};

  CHECK_INT(check(BERG_SPAN("1234"), limits), BERG_OK);
  CHECK_INT(check(BERG_SPAN("12345"), limits), BERG_TOO_LARGE);
  CHECK_TEXT(berg_problem_message(&problem), "the JSON text has 5 bytes; at most 4 are taken");
  limits.size_max_bytes = 100;
  CHECK_INT(check(BERG_SPAN("[[1]]"), limits), BERG_OK);
  CHECK_INT(check(BERG_SPAN("[1,[[2]]]"), limits), BERG_INVALID);
  CHECK_TEXT(berg_problem_message(&problem), "malformed JSON: nested deeper than 2 levels (byte 4, line 1, column 5)");
  CHECK_TEXT(berg_span_of(problem.pointer), "/1/0");
}

static void test_deep(void)
{
  static uint8_t text[20000];

  memset(text, '[', 10000);
  memset(text + 10000, ']', 10000);
  CHECK_INT(check((struct berg_span){text, sizeof text}, BERG_JSON_LIMITS_DEFAULT), BERG_INVALID);
  CHECK_TEXT(berg_problem_message(&problem),
             "malformed JSON: nested deeper than 100 levels (byte 100, line 1, column 101)");
  for (size_t i = 0; i + 5 <= sizeof text; i += 5)
    memcpy(text + i, "{\"a\":", 5);
  struct berg_json_limits limits = {.size_max_bytes = SIZE_MAX, .depth_max = SIZE_MAX};
  CHECK_INT(check((struct berg_span){text, sizeof text}, limits), BERG_INVALID);
  CHECK_TEXT(berg_problem_message(&problem),
             "malformed JSON: nested deeper than 128 levels (byte 640, line 1, column 641)");
}

static void test_duplicates(void)
{
  check_message(BERG_SPAN("{\"a\":1,\"b\":2,\"a\":3}"),
                "member `a` occurs twice in one object (byte 13, line 1, column 14)", "/a");
  check_message(BERG_SPAN("[{\"x\":{\"\\u0061b\":1,\"a\\u0062\":2}}]"),
                "member `ab` occurs twice in one object (byte 19, line 1, column 20)", "/0/x/ab");
  check_message(BERG_SPAN("{\"/\":1,\"\\/\":2}"), "member `/` occurs twice in one object (byte 7, line 1, column 8)",
                "/~1");
  check_message(BERG_SPAN("{\"\":1,\"\":2}"), "member `` occurs twice in one object (byte 6, line 1, column 7)", "/");
  check_message(BERG_SPAN("{\"\xF0\x9F\x98\x80\":1,\"\\ud83d\\ude00\":2}"),
                "member `\xF0\x9F\x98\x80` occurs twice in one object (byte 10, line 1, column 11)",
                "/\xF0\x9F\x98\x80");
  CHECK_INT(berg_json_check_text(BERG_SPAN("{\"a\":1,\"a\":1}"), BERG_JSON_LIMITS_DEFAULT, false, &arena, NULL),
            BERG_OK);
  CHECK_INT(check(BERG_SPAN("{\"a\":\"a\",\"b\":[\"a\",\"a\"],\"c\":{\"a\":1,\"b\":2}}"), BERG_JSON_LIMITS_DEFAULT),
            BERG_OK);
}

/* An object of COUNT members whose REPEATED-th name is that of the first one; none is when it is 0. */
static void check_object(size_t count, size_t repeated)
{
  struct berg_buffer buffer;
  size_t offset = 0;
  char message[128];

  berg_buffer_open(&buffer);
  berg_buffer_append_text(&buffer, "{\"outer\":{");
  for (size_t i = 0; i < count; i++) {
    size_t number = repeated != 0 && i == repeated ? 0 : i;
    offset = i == repeated ? buffer.len + (i > 0) : offset;
    berg_buffer_append_format(&buffer, "%s\"member-%zu\":{\"member-0\":%zu}", i > 0 ? "," : "", number * 7919 % 100003,
                              i);
  }
  berg_buffer_append_text(&buffer, "}}");
  enum berg_status status = check(berg_buffer_span(&buffer), BERG_JSON_LIMITS_DEFAULT);
  if (repeated == 0) {
    CHECK_INT(status, BERG_OK);
  } else {
    snprintf(message, sizeof message, "member `member-0` occurs twice in one object (byte %zu, line 1, column %zu)",
             offset, offset + 1);
    CHECK_INT(status, BERG_INVALID);
    CHECK_TEXT(berg_problem_message(&problem), message);
    CHECK_TEXT(berg_span_of(problem.pointer), "/outer/member-0");
  }
  berg_buffer_close(&buffer);
}

static void test_duplicates_by_size(void)
{
  for (size_t count = 1; count < 40; count++) {
    check_object(count, 0);
    for (size_t repeated = 1; repeated < count; repeated++)
      check_object(count, repeated);
  }
  check_object(100000, 0);
  check_object(100000, 1);
  check_object(100000, 50000);
  check_object(100000, 99999);
}

/* Of several repeated names, the one is named that is repeated first in the text. */
static void test_first_duplicate(void)
{
  struct berg_buffer buffer;

  for (int turned = 0; turned < 2; turned++) {
    berg_buffer_open(&buffer);
    berg_buffer_append_text(&buffer, "{\"aaaa\":0,\"bbbb\":0");
    for (int i = 0; i < 40; i++)
      berg_buffer_append_format(&buffer, ",\"other-%d\":0", i);
    berg_buffer_append_text(&buffer, turned ? ",\"bbbb\":0,\"aaaa\":0}" : ",\"aaaa\":0,\"bbbb\":0}");
    CHECK_INT(check(berg_buffer_span(&buffer), BERG_JSON_LIMITS_DEFAULT), BERG_INVALID);
    CHECK_TEXT(berg_span_of(problem.pointer), turned ? "/bbbb" : "/aaaa");
    berg_buffer_close(&buffer);
  }
}

static void test_no_memory(void)
{
  for (size_t fail = 1; fail < 3; fail++) {
    struct berg_arena small;
    berg_arena_open(&small, 1u << 20);
    berg_problem_clear(&problem);
    small.fail_after = fail;
    CHECK_INT(
        berg_json_check_text(BERG_SPAN("{\"\\n\":1,\"\\t\":2}"), BERG_JSON_LIMITS_DEFAULT, true, &small, &problem),
        BERG_NO_MEMORY);
    CHECK_TEXT(berg_problem_message(&problem), "out of memory while JSON was checked");
    berg_arena_close(&small);
  }
}

int main(void)
{
  berg_arena_open(&arena, (size_t)256 << 20);
  TEST_RUN(test_accepted);
  TEST_RUN(test_messages);
  TEST_RUN(test_limits);
  TEST_RUN(test_deep);
  TEST_RUN(test_duplicates);
  TEST_RUN(test_duplicates_by_size);
  TEST_RUN(test_first_duplicate);
  TEST_RUN(test_no_memory);
  berg_arena_close(&arena);
  return test_end();
}
