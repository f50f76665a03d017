/* The updates of partition specs and sort orders. */
#include "unit/core/commit_kit.h"

static struct kit kit;

static struct berg_update add_spec(struct berg_partition_spec spec)
{
  struct berg_update update = {.kind = BERG_UPDATE_ADD_SPEC, .as.spec = spec};

  return update;
}

/* The spec with one field. */
static struct berg_update add_field(int32_t source_id, int32_t field_id, const char *name, const char *transform)
{
  return add_spec(kit_spec_of(&kit, source_id, field_id, name, transform));
}

static struct berg_update add_order(struct berg_sort_order order)
{
  struct berg_update update = {.kind = BERG_UPDATE_ADD_SORT_ORDER, .as.order = order};

  return update;
}

static struct berg_update remove_specs(int32_t first, int32_t second)
{
  const int32_t ids[] = {first, second};
  struct berg_update update = {.kind = BERG_UPDATE_REMOVE_PARTITION_SPECS, .as.ids = kit_ids(&kit, ids, 2)};

  return update;
}

/* TESTS tables/updateTable/add-spec-id
 * TESTS tables/updateTable/add-spec-last-partition-id */
static void test_add(void)
{
  kit_open(&kit);
  CHECK_APPLIED(&kit, BIT(PARTITION_SPECS) | BIT(LAST_PARTITION_ID) | BIT(LAST_UPDATED_MS),
                add_field(1, 1007, "b", "bucket[4]"));
  CHECK_INT(kit.table.spec_count, 2);
  CHECK_INT(kit.table.specs[1].spec_id, 1);
  CHECK_INT(kit.table.specs[1].fields[0].field_id, 1007);
  CHECK_INT(kit.table.last_partition_id, 1007);
  CHECK_INT(kit.table.default_spec_id, 0);
  CHECK(kit.table.specs[1].added);
  kit_close(&kit);
}

static void test_add_behind_highest(void)
{
  kit_open(&kit);
  kit.table.specs[0].spec_id = 4;
  kit.table.default_spec_id = 4;
  CHECK_ACCEPTED(&kit, add_field(1, 0, "b", "bucket[4]"));
  CHECK_INT(kit.table.specs[1].spec_id, 5);
  kit_close(&kit);

  kit_open(&kit);
  kit.table.specs[0].spec_id = INT32_MAX;
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot add spec: there is no spec id left", add_field(1, 0, "b", "bucket[4]"));
  kit_close(&kit);
}

/* TESTS tables/updateTable/add-spec-reuse */
static void test_reuse(void)
{
  kit_open(&kit);
  CHECK_APPLIED(&kit, 0, add_spec((struct berg_partition_spec){.spec_id = 9}));
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot set last added spec: no spec has been added",
                add_spec((struct berg_partition_spec){.spec_id = 9}), UPDATE_ID(SET_DEFAULT_SPEC, -1));
  CHECK_ACCEPTED(&kit, add_field(1, 0, "b", "bucket[4]"), add_field(1, 0, "c", "bucket[4]"),
                 add_field(1, 1234, "b", "bucket[4]"), UPDATE_ID(SET_DEFAULT_SPEC, -1));
  CHECK_INT(kit.table.spec_count, 3);
  CHECK_INT(kit.table.default_spec_id, 1);
  kit_close(&kit);
}

/* TESTS tables/updateTable/add-spec-field-ids */
static void test_field_ids(void)
{
  kit_open(&kit);
  CHECK_ACCEPTED(&kit, add_field(1, 0, "b", "bucket[4]"));
  CHECK_INT(kit.table.specs[1].fields[0].field_id, 1000);
  const struct berg_partition_field fields[] = {
      kit_partition_field(&kit, 3, 0, "d", "day"), kit_partition_field(&kit, 1, 0, "b2", "bucket[4]"),
      kit_partition_field(&kit, 1, 1005, "b8", "bucket[8]"), kit_partition_field(&kit, 2, 0, "data", "identity")};
  CHECK_ACCEPTED(&kit, add_spec(kit_spec(&kit, 0, fields, 4)));
  const struct berg_partition_field *made = kit.table.specs[2].fields;
  CHECK_INT(made[0].field_id, 1006);
  CHECK_INT(made[1].field_id, 1000); /* the same source and transform, whatever the name */
  CHECK_INT(made[2].field_id, 1005);
  CHECK_INT(made[3].field_id, 1007);
  CHECK_INT(kit.table.last_partition_id, 1007);
  CHECK(!fields[0].has_field_id);
  kit_close(&kit);
}

