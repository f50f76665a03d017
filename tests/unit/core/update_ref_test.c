/* The updates of refs, and what they and removals leave in the snapshot log. */
#include "unit/core/commit_kit.h"

static struct kit kit;

static struct berg_update add(int64_t id, int64_t sequence, int64_t timestamp_ms)
{
  struct berg_update update = ADD_SNAPSHOT(kit_snapshot(id, 20, sequence, timestamp_ms));

  return update;
}

static struct berg_update set_main(int64_t snapshot_id)
{
  struct berg_update update = UPDATE_REF(kit_branch("main", snapshot_id));

  return update;
}

static struct berg_update remove_snapshot(int64_t id)
{
  struct berg_update update = {.kind = BERG_UPDATE_REMOVE_SNAPSHOTS, .as.snapshot_ids = kit_snapshot_ids(&kit, &id, 1)};

  return update;
}

#define REMOVE_REF(name) UPDATE_TEXT(REMOVE_SNAPSHOT_REF, name)

/* The snapshot log as text: id@time, separated by blanks. */
static struct berg_span log_text(void)
{
  static char text[512];
  int len = 0;

  text[0] = '\0';
  for (size_t i = 0; i < kit.table.snapshot_log_count; i++)
    len += snprintf(text + len, sizeof text - (size_t)len, "%s%" PRId64 "@%" PRId64, i == 0 ? "" : " ",
                    kit.table.snapshot_log[i].snapshot_id, kit.table.snapshot_log[i].timestamp_ms);
  return berg_span_of(text);
}

static const struct berg_ref *find_ref(const char *name)
{
  static const struct berg_ref none = {.snapshot_id = -77};
  size_t i = berg_table_find_ref(&kit.table, berg_span_of(name));

  return i < kit.table.ref_count ? &kit.table.refs[i] : &none;
}

/* TESTS tables/updateTable/set-snapshot-ref-equal */
static void test_equal(void)
{
  struct berg_ref branch = kit_branch("b", 10);

  kit_open(&kit);
  CHECK_APPLIED(&kit, 0, set_main(20));
  branch.has_max_ref_age_ms = true;
  branch.max_ref_age_ms = 5;
  CHECK_APPLIED(&kit, BIT(REFS) | BIT(LAST_UPDATED_MS), UPDATE_REF(branch));
  CHECK_APPLIED(&kit, 0, UPDATE_REF(branch));
  CHECK_APPLIED(&kit, 0, REMOVE_REF("b"), UPDATE_REF(branch));
  branch.max_ref_age_ms = 6;
  CHECK_APPLIED(&kit, BIT(REFS), UPDATE_REF(branch));
  kit_close(&kit);
}

/* TESTS tables/updateTable/set-snapshot-ref-unknown */
static void test_unknown(void)
{
  kit_open(&kit);
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot set b to unknown snapshot: 77", UPDATE_REF(kit_branch("b", 77)));
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot set main to unknown snapshot: 77", set_main(77));
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot set b to unknown snapshot: 30", UPDATE_REF(kit_branch("b", 30)),
                add(30, 3, KIT_UPDATED_MS));
  kit_close(&kit);
}

/* TESTS tables/updateTable/set-snapshot-ref-main-branch */
static void test_main_as_tag(void)
{
  kit_open(&kit);
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot set main to a tag, it must be a branch", UPDATE_REF(kit_tag("main", 20)));
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot set main to a tag, it must be a branch", UPDATE_REF(kit_tag("main", 1)));
  kit_close(&kit);
}

/* TESTS tables/updateTable/set-snapshot-ref-retention */
static void test_retention(void)
{
  struct berg_ref refs[6];
  static const char *const messages[] = {
      "Tags do not support setting minSnapshotsToKeep", "Tags do not support setting maxSnapshotAgeMs",
      "Min snapshots to keep must be greater than 0",   "Max snapshot age must be greater than 0 ms",
      "Max reference age must be greater than 0",       "Max reference age must be greater than 0",
  };

  refs[0] = kit_tag("t", 10);
  refs[0].has_min_snapshots_to_keep = true;
  refs[0].min_snapshots_to_keep = 1;
  refs[1] = kit_tag("t", 10);
  refs[1].has_max_snapshot_age_ms = true;
  refs[1].max_snapshot_age_ms = 1;
  refs[2] = kit_branch("b", 10);
  refs[2].has_min_snapshots_to_keep = true;
  refs[3] = kit_branch("b", 10);
  refs[3].has_max_snapshot_age_ms = true;
  refs[4] = kit_branch("b", 10);
  refs[4].has_max_ref_age_ms = true;
  refs[5] = kit_tag("t", 10);
  refs[5].has_max_ref_age_ms = true;
  refs[5].max_ref_age_ms = -1;
  kit_open(&kit);
  for (size_t i = 0; i < COUNT_OF(refs); i++)
    CHECK_REFUSED(&kit, BERG_INVALID, messages[i], UPDATE_REF(refs[i]));
  refs[5].max_ref_age_ms = 1;
  refs[2].min_snapshots_to_keep = 1;
  CHECK_ACCEPTED(&kit, UPDATE_REF(refs[5]), UPDATE_REF(refs[2]));
  kit_close(&kit);
}

