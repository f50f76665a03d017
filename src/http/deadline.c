#include "http/deadline.h"

void berg_http_deadlines_open(struct berg_http_deadlines *list, int64_t span_ms)
{
  list->ends.prev = &list->ends;
  list->ends.next = &list->ends;
  list->ends.due_ms = 0;
  list->span_ms = span_ms;
}

void berg_http_deadline_remove(struct berg_http_deadline *member)
{
  if (member->next == NULL)
    return;
  member->prev->next = member->next;
  member->next->prev = member->prev;
  member->next = NULL;
  member->prev = NULL;
}

void berg_http_deadlines_append(struct berg_http_deadlines *list, struct berg_http_deadline *member, int64_t now_ms)
{
  berg_http_deadline_remove(member);
  member->due_ms = now_ms + list->span_ms;
  member->prev = list->ends.prev;
  member->next = &list->ends;
  list->ends.prev->next = member;
  list->ends.prev = member;
}

struct berg_http_deadline *berg_http_deadlines_first(const struct berg_http_deadlines *list)
{
  return list->ends.next == &list->ends ? NULL : list->ends.next;
}
