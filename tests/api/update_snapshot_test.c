/* Updates of snapshots: add-snapshot and remove-snapshots. */
#include "kit/api.h"
#include "unit/test.h"

#define TABLE "/v1/namespaces/n/tables/t"

static void open_version(struct api *api, int version)
{
  API_OPEN(api, NULL);
  API_NAMESPACE(api, "n");
  API_TABLE(api, "n", "t", api_text(api, "'properties':{'format-version':'%d'}", version));
}

static void commit(struct api *api, int line, int code, const char *updates)
{
  api_expect_body(api, __FILE__, line, code, "POST", TABLE, "{'requirements':[],'updates':[%s]}", updates);
  if (code == 400)
    api_check_error(api, __FILE__, line, "BadRequestException", "");
}

/* An add-snapshot with MEMBERS before the usual ones. */
static const char *snapshot(struct api *api, const char *members)
{
  return api_text(api,
                  "{'action':'add-snapshot','snapshot':{%s,'timestamp-ms':1700000000000,'manifest-list':'m',"
                  "'summary':{'operation':'append'}}}",
                  members);
}

/* One that continues PARENT (0: none). */
static const char *next(struct api *api, int id, int parent, int sequence)
{
  const char *above = parent == 0 ? "" : api_text(api, ",'parent-snapshot-id':%d", parent);

  return snapshot(api, api_text(api, "'snapshot-id':%d%s,'sequence-number':%d", id, above, sequence));
}

/* Report P39. */
/* TESTS tables/updateTable/add-snapshot-summary-kept */
/* TESTS tables/updateTable/add-snapshot-no-ref */
/* TESTS tables/updateTable/add-snapshot-last-sequence */
static void test_add(void)
{
  struct api api;

  open_version(&api, 2);
  commit(
      &api, __LINE__, 200,
      "{'action':'add-snapshot','snapshot':{'snapshot-id':5,'sequence-number':3,'timestamp-ms':1700000000001,"
      "'manifest-list':'file:///m','schema-id':0,'summary':{'operation':'append','x.note':'1','added-records':'3'}}}");
  API_JSON(&api, "/metadata/snapshots",
           "[{'snapshot-id':5,'sequence-number':3,'timestamp-ms':1700000000001,'manifest-list':'file:///m','schema-id':"
           "0,'summary':{'operation':'append','x.note':'1','added-records':'3'}}]");
  API_INT(&api, "/metadata/last-sequence-number", 3);
  API_JSON(&api, "/metadata/refs", "{}");
  API_JSON(&api, "/metadata/snapshot-log", "[]");
  API_ABSENT(&api, "/metadata/current-snapshot-id");
  const char *metadata = api_get_json(&api, "/metadata");
  API_GET(&api, 200, TABLE);
  API_JSON(&api, "/metadata", metadata);
  api_close(&api);
}

/* TESTS tables/updateTable/add-snapshot-duplicate */
static void test_duplicate(void)
{
  struct api api;

  open_version(&api, 2);
  commit(&api, __LINE__, 200, next(&api, 1, 0, 1));
  API_MARK(&api);
  commit(&api, __LINE__, 400, next(&api, 1, 0, 2));
  API_ERROR(&api, "BadRequestException", "1");
  commit(&api, __LINE__, 400, api_text(&api, "%s,%s", next(&api, 2, 0, 2), next(&api, 2, 0, 3)));
  API_UNCHANGED(&api);
  api_close(&api);
}

/* TESTS tables/updateTable/add-snapshot-sequence */
/* TESTS tables/updateTable/add-snapshot-sequence-root */
/* TESTS tables/updateTable/stale-409 */
/* TESTS tables/updateTable/stale-message */
/* TESTS metadata/check/snapshot-sequence */
static void test_stale_sequence(void)
{
  struct api api;

  open_version(&api, 2);
  commit(&api, __LINE__, 200, next(&api, 1, 0, 1));
  commit(&api, __LINE__, 200, next(&api, 2, 1, 2));
  API_MARK(&api);
  commit(&api, __LINE__, 409, next(&api, 3, 1, 2));
  API_ERROR(&api, "CommitFailedException", "Validation failed, please retry");
  commit(&api, __LINE__, 409, next(&api, 3, 1, 1));
  commit(&api, __LINE__, 409, snapshot(&api, "'snapshot-id':3,'parent-snapshot-id':1"));
  commit(&api, __LINE__, 400, next(&api, 3, 0, 1)); /* without a parent it is the whole table that is wrong */
  API_UNCHANGED(&api);
  commit(&api, __LINE__, 200, next(&api, 3, 1, 3));   /* of a branch */
  commit(&api, __LINE__, 200, next(&api, 4, 99, 10)); /* a parent that is not kept */
  API_INT(&api, "/metadata/last-sequence-number", 10);
  commit(&api, __LINE__, 200, next(&api, 5, 0, 11)); /* a second root */
  api_close(&api);
}

