/* The part of JSONPath (RFC 9535) that names one place: what targets of overlays are written in.
 *
 *   $           the document
 *   .name       a member; the name is letters, digits, - and _
 *   ['name']    a member by any name; \' and \\ stand for ' and \
 *   [n]         an item of a list, counted from 0
 *
 * Everything that can name several places (wildcards, slices, filters, `..`) is refused by name. */
#ifndef BERG_SPEC_TOOL_JSONPATH_H
#define BERG_SPEC_TOOL_JSONPATH_H

#include "spec/tool/text.h"
#include "spec/tool/yaml_tree.h"

#define BERG_SPEC_STEPS_MAX 32u

/* One step down: into the member NAME, or into the item INDEX. */
struct berg_spec_step {
  bool is_item;
  struct berg_span name;
  size_t index;
};

struct berg_spec_jsonpath {
  struct berg_spec_step steps[BERG_SPEC_STEPS_MAX];
  size_t count;
};

/* Reads TEXT into PATH. BERG_INVALID: it is none; REASON is what is wrong, COLUMN the byte of TEXT, from 1. */
BERG_MUST_USE enum berg_status berg_spec_jsonpath_parse(struct berg_arena *arena, struct berg_span text,
                                                        const char **reason, size_t *column,
                                                        struct berg_spec_jsonpath *path);

/* PATH, a text of this form, and the member NAME below it: `.name` where that is possible, else `['name']`. */
struct berg_span berg_spec_jsonpath_append(struct berg_arena *arena, struct berg_span path, struct berg_span name);

/* PATH as text, in the form that berg_spec_jsonpath_append gives. */
struct berg_span berg_spec_jsonpath_format(struct berg_arena *arena, const struct berg_spec_jsonpath *path);

/* What PATH leads to from ROOT: the node VALUE, and the node PARENT that it is the member or item INDEX of (NULL for
 * the root itself). BERG_ABSENT: nothing. */
BERG_MUST_USE enum berg_status berg_spec_jsonpath_find(const struct berg_spec_jsonpath *path, struct berg_yaml *root,
                                                       struct berg_yaml **parent, size_t *index,
                                                       struct berg_yaml **value);

#endif
