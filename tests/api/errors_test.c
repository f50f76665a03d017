/* Errors that belong to no operation, and what all of them share. */
#include "kit/api.h"
#include "unit/test.h"

/* Report P21. */
/* TESTS http/no-route */
static void test_no_route(void)
{
  static const char *const TARGETS[] = {"/",
                                        "/v1",
                                        "/v1/",
                                        "/v2/namespaces",
                                        "/v1/nonsense",
                                        "/v1/namespaces/n/nonsense",
                                        "/v1/namespaces/n/tables/t/x",
                                        "/v1/namespaces/",
                                        "/v1/namespaces//tables",
                                        "/v1//namespaces",
                                        "/v1/config/",
                                        "/V1/config",
                                        "/v1/Config",
                                        "/v1/namespaces/n/tables/"};
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  for (size_t i = 0; i < sizeof TARGETS / sizeof TARGETS[0]; i++) {
    API_GET(&api, 404, TARGETS[i]);
    API_ERROR(&api, "NoSuchRouteException", TARGETS[i]);
    API_POST(&api, 404, TARGETS[i], "{}");
  }
  api_close(&api);
}

/* Report P21. */
/* TESTS http/method-not-allowed */
/* TESTS http/cors-off */
static void test_method_not_allowed(void)
{
  static const char *const CASES[][3] = {
      {"PATCH", "/v1/namespaces/n", "GET, HEAD, DELETE"},
      {"POST", "/v1/namespaces/n", "GET, HEAD, DELETE"},
      {"PUT", "/v1/namespaces", "GET, POST"},
      {"HEAD", "/v1/namespaces", "GET, POST"},
      {"POST", "/v1/config", "GET"},
      {"HEAD", "/v1/config", "GET"},
      {"OPTIONS", "/v1/namespaces/n/tables", "GET, POST"},
      {"DELETE", "/v1/namespaces/n/tables", "GET, POST"},
      {"PUT", "/v1/namespaces/n/tables/t", "GET, HEAD, POST, DELETE"},
      {"GET", "/v1/namespaces/n/properties", "POST"},
      {"BREW", "/v1/config", "GET"},
  };
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    API_SEND(&api, CASES[i][0], CASES[i][1], berg_span_of(""));
    CHECK_INT(api.code, 405);
    API_HEADER(&api, "Allow", CASES[i][2]);
    if (strcmp(CASES[i][0], "HEAD") != 0)
      API_ERROR(&api, "MethodNotAllowedException", CASES[i][0]);
  }
  api_close(&api);
}

/* Reports P17 and P18. */
/* TESTS http/head-no-body */
/* TESTS http/head-status */
/* TESTS http/no-content */
static void test_head(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_HEAD(&api, 404, "/v1/namespaces/none");
  API_HEAD(&api, 404, "/v1/namespaces/none/tables/x");
  API_HEAD(&api, 404, "/v1/nonsense");
  API_NAMESPACE(&api, "n");
  API_HEAD(&api, 404, "/v1/namespaces/n/tables/x");
  API_TABLE(&api, "n", "x", "");
  API_HEAD(&api, 204, "/v1/namespaces/n");
  CHECK_INT(api.body.len, 0);
  CHECK(api.content_type == NULL);
  API_HEAD(&api, 204, "/v1/namespaces/n/tables/x");
  CHECK_INT(api.body.len, 0);
  CHECK(api.content_type == NULL);
  api_close(&api);
}

/* Report P20. */
/* TESTS errors/envelope */
/* TESTS errors/code-is-status */
/* TESTS errors/type-dispatch */
/* TESTS errors/missing-kind */
/* TESTS errors/table-in-missing-namespace */
/* TESTS tables/listTables/missing-namespace */
static void test_what_is_missing(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "ok");
  API_GET(&api, 404, "/v1/namespaces/none");
  API_ERROR(&api, "NoSuchNamespaceException", "Namespace does not exist: none");
  API_COUNT(&api, "", 1);
  API_COUNT(&api, "/error", 3);
  API_GET(&api, 404, "/v1/namespaces/ok/tables/none");
  API_ERROR(&api, "NoSuchTableException", "Table does not exist: ok.none");
  API_GET(&api, 404, "/v1/namespaces/none/tables/t");
  API_ERROR(&api, "NoSuchTableException", "Table does not exist: none.t");
  API_DELETE(&api, 404, "/v1/namespaces/none/tables/t");
  API_ERROR(&api, "NoSuchTableException", "Table does not exist: none.t");
  API_POST(&api, 404, "/v1/namespaces/none/tables/t", "{'requirements':[],'updates':[]}");
  API_ERROR(&api, "NoSuchTableException", "Table does not exist: none.t");
  API_HEAD(&api, 404, "/v1/namespaces/none/tables/t");
  API_GET(&api, 404, "/v1/namespaces/none/tables");
  API_ERROR(&api, "NoSuchNamespaceException", "Namespace does not exist: none");
  API_POST(&api, 404, "/v1/namespaces/none/tables",
           "{'name':'t','schema':{'type':'struct','fields':[{'id':1,'name':'id','required':true,'type':'long'}]}}");
  API_ERROR(&api, "NoSuchNamespaceException", "Namespace does not exist: none");
  api_close(&api);
}

