/* The six operations of namespaces. */
#include "kit/api.h"
#include "unit/test.h"

/* TESTS namespaces/createNamespace/answer */
/* TESTS namespaces/createNamespace/no-properties */
/* TESTS namespaces/createNamespace/added-properties */
/* TESTS namespaces/loadNamespaceMetadata/answer */
/* TESTS namespaces/loadNamespaceMetadata/empty-properties */
static void test_create(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['n'],'properties':{'owner':'me','empty':''}}");
  API_JSON(&api, "", "{'namespace':['n'],'properties':{'owner':'me','empty':''}}");
  API_GET(&api, 200, "/v1/namespaces/n");
  API_JSON(&api, "", "{'namespace':['n'],'properties':{'owner':'me','empty':''}}");
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['m']}");
  API_JSON(&api, "", "{'namespace':['m'],'properties':{}}");
  API_GET(&api, 200, "/v1/namespaces/m");
  API_JSON(&api, "", "{'namespace':['m'],'properties':{}}");
  api_close(&api);
}

/* TESTS json/null-optional */
static void test_create_null_properties(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['n'],'properties':null}");
  API_JSON(&api, "", "{'namespace':['n'],'properties':{}}");
  api_close(&api);
}

/* TESTS namespaces/createNamespace/exists */
static void test_create_exists(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['n'],'properties':{'a':'1'}}");
  API_MARK(&api);
  API_POST(&api, 409, "/v1/namespaces", "{'namespace':['n'],'properties':{'a':'2','b':'3'}}");
  API_ERROR(&api, "AlreadyExistsException", "Namespace already exists: n");
  API_UNCHANGED(&api);
  api_close(&api);
}

/* Reports P02 and the open question of parents: they are not made along. */
/* TESTS namespaces/createNamespace/missing-parent */
/* TESTS errors/message-object-names */
static void test_create_below(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_MARK(&api);
  API_POST(&api, 404, "/v1/namespaces", "{'namespace':['a','b']}");
  API_ERROR(&api, "NoSuchNamespaceException", "Namespace does not exist: a");
  API_UNCHANGED(&api);
  API_NAMESPACE(&api, "a");
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['a','b'],'properties':{'k':'v'}}");
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['a','b','c']}");
  API_GET(&api, 200, "/v1/namespaces/a%1Fb");
  API_JSON(&api, "", "{'namespace':['a','b'],'properties':{'k':'v'}}");
  API_POST(&api, 409, "/v1/namespaces", "{'namespace':['a','b','c']}");
  API_ERROR(&api, "AlreadyExistsException", "Namespace already exists: a.b.c");
  api_close(&api);
}

/* TESTS namespaces/createNamespace/empty */
/* TESTS names/empty-level */
/* TESTS names/control-bytes */
static void test_create_refused(void)
{
  static const char *const BODIES[] = {
      "{'namespace':[]}",          "{'namespace':['']}",     "{'namespace':['a','']}",   "{'namespace':['a\\u001fb']}",
      "{'namespace':['\\u0000']}", "{'namespace':['a\\n']}", "{'namespace':['\\u007f']}"};
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "a");
  API_MARK(&api);
  for (size_t i = 0; i < sizeof BODIES / sizeof BODIES[0]; i++) {
    API_POST(&api, 400, "/v1/namespaces", "%s", BODIES[i]);
    API_ERROR(&api, "BadRequestException", "amespace");
  }
  API_UNCHANGED(&api);
  api_close(&api);
}

/* TESTS names/limits */
static void test_limits(void)
{
  struct api api;
  char name[257];
  char levels[400] = "";

  memset(name, 'x', sizeof name);
  API_OPEN(&api, NULL);
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['%.255s']}", name);
  API_GET(&api, 200, api_text(&api, "/v1/namespaces/%.255s", name));
  API_POST(&api, 400, "/v1/namespaces", "{'namespace':['%.256s']}", name);
  for (int i = 0; i < 32; i++) {
    strcat(levels, i == 0 ? "'l'" : ",'l'");
    API_POST(&api, 200, "/v1/namespaces", "{'namespace':[%s]}", levels);
  }
  API_POST(&api, 400, "/v1/namespaces", "{'namespace':[%s,'l']}", levels);
  api_close(&api);
}

