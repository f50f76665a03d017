/* Schemas: lookups, equality, fresh ids and the checks. */
#include "core/schema.h"
#include "core/schema_default.h"
#include "unit/test.h"

#define FIELDS_MAX 64u
#define ARENA_LIMIT ((size_t)512 << 20)

static struct berg_arena arena;

/* A schema that is written down field by field; every line closes the fields that are deeper than it. */
struct draft {
  struct berg_field fields[FIELDS_MAX];
  size_t open[FIELDS_MAX]; /* the fields around the next one, by depth */
  int32_t ids[FIELDS_MAX];
  struct berg_schema schema;
};

static void begin(struct draft *draft)
{
  memset(draft, 0, sizeof *draft);
  draft->schema.fields = draft->fields;
  draft->schema.identifier_field_ids.items = draft->ids;
}

static struct berg_field *add(struct draft *draft, size_t depth, int32_t id, enum berg_field_role role,
                              const char *name, const char *type, bool required)
{
  size_t at = draft->schema.field_count++;
  struct berg_field *field = &draft->fields[at];

  field->id = id;
  field->role = role;
  field->name = berg_span_of(name);
  field->required = required;
  field->parent = depth == 0 ? BERG_NO_PARENT : draft->open[depth - 1];
  draft->open[depth] = at;
  for (size_t i = 0; i <= depth; i++)
    draft->fields[draft->open[i]].end = at + 1;
  if (strcmp(type, "struct") == 0)
    field->type.kind = BERG_TYPE_STRUCT;
  else if (strcmp(type, "list") == 0)
    field->type.kind = BERG_TYPE_LIST;
  else if (strcmp(type, "map") == 0)
    field->type.kind = BERG_TYPE_MAP;
  else
    CHECK_INT(berg_type_parse(berg_span_of(type), &field->type, NULL), BERG_OK);
  return field;
}

static struct berg_field *column(struct draft *draft, int32_t id, const char *name, const char *type, bool required)
{
  return add(draft, 0, id, BERG_ROLE_FIELD, name, type, required);
}

static void identify(struct draft *draft, int32_t id)
{
  draft->ids[draft->schema.identifier_field_ids.count++] = id;
}

/* id, point{x, y}, tags[{key, value}], props{key struct: value list}, name */
static void make_nested(struct draft *draft)
{
  begin(draft);
  column(draft, 10, "id", "long", true);
  column(draft, 20, "point", "struct", true);
  add(draft, 1, 30, BERG_ROLE_FIELD, "x", "double", true);
  add(draft, 1, 40, BERG_ROLE_FIELD, "y", "int", true);
  column(draft, 50, "tags", "list", false);
  add(draft, 1, 60, BERG_ROLE_ELEMENT, "element", "struct", true);
  add(draft, 2, 70, BERG_ROLE_FIELD, "k", "string", true);
  add(draft, 2, 80, BERG_ROLE_FIELD, "v", "string", false);
  column(draft, 90, "props", "map", false);
  add(draft, 1, 100, BERG_ROLE_KEY, "key", "struct", true);
  add(draft, 2, 110, BERG_ROLE_FIELD, "a", "int", true);
  add(draft, 1, 120, BERG_ROLE_VALUE, "value", "list", false);
  add(draft, 2, 130, BERG_ROLE_ELEMENT, "element", "int", true);
  column(draft, 140, "name", "string", false);
}

