/* Random commits against a model that is too simple to be wrong: whatever is accepted passes the checks, leaves what
 * the model has, and marks exactly the sections that differ. The seed is printed; give it as the argument to run it
 * again.
 */
#include "unit/core/commit_kit.h"

#define ROUNDS 400
#define COMMITS 12
#define UPDATES_MAX 8
#define ID_COUNT 12 /* snapshot ids 1 to ID_COUNT - 1 */
#define NAME_COUNT 5
#define KEY_COUNT 4

static const char *const ref_names[NAME_COUNT] = {"main", "a", "b", "tag", "z"};
static const char *const keys[KEY_COUNT] = {"k0", "k1", "k2", "k3"};
static const char *const values[3] = {"", "v1", "v2"};

static struct kit kit;
static uint64_t state;

/* What a table comes down to. */
struct model {
  bool snapshots[ID_COUNT];
  int64_t refs[NAME_COUNT]; /* 0: none */
  bool statistics[ID_COUNT];
  const char *properties[KEY_COUNT];
  int64_t last_sequence_number;
  int64_t current; /* 0: none */
};

static struct model model;

static size_t pick(size_t count)
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (size_t)(state >> 11) % count;
}

static struct berg_update make_add_snapshot(struct model *next)
{
  int64_t id = 1 + (int64_t)pick(ID_COUNT - 1);
  int64_t parent = (int64_t)pick(ID_COUNT);
  int64_t sequence = next->last_sequence_number + 1 - (pick(8) == 0);
  struct berg_snapshot snapshot = kit_snapshot(id, parent, sequence, kit.context.now_ms);
  struct berg_update update = ADD_SNAPSHOT(snapshot);

  next->snapshots[id] = true;
  next->last_sequence_number = sequence;
  return update;
}

static struct berg_update make_set_ref(struct model *next)
{
  size_t name = pick(NAME_COUNT);
  int64_t id = 1 + (int64_t)pick(ID_COUNT - 1);
  struct berg_ref ref = name == 3 ? kit_tag(ref_names[name], id) : kit_branch(ref_names[name], id);
  struct berg_update update = UPDATE_REF(ref);

  next->refs[name] = id;
  if (name == 0)
    next->current = id;
  return update;
}

static void drop_ref(struct model *next, size_t name)
{
  next->refs[name] = 0;
  if (name == 0)
    next->current = 0;
}

static struct berg_update make_remove_ref(struct model *next)
{
  size_t name = pick(NAME_COUNT);
  struct berg_update update = UPDATE_TEXT(REMOVE_SNAPSHOT_REF, ref_names[name]);

  drop_ref(next, name);
  return update;
}

static struct berg_update make_remove_snapshots(struct model *next)
{
  int64_t ids[3];
  size_t count = pick(4);

  for (size_t i = 0; i < count; i++) {
    ids[i] = 1 + (int64_t)pick(ID_COUNT - 1);
    if (!next->snapshots[ids[i]])
      continue;
    next->snapshots[ids[i]] = false;
    next->statistics[ids[i]] = false;
    for (size_t name = 0; name < NAME_COUNT; name++) {
      if (next->refs[name] == ids[i])
        drop_ref(next, name);
    }
  }
  struct berg_update update = {.kind = BERG_UPDATE_REMOVE_SNAPSHOTS,
                               .as.snapshot_ids = kit_snapshot_ids(&kit, ids, count)};
  return update;
}

static struct berg_update make_statistics(struct model *next)
{
  int64_t id = 1 + (int64_t)pick(ID_COUNT - 1);
  struct berg_update update = {.kind = BERG_UPDATE_REMOVE_STATISTICS, .as.snapshot_id = id};

  next->statistics[id] = pick(2) == 0;
  if (next->statistics[id]) {
    update.kind = BERG_UPDATE_SET_STATISTICS;
    update.as.statistics.has_snapshot_id = false;
    update.as.statistics.file = kit_statistics(id, values[pick(3)]);
  }
  return update;
}

static struct berg_update make_property(struct model *next)
{
  size_t key = pick(KEY_COUNT);
  const char *pair[] = {keys[key], values[pick(3)]};
  struct berg_update update = {.kind = BERG_UPDATE_SET_PROPERTIES};

  if (pick(2) == 0) {
    next->properties[key] = pair[1];
    update.as.properties = kit_properties(&kit, pair, 1);
    return update;
  }
  const struct berg_span name = berg_span_of(keys[key]);
  next->properties[key] = NULL;
  update.kind = BERG_UPDATE_REMOVE_PROPERTIES;
  update.as.names = (struct berg_spans){kit_copy(&kit, &name, 1, sizeof name), 1};
  return update;
}