/* TESTS tables/updateTable/add-snapshot-sequence */
static void test_version_1(void)
{
  struct api api;

  open_version(&api, 1);
  commit(&api, __LINE__, 200, snapshot(&api, "'snapshot-id':1"));
  commit(&api, __LINE__, 200, snapshot(&api, "'snapshot-id':2,'parent-snapshot-id':1"));
  API_ABSENT(&api, "/metadata/last-sequence-number");
  API_ABSENT(&api, "/metadata/snapshots/1/sequence-number");
  commit(&api, __LINE__, 200,
         "{'action':'add-snapshot','snapshot':{'snapshot-id':3,'timestamp-ms':1700000000000,'manifest-list':'m',"
         "'summary':{'operation':'append'}}}");
  commit(&api, __LINE__, 200, "{'action':'upgrade-format-version','format-version':2}");
  API_INT(&api, "/metadata/last-sequence-number", 0); /* TESTS tables/updateTable/upgrade-format-version-v2 */
  commit(&api, __LINE__, 409, snapshot(&api, "'snapshot-id':4,'parent-snapshot-id':3"));
  commit(&api, __LINE__, 200, next(&api, 4, 3, 1));
  api_close(&api);
}

/* TESTS tables/updateTable/add-snapshot-manifest-list */
/* TESTS metadata/check/snapshot-manifests */
/* TESTS metadata/check/snapshot-summary */
static void test_incomplete(void)
{
  static const char *const MEMBERS[] = {
      "'timestamp-ms':1,'manifest-list':'m','summary':{'operation':'append'}",
      "'snapshot-id':1,'manifest-list':'m','summary':{'operation':'append'}",
      "'snapshot-id':1,'timestamp-ms':1700000000000,'summary':{'operation':'append'}",
      "'snapshot-id':1,'timestamp-ms':1700000000000,'manifest-list':'m'",
      "'snapshot-id':1,'timestamp-ms':1700000000000,'manifest-list':'m','summary':{}",
      "'snapshot-id':1,'timestamp-ms':1700000000000,'manifest-list':'m','summary':{'operation':'bake'}",
      "'snapshot-id':1,'timestamp-ms':1700000000000,'manifest-list':'m','summary':{'operation':'append','n':1}",
      "'snapshot-id':1,'timestamp-ms':1700000000000,'manifest-list':7,'summary':{'operation':'append'}",
      ""};
  struct api api;

  open_version(&api, 2);
  API_MARK(&api);
  for (size_t i = 0; i < sizeof MEMBERS / sizeof MEMBERS[0]; i++)
    commit(&api, __LINE__, 400, api_text(&api, "{'action':'add-snapshot','snapshot':{%s}}", MEMBERS[i]));
  API_UNCHANGED(&api);
  api_close(&api);
}

