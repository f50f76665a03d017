#include "wire/check.h"

#include "wire/number.h"

#include <stdio.h>

static const struct berg_span NOTHING = {NULL, 0};

unsigned berg_check_kind(const struct berg_json_tree *tree, size_t node)
{
  switch (tree->nodes[node].kind) {
  case BERG_JSON_OBJECT:
    return BERG_KIND_OBJECT;
  case BERG_JSON_ARRAY:
    return BERG_KIND_ARRAY;
  case BERG_JSON_STRING:
    return BERG_KIND_STRING;
  case BERG_JSON_NUMBER:
    return berg_number_is_integer(tree->nodes[node].text) ? BERG_KIND_NUMBER | BERG_KIND_INTEGER : BERG_KIND_NUMBER;
  case BERG_JSON_TRUE:
  case BERG_JSON_FALSE:
    return BERG_KIND_BOOLEAN;
  default:
    return BERG_KIND_NULL;
  }
}

/* The name of the first type in KINDS. */
static const char *kind_name(unsigned kinds)
{
  static const char *const NAMES[] = {"an object", "an array", "a string", "an integer", "a number", "a boolean"};

  for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
    if ((kinds >> i) % 2u == 1u)
      return NAMES[i];
  }
  return "null";
}

/* "a string or null", of KINDS, into TEXT. */
static void list_kinds(unsigned kinds, char *text, size_t size)
{
  size_t len = 0;

  text[0] = '\0';
  if ((kinds & BERG_KIND_NUMBER) != 0)
    kinds &= ~BERG_KIND_INTEGER;
  for (unsigned bit = 1; bit <= BERG_KIND_NULL && len < size; bit *= 2) {
    if ((kinds & bit) == 0)
      continue;
    const char *between = len == 0 ? "" : (kinds & ~(bit * 2 - 1)) == 0 ? " or " : ", ";
    len += (size_t)snprintf(text + len, size - len, "%s%s", between, kind_name(bit));
  }
}

bool berg_check_type(const struct berg_json_tree *tree, size_t node, unsigned kinds, const char *place,
                     struct berg_violations *violations)
{
  unsigned kind = berg_check_kind(tree, node);
  char expected[128];
  char message[192];

  if ((kind & kinds) != 0)
    return true;
  if (violations->hushed > 0)
    return false;
  list_kinds(kinds, expected, sizeof expected);
  snprintf(message, sizeof message, "expected %s, found {}", expected);
  struct berg_span found = berg_span_of(kind_name(kind & ~BERG_KIND_INTEGER));
  if ((kind & BERG_KIND_NUMBER) != 0)
    found = tree->nodes[node].text;
  return berg_violations_add(violations, tree, node, "type", place, message, found);
}

bool berg_check_nothing(const struct berg_json_tree *tree, size_t node, const char *place,
                        struct berg_violations *violations)
{
  return berg_violations_add(violations, tree, node, "false", place, "nothing is allowed here", NOTHING);
}

bool berg_check_required(const struct berg_json_tree *tree, size_t node, struct berg_span name, const char *place,
                         struct berg_violations *violations)
{
  if (tree->nodes[node].kind != BERG_JSON_OBJECT || berg_json_member(tree, node, name) != 0)
    return true;
  return berg_violations_add(violations, tree, node, "required", place, "member `{}` is missing", name);
}

bool berg_check_is_among(struct berg_span name, const struct berg_span *names, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    if (berg_span_equal(name, names[i]))
      return true;
  }
  return false;
}

bool berg_check_closed(const struct berg_json_tree *tree, size_t node, const struct berg_span *names, size_t count,
                       const char *place, struct berg_violations *violations)
{
  const struct berg_json_node *nodes = tree->nodes;
  bool ok = true;

  if (nodes[node].kind != BERG_JSON_OBJECT)
    return true;
  for (size_t i = node + 1; i < nodes[node].end && berg_violations_go_on(violations, ok); i = nodes[i + 1].end) {
    if (!berg_check_is_among(nodes[i].text, names, count))
      ok = berg_violations_add(violations, tree, i + 1, "additionalProperties", place, "member `{}` is not allowed",
                               nodes[i].text);
  }
  return ok;
}

bool berg_check_word(const struct berg_json_tree *tree, size_t node, const struct berg_span *words, size_t count,
                     const char *keyword, const char *place, struct berg_violations *violations)
{
  const struct berg_json_node *value = &tree->nodes[node];
  char message[192];

  if (value->kind == BERG_JSON_STRING && berg_check_is_among(value->text, words, count))
    return true;
  if (violations->hushed > 0)
    return false;
  if (count == 1)
    snprintf(message, sizeof message, "expected \"%.*s\", found {}", words[0].len < 120 ? (int)words[0].len : 120,
             (const char *)words[0].bytes);
  else
    snprintf(message, sizeof message, "{} is none of the %zu values", count);
  struct berg_span found = value->kind == BERG_JSON_STRING || value->kind == BERG_JSON_NUMBER
                               ? value->text
                               : berg_span_of(kind_name(berg_check_kind(tree, node)));
  return berg_violations_add(violations, tree, node, keyword, place, message, found);
}

bool berg_check_value(const struct berg_json_tree *tree, size_t node, bool equal, struct berg_span expected,
                      const char *keyword, const char *place, struct berg_violations *violations)
{
  if (equal)
    return true;
  return berg_violations_add(violations, tree, node, keyword, place, "expected {}", expected);
}

bool berg_check_is_string(const struct berg_json_tree *tree, size_t node, struct berg_span text)
{
  return tree->nodes[node].kind == BERG_JSON_STRING && berg_span_equal(tree->nodes[node].text, text);
}

bool berg_check_is_number(const struct berg_json_tree *tree, size_t node, struct berg_span text)
{
  return tree->nodes[node].kind == BERG_JSON_NUMBER && berg_number_compare(tree->nodes[node].text, text) == 0;
}

bool berg_check_tag(const struct berg_json_tree *tree, size_t node, struct berg_span name,
                    const struct berg_span *values, size_t count, const char *keyword, const char *place,
                    struct berg_violations *violations, size_t *index)
{
  size_t at = berg_json_member(tree, node, name);

  if (at == 0)
    return berg_violations_add(violations, tree, node, keyword, place, "member `{}` is missing", name);
  if (tree->nodes[at].kind != BERG_JSON_STRING)
    return berg_violations_add(violations, tree, at, keyword, place, "expected a string", NOTHING);
  for (size_t i = 0; i < count; i++) {
    if (berg_span_equal(tree->nodes[at].text, values[i])) {
      *index = i;
      return true;
    }
  }
  return berg_violations_add(violations, tree, at, keyword, place, "\"{}\" leads to no alternative",
                             tree->nodes[at].text);
}

bool berg_check_no_alternative(const struct berg_json_tree *tree, size_t node, const char *keyword, const char *place,
                               struct berg_violations *violations)
{
  return berg_violations_add(violations, tree, node, keyword, place, "{} fits none of the alternatives",
                             berg_span_of(kind_name(berg_check_kind(tree, node))));
}

bool berg_check_several(const struct berg_json_tree *tree, size_t node, const char *place,
                        struct berg_violations *violations)
{
  return berg_violations_add(violations, tree, node, "oneOf", place, "more than one alternative fits", NOTHING);
}
