/* Schemas: the flat array, the canonical text, members in any order, nesting as deep as a text may be, what is refused.
 */
#include "tests/unit/document/kit.h"

static enum berg_status read_schema(struct kit *kit, const char *text, struct berg_schema *schema)
{
  enum berg_status status = berg_schema_read(kit_open(kit, text), schema);

  return status == BERG_OK ? berg_json_finish(&kit->reader) : status;
}

static struct berg_span write_schema(struct kit *kit, const struct berg_schema *schema)
{
  struct berg_buffer out;

  berg_buffer_open(&out);
  berg_schema_write(&out, schema);
  return kit_take(kit, &out);
}

static void check_round_trip(const char *text)
{
  struct kit kit;
  struct berg_schema schema = {0};

  kit_begin(&kit);
  CHECK_INT(read_schema(&kit, text, &schema), BERG_OK);
  CHECK_TEXT(schema.text, text);
  CHECK_TEXT(write_schema(&kit, &schema), text);
  kit_end(&kit);
}

static void test_round_trips(void)
{
  check_round_trip("{\"type\":\"struct\",\"schema-id\":0,\"fields\":[]}");
  check_round_trip("{\"type\":\"struct\",\"schema-id\":7,\"identifier-field-ids\":[1,2],\"fields\":["
                   "{\"id\":1,\"name\":\"a\",\"required\":true,\"type\":\"long\",\"doc\":\"the \\\"key\\\"\"},"
                   "{\"id\":2,\"name\":\"b\\\\c\",\"required\":true,\"type\":\"decimal(9, 2)\",\"doc\":\"\"},"
                   "{\"id\":3,\"name\":\"\",\"required\":false,\"type\":\"fixed[16]\"}]}");
  check_round_trip(
      "{\"type\":\"struct\",\"schema-id\":1,\"fields\":["
      "{\"id\":1,\"name\":\"l\",\"required\":false,\"type\":{\"type\":\"list\",\"element-id\":5,\"element\":"
      "\"int\",\"element-required\":true}},"
      "{\"id\":2,\"name\":\"m\",\"required\":true,\"type\":{\"type\":\"map\",\"key-id\":6,\"key\":\"string\","
      "\"value-id\":7,\"value\":{\"type\":\"struct\",\"fields\":[{\"id\":8,\"name\":\"x\",\"required\":false,"
      "\"type\":\"date\"}]},\"value-required\":false},\"doc\":\"d\"},"
      "{\"id\":3,\"name\":\"s\",\"required\":true,\"type\":{\"type\":\"struct\",\"fields\":[]}},"
      "{\"id\":4,\"name\":\"z\",\"required\":false,\"type\":\"variant\"}]}");
  check_round_trip(
      "{\"type\":\"struct\",\"schema-id\":1,\"fields\":[{\"id\":1,\"name\":\"a\",\"required\":false,\"type\":"
      "\"int\",\"initial-default\":34,\"write-default\":35},{\"id\":2,\"name\":\"b\",\"required\":false,"
      "\"type\":\"string\",\"write-default\":\"x\\n\"}]}");
}

static const char NESTED[] =
    "{\"type\":\"struct\",\"fields\":["
    "{\"id\":1,\"name\":\"m\",\"required\":false,\"type\":{\"type\":\"map\",\"key-id\":2,\"key\":"
    "{\"type\":\"struct\",\"fields\":[{\"id\":4,\"name\":\"k\",\"required\":true,\"type\":\"int\"}]},"
    "\"value-id\":3,\"value\":{\"type\":\"list\",\"element-id\":5,\"element\":\"uuid\","
    "\"element-required\":false},\"value-required\":true}},"
    "{\"id\":6,\"name\":\"t\",\"required\":true,\"type\":\"timestamptz\"}]}";

