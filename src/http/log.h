/* The log: one line a request and one line an event, as text (`key=value`) or as JSON objects.
 *
 * Lines are gathered and written at berg_http_log_flush: the loop calls it when there is much or something urgent to
 * write, and else a moment later, so that a request alone does not pay for a write. A pipe that nobody empties must not
 * stop the server: lines that such a pipe does not take at once are dropped, and counted in a later line. The log owns
 * its descriptor when it has a path; without one it writes to standard error. */
#ifndef BERG_HTTP_LOG_H
#define BERG_HTTP_LOG_H

#include "base/buffer.h"
#include "base/problem.h"

enum berg_log_level { BERG_LOG_ERROR = 0, BERG_LOG_WARN, BERG_LOG_INFO, BERG_LOG_DEBUG };
enum berg_log_format { BERG_LOG_TEXT = 0, BERG_LOG_JSON };

#define BERG_LOG_STAMP_LEN 19u /* 2026-01-31T23:59:59 */

struct berg_http_log {
  int fd;
  const char *path; /* borrowed; NULL: standard error */
  enum berg_log_format format;
  enum berg_log_level level;
  bool may_block; /* a pipe or a socket */
  bool is_urgent; /* a warning or an error is pending */
  uint64_t dropped_lines;
  struct berg_buffer pending;
  int64_t second; /* that STAMP shows */
  char stamp[BERG_LOG_STAMP_LEN + 1];
};

/* One request that was answered. */
struct berg_http_access {
  uint64_t id; /* counts the requests of this process */
  struct berg_span method;
  struct berg_span target; /* as sent */
  int http_code;
  size_t body_bytes;        /* of the reply's body, as sent */
  int64_t us;               /* from the complete request to the complete reply, the wait for the COMMIT included */
  struct berg_span message; /* of the fault, may be empty */
};

/* Opens LOG on PATH, for appending, or on standard error when PATH is NULL. BERG_IO: PATH cannot be opened. */
BERG_MUST_USE enum berg_status berg_http_log_open(const char *path, enum berg_log_format format,
                                                  enum berg_log_level level, struct berg_http_log *log,
                                                  struct berg_problem *problem);
/* Flushes and closes. */
void berg_http_log_close(struct berg_http_log *log);

/* Opens the path again, so that a moved file is left behind; when that fails the old descriptor stays in use and a line
 * says so. Does nothing on standard error. */
void berg_http_log_reopen(struct berg_http_log *log);

/* Adds a line for REQUEST, when the level lets it through: info, or error for codes of 500 and more. */
void berg_http_log_access(struct berg_http_log *log, const struct berg_http_access *access);

/* Adds a line with TEXT at LEVEL. */
void berg_http_log_event(struct berg_http_log *log, enum berg_log_level level, struct berg_span text);

/* Writes what is pending. */
void berg_http_log_flush(struct berg_http_log *log);

#endif
