#include "kit/api.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MEMORY_LIMIT ((size_t)4 << 30)

/* A kit that cannot work ends the program: nothing that it would say could be believed. */
static void die(const char *what, const char *why)
{
  fprintf(stderr, "api kit: %s: %s\n", what, why);
  exit(3);
}

static int64_t read_clock(void *context)
{
  return ((const struct api *)context)->now_ms;
}

/* xorshift64*: the same bytes in every run. */
static void read_random(void *context, uint8_t *bytes, size_t count)
{
  struct api *api = context;

  for (size_t i = 0; i < count; i++) {
    api->random ^= api->random >> 12;
    api->random ^= api->random << 25;
    api->random ^= api->random >> 27;
    bytes[i] = (uint8_t)((api->random * UINT64_C(2685821657736338717)) >> 56);
  }
}

static void open_catalog(struct api *api)
{
  char data[API_FOLDER_MAX + 16];
  char second[API_FOLDER_MAX + 16];
  struct berg_catalog_warehouse warehouses[2];
  size_t count = 0;
  struct berg_problem problem;

  snprintf(data, sizeof data, "%s/data", api->folder);
  snprintf(second, sizeof second, "file://%s/wh2", api->folder);
  if (!api->options.no_default_warehouse)
    warehouses[count++] = (struct berg_catalog_warehouse){"", api->warehouse};
  if (api->options.second_warehouse != NULL)
    warehouses[count++] = (struct berg_catalog_warehouse){api->options.second_warehouse, second};
  struct berg_catalog_settings settings = {
      .data = api->options.on_disk ? data : ":memory:",
      .warehouses = warehouses,
      .warehouse_count = count,
      .namespace_separator = api->options.separator,
      .body_max_bytes = api->options.body_max_bytes,
      .page_size_max = api->options.page_size_max,
      .plus_is_space = api->options.plus_is_space,
      .missing_metadata_code = api->options.missing_metadata_code,
      .confine_locations = api->options.confine_locations,
      .hooks = {.now_ms = read_clock, .random_bytes = read_random, .context = api}};
  berg_problem_clear(&problem);
  if (berg_catalog_open(&settings, &api->catalog, &problem) != BERG_OK)
    die("catalog does not open", problem.message);
}

void api_open(struct api *api, const struct api_options *options, api_report_function *report)
{
  const char *tmp = getenv("TMPDIR");

  memset(api, 0, sizeof *api);
  if (options != NULL)
    api->options = *options;
  api->report = report;
  api->now_ms = API_CLOCK_START_MS;
  api->random = UINT64_C(0x9E3779B97F4A7C15);
  berg_arena_open(&api->memory, MEMORY_LIMIT);
  if (tmp == NULL || strlen(tmp) > API_FOLDER_MAX - 32)
    tmp = "/tmp";
  snprintf(api->folder, sizeof api->folder, "%s/refberg-api-XXXXXX", tmp);
  if (mkdtemp(api->folder) == NULL)
    die(api->folder, strerror(errno));
  snprintf(api->warehouse, sizeof api->warehouse, "file://%s/wh", api->folder);
  open_catalog(api);
}

void api_close(struct api *api)
{
  berg_catalog_close(api->catalog);
  berg_warehouse_remove_tree(api->folder);
  berg_arena_close(&api->memory);
}

void api_restart(struct api *api)
{
  berg_catalog_close(api->catalog);
  api->catalog = NULL;
  open_catalog(api);
}

static char *format_text(struct api *api, const char *format, va_list arguments)
{
  char *text = NULL;
  struct berg_span copy;
  int len = vasprintf(&text, format, arguments);

  if (len < 0 || berg_arena_copy(&api->memory, (struct berg_span){(uint8_t *)text, (size_t)len}, &copy) != BERG_OK)
    die("text", "out of memory");
  free(text);
  return (char *)(uintptr_t)copy.bytes;
}

const char *api_text(struct api *api, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  const char *text = format_text(api, format, arguments);
  va_end(arguments);
  return text;
}

static void make_quotes(char *text)
{
  for (char *at = strchr(text, '\''); at != NULL; at = strchr(at, '\''))
    *at = '"';
}

const char *api_json(struct api *api, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  char *text = format_text(api, format, arguments);
  va_end(arguments);
  make_quotes(text);
  return text;
}

void api_header(struct api *api, const char *name, const char *value)
{
  if (api->header_count == API_REQUEST_HEADER_MAX)
    die(name, "too many headers");
  api->headers[api->header_count++] =
      (struct berg_header){berg_span_of(api_text(api, "%s", name)), berg_span_of(api_text(api, "%s", value))};
}

static enum berg_method method_of(const char *name)
{
  static const char *const NAMES[] = {"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"};

  for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
    if (strcmp(name, NAMES[i]) == 0)
      return (enum berg_method)i;
  }
  return BERG_METHOD_OTHER;
}

static bool has_header(const struct api *api, const char *name)
{
  for (size_t i = 0; i < api->header_count; i++) {
    if (berg_span_equal(api->headers[i].name, berg_span_of(name)))
      return true;
  }
  return false;
}

static struct berg_span keep(struct api *api, struct berg_span s)
{
  struct berg_span copy;

  if (berg_arena_copy(&api->memory, s, &copy) != BERG_OK)
    die("answer", "out of memory");
  return copy;
}

