/* Pages of the two listings. */
#include "kit/api.h"
#include "unit/test.h"

static void make_namespaces(struct api *api, int count)
{
  for (int i = 0; i < count; i++)
    API_POST(api, 200, "/v1/namespaces", "{'namespace':['n%03d']}", i);
}

/* The target of the page behind the last answer. */
static const char *next(struct api *api, const char *target)
{
  const char *token = api_get_text(api, "/next-page-token");

  return api_text(api, "%s%cpageToken=%s", target, strchr(target, '?') == NULL ? '?' : '&',
                  api_encode(api, berg_span_of(token)));
}

/* Report P30. */
/* TESTS paging/no-token-all */
/* TESTS paging/empty-token-first */
static void test_only_when_asked(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  make_namespaces(&api, 150);
  API_GET(&api, 200, "/v1/namespaces");
  API_COUNT(&api, "/namespaces", 150);
  API_JSON(&api, "/next-page-token", "null");
  API_GET(&api, 200, "/v1/namespaces?pageToken=");
  API_TEXT(&api, "/namespaces/0/0", "n000");
  CHECK(api_get_count(&api, "/namespaces") > 0);
  const char *first = api_get_json(&api, "/namespaces");
  API_GET(&api, 200, "/v1/namespaces?pageToken");
  API_JSON(&api, "/namespaces", first);
  api_close(&api);
}

/* TESTS paging/page-size-bound */
/* TESTS paging/last-page-null */
/* TESTS paging/never-empty-token */
/* TESTS paging/unique */
static void test_walk(void)
{
  struct api api;
  int64_t seen = 0;
  int pages = 0;

  API_OPEN(&api, NULL);
  make_namespaces(&api, 150);
  const char *target = "/v1/namespaces?pageSize=7&pageToken=";
  do {
    API_GET(&api, 200, target);
    for (int64_t i = 0; i < api_get_count(&api, "/namespaces"); i++)
      API_TEXT(&api, api_text(&api, "/namespaces/%d/0", (int)i), api_text(&api, "n%03d", (int)(seen + i)));
    seen += api_get_count(&api, "/namespaces");
    CHECK(api_get_count(&api, "/namespaces") <= 7);
    pages++;
    target = next(&api, "/v1/namespaces?pageSize=7");
  } while (api_get_text(&api, "/next-page-token")[0] != '\0' && pages < 100);
  API_JSON(&api, "/next-page-token", "null");
  CHECK_INT(seen, 150);
  CHECK_INT(pages, 22);
  api_close(&api);
}

/* The last page is full: nothing follows, and nobody has to ask for an empty page. */
static void test_exact_last_page(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  make_namespaces(&api, 4);
  API_GET(&api, 200, "/v1/namespaces?pageToken=&pageSize=2");
  API_COUNT(&api, "/namespaces", 2);
  API_GET(&api, 200, next(&api, "/v1/namespaces?pageSize=2"));
  API_JSON(&api, "", "{'namespaces':[['n002'],['n003']],'next-page-token':null}");
  API_GET(&api, 200, "/v1/namespaces?pageToken=&pageSize=4");
  API_JSON(&api, "/next-page-token", "null");
  api_close(&api);
}

/* TESTS paging/page-size-invalid */
/* TESTS paging/page-size-limit */
static void test_page_size(void)
{
  static const char *const BAD[] = {"0", "-1", "1.0", "1e3", "x", "", "%31x", "99999999999999999999", "+5"};
  struct api api;

  API_OPEN(&api, &(struct api_options){.page_size_max = 10});
  make_namespaces(&api, 15);
  for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
    API_GET(&api, 400, api_text(&api, "/v1/namespaces?pageToken=&pageSize=%s", BAD[i]));
    API_ERROR(&api, "BadRequestException", "pageSize");
  }
  API_GET(&api, 400, "/v1/namespaces?pageSize=5&pageSize=5&pageToken=");
  API_GET(&api, 200, "/v1/namespaces?pageToken=&pageSize=9223372036854775807");
  API_COUNT(&api, "/namespaces", 10);
  CHECK(api_get_text(&api, "/next-page-token")[0] != '\0');
  API_GET(&api, 200, "/v1/namespaces?pageToken=&pageSize=1");
  API_COUNT(&api, "/namespaces", 1);
  api_close(&api);
}

