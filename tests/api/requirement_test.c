/* The eight requirements of a commit. */
#include "kit/api.h"
#include "unit/test.h"

#define TABLE "/v1/namespaces/n/tables/t"

/* A table with two schemas, a partition spec, a sort order, branch main at 7, branch dev at 8 and tag old at 7. */
static void open_with_table(struct api *api)
{
  API_OPEN(api, NULL);
  API_NAMESPACE(api, "n");
  API_TABLE(api, "n", "t", "");
  API_POST(api, 200, TABLE,
           "{'requirements':[],'updates':[{'action':'add-schema','schema':{'type':'struct','fields':["
           "{'id':1,'name':'id','required':true,'type':'long'},{'id':5,'name':'x','required':false,'type':'int'}]}},"
           "{'action':'set-current-schema','schema-id':-1},"
           "{'action':'add-spec','spec':{'fields':[{'source-id':1,'transform':'bucket[4]','name':'b'}]}},"
           "{'action':'set-default-spec','spec-id':-1},"
           "{'action':'add-sort-order','sort-order':{'order-id':1,'fields':[{'source-id':1,'transform':'identity',"
           "'direction':'asc','null-order':'nulls-first'}]}},{'action':'set-default-sort-order','sort-order-id':-1},"
           "{'action':'add-snapshot','snapshot':{'snapshot-id':7,'sequence-number':1,'timestamp-ms':1700000000000,"
           "'manifest-list':'m','summary':{'operation':'append'}}},"
           "{'action':'add-snapshot','snapshot':{'snapshot-id':8,'parent-snapshot-id':7,'sequence-number':2,"
           "'timestamp-ms':1700000000000,'manifest-list':'m','summary':{'operation':'append'}}},"
           "{'action':'set-snapshot-ref','ref-name':'main','type':'branch','snapshot-id':7},"
           "{'action':'set-snapshot-ref','ref-name':'dev','type':'branch','snapshot-id':8},"
           "{'action':'set-snapshot-ref','ref-name':'old','type':'tag','snapshot-id':7}]}");
}

static void require(struct api *api, int line, int code, const char *requirement, const char *message)
{
  api_expect_body(api, __FILE__, line, code, "POST", TABLE, "{'requirements':[%s],'updates':[]}", requirement);
  if (code != 200)
    api_check_error(api, __FILE__, line, code == 409 ? "CommitFailedException" : "BadRequestException", message);
}

/* TESTS tables/updateTable/requirement-409 */
/* TESTS tables/updateTable/assert-message */
/* TESTS tables/updateTable/assert-last-assigned-field-id */
/* TESTS tables/updateTable/assert-current-schema-id */
/* TESTS tables/updateTable/assert-last-assigned-partition-id */
/* TESTS tables/updateTable/assert-default-spec-id */
/* TESTS tables/updateTable/assert-default-sort-order-id */
static void test_ids(void)
{
  static const struct {
    const char *type;
    const char *member;
    int64_t id;
    const char *message;
  } CASES[] = {
      {"assert-last-assigned-field-id", "last-assigned-field-id", 5,
       "last assigned field id changed: expected id 6 != 5"},
      {"assert-current-schema-id", "current-schema-id", 1, "current schema changed: expected id 2 != 1"},
      {"assert-last-assigned-partition-id", "last-assigned-partition-id", 1000,
       "last assigned partition id changed: expected id 1001 != 1000"},
      {"assert-default-spec-id", "default-spec-id", 1, "default partition spec changed: expected id 2 != 1"},
      {"assert-default-sort-order-id", "default-sort-order-id", 1, "default sort order changed: expected id 2 != 1"},
  };
  struct api api;

  open_with_table(&api);
  API_MARK(&api);
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    for (int64_t off = -1; off <= 1; off++)
      require(&api, __LINE__, off == 0 ? 200 : 409,
              api_text(&api, "{'type':'%s','%s':%lld}", CASES[i].type, CASES[i].member, (long long)(CASES[i].id + off)),
              off == 1 ? api_text(&api, "Requirement failed: %s", CASES[i].message) : "Requirement failed: ");
    require(&api, __LINE__, 400, api_text(&api, "{'type':'%s'}", CASES[i].type), CASES[i].member);
    require(&api, __LINE__, 400, api_text(&api, "{'type':'%s','%s':null}", CASES[i].type, CASES[i].member),
            CASES[i].member);
    require(&api, __LINE__, 400, api_text(&api, "{'type':'%s','%s':'1'}", CASES[i].type, CASES[i].member),
            CASES[i].member);
    require(&api, __LINE__, 400, api_text(&api, "{'type':'%s','%s':4294967297}", CASES[i].type, CASES[i].member),
            CASES[i].member);
    require(&api, __LINE__, 400, api_text(&api, "{'type':'%s','%s':1.0}", CASES[i].type, CASES[i].member),
            CASES[i].member);
  }
  API_UNCHANGED(&api);
  api_close(&api);
}

