/* createTable: the document that a new table gets, and what is refused. */
#include "kit/api.h"
#include "unit/test.h"

#define TABLES "/v1/namespaces/n/tables"
#define COLUMN "'schema':{'type':'struct','fields':[{'id':1,'name':'id','required':true,'type':'long'}]}"

static void open_with_namespace(struct api *api, const struct api_options *options)
{
  API_OPEN(api, options);
  API_NAMESPACE(api, "n");
}

/* TESTS tables/createTable/answer */
/* TESTS tables/createTable/unpartitioned */
/* TESTS tables/createTable/initial-ids */
/* TESTS tables/createTable/last-partition-id */
/* TESTS tables/createTable/empty-logs */
/* TESTS metadata/write/always-lists */
/* TESTS metadata/write/no-current-snapshot */
/* TESTS metadata/write/schema-id */
static void test_whole_document(void)
{
  struct api api;

  open_with_namespace(&api, NULL);
  API_POST(&api, 200, TABLES, "{'name':'t'," COLUMN "}");
  const char *uuid = api_get_text(&api, "/metadata/table-uuid");
  const char *file = api_get_text(&api, "/metadata-location");
  CHECK_INT(strlen(uuid), 36);
  API_JSON(&api, "",
           api_text(&api,
                    "{'metadata-location':'%s','config':{},'metadata':{'format-version':2,'table-uuid':'%s',"
                    "'location':'%s/n/t','last-sequence-number':0,'last-updated-ms':1700000000000,'last-column-id':1,"
                    "'current-schema-id':0,'schemas':[{'type':'struct','schema-id':0,'fields':["
                    "{'id':1,'name':'id','required':true,'type':'long'}]}],'default-spec-id':0,"
                    "'partition-specs':[{'spec-id':0,'fields':[]}],'last-partition-id':999,'default-sort-order-id':0,"
                    "'sort-orders':[{'order-id':0,'fields':[]}],'properties':{" API_ADDED "},'refs':{},'snapshots':[],"
                    "'statistics':[],'partition-statistics':[],'snapshot-log':[],'metadata-log':[]}}",
                    file, uuid, api.warehouse));
  const char *answer = api_get_json(&api, "");
  API_GET(&api, 200, TABLES "/t");
  API_JSON(&api, "", answer);
  API_GET(&api, 200, TABLES);
  API_JSON(&api, "/identifiers", "[{'namespace':['n'],'name':'t'}]");
  API_HEAD(&api, 204, TABLES "/t");
  api_close(&api);
}

/* TESTS tables/createTable/first-file */
/* TESTS tables/createTable/uuid */
static void test_first_file(void)
{
  struct api api;

  open_with_namespace(&api, NULL);
  API_TABLE(&api, "n", "t", "");
  const char *first = api_get_text(&api, "/metadata-location");
  const char *prefix = api_text(&api, "%s/n/t/metadata/00000-", api.warehouse);
  CHECK(strncmp(first, prefix, strlen(prefix)) == 0);
  CHECK_INT(strlen(first), strlen(prefix) + 36 + strlen(".metadata.json"));
  CHECK_TEXT(berg_span_of(first + strlen(prefix) + 36), ".metadata.json");
  CHECK_INT(api_file_count(&api, "/wh/"), 1);
  const char *uuid = api_get_text(&api, "/metadata/table-uuid");
  API_TABLE(&api, "n", "u", "");
  CHECK(strcmp(uuid, api_get_text(&api, "/metadata/table-uuid")) != 0);
  API_TABLE(&api, "n", "v", api_text(&api, "'properties':{'write.metadata.path':'%s/elsewhere/'}", api.warehouse));
  prefix = api_text(&api, "%s/elsewhere/00000-", api.warehouse);
  CHECK(strncmp(api_get_text(&api, "/metadata-location"), prefix, strlen(prefix)) == 0);
  CHECK_INT(api_file_count(&api, "/wh/elsewhere/"), 1);
  api_close(&api);
}

/* TESTS tables/updateTable/file-gzip */
static void test_gzip_file(void)
{
  struct api api;

  open_with_namespace(&api, NULL);
  API_TABLE(&api, "n", "t", "'properties':{'write.metadata.compression-codec':'gzip'}");
  const char *file = api_get_text(&api, "/metadata-location");
  const char *answer = api_get_json(&api, "");
  CHECK(strstr(file, ".gz.metadata.json") != NULL);
  struct berg_span bytes = api_read_file(&api, api_path(&api, file));
  CHECK(bytes.len > 2 && bytes.bytes[0] == 0x1f && bytes.bytes[1] == 0x8b);
  API_GET(&api, 200, TABLES "/t");
  API_JSON(&api, "", answer);
  API_POST(&api, 200, TABLES "/t", "{'requirements':[],'updates':[{'action':'set-properties','updates':{'a':'b'}}]}");
  CHECK(strstr(api_get_text(&api, "/metadata-location"), "/00001-") != NULL);
  CHECK(strstr(api_get_text(&api, "/metadata-location"), ".gz.metadata.json") != NULL);
  api_close(&api);
}

