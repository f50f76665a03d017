/* Each metadata check, held and broken. */
#include "unit/core/commit_kit.h"

static struct kit kit;

static enum berg_status check(void)
{
  berg_problem_clear(&kit.problem);
  return berg_table_check(&kit.table, &kit.arena, &kit.problem);
}

#define CHECK_SOUND()                                                                                                  \
  do {                                                                                                                 \
    CHECK_INT(check(), BERG_OK);                                                                                       \
    CHECK_TEXT(berg_problem_message(&kit.problem), "");                                                                \
  } while (0)
#define CHECK_BROKEN(text)                                                                                             \
  do {                                                                                                                 \
    CHECK_INT(check(), BERG_INVALID);                                                                                  \
    CHECK_TEXT(berg_problem_message(&kit.problem), text);                                                              \
  } while (0)

static void test_sound(void)
{
  for (int32_t version = 1; version <= 3; version++) {
    kit_open_version(&kit, version);
    CHECK_SOUND();
    kit_close(&kit);
    kit_open_empty(&kit, version);
    CHECK_SOUND();
    kit_close(&kit);
  }
}

/* TESTS metadata/check/format-version */
static void test_version(void)
{
  kit_open(&kit);
  kit.table.format_version = 0;
  CHECK_BROKEN("Cannot read unsupported version 0");
  kit.table.format_version = 4;
  CHECK_BROKEN("Cannot read unsupported version 4");
  kit_close(&kit);
}

/* TESTS metadata/check/table-uuid
 * TESTS metadata/check/location */
static void test_required(void)
{
  kit_open_version(&kit, 1);
  kit.table.table_uuid.len = 0;
  CHECK_SOUND();
  kit_close(&kit);

  kit_open(&kit);
  kit.table.table_uuid.len = 0;
  CHECK_BROKEN("UUID is required in format v2");
  kit_close(&kit);

  kit_open(&kit);
  kit.table.location.len = 0;
  CHECK_BROKEN("Table location is required in format v2");
  kit_close(&kit);
}

/* TESTS metadata/check/last-sequence-number
 * TESTS metadata/check/snapshot-sequence */
static void test_sequence(void)
{
  kit_open_version(&kit, 1);
  kit.table.last_sequence_number = 1;
  CHECK_BROKEN("Sequence number must be 0 in v1: 1");
  kit_close(&kit);

  kit_open(&kit);
  kit.table.last_sequence_number = 1;
  CHECK_BROKEN("Invalid snapshot with sequence number 2 greater than last sequence number 1");
  kit_close(&kit);
}

/* TESTS metadata/check/next-row-id */
static void test_next_row_id(void)
{
  kit_open_version(&kit, 3);
  kit.table.has_next_row_id = false;
  CHECK_BROKEN("next-row-id is required in format v3");
  kit.table.has_next_row_id = true;
  kit.table.next_row_id = -1;
  CHECK_BROKEN("Invalid next-row-id (cannot be negative): -1");
  kit.table.format_version = 2;
  CHECK_SOUND();
  kit_close(&kit);
}

/* TESTS metadata/check/current-schema
 * TESTS metadata/check/last-column-id */
static void test_schemas(void)
{
  kit_open(&kit);
  kit.table.current_schema_id = 3;
  CHECK_BROKEN("Cannot find schema with current-schema-id=3 from schemas");
  kit_close(&kit);

  kit_open(&kit);
  kit.table.last_column_id = 2;
  CHECK_BROKEN("Invalid last column ID: 2 < 3 (highest field id of a schema)");
  kit.table.changed = BIT(PROPERTIES); /* a schema from before was looked at when it came in */
  CHECK_SOUND();
  kit.table.schemas[0].added = true;
  CHECK_BROKEN("Invalid last column ID: 2 < 3 (highest field id of a schema)");
  kit_close(&kit);
}

/* TESTS metadata/check/schema-ids */
static void test_repeated_definitions(void)
{
  kit_open(&kit);
  const struct berg_schema schemas[] = {kit_wide_schema(&kit, 0, 0), kit_wide_schema(&kit, 0, 0)};
  kit.table.schemas = kit_copy(&kit, schemas, 2, sizeof *schemas);
  kit.table.schema_count = 2;
  CHECK_BROKEN("Invalid table metadata: more than one schema has id 0");
  kit.table.schema_count = 1;
  const struct berg_partition_spec specs[] = {{.spec_id = 0}, {.spec_id = 0}};
  kit.table.specs = kit_copy(&kit, specs, 2, sizeof *specs);
  kit.table.spec_count = 2;
  CHECK_BROKEN("Invalid table metadata: more than one partition spec has id 0");
  kit.table.spec_count = 1;
  const struct berg_sort_order orders[] = {{.order_id = 0}, {.order_id = 0}};
  kit.table.orders = kit_copy(&kit, orders, 2, sizeof *orders);
  kit.table.order_count = 2;
  CHECK_BROKEN("Invalid table metadata: more than one sort order has id 0");
  kit_close(&kit);
}

