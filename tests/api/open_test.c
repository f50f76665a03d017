/* Opening a catalog: what cannot be served is refused with a word on why; without hooks the clock and the random source
 * are the system's. */
#include "kit/api.h"
#include "unit/test.h"

#include <time.h>
#include <unistd.h>

/* Opens a catalog besides the kit's, which serves for its folder. */
static enum berg_status open_other(struct api *api, const char *data, const char *warehouse,
                                   struct berg_catalog **catalog, const char **message)
{
  struct berg_catalog_warehouse warehouses[] = {{"", warehouse}};
  struct berg_catalog_settings settings = {.data = data, .warehouses = warehouses, .warehouse_count = 1};
  struct berg_problem problem;

  berg_problem_clear(&problem);
  enum berg_status status = berg_catalog_open(&settings, catalog, &problem);
  *message = api_text(api, "%s", problem.message);
  return status;
}

static void test_bad_warehouses(void)
{
  struct api api;
  struct berg_catalog *catalog = NULL;
  const char *message;

  API_OPEN(&api, NULL);
  const char *file = api_text(&api, "%s/file", api.folder);
  api_write_file(&api, file, BERG_SPAN("x"));
  const char *const BAD[] = {"s3://bucket/w", "relative", "", "file://host/w", file, api_text(&api, "%s/w", file)};
  for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
    CHECK(open_other(&api, ":memory:", BAD[i], &catalog, &message) != BERG_OK);
    CHECK(catalog == NULL);
    CHECK(strstr(message, BAD[i]) != NULL && message[0] != '\0');
  }
  api_close(&api);
}

static void test_bad_data(void)
{
  struct api api;
  struct berg_catalog *catalog = NULL;
  const char *message;

  API_OPEN(&api, NULL);
  const char *file = api_text(&api, "%s/file", api.folder);
  api_write_file(&api, file, BERG_SPAN("x"));
  CHECK(open_other(&api, file, api.warehouse, &catalog, &message) != BERG_OK);
  CHECK(strstr(message, file) != NULL);
  CHECK(open_other(&api, api_text(&api, "%s/below", file), api.warehouse, &catalog, &message) != BERG_OK);
  CHECK(catalog == NULL);
  api_close(&api);
}

/* Report P66: one directory, one server. */
static void test_held(void)
{
  struct api api;
  struct berg_catalog *catalog = NULL;
  const char *message;

  API_OPEN(&api, &(struct api_options){.on_disk = true});
  const char *data = api_text(&api, "%s/data", api.folder);
  CHECK_INT(open_other(&api, data, api.warehouse, &catalog, &message), BERG_BUSY);
  CHECK(strstr(message, data) != NULL);
  CHECK(strstr(message, api_text(&api, "%d", (int)getpid())) != NULL);
  API_NAMESPACE(&api, "n"); /* the first one did not notice */
  api_restart(&api);
  API_HEAD(&api, 204, "/v1/namespaces/n");
  api_close(&api);
}

static struct berg_reply send(struct berg_catalog *catalog, struct berg_arena *arena, const char *path,
                              const char *body)
{
  struct berg_header header = {BERG_SPAN("Content-Type"), BERG_SPAN("application/json")};
  struct berg_request request = {.method = BERG_METHOD_POST,
                                 .method_text = BERG_SPAN("POST"),
                                 .raw_path = berg_span_of(path),
                                 .headers = &header,
                                 .header_count = 1,
                                 .body = berg_span_of(body),
                                 .arena = arena};
  struct berg_reply reply;

  berg_catalog_serve(catalog, &request, &reply);
  CHECK_INT(reply.http_code, 200);
  CHECK(reply.wrote);
  CHECK_INT(berg_catalog_end_turn(catalog, NULL), BERG_OK);
  return reply;
}

/* TESTS tables/createTable/uuid */
static void test_system_hooks(void)
{
  struct api api;
  struct berg_catalog *catalog = NULL;
  const char *message;

  API_OPEN(&api, NULL);
  CHECK_INT(open_other(&api, ":memory:", api_text(&api, "%s/own", api.folder), &catalog, &message), BERG_OK);
  int64_t before = (int64_t)time(NULL) * 1000;
  struct berg_reply reply = send(catalog, &api.memory, "/v1/namespaces", "{\"namespace\":[\"n\"]}");
  berg_reply_close(&reply);
  reply = send(catalog, &api.memory, "/v1/namespaces/n/tables",
               "{\"name\":\"t\",\"schema\":{\"type\":\"struct\",\"fields\":[]}}");
  api.body = berg_buffer_span(&reply.body);
  int64_t made = api_get_int(&api, "/metadata/last-updated-ms");
  const char *uuid = api_get_text(&api, "/metadata/table-uuid");
  CHECK(before <= made && made <= ((int64_t)time(NULL) + 1) * 1000);
  CHECK(strlen(uuid) == 36 && uuid[14] == '4' && strchr("89ab", uuid[19]) != NULL); /* RFC 9562, version 4 */
  berg_reply_close(&reply);
  berg_catalog_close(catalog);
  api_close(&api);
}

int main(void)
{
  TEST_RUN(test_bad_warehouses);
  TEST_RUN(test_bad_data);
  TEST_RUN(test_held);
  TEST_RUN(test_system_hooks);
  return test_end();
}
