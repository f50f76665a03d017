/* Updates of schemas: add-schema, set-current-schema, remove-schemas. */
#include "kit/api.h"
#include "unit/test.h"

#define TABLE "/v1/namespaces/n/tables/t"
#define ID "{'id':1,'name':'id','required':true,'type':'long'}"
#define DATA "{'id':2,'name':'data','required':false,'type':'string'}"
#define EXTRA "{'id':3,'name':'x','required':false,'type':'int'}"
#define ADD(fields) "{'action':'add-schema','schema':{'type':'struct','fields':[" fields "]}}"
#define CURRENT(id) "{'action':'set-current-schema','schema-id':" #id "}"

/* Table t with schema 0: id and data. */
static void open_with_table(struct api *api)
{
  API_OPEN(api, NULL);
  API_NAMESPACE(api, "n");
  API_TABLE(api, "n", "t", "");
}

static void commit(struct api *api, int line, int code, const char *updates)
{
  api_expect_body(api, __FILE__, line, code, "POST", TABLE, "{'requirements':[],'updates':[%s]}", updates);
  if (code == 400)
    api_check_error(api, __FILE__, line, "BadRequestException", "");
}

/* TESTS tables/updateTable/add-schema-id */
/* TESTS tables/updateTable/set-current-schema-last */
static void test_add(void)
{
  struct api api;

  open_with_table(&api);
  commit(&api, __LINE__, 200, ADD(ID "," DATA "," EXTRA));
  API_COUNT(&api, "/metadata/schemas", 2);
  API_INT(&api, "/metadata/current-schema-id", 0);
  API_INT(&api, "/metadata/schemas/1/schema-id", 1);
  commit(&api, __LINE__, 200, CURRENT(1));
  API_INT(&api, "/metadata/current-schema-id", 1);
  commit(&api, __LINE__, 200,
         "{'action':'add-schema','schema':{'type':'struct','schema-id':77,'fields':[" ID "]}}," CURRENT(-1));
  API_INT(&api, "/metadata/current-schema-id", 2);
  API_JSON(&api, "/metadata/schemas/2", "{'type':'struct','schema-id':2,'fields':[" ID "]}");
  commit(&api, __LINE__, 200, ADD(ID "," DATA) "," ADD(ID "," EXTRA) "," CURRENT(-1));
  API_INT(&api, "/metadata/current-schema-id", 3); /* the first of the two is schema 0 */
  API_COUNT(&api, "/metadata/schemas", 4);
  api_close(&api);
}

/* Report P46. */
/* TESTS tables/updateTable/add-schema-last-column-id */
/* TESTS tables/updateTable/add-schema-reuse */
static void test_last_column_id(void)
{
  struct api api;

  open_with_table(&api);
  commit(&api, __LINE__, 200, ADD(ID "," DATA "," EXTRA) "," CURRENT(-1));
  API_INT(&api, "/metadata/last-column-id", 3);
  API_POST(&api, 200, TABLE,
           "{'requirements':[{'type':'assert-last-assigned-field-id','last-assigned-field-id':3}],'updates':["
           "{'action':'set-properties','updates':{'a':'b'}}]}");
  const char *location = api_get_text(&api, "/metadata-location");
  commit(&api, __LINE__, 200, ADD(ID "," DATA "," EXTRA));
  API_COUNT(&api, "/metadata/schemas", 2);
  API_TEXT(&api, "/metadata-location", location);
  commit(&api, __LINE__, 200, /* the deprecated member is passed over */
         "{'action':'add-schema','last-column-id':50,'schema':{'type':'struct','fields':[" ID
         ",{'id':9,'name':'s','required':false,'type':{'type':'list','element-id':10,'element-required':true,"
         "'element':'int'}}]}}");
  API_INT(&api, "/metadata/last-column-id", 10);
  commit(&api, __LINE__, 200, ADD("{'id':1,'name':'renamed','required':true,'type':'long'}"));
  API_INT(&api, "/metadata/last-column-id", 10); /* never back */
  api_close(&api);
}

