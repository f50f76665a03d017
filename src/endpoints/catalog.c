#include "endpoints/catalog.h"

#include "base/ascii.h"
#include "base/percent.h"
#include "base/uuid.h"
#include "berg_wire_dispatch.h"
#include "berg_wire_operations.h"
#include "berg_wire_routes.h"
#include "endpoints/context.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#define ARENA_LIMIT_BYTES ((size_t)1 << 30)
#define BODY_MAX_DEFAULT ((size_t)32 << 20)
#define CACHE_DEFAULT ((size_t)4 << 20)
#define FILE_MAX_BYTES ((size_t)512 << 20)
#define PAGE_SIZE_MAX_DEFAULT 1000u
#define GARBAGE_BATCH 32u

static void default_random(void *context, uint8_t *bytes, size_t count)
{
  (void)context;
  for (size_t done = 0; done < count;) {
    ssize_t got = getrandom(bytes + done, count - done, 0);
    if (got <= 0)
      abort(); /* a kernel without randomness cannot serve a catalog */
    done += (size_t)got;
  }
}

static int64_t default_now_ms(void *context)
{
  struct timespec now;

  (void)context;
  clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void apply_defaults(struct berg_catalog_settings *settings)
{
  if (settings->body_max_bytes == 0)
    settings->body_max_bytes = BODY_MAX_DEFAULT;
  if (settings->cache_bytes == 0)
    settings->cache_bytes = CACHE_DEFAULT;
  if (settings->page_size_max == 0)
    settings->page_size_max = PAGE_SIZE_MAX_DEFAULT;
  if (settings->missing_metadata_code == 0)
    settings->missing_metadata_code = 500;
  if (settings->hooks.now_ms == NULL)
    settings->hooks.now_ms = default_now_ms;
  if (settings->hooks.random_bytes == NULL)
    settings->hooks.random_bytes = default_random;
}

static enum berg_status open_root(struct berg_catalog *catalog, const struct berg_catalog_warehouse *warehouse,
                                  struct berg_catalog_root *root, struct berg_problem *problem)
{
  struct berg_buffer prefix;
  struct berg_span uri = berg_location_strip(berg_span_of(warehouse->uri));
  enum berg_status status = berg_warehouse_make_root(uri, problem);

  berg_buffer_open(&prefix);
  berg_percent_encode(&prefix, berg_span_of(warehouse->name));
  if (status == BERG_OK)
    status = berg_buffer_status(&prefix);
  if (status == BERG_OK)
    status = berg_arena_copy(&catalog->memory, berg_buffer_span(&prefix), &root->prefix);
  berg_buffer_close(&prefix);
  if (status == BERG_OK)
    status = berg_arena_copy(&catalog->memory, berg_span_of(warehouse->name), &root->name);
  if (status == BERG_OK)
    status = berg_arena_copy(&catalog->memory, uri, &root->uri);
  if (status == BERG_OK)
    status = berg_store_put_warehouse(catalog->store, root->name, root->uri, &root->warehouse_id, problem);
  return status;
}

static enum berg_status open_roots(struct berg_catalog *catalog, struct berg_problem *problem)
{
  const struct berg_catalog_settings *settings = &catalog->settings;
  enum berg_status status = BERG_OK;

  catalog->roots = berg_arena_alloc(&catalog->memory, settings->warehouse_count, sizeof *catalog->roots);
  if (catalog->roots == NULL)
    return BERG_NO_MEMORY;
  for (size_t i = 0; status == BERG_OK && i < settings->warehouse_count; i++) {
    status = open_root(catalog, &settings->warehouses[i], &catalog->roots[i], problem);
    if (status == BERG_OK)
      catalog->root_count++;
  }
  if (status == BERG_OK)
    status = berg_store_commit(catalog->store, problem);
  return status;
}

static enum berg_status open_parts(struct berg_catalog *catalog, struct berg_problem *problem)
{
  const struct berg_catalog_settings *settings = &catalog->settings;
  struct berg_store_settings store = {.directory = settings->data, .busy_timeout_ms = 2000};
  struct berg_warehouse_settings files = {.cache_bytes = settings->cache_bytes,
                                          .file_max_bytes = FILE_MAX_BYTES,
                                          .durable = strcmp(settings->data, ":memory:") != 0};
  enum berg_status status = berg_store_open(&store, &catalog->store, problem);

  if (status == BERG_OK)
    status = berg_warehouse_open(&files, &catalog->files, problem);
  if (status == BERG_OK)
    status = open_roots(catalog, problem);
  if (status == BERG_OK && settings->namespace_separator != NULL)
    status = berg_arena_copy(&catalog->memory, berg_span_of(settings->namespace_separator), &catalog->separator);
  if (status == BERG_OK)
    berg_store_secret(catalog->store, catalog->secret);
  return status;
}

enum berg_status berg_catalog_open(const struct berg_catalog_settings *settings, struct berg_catalog **catalog,
                                   struct berg_problem *problem)
{
  struct berg_catalog *made = calloc(1, sizeof *made);

  if (made == NULL)
    return berg_problem_set(problem, BERG_NO_MEMORY, "Out of memory");
  made->settings = *settings;
  made->garbage_known = true; /* a stop may have come before the last deletions */
  apply_defaults(&made->settings);
  berg_arena_open(&made->memory, ARENA_LIMIT_BYTES);
  berg_arena_open(&made->turn, ARENA_LIMIT_BYTES);
  enum berg_status status = open_parts(made, problem);
  if (status != BERG_OK) {
    berg_catalog_close(made);
    return status;
  }
  *catalog = made;
  return BERG_OK;
}

void berg_catalog_close(struct berg_catalog *catalog)
{
  if (catalog == NULL)
    return;
  berg_store_close(catalog->store);
  berg_warehouse_close(catalog->files);
  berg_arena_close(&catalog->turn);
  berg_arena_close(&catalog->memory);
  free(catalog);
}

int64_t berg_catalog_now_ms(const struct berg_catalog *catalog)
{
  return catalog->settings.hooks.now_ms(catalog->settings.hooks.context);
}

enum berg_status berg_catalog_fresh_uuid(const struct berg_catalog *catalog, struct berg_arena *arena,
                                         struct berg_span *uuid)
{
  uint8_t random[16];
  uint8_t *text = berg_arena_alloc(arena, BERG_UUID_TEXT_LEN, 1);

  if (text == NULL)
    return BERG_NO_MEMORY;
  catalog->settings.hooks.random_bytes(catalog->settings.hooks.context, random, sizeof random);
  berg_uuid_make_v4(random);
  berg_uuid_format(random, text);
  uuid->bytes = text;
  uuid->len = BERG_UUID_TEXT_LEN;
  return BERG_OK;
}

/* Deletes the files from index FROM on that the open turn wrote: their rows are gone. A file that cannot be deleted is
 * an orphan, which no pointer names. */
static void delete_written(struct berg_catalog *catalog, size_t from)
{
  struct berg_arena scratch;
  struct berg_problem ignored;

  berg_arena_open(&scratch, ARENA_LIMIT_BYTES);
  berg_problem_clear(&ignored);
  for (size_t i = from; i < catalog->written.count; i++) {
    if (berg_warehouse_delete(catalog->files, catalog->written.items[i], &scratch, &ignored) != BERG_OK)
      berg_problem_clear(&ignored);
  }
  berg_arena_close(&scratch);
  catalog->written.count = from;
}

static void forget_written(struct berg_catalog *catalog)
{
  catalog->written.count = 0;
  catalog->written_cap = 0;
  berg_arena_reset(&catalog->turn);
}

/* SPEC http/content-type-json */
static enum berg_status check_content_type(const struct berg_request *request, struct berg_problem *problem)
{
  struct berg_span value = berg_request_header(request, BERG_SPAN("content-type"));
  struct berg_span wanted = BERG_SPAN("application/json");
  size_t len = 0;

  while (len < value.len && value.bytes[len] != ';' && value.bytes[len] != ' ' && value.bytes[len] != '\t')
    len++;
  if (value.bytes != NULL && berg_ascii_equal_ignoring_case(berg_span_part(value, 0, len), wanted))
    return BERG_OK;
  if (value.bytes == NULL)
    return berg_problem_set(problem, BERG_MEDIA_TYPE, "The request has no Content-Type; application/json is expected");
  return berg_problem_set_text(problem, BERG_MEDIA_TYPE, "Content-Type {} is not supported, expected application/json",
                               value);
}

static enum berg_status check_body(const struct berg_catalog *catalog, const struct berg_request *request,
                                   struct berg_problem *problem)
{
  if (request->body.len > catalog->settings.body_max_bytes)
    return berg_problem_set_id(problem, BERG_TOO_LARGE, "The request body is longer than {} bytes",
                               (int64_t)catalog->settings.body_max_bytes);
  if (!berg_wire_operation_has_json_body((enum berg_wire_operation)request->match.operation))
    return BERG_OK;
  return check_content_type(request, problem);
}

/* The `Allow` header of a 405 (clause http/method-not-allowed). */
static void add_allow(const struct berg_request *request, struct berg_reply *reply)
{
  static const char *const NAMES[BERG_METHOD_COUNT] = {"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", ""};
  char text[64] = "";
  struct berg_span value;

  for (size_t i = 0; i < BERG_METHOD_OTHER; i++) {
    if ((request->match.allowed & (1u << i)) == 0)
      continue;
    if (text[0] != '\0')
      strcat(text, ", ");
    strcat(text, NAMES[i]);
  }
  if (berg_arena_copy(request->arena, berg_span_of(text), &value) == BERG_OK)
    berg_reply_add_header(reply, "Allow", value);
}

static enum berg_status run(struct berg_catalog *catalog, struct berg_request *request, struct berg_reply *reply)
{
  enum berg_status status = berg_wire_route(request->method, request->raw_path, &request->match);

  if (status == BERG_NO_ROUTE)
    return berg_problem_set_text(&reply->problem, status, "No operation has the path {}", request->raw_path);
  if (status == BERG_METHOD_NOT_ALLOWED) {
    add_allow(request, reply);
    return berg_problem_set_texts(&reply->problem, status, "Method {} is not allowed on {}", request->method_text,
                                  request->raw_path);
  }
  if (status == BERG_OK)
    status = check_body(catalog, request, &reply->problem);
  if (status == BERG_OK)
    status = berg_wire_dispatch(catalog, (enum berg_wire_operation)request->match.operation, request, reply);
  return status;
}

/* Ends the request's part of the turn: keeps its change or takes it back. */
static enum berg_status settle(struct berg_catalog *catalog, enum berg_status status, struct berg_reply *reply)
{
  if (!reply->wrote)
    return status;
  if (status == BERG_OK)
    status = berg_buffer_status(&reply->body);
  if (status == BERG_OK)
    status = berg_store_release(catalog->store, &reply->problem);
  if (status != BERG_OK) {
    berg_store_roll_back(catalog->store);
    delete_written(catalog, catalog->request_written);
    reply->wrote = false;
  }
  return status;
}

void berg_catalog_serve(struct berg_catalog *catalog, struct berg_request *request, struct berg_reply *reply)
{
  berg_reply_open(reply);
  catalog->request_written = catalog->written.count;
  enum berg_status status = settle(catalog, run(catalog, request, reply), reply);
  if (status == BERG_OK)
    status = berg_buffer_status(&reply->body);
  if (status != BERG_OK)
    berg_reply_fail(reply, status, &reply->problem);
  if (request->method == BERG_METHOD_HEAD) { /* SPEC http/head-no-body */
    berg_buffer_reset(&reply->body);
    reply->content_type = NULL;
  }
}

enum berg_status berg_change_begin(struct berg_catalog *catalog, struct berg_reply *reply, struct berg_problem *problem)
{
  enum berg_status status = berg_store_begin(catalog->store, problem);

  if (status == BERG_OK)
    reply->wrote = true;
  return status;
}

bool berg_catalog_in_turn(const struct berg_catalog *catalog)
{
  return berg_store_in_turn(catalog->store);
}

/* Deletes a batch of the files that durable changes gave up. */
static bool collect_garbage(struct berg_catalog *catalog)
{
  struct berg_arena scratch;
  struct berg_problem problem;
  struct berg_spans locations = {NULL, 0};

  berg_arena_open(&scratch, ARENA_LIMIT_BYTES);
  berg_problem_clear(&problem);
  enum berg_status status = berg_store_list_garbage(catalog->store, GARBAGE_BATCH, &scratch, &locations, &problem);
  if (status == BERG_OK && locations.count > 0)
    status = berg_store_begin(catalog->store, &problem);
  for (size_t i = 0; status == BERG_OK && i < locations.count; i++) {
    /* A location that cannot be deleted, such as a directory, is given up: trying again would not help. */
    struct berg_problem ignored;
    berg_problem_clear(&ignored);
    enum berg_status deleted = berg_warehouse_delete(catalog->files, locations.items[i], &scratch, &ignored);
    if (deleted == BERG_NO_MEMORY)
      break;
    status = berg_store_delete_garbage(catalog->store, locations.items[i], &problem);
  }
  if (status == BERG_OK && locations.count > 0)
    status = berg_store_release(catalog->store, &problem);
  if (berg_store_in_turn(catalog->store) && berg_store_commit(catalog->store, &problem) != BERG_OK)
    status = BERG_IO;
  berg_arena_close(&scratch);
  return status == BERG_OK && locations.count == GARBAGE_BATCH;
}

enum berg_status berg_catalog_end_turn(struct berg_catalog *catalog, struct berg_problem *problem)
{
  if (!berg_store_in_turn(catalog->store))
    return BERG_OK;
  enum berg_status status = berg_warehouse_sync(catalog->files, problem);
  if (status == BERG_OK)
    status = berg_store_commit(catalog->store, problem);
  else
    berg_store_abandon(catalog->store);
  if (status == BERG_OK)
    catalog->garbage_known = true;
  else if (status != BERG_STATE_UNKNOWN) /* SPEC tables/updateTable/state-unknown: only then may files be deleted */
    delete_written(catalog, 0);
  forget_written(catalog);
  return status;
}

bool berg_catalog_idle(struct berg_catalog *catalog)
{
  if (berg_store_in_turn(catalog->store))
    return false;
  if (catalog->garbage_known)
    catalog->garbage_known = collect_garbage(catalog);
  berg_warehouse_forget(catalog->files);
  berg_store_checkpoint(catalog->store, !catalog->garbage_known);
  return catalog->garbage_known;
}

/* Remembers LOCATION as a file of the open turn. */
enum berg_status berg_remember_written(struct berg_catalog *catalog, struct berg_span location)
{
  if (catalog->written.count == catalog->written_cap) {
    size_t cap = catalog->written_cap == 0 ? 8 : catalog->written_cap * 2;
    struct berg_span *items =
        berg_arena_grow(&catalog->turn, catalog->written.items, catalog->written.count, cap, sizeof *items);
    if (items == NULL)
      return BERG_NO_MEMORY;
    catalog->written.items = items;
    catalog->written_cap = cap;
  }
  enum berg_status status = berg_arena_copy(&catalog->turn, location, &catalog->written.items[catalog->written.count]);
  if (status == BERG_OK)
    catalog->written.count++;
  return status;
}
