/* New tables: by createTable, and from the updates of a commit with assert-create. */
#include "unit/core/commit_kit.h"

static struct kit kit;
static struct berg_table made;

/* A request for columns x (id 40), y (id 7) and s (id 0), as clients send them: ids of their own counting. */
static struct berg_create request(void)
{
  const struct berg_field fields[] = {kit_field(40, "x", BERG_TYPE_LONG, true),
                                      kit_field(7, "y", BERG_TYPE_STRING, false),
                                      kit_field(0, "s", BERG_TYPE_TIMESTAMP, false)};
  struct berg_create create = {.location = BERG_SPAN("file:///w/new")};

  create.schema = kit_schema(&kit, 12, fields, 3);
  return create;
}

static enum berg_status create_table(const struct berg_create *create)
{
  berg_problem_clear(&kit.problem);
  enum berg_status status = berg_table_create(create, &kit.context, &made, &kit.problem);

  return status == BERG_OK ? berg_table_check(&made, &kit.arena, &kit.problem) : status;
}

#define CHECK_NOT_CREATED(create, text)                                                                                \
  do {                                                                                                                 \
    CHECK_INT(create_table(create), BERG_INVALID);                                                                     \
    CHECK_TEXT(berg_problem_message(&kit.problem), text);                                                              \
  } while (0)

static struct berg_span property(const char *key)
{
  return berg_properties_find(&made.properties, berg_span_of(key));
}

/* TESTS tables/createTable/fresh-ids
 * TESTS tables/createTable/initial-ids
 * TESTS tables/createTable/last-column-id
 * TESTS tables/createTable/last-partition-id
 * TESTS tables/createTable/unpartitioned
 * TESTS tables/createTable/empty-logs
 * TESTS tables/createTable/uuid */
static void test_plain(void)
{
  kit_open(&kit);
  struct berg_create create = request();
  CHECK_INT(create_table(&create), BERG_OK);
  CHECK_INT(made.format_version, 2);
  CHECK_TEXT(made.table_uuid, KIT_FRESH_UUID);
  CHECK_TEXT(made.location, "file:///w/new");
  CHECK_INT(made.last_updated_ms, KIT_NOW_MS);
  CHECK_INT(made.last_sequence_number, 0);
  CHECK_INT(made.schema_count, 1);
  CHECK_INT(made.schemas[0].schema_id, 0);
  CHECK_INT(made.current_schema_id, 0);
  for (size_t i = 0; i < 3; i++)
    CHECK_INT(made.schemas[0].fields[i].id, i + 1);
  CHECK_TEXT(made.schemas[0].fields[1].name, "y");
  CHECK_INT(made.last_column_id, 3);
  CHECK_INT(made.spec_count, 1);
  CHECK_INT(made.specs[0].spec_id, 0);
  CHECK_INT(made.specs[0].field_count, 0);
  CHECK_INT(made.default_spec_id, 0);
  CHECK_INT(made.last_partition_id, 999);
  CHECK_INT(made.order_count, 1);
  CHECK_INT(made.orders[0].order_id, 0);
  CHECK_INT(made.default_sort_order_id, 0);
  CHECK_INT(made.current_snapshot_id, BERG_NO_SNAPSHOT);
  CHECK_INT(made.snapshot_count + made.ref_count + made.snapshot_log_count + made.metadata_log_count, 0);
  CHECK(!made.has_next_row_id);
  CHECK_INT(made.changed, BERG_CHANGED(BERG_SECTION_COUNT) - 1);
  CHECK(made.schemas[0].added && made.specs[0].added && made.orders[0].added);
  kit_close(&kit);
}

