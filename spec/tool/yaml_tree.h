/* A YAML text as a tree of values, each with the file, line and column that it stands at.
 *
 * Scalars are resolved by the YAML 1.2 core schema: plain `null`, `~`, empty, `true`, `false`, integers and floats
 * become what they say, quoted and block scalars are strings whatever they look like. Keys of maps are always strings:
 * the key 200 is the text "200". Refused, by name and place: duplicate keys, keys that are lists or maps, merge keys
 * (`<<`), anchors and aliases, tags, infinities and NaN, a second document, too deep nesting, too many values. Nothing
 * of JSON Schema or OpenAPI is known here.
 *
 * Everything is allocated in the caller's arena and lives as long as that. Not proven; tested by golden files. */
#ifndef BERG_SPEC_TOOL_YAML_TREE_H
#define BERG_SPEC_TOOL_YAML_TREE_H

#include "base/arena.h"
#include "base/span.h"
#include "base/status.h"

#include <stdint.h>

/* Lists and maps inside each other, and values in one text. */
#define BERG_YAML_DEPTH_MAX 64u
#define BERG_YAML_COUNT_MAX 1000000u

/* Where something stands. Lines and columns count from 1. */
struct berg_spec_place {
  struct berg_span file; /* as the command line or the reference names it, relative to the working folder */
  uint32_t line;
  uint32_t column;
};

enum berg_yaml_kind {
  BERG_YAML_NULL,
  BERG_YAML_BOOLEAN,
  BERG_YAML_INTEGER, /* text is the number in decimal, without leading zeros or plus */
  BERG_YAML_NUMBER,  /* text is the number in the form of JSON */
  BERG_YAML_STRING,
  BERG_YAML_LIST,
  BERG_YAML_MAP
};

struct berg_yaml;

struct berg_yaml_member {
  struct berg_span key;
  struct berg_spec_place place; /* of the key */
  struct berg_yaml *value;
};

struct berg_yaml {
  enum berg_yaml_kind kind;
  struct berg_spec_place place;
  struct berg_span text; /* scalars: the resolved text; "true", "false" or "null" for those */
  bool boolean;
  struct berg_yaml **items;         /* lists */
  struct berg_yaml_member *members; /* maps, in the order of the text */
  size_t count;
};

/* The complaints of one run, in the order in which they were found. */
struct berg_spec_complaints;

/* Reads TEXT, which is the content of FILE, into ROOT. BERG_INVALID: TEXT is refused, the reason is in COMPLAINTS. */
BERG_MUST_USE enum berg_status berg_yaml_parse(struct berg_arena *arena, struct berg_span file, struct berg_span text,
                                               struct berg_spec_complaints *complaints, struct berg_yaml **root);

/* Gives SCALAR, whose text is plain (unquoted), the kind and text that the core schema says. BERG_INVALID: it is a
 * number that JSON cannot express; SCALAR is left as it is. */
BERG_MUST_USE enum berg_status berg_yaml_resolve_plain(struct berg_arena *arena, struct berg_yaml *scalar);

/* The value of the member KEY of MAP; NULL when MAP is NULL or no map, or has no such member. */
struct berg_yaml *berg_yaml_find(const struct berg_yaml *map, const char *key);
struct berg_yaml *berg_yaml_find_span(const struct berg_yaml *map, struct berg_span key);

/* "a string", "a list" and so on, for messages. */
const char *berg_yaml_kind_name(enum berg_yaml_kind kind);

/* Tells whether A and B are the same JSON value: members in any order, numbers by value (1 equals 1.0). */
bool berg_yaml_equal(const struct berg_yaml *a, const struct berg_yaml *b);

/* Orders two numbers by value, exactly: below, at or above 0. */
int berg_yaml_compare_numbers(const struct berg_yaml *a, const struct berg_yaml *b);

/* Tells whether SCALAR is an integer, or a number without a fraction, such as 2.0, that JSON Schema calls one. */
bool berg_yaml_is_integral(const struct berg_yaml *scalar);

#endif
