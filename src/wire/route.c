#include "wire/route.h"

struct path {
  struct berg_span segments[BERG_ROUTE_SEGMENT_MAX];
  size_t count;
};

/* Splits RAW, which starts with '/', at each '/'. False: no '/' at the start, or more segments than any template has.
 */
static bool split(struct berg_span raw, struct path *path)
{
  size_t start = 1;

  path->count = 0;
  if (raw.len == 0 || raw.bytes[0] != '/')
    return false;
  for (size_t i = 1; i <= raw.len; i++) {
    if (i < raw.len && raw.bytes[i] != '/')
      continue;
    if (path->count == BERG_ROUTE_SEGMENT_MAX)
      return false;
    path->segments[path->count++] = berg_span_part(raw, start, i - start);
    start = i + 1;
  }
  return true;
}

static bool is_prefix(const struct berg_route_segment *segment)
{
  return segment->param == BERG_WIRE_PARAM_PREFIX;
}

static bool has_prefix(const struct berg_route *route)
{
  for (size_t i = 0; i < route->segment_count; i++) {
    if (is_prefix(&route->segments[i]))
      return true;
  }
  return false;
}

/* Tells whether PATH is an instance of ROUTE, whose prefix segment is left out when SKIP_PREFIX; a template has at most
 * one, so most routes are out by their length. */
static bool matches(const struct berg_route *route, const struct path *path, bool skip_prefix)
{
  size_t at = 0;

  if (route->segment_count != path->count + (skip_prefix ? 1 : 0))
    return false;
  for (size_t i = 0; i < route->segment_count; i++) {
    const struct berg_route_segment *segment = &route->segments[i];
    if (skip_prefix && is_prefix(segment))
      continue;
    if (at == path->count)
      return false;
    if (segment->param == BERG_ROUTE_LITERAL ? !berg_span_equal(segment->literal, path->segments[at])
                                             : path->segments[at].len == 0)
      return false;
    at++;
  }
  return at == path->count;
}

/* Tells whether A says more about a path than B does: the earlier literal where they differ. */
static bool is_closer(const struct berg_route *a, const struct berg_route *b)
{
  for (size_t i = 0; i < a->segment_count && i < b->segment_count; i++) {
    bool literal_a = a->segments[i].param == BERG_ROUTE_LITERAL;
    bool literal_b = b->segments[i].param == BERG_ROUTE_LITERAL;
    if (literal_a != literal_b)
      return literal_a;
  }
  return false;
}

/* The closest route of one reading that has METHOD, or NULL; ALLOWED gains the methods of all that match. */
static const struct berg_route *find(const struct berg_route *routes, size_t count, enum berg_method method,
                                     const struct path *path, bool skip_prefix, unsigned *allowed)
{
  const struct berg_route *best = NULL;

  for (size_t i = 0; i < count; i++) {
    const struct berg_route *route = &routes[i];
    if (!matches(route, path, skip_prefix) || (skip_prefix && !has_prefix(route)))
      continue;
    for (unsigned m = 0; m < BERG_METHOD_COUNT; m++) {
      if (route->operations[m] != BERG_ROUTE_NO_OPERATION)
        *allowed |= 1u << m;
    }
    if (route->operations[method] != BERG_ROUTE_NO_OPERATION && (best == NULL || is_closer(route, best)))
      best = route;
  }
  return best;
}

static void fill(const struct berg_route *route, enum berg_method method, const struct path *path, bool skip_prefix,
                 struct berg_wire_match *match)
{
  size_t at = 0;

  match->operation = route->operations[method];
  match->has_prefix = !skip_prefix && has_prefix(route);
  for (size_t i = 0; i < route->segment_count; i++) {
    const struct berg_route_segment *segment = &route->segments[i];
    if (skip_prefix && is_prefix(segment))
      continue;
    if (segment->param != BERG_ROUTE_LITERAL)
      match->params[segment->param] = path->segments[at];
    at++;
  }
}

enum berg_status berg_route_find(const struct berg_route *routes, size_t count, enum berg_method method,
                                 struct berg_span raw_path, struct berg_wire_match *match)
{
  struct berg_wire_match found = {.operation = BERG_ROUTE_NO_OPERATION};
  struct path path;
  const struct berg_route *route = NULL;
  bool skip_prefix = true;

  if (!split(raw_path, &path)) {
    *match = found;
    return BERG_NO_ROUTE;
  }
  route = find(routes, count, method, &path, true, &found.allowed);
  if (route == NULL) {
    skip_prefix = false;
    route = find(routes, count, method, &path, false, &found.allowed);
  }
  if (route != NULL)
    fill(route, method, &path, skip_prefix, &found);
  *match = found;
  if (route != NULL)
    return BERG_OK;
  return found.allowed == 0 ? BERG_NO_ROUTE : BERG_METHOD_NOT_ALLOWED;
}
