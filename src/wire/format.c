#include "wire/format.h"

static bool is_digit(uint8_t c)
{
  return c >= '0' && c <= '9';
}

static bool is_hex(uint8_t c)
{
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool berg_format_is_uuid(struct berg_span text)
{
  if (text.len != 36)
    return false;
  for (size_t i = 0; i < 36; i++) {
    bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text.bytes[i] != '-' : !is_hex(text.bytes[i]))
      return false;
  }
  return true;
}

/* The number that COUNT digits at AT spell; -1 when they are no digits. */
static int read_digits(struct berg_span text, size_t at, size_t count)
{
  int value = 0;

  for (size_t i = at; i < at + count; i++) {
    if (!is_digit(text.bytes[i]))
      return -1;
    value = value * 10 + (text.bytes[i] - '0');
  }
  return value;
}

static int days_of(int year, int month)
{
  bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

  if (month == 2)
    return leap ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

bool berg_format_is_date(struct berg_span text)
{
  if (text.len != 10 || text.bytes[4] != '-' || text.bytes[7] != '-')
    return false;
  int year = read_digits(text, 0, 4);
  int month = read_digits(text, 5, 2);
  int day = read_digits(text, 8, 2);
  return year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= days_of(year, month);
}

/* Passes over number-and-letter pairs from AT on, the letters being from LETTERS in their order; pairs may only be left
 * out at either end, as the grammar has it. COUNT is how many there were. Returns the index behind them. */
static size_t skip_pairs(struct berg_span text, size_t at, const char *letters, size_t *count)
{
  *count = 0;
  for (const char *letter = letters; *letter != '\0'; letter++) {
    size_t i = at;
    while (i < text.len && is_digit(text.bytes[i]))
      i++;
    bool pair = i > at && i < text.len && text.bytes[i] == (uint8_t)*letter;
    if (!pair && *count > 0)
      break;
    if (pair) {
      at = i + 1;
      *count += 1;
    }
  }
  return at;
}

bool berg_format_is_duration(struct berg_span text)
{
  size_t date_count = 0;
  size_t time_count = 0;

  if (text.len < 3 || text.bytes[0] != 'P')
    return false;
  size_t at = skip_pairs(text, 1, "W", &date_count);
  if (date_count > 0)
    return at == text.len;
  at = skip_pairs(text, 1, "YMD", &date_count);
  if (at == text.len)
    return date_count > 0;
  if (text.bytes[at] != 'T')
    return false;
  at = skip_pairs(text, at + 1, "HMS", &time_count);
  return at == text.len && time_count > 0;
}

static bool is_base64(uint8_t c)
{
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' || c == '/';
}

bool berg_format_is_byte(struct berg_span text)
{
  size_t len = text.len;

  if (len % 4 != 0)
    return false;
  for (int padding = 0; padding < 2 && len > 0 && text.bytes[len - 1] == '='; padding++)
    len--;
  for (size_t i = 0; i < len; i++) {
    if (!is_base64(text.bytes[i]))
      return false;
  }
  return true;
}
