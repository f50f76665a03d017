/* Branches, tags and the two logs. */
#include "kit/api.h"
#include "unit/test.h"

#define TABLE "/v1/namespaces/n/tables/t"
#define MAIN(id) "{'action':'set-snapshot-ref','ref-name':'main','type':'branch','snapshot-id':" #id "}"

static void commit(struct api *api, int line, int code, const char *updates)
{
  api_expect_body(api, __FILE__, line, code, "POST", TABLE, "{'requirements':[],'updates':[%s]}", updates);
  if (code == 400)
    api_check_error(api, __FILE__, line, "BadRequestException", "");
}

static const char *snapshot(struct api *api, int id, int64_t timestamp_ms)
{
  return api_text(api,
                  "{'action':'add-snapshot','snapshot':{'snapshot-id':%d,'sequence-number':%d,'timestamp-ms':%lld,"
                  "'manifest-list':'m','summary':{'operation':'append'}}}",
                  id, id, (long long)timestamp_ms);
}

/* A table with COUNT snapshots, none of them current. */
static void open_with_snapshots(struct api *api, int count)
{
  API_OPEN(api, NULL);
  API_NAMESPACE(api, "n");
  API_TABLE(api, "n", "t", "");
  for (int i = 1; i <= count; i++)
    commit(api, __LINE__, 200, snapshot(api, i, API_CLOCK_START_MS + i));
}

/* TESTS tables/updateTable/set-snapshot-ref-current */
/* TESTS tables/updateTable/snapshot-log-time */
static void test_main(void)
{
  struct api api;

  open_with_snapshots(&api, 2);
  api.now_ms += 1000;
  commit(&api, __LINE__, 200, MAIN(1)); /* was there before: the time of the commit */
  API_INT(&api, "/metadata/current-snapshot-id", 1);
  API_JSON(&api, "/metadata/refs", "{'main':{'type':'branch','snapshot-id':1}}");
  API_JSON(&api, "/metadata/snapshot-log", "[{'snapshot-id':1,'timestamp-ms':1700000001000}]");
  commit(&api, __LINE__, 200,
         api_text(&api, "%s,%s", snapshot(&api, 3, API_CLOCK_START_MS + 1500), MAIN(3))); /* added: its own time */
  API_JSON(&api, "/metadata/snapshot-log",
           "[{'snapshot-id':1,'timestamp-ms':1700000001000},{'snapshot-id':3,'timestamp-ms':1700000001500}]");
  api.now_ms += 1000;
  commit(&api, __LINE__, 200, MAIN(1)); /* a rollback */
  API_COUNT(&api, "/metadata/snapshot-log", 3);
  API_JSON(&api, "/metadata/snapshot-log/2", "{'snapshot-id':1,'timestamp-ms':1700000002000}");
  API_INT(&api, "/metadata/current-snapshot-id", 1);
  api_close(&api);
}

/* TESTS tables/updateTable/set-snapshot-ref-equal */
/* TESTS tables/updateTable/set-snapshot-ref-replaces */
static void test_equal_and_replaced(void)
{
  struct api api;

  open_with_snapshots(&api, 2);
  commit(&api, __LINE__, 200, MAIN(1));
  commit(&api, __LINE__, 200,
         "{'action':'set-snapshot-ref','ref-name':'b','type':'branch','snapshot-id':1,'max-ref-age-ms':5,"
         "'max-snapshot-age-ms':6,'min-snapshots-to-keep':7}");
  API_JSON(&api, "/metadata/refs/b",
           "{'type':'branch','snapshot-id':1,'max-ref-age-ms':5,'max-snapshot-age-ms':6,'min-snapshots-to-keep':7}");
  API_MARK(&api);
  commit(&api, __LINE__, 200, MAIN(1));
  commit(&api, __LINE__, 200,
         "{'action':'set-snapshot-ref','ref-name':'b','type':'branch','snapshot-id':1,'max-ref-age-ms':5,"
         "'max-snapshot-age-ms':6,'min-snapshots-to-keep':7}");
  API_UNCHANGED(&api);
  commit(&api, __LINE__, 200,
         "{'action':'set-snapshot-ref','ref-name':'b','type':'branch','snapshot-id':1,'max-ref-age-ms':5}");
  API_JSON(&api, "/metadata/refs/b", "{'type':'branch','snapshot-id':1,'max-ref-age-ms':5}");
  API_COUNT(&api, "/metadata/snapshot-log", 1);
  api_close(&api);
}

/* TESTS tables/updateTable/set-snapshot-ref-kind */
static void test_kind(void)
{
  struct api api;

  open_with_snapshots(&api, 2);
  commit(&api, __LINE__, 200, "{'action':'set-snapshot-ref','ref-name':'r','type':'tag','snapshot-id':1}");
  commit(&api, __LINE__, 200, "{'action':'set-snapshot-ref','ref-name':'r','type':'branch','snapshot-id':2}");
  API_JSON(&api, "/metadata/refs", "{'r':{'type':'branch','snapshot-id':2}}");
  API_ABSENT(&api, "/metadata/current-snapshot-id");
  commit(&api, __LINE__, 200, "{'action':'set-snapshot-ref','ref-name':'r','type':'tag','snapshot-id':2}");
  API_JSON(&api, "/metadata/refs", "{'r':{'type':'tag','snapshot-id':2}}");
  api_close(&api);
}

