/* Time as text: known instants, every day of ten thousand years against the C library, the limits; durations. */
#include "unit/test.h"

#include "base/time.h"

#include <time.h>

static void check_rfc3339(int64_t unix_ms, const char *expected)
{
  uint8_t out[BERG_TIME_RFC3339_LEN];

  CHECK_INT(berg_time_format_rfc3339(unix_ms, out), BERG_OK);
  CHECK_TEXT(((struct berg_span){out, sizeof out}), expected);
}

static void check_http(int64_t unix_ms, const char *expected)
{
  uint8_t out[BERG_TIME_HTTP_LEN];

  CHECK_INT(berg_time_format_http(unix_ms, out), BERG_OK);
  CHECK_TEXT(((struct berg_span){out, sizeof out}), expected);
}

static void test_known(void)
{
  check_rfc3339(0, "1970-01-01T00:00:00.000Z");
  check_rfc3339(-1, "1969-12-31T23:59:59.999Z");
  check_rfc3339(INT64_C(951782400000), "2000-02-29T00:00:00.000Z");
  check_rfc3339(INT64_C(4107542399999), "2100-02-28T23:59:59.999Z");
  check_rfc3339(INT64_C(4107542400000), "2100-03-01T00:00:00.000Z");
  check_rfc3339(INT64_C(1714566896789), "2024-05-01T12:34:56.789Z");
  check_rfc3339(BERG_TIME_MIN_MS, "0000-01-01T00:00:00.000Z");
  check_rfc3339(BERG_TIME_MAX_MS, "9999-12-31T23:59:59.999Z");
  check_http(INT64_C(784111777000), "Sun, 06 Nov 1994 08:49:37 GMT");
  check_http(BERG_TIME_MIN_MS, "Sat, 01 Jan 0000 00:00:00 GMT");
  check_http(BERG_TIME_MAX_MS, "Fri, 31 Dec 9999 23:59:59 GMT");
}

static void test_outside(void)
{
  static const int64_t TIMES[] = {INT64_MIN, BERG_TIME_MIN_MS - 1, BERG_TIME_MAX_MS + 1, INT64_MAX};

  for (size_t i = 0; i < sizeof TIMES / sizeof TIMES[0]; i++) {
    uint8_t out[BERG_TIME_HTTP_LEN];
    struct berg_civil civil;
    CHECK_INT(berg_time_civil(TIMES[i], &civil), BERG_INVALID);
    CHECK_INT(berg_time_format_rfc3339(TIMES[i], out), BERG_INVALID);
    CHECK_INT(berg_time_format_http(TIMES[i], out), BERG_INVALID);
  }
}

static void test_every_day(void)
{
  int days = 0;
  int faults = 0;

  for (int64_t ms = BERG_TIME_MIN_MS + 86399999; ms <= BERG_TIME_MAX_MS; ms += 86400000) {
    time_t second = (time_t)((ms - 999) / 1000);
    struct tm parts;
    struct berg_civil civil;
    gmtime_r(&second, &parts);
    faults += berg_time_civil(ms, &civil) != BERG_OK || civil.year != parts.tm_year + 1900 ||
              civil.month != parts.tm_mon + 1 || civil.day != parts.tm_mday || civil.weekday != parts.tm_wday ||
              civil.hour != 23 || civil.minute != 59 || civil.second != 59 || civil.millisecond != 999;
    days++;
  }
  CHECK_INT(days, 3652425);
  CHECK_INT(faults, 0);
}

/* The milliseconds of TEXT; -1 when it is refused. */
static int64_t duration(const char *text)
{
  int64_t ms = -1;
  enum berg_status status = berg_duration_parse(berg_span_of(text), &ms);

  CHECK((status == BERG_OK) == (ms != -1));
  return ms;
}

static void test_durations(void)
{
  CHECK_INT(duration("PT30M"), 1800000);
  CHECK_INT(duration("PT0S"), 0);
  CHECK_INT(duration("P1D"), 86400000);
  CHECK_INT(duration("P2W"), 2 * 7 * INT64_C(86400000));
  CHECK_INT(duration("P1DT2H3M4.5S"), 93784500);
  CHECK_INT(duration("PT0.001S"), 1);
  CHECK_INT(duration("PT0.25S"), 250);
  CHECK_INT(duration("PT9223372036854775.807S"), INT64_MAX);
}

static void test_durations_refused(void)
{
  static const char *const TEXTS[] = {
      "",
      "P",
      "PT",
      "P1",
      "1D",
      "p1d",
      "P1DT",
      "PT1D",
      "P1H",
      "P1M",
      "P1Y",
      "PT1M1H",
      "PT1M1M",
      "P1W1D",
      "P1DT1W",
      "P1WT1H",
      "PT1.5M",
      "PT1.S",
      "PT.5S",
      "PT1,5S",
      "PT1.1234S",
      "PT-1S",
      "-PT1S",
      "PT 1S",
      "PT1S ",
      "PT1STT1S",
      "PTT1S",
      "PT9223372036854775.808S",
      "PT9223372036854775808S",
      "P15250284452472W",
      "PT1",
  };

  for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
    if (duration(TEXTS[i]) != -1)
      test_report(__FILE__, __LINE__, TEXTS[i]);
  }
}

int main(void)
{
  TEST_RUN(test_known);
  TEST_RUN(test_outside);
  TEST_RUN(test_every_day);
  TEST_RUN(test_durations);
  TEST_RUN(test_durations_refused);
  return test_end();
}
