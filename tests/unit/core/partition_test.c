/* Transforms, partition specs and sort orders. */
#include "core/partition.h"
#include "unit/test.h"

static struct berg_buffer formatted;
static struct berg_problem problem;

static struct berg_transform transform(const char *text)
{
  struct berg_transform parsed = {BERG_TRANSFORM_OTHER, -1, {NULL, 0}};

  CHECK_INT(berg_transform_parse(berg_span_of(text), &parsed, NULL), BERG_OK);
  return parsed;
}

static struct berg_span canonical(const char *text)
{
  struct berg_transform parsed = transform(text);

  berg_buffer_reset(&formatted);
  berg_transform_format(&formatted, &parsed);
  return berg_buffer_span(&formatted);
}

/* TESTS metadata/check/transforms */
static void test_transform_texts(void)
{
  static const struct {
    const char *text;
    const char *canonical;
    enum berg_transform_kind kind;
    int32_t width;
  } known[] = {
      {"identity", "identity", BERG_TRANSFORM_IDENTITY, 0},
      {"Identity", "identity", BERG_TRANSFORM_IDENTITY, 0},
      {"void", "void", BERG_TRANSFORM_VOID, 0},
      {"year", "year", BERG_TRANSFORM_YEAR, 0},
      {"month", "month", BERG_TRANSFORM_MONTH, 0},
      {"day", "day", BERG_TRANSFORM_DAY, 0},
      {"hour", "hour", BERG_TRANSFORM_HOUR, 0},
      {"years", "year", BERG_TRANSFORM_YEAR, 0},
      {"months", "month", BERG_TRANSFORM_MONTH, 0},
      {"days", "day", BERG_TRANSFORM_DAY, 0},
      {"HOURS", "hour", BERG_TRANSFORM_HOUR, 0},
      {"bucket[16]", "bucket[16]", BERG_TRANSFORM_BUCKET, 16},
      {"BUCKET[ 1 ]", "bucket[1]", BERG_TRANSFORM_BUCKET, 1},
      {"bucket[2147483647]", "bucket[2147483647]", BERG_TRANSFORM_BUCKET, 2147483647},
      {"truncate[4]", "truncate[4]", BERG_TRANSFORM_TRUNCATE, 4},
      {"Truncate[04]", "truncate[4]", BERG_TRANSFORM_TRUNCATE, 4},
      {"zorder", "zorder", BERG_TRANSFORM_OTHER, 0},
      {"Bucketv2[8]", "Bucketv2[8]", BERG_TRANSFORM_OTHER, 0},
      {"identity[3]", "identity[3]", BERG_TRANSFORM_OTHER, 0},
      {" identity", " identity", BERG_TRANSFORM_OTHER, 0},
      {"yearsx", "yearsx", BERG_TRANSFORM_OTHER, 0},
  };

  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    CHECK_INT(transform(known[i].text).kind, known[i].kind);
    CHECK_INT(transform(known[i].text).width, known[i].width);
    CHECK_TEXT(transform(known[i].text).text, known[i].text);
    CHECK_TEXT(canonical(known[i].text), known[i].canonical);
  }
}

/* TESTS metadata/check/transforms */
static void test_bad_transforms(void)
{
  static const char *const bad[] = {"",
                                    "bucket",
                                    "truncate",
                                    "bucket[]",
                                    "bucket[0]",
                                    "bucket[-1]",
                                    "bucket[x]",
                                    "bucket[ ]",
                                    "bucket[1 2]",
                                    "bucket[1]x",
                                    "bucket[1",
                                    "truncate[0]",
                                    "Truncate[]",
                                    "truncate[1]]",
                                    "bucket[2147483648]",
                                    "bucket[99999999999999999999]"};

  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    struct berg_transform parsed = {BERG_TRANSFORM_HOUR, 77, {NULL, 0}};
    berg_problem_clear(&problem);
    if (berg_transform_parse(berg_span_of(bad[i]), &parsed, &problem) != BERG_INVALID || problem.status != BERG_INVALID)
      test_report(__FILE__, __LINE__, bad[i]);
    CHECK_INT(parsed.kind, BERG_TRANSFORM_HOUR);
    CHECK_INT(parsed.width, 77);
  }
  berg_problem_clear(&problem);
  struct berg_transform parsed;
  CHECK_INT(berg_transform_parse(BERG_SPAN("bucket[0]"), &parsed, &problem), BERG_INVALID);
  CHECK_TEXT(berg_problem_message(&problem), "Invalid transform: bucket[0] needs a width of at least 1");
}