/* TESTS metadata/check/field-ids */
static void test_schema_rules(void)
{
  kit_open(&kit);
  kit.table.schemas[0].fields[1].id = 1;
  CHECK_BROKEN("Invalid schema: multiple fields have id 1");
  kit_close(&kit);
}

static void use_spec(struct berg_partition_spec spec)
{
  spec.spec_id = 0;
  kit.table.specs[0] = spec;
  kit.table.last_partition_id = 1001;
}

/* TESTS metadata/check/default-spec
 * TESTS metadata/check/default-spec-binds
 * TESTS metadata/check/partition-fields
 * TESTS metadata/check/last-partition-id */
static void test_specs(void)
{
  kit_open(&kit);
  kit.table.default_spec_id = 9;
  CHECK_BROKEN("Cannot find partition spec with default-spec-id=9 from partition-specs");
  kit.table.default_spec_id = 0;
  use_spec(kit_spec_of(&kit, 8, 1000, "p", "identity"));
  CHECK_BROKEN("Cannot find source column for partition field: p (source id 8)");
  use_spec(kit_spec_of(&kit, 8, 1000, "p", "void"));
  CHECK_SOUND();
  use_spec(kit_spec_of(&kit, 2, 1000, "p", "day"));
  CHECK_BROKEN("Invalid source type string for transform: day");
  use_spec(kit_spec_of(&kit, 2, 1000, "p", "zorder"));
  CHECK_SOUND();
  kit.table.last_partition_id = 999;
  CHECK_BROKEN("Invalid last partition ID: 999 < 1000 (id of a partition field)");
  kit_close(&kit);

  kit_open(&kit);
  const struct berg_partition_field twice[] = {kit_partition_field(&kit, 1, 1000, "p", "bucket[4]"),
                                               kit_partition_field(&kit, 1, 1000, "q", "bucket[8]")};
  use_spec(kit_spec(&kit, 0, twice, 2));
  CHECK_BROKEN("Cannot use partition field id more than once: 1000");
  kit_close(&kit);
}

/* Only the default spec has to fit the current schema. */
static void test_other_specs(void)
{
  kit_open(&kit);
  struct berg_partition_spec specs[] = {{.spec_id = 0}, kit_spec_of(&kit, 8, 1000, "p", "identity")};
  kit.table.specs = kit_copy(&kit, specs, 2, sizeof *specs);
  kit.table.spec_count = 2;
  kit.table.last_partition_id = 1000;
  CHECK_SOUND();
  kit_close(&kit);
}

/* TESTS metadata/check/partition-ids-v1 */
static void test_specs_of_v1(void)
{
  kit_open_version(&kit, 1);
  use_spec(kit_spec_of(&kit, 1, 1001, "p", "bucket[4]"));
  CHECK_INT(check(), BERG_INVALID);
  CHECK(strstr(kit.problem.message, "expected 1000, not 1001") != NULL);
  kit.table.format_version = 2;
  CHECK_SOUND();
  kit_close(&kit);
}

/* TESTS metadata/check/default-sort-order
 * TESTS metadata/check/unsorted-order */
static void test_orders(void)
{
  kit_open(&kit);
  kit.table.default_sort_order_id = 9;
  CHECK_BROKEN("Cannot find sort order with default-sort-order-id=9 from sort-orders");
  kit.table.default_sort_order_id = 0;
  kit.table.orders[0].order_id = 4;
  CHECK_BROKEN("Unsorted order ID must be 0: 4");
  kit.table.orders[0] = kit_order_of(&kit, 1, false);
  kit.table.orders[0].order_id = 0;
  CHECK_BROKEN("Sort order ID 0 is reserved for unsorted order");
  kit.table.orders[0] = kit_order_of(&kit, 8, false);
  kit.table.orders[0].order_id = 2;
  kit.table.default_sort_order_id = 2;
  CHECK_BROKEN("Cannot find source column for sort field: source id 8");
  kit_close(&kit);
}

/* TESTS metadata/check/current-snapshot
 * TESTS metadata/check/current-is-main */
static void test_current(void)
{
  kit_open(&kit);
  kit.table.current_snapshot_id = 10;
  CHECK_BROKEN("Current snapshot ID does not match main branch (10 != 20)");
  kit.table.current_snapshot_id = BERG_NO_SNAPSHOT;
  CHECK_BROKEN("Current snapshot is not set, but main branch exists: snapshot 20");
  kit.table.ref_count = 0;
  CHECK_SOUND();
  kit.table.current_snapshot_id = 20;
  CHECK_SOUND();
  kit.table.current_snapshot_id = 77;
  CHECK_BROKEN("Invalid table metadata: Cannot find current version");
  kit_close(&kit);
}

