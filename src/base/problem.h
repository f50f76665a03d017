/* What a client, or the person at the terminal, should read about a failure.
 *
 * A problem is filled once, by the function that found the fault; later fillings are ignored, so that the first cause
 * stays. It owns its text (a fixed array), so nothing it says can dangle. Messages longer than the array are cut at a
 * character boundary. Not for control flow: that is the status. */
#ifndef BERG_BASE_PROBLEM_H
#define BERG_BASE_PROBLEM_H

#include "base/span.h"
#include "base/status.h"

#define BERG_PROBLEM_MAX 480u
#define BERG_PROBLEM_POINTER_MAX 160u

struct berg_problem {
  enum berg_status status;
  size_t message_len;
  size_t pointer_len;
  char message[BERG_PROBLEM_MAX];
  char pointer[BERG_PROBLEM_POINTER_MAX]; /* JSON pointer of the member at fault, may be empty */
};

/* Makes PROBLEM empty: status BERG_OK, no text. */
/*@ requires \valid(problem); assigns *problem; ensures problem->status == BERG_OK; */
void berg_problem_clear(struct berg_problem *problem);

/* Fills PROBLEM, unless it is filled already, with STATUS and TEXT in which each "{}" is replaced, in order, by the
 * arguments of the call. Returns STATUS, so that a function can end with it. PROBLEM may be NULL: nothing is kept.
 * Text arguments are copied; control characters and bytes that are not UTF-8 are
 * shown as '?' in them. */
/*@ requires problem == \null || \valid(problem); assigns *problem; ensures \result == status; */
enum berg_status berg_problem_set(struct berg_problem *problem, enum berg_status status, const char *text);
/*@ requires problem == \null || \valid(problem); assigns *problem; ensures \result == status; */
enum berg_status berg_problem_set_id(struct berg_problem *problem, enum berg_status status, const char *text,
                                     int64_t id);
/*@ requires problem == \null || \valid(problem); assigns *problem; ensures \result == status; */
enum berg_status berg_problem_set_ids(struct berg_problem *problem, enum berg_status status, const char *text,
                                      int64_t first, int64_t second);
/*@ requires problem == \null || \valid(problem); assigns *problem; ensures \result == status; */
enum berg_status berg_problem_set_text(struct berg_problem *problem, enum berg_status status, const char *text,
                                       struct berg_span argument);
/*@ requires problem == \null || \valid(problem); assigns *problem; ensures \result == status; */
enum berg_status berg_problem_set_texts(struct berg_problem *problem, enum berg_status status, const char *text,
                                        struct berg_span first, struct berg_span second);
/* The text argument first, then the two numbers. */
/*@ requires problem == \null || \valid(problem); assigns *problem; ensures \result == status; */
enum berg_status berg_problem_set_text_ids(struct berg_problem *problem, enum berg_status status, const char *text,
                                           struct berg_span argument, int64_t first, int64_t second);

/* Names the member at fault by its JSON pointer (RFC 6901), unless one is named already. */
/*@ requires problem == \null || \valid(problem); assigns *problem; */
void berg_problem_point(struct berg_problem *problem, struct berg_span pointer);

/* The message as text that lives as long as PROBLEM. */
struct berg_span berg_problem_message(const struct berg_problem *problem);

/* The HTTP status code that STATUS is answered with. */
int berg_status_http_code(enum berg_status status);

/* The `type` of the Iceberg error body that STATUS is answered with; static text. */
const char *berg_status_error_type(enum berg_status status);

#endif
