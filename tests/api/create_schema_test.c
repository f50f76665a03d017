/* createTable: schemas, types, partition specs and sort orders. */
#include "kit/api.h"
#include "unit/test.h"

#define TABLES "/v1/namespaces/n/tables"
#define FIELD(id, name, type) "{'id':" #id ",'name':'" name "','required':false,'type':" type "}"

/* A table of the format version with the schema fields; other members follow EXTRA. */
static void create(struct api *api, int line, int code, int version, const char *name, const char *fields,
                   const char *extra)
{
  api_expect_body(api, __FILE__, line, code, "POST", TABLES,
                  "{'name':'%s','properties':{'format-version':'%d'},'schema':{'type':'struct','fields':[%s]}%s}", name,
                  version, fields, extra);
}

/* TESTS tables/createTable/fresh-ids */
/* TESTS tables/createTable/last-column-id */
static void test_fresh_ids(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  create(&api, __LINE__, 200, 2, "t",
         "{'id':70,'name':'a','required':true,'type':'long'},"
         "{'id':5,'name':'s','required':false,'type':{'type':'struct','fields':["
         "{'id':6,'name':'x','required':true,'type':'int'},"
         "{'id':7,'name':'y','required':false,'type':{'type':'struct','fields':["
         "{'id':8,'name':'z','required':false,'type':'string'}]}}]}},"
         "{'id':9,'name':'l','required':false,'type':{'type':'list','element-id':10,'element-required':true,"
         "'element':'date'}},"
         "{'id':11,'name':'m','required':false,'type':{'type':'map','key-id':12,'key':'string','value-id':13,"
         "'value-required':false,'value':{'type':'list','element-id':14,'element-required':false,'element':'int'}}},"
         "{'id':2,'name':'b','required':false,'type':'string','doc':'last'}",
         "");
  API_JSON(&api, "/metadata/schemas/0",
           "{'type':'struct','schema-id':0,'fields':["
           "{'id':1,'name':'a','required':true,'type':'long'},"
           "{'id':2,'name':'s','required':false,'type':{'type':'struct','fields':["
           "{'id':6,'name':'x','required':true,'type':'int'},"
           "{'id':7,'name':'y','required':false,'type':{'type':'struct','fields':["
           "{'id':8,'name':'z','required':false,'type':'string'}]}}]}},"
           "{'id':3,'name':'l','required':false,'type':{'type':'list','element-id':9,'element-required':true,"
           "'element':'date'}},"
           "{'id':4,'name':'m','required':false,'type':{'type':'map','key-id':10,'key':'string','value-id':11,"
           "'value-required':false,'value':{'type':'list','element-id':12,'element-required':false,'element':'int'}}},"
           "{'id':5,'name':'b','required':false,'type':'string','doc':'last'}]}");
  API_INT(&api, "/metadata/last-column-id", 12);
  api_close(&api);
}

/* TESTS tables/createTable/rebind-ids */
/* TESTS tables/createTable/initial-ids */
static void test_rebind(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  API_POST(&api, 200, TABLES,
           "{'name':'t','schema':{'type':'struct','schema-id':7,'identifier-field-ids':[30,20],'fields':["
           "{'id':30,'name':'a','required':true,'type':'long'},{'id':20,'name':'b','required':true,'type':'string'},"
           "{'id':10,'name':'c','required':false,'type':{'type':'struct','fields':["
           "{'id':5,'name':'d','required':false,'type':'timestamptz'}]}}]},"
           "'partition-spec':{'spec-id':3,'fields':["
           "{'source-id':20,'field-id':77,'transform':'bucket[16]','name':'b_bucket'},"
           "{'source-id':5,'transform':'day','name':'d_day'}]},"
           "'write-order':{'order-id':9,'fields':["
           "{'source-id':5,'transform':'hour','direction':'desc','null-order':'nulls-last'},"
           "{'source-id':30,'transform':'identity','direction':'asc','null-order':'nulls-first'}]}}");
  API_JSON(&api, "/metadata/schemas/0/identifier-field-ids", "[1,2]");
  API_INT(&api, "/metadata/schemas/0/schema-id", 0);
  API_JSON(&api, "/metadata/partition-specs",
           "[{'spec-id':0,'fields':[{'source-id':2,'field-id':1000,'transform':'bucket[16]','name':'b_bucket'},"
           "{'source-id':4,'field-id':1001,'transform':'day','name':'d_day'}]}]");
  API_INT(&api, "/metadata/last-partition-id", 1001);
  API_INT(&api, "/metadata/default-spec-id", 0);
  API_JSON(&api, "/metadata/sort-orders",
           "[{'order-id':1,'fields':["
           "{'source-id':4,'transform':'hour','direction':'desc','null-order':'nulls-last'},"
           "{'source-id':1,'transform':'identity','direction':'asc','null-order':'nulls-first'}]}]");
  API_INT(&api, "/metadata/default-sort-order-id", 1);
  api_close(&api);
}

