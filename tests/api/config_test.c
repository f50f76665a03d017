/* getConfig, warehouses and their prefixes. */
#include "kit/api.h"
#include "unit/test.h"

static const char *const SERVED[] = {
    "GET /v1/{prefix}/namespaces",
    "POST /v1/{prefix}/namespaces",
    "GET /v1/{prefix}/namespaces/{namespace}",
    "DELETE /v1/{prefix}/namespaces/{namespace}",
    "HEAD /v1/{prefix}/namespaces/{namespace}",
    "POST /v1/{prefix}/namespaces/{namespace}/properties",
    "GET /v1/{prefix}/namespaces/{namespace}/tables",
    "POST /v1/{prefix}/namespaces/{namespace}/tables",
    "GET /v1/{prefix}/namespaces/{namespace}/tables/{table}",
    "POST /v1/{prefix}/namespaces/{namespace}/tables/{table}",
    "DELETE /v1/{prefix}/namespaces/{namespace}/tables/{table}",
    "HEAD /v1/{prefix}/namespaces/{namespace}/tables/{table}",
};
#define SERVED_COUNT (sizeof SERVED / sizeof SERVED[0])

/* TESTS config/getConfig/both-maps */
/* TESTS config/getConfig/default-warehouse */
/* TESTS config/getConfig/idempotency-lifetime */
static void test_default(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_GET(&api, 200, "/v1/config");
  API_JSON(&api, "/defaults", "{}");
  API_JSON(&api, "/overrides", "{}");
  API_ABSENT(&api, "/idempotency-key-lifetime");
  API_GET(&api, 200, "/v1/config?warehouse=");
  API_JSON(&api, "/overrides", "{}");
  api_close(&api);
}

/* Report P15: what is listed is served, and what is served is listed. */
/* TESTS config/getConfig/endpoints */
/* TESTS config/getConfig/endpoints-form */
static void test_endpoints(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_GET(&api, 200, "/v1/config");
  API_COUNT(&api, "/endpoints", (int64_t)SERVED_COUNT);
  const char *list = api_get_json(&api, "/endpoints");
  for (size_t i = 0; i < SERVED_COUNT; i++) {
    if (strstr(list, api_json(&api, "'%s'", SERVED[i])) == NULL)
      api_fault(&api, __FILE__, __LINE__, "%s is not listed", SERVED[i]);
  }
  api_close(&api);
}

/* Report P15: a listed endpoint answers with an error of its own kind, never that there is no such route. */
static void test_listed_are_served(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  for (size_t i = 0; i < SERVED_COUNT; i++) {
    const char *method = api_text(&api, "%.*s", (int)strcspn(SERVED[i], " "), SERVED[i]);
    const char *tail = strstr(SERVED[i], "/namespaces") + strlen("/namespaces");
    const char *rest = *tail == '\0' ? "" : strstr(tail, "}") + 1;
    const char *target = api_text(&api, "/v1/namespaces%s%s", *tail == '\0' ? "" : "/none", rest);
    if (strstr(target, "{table}") != NULL)
      target = api_text(&api, "/v1/namespaces/none/tables/none");
    int code = API_SEND(&api, method, target, strcmp(method, "POST") == 0 ? BERG_SPAN("{}") : berg_span_of(""));
    CHECK(code != 405 && code != 501 && code != 406);
    if (code == 404 && strcmp(method, "HEAD") != 0)
      CHECK(strncmp(api_get_text(&api, "/error/type"), "NoSuchNamespace", 15) == 0 ||
            strncmp(api_get_text(&api, "/error/type"), "NoSuchTable", 11) == 0);
  }
  api_close(&api);
}

/* Report P13. */
/* TESTS config/getConfig/unknown-warehouse */
static void test_unknown_warehouse(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_GET(&api, 404, "/v1/config?warehouse=nope");
  API_ERROR(&api, "NoSuchWarehouseException", "nope");
  API_GET(&api, 404, "/v1/config?warehouse=s3%3A%2F%2Fb%2Fw");
  API_ERROR(&api, "NoSuchWarehouseException", "s3://b/w");
  API_GET(&api, 400, "/v1/config?warehouse=a&warehouse=b");
  API_ERROR(&api, "BadRequestException", "warehouse");
  API_GET(&api, 400, "/v1/config?warehouse=%zz");
  API_GET(&api, 200, "/v1/config?color=red"); /* TESTS http/unknown-query */
  api_close(&api);
}

/* Report P13: engines put the URI of the warehouse into the same parameter. */
static void test_warehouse_by_uri(void)
{
  struct api api;

  API_OPEN(&api, &(struct api_options){.second_warehouse = "w two"});
  API_GET(&api, 200, api_text(&api, "/v1/config?warehouse=%s", api_encode(&api, berg_span_of(api.warehouse))));
  API_JSON(&api, "/overrides", "{}");
  API_GET(&api, 200, api_text(&api, "/v1/config?warehouse=%s2%%2F", api_encode(&api, berg_span_of(api.warehouse))));
  API_TEXT(&api, "/overrides/prefix", "w%20two");
  api_close(&api);
}

