/* What follows from the references of a document: circles, reachability, derivation. */
#ifndef BERG_SPEC_TOOL_RESOLVE_H
#define BERG_SPEC_TOOL_RESOLVE_H

#include "spec/tool/model.h"

/* Complains about schemas that lead to themselves without a value between, such as A = $ref B, B = $ref A. What checks
 * or flattens schemas may rely on there being none. */
void berg_spec_check_circles(const struct berg_spec_document *document, struct berg_spec_complaints *complaints);

/* Fills recursive, cycle, in_requests, in_responses and derived of the named schemas. */
void berg_spec_resolve(struct berg_arena *arena, struct berg_spec_document *document);

#endif
