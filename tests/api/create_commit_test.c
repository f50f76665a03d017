/* Creation by commit: what completes a staged creation. */
#include "kit/api.h"
#include "unit/test.h"

#define TABLES "/v1/namespaces/n/tables"
#define TABLE TABLES "/t"
#define CREATE "'requirements':[{'type':'assert-create'}]"
#define SCHEMA                                                                                                         \
  "{'action':'add-schema','schema':{'type':'struct','schema-id':0,'fields':["                                          \
  "{'id':4,'name':'id','required':true,'type':'long'}]}},{'action':'set-current-schema','schema-id':-1}"
#define SPEC "{'action':'add-spec','spec':{'spec-id':0,'fields':[]}},{'action':'set-default-spec','spec-id':-1}"
#define ORDER                                                                                                          \
  "{'action':'add-sort-order','sort-order':{'order-id':0,'fields':[]}},"                                               \
  "{'action':'set-default-sort-order','sort-order-id':-1}"
#define WHOLE SCHEMA "," SPEC "," ORDER

static void open_with_namespace(struct api *api)
{
  API_OPEN(api, NULL);
  API_NAMESPACE(api, "n");
}

static const char *place(struct api *api, const char *name)
{
  return api_text(api, "{'action':'set-location','location':'%s/%s'}", api->warehouse, name);
}

/* Report P57: the way of a client that stages, writes data and commits. */
/* TESTS tables/createTable/staged-commit */
/* TESTS tables/updateTable/create */
/* TESTS tables/updateTable/create-uuid */
/* TESTS tables/updateTable/create-no-log */
/* TESTS tables/updateTable/assert-create */
static void test_staged(void)
{
  struct api api;

  open_with_namespace(&api);
  API_POST(&api, 200, TABLES,
           "{'name':'t','stage-create':true,'schema':{'type':'struct','fields':["
           "{'id':7,'name':'id','required':true,'type':'long'},{'id':8,'name':'p','required':false,'type':'date'}]},"
           "'partition-spec':{'fields':[{'source-id':8,'transform':'month','name':'m'}]},'properties':{'k':'v'}}");
  const char *uuid = api_get_text(&api, "/metadata/table-uuid");
  const char *location = api_get_text(&api, "/metadata/location");
  const char *schema = api_get_json(&api, "/metadata/schemas/0");
  const char *spec = api_get_json(&api, "/metadata/partition-specs/0");
  const char *order = api_get_json(&api, "/metadata/sort-orders/0");
  API_POST(&api, 200, TABLE,
           "{" CREATE ",'updates':[{'action':'assign-uuid','uuid':'%s'},"
           "{'action':'upgrade-format-version','format-version':2},{'action':'add-schema','schema':%s,"
           "'last-column-id':2},{'action':'set-current-schema','schema-id':-1},{'action':'add-spec','spec':%s},"
           "{'action':'set-default-spec','spec-id':-1},{'action':'add-sort-order','sort-order':%s},"
           "{'action':'set-default-sort-order','sort-order-id':-1},{'action':'set-location','location':'%s'},"
           "{'action':'set-properties','updates':{'k':'v'}},"
           "{'action':'add-snapshot','snapshot':{'snapshot-id':1,'sequence-number':1,'timestamp-ms':1700000000000,"
           "'manifest-list':'m','summary':{'operation':'append'}}},"
           "{'action':'set-snapshot-ref','ref-name':'main','type':'branch','snapshot-id':1}]}",
           uuid, schema, spec, order, location);
  API_TEXT(&api, "/metadata/table-uuid", uuid);
  API_TEXT(&api, "/metadata/location", location);
  API_JSON(&api, "/metadata/schemas", api_text(&api, "[%s]", schema));
  API_JSON(&api, "/metadata/partition-specs", api_text(&api, "[%s]", spec));
  API_JSON(&api, "/metadata/sort-orders", "[{'order-id':0,'fields':[]}]");
  API_INT(&api, "/metadata/last-column-id", 2);
  API_INT(&api, "/metadata/last-partition-id", 1000);
  API_INT(&api, "/metadata/current-snapshot-id", 1);
  API_COUNT(&api, "/metadata/snapshot-log", 1);
  API_JSON(&api, "/metadata/metadata-log", "[]");
  CHECK(strstr(api_get_text(&api, "/metadata-location"), "/n/t/metadata/00000-") != NULL);
  const char *metadata = api_get_json(&api, "/metadata");
  const char *tag = api_answer_header(&api, "ETag");
  API_GET(&api, 200, TABLE);
  API_JSON(&api, "/metadata", metadata);
  API_HEADER(&api, "ETag", tag);
  API_GET(&api, 200, TABLES);
  API_JSON(&api, "/identifiers", "[{'namespace':['n'],'name':'t'}]");
  CHECK_INT(api_file_count(&api, "/wh/"), 1);
  api_close(&api);
}

/* TESTS tables/updateTable/create-ids-kept */
/* TESTS tables/updateTable/create-version */
/* TESTS tables/updateTable/create-uuid */
static void test_bare(void)
{
  struct api api;

  open_with_namespace(&api);
  API_POST(&api, 200, TABLE, "{" CREATE ",'updates':[" WHOLE ",%s]}", place(&api, "here"));
  API_INT(&api, "/metadata/format-version", 2);
  API_INT(&api, "/metadata/schemas/0/fields/0/id", 4);
  API_INT(&api, "/metadata/last-column-id", 4);
  API_INT(&api, "/metadata/last-partition-id", 999);
  CHECK_INT(strlen(api_get_text(&api, "/metadata/table-uuid")), 36);
  API_POST(&api, 200, TABLES "/v1",
           "{" CREATE ",'updates':[{'action':'upgrade-format-version','format-version':1}," WHOLE ",%s]}",
           place(&api, "v1"));
  API_INT(&api, "/metadata/format-version", 1);
  API_ABSENT(&api, "/metadata/last-sequence-number");
  API_POST(&api, 200, TABLES "/v3",
           "{" CREATE ",'updates':[" WHOLE ",{'action':'upgrade-format-version','format-version':3},%s]}",
           place(&api, "v3"));
  API_INT(&api, "/metadata/format-version", 3);
  API_INT(&api, "/metadata/next-row-id", 0);
  api_close(&api);
}

