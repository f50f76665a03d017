/* Requests: every requirement and update from its JSON to the core's struct, and the pointer of what is wrong. */
#include "document/commit_request.h"
#include "tests/unit/document/kit.h"

#include "berg_wire_decode.h"

struct request {
  struct kit kit;
  struct berg_wire_commit_table_request wire;
  struct berg_requirement *requirements;
  size_t requirement_count;
  struct berg_update *updates;
  size_t update_count;
};

static enum berg_status read_commit(struct request *r, const char *text)
{
  berg_problem_clear(&r->kit.problem);
  enum berg_status status =
      berg_wire_commit_table_request_decode_text(berg_span_of(text), &r->kit.arena, &r->wire, &r->kit.problem);
  if (status != BERG_OK)
    return status;
  status =
      berg_requirements_from_wire(&r->wire, &r->kit.arena, &r->requirements, &r->requirement_count, &r->kit.problem);
  if (status != BERG_OK)
    return status;
  return berg_updates_from_wire(&r->wire, &r->kit.arena, &r->updates, &r->update_count, &r->kit.problem);
}

static void begin(struct request *r)
{
  memset(r, 0, sizeof *r);
  kit_begin(&r->kit);
}

static const char REQUIREMENTS[] =
    "{\"requirements\":[{\"type\":\"assert-create\"},{\"type\":\"assert-table-uuid\",\"uuid\":"
    "\"u\"},{\"type\":\"assert-ref-snapshot-id\",\"ref\":\"main\",\"snapshot-id\":null},{\"type\":"
    "\"assert-ref-snapshot-id\",\"ref\":\"b\",\"snapshot-id\":9223372036854775807},{\"type\":"
    "\"assert-ref-snapshot-id\",\"ref\":\"c\"},{\"type\":\"assert-last-assigned-field-id\","
    "\"last-assigned-field-id\":1},{\"type\":\"assert-current-schema-id\",\"current-schema-id\":2},"
    "{\"type\":\"assert-last-assigned-partition-id\",\"last-assigned-partition-id\":3},{\"type\":"
    "\"assert-default-spec-id\",\"default-spec-id\":4},{\"type\":\"assert-default-sort-order-id\","
    "\"default-sort-order-id\":5}],\"updates\":[]}";

/* TESTS tables/updateTable/assert-ref-snapshot-id-null, tables/updateTable/assert-ref-snapshot-id-absent */
static void test_requirements(void)
{
  struct request r;

  begin(&r);
  CHECK_INT(read_commit(&r, REQUIREMENTS), BERG_OK);
  CHECK_INT(r.requirement_count, 10);
  CHECK_INT(r.update_count, 0);
  static const enum berg_requirement_kind KINDS[] = {BERG_REQUIRE_CREATE,
                                                     BERG_REQUIRE_TABLE_UUID,
                                                     BERG_REQUIRE_REF_SNAPSHOT_ID,
                                                     BERG_REQUIRE_REF_SNAPSHOT_ID,
                                                     BERG_REQUIRE_REF_SNAPSHOT_ID,
                                                     BERG_REQUIRE_LAST_ASSIGNED_FIELD_ID,
                                                     BERG_REQUIRE_CURRENT_SCHEMA_ID,
                                                     BERG_REQUIRE_LAST_ASSIGNED_PARTITION_ID,
                                                     BERG_REQUIRE_DEFAULT_SPEC_ID,
                                                     BERG_REQUIRE_DEFAULT_SORT_ORDER_ID};
  for (size_t i = 0; i < 10; i++)
    CHECK_INT(r.requirements[i].kind, KINDS[i]);
  CHECK_TEXT(r.requirements[1].text, "u");
  CHECK_TEXT(r.requirements[2].text, "main");
  CHECK(!r.requirements[2].has_snapshot_id);
  CHECK(r.requirements[3].has_snapshot_id);
  CHECK_INT(r.requirements[3].snapshot_id, INT64_MAX);
  CHECK(!r.requirements[4].has_snapshot_id);
  for (int32_t i = 1; i <= 5; i++)
    CHECK_INT(r.requirements[4 + i].id, i);
  kit_end(&r.kit);
}