/* Report P69. */
/* TESTS tables/updateTable/set-snapshot-ref-main-branch */
/* TESTS tables/updateTable/set-snapshot-ref-unknown */
/* TESTS tables/updateTable/set-snapshot-ref-retention */
static void test_refused(void)
{
  static const char *const MEMBERS[] = {"'ref-name':'main','type':'tag','snapshot-id':1",
                                        "'ref-name':'main','type':'branch','snapshot-id':9",
                                        "'ref-name':'r','type':'branch','snapshot-id':-1",
                                        "'ref-name':'r','type':'label','snapshot-id':1",
                                        "'ref-name':'r','type':'tag','snapshot-id':1,'min-snapshots-to-keep':1",
                                        "'ref-name':'r','type':'tag','snapshot-id':1,'max-snapshot-age-ms':1",
                                        "'ref-name':'r','type':'branch','snapshot-id':1,'min-snapshots-to-keep':0",
                                        "'ref-name':'r','type':'branch','snapshot-id':1,'max-snapshot-age-ms':0",
                                        "'ref-name':'r','type':'branch','snapshot-id':1,'max-snapshot-age-ms':-5",
                                        "'ref-name':'r','type':'branch','snapshot-id':1,'max-ref-age-ms':0",
                                        "'ref-name':'r','type':'branch'",
                                        "'ref-name':'r','snapshot-id':1",
                                        "'type':'branch','snapshot-id':1"};
  struct api api;

  open_with_snapshots(&api, 1);
  API_MARK(&api);
  for (size_t i = 0; i < sizeof MEMBERS / sizeof MEMBERS[0]; i++)
    commit(&api, __LINE__, 400, api_text(&api, "{'action':'set-snapshot-ref',%s}", MEMBERS[i]));
  API_UNCHANGED(&api);
  api_close(&api);
}

/* TESTS tables/updateTable/remove-snapshot-ref-absent */
/* TESTS tables/updateTable/remove-snapshot-ref-main */
static void test_remove(void)
{
  struct api api;

  open_with_snapshots(&api, 2);
  commit(&api, __LINE__, 200, MAIN(2) ",{'action':'set-snapshot-ref','ref-name':'r','type':'tag','snapshot-id':1}");
  commit(&api, __LINE__, 200,
         "{'action':'remove-snapshot-ref','ref-name':'r'},{'action':'remove-snapshot-ref','ref-name':'none'}");
  API_COUNT(&api, "/metadata/refs", 1);
  commit(&api, __LINE__, 200, "{'action':'remove-snapshot-ref','ref-name':'main'}");
  API_JSON(&api, "/metadata/refs", "{}");
  API_ABSENT(&api, "/metadata/current-snapshot-id");
  API_COUNT(&api, "/metadata/snapshots", 2);
  API_COUNT(&api, "/metadata/snapshot-log", 1);
  commit(&api, __LINE__, 200, MAIN(1));
  API_COUNT(&api, "/metadata/snapshot-log", 2);
  api_close(&api);
}

/* A reference to a snapshot that the same request adds later, or removes. */
static void test_order_within_request(void)
{
  struct api api;

  open_with_snapshots(&api, 1);
  API_MARK(&api);
  commit(&api, __LINE__, 400, api_text(&api, "%s,%s", MAIN(2), snapshot(&api, 2, API_CLOCK_START_MS + 2)));
  commit(&api, __LINE__, 400, "{'action':'remove-snapshots','snapshot-ids':[1]}," MAIN(1));
  API_UNCHANGED(&api);
  commit(&api, __LINE__, 200, MAIN(1) ",{'action':'remove-snapshots','snapshot-ids':[1]}");
  API_JSON(&api, "/metadata/refs", "{}");
  API_ABSENT(&api, "/metadata/current-snapshot-id");
  api_close(&api);
}

/* Names of references are opaque too. */
static void test_names(void)
{
  struct api api;

  open_with_snapshots(&api, 1);
  commit(&api, __LINE__, 200,
         "{'action':'set-snapshot-ref','ref-name':'a/b c~\\u00e9','type':'tag','snapshot-id':1},"
         "{'action':'set-snapshot-ref','ref-name':'MAIN','type':'tag','snapshot-id':1}");
  API_TEXT(&api, "/metadata/refs/a~1b c~0\xC3\xA9/type", "tag");
  API_ABSENT(&api, "/metadata/current-snapshot-id");
  api_close(&api);
}

