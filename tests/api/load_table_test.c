/* loadTable and tableExists. */
#include "kit/api.h"
#include "unit/test.h"

#define TABLE "/v1/namespaces/n/tables/t"

static void open_with_table(struct api *api, const struct api_options *options)
{
  API_OPEN(api, options);
  API_NAMESPACE(api, "n");
  API_TABLE(api, "n", "t", "");
}

static void set_property(struct api *api, const char *key, const char *value)
{
  API_POST(api, 200, TABLE, "{'requirements':[],'updates':[{'action':'set-properties','updates':{'%s':'%s'}}]}", key,
           value);
}

/* The answer holds the bytes of the file, not another spelling of them. */
/* TESTS tables/loadTable/answer */
static void test_exact_bytes(void)
{
  struct api api;
  struct berg_buffer expected;

  open_with_table(&api, NULL);
  API_GET(&api, 200, TABLE);
  const char *file = api_get_text(&api, "/metadata-location");
  berg_buffer_open(&expected);
  berg_buffer_append_format(&expected, "{\"metadata-location\":\"%s\",\"metadata\":", file);
  berg_buffer_append(&expected, api_read_file(&api, api_path(&api, file)));
  berg_buffer_append_text(&expected, ",\"config\":{}}");
  CHECK(berg_span_equal(api.body, berg_buffer_span(&expected)));
  berg_buffer_close(&expected);
  api_close(&api);
}

/* A file that another program wrote: odd spacing, escapes, unknown members, big numbers. */
/* TESTS json/integers-exact */
/* TESTS metadata/check/unknown-members */
static void test_foreign_bytes(void)
{
  struct api api;

  open_with_table(&api, NULL);
  const char *path = api_path(&api, api_get_text(&api, "/metadata-location"));
  struct berg_span text = api_read_file(&api, path);
  struct berg_buffer odd;
  struct berg_span kept = BERG_SPAN("{\"a\\u0062\":[1.50, 1e400,9007199254740993 ]}");
  berg_buffer_open(&odd);
  berg_buffer_append_text(&odd, "{ \"x-unknown\" : {\"a\\u0062\":[1.50, 1e400,9007199254740993 ]},\n\t");
  berg_buffer_append(&odd, berg_span_part(text, 1, text.len - 1));
  berg_buffer_append_text(&odd, "\n");
  api_write_file(&api, path, berg_buffer_span(&odd));
  API_GET(&api, 200, TABLE);
  CHECK(memmem(api.body.bytes, api.body.len, odd.bytes, odd.len - 1) != NULL);
  /* a commit keeps what it does not know (TESTS metadata/write/unknown-members; report P39) */
  set_property(&api, "a", "b");
  CHECK(memmem(api.body.bytes, api.body.len, kept.bytes, kept.len) != NULL);
  API_JSON(&api, "/metadata/properties", "{" API_ADDED ",'a':'b'}");
  berg_buffer_close(&odd);
  api_close(&api);
}

/* Report P31. */
/* TESTS tables/loadTable/etag */
/* TESTS tables/loadTable/not-modified */
/* TESTS tables/loadTable/304-only-if-asked */
/* TESTS tables/loadTable/if-none-match-stale */
/* TESTS tables/updateTable/etag */
static void test_etag(void)
{
  struct api api;

  open_with_table(&api, NULL);
  const char *first = api_answer_header(&api, "ETag");
  api_header(&api, "If-None-Match", first);
  API_GET(&api, 304, TABLE);
  CHECK_INT(api.body.len, 0);
  CHECK(api.content_type == NULL);
  API_HEADER(&api, "ETag", first);
  API_GET(&api, 200, TABLE);
  set_property(&api, "a", "b");
  const char *second = api_answer_header(&api, "ETag");
  CHECK(strcmp(first, second) != 0);
  api_header(&api, "If-None-Match", first);
  API_GET(&api, 200, TABLE);
  API_TEXT(&api, "/metadata/properties/a", "b");
  api_header(&api, "If-None-Match", second);
  API_GET(&api, 304, TABLE);
  API_DELETE(&api, 204, TABLE);
  api_header(&api, "If-None-Match", second);
  API_GET(&api, 404, TABLE);
  API_ERROR(&api, "NoSuchTableException", "n.t");
  api_close(&api);
}

