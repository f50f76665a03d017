/* References by `$ref`: text such as `schemas/types.yaml#/Schema` or `#/components/schemas/Schema`. */
#ifndef BERG_SPEC_TOOL_REFERENCE_H
#define BERG_SPEC_TOOL_REFERENCE_H

#include "spec/tool/files.h"

/* A component of the document: its kind, such as "schemas", and its name. */
struct berg_spec_component {
  struct berg_span kind;
  struct berg_span name;
};

/* Whether NODE is a map with `$ref` as its only member; REF is then its value. */
bool berg_spec_is_reference(const struct berg_yaml *node, const struct berg_yaml **ref);

/* The text before the `#` of REFERENCE and the text behind it; FRAGMENT is empty when there is no `#`. */
void berg_spec_reference_split(struct berg_span reference, struct berg_span *file, struct berg_span *fragment);

/* Whether the file part of a reference can be one of ours: relative, no scheme. */
bool berg_spec_reference_is_local(struct berg_span file);

/* The node that the JSON pointer POINTER leads to from ROOT; NULL: there is none, or POINTER is none. */
struct berg_yaml *berg_spec_pointer_find(struct berg_arena *arena, struct berg_yaml *root, struct berg_span pointer);

/* POINTER with TOKEN behind it, escaped. */
struct berg_span berg_spec_pointer_append(struct berg_arena *arena, struct berg_span pointer, struct berg_span token);

/* Reads `#/components/KIND/NAME`. BERG_INVALID: REFERENCE has another form. */
BERG_MUST_USE enum berg_status berg_spec_component_parse(struct berg_arena *arena, struct berg_span reference,
                                                         struct berg_spec_component *out);

/* Writes it. */
struct berg_span berg_spec_component_format(struct berg_arena *arena, struct berg_spec_component component);

#endif
