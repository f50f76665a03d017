/* Deadline lists: order, moving, removing. */
#include "http/deadline.h"
#include "unit/test.h"

static void keeps_the_first_due_first(void)
{
  struct berg_http_deadlines list;
  struct berg_http_deadline a = {0};
  struct berg_http_deadline b = {0};

  berg_http_deadlines_open(&list, 100);
  CHECK(berg_http_deadlines_first(&list) == NULL);
  berg_http_deadlines_append(&list, &a, 1000);
  berg_http_deadlines_append(&list, &b, 1010);
  CHECK(berg_http_deadlines_first(&list) == &a);
  CHECK_INT(a.due_ms, 1100);
  berg_http_deadlines_append(&list, &a, 1020);
  CHECK(berg_http_deadlines_first(&list) == &b);
  CHECK_INT(a.due_ms, 1120);
}

static void moves_members_between_lists(void)
{
  struct berg_http_deadlines one;
  struct berg_http_deadlines two;
  struct berg_http_deadline a = {0};

  berg_http_deadlines_open(&one, 1);
  berg_http_deadlines_open(&two, 2);
  berg_http_deadlines_append(&one, &a, 0);
  berg_http_deadlines_append(&two, &a, 0);
  CHECK(berg_http_deadlines_first(&one) == NULL);
  CHECK(berg_http_deadlines_first(&two) == &a);
  berg_http_deadline_remove(&a);
  berg_http_deadline_remove(&a);
  CHECK(berg_http_deadlines_first(&two) == NULL);
}

int main(void)
{
  TEST_RUN(keeps_the_first_due_first);
  TEST_RUN(moves_members_between_lists);
  return test_end();
}