/* TESTS metadata/check/ref-snapshot
 * TESTS metadata/check/ref-retention
 * TESTS metadata/check/main-is-branch */
static void test_refs(void)
{
  kit_open(&kit);
  struct berg_ref refs[] = {kit_branch("main", 20), kit_tag("t", 77)};
  kit.table.refs = refs;
  kit.table.ref_count = 2;
  CHECK_BROKEN("Snapshot for reference t does not exist in the existing snapshots list");
  refs[1] = kit_tag("t", 10);
  CHECK_SOUND();
  refs[1].has_min_snapshots_to_keep = true;
  CHECK_BROKEN("Tags do not support setting minSnapshotsToKeep");
  refs[1] = kit_tag("t", 10);
  refs[1].has_max_ref_age_ms = true;
  CHECK_BROKEN("Max reference age must be greater than 0");
  refs[1].max_ref_age_ms = 1;
  refs[0].is_tag = true;
  CHECK_BROKEN("Cannot set main to a tag, it must be a branch");
  kit_close(&kit);
}

/* TESTS metadata/check/snapshot-ids
 * TESTS metadata/check/snapshot-parent
 * TESTS metadata/check/snapshot-schema-id */
static void test_snapshot_ids(void)
{
  kit_open(&kit);
  kit.table.snapshots[1].parent_snapshot_id = 12345; /* not kept */
  kit.table.snapshots[1].has_schema_id = true;
  kit.table.snapshots[1].schema_id = 12345; /* no schema's */
  CHECK_SOUND();
  kit.table.snapshots[0].snapshot_id = 20;
  CHECK_BROKEN("Invalid table metadata: more than one snapshot has id 20");
  kit_close(&kit);
}

/* TESTS metadata/check/snapshot-manifests
 * TESTS metadata/check/snapshot-summary */
static void test_snapshot_members(void)
{
  kit_open(&kit);
  struct berg_snapshot *snapshot = &kit.table.snapshots[0];
  snapshot->has_manifests = true;
  CHECK_BROKEN("Invalid snapshot 10: it has both manifest-list and manifests");
  snapshot->has_manifest_list = false;
  CHECK_BROKEN("Invalid snapshot 10: it has no manifest-list");
  snapshot->sequence_number = 0; /* from version 1 */
  CHECK_SOUND();
  snapshot->has_summary = false;
  CHECK_SOUND();
  snapshot->has_manifests = false;
  CHECK_BROKEN("Invalid snapshot 10: it has no manifest-list");
  snapshot->has_manifest_list = true;
  snapshot->sequence_number = 1;
  CHECK_BROKEN("Invalid snapshot 10: it has no summary with an operation");
  snapshot->has_summary = true;
  snapshot->has_operation = false;
  CHECK_BROKEN("Invalid snapshot 10: it has no summary with an operation");
  kit_close(&kit);

  kit_open_version(&kit, 1);
  kit.table.snapshots[0].has_manifest_list = false;
  CHECK_BROKEN("Invalid snapshot 10: it has no manifest-list");
  kit.table.snapshots[0].has_manifests = true;
  kit.table.snapshots[0].has_summary = false;
  CHECK_SOUND();
  kit_close(&kit);
}

/* TESTS metadata/check/snapshot-row-ids */
static void test_snapshot_rows(void)
{
  kit_open_version(&kit, 3);
  struct berg_snapshot *snapshot = &kit.table.snapshots[0];
  snapshot->has_first_row_id = true;
  CHECK_BROKEN("Invalid snapshot 10: first-row-id and added-rows go together");
  snapshot->has_added_rows = true;
  CHECK_SOUND();
  snapshot->added_rows = -1;
  CHECK_BROKEN("Invalid snapshot 10: first-row-id and added-rows cannot be negative");
  snapshot->added_rows = 0;
  snapshot->first_row_id = -1;
  CHECK_BROKEN("Invalid snapshot 10: first-row-id and added-rows cannot be negative");
  snapshot->has_first_row_id = false;
  CHECK_BROKEN("Invalid snapshot 10: first-row-id and added-rows go together");
  kit_close(&kit);
}

