/* updateTable as a whole: what holds for every commit. */
#include "kit/api.h"
#include "unit/test.h"

#define TABLE "/v1/namespaces/n/tables/t"
#define SET(key, value) "{'action':'set-properties','updates':{'" key "':'" value "'}}"

static void open_with_table(struct api *api, const struct api_options *options)
{
  API_OPEN(api, options);
  API_NAMESPACE(api, "n");
  API_TABLE(api, "n", "t", "");
}

/* TESTS tables/updateTable/answer */
/* TESTS tables/updateTable/new-file */
/* TESTS tables/updateTable/file-name */
/* TESTS tables/updateTable/identifier */
static void test_answer(void)
{
  struct api api;

  open_with_table(&api, NULL);
  const char *first = api_get_text(&api, "/metadata-location");
  struct berg_span bytes = api_read_file(&api, api_path(&api, first));
  API_POST(&api, 200, TABLE,
           "{'identifier':{'namespace':['other'],'name':'x'},'requirements':[],'updates':[" SET("a", "b") "]}");
  const char *second = api_get_text(&api, "/metadata-location");
  const char *prefix = api_text(&api, "%s/n/t/metadata/00001-", api.warehouse);
  CHECK(strncmp(second, prefix, strlen(prefix)) == 0);
  API_JSON(&api, "/metadata/properties", "{" API_ADDED ",'a':'b'}");
  API_COUNT(&api, "", 2);
  CHECK(berg_span_equal(bytes, api_read_file(&api, api_path(&api, first))));
  const char *metadata = api_get_json(&api, "/metadata");
  API_GET(&api, 200, TABLE);
  API_TEXT(&api, "/metadata-location", second);
  API_JSON(&api, "/metadata", metadata);
  for (int i = 2; i <= 12; i++) {
    API_POST(&api, 200, TABLE, "{'requirements':[],'updates':[{'action':'set-properties','updates':{'a':'%d'}}]}", i);
    CHECK(strstr(api_get_text(&api, "/metadata-location"), api_text(&api, "/metadata/%05d-", i)) != NULL);
  }
  CHECK_INT(api_file_count(&api, "/wh/n/t/metadata/"), 13);
  api_close(&api);
}

/* TESTS tables/updateTable/missing */
static void test_missing(void)
{
  struct api api;

  open_with_table(&api, NULL);
  API_POST(&api, 404, "/v1/namespaces/n/tables/x", "{'requirements':[],'updates':[" SET("a", "b") "]}");
  API_ERROR(&api, "NoSuchTableException", "Table does not exist: n.x");
  API_POST(&api, 404, "/v1/namespaces/n/tables/x",
           "{'requirements':[{'type':'assert-current-schema-id','current-schema-id':0}],'updates':[]}");
  API_ERROR(&api, "NoSuchTableException", "Table does not exist: n.x");
  api_close(&api);
}

/* Report P40. */
/* TESTS tables/updateTable/unknown-update-400 */
/* TESTS tables/updateTable/unknown-requirement-400 */
/* TESTS tables/updateTable/view-update-400 */
static void test_unknown_kinds(void)
{
  static const char *const UPDATES[] = {
      "{'action':'paint-it','color':'red'}", "{'action':'Set-Properties','updates':{}}", "{'action':''}",
      "{'action':'set-current-view-version','view-version-id':1}",
      ("{'action':'add-view-version','view-version':{'version-id':1,'timestamp-ms':1,'schema-id':0,'summary':{},"
       "'representations':[],'default-namespace':[]}}")};
  struct api api;

  open_with_table(&api, NULL);
  API_MARK(&api);
  for (size_t i = 0; i < sizeof UPDATES / sizeof UPDATES[0]; i++) {
    API_POST(&api, 400, TABLE, "{'requirements':[],'updates':[" SET("a", "1") ",%s]}", UPDATES[i]);
    API_ERROR(&api, "BadRequestException", "updates/1");
  }
  API_POST(&api, 400, TABLE, "{'requirements':[{'type':'assert-luck'}],'updates':[" SET("a", "1") "]}");
  API_ERROR(&api, "BadRequestException", "assert-luck");
  API_POST(&api, 400, TABLE, "{'requirements':[{'type':'assert-view-uuid','uuid':'x'}],'updates':[]}");
  API_UNCHANGED(&api);
  api_close(&api);
}