/* TESTS tables/loadTable/if-none-match-forms */
static void test_if_none_match_forms(void)
{
  struct api api;

  open_with_table(&api, NULL);
  const char *tag = api_answer_header(&api, "ETag");
  const char *bare = api_text(&api, "%.*s", (int)strlen(tag) - 2, tag + 1);
  const char *const MATCHING[] = {tag,
                                  api_text(&api, "W/%s", tag),
                                  bare,
                                  "*",
                                  " * ",
                                  api_text(&api, "\"x\", %s", tag),
                                  api_text(&api, "%s , \"x\"", tag),
                                  api_text(&api, "\"x\",W/%s,\"y\"", tag),
                                  api_text(&api, "  %s\t", tag)};
  const char *const OTHER[] = {
      "\"x\"", "", "\"\"", ",", "\"*\"", "W/", "W/\"x\"", api_text(&api, "%sx", bare), api_text(&api, "\"x%s", tag + 1),
      "\"",    "W"};
  for (size_t i = 0; i < sizeof MATCHING / sizeof MATCHING[0]; i++) {
    api_header(&api, "If-None-Match", MATCHING[i]);
    API_GET(&api, 304, TABLE);
    api_header(&api, "iF-nONE-mATCH", MATCHING[i]);
    API_GET(&api, 304, TABLE);
  }
  for (size_t i = 0; i < sizeof OTHER / sizeof OTHER[0]; i++) {
    api_header(&api, "If-None-Match", OTHER[i]);
    API_GET(&api, 200, TABLE);
  }
  api_header(&api, "If-None-Match", "*");
  API_GET(&api, 404, "/v1/namespaces/n/tables/none");
  api_close(&api);
}

/* TESTS tables/loadTable/etag-per-representation */
static void test_etag_of_refs(void)
{
  struct api api;

  open_with_table(&api, NULL);
  const char *all = api_answer_header(&api, "ETag");
  API_GET(&api, 200, TABLE "?snapshots=refs");
  const char *refs = api_answer_header(&api, "ETag");
  CHECK(strcmp(all, refs) != 0);
  api_header(&api, "If-None-Match", all);
  API_GET(&api, 200, TABLE "?snapshots=refs");
  api_header(&api, "If-None-Match", refs);
  API_GET(&api, 304, TABLE "?snapshots=refs");
  api_header(&api, "If-None-Match", refs);
  API_GET(&api, 200, TABLE "?snapshots=all");
  api_header(&api, "If-None-Match", all);
  API_GET(&api, 304, TABLE "?snapshots=all");
  api_close(&api);
}

/* Each table has tags of its own, and they outlive the server. */
static void test_etag_after_restart(void)
{
  struct api api;

  open_with_table(&api, &(struct api_options){.on_disk = true});
  const char *tag = api_answer_header(&api, "ETag");
  API_TABLE(&api, "n", "u", "");
  CHECK(strcmp(tag, api_answer_header(&api, "ETag")) != 0);
  api_restart(&api);
  api_header(&api, "If-None-Match", tag);
  API_GET(&api, 304, TABLE);
  api_close(&api);
}