#define UPDATES(list) "{\"requirements\":[],\"updates\":[" list "]}"
#define SNAPSHOT(sequence)                                                                                             \
  "{\"snapshot-id\":7,\"parent-snapshot-id\":6,\"sequence-number\":" sequence                                          \
  ",\"timestamp-ms\":9,\"manifest-list\":\"/m\",\"first-row-id\":1,\"added-rows\":2,\"summary\":{\"operation\":"       \
  "\"append\",\"x.note\":\"1\",\"added-records\":\"3\"},\"schema-id\":0,\"key-id\":\"k\",\"unknown\":{}}"

static const char IDS_AND_NAMES[] =
    UPDATES("{\"action\":\"assign-uuid\",\"uuid\":\"9c12d441-03fe-4693-9a96-a0705ddf69c1\"},"
            "{\"action\":\"upgrade-format-version\",\"format-version\":2},"
            "{\"action\":\"set-current-schema\",\"schema-id\":-1},{\"action\":\"set-default-spec\",\"spec-id\":3},"
            "{\"action\":\"set-default-sort-order\",\"sort-order-id\":4},"
            "{\"action\":\"remove-statistics\",\"snapshot-id\":5},"
            "{\"action\":\"remove-partition-statistics\",\"snapshot-id\":6},"
            "{\"action\":\"set-location\",\"location\":\"/l\"},"
            "{\"action\":\"remove-snapshot-ref\",\"ref-name\":\"r\"},"
            "{\"action\":\"remove-encryption-key\",\"key-id\":\"k\"}");

static void test_ids_and_names(void)
{
  struct request r;

  begin(&r);
  CHECK_INT(read_commit(&r, IDS_AND_NAMES), BERG_OK);
  CHECK_INT(r.update_count, 10);
  CHECK_INT(r.updates[0].kind, BERG_UPDATE_ASSIGN_UUID);
  CHECK_TEXT(r.updates[0].as.text, "9c12d441-03fe-4693-9a96-a0705ddf69c1");
  CHECK_INT(r.updates[1].kind, BERG_UPDATE_UPGRADE_FORMAT_VERSION);
  CHECK_INT(r.updates[1].as.id, 2);
  CHECK_INT(r.updates[2].kind, BERG_UPDATE_SET_CURRENT_SCHEMA);
  CHECK_INT(r.updates[2].as.id, -1);
  CHECK_INT(r.updates[3].kind, BERG_UPDATE_SET_DEFAULT_SPEC);
  CHECK_INT(r.updates[3].as.id, 3);
  CHECK_INT(r.updates[4].kind, BERG_UPDATE_SET_DEFAULT_SORT_ORDER);
  CHECK_INT(r.updates[4].as.id, 4);
  CHECK_INT(r.updates[5].kind, BERG_UPDATE_REMOVE_STATISTICS);
  CHECK_INT(r.updates[5].as.snapshot_id, 5);
  CHECK_INT(r.updates[6].kind, BERG_UPDATE_REMOVE_PARTITION_STATISTICS);
  CHECK_INT(r.updates[6].as.snapshot_id, 6);
  CHECK_INT(r.updates[7].kind, BERG_UPDATE_SET_LOCATION);
  CHECK_TEXT(r.updates[7].as.text, "/l");
  CHECK_INT(r.updates[8].kind, BERG_UPDATE_REMOVE_SNAPSHOT_REF);
  CHECK_TEXT(r.updates[8].as.text, "r");
  CHECK_INT(r.updates[9].kind, BERG_UPDATE_REMOVE_ENCRYPTION_KEY);
  CHECK_TEXT(r.updates[9].as.text, "k");
  kit_end(&r.kit);
}

static const char LISTS[] =
    UPDATES("{\"action\":\"remove-snapshots\",\"snapshot-ids\":[1,9223372036854775807]},"
            "{\"action\":\"set-properties\",\"updates\":{\"a\":\"b\"}},"
            "{\"action\":\"remove-properties\",\"removals\":[\"c\"]},"
            "{\"action\":\"remove-partition-specs\",\"spec-ids\":[2]},"
            "{\"action\":\"remove-schemas\",\"schema-ids\":[3,4]},"
            "{\"action\":\"set-snapshot-ref\",\"ref-name\":\"t\",\"type\":\"tag\",\"snapshot-id\":5,"
            "\"max-ref-age-ms\":6},{\"action\":\"set-snapshot-ref\",\"ref-name\":\"b\",\"type\":"
            "\"branch\",\"snapshot-id\":5,\"max-snapshot-age-ms\":7,\"min-snapshots-to-keep\":8}");