/* pageSize without pageToken: the client did not ask for pages. */
/* TESTS paging/no-token-all */
static void test_size_without_token(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  make_namespaces(&api, 15);
  API_GET(&api, 200, "/v1/namespaces?pageSize=5");
  API_COUNT(&api, "/namespaces", 15);
  API_JSON(&api, "/next-page-token", "null");
  API_GET(&api, 400, "/v1/namespaces?pageSize=0");
  api_close(&api);
}

/* TESTS paging/bad-token */
static void test_bad_token(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  make_namespaces(&api, 3);
  API_NAMESPACE(&api, "p");
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['p','q']}");
  API_TABLE(&api, "p", "t", "");
  API_GET(&api, 200, "/v1/namespaces?pageToken=&pageSize=1");
  const char *token = api_get_text(&api, "/next-page-token");
  static const char *const GARBLED[] = {"x", "0", "10", "%00", "AAAA", "////", "%FF"};
  for (size_t i = 0; i < sizeof GARBLED / sizeof GARBLED[0]; i++) {
    API_GET(&api, 400, api_text(&api, "/v1/namespaces?pageToken=%s", GARBLED[i]));
    API_ERROR(&api, "BadRequestException", "");
  }
  for (size_t i = 0; token[i] != '\0'; i++) { /* each single byte of it counts */
    char *changed = (char *)(uintptr_t)api_text(&api, "%s", token);
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    API_GET(&api, 400, api_text(&api, "/v1/namespaces?pageToken=%s", changed));
  }
  API_GET(&api, 400, api_text(&api, "/v1/namespaces?pageToken=%.*s", (int)strlen(token) - 1, token));
  API_GET(&api, 400, api_text(&api, "/v1/namespaces?pageToken=%sA", token));
  API_GET(&api, 200, api_text(&api, "/v1/namespaces?pageToken=%s", token));
  API_GET(&api, 400, api_text(&api, "/v1/namespaces?parent=p&pageToken=%s", token));
  API_GET(&api, 400, api_text(&api, "/v1/namespaces/p/tables?pageToken=%s", token));
  API_ERROR(&api, "BadRequestException", "");
  api_close(&api);
}

/* A token of one warehouse is none of another. */
static void test_token_of_other_warehouse(void)
{
  struct api api;

  API_OPEN(&api, &(struct api_options){.second_warehouse = "w"});
  make_namespaces(&api, 3);
  API_POST(&api, 200, "/v1/w/namespaces", "{'namespace':['n']}");
  API_GET(&api, 200, "/v1/namespaces?pageToken=&pageSize=1");
  API_GET(&api, 400, next(&api, "/v1/w/namespaces"));
  api_close(&api);
}

/* TESTS paging/stable */
static void test_changes_between_pages(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  make_namespaces(&api, 10);
  API_GET(&api, 200, "/v1/namespaces?pageToken=&pageSize=4");
  API_JSON(&api, "/namespaces", "[['n000'],['n001'],['n002'],['n003']]");
  const char *second = next(&api, "/v1/namespaces?pageSize=4");
  API_DELETE(&api, 204, "/v1/namespaces/n001");
  API_DELETE(&api, 204, "/v1/namespaces/n003"); /* the one that the token names */
  API_DELETE(&api, 204, "/v1/namespaces/n005");
  API_NAMESPACE(&api, "a");
  API_NAMESPACE(&api, "n006a");
  API_GET(&api, 200, second);
  API_JSON(&api, "/namespaces", "[['n004'],['n006'],['n006a'],['n007']]");
  API_GET(&api, 200, next(&api, "/v1/namespaces?pageSize=4"));
  API_JSON(&api, "", "{'namespaces':[['n008'],['n009']],'next-page-token':null}");
  API_GET(&api, 200, second); /* a page can be asked for again */
  API_COUNT(&api, "/namespaces", 4);
  api_close(&api);
}