/* Report P78. */
/* TESTS tables/loadTable/snapshots-all */
/* TESTS tables/loadTable/snapshots-refs */
/* TESTS tables/loadTable/snapshots-refs-statistics */
static void test_snapshots_refs(void)
{
  struct api api;

  open_with_table(&api, NULL);
  for (int i = 1; i <= 5; i++)
    API_POST(&api, 200, TABLE,
             "{'requirements':[],'updates':[{'action':'add-snapshot','snapshot':{'snapshot-id':%d,%s"
             "'sequence-number':%d,'timestamp-ms':1700000000000,'manifest-list':'m%d','summary':{'operation':'append'}"
             "}},{'action':'set-snapshot-ref','ref-name':'main','type':'branch','snapshot-id':%d},"
             "{'action':'set-statistics','statistics':{'snapshot-id':%d,'statistics-path':'s%d','file-size-in-bytes':1,"
             "'file-footer-size-in-bytes':1,'blob-metadata':[]}},{'action':'set-partition-statistics',"
             "'partition-statistics':{'snapshot-id':%d,'statistics-path':'p','file-size-in-bytes':1}}]}",
             i, i == 1 ? "" : api_text(&api, "'parent-snapshot-id':%d,", i - 1), i, i, i, i, i, i);
  API_POST(
      &api, 200, TABLE,
      "{'requirements':[],'updates':[{'action':'set-snapshot-ref','ref-name':'v2','type':'tag','snapshot-id':2}]}");
  API_GET(&api, 200, TABLE);
  API_COUNT(&api, "/metadata/snapshots", 5);
  const char *log = api_get_json(&api, "/metadata/snapshot-log");
  const char *metadata_log = api_get_json(&api, "/metadata/metadata-log");
  const char *refs = api_get_json(&api, "/metadata/refs");
  API_GET(&api, 200, TABLE "?snapshots=all");
  API_COUNT(&api, "/metadata/snapshots", 5);
  API_GET(&api, 200, TABLE "?snapshots=refs");
  API_COUNT(&api, "/metadata/snapshots", 2);
  API_INT(&api, "/metadata/snapshots/0/snapshot-id", 2);
  API_INT(&api, "/metadata/snapshots/1/snapshot-id", 5);
  API_JSON(&api, "/metadata/snapshot-log", log);
  API_COUNT(&api, "/metadata/snapshot-log", 5);
  API_JSON(&api, "/metadata/metadata-log", metadata_log);
  API_JSON(&api, "/metadata/refs", refs);
  API_COUNT(&api, "/metadata/statistics", 2);
  API_INT(&api, "/metadata/statistics/0/snapshot-id", 2);
  API_COUNT(&api, "/metadata/partition-statistics", 2);
  API_INT(&api, "/metadata/partition-statistics/1/snapshot-id", 5);
  API_GET(&api, 200, TABLE);
  API_COUNT(&api, "/metadata/statistics", 5);
  api_close(&api);
}

/* TESTS tables/loadTable/snapshots-invalid */
/* TESTS tables/loadTable/snapshots-case */
static void test_snapshots_values(void)
{
  static const char *const BAD[] = {"nonsense", "", "REFS", "All", "refs%20", "refs,all"};
  struct api api;

  open_with_table(&api, NULL);
  for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
    API_GET(&api, 400, api_text(&api, TABLE "?snapshots=%s", BAD[i]));
    API_ERROR(&api, "BadRequestException", "snapshots");
  }
  API_GET(&api, 400, TABLE "?snapshots=refs&snapshots=refs");
  API_GET(&api, 200, TABLE "?snapshots=%72efs");
  API_GET(&api, 200, TABLE "?Snapshots=nonsense"); /* another parameter: names have case */
  api_close(&api);
}

