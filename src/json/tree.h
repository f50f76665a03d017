/* A parsed text as a flat array of nodes in document order: what validators walk, by index, without pointers.
 *
 * Nodes and unescaped strings live in the arena; raw spans borrow the text. An object's children are its members, each
 * two values: a STRING node (the name, unescaped in `text`) and the value's nodes. `end` is the index behind the last
 * node of a value, so that the next sibling of node i is nodes[i].end. */
#ifndef BERG_JSON_TREE_H
#define BERG_JSON_TREE_H

#include "json/reader.h"

struct berg_json_node {
  enum berg_json_kind kind; /* OBJECT, ARRAY, STRING, NUMBER, TRUE, FALSE, NULL */
  size_t end;               /* index of the node behind this value */
  size_t child_count;       /* members of an object, elements of an array */
  struct berg_span text;    /* string: unescaped; number: its digits; object, array: the raw text */
  size_t offset;            /* byte offset in the text */
};

struct berg_json_tree {
  struct berg_span text;
  struct berg_json_node *nodes; /* nodes[0] is the document's value */
  size_t count;
};

/* Parses and checks TEXT like berg_json_check_text and makes its TREE. */
BERG_MUST_USE enum berg_status berg_json_parse(struct berg_span text, struct berg_json_limits limits,
                                               bool refuse_duplicates, struct berg_arena *arena,
                                               struct berg_json_tree *tree, struct berg_problem *problem);

/* The index of the value of member NAME of object node OBJECT, or 0 when there is none (0 is never a member). */
size_t berg_json_member(const struct berg_json_tree *tree, size_t object, struct berg_span name);

/* Whether two values are equal by JSON Schema: numbers by value, strings by code points, objects without order. */
bool berg_json_equal(const struct berg_json_tree *tree, size_t a, size_t b);

#endif
