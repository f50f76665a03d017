/* The updates of snapshots and of their statistics. */
#include "unit/core/commit_kit.h"

static struct kit kit;

static struct berg_update remove_snapshots(int64_t first, int64_t second)
{
  const int64_t ids[] = {first, second};
  struct berg_update update = {.kind = BERG_UPDATE_REMOVE_SNAPSHOTS, .as.snapshot_ids = kit_snapshot_ids(&kit, ids, 2)};

  return update;
}

static struct berg_update set_statistics(int64_t snapshot_id, const char *path)
{
  struct berg_update update = {.kind = BERG_UPDATE_SET_STATISTICS,
                               .as.statistics.file = kit_statistics(snapshot_id, path)};

  return update;
}

static struct berg_update set_partition_statistics(int64_t snapshot_id, const char *path)
{
  struct berg_update update = set_statistics(snapshot_id, path);

  update.kind = BERG_UPDATE_SET_PARTITION_STATISTICS;
  return update;
}

#define REMOVE_STATISTICS(id)                                                                                          \
  {                                                                                                                    \
    .kind = BERG_UPDATE_REMOVE_STATISTICS, .as.snapshot_id = (id)                                                      \
  }
#define REMOVE_PARTITION_STATISTICS(id)                                                                                \
  {                                                                                                                    \
    .kind = BERG_UPDATE_REMOVE_PARTITION_STATISTICS, .as.snapshot_id = (id)                                            \
  }

/* TESTS tables/updateTable/add-snapshot-last-sequence
 * TESTS tables/updateTable/add-snapshot-no-ref */
static void test_add(void)
{
  struct berg_snapshot snapshot = kit_snapshot(30, 20, 7, KIT_UPDATED_MS);

  kit_open(&kit);
  snapshot.text = BERG_SPAN("{\"snapshot-id\":30}");
  snapshot.has_schema_id = true; /* TESTS tables/updateTable/add-snapshot-schema-id */
  snapshot.schema_id = 55;
  snapshot.removed = true; /* what a request says about marks does not count */
  CHECK_APPLIED(&kit, BIT(SNAPSHOTS) | BIT(LAST_SEQUENCE_NUMBER) | BIT(LAST_UPDATED_MS), ADD_SNAPSHOT(snapshot));
  CHECK_INT(kit.table.snapshot_count, 3);
  CHECK_INT(kit.table.snapshots[2].snapshot_id, 30);
  CHECK(kit.table.snapshots[2].added);
  CHECK_TEXT(kit.table.snapshots[2].text, "{\"snapshot-id\":30}");
  CHECK_INT(kit.table.last_sequence_number, 7);
  CHECK_INT(kit.table.current_snapshot_id, 20);
  CHECK_INT(kit.table.ref_count, 1);
  kit_close(&kit);
}

/* TESTS tables/updateTable/add-snapshot-duplicate */
static void test_add_duplicate(void)
{
  kit_open(&kit);
  CHECK_REFUSED(&kit, BERG_INVALID, "Snapshot already exists for id: 10",
                ADD_SNAPSHOT(kit_snapshot(10, 20, 3, KIT_UPDATED_MS)));
  CHECK_REFUSED(&kit, BERG_INVALID, "Snapshot already exists for id: 30",
                ADD_SNAPSHOT(kit_snapshot(30, 20, 3, KIT_UPDATED_MS)),
                ADD_SNAPSHOT(kit_snapshot(30, 20, 4, KIT_UPDATED_MS)));
  kit_close(&kit);
}

/* TESTS tables/updateTable/add-snapshot-sequence
 * TESTS tables/updateTable/stale-409
 * TESTS tables/updateTable/stale-message */
static void test_add_stale(void)
{
  kit_open(&kit);
  CHECK_REFUSED(&kit, BERG_COMMIT_FAILED,
                "Validation failed, please retry: Cannot add snapshot with sequence number 2 older than last sequence "
                "number 2",
                ADD_SNAPSHOT(kit_snapshot(30, 20, 2, KIT_UPDATED_MS)));
  CHECK_REFUSED(&kit, BERG_COMMIT_FAILED,
                "Validation failed, please retry: Cannot add snapshot with sequence number 3 older than last sequence "
                "number 3",
                ADD_SNAPSHOT(kit_snapshot(30, 20, 3, KIT_UPDATED_MS)),
                ADD_SNAPSHOT(kit_snapshot(31, 30, 3, KIT_UPDATED_MS)));
  /* a stale commit is old in all respects: the client is told to retry */
  CHECK_INT(APPLY(&kit, ADD_SNAPSHOT(kit_snapshot(30, 20, 2, 5))), BERG_COMMIT_FAILED);
  kit_close(&kit);
}