/* New ids come behind last-partition-id also when no spec has it any more, and behind every spec's ids. */
static void test_field_ids_behind_last(void)
{
  kit_open(&kit);
  kit.table.last_partition_id = 1040;
  CHECK_ACCEPTED(&kit, add_field(1, 0, "b", "bucket[4]"));
  CHECK_INT(kit.table.specs[1].fields[0].field_id, 1041);
  kit.table.last_partition_id = 999; /* a table that does not say how far it came */
  CHECK_ACCEPTED(&kit, add_field(1, 0, "c", "bucket[8]"));
  CHECK_INT(kit.table.specs[2].fields[0].field_id, 1042);
  kit.table.last_partition_id = INT32_MAX;
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot add spec: there is no partition field id left",
                add_field(1, 0, "b", "bucket[5]"));
  kit_close(&kit);
}

/* TESTS metadata/check/partition-ids-v2 */
static void test_field_id_taken(void)
{
  kit_open(&kit);
  CHECK_ACCEPTED(&kit, add_field(1, 1000, "b", "bucket[4]"));
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot add spec: field d has id 1000 of a field with another source or transform",
                add_field(3, 1000, "d", "day"));
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot add spec: field b has id 1000 of a field with another source or transform",
                add_field(1, 1000, "b", "bucket[8]"));
  CHECK_ACCEPTED(&kit, add_field(1, 1000, "renamed", "bucket[4]"), add_field(1, 1000, "b", "void"));
  kit_close(&kit);
}

/* TESTS tables/updateTable/add-spec-v1-sequential */
static void test_v1(void)
{
  kit_open_version(&kit, 1);
  CHECK_APPLIED(&kit,
                BIT(PARTITION_SPEC) | BIT(PARTITION_SPECS) | BIT(DEFAULT_SPEC_ID) | BIT(LAST_PARTITION_ID) |
                    BIT(LAST_UPDATED_MS),
                add_field(1, 0, "b", "bucket[4]"), UPDATE_ID(SET_DEFAULT_SPEC, -1));
  CHECK_INT(kit.table.specs[1].fields[0].field_id, 1000);
  /* version 1 counts anew in every spec */
  const struct berg_partition_field fields[] = {kit_partition_field(&kit, 3, 0, "d", "day"),
                                                kit_partition_field(&kit, 1, 0, "b", "bucket[4]")};
  CHECK_ACCEPTED(&kit, add_spec(kit_spec(&kit, 0, fields, 2)));
  CHECK_INT(kit.table.specs[2].fields[0].field_id, 1000);
  CHECK_INT(kit.table.specs[2].fields[1].field_id, 1001);
  CHECK_INT(APPLY(&kit, add_field(3, 1001, "d", "day")), BERG_INVALID);
  CHECK(strstr(kit.problem.message, "sequential") != NULL);
  kit_close(&kit);
}

/* TESTS tables/updateTable/add-spec-binds
 * TESTS tables/updateTable/add-spec-unknown-transform */
static void test_binds(void)
{
  kit_open(&kit);
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot find source column for partition field: x (source id 8)",
                add_field(8, 0, "x", "identity"));
  CHECK_REFUSED(&kit, BERG_INVALID, "Invalid source type string for transform: day", add_field(2, 0, "x", "day"));
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot write partition field x: unknown transform zorder",
                add_field(2, 0, "x", "zorder"));
  kit.table.current_schema_id = 8;
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot add spec: the table has no current schema",
                add_field(1, 0, "b", "bucket[4]"));
  kit_close(&kit);
}

/* TESTS tables/updateTable/set-default-spec-last
 * TESTS tables/updateTable/set-default-spec-unknown */
static void test_set_default(void)
{
  kit_open(&kit);
  CHECK_APPLIED(&kit, 0, UPDATE_ID(SET_DEFAULT_SPEC, 0));
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot set last added spec: no spec has been added",
                UPDATE_ID(SET_DEFAULT_SPEC, -1));
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot set default partition spec to unknown spec: 6",
                UPDATE_ID(SET_DEFAULT_SPEC, 6));
  CHECK_APPLIED(&kit, BIT(PARTITION_SPECS) | BIT(DEFAULT_SPEC_ID) | BIT(LAST_PARTITION_ID) | BIT(LAST_UPDATED_MS),
                add_field(1, 0, "b", "bucket[4]"), UPDATE_ID(SET_DEFAULT_SPEC, -1));
  CHECK_INT(kit.table.default_spec_id, 1);
  kit_close(&kit);
}

/* TESTS tables/updateTable/remove-partition-specs-default
 * TESTS tables/updateTable/remove-partition-specs-unknown */
