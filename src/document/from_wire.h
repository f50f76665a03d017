/* The parts of a request that have rules, from the generated structs to the core's. Internal to src/document.
 *
 * POINTER is the JSON pointer of the part in its request; a failure adds the way to the member below it. What comes out
 * lives in ARENA or borrows what the generated structs borrow. */
#ifndef BERG_DOCUMENT_FROM_WIRE_H
#define BERG_DOCUMENT_FROM_WIRE_H

#include "berg_wire_types.h"
#include "core/update.h"

/* BERG_INVALID for a type that is none, or nesting deeper than a request can be. */
BERG_MUST_USE enum berg_status berg_schema_from_wire(const struct berg_wire_schema *wire, const char *pointer,
                                                     struct berg_arena *arena, struct berg_schema *schema,
                                                     struct berg_problem *problem);

/* BERG_INVALID for a field without a source or a transform with bad parameters. An id that is not there is 0. */
BERG_MUST_USE enum berg_status berg_spec_from_wire(const struct berg_wire_partition_spec *wire, const char *pointer,
                                                   struct berg_arena *arena, struct berg_partition_spec *spec,
                                                   struct berg_problem *problem);
BERG_MUST_USE enum berg_status berg_order_from_wire(const struct berg_wire_sort_order *wire, const char *pointer,
                                                    struct berg_arena *arena, struct berg_sort_order *order,
                                                    struct berg_problem *problem);

/* These make the text that a document will hold of what the client sent: known members, canonical. BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_snapshot_from_wire(const struct berg_wire_snapshot *wire, struct berg_arena *arena,
                                                       struct berg_snapshot *snapshot, struct berg_problem *problem);
BERG_MUST_USE enum berg_status berg_statistics_from_wire(const struct berg_wire_statistics_file *wire,
                                                         struct berg_arena *arena, struct berg_statistics *file,
                                                         struct berg_problem *problem);
BERG_MUST_USE enum berg_status berg_partition_statistics_from_wire(
    const struct berg_wire_partition_statistics_file *wire, struct berg_arena *arena, struct berg_statistics *file,
    struct berg_problem *problem);
BERG_MUST_USE enum berg_status berg_key_from_wire(const struct berg_wire_encrypted_key *wire, struct berg_arena *arena,
                                                  struct berg_encryption_key *key, struct berg_problem *problem);

/* What a table has room for and no client comes near: rules about a spec compare its fields with each other and with
 * the columns, requirements are compared with the refs, and one request must not hold the loop for minutes. */
#define BERG_SPEC_FIELDS_MAX 1000u
#define BERG_REQUIREMENTS_MAX 1000u

#endif
