#include "document/section.h"

#include <string.h>

static const char *const NAMES[BERG_SECTION_COUNT] = {
    [BERG_SECTION_FORMAT_VERSION] = "format-version",
    [BERG_SECTION_TABLE_UUID] = "table-uuid",
    [BERG_SECTION_LOCATION] = "location",
    [BERG_SECTION_LAST_SEQUENCE_NUMBER] = "last-sequence-number",
    [BERG_SECTION_LAST_UPDATED_MS] = "last-updated-ms",
    [BERG_SECTION_LAST_COLUMN_ID] = "last-column-id",
    [BERG_SECTION_SCHEMA] = "schema",
    [BERG_SECTION_SCHEMAS] = "schemas",
    [BERG_SECTION_CURRENT_SCHEMA_ID] = "current-schema-id",
    [BERG_SECTION_PARTITION_SPEC] = "partition-spec",
    [BERG_SECTION_PARTITION_SPECS] = "partition-specs",
    [BERG_SECTION_DEFAULT_SPEC_ID] = "default-spec-id",
    [BERG_SECTION_LAST_PARTITION_ID] = "last-partition-id",
    [BERG_SECTION_PROPERTIES] = "properties",
    [BERG_SECTION_CURRENT_SNAPSHOT_ID] = "current-snapshot-id",
    [BERG_SECTION_SNAPSHOTS] = "snapshots",
    [BERG_SECTION_SNAPSHOT_LOG] = "snapshot-log",
    [BERG_SECTION_METADATA_LOG] = "metadata-log",
    [BERG_SECTION_SORT_ORDERS] = "sort-orders",
    [BERG_SECTION_DEFAULT_SORT_ORDER_ID] = "default-sort-order-id",
    [BERG_SECTION_REFS] = "refs",
    [BERG_SECTION_STATISTICS] = "statistics",
    [BERG_SECTION_PARTITION_STATISTICS] = "partition-statistics",
    [BERG_SECTION_NEXT_ROW_ID] = "next-row-id",
    [BERG_SECTION_ENCRYPTION_KEYS] = "encryption-keys",
};

const char *berg_section_name(enum berg_section section)
{
  return NAMES[section];
}

int berg_section_find(struct berg_span name)
{
  for (int i = 0; i < BERG_SECTION_COUNT; i++)
    if (strlen(NAMES[i]) == name.len && memcmp(NAMES[i], name.bytes, name.len) == 0)
      return i;
  return -1;
}

/* SPEC metadata/write/no-current-snapshot, metadata/write/no-null-members, metadata/write/always-lists,
 * metadata/write/v1-members */
bool berg_section_is_written(enum berg_section section, const struct berg_table *table)
{
  switch (section) {
  case BERG_SECTION_TABLE_UUID:
    return table->table_uuid.len > 0;
  case BERG_SECTION_LAST_SEQUENCE_NUMBER:
    return table->format_version >= 2;
  case BERG_SECTION_SCHEMA:
  case BERG_SECTION_PARTITION_SPEC:
    return table->format_version == 1;
  case BERG_SECTION_CURRENT_SNAPSHOT_ID:
    return table->current_snapshot_id != BERG_NO_SNAPSHOT;
  case BERG_SECTION_NEXT_ROW_ID:
    return table->format_version >= 3;
  case BERG_SECTION_ENCRYPTION_KEYS:
    return table->encryption_key_count > 0;
  default:
    return true;
  }
}