static bool is_equal(const char *a, const char *b)
{
  struct berg_transform left = transform(a);
  struct berg_transform right = transform(b);

  CHECK_INT(berg_transform_equal(&left, &right), berg_transform_equal(&right, &left));
  return berg_transform_equal(&left, &right);
}

static void test_transform_equality(void)
{
  CHECK(is_equal("year", "Years"));
  CHECK(!is_equal("year", "month"));
  CHECK(is_equal("bucket[4]", "bucket[ 4 ]"));
  CHECK(!is_equal("bucket[4]", "bucket[5]"));
  CHECK(!is_equal("bucket[4]", "truncate[4]"));
  CHECK(!is_equal("truncate[4]", "truncate[5]"));
  CHECK(is_equal("zorder", "zorder"));
  CHECK(!is_equal("zorder", "Zorder"));
}

/* One letter a transform that applies: i(dentity) b(ucket) t(runcate) y(ear) m(onth) d(ay) h(our) v(oid). */
/* TESTS metadata/check/partition-sources */
static void test_source_types(void)
{
  static const struct {
    const char *type;
    const char *applies;
  } table[] = {
      {"boolean", "iv"},
      {"int", "ibtv"},
      {"long", "ibtv"},
      {"float", "iv"},
      {"double", "iv"},
      {"date", "ibymdv"},
      {"time", "ibv"},
      {"timestamp", "ibymdhv"},
      {"timestamptz", "ibymdhv"},
      {"string", "ibtv"},
      {"uuid", "ibv"},
      {"binary", "ibtv"},
      {"decimal(9, 2)", "ibtv"},
      {"fixed[4]", "ibv"},
      {"unknown", "iv"},
      {"variant", "v"},
      {"timestamp_ns", "ibymdhv"},
      {"timestamptz_ns", "ibymdhv"},
      {"geometry", "v"},
      {"geography", "v"},
  };
  static const struct {
    const char *text;
    char letter;
  } transforms[] = {{"identity", 'i'}, {"bucket[2]", 'b'}, {"truncate[2]", 't'}, {"year", 'y'},
                    {"month", 'm'},    {"day", 'd'},       {"hour", 'h'},        {"void", 'v'}};

  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    struct berg_type type;
    CHECK_INT(berg_type_parse(berg_span_of(table[i].type), &type, NULL), BERG_OK);
    for (size_t k = 0; k < sizeof transforms / sizeof transforms[0]; k++) {
      struct berg_transform tried = transform(transforms[k].text);
      bool expected = strchr(table[i].applies, transforms[k].letter) != NULL;
      if (berg_transform_applies(&tried, &type) != expected) {
        char what[100];
        snprintf(what, sizeof what, "%s of %s: expected %d", transforms[k].text, table[i].type, expected);
        test_report(__FILE__, __LINE__, what);
      }
    }
  }
  struct berg_type nested = {BERG_TYPE_LIST, 0, 0, {NULL, 0}, {NULL, 0}};
  struct berg_transform identity = transform("identity");
  struct berg_transform nothing = transform("void");
  struct berg_transform other = transform("zorder");
  CHECK(!berg_transform_applies(&identity, &nested));
  CHECK(berg_transform_applies(&nothing, &nested));
  CHECK(!berg_transform_applies(&other, &nested));
  nested.kind = BERG_TYPE_INT;
  CHECK(berg_transform_applies(&other, &nested));
}

/* id int, ts timestamp, point{x int}, tags[string], v variant, area geometry */
static struct berg_field fields[8];
static const struct berg_schema schema = {0, fields, 8, {NULL, 0}, {NULL, 0}, false};

static void set_field(size_t at, int32_t id, const char *name, enum berg_type_kind kind, size_t parent, size_t end)
{
  fields[at].id = id;
  fields[at].name = berg_span_of(name);
  fields[at].type.kind = kind;
  fields[at].parent = parent;
  fields[at].end = end;
}

