/* Large commits: what a request costs grows with its size, not with its square. */
#include "unit/core/commit_kit.h"

#include <time.h>

#define SNAPSHOT_COUNT 10000
#define MS_MAX 2000 /* far above what a linear commit takes, far below what a quadratic one does at this size */

static struct kit kit;

/* A table with COUNT snapshots, all in the log, each with statistics and a tag. */
static void fill(size_t count)
{
  struct berg_table *table = &kit.table;
  char(*names)[24] = berg_arena_alloc(&kit.arena, count, sizeof *names);

  table->snapshots = berg_arena_alloc(&kit.arena, count, sizeof *table->snapshots);
  table->snapshot_log = berg_arena_alloc(&kit.arena, count, sizeof *table->snapshot_log);
  table->statistics = berg_arena_alloc(&kit.arena, count, sizeof *table->statistics);
  table->refs = berg_arena_alloc(&kit.arena, count + 1, sizeof *table->refs);
  for (size_t i = 0; i < count; i++) {
    int64_t id = (int64_t)((i + 1) * 0x9E3779B97F4A7C15u >> 1);
    snprintf(names[i], sizeof names[i], "t%zu", (i * 7919) % count);
    table->snapshots[i] = kit_snapshot(id, 0, (int64_t)i + 1, 1000 + (int64_t)i);
    table->snapshot_log[i] = (struct berg_snapshot_log_entry){id, 1000 + (int64_t)i};
    table->statistics[i] = kit_statistics(id, "s");
    table->refs[i] = kit_tag(names[i], id);
  }
  table->refs[count] = kit_branch("main", table->snapshots[count - 1].snapshot_id);
  table->snapshot_count = table->snapshot_log_count = table->statistics_count = count;
  table->ref_count = count + 1;
  table->last_sequence_number = (int64_t)count;
  table->current_snapshot_id = table->snapshots[count - 1].snapshot_id;
}

/* Applies and checks; returns the milliseconds of processor time. */
static int64_t measure(const struct berg_update *updates, size_t count)
{
  clock_t start = clock();

  CHECK_INT(kit_apply(&kit, updates, count), BERG_OK);
  CHECK_TEXT(berg_problem_message(&kit.problem), "");
  return (int64_t)(clock() - start) * 1000 / CLOCKS_PER_SEC;
}

/* TESTS tables/updateTable/linear-time */
static void test_remove_one_by_one(void)
{
  kit_open(&kit);
  fill(SNAPSHOT_COUNT);
  struct berg_update *updates = berg_arena_alloc(&kit.arena, SNAPSHOT_COUNT, sizeof *updates);
  for (size_t i = 0; i + 1 < SNAPSHOT_COUNT; i++) {
    updates[i].kind = BERG_UPDATE_REMOVE_SNAPSHOTS;
    updates[i].as.snapshot_ids =
        kit_snapshot_ids(&kit, &kit.table.snapshots[(i * 7) % (SNAPSHOT_COUNT - 1)].snapshot_id, 1);
  }
  int64_t ms = measure(updates, SNAPSHOT_COUNT - 1);
  printf("9999 removals: %" PRId64 " ms\n", ms);
  CHECK(ms < MS_MAX);
  CHECK_INT(kit.table.snapshot_count, 1);
  CHECK_INT(kit.table.statistics_count, 1);
  CHECK_INT(kit.table.ref_count, 2);
  CHECK_INT(kit.table.snapshot_log_count, 1);
  CHECK_INT(kit.table.changed, BIT(SNAPSHOTS) | BIT(STATISTICS) | BIT(REFS) | BIT(SNAPSHOT_LOG) | BIT(LAST_UPDATED_MS));
  kit_close(&kit);
}

static void test_add_many(void)
{
  kit_open(&kit);
  struct berg_update *updates = berg_arena_alloc(&kit.arena, 4 * SNAPSHOT_COUNT, sizeof *updates);
  for (size_t i = 0; i < SNAPSHOT_COUNT; i++) {
    int64_t id = 1000 + (int64_t)i;
    const char *const pair[] = {"key", "value"};
    updates[4 * i] = (struct berg_update)ADD_SNAPSHOT(kit_snapshot(id, 20, 3 + (int64_t)i, KIT_UPDATED_MS));
    updates[4 * i + 1] = (struct berg_update)UPDATE_REF(kit_branch("main", id));
    updates[4 * i + 2] =
        (struct berg_update){.kind = BERG_UPDATE_SET_STATISTICS, .as.statistics.file = kit_statistics(id, "s")};
    updates[4 * i + 3] =
        (struct berg_update){.kind = BERG_UPDATE_SET_PROPERTIES, .as.properties = kit_properties(&kit, pair, 1)};
  }
  int64_t ms = measure(updates, 4 * SNAPSHOT_COUNT);
  printf("40000 additions: %" PRId64 " ms\n", ms);
  CHECK(ms < MS_MAX);
  CHECK_INT(kit.table.snapshot_count, SNAPSHOT_COUNT + 2);
  CHECK_INT(kit.table.snapshot_log_count, 3); /* the others were intermediate */
  CHECK_INT(kit.table.properties.count, 3);
  kit_close(&kit);
}

/* A small commit to a large table. */
static void test_small_commit(void)
{
  kit_open(&kit);
  fill(SNAPSHOT_COUNT);
  const struct berg_update updates[] = {
      ADD_SNAPSHOT(kit_snapshot(5, kit.table.current_snapshot_id, SNAPSHOT_COUNT + 1, KIT_UPDATED_MS)),
      UPDATE_REF(kit_branch("main", 5))};
  int64_t ms = measure(updates, 2);
  printf("one append: %" PRId64 " ms\n", ms);
  CHECK(ms < MS_MAX);
  CHECK_INT(kit.table.snapshot_count, SNAPSHOT_COUNT + 1);
  kit_close(&kit);
}

int main(void)
{
  TEST_RUN(test_remove_one_by_one);
  TEST_RUN(test_add_many);
  TEST_RUN(test_small_commit);
  return test_end();
}