static void test_flat_array(void)
{
  struct kit kit;
  struct berg_schema s = {0};

  kit_begin(&kit);
  CHECK_INT(read_schema(&kit, NESTED, &s), BERG_OK);
  CHECK_INT(s.schema_id, 0);
  CHECK_INT(s.field_count, 6);
  static const int IDS[] = {1, 2, 4, 3, 5, 6};
  static const size_t ENDS[] = {5, 3, 3, 5, 5, 6};
  static const size_t PARENTS[] = {BERG_NO_PARENT, 0, 1, 0, 3, BERG_NO_PARENT};
  static const enum berg_field_role ROLES[] = {BERG_ROLE_FIELD, BERG_ROLE_KEY,     BERG_ROLE_FIELD,
                                               BERG_ROLE_VALUE, BERG_ROLE_ELEMENT, BERG_ROLE_FIELD};
  static const bool REQUIRED[] = {false, true, true, true, false, true};
  static const enum berg_type_kind KINDS[] = {BERG_TYPE_MAP,  BERG_TYPE_STRUCT, BERG_TYPE_INT,
                                              BERG_TYPE_LIST, BERG_TYPE_UUID,   BERG_TYPE_TIMESTAMPTZ};
  for (size_t i = 0; i < s.field_count; i++) {
    CHECK_INT(s.fields[i].id, IDS[i]);
    CHECK_INT(s.fields[i].end, ENDS[i]);
    CHECK(s.fields[i].parent == PARENTS[i]);
    CHECK_INT(s.fields[i].role, ROLES[i]);
    CHECK_INT(s.fields[i].required, REQUIRED[i]);
    CHECK_INT(s.fields[i].type.kind, KINDS[i]);
  }
  CHECK_TEXT(s.fields[1].name, "key");
  CHECK_TEXT(s.fields[3].name, "value");
  CHECK_TEXT(s.fields[4].name, "element");
  CHECK(!s.fields[0].has_doc);
  kit_end(&kit);
}

/* The same schema whose objects have their members in the least handy order, with members nobody knows in between. */
static void test_members_in_any_order(void)
{
  static const char *const CANONICAL =
      "{\"type\":\"struct\",\"schema-id\":2,\"identifier-field-ids\":[9],\"fields\":[{\"id\":1,\"name\":\"m\","
      "\"required\":"
      "true,\"type\":{\"type\":\"map\",\"key-id\":2,\"key\":{\"type\":\"struct\",\"fields\":[{\"id\":4,\"name\":\"k\","
      "\"required\":true,\"type\":\"int\"},{\"id\":5,\"name\":\"k2\",\"required\":true,\"type\":\"int\"}]},\"value-"
      "id\":3,"
      "\"value\":{\"type\":\"list\",\"element-id\":6,\"element\":{\"type\":\"map\",\"key-id\":7,\"key\":\"long\","
      "\"value-id\":8,\"value\":\"double\",\"value-required\":false},\"element-required\":true},\"value-required\":"
      "true},"
      "\"doc\":\"d\"},{\"id\":9,\"name\":\"n\",\"required\":true,\"type\":\"boolean\"}]}";
  static const char *const MIXED =
      " { \"fields\" : [ {\"x\":[{}],\"doc\":\"d\",\"type\":{\"value-required\":true,\"value\":{\"element\":{\"value\":"
      "\"double\",\"key\":\"long\",\"value-required\":false,\"value-id\":8,\"key-id\":7,\"type\":\"map\"},\"element-"
      "id\":6,"
      "\"element-required\":true,\"type\":\"list\"},\"key\":{\"fields\":[{\"type\":\"int\",\"required\":true,\"name\":"
      "\"k\","
      "\"id\":4},{\"type\":\"int\",\"required\":true,\"name\":\"k2\",\"id\":5}],\"type\":\"struct\",\"schema-id\":77,"
      "\"identifier-field-ids\":[5]},\"key-id\":2,\"value-id\":3,\"type\":\"map\"},\"required\":true,\"name\":\"m\","
      "\"id\":1}"
      ", {\"id\":9,\"doc\":null,\"initial-default\":null,\"write-default\": "
      "null,\"name\":\"n\",\"required\":true,\"type\":"
      "\"boolean\"}],\"identifier-field-ids\":[9],\"y\":null,\"type\":\"struct\",\"schema-id\":2}";
  struct kit kit;
  struct berg_schema a = {0};
  struct berg_schema b = {0};

  kit_begin(&kit);
  CHECK_INT(read_schema(&kit, MIXED, &a), BERG_OK);
  CHECK_TEXT(a.text, MIXED + 1);
  CHECK_TEXT(write_schema(&kit, &a), CANONICAL);
  CHECK_INT(read_schema(&kit, CANONICAL, &b), BERG_OK);
  CHECK(berg_schema_equal(&a, &b));
  for (size_t i = 0; i < a.field_count && i < b.field_count; i++) {
    CHECK(a.fields[i].parent == b.fields[i].parent);
    CHECK_INT(a.fields[i].end, b.fields[i].end);
  }
  kit_end(&kit);
}

