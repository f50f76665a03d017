/* Numbers, formats and patterns: what validators know about scalars. */
#include "unit/wire/wire_kit.h"
#include "wire/format.h"
#include "wire/number.h"
#include "wire/pattern.h"

static int compare(const char *a, const char *b)
{
  int order = berg_number_compare(berg_span_of(a), berg_span_of(b));

  CHECK_INT(berg_number_compare(berg_span_of(b), berg_span_of(a)), -order);
  return order;
}

static void numbers_compare_by_value(void)
{
  static const char *const ORDER[] = {"-1e400",
                                      "-10",
                                      "-9.99",
                                      "-1",
                                      "-0.5",
                                      "-1e-400",
                                      "0",
                                      "1e-400",
                                      "0.1",
                                      "0.11",
                                      "1",
                                      "1.5",
                                      "9",
                                      "10",
                                      "10.01",
                                      "99",
                                      "1e2",
                                      "101",
                                      "9007199254740993",
                                      "9007199254740994",
                                      "1e400"};

  for (size_t i = 0; i < sizeof ORDER / sizeof ORDER[0]; i++) {
    for (size_t k = 0; k < sizeof ORDER / sizeof ORDER[0]; k++)
      CHECK_INT(compare(ORDER[i], ORDER[k]), (i > k) - (i < k));
  }
}

static void spellings_of_one_number_are_equal(void)
{
  static const char *const TEN[] = {"10", "1e1", "1E+1", "10.0", "0.1e2", "1000e-2", "10.000"};
  static const char *const ZERO[] = {"0", "-0", "0.0", "0e10", "-0.00e-5"};

  for (size_t i = 0; i < sizeof TEN / sizeof TEN[0]; i++) {
    CHECK_INT(compare(TEN[i], TEN[0]), 0);
    CHECK(berg_number_hash(berg_span_of(TEN[i])) == berg_number_hash(berg_span_of(TEN[0])));
  }
  for (size_t i = 0; i < sizeof ZERO / sizeof ZERO[0]; i++) {
    CHECK_INT(compare(ZERO[i], ZERO[0]), 0);
    CHECK(berg_number_hash(berg_span_of(ZERO[i])) == berg_number_hash(berg_span_of(ZERO[0])));
  }
  CHECK(berg_number_hash(BERG_SPAN("1")) != berg_number_hash(BERG_SPAN("10")));
  CHECK(berg_number_hash(BERG_SPAN("1")) != berg_number_hash(BERG_SPAN("-1")));
}

static void integers_have_no_fraction_and_no_exponent(void)
{
  CHECK(berg_number_is_integer(BERG_SPAN("0")));
  CHECK(berg_number_is_integer(BERG_SPAN("-123456789012345678901234567890")));
  CHECK(!berg_number_is_integer(BERG_SPAN("1.0")));
  CHECK(!berg_number_is_integer(BERG_SPAN("1e3")));
}

static void uuids(void)
{
  CHECK(berg_format_is_uuid(BERG_SPAN("017F22E2-79B0-7CC3-98C4-dc0c0c07398f")));
  CHECK(!berg_format_is_uuid(BERG_SPAN("017F22E2-79B0-7CC3-98C4-DC0C0C07398")));
  CHECK(!berg_format_is_uuid(BERG_SPAN("017F22E2-79B0-7CC3-98C4-DC0C0C07398F0")));
  CHECK(!berg_format_is_uuid(BERG_SPAN("017F22E2079B0-7CC3-98C4-DC0C0C07398F")));
  CHECK(!berg_format_is_uuid(BERG_SPAN("017F22E2-79B0-7CC3-98C4-DC0C0C07398G")));
}

static void dates(void)
{
  CHECK(berg_format_is_date(BERG_SPAN("2024-02-29")));
  CHECK(berg_format_is_date(BERG_SPAN("2000-02-29")));
  CHECK(!berg_format_is_date(BERG_SPAN("1900-02-29")));
  CHECK(!berg_format_is_date(BERG_SPAN("2023-02-29")));
  CHECK(!berg_format_is_date(BERG_SPAN("2023-04-31")));
  CHECK(!berg_format_is_date(BERG_SPAN("2023-00-01")));
  CHECK(!berg_format_is_date(BERG_SPAN("2023-13-01")));
  CHECK(!berg_format_is_date(BERG_SPAN("2023-1-01")));
  CHECK(!berg_format_is_date(BERG_SPAN("2023/01/01")));
  CHECK(!berg_format_is_date(BERG_SPAN("x023-01-01")));
}

static void durations(void)
{
  static const char *const GOOD[] = {"PT30M", "P1Y2M3DT4H5M6S", "P3W", "P1D", "PT0S", "P1M", "PT1H1M", "P1DT1H"};
  static const char *const BAD[] = {"",     "P",      "PT",   "30M",   "PT30", "P1Y2D", "P1W1D", "PT1M1H",
                                    "P1DT", "PT1.5S", "P-1D", "pt30m", "P1S",  "PT1D",  "PT1HS"};

  for (size_t i = 0; i < sizeof GOOD / sizeof GOOD[0]; i++)
    CHECK_INT(berg_format_is_duration(berg_span_of(GOOD[i])) ? i : 999, i);
  for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++)
    CHECK_INT(berg_format_is_duration(berg_span_of(BAD[i])) ? i : 999, 999);
}

static void bytes(void)
{
  CHECK(berg_format_is_byte(BERG_SPAN("")));
  CHECK(berg_format_is_byte(BERG_SPAN("AA==")));
  CHECK(berg_format_is_byte(BERG_SPAN("AAA=")));
  CHECK(berg_format_is_byte(BERG_SPAN("+/zZ")));
  CHECK(!berg_format_is_byte(BERG_SPAN("AAA")));
  CHECK(!berg_format_is_byte(BERG_SPAN("A===")));
  CHECK(!berg_format_is_byte(BERG_SPAN("AA=A")));
  CHECK(!berg_format_is_byte(BERG_SPAN("A-_A")));
}

/* a(b|c)*$ by hand: the tables that the generator writes are tested through schemas. */
static void patterns_are_state_sets(void)
{
  static const struct berg_pattern_range RANGES[] = {{'a', 'a'}, {'b', 'c'}};
  static const struct berg_pattern_state STATES[] = {{BERG_PATTERN_RANGES, 1, 0, 0, 1},
                                                     {BERG_PATTERN_SPLIT, 2, 3, 0, 0},
                                                     {BERG_PATTERN_RANGES, 1, 0, 1, 1},
                                                     {BERG_PATTERN_END, 4, 0, 0, 0},
                                                     {BERG_PATTERN_MATCH, 0, 0, 0, 0}};
  static const struct berg_pattern PATTERN = {STATES, 5, RANGES};

  CHECK(berg_pattern_matches(&PATTERN, BERG_SPAN("a")));
  CHECK(berg_pattern_matches(&PATTERN, BERG_SPAN("xabcb")));
  CHECK(!berg_pattern_matches(&PATTERN, BERG_SPAN("")));
  CHECK(!berg_pattern_matches(&PATTERN, BERG_SPAN("abx")));
  CHECK(!berg_pattern_matches(&PATTERN, BERG_SPAN("b")));
}

int main(void)
{
  TEST_RUN(numbers_compare_by_value);
  TEST_RUN(spellings_of_one_number_are_equal);
  TEST_RUN(integers_have_no_fraction_and_no_exponent);
  TEST_RUN(uuids);
  TEST_RUN(dates);
  TEST_RUN(durations);
  TEST_RUN(bytes);
  TEST_RUN(patterns_are_state_sets);
  return test_end();
}
