/* Problems: the first cause stays, arguments are placed and cleaned, long messages are cut between characters; and what
 * each status is answered with. */
#include "unit/test.h"

#include "base/problem.h"

static void test_first_stays(void)
{
  struct berg_problem problem;

  berg_problem_clear(&problem);
  CHECK_INT(problem.status, BERG_OK);
  CHECK_INT(berg_problem_set(&problem, BERG_NO_TABLE, "first"), BERG_NO_TABLE);
  CHECK_INT(berg_problem_set(&problem, BERG_INVALID, "second"), BERG_INVALID);
  CHECK_INT(problem.status, BERG_NO_TABLE);
  CHECK_TEXT(berg_problem_message(&problem), "first");
  berg_problem_point(&problem, BERG_SPAN("/a/0"));
  berg_problem_point(&problem, BERG_SPAN("/b"));
  CHECK_TEXT(berg_span_of(problem.pointer), "/a/0");
  CHECK_INT(berg_problem_set(NULL, BERG_IO, "nobody reads"), BERG_IO);
}

static void test_arguments(void)
{
  struct berg_problem problem;

  berg_problem_clear(&problem);
  (void)berg_problem_set_text_ids(&problem, BERG_INVALID, "{} has {} of {}{}", BERG_SPAN("a{}\n\x7f"), INT64_MIN, 2);
  CHECK_TEXT(berg_problem_message(&problem), "a{}?? has -9223372036854775808 of 2{}");
  berg_problem_clear(&problem);
  (void)berg_problem_set_texts(&problem, BERG_INVALID, "{}{}", BERG_SPAN("x"), BERG_SPAN("y"));
  CHECK_TEXT(berg_problem_message(&problem), "xy");
  berg_problem_clear(&problem);
  (void)berg_problem_set_ids(&problem, BERG_INVALID, "{} {}", -1, INT64_MAX);
  CHECK_TEXT(berg_problem_message(&problem), "-1 9223372036854775807");
}

/* A message of two-byte characters behind one byte: the cut never leaves half a character. */
static void test_cut(void)
{
  char text[2 * BERG_PROBLEM_MAX];
  struct berg_problem problem;

  for (size_t shift = 0; shift < 2; shift++) {
    memset(text, 'a', shift);
    for (size_t i = shift; i + 1 < sizeof text; i += 2)
      memcpy(text + i, "\xC3\xA9", 2);
    text[sizeof text - 1] = '\0';
    text[sizeof text - 2] = '\0';
    berg_problem_clear(&problem);
    (void)berg_problem_set_text(&problem, BERG_INVALID, "{}", berg_span_of(text));
    CHECK(problem.message_len >= BERG_PROBLEM_MAX - 4 && problem.message_len < BERG_PROBLEM_MAX);
    CHECK_INT(problem.message_len % 2, shift);
    CHECK_INT(problem.message[problem.message_len], 0);
  }
}

/* TESTS the table of statuses: code and type of each error that the protocol names */
static void test_codes(void)
{
  static const struct {
    enum berg_status status;
    int code;
    const char *type;
  } ROWS[] = {
      {BERG_INVALID, 400, "BadRequestException"},
      {BERG_UNAUTHORIZED, 401, "NotAuthorizedException"},
      {BERG_FORBIDDEN, 403, "ForbiddenException"},
      {BERG_NO_NAMESPACE, 404, "NoSuchNamespaceException"},
      {BERG_NO_TABLE, 404, "NoSuchTableException"},
      {BERG_NO_VIEW, 404, "NoSuchViewException"},
      {BERG_UNSUPPORTED, 406, "UnsupportedOperationException"},
      {BERG_EXISTS, 409, "AlreadyExistsException"},
      {BERG_COMMIT_FAILED, 409, "CommitFailedException"},
      {BERG_AUTH_EXPIRED, 419, "AuthenticationTimeoutException"},
      {BERG_UNPROCESSABLE, 422, "UnprocessableEntityException"},
      {BERG_STATE_UNKNOWN, 500, "CommitStateUnknownException"},
      {BERG_BUSY, 503, "ServiceUnavailableException"},
  };

  for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
    CHECK_INT(berg_status_http_code(ROWS[i].status), ROWS[i].code);
    CHECK_TEXT(berg_span_of(berg_status_error_type(ROWS[i].status)), ROWS[i].type);
  }
  for (int status = BERG_INVALID; status < BERG_STATUS_COUNT; status++) {
    CHECK(berg_status_http_code((enum berg_status)status) >= 400);
    CHECK(strlen(berg_status_error_type((enum berg_status)status)) > 0);
  }
  CHECK_INT(berg_status_http_code(BERG_STATUS_COUNT), 500);
}

int main(void)
{
  TEST_RUN(test_first_stays);
  TEST_RUN(test_arguments);
  TEST_RUN(test_cut);
  TEST_RUN(test_codes);
  return test_end();
}
