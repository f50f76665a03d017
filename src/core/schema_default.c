#include "core/schema_default.h"

#include "core/default_text.h"

#define NO_CHARACTER (-1)

static bool is_digit(uint8_t c)
{
  return c >= '0' && c <= '9';
}

/* The value of hexadecimal digit C, or -1. */
static int read_hex_digit(uint8_t c)
{
  if (is_digit(c))
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}

static bool is_json_space(uint8_t c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static struct berg_span trim_spaces(struct berg_span s)
{
  while (s.len > 0 && is_json_space(s.bytes[0]))
    s = berg_span_part(s, 1, s.len - 1);
  while (s.len > 0 && is_json_space(s.bytes[s.len - 1]))
    s.len--;
  return s;
}

bool berg_default_is_none(struct berg_span text)
{
  struct berg_span value = trim_spaces(text);

  return value.len == 0 || berg_span_equal(value, BERG_SPAN("null"));
}

/* Whether TEXT starts with FIRST, ends with LAST and has both. */
static bool is_between(struct berg_span text, uint8_t first, uint8_t last)
{
  return text.len >= 2 && text.bytes[0] == first && text.bytes[text.len - 1] == last;
}

/* The character at AT inside a JSON string, and where the next one stands; NO_CHARACTER for one that no checked text
 * can hold. */
static int next_character(struct berg_span inside, size_t *at)
{
  uint8_t c = inside.bytes[*at];
  int value = 0;

  (*at)++;
  if (c != '\\')
    return c;
  if (inside.len - *at < 5 || inside.bytes[*at] != 'u') {
    *at = inside.len - *at > 0 ? *at + 1 : *at;
    return NO_CHARACTER;
  }
  for (size_t i = 1; i <= 4; i++) {
    int digit = read_hex_digit(inside.bytes[*at + i]);
    value = digit < 0 || value < 0 ? NO_CHARACTER : value * 16 + digit;
  }
  *at += 5;
  return value < 0x80 ? value : NO_CHARACTER;
}

/* Reads the JSON string TEXT of at most BERG_DEFAULT_TEXT_MAX characters, all of them ASCII. */
static bool read_short_text(struct berg_span text, uint8_t characters[BERG_DEFAULT_TEXT_MAX], struct berg_span *read)
{
  if (!is_between(text, '"', '"'))
    return false;
  struct berg_span inside = berg_span_part(text, 1, text.len - 2);
  size_t at = 0;
  size_t len = 0;
  while (at < inside.len) {
    int c = next_character(inside, &at);
    if (c < 0 || c >= 0x80 || len == BERG_DEFAULT_TEXT_MAX)
      return false;
    characters[len] = (uint8_t)c;
    len++;
  }
  read->bytes = characters;
  read->len = len;
  return true;
}

static bool is_short_text(const struct berg_type *type, struct berg_span text)
{
  uint8_t characters[BERG_DEFAULT_TEXT_MAX];
  struct berg_span read;

  return read_short_text(text, characters, &read) && berg_default_text_fits(type, read);
}

/* Whether TEXT is an integer between -MAX - 1 and MAX. */
static bool is_integer(struct berg_span text, uint64_t max)
{
  bool minus = text.len > 0 && text.bytes[0] == '-';
  uint64_t limit = minus ? max + 1 : max;
  uint64_t value = 0;
  size_t i = minus ? 1 : 0;

  if (i == text.len)
    return false;
  for (; i < text.len; i++) {
    uint8_t c = text.bytes[i];
    if (!is_digit(c))
      return false;
    uint64_t digit = (uint64_t)(c - '0');
    if (value > (limit - digit) / 10)
      return false;
    value = value * 10 + digit;
  }
  return true;
}

static bool is_number(struct berg_span text)
{
  return text.len > 0 && (text.bytes[0] == '-' || is_digit(text.bytes[0]));
}

/* Whether TEXT is a string of hexadecimal digits, two for each byte; BYTES of them when that is not negative. */
static bool is_hex(struct berg_span text, int32_t bytes)
{
  if (!is_between(text, '"', '"'))
    return false;
  struct berg_span inside = berg_span_part(text, 1, text.len - 2);
  size_t at = 0;
  size_t digits = 0;
  while (at < inside.len) {
    int c = next_character(inside, &at);
    if (c < 0 || read_hex_digit((uint8_t)c) < 0)
      return false;
    digits++;
  }
  return digits % 2 == 0 && (bytes < 0 || digits / 2 == (size_t)bytes);
}

/* Whether TEXT is an object without members. */
static bool is_empty_object(struct berg_span text)
{
  return is_between(text, '{', '}') && trim_spaces(berg_span_part(text, 1, text.len - 2)).len == 0;
}

/* SPEC metadata/check/default-values */
bool berg_default_fits(const struct berg_type *type, struct berg_span text)
{
  struct berg_span value = trim_spaces(text);

  switch (type->kind) {
  case BERG_TYPE_BOOLEAN:
    return berg_span_equal(value, BERG_SPAN("true")) || berg_span_equal(value, BERG_SPAN("false"));
  case BERG_TYPE_INT:
    return is_integer(value, INT32_MAX);
  case BERG_TYPE_LONG:
    return is_integer(value, INT64_MAX);
  case BERG_TYPE_FLOAT:
  case BERG_TYPE_DOUBLE:
    return is_number(value);
  case BERG_TYPE_STRING:
    return is_between(value, '"', '"');
  case BERG_TYPE_BINARY:
    return is_hex(value, -1);
  case BERG_TYPE_FIXED:
    return is_hex(value, type->precision);
  case BERG_TYPE_UNKNOWN:
  case BERG_TYPE_VARIANT:
  case BERG_TYPE_GEOMETRY:
  case BERG_TYPE_GEOGRAPHY:
    return false;
  case BERG_TYPE_STRUCT:
    return is_empty_object(value);
  case BERG_TYPE_LIST:
    return is_between(value, '[', ']');
  case BERG_TYPE_MAP:
    return is_between(value, '{', '}');
  default:
    return is_short_text(type, value);
  }
}