/* TESTS namespaces/listNamespaces/top-level */
/* TESTS namespaces/listNamespaces/one-level-below */
/* TESTS namespaces/listNamespaces/full-paths */
/* TESTS namespaces/listNamespaces/empty-parent */
/* TESTS namespaces/listNamespaces/order */
static void test_list(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_GET(&api, 200, "/v1/namespaces");
  API_JSON(&api, "/namespaces", "[]");
  API_NAMESPACE(&api, "b");
  API_NAMESPACE(&api, "a");
  API_NAMESPACE(&api, "ab");
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['a','y']}");
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['a','x']}");
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['a','x','deep']}");
  API_GET(&api, 200, "/v1/namespaces");
  API_JSON(&api, "", "{'namespaces':[['a'],['ab'],['b']],'next-page-token':null}");
  API_GET(&api, 200, "/v1/namespaces?parent=");
  API_JSON(&api, "/namespaces", "[['a'],['ab'],['b']]");
  API_GET(&api, 200, "/v1/namespaces?parent");
  API_JSON(&api, "/namespaces", "[['a'],['ab'],['b']]");
  API_GET(&api, 200, "/v1/namespaces?parent=a");
  API_JSON(&api, "/namespaces", "[['a','x'],['a','y']]");
  API_GET(&api, 200, "/v1/namespaces?parent=a%1Fx");
  API_JSON(&api, "/namespaces", "[['a','x','deep']]");
  API_GET(&api, 200, "/v1/namespaces?parent=b");
  API_JSON(&api, "/namespaces", "[]");
  api_close(&api);
}

/* Report P28. */
/* TESTS namespaces/listNamespaces/missing-parent */
static void test_list_missing_parent(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_GET(&api, 404, "/v1/namespaces?parent=none");
  API_ERROR(&api, "NoSuchNamespaceException", "Namespace does not exist: none");
  API_GET(&api, 404, "/v1/namespaces?parent=none%1Fx");
  API_GET(&api, 400, "/v1/namespaces?parent=a%1F");
  API_GET(&api, 400, "/v1/namespaces?parent=%1");
  API_GET(&api, 400, "/v1/namespaces?parent=%FF");
  API_GET(&api, 400, "/v1/namespaces?parent=a&parent=b");
  api_close(&api);
}

/* TESTS namespaces/loadNamespaceMetadata/missing */
/* TESTS namespaces/namespaceExists/exists */
/* TESTS namespaces/namespaceExists/missing */
/* TESTS namespaces/dropNamespace/missing */
/* TESTS namespaces/updateProperties/no-namespace */
static void test_missing(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_GET(&api, 404, "/v1/namespaces/none");
  API_ERROR(&api, "NoSuchNamespaceException", "Namespace does not exist: none");
  API_HEAD(&api, 404, "/v1/namespaces/none");
  API_DELETE(&api, 404, "/v1/namespaces/none");
  API_ERROR(&api, "NoSuchNamespaceException", "Namespace does not exist: none");
  API_POST(&api, 404, "/v1/namespaces/none/properties", "{'updates':{'a':'1'}}");
  API_ERROR(&api, "NoSuchNamespaceException", "Namespace does not exist: none");
  API_NAMESPACE(&api, "n");
  API_HEAD(&api, 204, "/v1/namespaces/n");
  api_close(&api);
}

/* TESTS namespaces/dropNamespace/answer */
/* TESTS namespaces/dropNamespace/properties-gone */
static void test_drop(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['n'],'properties':{'a':'1'}}");
  API_DELETE(&api, 204, "/v1/namespaces/n");
  API_GET(&api, 404, "/v1/namespaces/n");
  API_HEAD(&api, 404, "/v1/namespaces/n");
  API_DELETE(&api, 404, "/v1/namespaces/n");
  API_GET(&api, 200, "/v1/namespaces");
  API_JSON(&api, "/namespaces", "[]");
  API_NAMESPACE(&api, "n");
  API_GET(&api, 200, "/v1/namespaces/n");
  API_JSON(&api, "/properties", "{}");
  api_close(&api);
}

/* Report P24. */
/* TESTS namespaces/dropNamespace/not-empty */
static void test_drop_not_empty(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  API_TABLE(&api, "n", "t", "");
  API_NAMESPACE(&api, "p");
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['p','q']}");
  API_MARK(&api);
  API_DELETE(&api, 409, "/v1/namespaces/n");
  API_ERROR(&api, "NamespaceNotEmptyException", "Namespace is not empty: n");
  API_DELETE(&api, 409, "/v1/namespaces/p");
  API_ERROR(&api, "NamespaceNotEmptyException", "Namespace is not empty: p");
  API_UNCHANGED(&api);
  API_DELETE(&api, 204, "/v1/namespaces/n/tables/t");
  API_DELETE(&api, 204, "/v1/namespaces/n");
  API_DELETE(&api, 204, "/v1/namespaces/p%1Fq");
  API_DELETE(&api, 204, "/v1/namespaces/p");
  api_close(&api);
}