/* Report P45. */
/* TESTS tables/updateTable/add-snapshot-first-row-id */
/* TESTS tables/updateTable/add-snapshot-first-row-id-stale */
/* TESTS tables/updateTable/add-snapshot-next-row-id */
/* TESTS metadata/check/snapshot-row-ids */
static void test_row_lineage(void)
{
  struct api api;

  open_version(&api, 3);
  API_INT(&api, "/metadata/next-row-id", 0);
  commit(&api, __LINE__, 200, snapshot(&api, "'snapshot-id':1,'sequence-number':1,'first-row-id':0,'added-rows':7"));
  API_INT(&api, "/metadata/next-row-id", 7);
  API_MARK(&api);
  commit(&api, __LINE__, 409, snapshot(&api, "'snapshot-id':2,'sequence-number':2,'first-row-id':6,'added-rows':7"));
  API_ERROR(&api, "CommitFailedException", "Validation failed, please retry");
  commit(&api, __LINE__, 400, snapshot(&api, "'snapshot-id':2,'sequence-number':2"));
  commit(&api, __LINE__, 400, snapshot(&api, "'snapshot-id':2,'sequence-number':2,'first-row-id':7"));
  commit(&api, __LINE__, 400, snapshot(&api, "'snapshot-id':2,'sequence-number':2,'added-rows':7"));
  commit(&api, __LINE__, 400, snapshot(&api, "'snapshot-id':2,'sequence-number':2,'first-row-id':7,'added-rows':-1"));
  commit(&api, __LINE__, 400,
         snapshot(&api, "'snapshot-id':2,'sequence-number':2,'first-row-id':7,'added-rows':9223372036854775807"));
  API_UNCHANGED(&api);
  commit(&api, __LINE__, 200, snapshot(&api, "'snapshot-id':2,'sequence-number':2,'first-row-id':10,'added-rows':5"));
  API_INT(&api, "/metadata/next-row-id", 12);
  commit(&api, __LINE__, 200,
         api_text(&api, "%s,%s", snapshot(&api, "'snapshot-id':3,'sequence-number':3,'first-row-id':12,'added-rows':1"),
                  snapshot(&api, "'snapshot-id':4,'sequence-number':4,'first-row-id':13,'added-rows':0")));
  API_INT(&api, "/metadata/next-row-id", 13);
  api_close(&api);
}

/* Report P42. */
/* TESTS tables/updateTable/add-snapshot-timestamp */
static void test_timestamps(void)
{
  static const struct {
    int64_t offset;
    int code;
  } CASES[] = {{-59000, 200}, {-60000, 200}, {-60001, 400}, {-61000, 400}, {0, 200}, {59000, 200}};
  struct api api;

  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    open_version(&api, 2);
    API_MARK(&api);
    commit(&api, __LINE__, CASES[i].code,
           api_text(&api,
                    "{'action':'add-snapshot','snapshot':{'snapshot-id':1,'sequence-number':1,'timestamp-ms':%lld,"
                    "'manifest-list':'m','summary':{'operation':'append'}}},"
                    "{'action':'set-snapshot-ref','ref-name':'main','type':'branch','snapshot-id':1}",
                    (long long)(API_CLOCK_START_MS + CASES[i].offset)));
    if (CASES[i].code == 400)
      API_UNCHANGED(&api);
    api_close(&api);
  }
  open_version(&api, 2);
  API_MARK(&api);
  static const char *const TIMES[] = {"-1", "9223372036854775807", "9223372036854775808", "1.7e12", "null"};
  for (size_t i = 0; i < sizeof TIMES / sizeof TIMES[0]; i++)
    commit(&api, __LINE__, 400,
           api_text(&api,
                    "{'action':'add-snapshot','snapshot':{'snapshot-id':1,'sequence-number':1,'timestamp-ms':%s,"
                    "'manifest-list':'m','summary':{'operation':'append'}}},"
                    "{'action':'set-snapshot-ref','ref-name':'main','type':'branch','snapshot-id':1}",
                    TIMES[i]));
  API_UNCHANGED(&api);
  api_close(&api);
}

/* Report P41. */
/* TESTS json/integers-exact */
/* TESTS json/integer-form */
/* TESTS json/integer-range */
static void test_big_ids(void)
{
  static const char *const KEPT[] = {"9007199254740993", "9223372036854775807", "4611686018427387905", "0", "1"};
  static const char *const REFUSED[] = {"9007199254740993.0",
                                        "9.1e18",
                                        "'123'",
                                        "9223372036854775808",
                                        "-9223372036854775809",
                                        "1e0",
                                        "null",
                                        "true",
                                        "01"};
  struct api api;
  int sequence = 0;

  open_version(&api, 2);
  for (size_t i = 0; i < sizeof KEPT / sizeof KEPT[0]; i++) {
    commit(&api, __LINE__, 200,
           snapshot(&api, api_text(&api, "'snapshot-id':%s,'sequence-number':%d", KEPT[i], ++sequence)));
    API_GET(&api, 200, TABLE);
    CHECK_TEXT(berg_span_of(api_get_json(&api, api_text(&api, "/metadata/snapshots/%d/snapshot-id", (int)i))), KEPT[i]);
  }
  API_MARK(&api);
  for (size_t i = 0; i < sizeof REFUSED / sizeof REFUSED[0]; i++)
    commit(&api, __LINE__, 400,
           snapshot(&api, api_text(&api, "'snapshot-id':%s,'sequence-number':%d", REFUSED[i], sequence + 1)));
  API_UNCHANGED(&api);
  API_POST(&api, 200, TABLE,
           "{'requirements':[],'updates':[{'action':'set-snapshot-ref','ref-name':'main','type':'branch',"
           "'snapshot-id':9223372036854775807}]}");
  API_POST(&api, 409, TABLE,
           "{'requirements':[{'type':'assert-ref-snapshot-id','ref':'main','snapshot-id':9223372036854775806}],"
           "'updates':[]}");
  API_ERROR(&api, "CommitFailedException", "expected id 9223372036854775806 != 9223372036854775807");
  api_close(&api);
}

