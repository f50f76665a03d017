/* Types: every text that is one, every text that is none, and the canonical form. */
#include "core/type.h"
#include "unit/test.h"

static struct berg_buffer formatted;

/* Parses TEXT and returns its canonical form; "?" when it is none. */
static struct berg_span canonical(const char *text)
{
  struct berg_type type;
  struct berg_problem problem;

  berg_problem_clear(&problem);
  berg_buffer_reset(&formatted);
  if (berg_type_parse(berg_span_of(text), &type, &problem) != BERG_OK)
    return BERG_SPAN("?");
  berg_type_format(&formatted, &type);
  return berg_buffer_span(&formatted);
}

static enum berg_type_kind kind_of(const char *text)
{
  struct berg_type type = {BERG_TYPE_MAP, 0, 0, {NULL, 0}, {NULL, 0}};

  CHECK_INT(berg_type_parse(berg_span_of(text), &type, NULL), BERG_OK);
  return type.kind;
}

/* TESTS metadata/check/type-strings */
static void test_plain_names(void)
{
  static const struct {
    const char *text;
    enum berg_type_kind kind;
    int32_t version;
  } plain[] = {
      {"boolean", BERG_TYPE_BOOLEAN, 1},
      {"int", BERG_TYPE_INT, 1},
      {"long", BERG_TYPE_LONG, 1},
      {"float", BERG_TYPE_FLOAT, 1},
      {"double", BERG_TYPE_DOUBLE, 1},
      {"date", BERG_TYPE_DATE, 1},
      {"time", BERG_TYPE_TIME, 1},
      {"timestamp", BERG_TYPE_TIMESTAMP, 1},
      {"timestamptz", BERG_TYPE_TIMESTAMPTZ, 1},
      {"string", BERG_TYPE_STRING, 1},
      {"uuid", BERG_TYPE_UUID, 1},
      {"binary", BERG_TYPE_BINARY, 1},
      {"unknown", BERG_TYPE_UNKNOWN, 3},
      {"variant", BERG_TYPE_VARIANT, 3},
      {"timestamp_ns", BERG_TYPE_TIMESTAMP_NS, 3},
      {"timestamptz_ns", BERG_TYPE_TIMESTAMPTZ_NS, 3},
      {"geometry", BERG_TYPE_GEOMETRY, 3},
      {"geography", BERG_TYPE_GEOGRAPHY, 3},
  };

  for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
    CHECK_INT(kind_of(plain[i].text), plain[i].kind);
    CHECK_TEXT(canonical(plain[i].text), plain[i].text);
    CHECK_TEXT(berg_type_name(plain[i].kind), plain[i].text);
    /* TESTS metadata/check/type-version */
    CHECK_INT(berg_type_min_format_version(plain[i].kind), plain[i].version);
    CHECK(!berg_type_is_nested(plain[i].kind));
  }
  CHECK_INT(berg_type_min_format_version(BERG_TYPE_DECIMAL), 1);
  CHECK_INT(berg_type_min_format_version(BERG_TYPE_FIXED), 1);
  CHECK_INT(berg_type_min_format_version(BERG_TYPE_STRUCT), 1);
  CHECK_INT(berg_type_min_format_version(BERG_TYPE_LIST), 1);
  CHECK_INT(berg_type_min_format_version(BERG_TYPE_MAP), 1);
}

static void test_nested_names(void)
{
  CHECK(berg_type_is_nested(BERG_TYPE_STRUCT));
  CHECK(berg_type_is_nested(BERG_TYPE_LIST));
  CHECK(berg_type_is_nested(BERG_TYPE_MAP));
  CHECK_TEXT(berg_type_name(BERG_TYPE_STRUCT), "struct");
  CHECK_TEXT(berg_type_name(BERG_TYPE_LIST), "list");
  CHECK_TEXT(berg_type_name(BERG_TYPE_MAP), "map");
  CHECK_TEXT(berg_type_name(BERG_TYPE_DECIMAL), "decimal");
  CHECK_TEXT(berg_type_name(BERG_TYPE_FIXED), "fixed");
}

