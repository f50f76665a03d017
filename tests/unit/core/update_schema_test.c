/* The updates of schemas. */
#include "unit/core/commit_kit.h"

static struct kit kit;

static struct berg_update add_schema(struct berg_schema schema)
{
  struct berg_update update = {.kind = BERG_UPDATE_ADD_SCHEMA, .as.schema = schema};

  return update;
}

static struct berg_update remove_schemas(int32_t first, int32_t second)
{
  const int32_t ids[] = {first, second};
  struct berg_update update = {.kind = BERG_UPDATE_REMOVE_SCHEMAS, .as.ids = kit_ids(&kit, ids, 2)};

  return update;
}

/* TESTS tables/updateTable/add-schema-id
 * TESTS tables/updateTable/add-schema-last-column-id */
static void test_add(void)
{
  kit_open(&kit);
  struct berg_schema schema = kit_wide_schema(&kit, 99, 2);
  schema.text = BERG_SPAN("{\"schema-id\":99}");
  CHECK_APPLIED(&kit, BIT(SCHEMAS) | BIT(LAST_COLUMN_ID) | BIT(LAST_UPDATED_MS), add_schema(schema));
  CHECK_INT(kit.table.schema_count, 2);
  CHECK_INT(kit.table.schemas[1].schema_id, 1);
  CHECK_INT(kit.table.schemas[1].text.len, 0);
  CHECK(kit.table.schemas[1].added);
  CHECK(!kit.table.schemas[0].added);
  CHECK_INT(kit.table.last_column_id, 5);
  CHECK_INT(kit.table.current_schema_id, 0);
  kit_close(&kit);
}

/* A schema that has fewer columns than there were does not take last-column-id back. */
static void test_add_smaller(void)
{
  kit_open(&kit);
  kit.table.last_column_id = 40;
  CHECK_APPLIED(&kit, BIT(SCHEMAS) | BIT(LAST_UPDATED_MS), add_schema(kit_wide_schema(&kit, 0, 1)));
  CHECK_INT(kit.table.last_column_id, 40);
  kit_close(&kit);
}

/* Ids go on behind the highest, not behind the count. */
static void test_add_behind_highest(void)
{
  kit_open(&kit);
  kit.table.schemas[0].schema_id = 6;
  kit.table.current_schema_id = 6;
  CHECK_ACCEPTED(&kit, add_schema(kit_wide_schema(&kit, 0, 1)), add_schema(kit_wide_schema(&kit, 0, 2)));
  CHECK_INT(kit.table.schemas[1].schema_id, 7);
  CHECK_INT(kit.table.schemas[2].schema_id, 8);
  kit_close(&kit);

  kit_open(&kit);
  kit.table.schemas[0].schema_id = INT32_MAX;
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot add schema: there is no schema id left",
                add_schema(kit_wide_schema(&kit, 0, 1)));
  kit_close(&kit);
}

/* TESTS tables/updateTable/add-schema-reuse
 * TESTS tables/updateTable/set-current-schema-last-reused */
static void test_reuse(void)
{
  kit_open(&kit);
  CHECK_APPLIED(&kit, 0, add_schema(kit_wide_schema(&kit, 5, 0)));
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot set last added schema: no schema has been added",
                add_schema(kit_wide_schema(&kit, 5, 0)), UPDATE_ID(SET_CURRENT_SCHEMA, -1));
  /* added and then found again by the same request */
  CHECK_ACCEPTED(&kit, add_schema(kit_wide_schema(&kit, 5, 1)), add_schema(kit_wide_schema(&kit, 5, 2)),
                 add_schema(kit_wide_schema(&kit, 9, 1)), UPDATE_ID(SET_CURRENT_SCHEMA, -1));
  CHECK_INT(kit.table.schema_count, 3);
  CHECK_INT(kit.table.current_schema_id, 1);
  kit_close(&kit);

  kit_open(&kit); /* added, then one from before the request found: nothing is last added */
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot set last added schema: no schema has been added",
                add_schema(kit_wide_schema(&kit, 5, 1)), add_schema(kit_wide_schema(&kit, 5, 0)),
                UPDATE_ID(SET_CURRENT_SCHEMA, -1));
  kit_close(&kit);
}

/* TESTS tables/updateTable/set-current-schema-last
 * TESTS tables/updateTable/set-current-schema-unknown */
static void test_set_current(void)
{
  kit_open(&kit);
  CHECK_APPLIED(&kit, 0, UPDATE_ID(SET_CURRENT_SCHEMA, 0));
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot set last added schema: no schema has been added",
                UPDATE_ID(SET_CURRENT_SCHEMA, -1));
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot set current schema to unknown schema: 3", UPDATE_ID(SET_CURRENT_SCHEMA, 3));
  CHECK_APPLIED(&kit, BIT(SCHEMAS) | BIT(CURRENT_SCHEMA_ID) | BIT(LAST_COLUMN_ID) | BIT(LAST_UPDATED_MS),
                add_schema(kit_wide_schema(&kit, 0, 1)), UPDATE_ID(SET_CURRENT_SCHEMA, -1));
  CHECK_INT(kit.table.current_schema_id, 1);
  CHECK_APPLIED(&kit, BIT(CURRENT_SCHEMA_ID), UPDATE_ID(SET_CURRENT_SCHEMA, 0));
  kit_close(&kit);
}