/* TESTS tables/createTable/rebind-ids */
static void test_rebind(void)
{
  kit_open(&kit);
  struct berg_create create = request();
  const struct berg_partition_field fields[] = {kit_partition_field(&kit, 0, 5, "day", "day"),
                                                kit_partition_field(&kit, 40, 5, "x", "identity")};
  const int32_t identifier[] = {40};
  create.has_spec = true;
  create.spec = kit_spec(&kit, 31, fields, 2);
  create.has_order = true;
  create.order = kit_order_of(&kit, 7, true);
  create.schema.identifier_field_ids = kit_ids(&kit, identifier, 1);
  CHECK_INT(create_table(&create), BERG_OK);
  CHECK_INT(made.specs[0].spec_id, 0);
  CHECK_INT(made.specs[0].fields[0].source_ids.items[0], 3);
  CHECK_INT(made.specs[0].fields[0].field_id, 1000);
  CHECK_INT(made.specs[0].fields[1].source_ids.items[0], 1);
  CHECK_INT(made.specs[0].fields[1].field_id, 1001);
  CHECK_INT(made.last_partition_id, 1001);
  CHECK_INT(made.orders[0].order_id, 1);
  CHECK_INT(made.default_sort_order_id, 1);
  CHECK_INT(made.orders[0].fields[0].source_ids.items[0], 2);
  CHECK(made.orders[0].fields[0].descending);
  CHECK_INT(made.schemas[0].identifier_field_ids.items[0], 1);
  /* the request is as it was */
  CHECK_INT(create.spec.fields[0].field_id, 5);
  CHECK_INT(create.spec.fields[0].source_ids.items[0], 0);
  CHECK_INT(create.schema.fields[0].id, 40);
  kit_close(&kit);
}

/* TESTS tables/createTable/format-version
 * TESTS tables/createTable/format-version-invalid
 * TESTS tables/createTable/v3-row-ids */
static void test_versions(void)
{
  static const char *const refused[] = {"0", "4", "-1", "", "2.0", "two", " 2", "00000000002"};

  kit_open(&kit);
  struct berg_create create = request();
  for (int32_t version = 1; version <= 3; version++) {
    char text[2] = {(char)('0' + version), '\0'};
    const char *const pairs[] = {"format-version", text};
    create.properties = kit_properties(&kit, pairs, 1);
    CHECK_INT(create_table(&create), BERG_OK);
    CHECK_INT(made.format_version, version);
    CHECK(property("format-version").bytes == NULL);
    CHECK(made.has_next_row_id == (version == 3));
    CHECK_INT(made.next_row_id, 0);
    CHECK_TEXT(made.table_uuid, KIT_FRESH_UUID);
  }
  const char *const padded[] = {"format-version", "03"};
  create.properties = kit_properties(&kit, padded, 1);
  CHECK_INT(create_table(&create), BERG_OK);
  CHECK_INT(made.format_version, 3);
  for (size_t i = 0; i < COUNT_OF(refused); i++) {
    const char *const pairs[] = {"format-version", refused[i]};
    char text[80];
    snprintf(text, sizeof text, "Unsupported format version: v%s (supported: v3)", refused[i]);
    create.properties = kit_properties(&kit, pairs, 1);
    CHECK_NOT_CREATED(&create, text);
  }
  kit_close(&kit);
}

/* TESTS tables/createTable/reserved-properties
 * TESTS tables/createTable/added-properties
 * TESTS tables/createTable/properties-kept */
static void test_properties(void)
{
  static const char *const reserved[] = {"uuid",
                                         "1",
                                         "snapshot-count",
                                         "1",
                                         "current-snapshot-id",
                                         "1",
                                         "current-snapshot-summary",
                                         "1",
                                         "current-snapshot-timestamp-ms",
                                         "1",
                                         "current-schema",
                                         "1",
                                         "default-partition-spec",
                                         "1",
                                         "default-sort-order",
                                         "1",
                                         "owner",
                                         "amy",
                                         "uuid2",
                                         "kept"};
  static const char *const codec[] = {"write.parquet.compression-codec", "gzip"};

  kit_open(&kit);
  struct berg_create create = request();
  create.properties = kit_properties(&kit, reserved, COUNT_OF(reserved) / 2);
  CHECK_INT(create_table(&create), BERG_OK);
  CHECK_INT(made.properties.count, 3);
  CHECK_TEXT(property("owner"), "amy");
  CHECK_TEXT(property("uuid2"), "kept");
  CHECK_TEXT(property("write.parquet.compression-codec"), "zstd");
  create.properties = kit_properties(&kit, codec, 1);
  CHECK_INT(create_table(&create), BERG_OK);
  CHECK_INT(made.properties.count, 1);
  CHECK_TEXT(property("write.parquet.compression-codec"), "gzip");
  kit_close(&kit);
}

