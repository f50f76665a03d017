/* Requests that share a turn, and turns that do not become durable. */
#include "kit/api.h"
#include "unit/test.h"

#include <signal.h>
#include <sys/resource.h>

#define TABLES "/v1/namespaces/n/tables"
#define TABLE TABLES "/t"
#define COLUMN "'schema':{'type':'struct','fields':[{'id':1,'name':'id','required':true,'type':'long'}]}"
#define SET(value) "{'requirements':[],'updates':[{'action':'set-properties','updates':{'a':'" value "'}}]}"

static void open_on_disk(struct api *api)
{
  API_OPEN(api, &(struct api_options){.on_disk = true});
  API_NAMESPACE(api, "n");
}

/* Requests of one turn see what those before them did. */
static void test_shared_turn(void)
{
  struct api api;

  open_on_disk(&api);
  api.hold_turn = true;
  API_TABLE(&api, "n", "t", "");
  API_POST(&api, 200, TABLE, SET("1"));
  API_POST(&api, 200, TABLE, SET("2"));
  API_GET(&api, 200, TABLE);
  API_TEXT(&api, "/metadata/properties/a", "2");
  API_DELETE(&api, 204, TABLE);
  API_TABLE(&api, "n", "t", "");
  CHECK_INT(api_end_turn(&api), BERG_OK);
  api.hold_turn = false;
  api_restart(&api);
  API_GET(&api, 200, TABLE);
  API_ABSENT(&api, "/metadata/properties/a");
  api_close(&api);
}

/* One that fails takes back its own part of the turn, and no other. */
/* TESTS tables/updateTable/atomic */
static void test_failure_within(void)
{
  struct api api;

  open_on_disk(&api);
  api.hold_turn = true;
  API_TABLE(&api, "n", "t", "");
  API_POST(&api, 409, "/v1/namespaces", "{'namespace':['n']}");
  API_POST(&api, 409, TABLES, "{'name':'t'," COLUMN "}");
  API_POST(&api, 400, TABLES, "{'name':'u','properties':{'write.metadata.path':'s3://b/x'}," COLUMN "}");
  API_POST(&api, 400, TABLE,
           "{'requirements':[],'updates':[{'action':'set-properties','updates':{'write.metadata.path':'s3://b/x'}}]}");
  API_DELETE(&api, 409, "/v1/namespaces/n");
  API_POST(&api, 200, TABLE, SET("1"));
  CHECK_INT(api_end_turn(&api), BERG_OK);
  api.hold_turn = false;
  api_restart(&api);
  API_GET(&api, 200, TABLE);
  API_TEXT(&api, "/metadata/properties/a", "1");
  API_GET(&api, 200, TABLES);
  API_COUNT(&api, "/identifiers", 1);
  CHECK_INT(api_file_count(&api, "/wh/"), 2);
  api_close(&api);
}

/* Files may not grow above BYTES from here on; 0 lifts the bound. */
static void bound_files(rlim_t bytes)
{
  struct rlimit limit = {.rlim_cur = bytes == 0 ? RLIM_INFINITY : bytes, .rlim_max = RLIM_INFINITY};

  signal(SIGXFSZ, SIG_IGN);
  CHECK_INT(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* The database cannot grow: metadata files, which are small, are written, and the commit that names them fails. */
/* TESTS tables/updateTable/file-before-pointer */
/* TESTS tables/updateTable/state-unknown */
static void test_commit_fails(void)
{
  struct api api;

  open_on_disk(&api);
  API_TABLE(&api, "n", "t", "");
  for (int i = 0; i < 5; i++) /* the log is longer than the bound */
    API_POST(&api, 200, TABLE, SET("1"));
  API_POST(&api, 200, TABLE, SET("2"));
  API_MARK(&api);
  bound_files(6000);
  for (int i = 0; i < 3; i++) {
    API_SEND(&api, "POST", TABLE, berg_span_of(api_json(&api, SET("3"))));
    CHECK(api.code == 503 || api.code == 500);
    CHECK(strcmp(api_get_text(&api, "/error/type"), "CommitStateUnknownException") != 0);
    API_SEND(&api, "POST", TABLES, berg_span_of(api_json(&api, "{'name':'u'," COLUMN "}")));
    CHECK(api.code == 503 || api.code == 500);
    API_SEND(&api, "POST", "/v1/namespaces", berg_span_of(api_json(&api, "{'namespace':['m']}")));
    CHECK(api.code == 503 || api.code == 500);
    API_SEND(&api, "DELETE", TABLE, berg_span_of(""));
    CHECK(api.code == 503 || api.code == 500);
  }
  bound_files(0);
  API_UNCHANGED(&api);
  API_POST(&api, 200, TABLE, SET("4"));
  api_restart(&api);
  API_GET(&api, 200, TABLE);
  API_TEXT(&api, "/metadata/properties/a", "4");
  api_close(&api);
}

/* The same for a turn of several: all or none of them stand, and no file of theirs is left. */
static void test_shared_commit_fails(void)
{
  struct api api;

  open_on_disk(&api);
  API_TABLE(&api, "n", "t", "");
  for (int i = 0; i < 6; i++)
    API_POST(&api, 200, TABLE, "{'requirements':[],'updates':[{'action':'set-properties','updates':{'a':'%d'}}]}", i);
  API_MARK(&api);
  bound_files(6000);
  api.hold_turn = true;
  API_POST(&api, 200, TABLE, SET("x"));
  API_TABLE(&api, "n", "u", "");
  API_POST(&api, 409, TABLES, "{'name':'u'," COLUMN "}");
  enum berg_status status = api_end_turn(&api);
  CHECK(status != BERG_OK && status != BERG_STATE_UNKNOWN);
  api.hold_turn = false;
  bound_files(0);
  API_UNCHANGED(&api);
  API_TABLE(&api, "n", "u", "");
  api_close(&api);
}

/* Not even the metadata file can be written. */
/* TESTS errors/busy-503 */
static void test_file_fails(void)
{
  struct api api;

  open_on_disk(&api);
  API_TABLE(&api, "n", "t", "");
  API_MARK(&api);
  bound_files(200);
  API_SEND(&api, "POST", TABLE, berg_span_of(api_json(&api, SET("3"))));
  CHECK(api.code == 503 || api.code == 500);
  API_SEND(&api, "POST", TABLES, berg_span_of(api_json(&api, "{'name':'u'," COLUMN "}")));
  CHECK(api.code == 503 || api.code == 500);
  bound_files(0);
  API_UNCHANGED(&api);
  API_POST(&api, 200, TABLE, SET("4"));
  api_close(&api);
}

int main(void)
{
  TEST_RUN(test_shared_turn);
  TEST_RUN(test_failure_within);
  TEST_RUN(test_commit_fails);
  TEST_RUN(test_shared_commit_fails);
  TEST_RUN(test_file_fails);
  return test_end();
}