/* TESTS tables/createTable/exists */
/* TESTS tables/createTable/exists-message */
static void test_exists(void)
{
  struct api api;

  open_with_namespace(&api, NULL);
  API_TABLE(&api, "n", "t", "");
  API_MARK(&api);
  API_POST(&api, 409, TABLES, "{'name':'t'," COLUMN "}");
  API_ERROR(&api, "AlreadyExistsException", "Table already exists: n.t");
  API_POST(&api, 409, TABLES, "{'name':'t','stage-create':true," COLUMN "}");
  API_ERROR(&api, "AlreadyExistsException", "Table already exists: n.t");
  API_UNCHANGED(&api);
  api_close(&api);
}

/* Report P67. */
static void test_created_again(void)
{
  struct api api;

  open_with_namespace(&api, NULL);
  API_TABLE(&api, "n", "t", "");
  API_POST(&api, 200, TABLES "/t", "{'requirements':[],'updates':[{'action':'set-properties','updates':{'a':'b'}}]}");
  API_POST(&api, 409, TABLES, "{'name':'t'," COLUMN "}");
  API_GET(&api, 200, TABLES "/t");
  API_JSON(&api, "/metadata/properties", "{" API_ADDED ",'a':'b'}");
  api_close(&api);
}

/* TESTS tables/createTable/missing-namespace */
static void test_missing_namespace(void)
{
  struct api api;

  open_with_namespace(&api, NULL);
  API_MARK(&api);
  API_POST(&api, 404, "/v1/namespaces/none/tables", "{'name':'t'," COLUMN "}");
  API_ERROR(&api, "NoSuchNamespaceException", "Namespace does not exist: none");
  API_POST(&api, 404, "/v1/namespaces/none/tables", "{'name':'t','stage-create':true," COLUMN "}");
  API_ERROR(&api, "NoSuchNamespaceException", "Namespace does not exist: none");
  API_UNCHANGED(&api);
  api_close(&api);
}

/* Report P33. */
/* TESTS json/null-optional */
/* TESTS metadata/write/no-null-members */
static void test_null_members(void)
{
  struct api api;

  open_with_namespace(&api, NULL);
  API_POST(&api, 200, TABLES,
           "{'name':'t','location':null,'partition-spec':null,'write-order':null,'stage-create':null,"
           "'properties':null," COLUMN "}");
  API_TEXT(&api, "/metadata/location", api_text(&api, "%s/n/t", api.warehouse));
  API_JSON(&api, "/metadata/properties", "{" API_ADDED "}");
  CHECK(memmem(api.body.bytes, api.body.len, "null", 4) == NULL);
  API_HEAD(&api, 204, TABLES "/t");
  api_close(&api);
}

/* Report P34: `doc: null` is read as absent and never written. */
static void test_null_doc(void)
{
  struct api api;

  open_with_namespace(&api, NULL);
  API_POST(&api, 200, TABLES,
           "{'name':'t','schema':{'type':'struct','schema-id':null,'identifier-field-ids':null,'fields':["
           "{'id':1,'name':'id','required':true,'type':'long','doc':null,'initial-default':null}]}}");
  API_JSON(&api, "/metadata/schemas/0/fields/0", "{'id':1,'name':'id','required':true,'type':'long'}");
  api_close(&api);
}

/* TESTS tables/createTable/format-version */
/* TESTS tables/createTable/v1-members */
/* TESTS metadata/write/v1-members */
static void test_version_1(void)
{
  struct api api;

  open_with_namespace(&api, NULL);
  API_POST(&api, 200, TABLES, "{'name':'t','properties':{'format-version':'1','k':'v'}," COLUMN "}");
  API_INT(&api, "/metadata/format-version", 1);
  API_JSON(&api, "/metadata/properties", "{" API_ADDED ",'k':'v'}");
  API_JSON(&api, "/metadata/schema", api_get_json(&api, "/metadata/schemas/0"));
  API_JSON(&api, "/metadata/partition-spec", "[]");
  API_COUNT(&api, "/metadata/partition-specs", 1);
  API_ABSENT(&api, "/metadata/last-sequence-number");
  API_ABSENT(&api, "/metadata/next-row-id");
  CHECK_INT(strlen(api_get_text(&api, "/metadata/table-uuid")), 36);
  api_close(&api);
}