/* TESTS tables/updateTable/add-snapshot-sequence-root
 * TESTS metadata/check/snapshot-sequence */
static void test_add_root(void)
{
  kit_open(&kit);
  CHECK_REFUSED(&kit, BERG_INVALID, "Invalid snapshot with sequence number 2 greater than last sequence number 1",
                ADD_SNAPSHOT(kit_snapshot(30, 0, 1, KIT_UPDATED_MS)));
  CHECK_ACCEPTED(&kit, ADD_SNAPSHOT(kit_snapshot(30, 0, 2, KIT_UPDATED_MS)));
  kit_close(&kit);
}

/* TESTS metadata/check/last-sequence-number */
static void test_add_to_v1(void)
{
  struct berg_snapshot snapshot = kit_snapshot(30, 20, 0, KIT_UPDATED_MS);

  kit_open_version(&kit, 1);
  snapshot.has_manifest_list = false;
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot add snapshot 30: it has no manifest-list", ADD_SNAPSHOT(snapshot));
  snapshot.has_manifests = true;
  snapshot.has_summary = false;
  CHECK_APPLIED(&kit, BIT(SNAPSHOTS) | BIT(LAST_UPDATED_MS), ADD_SNAPSHOT(snapshot));
  CHECK_REFUSED(&kit, BERG_INVALID, "Sequence number must be 0 in v1: 4",
                ADD_SNAPSHOT(kit_snapshot(31, 20, 4, KIT_NOW_MS)));
  kit_close(&kit);
}

/* TESTS tables/updateTable/add-snapshot-manifest-list */
static void test_add_members(void)
{
  struct berg_snapshot snapshot = kit_snapshot(30, 20, 3, KIT_UPDATED_MS);

  kit_open(&kit);
  snapshot.has_manifest_list = false;
  snapshot.has_manifests = true;
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot add snapshot 30: manifest-list is required in format v2",
                ADD_SNAPSHOT(snapshot));
  snapshot = kit_snapshot(30, 20, 3, KIT_UPDATED_MS);
  snapshot.has_summary = false;
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot add snapshot 30: a summary with an operation is required in format v2",
                ADD_SNAPSHOT(snapshot));
  snapshot.has_summary = true;
  snapshot.has_operation = false;
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot add snapshot 30: a summary with an operation is required in format v2",
                ADD_SNAPSHOT(snapshot));
  kit_close(&kit);
}

/* TESTS tables/updateTable/add-snapshot-complete */
static void test_add_too_early(void)
{
  kit_open(&kit);
  kit.table.order_count = 0;
  CHECK_REFUSED(&kit, BERG_INVALID, "Attempting to add a snapshot before a sort order is added",
                ADD_SNAPSHOT(kit_snapshot(30, 20, 3, KIT_UPDATED_MS)));
  kit.table.spec_count = 0;
  CHECK_REFUSED(&kit, BERG_INVALID, "Attempting to add a snapshot before a partition spec is added",
                ADD_SNAPSHOT(kit_snapshot(30, 20, 3, KIT_UPDATED_MS)));
  kit.table.schema_count = 0;
  CHECK_REFUSED(&kit, BERG_INVALID, "Attempting to add a snapshot before a schema is added",
                ADD_SNAPSHOT(kit_snapshot(30, 20, 3, KIT_UPDATED_MS)));
  kit_close(&kit);
}

