/* Validators of limits: numbers, lengths and counts; formats and patterns of strings. */
#include "wire/check.h"
#include "wire/format.h"
#include "wire/number.h"

static bool compare(const struct berg_json_tree *tree, size_t node, struct berg_span bound, int *order)
{
  if (tree->nodes[node].kind != BERG_JSON_NUMBER)
    return false;
  *order = berg_number_compare(tree->nodes[node].text, bound);
  return true;
}

bool berg_check_minimum(const struct berg_json_tree *tree, size_t node, struct berg_span bound, const char *place,
                        struct berg_violations *violations)
{
  int order = 0;

  if (!compare(tree, node, bound, &order) || order >= 0)
    return true;
  return berg_violations_add(violations, tree, node, "minimum", place, "the number is below {}", bound);
}

bool berg_check_maximum(const struct berg_json_tree *tree, size_t node, struct berg_span bound, const char *place,
                        struct berg_violations *violations)
{
  int order = 0;

  if (!compare(tree, node, bound, &order) || order <= 0)
    return true;
  return berg_violations_add(violations, tree, node, "maximum", place, "the number is above {}", bound);
}

bool berg_check_exclusive_minimum(const struct berg_json_tree *tree, size_t node, struct berg_span bound,
                                  const char *place, struct berg_violations *violations)
{
  int order = 0;

  if (!compare(tree, node, bound, &order) || order > 0)
    return true;
  return berg_violations_add(violations, tree, node, "exclusiveMinimum", place, "the number is not above {}", bound);
}

bool berg_check_exclusive_maximum(const struct berg_json_tree *tree, size_t node, struct berg_span bound,
                                  const char *place, struct berg_violations *violations)
{
  int order = 0;

  if (!compare(tree, node, bound, &order) || order < 0)
    return true;
  return berg_violations_add(violations, tree, node, "exclusiveMaximum", place, "the number is not below {}", bound);
}

/* How many code points the UTF-8 TEXT has. */
static size_t count_characters(struct berg_span text)
{
  size_t count = 0;

  for (size_t i = 0; i < text.len; i++)
    count += (text.bytes[i] & 0xC0u) != 0x80u;
  return count;
}

static bool is_string(const struct berg_json_tree *tree, size_t node)
{
  return tree->nodes[node].kind == BERG_JSON_STRING;
}

bool berg_check_min_length(const struct berg_json_tree *tree, size_t node, size_t bound, const char *place,
                           struct berg_violations *violations)
{
  if (!is_string(tree, node) || count_characters(tree->nodes[node].text) >= bound)
    return true;
  return berg_violations_add(violations, tree, node, "minLength", place, "\"{}\" is too short", tree->nodes[node].text);
}

bool berg_check_max_length(const struct berg_json_tree *tree, size_t node, size_t bound, const char *place,
                           struct berg_violations *violations)
{
  if (!is_string(tree, node) || count_characters(tree->nodes[node].text) <= bound)
    return true;
  return berg_violations_add(violations, tree, node, "maxLength", place, "\"{}\" is too long", tree->nodes[node].text);
}

/* The children of NODE when it is of KIND, else WITHOUT. */
static size_t child_count(const struct berg_json_tree *tree, size_t node, enum berg_json_kind kind, size_t without)
{
  return tree->nodes[node].kind == kind ? tree->nodes[node].child_count : without;
}

static const struct berg_span NOTHING = {NULL, 0};

bool berg_check_min_items(const struct berg_json_tree *tree, size_t node, size_t bound, const char *place,
                          struct berg_violations *violations)
{
  if (child_count(tree, node, BERG_JSON_ARRAY, bound) >= bound)
    return true;
  return berg_violations_add(violations, tree, node, "minItems", place, "the array has too few items", NOTHING);
}

