#include "base/time.h"

/* Writes VALUE, which has at most COUNT digits, as COUNT digits at OUT. */
/*@ requires 0 <= value && 1 <= count <= 4;
    requires \valid(out + (0 .. count - 1));
    assigns out[0 .. count - 1];
    ensures \forall integer k; 0 <= k < count ==> '0' <= out[k] <= '9';
*/
static void put_digits(uint8_t *out, size_t count, int32_t value)
{
  /*@ loop invariant 0 <= i <= count && 0 <= value;
      loop invariant \forall integer k; i <= k < count ==> '0' <= out[k] <= '9';
      loop assigns i, value, out[0 .. count - 1];
      loop variant i;
  */
  for (size_t i = count; i > 0; i--) {
    out[i - 1] = (uint8_t)('0' + value % 10);
    value /= 10;
  }
}

/* Writes hour, minute and second with ':' between them: 8 bytes. */
/*@ requires berg_civil_ok(*civil) && \valid_read(civil);
    requires \valid(out + (0 .. 7)) && \separated(civil, out + (0 .. 7));
    assigns out[0 .. 7];
*/
static void put_clock(uint8_t *out, const struct berg_civil *civil)
{
  put_digits(out, 2, civil->hour);
  out[2] = ':';
  put_digits(out + 3, 2, civil->minute);
  out[5] = ':';
  put_digits(out + 6, 2, civil->second);
}

enum berg_status berg_time_format_rfc3339(int64_t unix_ms, uint8_t *out)
{
  struct berg_civil civil;

  if (berg_time_civil(unix_ms, &civil) != BERG_OK)
    return BERG_INVALID;
  put_digits(out, 4, civil.year);
  out[4] = '-';
  put_digits(out + 5, 2, civil.month);
  out[7] = '-';
  put_digits(out + 8, 2, civil.day);
  out[10] = 'T';
  put_clock(out + 11, &civil);
  out[19] = '.';
  put_digits(out + 20, 3, civil.millisecond);
  out[23] = 'Z';
  return BERG_OK;
}

/* Writes the name of three letters that stands at INDEX of NAMES. */
/*@ requires 0 <= index <= 11 && \valid_read(names + (3 * index .. 3 * index + 2));
    requires \valid(out + (0 .. 2)) && \separated(out + (0 .. 2), names + (3 * index .. 3 * index + 2));
    assigns out[0 .. 2];
*/
static void put_name(uint8_t *out, const uint8_t *names, int32_t index)
{
  out[0] = names[3 * index];
  out[1] = names[3 * index + 1];
  out[2] = names[3 * index + 2];
}

static const uint8_t DAYS[21] = {'S', 'u', 'n', 'M', 'o', 'n', 'T', 'u', 'e', 'W', 'e',
                                 'd', 'T', 'h', 'u', 'F', 'r', 'i', 'S', 'a', 't'};
static const uint8_t MONTHS[36] = {'J', 'a', 'n', 'F', 'e', 'b', 'M', 'a', 'r', 'A', 'p', 'r',
                                   'M', 'a', 'y', 'J', 'u', 'n', 'J', 'u', 'l', 'A', 'u', 'g',
                                   'S', 'e', 'p', 'O', 'c', 't', 'N', 'o', 'v', 'D', 'e', 'c'};

enum berg_status berg_time_format_http(int64_t unix_ms, uint8_t *out)
{
  struct berg_civil civil;

  if (berg_time_civil(unix_ms, &civil) != BERG_OK)
    return BERG_INVALID;
  put_name(out, DAYS, civil.weekday);
  out[3] = ',';
  out[4] = ' ';
  put_digits(out + 5, 2, civil.day);
  out[7] = ' ';
  put_name(out + 8, MONTHS, civil.month - 1);
  out[11] = ' ';
  put_digits(out + 12, 4, civil.year);
  out[16] = ' ';
  put_clock(out + 17, &civil);
  out[25] = ' ';
  out[26] = 'G';
  out[27] = 'M';
  out[28] = 'T';
  return BERG_OK;
}
