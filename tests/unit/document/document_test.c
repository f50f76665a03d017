/* Whole documents: the three versions, old shapes, absent and null members, what is kept and what is written anew. */
#include "tests/unit/document/kit.h"

#define SCHEMA_0                                                                                                       \
  "{\"type\":\"struct\",\"schema-id\":0,\"fields\":[{\"id\":1,\"name\":\"x\",\"required\":true,\"type\":\"long\"}]}"
#define SPEC_0                                                                                                         \
  "{\"spec-id\":0,\"fields\":[{\"name\":\"x\",\"transform\":\"identity\",\"source-id\":1,\"field-id\":1000}]}"
#define SPEC_0_FIELDS "[{\"name\":\"x\",\"transform\":\"identity\",\"source-id\":1,\"field-id\":1000}]"
#define ORDER_0 "{\"order-id\":0,\"fields\":[]}"
#define SNAPSHOT(id, sequence)                                                                                         \
  "{\"snapshot-id\":" id ",\"sequence-number\":" sequence                                                              \
  ",\"timestamp-ms\":1000,\"summary\":{\"operation\":\"append\",\"x.note\":\"1\"},\"manifest-list\":\"/m-" id "\"}"
#define UUID "9c12d441-03fe-4693-9a96-a0705ddf69c1"

/* Members in the order in which new documents have them. */
#define TAIL                                                                                                           \
  "\"snapshots\":[" SNAPSHOT("5", "1") "," SNAPSHOT("6",                                                               \
                                                    "2") "],\"snapshot-log\":[{\"snapshot-id\":5,\"timestamp-ms\":"    \
                                                         "1000},{\"snapshot-id\":6,\"timestamp-ms\":1000}],"           \
                                                         "\"metadata-log\":[{\"metadata-file\":\"/0.json\","           \
                                                         "\"timestamp-ms\":900}],\"sort-orders\":[" ORDER_0            \
                                                         "],\"default-sort-order-id\":0,\"refs\":{\"main\":{"          \
                                                         "\"snapshot-id\":6,\"type\":\"branch\"},\"t\":{"              \
                                                         "\"snapshot-id\":5,\"type\":\"tag\",\"max-ref-age-ms\":"      \
                                                         "9}},\"statistics\":[{\"snapshot-id\":5,"                     \
                                                         "\"statistics-path\":\"/s\"}],"                               \
                                                         "\"partition-statistics\":[]"
static const char V1[] =
    "{\"format-version\":1,\"table-uuid\":\"" UUID
    "\",\"location\":\"/t\",\"last-updated-ms\":1000,\"last-column-id\":1,"
    "\"schema\":" SCHEMA_0 ",\"schemas\":[" SCHEMA_0 "],\"current-schema-id\":0,\"partition-spec\":" SPEC_0_FIELDS
    ",\"partition-specs\":[" SPEC_0 "],\"default-spec-id\":0,\"last-partition-id\":1000,\"properties\":{\"k\":\"v\"},"
    "\"current-snapshot-id\":6," TAIL "}";
static const char V2[] =
    "{\"format-version\":2,\"table-uuid\":\"" UUID
    "\",\"location\":\"/t\",\"last-sequence-number\":2,\"last-updated-ms\":"
    "1000,\"last-column-id\":1,\"schemas\":[" SCHEMA_0 "],\"current-schema-id\":0,\"partition-specs\":[" SPEC_0
    "],\"default-spec-id\":0,\"last-partition-id\":1000,\"properties\":{\"k\":\"v\"},\"current-snapshot-id\":6," TAIL
    "}";
static const char V3[] =
    "{\"format-version\":3,\"table-uuid\":\"" UUID
    "\",\"location\":\"/t\",\"last-sequence-number\":2,\"last-updated-ms\":"
    "1000,\"last-column-id\":1,\"schemas\":[" SCHEMA_0 "],\"current-schema-id\":0,\"partition-specs\":[" SPEC_0
    "],\"default-spec-id\":0,\"last-partition-id\":1000,\"properties\":{\"k\":\"v\"},\"current-snapshot-id\":6," TAIL
    ",\"next-row-id\":7,\"encryption-keys\":[{\"key-id\":\"a\",\"encrypted-key-metadata\":\"AA==\"}]}";