/* TESTS tables/updateTable/no-change */
/* TESTS tables/updateTable/empty */
static void test_no_change(void)
{
  static const char *const UPDATES[] = {"",
                                        SET("a", "b"),
                                        "{'action':'remove-properties','removals':['zz']}",
                                        "{'action':'set-properties','updates':{}}",
                                        "{'action':'remove-properties','removals':[]}",
                                        "{'action':'upgrade-format-version','format-version':2}",
                                        "{'action':'set-current-schema','schema-id':0}",
                                        "{'action':'set-default-spec','spec-id':0}",
                                        "{'action':'set-default-sort-order','sort-order-id':0}",
                                        "{'action':'remove-snapshot-ref','ref-name':'none'}",
                                        "{'action':'remove-snapshots','snapshot-ids':[5]}",
                                        "{'action':'remove-statistics','snapshot-id':5}",
                                        "{'action':'remove-partition-statistics','snapshot-id':5}",
                                        "{'action':'remove-schemas','schema-ids':[5]}",
                                        "{'action':'remove-partition-specs','spec-ids':[5]}",
                                        "{'action':'remove-encryption-key','key-id':'k'}",
                                        "{'action':'add-spec','spec':{'fields':[]}}",
                                        "{'action':'add-sort-order','sort-order':{'order-id':3,'fields':[]}}"};
  struct api api;

  open_with_table(&api, NULL);
  API_POST(&api, 200, TABLE, "{'requirements':[],'updates':[" SET("a", "b") "]}");
  const char *location = api_get_text(&api, "/metadata-location");
  const char *tag = api_answer_header(&api, "ETag");
  api.now_ms += 5000;
  API_MARK(&api);
  for (size_t i = 0; i < sizeof UPDATES / sizeof UPDATES[0]; i++) {
    API_POST(&api, 200, TABLE, "{'requirements':[],'updates':[%s]}", UPDATES[i]);
    API_TEXT(&api, "/metadata-location", location);
    API_HEADER(&api, "ETag", tag);
  }
  API_POST(&api, 200, TABLE, "{'requirements':[],'updates':[{'action':'set-location','location':'%s/n/t/'}]}",
           api.warehouse);
  API_UNCHANGED(&api);
  api_close(&api);
}

/* TESTS tables/updateTable/atomic */
/* TESTS tables/updateTable/invalid-update-400 */
static void test_all_or_nothing(void)
{
  struct api api;

  open_with_table(&api, NULL);
  API_MARK(&api);
  API_POST(
      &api, 400, TABLE,
      "{'requirements':[],'updates':[" SET(
          "a",
          "1") ","
               "{'action':'add-schema','schema':{'type':'struct','fields':["
               "{'id':1,'name':'x','required':false,'type':'int'}]}},{'action':'set-current-schema','schema-id':99}]}");
  API_ERROR(&api, "BadRequestException", "99");
  API_POST(&api, 400, TABLE,
           "{'requirements':[],'updates':[{'action':'set-current-schema','schema-id':99}," SET("a", "1") "]}");
  API_POST(&api, 409, TABLE,
           "{'requirements':[{'type':'assert-current-schema-id','current-schema-id':0},"
           "{'type':'assert-default-spec-id','default-spec-id':7}],'updates':[" SET("a", "1") "]}");
  API_UNCHANGED(&api);
  api_close(&api);
}

/* TESTS tables/updateTable/update-order */
static void test_order(void)
{
  struct api api;

  open_with_table(&api, NULL);
  API_POST(&api, 200, TABLE,
           "{'requirements':[],'updates':[" SET("a", "1") "," SET("a", "2") ",{'action':'remove-properties','removals':"
                                                                            "['a']}," SET("b", "1") "]}");
  API_JSON(&api, "/metadata/properties", "{" API_ADDED ",'b':'1'}");
  API_POST(&api, 200, TABLE,
           "{'requirements':[],'updates':[{'action':'remove-properties','removals':['b']}," SET("b", "2") "]}");
  API_JSON(&api, "/metadata/properties", "{" API_ADDED ",'b':'2'}");
  api_close(&api);
}

/* Requirements are held against the state before the first update. */
/* TESTS tables/updateTable/requirements-first */
static void test_requirements_first(void)
{
  struct api api;

  open_with_table(&api, NULL);
  API_POST(&api, 200, TABLE,
           "{'requirements':[{'type':'assert-current-schema-id','current-schema-id':0}],'updates':["
           "{'action':'add-schema','schema':{'type':'struct','fields':["
           "{'id':1,'name':'x','required':false,'type':'int'}]}},{'action':'set-current-schema','schema-id':-1}]}");
  API_INT(&api, "/metadata/current-schema-id", 1);
  API_MARK(&api);
  API_POST(&api, 409, TABLE,
           "{'requirements':[{'type':'assert-current-schema-id','current-schema-id':0}],'updates':["
           "{'action':'set-current-schema','schema-id':0}]}");
  API_POST(&api, 409, TABLE, /* the invalid update is not even looked at */
           "{'requirements':[{'type':'assert-current-schema-id','current-schema-id':0}],'updates':["
           "{'action':'set-current-schema','schema-id':99}]}");
  API_ERROR(&api, "CommitFailedException", "Requirement failed: ");
  API_UNCHANGED(&api);
  api_close(&api);
}