/* TESTS config/getConfig/prefix */
/* TESTS json/config-strings */
/* TESTS names/plus-in-query */
static void test_prefix(void)
{
  struct api api;

  API_OPEN(&api, &(struct api_options){.second_warehouse = "w two"});
  API_GET(&api, 200, "/v1/config?warehouse=w+two");
  API_TEXT(&api, "/overrides/prefix", "w%20two");
  API_GET(&api, 200, "/v1/config?warehouse=w%20two");
  API_TEXT(&api, "/overrides/prefix", "w%20two");
  API_GET(&api, 404, "/v1/config?warehouse=w%2Btwo");
  api_close(&api);
}

/* TESTS http/prefix */
static void test_prefixes_are_apart(void)
{
  struct api api;

  API_OPEN(&api, &(struct api_options){.second_warehouse = "w two"});
  API_POST(&api, 200, "/v1/w%20two/namespaces", "{'namespace':['n'],'properties':{'of':'two'}}");
  API_GET(&api, 404, "/v1/namespaces/n");
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['n'],'properties':{'of':'one'}}");
  API_GET(&api, 200, "/v1/w%20two/namespaces/n");
  API_TEXT(&api, "/properties/of", "two");
  API_GET(&api, 200, "/v1/namespaces/n");
  API_TEXT(&api, "/properties/of", "one");
  API_TABLE(&api, "n", "t", "");
  CHECK(strncmp(api_get_text(&api, "/metadata/location"), api_text(&api, "%s/", api.warehouse),
                strlen(api.warehouse) + 1) == 0);
  API_GET(&api, 404, "/v1/w%20two/namespaces/n/tables/t");
  API_POST(&api, 200, "/v1/w%20two/namespaces/n/tables",
           "{'name':'t','schema':{'type':'struct','fields':[{'id':1,'name':'id','required':true,'type':'long'}]}}");
  CHECK(strncmp(api_get_text(&api, "/metadata/location"), api_text(&api, "%s2/", api.warehouse),
                strlen(api.warehouse) + 2) == 0);
  api_close(&api);
}

/* TESTS http/prefix-optional */
static void test_unknown_prefix(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_GET(&api, 404, "/v1/nope/namespaces");
  API_ERROR(&api, "NoSuchWarehouseException", "nope");
  API_POST(&api, 404, "/v1/nope/namespaces", "{'namespace':['n']}");
  API_GET(&api, 400, "/v1/%zz/namespaces");
  api_close(&api);
}

/* A prefix that is spelled as the first segment of an operation is still a prefix where only that reading fits. */
static void test_prefix_named_namespaces(void)
{
  struct api api;

  API_OPEN(&api, &(struct api_options){.second_warehouse = "namespaces"});
  API_POST(&api, 200, "/v1/namespaces/namespaces", "{'namespace':['n']}");
  API_GET(&api, 200, "/v1/namespaces/namespaces/n");
  API_GET(&api, 404, "/v1/namespaces/n");
  API_ERROR(&api, "NoSuchNamespaceException", "n");
  api_close(&api);
}

static void test_no_default_warehouse(void)
{
  struct api api;

  API_OPEN(&api, &(struct api_options){.second_warehouse = "only", .no_default_warehouse = true});
  API_GET(&api, 400, "/v1/config");
  API_ERROR(&api, "BadRequestException", "warehouse");
  API_GET(&api, 200, "/v1/config?warehouse=only");
  API_TEXT(&api, "/overrides/prefix", "only");
  API_GET(&api, 404, "/v1/namespaces");
  API_ERROR(&api, "NoSuchWarehouseException", "prefix");
  API_GET(&api, 200, "/v1/only/namespaces");
  api_close(&api);
}

/* Report P11. */
/* TESTS config/getConfig/no-prefix-in-path */
static void test_config_below_prefix(void)
{
  struct api api;

  API_OPEN(&api, &(struct api_options){.second_warehouse = "foo"});
  API_GET(&api, 404, "/v1/foo/config");
  API_ERROR(&api, "NoSuchRouteException", "/v1/foo/config");
  API_GET(&api, 404, "/v1/bar/config");
  API_GET(&api, 404, "/config");
  api_close(&api);
}

/* TESTS names/separator-advertised */
static void test_separator(void)
{
  struct api api;

  API_OPEN(&api, &(struct api_options){.separator = "%2E"});
  API_GET(&api, 200, "/v1/config");
  API_JSON(&api, "/overrides", "{'namespace-separator':'%2E'}");
  api_close(&api);
}

int main(void)
{
  TEST_RUN(test_default);
  TEST_RUN(test_endpoints);
  TEST_RUN(test_listed_are_served);
  TEST_RUN(test_unknown_warehouse);
  TEST_RUN(test_warehouse_by_uri);
  TEST_RUN(test_prefix);
  TEST_RUN(test_prefixes_are_apart);
  TEST_RUN(test_unknown_prefix);
  TEST_RUN(test_prefix_named_namespaces);
  TEST_RUN(test_no_default_warehouse);
  TEST_RUN(test_config_below_prefix);
  TEST_RUN(test_separator);
  return test_end();
}