static void make_schema(void)
{
  set_field(0, 1, "id", BERG_TYPE_INT, BERG_NO_PARENT, 1);
  set_field(1, 2, "ts", BERG_TYPE_TIMESTAMP, BERG_NO_PARENT, 2);
  set_field(2, 3, "point", BERG_TYPE_STRUCT, BERG_NO_PARENT, 4);
  set_field(3, 4, "x", BERG_TYPE_INT, 2, 4);
  set_field(4, 5, "tags", BERG_TYPE_LIST, BERG_NO_PARENT, 6);
  set_field(5, 6, "element", BERG_TYPE_STRING, 4, 6);
  set_field(6, 7, "v", BERG_TYPE_VARIANT, BERG_NO_PARENT, 7);
  set_field(7, 8, "area", BERG_TYPE_GEOMETRY, BERG_NO_PARENT, 8);
}

#define SPEC_MAX 4u

struct draft {
  struct berg_partition_field fields[SPEC_MAX];
  int32_t sources[SPEC_MAX];
  struct berg_partition_spec spec;
};

static void begin(struct draft *draft)
{
  memset(draft, 0, sizeof *draft);
  draft->spec.fields = draft->fields;
}

static void add(struct draft *draft, int32_t field_id, int32_t source_id, const char *name, const char *text)
{
  size_t at = draft->spec.field_count++;

  draft->sources[at] = source_id;
  draft->fields[at] =
      (struct berg_partition_field){true, field_id, {&draft->sources[at], 1}, berg_span_of(name), transform(text)};
}

static struct berg_span complaint(const struct draft *draft, int32_t format_version)
{
  berg_problem_clear(&problem);
  CHECK_INT(berg_partition_spec_check(&draft->spec, &schema, format_version, &problem), problem.status);
  return berg_problem_message(&problem);
}

/* What is said of a spec of one field. */
static struct berg_span complaint_of(int32_t source_id, const char *name, const char *text)
{
  static struct draft draft;

  begin(&draft);
  add(&draft, 1000, source_id, name, text);
  return complaint(&draft, 2);
}

static void test_sound_specs(void)
{
  struct draft draft;

  begin(&draft);
  CHECK_TEXT(complaint(&draft, 1), "");
  add(&draft, 1000, 1, "id", "identity");
  add(&draft, 1001, 2, "ts_day", "day");
  add(&draft, 1002, 4, "point.x", "identity");
  add(&draft, 1003, 99, "gone", "void");
  for (int32_t version = 1; version <= 3; version++)
    CHECK_TEXT(complaint(&draft, version), "");
}

/* TESTS metadata/check/partition-fields */
static void test_partition_uniqueness(void)
{
  struct draft draft;

  begin(&draft);
  add(&draft, 1000, 1, "a", "identity");
  add(&draft, 1001, 2, "a", "day");
  CHECK_TEXT(complaint(&draft, 2), "Cannot use partition name more than once: a");
  draft.fields[1].name = BERG_SPAN("b");
  draft.fields[1].field_id = 1000;
  CHECK_TEXT(complaint(&draft, 2), "Cannot use partition field id more than once: 1000");
  draft.fields[1].field_id = 0;
  CHECK_TEXT(complaint(&draft, 2), "Invalid partition field b: id 0 is below 1");
  draft.fields[1].field_id = 1001;
  draft.fields[1].name = BERG_SPAN("");
  CHECK_TEXT(complaint(&draft, 2), "Cannot use empty partition name");
}

/* TESTS metadata/check/partition-ids-v1 */
static void test_partition_ids_of_version_one(void)
{
  struct draft draft;

  begin(&draft);
  add(&draft, 1000, 1, "a", "identity");
  add(&draft, 1002, 2, "b", "day");
  CHECK_TEXT(complaint(&draft, 2), "");
  CHECK_TEXT(complaint(&draft, 1),
             "Cannot use partition field b in a v1 table: field ids are sequential, expected 1001, not 1002");
}