/* TESTS metadata/check/snapshot-log-order */
static void test_snapshot_log(void)
{
  kit_open(&kit);
  kit.table.snapshot_log[0].timestamp_ms = 1010000;
  CHECK_SOUND();
  kit.table.snapshot_log[0].timestamp_ms = 1010001;
  CHECK_BROKEN("[BUG] Expected sorted snapshot log entries.");
  kit.table.snapshot_log[1].timestamp_ms = 1060000;
  CHECK_SOUND();
  kit.table.snapshot_log[1].timestamp_ms = 1060001;
  CHECK_BROKEN("Invalid update timestamp 1000000: before last snapshot log entry at 1060001");
  kit.table.snapshot_log[0].timestamp_ms = INT64_MAX;
  kit.table.snapshot_log[1].timestamp_ms = INT64_MIN;
  CHECK_BROKEN("[BUG] Expected sorted snapshot log entries.");
  kit.table.snapshot_log[0].timestamp_ms = INT64_MIN;
  CHECK_SOUND();
  kit_close(&kit);
}

/* TESTS metadata/check/metadata-log-order */
static void test_metadata_log(void)
{
  struct berg_metadata_log_entry log[] = {{BERG_SPAN("a"), 5000}, {BERG_SPAN("b"), 4000}};

  kit_open(&kit);
  kit.table.metadata_log = log;
  kit.table.metadata_log_count = 2;
  CHECK_SOUND();
  log[0].timestamp_ms = 64001;
  CHECK_BROKEN("[BUG] Expected sorted previous metadata log entries.");
  log[1].timestamp_ms = 1060001;
  CHECK_BROKEN("Invalid update timestamp 1000000: before the latest metadata log entry timestamp 1060001");
  kit_close(&kit);
}

/* TESTS metadata/check/statistics */
static void test_statistics(void)
{
  struct berg_statistics files[] = {kit_statistics(10, "a"), kit_statistics(10, "b")};

  kit_open(&kit);
  kit.table.statistics = files;
  kit.table.statistics_count = 2;
  CHECK_BROKEN("Invalid table metadata: more than one statistics file for snapshot 10");
  kit.table.statistics_count = 1;
  kit.table.partition_statistics = files;
  kit.table.partition_statistics_count = 2;
  CHECK_BROKEN("Invalid table metadata: more than one partition statistics file for snapshot 10");
  files[1].snapshot_id = 99; /* a snapshot that is not there */
  CHECK_SOUND();
  kit_close(&kit);
}

/* TESTS metadata/check/encryption-keys */
static void test_keys(void)
{
  struct berg_encryption_key keys[] = {{.key_id = BERG_SPAN("a")}, {.key_id = BERG_SPAN("a")}};

  kit_open_version(&kit, 3);
  kit.table.encryption_keys = keys;
  kit.table.encryption_key_count = 2;
  CHECK_BROKEN("Invalid table metadata: more than one encryption key has id a");
  keys[1].key_id = BERG_SPAN("b");
  keys[1].has_encrypted_by_id = true;
  keys[1].encrypted_by_id = BERG_SPAN("nowhere");
  CHECK_SOUND();
  kit.table.format_version = 2;
  CHECK_BROKEN("Invalid table metadata: v2 tables have no encryption keys");
  kit_close(&kit);
}

/* Memory that ends at any step is told as such. */
static void test_no_memory(void)
{
  struct berg_statistics files[] = {kit_statistics(20, "a"), kit_statistics(10, "b")};
  struct berg_encryption_key keys[] = {{.key_id = BERG_SPAN("b")}, {.key_id = BERG_SPAN("a")}};
  enum berg_status status = BERG_NO_MEMORY;
  size_t step = 0;

  for (step = 1; status == BERG_NO_MEMORY && step < 100; step++) {
    kit_open_version(&kit, 3);
    kit.table.statistics = files;
    kit.table.statistics_count = 2;
    kit.table.encryption_keys = keys;
    kit.table.encryption_key_count = 2;
    kit.arena.fail_after = step;
    status = check();
    kit.arena.fail_after = 0;
    kit_close(&kit);
  }
  CHECK_INT(status, BERG_OK);
  CHECK(step > 8);
}

int main(void)
{
  TEST_RUN(test_sound);
  TEST_RUN(test_version);
  TEST_RUN(test_required);
  TEST_RUN(test_sequence);
  TEST_RUN(test_next_row_id);
  TEST_RUN(test_schemas);
  TEST_RUN(test_repeated_definitions);
  TEST_RUN(test_schema_rules);
  TEST_RUN(test_specs);
  TEST_RUN(test_other_specs);
  TEST_RUN(test_specs_of_v1);
  TEST_RUN(test_orders);
  TEST_RUN(test_current);
  TEST_RUN(test_refs);
  TEST_RUN(test_snapshot_ids);
  TEST_RUN(test_snapshot_members);
  TEST_RUN(test_snapshot_rows);
  TEST_RUN(test_snapshot_log);
  TEST_RUN(test_metadata_log);
  TEST_RUN(test_statistics);
  TEST_RUN(test_keys);
  TEST_RUN(test_no_memory);
  return test_end();
}