/* Sets every mark that says that something was changed or added. */
static void change_all(struct berg_table *table)
{
  table->changed = BERG_CHANGED(BERG_SECTION_COUNT) - 1;
  for (size_t i = 0; i < table->schema_count; i++)
    table->schemas[i].added = true;
  for (size_t i = 0; i < table->spec_count; i++)
    table->specs[i].added = true;
  for (size_t i = 0; i < table->order_count; i++)
    table->orders[i].added = true;
}

/* TESTS metadata/write/always-lists, metadata/write/v1-members */
/* Read and written, copied or wholly anew, a document in canonical form is the same bytes. */
static void test_round_trips(void)
{
  static const char *const TEXTS[] = {V1, V2, V3};
  struct kit kit;

  kit_begin(&kit);
  for (size_t i = 0; i < 3; i++) {
    CHECK_INT(kit_read(&kit, TEXTS[i]), BERG_OK);
    CHECK_INT(kit.table.format_version, (int64_t)i + 1);
    CHECK_INT(kit.table.changed, 0);
    CHECK_TEXT(kit_write(&kit), TEXTS[i]);
    change_all(&kit.table);
    CHECK_TEXT(kit_write(&kit), TEXTS[i]);
    CHECK_TEXT(kit_write_new(&kit), TEXTS[i]);
  }
  kit_end(&kit);
}

static void test_values(void)
{
  struct kit kit;

  kit_begin(&kit);
  CHECK_INT(kit_read(&kit, V3), BERG_OK);
  const struct berg_table *t = &kit.table;
  CHECK_TEXT(t->table_uuid, UUID);
  CHECK_TEXT(t->location, "/t");
  CHECK_INT(t->last_sequence_number, 2);
  CHECK_INT(t->last_updated_ms, 1000);
  CHECK_INT(t->last_column_id, 1);
  CHECK_INT(t->schema_count, 1);
  CHECK_TEXT(t->schemas[0].text, SCHEMA_0);
  CHECK_TEXT(t->specs[0].text, SPEC_0);
  CHECK_INT(t->last_partition_id, 1000);
  CHECK_INT(t->properties.count, 1);
  CHECK_TEXT(t->properties.items[0].value, "v");
  CHECK_INT(t->current_snapshot_id, 6);
  CHECK_INT(t->snapshot_count, 2);
  CHECK_TEXT(t->snapshots[1].text, SNAPSHOT("6", "2"));
  CHECK_INT(t->ref_count, 2);
  CHECK_TEXT(t->refs[1].name, "t");
  CHECK(t->refs[1].is_tag);
  CHECK_INT(t->snapshot_log_count, 2);
  CHECK_INT(t->snapshot_log[1].snapshot_id, 6);
  CHECK_INT(t->metadata_log_count, 1);
  CHECK_TEXT(t->metadata_log[0].metadata_file, "/0.json");
  CHECK_INT(t->statistics_count, 1);
  CHECK_INT(t->partition_statistics_count, 0);
  CHECK(t->has_next_row_id && t->next_row_id == 7);
  CHECK_INT(t->encryption_key_count, 1);
  CHECK_INT(kit.document.member_count, 23);
  CHECK_INT(kit.document.members[0].section, BERG_SECTION_FORMAT_VERSION);
  kit_end(&kit);
}