/* TESTS metadata/check/partition-names */
static void test_partition_names(void)
{
  CHECK_TEXT(complaint_of(1, "ts", "identity"), "Cannot create partition from name that exists in schema: ts");
  CHECK_TEXT(complaint_of(1, "point.x", "bucket[4]"),
             "Cannot create partition from name that exists in schema: point.x");
  CHECK_TEXT(complaint_of(1, "ts", "void"), "Cannot create partition from name that exists in schema: ts");
  CHECK_TEXT(complaint_of(99, "ts", "void"), "");
  CHECK_TEXT(complaint_of(1, "id", "bucket[4]"), "");
  CHECK_TEXT(complaint_of(1, "id", "void"), "");
  CHECK_TEXT(complaint_of(1, "x", "bucket[4]"), "");
  CHECK_TEXT(complaint_of(1, "ID", "bucket[4]"), "");
}

/* TESTS metadata/check/partition-sources, metadata/check/source-ids */
static void test_partition_sources(void)
{
  struct draft draft;
  int32_t two[] = {1, 2};

  CHECK_TEXT(complaint_of(9, "p", "identity"), "Cannot find source column for partition field: p (source id 9)");
  CHECK_TEXT(complaint_of(3, "p", "identity"), "Cannot partition by non-primitive source field: point");
  CHECK_TEXT(complaint_of(5, "p", "identity"), "Cannot partition by non-primitive source field: tags");
  CHECK_TEXT(complaint_of(7, "p", "identity"), "Cannot partition by non-primitive source field: v");
  CHECK_TEXT(complaint_of(8, "p", "identity"), "Invalid source type geometry for transform: identity");
  CHECK_TEXT(complaint_of(1, "p", "day"), "Invalid source type int for transform: day");
  CHECK_TEXT(complaint_of(2, "p", "truncate[3]"), "Invalid source type timestamp for transform: truncate");
  CHECK_TEXT(complaint_of(6, "p", "identity"), "Invalid partition field parent: tags");
  begin(&draft);
  add(&draft, 1000, 1, "p", "identity");
  draft.fields[0].source_ids = (struct berg_int32s){two, 2};
  CHECK_TEXT(complaint(&draft, 3), "Invalid partition field p: more than one source column");
  draft.fields[0].source_ids = (struct berg_int32s){NULL, 0};
  CHECK_TEXT(complaint(&draft, 3), "Invalid partition field p: no source column");
}

/* TESTS tables/updateTable/add-spec-unknown-transform, metadata/check/transforms */
static void test_unknown_transforms(void)
{
  struct draft draft;
  int32_t two[] = {1, 2};

  CHECK_TEXT(complaint_of(1, "p", "zorder"), "Cannot write partition field p: unknown transform zorder");
  begin(&draft);
  add(&draft, 1000, 1, "p", "zorder");
  CHECK_INT(berg_partition_spec_check_bound(&draft.spec, &schema, 2, NULL), BERG_OK);
  draft.fields[0].source_ids = (struct berg_int32s){two, 2};
  CHECK_INT(berg_partition_spec_check_bound(&draft.spec, &schema, 3, NULL), BERG_OK);
  CHECK_INT(berg_partition_spec_check_bound(&draft.spec, &schema, 2, NULL), BERG_INVALID);
  two[1] = 9;
  CHECK_INT(berg_partition_spec_check_bound(&draft.spec, &schema, 3, NULL), BERG_INVALID);
}

/* TESTS tables/updateTable/add-spec-reuse */
static void test_compatible_specs(void)
{
  struct draft a;
  struct draft b;

  begin(&a);
  add(&a, 1000, 1, "id", "identity");
  add(&a, 1001, 2, "ts_day", "day");
  begin(&b);
  add(&b, 1007, 1, "id", "Identity");
  add(&b, 1008, 2, "ts_day", "days");
  b.spec.spec_id = 5;
  CHECK(berg_partition_spec_compatible(&a.spec, &b.spec));
  b.fields[1].name = BERG_SPAN("day");
  CHECK(!berg_partition_spec_compatible(&a.spec, &b.spec));
  b.fields[1].name = BERG_SPAN("ts_day");
  b.sources[1] = 1;
  CHECK(!berg_partition_spec_compatible(&a.spec, &b.spec));
  b.sources[1] = 2;
  b.fields[1].transform = transform("hour");
  CHECK(!berg_partition_spec_compatible(&a.spec, &b.spec));
  b.spec.field_count = 1;
  CHECK(!berg_partition_spec_compatible(&a.spec, &b.spec));
  CHECK(!berg_partition_spec_compatible(&b.spec, &a.spec));
  b.fields[0].source_ids.count = 0;
  a.spec.field_count = 1;
  CHECK(!berg_partition_spec_compatible(&a.spec, &b.spec));
}