/* Updates that the model does not follow; the checks and the marks have to hold all the same. */
static struct berg_update make_definition(void)
{
  struct berg_update update = UPDATE_ID(SET_CURRENT_SCHEMA, (int32_t)pick(4) - 1);
  const int32_t id = (int32_t)pick(4);

  switch (pick(8)) {
  case 0:
    update.kind = BERG_UPDATE_SET_DEFAULT_SPEC;
    break;
  case 1:
    update.kind = BERG_UPDATE_SET_DEFAULT_SORT_ORDER;
    break;
  case 2:
    update.kind = BERG_UPDATE_ADD_SCHEMA;
    update.as.schema = kit_wide_schema(&kit, 0, pick(4));
    break;
  case 3:
    update.kind = BERG_UPDATE_ADD_SPEC;
    update.as.spec = kit_spec_of(&kit, 1 + (int32_t)pick(5), 0, "p", "bucket[4]");
    break;
  case 4:
    update.kind = BERG_UPDATE_ADD_SORT_ORDER;
    update.as.order = kit_order_of(&kit, 1 + (int32_t)pick(5), id > 1);
    break;
  case 5:
    update.kind = BERG_UPDATE_REMOVE_SCHEMAS;
    update.as.ids = kit_ids(&kit, &id, 1);
    break;
  case 6:
    update.kind = BERG_UPDATE_REMOVE_PARTITION_SPECS;
    update.as.ids = kit_ids(&kit, &id, 1);
    break;
  default:
    break;
  }
  return update;
}

static struct berg_update make_update(struct model *next)
{
  switch (pick(10)) {
  case 0:
  case 1:
    return make_add_snapshot(next);
  case 2:
  case 3:
    return make_set_ref(next);
  case 4:
    return make_remove_ref(next);
  case 5:
    return make_remove_snapshots(next);
  case 6:
    return make_statistics(next);
  case 7:
    return make_property(next);
  default:
    return make_definition();
  }
}

static bool has_snapshot(int64_t id)
{
  for (size_t i = 0; i < kit.table.snapshot_count; i++) {
    if (kit.table.snapshots[i].snapshot_id == id)
      return true;
  }
  return false;
}

static bool has_statistics(int64_t id)
{
  for (size_t i = 0; i < kit.table.statistics_count; i++) {
    if (kit.table.statistics[i].snapshot_id == id)
      return true;
  }
  return false;
}

static void compare_with_model(void)
{
  for (int64_t id = 1; id < ID_COUNT; id++) {
    CHECK(has_snapshot(id) == model.snapshots[id]);
    CHECK(has_statistics(id) == model.statistics[id]);
  }
  for (size_t name = 0; name < NAME_COUNT; name++) {
    size_t i = berg_table_find_ref(&kit.table, berg_span_of(ref_names[name]));
    CHECK_INT(i < kit.table.ref_count ? kit.table.refs[i].snapshot_id : 0, model.refs[name]);
  }
  for (size_t key = 0; key < KEY_COUNT; key++) {
    struct berg_span value = berg_properties_find(&kit.table.properties, berg_span_of(keys[key]));
    CHECK((value.bytes != NULL) == (model.properties[key] != NULL));
    CHECK_TEXT(value, model.properties[key] == NULL ? "" : model.properties[key]);
  }
  CHECK_INT(kit.table.last_sequence_number, model.last_sequence_number);
  CHECK_INT(kit.table.current_snapshot_id, model.current == 0 ? BERG_NO_SNAPSHOT : model.current);
}

/* The log names snapshots that are there, and the current one last. */
static void check_snapshot_log(void)
{
  const struct berg_table *table = &kit.table;

  for (size_t i = 0; i < table->snapshot_log_count; i++)
    CHECK(has_snapshot(table->snapshot_log[i].snapshot_id));
  if (table->current_snapshot_id != BERG_NO_SNAPSHOT) {
    CHECK(table->snapshot_log_count > 0);
    CHECK_INT(table->snapshot_log[table->snapshot_log_count - 1].snapshot_id, table->current_snapshot_id);
  }
}

static void check_mark(enum berg_section section, bool differs)
{
  if (((kit.table.changed & BERG_CHANGED(section)) != 0) != differs)
    CHECK_INT(-1, section); /* says which */
}

static bool differ(const void *a, size_t a_count, const void *b, size_t b_count, size_t size)
{
  return a_count != b_count || (a_count != 0 && memcmp(a, b, a_count * size) != 0);
}