/* An order without fields is order 0 whatever it is called. */
static void test_unsorted(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  create(&api, __LINE__, 200, 2, "t", FIELD(1, "a", "'long'"),
         ",'write-order':{'order-id':5,'fields':[]},'partition-spec':{'spec-id':5,'fields':[]}");
  API_JSON(&api, "/metadata/sort-orders", "[{'order-id':0,'fields':[]}]");
  API_INT(&api, "/metadata/default-sort-order-id", 0);
  API_JSON(&api, "/metadata/partition-specs", "[{'spec-id':0,'fields':[]}]");
  api_close(&api);
}

/* TESTS tables/createTable/empty-schema */
static void test_empty_schema(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  create(&api, __LINE__, 200, 2, "t", "", "");
  API_JSON(&api, "/metadata/schemas/0/fields", "[]");
  API_INT(&api, "/metadata/last-column-id", 0);
  api_close(&api);
}

/* Report P47. */
/* TESTS metadata/write/canonical-types */
static void test_type_spellings(void)
{
  static const char *const DECIMALS[] = {"decimal(10,2)", "decimal(10, 2)", "decimal( 10 , 2 )"};
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  for (size_t i = 0; i < sizeof DECIMALS / sizeof DECIMALS[0]; i++) {
    create(&api, __LINE__, 200, 2, api_text(&api, "t%d", (int)i),
           api_text(&api, "{'id':1,'name':'a','required':false,'type':'%s'}", DECIMALS[i]), "");
    API_TEXT(&api, "/metadata/schemas/0/fields/0/type", "decimal(10, 2)");
  }
  create(&api, __LINE__, 200, 2, "f", FIELD(1, "a", "'fixed[ 16 ]'"), "");
  API_TEXT(&api, "/metadata/schemas/0/fields/0/type", "fixed[16]");
  /* the equal schema is found, however it is spelled */
  API_POST(&api, 200, TABLES "/t0",
           "{'requirements':[],'updates':[{'action':'add-schema','schema':{'type':'struct','fields':["
           "{'id':1,'name':'a','required':false,'type':'decimal( 10,2)'}]}}]}");
  API_COUNT(&api, "/metadata/schemas", 1);
  api_close(&api);
}