static struct berg_span complaint_of_order(int32_t source_id, const char *text)
{
  struct berg_sort_field field = {{&source_id, 1}, transform(text), false, false};
  struct berg_sort_order order = {1, &field, 1, {NULL, 0}, false};

  berg_problem_clear(&problem);
  CHECK_INT(berg_sort_order_check(&order, &schema, &problem), problem.status);
  return berg_problem_message(&problem);
}

/* TESTS tables/updateTable/add-sort-order-binds, tables/createTable/spec-invalid */
static void test_sort_orders(void)
{
  int32_t two[] = {1, 2};
  struct berg_sort_field field = {{two, 2}, transform("identity"), false, false};
  struct berg_sort_order order = {1, &field, 1, {NULL, 0}, false};

  CHECK_TEXT(complaint_of_order(1, "identity"), "");
  CHECK_TEXT(complaint_of_order(2, "hour"), "");
  CHECK_TEXT(complaint_of_order(1, "zorder"), "");
  CHECK_TEXT(complaint_of_order(9, "identity"), "Cannot find source column for sort field: source id 9");
  CHECK_TEXT(complaint_of_order(3, "identity"), "Cannot sort by non-primitive source field: point");
  CHECK_TEXT(complaint_of_order(7, "void"), "Cannot sort by non-primitive source field: v");
  CHECK_TEXT(complaint_of_order(1, "hour"), "Invalid source type int for transform: hour");
  CHECK_INT(berg_sort_order_check(&order, &schema, NULL), BERG_INVALID);
  field.transform = transform("zorder");
  CHECK_INT(berg_sort_order_check(&order, &schema, NULL), BERG_OK);
  field.source_ids.count = 0;
  CHECK_INT(berg_sort_order_check(&order, &schema, NULL), BERG_INVALID);
  order.field_count = 0;
  CHECK_INT(berg_sort_order_check(&order, &schema, NULL), BERG_OK);
}

/* TESTS tables/updateTable/add-sort-order-reuse */
static void test_sort_order_equality(void)
{
  int32_t source[] = {1, 1};
  struct berg_sort_field a_field = {{&source[0], 1}, transform("identity"), false, false};
  struct berg_sort_field b_field = {{&source[1], 1}, transform("identity"), false, false};
  struct berg_sort_order a = {1, &a_field, 1, {NULL, 0}, false};
  struct berg_sort_order b = {2, &b_field, 1, {NULL, 0}, false};

  CHECK(berg_sort_order_equal(&a, &b));
  b_field.descending = true;
  CHECK(!berg_sort_order_equal(&a, &b));
  b_field.descending = false;
  b_field.nulls_last = true;
  CHECK(!berg_sort_order_equal(&a, &b));
  b_field.nulls_last = false;
  source[1] = 2;
  CHECK(!berg_sort_order_equal(&a, &b));
  source[1] = 1;
  b_field.transform = transform("bucket[2]");
  CHECK(!berg_sort_order_equal(&a, &b));
  b.field_count = 0;
  CHECK(!berg_sort_order_equal(&a, &b));
  a.field_count = 0;
  CHECK(berg_sort_order_equal(&a, &b));
}

int main(void)
{
  berg_buffer_open(&formatted);
  make_schema();
  TEST_RUN(test_transform_texts);
  TEST_RUN(test_bad_transforms);
  TEST_RUN(test_transform_equality);
  TEST_RUN(test_source_types);
  TEST_RUN(test_sound_specs);
  TEST_RUN(test_partition_uniqueness);
  TEST_RUN(test_partition_ids_of_version_one);
  TEST_RUN(test_partition_names);
  TEST_RUN(test_partition_sources);
  TEST_RUN(test_unknown_transforms);
  TEST_RUN(test_compatible_specs);
  TEST_RUN(test_sort_orders);
  TEST_RUN(test_sort_order_equality);
  berg_buffer_close(&formatted);
  return test_end();
}
