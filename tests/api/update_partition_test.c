/* Updates of partition specs and sort orders. */
#include "kit/api.h"
#include "unit/test.h"

#define TABLE "/v1/namespaces/n/tables/t"
#define SPEC(fields) "{'action':'add-spec','spec':{'fields':[" fields "]}}"
#define DEFAULT_SPEC(id) "{'action':'set-default-spec','spec-id':" #id "}"
#define ORDER(fields) "{'action':'add-sort-order','sort-order':{'order-id':1,'fields':[" fields "]}}"
#define DEFAULT_ORDER(id) "{'action':'set-default-sort-order','sort-order-id':" #id "}"
#define BY_ID "{'source-id':1,'transform':'bucket[4]','name':'b'}"
#define BY_DATA "{'source-id':2,'transform':'truncate[3]','name':'d'}"
#define SORT_ID "{'source-id':1,'transform':'identity','direction':'asc','null-order':'nulls-first'}"
#define SORT_DATA "{'source-id':2,'transform':'identity','direction':'desc','null-order':'nulls-last'}"

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

/* TESTS tables/updateTable/add-spec-id */
/* TESTS tables/updateTable/add-spec-field-ids */
/* TESTS tables/updateTable/add-spec-last-partition-id */
/* TESTS tables/updateTable/set-default-spec-last */
static void test_add_spec(void)
{
  struct api api;

  open_version(&api, 2);
  commit(&api, __LINE__, 200, "{'action':'add-spec','spec':{'spec-id':88,'fields':[" BY_ID "]}}," DEFAULT_SPEC(-1));
  API_INT(&api, "/metadata/default-spec-id", 1);
  API_INT(&api, "/metadata/last-partition-id", 1000);
  API_JSON(&api, "/metadata/partition-specs/1",
           "{'spec-id':1,'fields':[{'source-id':1,'field-id':1000,'transform':'bucket[4]','name':'b'}]}");
  commit(&api, __LINE__, 200, SPEC(BY_DATA "," BY_ID)); /* the equal field keeps its id */
  API_JSON(&api, "/metadata/partition-specs/2",
           "{'spec-id':2,'fields':[{'source-id':2,'field-id':1001,'transform':'truncate[3]','name':'d'},"
           "{'source-id':1,'field-id':1000,'transform':'bucket[4]','name':'b'}]}");
  API_INT(&api, "/metadata/default-spec-id", 1);
  API_INT(&api, "/metadata/last-partition-id", 1001);
  commit(&api, __LINE__, 200, SPEC("{'source-id':1,'field-id':1010,'transform':'identity','name':'i'}"));
  API_INT(&api, "/metadata/partition-specs/3/fields/0/field-id", 1010);
  API_INT(&api, "/metadata/last-partition-id", 1010);
  commit(&api, __LINE__, 200, SPEC("{'source-id':1,'transform':'truncate[9]','name':'i'}"));
  API_INT(&api, "/metadata/partition-specs/4/fields/0/field-id", 1011);
  api_close(&api);
}

/* TESTS tables/updateTable/add-spec-reuse */
static void test_reuse_spec(void)
{
  struct api api;

  open_version(&api, 2);
  commit(&api, __LINE__, 200, SPEC(BY_ID));
  const char *location = api_get_text(&api, "/metadata-location");
  commit(&api, __LINE__, 200, SPEC(BY_ID));
  commit(&api, __LINE__, 200, SPEC("{'source-id':1,'field-id':1000,'transform':'bucket[4]','name':'b'}"));
  commit(&api, __LINE__, 200, SPEC(""));
  API_TEXT(&api, "/metadata-location", location);
  commit(&api, __LINE__, 200, SPEC("{'source-id':1,'transform':'bucket[4]','name':'other'}"));
  API_COUNT(&api, "/metadata/partition-specs", 3);
  commit(&api, __LINE__, 200, SPEC("{'source-id':1,'transform':'bucket[5]','name':'b'}"));
  API_COUNT(&api, "/metadata/partition-specs", 4);
  api_close(&api);
}

