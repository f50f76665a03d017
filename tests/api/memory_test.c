/* Memory that ends at each allocation of a request in turn: the answer is 503, and nothing has changed. */
#include "kit/api.h"
#include "unit/test.h"

#define TABLES "/v1/namespaces/n/tables"
#define TABLE TABLES "/t"

/* Lets allocation after allocation fail until the request succeeds with CODE. */
static void starve(struct api *api, const char *method, const char *target, const char *body, int code)
{
  struct berg_span text = body == NULL ? (struct berg_span){NULL, 0} : berg_span_of(api_json(api, "%s", body));
  size_t failed = 0;

  API_MARK(api);
  for (size_t n = 1; n < 5000; n++) {
    api->fail_after = n;
    API_SEND(api, method, target, text);
    if (api->code == code)
      break;
    failed++;
    if (api->code != 503)
      api_fault(api, __FILE__, __LINE__, "%s %s, allocation %d: %d %.300s", method, target, (int)n, api->code,
                (const char *)api->body.bytes);
    else if (strcmp(method, "HEAD") != 0)
      API_ERROR(api, "ServiceUnavailableException", "");
    API_UNCHANGED(api);
  }
  CHECK_INT(api->code, code);
  if (failed == 0)
    api_fault(api, __FILE__, __LINE__, "%s %s takes no memory", method, target);
}

static void open_with_table(struct api *api)
{
  API_OPEN(api, NULL);
  API_NAMESPACE(api, "n");
  API_TABLE(api, "n", "t", "");
}

static void test_reads(void)
{
  struct api api;

  open_with_table(&api);
  starve(&api, "GET", "/v1/config?warehouse=", NULL, 200);
  starve(&api, "GET", "/v1/namespaces?pageToken=&pageSize=1", NULL, 200);
  starve(&api, "GET", "/v1/namespaces?parent=n", NULL, 200);
  starve(&api, "GET", "/v1/namespaces/n", NULL, 200);
  starve(&api, "HEAD", "/v1/namespaces/n", NULL, 204);
  starve(&api, "GET", TABLES "?pageToken=&pageSize=1", NULL, 200);
  starve(&api, "GET", TABLE "?snapshots=all", NULL, 200);
  starve(&api, "GET", TABLE "?snapshots=refs&referenced-by=a%1Fb", NULL, 200);
  starve(&api, "HEAD", TABLE, NULL, 204);
  api_close(&api);
}

static void test_changes(void)
{
  struct api api;

  open_with_table(&api);
  starve(&api, "POST", "/v1/namespaces", "{'namespace':['n','m'],'properties':{'a\\u0041':'b'}}", 200);
  starve(&api, "POST", "/v1/namespaces/n%1Fm/properties", "{'removals':['aA'],'updates':{'c\\n':'d'}}", 200);
  starve(&api, "DELETE", "/v1/namespaces/n%1Fm", NULL, 204);
  starve(&api, "POST", TABLES,
         "{'name':'u','schema':{'type':'struct','fields':[{'id':1,'name':'id','required':true,'type':'long'},"
         "{'id':2,'name':'l','required':false,'type':{'type':'list','element-id':3,'element-required':false,"
         "'element':'int'}}]},'partition-spec':{'fields':[{'source-id':1,'transform':'bucket[2]','name':'p'}]},"
         "'properties':{'k':'v'}}",
         200);
  starve(&api, "POST", TABLES,
         "{'name':'w','stage-create':true,'schema':{'type':'struct','fields':["
         "{'id':1,'name':'id','required':true,'type':'long'}]}}",
         200);
  starve(&api, "DELETE", TABLES "/u?purgeRequested=true", NULL, 204);
  api_close(&api);
}

static void test_commit(void)
{
  struct api api;

  open_with_table(&api);
  starve(&api, "POST", TABLE,
         "{'requirements':[{'type':'assert-ref-snapshot-id','ref':'main','snapshot-id':null}],'updates':["
         "{'action':'add-schema','schema':{'type':'struct','fields':["
         "{'id':1,'name':'id','required':true,'type':'long'},{'id':5,'name':'x','required':false,'type':'date'}]}},"
         "{'action':'set-current-schema','schema-id':-1},"
         "{'action':'add-spec','spec':{'fields':[{'source-id':5,'transform':'month','name':'m'}]}},"
         "{'action':'set-default-spec','spec-id':-1},"
         "{'action':'add-snapshot','snapshot':{'snapshot-id':1,'sequence-number':1,'timestamp-ms':1700000000000,"
         "'manifest-list':'m','summary':{'operation':'append','a':'b'}}},"
         "{'action':'set-snapshot-ref','ref-name':'main','type':'branch','snapshot-id':1},"
         "{'action':'set-properties','updates':{'a':'b'}},{'action':'remove-properties','removals':['c']}]}",
         200);
  starve(&api, "POST", TABLE,
         "{'requirements':[],'updates':[{'action':'remove-snapshots','snapshot-ids':[1]},"
         "{'action':'remove-schemas','schema-ids':[0]},{'action':'remove-partition-specs','spec-ids':[0]}]}",
         200);
  starve(&api, "POST", TABLE, "{'requirements':[],'updates':[]}", 200);
  api_close(&api);
}

/* A fault in the request is told as such also when memory ends behind it; memory that ends before is told instead. */
static void test_refused(void)
{
  struct api api;

  open_with_table(&api);
  starve(&api, "POST", TABLE, "{'requirements':[],'updates':[{'action':'paint-it'}]}", 400);
  starve(&api, "POST", TABLES,
         "{'name':'t','schema':{'type':'struct','fields':[{'id':1,'name':'id','required':true,'type':'long'}]}}", 409);
  starve(&api, "GET", "/v1/namespaces/none", NULL, 404);
  api_close(&api);
}

int main(void)
{
  TEST_RUN(test_reads);
  TEST_RUN(test_changes);
  TEST_RUN(test_commit);
  TEST_RUN(test_refused);
  return test_end();
}