/* Children of one namespace are not mixed with those of its neighbours, page by page. */
static void test_children(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "a");
  API_NAMESPACE(&api, "a!");
  API_NAMESPACE(&api, "b");
  for (int i = 0; i < 5; i++) {
    API_POST(&api, 200, "/v1/namespaces", "{'namespace':['a','c%d']}", i);
    API_POST(&api, 200, "/v1/namespaces", "{'namespace':['a','c%d','deep']}", i);
    API_POST(&api, 200, "/v1/namespaces", "{'namespace':['a!','x%d']}", i);
    API_POST(&api, 200, "/v1/namespaces", "{'namespace':['b','x%d']}", i);
  }
  API_GET(&api, 200, "/v1/namespaces?parent=a&pageToken=&pageSize=3");
  API_JSON(&api, "/namespaces", "[['a','c0'],['a','c1'],['a','c2']]");
  API_GET(&api, 200, next(&api, "/v1/namespaces?parent=a&pageSize=3"));
  API_JSON(&api, "", "{'namespaces':[['a','c3'],['a','c4']],'next-page-token':null}");
  API_GET(&api, 200, "/v1/namespaces?pageToken=&pageSize=1");
  API_JSON(&api, "/namespaces", "[['a']]");
  API_GET(&api, 200, next(&api, "/v1/namespaces?pageSize=1"));
  API_JSON(&api, "/namespaces", "[['a!']]");
  api_close(&api);
}

/* TESTS tables/listTables/answer */
static void test_tables(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  API_NAMESPACE(&api, "m");
  API_GET(&api, 200, "/v1/namespaces/n/tables?pageToken=&pageSize=2"); /* TESTS tables/listTables/empty */
  API_JSON(&api, "", "{'identifiers':[],'next-page-token':null}");
  for (int i = 0; i < 5; i++)
    API_TABLE(&api, "n", api_text(&api, "t%d", i), "");
  API_TABLE(&api, "m", "other", "");
  API_GET(&api, 200, "/v1/namespaces/n/tables?pageToken=&pageSize=2");
  API_JSON(&api, "/identifiers", "[{'namespace':['n'],'name':'t0'},{'namespace':['n'],'name':'t1'}]");
  const char *second = next(&api, "/v1/namespaces/n/tables?pageSize=2");
  API_GET(&api, 400, next(&api, "/v1/namespaces/m/tables?pageSize=2"));
  API_DELETE(&api, 204, "/v1/namespaces/n/tables/t1");
  API_DELETE(&api, 204, "/v1/namespaces/n/tables/t2");
  API_GET(&api, 200, second);
  API_JSON(&api, "",
           "{'identifiers':[{'namespace':['n'],'name':'t3'},{'namespace':['n'],'name':'t4'}],"
           "'next-page-token':null}");
  API_GET(&api, 200, "/v1/namespaces/n/tables");
  API_COUNT(&api, "/identifiers", 3);
  API_JSON(&api, "/next-page-token", "null");
  api_close(&api);
}

/* A token outlives the server. */
static void test_token_after_restart(void)
{
  struct api api;

  API_OPEN(&api, &(struct api_options){.on_disk = true});
  make_namespaces(&api, 3);
  API_GET(&api, 200, "/v1/namespaces?pageToken=&pageSize=1");
  const char *second = next(&api, "/v1/namespaces?pageSize=1");
  api_restart(&api);
  API_GET(&api, 200, second);
  API_JSON(&api, "/namespaces", "[['n001']]");
  api_close(&api);
}

int main(void)
{
  TEST_RUN(test_only_when_asked);
  TEST_RUN(test_walk);
  TEST_RUN(test_exact_last_page);
  TEST_RUN(test_page_size);
  TEST_RUN(test_size_without_token);
  TEST_RUN(test_bad_token);
  TEST_RUN(test_token_of_other_warehouse);
  TEST_RUN(test_changes_between_pages);
  TEST_RUN(test_children);
  TEST_RUN(test_tables);
  TEST_RUN(test_token_after_restart);
  return test_end();
}