static bool snapshots_differ(const struct berg_table *a, const struct berg_table *b)
{
  bool differs = a->snapshot_count != b->snapshot_count;

  for (size_t i = 0; i < a->snapshot_count && !differs; i++)
    differs = a->snapshots[i].snapshot_id != b->snapshots[i].snapshot_id ||
              a->snapshots[i].timestamp_ms != b->snapshots[i].timestamp_ms;
  return differs;
}

static bool schemas_differ(const struct berg_table *a, const struct berg_table *b)
{
  bool differs = a->schema_count != b->schema_count;

  for (size_t i = 0; i < a->schema_count && !differs; i++)
    differs = a->schemas[i].schema_id != b->schemas[i].schema_id ||
              !berg_schema_equal(&a->schemas[i], &b->schemas[i]) || b->schemas[i].added;
  return differs;
}

static bool properties_differ(const struct berg_properties *a, const struct berg_properties *b)
{
  bool differs = a->count != b->count;

  for (size_t i = 0; i < a->count && !differs; i++)
    differs =
        !berg_span_equal(a->items[i].key, b->items[i].key) || !berg_span_equal(a->items[i].value, b->items[i].value);
  return differs;
}

static bool refs_differ(const struct berg_table *a, const struct berg_table *b)
{
  bool differs = a->ref_count != b->ref_count;

  for (size_t i = 0; i < a->ref_count && !differs; i++)
    differs = !berg_ref_equal(&a->refs[i], &b->refs[i]);
  return differs;
}

static void check_marks(const struct berg_table *before)
{
  const struct berg_table *after = &kit.table;

  check_mark(BERG_SECTION_SNAPSHOTS, snapshots_differ(before, after));
  check_mark(BERG_SECTION_SCHEMAS, schemas_differ(before, after));
  check_mark(BERG_SECTION_PROPERTIES, properties_differ(&before->properties, &after->properties));
  check_mark(BERG_SECTION_REFS, refs_differ(before, after));
  check_mark(BERG_SECTION_SNAPSHOT_LOG, differ(before->snapshot_log, before->snapshot_log_count, after->snapshot_log,
                                               after->snapshot_log_count, sizeof *after->snapshot_log));
  check_mark(BERG_SECTION_CURRENT_SNAPSHOT_ID, before->current_snapshot_id != after->current_snapshot_id);
  check_mark(BERG_SECTION_CURRENT_SCHEMA_ID, before->current_schema_id != after->current_schema_id);
  check_mark(BERG_SECTION_DEFAULT_SPEC_ID, before->default_spec_id != after->default_spec_id);
  check_mark(BERG_SECTION_DEFAULT_SORT_ORDER_ID, before->default_sort_order_id != after->default_sort_order_id);
  check_mark(BERG_SECTION_LAST_COLUMN_ID, before->last_column_id != after->last_column_id);
  check_mark(BERG_SECTION_LAST_PARTITION_ID, before->last_partition_id != after->last_partition_id);
  check_mark(BERG_SECTION_LAST_UPDATED_MS, before->last_updated_ms != after->last_updated_ms);
  CHECK((after->changed == 0) == (before->last_updated_ms == after->last_updated_ms));
  CHECK(before->last_column_id <= after->last_column_id);
  CHECK(before->last_partition_id <= after->last_partition_id);
}

/* One commit. True when it was accepted. */
static bool commit(void)
{
  struct berg_update updates[UPDATES_MAX];
  size_t count = 1 + pick(UPDATES_MAX);
  struct model next = model;

  kit.context.now_ms += 10;
  for (size_t i = 0; i < count; i++)
    updates[i] = make_update(&next);
  struct berg_table before = kit.table;
  enum berg_status status = kit_apply(&kit, updates, count);
  if (status != BERG_OK) {
    CHECK(status == BERG_INVALID || status == BERG_COMMIT_FAILED);
    CHECK(kit.problem.message_len > 0);
    return false;
  }
  model = next;
  compare_with_model();
  check_snapshot_log();
  check_marks(&before);
  return true;
}

static void test_random(void)
{
  size_t accepted = 0;

  for (size_t round = 0; round < ROUNDS && test_case_failed == 0; round++) {
    kit_open_empty(&kit, 2);
    kit.table.properties.count = 0;
    model = (struct model){.last_sequence_number = 0};
    for (size_t i = 0; i < COMMITS && test_case_failed == 0; i++)
      accepted += commit();
    kit_close(&kit);
  }
  printf("accepted %zu of %d commits\n", accepted, ROUNDS * COMMITS);
  CHECK(accepted > ROUNDS * COMMITS / 20);
}

int main(int argc, char **argv)
{
  state = argc > 1 ? strtoull(argv[1], NULL, 10) : 20260823;
  if (state == 0)
    state = 1;
  printf("seed %" PRIu64 "\n", state);
  TEST_RUN(test_random);
  return test_end();
}
