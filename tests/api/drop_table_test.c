/* dropTable, with and without purge (report P73). */
#include "kit/api.h"
#include "unit/test.h"

#define TABLE "/v1/namespaces/n/tables/t"

static void open_with_table(struct api *api)
{
  API_OPEN(api, NULL);
  API_NAMESPACE(api, "n");
  API_TABLE(api, "n", "t", "");
}

/* TESTS tables/dropTable/answer */
/* TESTS tables/dropTable/missing */
static void test_drop(void)
{
  struct api api;

  open_with_table(&api);
  API_DELETE(&api, 204, TABLE);
  API_GET(&api, 404, TABLE);
  API_HEAD(&api, 404, TABLE);
  API_DELETE(&api, 404, TABLE);
  API_ERROR(&api, "NoSuchTableException", "Table does not exist: n.t");
  API_POST(&api, 404, TABLE, "{'requirements':[],'updates':[]}");
  API_GET(&api, 200, "/v1/namespaces/n/tables");
  API_JSON(&api, "/identifiers", "[]");
  API_TABLE(&api, "n", "t", "");
  api_close(&api);
}

/* Report P73. */
/* TESTS tables/dropTable/keep-files */
static void test_keep_files(void)
{
  static const char *const QUERIES[] = {"", "?purgeRequested=false", "?purgeRequested=False", "?purgeRequested=FALSE"};

  for (size_t i = 0; i < sizeof QUERIES / sizeof QUERIES[0]; i++) {
    struct api api;
    open_with_table(&api);
    API_DELETE(&api, 204, api_text(&api, TABLE "%s", QUERIES[i]));
    api_idle(&api);
    CHECK_INT(api_file_count(&api, "/wh/"), 1);
    api_close(&api);
  }
}

/* Report P73. */
/* TESTS tables/dropTable/purge-values */
static void test_bad_values(void)
{
  static const char *const VALUES[] = {"banana", "", "1", "yes", "true%20", "true&purgeRequested=true"};
  struct api api;

  open_with_table(&api);
  API_MARK(&api);
  for (size_t i = 0; i < sizeof VALUES / sizeof VALUES[0]; i++) {
    API_DELETE(&api, 400, api_text(&api, TABLE "?purgeRequested=%s", VALUES[i]));
    API_ERROR(&api, "BadRequestException", "purgeRequested");
  }
  api_idle(&api);
  API_UNCHANGED(&api);
  api_close(&api);
}

/* A table with a history, and files where its metadata says that there are some. */
static void make_history(struct api *api)
{
  const char *place = api_get_text(api, "/metadata/location");
  const char *path = api_path(api, place);

  API_POST(api, 200, TABLE,
           "{'requirements':[],'updates':[{'action':'add-snapshot','snapshot':{'snapshot-id':1,'sequence-number':1,"
           "'timestamp-ms':1700000000000,'manifest-list':'%s/metadata/snap-1.avro','summary':{'operation':'append'}}},"
           "{'action':'set-snapshot-ref','ref-name':'main','type':'branch','snapshot-id':1},"
           "{'action':'set-statistics','statistics':{'snapshot-id':1,'statistics-path':'%s/metadata/1.stats',"
           "'file-size-in-bytes':1,'file-footer-size-in-bytes':1,'blob-metadata':[]}}]}",
           place, place);
  api_write_file(api, api_text(api, "%s/metadata/snap-1.avro", path), BERG_SPAN("list"));
  api_write_file(api, api_text(api, "%s/metadata/1.stats", path), BERG_SPAN("statistics"));
}

/* Report P73. */
/* TESTS tables/dropTable/purge */
static void test_purge(void)
{
  static const char *const VALUES[] = {"true", "True"};

  for (size_t i = 0; i < sizeof VALUES / sizeof VALUES[0]; i++) {
    struct api api;
    open_with_table(&api);
    make_history(&api);
    CHECK_INT(api_file_count(&api, "/wh/"), 4);
    API_DELETE(&api, 204, api_text(&api, TABLE "?purgeRequested=%s", VALUES[i]));
    api_idle(&api);
    CHECK_INT(api_file_count(&api, "/wh/"), 0);
    api_close(&api);
  }
}

/* The metadata names files elsewhere: they belong to somebody else. */
/* TESTS tables/dropTable/purge-shared-files */
static void test_purge_only_inside(void)
{
  struct api api;

  open_with_table(&api);
  API_TABLE(&api, "n", "u", "");
  const char *other = api_get_text(&api, "/metadata-location");
  API_MARK(&api);
  API_POST(
      &api, 200, TABLE,
      "{'requirements':[],'updates':[{'action':'add-snapshot','snapshot':{'snapshot-id':1,'sequence-number':1,"
      "'timestamp-ms':1700000000000,'manifest-list':'%s','summary':{'operation':'append'}}},"
      "{'action':'set-statistics','statistics':{'snapshot-id':1,'statistics-path':'%s/n/t/../u/metadata',"
      "'file-size-in-bytes':1,'file-footer-size-in-bytes':1,'blob-metadata':[]}},"
      "{'action':'set-partition-statistics','partition-statistics':{'snapshot-id':1,'statistics-path':'/etc/hosts',"
      "'file-size-in-bytes':1}}]}",
      other, api.warehouse);
  API_DELETE(&api, 204, TABLE "?purgeRequested=true");
  api_idle(&api);
  API_GET(&api, 200, "/v1/namespaces/n/tables/u");
  CHECK_INT(api_file_count(&api, "/wh/n/u/"), 1);
  CHECK_INT(api_file_count(&api, "/wh/n/t/"), 0);
  CHECK(api_read_file(&api, "/etc/hosts").bytes != NULL);
  api_close(&api);
}

/* Files that a purge still has to delete are remembered across a stop. */
static void test_purge_after_restart(void)
{
  struct api api;

  API_OPEN(&api, &(struct api_options){.on_disk = true});
  API_NAMESPACE(&api, "n");
  API_TABLE(&api, "n", "t", "");
  make_history(&api);
  API_DELETE(&api, 204, TABLE "?purgeRequested=true");
  CHECK_INT(api_file_count(&api, "/wh/"), 4);
  api_restart(&api);
  api_idle(&api);
  CHECK_INT(api_file_count(&api, "/wh/"), 0);
  api_close(&api);
}

int main(void)
{
  TEST_RUN(test_drop);
  TEST_RUN(test_keep_files);
  TEST_RUN(test_bad_values);
  TEST_RUN(test_purge);
  TEST_RUN(test_purge_only_inside);
  TEST_RUN(test_purge_after_restart);
  return test_end();
}
