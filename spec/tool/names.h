/* Names of C identifiers made from names of the document: one rule for all generated code.
 *
 * A name is split into words before an upper-case letter that follows a lower-case letter or digit, and before the last
 * letter of a run of upper-case letters when a lower-case letter follows; whatever is no letter or digit separates
 * words too. `OAuth` is one word. Words are joined by '_': AssignUUIDUpdate is assign_uuid_update, format-version is
 * format_version. Identifiers are NUL-terminated, since they go into printf formats; they live in the arena. */
#ifndef BERG_SPEC_TOOL_NAMES_H
#define BERG_SPEC_TOOL_NAMES_H

#include "base/arena.h"

/* NAME in lower case: create_table_request. */
const char *berg_name_snake(struct berg_arena *arena, struct berg_span name);

/* NAME in upper case: CREATE_TABLE_REQUEST. */
const char *berg_name_upper(struct berg_arena *arena, struct berg_span name);

/* NAME in lower case, with a '_' behind it when it is a word of C (or of <stdbool.h>), or `set`. For members. */
const char *berg_name_member(struct berg_arena *arena, struct berg_span name);

/* FIRST, '_' and SECOND. */
const char *berg_name_join(struct berg_arena *arena, const char *first, const char *second);

/* The identifier TEXT, made upper case. */
const char *berg_name_raise(struct berg_arena *arena, const char *text);

/* Tells whether NAME, in snake case, is the operation or schema ID. */
bool berg_name_is(struct berg_arena *arena, struct berg_span id, struct berg_span name);

#endif
