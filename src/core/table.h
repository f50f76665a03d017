/* The state of a table: its metadata with every rule-bearing value decoded and all else as borrowed JSON text.
 *
 * The document layer reads it from a stored document (10,000 snapshots cost one pass over the bytes) and writes it
 * back; sections that are not marked changed are copied byte for byte. Core functions change it in place, in the
 * request's arena; the stored bytes are never touched. Not for lookups by name in the catalog (that is the store). */
#ifndef BERG_CORE_TABLE_H
#define BERG_CORE_TABLE_H

#include "core/partition.h"

#define BERG_FORMAT_VERSION_MAX 3
#define BERG_FORMAT_VERSION_DEFAULT 2
#define BERG_NO_SNAPSHOT (-1)

/* Top-level members of the metadata, for the set of what a request changed: bit 1 << section. */
enum berg_section {
  BERG_SECTION_FORMAT_VERSION = 0,
  BERG_SECTION_TABLE_UUID,
  BERG_SECTION_LOCATION,
  BERG_SECTION_LAST_SEQUENCE_NUMBER,
  BERG_SECTION_LAST_UPDATED_MS,
  BERG_SECTION_LAST_COLUMN_ID,
  BERG_SECTION_SCHEMA, /* version 1 only */
  BERG_SECTION_SCHEMAS,
  BERG_SECTION_CURRENT_SCHEMA_ID,
  BERG_SECTION_PARTITION_SPEC, /* version 1 only */
  BERG_SECTION_PARTITION_SPECS,
  BERG_SECTION_DEFAULT_SPEC_ID,
  BERG_SECTION_LAST_PARTITION_ID,
  BERG_SECTION_PROPERTIES,
  BERG_SECTION_CURRENT_SNAPSHOT_ID,
  BERG_SECTION_SNAPSHOTS,
  BERG_SECTION_SNAPSHOT_LOG,
  BERG_SECTION_METADATA_LOG,
  BERG_SECTION_SORT_ORDERS,
  BERG_SECTION_DEFAULT_SORT_ORDER_ID,
  BERG_SECTION_REFS,
  BERG_SECTION_STATISTICS,
  BERG_SECTION_PARTITION_STATISTICS,
  BERG_SECTION_NEXT_ROW_ID,
  BERG_SECTION_ENCRYPTION_KEYS,
  BERG_SECTION_COUNT
};
#define BERG_CHANGED(section) (1u << (section))

struct berg_snapshot {
  int64_t snapshot_id;
  bool has_parent;
  int64_t parent_snapshot_id;
  int64_t sequence_number; /* 0 when absent */
  int64_t timestamp_ms;
  bool has_first_row_id;
  int64_t first_row_id;
  bool has_added_rows;
  int64_t added_rows;
  bool has_schema_id;
  int32_t schema_id;
  bool has_manifest_list;
  bool has_manifests; /* version 1 */
  bool has_summary;
  bool has_operation;    /* in the summary */
  bool added;            /* by this request */
  bool removed;          /* by this request; still in the array until the apply ends */
  struct berg_span text; /* its JSON, in the stored document or in the arena */
};

struct berg_ref {
  struct berg_span name;
  bool is_tag;
  int64_t snapshot_id;
  bool has_max_ref_age_ms;
  int64_t max_ref_age_ms;
  bool has_max_snapshot_age_ms;
  int64_t max_snapshot_age_ms;
  bool has_min_snapshots_to_keep;
  int32_t min_snapshots_to_keep;
};

struct berg_snapshot_log_entry {
  int64_t snapshot_id;
  int64_t timestamp_ms;
};

struct berg_metadata_log_entry {
  struct berg_span metadata_file;
  int64_t timestamp_ms;
};

/* A statistics or partition statistics file: one for each snapshot id. */
struct berg_statistics {
  int64_t snapshot_id;
  struct berg_span statistics_path;
  struct berg_span text;
};

struct berg_encryption_key {
  struct berg_span key_id;
  bool has_encrypted_by_id;
  struct berg_span encrypted_by_id;
  struct berg_span text;
};

struct berg_table {
  int32_t format_version;
  struct berg_span table_uuid; /* empty: none (version 1) */
  struct berg_span location;
  int64_t last_sequence_number;
  int64_t last_updated_ms;
  int32_t last_column_id;
  struct berg_schema *schemas;
  size_t schema_count;
  int32_t current_schema_id;
  struct berg_partition_spec *specs;
  size_t spec_count;
  int32_t default_spec_id;
  int32_t last_partition_id; /* 999 when there was never a partition field */
  struct berg_sort_order *orders;
  size_t order_count;
  int32_t default_sort_order_id;
  struct berg_properties properties;
  int64_t current_snapshot_id; /* BERG_NO_SNAPSHOT: none */
  struct berg_snapshot *snapshots;
  size_t snapshot_count;
  struct berg_ref *refs;
  size_t ref_count;
  struct berg_snapshot_log_entry *snapshot_log;
  size_t snapshot_log_count;
  struct berg_metadata_log_entry *metadata_log;
  size_t metadata_log_count;
  struct berg_statistics *statistics;
  size_t statistics_count;
  struct berg_statistics *partition_statistics;
  size_t partition_statistics_count;
  struct berg_encryption_key *encryption_keys;
  size_t encryption_key_count;
  bool has_next_row_id;
  int64_t next_row_id;
  uint32_t changed; /* set of sections */
};

/* The index of the schema, spec or order with that id, or the count. */
size_t berg_table_find_schema(const struct berg_table *table, int32_t schema_id);
size_t berg_table_find_spec(const struct berg_table *table, int32_t spec_id);
size_t berg_table_find_order(const struct berg_table *table, int32_t order_id);
size_t berg_table_find_ref(const struct berg_table *table, struct berg_span name);

/* The value of property KEY, or an empty span with NULL bytes. */
struct berg_span berg_properties_find(const struct berg_properties *properties, struct berg_span key);

#endif