static void test_lookups(void)
{
  struct draft draft;

  make_nested(&draft);
  CHECK_INT(draft.fields[1].end, 4);
  CHECK_INT(draft.fields[8].end, 13);
  CHECK_INT(berg_schema_find_id(&draft.schema, 10), 0);
  CHECK_INT(berg_schema_find_id(&draft.schema, 130), 12);
  CHECK_INT(berg_schema_find_id(&draft.schema, 1), 14);
  CHECK_INT(berg_schema_find_name(&draft.schema, BERG_SPAN("id")), 0);
  CHECK_INT(berg_schema_find_name(&draft.schema, BERG_SPAN("point.x")), 2);
  CHECK_INT(berg_schema_find_name(&draft.schema, BERG_SPAN("tags.element.v")), 7);
  CHECK_INT(berg_schema_find_name(&draft.schema, BERG_SPAN("props.key.a")), 10);
  CHECK_INT(berg_schema_find_name(&draft.schema, BERG_SPAN("props.value.element")), 12);
  CHECK_INT(berg_schema_find_name(&draft.schema, BERG_SPAN("name")), 13);
  CHECK_INT(berg_schema_find_name(&draft.schema, BERG_SPAN("x")), 14);
  CHECK_INT(berg_schema_find_name(&draft.schema, BERG_SPAN("pointx")), 14);
  CHECK_INT(berg_schema_find_name(&draft.schema, BERG_SPAN(".x")), 14);
  CHECK_INT(berg_schema_find_name(&draft.schema, BERG_SPAN("point.")), 14);
  CHECK_INT(berg_schema_find_name(&draft.schema, BERG_SPAN("a.id")), 14);
  CHECK_INT(berg_schema_find_name(&draft.schema, BERG_SPAN("ID")), 14);
  CHECK_INT(berg_schema_find_name(&draft.schema, BERG_SPAN("")), 14);
  CHECK_INT(berg_schema_highest_id(&draft.schema), 140);
  begin(&draft);
  CHECK_INT(berg_schema_highest_id(&draft.schema), 0);
  CHECK_INT(berg_schema_find_id(&draft.schema, 0), 0);
  column(&draft, 1, "a.b", "int", false);
  column(&draft, 2, "a", "struct", false);
  add(&draft, 1, 3, BERG_ROLE_FIELD, "c.d", "int", false);
  CHECK_INT(berg_schema_find_name(&draft.schema, BERG_SPAN("a.b")), 0);
  CHECK_INT(berg_schema_find_name(&draft.schema, BERG_SPAN("a.c.d")), 2);
}

/* TESTS tables/createTable/fresh-ids, tables/createTable/rebind-ids */
static void test_fresh_ids(void)
{
  /* columns 1 to 5; then the fields of each nested type before those of the types inside it */
  static const int32_t expected[] = {1, 2, 6, 7, 3, 8, 9, 10, 4, 11, 13, 12, 14, 5};
  struct draft draft;
  struct berg_schema fresh;
  int32_t last = 0;

  make_nested(&draft);
  draft.schema.schema_id = 9;
  draft.schema.text = BERG_SPAN("{}");
  identify(&draft, 40);
  identify(&draft, 10);
  CHECK_INT(berg_schema_assign_fresh_ids(&draft.schema, &arena, &last, &fresh), BERG_OK);
  CHECK_INT(last, 14);
  CHECK_INT(fresh.field_count, 14);
  for (size_t i = 0; i < 14; i++)
    CHECK_INT(fresh.fields[i].id, expected[i]);
  CHECK_INT(draft.fields[0].id, 10);
  CHECK_TEXT(fresh.fields[7].name, "v");
  CHECK_INT(fresh.schema_id, 9);
  CHECK_INT(fresh.text.len, 0);
  CHECK_INT(fresh.identifier_field_ids.count, 2);
  CHECK_INT(fresh.identifier_field_ids.items[0], 7);
  CHECK_INT(fresh.identifier_field_ids.items[1], 1);
  CHECK_INT(draft.ids[0], 40);
  CHECK_INT(berg_schema_check(&fresh, 2, &arena, NULL), BERG_OK);
}

