/* Time as text: milliseconds since 1970-01-01T00:00:00Z as RFC 3339 and as an HTTP date, and durations (ISO 8601).
 *
 * The Gregorian calendar in UTC, years 0 to 9999, no leap seconds; not for reading clocks. The caller owns all memory.
 * Proven: a date is exactly the one that its milliseconds say; no runtime error and no overflow anywhere. */
#ifndef BERG_BASE_TIME_H
#define BERG_BASE_TIME_H

#include "base/span.h"
#include "base/status.h"

#define BERG_TIME_MIN_MS (-INT64_C(62167219200000)) /* 0000-01-01T00:00:00.000Z */
#define BERG_TIME_MAX_MS INT64_C(253402300799999)   /* 9999-12-31T23:59:59.999Z */
#define BERG_TIME_RFC3339_LEN 24u
#define BERG_TIME_HTTP_LEN 29u

struct berg_civil {
  int32_t year;        /* 0 to 9999 */
  int32_t month;       /* 1 to 12 */
  int32_t day;         /* 1 to 31 */
  int32_t weekday;     /* 0 is Sunday */
  int32_t hour;        /* 0 to 23 */
  int32_t minute;      /* 0 to 59 */
  int32_t second;      /* 0 to 59 */
  int32_t millisecond; /* 0 to 999 */
};

/*@ // days from 0000-03-01 to year Y, month M, day D; counted from 400 years earlier, so that nothing is negative
    logic integer berg_days_of(integer y, integer m, integer d) =
      \let yy = m <= 2 ? y + 399 : y + 400;
      yy * 365 + yy / 4 - yy / 100 + yy / 400 + (153 * (m <= 2 ? m + 9 : m - 3) + 2) / 5 + d - 1 - 146097;
    logic integer berg_month_days(integer y, integer m) = m == 4 || m == 6 || m == 9 || m == 11 ? 30 :
      m != 2 ? 31 : y % 4 == 0 && (y % 100 != 0 || y % 400 == 0) ? 29 : 28;
    predicate berg_civil_ok(struct berg_civil c) = 0 <= c.year <= 9999 && 1 <= c.month <= 12 && 1 <= c.day <= 31 &&
      0 <= c.weekday <= 6 && 0 <= c.hour <= 23 && 0 <= c.minute <= 59 && 0 <= c.second <= 59 &&
      0 <= c.millisecond <= 999;
*/

/* The date and time of UNIX_MS. BERG_INVALID outside BERG_TIME_MIN_MS and BERG_TIME_MAX_MS. */
/*@ requires \valid(civil);
    assigns *civil;
    ensures status: \result == BERG_OK || \result == BERG_INVALID;
    ensures accepts: \result == BERG_OK <==> BERG_TIME_MIN_MS <= unix_ms <= BERG_TIME_MAX_MS;
    ensures ranges: \result == BERG_OK ==> berg_civil_ok(*civil);
    ensures value: \result == BERG_OK ==> unix_ms ==
      (berg_days_of(civil->year, civil->month, civil->day) - 719468) * 86400000 + civil->hour * 3600000 +
      civil->minute * 60000 + civil->second * 1000 + civil->millisecond;
    ensures month: \result == BERG_OK ==> civil->day <= berg_month_days(civil->year, civil->month);
    ensures weekday: \result == BERG_OK ==>
      civil->weekday == (berg_days_of(civil->year, civil->month, civil->day) + 66) % 7;
*/
BERG_MUST_USE enum berg_status berg_time_civil(int64_t unix_ms, struct berg_civil *civil);

/* Writes `2024-05-01T12:34:56.789Z` at OUT. BERG_INVALID as above. */
/*@ requires \valid(out + (0 .. BERG_TIME_RFC3339_LEN - 1));
    assigns out[0 .. BERG_TIME_RFC3339_LEN - 1];
    ensures \result == BERG_OK <==> BERG_TIME_MIN_MS <= unix_ms <= BERG_TIME_MAX_MS;
*/
BERG_MUST_USE enum berg_status berg_time_format_rfc3339(int64_t unix_ms, uint8_t *out);

/* Writes `Wed, 01 May 2024 12:34:56 GMT` (RFC 9110, section 5.6.7) at OUT. BERG_INVALID as above. */
/*@ requires \valid(out + (0 .. BERG_TIME_HTTP_LEN - 1));
    assigns out[0 .. BERG_TIME_HTTP_LEN - 1];
    ensures \result == BERG_OK <==> BERG_TIME_MIN_MS <= unix_ms <= BERG_TIME_MAX_MS;
*/
BERG_MUST_USE enum berg_status berg_time_format_http(int64_t unix_ms, uint8_t *out);

/* Reads TEXT as a duration of fixed length: `PnW`, or `PnDTnHnMnS` with at least one part, the parts in this order, and
 * a fraction of up to three digits at the seconds. Years and months have no fixed length. BERG_INVALID, also when the
 * milliseconds do not fit. */
/*@ requires berg_span_ok(text) && \valid(duration_ms);
    requires \separated(duration_ms, text.bytes + (0 .. text.len - 1));
    assigns *duration_ms;
    ensures \result == BERG_OK || \result == BERG_INVALID;
    ensures \result == BERG_OK ==> *duration_ms >= 0;
    ensures \result != BERG_OK ==> *duration_ms == \old(*duration_ms);
*/
BERG_MUST_USE enum berg_status berg_duration_parse(struct berg_span text, int64_t *duration_ms);

#endif