/* TESTS tables/createTable/location-given */
static void test_location(void)
{
  kit_open(&kit);
  struct berg_create create = request();
  create.location = BERG_SPAN("s3://b/t///");
  CHECK_INT(create_table(&create), BERG_OK);
  CHECK_TEXT(made.location, "s3://b/t");
  create.location = (struct berg_span){NULL, 0};
  CHECK_NOT_CREATED(&create, "Cannot create table: its location is empty");
  kit_close(&kit);
}

/* TESTS tables/createTable/schema-invalid */
static void test_schema_refused(void)
{
  const struct berg_field twice[] = {kit_field(4, "x", BERG_TYPE_LONG, true), kit_field(4, "y", BERG_TYPE_LONG, true)};
  const struct berg_field names[] = {kit_field(4, "x", BERG_TYPE_LONG, true), kit_field(5, "x", BERG_TYPE_LONG, true)};
  const struct berg_field version[] = {kit_field(4, "x", BERG_TYPE_VARIANT, false)};
  const int32_t identifier[] = {8};

  kit_open(&kit);
  struct berg_create create = request();
  create.schema.identifier_field_ids = kit_ids(&kit, identifier, 1);
  CHECK_NOT_CREATED(&create, "Cannot add fieldId 8 as an identifier field: field does not exist");
  create.schema = kit_schema(&kit, 0, twice, 2);
  CHECK_NOT_CREATED(&create, "Invalid schema: multiple fields have id 4");
  create.schema = kit_schema(&kit, 0, names, 2);
  CHECK_NOT_CREATED(&create, "Invalid schema: multiple fields for name x");
  create.schema = kit_schema(&kit, 0, version, 1);
  CHECK_NOT_CREATED(&create, "Invalid type for x: variant is not supported until v3");
  kit_close(&kit);
}

/* TESTS tables/createTable/spec-invalid */
static void test_spec_refused(void)
{
  kit_open(&kit);
  struct berg_create create = request();
  create.has_spec = true;
  create.spec = kit_spec_of(&kit, 1, 0, "p", "identity");
  CHECK_NOT_CREATED(&create, "Cannot find source column with id 1 in the schema");
  create.spec = kit_spec_of(&kit, 7, 0, "p", "day");
  CHECK_NOT_CREATED(&create, "Invalid source type string for transform: day");
  create.spec = kit_spec_of(&kit, 7, 0, "p", "zorder");
  CHECK_NOT_CREATED(&create, "Cannot write partition field p: unknown transform zorder");
  create.has_spec = false;
  create.has_order = true;
  create.order = kit_order_of(&kit, 1, false);
  CHECK_NOT_CREATED(&create, "Cannot find source column with id 1 in the schema");
  kit_close(&kit);
}

/* TESTS tables/createTable/empty-schema */
static void test_empty_schema(void)
{
  kit_open(&kit);
  struct berg_create create = {.location = BERG_SPAN("file:///w/new")};
  CHECK_INT(create_table(&create), BERG_OK);
  CHECK_INT(made.last_column_id, 0);
  kit_close(&kit);
}

/* Makes a table from the updates of a commit with assert-create. */
static enum berg_status commit_create(const struct berg_update *updates, size_t count)
{
  berg_problem_clear(&kit.problem);
  enum berg_status status = berg_table_begin_create(updates, count, &kit.context, &made, &kit.problem);

  if (status == BERG_OK)
    status = berg_updates_apply(updates, count, &kit.context, &made, &kit.problem);
  if (status == BERG_OK)
    status = berg_table_check(&made, &kit.arena, &kit.problem);
  return status;
}

#define CREATE(...)                                                                                                    \
  commit_create((const struct berg_update[]){__VA_ARGS__}, COUNT_OF(((const struct berg_update[]){__VA_ARGS__})))