/* TESTS tables/updateTable/set-snapshot-ref-replaces
 * TESTS tables/updateTable/set-snapshot-ref-kind */
static void test_replaces(void)
{
  struct berg_ref branch = kit_branch("b", 10);

  kit_open(&kit);
  branch.has_min_snapshots_to_keep = true;
  branch.min_snapshots_to_keep = 4;
  CHECK_ACCEPTED(&kit, UPDATE_REF(branch), UPDATE_REF(kit_branch("b", 20)));
  CHECK_INT(find_ref("b")->snapshot_id, 20);
  CHECK(!find_ref("b")->has_min_snapshots_to_keep);
  CHECK_ACCEPTED(&kit, UPDATE_REF(kit_tag("b", 20)));
  CHECK(find_ref("b")->is_tag);
  CHECK_INT(kit.table.ref_count, 2);
  kit_close(&kit);
}

/* TESTS tables/updateTable/set-snapshot-ref-current
 * TESTS tables/updateTable/snapshot-log-time */
static void test_current(void)
{
  kit_open(&kit);
  CHECK_APPLIED(&kit,
                BIT(SNAPSHOTS) | BIT(LAST_SEQUENCE_NUMBER) | BIT(REFS) | BIT(CURRENT_SNAPSHOT_ID) | BIT(SNAPSHOT_LOG) |
                    BIT(LAST_UPDATED_MS),
                add(30, 3, 999000), set_main(30));
  CHECK_INT(kit.table.current_snapshot_id, 30);
  CHECK_TEXT(log_text(), "10@900000 20@950000 30@999000");
  kit.context.now_ms = KIT_NOW_MS + 5;
  CHECK_APPLIED(&kit, BIT(REFS) | BIT(CURRENT_SNAPSHOT_ID) | BIT(SNAPSHOT_LOG) | BIT(LAST_UPDATED_MS), set_main(10));
  CHECK_TEXT(log_text(), "10@900000 20@950000 30@999000 10@2000005");
  kit_close(&kit);
}

/* A rollback under a clock that went back is logged at the time that the table will have. */
static void test_rollback_time(void)
{
  kit_open(&kit);
  kit.context.now_ms = 7;
  CHECK_ACCEPTED(&kit, set_main(10));
  CHECK_TEXT(log_text(), "10@900000 20@950000 10@1000000");
  kit_close(&kit);
}

/* Only a change of the current snapshot is logged, not one of main's retention. */
static void test_main_retention(void)
{
  struct berg_ref branch = kit_branch("main", 20);

  kit_open(&kit);
  branch.has_min_snapshots_to_keep = true;
  branch.min_snapshots_to_keep = 4;
  CHECK_APPLIED(&kit, BIT(REFS) | BIT(LAST_UPDATED_MS), UPDATE_REF(branch));
  CHECK_TEXT(log_text(), "10@900000 20@950000");
  kit_close(&kit);
}

/* TESTS tables/updateTable/remove-snapshot-ref-absent
 * TESTS tables/updateTable/remove-snapshot-ref-main */
static void test_remove(void)
{
  kit_open(&kit);
  CHECK_APPLIED(&kit, 0, REMOVE_REF("absent"));
  CHECK_APPLIED(&kit, 0, UPDATE_REF(kit_branch("b", 10)), REMOVE_REF("b"), REMOVE_REF("b"));
  CHECK_APPLIED(&kit, BIT(REFS) | BIT(CURRENT_SNAPSHOT_ID) | BIT(LAST_UPDATED_MS), REMOVE_REF("main"));
  CHECK_INT(kit.table.current_snapshot_id, BERG_NO_SNAPSHOT);
  CHECK_INT(kit.table.snapshot_count, 2);
  CHECK_TEXT(log_text(), "10@900000 20@950000");
  CHECK_APPLIED(&kit, 0, REMOVE_REF("main"));
  CHECK_APPLIED(&kit, BIT(REFS) | BIT(CURRENT_SNAPSHOT_ID) | BIT(SNAPSHOT_LOG), set_main(10));
  CHECK_TEXT(log_text(), "10@900000 20@950000 10@2000000");
  kit_close(&kit);
}