/* TESTS metadata/read/minus-one, metadata/write/no-current-snapshot */
/* -1, null and absence mean the same; what is written is absence. */
static void test_no_current_snapshot(void)
{
  static const char *const VALUES[] = {"\"current-snapshot-id\":-1,", "\"current-snapshot-id\":null,", ""};
  struct kit kit;

  kit_begin(&kit);
  char *bare = kit_replace(&kit, V2, "\"main\":{\"snapshot-id\":6,\"type\":\"branch\"},", "");
  for (size_t i = 0; i < 3; i++) {
    char *text = kit_replace(&kit, bare, "\"current-snapshot-id\":6,", VALUES[i]);
    CHECK_INT(kit_read(&kit, text), BERG_OK);
    CHECK_INT(kit.table.current_snapshot_id, BERG_NO_SNAPSHOT);
    CHECK_INT(kit.table.ref_count, 1);
    CHECK_TEXT(kit_write(&kit), kit_replace(&kit, bare, "\"current-snapshot-id\":6,", ""));
  }
  kit_end(&kit);
}

#define OLD_SCHEMA                                                                                                     \
  "{\"type\":\"struct\",\"schema-id\":0,\"fields\":[{\"id\":1,\"name\":\"x\",\"required\":true,\"type\":\"long\"},{"   \
  "\"id\":2,"                                                                                                          \
  "\"name\":\"y\",\"required\":false,\"type\":\"date\"}]}"
#define OLD_SPEC_FIELDS                                                                                                \
  "[{\"name\":\"x\",\"transform\":\"identity\",\"source-id\":1,\"field-id\":1000},{\"name\":\"y_day\",\"transform\":"  \
  "\"day\",\"source-id\":2,\"field-id\":1001}]"

/* TESTS metadata/check/schemas-required, metadata/check/specs-required, metadata/check/last-partition-id,
 * metadata/check/sort-orders-required, metadata/check/refs-absent, metadata/check/properties, metadata/write/schema-id
 */
/* A version 1 file as the first writers made it: no plural forms, no ids of partition fields, no uuid, no refs. */
static void test_oldest_version_1(void)
{
  static const char *const OLD =
      "{\"format-version\":1,\"location\":\"/t/\",\"last-updated-ms\":1000,\"last-column-id\":2,\"schema\":{\"type\":"
      "\"struct\",\"fields\":[{\"id\":1,\"name\":\"x\",\"required\":true,\"type\":\"long\"},{\"id\":2,\"name\":\"y\","
      "\"required\":false,\"type\":\"date\"}]},\"partition-spec\":[{\"name\":\"x\",\"transform\":\"identity\","
      "\"source-id\":1},{\"name\":\"y_day\",\"transform\":\"day\",\"source-id\":2}],\"properties\":{\"a\":null,\"b\":"
      "\"c\"}"
      ",\"current-snapshot-id\":5,\"snapshots\":[{\"snapshot-id\":5,\"timestamp-ms\":1000,\"manifests\":[\"/m\"]}]}";
  struct kit kit;

  kit_begin(&kit);
  CHECK_INT(kit_read(&kit, OLD), BERG_OK);
  const struct berg_table *t = &kit.table;
  CHECK_INT(t->table_uuid.len, 0);
  CHECK_TEXT(t->location, "/t");
  CHECK_INT(t->last_sequence_number, 0);
  CHECK_INT(t->schema_count, 1);
  CHECK_INT(t->current_schema_id, 0);
  CHECK_INT(t->spec_count, 1);
  CHECK_INT(t->specs[0].fields[0].field_id, 1000);
  CHECK_INT(t->specs[0].fields[1].field_id, 1001);
  CHECK(t->specs[0].fields[1].has_field_id);
  CHECK_INT(t->last_partition_id, 1001);
  CHECK_INT(t->order_count, 1);
  CHECK_INT(t->orders[0].field_count, 0);
  CHECK_INT(t->properties.count, 1);
  CHECK_TEXT(t->properties.items[0].key, "b");
  CHECK_INT(t->ref_count, 1);
  CHECK_TEXT(t->refs[0].name, "main");
  CHECK_INT(t->refs[0].snapshot_id, 5);
  CHECK(!t->refs[0].is_tag && !t->has_next_row_id);
  CHECK(t->snapshots[0].has_manifests && !t->snapshots[0].has_summary);
  CHECK_TEXT(
      kit_write(&kit),
      "{\"format-version\":1,\"location\":\"/t/\",\"last-updated-ms\":1000,\"last-column-id\":2,\"schema\":" OLD_SCHEMA
      ",\"partition-spec\":" OLD_SPEC_FIELDS ",\"properties\":{\"a\":null,\"b\":\"c\"},\"current-snapshot-id\":5,"
      "\"snapshots\":[{\"snapshot-id\":5,\"timestamp-ms\":1000,\"manifests\":[\"/m\"]}],\"schemas\":[" OLD_SCHEMA
      "],\"current-schema-id\":0,\"partition-specs\":[{\"spec-id\":0,\"fields\":" OLD_SPEC_FIELDS
      "}],\"default-spec-id\":0,\"last-partition-id\":1001,\"snapshot-log\":[],\"metadata-log\":[],\"sort-orders\":["
      "{\"order-id\":0,\"fields\":[]}],\"default-sort-order-id\":0,\"refs\":{\"main\":{\"snapshot-id\":5,\"type\":"
      "\"branch\"}},\"statistics\":[],\"partition-statistics\":[]}");
  kit_end(&kit);
}

