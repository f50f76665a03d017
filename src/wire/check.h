/* The keywords of JSON Schema, one function each: what generated validators are put together from.
 *
 * Each looks at node NODE of TREE, says whether the keyword holds there, and records a violation when it does not. A
 * keyword that is about another type than the node's holds. PLACE is the name of the schema followed by the JSON
 * pointer of the node that the keyword stands in. Numbers are compared by value and exactly; `type: integer` wants a
 * number without fraction and exponent, so that `1.0` is none. Lengths count code points. All of it is indices into the
 * tree: no recursion but by the depth of the instance, which the tree bounds. */
#ifndef BERG_WIRE_CHECK_H
#define BERG_WIRE_CHECK_H

#include "wire/kind.h"
#include "wire/pattern.h"
#include "wire/violation.h"

/* A schema by its name, for those who get the name at run time. */
struct berg_check_schema {
  const char *name;
  enum berg_status (*check)(const struct berg_json_tree *tree, size_t node, struct berg_violations *violations);
};

/* The set, of one or two bits, of what NODE is: an integer is also a number. */
unsigned berg_check_kind(const struct berg_json_tree *tree, size_t node);

/* Tells whether NAME is one of the COUNT NAMES. */
bool berg_check_is_among(struct berg_span name, const struct berg_span *names, size_t count);

/* type */
bool berg_check_type(const struct berg_json_tree *tree, size_t node, unsigned kinds, const char *place,
                     struct berg_violations *violations);

/* The false schema. */
bool berg_check_nothing(const struct berg_json_tree *tree, size_t node, const char *place,
                        struct berg_violations *violations);

/* required: one of the names. */
bool berg_check_required(const struct berg_json_tree *tree, size_t node, struct berg_span name, const char *place,
                         struct berg_violations *violations);

/* additionalProperties: false; NAMES are the properties that there are. */
bool berg_check_closed(const struct berg_json_tree *tree, size_t node, const struct berg_span *names, size_t count,
                       const char *place, struct berg_violations *violations);

/* minimum, maximum, exclusiveMinimum, exclusiveMaximum; BOUND is a number in the form of JSON. */
bool berg_check_minimum(const struct berg_json_tree *tree, size_t node, struct berg_span bound, const char *place,
                        struct berg_violations *violations);
bool berg_check_maximum(const struct berg_json_tree *tree, size_t node, struct berg_span bound, const char *place,
                        struct berg_violations *violations);
bool berg_check_exclusive_minimum(const struct berg_json_tree *tree, size_t node, struct berg_span bound,
                                  const char *place, struct berg_violations *violations);
bool berg_check_exclusive_maximum(const struct berg_json_tree *tree, size_t node, struct berg_span bound,
                                  const char *place, struct berg_violations *violations);

/* minLength, maxLength, minItems, maxItems, minProperties, maxProperties */
bool berg_check_min_length(const struct berg_json_tree *tree, size_t node, size_t bound, const char *place,
                           struct berg_violations *violations);
bool berg_check_max_length(const struct berg_json_tree *tree, size_t node, size_t bound, const char *place,
                           struct berg_violations *violations);
bool berg_check_min_items(const struct berg_json_tree *tree, size_t node, size_t bound, const char *place,
                          struct berg_violations *violations);
bool berg_check_max_items(const struct berg_json_tree *tree, size_t node, size_t bound, const char *place,
                          struct berg_violations *violations);
bool berg_check_min_properties(const struct berg_json_tree *tree, size_t node, size_t bound, const char *place,
                               struct berg_violations *violations);
bool berg_check_max_properties(const struct berg_json_tree *tree, size_t node, size_t bound, const char *place,
                               struct berg_violations *violations);

/* uniqueItems, in time near the size of the array. */
bool berg_check_unique_items(const struct berg_json_tree *tree, size_t node, const char *place,
                             struct berg_violations *violations);

/* const and enum, KEYWORD says which: NODE is one of the COUNT strings WORDS. */
bool berg_check_word(const struct berg_json_tree *tree, size_t node, const struct berg_span *words, size_t count,
                     const char *keyword, const char *place, struct berg_violations *violations);
/* const and enum of other values: EQUAL is the outcome of the comparison, EXPECTED the values in words. */
bool berg_check_value(const struct berg_json_tree *tree, size_t node, bool equal, struct berg_span expected,
                      const char *keyword, const char *place, struct berg_violations *violations);

/* pattern; TEXT is how the pattern is written. */
bool berg_check_pattern(const struct berg_json_tree *tree, size_t node, const struct berg_pattern *pattern,
                        struct berg_span text, const char *place, struct berg_violations *violations);

/* format: uuid, date, duration, byte; int32 and int64 are ranges. */
bool berg_check_uuid(const struct berg_json_tree *tree, size_t node, const char *place,
                     struct berg_violations *violations);
bool berg_check_date(const struct berg_json_tree *tree, size_t node, const char *place,
                     struct berg_violations *violations);
bool berg_check_duration(const struct berg_json_tree *tree, size_t node, const char *place,
                         struct berg_violations *violations);
bool berg_check_byte(const struct berg_json_tree *tree, size_t node, const char *place,
                     struct berg_violations *violations);
bool berg_check_int32(const struct berg_json_tree *tree, size_t node, const char *place,
                      struct berg_violations *violations);
bool berg_check_int64(const struct berg_json_tree *tree, size_t node, const char *place,
                      struct berg_violations *violations);

/* Tells whether NODE is the string, or a number equal to the number, TEXT. */
bool berg_check_is_string(const struct berg_json_tree *tree, size_t node, struct berg_span text);
bool berg_check_is_number(const struct berg_json_tree *tree, size_t node, struct berg_span text);

/* Which of the COUNT VALUES the string member NAME of NODE is. False, and a violation of KEYWORD, when there is no such
 * member or it is none of them: then no alternative of PLACE fits. */
bool berg_check_tag(const struct berg_json_tree *tree, size_t node, struct berg_span name,
                    const struct berg_span *values, size_t count, const char *keyword, const char *place,
                    struct berg_violations *violations, size_t *index);

/* Records that no alternative fits, or more than the one that oneOf wants. Return false. */
bool berg_check_no_alternative(const struct berg_json_tree *tree, size_t node, const char *keyword, const char *place,
                               struct berg_violations *violations);
bool berg_check_several(const struct berg_json_tree *tree, size_t node, const char *place,
                        struct berg_violations *violations);

#endif