/* TESTS tables/updateTable/create-complete */
static void test_incomplete(void)
{
  static const char *const UPDATES[] = {"", SPEC "," ORDER, "{'action':'set-properties','updates':{'a':'b'}}"};
  struct api api;

  open_with_namespace(&api);
  API_MARK(&api);
  for (size_t i = 0; i < sizeof UPDATES / sizeof UPDATES[0]; i++) {
    API_POST(&api, 400, TABLE, "{" CREATE ",'updates':[%s%s%s]}", UPDATES[i], UPDATES[i][0] == '\0' ? "" : ",",
             place(&api, "here"));
    API_ERROR(&api, "BadRequestException", "");
  }
  API_POST(&api, 400, TABLE, "{" CREATE ",'updates':[" WHOLE "]}"); /* no location */
  API_ERROR(&api, "BadRequestException", "location");
  API_UNCHANGED(&api);
  api_close(&api);
}

/* A spec and an order that the request leaves out are those without fields. */
/* TESTS tables/updateTable/create-complete */
static void test_defaults(void)
{
  struct api api;

  open_with_namespace(&api);
  API_POST(&api, 200, TABLE, "{" CREATE ",'updates':[" SCHEMA ",%s]}", place(&api, "here"));
  API_JSON(&api, "/metadata/partition-specs", "[{'spec-id':0,'fields':[]}]");
  API_INT(&api, "/metadata/default-spec-id", 0);
  API_JSON(&api, "/metadata/sort-orders", "[{'order-id':0,'fields':[]}]");
  API_INT(&api, "/metadata/default-sort-order-id", 0);
  API_JSON(&api, "/metadata/properties", "{}");
  api_close(&api);
}

/* TESTS tables/updateTable/create-exists */
/* TESTS errors/conflict-not-500 */
static void test_exists(void)
{
  struct api api;

  open_with_namespace(&api);
  API_POST(&api, 200, TABLES,
           "{'name':'t','stage-create':true,'schema':{'type':'struct','fields':["
           "{'id':1,'name':'id','required':true,'type':'long'}]}}");
  API_TABLE(&api, "n", "t", ""); /* somebody was faster */
  API_MARK(&api);
  API_POST(&api, 409, TABLE, "{" CREATE ",'updates':[" WHOLE ",%s]}", place(&api, "here"));
  API_ERROR(&api, "CommitFailedException", "Requirement failed: table already exists");
  API_UNCHANGED(&api);
  api_close(&api);
}

/* TESTS tables/updateTable/create-missing-namespace */
static void test_missing_namespace(void)
{
  struct api api;

  open_with_namespace(&api);
  API_MARK(&api);
  API_POST(&api, 404, "/v1/namespaces/none/tables/t", "{" CREATE ",'updates':[" WHOLE ",%s]}", place(&api, "here"));
  API_ERROR(&api, "NoSuchNamespaceException", "Namespace does not exist: none");
  API_UNCHANGED(&api);
  api_close(&api);
}

/* The place is checked like one that createTable is given. */
static void test_location(void)
{
  struct api api;

  open_with_namespace(&api);
  API_TABLE(&api, "n", "other", "");
  API_MARK(&api);
  API_POST(&api, 400, TABLE, "{" CREATE ",'updates':[" WHOLE ",%s]}", place(&api, "n/other/inner"));
  API_ERROR(&api, "BadRequestException", "overlaps");
  API_POST(&api, 400, TABLE, "{" CREATE ",'updates':[" WHOLE ",{'action':'set-location','location':'s3://b/x'}]}");
  API_UNCHANGED(&api);
  API_POST(&api, 200, TABLE, "{" CREATE ",'updates':[" WHOLE ",%s]}", place(&api, "here/"));
  API_TEXT(&api, "/metadata/location", api_text(&api, "%s/here", api.warehouse));
  api_close(&api);
}

/* Whatever fails in the middle of a creation leaves neither a row nor a file. */
static void test_refused(void)
{
  static const char *const MORE[] = {"{'action':'set-current-schema','schema-id':9}",
                                     "{'action':'set-snapshot-ref','ref-name':'main','type':'branch','snapshot-id':1}",
                                     "{'action':'upgrade-format-version','format-version':9}",
                                     "{'action':'assign-uuid','uuid':'x'}",
                                     "{'action':'set-properties','updates':{'write.metadata.path':'s3://b/x'}}"};
  struct api api;

  open_with_namespace(&api);
  API_MARK(&api);
  for (size_t i = 0; i < sizeof MORE / sizeof MORE[0]; i++) {
    API_POST(&api, 400, TABLE, "{" CREATE ",'updates':[" WHOLE ",%s,%s]}", place(&api, "here"), MORE[i]);
    API_ERROR(&api, "BadRequestException", "");
  }
  API_UNCHANGED(&api);
  api_close(&api);
}

int main(void)
{
  TEST_RUN(test_staged);
  TEST_RUN(test_bare);
  TEST_RUN(test_incomplete);
  TEST_RUN(test_defaults);
  TEST_RUN(test_exists);
  TEST_RUN(test_missing_namespace);
  TEST_RUN(test_location);
  TEST_RUN(test_refused);
  return test_end();
}