/* TESTS metadata/write/unknown-members, metadata/check/unknown-members */
/* What refberg does not know stays, in its place and byte for byte; so do white space and member order of what is not
 * changed. */
static void test_unknown_members_are_kept(void)
{
  static const char *const TEXT =
      " {\n \"x-first\" : { \"a\" : [ 1.50, null ] },\n \"properties\" : { \"k\" : \"v\" }, \"format-version\":2,"
      "\"table-uuid\":\"" UUID "\", \"location\":\"/t\", \"last-sequence-number\":0,\"last-updated-ms\":1000,"
      "\"last-column-id\":1,\"schemas\":[ " SCHEMA_0
      " ],\"current-schema-id\":0,\"partition-specs\":[{\"x\":1,\"spec-id\":"
      "0,\"fields\":[]}],\"default-spec-id\":0,\"last-partition-id\":999,\"sort-orders\":[" ORDER_0
      "],\"default-sort-order-id\":0,\"refs\":{},\"snapshots\":[],\"y\":\"\\u00e9\",\"statistics\":null}\n";
  struct kit kit;

  kit_begin(&kit);
  CHECK_INT(kit_read(&kit, TEXT), BERG_OK);
  kit.table.last_updated_ms = 2000;
  kit.table.changed = BERG_CHANGED(BERG_SECTION_LAST_UPDATED_MS);
  CHECK_TEXT(
      kit_write(&kit),
      "{\"x-first\":{ \"a\" : [ 1.50, null ] },\"properties\":{ \"k\" : \"v\" },\"format-version\":2,\"table-uuid\":"
      "\"" UUID "\",\"location\":\"/t\",\"last-sequence-number\":0,\"last-updated-ms\":2000,\"last-column-id\":1,"
      "\"schemas\":[ " SCHEMA_0 " ],\"current-schema-id\":0,\"partition-specs\":[{\"x\":1,\"spec-id\":0,\"fields\":["
      "]}],\"default-spec-id\":0,\"last-partition-id\":999,\"sort-orders\":[" ORDER_0
      "],\"default-sort-order-id\":0,\"refs\":{},\"snapshots\":[],\"y\":\"\\u00e9\",\"statistics\":[],\"snapshot-log"
      "\":[],\"metadata-log\":[],\"partition-statistics\":[]}");
  kit_end(&kit);
}