/* TESTS tables/updateTable/snapshot-log-intermediate */
/* TESTS tables/updateTable/snapshot-log-last */
static void test_intermediate(void)
{
  struct api api;

  open_with_snapshots(&api, 1);
  commit(&api, __LINE__, 200, MAIN(1));
  commit(&api, __LINE__, 200,
         api_text(&api, "%s,%s,%s,%s", snapshot(&api, 2, API_CLOCK_START_MS + 10), MAIN(2),
                  snapshot(&api, 3, API_CLOCK_START_MS + 20), MAIN(3)));
  API_COUNT(&api, "/metadata/snapshot-log", 2);
  API_INT(&api, "/metadata/snapshot-log/0/snapshot-id", 1);
  API_INT(&api, "/metadata/snapshot-log/1/snapshot-id", 3);
  API_INT(&api, "/metadata/current-snapshot-id", 3);
  api_close(&api);
}

/* TESTS tables/updateTable/metadata-log-entry */
static void test_metadata_log(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  API_TABLE(&api, "n", "t", "");
  const char *first = api_get_text(&api, "/metadata-location");
  api.now_ms += 10;
  commit(&api, __LINE__, 200, "{'action':'set-properties','updates':{'a':'1'}}");
  const char *second = api_get_text(&api, "/metadata-location");
  API_JSON(&api, "/metadata/metadata-log",
           api_text(&api, "[{'metadata-file':'%s','timestamp-ms':1700000000000}]", first));
  api.now_ms += 10;
  commit(&api, __LINE__, 200, "{'action':'set-properties','updates':{'a':'2'}}");
  API_JSON(&api, "/metadata/metadata-log",
           api_text(&api,
                    "[{'metadata-file':'%s','timestamp-ms':1700000000000},"
                    "{'metadata-file':'%s','timestamp-ms':1700000000010}]",
                    first, second));
  api_close(&api);
}

/* TESTS tables/updateTable/metadata-log-trim */
static void test_metadata_log_trim(void)
{
  static const struct {
    const char *setting;
    int64_t kept;
  } CASES[] = {{"3", 3}, {"1", 1}, {"0", 1}, {"-5", 1}};

  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    struct api api;
    API_OPEN(&api, NULL);
    API_NAMESPACE(&api, "n");
    API_TABLE(&api, "n", "t",
              api_text(&api, "'properties':{'write.metadata.previous-versions-max':'%s'}", CASES[i].setting));
    const char *before = "";
    for (int j = 0; j < 6; j++) {
      before = api_get_text(&api, "/metadata-location");
      commit(&api, __LINE__, 200, api_text(&api, "{'action':'set-properties','updates':{'a':'%d'}}", j));
    }
    API_COUNT(&api, "/metadata/metadata-log", CASES[i].kept);
    API_TEXT(&api, "/metadata/metadata-log/-/metadata-file", before);
    CHECK_INT(api_file_count(&api, "/wh/n/t/metadata/"), 7); /* all files stay */
    api_close(&api);
  }
}

/* The default keeps a hundred. */
static void test_metadata_log_default(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  API_TABLE(&api, "n", "t", "");
  for (int i = 0; i < 103; i++)
    commit(&api, __LINE__, 200, api_text(&api, "{'action':'set-properties','updates':{'a':'%d'}}", i));
  API_COUNT(&api, "/metadata/metadata-log", 100);
  CHECK(strstr(api_get_text(&api, "/metadata/metadata-log/0/metadata-file"), "/00003-") != NULL);
  CHECK(strstr(api_get_text(&api, "/metadata/metadata-log/-/metadata-file"), "/00102-") != NULL);
  api_close(&api);
}

/* TESTS tables/updateTable/metadata-log-delete */
static void test_delete_after_commit(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  API_TABLE(&api, "n", "t",
            "'properties':{'write.metadata.previous-versions-max':'2',"
            "'write.metadata.delete-after-commit.enabled':'true'}");
  for (int i = 0; i < 6; i++)
    commit(&api, __LINE__, 200, api_text(&api, "{'action':'set-properties','updates':{'a':'%d'}}", i));
  api_idle(&api);
  CHECK_INT(api_file_count(&api, "/wh/n/t/metadata/"), 3); /* the present one and two before it */
  for (int i = 0; i < 2; i++) {
    const char *file = api_get_text(&api, api_text(&api, "/metadata/metadata-log/%d/metadata-file", i));
    CHECK(api_read_file(&api, api_path(&api, file)).bytes != NULL);
  }
  API_GET(&api, 200, TABLE);
  api_close(&api);
}

int main(void)
{
  TEST_RUN(test_main);
  TEST_RUN(test_equal_and_replaced);
  TEST_RUN(test_kind);
  TEST_RUN(test_refused);
  TEST_RUN(test_remove);
  TEST_RUN(test_order_within_request);
  TEST_RUN(test_names);
  TEST_RUN(test_intermediate);
  TEST_RUN(test_metadata_log);
  TEST_RUN(test_metadata_log_trim);
  TEST_RUN(test_metadata_log_default);
  TEST_RUN(test_delete_after_commit);
  return test_end();
}
