/* What a validator found: where in the instance, which keyword of which schema, and why.
 *
 * A list of violations lives in an arena that the caller owns, with all its texts; the arena also serves validators as
 * scratch. While the list is hushed, nothing is recorded: so validators try alternatives. Running out of memory sets
 * `failed`; the outcome is then BERG_NO_MEMORY, never BERG_OK. */
#ifndef BERG_WIRE_VIOLATION_H
#define BERG_WIRE_VIOLATION_H

#include "base/arena.h"
#include "base/buffer.h"
#include "json/tree.h"

struct berg_violation {
  struct berg_span pointer;        /* JSON pointer (RFC 6901) into the instance */
  struct berg_span keyword;        /* "type", "required", ... */
  struct berg_span schema;         /* name of the component schema */
  struct berg_span schema_pointer; /* JSON pointer inside it, without the keyword */
  struct berg_span message;
};

struct berg_violations {
  struct berg_arena *arena;
  bool first_only; /* validators stop at the first */
  bool failed;     /* memory ran out */
  unsigned hushed; /* depth of alternatives being tried */
  size_t count;
  size_t cap;
  struct berg_violation *items;
};

/* Makes LIST empty; what is recorded goes to ARENA. */
void berg_violations_open(struct berg_violations *list, struct berg_arena *arena, bool first_only);

/* Stops and resumes recording; calls nest. */
void berg_violations_hush(struct berg_violations *list);
void berg_violations_speak(struct berg_violations *list);

/* Tells whether a validator that found OK so far looks further: always while all is well, afterwards only when every
 * violation is wanted. */
static inline bool berg_violations_go_on(const struct berg_violations *list, bool ok)
{
  return ok || (list->hushed == 0 && !list->first_only);
}

/* Records that node NODE of TREE breaks KEYWORD at PLACE, which is a schema's name followed by a JSON pointer inside
 * it; MESSAGE with each "{}" replaced by ARGUMENT. Returns false, so that a check can end with it. */
bool berg_violations_add(struct berg_violations *list, const struct berg_json_tree *tree, size_t node,
                         const char *keyword, const char *place, const char *message, struct berg_span argument);

/* What a whole check comes to: OK is BERG_OK; not OK is BERG_INVALID, or BERG_NO_MEMORY when the list failed. */
BERG_MUST_USE enum berg_status berg_violations_status(const struct berg_violations *list, bool ok);

/* Appends the JSON pointer of node NODE of TREE. */
void berg_violations_pointer(const struct berg_json_tree *tree, size_t node, struct berg_buffer *pointer);

#endif
