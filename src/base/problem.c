#include "base/problem.h"

#include "base/utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void berg_problem_clear(struct berg_problem *problem)
{
  problem->status = BERG_OK;
  problem->message_len = 0;
  problem->pointer_len = 0;
  problem->message[0] = '\0';
  problem->pointer[0] = '\0';
}

/* Drops an unfinished UTF-8 sequence from the end of TEXT, which is LEN long. */
static size_t trim_partial_character(const char *text, size_t len)
{
  size_t start = len;

  while (start > 0 && len - start < 4 && ((unsigned char)text[start - 1] & 0xC0u) == 0x80u)
    start--;
  if (start == 0)
    return len;
  unsigned char lead = (unsigned char)text[start - 1];
  size_t want = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
  return len - (start - 1) < want ? start - 1 : len;
}

static void append_bytes(struct berg_problem *problem, struct berg_span s)
{
  size_t room = BERG_PROBLEM_MAX - 1 - problem->message_len;
  size_t take = s.len < room ? s.len : room;

  if (take > 0)
    memcpy(problem->message + problem->message_len, s.bytes, take);
  problem->message_len += take;
  if (take < s.len)
    problem->message_len = trim_partial_character(problem->message, problem->message_len);
  problem->message[problem->message_len] = '\0';
}

/* Appends what somebody sent: control characters and bytes that are not UTF-8 become '?'. */
static void append_shown(struct berg_problem *problem, struct berg_span s)
{
  for (size_t i = 0; i < s.len && problem->message_len < BERG_PROBLEM_MAX - 1;) {
    size_t len = berg_utf8_sequence_len(s, i);
    bool plain = len > 1 || (len == 1 && s.bytes[i] >= 0x20 && s.bytes[i] != 0x7F);
    size_t before = problem->message_len;
    append_bytes(problem, plain ? berg_span_part(s, i, len) : BERG_SPAN("?"));
    if (problem->message_len == before) /* no room for the whole character */
      return;
    i += len > 0 ? len : 1;
  }
}

/* Writes TEXT with its placeholders replaced by the ARGUMENTS, as far as there are any. */
static enum berg_status fill(struct berg_problem *problem, enum berg_status status, const char *text,
                             const struct berg_span *arguments, size_t argument_count)
{
  size_t used = 0;

  if (problem == NULL || problem->status != BERG_OK)
    return status;
  problem->status = status;
  while (*text != '\0') {
    if (text[0] == '{' && text[1] == '}' && used < argument_count) {
      append_shown(problem, arguments[used]);
      used++;
      text += 2;
    } else {
      append_bytes(problem, (struct berg_span){(const uint8_t *)text, 1});
      text++;
    }
  }
  return status;
}

static struct berg_span print_id(char out[24], int64_t id)
{
  int len = snprintf(out, 24, "%" PRId64, id);
  struct berg_span span = {(const uint8_t *)out, len > 0 ? (size_t)len : 0};

  return span;
}

enum berg_status berg_problem_set(struct berg_problem *problem, enum berg_status status, const char *text)
{
  return fill(problem, status, text, NULL, 0);
}

enum berg_status berg_problem_set_id(struct berg_problem *problem, enum berg_status status, const char *text,
                                     int64_t id)
{
  char digits[24];
  struct berg_span argument = print_id(digits, id);

  return fill(problem, status, text, &argument, 1);
}

enum berg_status berg_problem_set_ids(struct berg_problem *problem, enum berg_status status, const char *text,
                                      int64_t first, int64_t second)
{
  char digits[2][24];
  struct berg_span arguments[2] = {print_id(digits[0], first), print_id(digits[1], second)};

  return fill(problem, status, text, arguments, 2);
}

enum berg_status berg_problem_set_text(struct berg_problem *problem, enum berg_status status, const char *text,
                                       struct berg_span argument)
{
  return fill(problem, status, text, &argument, 1);
}

enum berg_status berg_problem_set_texts(struct berg_problem *problem, enum berg_status status, const char *text,
                                        struct berg_span first, struct berg_span second)
{
  struct berg_span arguments[2] = {first, second};

  return fill(problem, status, text, arguments, 2);
}