static struct berg_update add_schema(void)
{
  struct berg_update update = {.kind = BERG_UPDATE_ADD_SCHEMA, .as.schema = kit_wide_schema(&kit, 4, 1)};

  return update;
}

static struct berg_update set_location(void)
{
  struct berg_update update = UPDATE_TEXT(SET_LOCATION, "file:///w/staged/");

  return update;
}

/* What a client sends after a staged creation and the first append.
 * TESTS tables/updateTable/create
 * TESTS tables/updateTable/create-version
 * TESTS tables/updateTable/create-uuid
 * TESTS tables/updateTable/create-ids-kept
 * TESTS tables/updateTable/create-no-log */
static void test_staged(void)
{
  static const char *const pairs[] = {"owner", "amy"};

  kit_open(&kit);
  struct berg_update schema = add_schema();
  schema.as.schema.fields[3].id = 17;
  struct berg_snapshot snapshot = kit_snapshot(30, 0, 1, KIT_NOW_MS - 5);
  snapshot.has_first_row_id = true;
  snapshot.has_added_rows = true;
  snapshot.added_rows = 6;
  enum berg_status status = CREATE(
      UPDATE_TEXT(ASSIGN_UUID, KIT_OTHER_UUID), UPDATE_ID(UPGRADE_FORMAT_VERSION, 3), schema,
      UPDATE_ID(SET_CURRENT_SCHEMA, -1),
      {.kind = BERG_UPDATE_ADD_SPEC, .as.spec = kit_spec_of(&kit, 1, 1000, "b", "bucket[4]")},
      UPDATE_ID(SET_DEFAULT_SPEC, -1), {.kind = BERG_UPDATE_ADD_SORT_ORDER, .as.order = kit_order_of(&kit, 17, false)},
      UPDATE_ID(SET_DEFAULT_SORT_ORDER, -1), set_location(),
      {.kind = BERG_UPDATE_SET_PROPERTIES, .as.properties = kit_properties(&kit, pairs, 1)}, ADD_SNAPSHOT(snapshot),
      UPDATE_REF(kit_branch("main", 30)));
  CHECK_INT(status, BERG_OK);
  CHECK_TEXT(berg_problem_message(&kit.problem), "");
  CHECK_INT(made.format_version, 3);
  CHECK_TEXT(made.table_uuid, KIT_OTHER_UUID);
  CHECK_TEXT(made.location, "file:///w/staged");
  CHECK_INT(made.schemas[0].schema_id, 0);
  CHECK_INT(made.schemas[0].fields[3].id, 17);
  CHECK_INT(made.last_column_id, 17);
  CHECK_INT(made.specs[0].spec_id, 0);
  CHECK_INT(made.last_partition_id, 1000);
  CHECK_INT(made.orders[0].order_id, 1);
  CHECK_INT(made.default_sort_order_id, 1);
  CHECK_INT(made.order_count, 1);
  CHECK_INT(made.current_snapshot_id, 30);
  CHECK_INT(made.next_row_id, 6);
  CHECK_INT(made.snapshot_log_count, 1);
  CHECK_INT(made.snapshot_log[0].timestamp_ms, KIT_NOW_MS - 5);
  CHECK_INT(made.metadata_log_count, 0);
  CHECK_INT(made.last_updated_ms, KIT_NOW_MS);
  CHECK_INT(made.changed, BERG_CHANGED(BERG_SECTION_COUNT) - 1);
  kit_close(&kit);
}

/* What a request may leave out. TESTS tables/updateTable/create-complete */
static void test_staged_defaults(void)
{
  kit_open(&kit);
  CHECK_INT(CREATE(add_schema(), UPDATE_ID(SET_CURRENT_SCHEMA, -1), set_location()), BERG_OK);
  CHECK_INT(made.format_version, 2);
  CHECK_TEXT(made.table_uuid, KIT_FRESH_UUID);
  CHECK_INT(made.spec_count, 1);
  CHECK_INT(made.specs[0].spec_id, 0);
  CHECK_INT(made.specs[0].field_count, 0);
  CHECK_INT(made.last_partition_id, 999);
  CHECK_INT(made.order_count, 1);
  CHECK_INT(made.orders[0].order_id, 0);
  CHECK_INT(CREATE(add_schema(), {.kind = BERG_UPDATE_ADD_SORT_ORDER, .as.order = kit_order_of(&kit, 1, false)},
                   set_location()),
            BERG_OK);
  CHECK_INT(made.order_count, 2);
  CHECK_INT(made.default_sort_order_id, 0);
  kit_close(&kit);
}