/* TESTS tables/createTable/fresh-ids, tables/createTable/rebind-ids */
static void test_fresh_ids_go_on(void)
{
  struct draft draft;
  struct berg_schema fresh;
  int32_t last = 100;

  begin(&draft);
  column(&draft, 7, "a", "int", false);
  column(&draft, 7, "b", "int", false);
  identify(&draft, 1);
  CHECK_INT(berg_schema_assign_fresh_ids(&draft.schema, &arena, &last, &fresh), BERG_OK);
  CHECK_INT(fresh.fields[0].id, 101);
  CHECK_INT(fresh.fields[1].id, 102);
  CHECK_INT(last, 102);
  /* An identifier field that the schema does not have must not become one that it has. */
  CHECK_INT(fresh.identifier_field_ids.items[0], -1);
  CHECK_INT(berg_schema_check(&fresh, 2, &arena, NULL), BERG_INVALID);
  last = BERG_FIELD_ID_MAX - 1;
  CHECK_INT(berg_schema_assign_fresh_ids(&draft.schema, &arena, &last, &fresh), BERG_INVALID);
  CHECK_INT(last, BERG_FIELD_ID_MAX - 1);
  begin(&draft);
  last = 0;
  CHECK_INT(berg_schema_assign_fresh_ids(&draft.schema, &arena, &last, &fresh), BERG_OK);
  CHECK_INT(fresh.field_count, 0);
  CHECK_INT(last, 0);
}

static void test_fresh_ids_without_memory(void)
{
  struct draft draft;
  struct berg_schema fresh;

  make_nested(&draft);
  identify(&draft, 10);
  for (size_t i = 1; i <= 3; i++) {
    int32_t last = 0;
    arena.fail_after = i;
    CHECK_INT(berg_schema_assign_fresh_ids(&draft.schema, &arena, &last, &fresh), BERG_NO_MEMORY);
    CHECK_INT(last, 0);
  }
  arena.fail_after = 0;
}

/* TESTS tables/updateTable/add-schema-reuse */
static void test_equality(void)
{
  struct draft a;
  struct draft b;

  make_nested(&a);
  make_nested(&b);
  a.schema.schema_id = 4;
  b.schema.text = BERG_SPAN("{}");
  CHECK(berg_schema_equal(&a.schema, &b.schema));
  identify(&a, 10);
  CHECK(!berg_schema_equal(&a.schema, &b.schema));
  identify(&a, 40);
  identify(&b, 40);
  identify(&b, 10);
  CHECK(berg_schema_equal(&a.schema, &b.schema));
  b.ids[1] = 40;
  CHECK(!berg_schema_equal(&a.schema, &b.schema));
  b.ids[1] = 10;
  identify(&b, 40);
  CHECK(berg_schema_equal(&a.schema, &b.schema));
  b.schema.field_count--;
  CHECK(!berg_schema_equal(&a.schema, &b.schema));
}

/* TESTS tables/updateTable/add-schema-reuse */
static void test_identifier_sets(void)
{
  struct draft a;
  struct draft b;

  make_nested(&a);
  make_nested(&b);
  identify(&a, 10);
  identify(&b, 20);
  CHECK(!berg_schema_equal(&a.schema, &b.schema));
  b.ids[0] = 10;
  identify(&a, 20);
  identify(&b, 40);
  CHECK(!berg_schema_equal(&a.schema, &b.schema));
  a.ids[1] = 40;
  CHECK(berg_schema_equal(&a.schema, &b.schema));
}

#define CHECK_DIFFERENT(change)                                                                                        \
  do {                                                                                                                 \
    make_nested(&b);                                                                                                   \
    CHECK(berg_schema_equal(&a.schema, &b.schema));                                                                    \
    change;                                                                                                            \
    CHECK(!berg_schema_equal(&a.schema, &b.schema));                                                                   \
    CHECK(!berg_schema_equal(&b.schema, &a.schema));                                                                   \
  } while (0)

