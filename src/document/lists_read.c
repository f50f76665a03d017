#include "document/lists_read.h"

#include "document/part.h"
#include "document/parts.h"

static enum berg_status read_schema(struct berg_json_reader *reader, void *item)
{
  return berg_schema_read(reader, item);
}

static enum berg_status read_spec(struct berg_json_reader *reader, void *item)
{
  return berg_partition_spec_read(reader, item);
}

static enum berg_status read_order(struct berg_json_reader *reader, void *item)
{
  return berg_sort_order_read(reader, item);
}

static enum berg_status read_snapshot(struct berg_json_reader *reader, void *item)
{
  return berg_snapshot_read(reader, item);
}

static enum berg_status read_statistics(struct berg_json_reader *reader, void *item)
{
  return berg_statistics_read(reader, item);
}

static enum berg_status read_key(struct berg_json_reader *reader, void *item)
{
  return berg_encryption_key_read(reader, item);
}

static enum berg_status read_snapshot_log_entry(struct berg_json_reader *reader, void *item)
{
  static const char *const NAMES[] = {"snapshot-id", "timestamp-ms"};
  struct berg_snapshot_log_entry *entry = item;
  struct berg_part_object object;
  size_t member = 0;
  enum berg_status status = berg_part_enter(&object, reader, NAMES, 2, "a snapshot log entry");

  while (status == BERG_OK && berg_part_next(&object, &member))
    status = berg_json_read_int64(reader, NAMES[member], member == 0 ? &entry->snapshot_id : &entry->timestamp_ms);
  return status == BERG_OK ? berg_part_leave(&object, 3) : status;
}

static enum berg_status read_metadata_log_entry(struct berg_json_reader *reader, void *item)
{
  static const char *const NAMES[] = {"metadata-file", "timestamp-ms"};
  struct berg_metadata_log_entry *entry = item;
  struct berg_part_object object;
  size_t member = 0;
  enum berg_status status = berg_part_enter(&object, reader, NAMES, 2, "a metadata log entry");

  while (status == BERG_OK && berg_part_next(&object, &member))
    status = member == 0 ? berg_json_read_string(reader, NAMES[0], &entry->metadata_file)
                         : berg_json_read_int64(reader, NAMES[1], &entry->timestamp_ms);
  return status == BERG_OK ? berg_part_leave(&object, 3) : status;
}

/* How the elements of a list section are read. */
struct list_kind {
  size_t size;
  enum berg_status (*read)(struct berg_json_reader *reader, void *item);
  const char *what;
};

static const struct list_kind LIST_KINDS[BERG_SECTION_COUNT] = {
    [BERG_SECTION_SCHEMAS] = {sizeof(struct berg_schema), read_schema, "schemas"},
    [BERG_SECTION_PARTITION_SPECS] = {sizeof(struct berg_partition_spec), read_spec, "partition-specs"},
    [BERG_SECTION_SORT_ORDERS] = {sizeof(struct berg_sort_order), read_order, "sort-orders"},
    [BERG_SECTION_SNAPSHOTS] = {sizeof(struct berg_snapshot), read_snapshot, "snapshots"},
    [BERG_SECTION_SNAPSHOT_LOG] = {sizeof(struct berg_snapshot_log_entry), read_snapshot_log_entry, "snapshot-log"},
    [BERG_SECTION_METADATA_LOG] = {sizeof(struct berg_metadata_log_entry), read_metadata_log_entry, "metadata-log"},
    [BERG_SECTION_STATISTICS] = {sizeof(struct berg_statistics), read_statistics, "statistics"},
    [BERG_SECTION_PARTITION_STATISTICS] = {sizeof(struct berg_statistics), read_statistics, "partition-statistics"},
    [BERG_SECTION_ENCRYPTION_KEYS] = {sizeof(struct berg_encryption_key), read_key, "encryption-keys"},
};

/* Lets TABLE have LIST as its SECTION. */
static void set_list(struct berg_table *table, enum berg_section section, struct berg_part_list list)
{
  switch (section) {
  case BERG_SECTION_SCHEMAS:
    table->schemas = list.items;
    table->schema_count = list.count;
    break;
  case BERG_SECTION_PARTITION_SPECS:
    table->specs = list.items;
    table->spec_count = list.count;
    break;
  case BERG_SECTION_SORT_ORDERS:
    table->orders = list.items;
    table->order_count = list.count;
    break;
  case BERG_SECTION_SNAPSHOTS:
    table->snapshots = list.items;
    table->snapshot_count = list.count;
    break;
  case BERG_SECTION_SNAPSHOT_LOG:
    table->snapshot_log = list.items;
    table->snapshot_log_count = list.count;
    break;
  case BERG_SECTION_METADATA_LOG:
    table->metadata_log = list.items;
    table->metadata_log_count = list.count;
    break;
  case BERG_SECTION_STATISTICS:
    table->statistics = list.items;
    table->statistics_count = list.count;
    break;
  case BERG_SECTION_PARTITION_STATISTICS:
    table->partition_statistics = list.items;
    table->partition_statistics_count = list.count;
    break;
  default:
    table->encryption_keys = list.items;
    table->encryption_key_count = list.count;
  }
}

enum berg_status berg_list_read(struct berg_json_reader *reader, enum berg_section section, struct berg_table *table)
{
  const struct list_kind *kind = &LIST_KINDS[section];
  struct berg_part_list list = {NULL, 0};
  enum berg_status status = berg_part_read_list(reader, kind->what, kind->size, kind->read, &list);

  if (status == BERG_OK)
    set_list(table, section, list);
  return status;
}

enum berg_status berg_refs_read(struct berg_json_reader *reader, struct berg_table *table)
{
  struct berg_ref *refs = NULL;
  size_t count = 0;
  size_t cap = 0;
  struct berg_span name;
  bool more = false;
  enum berg_status status = berg_json_enter_object(reader, "refs");

  while (status == BERG_OK) {
    status = berg_json_next_member(reader, &name, &more);
    if (status != BERG_OK || !more)
      break;
    if (count == cap) {
      cap = cap == 0 ? 4 : cap * 2;
      refs = berg_arena_grow(reader->arena, refs, count, cap, sizeof *refs);
      if (refs == NULL)
        return berg_part_no_memory(reader);
    }
    status = berg_ref_read(reader, name, &refs[count]);
    count++;
  }
  if (status != BERG_OK)
    return status;
  table->refs = refs;
  table->ref_count = count;
  return BERG_OK;
}

/* SPEC metadata/check/properties */
enum berg_status berg_properties_read(struct berg_json_reader *reader, struct berg_table *table)
{
  struct berg_properties read = {NULL, 0};
  size_t cap = 0;
  struct berg_property next;
  bool more = false;
  bool set = false;
  enum berg_status status = berg_json_enter_object(reader, "properties");

  while (status == BERG_OK) {
    status = berg_json_next_member(reader, &next.key, &more);
    if (status != BERG_OK || !more)
      break;
    set = false;
    status = berg_part_read_optional_string(reader, "properties", &set, &next.value);
    if (status != BERG_OK || !set)
      continue;
    if (read.count == cap) {
      cap = cap == 0 ? 16 : cap * 2;
      read.items = berg_arena_grow(reader->arena, read.items, read.count, cap, sizeof *read.items);
      if (read.items == NULL)
        return berg_part_no_memory(reader);
    }
    read.items[read.count++] = next;
  }
  if (status == BERG_OK)
    table->properties = read;
  return status;
}