/* TESTS tables/updateTable/create-complete */
static void test_staged_incomplete(void)
{
  kit_open(&kit);
  CHECK_INT(CREATE(set_location()), BERG_INVALID);
  CHECK_TEXT(berg_problem_message(&kit.problem), "Cannot create table: no current schema is set");
  CHECK_INT(CREATE(add_schema()), BERG_INVALID);
  CHECK_TEXT(berg_problem_message(&kit.problem), "Table location is required in format v2");
  CHECK_INT(CREATE(add_schema(), set_location(), ADD_SNAPSHOT(kit_snapshot(30, 0, 1, KIT_NOW_MS))), BERG_INVALID);
  CHECK_TEXT(berg_problem_message(&kit.problem), "Attempting to add a snapshot before a partition spec is added");
  kit_close(&kit);
}

static void test_staged_versions(void)
{
  kit_open(&kit);
  CHECK_INT(CREATE(UPDATE_ID(UPGRADE_FORMAT_VERSION, 1), add_schema(), set_location()), BERG_OK);
  CHECK_INT(made.format_version, 1);
  CHECK_TEXT(made.table_uuid, KIT_FRESH_UUID);
  CHECK_INT(
      CREATE(UPDATE_ID(UPGRADE_FORMAT_VERSION, 1), UPDATE_ID(UPGRADE_FORMAT_VERSION, 3), add_schema(), set_location()),
      BERG_OK);
  CHECK_INT(made.format_version, 3);
  CHECK(made.has_next_row_id);
  CHECK_INT(CREATE(UPDATE_ID(UPGRADE_FORMAT_VERSION, 4)), BERG_INVALID);
  CHECK_TEXT(berg_problem_message(&kit.problem), "Unsupported format version: v4 (supported: v3)");
  CHECK_INT(CREATE(UPDATE_ID(UPGRADE_FORMAT_VERSION, 0)), BERG_INVALID);
  CHECK_TEXT(berg_problem_message(&kit.problem), "Unsupported format version: v0 (supported: v3)");
  kit_close(&kit);
}

/* Memory that ends anywhere is told, and the table is not written. */
static void test_no_memory(void)
{
  size_t step = 0;
  enum berg_status status = BERG_NO_MEMORY;

  for (step = 1; status == BERG_NO_MEMORY && step < 1000; step++) {
    kit_open(&kit);
    struct berg_create create = request();
    create.has_spec = true;
    create.spec = kit_spec_of(&kit, 40, 0, "b", "bucket[4]");
    create.has_order = true;
    create.order = kit_order_of(&kit, 7, true);
    made.format_version = -5;
    kit.arena.fail_after = step;
    status = berg_table_create(&create, &kit.context, &made, &kit.problem);
    CHECK(status == BERG_OK || made.format_version == -5);
    kit.arena.fail_after = 0;
    kit_close(&kit);
  }
  CHECK_INT(status, BERG_OK);
  CHECK(step > 8);
}

int main(void)
{
  TEST_RUN(test_plain);
  TEST_RUN(test_rebind);
  TEST_RUN(test_versions);
  TEST_RUN(test_properties);
  TEST_RUN(test_location);
  TEST_RUN(test_schema_refused);
  TEST_RUN(test_spec_refused);
  TEST_RUN(test_empty_schema);
  TEST_RUN(test_staged);
  TEST_RUN(test_staged_defaults);
  TEST_RUN(test_staged_incomplete);
  TEST_RUN(test_staged_versions);
  TEST_RUN(test_no_memory);
  return test_end();
}