/* TESTS tables/updateTable/add-schema-reuse */
static void test_differences(void)
{
  struct draft a;
  struct draft b;

  make_nested(&a);
  CHECK_DIFFERENT(b.fields[7].id = 81);
  CHECK_DIFFERENT(b.fields[7].name = BERG_SPAN("w"));
  CHECK_DIFFERENT(b.fields[7].required = true);
  CHECK_DIFFERENT(b.fields[7].type.kind = BERG_TYPE_BINARY);
  CHECK_DIFFERENT(b.fields[7].has_doc = true);
  CHECK_DIFFERENT(b.fields[7].role = BERG_ROLE_VALUE);
  CHECK_DIFFERENT(b.fields[7].parent = 4);
  CHECK_DIFFERENT(b.fields[13].end = 15);
  CHECK_DIFFERENT(b.fields[7].initial_default = BERG_SPAN("\"x\""));
  CHECK_DIFFERENT(b.fields[7].write_default = BERG_SPAN("\"x\""));
  a.fields[0].has_doc = true;
  a.fields[0].doc = BERG_SPAN("key");
  make_nested(&b);
  b.fields[0].has_doc = true;
  b.fields[0].doc = BERG_SPAN("key");
  CHECK(berg_schema_equal(&a.schema, &b.schema));
  b.fields[0].doc = BERG_SPAN("Key");
  CHECK(!berg_schema_equal(&a.schema, &b.schema));
  b.fields[0].doc = BERG_SPAN("key");
  b.fields[7].initial_default = BERG_SPAN("null");
  CHECK(berg_schema_equal(&a.schema, &b.schema));
}

static struct berg_problem problem;

/* Checks DRAFT and says what is wrong; empty when nothing is. */
static struct berg_span complaint(const struct draft *draft, int32_t format_version)
{
  berg_problem_clear(&problem);
  enum berg_status status = berg_schema_check(&draft->schema, format_version, &arena, &problem);
  CHECK_INT(problem.status, status);
  CHECK(status == BERG_OK || status == BERG_INVALID);
  return berg_problem_message(&problem);
}

static void test_sound_schemas(void)
{
  struct draft draft;

  make_nested(&draft);
  identify(&draft, 10);
  identify(&draft, 40);
  for (int32_t version = 1; version <= 3; version++)
    CHECK_TEXT(complaint(&draft, version), "");
  begin(&draft);
  CHECK_TEXT(complaint(&draft, 2), "");
  column(&draft, 1, "a", "int", false);
  column(&draft, BERG_FIELD_ID_MAX, "A", "int", false);
  CHECK_TEXT(complaint(&draft, 2), "");
}

/* TESTS metadata/check/field-ids, metadata/check/field-id-range */
static void test_field_ids(void)
{
  struct draft draft;

  make_nested(&draft);
  draft.fields[12].id = 10;
  CHECK_TEXT(complaint(&draft, 2), "Invalid schema: multiple fields have id 10");
  draft.fields[12].id = 0;
  CHECK_TEXT(complaint(&draft, 2), "");
  draft.fields[12].id = -5;
  CHECK_TEXT(complaint(&draft, 2),
             "Invalid schema: field id of props.value.element is -5, not between 0 and 2147483447");
  draft.fields[12].id = BERG_FIELD_ID_MAX + 1;
  CHECK_TEXT(complaint(&draft, 2),
             "Invalid schema: field id of props.value.element is 2147483448, not between 0 and 2147483447");
}

/* TESTS metadata/check/field-names */
static void test_field_names(void)
{
  struct draft draft;

  make_nested(&draft);
  draft.fields[13].name = BERG_SPAN("id");
  CHECK_TEXT(complaint(&draft, 2), "Invalid schema: multiple fields for name id");
  draft.fields[13].name = BERG_SPAN("x");
  CHECK_TEXT(complaint(&draft, 2), "");
  draft.fields[7].name = BERG_SPAN("k");
  CHECK_TEXT(complaint(&draft, 2), "Invalid schema: multiple fields for name tags.element.k");
  draft.fields[7].name = BERG_SPAN("");
  CHECK_TEXT(complaint(&draft, 2), "Invalid schema: field 80 has an empty name");
}

