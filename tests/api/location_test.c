/* Where tables live. */
#include "kit/api.h"
#include "unit/test.h"

#define TABLES "/v1/namespaces/n/tables"
#define COLUMN "'schema':{'type':'struct','fields':[{'id':1,'name':'id','required':true,'type':'long'}]}"

static const char *location(struct api *api)
{
  return api_get_text(api, "/metadata/location");
}

static void create_at(struct api *api, int line, int code, const char *name, const char *place)
{
  api_expect_body(api, __FILE__, line, code, "POST", TABLES, "{'name':'%s','location':'%s'," COLUMN "}", name, place);
}

/* Reports P09 and P58. */
/* TESTS tables/createTable/default-location */
static void test_never_shared(void)
{
  static const struct {
    const char *levels;
    const char *path;
    const char *name;
  } CASES[] = {
      {"'a'", "a", "t"},
      {"'a','b'", "a%1Fb", "t"},
      {"'a.b'", "a.b", "t"},
      {"'a/b'", "a%2Fb", "t"},
      {"'a%2Fb'", "a%252Fb", "t"},
      {"'a','b','t'", "a%1Fb%1Ft", "t"},
      {"'a '", "a%20", "t"},
      {"'A'", "A", "t"},
      {"'\xC3\xA9'", "%C3%A9", "t"},
      {"'e\xCC\x81'", "e%CC%81", "t"},
  };
  struct api api;
  const char *seen[sizeof CASES / sizeof CASES[0]];

  API_OPEN(&api, NULL);
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    API_POST(&api, 200, "/v1/namespaces", "{'namespace':[%s]}", api_text(&api, "%s", CASES[i].levels));
    API_TABLE(&api, CASES[i].path, CASES[i].name, "");
    seen[i] = location(&api);
    CHECK(strncmp(seen[i], api.warehouse, strlen(api.warehouse)) == 0);
    for (const char *at = seen[i]; *at != '\0'; at++)
      CHECK((unsigned char)*at >= 0x20);
    CHECK(strstr(seen[i], "%1F") == NULL && strstr(seen[i], "%1f") == NULL);
    for (size_t j = 0; j < i; j++)
      CHECK(strcmp(seen[i], seen[j]) != 0);
  }
  api_close(&api);
}

/* A table inside the folder of another would be purged with it. */
static void test_never_nested(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "a");
  API_TABLE(&api, "a", "t", "");
  const char *outer = location(&api);
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['a','t']}");
  API_TABLE(&api, "a%1Ft", "u", "");
  CHECK(strncmp(location(&api), outer, strlen(outer)) != 0 || location(&api)[strlen(outer)] != '/');
  const char *prefix = api_text(&api, "%s/u-", api.warehouse);
  CHECK(strncmp(location(&api), prefix, strlen(prefix)) == 0);
  api_close(&api);
}

/* TESTS tables/createTable/location-reuse */
static void test_reuse_after_drop(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  API_TABLE(&api, "n", "t", "");
  const char *first = api_get_text(&api, "/metadata-location");
  struct berg_span bytes = api_read_file(&api, api_path(&api, first));
  API_DELETE(&api, 204, TABLES "/t");
  API_TABLE(&api, "n", "t", "");
  CHECK(strcmp(first, api_get_text(&api, "/metadata-location")) != 0);
  CHECK(berg_span_equal(bytes, api_read_file(&api, api_path(&api, first))));
  CHECK_INT(api_file_count(&api, "/wh/"), 2);
  api_close(&api);
}

/* A place that another table was given is not used again; the name gets a suffix. */
static void test_taken(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  create_at(&api, __LINE__, 200, "u", api_text(&api, "%s/n/t", api.warehouse));
  API_TABLE(&api, "n", "t", "");
  const char *prefix = api_text(&api, "%s/n/t-", api.warehouse);
  CHECK(strncmp(location(&api), prefix, strlen(prefix)) == 0);
  CHECK_INT(strlen(location(&api)), strlen(prefix) + 8);
  create_at(&api, __LINE__, 200, "w", api_text(&api, "%s/n/x/deep", api.warehouse));
  API_TABLE(&api, "n", "x", ""); /* not above another table either */
  prefix = api_text(&api, "%s/n/x-", api.warehouse);
  CHECK(strncmp(location(&api), prefix, strlen(prefix)) == 0);
  api_close(&api);
}

/* A namespace may say where its tables live. */
static void test_namespace_location(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['n'],'properties':{'location':'%s/own/'}}", api.warehouse);
  API_TABLE(&api, "n", "t", "");
  CHECK_TEXT(berg_span_of(location(&api)), api_text(&api, "%s/own/t", api.warehouse));
  api_close(&api);
}

/* Report P58. */
/* TESTS tables/createTable/location-given */
static void test_given(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  create_at(&api, __LINE__, 200, "t", api_text(&api, "%s/x/", api.warehouse));
  CHECK_TEXT(berg_span_of(location(&api)), api_text(&api, "%s/x", api.warehouse));
  CHECK_INT(api_file_count(&api, "/wh/x/metadata/00000-"), 1);
  create_at(&api, __LINE__, 200, "u", api_text(&api, "%s/wh/y", api.folder));
  CHECK_TEXT(berg_span_of(location(&api)), api_text(&api, "%s/wh/y", api.folder));
  create_at(&api, __LINE__, 200, "v", api_text(&api, "file:%s/elsewhere/v", api.folder));
  API_GET(&api, 200, TABLES "/v");
  api_close(&api);
}