/* TESTS tables/updateTable/add-spec-binds */
/* TESTS tables/updateTable/add-spec-unknown-transform */
/* TESTS metadata/check/partition-ids-v2 */
static void test_spec_refused(void)
{
  static const char *const FIELDS[] = {
      "{'source-id':9,'transform':'identity','name':'p'}",
      "{'source-id':1,'transform':'day','name':'p'}",
      "{'source-id':1,'transform':'sparkle','name':'p'}",
      "{'source-id':1,'transform':'bucket[0]','name':'p'}",
      "{'source-id':1,'transform':'identity','name':'data'}",
      "{'source-id':1,'transform':'bucket[2]','name':'p'},{'source-id':1,'transform':'bucket[3]','name':'p'}",
      ("{'source-id':1,'field-id':1001,'transform':'bucket[2]','name':'p'},"
       "{'source-id':1,'field-id':1001,'transform':'bucket[3]','name':'q'}"),
      "{'source-id':2,'field-id':1000,'transform':'identity','name':'p'}", /* 1000 is bucket[4] of column 1 */
      "{'source-id':1,'transform':'identity'}",
      "{'transform':'identity','name':'p'}",
      "{'source-id':1,'name':'p'}",
      "null"};
  struct api api;

  open_version(&api, 2);
  commit(&api, __LINE__, 200, SPEC(BY_ID));
  API_MARK(&api);
  for (size_t i = 0; i < sizeof FIELDS / sizeof FIELDS[0]; i++)
    commit(&api, __LINE__, 400, api_text(&api, "{'action':'add-spec','spec':{'fields':[%s]}}", FIELDS[i]));
  API_UNCHANGED(&api);
  api_close(&api);
}

/* TESTS tables/updateTable/add-spec-v1-sequential */
/* TESTS metadata/check/partition-ids-v1 */
static void test_spec_version_1(void)
{
  struct api api;

  open_version(&api, 1);
  commit(&api, __LINE__, 200, SPEC(BY_ID "," BY_DATA) "," DEFAULT_SPEC(-1));
  API_JSON(&api, "/metadata/partition-spec",
           "[{'source-id':1,'field-id':1000,'transform':'bucket[4]','name':'b'},"
           "{'source-id':2,'field-id':1001,'transform':'truncate[3]','name':'d'}]");
  API_MARK(&api);
  commit(&api, __LINE__, 400, SPEC("{'source-id':1,'field-id':1005,'transform':'identity','name':'i'}"));
  API_UNCHANGED(&api);
  commit(&api, __LINE__, 200, DEFAULT_SPEC(0));
  API_JSON(&api, "/metadata/partition-spec", "[]");
  api_close(&api);
}

/* TESTS tables/updateTable/set-default-spec-last */
/* TESTS tables/updateTable/set-default-spec-unknown */
static void test_default_spec_refused(void)
{
  struct api api;

  open_version(&api, 2);
  API_MARK(&api);
  commit(&api, __LINE__, 400, DEFAULT_SPEC(-1));
  API_ERROR(&api, "BadRequestException", "Cannot set last added spec: no spec has been added");
  commit(&api, __LINE__, 400, DEFAULT_SPEC(9));
  API_ERROR(&api, "BadRequestException", "9");
  commit(&api, __LINE__, 400, DEFAULT_SPEC(-2));
  API_UNCHANGED(&api);
  api_close(&api);
}

/* TESTS tables/updateTable/remove-partition-specs-default */
/* TESTS tables/updateTable/remove-partition-specs-unknown */
static void test_remove_specs(void)
{
  struct api api;

  open_version(&api, 2);
  commit(&api, __LINE__, 200, SPEC(BY_ID) "," SPEC(BY_DATA) "," DEFAULT_SPEC(1));
  API_MARK(&api);
  commit(&api, __LINE__, 400, "{'action':'remove-partition-specs','spec-ids':[0,1]}");
  API_ERROR(&api, "BadRequestException", "default");
  API_UNCHANGED(&api);
  commit(&api, __LINE__, 200, "{'action':'remove-partition-specs','spec-ids':[2,2,77]}");
  API_COUNT(&api, "/metadata/partition-specs", 2);
  API_INT(&api, "/metadata/last-partition-id", 1001);
  commit(&api, __LINE__, 200, SPEC(BY_DATA)); /* a field id is not given twice, even when its spec is gone */
  API_JSON(&api, "/metadata/partition-specs/2/fields/0/field-id", "1002");
  api_close(&api);
}