/* TESTS tables/updateTable/add-schema-reuse */
static void test_what_is_equal(void)
{
  static const struct {
    const char *schema;
    int64_t count;
  } CASES[] = {
      {"'fields':[" ID "," DATA "]", 1},
      {"'schema-id':9,'identifier-field-ids':[],'fields':[" ID "," DATA "]", 1},
      {"'fields':[" DATA "," ID "]", 2},
      {"'fields':[" ID ",{'id':2,'name':'data','required':true,'type':'string'}]", 2},
      {"'fields':[" ID ",{'id':2,'name':'Data','required':false,'type':'string'}]", 2},
      {"'fields':[" ID ",{'id':3,'name':'data','required':false,'type':'string'}]", 2},
      {"'fields':[" ID ",{'id':2,'name':'data','required':false,'type':'binary'}]", 2},
      {"'fields':[" ID ",{'id':2,'name':'data','required':false,'type':'string','doc':'d'}]", 2},
      {"'identifier-field-ids':[1],'fields':[" ID "," DATA "]", 2},
  };

  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    struct api api;
    open_with_table(&api);
    API_POST(&api, 200, TABLE, "{'requirements':[],'updates':[{'action':'add-schema','schema':{'type':'struct',%s}}]}",
             CASES[i].schema);
    API_COUNT(&api, "/metadata/schemas", CASES[i].count);
    api_close(&api);
  }
}

/* TESTS tables/updateTable/set-current-schema-last */
/* TESTS tables/updateTable/set-current-schema-last-reused */
/* TESTS tables/updateTable/set-current-schema-unknown */
static void test_current_refused(void)
{
  struct api api;

  open_with_table(&api);
  API_MARK(&api);
  commit(&api, __LINE__, 400, CURRENT(-1));
  API_ERROR(&api, "BadRequestException", "Cannot set last added schema: no schema has been added");
  commit(&api, __LINE__, 400, ADD(ID "," DATA) "," CURRENT(-1)); /* found, not added */
  commit(&api, __LINE__, 400, CURRENT(1));
  commit(&api, __LINE__, 400, CURRENT(-2));
  commit(&api, __LINE__, 400, CURRENT(1) "," ADD(ID "," EXTRA)); /* in order */
  API_UNCHANGED(&api);
  commit(&api, __LINE__, 200, ADD(ID "," EXTRA) "," ADD(ID "," EXTRA) "," CURRENT(-1)); /* found within the request */
  API_INT(&api, "/metadata/current-schema-id", 1);
  api_close(&api);
}

/* TESTS tables/updateTable/add-schema-invalid */
static void test_add_refused(void)
{
  static const char *const SCHEMAS[] = {
      "{'type':'struct','fields':[" ID "," ID "]}",
      "{'type':'struct','fields':[" ID ",{'id':2,'name':'id','required':false,'type':'int'}]}",
      "{'type':'struct','fields':[" ID "],'identifier-field-ids':[2]}",
      "{'type':'struct','fields':[{'id':1,'name':'id','required':true,'type':'variant'}]}",
      "{'type':'struct','fields':[{'id':1,'name':'id','required':true,'type':'long','initial-default':1}]}",
      "{'type':'struct','fields':[{'id':2147483448,'name':'id','required':true,'type':'long'}]}",
      "{'type':'struct','fields':[{'id':-1,'name':'id','required':true,'type':'long'}]}",
      "{'type':'list','fields':[" ID "]}",
      "{'fields':[" ID "]}",
      "{'type':'struct'}",
      "{}",
      "[]",
      "null"};
  struct api api;

  open_with_table(&api);
  API_MARK(&api);
  for (size_t i = 0; i < sizeof SCHEMAS / sizeof SCHEMAS[0]; i++)
    commit(&api, __LINE__, 400, api_text(&api, "{'action':'add-schema','schema':%s}", SCHEMAS[i]));
  API_UNCHANGED(&api);
  api_close(&api);
}

/* TESTS tables/updateTable/set-current-schema-rebind */
/* TESTS tables/updateTable/result-checked */
/* TESTS metadata/check/default-spec-binds */
static void test_rebind(void)
{
  struct api api;

  open_with_table(&api);
  commit(&api, __LINE__, 200,
         "{'action':'add-spec','spec':{'fields':[{'source-id':2,'transform':'identity','name':'p'}]}},"
         "{'action':'set-default-spec','spec-id':-1}");
  API_MARK(&api);
  commit(&api, __LINE__, 400, ADD(ID) "," CURRENT(-1)); /* the default spec needs column 2 */
  API_UNCHANGED(&api);
  commit(&api, __LINE__, 200, "{'action':'set-default-spec','spec-id':0}," ADD(ID) "," CURRENT(-1));
  API_COUNT(&api, "/metadata/partition-specs", 2); /* another spec may name a column that is gone */
  API_MARK(&api);
  commit(&api, __LINE__, 400, "{'action':'set-default-spec','spec-id':1}");
  API_UNCHANGED(&api);
  commit(&api, __LINE__, 200, CURRENT(0) ",{'action':'set-default-spec','spec-id':1}");
  api_close(&api);
}