/* Report P58: inside another table. */
static void test_overlap_refused(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  create_at(&api, __LINE__, 200, "t", api_text(&api, "%s/x", api.warehouse));
  API_MARK(&api);
  create_at(&api, __LINE__, 400, "u", api_text(&api, "%s/x/inner", api.warehouse));
  API_ERROR(&api, "BadRequestException", "overlaps");
  create_at(&api, __LINE__, 400, "u", api_text(&api, "%s/x", api.warehouse));
  create_at(&api, __LINE__, 400, "u", api.warehouse);
  create_at(&api, __LINE__, 400, "u", api_text(&api, "file:%s/wh/x", api.folder));
  create_at(&api, __LINE__, 400, "u", api_text(&api, "%s/wh/x", api.folder));
  API_UNCHANGED(&api);
  create_at(&api, __LINE__, 200, "u", api_text(&api, "%s/xy", api.warehouse));
  API_POST(&api, 400, TABLES "/u", "{'requirements':[],'updates':[{'action':'set-location','location':'%s/x/u'}]}",
           api.warehouse);
  API_ERROR(&api, "BadRequestException", "overlaps");
  API_POST(&api, 200, TABLES "/u", "{'requirements':[],'updates':[{'action':'set-location','location':'%s/xy/u'}]}",
           api.warehouse);
  api_close(&api);
}

/* TESTS tables/createTable/location-refused */
/* TESTS tables/updateTable/set-location-refused */
static void test_refused(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  API_TABLE(&api, "n", "t", "");
  const char *const PLACES[] = {"s3://bucket/t",
                                "relative/x",
                                "",
                                "http://h/x",
                                api_text(&api, "file://host%s/x", api.folder),
                                api_text(&api, "file://%s/x/../y", api.folder),
                                api_text(&api, "file://%s/./y", api.folder),
                                api_text(&api, "%s/x/../y", api.folder),
                                api_text(&api, "%s/x\\u0000y", api.folder)};
  API_MARK(&api);
  for (size_t i = 0; i < sizeof PLACES / sizeof PLACES[0]; i++) {
    create_at(&api, __LINE__, 400, "u", PLACES[i]);
    API_ERROR(&api, "BadRequestException", "ocation");
    API_POST(&api, 400, TABLES "/t", "{'requirements':[],'updates':[{'action':'set-location','location':'%s'}]}",
             PLACES[i]);
    API_ERROR(&api, "BadRequestException", "ocation");
  }
  API_UNCHANGED(&api);
  api_close(&api);
}

/* TESTS tables/createTable/location-refused */
static void test_confined(void)
{
  struct api api;

  API_OPEN(&api, &(struct api_options){.confine_locations = true});
  API_NAMESPACE(&api, "n");
  API_MARK(&api);
  create_at(&api, __LINE__, 400, "t", api_text(&api, "file://%s/elsewhere", api.folder));
  API_ERROR(&api, "BadRequestException", "not below the warehouse");
  create_at(&api, __LINE__, 400, "t", api.warehouse);
  create_at(&api, __LINE__, 400, "t", api_text(&api, "%s2/x", api.warehouse));
  create_at(&api, __LINE__, 400, "t", api_text(&api, "%s/x", api.folder));
  API_UNCHANGED(&api);
  create_at(&api, __LINE__, 200, "t", api_text(&api, "%s/fine", api.warehouse));
  API_MARK(&api);
  API_POST(&api, 400, TABLES "/t", "{'requirements':[],'updates':[{'action':'set-location','location':'%s/x'}]}",
           api.folder);
  API_UNCHANGED(&api);
  api_close(&api);
}

/* Metadata files obey the same bound, wherever the property sends them. */
static void test_confined_metadata_path(void)
{
  struct api api;

  API_OPEN(&api, &(struct api_options){.confine_locations = true});
  API_NAMESPACE(&api, "n");
  API_MARK(&api);
  API_POST(&api, 400, TABLES, "{'name':'t','properties':{'write.metadata.path':'file://%s/outside'}," COLUMN "}",
           api.folder);
  API_UNCHANGED(&api);
  API_TABLE(&api, "n", "t", "");
  API_MARK(&api);
  API_POST(&api, 400, TABLES "/t",
           "{'requirements':[],'updates':[{'action':'set-properties','updates':{'write.metadata.path':'%s/x'}}]}",
           api.folder);
  API_UNCHANGED(&api);
  api_close(&api);
}

/* A metadata path that cannot be written is the client's fault, not the server's. */
static void test_bad_metadata_path(void)
{
  static const char *const PATHS[] = {"s3://b/m", "relative", "file:///tmp/x/../y"};
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  API_MARK(&api);
  for (size_t i = 0; i < sizeof PATHS / sizeof PATHS[0]; i++)
    API_POST(&api, 400, TABLES, "{'name':'t','properties':{'write.metadata.path':'%s'}," COLUMN "}", PATHS[i]);
  API_UNCHANGED(&api);
  api_close(&api);
}

int main(void)
{
  TEST_RUN(test_never_shared);
  TEST_RUN(test_never_nested);
  TEST_RUN(test_reuse_after_drop);
  TEST_RUN(test_taken);
  TEST_RUN(test_namespace_location);
  TEST_RUN(test_given);
  TEST_RUN(test_overlap_refused);
  TEST_RUN(test_refused);
  TEST_RUN(test_confined);
  TEST_RUN(test_confined_metadata_path);
  TEST_RUN(test_bad_metadata_path);
  return test_end();
}