/* TESTS metadata/check/type-strings, metadata/write/canonical-types */
static void test_parameters(void)
{
  struct berg_type type;

  CHECK_TEXT(canonical("decimal(10,2)"), "decimal(10, 2)");
  CHECK_TEXT(canonical("decimal(10, 2)"), "decimal(10, 2)");
  CHECK_TEXT(canonical("decimal( 10 , 2 )"), "decimal(10, 2)");
  CHECK_TEXT(canonical("decimal(\t10\t,\n2)"), "decimal(10, 2)");
  CHECK_TEXT(canonical("decimal(38,38)"), "decimal(38, 38)");
  CHECK_TEXT(canonical("decimal(1,0)"), "decimal(1, 0)");
  CHECK_TEXT(canonical("fixed[16]"), "fixed[16]");
  CHECK_TEXT(canonical("fixed[ 16 ]"), "fixed[16]");
  CHECK_TEXT(canonical("fixed[2147483647]"), "fixed[2147483647]");
  CHECK_INT(berg_type_parse(BERG_SPAN("decimal(9,2)"), &type, NULL), BERG_OK);
  CHECK_INT(type.kind, BERG_TYPE_DECIMAL);
  CHECK_INT(type.precision, 9);
  CHECK_INT(type.scale, 2);
  CHECK_INT(berg_type_parse(BERG_SPAN("fixed[16]"), &type, NULL), BERG_OK);
  CHECK_INT(type.kind, BERG_TYPE_FIXED);
  CHECK_INT(type.precision, 16);
}

/* TESTS metadata/check/type-strings */
static void test_geo_parameters(void)
{
  struct berg_type type;

  CHECK_TEXT(canonical("geometry(srid:4326)"), "geometry(srid:4326)");
  CHECK_TEXT(canonical("geometry( srid:4326 )"), "geometry(srid:4326)");
  CHECK_TEXT(canonical("geometry(a,b)"), "geometry(a,b)");
  CHECK_TEXT(canonical("geometry(a b)"), "geometry(a b)");
  CHECK_TEXT(canonical("geography(c, ANDOYER)"), "geography(c, andoyer)");
  CHECK_TEXT(canonical("geography(srid:4326)"), "geography(srid:4326)");
  CHECK_TEXT(canonical("geography(srid:4326, karney)"), "geography(srid:4326, karney)");
  CHECK_TEXT(canonical("geography( srid:4326 ,karney )"), "geography(srid:4326, karney)");
  CHECK_TEXT(canonical("geography(srid:4326, Karney)"), "geography(srid:4326, karney)");
  CHECK_TEXT(canonical("geography(c, spherical)"), "geography(c, spherical)");
  CHECK_TEXT(canonical("geography(c, vincenty)"), "geography(c, vincenty)");
  CHECK_TEXT(canonical("geography(c, thomas)"), "geography(c, thomas)");
  CHECK_TEXT(canonical("geography(c, andoyer)"), "geography(c, andoyer)");
  CHECK_INT(berg_type_parse(BERG_SPAN("geography(srid:4326, karney)"), &type, NULL), BERG_OK);
  CHECK_INT(type.kind, BERG_TYPE_GEOGRAPHY);
  CHECK_TEXT(type.crs, "srid:4326");
  CHECK_TEXT(type.algorithm, "karney");
  CHECK_INT(berg_type_parse(BERG_SPAN("geometry"), &type, NULL), BERG_OK);
  CHECK_INT(type.crs.len, 0);
  type.kind = BERG_TYPE_GEOGRAPHY;
  type.algorithm = BERG_SPAN("thomas");
  berg_buffer_reset(&formatted);
  berg_type_format(&formatted, &type);
  CHECK_TEXT(berg_buffer_span(&formatted), "geography(OGC:CRS84, thomas)");
}

