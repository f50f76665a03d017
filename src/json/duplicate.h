/* Equal member names within one object: found in near-linear time, whatever the object's size.
 *
 * Internal to src/json. */
#ifndef BERG_JSON_DUPLICATE_H
#define BERG_JSON_DUPLICATE_H

#include "base/arena.h"
#include "json/scan.h"

/* Looks for an object of TEXT, which is one well-formed value, with two members of the same name (compared after
 * unescaping). BERG_OK: there is none; BERG_INVALID: OFFSET is the name that came second, NAME what it spells;
 * BERG_NO_MEMORY. ARENA serves as scratch. */
BERG_MUST_USE enum berg_status berg_json_find_duplicate(struct berg_span text, struct berg_arena *arena, size_t *offset,
                                                        struct berg_span *name);

#endif