/* TESTS tables/updateTable/remove-snapshots-unknown */
/* TESTS tables/updateTable/remove-snapshots-statistics */
/* TESTS tables/updateTable/remove-snapshots-refs */
/* TESTS tables/updateTable/snapshot-log-gap */
static void test_remove(void)
{
  struct api api;

  open_version(&api, 2);
  for (int i = 1; i <= 4; i++)
    commit(&api, __LINE__, 200,
           api_text(&api,
                    "%s,{'action':'set-snapshot-ref','ref-name':'main','type':'branch','snapshot-id':%d},"
                    "{'action':'set-statistics','statistics':{'snapshot-id':%d,'statistics-path':'s',"
                    "'file-size-in-bytes':1,'file-footer-size-in-bytes':1,'blob-metadata':[]}},"
                    "{'action':'set-partition-statistics','partition-statistics':{'snapshot-id':%d,"
                    "'statistics-path':'s','file-size-in-bytes':1}}",
                    next(&api, i, i - 1, i), i, i, i));
  commit(&api, __LINE__, 200, "{'action':'set-snapshot-ref','ref-name':'old','type':'tag','snapshot-id':2}");
  commit(&api, __LINE__, 200, "{'action':'remove-snapshots','snapshot-ids':[2,77]}");
  API_COUNT(&api, "/metadata/snapshots", 3);
  API_ABSENT(&api, "/metadata/refs/old");
  API_COUNT(&api, "/metadata/statistics", 3);
  API_INT(&api, "/metadata/statistics/1/snapshot-id", 3);
  API_COUNT(&api, "/metadata/partition-statistics", 3);
  API_COUNT(&api, "/metadata/snapshot-log", 2); /* 1 stood before the gap */
  API_INT(&api, "/metadata/snapshot-log/0/snapshot-id", 3);
  API_INT(&api, "/metadata/snapshots/1/parent-snapshot-id", 2); /* TESTS metadata/check/snapshot-parent */
  commit(&api, __LINE__, 200, "{'action':'remove-snapshots','snapshot-ids':[4]}"); /* current */
  API_ABSENT(&api, "/metadata/current-snapshot-id");
  API_ABSENT(&api, "/metadata/refs/main");
  API_INT(&api, "/metadata/last-sequence-number", 4);
  commit(&api, __LINE__, 200, "{'action':'remove-snapshots','snapshot-ids':[1,3,3,1]}");
  API_COUNT(&api, "/metadata/snapshots", 0);
  API_COUNT(&api, "/metadata/statistics", 0);
  api_close(&api);
}

/* TESTS tables/updateTable/remove-snapshots-files */
static void test_remove_keeps_files(void)
{
  struct api api;

  open_version(&api, 2);
  const char *list = api_text(&api, "%s/n/t/metadata/list.avro", api.warehouse);
  api_write_file(&api, api_path(&api, list), BERG_SPAN("list"));
  commit(&api, __LINE__, 200,
         api_text(&api,
                  "{'action':'add-snapshot','snapshot':{'snapshot-id':1,'sequence-number':1,'timestamp-ms':"
                  "1700000000000,'manifest-list':'%s','summary':{'operation':'append'}}}",
                  list));
  commit(&api, __LINE__, 200, "{'action':'remove-snapshots','snapshot-ids':[1]}");
  api_idle(&api);
  CHECK_INT(api_file_count(&api, "list.avro"), 1);
  api_close(&api);
}

int main(void)
{
  TEST_RUN(test_add);
  TEST_RUN(test_duplicate);
  TEST_RUN(test_stale_sequence);
  TEST_RUN(test_version_1);
  TEST_RUN(test_incomplete);
  TEST_RUN(test_row_lineage);
  TEST_RUN(test_timestamps);
  TEST_RUN(test_big_ids);
  TEST_RUN(test_remove);
  TEST_RUN(test_remove_keeps_files);
  return test_end();
}