static void append_deep(struct berg_buffer *out, int depth)
{
  berg_buffer_append_text(out,
                          "{\"type\":\"struct\",\"schema-id\":0,\"fields\":[{\"id\":1,\"name\":\"a\",\"required\":true,"
                          "\"type\":");
  for (int i = 0; i < depth; i++)
    berg_buffer_append_format(out, "{\"type\":\"list\",\"element-id\":%d,\"element\":", i + 2);
  berg_buffer_append_text(out, "\"int\"");
  for (int i = 0; i < depth; i++)
    berg_buffer_append_text(out, ",\"element-required\":false}");
  berg_buffer_append_text(out, "}]}");
}

static void test_depth(void)
{
  struct kit kit;
  struct berg_buffer text;
  struct berg_schema schema = {0};

  kit_begin(&kit);
  for (int depth = 96; depth <= 98; depth++) { /* three levels are around the lists; a hundred are allowed */
    berg_buffer_open(&text);
    append_deep(&text, depth);
    berg_buffer_append_byte(&text, 0);
    CHECK_INT(read_schema(&kit, (const char *)text.bytes, &schema), depth <= 97 ? BERG_OK : BERG_INVALID);
    if (depth <= 97)
      CHECK_TEXT(write_schema(&kit, &schema), (const char *)text.bytes);
    berg_buffer_close(&text);
  }
  CHECK_PROBLEM(&kit, "nested deeper than 100 levels", kit.problem.pointer);
  kit_end(&kit);
}

struct refusal {
  const char *text;
  const char *message;
  const char *pointer;
};

#define FIELD(type) "{\"type\":\"struct\",\"fields\":[{\"id\":1,\"name\":\"a\",\"required\":true,\"type\":" type "}]}"

static const struct refusal REFUSALS[] = {
    {"[]", "expected an object", ""},
    {"{\"fields\":[]}", "member `type` is missing in a type", ""},
    {"{\"type\":\"struct\"}", "member `fields` is missing in a struct type", ""},
    {"{\"type\":\"list\",\"element-id\":1,\"element\":\"int\",\"element-required\":true}", "`list` is no nested type",
     ""},
    {"{\"type\":\"struct\",\"fields\":{}}", "expected an array", "/fields"},
    {"{\"type\":\"struct\",\"fields\":[1]}", "expected an object", "/fields/0"},
    {"{\"type\":\"struct\",\"fields\":[{\"name\":\"a\",\"required\":true,\"type\":\"int\"}]}",
     "member `id` is missing in a field", "/fields/0"},
    {"{\"type\":\"struct\",\"fields\":[{\"id\":1,\"name\":\"a\",\"type\":\"int\"}]}", "member `required` is missing",
     "/fields/0"},
    {"{\"type\":\"struct\",\"fields\":[{\"id\":1.0,\"name\":\"a\",\"required\":true,\"type\":\"int\"}]}", "integer",
     "/fields/0/id"},
    {"{\"type\":\"struct\",\"fields\":[{\"id\":2147483648,\"name\":\"a\",\"required\":true,\"type\":\"int\"}]}",
     "32 bits", "/fields/0/id"},
    {"{\"type\":\"struct\",\"fields\":[{\"id\":1,\"name\":7,\"required\":true,\"type\":\"int\"}]}", "expected a string",
     "/fields/0/name"},
    {FIELD("\"integer\""), "integer", "/fields/0/type"},
    {FIELD("\"decimal(39, 2)\""), "decimal(39, 2)", "/fields/0/type"},
    {FIELD("7"), "expected a string", "/fields/0/type"},
    {FIELD("{\"type\":\"set\"}"), "`set` is no nested type", "/fields/0/type"},
    {FIELD("{\"type\":\"variant\"}"), "`variant` is no nested type", "/fields/0/type"},
    {FIELD("{\"type\":\"int\"}"), "`int` is no nested type", "/fields/0/type"},
    {FIELD("{\"type\":\"list\",\"element\":\"int\",\"element-required\":true}"),
     "member `element-id` is missing in a list", "/fields/0/type"},
    {FIELD("{\"type\":\"list\",\"element-id\":2,\"element\":\"int\"}"), "member `element-required` is missing",
     "/fields/0/type"},
    {FIELD("{\"type\":\"map\",\"key-id\":2,\"key\":\"int\",\"value-id\":3,\"value\":\"nope\",\"value-required\":true}"),
     "nope", "/fields/0/type/value"},
    {FIELD("{\"type\":\"map\",\"key-id\":2,\"key\":\"int\",\"value-id\":3,\"value-required\":true}"),
     "member `value` is missing in a map", "/fields/0/type"},
    {FIELD("{\"type\":\"list\",\"element-id\":2,\"element\":\"int\",\"element-required\":true,\"fields\":[]}"),
     "with the members of another", "/fields/0/type"},
    {FIELD("{\"type\":\"struct\",\"fields\":[],\"fields\":[]}"), "occurs twice", "/fields/0/type/fields"},
    {"{\"type\":\"struct\",\"fields\":[],\"identifier-field-ids\":[\"1\"]}", "expected an integer",
     "/identifier-field-ids/0"},
    {"{\"type\":\"struct\",\"fields\":[]", "malformed", "/fields"},
};