/* Reports P43 and P44. */
/* TESTS metadata/check/type-strings */
/* TESTS metadata/check/type-version */
static void test_types(void)
{
  static const struct {
    const char *type;
    const char *canonical; /* NULL: refused in every version */
    int since;
  } CASES[] = {
      {"boolean", "boolean", 1},
      {"int", "int", 1},
      {"long", "long", 1},
      {"float", "float", 1},
      {"double", "double", 1},
      {"date", "date", 1},
      {"time", "time", 1},
      {"timestamp", "timestamp", 1},
      {"timestamptz", "timestamptz", 1},
      {"string", "string", 1},
      {"uuid", "uuid", 1},
      {"binary", "binary", 1},
      {"decimal(38,38)", "decimal(38, 38)", 1},
      {"fixed[1]", "fixed[1]", 1},
      {"timestamp_ns", "timestamp_ns", 3},
      {"timestamptz_ns", "timestamptz_ns", 3},
      {"unknown", "unknown", 3},
      {"variant", "variant", 3},
      {"geometry", "geometry", 3},
      {"geometry(srid:4326)", "geometry(srid:4326)", 3},
      {"geography", "geography", 3},
      {"geography(srid:4326, karney)", "geography(srid:4326, karney)", 3},
      {"geometryX", NULL, 0},
      {"geometry(", NULL, 0},
      {"geometry()", NULL, 0},
      {"geography(a,b,c)", NULL, 0},
      {"geography(srid:4326,nonsense)", NULL, 0},
      {"decimal(39,2)", NULL, 0},
      {"decimal(0,0)", NULL, 0},
      {"decimal(2,3)", NULL, 0},
      {"decimal(10)", NULL, 0},
      {"decimal(10,2", NULL, 0},
      {"decimal(10,2)x", NULL, 0},
      {"decimal(99999999999,2)", NULL, 0},
      {"fixed[0]", NULL, 0},
      {"fixed[-1]", NULL, 0},
      {"fixed", NULL, 0},
      {"integer", NULL, 0},
      {"Long", NULL, 0},
      {"", NULL, 0},
      {"struct", NULL, 0},
  };
  struct api api;
  int made = 0;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    for (int version = 1; version <= 3; version++) {
      bool taken = CASES[i].canonical != NULL && version >= CASES[i].since;
      create(&api, __LINE__, taken ? 200 : 400, version, api_text(&api, "t%d", made++),
             api_text(&api, "{'id':1,'name':'col','required':false,'type':'%s'}", CASES[i].type), "");
      if (taken)
        API_TEXT(&api, "/metadata/schemas/0/fields/0/type", CASES[i].canonical);
      else
        API_ERROR(&api, "BadRequestException", "");
    }
  }
  api_close(&api);
}

/* Report P43: the object form. */
/* TESTS metadata/check/variant-is-string */
static void test_type_objects(void)
{
  static const char *const REFUSED[] = {"{'type':'variant'}",
                                        "{'type':'long'}",
                                        "{}",
                                        "{'type':'struct'}",
                                        "{'type':'list','element-id':2,'element':'int'}",
                                        "{'type':'list','element-id':2,'element-required':true}",
                                        "{'type':'map','key-id':2,'key':'string','value-id':3,'value':'int'}",
                                        "{'type':'struct','fields':{}}",
                                        "1",
                                        "null",
                                        "true",
                                        "['long']"};
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  API_MARK(&api);
  for (size_t i = 0; i < sizeof REFUSED / sizeof REFUSED[0]; i++) {
    create(&api, __LINE__, 400, 3, "t", api_text(&api, "{'id':1,'name':'col','required':false,'type':%s}", REFUSED[i]),
           "");
    API_ERROR(&api, "BadRequestException", "");
  }
  API_UNCHANGED(&api);
  api_close(&api);
}

/* TESTS metadata/check/default-version */
/* TESTS metadata/check/default-null-types */
/* TESTS metadata/check/default-values */
static void test_defaults(void)
{
  static const struct {
    int version;
    const char *field; /* behind the name */
    int code;
  } CASES[] = {
      {3, "'type':'int','initial-default':5,'write-default':6", 200},
      {2, "'type':'int','initial-default':5", 400},
      {3, "'type':'int','initial-default':'5'", 400},
      {3, "'type':'int','initial-default':2147483648", 400},
      {3, "'type':'long','initial-default':9223372036854775807", 200},
      {3, "'type':'long','initial-default':1.0", 400},
      {3, "'type':'string','initial-default':'x'", 200},
      {3, "'type':'string','initial-default':1", 400},
      {3, "'type':'boolean','initial-default':true", 200},
      {3, "'type':'date','initial-default':'2024-02-29'", 200},
      {3, "'type':'date','initial-default':'2023-02-29'", 400},
      {3, "'type':'decimal(4,2)','initial-default':'12.34'", 200},
      {3, "'type':'decimal(4,2)','initial-default':'123.45'", 400},
      {3, "'type':'uuid','initial-default':'f79c3e09-677c-4bbd-a479-3f349cb785e7'", 200},
      {3, "'type':'uuid','initial-default':'f79c'", 400},
      {3, "'type':'geometry','initial-default':'x'", 400},
      {3, "'type':'variant','initial-default':'x'", 400},
      {3, "'type':'unknown','initial-default':'x'", 400},
      {3, "'type':'geometry','initial-default':null", 200},
  };
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
    create(&api, __LINE__, CASES[i].code, CASES[i].version, api_text(&api, "t%d", (int)i),
           api_text(&api, "{'id':1,'name':'col','required':false,%s}", CASES[i].field), "");
  API_GET(&api, 200, TABLES "/t0");
  API_INT(&api, "/metadata/schemas/0/fields/0/initial-default", 5);
  API_INT(&api, "/metadata/schemas/0/fields/0/write-default", 6);
  API_GET(&api, 200, TABLES "/t4");
  API_INT(&api, "/metadata/schemas/0/fields/0/initial-default", INT64_MAX);
  api_close(&api);
}

