/* The eight requirements of a table commit. */
#include "core/requirement.h"
#include "unit/core/commit_kit.h"

static struct kit kit;

/* The status of one requirement on TABLE. */
static enum berg_status check_one(struct berg_requirement requirement, const struct berg_table *table)
{
  berg_problem_clear(&kit.problem);
  enum berg_status status = berg_requirements_check(&requirement, 1, table, &kit.problem);

  CHECK(berg_requirement_holds(&requirement, table) == (status == BERG_OK));
  return status;
}

#define CHECK_HOLDS(...) CHECK_INT(check_one((struct berg_requirement){__VA_ARGS__}, &kit.table), BERG_OK)
#define CHECK_FAILS(text, ...)                                                                                         \
  do {                                                                                                                 \
    CHECK_INT(check_one((struct berg_requirement){__VA_ARGS__}, &kit.table), BERG_COMMIT_FAILED);                      \
    CHECK_TEXT(berg_problem_message(&kit.problem), text);                                                              \
  } while (0)

/* TESTS tables/updateTable/assert-create */
static void test_create(void)
{
  kit_open(&kit);
  CHECK_FAILS("Requirement failed: table already exists", .kind = BERG_REQUIRE_CREATE);
  CHECK_INT(check_one((struct berg_requirement){.kind = BERG_REQUIRE_CREATE}, NULL), BERG_OK);
  kit_close(&kit);
}

/* TESTS tables/updateTable/assert-create-alone */
static void test_create_alone(void)
{
  const struct berg_requirement both[] = {{.kind = BERG_REQUIRE_CREATE},
                                          {.kind = BERG_REQUIRE_CURRENT_SCHEMA_ID, .id = 0}};
  const struct berg_requirement reversed[] = {{.kind = BERG_REQUIRE_TABLE_UUID, .text = BERG_SPAN(KIT_UUID)},
                                              {.kind = BERG_REQUIRE_CREATE}};
  const struct berg_requirement twice[] = {{.kind = BERG_REQUIRE_CREATE}, {.kind = BERG_REQUIRE_CREATE}};

  kit_open(&kit);
  CHECK_INT(berg_requirements_check(both, 2, NULL, &kit.problem), BERG_INVALID);
  CHECK_TEXT(berg_problem_message(&kit.problem), "Invalid create requirements: assert-current-schema-id");
  berg_problem_clear(&kit.problem);
  CHECK_INT(berg_requirements_check(reversed, 2, &kit.table, &kit.problem), BERG_INVALID);
  CHECK_TEXT(berg_problem_message(&kit.problem), "Invalid create requirements: assert-table-uuid");
  CHECK_INT(berg_requirements_check(twice, 2, NULL, NULL), BERG_OK);
  kit_close(&kit);
}

/* Each kind of requirement has its name in the message about assert-create. */
static void test_create_alone_names(void)
{
  static const char *const names[] = {"assert-table-uuid",
                                      "assert-ref-snapshot-id",
                                      "assert-last-assigned-field-id",
                                      "assert-current-schema-id",
                                      "assert-last-assigned-partition-id",
                                      "assert-default-spec-id",
                                      "assert-default-sort-order-id"};

  for (size_t i = 0; i < COUNT_OF(names); i++) {
    const struct berg_requirement both[] = {{.kind = BERG_REQUIRE_CREATE},
                                            {.kind = (enum berg_requirement_kind)(i + 1)}};
    char text[96];
    berg_problem_clear(&kit.problem);
    snprintf(text, sizeof text, "Invalid create requirements: %s", names[i]);
    CHECK_INT(berg_requirements_check(both, 2, NULL, &kit.problem), BERG_INVALID);
    CHECK_TEXT(berg_problem_message(&kit.problem), text);
  }
}

/* TESTS tables/updateTable/assert-table-uuid
 * TESTS tables/updateTable/assert-message */
static void test_uuid(void)
{
  kit_open(&kit);
  kit.table.table_uuid = BERG_SPAN("abcdef00-2222-3333-4444-55555555555A");
  CHECK_HOLDS(.kind = BERG_REQUIRE_TABLE_UUID, .text = BERG_SPAN("ABCDEF00-2222-3333-4444-55555555555a"));
  kit.table.table_uuid = BERG_SPAN("azAZ[@`{");
  CHECK_HOLDS(.kind = BERG_REQUIRE_TABLE_UUID, .text = BERG_SPAN("AZaz[@`{"));
  CHECK_FAILS("Requirement failed: UUID does not match: expected azAZ[@`{ != azAZ{`@[", .kind = BERG_REQUIRE_TABLE_UUID,
              .text = BERG_SPAN("azAZ{`@["));
  kit.table.table_uuid = BERG_SPAN("abcdef00-2222-3333-4444-55555555555A");
  CHECK_FAILS("Requirement failed: UUID does not match: expected abcdef00-2222-3333-4444-55555555555A != x",
              .kind = BERG_REQUIRE_TABLE_UUID, .text = BERG_SPAN("x"));
  CHECK_FAILS("Requirement failed: UUID does not match: expected abcdef00-2222-3333-4444-55555555555A != "
              "@bcdef00-2222-3333-4444-55555555555A",
              .kind = BERG_REQUIRE_TABLE_UUID, .text = BERG_SPAN("@bcdef00-2222-3333-4444-55555555555A"));
  kit_close(&kit);
}

/* TESTS tables/updateTable/assert-ref-snapshot-id
 * TESTS tables/updateTable/assert-ref-snapshot-id-null */
