/* Namespace and object names: the split of raw path segments, the `parent` parameter, the key that the store keeps.
 *
 * A namespace is one to BERG_NAMESPACE_LEVELS_MAX levels; each level and each table name is 1 to 255 bytes of UTF-8
 * without bytes below 0x20 or 0x7F. The store key is the levels joined by 0x1F, which no level can hold. Names are
 * opaque: compared byte for byte.
 *
 * All memory of a namespace is the arena's. How far proven: the bytes are split and checked in namespace_parts.h, which
 * is proven; here is what puts the parts into the arena. */
#ifndef BERG_CORE_NAMESPACE_H
#define BERG_CORE_NAMESPACE_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/problem.h"

#define BERG_NAMESPACE_LEVELS_MAX 32u
#define BERG_NAME_BYTES_MAX 255u
#define BERG_NAMESPACE_SEPARATOR 0x1Fu

struct berg_namespace {
  struct berg_spans levels;
  struct berg_span key; /* the levels joined by 0x1F */
};

/* Reads a raw (still percent-encoded) path segment: split at `%1F`, or, when it holds none and SEPARATOR
 * (percent-encoded, as advertised, may be empty) is set, at that; then each part is percent-decoded once. BERG_INVALID
 * for a bad escape, a part that is empty or no valid name; BERG_NO_MEMORY. OUT is written only on success. Clauses
 * names/... */
BERG_MUST_USE enum berg_status berg_namespace_from_path(struct berg_span raw, struct berg_span separator,
                                                        struct berg_arena *arena, struct berg_namespace *out,
                                                        struct berg_problem *problem);

/* Reads the `parent` query value, already decoded once: split at 0x1F, else at SEPARATOR (percent-encoded, as
 * advertised, may be empty), which is decoded first. BERG_INVALID as above. */
BERG_MUST_USE enum berg_status berg_namespace_from_query(struct berg_span decoded, struct berg_span separator,
                                                         struct berg_arena *arena, struct berg_namespace *out,
                                                         struct berg_problem *problem);

/* Makes one of the levels of a request body, which are copied. BERG_INVALID for no level, too many, or a bad name. */
BERG_MUST_USE enum berg_status berg_namespace_from_levels(const struct berg_spans *levels, struct berg_arena *arena,
                                                          struct berg_namespace *out, struct berg_problem *problem);

/* Splits a store key again; KEY must be one that these functions made, else BERG_INVALID. */
BERG_MUST_USE enum berg_status berg_namespace_from_key(struct berg_span key, struct berg_arena *arena,
                                                       struct berg_namespace *out);

/* Checks one level or a table's or view's name. WHAT ("table name") is for the message. */
BERG_MUST_USE enum berg_status berg_name_check(struct berg_span name, const char *what, struct berg_problem *problem);

/* Appends the name for messages: levels joined by dots, and `.NAME` when NAME is not empty. */
void berg_namespace_format(struct berg_buffer *buffer, const struct berg_namespace *ns, struct berg_span name);

#endif