/* TESTS metadata/check/type-version */
static void test_types_of_version_three(void)
{
  static const char *const later[] = {"unknown", "variant", "timestamp_ns", "timestamptz_ns", "geometry", "geography"};

  for (size_t i = 0; i < sizeof later / sizeof later[0]; i++) {
    struct draft draft;
    char text[160];
    make_nested(&draft);
    CHECK_INT(berg_type_parse(berg_span_of(later[i]), &draft.fields[7].type, NULL), BERG_OK);
    CHECK_TEXT(complaint(&draft, 3), "");
    snprintf(text, sizeof text, "Invalid type for tags.element.v: %s is not supported until v3", later[i]);
    CHECK_TEXT(complaint(&draft, 2), text);
    CHECK_TEXT(complaint(&draft, 1), text);
  }
}

/* TESTS metadata/check/nested-types, metadata/check/unknown-optional */
static void test_required_by_construction(void)
{
  struct draft draft;

  make_nested(&draft);
  draft.fields[9].required = false;
  CHECK_TEXT(complaint(&draft, 2), "Invalid schema: map key props.key is optional");
  begin(&draft);
  column(&draft, 1, "u", "unknown", true);
  CHECK_TEXT(complaint(&draft, 3), "Invalid type for u: a field of type unknown must be optional");
}

/* TESTS metadata/check/identifier-fields */
static void test_identifier_fields(void)
{
  static const struct {
    int32_t id;
    const char *text;
  } bad[] = {
      {11, "Cannot add fieldId 11 as an identifier field: field does not exist"},
      {0, "Cannot add fieldId 0 as an identifier field: field does not exist"},
      {20, "Cannot add field point as an identifier field: not a primitive type field"},
      {50, "Cannot add field tags as an identifier field: not a primitive type field"},
      {90, "Cannot add field props as an identifier field: not a primitive type field"},
      {140, "Cannot add field name as an identifier field: not a required field"},
      {30, "Cannot add field point.x as an identifier field: must not be float or double field"},
      {70, "Cannot add field tags.element.k as an identifier field: must not be nested in tags"},
      {110, "Cannot add field props.key.a as an identifier field: must not be nested in props"},
  };
  struct draft draft;

  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    make_nested(&draft);
    identify(&draft, 10);
    identify(&draft, bad[i].id);
    CHECK_TEXT(complaint(&draft, 2), bad[i].text);
  }
  make_nested(&draft);
  identify(&draft, 40);
  draft.fields[1].required = false;
  CHECK_TEXT(complaint(&draft, 2),
             "Cannot add field point.y as an identifier field: must not be nested in an optional field point");
  begin(&draft);
  column(&draft, 1, "v", "variant", true);
  identify(&draft, 1);
  CHECK_TEXT(complaint(&draft, 3), "Cannot add field v as an identifier field: not a primitive type field");
  begin(&draft);
  column(&draft, 1, "f", "float", true);
  identify(&draft, 1);
  CHECK_TEXT(complaint(&draft, 3), "Cannot add field f as an identifier field: must not be float or double field");
}

/* TESTS metadata/check/default-version, metadata/check/default-values */
static void test_defaults_in_schema(void)
{
  struct draft draft;

  begin(&draft);
  struct berg_field *field = column(&draft, 1, "a", "int", false);
  field->initial_default = BERG_SPAN("7");
  CHECK_TEXT(complaint(&draft, 3), "");
  CHECK_TEXT(complaint(&draft, 2), "Invalid initial default for a: non-null default (7) is not supported until v3");
  field->initial_default = BERG_SPAN(" null ");
  CHECK_TEXT(complaint(&draft, 1), "");
  field->initial_default = BERG_SPAN("\"7\"");
  CHECK_TEXT(complaint(&draft, 3), "Invalid initial default for a: \"7\" is not a value of its type");
  field->initial_default = BERG_SPAN("");
  field->write_default = BERG_SPAN("7.5");
  CHECK_TEXT(complaint(&draft, 3), "Invalid write default for a: 7.5 is not a value of its type");
  field->write_default = BERG_SPAN("8");
  CHECK_TEXT(complaint(&draft, 2), "");
  make_nested(&draft);
  draft.fields[12].write_default = BERG_SPAN("1");
  CHECK_TEXT(complaint(&draft, 3), "Invalid write default for props.value.element: 1 is not a value of its type");
  draft.fields[12].write_default = BERG_SPAN("null");
  CHECK_TEXT(complaint(&draft, 3), "");
}