/* TESTS tables/updateTable/add-snapshot-timestamp */
static void test_add_timestamp(void)
{
  kit_open(&kit);
  CHECK_REFUSED(&kit, BERG_INVALID, "Invalid snapshot timestamp 939999: before last updated timestamp 1000000",
                ADD_SNAPSHOT(kit_snapshot(30, 20, 3, 939999)));
  CHECK_REFUSED(&kit, BERG_INVALID, "Invalid snapshot timestamp -1: it is negative",
                ADD_SNAPSHOT(kit_snapshot(30, 20, 3, -1)));
  CHECK_REFUSED(&kit, BERG_INVALID, "Invalid snapshot timestamp -9223372036854775808: it is negative",
                ADD_SNAPSHOT(kit_snapshot(30, 20, 3, INT64_MIN)));
  CHECK_ACCEPTED(&kit, ADD_SNAPSHOT(kit_snapshot(30, 20, 3, 940000)));
  kit_close(&kit);

  kit_open_empty(&kit, 2); /* no log can say what was before */
  CHECK_REFUSED(&kit, BERG_INVALID, "Invalid snapshot timestamp 939000: before last updated timestamp 1000000",
                ADD_SNAPSHOT(kit_snapshot(30, 0, 1, 939000)));
  CHECK_REFUSED(&kit, BERG_INVALID,
                "Invalid update timestamp 2000000: before last snapshot log entry at 9223372036854775807",
                ADD_SNAPSHOT(kit_snapshot(30, 0, 1, INT64_MAX)), UPDATE_REF(kit_branch("main", 30)));
  kit_close(&kit);
}

static struct berg_snapshot row_snapshot(int64_t id, int64_t sequence, int64_t first_row_id, int64_t added_rows)
{
  struct berg_snapshot snapshot = kit_snapshot(id, 20, sequence, KIT_NOW_MS);

  snapshot.has_first_row_id = true;
  snapshot.first_row_id = first_row_id;
  snapshot.has_added_rows = true;
  snapshot.added_rows = added_rows;
  return snapshot;
}

/* TESTS tables/updateTable/add-snapshot-next-row-id */
static void test_rows(void)
{
  kit_open_version(&kit, 3);
  CHECK_APPLIED(&kit, BIT(SNAPSHOTS) | BIT(LAST_SEQUENCE_NUMBER) | BIT(NEXT_ROW_ID) | BIT(LAST_UPDATED_MS),
                ADD_SNAPSHOT(row_snapshot(30, 3, 0, 7)));
  CHECK_INT(kit.table.next_row_id, 7);
  /* ids may be left out, and none need be used */
  CHECK_ACCEPTED(&kit, ADD_SNAPSHOT(row_snapshot(31, 4, 100, 5)), ADD_SNAPSHOT(row_snapshot(32, 5, 12, 0)));
  CHECK_INT(kit.table.next_row_id, 12);
  kit_close(&kit);

  kit_open(&kit); /* before version 3 there are no row ids to count */
  CHECK_APPLIED(&kit, BIT(SNAPSHOTS) | BIT(LAST_SEQUENCE_NUMBER) | BIT(LAST_UPDATED_MS),
                ADD_SNAPSHOT(row_snapshot(30, 3, 0, 7)));
  CHECK_INT(kit.table.next_row_id, 0);
  kit_close(&kit);
}

/* TESTS tables/updateTable/add-snapshot-first-row-id
 * TESTS tables/updateTable/add-snapshot-first-row-id-stale */
static void test_rows_refused(void)
{
  struct berg_snapshot no_added = row_snapshot(30, 3, 7, 1);

  kit_open_version(&kit, 3);
  kit.table.next_row_id = 7;
  no_added.has_added_rows = false;
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot add a snapshot: first-row-id is null",
                ADD_SNAPSHOT(kit_snapshot(30, 20, 3, KIT_UPDATED_MS)));
  CHECK_REFUSED(
      &kit, BERG_COMMIT_FAILED,
      "Validation failed, please retry: Cannot add a snapshot, first-row-id is behind table next-row-id: 6 < 7",
      ADD_SNAPSHOT(row_snapshot(30, 3, 6, 1)));
  CHECK_REFUSED(&kit, BERG_INVALID, "Invalid added-rows (required when first-row-id is set): null",
                ADD_SNAPSHOT(no_added));
  CHECK_REFUSED(&kit, BERG_INVALID, "Invalid first-row-id (cannot be negative): -1",
                ADD_SNAPSHOT(row_snapshot(30, 3, -1, 1)));
  CHECK_REFUSED(&kit, BERG_INVALID, "Invalid added-rows (cannot be negative): -2",
                ADD_SNAPSHOT(row_snapshot(30, 3, 7, -2)));
  CHECK_REFUSED(&kit, BERG_INVALID,
                "Cannot add a snapshot: added-rows 9223372036854775801 does not fit behind next-row-id 7",
                ADD_SNAPSHOT(row_snapshot(30, 3, 7, INT64_MAX - 6)));
  CHECK_ACCEPTED(&kit, ADD_SNAPSHOT(row_snapshot(30, 3, 7, INT64_MAX - 7)));
  CHECK_INT(kit.table.next_row_id, INT64_MAX);
  kit_close(&kit);
}

