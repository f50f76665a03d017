#include "http/log.h"

#include "base/escape.h"
#include "base/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define SHOWN_MAX 2048u    /* bytes of a target or a message that a line shows */
#define PENDING_MAX 65536u /* flushed in between when a turn makes more than this */

static const char *const LEVELS[] = {
    [BERG_LOG_ERROR] = "error", [BERG_LOG_WARN] = "warn", [BERG_LOG_INFO] = "info", [BERG_LOG_DEBUG] = "debug"};

static void adopt(struct berg_http_log *log, int fd)
{
  struct stat facts;

  log->fd = fd;
  log->may_block = fstat(fd, &facts) == 0 && (S_ISFIFO(facts.st_mode) || S_ISSOCK(facts.st_mode));
}

static int open_path(const char *path)
{
  return open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0640);
}

enum berg_status berg_http_log_open(const char *path, enum berg_log_format format, enum berg_log_level level,
                                    struct berg_http_log *log, struct berg_problem *problem)
{
  int fd = path != NULL ? open_path(path) : STDERR_FILENO;

  if (fd < 0)
    return berg_problem_set_texts(problem, BERG_IO, "cannot open the log file {}: {}", berg_span_of(path),
                                  berg_span_of(strerror(errno)));
  *log = (struct berg_http_log){.path = path, .format = format, .level = level};
  berg_buffer_open(&log->pending);
  adopt(log, fd);
  return BERG_OK;
}

void berg_http_log_close(struct berg_http_log *log)
{
  berg_http_log_flush(log);
  berg_buffer_close(&log->pending);
  if (log->path != NULL)
    close(log->fd);
  log->fd = -1;
}

void berg_http_log_reopen(struct berg_http_log *log)
{
  if (log->path == NULL)
    return;
  berg_http_log_flush(log);
  int fd = open_path(log->path);
  if (fd < 0) {
    berg_http_log_event(log, BERG_LOG_ERROR, BERG_SPAN("the log file cannot be opened again"));
    return;
  }
  close(log->fd);
  adopt(log, fd);
  berg_http_log_event(log, BERG_LOG_INFO, BERG_SPAN("the log file was opened again"));
}

/* The index behind the printable ASCII from AT on that needs no escape, below LEN. */
static size_t skip_plain(struct berg_span text, size_t at, size_t len)
{
  while (at < len && text.bytes[at] >= 0x20 && text.bytes[at] < 0x7F && text.bytes[at] != '"' && text.bytes[at] != '\\')
    at++;
  return at;
}

/* The text between quotes, with what could break a line or a terminal shown as '?'. */
static void append_quoted(struct berg_buffer *out, struct berg_span text)
{
  size_t len = text.len < SHOWN_MAX ? text.len : SHOWN_MAX;

  berg_buffer_append_byte(out, '"');
  for (size_t at = 0; at < len;) {
    size_t plain = skip_plain(text, at, len);
    if (plain > at) {
      berg_buffer_append(out, berg_span_part(text, at, plain - at));
      at = plain;
      continue;
    }
    size_t step = berg_utf8_sequence_len(text, at);
    uint8_t c = text.bytes[at];
    if (step == 0 || c < 0x20 || c == 0x7F) {
      berg_buffer_append_byte(out, '?');
      step = 1;
    } else {
      berg_escape_json(out, berg_span_part(text, at, step));
    }
    at += step;
  }
  berg_buffer_append(out, text.len > len ? BERG_SPAN("...\"") : BERG_SPAN("\""));
}

/* Shows SECOND in the log's stamp; most lines have that of the line before. */
static void set_stamp(struct berg_http_log *log, time_t second)
{
  struct tm parts = {0};
  char text[96];

  if (log->second == second && log->stamp[0] != '\0')
    return;
  gmtime_r(&second, &parts);
  snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
           parts.tm_hour, parts.tm_min, parts.tm_sec);
  snprintf(log->stamp, sizeof log->stamp, "%.*s", (int)BERG_LOG_STAMP_LEN, text);
  log->second = second;
}

static void append_time(struct berg_http_log *log)
{
  struct timespec now;
  uint8_t rest[5] = {'.', '0', '0', '0', 'Z'};

  clock_gettime(CLOCK_REALTIME, &now);
  set_stamp(log, now.tv_sec);
  for (size_t i = 3, ms = (size_t)now.tv_nsec / 1000000; i > 0; i--, ms /= 10)
    rest[i] = (uint8_t)('0' + ms % 10);
  berg_buffer_append_text(&log->pending, log->stamp);
  berg_buffer_append(&log->pending, (struct berg_span){rest, sizeof rest});
}