/* TESTS metadata/write/v1-members */
static void test_current_of_v1(void)
{
  kit_open_version(&kit, 1);
  CHECK_APPLIED(&kit, BIT(SCHEMA) | BIT(SCHEMAS) | BIT(CURRENT_SCHEMA_ID) | BIT(LAST_COLUMN_ID) | BIT(LAST_UPDATED_MS),
                add_schema(kit_wide_schema(&kit, 0, 1)));
  kit_close(&kit);
}

/* TESTS tables/updateTable/set-current-schema-rebind
 * TESTS metadata/check/default-spec-binds */
static void test_rebind(void)
{
  const struct berg_field fields[] = {kit_field(1, "id", BERG_TYPE_LONG, true)};

  kit_open(&kit);
  kit.table.specs[0] = kit_spec_of(&kit, 2, 1000, "data_bucket", "bucket[4]");
  kit.table.specs[0].spec_id = 0;
  kit.table.last_partition_id = 1000;
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot find source column for partition field: data_bucket (source id 2)",
                add_schema(kit_schema(&kit, 0, fields, 1)), UPDATE_ID(SET_CURRENT_SCHEMA, -1));
  kit_close(&kit);
}

/* TESTS tables/updateTable/add-schema-invalid */
static void test_invalid(void)
{
  const struct berg_field twice[] = {kit_field(1, "id", BERG_TYPE_LONG, true),
                                     kit_field(1, "other", BERG_TYPE_LONG, true)};
  const struct berg_field new_type[] = {kit_field(1, "v", BERG_TYPE_VARIANT, false)};

  kit_open(&kit);
  CHECK_REFUSED(&kit, BERG_INVALID, "Invalid schema: multiple fields have id 1",
                add_schema(kit_schema(&kit, 0, twice, 2)));
  CHECK_REFUSED(&kit, BERG_INVALID, "Invalid type for v: variant is not supported until v3",
                add_schema(kit_schema(&kit, 0, new_type, 1)));
  CHECK_ACCEPTED(&kit, UPDATE_ID(UPGRADE_FORMAT_VERSION, 3), add_schema(kit_schema(&kit, 0, new_type, 1)));
  kit_close(&kit);
}

/* TESTS tables/updateTable/remove-schemas-current
 * TESTS tables/updateTable/remove-schemas-unknown */
static void test_remove(void)
{
  kit_open(&kit);
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot remove the current schema", remove_schemas(5, 0));
  CHECK_APPLIED(&kit, 0, remove_schemas(5, 7));
  CHECK_ACCEPTED(&kit, add_schema(kit_wide_schema(&kit, 0, 1)), add_schema(kit_wide_schema(&kit, 0, 2)),
                 add_schema(kit_wide_schema(&kit, 0, 3)));
  CHECK_APPLIED(&kit, BIT(SCHEMAS), remove_schemas(3, 1));
  CHECK_INT(kit.table.schema_count, 2);
  CHECK_INT(kit.table.schemas[0].schema_id, 0);
  CHECK_INT(kit.table.schemas[1].schema_id, 2);
  /* one goes, one comes */
  CHECK_APPLIED(&kit, BIT(SCHEMAS), remove_schemas(2, 2), add_schema(kit_wide_schema(&kit, 0, 1)));
  CHECK_INT(kit.table.schema_count, 2);
  CHECK_INT(kit.table.schemas[1].schema_id, 1);
  kit_close(&kit);
}

/* What was added and removed by one request leaves no schema behind, but used up its columns' ids. */
static void test_add_and_remove(void)
{
  kit_open(&kit);
  CHECK_APPLIED(&kit, BIT(LAST_COLUMN_ID) | BIT(LAST_UPDATED_MS), add_schema(kit_wide_schema(&kit, 0, 1)),
                remove_schemas(1, 1));
  CHECK_INT(kit.table.schema_count, 1);
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot set current schema to unknown schema: 1",
                add_schema(kit_wide_schema(&kit, 0, 1)), remove_schemas(1, 1), UPDATE_ID(SET_CURRENT_SCHEMA, -1));
  kit_close(&kit);
}

int main(void)
{
  TEST_RUN(test_add);
  TEST_RUN(test_add_smaller);
  TEST_RUN(test_add_behind_highest);
  TEST_RUN(test_reuse);
  TEST_RUN(test_set_current);
  TEST_RUN(test_current_of_v1);
  TEST_RUN(test_rebind);
  TEST_RUN(test_invalid);
  TEST_RUN(test_remove);
  TEST_RUN(test_add_and_remove);
  return test_end();
}