static void test_ref(void)
{
  const struct berg_ref refs[] = {kit_branch("main", 20), kit_tag("v1", 10)};

  kit_open(&kit);
  kit.table.refs = kit_copy(&kit, refs, 2, sizeof *refs);
  kit.table.ref_count = 2;
  CHECK_HOLDS(.kind = BERG_REQUIRE_REF_SNAPSHOT_ID, .text = BERG_SPAN("main"), .has_snapshot_id = true,
              .snapshot_id = 20);
  CHECK_HOLDS(.kind = BERG_REQUIRE_REF_SNAPSHOT_ID, .text = BERG_SPAN("none"));
  CHECK_FAILS("Requirement failed: branch main was created concurrently", .kind = BERG_REQUIRE_REF_SNAPSHOT_ID,
              .text = BERG_SPAN("main"));
  CHECK_FAILS("Requirement failed: tag v1 was created concurrently", .kind = BERG_REQUIRE_REF_SNAPSHOT_ID,
              .text = BERG_SPAN("v1"));
  CHECK_FAILS("Requirement failed: branch main has changed: expected id 7 != 20", .kind = BERG_REQUIRE_REF_SNAPSHOT_ID,
              .text = BERG_SPAN("main"), .has_snapshot_id = true, .snapshot_id = 7);
  CHECK_FAILS("Requirement failed: tag v1 has changed: expected id 20 != 10", .kind = BERG_REQUIRE_REF_SNAPSHOT_ID,
              .text = BERG_SPAN("v1"), .has_snapshot_id = true, .snapshot_id = 20);
  CHECK_FAILS("Requirement failed: branch or tag none is missing, expected -1", .kind = BERG_REQUIRE_REF_SNAPSHOT_ID,
              .text = BERG_SPAN("none"), .has_snapshot_id = true, .snapshot_id = -1);
  kit_close(&kit);
}

/* TESTS tables/updateTable/assert-last-assigned-field-id
 * TESTS tables/updateTable/assert-current-schema-id
 * TESTS tables/updateTable/assert-last-assigned-partition-id
 * TESTS tables/updateTable/assert-default-spec-id
 * TESTS tables/updateTable/assert-default-sort-order-id */
static void test_ids(void)
{
  static const struct {
    enum berg_requirement_kind kind;
    int32_t id;
    const char *text;
  } cases[] = {
      {BERG_REQUIRE_LAST_ASSIGNED_FIELD_ID, 3,
       "Requirement failed: last assigned field id changed: expected id 1003 != 3"},
      {BERG_REQUIRE_CURRENT_SCHEMA_ID, 4, "Requirement failed: current schema changed: expected id 1004 != 4"},
      {BERG_REQUIRE_LAST_ASSIGNED_PARTITION_ID, 5,
       "Requirement failed: last assigned partition id changed: expected id 1005 != 5"},
      {BERG_REQUIRE_DEFAULT_SPEC_ID, 6, "Requirement failed: default partition spec changed: expected id 1006 != 6"},
      {BERG_REQUIRE_DEFAULT_SORT_ORDER_ID, 7, "Requirement failed: default sort order changed: expected id 1007 != 7"},
  };

  kit_open(&kit);
  kit.table.current_schema_id = 4;
  kit.table.last_partition_id = 5;
  kit.table.default_spec_id = 6;
  kit.table.default_sort_order_id = 7;
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    CHECK_HOLDS(.kind = cases[i].kind, .id = cases[i].id);
    CHECK_FAILS(cases[i].text, .kind = cases[i].kind, .id = cases[i].id + 1000);
  }
  kit_close(&kit);
}

/* Nothing but assert-create holds of a table that does not exist. */
static void test_missing_table(void)
{
  for (int kind = BERG_REQUIRE_TABLE_UUID; kind <= BERG_REQUIRE_DEFAULT_SORT_ORDER_ID; kind++) {
    struct berg_requirement requirement = {.kind = (enum berg_requirement_kind)kind};
    CHECK_INT(check_one(requirement, NULL), BERG_COMMIT_FAILED);
    CHECK_TEXT(berg_problem_message(&kit.problem), "Requirement failed: table does not exist");
  }
}

/* The first requirement that does not hold is the one that is told. */
static void test_order(void)
{
  const struct berg_requirement list[] = {{.kind = BERG_REQUIRE_TABLE_UUID, .text = BERG_SPAN(KIT_UUID)},
                                          {.kind = BERG_REQUIRE_DEFAULT_SPEC_ID, .id = 9},
                                          {.kind = BERG_REQUIRE_CURRENT_SCHEMA_ID, .id = 9}};

  kit_open(&kit);
  CHECK_INT(berg_requirements_find_failed(list, 3, &kit.table), 1);
  CHECK_INT(berg_requirements_find_failed(list, 1, &kit.table), 1);
  CHECK_INT(berg_requirements_check(list, 3, &kit.table, &kit.problem), BERG_COMMIT_FAILED);
  CHECK_TEXT(berg_problem_message(&kit.problem),
             "Requirement failed: default partition spec changed: expected id 9 != 0");
  CHECK_INT(berg_requirements_check(list, 0, &kit.table, NULL), BERG_OK);
  kit_close(&kit);
}

int main(void)
{
  TEST_RUN(test_create);
  TEST_RUN(test_create_alone);
  TEST_RUN(test_create_alone_names);
  TEST_RUN(test_uuid);
  TEST_RUN(test_ref);
  TEST_RUN(test_ids);
  TEST_RUN(test_missing_table);
  TEST_RUN(test_order);
  return test_end();
}