static void test_remove(void)
{
  kit_open(&kit);
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot remove the default partition spec", remove_specs(3, 0));
  CHECK_APPLIED(&kit, 0, remove_specs(3, 4));
  CHECK_ACCEPTED(&kit, add_field(1, 0, "b", "bucket[4]"), add_field(1, 0, "c", "bucket[8]"));
  CHECK_APPLIED(&kit, BIT(PARTITION_SPECS), remove_specs(1, 1));
  CHECK_INT(kit.table.spec_count, 2);
  CHECK_INT(kit.table.specs[1].spec_id, 2);
  /* one goes, one comes */
  CHECK_APPLIED(&kit, BIT(PARTITION_SPECS) | BIT(LAST_PARTITION_ID), remove_specs(2, 2), add_field(3, 0, "d", "day"));
  CHECK_INT(kit.table.spec_count, 2);
  CHECK_INT(kit.table.specs[1].spec_id, 1);
  kit_close(&kit);
}

/* TESTS tables/updateTable/add-sort-order-id */
static void test_add_order(void)
{
  kit_open(&kit);
  CHECK_APPLIED(&kit, BIT(SORT_ORDERS) | BIT(LAST_UPDATED_MS), add_order(kit_order_of(&kit, 1, false)));
  CHECK_INT(kit.table.orders[1].order_id, 1);
  CHECK_ACCEPTED(&kit, add_order(kit_order_of(&kit, 1, true)));
  CHECK_INT(kit.table.orders[2].order_id, 2);
  CHECK_INT(kit.table.default_sort_order_id, 0);
  kit_close(&kit);
}

/* An order without fields is order 0, wherever it stands. */
static void test_add_unsorted(void)
{
  kit_open(&kit);
  CHECK_APPLIED(&kit, 0, add_order((struct berg_sort_order){.order_id = 5}));
  kit.table.orders[0] = kit_order_of(&kit, 1, false);
  kit.table.orders[0].order_id = 1;
  kit.table.default_sort_order_id = 1;
  CHECK_APPLIED(&kit, BIT(SORT_ORDERS) | BIT(DEFAULT_SORT_ORDER_ID) | BIT(LAST_UPDATED_MS),
                add_order((struct berg_sort_order){.order_id = 5}), UPDATE_ID(SET_DEFAULT_SORT_ORDER, -1));
  CHECK_INT(kit.table.orders[1].order_id, 0);
  CHECK_INT(kit.table.default_sort_order_id, 0);
  kit_close(&kit);

  kit_open(&kit);
  kit.table.orders[0] = kit_order_of(&kit, 1, false);
  kit.table.orders[0].order_id = INT32_MAX;
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot add sort order: there is no order id left",
                add_order(kit_order_of(&kit, 2, false)));
  kit_close(&kit);
}

/* TESTS tables/updateTable/add-sort-order-reuse */
static void test_reuse_order(void)
{
  kit_open(&kit);
  CHECK_ACCEPTED(&kit, add_order(kit_order_of(&kit, 1, false)), add_order(kit_order_of(&kit, 1, true)),
                 add_order(kit_order_of(&kit, 1, false)), UPDATE_ID(SET_DEFAULT_SORT_ORDER, -1));
  CHECK_INT(kit.table.order_count, 3);
  CHECK_INT(kit.table.default_sort_order_id, 1);
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot set last added sort order: no sort order has been added",
                add_order(kit_order_of(&kit, 1, true)), UPDATE_ID(SET_DEFAULT_SORT_ORDER, -1));
  CHECK_APPLIED(&kit, 0, add_order(kit_order_of(&kit, 1, true)));
  kit_close(&kit);
}

/* TESTS tables/updateTable/add-sort-order-binds
 * TESTS tables/updateTable/set-default-sort-order-last
 * TESTS tables/updateTable/set-default-sort-order-unknown */
static void test_order_refused(void)
{
  kit_open(&kit);
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot find source column for sort field: source id 8",
                add_order(kit_order_of(&kit, 8, false)));
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot set last added sort order: no sort order has been added",
                UPDATE_ID(SET_DEFAULT_SORT_ORDER, -1));
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot set default sort order to unknown order: 6",
                UPDATE_ID(SET_DEFAULT_SORT_ORDER, 6));
  CHECK_APPLIED(&kit, 0, UPDATE_ID(SET_DEFAULT_SORT_ORDER, 0));
  kit.table.current_schema_id = 8;
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot add sort order: the table has no current schema",
                add_order(kit_order_of(&kit, 1, false)));
  kit_close(&kit);
}

int main(void)
{
  TEST_RUN(test_add);
  TEST_RUN(test_add_behind_highest);
  TEST_RUN(test_reuse);
  TEST_RUN(test_field_ids);
  TEST_RUN(test_field_ids_behind_last);
  TEST_RUN(test_field_id_taken);
  TEST_RUN(test_v1);
  TEST_RUN(test_binds);
  TEST_RUN(test_set_default);
  TEST_RUN(test_remove);
  TEST_RUN(test_add_order);
  TEST_RUN(test_add_unsorted);
  TEST_RUN(test_reuse_order);
  TEST_RUN(test_order_refused);
  return test_end();
}
