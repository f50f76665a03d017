/* The log of earlier metadata files. */
#include "unit/core/commit_kit.h"

static struct kit kit;
static struct berg_spans expired;

/* Fills the log with COUNT files m0, m1, ... at 1000, 1001, ... */
static void fill_log(size_t count)
{
  struct berg_metadata_log_entry *log = berg_arena_alloc(&kit.arena, count, sizeof *log);
  char(*names)[24] = berg_arena_alloc(&kit.arena, count, sizeof *names);

  for (size_t i = 0; i < count; i++) {
    snprintf(names[i], sizeof names[i], "m%zu", i);
    log[i] = (struct berg_metadata_log_entry){berg_span_of(names[i]), (int64_t)(1000 + i)};
  }
  kit.table.metadata_log = log;
  kit.table.metadata_log_count = count;
}

static void set_properties(const char *max, const char *delete_after)
{
  const char *const pairs[] = {"write.metadata.previous-versions-max", max,
                               "write.metadata.delete-after-commit.enabled", delete_after};

  kit.table.properties = kit_properties(&kit, pairs, 2);
}

static void log_previous(void)
{
  CHECK_INT(berg_table_log_metadata(&kit.table, BERG_SPAN("previous"), 5000, &kit.arena, &expired), BERG_OK);
}

/* TESTS tables/updateTable/metadata-log-entry */
static void test_entry(void)
{
  kit_open(&kit);
  log_previous();
  CHECK_INT(kit.table.metadata_log_count, 1);
  CHECK_TEXT(kit.table.metadata_log[0].metadata_file, "previous");
  CHECK_INT(kit.table.metadata_log[0].timestamp_ms, 5000);
  CHECK_INT(kit.table.changed, BIT(METADATA_LOG));
  CHECK_INT(expired.count, 0);
  kit_close(&kit);
}

/* TESTS tables/updateTable/metadata-log-trim */
static void test_default(void)
{
  kit_open(&kit);
  fill_log(99);
  log_previous();
  CHECK_INT(kit.table.metadata_log_count, 100);
  CHECK_TEXT(kit.table.metadata_log[0].metadata_file, "m0");
  log_previous();
  CHECK_INT(kit.table.metadata_log_count, 100);
  CHECK_TEXT(kit.table.metadata_log[0].metadata_file, "m1");
  CHECK_TEXT(kit.table.metadata_log[99].metadata_file, "previous");
  kit_close(&kit);
}

static void test_trim(void)
{
  static const struct {
    const char *max;
    size_t kept;
  } cases[] = {{"3", 3}, {"1", 1}, {"0", 1}, {"-7", 1}, {"5", 5},  {"6", 6},
               {"7", 6}, {"", 6},  {"-", 6}, {"x", 6},  {"3x", 6}, {"99999999999999999999999999", 6}};

  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    kit_open(&kit);
    fill_log(5);
    set_properties(cases[i].max, "false");
    log_previous();
    CHECK_INT(kit.table.metadata_log_count, cases[i].kept);
    CHECK_TEXT(kit.table.metadata_log[cases[i].kept - 1].metadata_file, "previous");
    CHECK_INT(expired.count, 0);
    kit_close(&kit);
  }
}

/* TESTS tables/updateTable/metadata-log-delete */
static void test_delete(void)
{
  kit_open(&kit);
  fill_log(5);
  set_properties("3", "TRUE");
  log_previous();
  CHECK_INT(kit.table.metadata_log_count, 3);
  CHECK_TEXT(kit.table.metadata_log[0].metadata_file, "m3");
  CHECK_INT(expired.count, 3);
  CHECK_TEXT(expired.items[0], "m0");
  CHECK_TEXT(expired.items[2], "m2");
  set_properties("3", "truf");
  log_previous();
  CHECK_INT(expired.count, 0);
  set_properties("3", "yes");
  log_previous();
  CHECK_INT(expired.count, 0);
  kit_close(&kit);
}

static void test_no_memory(void)
{
  kit_open(&kit);
  fill_log(5);
  kit.arena.fail_after = 2;
  CHECK_INT(berg_table_log_metadata(&kit.table, BERG_SPAN("previous"), 5000, &kit.arena, &expired), BERG_NO_MEMORY);
  CHECK_INT(kit.table.metadata_log_count, 5);
  CHECK_INT(kit.table.changed, 0);
  kit_close(&kit);
}

int main(void)
{
  TEST_RUN(test_entry);
  TEST_RUN(test_default);
  TEST_RUN(test_trim);
  TEST_RUN(test_delete);
  TEST_RUN(test_no_memory);
  return test_end();
}
