/* The smallest test kit that serves: checks that count, a closing line that the runner reads.
 *
 * A test program is a main that calls functions with TEST_RUN and ends with `return test_end();`. A failed check prints
 * file, line and what was expected, and the program goes on. */
#ifndef BERG_TESTS_UNIT_TEST_H
#define BERG_TESTS_UNIT_TEST_H

#include "base/span.h"
#include "base/status.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int test_passed;
static int test_failed;
static int test_skipped;
static int test_case_failed; /* failed checks of the running case */

__attribute__((unused)) static void test_report(const char *file, int line, const char *what)
{
  fprintf(stderr, "%s:%d: %s\n", file, line, what);
  test_case_failed++;
}

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition))                                                                                                  \
      test_report(__FILE__, __LINE__, "not true: " #condition);                                                        \
  } while (0)

#define CHECK_INT(actual, expected)                                                                                    \
  do {                                                                                                                 \
    int64_t test_a = (int64_t)(actual), test_e = (int64_t)(expected);                                                  \
    if (test_a != test_e) {                                                                                            \
      char test_text[256];                                                                                             \
      snprintf(test_text, sizeof test_text, "%s is %" PRId64 ", expected %" PRId64, #actual, test_a, test_e);          \
      test_report(__FILE__, __LINE__, test_text);                                                                      \
    }                                                                                                                  \
  } while (0)

/* Compares a span with NUL-terminated text. */
#define CHECK_TEXT(actual, expected)                                                                                   \
  do {                                                                                                                 \
    struct berg_span test_s = (actual);                                                                                \
    const char *test_e = (expected);                                                                                   \
    if (test_s.len != strlen(test_e) || (test_s.len > 0 && memcmp(test_s.bytes, test_e, test_s.len) != 0)) {           \
      char test_text[2048];                                                                                            \
      snprintf(test_text, sizeof test_text, "%s is \"%.*s\", expected \"%s\"", #actual,                                \
               (int)(test_s.len < 900 ? test_s.len : 900), (const char *)test_s.bytes, test_e);                        \
      test_report(__FILE__, __LINE__, test_text);                                                                      \
    }                                                                                                                  \
  } while (0)

#define TEST_RUN(function)                                                                                             \
  do {                                                                                                                 \
    test_case_failed = 0;                                                                                              \
    function();                                                                                                        \
    if (test_case_failed == 0) {                                                                                       \
      test_passed++;                                                                                                   \
    } else {                                                                                                           \
      test_failed++;                                                                                                   \
      fprintf(stderr, "FAILED %s\n", #function);                                                                       \
    }                                                                                                                  \
  } while (0)

#define TEST_SKIP(reason)                                                                                              \
  do {                                                                                                                 \
    printf("SKIPPED %s: %s\n", __func__, (reason));                                                                    \
    test_skipped++;                                                                                                    \
  } while (0)

__attribute__((unused)) static int test_end(void)
{
  if (test_skipped != 0)
    printf("%d passed, %d failed, %d skipped\n", test_passed, test_failed, test_skipped);
  else
    printf("%d passed, %d failed\n", test_passed, test_failed);
  return test_failed == 0 ? 0 : 1;
}

#endif