/* TESTS tables/createTable/schema-invalid */
/* TESTS metadata/check/field-ids */
/* TESTS metadata/check/field-names */
/* TESTS metadata/check/identifier-fields */
/* TESTS metadata/check/unknown-optional */
static void test_schema_refused(void)
{
  static const struct {
    const char *schema; /* behind 'type':'struct' */
    const char *message;
  } CASES[] = {
      {"'fields':[" FIELD(1, "a", "'int'") "," FIELD(1, "b", "'int'") "]", "1"},
      {"'fields':[" FIELD(1, "a", "'int'") "," FIELD(2, "a", "'int'") "]", "a"},
      {"'fields':[" FIELD(1, "", "'int'") "]", "name"},
      {"'fields':[" FIELD(1, "a", "'int'") "],'identifier-field-ids':[2]", "identifier"},
      {"'fields':[" FIELD(1, "a", "'int'") "],'identifier-field-ids':[1]", "identifier"},
      {"'fields':[{'id':1,'name':'a','required':true,'type':'double'}],'identifier-field-ids':[1]", "identifier"},
      {"'fields':[{'id':1,'name':'a','required':true,'type':'unknown'}]", "a"},
      {"'fields':[" FIELD(1, "a", "{'type':'struct','fields':[{'id':1,'name':'b','required':false,'type':'int'}]}") "]",
       "1"},
  };
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  API_MARK(&api);
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    API_POST(&api, 400, TABLES, "{'name':'t','properties':{'format-version':'3'},'schema':{'type':'struct',%s}}",
             CASES[i].schema);
    API_ERROR(&api, "BadRequestException", CASES[i].message);
  }
  API_UNCHANGED(&api);
  api_close(&api);
}

/* TESTS tables/createTable/spec-invalid */
/* TESTS metadata/check/partition-fields */
/* TESTS metadata/check/partition-names */
/* TESTS metadata/check/partition-sources */
static void test_spec_refused(void)
{
  static const struct {
    const char *fields;
    int code;
  } CASES[] = {
      {"{'source-id':1,'transform':'identity','name':'p'}", 200},
      {"{'source-id':1,'transform':'identity','name':'id'}", 200},
      {"{'source-id':1,'transform':'bucket[4]','name':'id'}", 200}, /* the name of its source */
      {"{'source-id':1,'transform':'identity','name':'data'}", 400},
      {"{'source-id':9,'transform':'identity','name':'p'}", 400},
      {"{'source-id':1,'transform':'year','name':'p'}", 400},
      {"{'source-id':1,'transform':'void','name':'p'}", 200},
      {"{'source-id':1,'transform':'bucket[0]','name':'p'}", 400},
      {"{'source-id':1,'transform':'bucket[-1]','name':'p'}", 400},
      {"{'source-id':1,'transform':'truncate[10]','name':'p'}", 200},
      {"{'source-id':1,'transform':'sparkle','name':'p'}", 400},
      {"{'source-id':3,'transform':'identity','name':'p'}", 400}, /* a struct */
      {"{'source-id':4,'transform':'identity','name':'p'}", 200}, /* inside it */
      {"{'source-id':6,'transform':'identity','name':'p'}", 400}, /* inside a list */
      {"{'source-id':1,'transform':'identity','name':''}", 400},
      {"{'source-id':1,'transform':'identity','name':'p'},{'source-id':1,'transform':'bucket[2]','name':'p'}", 400},
      {"{'source-id':1,'transform':'identity','name':'p'},{'source-id':1,'transform':'bucket[2]','name':'q'}", 200},
  };
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    create(&api, __LINE__, CASES[i].code, 2, api_text(&api, "t%d", (int)i),
           FIELD(1, "id", "'long'") "," FIELD(2, "data", "'string'") "," FIELD(
               3, "s",
               "{'type':'struct','fields':[" FIELD(
                   4, "x",
                   "'int'") "]}") "," FIELD(5, "l",
                                            "{'type':'list','element-id':6,'element-required':true,'element':'int'}"),
           api_text(&api, ",'partition-spec':{'fields':[%s]}", CASES[i].fields));
    if (CASES[i].code == 400)
      API_ERROR(&api, "BadRequestException", "");
  }
  api_close(&api);
}

