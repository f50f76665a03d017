#include "base/time.h"

#define MS_PER_DAY INT64_C(86400000)
#define DAYS_PER_ERA INT64_C(146097) /* 400 years */

/* The year and the day of that year, both counted from March on, of day DAY of a 400-year era. */
struct era_day {
  int32_t year;
  int32_t day;
};

/*@ requires 0 <= day < 146097;
    assigns \nothing;
    ensures 0 <= \result.year <= 399 && 0 <= \result.day <= 365;
    ensures day == \result.year * 365 + \result.year / 4 - \result.year / 100 + \result.day;
    ensures leap: \result.day == 365 ==> (\result.year + 1) % 4 == 0 &&
      ((\result.year + 1) % 100 != 0 || (\result.year + 1) % 400 == 0);
*/
static struct era_day split_era(int32_t day)
{
  struct era_day found;

  found.year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
  found.day = day - (found.year * 365 + found.year / 4 - found.year / 100);
  return found;
}

/* Sets the date that is DAYS behind 0000-03-01 in CIVIL; DAYS is at least -60, the first of January of that year. */
/*@ requires \valid(civil) && -60 <= days <= 3652364;
    assigns civil->year, civil->month, civil->day;
    ensures range: 0 <= civil->year <= 9999 && 1 <= civil->month <= 12 && 1 <= civil->day <= 31;
    ensures value: berg_days_of(civil->year, civil->month, civil->day) == days;
    ensures month: civil->day <= berg_month_days(civil->year, civil->month);
*/
static void set_date(int32_t days, struct berg_civil *civil)
{
  int32_t era = (days + 146097) / 146097 - 1;
  struct era_day found = split_era(days - era * 146097);
  int32_t year = era * 400 + found.year;     /* that began in March */
  int32_t month = (5 * found.day + 2) / 153; /* 0 is March */

  /*@ assert by4: (year + 400) / 4 == (era + 1) * 100 + found.year / 4; */
  /*@ assert by100: (year + 400) / 100 == (era + 1) * 4 + found.year / 100; */
  /*@ assert by400: (year + 400) / 400 == era + 1; */
  civil->day = found.day - (153 * month + 2) / 5 + 1;
  civil->month = month < 10 ? month + 3 : month - 9;
  civil->year = month < 10 ? year : year + 1;
}

enum berg_status berg_time_civil(int64_t unix_ms, struct berg_civil *civil)
{
  if (unix_ms < BERG_TIME_MIN_MS || unix_ms > BERG_TIME_MAX_MS)
    return BERG_INVALID;
  int64_t since = unix_ms - BERG_TIME_MIN_MS;
  int32_t days = (int32_t)(since / MS_PER_DAY);
  int32_t ms = (int32_t)(since % MS_PER_DAY);

  set_date(days - 60, civil);
  civil->weekday = (days + 6) % 7; /* 0000-01-01 was a Saturday */
  civil->hour = ms / 3600000;
  civil->minute = ms / 60000 % 60;
  civil->second = ms / 1000 % 60;
  civil->millisecond = ms % 1000;
  return BERG_OK;
}
