/* Updates of single values, properties and encryption keys; what an update without effect leaves alone. */
#include "unit/core/commit_kit.h"

static struct kit kit;

/* TESTS tables/updateTable/no-change
 * TESTS tables/updateTable/empty */
static void test_nothing(void)
{
  kit_open(&kit);
  CHECK_INT(kit_apply(&kit, NULL, 0), BERG_OK);
  CHECK_INT(kit.table.changed, 0);
  CHECK_INT(kit.table.last_updated_ms, KIT_UPDATED_MS);
  kit_close(&kit);
}

/* TESTS tables/updateTable/assign-uuid-equal
 * TESTS tables/updateTable/assign-uuid-other
 * TESTS tables/updateTable/assign-uuid-form */
static void test_assign_uuid(void)
{
  kit_open(&kit);
  kit.table.table_uuid = BERG_SPAN("aaaaaaaa-2222-3333-4444-555555555555");
  CHECK_APPLIED(&kit, 0, UPDATE_TEXT(ASSIGN_UUID, "aaaaaaaa-2222-3333-4444-555555555555"));
  CHECK_APPLIED(&kit, 0, UPDATE_TEXT(ASSIGN_UUID, "AAAAAAAA-2222-3333-4444-555555555555"));
  CHECK_TEXT(kit.table.table_uuid, "aaaaaaaa-2222-3333-4444-555555555555");
  CHECK_REFUSED(&kit, BERG_INVALID,
                "Cannot assign uuid 99999999-2222-3333-4444-555555555555: the table has uuid "
                "aaaaaaaa-2222-3333-4444-555555555555",
                UPDATE_TEXT(ASSIGN_UUID, KIT_OTHER_UUID));
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot assign uuid: 99999999-2222-3333-4444-55555555555 is no UUID",
                UPDATE_TEXT(ASSIGN_UUID, "99999999-2222-3333-4444-55555555555"));
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot assign uuid: 99999999-2222-3333-4444_555555555555 is no UUID",
                UPDATE_TEXT(ASSIGN_UUID, "99999999-2222-3333-4444_555555555555"));
  kit_close(&kit);
}

/* A version 1 table without a uuid takes one, and gets one with any other change.
 * TESTS metadata/check/table-uuid */
static void test_uuid_of_v1(void)
{
  kit_open_version(&kit, 1);
  kit.table.table_uuid = (struct berg_span){NULL, 0};
  CHECK_APPLIED(&kit, 0, UPDATE_TEXT(SET_LOCATION, "file:///w/t"));
  CHECK_INT(kit.table.table_uuid.len, 0);
  CHECK_APPLIED(&kit, BIT(LOCATION) | BIT(TABLE_UUID) | BIT(LAST_UPDATED_MS), UPDATE_TEXT(SET_LOCATION, "file:///w/u"));
  CHECK_TEXT(kit.table.table_uuid, KIT_FRESH_UUID);
  kit_close(&kit);

  kit_open_version(&kit, 1);
  kit.table.table_uuid = (struct berg_span){NULL, 0};
  CHECK_APPLIED(&kit, BIT(TABLE_UUID) | BIT(LAST_UPDATED_MS), UPDATE_TEXT(ASSIGN_UUID, KIT_OTHER_UUID));
  CHECK_TEXT(kit.table.table_uuid, KIT_OTHER_UUID);
  kit_close(&kit);
}

/* TESTS tables/updateTable/upgrade-format-version-range
 * TESTS tables/updateTable/upgrade-format-version-down
 * TESTS tables/updateTable/upgrade-format-version-equal */
static void test_upgrade_refused(void)
{
  kit_open(&kit);
  CHECK_APPLIED(&kit, 0, UPDATE_ID(UPGRADE_FORMAT_VERSION, 2));
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot upgrade table to unsupported format version: v4 (supported: v3)",
                UPDATE_ID(UPGRADE_FORMAT_VERSION, 4));
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot downgrade v2 table to v1", UPDATE_ID(UPGRADE_FORMAT_VERSION, 1));
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot downgrade v2 table to v-1", UPDATE_ID(UPGRADE_FORMAT_VERSION, -1));
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot downgrade v3 table to v2", UPDATE_ID(UPGRADE_FORMAT_VERSION, 3),
                UPDATE_ID(UPGRADE_FORMAT_VERSION, 2));
  kit_close(&kit);
}