/* TESTS tables/updateTable/assert-table-uuid */
static void test_uuid(void)
{
  struct api api;

  open_with_table(&api);
  const char *uuid = api_get_text(&api, "/metadata/table-uuid");
  char *upper = (char *)(uintptr_t)api_text(&api, "%s", uuid);
  for (size_t i = 0; upper[i] != '\0'; i++)
    upper[i] = (char)(upper[i] >= 'a' && upper[i] <= 'f' ? upper[i] - 32 : upper[i]);
  API_MARK(&api);
  require(&api, __LINE__, 200, api_text(&api, "{'type':'assert-table-uuid','uuid':'%s'}", uuid), "");
  require(&api, __LINE__, 200, api_text(&api, "{'type':'assert-table-uuid','uuid':'%s'}", upper), "");
  require(&api, __LINE__, 409, "{'type':'assert-table-uuid','uuid':'00000000-0000-4000-8000-000000000000'}",
          api_text(&api, "Requirement failed: UUID does not match: expected %s != 00000000-0000-4000-8000-000000000000",
                   uuid));
  require(&api, __LINE__, 409, api_text(&api, "{'type':'assert-table-uuid','uuid':'%.35s'}", uuid), "UUID");
  require(&api, __LINE__, 400, "{'type':'assert-table-uuid'}", "uuid");
  API_UNCHANGED(&api);
  api_close(&api);
}

/* TESTS tables/updateTable/assert-ref-snapshot-id */
/* TESTS tables/updateTable/assert-ref-snapshot-id-null */
/* TESTS tables/updateTable/assert-ref-snapshot-id-absent */
/* TESTS tables/updateTable/assert-message */
static void test_refs(void)
{
  static const struct {
    const char *ref;
    const char *id; /* with the comma before it, or "" */
    int code;
    const char *message;
  } CASES[] = {
      {"main", ",'snapshot-id':7", 200, ""},
      {"main", ",'snapshot-id':8", 409, "branch main has changed: expected id 8 != 7"},
      {"main", ",'snapshot-id':-1", 409, "branch main has changed: expected id -1 != 7"},
      {"main", ",'snapshot-id':null", 409, "branch main was created concurrently"},
      {"main", "", 409, "branch main was created concurrently"},
      {"dev", ",'snapshot-id':8", 200, ""},
      {"dev", ",'snapshot-id':7", 409, "branch dev has changed: expected id 7 != 8"},
      {"old", ",'snapshot-id':7", 200, ""},
      {"old", ",'snapshot-id':9", 409, "tag old has changed: expected id 9 != 7"},
      {"old", ",'snapshot-id':null", 409, "tag old was created concurrently"},
      {"none", ",'snapshot-id':7", 409, "branch or tag none is missing, expected 7"},
      {"none", ",'snapshot-id':null", 200, ""},
      {"none", "", 200, ""},
      {"Main", ",'snapshot-id':7", 409, "branch or tag Main is missing, expected 7"},
  };
  struct api api;

  open_with_table(&api);
  API_MARK(&api);
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
    require(&api, __LINE__, CASES[i].code,
            api_text(&api, "{'type':'assert-ref-snapshot-id','ref':'%s'%s}", CASES[i].ref, CASES[i].id),
            CASES[i].code == 200 ? "" : api_text(&api, "Requirement failed: %s", CASES[i].message));
  require(&api, __LINE__, 400, "{'type':'assert-ref-snapshot-id','snapshot-id':7}", "ref");
  require(&api, __LINE__, 400, "{'type':'assert-ref-snapshot-id','ref':'main','snapshot-id':'7'}", "snapshot-id");
  API_UNCHANGED(&api);
  api_close(&api);
}