/* Report P23. */
/* TESTS tables/loadTable/missing-file */
/* TESTS tables/listTables/missing-file-listed */
/* TESTS tables/tableExists/missing-file */
/* TESTS tables/dropTable/missing-file */
static void test_missing_file(void)
{
  static const struct {
    int setting;
    int code;
    const char *type;
  } CASES[] = {{0, 500, "InternalServerError"}, {500, 500, "InternalServerError"}, {404, 404, "NotFoundException"}};

  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    struct api api;
    open_with_table(&api, &(struct api_options){.missing_metadata_code = CASES[i].setting});
    const char *file = api_get_text(&api, "/metadata-location");
    remove(api_path(&api, file));
    API_GET(&api, 200, "/v1/namespaces/n/tables");
    API_JSON(&api, "/identifiers", "[{'namespace':['n'],'name':'t'}]");
    API_HEAD(&api, 204, TABLE);
    API_GET(&api, CASES[i].code, TABLE);
    API_ERROR(&api, CASES[i].type, api_text(&api, "Failed to open input stream for file: %s", file));
    API_HEADER(&api, "Retry-After", NULL);
    API_POST(&api, CASES[i].code, TABLE, "{'requirements':[],'updates':[]}");
    API_ERROR(&api, CASES[i].type, "Failed to open input stream for file");
    API_DELETE(&api, 204, TABLE "?purgeRequested=true");
    API_GET(&api, 404, TABLE);
    API_ERROR(&api, "NoSuchTableException", "n.t");
    api_close(&api);
  }
}

/* A file that is there and no metadata is the server's fault as well, and is served to nobody as metadata. */
static void test_broken_file(void)
{
  struct api api;

  open_with_table(&api, NULL);
  const char *path = api_path(&api, api_get_text(&api, "/metadata-location"));
  api_write_file(&api, path, BERG_SPAN("{\"format-version\":2}"));
  API_POST(&api, 500, TABLE, "{'requirements':[],'updates':[{'action':'set-properties','updates':{'a':'b'}}]}");
  API_ERROR(&api, "InternalServerError", "");
  CHECK_INT(api_file_count(&api, "/wh/"), 1);
  api_close(&api);
}

/* TESTS tables/loadTable/missing */
/* TESTS tables/tableExists/exists */
/* TESTS tables/tableExists/missing */
static void test_exists(void)
{
  struct api api;

  open_with_table(&api, NULL);
  API_HEAD(&api, 204, TABLE);
  API_HEAD(&api, 404, "/v1/namespaces/n/tables/x");
  API_HEAD(&api, 404, "/v1/namespaces/x/tables/t");
  API_GET(&api, 404, "/v1/namespaces/n/tables/x");
  API_ERROR(&api, "NoSuchTableException", "Table does not exist: n.x");
  api_close(&api);
}

/* TESTS tables/loadTable/access-delegation */
static void test_access_delegation(void)
{
  struct api api;

  open_with_table(&api, NULL);
  api_header(&api, "X-Iceberg-Access-Delegation", "vended-credentials,remote-signing,teleport");
  API_GET(&api, 200, TABLE);
  API_JSON(&api, "/config", "{}");
  api_close(&api);
}

/* TESTS tables/loadTable/referenced-by */
static void test_referenced_by(void)
{
  struct api api;

  open_with_table(&api, NULL);
  API_GET(&api, 200, TABLE "?referenced-by=n%1Fv,m%1Fa%252Cb");
  API_GET(&api, 200, TABLE "?referenced-by=");
  API_GET(&api, 400, TABLE "?referenced-by=n%1Fv%zz");
  API_GET(&api, 400, TABLE "?referenced-by=n%1Fv,w");
  API_ERROR(&api, "BadRequestException", "referenced-by");
  API_GET(&api, 400, TABLE "?referenced-by=n%1Fv,,m%1Fw");
  API_GET(&api, 400, TABLE "?referenced-by=n%1F");
  api_close(&api);
}

int main(void)
{
  TEST_RUN(test_exact_bytes);
  TEST_RUN(test_foreign_bytes);
  TEST_RUN(test_etag);
  TEST_RUN(test_if_none_match_forms);
  TEST_RUN(test_etag_of_refs);
  TEST_RUN(test_etag_after_restart);
  TEST_RUN(test_snapshots_refs);
  TEST_RUN(test_snapshots_values);
  TEST_RUN(test_missing_file);
  TEST_RUN(test_broken_file);
  TEST_RUN(test_exists);
  TEST_RUN(test_access_delegation);
  TEST_RUN(test_referenced_by);
  return test_end();
}
