/* Names in paths, queries and bodies: what is decoded, once, and what is not touched. */
#include "kit/api.h"
#include "unit/test.h"

#define COLUMN "'schema':{'type':'struct','fields':[{'id':1,'name':'id','required':true,'type':'long'}]}"

/* Report P01: a plus sign in a path is a plus sign. */
/* TESTS names/plus */
static void test_space_and_plus(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "a b");
  API_GET(&api, 404, "/v1/namespaces/a+b");
  API_NAMESPACE(&api, "a+b");
  API_GET(&api, 200, "/v1/namespaces/a%20b");
  API_JSON(&api, "/namespace", "['a b']");
  API_GET(&api, 200, "/v1/namespaces/a+b");
  API_JSON(&api, "/namespace", "['a+b']");
  API_GET(&api, 200, "/v1/namespaces/a%2Bb");
  API_JSON(&api, "/namespace", "['a+b']");
  API_GET(&api, 200, "/v1/namespaces?parent=a+b"); /* TESTS names/plus-in-query */
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['a b','of space']}");
  API_GET(&api, 200, "/v1/namespaces?parent=a+b");
  API_JSON(&api, "/namespaces", "[['a b','of space']]");
  API_GET(&api, 200, "/v1/namespaces?parent=a%2Bb");
  API_JSON(&api, "/namespaces", "[]");
  api_close(&api);
}

/* The setting for deployed Java clients: the literal name first, then the one with spaces. */
static void test_plus_is_space(void)
{
  struct api api;

  API_OPEN(&api, &(struct api_options){.plus_is_space = true});
  API_NAMESPACE(&api, "a b");
  API_GET(&api, 200, "/v1/namespaces/a+b");
  API_JSON(&api, "/namespace", "['a b']");
  API_TABLE(&api, "a+b", "t x", "");
  API_GET(&api, 200, "/v1/namespaces/a+b/tables/t+x");
  API_GET(&api, 404, "/v1/namespaces/a%2Bb");
  API_NAMESPACE(&api, "a+b");
  API_GET(&api, 200, "/v1/namespaces/a+b");
  API_JSON(&api, "/namespace", "['a+b']");
  api_close(&api);
}

/* Report P02. */
/* TESTS names/separator */
/* TESTS names/dots */
static void test_dot_is_no_separator(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "a");
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['a','b']}");
  API_GET(&api, 200, "/v1/namespaces/a%1Fb");
  API_JSON(&api, "/namespace", "['a','b']");
  API_GET(&api, 200, "/v1/namespaces/a%1fb");
  API_GET(&api, 404, "/v1/namespaces/a.b");
  API_NAMESPACE(&api, "a.b");
  API_GET(&api, 200, "/v1/namespaces/a.b");
  API_JSON(&api, "/namespace", "['a.b']");
  API_GET(&api, 200, "/v1/namespaces/a%2Eb");
  API_JSON(&api, "/namespace", "['a.b']");
  api_close(&api);
}

/* TESTS names/separator */
/* TESTS names/separator-advertised */
/* TESTS names/split-before-decode */
/* TESTS namespaces/listNamespaces/parent-separators */
static void test_advertised_separator(void)
{
  struct api api;

  API_OPEN(&api, &(struct api_options){.separator = "%2E"});
  API_NAMESPACE(&api, "a");
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['a','b']}");
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['a','b','c']}");
  API_GET(&api, 200, "/v1/namespaces/a%2Eb");
  API_JSON(&api, "/namespace", "['a','b']");
  API_GET(&api, 200, "/v1/namespaces/a%1Fb");
  API_JSON(&api, "/namespace", "['a','b']");
  API_GET(&api, 200, "/v1/namespaces?parent=a%1Fb");
  API_JSON(&api, "/namespaces", "[['a','b','c']]");
  API_GET(&api, 200, "/v1/namespaces?parent=a.b");
  API_JSON(&api, "/namespaces", "[['a','b','c']]");
  API_NAMESPACE(&api, "x.y");
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['x.y','z']}");
  API_GET(&api, 200, "/v1/namespaces/x%2Ey%1Fz");
  API_JSON(&api, "/namespace", "['x.y','z']");
  api_close(&api);
}