/* TESTS metadata/check/sort-fields */
static void test_order_refused(void)
{
  static const struct {
    const char *fields;
    int code;
  } CASES[] = {
      {"{'source-id':1,'transform':'identity','direction':'asc','null-order':'nulls-last'}", 200},
      {"{'source-id':9,'transform':'identity','direction':'asc','null-order':'nulls-last'}", 400},
      {"{'source-id':1,'transform':'day','direction':'asc','null-order':'nulls-last'}", 400},
      {"{'source-id':1,'transform':'identity','direction':'up','null-order':'nulls-last'}", 400},
      {"{'source-id':1,'transform':'identity','direction':'asc','null-order':'last'}", 400},
      {"{'source-id':1,'transform':'identity','direction':'asc'}", 400},
      {"{'source-id':1,'direction':'asc','null-order':'nulls-last'}", 400},
  };
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
    create(&api, __LINE__, CASES[i].code, 2, api_text(&api, "t%d", (int)i), FIELD(1, "id", "'long'"),
           api_text(&api, ",'write-order':{'order-id':1,'fields':[%s]}", CASES[i].fields));
  api_close(&api);
}

/* A schema type that nests 10,000 times (the analogue in reports.md behind P86). */
/* TESTS json/depth */
static void test_deep_type(void)
{
  const int depth = 10000;
  struct api api;
  struct berg_buffer type;

  berg_buffer_open(&type);
  for (int i = 0; i < depth; i++)
    berg_buffer_append_format(&type, "{'type':'list','element-id':%d,'element-required':false,'element':", i + 2);
  berg_buffer_append_text(&type, "'int'");
  for (int i = 0; i < depth; i++)
    berg_buffer_append_byte(&type, '}');
  berg_buffer_append_byte(&type, 0);
  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  API_MARK(&api);
  API_POST(&api, 400, TABLES,
           "{'name':'t','schema':{'type':'struct','fields':[{'id':1,'name':'a','required':false,'type':%s}]}}",
           (const char *)type.bytes);
  API_ERROR(&api, "BadRequestException", "deep");
  API_UNCHANGED(&api);
  api_close(&api);
  berg_buffer_close(&type);
}

/* Report P85, in a request: lists in maps in structs. */
static void test_nested_type(void)
{
  struct api api;

  API_OPEN(&api, NULL);
  API_NAMESPACE(&api, "n");
  create(&api, __LINE__, 200, 3, "t",
         FIELD(1, "a",
               "{'type':'list','element-id':2,'element-required':false,'element':{'type':'map','key-id':3,"
               "'key':'string','value-id':4,'value-required':false,'value':'variant'}}"),
         "");
  API_JSON(&api, "/metadata/schemas/0/fields/0/type",
           "{'type':'list','element-id':2,'element-required':false,'element':{'type':'map','key-id':3,"
           "'key':'string','value-id':4,'value-required':false,'value':'variant'}}");
  api_close(&api);
}

int main(void)
{
  TEST_RUN(test_fresh_ids);
  TEST_RUN(test_rebind);
  TEST_RUN(test_unsorted);
  TEST_RUN(test_empty_schema);
  TEST_RUN(test_type_spellings);
  TEST_RUN(test_types);
  TEST_RUN(test_type_objects);
  TEST_RUN(test_defaults);
  TEST_RUN(test_schema_refused);
  TEST_RUN(test_spec_refused);
  TEST_RUN(test_order_refused);
  TEST_RUN(test_deep_type);
  TEST_RUN(test_nested_type);
  return test_end();
}
