/* Stored documents of the three format versions, as other writers leave them. */
#include "kit/api.h"
#include "unit/test.h"

#define TABLE "/v1/namespaces/n/tables/t"
#define PROPERTY "{'requirements':[],'updates':[{'action':'set-properties','updates':{'k':'v'}}]}"

/* A table whose stored document is TEXT (with ' for "), which has %s for the table's location. */
static void open_with_document(struct api *api, const char *before, const char *after)
{
  API_OPEN(api, NULL);
  API_NAMESPACE(api, "n");
  API_TABLE(api, "n", "t", "");
  const char *location = api_get_text(api, "/metadata/location");
  api_write_file(api, api_path(api, api_get_text(api, "/metadata-location")),
                 berg_span_of(api_json(api, "%s%s%s", before, location, after)));
}

#define V1                                                                                                             \
  "{'format-version':1,'location':'",                                                                                  \
      "','last-updated-ms':1600000000000,'last-column-id':2,'schema':{'type':'struct','fields':["                      \
      "{'id':1,'name':'id','required':true,'type':'long'},{'id':2,'name':'at','required':false,'type':'date'}]},"      \
      "'partition-spec':[{'source-id':2,'transform':'month','name':'m'}],'properties':{'a':'b'},"                      \
      "'current-snapshot-id':-1,'snapshots':[{'snapshot-id':3,'timestamp-ms':1600000000000,'manifests':['x','y']}]}"

/* TESTS metadata/check/table-uuid */
/* TESTS metadata/check/schemas-required */
/* TESTS metadata/check/specs-required */
/* TESTS metadata/read/minus-one */
static void test_old_version_1(void)
{
  struct api api;

  open_with_document(&api, V1);
  API_GET(&api, 200, TABLE);
  API_ABSENT(&api, "/metadata/table-uuid");
  API_POST(&api, 200, TABLE, PROPERTY);
  API_INT(&api, "/metadata/format-version", 1);
  CHECK_INT(strlen(api_get_text(&api, "/metadata/table-uuid")), 36);
  API_JSON(&api, "/metadata/properties", "{'a':'b','k':'v'}");
  API_JSON(&api, "/metadata/snapshots", "[{'snapshot-id':3,'timestamp-ms':1600000000000,'manifests':['x','y']}]");
  API_COUNT(&api, "/metadata/metadata-log", 1);
  API_INT(&api, "/metadata/metadata-log/0/timestamp-ms", 1600000000000);
  api_close(&api);
}

/* Snapshots that list their manifests themselves are no reason to stop. */
/* TESTS tables/dropTable/purge */
static void test_purge_version_1(void)
{
  struct api api;

  open_with_document(&api, V1);
  API_POST(&api, 200, TABLE, PROPERTY);
  CHECK_INT(api_file_count(&api, "/wh/"), 2);
  API_DELETE(&api, 204, TABLE "?purgeRequested=true");
  api_idle(&api);
  CHECK_INT(api_file_count(&api, "/wh/"), 0);
  api_close(&api);
}

/* The whole way up. */
/* TESTS tables/updateTable/upgrade-format-version-v2 */
static void test_upgrade_version_1(void)
{
  struct api api;

  open_with_document(&api, V1);
  API_POST(&api, 200, TABLE,
           "{'requirements':[{'type':'assert-current-schema-id','current-schema-id':0},"
           "{'type':'assert-default-spec-id','default-spec-id':0},"
           "{'type':'assert-last-assigned-partition-id','last-assigned-partition-id':1000},"
           "{'type':'assert-default-sort-order-id','default-sort-order-id':0},"
           "{'type':'assert-ref-snapshot-id','ref':'main','snapshot-id':null}],"
           "'updates':[{'action':'upgrade-format-version','format-version':2}]}");
  API_INT(&api, "/metadata/format-version", 2);
  API_INT(&api, "/metadata/last-sequence-number", 0);
  API_INT(&api, "/metadata/current-schema-id", 0);
  API_JSON(&api, "/metadata/partition-specs",
           "[{'spec-id':0,'fields':[{'source-id':2,'field-id':1000,'transform':'month','name':'m'}]}]");
  API_INT(&api, "/metadata/last-partition-id", 1000);
  API_JSON(&api, "/metadata/sort-orders", "[{'order-id':0,'fields':[]}]");
  API_COUNT(&api, "/metadata/schemas", 1);
  API_INT(&api, "/metadata/schemas/0/schema-id", 0);
  API_ABSENT(&api, "/metadata/schema");
  API_ABSENT(&api, "/metadata/partition-spec");
  api_close(&api);
}