/* Report P03. */
static void test_separator_everywhere(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "a");
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['a','b']}");
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['a','b','c']}");
  API_TABLE(&api, "a%1Fb", "t", "");
  API_GET(&api, 200, "/v1/namespaces/a%1Fb/tables");
  API_JSON(&api, "/identifiers", "[{'namespace':['a','b'],'name':'t'}]");
  API_GET(&api, 200, "/v1/namespaces?parent=a%1Fb");
  API_JSON(&api, "/namespaces", "[['a','b','c']]");
  API_HEAD(&api, 204, "/v1/namespaces/a%1Fb/tables/t");
  API_DELETE(&api, 204, "/v1/namespaces/a%1Fb/tables/t");
  api_close(&api);
}

/* Report P04. */
/* TESTS names/decode-once */
static void test_decoded_once(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  API_POST(&api, 200, "/v1/namespaces/n/tables", "{'name':'a%%2Fb'," COLUMN "}");
  API_GET(&api, 200, "/v1/namespaces/n/tables/a%252Fb");
  API_GET(&api, 404, "/v1/namespaces/n/tables/a%2Fb");
  API_ERROR(&api, "NoSuchTableException", "n.a/b");
  API_POST(&api, 200, "/v1/namespaces/n/tables", "{'name':'a/b'," COLUMN "}");
  API_GET(&api, 200, "/v1/namespaces/n/tables/a%2Fb");
  API_GET(&api, 200, "/v1/namespaces/n/tables");
  API_JSON(&api, "/identifiers", "[{'namespace':['n'],'name':'a%2Fb'},{'namespace':['n'],'name':'a/b'}]");
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['x%%1Fy']}");
  API_GET(&api, 200, "/v1/namespaces/x%251Fy");
  API_JSON(&api, "/namespace", "['x%1Fy']");
  API_GET(&api, 404, "/v1/namespaces/x%1Fy");
  API_GET(&api, 200, "/v1/namespaces?parent=x%251Fy");
  api_close(&api);
}

/* Report P08. */
/* TESTS names/dot-segments */
static void test_dots_in_table_names(void)
{
  static const char *const DOTS[][2] = {{".", "%2E"}, {"..", "%2E%2E"}, {"..", ".."}, {".", "."}};
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n__1-2");
  API_TABLE(&api, "n__1-2", "a.b.v1.c", "");
  API_GET(&api, 200, "/v1/namespaces/n__1-2/tables");
  API_JSON(&api, "/identifiers", "[{'namespace':['n__1-2'],'name':'a.b.v1.c'}]");
  API_GET(&api, 200, "/v1/namespaces/n__1-2/tables/a.b.v1.c");
  API_DELETE(&api, 204, "/v1/namespaces/n__1-2/tables/a.b.v1.c");
  for (size_t i = 0; i < sizeof DOTS / sizeof DOTS[0]; i++) {
    const char *target = api_text(&api, "/v1/namespaces/n__1-2/tables/%s", DOTS[i][1]);
    API_GET(&api, 404, target);
    API_ERROR(&api, "NoSuchTableException", DOTS[i][0]);
    API_TABLE(&api, "n__1-2", DOTS[i][0], "");
    CHECK(strstr(api_get_text(&api, "/metadata/location"), "/./") == NULL);
    CHECK(strstr(api_get_text(&api, "/metadata/location"), "/..") == NULL);
    API_GET(&api, 200, target);
    API_DELETE(&api, 204, target);
  }
  api_close(&api);
}

/* The same for namespaces: a segment of dots is a name, not a step up. */
static void test_dots_in_namespaces(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_GET(&api, 404, "/v1/namespaces/..");
  API_ERROR(&api, "NoSuchNamespaceException", "..");
  API_NAMESPACE(&api, "..");
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['..','.']}");
  API_GET(&api, 200, "/v1/namespaces/%2E%2E%1F%2E");
  API_JSON(&api, "/namespace", "['..','.']");
  API_TABLE(&api, "..%1F.", "t", "");
  CHECK_INT(api_file_count(&api, "/wh/"), 1);
  API_GET(&api, 200, "/v1/namespaces/../tables");
  API_JSON(&api, "/identifiers", "[]");
  api_close(&api);
}

/* Report P10. */
/* TESTS names/opaque */
static void test_case_counts(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "Sales");
  API_TABLE(&api, "Sales", "Orders", "");
  API_GET(&api, 404, "/v1/namespaces/Sales/tables/orders");
  API_GET(&api, 404, "/v1/namespaces/sales");
  API_NAMESPACE(&api, "sales");
  API_GET(&api, 200, "/v1/namespaces");
  API_JSON(&api, "/namespaces", "[['Sales'],['sales']]");
  api_close(&api);
}