/* In a list that changed, the elements that did not keep their text, unknown members included. */
static void test_lists_keep_their_elements(void)
{
  struct kit kit;
  struct berg_snapshot snapshots[3];
  struct berg_schema schemas[2];

  kit_begin(&kit);
  char *text = kit_replace(&kit, V2,
                           "\"timestamp-ms\":1000,\"summary\":{\"operation\":\"append\",\"x.note\":\"1\"},"
                           "\"manifest-list\":\"/m-6\"}",
                           "\"timestamp-ms\" : 1000, \"x\":{\"y\":[]},\"summary\":{\"operation\":\"append\"},"
                           "\"manifest-list\":\"\\u002fm-6\"}");
  text = kit_replace(&kit, text, "\"schemas\":[" SCHEMA_0 "]",
                     "\"schemas\":[{\"x\":1, \"type\":\"struct\",\"schema-id\":0,\"fields\":[{\"id\":1,\"name\":\"x\","
                     "\"required\":true,\"type\":\"long\"}]}]");
  CHECK_INT(kit_read(&kit, text), BERG_OK);
  memcpy(snapshots, kit.table.snapshots, 2 * sizeof *snapshots);
  snapshots[0].removed = true;
  snapshots[2] = (struct berg_snapshot){.snapshot_id = 7, .added = true, .text = BERG_SPAN(SNAPSHOT("7", "3"))};
  kit.table.snapshots = snapshots;
  kit.table.snapshot_count = 3;
  schemas[0] = schemas[1] = kit.table.schemas[0];
  schemas[1].schema_id = 1;
  schemas[1].added = true;
  kit.table.schemas = schemas;
  kit.table.schema_count = 2;
  kit.table.changed = BERG_CHANGED(BERG_SECTION_SNAPSHOTS) | BERG_CHANGED(BERG_SECTION_SCHEMAS);
  text = kit_replace(&kit, text, SNAPSHOT("5", "1") ",", "");
  text = kit_replace(&kit, text, "\"\\u002fm-6\"}", "\"\\u002fm-6\"}," SNAPSHOT("7", "3"));
  text = kit_replace(&kit, text, "\"type\":\"long\"}]}]",
                     "\"type\":\"long\"}]},{\"type\":\"struct\",\"schema-id\":1,\"fields\":[{\"id\":1,\"name\":\"x\","
                     "\"required\":true,\"type\":\"long\"}]}]");
  CHECK_TEXT(kit_write(&kit), text);
  kit_end(&kit);
}

/* Neighbours are copied in one piece, but never with what was removed between them; whatever is removed. */
static void test_snapshots_in_runs(void)
{
  static const char TEXT[] = "[{\"a\":1},{\"b\":2},{\"c\":3} ,{\"d\":4},{\"e\":5}]";
  static const size_t STARTS[] = {1, 9, 17, 26, 34};
  struct berg_snapshot snapshots[5];
  char expected[80];
  struct kit kit;

  kit_begin(&kit);
  for (unsigned removed = 0; removed < 32; removed++) {
    int len = snprintf(expected, sizeof expected, "\"snapshots\":[");
    for (size_t i = 0; i < 5; i++) {
      snapshots[i] =
          (struct berg_snapshot){.removed = (removed >> i) % 2 != 0, .text = {(const uint8_t *)TEXT + STARTS[i], 7}};
      if (!snapshots[i].removed)
        len += snprintf(expected + len, sizeof expected - (size_t)len, "%s%.7s", expected[len - 1] == '[' ? "" : ",",
                        TEXT + STARTS[i]);
    }
    snprintf(expected + len, sizeof expected - (size_t)len, "]");
    CHECK_INT(kit_read(&kit, V2), BERG_OK);
    kit.table.snapshots = snapshots;
    kit.table.snapshot_count = 5;
    kit.table.changed = BERG_CHANGED(BERG_SECTION_SNAPSHOTS);
    CHECK(strstr((const char *)kit_write(&kit).bytes, expected) != NULL);
  }
  kit_end(&kit);
}

static void test_upgrade(void)
{
  struct kit kit;

  kit_begin(&kit);
  CHECK_INT(kit_read(&kit, V1), BERG_OK);
  kit.table.format_version = 3;
  kit.table.last_sequence_number = 0;
  kit.table.has_next_row_id = true;
  kit.table.next_row_id = 0;
  kit.table.changed = BERG_CHANGED(BERG_SECTION_FORMAT_VERSION);
  char *text = kit_replace(&kit, V1, "\"format-version\":1", "\"format-version\":3");
  text = kit_replace(&kit, text, "\"schema\":" SCHEMA_0 ",", "");
  text = kit_replace(&kit, text, "\"partition-spec\":" SPEC_0_FIELDS ",", "");
  text = kit_replace(&kit, text, "\"partition-statistics\":[]}",
                     "\"partition-statistics\":[],\"last-sequence-number\":0,\"next-row-id\":0}");
  CHECK_TEXT(kit_write(&kit), text);
  kit_end(&kit);
}