/* TESTS tables/updateTable/upgrade-format-version-v2 */
static void test_upgrade_to_v2(void)
{
  kit_open_version(&kit, 1);
  CHECK_APPLIED(&kit,
                BIT(FORMAT_VERSION) | BIT(LAST_UPDATED_MS) | BIT(SCHEMA) | BIT(SCHEMAS) | BIT(CURRENT_SCHEMA_ID) |
                    BIT(PARTITION_SPEC) | BIT(PARTITION_SPECS) | BIT(DEFAULT_SPEC_ID) | BIT(LAST_PARTITION_ID) |
                    BIT(SORT_ORDERS) | BIT(DEFAULT_SORT_ORDER_ID) | BIT(LAST_SEQUENCE_NUMBER),
                UPDATE_ID(UPGRADE_FORMAT_VERSION, 2));
  CHECK_INT(kit.table.format_version, 2);
  CHECK_INT(kit.table.last_sequence_number, 0);
  CHECK_INT(kit.table.snapshots[1].sequence_number, 0);
  CHECK(!kit.table.has_next_row_id);
  kit_close(&kit);
}

/* TESTS tables/updateTable/upgrade-format-version-v3 */
static void test_upgrade_to_v3(void)
{
  kit_open(&kit);
  kit.table.next_row_id = 17; /* means nothing before version 3 */
  CHECK_APPLIED(&kit, BIT(FORMAT_VERSION) | BIT(NEXT_ROW_ID) | BIT(LAST_UPDATED_MS),
                UPDATE_ID(UPGRADE_FORMAT_VERSION, 3));
  CHECK_INT(kit.table.format_version, 3);
  CHECK(kit.table.has_next_row_id);
  CHECK_INT(kit.table.next_row_id, 0);
  kit_close(&kit);

  kit_open_version(&kit, 3); /* row ids that are in use are not given out again */
  kit.table.next_row_id = 17;
  CHECK_APPLIED(&kit, 0, UPDATE_ID(UPGRADE_FORMAT_VERSION, 3));
  CHECK_INT(kit.table.next_row_id, 17);
  kit_close(&kit);

  kit_open_version(&kit, 1);
  CHECK_ACCEPTED(&kit, UPDATE_ID(UPGRADE_FORMAT_VERSION, 2), UPDATE_ID(UPGRADE_FORMAT_VERSION, 3));
  CHECK_INT(kit.table.format_version, 3);
  kit_close(&kit);
}

/* TESTS tables/updateTable/set-location-equal
 * TESTS tables/updateTable/set-location-strip */
static void test_set_location(void)
{
  kit_open(&kit);
  CHECK_APPLIED(&kit, 0, UPDATE_TEXT(SET_LOCATION, "file:///w/t//"));
  CHECK_APPLIED(&kit, BIT(LOCATION) | BIT(LAST_UPDATED_MS), UPDATE_TEXT(SET_LOCATION, "file:///w/u/"));
  CHECK_TEXT(kit.table.location, "file:///w/u");
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot set location: it is empty", UPDATE_TEXT(SET_LOCATION, ""));
  kit_close(&kit);
}

/* What changes and changes back has not changed. */
static void test_there_and_back(void)
{
  kit_open(&kit);
  CHECK_APPLIED(&kit, 0, UPDATE_TEXT(SET_LOCATION, "file:///w/u"), UPDATE_TEXT(SET_LOCATION, "file:///w/t"));
  CHECK_INT(kit.table.last_updated_ms, KIT_UPDATED_MS);
  kit_close(&kit);
}

/* TESTS tables/updateTable/last-updated-ms */
static void test_last_updated(void)
{
  kit_open(&kit);
  CHECK_APPLIED(&kit, BIT(LOCATION) | BIT(LAST_UPDATED_MS), UPDATE_TEXT(SET_LOCATION, "file:///w/u"));
  CHECK_INT(kit.table.last_updated_ms, KIT_NOW_MS);
  kit_close(&kit);

  kit_open(&kit); /* the clock went back */
  kit.context.now_ms = 5;
  CHECK_APPLIED(&kit, BIT(LOCATION), UPDATE_TEXT(SET_LOCATION, "file:///w/u"));
  CHECK_INT(kit.table.last_updated_ms, KIT_UPDATED_MS);
  kit_close(&kit);
}

static struct berg_update set_properties(const char *const *pairs, size_t count)
{
  struct berg_update update = {.kind = BERG_UPDATE_SET_PROPERTIES, .as.properties = kit_properties(&kit, pairs, count)};

  return update;
}

static struct berg_update remove_property(const char *key)
{
  const struct berg_span name = berg_span_of(key);
  struct berg_update update = {.kind = BERG_UPDATE_REMOVE_PROPERTIES,
                               .as.names = {kit_copy(&kit, &name, 1, sizeof name), 1}};

  return update;
}

static struct berg_span property(const char *key)
{
  return berg_properties_find(&kit.table.properties, berg_span_of(key));
}

/* TESTS tables/updateTable/set-properties-merge
 * TESTS tables/updateTable/set-properties-reserved */