/* TESTS tables/updateTable/add-sort-order-id */
/* TESTS tables/updateTable/add-sort-order-reuse */
/* TESTS tables/updateTable/set-default-sort-order-last */
static void test_add_order(void)
{
  struct api api;

  open_version(&api, 2);
  commit(&api, __LINE__, 200,
         "{'action':'add-sort-order','sort-order':{'order-id':44,'fields':[" SORT_ID "]}}," DEFAULT_ORDER(-1));
  API_INT(&api, "/metadata/default-sort-order-id", 1);
  API_JSON(&api, "/metadata/sort-orders/1", "{'order-id':1,'fields':[" SORT_ID "]}");
  commit(&api, __LINE__, 200, ORDER(SORT_ID "," SORT_DATA));
  API_INT(&api, "/metadata/sort-orders/2/order-id", 2);
  API_INT(&api, "/metadata/default-sort-order-id", 1);
  const char *location = api_get_text(&api, "/metadata-location");
  commit(&api, __LINE__, 200, ORDER(SORT_ID));
  commit(&api, __LINE__, 200, ORDER(""));
  API_TEXT(&api, "/metadata-location", location);
  commit(&api, __LINE__, 200, ORDER("") "," DEFAULT_ORDER(0));
  API_INT(&api, "/metadata/default-sort-order-id", 0);
  commit(&api, __LINE__, 200, ORDER(SORT_DATA "," SORT_ID) "," DEFAULT_ORDER(-1));
  API_INT(&api, "/metadata/default-sort-order-id", 3);
  API_COUNT(&api, "/metadata/sort-orders", 4);
  api_close(&api);
}

/* TESTS tables/updateTable/add-sort-order-binds */
/* TESTS tables/updateTable/set-default-sort-order-last */
/* TESTS tables/updateTable/set-default-sort-order-unknown */
static void test_order_refused(void)
{
  static const char *const UPDATES[] = {
      DEFAULT_ORDER(-1),
      DEFAULT_ORDER(5),
      DEFAULT_ORDER(-2),
      ORDER("{'source-id':9,'transform':'identity','direction':'asc','null-order':'nulls-first'}"),
      ORDER("{'source-id':1,'transform':'year','direction':'asc','null-order':'nulls-first'}"),
      ORDER("{'source-id':1,'transform':'identity','direction':'ASC','null-order':'nulls-first'}"),
      ORDER("{'source-id':1,'transform':'identity','direction':'asc'}"),
      "{'action':'add-sort-order','sort-order':{'order-id':1}}",
      "{'action':'add-sort-order'}"};
  struct api api;

  open_version(&api, 2);
  API_MARK(&api);
  for (size_t i = 0; i < sizeof UPDATES / sizeof UPDATES[0]; i++)
    commit(&api, __LINE__, 400, UPDATES[i]);
  API_UNCHANGED(&api);
  api_close(&api);
}

/* A schema that this request makes current is the one that later updates are bound to. */
/* TESTS tables/updateTable/add-spec-binds */
static void test_bound_to_new_schema(void)
{
  struct api api;

  open_version(&api, 2);
  commit(
      &api, __LINE__, 200,
      "{'action':'add-schema','schema':{'type':'struct','fields':["
      "{'id':1,'name':'id','required':true,'type':'long'},{'id':3,'name':'at','required':false,'type':'date'}]}},"
      "{'action':'set-current-schema','schema-id':-1}," SPEC("{'source-id':3,'transform':'month','name':'m'}") "," DEFAULT_SPEC(
          -1) "," ORDER("{'source-id':3,'transform':'year','direction':'asc','null-order':'nulls-last'}") "," DEFAULT_ORDER(-1));
  API_INT(&api, "/metadata/current-schema-id", 1);
  API_INT(&api, "/metadata/default-spec-id", 1);
  API_INT(&api, "/metadata/default-sort-order-id", 1);
  commit(&api, __LINE__, 400, SPEC(BY_DATA)); /* column 2 is gone */
  api_close(&api);
}

/* TESTS metadata/write/source-id */
/* TESTS metadata/check/source-ids */
static void test_source_ids(void)
{
  struct api api;

  open_version(&api, 3);
  commit(&api, __LINE__, 200, SPEC("{'source-ids':[1],'transform':'bucket[4]','name':'b'}"));
  API_JSON(&api, "/metadata/partition-specs/1/fields",
           "[{'source-id':1,'field-id':1000,'transform':'bucket[4]','name':'b'}]");
  API_MARK(&api);
  commit(&api, __LINE__, 400, SPEC("{'source-id':1,'source-ids':[1],'transform':'bucket[5]','name':'c'}"));
  commit(&api, __LINE__, 400, SPEC("{'source-ids':[],'transform':'bucket[5]','name':'c'}"));
  API_UNCHANGED(&api);
  api_close(&api);
}

int main(void)
{
  TEST_RUN(test_add_spec);
  TEST_RUN(test_reuse_spec);
  TEST_RUN(test_spec_refused);
  TEST_RUN(test_spec_version_1);
  TEST_RUN(test_default_spec_refused);
  TEST_RUN(test_remove_specs);
  TEST_RUN(test_add_order);
  TEST_RUN(test_order_refused);
  TEST_RUN(test_bound_to_new_schema);
  TEST_RUN(test_source_ids);
  return test_end();
}