/* TESTS metadata/check/nested-types, metadata/check/variant-is-string */
static void test_refusals(void)
{
  struct kit kit;
  struct berg_schema schema = {.schema_id = 77};

  kit_begin(&kit);
  for (size_t i = 0; i < sizeof REFUSALS / sizeof *REFUSALS; i++) {
    CHECK_INT(read_schema(&kit, REFUSALS[i].text, &schema), BERG_INVALID);
    CHECK_PROBLEM(&kit, REFUSALS[i].message, REFUSALS[i].pointer);
  }
  CHECK_INT(schema.schema_id, 77); /* written only on success */
  kit_end(&kit);
}

/* Every cut of a text is refused, and none reads beyond its end (the sanitizers watch). */
static void test_cut_texts(void)
{
  static const char *const TEXT =
      FIELD("{\"type\":\"map\",\"value\":\"int\",\"key\":\"int\",\"key-id\":2,\"value-id\":3,\"value-required\":true}");
  struct kit kit;
  struct berg_schema schema = {0};

  kit_begin(&kit);
  for (size_t len = 0; len < strlen(TEXT); len++) {
    uint8_t *cut = malloc(len + 1);
    memcpy(cut, TEXT, len);
    berg_json_open(&kit.reader, (struct berg_span){cut, len}, 100, &kit.arena, NULL);
    CHECK_INT(berg_schema_read(&kit.reader, &schema), BERG_INVALID);
    free(cut);
  }
  kit_end(&kit);
}

static void test_no_memory(void)
{
  static const char *const TEXT =
      FIELD("{\"type\":\"map\",\"value\":\"int\",\"key\":\"int\",\"key-id\":2,\"value-id\":3,"
            "\"value-required\":true},\"doc\":\"\\u0041\"");
  struct kit kit;
  struct berg_schema schema = {0};
  size_t failures = 0;

  kit_begin(&kit);
  for (size_t n = 1;; n++) {
    (void)kit_open(&kit, TEXT);
    kit.arena.fail_after = n;
    enum berg_status status = berg_schema_read(&kit.reader, &schema);
    if (status == BERG_OK)
      break;
    CHECK_INT(status, BERG_NO_MEMORY);
    failures++;
  }
  CHECK(failures >= 3);
  kit_end(&kit);
}

int main(void)
{
  TEST_RUN(test_round_trips);
  TEST_RUN(test_flat_array);
  TEST_RUN(test_members_in_any_order);
  TEST_RUN(test_depth);
  TEST_RUN(test_refusals);
  TEST_RUN(test_cut_texts);
  TEST_RUN(test_no_memory);
  return test_end();
}