#define V2                                                                                                             \
  "{'format-version':2,'table-uuid':'9c12d441-03fe-4693-9a96-a0705ddf69c1','location':'",                              \
      "/','last-sequence-number':34,'last-updated-ms':1602638573590,'last-column-id':3,'current-schema-id':1,"         \
      "'schemas':[{'type':'struct','schema-id':0,'fields':[{'id':1,'name':'x','required':true,'type':'long'}]},"       \
      "{'type':'struct','schema-id':1,'identifier-field-ids':[1,2],'fields':["                                         \
      "{'id':1,'name':'x','required':true,'type':'long'},"                                                             \
      "{'id':2,'name':'y','required':true,'type':'long','doc':'comment'},"                                             \
      "{'id':3,'name':'z','required':true,'type':'decimal(9,2)'}]}],'default-spec-id':0,"                              \
      "'partition-specs':[{'spec-id':0,'fields':[{'name':'x','transform':'identity','source-id':1,"                    \
      "'field-id':1000}]},{'spec-id':4,'fields':[{'name':'gone','transform':'sparkle[3]','source-id':77,"              \
      "'field-id':1001}]}],'last-partition-id':1001,'default-sort-order-id':3,"                                        \
      "'sort-orders':[{'order-id':3,'fields':[{'transform':'identity','source-id':2,'direction':'asc',"                \
      "'null-order':'nulls-first'}]}],'properties':{},'current-snapshot-id':3055729675574597004,"                      \
      "'snapshots':[{'snapshot-id':3051729675574597004,'timestamp-ms':1515100955770,'sequence-number':0,"              \
      "'summary':{'operation':'append'},'manifest-list':'s3://a/b/1.avro'},"                                           \
      "{'snapshot-id':3055729675574597004,'parent-snapshot-id':3051729675574597004,'timestamp-ms':1555100955770,"      \
      "'sequence-number':1,'summary':{'operation':'append'},'manifest-list':'s3://a/b/2.avro','schema-id':1}],"        \
      "'snapshot-log':[{'snapshot-id':3051729675574597004,'timestamp-ms':1515100955770},"                              \
      "{'snapshot-id':3055729675574597004,'timestamp-ms':1555100955770}],'metadata-log':[]}"

