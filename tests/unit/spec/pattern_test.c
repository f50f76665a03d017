/* Which patterns are taken, and why others are not. */
#include "spec/tool/pattern.h"
#include "unit/test.h"

static void taken(void)
{
  static const char *const patterns[] = {
      "",
      "abc",
      "^a$",
      "a|b|",
      "(a|b)*c",
      "(?:ab)+",
      "[a-z0-9_-]+",
      "[^a]",
      "a{3}",
      "a{3,}",
      "a{0,1000}",
      "\\d\\D\\w\\W\\s\\S",
      "\\.\\*\\[\\]\\(\\)\\{\\}\\|\\/\\-",
      "[\\]\\\\]",
      "[a\\-z]",
      "[-a]",
      "[a-]",
      ".*",
      "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
      "()",
      "[.$^|*+?]",
      "\\t\\n\\r\\f\\v",
  };

  for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
    const char *reason = "";
    size_t column = 0;
    enum berg_status status = berg_spec_pattern_check(berg_span_of(patterns[i]), &reason, &column);
    CHECK_INT(status, BERG_OK);
    if (status != BERG_OK)
      fprintf(stderr, "%s: %s at %zu\n", patterns[i], reason, column);
  }
}

static void refused(void)
{
  static const struct {
    const char *pattern;
    size_t column;
    const char *reason;
  } cases[] = {
      {"a\\", 3, "a backslash ends the pattern"},
      {"\\1", 2, "back references are not supported"},
      {"\\b", 2, "this escape is not supported"},
      {"\\p{L}", 2, "this escape is not supported"},
      {"\\u0041", 2, "this escape is not supported"},
      {"[a", 3, "the class is not closed"},
      {"[^", 3, "the class is not closed"},
      {"[a-\\d]", 6, "the range is not in order"},
      {"[]-a]", 2, "an empty class is not supported"},
      {"[b-a]", 5, "the range is not in order"},
      {"(a", 3, "the group is not closed"},
      {"a)", 2, "a bracket closes nothing"},
      {"]", 1, "a bracket closes nothing"},
      {"}", 1, "a bracket closes nothing"},
      {"+a", 1, "there is nothing to repeat"},
      {"a|*", 3, "there is nothing to repeat"},
      {"^*", 2, "there is nothing to repeat"},
      {"(?=a)", 3, "look-around and named groups are not supported"},
      {"(?<n>a)", 3, "look-around and named groups are not supported"},
      {"a*?", 3, "lazy and possessive quantifiers are not supported"},
      {"a{2}+", 5, "lazy and possessive quantifiers are not supported"},
      {"a**", 3, "a quantifier follows a quantifier"},
      {"a{,3}", 3, "a number is expected"},
      {"a{2", 4, "'}' is expected"},
      {"a{3,2}", 6, "the repetition is not in order"},
      {"a{1001}", 7, "the repetition is too large"},
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const char *reason = "";
    size_t column = 0;
    CHECK_INT(berg_spec_pattern_check(berg_span_of(cases[i].pattern), &reason, &column), BERG_INVALID);
    CHECK_TEXT(berg_span_of(reason), cases[i].reason);
    CHECK_INT(column, cases[i].column);
  }
}

/* Groups may be nested BERG_SPEC_PATTERN_DEPTH_MAX deep and not deeper. */
static void bounded_depth(void)
{
  char pattern[2 * BERG_SPEC_PATTERN_DEPTH_MAX + 8];
  const char *reason = "";
  size_t column = 0;

  for (int extra = 0; extra < 2; extra++) {
    size_t depth = (size_t)BERG_SPEC_PATTERN_DEPTH_MAX + (size_t)extra;
    memset(pattern, '(', depth);
    memset(pattern + depth, ')', depth);
    struct berg_span text = {(const uint8_t *)pattern, 2 * depth};
    CHECK_INT(berg_spec_pattern_check(text, &reason, &column), extra == 0 ? BERG_OK : BERG_INVALID);
  }
  CHECK_TEXT(berg_span_of(reason), "groups are nested too deeply");
}

int main(void)
{
  TEST_RUN(taken);
  TEST_RUN(refused);
  TEST_RUN(bounded_depth);
  return test_end();
}