/* Report P45. */
/* TESTS tables/createTable/v3-row-ids */
static void test_version_3(void)
{
  struct api api;

  open_with_namespace(&api, NULL);
  API_POST(&api, 200, TABLES, "{'name':'t','properties':{'format-version':'3'}," COLUMN "}");
  API_INT(&api, "/metadata/format-version", 3);
  API_INT(&api, "/metadata/next-row-id", 0);
  API_INT(&api, "/metadata/last-sequence-number", 0);
  API_ABSENT(&api, "/metadata/schema");
  API_ABSENT(&api, "/metadata/encryption-keys");
  API_JSON(&api, "/metadata/properties", "{" API_ADDED "}");
  api_close(&api);
}

/* TESTS tables/createTable/format-version-invalid */
static void test_version_refused(void)
{
  static const char *const VERSIONS[] = {"0", "4", "-1", "x", "", "2.0", "99999999999999999999", " 2"};
  struct api api;

  open_with_namespace(&api, NULL);
  API_MARK(&api);
  for (size_t i = 0; i < sizeof VERSIONS / sizeof VERSIONS[0]; i++) {
    API_POST(&api, 400, TABLES, "{'name':'t','properties':{'format-version':'%s'}," COLUMN "}", VERSIONS[i]);
    API_ERROR(&api, "BadRequestException", api_text(&api, "Unsupported format version: v%s", VERSIONS[i]));
  }
  API_UNCHANGED(&api);
  api_close(&api);
}

/* TESTS tables/createTable/reserved-properties */
/* TESTS tables/createTable/properties-kept */
/* TESTS tables/createTable/added-properties */
static void test_properties(void)
{
  struct api api;

  open_with_namespace(&api, NULL);
  API_POST(&api, 200, TABLES,
           "{'name':'t','properties':{'uuid':'x','snapshot-count':'9','current-snapshot-id':'1','a':'1',"
           "'current-snapshot-summary':'s','current-snapshot-timestamp-ms':'1','current-schema':'{}',"
           "'default-partition-spec':'[]','default-sort-order':'[]','\\u00e4\\u0022':'\\u0000\\n'}," COLUMN "}");
  API_JSON(&api, "/metadata/properties", "{" API_ADDED ",'a':'1','\\u00e4\\u0022':'\\u0000\\n'}");
  api_close(&api);
}

/* Report P57. */
/* TESTS tables/createTable/staged */
/* TESTS tables/createTable/staged-location */
/* TESTS tables/createTable/staged-created-at */
/* TESTS tables/listTables/staged-not-listed */
static void test_staged(void)
{
  struct api api;

  open_with_namespace(&api, NULL);
  API_MARK(&api);
  API_POST(&api, 200, TABLES, "{'name':'t','stage-create':true,'properties':{'a':'b'}," COLUMN "}");
  API_ABSENT(&api, "/metadata-location");
  API_HEADER(&api, "ETag", NULL);
  API_TEXT(&api, "/metadata/location", api_text(&api, "%s/n/t", api.warehouse));
  API_JSON(&api, "/metadata/properties", "{" API_ADDED ",'a':'b'}");
  CHECK_INT(strlen(api_get_text(&api, "/metadata/table-uuid")), 36);
  API_UNCHANGED(&api);
  API_GET(&api, 404, TABLES "/t");
  API_HEAD(&api, 404, TABLES "/t");
  API_POST(&api, 200, TABLES, "{'name':'t','stage-create':false," COLUMN "}");
  API_HEAD(&api, 204, TABLES "/t");
  api_close(&api);
}

/* TESTS tables/createTable/durable */
/* TESTS tables/loadTable/current */
static void test_restart(void)
{
  struct api api;

  open_with_namespace(&api, &(struct api_options){.on_disk = true});
  API_TABLE(&api, "n", "t", "");
  const char *answer = api_get_json(&api, "");
  api_restart(&api);
  API_GET(&api, 200, TABLES "/t");
  API_JSON(&api, "", answer);
  api_close(&api);
}

/* TESTS tables/createTable/etag */
static void test_etag(void)
{
  struct api api;

  open_with_namespace(&api, NULL);
  API_TABLE(&api, "n", "t", "");
  const char *tag = api_answer_header(&api, "ETag");
  CHECK(tag != NULL && tag[0] == '"' && tag[strlen(tag) - 1] == '"' && strlen(tag) > 2);
  API_GET(&api, 200, TABLES "/t");
  API_HEADER(&api, "ETag", tag);
  api_close(&api);
}

int main(void)
{
  TEST_RUN(test_whole_document);
  TEST_RUN(test_first_file);
  TEST_RUN(test_gzip_file);
  TEST_RUN(test_exists);
  TEST_RUN(test_created_again);
  TEST_RUN(test_missing_namespace);
  TEST_RUN(test_null_members);
  TEST_RUN(test_null_doc);
  TEST_RUN(test_version_1);
  TEST_RUN(test_version_3);
  TEST_RUN(test_version_refused);
  TEST_RUN(test_properties);
  TEST_RUN(test_staged);
  TEST_RUN(test_restart);
  TEST_RUN(test_etag);
  return test_end();
}
