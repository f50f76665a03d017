/* Looking into values of a YAML tree, and comparing them as JSON values. */
#include "spec/tool/yaml_tree.h"

struct berg_yaml *berg_yaml_find_span(const struct berg_yaml *map, struct berg_span key)
{
  if (map == NULL || map->kind != BERG_YAML_MAP)
    return NULL;
  for (size_t i = 0; i < map->count; i++)
    if (berg_span_equal(map->members[i].key, key))
      return map->members[i].value;
  return NULL;
}

struct berg_yaml *berg_yaml_find(const struct berg_yaml *map, const char *key)
{
  return berg_yaml_find_span(map, berg_span_of(key));
}

const char *berg_yaml_kind_name(enum berg_yaml_kind kind)
{
  static const char *const names[] = {"null", "a boolean", "an integer", "a number", "a string", "a list", "a map"};

  return names[kind];
}

/* A number as sign, digits without zeros at either end, and the power of ten of the first digit. */
struct scientific {
  int sign; /* -1, 0 or 1 */
  struct berg_span text;
  size_t first; /* index of the first digit that counts */
  size_t last;  /* and one behind the last */
  int64_t power;
};

static bool is_digit(uint8_t byte)
{
  return byte >= '0' && byte <= '9';
}

/* The exponent behind the e at AT, kept within bounds that no comparison of real documents leaves. */
static int64_t read_exponent(struct berg_span text, size_t at)
{
  bool negative = false;
  int64_t value = 0;

  for (size_t i = at + 1; i < text.len; i++) {
    if (text.bytes[i] == '-')
      negative = true;
    else if (is_digit(text.bytes[i]) && value < 100000000)
      value = value * 10 + (text.bytes[i] - '0');
  }
  return negative ? -value : value;
}

static struct scientific normalise(struct berg_span text)
{
  struct scientific out = {.text = text};
  size_t end = 0;
  int64_t point = -1;
  bool found = false;

  for (; end < text.len && text.bytes[end] != 'e' && text.bytes[end] != 'E'; end++) {
    if (text.bytes[end] == '.')
      point = (int64_t)end;
    if (!is_digit(text.bytes[end]) || text.bytes[end] == '0')
      continue;
    out.first = found ? out.first : end;
    out.last = end + 1;
    found = true;
  }
  if (!found)
    return out;
  out.sign = text.bytes[0] == '-' ? -1 : 1;
  int64_t whole_end = point < 0 ? (int64_t)end : point;
  out.power = whole_end - (int64_t)out.first - ((int64_t)out.first < whole_end ? 1 : 0);
  if (end < text.len)
    out.power += read_exponent(text, end);
  return out;
}

/* The digit at *AT, from which the point is skipped; 0 behind the last. */
static int take_digit(const struct scientific *number, size_t *at)
{
  if (*at < number->last && number->text.bytes[*at] == '.')
    (*at)++;
  return *at < number->last ? number->text.bytes[(*at)++] - '0' : 0;
}

static int compare_magnitude(const struct scientific *a, const struct scientific *b)
{
  size_t at_a = a->first;
  size_t at_b = b->first;

  if (a->power != b->power)
    return a->power < b->power ? -1 : 1;
  while (at_a < a->last || at_b < b->last) {
    int difference = take_digit(a, &at_a) - take_digit(b, &at_b);
    if (difference != 0)
      return difference;
  }
  return 0;
}

int berg_yaml_compare_numbers(const struct berg_yaml *a, const struct berg_yaml *b)
{
  struct scientific x = normalise(a->text);
  struct scientific y = normalise(b->text);

  if (x.sign != y.sign)
    return x.sign < y.sign ? -1 : 1;
  if (x.sign == 0)
    return 0;
  return x.sign * compare_magnitude(&x, &y);
}

bool berg_yaml_is_integral(const struct berg_yaml *scalar)
{
  if (scalar->kind == BERG_YAML_INTEGER)
    return true;
  if (scalar->kind != BERG_YAML_NUMBER)
    return false;
  struct scientific number = normalise(scalar->text);
  size_t digits = 0;
  for (size_t at = number.first; at < number.last; at++)
    digits += is_digit(number.text.bytes[at]);
  return number.sign == 0 || number.power + 1 >= (int64_t)digits;
}

static bool is_number(const struct berg_yaml *value)
{
  return value->kind == BERG_YAML_INTEGER || value->kind == BERG_YAML_NUMBER;
}

static bool has_equal_members(const struct berg_yaml *a, const struct berg_yaml *b)
{
  for (size_t i = 0; i < a->count; i++) {
    const struct berg_yaml *other = berg_yaml_find_span(b, a->members[i].key);
    if (other == NULL || !berg_yaml_equal(a->members[i].value, other))
      return false;
  }
  return true;
}

/* Recursion ends at the depth of the values, which the parser bounds. */
bool berg_yaml_equal(const struct berg_yaml *a, const struct berg_yaml *b)
{
  if (is_number(a) && is_number(b))
    return berg_yaml_compare_numbers(a, b) == 0;
  if (a->kind != b->kind || a->count != b->count)
    return false;
  if (a->kind == BERG_YAML_MAP)
    return has_equal_members(a, b);
  if (a->kind != BERG_YAML_LIST)
    return berg_span_equal(a->text, b->text);
  for (size_t i = 0; i < a->count; i++)
    if (!berg_yaml_equal(a->items[i], b->items[i]))
      return false;
  return true;
}
