#include "base/time.h"

#include "base/ascii.h"
#include "base/checked.h"

/* The digits from FROM on as VALUE; END is behind them. BERG_INVALID when there are none or the value does not fit. */
/*@ requires berg_span_ok(text) && from <= text.len && \valid(value) && \valid(end);
    requires \separated(value, end, text.bytes + (0 .. text.len - 1));
    assigns *value, *end;
    ensures \result == BERG_OK || \result == BERG_INVALID;
    ensures \result == BERG_OK ==> from < *end <= text.len && *value >= 0;
*/
static enum berg_status read_number(struct berg_span text, size_t from, int64_t *value, size_t *end)
{
  int64_t sum = 0;
  size_t i = from;

  /*@ loop invariant from <= i <= text.len && 0 <= sum;
      loop assigns i, sum;
      loop variant text.len - i;
  */
  while (i < text.len && berg_ascii_is_digit(text.bytes[i])) {
    int64_t digit = (int64_t)text.bytes[i] - '0';
    if (sum > (INT64_MAX - digit) / 10)
      return BERG_INVALID;
    sum = sum * 10 + digit;
    i++;
  }
  if (i == from)
    return BERG_INVALID;
  *value = sum;
  *end = i;
  return BERG_OK;
}

/* The milliseconds of the fraction whose '.' stands at FROM: one to three digits; END is behind them. */
/*@ requires berg_span_ok(text) && from < text.len && \valid(ms) && \valid(end);
    requires \separated(ms, end, text.bytes + (0 .. text.len - 1));
    assigns *ms, *end;
    ensures \result == BERG_OK || \result == BERG_INVALID;
    ensures \result == BERG_OK ==> from < *end <= text.len && 0 <= *ms <= 999;
*/
static enum berg_status read_fraction(struct berg_span text, size_t from, int64_t *ms, size_t *end)
{
  int64_t weight = 100;
  int64_t sum = 0;
  size_t i = from + 1;

  /*@ loop invariant from < i <= text.len;
      loop invariant (weight == 100 && sum == 0) || (weight == 10 && 0 <= sum <= 900) ||
        (weight == 1 && 0 <= sum <= 990) || (weight == 0 && 0 <= sum <= 999);
      loop assigns i, sum, weight;
      loop variant text.len - i;
  */
  while (i < text.len && berg_ascii_is_digit(text.bytes[i]) && weight > 0) {
    sum += weight * ((int64_t)text.bytes[i] - '0');
    weight /= 10;
    i++;
  }
  if (weight == 100)
    return BERG_INVALID;
  *ms = sum;
  *end = i;
  return BERG_OK;
}

/* What a part's letter stands for, in the order in which the letters may come; behind the 'T', all but W and D. */
/*@ assigns \nothing;
    ensures -1 <= \result <= 4;
*/
static int rank_of(uint8_t letter, bool in_time)
{
  if (letter == 'W' && !in_time)
    return 0;
  if (letter == 'D' && !in_time)
    return 1;
  if (letter == 'H' && in_time)
    return 2;
  if (letter == 'M' && in_time)
    return 3;
  return letter == 'S' && in_time ? 4 : -1;
}

static const int64_t RANK_MS[5] = {604800000, 86400000, 3600000, 60000, 1000};

/* One part, number and letter, from AT on, added to SUM; RANK is the last part's and becomes this one's. */
/*@ requires berg_span_ok(text) && \valid(at) && \valid(rank) && \valid(sum);
    requires \separated(at, rank, sum, text.bytes + (0 .. text.len - 1));
    requires *at <= text.len && *sum >= 0 && -1 <= *rank <= 4;
    assigns *at, *rank, *sum;
    ensures \result == BERG_OK || \result == BERG_INVALID;
    ensures *sum >= 0 && -1 <= *rank <= 4;
    ensures \result == BERG_OK ==> \old(*at) < *at <= text.len;
*/
static enum berg_status read_part(struct berg_span text, bool in_time, size_t *at, int *rank, int64_t *sum)
{
  int64_t value = 0;
  int64_t fraction = 0;
  size_t i = 0;
  bool fractional = false;

  if (read_number(text, *at, &value, &i) != BERG_OK)
    return BERG_INVALID;
  if (i < text.len && text.bytes[i] == '.') {
    fractional = true;
    if (read_fraction(text, i, &fraction, &i) != BERG_OK)
      return BERG_INVALID;
  }
  if (i >= text.len)
    return BERG_INVALID;
  int next = rank_of(text.bytes[i], in_time);
  if (next <= *rank || (fractional && next != 4) || *rank == 0)
    return BERG_INVALID;
  if (*sum > INT64_MAX - fraction || value > (INT64_MAX - fraction - *sum) / RANK_MS[next])
    return BERG_INVALID;
  *sum += value * RANK_MS[next] + fraction;
  *rank = next;
  *at = i + 1;
  return BERG_OK;
}

enum berg_status berg_duration_parse(struct berg_span text, int64_t *duration_ms)
{
  size_t at = 1;
  int rank = -1;
  int64_t sum = 0;
  bool in_time = false;

  if (text.len < 3 || text.bytes[0] != 'P')
    return BERG_INVALID;
  /*@ loop invariant 1 <= at <= text.len && sum >= 0 && -1 <= rank <= 4;
      loop assigns at, rank, sum, in_time;
      loop variant text.len - at;
  */
  while (at < text.len) {
    if (text.bytes[at] == 'T' && !in_time && rank != 0) {
      in_time = true;
      at++;
      if (at == text.len)
        return BERG_INVALID;
    } else if (read_part(text, in_time, &at, &rank, &sum) != BERG_OK) {
      return BERG_INVALID;
    }
  }
  *duration_ms = sum;
  return BERG_OK;
}
