/* Plain scalars by the YAML 1.2 core schema (section 10.3.2). */
#include "spec/tool/text.h"
#include "spec/tool/yaml_tree.h"

static bool is_one_of(struct berg_span s, const char *const *words)
{
  for (; *words != NULL; words++)
    if (berg_span_equal(s, berg_span_of(*words)))
      return true;
  return false;
}

static size_t count_digits(struct berg_span s, size_t at)
{
  size_t n = 0;

  while (at + n < s.len && s.bytes[at + n] >= '0' && s.bytes[at + n] <= '9')
    n++;
  return n;
}

/* The parts of a decimal number: sign, digits before the point, after it, and the exponent with its sign. */
struct decimal {
  bool negative;
  struct berg_span whole;
  struct berg_span fraction;
  struct berg_span exponent;
  bool has_point;
};

static bool split_exponent(struct berg_span s, size_t at, struct decimal *out)
{
  if (at == s.len)
    return true;
  if (s.bytes[at] != 'e' && s.bytes[at] != 'E')
    return false;
  size_t sign = at + 1 < s.len && (s.bytes[at + 1] == '-' || s.bytes[at + 1] == '+');
  size_t digits = count_digits(s, at + 1 + sign);
  out->exponent = berg_span_part(s, at + 1, s.len - at - 1);
  return digits > 0 && at + 1 + sign + digits == s.len;
}

/* Splits S by [-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?; false when it is something else. */
static bool split_decimal(struct berg_span s, struct decimal *out)
{
  size_t at = s.len > 0 && (s.bytes[0] == '-' || s.bytes[0] == '+');

  out->negative = at == 1 && s.bytes[0] == '-';
  size_t digits = count_digits(s, at);
  out->whole = berg_span_part(s, at, digits);
  at += digits;
  if (at < s.len && s.bytes[at] == '.') {
    out->has_point = true;
    out->fraction = berg_span_part(s, at + 1, count_digits(s, at + 1));
    at += 1 + out->fraction.len;
  }
  if (out->whole.len == 0 && out->fraction.len == 0)
    return false;
  return split_exponent(s, at, out);
}

static struct berg_span skip_zeros(struct berg_span digits)
{
  while (digits.len > 1 && digits.bytes[0] == '0')
    digits = berg_span_part(digits, 1, digits.len - 1);
  return digits.len == 0 ? BERG_SPAN("0") : digits;
}

static void set_decimal(struct berg_arena *arena, struct berg_yaml *scalar, const struct decimal *decimal)
{
  struct berg_span whole = skip_zeros(decimal->whole);
  struct berg_span fraction = decimal->fraction.len == 0 ? BERG_SPAN("0") : decimal->fraction;
  bool zero = berg_span_equal(whole, BERG_SPAN("0"));

  if (!decimal->has_point && decimal->exponent.len == 0) {
    scalar->kind = BERG_YAML_INTEGER;
    scalar->text = berg_spec_format(arena, "%s%.*s", decimal->negative && !zero ? "-" : "", BERG_SPAN_ARGS(whole));
    return;
  }
  scalar->kind = BERG_YAML_NUMBER;
  scalar->text = berg_spec_format(arena, "%s%.*s%s%.*s%s%.*s", decimal->negative ? "-" : "", BERG_SPAN_ARGS(whole),
                                  decimal->has_point ? "." : "", decimal->has_point ? (int)fraction.len : 0,
                                  (const char *)fraction.bytes, decimal->exponent.len > 0 ? "e" : "",
                                  BERG_SPAN_ARGS(decimal->exponent));
}

static int digit_of(uint8_t byte)
{
  if (byte >= '0' && byte <= '9')
    return byte - '0';
  if (byte >= 'a' && byte <= 'f')
    return byte - 'a' + 10;
  if (byte >= 'A' && byte <= 'F')
    return byte - 'A' + 10;
  return 99;
}

/* 0o17 and 0x1F. Returns BERG_ABSENT when SCALAR is neither. */
BERG_MUST_USE static enum berg_status resolve_based(struct berg_arena *arena, struct berg_yaml *scalar)
{
  struct berg_span s = scalar->text;
  unsigned base = s.len > 2 && s.bytes[0] == '0' ? (s.bytes[1] == 'o' ? 8 : s.bytes[1] == 'x' ? 16 : 0) : 0;
  uint64_t value = 0;

  if (base == 0)
    return BERG_ABSENT;
  for (size_t i = 2; i < s.len; i++)
    if ((unsigned)digit_of(s.bytes[i]) >= base)
      return BERG_ABSENT;
  for (size_t i = 2; i < s.len; i++) {
    if (value > (UINT64_MAX - 15) / base)
      return BERG_INVALID;
    value = value * base + (uint64_t)digit_of(s.bytes[i]);
  }
  scalar->kind = BERG_YAML_INTEGER;
  scalar->text = berg_spec_format(arena, "%llu", (unsigned long long)value);
  return BERG_OK;
}

static void set_word(struct berg_yaml *scalar, enum berg_yaml_kind kind, bool boolean, struct berg_span text)
{
  scalar->kind = kind;
  scalar->boolean = boolean;
  scalar->text = text;
}

enum berg_status berg_yaml_resolve_plain(struct berg_arena *arena, struct berg_yaml *scalar)
{
  static const char *const nulls[] = {"", "~", "null", "Null", "NULL", NULL};
  static const char *const trues[] = {"true", "True", "TRUE", NULL};
  static const char *const falses[] = {"false", "False", "FALSE", NULL};
  static const char *const endless[] = {".inf",  ".Inf",  ".INF", "-.inf", "-.Inf", "-.INF", "+.inf",
                                        "+.Inf", "+.INF", ".nan", ".NaN",  ".NAN",  NULL};
  struct decimal decimal = {0};

  if (is_one_of(scalar->text, nulls))
    set_word(scalar, BERG_YAML_NULL, false, BERG_SPAN("null"));
  else if (is_one_of(scalar->text, trues))
    set_word(scalar, BERG_YAML_BOOLEAN, true, BERG_SPAN("true"));
  else if (is_one_of(scalar->text, falses))
    set_word(scalar, BERG_YAML_BOOLEAN, false, BERG_SPAN("false"));
  else if (is_one_of(scalar->text, endless))
    return BERG_INVALID;
  else if (split_decimal(scalar->text, &decimal))
    set_decimal(arena, scalar, &decimal);
  else if (resolve_based(arena, scalar) == BERG_INVALID)
    return BERG_INVALID;
  return BERG_OK;
}