static void test_lists(void)
{
  struct request r;

  begin(&r);
  CHECK_INT(read_commit(&r, LISTS), BERG_OK);
  CHECK_INT(r.update_count, 7);
  CHECK_INT(r.updates[0].kind, BERG_UPDATE_REMOVE_SNAPSHOTS);
  CHECK_INT(r.updates[0].as.snapshot_ids.count, 2);
  CHECK_INT(r.updates[0].as.snapshot_ids.items[1], INT64_MAX);
  CHECK_INT(r.updates[1].kind, BERG_UPDATE_SET_PROPERTIES);
  CHECK_TEXT(r.updates[1].as.properties.items[0].value, "b");
  CHECK_INT(r.updates[2].kind, BERG_UPDATE_REMOVE_PROPERTIES);
  CHECK_TEXT(r.updates[2].as.names.items[0], "c");
  CHECK_INT(r.updates[3].kind, BERG_UPDATE_REMOVE_PARTITION_SPECS);
  CHECK_INT(r.updates[3].as.ids.items[0], 2);
  CHECK_INT(r.updates[4].kind, BERG_UPDATE_REMOVE_SCHEMAS);
  CHECK_INT(r.updates[4].as.ids.count, 2);
  CHECK_INT(r.updates[5].kind, BERG_UPDATE_SET_SNAPSHOT_REF);
  const struct berg_ref *tag = &r.updates[5].as.ref;
  const struct berg_ref *branch = &r.updates[6].as.ref;
  CHECK_TEXT(tag->name, "t");
  CHECK(tag->is_tag && tag->has_max_ref_age_ms && tag->max_ref_age_ms == 6 && !tag->has_max_snapshot_age_ms);
  CHECK(!branch->is_tag && !branch->has_max_ref_age_ms && branch->max_snapshot_age_ms == 7);
  CHECK_INT(branch->min_snapshots_to_keep, 8);
  CHECK_INT(branch->snapshot_id, 5);
  kit_end(&r.kit);
}

static const char TEXTS[] = UPDATES("{\"action\":\"add-snapshot\",\"snapshot\":" SNAPSHOT(
    "4") "},"
         "{\"action\":\"add-snapshot\",\"snapshot\":" SNAPSHOT(
             "0") "},"
                  "{\"action\":\"set-statistics\",\"snapshot-id\":1,\"statistics\":{\"snapshot-id\":1,"
                  "\"statistics-path\":\"/s\",\"file-size-in-bytes\":2,\"file-footer-size-in-bytes\":3,"
                  "\"blob-metadata\":[]}},{\"action\":\"set-partition-statistics\",\"partition-statistics\":{"
                  "\"snapshot-id\":2,\"statistics-path\":\"/p\",\"file-size-in-bytes\":9}},"
                  "{\"action\":\"add-encryption-key\",\"encryption-key\":{\"key-id\":\"k\","
                  "\"encrypted-key-metadata\":\"AA==\",\"encrypted-by-id\":\"m\",\"x\":1}}");