static void take_answer(struct api *api, const struct berg_request *request, const struct berg_reply *reply,
                        struct api_answer *answer)
{
  answer->code = reply->http_code;
  answer->content_type = reply->content_type;
  answer->body = keep(api, berg_buffer_span(&reply->body));
  answer->header_count = reply->header_count;
  answer->match = request->match;
  for (size_t i = 0; i < reply->header_count; i++) {
    answer->headers[i].name = keep(api, reply->headers[i].name);
    answer->headers[i].value = keep(api, reply->headers[i].value);
  }
}

/* The turn ends with the request, as a server does that has one connection. */
static void end_turn(struct api *api, struct berg_reply *reply)
{
  struct berg_problem problem;

  berg_problem_clear(&problem);
  enum berg_status status = berg_catalog_end_turn(api->catalog, &problem);
  if (status != BERG_OK)
    berg_reply_fail(reply, status, &problem);
}

/* Splits the target at '?', in copies of exactly their length, so that a sanitizer sees a step beyond them. */
static void split_target(const char *target, struct berg_request *request)
{
  const char *mark = strchr(target, '?');
  size_t path_len = mark == NULL ? strlen(target) : (size_t)(mark - target);
  size_t query_len = mark == NULL ? 0 : strlen(mark + 1);
  uint8_t *path = malloc(path_len + 1);
  uint8_t *query = malloc(query_len + 1);

  if (path == NULL || query == NULL)
    die("target", "out of memory");
  path = realloc(memcpy(path, target, path_len), path_len > 0 ? path_len : 1);
  query = realloc(memcpy(query, mark == NULL ? "" : mark + 1, query_len), query_len > 0 ? query_len : 1);
  request->raw_path = (struct berg_span){path, path_len};
  request->raw_query = (struct berg_span){query, query_len};
}

static void free_target(const struct berg_request *request)
{
  free((void *)(uintptr_t)request->raw_path.bytes);
  free((void *)(uintptr_t)request->raw_query.bytes);
}

void api_exchange(struct api *api, const char *method, const char *target, struct berg_span body, bool plain,
                  struct api_answer *answer)
{
  struct berg_header headers[API_REQUEST_HEADER_MAX + 1];
  struct berg_arena arena;
  struct berg_reply reply;
  struct berg_request request = {.method = method_of(method), .method_text = berg_span_of(method), .headers = headers};

  if (!plain) {
    memcpy(headers, api->headers, api->header_count * sizeof headers[0]);
    request.header_count = api->header_count;
  }
  if (body.bytes != NULL && (plain || (!api->no_content_type && !has_header(api, "Content-Type"))))
    headers[request.header_count++] = (struct berg_header){BERG_SPAN("Content-Type"), BERG_SPAN("application/json")};
  berg_arena_open(&arena, (size_t)1 << 30);
  arena.fail_after = plain ? 0 : api->fail_after;
  request.arena = &arena;
  request.body = body;
  split_target(target, &request);
  berg_catalog_serve(api->catalog, &request, &reply);
  if (!api->hold_turn && (reply.wrote || berg_catalog_in_turn(api->catalog)))
    end_turn(api, &reply);
  take_answer(api, &request, &reply, answer);
  berg_reply_close(&reply);
  free_target(&request);
  berg_arena_close(&arena);
}

int api_send(struct api *api, const char *file, int line, const char *method, const char *target, struct berg_span body)
{
  struct api_answer answer;

  api_exchange(api, method, target, body, false, &answer);
  api->code = answer.code;
  api->content_type = answer.content_type;
  api->body = answer.body;
  memcpy(api->answer_headers, answer.headers, sizeof answer.headers);
  api->answer_header_count = answer.header_count;
  api->has_tree = false;
  api->header_count = 0;
  api->no_content_type = false;
  api->fail_after = 0;
  api_check_answer(api, file, line, method, target, &answer);
  return api->code;
}

static void check_code(struct api *api, const char *file, int line, int code, const char *method, const char *target)
{
  if (api->code != code)
    api_fault(api, file, line, "%s %s is answered with %d, expected %d: %.*s", method, target, api->code, code,
              (int)(api->body.len < 700 ? api->body.len : 700), (const char *)api->body.bytes);
}

void api_expect(struct api *api, const char *file, int line, int code, const char *method, const char *target)
{
  api_send(api, file, line, method, target, (struct berg_span){NULL, 0});
  check_code(api, file, line, code, method, target);
}

/* The body stands in a block of exactly its length, so that a sanitizer sees a step beyond it. */
void api_expect_body(struct api *api, const char *file, int line, int code, const char *method, const char *target,
                     const char *format, ...)
{
  va_list arguments;
  char *text = NULL;

  va_start(arguments, format);
  int len = vasprintf(&text, format, arguments);
  va_end(arguments);
  if (len < 0)
    die("body", "out of memory");
  make_quotes(text);
  uint8_t *body = malloc((size_t)len > 0 ? (size_t)len : 1);
  if (body == NULL)
    die("body", "out of memory");
  memcpy(body, text, (size_t)len);
  free(text);
  api_send(api, file, line, method, target, (struct berg_span){body, (size_t)len});
  free(body);
  check_code(api, file, line, code, method, target);
}

enum berg_status api_end_turn(struct api *api)
{
  struct berg_problem problem;

  berg_problem_clear(&problem);
  return berg_catalog_end_turn(api->catalog, &problem);
}

void api_idle(struct api *api)
{
  while (berg_catalog_idle(api->catalog)) {
  }
}

void api_fault(struct api *api, const char *file, int line, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  const char *text = format_text(api, format, arguments);
  va_end(arguments);
  api->report(file, line, text);
}
