/* Deadlines of connections: lists in which each member has the same time to live, so that the first is the next due.
 *
 * Members are part of somebody else's structure and belong to at most one list. No clock: the caller says the time. */
#ifndef BERG_HTTP_DEADLINE_H
#define BERG_HTTP_DEADLINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct berg_http_deadline {
  struct berg_http_deadline *prev;
  struct berg_http_deadline *next; /* NULL: in no list */
  int64_t due_ms;
};

struct berg_http_deadlines {
  struct berg_http_deadline ends; /* next: the first, prev: the last */
  int64_t span_ms;
};

/* Makes LIST empty; its members live SPAN_MS. */
void berg_http_deadlines_open(struct berg_http_deadlines *list, int64_t span_ms);

/* Puts MEMBER, taken from the list it is in, at the end of LIST: due at NOW_MS and the list's span. */
void berg_http_deadlines_append(struct berg_http_deadlines *list, struct berg_http_deadline *member, int64_t now_ms);

/* Takes MEMBER out of its list, if it is in one. */
void berg_http_deadline_remove(struct berg_http_deadline *member);

/* The member that is due first, or NULL. */
struct berg_http_deadline *berg_http_deadlines_first(const struct berg_http_deadlines *list);

#endif