/* What the document keeps as text: known members only, a summary key for key. */
static void test_texts(void)
{
  struct request r;
  struct berg_snapshot again = {0};

  begin(&r);
  CHECK_INT(read_commit(&r, TEXTS), BERG_OK);
  const struct berg_snapshot *s = &r.updates[0].as.snapshot;
  CHECK_INT(r.updates[0].kind, BERG_UPDATE_ADD_SNAPSHOT);
  CHECK_INT(s->snapshot_id, 7);
  CHECK(s->has_parent && s->parent_snapshot_id == 6 && s->sequence_number == 4 && s->timestamp_ms == 9);
  CHECK(s->has_first_row_id && s->first_row_id == 1 && s->has_added_rows && s->added_rows == 2);
  CHECK(s->has_schema_id && s->has_manifest_list && !s->has_manifests && s->has_summary && s->has_operation);
  CHECK(strstr((const char *)s->text.bytes, "\"summary\":{\"operation\":\"append\",\"x.note\":\"1\",\"added-records\":"
                                            "\"3\"}") != NULL);
  CHECK(strstr((const char *)s->text.bytes, "\"key-id\":\"k\"") != NULL);
  CHECK(strstr((const char *)s->text.bytes, "unknown") == NULL);
  CHECK_INT(berg_snapshot_read(kit_open(&r.kit, (const char *)s->text.bytes), &again), BERG_OK);
  CHECK_INT(again.sequence_number, 4);
  CHECK_INT(again.added_rows, 2);
  CHECK(strstr((const char *)r.updates[1].as.snapshot.text.bytes, "sequence-number") == NULL);
  CHECK_INT(r.updates[2].kind, BERG_UPDATE_SET_STATISTICS);
  CHECK(r.updates[2].as.statistics.has_snapshot_id);
  CHECK_INT(r.updates[2].as.statistics.snapshot_id, 1);
  CHECK_TEXT(r.updates[2].as.statistics.file.text,
             "{\"snapshot-id\":1,\"statistics-path\":\"/s\",\"file-size-in-bytes\":2,\"file-footer-size-in-bytes\":3,"
             "\"blob-metadata\":[]}");
  CHECK_INT(r.updates[3].kind, BERG_UPDATE_SET_PARTITION_STATISTICS);
  CHECK_INT(r.updates[3].as.statistics.file.snapshot_id, 2);
  CHECK_TEXT(r.updates[3].as.statistics.file.statistics_path, "/p");
  CHECK_INT(r.updates[4].kind, BERG_UPDATE_ADD_ENCRYPTION_KEY);
  CHECK_TEXT(r.updates[4].as.key.key_id, "k");
  CHECK_TEXT(r.updates[4].as.key.encrypted_by_id, "m");
  CHECK_TEXT(r.updates[4].as.key.text,
             "{\"key-id\":\"k\",\"encrypted-key-metadata\":\"AA==\",\"encrypted-by-id\":\"m\"}");
  kit_end(&r.kit);
}

static const char SCHEMA[] =
    "{\"type\":\"struct\",\"schema-id\":3,\"identifier-field-ids\":[9],\"fields\":[{\"id\":1,\"name\":\"m\","
    "\"required\":"
    "true,\"type\":{\"type\":\"map\",\"key-id\":2,\"key\":{\"type\":\"struct\",\"fields\":[{\"id\":4,\"name\":\"k\","
    "\"required\":true,\"type\":\"int\"}]},\"value-id\":3,\"value\":{\"type\":\"list\",\"element-id\":6,\"element\":"
    "\"fixed[4]\",\"element-required\":true},\"value-required\":false},\"doc\":\"d\"},{\"id\":9,\"name\":\"n\","
    "\"required\":"
    "true,\"type\":\"long\",\"initial-default\":5,\"write-default\":6}]}";

/* A schema that came in a request is the same as one that was read from a document. */
static void test_schema(void)
{
  struct request r;
  struct berg_schema read = {0};
  char text[1500];

  begin(&r);
  snprintf(text, sizeof text, UPDATES("{\"action\":\"add-schema\",\"schema\":%s,\"last-column-id\":9}"), SCHEMA);
  CHECK_INT(read_commit(&r, text), BERG_OK);
  CHECK_INT(r.updates[0].kind, BERG_UPDATE_ADD_SCHEMA);
  const struct berg_schema *sent = &r.updates[0].as.schema;
  CHECK_INT(berg_schema_read(kit_open(&r.kit, SCHEMA), &read), BERG_OK);
  CHECK(berg_schema_equal(sent, &read));
  CHECK_INT(sent->schema_id, 3);
  CHECK_INT(sent->field_count, read.field_count);
  for (size_t i = 0; i < sent->field_count && i < read.field_count; i++) {
    CHECK_INT(sent->fields[i].end, read.fields[i].end);
    CHECK(sent->fields[i].parent == read.fields[i].parent);
  }
  struct berg_buffer out;
  berg_buffer_open(&out);
  berg_schema_write(&out, sent);
  CHECK_TEXT(kit_take(&r.kit, &out), SCHEMA);
  kit_end(&r.kit);
}

