/* The log: its two formats, its levels, its file, and a pipe that nobody reads. */
#include "http/log.h"
#include "unit/test.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static char content[8192];

static const char *read_file(const char *path)
{
  FILE *file = fopen(path, "rb");

  content[0] = '\0';
  if (file != NULL) {
    content[fread(content, 1, sizeof content - 1, file)] = '\0';
    fclose(file);
  }
  return content;
}

/* A path below a fresh directory. */
static const char *make_path(void)
{
  static char path[128];
  char folder[] = "/tmp/refberg-log-XXXXXX";

  CHECK(mkdtemp(folder) != NULL);
  snprintf(path, sizeof path, "%s/log", folder);
  return path;
}

static void remove_path(const char *path)
{
  char folder[128];

  unlink(path);
  snprintf(folder, sizeof folder, "%.*s", (int)(strlen(path) - 4), path);
  rmdir(folder);
}

static struct berg_http_access make_access(void)
{
  struct berg_http_access access = {.id = 7,
                                    .method = BERG_SPAN("GET"),
                                    .target = BERG_SPAN("/v1/a%20b?x=\"\x01\xff"),
                                    .http_code = 404,
                                    .body_bytes = 99,
                                    .us = 12,
                                    .message = BERG_SPAN("no such table")};

  return access;
}

static const char *log_once(enum berg_log_format format, enum berg_log_level level,
                            const struct berg_http_access *access)
{
  struct berg_http_log log;
  struct berg_problem problem;
  const char *path = make_path();

  berg_problem_clear(&problem);
  CHECK_INT(berg_http_log_open(path, format, level, &log, &problem), BERG_OK);
  berg_http_log_access(&log, access);
  berg_http_log_close(&log);
  read_file(path);
  remove_path(path);
  return content;
}

static void writes_text(void)
{
  struct berg_http_access access = make_access();
  const char *line = log_once(BERG_LOG_TEXT, BERG_LOG_INFO, &access);

  CHECK(strncmp(line, "time=20", 7) == 0);
  CHECK(strstr(line, "Z level=info request=7 method=\"GET\" target=\"/v1/a%20b?x=\\\"??\" status=404 bytes=99 us=12 "
                     "error=\"no such table\"\n") != NULL);
}

static void writes_json(void)
{
  struct berg_http_access access = make_access();
  const char *line = log_once(BERG_LOG_JSON, BERG_LOG_INFO, &access);

  CHECK(strncmp(line, "{\"time\":\"20", 11) == 0);
  CHECK(strstr(line, "Z\",\"level\":\"info\",\"request\":7,\"method\":\"GET\",\"target\":\"/v1/a%20b?x=\\\"??\","
                     "\"status\":404,\"bytes\":99,\"us\":12,\"error\":\"no such table\"}\n") != NULL);
}

static void keeps_to_its_level(void)
{
  struct berg_http_access fault = make_access();

  CHECK_TEXT(berg_span_of(log_once(BERG_LOG_TEXT, BERG_LOG_WARN, &fault)), "");
  fault.http_code = 500;
  CHECK(strstr(log_once(BERG_LOG_TEXT, BERG_LOG_ERROR, &fault), " level=error ") != NULL);
}

static void follows_its_path_when_reopened(void)
{
  struct berg_http_log log;
  struct berg_problem problem;
  const char *path = make_path();
  char moved[160];

  berg_problem_clear(&problem);
  snprintf(moved, sizeof moved, "%s.1", path);
  CHECK_INT(berg_http_log_open(path, BERG_LOG_TEXT, BERG_LOG_INFO, &log, &problem), BERG_OK);
  berg_http_log_event(&log, BERG_LOG_INFO, BERG_SPAN("before"));
  berg_http_log_flush(&log);
  CHECK_INT(rename(path, moved), 0);
  berg_http_log_reopen(&log);
  berg_http_log_event(&log, BERG_LOG_INFO, BERG_SPAN("after"));
  berg_http_log_close(&log);
  CHECK(strstr(read_file(moved), "event=\"before\"") != NULL);
  CHECK(strstr(content, "after") == NULL);
  CHECK(strstr(read_file(path), "event=\"after\"") != NULL);
  unlink(moved);
  remove_path(path);
}

static void complains_about_a_path_that_cannot_be(void)
{
  struct berg_http_log log;
  struct berg_problem problem;

  berg_problem_clear(&problem);
  CHECK_INT(berg_http_log_open("/proc/none/log", BERG_LOG_TEXT, BERG_LOG_INFO, &log, &problem), BERG_IO);
  CHECK(strstr(problem.message, "/proc/none/log") != NULL);
}

/* A reader who does not read must cost lines, not the server. */
static void drops_lines_instead_of_blocking(void)
{
  struct berg_http_log log;
  struct berg_problem problem;
  struct berg_http_access access = make_access();
  const char *path = make_path();

  berg_problem_clear(&problem);
  CHECK_INT(mkfifo(path, 0600), 0);
  int reader = open(path, O_RDONLY | O_NONBLOCK);
  CHECK(reader >= 0);
  CHECK_INT(berg_http_log_open(path, BERG_LOG_TEXT, BERG_LOG_INFO, &log, &problem), BERG_OK);
  for (int i = 0; i < 3000; i++) {
    berg_http_log_access(&log, &access);
    berg_http_log_flush(&log);
  }
  CHECK(log.dropped_lines > 1000);
  while (read(reader, content, sizeof content) > 0)
    continue;
  berg_http_log_event(&log, BERG_LOG_INFO, BERG_SPAN("again"));
  berg_http_log_flush(&log);
  ssize_t got = read(reader, content, sizeof content - 1);
  content[got > 0 ? got : 0] = '\0';
  CHECK(strstr(content, "again") != NULL);
  CHECK(strstr(content, "lines were dropped") != NULL);
  CHECK_INT(log.dropped_lines, 0);
  berg_http_log_close(&log);
  close(reader);
  remove_path(path);
}

int main(void)
{
  TEST_RUN(writes_text);
  TEST_RUN(writes_json);
  TEST_RUN(keeps_to_its_level);
  TEST_RUN(follows_its_path_when_reopened);
  TEST_RUN(complains_about_a_path_that_cannot_be);
  TEST_RUN(drops_lines_instead_of_blocking);
  return test_end();
}