/* TESTS tables/updateTable/remove-snapshots-unknown */
static void test_remove(void)
{
  kit_open(&kit);
  CHECK_APPLIED(&kit, 0, remove_snapshots(11, 12));
  CHECK_APPLIED(&kit, BIT(SNAPSHOTS) | BIT(SNAPSHOT_LOG) | BIT(LAST_UPDATED_MS), remove_snapshots(10, 10));
  CHECK_INT(kit.table.snapshot_count, 1);
  CHECK_INT(kit.table.snapshots[0].snapshot_id, 20);
  CHECK(kit.table.snapshots[0].has_parent);
  CHECK_INT(kit.table.snapshots[0].parent_snapshot_id, 10);
  CHECK_INT(kit.table.snapshot_log_count, 1);
  CHECK_INT(kit.table.snapshot_log[0].snapshot_id, 20);
  kit_close(&kit);
}

/* TESTS tables/updateTable/remove-snapshots-refs */
static void test_remove_refs(void)
{
  kit_open(&kit);
  CHECK_ACCEPTED(&kit, UPDATE_REF(kit_branch("old", 10)), UPDATE_REF(kit_tag("t", 20)),
                 UPDATE_REF(kit_branch("moved", 20)), UPDATE_REF(kit_branch("moved", 10)),
                 UPDATE_REF(kit_branch("gone", 20)), UPDATE_TEXT(REMOVE_SNAPSHOT_REF, "gone"));
  CHECK_APPLIED(&kit, BIT(SNAPSHOTS) | BIT(SNAPSHOT_LOG) | BIT(REFS) | BIT(CURRENT_SNAPSHOT_ID),
                remove_snapshots(20, 99));
  CHECK_INT(kit.table.ref_count, 2);
  CHECK_TEXT(kit.table.refs[0].name, "old");
  CHECK_TEXT(kit.table.refs[1].name, "moved");
  CHECK_INT(kit.table.current_snapshot_id, BERG_NO_SNAPSHOT);
  CHECK_INT(kit.table.snapshot_log_count, 0);
  kit_close(&kit);
}

/* Refs that one request sets and moves are found again when their snapshot goes. */
static void test_remove_refs_of_request(void)
{
  kit_open(&kit);
  CHECK_ACCEPTED(&kit, ADD_SNAPSHOT(kit_snapshot(30, 20, 3, KIT_UPDATED_MS)), UPDATE_REF(kit_branch("a", 30)),
                 UPDATE_REF(kit_branch("b", 30)), UPDATE_REF(kit_branch("a", 10)), UPDATE_REF(kit_branch("a", 30)),
                 UPDATE_REF(kit_branch("b", 10)), remove_snapshots(30, 30));
  CHECK_INT(kit.table.ref_count, 2);
  CHECK_TEXT(kit.table.refs[1].name, "b");
  CHECK_INT(kit.table.refs[1].snapshot_id, 10);
  CHECK_INT(kit.table.snapshot_count, 2);
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot set c to unknown snapshot: 10", remove_snapshots(10, 10),
                UPDATE_REF(kit_branch("c", 10)));
  kit_close(&kit);
}

/* A snapshot that comes and goes leaves its sequence number. */
static void test_add_and_remove(void)
{
  kit_open(&kit);
  CHECK_APPLIED(&kit, BIT(LAST_SEQUENCE_NUMBER) | BIT(LAST_UPDATED_MS),
                ADD_SNAPSHOT(kit_snapshot(30, 20, 3, KIT_UPDATED_MS)), remove_snapshots(30, 30));
  CHECK_ACCEPTED(&kit, remove_snapshots(10, 10), ADD_SNAPSHOT(kit_snapshot(10, 20, 4, KIT_NOW_MS)));
  CHECK_INT(kit.table.snapshot_count, 2);
  CHECK_INT(kit.table.snapshots[1].sequence_number, 4);
  kit_close(&kit);
}

/* TESTS tables/updateTable/set-statistics-replaces
 * TESTS tables/updateTable/set-statistics-unknown-snapshot
 * TESTS tables/updateTable/remove-statistics-absent */