static void check_default(const char *type, const char *text, bool fits)
{
  struct berg_type parsed = {BERG_TYPE_STRUCT, 0, 0, {NULL, 0}, {NULL, 0}};

  if (strcmp(type, "list") == 0)
    parsed.kind = BERG_TYPE_LIST;
  else if (strcmp(type, "map") == 0)
    parsed.kind = BERG_TYPE_MAP;
  else if (strcmp(type, "struct") != 0)
    CHECK_INT(berg_type_parse(berg_span_of(type), &parsed, NULL), BERG_OK);
  if (berg_default_fits(&parsed, berg_span_of(text)) != fits) {
    char what[200];
    snprintf(what, sizeof what, "%s %s a %s", text, fits ? "should be" : "should not be", type);
    test_report(__FILE__, __LINE__, what);
  }
}

/* Checks lists of texts, each closed by NULL. */
static void check_defaults(const char *type, const char *const *good, const char *const *bad)
{
  for (size_t i = 0; good[i] != NULL; i++)
    check_default(type, good[i], true);
  for (size_t i = 0; bad[i] != NULL; i++)
    check_default(type, bad[i], false);
}

#define GOOD(...)                                                                                                      \
  (const char *const[])                                                                                                \
  {                                                                                                                    \
    __VA_ARGS__, NULL                                                                                                  \
  }
#define NO_GOOD                                                                                                        \
  (const char *const[])                                                                                                \
  {                                                                                                                    \
    NULL                                                                                                               \
  }

/* TESTS metadata/check/default-values */
static void test_default_numbers(void)
{
  check_defaults("boolean", GOOD("true", "false", " true "), GOOD("\"true\"", "1", "TRUE", "t", "[]"));
  check_defaults("int", GOOD("0", "-1", "2147483647", "-2147483648", " 34\n"),
                 GOOD("2147483648", "-2147483649", "1.0", "1e3", "\"1\"", "-", "true", "99999999999999999999999"));
  check_defaults("long", GOOD("2147483648", "9223372036854775807", "-9223372036854775808"),
                 GOOD("9223372036854775808", "-9223372036854775809", "1.0", "\"1\"", "18446744073709551617"));
  check_defaults("float", GOOD("1.0", "1", "-2.5e-3"), GOOD("\"1.0\"", "true", "NaN", "[1.0]"));
  check_defaults("double", GOOD("1.0", "1", "-2.5e-3"), GOOD("\"1.0\"", "{}"));
  check_defaults("decimal(4, 2)", GOOD("\"14.20\"", "\"-14.20\"", "\"0.05\"", "\"00014.20\"", "\"1420E-2\"", "\".20\""),
                 GOOD("14.20", "\"14.2\"", "\"14.200\"", "\"114.20\"", "\"14\"", "\"\"", "\".\"", "\"x\"", "\"14.20 \"",
                      "\"1.4.20\"", "\"14.20E\"", "\"2E+20\"", "\"14.20E99999\""));
  check_defaults("decimal(2, 0)", GOOD("\"0\"", "\"99\"", "\"+7\"", "\"1.0e1\""),
                 GOOD("\"100\"", "\"9.9\"", "\"1E1\""));
  check_defaults("decimal(2, 2)", GOOD("\"0.001E1\"", "\"0.05\""), GOOD("\"0.123E1\"", "\"1.05\""));
  check_defaults("decimal(38, 38)", GOOD("\"0.00000000000000000000000000000000000001\"", "\"1E-38\""),
                 GOOD("\"0\"", "\"0.1\""));
}

