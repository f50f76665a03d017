#include "json/lexeme.h"
#include "json/tree.h"

/* A number as ±0.d1d2d3… times ten to EXPONENT, without zeros at either end of the digits; no digits: zero. */
struct decimal {
  bool negative;
  struct berg_span text; /* from the first to the last digit that counts; may hold the '.' */
  int64_t exponent;
};

/* More than the digits of any text could make up for; exponents beyond it count as the bound, so that no sum overflows.
 */
#define EXPONENT_BOUND INT64_C(100000000000000000)

/* The value of the exponent whose 'e' stands at I, cut at the bound; 0 when there is none. */
static int64_t read_exponent(struct berg_span number, size_t i)
{
  int64_t value = 0;

  if (i >= number.len)
    return 0;
  i++;
  bool negative = i < number.len && number.bytes[i] == '-';
  if (i < number.len && !is_json_digit(number.bytes[i]))
    i++;
  for (; i < number.len; i++) {
    value = value * 10 + (number.bytes[i] - '0');
    if (value > EXPONENT_BOUND)
      value = EXPONENT_BOUND;
  }
  return negative ? -value : value;
}

static bool counts(uint8_t c)
{
  return c >= '1' && c <= '9';
}

static struct decimal decimal_of(struct berg_span number)
{
  struct decimal decimal = {.negative = number.bytes[0] == '-'};
  size_t end = decimal.negative ? 1 : 0; /* behind the last digit of the mantissa */
  size_t point = number.len;             /* where the '.' is, or would be */
  size_t first = number.len;
  size_t last = 0; /* behind the last digit that counts */

  for (; end < number.len && number.bytes[end] != 'e' && number.bytes[end] != 'E'; end++) {
    if (number.bytes[end] == '.')
      point = end;
    if (!counts(number.bytes[end]))
      continue;
    first = first < end ? first : end;
    last = end + 1;
  }
  if (last == 0)
    return (struct decimal){.negative = false};
  point = point < end ? point : end;
  decimal.text = berg_span_part(number, first, last - first);
  decimal.exponent = read_exponent(number, end);
  decimal.exponent += first < point ? (int64_t)(point - first) : -(int64_t)(first - point - 1);
  return decimal;
}

static size_t skip_point(struct berg_span text, size_t i)
{
  return i < text.len && text.bytes[i] == '.' ? i + 1 : i;
}

static bool is_same_number(struct berg_span a, struct berg_span b)
{
  struct decimal x = decimal_of(a);
  struct decimal y = decimal_of(b);
  size_t i = 0;
  size_t k = 0;

  if (x.negative != y.negative || x.exponent != y.exponent)
    return false;
  for (;;) {
    i = skip_point(x.text, i);
    k = skip_point(y.text, k);
    if (i >= x.text.len || k >= y.text.len)
      return i >= x.text.len && k >= y.text.len;
    if (x.text.bytes[i++] != y.text.bytes[k++])
      return false;
  }
}

static bool is_same_array(const struct berg_json_tree *tree, size_t a, size_t b)
{
  const struct berg_json_node *nodes = tree->nodes;

  if (nodes[a].child_count != nodes[b].child_count)
    return false;
  for (size_t i = a + 1, k = b + 1; i < nodes[a].end; i = nodes[i].end, k = nodes[k].end) {
    if (!berg_json_equal(tree, i, k))
      return false;
  }
  return true;
}

/* Members are mostly in the same order: the one at the same place is tried first. */
static bool is_same_object(const struct berg_json_tree *tree, size_t a, size_t b)
{
  const struct berg_json_node *nodes = tree->nodes;

  if (nodes[a].child_count != nodes[b].child_count)
    return false;
  for (size_t i = a + 1, k = b + 1; i < nodes[a].end; i = nodes[i + 1].end, k = nodes[k + 1].end) {
    size_t value = berg_span_equal(nodes[i].text, nodes[k].text) ? k + 1 : berg_json_member(tree, b, nodes[i].text);
    if (value == 0 || !berg_json_equal(tree, i + 1, value))
      return false;
  }
  return true;
}

bool berg_json_equal(const struct berg_json_tree *tree, size_t a, size_t b)
{
  const struct berg_json_node *x = &tree->nodes[a];
  const struct berg_json_node *y = &tree->nodes[b];

  if (x->kind != y->kind)
    return false;
  switch (x->kind) {
  case BERG_JSON_STRING:
    return berg_span_equal(x->text, y->text);
  case BERG_JSON_NUMBER:
    return is_same_number(x->text, y->text);
  case BERG_JSON_ARRAY:
    return is_same_array(tree, a, b);
  case BERG_JSON_OBJECT:
    return is_same_object(tree, a, b);
  default:
    return true;
  }
}