/* Report P10: beyond ASCII, and the two forms of one letter. */
static void test_unicode_is_opaque(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "\xC3\x84");  /* A with diaeresis */
  API_NAMESPACE(&api, "\xC3\xA4");  /* a with diaeresis */
  API_NAMESPACE(&api, "\xC3\xA9");  /* e acute, one code point */
  API_NAMESPACE(&api, "e\xCC\x81"); /* e acute, two code points */
  API_GET(&api, 200, "/v1/namespaces");
  API_JSON(&api, "/namespaces", "[['e\xCC\x81'],['\xC3\x84'],['\xC3\xA4'],['\xC3\xA9']]");
  API_GET(&api, 200, "/v1/namespaces/%C3%84");
  API_JSON(&api, "/namespace", "['\xC3\x84']");
  API_GET(&api, 200, "/v1/namespaces/e%cc%81");
  API_POST(&api, 200, "/v1/namespaces", "{'namespace':['\\u65e5\\ud83d\\ude00']}");
  API_GET(&api, 200, "/v1/namespaces/%E6%97%A5%F0%9F%98%80");
  API_TABLE(&api, "%E6%97%A5%F0%9F%98%80", "\xE6\x97\xA5", "");
  API_HEAD(&api, 204, "/v1/namespaces/%E6%97%A5%F0%9F%98%80/tables/%E6%97%A5");
  api_close(&api);
}

/* TESTS http/bad-escape */
/* TESTS http/nul-refused */
/* TESTS names/empty-level */
/* TESTS names/empty-table */
static void test_refused_paths(void)
{
  static const char *const TARGETS[] = {"/v1/namespaces/a%",           "/v1/namespaces/a%2",
                                        "/v1/namespaces/a%zz",         "/v1/namespaces/%00",
                                        "/v1/namespaces/a%00b",        "/v1/namespaces/%FF",
                                        "/v1/namespaces/%C3",          "/v1/namespaces/%ED%A0%80",
                                        "/v1/namespaces/a%1F",         "/v1/namespaces/%1Fa",
                                        "/v1/namespaces/a%1F%1Fb",     "/v1/namespaces/a%0A",
                                        "/v1/namespaces/n/tables/%zz", "/v1/namespaces/n/tables/%00",
                                        "/v1/namespaces/n/tables/%FF", "/v1/namespaces/n/tables/a%1Fb"};
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  for (size_t i = 0; i < sizeof TARGETS / sizeof TARGETS[0]; i++) {
    API_GET(&api, 400, TARGETS[i]);
    API_ERROR(&api, "BadRequestException", "");
    API_HEAD(&api, 400, TARGETS[i]);
    API_DELETE(&api, 400, TARGETS[i]);
  }
  api_close(&api);
}

/* TESTS names/empty-table */
/* TESTS names/control-bytes */
/* TESTS names/limits */
static void test_refused_table_names(void)
{
  static const char *const NAMES[] = {"", "\\u0000", "a\\u001fb", "\\n", "\\u007f"};
  struct api api;
  char name[257];

  memset(name, 'x', sizeof name);
  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  API_MARK(&api);
  for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
    API_POST(&api, 400, "/v1/namespaces/n/tables", "{'name':'%s'," COLUMN "}", NAMES[i]);
    API_ERROR(&api, "BadRequestException", "table name");
  }
  API_POST(&api, 400, "/v1/namespaces/n/tables", "{'name':'%.256s'," COLUMN "}", name);
  API_UNCHANGED(&api);
  API_POST(&api, 200, "/v1/namespaces/n/tables", "{'name':'%.255s'," COLUMN "}", name);
  api_close(&api);
}

/* TESTS names/metadata-table-probe */
static void test_metadata_table_probe(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  API_TABLE(&api, "n", "t", "");
  API_GET(&api, 404, "/v1/namespaces/n%1Ft/tables/files");
  API_ERROR(&api, "NoSuchTableException", "Table does not exist: n.t.files");
  api_close(&api);
}

int main(void)
{
  TEST_RUN(test_space_and_plus);
  TEST_RUN(test_plus_is_space);
  TEST_RUN(test_dot_is_no_separator);
  TEST_RUN(test_advertised_separator);
  TEST_RUN(test_separator_everywhere);
  TEST_RUN(test_decoded_once);
  TEST_RUN(test_dots_in_table_names);
  TEST_RUN(test_dots_in_namespaces);
  TEST_RUN(test_case_counts);
  TEST_RUN(test_unicode_is_opaque);
  TEST_RUN(test_refused_paths);
  TEST_RUN(test_refused_table_names);
  TEST_RUN(test_metadata_table_probe);
  return test_end();
}