static const char SPEC_AND_ORDER[] =
    UPDATES("{\"action\":\"add-spec\",\"spec\":{\"fields\":[{\"source-id\":1,\"name\":\"a\","
            "\"transform\":\"bucket[8]\"},{\"source-ids\":[1,2],\"field-id\":1001,\"name\":\"b\","
            "\"transform\":\"zorder\"}]}},{\"action\":\"add-sort-order\",\"sort-order\":{\"order-id\":"
            "4,\"fields\":[{\"source-id\":1,\"transform\":\"identity\",\"direction\":\"desc\","
            "\"null-order\":\"nulls-last\"}]}}");

static void test_spec_and_order(void)
{
  struct request r;

  begin(&r);
  CHECK_INT(read_commit(&r, SPEC_AND_ORDER), BERG_OK);
  const struct berg_partition_spec *spec = &r.updates[0].as.spec;
  CHECK_INT(r.updates[0].kind, BERG_UPDATE_ADD_SPEC);
  CHECK_INT(spec->field_count, 2);
  CHECK_INT(spec->fields[0].transform.width, 8);
  CHECK(!spec->fields[0].has_field_id);
  CHECK(spec->fields[1].has_field_id && spec->fields[1].field_id == 1001);
  CHECK_INT(spec->fields[1].source_ids.count, 2);
  CHECK_INT(r.updates[1].kind, BERG_UPDATE_ADD_SORT_ORDER);
  CHECK_INT(r.updates[1].as.order.order_id, 4);
  CHECK(r.updates[1].as.order.fields[0].descending && r.updates[1].as.order.fields[0].nulls_last);
  kit_end(&r.kit);
}

struct refusal {
  const char *text;
  const char *message;
  const char *pointer;
};

#define SET_UUID "{\"action\":\"assign-uuid\",\"uuid\":\"9c12d441-03fe-4693-9a96-a0705ddf69c1\"},"
#define ADD_SCHEMA(type)                                                                                               \
  UPDATES(SET_UUID "{\"action\":\"add-schema\",\"schema\":{\"type\":\"struct\",\"fields\":[{\"id\":1,\"name\":\"a\","  \
                   "\"required\":true,\"type\":" type "}]}}")
#define ADD_SPEC(field) UPDATES("{\"action\":\"add-spec\",\"spec\":{\"fields\":[" field "]}}")

static const struct refusal REFUSALS[] = {
    {ADD_SCHEMA("\"integer\""), "integer", "/updates/1/schema/fields/0/type"},
    {ADD_SCHEMA("{\"type\":\"list\",\"element-id\":2,\"element\":\"decimal(40, 1)\",\"element-required\":true}"),
     "decimal(40, 1)", "/updates/1/schema/fields/0/type/element"},
    {ADD_SCHEMA(
         "{\"type\":\"map\",\"key-id\":2,\"key\":\"int\",\"value-id\":3,\"value\":{\"type\":\"struct\",\"fields\":[{"
         "\"id\":4,\"name\":\"b\",\"required\":true,\"type\":\"int\"},{\"id\":5,\"name\":\"c\",\"required\":true,"
         "\"type\":\"nope\"}]},\"value-required\":true}"),
     "nope", "/updates/1/schema/fields/0/type/value/fields/1/type"},
    {ADD_SCHEMA(
         "{\"type\":\"map\",\"key-id\":2,\"key\":\"nope\",\"value-id\":3,\"value\":\"int\",\"value-required\":true}"),
     "nope", "/updates/1/schema/fields/0/type/key"},
    {ADD_SPEC("{\"name\":\"a\",\"transform\":\"identity\"}"), "member `source-id` is missing",
     "/updates/0/spec/fields/0/source-id"},
    {ADD_SPEC("{\"name\":\"a\",\"transform\":\"identity\",\"source-id\":1,\"source-ids\":[1]}"), "stand in one field",
     "/updates/0/spec/fields/0/source-id"},
    {ADD_SPEC(
         "{\"name\":\"a\",\"transform\":\"identity\",\"source-id\":1},{\"name\":\"b\",\"transform\":\"bucket[-1]\","
         "\"source-id\":1}"),
     "bucket[-1]", "/updates/0/spec/fields/1/transform"},
    {UPDATES("{\"action\":\"add-sort-order\",\"sort-order\":{\"order-id\":1,\"fields\":[{\"source-id\":1,\"transform\":"
             "\"truncate[0]\",\"direction\":\"asc\",\"null-order\":\"nulls-first\"}]}}"),
     "truncate[0]", "/updates/0/sort-order/fields/0/transform"},
};

