/* The route matcher: from a method and a raw path to an operation, over a table that the generator writes.
 *
 * Works on the path as it was sent: it is split at '/', literal segments are compared byte by byte, parameters are kept
 * still percent-encoded and are never empty. A template with {prefix} also matches a path without that segment; of the
 * two readings of a path the one without prefix wins when it has the method. Where two templates match, the one with
 * the earlier literal segment wins. No memory, no state. */
#ifndef BERG_WIRE_ROUTE_H
#define BERG_WIRE_ROUTE_H

#include "wire/exchange.h"

#define BERG_ROUTE_SEGMENT_MAX 16u
#define BERG_ROUTE_LITERAL (-1)
#define BERG_ROUTE_NO_OPERATION (-1)

/* One segment of a template: a literal, or a parameter. */
struct berg_route_segment {
  struct berg_span literal;
  int param; /* enum berg_wire_param, or BERG_ROUTE_LITERAL */
};

struct berg_route {
  struct berg_route_segment segments[BERG_ROUTE_SEGMENT_MAX];
  size_t segment_count;
  int operations[BERG_METHOD_COUNT]; /* for each method an operation, or BERG_ROUTE_NO_OPERATION */
};

/* Finds the operation of METHOD at RAW_PATH among the COUNT ROUTES and fills MATCH. BERG_OK; BERG_NO_ROUTE: no template
 * matches; BERG_METHOD_NOT_ALLOWED: one does, without METHOD; match->allowed then has the methods that there are. */
BERG_MUST_USE enum berg_status berg_route_find(const struct berg_route *routes, size_t count, enum berg_method method,
                                               struct berg_span raw_path, struct berg_wire_match *match);

#endif