/* The single forms of version 1 follow the current schema and the default spec. */
static void test_version_1_single_forms_follow(void)
{
  struct kit kit;
  struct berg_schema schemas[2];

  kit_begin(&kit);
  CHECK_INT(kit_read(&kit, V1), BERG_OK);
  schemas[0] = schemas[1] = kit.table.schemas[0];
  schemas[1].schema_id = 1;
  schemas[1].added = true;
  schemas[1].field_count = 0;
  kit.table.schemas = schemas;
  kit.table.schema_count = 2;
  kit.table.current_schema_id = 1;
  kit.table.changed = BERG_CHANGED(BERG_SECTION_SCHEMAS) | BERG_CHANGED(BERG_SECTION_CURRENT_SCHEMA_ID);
  static const char *const NEW = "{\"type\":\"struct\",\"schema-id\":1,\"fields\":[]}";
  struct berg_span written = kit_write(&kit);
  CHECK(strstr((const char *)written.bytes, "\"schema\":{\"type\":\"struct\",\"schema-id\":1,\"fields\":[]},") != NULL);
  CHECK(strstr((const char *)written.bytes, NEW) != NULL);
  CHECK(strstr((const char *)written.bytes, "\"partition-spec\":" SPEC_0_FIELDS) != NULL);
  kit_end(&kit);
}

struct refusal {
  const char *from; /* of V2 or V3, replaced by TO */
  const char *to;
  const char *message;
  const char *pointer;
};

static const struct refusal REFUSALS[] = {
    {"\"format-version\":3", "\"format-version\":4", "Cannot read unsupported version 4", ""},
    {"\"format-version\":3", "\"format-version\":0", "Cannot read unsupported version 0", ""},
    {"\"format-version\":3", "\"format-version\":\"3\"", "expected an integer", "/format-version"},
    {"\"format-version\":3,", "", "member `format-version` is missing", ""},
    {"\"location\":\"/t\",", "", "member `location` is missing", ""},
    {"\"location\":\"/t\",", "\"location\":null,", "member `location` is missing", ""},
    {"\"last-updated-ms\":1000,", "", "member `last-updated-ms` is missing", ""},
    {"\"last-column-id\":1,", "", "member `last-column-id` is missing", ""},
    {"\"table-uuid\":\"" UUID "\",", "", "member `table-uuid` is missing", ""},
    {"\"last-sequence-number\":2,", "", "member `last-sequence-number` is missing", ""},
    {"\"schemas\":[" SCHEMA_0 "],", "", "member `schemas` is missing", ""},
    {"\"current-schema-id\":0,", "", "member `current-schema-id` is missing", ""},
    {"\"partition-specs\":[" SPEC_0 "],", "", "member `partition-specs` is missing", ""},
    {"\"default-spec-id\":0,", "", "member `default-spec-id` is missing", ""},
    {"\"last-partition-id\":1000,", "", "member `last-partition-id` is missing", ""},
    {"\"sort-orders\":[" ORDER_0 "],", "", "member `sort-orders` is missing", ""},
    {"\"default-sort-order-id\":0,", "", "member `default-sort-order-id` is missing", ""},
    {",\"next-row-id\":7", "", "member `next-row-id` is missing", ""},
    {"{\"k\":\"v\"}", "{\"k\":1}", "expected a string", "/properties/k"},
    {"\"timestamp-ms\":900", "\"timestamp-ms\":9.5", "64 bits", "/metadata-log/0/timestamp-ms"},
    {"{\"snapshot-id\":5,\"timestamp-ms\":1000}", "{\"snapshot-id\":5}", "member `timestamp-ms` is missing",
     "/snapshot-log/0"},
    {"\"type\":\"tag\"", "\"type\":\"x\"", "not a `x`", "/refs/t/type"},
    {"\"type\":\"long\"", "\"type\":\"longer\"", "longer", "/schemas/0/fields/0/type"},
    {"\"refs\":", "\"location\":", "occurs twice", "/location"},
    {"\"refs\":", "\"refs\" ", "malformed", "/refs"},
};