/* TESTS metadata/check/default-values, metadata/check/default-null-types */
static void test_default_texts(void)
{
  check_defaults("string", GOOD("\"\"", "\"iceberg\"", "\"\\n\\u00e9\\\"\""), GOOD("7", "true", "\"", "[]"));
  check_defaults("uuid",
                 GOOD("\"f79c3e09-677c-4bbd-a479-3f349cb785e7\"", "\"F79C3E09-677C-4BBD-A479-3F349CB785E7\"",
                      "\"f79c3e09\\u002d677c-4bbd-a479-3f349cb785e7\""),
                 GOOD("\"f79c3e09-677c-4bbd-a479-3f349cb785e\"", "\"f79c3e09-677c-4bbd-a479-3f349cb785e70\"",
                      "\"f79c3e09677c-4bbd-a479-3f349cb785e77-\"", "\"g79c3e09-677c-4bbd-a479-3f349cb785e7\"", "1",
                      "\"f79c3e09\\n677c-4bbd-a479-3f349cb785e7\""));
  check_defaults("binary", GOOD("\"\"", "\"000102ff\"", "\"FF\"", "\"\\u0030\\u0046\""),
                 GOOD("\"0\"", "\"0g\"", "12", "\"0\\n\"", "\"\\u0130\\u0030\"", "\"\\u003\"", "\"\\u003g\\u0030\"",
                      "\"\xC3\xA9\""));
  check_defaults("fixed[2]", GOOD("\"00ff\""), GOOD("\"00\"", "\"00ff00\"", "\"\"", "\"00f\""));
  check_defaults("struct", GOOD("{}", "{ }", "{\n}"), GOOD("{\"1\": 1}", "[]", "0", "{"));
  check_defaults("list", GOOD("[]", "[1, 2]"), GOOD("{}", "1", "["));
  check_defaults("map", GOOD("{\"keys\": [], \"values\": []}"), GOOD("[]", "\"\"", "{"));
  check_defaults("unknown", NO_GOOD, GOOD("0", "\"x\"", "{}"));
  check_defaults("variant", NO_GOOD, GOOD("0", "\"x\"", "{}"));
  check_defaults("geometry", NO_GOOD, GOOD("\"x\"", "\"POINT (30 10)\""));
  check_defaults("geography(c, karney)", NO_GOOD, GOOD("\"x\"", "\"POINT (30 10)\""));
}

/* TESTS metadata/check/default-values */
static void test_default_times(void)
{
  check_defaults("date",
                 GOOD("\"2017-11-16\"", "\"2000-02-29\"", "\"2024-02-29\"", "\"+12345-01-31\"", "\"-0001-12-31\"",
                      "\"0000-02-29\""),
                 GOOD("\"2017-11-31\"", "\"2023-02-29\"", "\"1900-02-29\"", "\"2017-13-01\"", "\"2017-00-01\"",
                      "\"2017-01-00\"", "\"2017-1-1\"", "\"17-01-01\"", "\"12345-01-01\"", "\"2017-11-16T00:00\"",
                      "\"2017-11-16 \"", "17486", "\"2017/11/16\"", "\"\"", "\"+1234567-01-01\""));
  check_defaults("time",
                 GOOD("\"22:31:08.123456\"", "\"22:31:08\"", "\"22:31\"", "\"00:00:00.0\"", "\"23:59:59.999999\""),
                 GOOD("\"24:00:00\"", "\"22:60:00\"", "\"22:31:60\"", "\"22:31:08.1234567\"", "\"22:31:08.\"", "\"22\"",
                      "\"22:31:8\"", "\"T22:31\"", "\"22:31:08Z\"", "1"));
  check_defaults("timestamp", GOOD("\"2017-11-16T22:31:08.123456\"", "\"2017-11-16T22:31\""),
                 GOOD("\"2017-11-16T22:31:08.123456+00:00\"", "\"2017-11-16T22:31:08Z\"", "\"2017-11-16 22:31:08\"",
                      "\"2017-11-16\"", "\"2017-11-16T22:31:08.1234567\"", "\"2017-02-30T22:31:08\""));
  check_defaults("timestamptz", GOOD("\"2017-11-16T22:31:08.123456+00:00\""),
                 GOOD("\"2017-11-16T22:31:08.123456\"", "\"2017-11-16T22:31:08.123456+01:00\"",
                      "\"2017-11-16T22:31:08.123456-00:00\"", "\"2017-11-16T22:31:08.123456+00:00x\"",
                      "\"2017-11-16T22:31:08Z\""));
  check_defaults("timestamp_ns", GOOD("\"2017-11-16T22:31:08.123456789\""),
                 GOOD("\"2017-11-16T22:31:08.1234567890\"", "\"2017-11-16T22:31:08.123456789+00:00\""));
  check_defaults("timestamptz_ns", GOOD("\"2017-11-16T22:31:08.123456789+00:00\""),
                 GOOD("\"2017-11-16T22:31:08.123456789\"", "\"2017-11-16T22:31:08.123456789+00:01\""));
}