static void test_refusals(void)
{
  struct request r;

  for (size_t i = 0; i < sizeof REFUSALS / sizeof *REFUSALS; i++) {
    begin(&r);
    CHECK_INT(read_commit(&r, REFUSALS[i].text), BERG_INVALID);
    CHECK_PROBLEM(&r.kit, REFUSALS[i].message, REFUSALS[i].pointer);
    CHECK(r.updates == NULL); /* written only on success */
    kit_end(&r.kit);
  }
}

static enum berg_status read_create(struct kit *kit, const char *text, struct berg_create *create)
{
  struct berg_wire_create_table_request wire;

  berg_problem_clear(&kit->problem);
  enum berg_status status =
      berg_wire_create_table_request_decode_text(berg_span_of(text), &kit->arena, &wire, &kit->problem);
  return status == BERG_OK ? berg_create_from_wire(&wire, &kit->arena, create, &kit->problem) : status;
}

static void test_create(void)
{
  struct kit kit;
  struct berg_create create = {0};
  char text[2000];

  kit_begin(&kit);
  snprintf(text, sizeof text, "{\"name\":\"t\",\"schema\":%s}", SCHEMA);
  CHECK_INT(read_create(&kit, text, &create), BERG_OK);
  CHECK(!create.has_spec && !create.has_order);
  CHECK_INT(create.properties.count, 0);
  CHECK_INT(create.schema.field_count, 6);
  snprintf(
      text, sizeof text,
      "{\"name\":\"t\",\"schema\":%s,\"partition-spec\":{\"fields\":[{\"source-id\":9,\"name\":\"p\",\"transform\":"
      "\"identity\"}]},\"write-order\":{\"order-id\":1,\"fields\":[]},\"properties\":{\"format-version\":\"3\"}}",
      SCHEMA);
  CHECK_INT(read_create(&kit, text, &create), BERG_OK);
  CHECK(create.has_spec && create.has_order);
  CHECK_INT(create.spec.field_count, 1);
  CHECK_INT(create.order.order_id, 1);
  CHECK_TEXT(create.properties.items[0].value, "3");
  CHECK_INT(
      read_create(&kit,
                  "{\"name\":\"t\",\"schema\":{\"type\":\"struct\",\"fields\":[{\"id\":1,\"name\":\"a\",\"required\":"
                  "true,\"type\":\"bad\"}]}}",
                  &create),
      BERG_INVALID);
  CHECK_PROBLEM(&kit, "bad", "/schema/fields/0/type");
  kit_end(&kit);
}

static void test_no_memory(void)
{
  static const char *const TEXT = UPDATES("{\"action\":\"add-snapshot\",\"snapshot\":" SNAPSHOT(
      "4") "},{\"action\":\"add-schema\",\"schema\":{\"type\":"
           "\"struct\",\"fields\":[{\"id\":1,\"name\":\"a\",\"required\":true,\"type\":\"int\"}]}},{\"action\":\"add-"
           "spec\","
           "\"spec\":{\"fields\":[{\"name\":\"a\",\"transform\":\"identity\",\"source-id\":1}]}},{\"action\":"
           "\"add-sort-order\",\"sort-order\":{\"order-id\":1,\"fields\":[]}}");
  struct request r;
  size_t failures = 0;

  begin(&r);
  for (size_t n = 1;; n++) {
    r.kit.arena.fail_after = n;
    enum berg_status status = read_commit(&r, TEXT);
    if (status == BERG_OK)
      break;
    CHECK_INT(status, BERG_NO_MEMORY);
    failures++;
  }
  CHECK(failures > 8);
  kit_end(&r.kit);
}

int main(void)
{
  TEST_RUN(test_requirements);
  TEST_RUN(test_ids_and_names);
  TEST_RUN(test_lists);
  TEST_RUN(test_texts);
  TEST_RUN(test_schema);
  TEST_RUN(test_spec_and_order);
  TEST_RUN(test_refusals);
  TEST_RUN(test_create);
  TEST_RUN(test_no_memory);
  return test_end();
}