/* Report P80. */
/* TESTS http/content-type-json */
/* TESTS http/content-type-other */
static void test_content_type(void)
{
  static const char *const READ[] = {"application/json", "application/json; charset=utf-8", "application/JSON",
                                     "application/json;charset=UTF-8"};
  static const char *const REFUSED[] = {"text/plain", "application/jsonx", "application/x-www-form-urlencoded", ""};
  struct api api;

  API_OPEN(&api, NULL);
  for (size_t i = 0; i < sizeof READ / sizeof READ[0]; i++) {
    api_header(&api, "Content-Type", READ[i]);
    API_POST(&api, 200, "/v1/namespaces", "{'namespace':['n%d']}", (int)i);
  }
  API_MARK(&api);
  for (size_t i = 0; i < sizeof REFUSED / sizeof REFUSED[0]; i++) {
    api_header(&api, "Content-Type", REFUSED[i]);
    API_POST(&api, 415, "/v1/namespaces", "{'namespace':['m']}");
    API_ERROR(&api, "UnsupportedMediaTypeException", "application/json");
  }
  api.no_content_type = true;
  API_POST(&api, 415, "/v1/namespaces", "{'namespace':['m']}");
  API_ERROR(&api, "UnsupportedMediaTypeException", "Content-Type");
  API_UNCHANGED(&api);
  api_close(&api);
}

/* TESTS http/content-type-no-body */
/* TESTS http/accept-ignored */
/* TESTS http/response-content-type */
static void test_headers_without_body(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  api_header(&api, "Content-Type", "text/plain");
  api_header(&api, "Accept", "text/html");
  API_GET(&api, 200, "/v1/namespaces/n");
  CHECK_TEXT(berg_span_of(api.content_type), "application/json");
  api_header(&api, "Accept", "text/html");
  API_GET(&api, 404, "/v1/namespaces/m");
  CHECK_TEXT(berg_span_of(api.content_type), "application/json");
  api_header(&api, "Content-Type", "text/plain");
  API_DELETE(&api, 204, "/v1/namespaces/n");
  api_close(&api);
}

/* TESTS http/body-too-large */
static void test_body_too_large(void)
{
  struct api api;

  API_OPEN(&api, &(struct api_options){.body_max_bytes = 100});
  API_POST(&api, 413, "/v1/namespaces", "{'namespace':['n']}%100s", "");
  API_ERROR(&api, "ContentTooLargeException", "100");
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['n']}%81s", "");
  api_close(&api);
}

/* TESTS json/malformed */
/* TESTS json/not-utf8 */
static void test_malformed(void)
{
  static const char *const BODIES[] = {"",
                                       " ",
                                       "null",
                                       "[]",
                                       "not json",
                                       "{'namespace':['n']",
                                       "{'namespace':['n']}}",
                                       "{'namespace':['n']} x",
                                       "{'namespace':['n'],}",
                                       "{'namespace':['n' 'm']}",
                                       "\xEF\xBB\xBF{'namespace':['n']}",
                                       "{'namespace':['\xFF']}",
                                       "{'namespace':['\\ud800']}",
                                       "{'namespace':['\\x']}",
                                       "{'namespace':['a\tb']}"};
  struct api api;

  API_OPEN(&api, NULL);
  API_MARK(&api);
  for (size_t i = 0; i < sizeof BODIES / sizeof BODIES[0]; i++) {
    API_POST(&api, 400, "/v1/namespaces", "%s", BODIES[i]);
    API_ERROR(&api, "BadRequestException", "");
  }
  API_SEND(&api, "POST", "/v1/namespaces", BERG_SPAN("{\"namespace\":[\"n\"]}\0"));
  CHECK_INT(api.code, 400);
  API_UNCHANGED(&api);
  api_close(&api);
}

