/* A name that a view has: tables and views of a namespace share one set of names. The view is put into the store by
 * hand, since what is shown here are the operations on tables. */
#include "endpoints/context.h"
#include "kit/api.h"
#include "unit/test.h"

#define TABLES "/v1/namespaces/n/tables"

/* Namespace n with the view v and nothing else. */
static void open_with_view(struct api *api)
{
  struct berg_catalog *catalog;
  struct berg_store_namespace row;
  struct berg_problem problem;
  struct berg_store_object view = {.kind = BERG_OBJECT_VIEW,
                                   .uuid = BERG_SPAN("00000000-0000-4000-8000-000000000000"),
                                   .location = BERG_SPAN("file:///nowhere/v"),
                                   .metadata_location = BERG_SPAN("file:///nowhere/v/metadata/0.metadata.json")};

  API_OPEN(api, NULL);
  API_NAMESPACE(api, "n");
  catalog = api->catalog;
  berg_problem_clear(&problem);
  CHECK_INT(berg_store_find_namespace(catalog->store, catalog->roots[0].warehouse_id, BERG_SPAN("n"), false,
                                      &api->memory, &row, &problem),
            BERG_OK);
  CHECK_INT(berg_store_insert_object(catalog->store, row.namespace_id, BERG_SPAN("v"), &view, &problem), BERG_OK);
}

/* TESTS names/shared-with-views */
/* TESTS tables/createTable/exists */
/* TESTS tables/createTable/exists-message */
/* TESTS tables/updateTable/create-view-exists */
static void test_create(void)
{
  static const char SCHEMA[] =
      "'schema':{'type':'struct','fields':[{'id':1,'name':'id','required':true,'type':'int'}]}";
  struct api api;

  open_with_view(&api);
  API_MARK(&api);
  API_POST(&api, 409, TABLES, "{'name':'v',%s}", SCHEMA);
  API_ERROR(&api, "AlreadyExistsException", "View with same name already exists: n.v");
  API_POST(&api, 409, TABLES, "{'name':'v','stage-create':true,%s}", SCHEMA);
  API_ERROR(&api, "AlreadyExistsException", "View with same name already exists: n.v");
  API_POST(&api, 409, TABLES "/v", "{'requirements':[{'type':'assert-create'}],'updates':[]}");
  API_ERROR(&api, "AlreadyExistsException", "View with same name already exists: n.v");
  API_UNCHANGED(&api);
  api_close(&api);
}

/* TESTS tables/loadTable/view-name */
/* TESTS tables/tableExists/missing */
/* TESTS tables/updateTable/missing */
/* TESTS tables/dropTable/missing */
/* TESTS tables/listTables/answer */
static void test_no_table(void)
{
  struct api api;

  open_with_view(&api);
  API_GET(&api, 404, TABLES "/v");
  API_ERROR(&api, "NoSuchTableException", "Table does not exist: n.v");
  API_HEAD(&api, 404, TABLES "/v");
  API_POST(&api, 404, TABLES "/v", "{'requirements':[],'updates':[]}");
  API_ERROR(&api, "NoSuchTableException", "Table does not exist: n.v");
  API_DELETE(&api, 404, TABLES "/v");
  API_ERROR(&api, "NoSuchTableException", "Table does not exist: n.v");
  API_GET(&api, 200, TABLES);
  API_JSON(&api, "/identifiers", "[]");
  api_close(&api);
}

/* Report P24, with only a view inside. */
/* TESTS namespaces/dropNamespace/not-empty */
static void test_namespace_is_not_empty(void)
{
  struct api api;

  open_with_view(&api);
  API_DELETE(&api, 409, "/v1/namespaces/n");
  API_ERROR(&api, "NamespaceNotEmptyException", "Namespace is not empty: n");
  api_close(&api);
}

int main(void)
{
  TEST_RUN(test_create);
  TEST_RUN(test_no_table);
  TEST_RUN(test_namespace_is_not_empty);
  return test_end();
}