bool berg_check_max_items(const struct berg_json_tree *tree, size_t node, size_t bound, const char *place,
                          struct berg_violations *violations)
{
  if (child_count(tree, node, BERG_JSON_ARRAY, bound) <= bound)
    return true;
  return berg_violations_add(violations, tree, node, "maxItems", place, "the array has too many items", NOTHING);
}

bool berg_check_min_properties(const struct berg_json_tree *tree, size_t node, size_t bound, const char *place,
                               struct berg_violations *violations)
{
  if (child_count(tree, node, BERG_JSON_OBJECT, bound) >= bound)
    return true;
  return berg_violations_add(violations, tree, node, "minProperties", place, "the object has too few members", NOTHING);
}

bool berg_check_max_properties(const struct berg_json_tree *tree, size_t node, size_t bound, const char *place,
                               struct berg_violations *violations)
{
  if (child_count(tree, node, BERG_JSON_OBJECT, bound) <= bound)
    return true;
  return berg_violations_add(violations, tree, node, "maxProperties", place, "the object has too many members",
                             NOTHING);
}

bool berg_check_pattern(const struct berg_json_tree *tree, size_t node, const struct berg_pattern *pattern,
                        struct berg_span text, const char *place, struct berg_violations *violations)
{
  if (!is_string(tree, node) || berg_pattern_matches(pattern, tree->nodes[node].text))
    return true;
  return berg_violations_add(violations, tree, node, "pattern", place, "the string does not match {}", text);
}

static bool add_format(const struct berg_json_tree *tree, size_t node, const char *message, const char *place,
                       struct berg_violations *violations)
{
  return berg_violations_add(violations, tree, node, "format", place, message, tree->nodes[node].text);
}

bool berg_check_uuid(const struct berg_json_tree *tree, size_t node, const char *place,
                     struct berg_violations *violations)
{
  return !is_string(tree, node) || berg_format_is_uuid(tree->nodes[node].text) ||
         add_format(tree, node, "\"{}\" is no UUID", place, violations);
}

bool berg_check_date(const struct berg_json_tree *tree, size_t node, const char *place,
                     struct berg_violations *violations)
{
  return !is_string(tree, node) || berg_format_is_date(tree->nodes[node].text) ||
         add_format(tree, node, "\"{}\" is no date", place, violations);
}

bool berg_check_duration(const struct berg_json_tree *tree, size_t node, const char *place,
                         struct berg_violations *violations)
{
  return !is_string(tree, node) || berg_format_is_duration(tree->nodes[node].text) ||
         add_format(tree, node, "\"{}\" is no duration", place, violations);
}

bool berg_check_byte(const struct berg_json_tree *tree, size_t node, const char *place,
                     struct berg_violations *violations)
{
  return !is_string(tree, node) || berg_format_is_byte(tree->nodes[node].text) ||
         add_format(tree, node, "\"{}\" is no base64", place, violations);
}

/* Tells whether an integer at NODE lies between LEAST and MOST. */
static bool is_within(const struct berg_json_tree *tree, size_t node, struct berg_span least, struct berg_span most)
{
  struct berg_span number = tree->nodes[node].text;

  return tree->nodes[node].kind != BERG_JSON_NUMBER || !berg_number_is_integer(number) ||
         (berg_number_compare(number, least) >= 0 && berg_number_compare(number, most) <= 0);
}

bool berg_check_int32(const struct berg_json_tree *tree, size_t node, const char *place,
                      struct berg_violations *violations)
{
  return is_within(tree, node, BERG_SPAN("-2147483648"), BERG_SPAN("2147483647")) ||
         add_format(tree, node, "{} does not fit 32 bits", place, violations);
}

bool berg_check_int64(const struct berg_json_tree *tree, size_t node, const char *place,
                      struct berg_violations *violations)
{
  return is_within(tree, node, BERG_SPAN("-9223372036854775808"), BERG_SPAN("9223372036854775807")) ||
         add_format(tree, node, "{} does not fit 64 bits", place, violations);
}