/* TESTS json/schema */
/* TESTS json/duplicate-member */
/* TESTS json/unknown-member */
static void test_members(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_POST(&api, 400, "/v1/namespaces", "{'properties':{}}");
  API_ERROR(&api, "BadRequestException", "namespace");
  API_POST(&api, 400, "/v1/namespaces", "{'namespace':null}"); /* TESTS json/null-required */
  API_ERROR(&api, "BadRequestException", "namespace");
  API_POST(&api, 400, "/v1/namespaces", "{'namespace':['a'],'properties':{'k':1}}");
  API_ERROR(&api, "BadRequestException", "properties/k");
  API_POST(&api, 400, "/v1/namespaces", "{'namespace':['a'],'namespace':['b']}");
  API_ERROR(&api, "BadRequestException", "namespace");
  API_POST(&api, 400, "/v1/namespaces", "{'namespace':['a'],'properties':{'k':'1','\\u006b':'2'}}");
  API_ERROR(&api, "BadRequestException", "k");
  API_POST(&api, 400, "/v1/namespaces", "{'namespace':['a'],'x':{'y':1,'y':2}}");
  API_GET(&api, 404, "/v1/namespaces/a");
  API_POST(&api, 200, "/v1/namespaces", "{'x':[1,{'y':null}],'namespace':['a'],'z':-1.5e300}");
  API_JSON(&api, "", "{'namespace':['a'],'properties':{}}");
  api_close(&api);
}

/* A deep member that nobody reads (the analogue in reports.md behind P86) and one that is read. */
/* TESTS json/depth */
static void test_depth(void)
{
  struct api api;
  const size_t depth = 10000;
  char *open = malloc(depth + 1);
  char *close = malloc(depth + 1);

  memset(open, '[', depth);
  memset(close, ']', depth);
  open[depth] = close[depth] = '\0';
  API_OPEN(&api, NULL);
  API_MARK(&api);
  API_POST(&api, 400, "/v1/namespaces", "{'namespace':['n'],'x':%s%s}", open, close);
  API_ERROR(&api, "BadRequestException", "deep");
  API_POST(&api, 400, "/v1/namespaces", "%s", open);
  API_POST(&api, 400, "/v1/namespaces", "{'namespace':%s%s}", open, close);
  API_UNCHANGED(&api);
  api_close(&api);
  free(open);
  free(close);
}

/* A message quotes what was sent, without what could break a terminal or the answer's JSON. */
/* TESTS errors/no-internals */
static void test_messages_are_printable(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_GET(&api, 404, "/v1/namespaces/%22%5C%3Cscript%3E");
  API_ERROR(&api, "NoSuchNamespaceException", "\"\\<script>");
  API_SEND(&api, "GET", "/v1/\x1b[31m\x07", berg_span_of(""));
  CHECK_INT(api.code, 404);
  CHECK(memchr(api.body.bytes, 0x1b, api.body.len) == NULL);
  api_close(&api);
}

/* What is quoted need not be text; the answer is JSON all the same (the kit parses it). */
static void test_messages_are_text(void)
{
  static const char *const TARGETS[] = {"/v1/\xFF",
                                        "/v1/namespaces/\xFF",
                                        "/v1/namespaces/n/tables/%FF%C3",
                                        "/v1/config?warehouse=%FF",
                                        "/v1/config?warehouse=\xC3",
                                        "/v1/\xFF/namespaces",
                                        "/v1/namespaces?pageSize=%FF",
                                        "/v1/namespaces?pageToken=%FF",
                                        "/v1/namespaces?parent=%FF"};
  struct api api;
  char name[256] = "";

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  for (size_t i = 0; i < sizeof TARGETS / sizeof TARGETS[0]; i++)
    CHECK(API_SEND(&api, "GET", TARGETS[i], berg_span_of("")) >= 400);
  API_DELETE(&api, 400, "/v1/namespaces/n/tables/t?purgeRequested=%FF");
  api_header(&api, "Content-Type", "text/\xFF");
  API_POST(&api, 415, "/v1/namespaces", "{'namespace':['n']}");
  for (size_t i = 0; i < 3; i++) { /* a message that is too long is not cut inside a character */
    memset(name, 'x', i);
    for (size_t at = i; at + 3 <= 255; at += 3)
      memcpy(name + at, "\xE6\x97\xA5", 4);
    API_POST(&api, 404, "/v1/namespaces", "{'namespace':['%s','%s','x']}", name, name);
    API_GET(&api, 404, api_text(&api, "/v1/namespaces/%s%%1F%s%%1F%s", name, name, name));
    API_POST(&api, 400, "/v1/namespaces", "{'namespace':['n'],'properties':{'%s':{'%s':1}}}", name, name);
  }
  api_close(&api);
}

int main(void)
{
  TEST_RUN(test_no_route);
  TEST_RUN(test_method_not_allowed);
  TEST_RUN(test_head);
  TEST_RUN(test_what_is_missing);
  TEST_RUN(test_content_type);
  TEST_RUN(test_headers_without_body);
  TEST_RUN(test_body_too_large);
  TEST_RUN(test_malformed);
  TEST_RUN(test_members);
  TEST_RUN(test_depth);
  TEST_RUN(test_messages_are_printable);
  TEST_RUN(test_messages_are_text);
  return test_end();
}
