/* From the decoded request of updateTable and createTable to the core's requirements, updates and creation.
 *
 * The generated types say what the client sent; these functions give it the meaning of the table format. All results
 * live in the arena or borrow the request's body. BERG_INVALID names the member with its JSON pointer. */
#ifndef BERG_DOCUMENT_COMMIT_REQUEST_H
#define BERG_DOCUMENT_COMMIT_REQUEST_H

#include "core/update.h"

struct berg_wire_commit_table_request;
struct berg_wire_create_table_request;

BERG_MUST_USE enum berg_status berg_requirements_from_wire(const struct berg_wire_commit_table_request *request,
                                                           struct berg_arena *arena,
                                                           struct berg_requirement **requirements, size_t *count,
                                                           struct berg_problem *problem);
BERG_MUST_USE enum berg_status berg_updates_from_wire(const struct berg_wire_commit_table_request *request,
                                                      struct berg_arena *arena, struct berg_update **updates,
                                                      size_t *count, struct berg_problem *problem);
/* All but `location`, which the caller decides. */
BERG_MUST_USE enum berg_status berg_create_from_wire(const struct berg_wire_create_table_request *request,
                                                     struct berg_arena *arena, struct berg_create *create,
                                                     struct berg_problem *problem);

#endif