/* The same for the sort order. */
static void test_rebind_order(void)
{
  struct api api;

  open_with_table(&api);
  commit(&api, __LINE__, 200,
         "{'action':'add-sort-order','sort-order':{'order-id':1,'fields':[{'source-id':2,'transform':'identity',"
         "'direction':'asc','null-order':'nulls-last'}]}},{'action':'set-default-sort-order','sort-order-id':-1}");
  API_MARK(&api);
  commit(&api, __LINE__, 400, ADD(ID) "," CURRENT(-1));
  API_UNCHANGED(&api);
  commit(&api, __LINE__, 200, "{'action':'set-default-sort-order','sort-order-id':0}," ADD(ID) "," CURRENT(-1));
  API_COUNT(&api, "/metadata/sort-orders", 2);
  api_close(&api);
}

/* TESTS tables/updateTable/remove-schemas-current */
/* TESTS tables/updateTable/remove-schemas-unknown */
/* TESTS tables/updateTable/remove-schemas-referenced */
static void test_remove(void)
{
  struct api api;

  open_with_table(&api);
  commit(
      &api, __LINE__, 200,
      ADD(ID "," DATA "," EXTRA) "," ADD(
          ID) ","
              "{'action':'add-snapshot','snapshot':{'snapshot-id':1,'schema-id':1,'sequence-number':1,'timestamp-ms':"
              "1700000000000,'manifest-list':'m','summary':{'operation':'append'}}}");
  API_MARK(&api);
  commit(&api, __LINE__, 400, "{'action':'remove-schemas','schema-ids':[1,0]}");
  API_ERROR(&api, "BadRequestException", "current schema");
  API_UNCHANGED(&api);
  commit(&api, __LINE__, 200, "{'action':'remove-schemas','schema-ids':[1,55]}");
  API_COUNT(&api, "/metadata/schemas", 2);
  API_INT(&api, "/metadata/schemas/0/schema-id", 0);
  API_INT(&api, "/metadata/schemas/1/schema-id", 2);
  API_INT(&api, "/metadata/last-column-id", 3);
  commit(&api, __LINE__, 200, ADD(ID "," EXTRA)); /* ids are not given twice while a higher one is there */
  API_INT(&api, "/metadata/schemas/2/schema-id", 3);
  commit(&api, __LINE__, 200, "{'action':'remove-schemas','schema-ids':[]}");
  commit(&api, __LINE__, 400, "{'action':'remove-schemas','schema-ids':[3000000000]}");
  api_close(&api);
}

/* A schema that is removed and becomes current in one request, in either order. */
static void test_remove_and_set(void)
{
  struct api api;

  open_with_table(&api);
  commit(&api, __LINE__, 200, ADD(ID));
  API_MARK(&api);
  commit(&api, __LINE__, 400, "{'action':'remove-schemas','schema-ids':[1]}," CURRENT(1));
  commit(&api, __LINE__, 400, CURRENT(1) ",{'action':'remove-schemas','schema-ids':[1]}");
  API_UNCHANGED(&api);
  commit(&api, __LINE__, 200, CURRENT(1) ",{'action':'remove-schemas','schema-ids':[0]}");
  API_COUNT(&api, "/metadata/schemas", 1);
  API_INT(&api, "/metadata/current-schema-id", 1);
  api_close(&api);
}

/* Version 1 keeps the current schema in a member of its own as well. */
/* TESTS metadata/write/v1-members */
static void test_version_1(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  API_TABLE(&api, "n", "t", "'properties':{'format-version':'1'}");
  commit(&api, __LINE__, 200, ADD(ID "," EXTRA) "," CURRENT(-1));
  API_JSON(&api, "/metadata/schema", "{'type':'struct','schema-id':1,'fields':[" ID "," EXTRA "]}");
  API_COUNT(&api, "/metadata/schemas", 2);
  commit(&api, __LINE__, 200, CURRENT(0));
  API_JSON(&api, "/metadata/schema", "{'type':'struct','schema-id':0,'fields':[" ID "," DATA "]}");
  api_close(&api);
}

int main(void)
{
  TEST_RUN(test_add);
  TEST_RUN(test_last_column_id);
  TEST_RUN(test_what_is_equal);
  TEST_RUN(test_current_refused);
  TEST_RUN(test_add_refused);
  TEST_RUN(test_rebind);
  TEST_RUN(test_rebind_order);
  TEST_RUN(test_remove);
  TEST_RUN(test_remove_and_set);
  TEST_RUN(test_version_1);
  return test_end();
}