static void test_statistics(void)
{
  kit_open(&kit);
  CHECK_APPLIED(&kit, BIT(STATISTICS) | BIT(LAST_UPDATED_MS), set_statistics(20, "a"), set_statistics(99, "b"),
                set_statistics(20, "c"));
  CHECK_INT(kit.table.statistics_count, 2);
  CHECK_TEXT(kit.table.statistics[0].statistics_path, "c");
  CHECK_TEXT(kit.table.statistics[1].statistics_path, "b");
  CHECK_APPLIED(&kit, 0, set_statistics(20, "c"), REMOVE_STATISTICS(5), REMOVE_PARTITION_STATISTICS(20));
  CHECK_APPLIED(&kit, 0, REMOVE_STATISTICS(20), set_statistics(20, "c"));
  CHECK_APPLIED(&kit, BIT(STATISTICS), set_statistics(20, "d"));
  CHECK_TEXT(kit.table.statistics[0].statistics_path, "d");
  CHECK_APPLIED(&kit, BIT(STATISTICS), REMOVE_STATISTICS(20));
  CHECK_INT(kit.table.statistics_count, 1);
  CHECK_INT(kit.table.statistics[0].snapshot_id, 99);
  kit_close(&kit);
}

/* TESTS tables/updateTable/set-statistics-snapshot-id */
static void test_statistics_snapshot_id(void)
{
  struct berg_update update = set_statistics(20, "a");

  kit_open(&kit);
  update.as.statistics.has_snapshot_id = true;
  update.as.statistics.snapshot_id = 10;
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot set statistics: snapshot-id 10 is not the snapshot-id 20 of the file",
                update);
  update.as.statistics.snapshot_id = 20;
  CHECK_ACCEPTED(&kit, update);
  CHECK_INT(kit.table.statistics_count, 1);
  kit_close(&kit);
}

/* TESTS tables/updateTable/set-partition-statistics-replaces
 * TESTS tables/updateTable/remove-partition-statistics-absent */
static void test_partition_statistics(void)
{
  kit_open(&kit);
  CHECK_APPLIED(&kit, BIT(PARTITION_STATISTICS) | BIT(LAST_UPDATED_MS), set_partition_statistics(20, "a"),
                set_partition_statistics(20, "b"));
  CHECK_INT(kit.table.partition_statistics_count, 1);
  CHECK_TEXT(kit.table.partition_statistics[0].statistics_path, "b");
  CHECK_APPLIED(&kit, 0, REMOVE_PARTITION_STATISTICS(5), REMOVE_STATISTICS(20));
  CHECK_APPLIED(&kit, BIT(PARTITION_STATISTICS), REMOVE_PARTITION_STATISTICS(20));
  CHECK_INT(kit.table.partition_statistics_count, 0);
  kit_close(&kit);
}

/* TESTS tables/updateTable/remove-snapshots-statistics */
static void test_remove_statistics(void)
{
  kit_open(&kit);
  CHECK_ACCEPTED(&kit, set_statistics(10, "a"), set_statistics(20, "b"), set_partition_statistics(10, "c"),
                 set_partition_statistics(20, "d"));
  CHECK_APPLIED(&kit, BIT(SNAPSHOTS) | BIT(SNAPSHOT_LOG) | BIT(STATISTICS) | BIT(PARTITION_STATISTICS),
                remove_snapshots(10, 10));
  CHECK_INT(kit.table.statistics_count, 1);
  CHECK_TEXT(kit.table.statistics[0].statistics_path, "b");
  CHECK_INT(kit.table.partition_statistics_count, 1);
  CHECK_TEXT(kit.table.partition_statistics[0].statistics_path, "d");
  kit_close(&kit);
}

int main(void)
{
  TEST_RUN(test_add);
  TEST_RUN(test_add_duplicate);
  TEST_RUN(test_add_stale);
  TEST_RUN(test_add_root);
  TEST_RUN(test_add_to_v1);
  TEST_RUN(test_add_members);
  TEST_RUN(test_add_too_early);
  TEST_RUN(test_add_timestamp);
  TEST_RUN(test_rows);
  TEST_RUN(test_rows_refused);
  TEST_RUN(test_remove);
  TEST_RUN(test_remove_refs);
  TEST_RUN(test_remove_refs_of_request);
  TEST_RUN(test_add_and_remove);
  TEST_RUN(test_statistics);
  TEST_RUN(test_statistics_snapshot_id);
  TEST_RUN(test_partition_statistics);
  TEST_RUN(test_remove_statistics);
  return test_end();
}
