#include "base/uuid.h"
#include "core/location.h"
#include "core/update_run.h"

/* Whether the table has that uuid: what assert-table-uuid would say. */
static bool has_uuid(const struct berg_table *table, struct berg_span uuid)
{
  const struct berg_requirement same = {.kind = BERG_REQUIRE_TABLE_UUID, .text = uuid};

  return berg_requirement_holds(&same, table);
}

enum berg_status berg_update_assign_uuid(struct berg_update_run *run, struct berg_span uuid)
{
  struct berg_table *table = run->table;
  uint8_t bytes[BERG_UUID_BYTES];

  /* SPEC tables/updateTable/assign-uuid-form */
  if (berg_uuid_parse(uuid, bytes) != BERG_OK)
    return berg_problem_set_text(run->problem, BERG_INVALID, "Cannot assign uuid: {} is no UUID", uuid);
  /* SPEC tables/updateTable/assign-uuid-equal */
  if (has_uuid(table, uuid))
    return BERG_OK;
  /* SPEC tables/updateTable/assign-uuid-other */
  if (!run->creating && table->table_uuid.len != 0)
    return berg_problem_set_texts(run->problem, BERG_INVALID, "Cannot assign uuid {}: the table has uuid {}", uuid,
                                  table->table_uuid);
  table->table_uuid = uuid;
  return BERG_OK;
}

enum berg_status berg_update_upgrade_format_version(struct berg_update_run *run, int32_t version)
{
  struct berg_table *table = run->table;

  /* SPEC tables/updateTable/upgrade-format-version-range */
  if (version > BERG_FORMAT_VERSION_MAX)
    return berg_problem_set_ids(run->problem, BERG_INVALID,
                                "Cannot upgrade table to unsupported format version: v{} (supported: v{})", version,
                                BERG_FORMAT_VERSION_MAX);
  /* SPEC tables/updateTable/upgrade-format-version-down */
  if (version < table->format_version)
    return berg_problem_set_ids(run->problem, BERG_INVALID, "Cannot downgrade v{} table to v{}", table->format_version,
                                version);
  /* SPEC tables/updateTable/upgrade-format-version-v3 */
  if (version >= 3 && table->format_version < 3) {
    table->has_next_row_id = true;
    table->next_row_id = 0;
  }
  /* SPEC tables/updateTable/upgrade-format-version-equal */
  table->format_version = version;
  return BERG_OK;
}

enum berg_status berg_update_set_location(struct berg_update_run *run, struct berg_span location)
{
  /* SPEC tables/updateTable/set-location-strip */
  struct berg_span stripped = berg_location_strip(location);

  if (stripped.len == 0)
    return berg_problem_set(run->problem, BERG_INVALID, "Cannot set location: it is empty");
  /* SPEC tables/updateTable/set-location-equal */
  run->table->location = stripped;
  return BERG_OK;
}