/* TESTS tables/updateTable/snapshot-log-intermediate */
static void test_intermediate(void)
{
  kit_open(&kit);
  CHECK_ACCEPTED(&kit, add(30, 3, 999000), set_main(30), add(40, 4, 999500), set_main(40), add(50, 5, 999700),
                 set_main(50));
  CHECK_TEXT(log_text(), "10@900000 20@950000 50@999700");
  CHECK_INT(kit.table.snapshot_count, 5);
  kit_close(&kit);

  kit_open(&kit); /* an old snapshot on the way is no intermediate one */
  CHECK_ACCEPTED(&kit, add(30, 3, 999000), set_main(30), set_main(10), set_main(20));
  CHECK_TEXT(log_text(), "10@900000 20@950000 10@2000000 20@2000000");
  CHECK_INT(kit.table.changed, BIT(SNAPSHOTS) | BIT(LAST_SEQUENCE_NUMBER) | BIT(SNAPSHOT_LOG) | BIT(LAST_UPDATED_MS));
  kit_close(&kit);

  kit_open(&kit); /* back to an added one */
  CHECK_ACCEPTED(&kit, add(30, 3, 999000), set_main(30), add(40, 4, 999500), set_main(40), set_main(30));
  CHECK_TEXT(log_text(), "10@900000 20@950000 30@999000 30@999000");
  kit_close(&kit);

  kit_open(&kit); /* main is gone at the end: nothing that was added became current for good */
  CHECK_ACCEPTED(&kit, add(30, 3, 999000), set_main(30), REMOVE_REF("main"));
  CHECK_TEXT(log_text(), "10@900000 20@950000");
  kit_close(&kit);
}

/* An entry of a snapshot that was removed long ago stays, as long as the request does not touch history. */
static void test_stale_entry(void)
{
  kit_open(&kit);
  kit.table.snapshot_log[0].snapshot_id = 5;
  CHECK_ACCEPTED(&kit, add(30, 3, 999000), set_main(30));
  CHECK_TEXT(log_text(), "5@900000 20@950000 30@999000");
  CHECK_ACCEPTED(&kit, add(40, 4, KIT_NOW_MS), set_main(40), add(50, 5, KIT_NOW_MS), set_main(50));
  CHECK_TEXT(log_text(), "20@950000 30@999000 50@2000000");
  kit_close(&kit);
}

/* TESTS tables/updateTable/snapshot-log-gap */
static void test_gap(void)
{
  kit_open(&kit);
  CHECK_ACCEPTED(&kit, add(30, 3, 999000), set_main(30));
  CHECK_APPLIED(&kit, BIT(SNAPSHOTS) | BIT(SNAPSHOT_LOG), remove_snapshot(20));
  CHECK_TEXT(log_text(), "30@999000");
  kit_close(&kit);

  kit_open(&kit); /* removed on the way */
  CHECK_ACCEPTED(&kit, set_main(10), remove_snapshot(20), add(30, 3, KIT_NOW_MS), set_main(30));
  CHECK_TEXT(log_text(), "10@2000000 30@2000000");
  kit_close(&kit);

  kit_open(&kit); /* one that is in no entry leaves the log alone */
  CHECK_ACCEPTED(&kit, add(30, 3, 999000));
  CHECK_APPLIED(&kit, BIT(SNAPSHOTS), remove_snapshot(30));
  CHECK_TEXT(log_text(), "10@900000 20@950000");
  kit_close(&kit);
}

/* TESTS tables/updateTable/snapshot-log-last
 * TESTS metadata/check/snapshot-log-last */
static void test_log_last(void)
{
  kit_open(&kit);
  kit.table.snapshot_log[1].snapshot_id = 10; /* the log did not tell of the current snapshot */
  CHECK_ACCEPTED(&kit, UPDATE_REF(kit_branch("b", 20)), add(30, 3, 999000));
  kit.table.snapshot_log[0].snapshot_id = 30;
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot set invalid snapshot log: latest entry is not the current snapshot",
                remove_snapshot(30));
  kit_close(&kit);

  kit_open(&kit); /* a log that was not kept is no fault */
  kit.table.snapshot_log_count = 0;
  CHECK_ACCEPTED(&kit, remove_snapshot(10));
  CHECK_INT(kit.table.snapshot_log_count, 0);
  kit_close(&kit);
}

/* TESTS metadata/check/snapshot-log-order */
static void test_log_order(void)
{
  kit_open(&kit);
  kit.table.snapshot_log[1].timestamp_ms = 1001000;
  CHECK_REFUSED(&kit, BERG_INVALID, "[BUG] Expected sorted snapshot log entries.", add(30, 3, 940999), set_main(30));
  CHECK_ACCEPTED(&kit, add(30, 3, 941000), set_main(30));
  kit_close(&kit);
}

int main(void)
{
  TEST_RUN(test_equal);
  TEST_RUN(test_unknown);
  TEST_RUN(test_main_as_tag);
  TEST_RUN(test_retention);
  TEST_RUN(test_replaces);
  TEST_RUN(test_current);
  TEST_RUN(test_rollback_time);
  TEST_RUN(test_main_retention);
  TEST_RUN(test_remove);
  TEST_RUN(test_intermediate);
  TEST_RUN(test_stale_entry);
  TEST_RUN(test_gap);
  TEST_RUN(test_log_last);
  TEST_RUN(test_log_order);
  return test_end();
}