/* TESTS tables/updateTable/assert-create */
/* TESTS tables/updateTable/assert-create-alone */
/* TESTS tables/updateTable/create-exists */
static void test_create(void)
{
  struct api api;

  open_with_table(&api);
  API_MARK(&api);
  require(&api, __LINE__, 409, "{'type':'assert-create'}", "Requirement failed: table already exists");
  require(&api, __LINE__, 400, "{'type':'assert-create'},{'type':'assert-current-schema-id','current-schema-id':1}",
          "Invalid create requirements");
  require(&api, __LINE__, 400, "{'type':'assert-current-schema-id','current-schema-id':1},{'type':'assert-create'}",
          "Invalid create requirements");
  API_POST(&api, 400, "/v1/namespaces/n/tables/new",
           "{'requirements':[{'type':'assert-create'},{'type':'assert-default-spec-id','default-spec-id':0}],"
           "'updates':[]}");
  API_ERROR(&api, "BadRequestException", "Invalid create requirements");
  API_UNCHANGED(&api);
  api_close(&api);
}

/* Report P86: the common base alone would let these pass. */
/* TESTS tables/updateTable/assert-incomplete-400 */
static void test_incomplete(void)
{
  static const char *const REQUIREMENTS[] = {
      "{}", "{'type':null}", "{'type':1}", "null", "[]", "'assert-create'", "{'type':'assert-table-uuid'}"};
  struct api api;

  open_with_table(&api);
  API_MARK(&api);
  for (size_t i = 0; i < sizeof REQUIREMENTS / sizeof REQUIREMENTS[0]; i++)
    require(&api, __LINE__, 400, REQUIREMENTS[i], "requirements/0");
  API_UNCHANGED(&api);
  api_close(&api);
}

/* All of several have to hold. */
static void test_several(void)
{
  struct api api;

  open_with_table(&api);
  require(&api, __LINE__, 200,
          "{'type':'assert-current-schema-id','current-schema-id':1},"
          "{'type':'assert-ref-snapshot-id','ref':'main','snapshot-id':7},"
          "{'type':'assert-ref-snapshot-id','ref':'dev','snapshot-id':8}",
          "");
  require(&api, __LINE__, 409,
          "{'type':'assert-current-schema-id','current-schema-id':1},"
          "{'type':'assert-ref-snapshot-id','ref':'main','snapshot-id':7},"
          "{'type':'assert-ref-snapshot-id','ref':'dev','snapshot-id':7}",
          "branch dev has changed");
  api_close(&api);
}

/* Puts TEXT in place of the stored member current-snapshot-id, which the server leaves out. */
static void write_current_snapshot(struct api *api, const char *text)
{
  API_GET(api, 200, TABLE);
  const char *path = api_path(api, api_get_text(api, "/metadata-location"));
  struct berg_span document = api_read_file(api, path);
  const char *changed = api_text(api, "{%s%.*s", text, (int)document.len - 1, (const char *)document.bytes + 1);
  api_write_file(api, path, berg_span_of(changed));
}

/* Report P38: nothing, null and -1 all say that there is no current snapshot. */
/* TESTS metadata/read/minus-one */
/* TESTS tables/updateTable/assert-ref-snapshot-id-null */
static void test_no_current_snapshot(void)
{
  static const char *const FORMS[] = {"", "\"current-snapshot-id\":null,", "\"current-snapshot-id\":-1,"};

  for (size_t i = 0; i < sizeof FORMS / sizeof FORMS[0]; i++) {
    struct api api;
    API_OPEN(&api, NULL);
    API_NAMESPACE(&api, "n");
    API_TABLE(&api, "n", "t", "");
    write_current_snapshot(&api, FORMS[i]);
    API_GET(&api, 200, TABLE);
    API_POST(&api, 200, TABLE,
             "{'requirements':[{'type':'assert-ref-snapshot-id','ref':'main','snapshot-id':null}],"
             "'updates':[{'action':'set-properties','updates':{'k':'v'}}]}");
    API_TEXT(&api, "/metadata/properties/k", "v");
    API_JSON(&api, "/metadata/refs", "{}");
    api_close(&api);
  }
}

int main(void)
{
  TEST_RUN(test_ids);
  TEST_RUN(test_uuid);
  TEST_RUN(test_refs);
  TEST_RUN(test_create);
  TEST_RUN(test_incomplete);
  TEST_RUN(test_several);
  TEST_RUN(test_no_current_snapshot);
  return test_end();
}