/* TESTS metadata/check/type-strings */
static void test_no_types(void)
{
  static const char *const none[] = {
      "",
      " int",
      "int ",
      "Int",
      "INT",
      "integer",
      "bool",
      "struct",
      "list",
      "map",
      "decimal",
      "fixed",
      "decimal()",
      "decimal(10)",
      "decimal(,2)",
      "decimal(10,)",
      "decimal(0,0)",
      "decimal(39,2)",
      "decimal(10,11)",
      "decimal(10,-1)",
      "decimal(-1,0)",
      "decimal(10,2,3)",
      "decimal(10 2)",
      "decimal(1 0,2)",
      "decimal(10,2",
      "decimal[10,2]",
      "decimal(10,2)x",
      "decimal (10,2)",
      "decimal(99999999999999999999,2)",
      "decimal(4294967306,2)",
      "decimal(10,99999999999)",
      "fixed[99999999999]",
      "decimal(+10,2)",
      "fixed[]",
      "fixed[-1]",
      "fixed[0]",
      "fixed[x]",
      "fixed[2147483648]",
      "fixed[16",
      "fixed(16)",
      "fixed[1][2]",
      "geometryX",
      "geometry(",
      "geometry()",
      "geometry( )",
      "geometry((a))",
      "geometry(a)b)",
      "geometry(a\nb)",
      "geometry(a\x7F)",
      "geometry[a]",
      "geographyX",
      "geography(",
      "geography()",
      "geography(a,b,c)",
      "geography(a,karney,c)",
      "geography(a,)",
      "geography(a,euclid)",
      "geography(,karney)",
      "variant(1)",
      "timestamp(6)",
      "{\"type\":\"variant\"}",
  };

  for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
    struct berg_type type = {BERG_TYPE_MAP, 7, 8, {NULL, 0}, {NULL, 0}};
    struct berg_problem problem;
    berg_problem_clear(&problem);
    if (berg_type_parse(berg_span_of(none[i]), &type, &problem) != BERG_INVALID || problem.status != BERG_INVALID)
      test_report(__FILE__, __LINE__, none[i]);
    CHECK_INT(type.kind, BERG_TYPE_MAP);
    CHECK_INT(type.precision, 7);
    CHECK_INT(type.scale, 8);
  }
}

static void test_message_shows_text(void)
{
  struct berg_type type;
  struct berg_problem problem;

  berg_problem_clear(&problem);
  CHECK_INT(berg_type_parse(BERG_SPAN("geometryX"), &type, &problem), BERG_INVALID);
  CHECK_TEXT(berg_problem_message(&problem), "Cannot parse type string: geometryX");
}

static bool is_equal(const char *a, const char *b)
{
  struct berg_type left;
  struct berg_type right;

  CHECK_INT(berg_type_parse(berg_span_of(a), &left, NULL), BERG_OK);
  CHECK_INT(berg_type_parse(berg_span_of(b), &right, NULL), BERG_OK);
  CHECK(berg_type_equal(&left, &left));
  CHECK_INT(berg_type_equal(&left, &right), berg_type_equal(&right, &left));
  return berg_type_equal(&left, &right);
}

static void test_equality(void)
{
  CHECK(is_equal("int", "int"));
  CHECK(!is_equal("int", "long"));
  CHECK(is_equal("decimal(10,2)", "decimal( 10 , 2 )"));
  CHECK(!is_equal("decimal(10,2)", "decimal(10,3)"));
  CHECK(!is_equal("decimal(10,2)", "decimal(11,2)"));
  CHECK(is_equal("fixed[3]", "fixed[ 3 ]"));
  CHECK(!is_equal("fixed[3]", "fixed[4]"));
  CHECK(is_equal("geometry", "geometry(OGC:CRS84)"));
  CHECK(is_equal("geometry(ogc:crs84)", "geometry(OGC:CRS84)"));
  CHECK(!is_equal("geometry", "geometry(EPSG:4326)"));
  CHECK(is_equal("geometry(azAZ)", "geometry(AZaz)"));
  CHECK(!is_equal("geometry(@)", "geometry(`)"));
  CHECK(!is_equal("geometry([)", "geometry({)"));
  CHECK(!is_equal("geometry", "geography"));
  CHECK(is_equal("geography", "geography(OGC:CRS84, spherical)"));
  CHECK(!is_equal("geography", "geography(OGC:CRS84, karney)"));
  CHECK(!is_equal("geography(a, karney)", "geography(b, karney)"));
}

int main(void)
{
  berg_buffer_open(&formatted);
  TEST_RUN(test_plain_names);
  TEST_RUN(test_nested_names);
  TEST_RUN(test_parameters);
  TEST_RUN(test_geo_parameters);
  TEST_RUN(test_no_types);
  TEST_RUN(test_message_shows_text);
  TEST_RUN(test_equality);
  berg_buffer_close(&formatted);
  return test_end();
}