/* TESTS metadata/check/refs-absent */
/* TESTS metadata/check/transforms */
/* TESTS metadata/write/canonical-types */
static void test_version_2(void)
{
  struct api api;

  open_with_document(&api, V2);
  API_POST(&api, 200, TABLE,
           "{'requirements':[{'type':'assert-ref-snapshot-id','ref':'main','snapshot-id':3055729675574597004},"
           "{'type':'assert-last-assigned-partition-id','last-assigned-partition-id':1001}],"
           "'updates':[{'action':'set-properties','updates':{'k':'v'}}]}");
  API_INT(&api, "/metadata/current-snapshot-id", 3055729675574597004);
  API_COUNT(&api, "/metadata/snapshots", 2);
  API_TEXT(&api, "/metadata/partition-specs/1/fields/0/transform", "sparkle[3]");
  API_POST(&api, 200, TABLE,
           "{'requirements':[],'updates':[{'action':'add-snapshot','snapshot':{'snapshot-id':1,'parent-snapshot-id':"
           "3055729675574597004,'sequence-number':35,'timestamp-ms':1700000000000,'manifest-list':'m',"
           "'summary':{'operation':'append'}}},"
           "{'action':'set-snapshot-ref','ref-name':'main','type':'branch','snapshot-id':1}]}");
  API_JSON(&api, "/metadata/refs", "{'main':{'type':'branch','snapshot-id':1}}");
  API_COUNT(&api, "/metadata/snapshot-log", 3);
  /* the equal schema is found although its type is spelled otherwise */
  API_POST(
      &api, 200, TABLE,
      "{'requirements':[],'updates':[{'action':'add-schema','schema':{'type':'struct','identifier-field-ids':[2,1],"
      "'fields':[{'id':1,'name':'x','required':true,'type':'long'},"
      "{'id':2,'name':'y','required':true,'type':'long','doc':'comment'},"
      "{'id':3,'name':'z','required':true,'type':'decimal(9, 2)'}]}}]}");
  API_COUNT(&api, "/metadata/schemas", 2);
  api_close(&api);
}

/* TESTS tables/updateTable/upgrade-format-version-v3 */
/* TESTS metadata/check/snapshot-row-ids */
static void test_upgrade_version_2(void)
{
  struct api api;

  open_with_document(&api, V2);
  API_POST(&api, 200, TABLE, "{'requirements':[],'updates':[{'action':'upgrade-format-version','format-version':3}]}");
  API_INT(&api, "/metadata/next-row-id", 0);
  API_COUNT(&api, "/metadata/snapshots", 2);
  API_ABSENT(&api, "/metadata/snapshots/0/first-row-id");
  API_POST(&api, 200, TABLE,
           "{'requirements':[],'updates':[{'action':'add-snapshot','snapshot':{'snapshot-id':1,'parent-snapshot-id':"
           "3055729675574597004,'sequence-number':35,'timestamp-ms':1700000000000,'first-row-id':0,'added-rows':9,"
           "'manifest-list':'m','summary':{'operation':'append'}}}]}");
  API_INT(&api, "/metadata/next-row-id", 9);
  api_close(&api);
}

/* Null among the properties, which older writers left behind, is passed over. */
/* TESTS metadata/check/properties */
static void test_null_property(void)
{
  struct api api;

  open_with_document(&api, "{'format-version':1,'location':'",
                     "','last-updated-ms':1,'last-column-id':0,'schema':{'type':'struct','fields':[]},"
                     "'partition-spec':[],'properties':{'old':null,'a':'b'}}");
  API_POST(&api, 200, TABLE, PROPERTY);
  API_JSON(&api, "/metadata/properties", "{'a':'b','k':'v'}");
  api_close(&api);
}

/* Documents that break a rule are not committed to: the fault is the stored state's. */
static void test_broken_documents(void)
{
  static const char *const AFTER[] = {
      "','last-updated-ms':1}",
      "','last-updated-ms':1,'last-column-id':1,'schema':{'type':'struct','fields':7},'partition-spec':[]}",
      "','last-updated-ms':'x','last-column-id':1,'schema':{'type':'struct','fields':[]},'partition-spec':[]}"};

  for (size_t i = 0; i < sizeof AFTER / sizeof AFTER[0]; i++) {
    struct api api;
    open_with_document(&api, "{'format-version':1,'location':'", AFTER[i]);
    API_MARK(&api);
    API_POST(&api, 500, TABLE, PROPERTY);
    API_ERROR(&api, "InternalServerError", "etadata");
    API_UNCHANGED(&api);
    api_close(&api);
  }
}

int main(void)
{
  TEST_RUN(test_old_version_1);
  TEST_RUN(test_purge_version_1);
  TEST_RUN(test_upgrade_version_1);
  TEST_RUN(test_version_2);
  TEST_RUN(test_upgrade_version_2);
  TEST_RUN(test_null_property);
  TEST_RUN(test_broken_documents);
  return test_end();
}