/* A commit that was prepared on an old state and whose requirements still hold. */
/* TESTS tables/updateTable/server-retry */
static void test_old_base(void)
{
  struct api api;

  open_with_table(&api, NULL);
  const char *uuid = api_get_text(&api, "/metadata/table-uuid");
  API_POST(&api, 200, TABLE, "{'requirements':[],'updates':[" SET("first", "1") "]}");
  API_POST(&api, 200, TABLE,
           "{'requirements':[{'type':'assert-table-uuid','uuid':'%s'}],'updates':[" SET("second", "2") "]}", uuid);
  API_JSON(&api, "/metadata/properties", "{" API_ADDED ",'first':'1','second':'2'}");
  api_close(&api);
}

/* TESTS tables/updateTable/last-updated-ms */
static void test_last_updated(void)
{
  struct api api;

  open_with_table(&api, NULL);
  API_INT(&api, "/metadata/last-updated-ms", API_CLOCK_START_MS);
  api.now_ms += 1234;
  API_POST(&api, 200, TABLE, "{'requirements':[],'updates':[" SET("a", "1") "]}");
  API_INT(&api, "/metadata/last-updated-ms", API_CLOCK_START_MS + 1234);
  api.now_ms = 5; /* the clock was set back */
  API_POST(&api, 200, TABLE, "{'requirements':[],'updates':[" SET("a", "2") "]}");
  API_INT(&api, "/metadata/last-updated-ms", API_CLOCK_START_MS + 1234);
  api.now_ms = API_CLOCK_START_MS + 9999;
  API_POST(&api, 200, TABLE, "{'requirements':[],'updates':[" SET("a", "3") "]}");
  API_INT(&api, "/metadata/last-updated-ms", API_CLOCK_START_MS + 9999);
  api_close(&api);
}

/* TESTS tables/updateTable/durable */
static void test_restart(void)
{
  struct api api;

  open_with_table(&api, &(struct api_options){.on_disk = true});
  API_POST(&api, 200, TABLE, "{'requirements':[],'updates':[" SET("a", "1") "]}");
  const char *location = api_get_text(&api, "/metadata-location");
  api_restart(&api);
  API_GET(&api, 200, TABLE);
  API_TEXT(&api, "/metadata-location", location);
  API_JSON(&api, "/metadata/properties", "{" API_ADDED ",'a':'1'}");
  api_close(&api);
}

/* Two commits on one base: the second is refused (report P66, in one process). */
/* TESTS tables/updateTable/no-lost-update */
static void test_second_loses(void)
{
  static const char BODY[] = "{'requirements':[{'type':'assert-ref-snapshot-id','ref':'main','snapshot-id':null}],"
                             "'updates':[{'action':'add-snapshot','snapshot':{'snapshot-id':%d,'sequence-number':1,"
                             "'timestamp-ms':1700000000000,'manifest-list':'m','summary':{'operation':'append'}}},"
                             "{'action':'set-snapshot-ref','ref-name':'main','type':'branch','snapshot-id':%d}]}";
  struct api api;

  open_with_table(&api, NULL);
  API_POST(&api, 200, TABLE, BODY, 1, 1);
  API_MARK(&api);
  API_POST(&api, 409, TABLE, BODY, 2, 2);
  API_ERROR(&api, "CommitFailedException", "Requirement failed: branch main was created concurrently");
  API_UNCHANGED(&api);
  api_close(&api);
}

/* Thousands of updates in one request. */
static void test_many_updates(void)
{
  struct api api;
  struct berg_buffer body;

  berg_buffer_open(&body);
  for (int i = 0; i < 5000; i++)
    berg_buffer_append_format(&body, "%s{'action':'set-properties','updates':{'k%d':'%d'}}", i == 0 ? "" : ",", i % 50,
                              i);
  berg_buffer_append_byte(&body, 0);
  open_with_table(&api, NULL);
  API_POST(&api, 200, TABLE, "{'requirements':[],'updates':[%s]}", (const char *)body.bytes);
  API_COUNT(&api, "/metadata/properties", 51);
  API_TEXT(&api, "/metadata/properties/k49", "4999");
  CHECK_INT(api_file_count(&api, "/wh/n/t/metadata/"), 2);
  berg_buffer_close(&body);
  api_close(&api);
}

int main(void)
{
  TEST_RUN(test_answer);
  TEST_RUN(test_missing);
  TEST_RUN(test_unknown_kinds);
  TEST_RUN(test_no_change);
  TEST_RUN(test_all_or_nothing);
  TEST_RUN(test_order);
  TEST_RUN(test_requirements_first);
  TEST_RUN(test_old_base);
  TEST_RUN(test_last_updated);
  TEST_RUN(test_restart);
  TEST_RUN(test_second_loses);
  TEST_RUN(test_many_updates);
  return test_end();
}