/* TESTS metadata/check/format-version, metadata/check/top-level-required, metadata/check/table-uuid,
 * metadata/check/last-sequence-number, metadata/check/next-row-id, metadata/check/json-form */
static void test_refusals(void)
{
  struct kit kit;

  for (size_t i = 0; i < sizeof REFUSALS / sizeof *REFUSALS; i++) {
    kit_begin(&kit);
    char *text = kit_replace(&kit, V3, REFUSALS[i].from, REFUSALS[i].to);
    CHECK_INT(kit_read(&kit, text), BERG_INVALID);
    CHECK_PROBLEM(&kit, REFUSALS[i].message, REFUSALS[i].pointer);
    CHECK_INT(kit.document.member_count, 0); /* written only on success */
    kit_end(&kit);
  }
}

static void test_version_1_refusals(void)
{
  static const struct refusal OF_1[] = {
      {"\"current-schema-id\":0,", "", "member `current-schema-id` is missing", ""},
      {"\"default-spec-id\":0,", "", "member `default-spec-id` is missing", ""},
      {"\"default-sort-order-id\":0,", "", "member `default-sort-order-id` is missing", ""},
  };
  struct kit kit;

  kit_begin(&kit);
  for (size_t i = 0; i < sizeof OF_1 / sizeof *OF_1; i++) {
    CHECK_INT(kit_read(&kit, kit_replace(&kit, V1, OF_1[i].from, OF_1[i].to)), BERG_INVALID);
    CHECK_PROBLEM(&kit, OF_1[i].message, OF_1[i].pointer);
  }
  char *text = kit_replace(&kit, V1, "\"schemas\":[" SCHEMA_0 "],", "");
  CHECK_INT(kit_read(&kit, text), BERG_OK);
  CHECK_INT(kit_read(&kit, kit_replace(&kit, text, "\"schema\":" SCHEMA_0 ",", "")), BERG_INVALID);
  CHECK_PROBLEM(&kit, "member `schema` is missing", "");
  CHECK_INT(kit_read(&kit, kit_replace(&kit, V1, "\"last-partition-id\":1000,", "")), BERG_OK);
  CHECK_INT(kit.table.last_partition_id, 1000);
  kit_end(&kit);
}

static void test_no_memory(void)
{
  struct kit kit;
  size_t failures = 0;

  for (size_t n = 1;; n++) {
    kit_begin(&kit);
    kit.arena.fail_after = n;
    enum berg_status status =
        berg_document_read(berg_span_of(V1), true, &kit.arena, &kit.document, &kit.table, &kit.problem);
    kit_end(&kit);
    if (status == BERG_OK)
      break;
    CHECK_INT(status, BERG_NO_MEMORY);
    failures++;
  }
  CHECK(failures > 10);
  kit_begin(&kit);
  CHECK_INT(kit_read(&kit, V2), BERG_OK);
  struct berg_buffer out;
  berg_buffer_open(&out);
  out.limit = 300;
  CHECK_INT(berg_document_write(&kit.document, &kit.table, &out), BERG_NO_MEMORY);
  berg_buffer_close(&out);
  kit_end(&kit);
}

int main(void)
{
  TEST_RUN(test_round_trips);
  TEST_RUN(test_values);
  TEST_RUN(test_no_current_snapshot);
  TEST_RUN(test_oldest_version_1);
  TEST_RUN(test_unknown_members_are_kept);
  TEST_RUN(test_lists_keep_their_elements);
  TEST_RUN(test_snapshots_in_runs);
  TEST_RUN(test_upgrade);
  TEST_RUN(test_version_1_single_forms_follow);
  TEST_RUN(test_refusals);
  TEST_RUN(test_version_1_refusals);
  TEST_RUN(test_no_memory);
  return test_end();
}