static void test_check_without_memory(void)
{
  struct draft draft;

  make_nested(&draft);
  for (size_t i = 1; i <= 2; i++) {
    arena.fail_after = i;
    CHECK_INT(berg_schema_check(&draft.schema, 2, &arena, NULL), BERG_NO_MEMORY);
  }
  arena.fail_after = 0;
}

/* 100,000 columns in the worst orders; a quadratic check would run for minutes. */
static void test_many_columns(void)
{
  size_t count = 100000;
  struct berg_schema schema = {0};
  int32_t *ids = berg_arena_alloc(&arena, count, sizeof *ids);

  schema.fields = berg_arena_alloc(&arena, count, sizeof *schema.fields);
  CHECK(schema.fields != NULL && ids != NULL);
  if (schema.fields == NULL || ids == NULL)
    return;
  schema.field_count = count;
  for (size_t i = 0; i < count; i++) {
    uint8_t *name = berg_arena_alloc(&arena, 8, 1);
    CHECK(name != NULL);
    if (name == NULL)
      return;
    snprintf((char *)name, 8, "c%06zu", (i * 7919) % count);
    schema.fields[i].name = (struct berg_span){name, 7};
    schema.fields[i].id = (int32_t)(count - i);
    schema.fields[i].parent = BERG_NO_PARENT;
    schema.fields[i].end = i + 1;
    schema.fields[i].required = true;
    schema.fields[i].type.kind = BERG_TYPE_INT;
    ids[i] = (int32_t)(i + 1);
  }
  schema.identifier_field_ids = (struct berg_int32s){ids, count};
  CHECK_INT(berg_schema_check(&schema, 2, &arena, NULL), BERG_OK);
  struct berg_schema fresh;
  int32_t last = 0;
  CHECK_INT(berg_schema_assign_fresh_ids(&schema, &arena, &last, &fresh), BERG_OK);
  CHECK_INT(last, count);
  if (last == (int32_t)count)
    CHECK_INT(fresh.identifier_field_ids.items[0], count);
  schema.fields[100].name = schema.fields[99999].name;
  CHECK_INT(berg_schema_check(&schema, 2, &arena, NULL), BERG_INVALID);
}

int main(void)
{
  berg_arena_open(&arena, ARENA_LIMIT);
  TEST_RUN(test_lookups);
  TEST_RUN(test_fresh_ids);
  TEST_RUN(test_fresh_ids_go_on);
  TEST_RUN(test_fresh_ids_without_memory);
  TEST_RUN(test_equality);
  TEST_RUN(test_identifier_sets);
  TEST_RUN(test_differences);
  TEST_RUN(test_sound_schemas);
  TEST_RUN(test_field_ids);
  TEST_RUN(test_field_names);
  TEST_RUN(test_types_of_version_three);
  TEST_RUN(test_required_by_construction);
  TEST_RUN(test_identifier_fields);
  TEST_RUN(test_defaults_in_schema);
  TEST_RUN(test_default_numbers);
  TEST_RUN(test_default_texts);
  TEST_RUN(test_default_times);
  TEST_RUN(test_check_without_memory);
  TEST_RUN(test_many_columns);
  berg_arena_close(&arena);
  return test_end();
}