static void test_set_properties(void)
{
  static const char *const same[] = {"owner", "amy"};
  static const char *const pairs[] = {"owner", "bob", "a", "", "format-version", "3", "owner", "cyd"};

  kit_open(&kit);
  CHECK_APPLIED(&kit, 0, set_properties(same, 1));
  CHECK_APPLIED(&kit, 0, set_properties(same, 0));
  CHECK_APPLIED(&kit, BIT(PROPERTIES) | BIT(LAST_UPDATED_MS), set_properties(pairs, 4));
  CHECK_INT(kit.table.properties.count, 4);
  CHECK_TEXT(property("owner"), "cyd");
  CHECK_TEXT(property("keep"), "1");
  CHECK_TEXT(property("a"), "");
  CHECK_TEXT(property("format-version"), "3");
  CHECK_INT(kit.table.format_version, 2);
  kit_close(&kit);
}

/* TESTS tables/updateTable/remove-properties-absent */
static void test_remove_properties(void)
{
  static const char *const again[] = {"owner", "amy"};
  static const char *const other[] = {"new", "1"};

  kit_open(&kit);
  CHECK_APPLIED(&kit, 0, remove_property("absent"));
  CHECK_APPLIED(&kit, 0, remove_property("owner"), set_properties(again, 1));
  CHECK_APPLIED(&kit, 0, set_properties(other, 1), remove_property("new"));
  CHECK_APPLIED(&kit, BIT(PROPERTIES) | BIT(LAST_UPDATED_MS), remove_property("owner"));
  CHECK_INT(kit.table.properties.count, 1);
  CHECK(property("owner").bytes == NULL);
  CHECK_TEXT(property("keep"), "1");
  kit_close(&kit);
}

static struct berg_update add_key(const char *key_id, const char *text)
{
  struct berg_update update = {.kind = BERG_UPDATE_ADD_ENCRYPTION_KEY,
                               .as.key = {.key_id = berg_span_of(key_id), .text = berg_span_of(text)}};

  return update;
}

/* TESTS tables/updateTable/add-encryption-key-version */
static void test_keys_before_v3(void)
{
  kit_open(&kit);
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot add encryption key k: v2 tables have no encryption keys",
                add_key("k", "1"));
  CHECK_APPLIED(&kit, 0, UPDATE_TEXT(REMOVE_ENCRYPTION_KEY, "k"));
  kit_close(&kit);
}

/* TESTS tables/updateTable/add-encryption-key-existing
 * TESTS tables/updateTable/remove-encryption-key-absent */
static void test_keys(void)
{
  kit_open_version(&kit, 3);
  CHECK_APPLIED(&kit, BIT(ENCRYPTION_KEYS) | BIT(LAST_UPDATED_MS), add_key("b", "1"), add_key("a", "2"),
                add_key("b", "3"));
  CHECK_INT(kit.table.encryption_key_count, 2);
  CHECK_TEXT(kit.table.encryption_keys[0].key_id, "b");
  CHECK_TEXT(kit.table.encryption_keys[0].text, "1");
  CHECK_APPLIED(&kit, 0, add_key("a", "9"), UPDATE_TEXT(REMOVE_ENCRYPTION_KEY, "c"));
  CHECK_APPLIED(&kit, 0, UPDATE_TEXT(REMOVE_ENCRYPTION_KEY, "a"), add_key("a", "2"));
  CHECK_APPLIED(&kit, BIT(ENCRYPTION_KEYS), UPDATE_TEXT(REMOVE_ENCRYPTION_KEY, "b"));
  CHECK_INT(kit.table.encryption_key_count, 1);
  CHECK_TEXT(kit.table.encryption_keys[0].key_id, "a");
  kit_close(&kit);
}

/* TESTS tables/updateTable/update-order */
static void test_order(void)
{
  kit_open(&kit);
  CHECK_REFUSED(&kit, BERG_INVALID, "Cannot add encryption key k: v2 tables have no encryption keys", add_key("k", "1"),
                UPDATE_ID(UPGRADE_FORMAT_VERSION, 3));
  kit_close(&kit);

  kit_open(&kit);
  CHECK_ACCEPTED(&kit, UPDATE_ID(UPGRADE_FORMAT_VERSION, 3), add_key("k", "1"));
  CHECK_INT(kit.table.encryption_key_count, 1);
  kit_close(&kit);
}

static void test_unknown_kind(void)
{
  kit_open(&kit);
  CHECK_REFUSED(&kit, BERG_INVALID, "Unknown update kind: 99", {.kind = (enum berg_update_kind)99});
  kit_close(&kit);
}

int main(void)
{
  TEST_RUN(test_nothing);
  TEST_RUN(test_assign_uuid);
  TEST_RUN(test_uuid_of_v1);
  TEST_RUN(test_upgrade_refused);
  TEST_RUN(test_upgrade_to_v2);
  TEST_RUN(test_upgrade_to_v3);
  TEST_RUN(test_set_location);
  TEST_RUN(test_there_and_back);
  TEST_RUN(test_last_updated);
  TEST_RUN(test_set_properties);
  TEST_RUN(test_remove_properties);
  TEST_RUN(test_keys_before_v3);
  TEST_RUN(test_keys);
  TEST_RUN(test_order);
  TEST_RUN(test_unknown_kind);
  return test_end();
}