static void start_line(struct berg_http_log *log, enum berg_log_level level)
{
  bool is_json = log->format == BERG_LOG_JSON;

  log->is_urgent = log->is_urgent || level <= BERG_LOG_WARN;
  berg_buffer_append_text(&log->pending, is_json ? "{\"time\":\"" : "time=");
  append_time(log);
  berg_buffer_append_text(&log->pending, is_json ? "\",\"level\":\"" : " level=");
  berg_buffer_append_text(&log->pending, LEVELS[level]);
  if (is_json)
    berg_buffer_append_byte(&log->pending, '"');
}

static void end_line(struct berg_http_log *log)
{
  berg_buffer_append_text(&log->pending, log->format == BERG_LOG_JSON ? "}\n" : "\n");
  if (log->pending.len > PENDING_MAX)
    berg_http_log_flush(log);
}

static void append_key(struct berg_http_log *log, const char *key)
{
  bool is_json = log->format == BERG_LOG_JSON;

  berg_buffer_append_text(&log->pending, is_json ? ",\"" : " ");
  berg_buffer_append_text(&log->pending, key);
  berg_buffer_append_text(&log->pending, is_json ? "\":" : "=");
}

static void append_text(struct berg_http_log *log, const char *key, struct berg_span text)
{
  append_key(log, key);
  append_quoted(&log->pending, text);
}

static void append_number(struct berg_http_log *log, const char *key, int64_t number)
{
  append_key(log, key);
  berg_buffer_append_int(&log->pending, number);
}

void berg_http_log_access(struct berg_http_log *log, const struct berg_http_access *access)
{
  enum berg_log_level level = access->http_code >= 500 ? BERG_LOG_ERROR : BERG_LOG_INFO;

  if (level > log->level)
    return;
  start_line(log, level);
  append_number(log, "request", (int64_t)access->id);
  append_text(log, "method", access->method);
  append_text(log, "target", access->target);
  append_number(log, "status", access->http_code);
  append_number(log, "bytes", (int64_t)access->body_bytes);
  append_number(log, "us", access->us);
  if (access->message.len > 0)
    append_text(log, "error", access->message);
  end_line(log);
}

void berg_http_log_event(struct berg_http_log *log, enum berg_log_level level, struct berg_span text)
{
  if (level > log->level)
    return;
  start_line(log, level);
  append_text(log, "event", text);
  end_line(log);
}

/* How many of the pending bytes may be written at once: a pipe that polls writable takes PIPE_BUF without blocking. */
static size_t allowed_bytes(const struct berg_http_log *log, size_t pending)
{
  struct pollfd ready = {.fd = log->fd, .events = POLLOUT};

  if (!log->may_block)
    return pending;
  if (poll(&ready, 1, 0) != 1 || (ready.revents & POLLOUT) == 0)
    return 0;
  return pending < PIPE_BUF ? pending : PIPE_BUF;
}

static void drop_rest(struct berg_http_log *log, size_t from)
{
  for (size_t i = from; i < log->pending.len; i++)
    if (log->pending.bytes[i] == '\n')
      log->dropped_lines++;
}

static void report_dropped(struct berg_http_log *log)
{
  uint64_t count = log->dropped_lines;
  char text[64];

  if (count == 0 || allowed_bytes(log, 1) == 0)
    return;
  log->dropped_lines = 0;
  snprintf(text, sizeof text, "%" PRIu64 " log lines were dropped", count);
  berg_http_log_event(log, BERG_LOG_WARN, berg_span_of(text));
}

void berg_http_log_flush(struct berg_http_log *log)
{
  size_t at = 0;

  if (log->pending.len == 0)
    return;
  report_dropped(log);
  while (at < log->pending.len) {
    size_t take = allowed_bytes(log, log->pending.len - at);
    ssize_t wrote = take > 0 ? write(log->fd, log->pending.bytes + at, take) : -1;
    if (wrote < 0 && take > 0 && errno == EINTR)
      continue;
    if (wrote <= 0) {
      drop_rest(log, at);
      break;
    }
    at += (size_t)wrote;
  }
  berg_buffer_reset(&log->pending);
  log->is_urgent = false;
}
