/* A request with every kind of update, with memory that ends at each step: told as such, never worse. */
#include "unit/core/commit_kit.h"

static struct kit kit;

static struct berg_update set_properties(void)
{
  static const char *const pairs[] = {"new", "1"};
  struct berg_update update = {.kind = BERG_UPDATE_SET_PROPERTIES, .as.properties = kit_properties(&kit, pairs, 1)};

  return update;
}

static struct berg_update remove_properties(void)
{
  const struct berg_span name = BERG_SPAN("owner");
  struct berg_update update = {.kind = BERG_UPDATE_REMOVE_PROPERTIES,
                               .as.names = {kit_copy(&kit, &name, 1, sizeof name), 1}};

  return update;
}

static struct berg_update remove_snapshot(int64_t id)
{
  struct berg_update update = {.kind = BERG_UPDATE_REMOVE_SNAPSHOTS, .as.snapshot_ids = kit_snapshot_ids(&kit, &id, 1)};

  return update;
}

static struct berg_update remove_ids(enum berg_update_kind kind, int32_t id)
{
  struct berg_update update = {.kind = kind, .as.ids = kit_ids(&kit, &id, 1)};

  return update;
}

static struct berg_snapshot row_snapshot(void)
{
  struct berg_snapshot snapshot = kit_snapshot(30, 20, 3, KIT_UPDATED_MS);

  snapshot.has_first_row_id = true;
  snapshot.has_added_rows = true;
  return snapshot;
}

/* Adds the updates of schemas, specs and orders. */
static size_t make_definitions(struct berg_update *updates)
{
  size_t n = 0;

  updates[n++] = (struct berg_update){.kind = BERG_UPDATE_ADD_SCHEMA, .as.schema = kit_wide_schema(&kit, 0, 2)};
  updates[n++] = (struct berg_update)UPDATE_ID(SET_CURRENT_SCHEMA, -1);
  updates[n++] =
      (struct berg_update){.kind = BERG_UPDATE_ADD_SPEC, .as.spec = kit_spec_of(&kit, 1, 0, "b", "bucket[4]")};
  updates[n++] = (struct berg_update)UPDATE_ID(SET_DEFAULT_SPEC, -1);
  updates[n++] = (struct berg_update){.kind = BERG_UPDATE_ADD_SORT_ORDER, .as.order = kit_order_of(&kit, 2, true)};
  updates[n++] = (struct berg_update)UPDATE_ID(SET_DEFAULT_SORT_ORDER, -1);
  updates[n++] = remove_ids(BERG_UPDATE_REMOVE_PARTITION_SPECS, 0);
  updates[n++] = remove_ids(BERG_UPDATE_REMOVE_SCHEMAS, 0);
  return n;
}

/* Adds the updates of snapshots, refs and statistics. */
static size_t make_snapshots(struct berg_update *updates)
{
  size_t n = 0;

  updates[n++] = (struct berg_update)ADD_SNAPSHOT(row_snapshot());
  updates[n++] = (struct berg_update)UPDATE_REF(kit_branch("main", 30));
  updates[n++] = (struct berg_update)UPDATE_REF(kit_tag("a", 20));
  updates[n++] = (struct berg_update)UPDATE_TEXT(REMOVE_SNAPSHOT_REF, "none");
  updates[n++] =
      (struct berg_update){.kind = BERG_UPDATE_SET_STATISTICS, .as.statistics.file = kit_statistics(30, "s")};
  updates[n++] = (struct berg_update){.kind = BERG_UPDATE_REMOVE_STATISTICS, .as.snapshot_id = 10};
  updates[n++] =
      (struct berg_update){.kind = BERG_UPDATE_SET_PARTITION_STATISTICS, .as.statistics.file = kit_statistics(30, "p")};
  updates[n++] = (struct berg_update){.kind = BERG_UPDATE_REMOVE_PARTITION_STATISTICS, .as.snapshot_id = 10};
  updates[n++] = remove_snapshot(10);
  return n;
}

/* One update of each kind, most of them with effect, for a fixture of version 2. */
static size_t make_updates(struct berg_update *updates)
{
  size_t n = 0;

  updates[n++] = (struct berg_update)UPDATE_TEXT(ASSIGN_UUID, KIT_UUID);
  updates[n++] = (struct berg_update)UPDATE_ID(UPGRADE_FORMAT_VERSION, 3);
  updates[n++] = (struct berg_update)UPDATE_TEXT(SET_LOCATION, "file:///w/u");
  updates[n++] = set_properties();
  updates[n++] = remove_properties();
  updates[n++] = (struct berg_update){.kind = BERG_UPDATE_ADD_ENCRYPTION_KEY, .as.key = {.key_id = BERG_SPAN("k")}};
  updates[n++] = (struct berg_update)UPDATE_TEXT(REMOVE_ENCRYPTION_KEY, "none");
  n += make_definitions(updates + n);
  return n + make_snapshots(updates + n);
}

static void test_every_step(void)
{
  struct berg_update updates[32];
  enum berg_status status = BERG_NO_MEMORY;
  size_t step = 0;

  for (step = 1; status == BERG_NO_MEMORY && step < 1000; step++) {
    kit_open(&kit);
    size_t count = make_updates(updates);
    kit.arena.fail_after = step;
    status = berg_updates_apply(updates, count, &kit.context, &kit.table, &kit.problem);
    kit.arena.fail_after = 0;
    if (status == BERG_OK)
      CHECK_INT(berg_table_check(&kit.table, &kit.arena, &kit.problem), BERG_OK);
    kit_close(&kit);
  }
  CHECK_INT(status, BERG_OK);
  CHECK(step > 20);
}

/* Without failures the request does all it says. */
static void test_all_kinds(void)
{
  struct berg_update updates[32];

  kit_open(&kit);
  size_t count = make_updates(updates);
  CHECK_INT(kit_apply(&kit, updates, count), BERG_OK);
  CHECK_TEXT(berg_problem_message(&kit.problem), "");
  CHECK_INT(kit.table.format_version, 3);
  CHECK_INT(kit.table.schema_count, 1);
  CHECK_INT(kit.table.current_schema_id, 1);
  CHECK_INT(kit.table.spec_count, 1);
  CHECK_INT(kit.table.default_spec_id, 1);
  CHECK_INT(kit.table.order_count, 2);
  CHECK_INT(kit.table.default_sort_order_id, 1);
  CHECK_INT(kit.table.snapshot_count, 2);
  CHECK_INT(kit.table.current_snapshot_id, 30);
  CHECK_INT(kit.table.ref_count, 2);
  CHECK_INT(kit.table.snapshot_log_count, 2);
  CHECK_INT(kit.table.properties.count, 2);
  CHECK_INT(kit.table.statistics_count, 1);
  CHECK_INT(kit.table.partition_statistics_count, 1);
  CHECK_INT(kit.table.encryption_key_count, 1);
  kit_close(&kit);
}

int main(void)
{
  TEST_RUN(test_every_step);
  TEST_RUN(test_all_kinds);
  return test_end();
}