enum berg_status berg_problem_set_text_ids(struct berg_problem *problem, enum berg_status status, const char *text,
                                           struct berg_span argument, int64_t first, int64_t second)
{
  char digits[2][24];
  struct berg_span arguments[3] = {argument, print_id(digits[0], first), print_id(digits[1], second)};

  return fill(problem, status, text, arguments, 3);
}

void berg_problem_point(struct berg_problem *problem, struct berg_span pointer)
{
  if (problem == NULL || problem->pointer_len != 0)
    return;
  size_t take = pointer.len < BERG_PROBLEM_POINTER_MAX - 1 ? pointer.len : BERG_PROBLEM_POINTER_MAX - 1;
  if (take > 0)
    memcpy(problem->pointer, pointer.bytes, take);
  problem->pointer_len = take;
  problem->pointer[take] = '\0';
}

struct berg_span berg_problem_message(const struct berg_problem *problem)
{
  struct berg_span span = {(const uint8_t *)problem->message, problem->message_len};

  return span;
}

struct status_row {
  int code;
  const char *type;
};

static const struct status_row STATUS_ROWS[BERG_STATUS_COUNT] = {
    [BERG_OK] = {200, ""},
    [BERG_ABSENT] = {500, "InternalServerError"},
    [BERG_INVALID] = {400, "BadRequestException"},
    [BERG_INVALID_ARGUMENT] = {400, "IllegalArgumentException"},
    [BERG_UNAUTHORIZED] = {401, "NotAuthorizedException"},
    [BERG_FORBIDDEN] = {403, "ForbiddenException"},
    [BERG_NO_ROUTE] = {404, "NoSuchRouteException"},
    [BERG_NO_WAREHOUSE] = {404, "NoSuchWarehouseException"},
    [BERG_NO_NAMESPACE] = {404, "NoSuchNamespaceException"},
    [BERG_NO_TABLE] = {404, "NoSuchTableException"},
    [BERG_NO_VIEW] = {404, "NoSuchViewException"},
    [BERG_NO_FUNCTION] = {404, "NoSuchFunctionException"},
    [BERG_NO_PLAN] = {404, "NoSuchPlanIdException"},
    [BERG_NO_PLAN_TASK] = {404, "NoSuchPlanTaskException"},
    [BERG_NOT_FOUND] = {404, "NotFoundException"},
    [BERG_METHOD_NOT_ALLOWED] = {405, "MethodNotAllowedException"},
    [BERG_UNSUPPORTED] = {406, "UnsupportedOperationException"},
    [BERG_TIMED_OUT] = {408, "RequestTimeoutException"},
    [BERG_EXISTS] = {409, "AlreadyExistsException"},
    [BERG_NOT_EMPTY] = {409, "NamespaceNotEmptyException"},
    [BERG_COMMIT_FAILED] = {409, "CommitFailedException"},
    [BERG_TOO_LARGE] = {413, "ContentTooLargeException"},
    [BERG_TARGET_TOO_LONG] = {414, "UriTooLongException"},
    [BERG_MEDIA_TYPE] = {415, "UnsupportedMediaTypeException"},
    [BERG_AUTH_EXPIRED] = {419, "AuthenticationTimeoutException"},
    [BERG_UNPROCESSABLE] = {422, "UnprocessableEntityException"},
    [BERG_HEADERS_TOO_LARGE] = {431, "HeaderFieldsTooLargeException"},
    [BERG_INTERNAL] = {500, "InternalServerError"},
    [BERG_STATE_UNKNOWN] = {500, "CommitStateUnknownException"},
    [BERG_IO] = {500, "InternalServerError"},
    [BERG_NO_MEMORY] = {503, "ServiceUnavailableException"},
    [BERG_DISK_FULL] = {503, "ServiceUnavailableException"},
    [BERG_BUSY] = {503, "ServiceUnavailableException"},
};

int berg_status_http_code(enum berg_status status)
{
  return (unsigned)status < BERG_STATUS_COUNT ? STATUS_ROWS[status].code : 500;
}

const char *berg_status_error_type(enum berg_status status)
{
  return (unsigned)status < BERG_STATUS_COUNT ? STATUS_ROWS[status].type : "InternalServerError";
}