/* Report P75. */
/* TESTS namespaces/updateProperties/answer */
/* TESTS namespaces/updateProperties/untouched */
/* TESTS namespaces/updateProperties/missing-keys */
/* TESTS namespaces/updateProperties/repeated-removal */
/* TESTS namespaces/updateProperties/set-equal */
static void test_properties(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['n'],'properties':{'a':'1','keep':'k'}}");
  API_POST(&api, 200, "/v1/namespaces/n/properties", "{'removals':['a','zz'],'updates':{}}");
  API_JSON(&api, "", "{'updated':[],'removed':['a'],'missing':['zz']}");
  API_GET(&api, 200, "/v1/namespaces/n");
  API_JSON(&api, "/properties", "{'keep':'k'}");
  API_POST(&api, 200, "/v1/namespaces/n/properties", "{'removals':['keep'],'updates':{'b':'2','c':''}}");
  API_JSON(&api, "", "{'updated':['b','c'],'removed':['keep'],'missing':[]}");
  API_GET(&api, 200, "/v1/namespaces/n");
  API_JSON(&api, "/properties", "{'b':'2','c':''}");
  API_POST(&api, 200, "/v1/namespaces/n/properties", "{'updates':{'b':'2'}}");
  API_JSON(&api, "", "{'updated':['b'],'removed':[],'missing':[]}");
  API_POST(&api, 200, "/v1/namespaces/n/properties", "{'removals':['q','q','b','b']}");
  API_JSON(&api, "", "{'updated':[],'removed':['b'],'missing':['q']}");
  api_close(&api);
}

/* Report P75: the last property can be removed. */
/* TESTS namespaces/updateProperties/empty */
static void test_properties_last_and_none(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['n'],'properties':{'a':'1'}}");
  API_MARK(&api);
  API_POST(&api, 200, "/v1/namespaces/n/properties", "{}");
  API_JSON(&api, "", "{'updated':[],'removed':[],'missing':[]}");
  API_POST(&api, 200, "/v1/namespaces/n/properties", "{'removals':null,'updates':null}");
  API_UNCHANGED(&api);
  API_POST(&api, 200, "/v1/namespaces/n/properties", "{'removals':['a']}");
  API_GET(&api, 200, "/v1/namespaces/n");
  API_JSON(&api, "/properties", "{}");
  api_close(&api);
}

/* Report P75. */
/* TESTS namespaces/updateProperties/overlap */
static void test_properties_overlap(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['n'],'properties':{'a':'1'}}");
  API_MARK(&api);
  API_POST(&api, 422, "/v1/namespaces/n/properties", "{'removals':['x','a'],'updates':{'b':'3','a':'2'}}");
  API_ERROR(&api, "UnprocessableEntityException", "'a'");
  API_UNCHANGED(&api);
  api_close(&api);
}

/* TESTS namespaces/createNamespace/durable */
static void test_restart(void)
{
  struct api api;

  API_OPEN(&api, &(struct api_options){.on_disk = true});
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['n'],'properties':{'a':'1'}}");
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['n','m'],'properties':{'b':'2'}}");
  API_TABLE(&api, "n", "t", "");
  API_MARK(&api);
  api_restart(&api);
  API_UNCHANGED(&api);
  API_DELETE(&api, 204, "/v1/namespaces/n%1Fm");
  api_restart(&api);
  API_GET(&api, 404, "/v1/namespaces/n%1Fm");
  API_POST(&api, 200, "/v1/namespaces/n/properties", "{'updates':{'c':'3'}}");
  api_restart(&api);
  API_GET(&api, 200, "/v1/namespaces/n");
  API_JSON(&api, "/properties", "{'a':'1','c':'3'}");
  api_close(&api);
}

int main(void)
{
  TEST_RUN(test_create);
  TEST_RUN(test_create_null_properties);
  TEST_RUN(test_create_exists);
  TEST_RUN(test_create_below);
  TEST_RUN(test_create_refused);
  TEST_RUN(test_limits);
  TEST_RUN(test_list);
  TEST_RUN(test_list_missing_parent);
  TEST_RUN(test_missing);
  TEST_RUN(test_drop);
  TEST_RUN(test_drop_not_empty);
  TEST_RUN(test_properties);
  TEST_RUN(test_properties_last_and_none);
  TEST_RUN(test_properties_overlap);
  TEST_RUN(test_restart);
  return test_end();
}
