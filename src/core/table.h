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

/*@ predicate berg_table_refs_ok{L}(struct berg_table *table) =
      \valid_read(table) && (table->ref_count == 0 || \valid_read(table->refs + (0 .. table->ref_count - 1))) &&
      (\forall integer i; 0 <= i < table->ref_count ==> berg_span_ok(table->refs[i].name));
    predicate berg_ref_named{L}(struct berg_table *table, integer i, struct berg_span name) =
      berg_span_same(table->refs[i].name, name);
*/

/* The index of the schema, spec or order with that id, or the count. */
/*@ requires \valid_read(table);
    requires table->schema_count == 0 || \valid_read(table->schemas + (0 .. table->schema_count - 1));
    assigns \nothing;
    ensures found: \result < table->schema_count ==> table->schemas[\result].schema_id == schema_id;
    ensures absent: \result >= table->schema_count ==> \result == table->schema_count &&
      \forall integer i; 0 <= i < table->schema_count ==> table->schemas[i].schema_id != schema_id;
*/
size_t berg_table_find_schema(const struct berg_table *table, int32_t schema_id);
/*@ requires \valid_read(table);
    requires table->spec_count == 0 || \valid_read(table->specs + (0 .. table->spec_count - 1));
    assigns \nothing;
    ensures found: \result < table->spec_count ==> table->specs[\result].spec_id == spec_id;
    ensures absent: \result >= table->spec_count ==> \result == table->spec_count &&
      \forall integer i; 0 <= i < table->spec_count ==> table->specs[i].spec_id != spec_id;
*/
size_t berg_table_find_spec(const struct berg_table *table, int32_t spec_id);
/*@ requires \valid_read(table);
    requires table->order_count == 0 || \valid_read(table->orders + (0 .. table->order_count - 1));
    assigns \nothing;
    ensures found: \result < table->order_count ==> table->orders[\result].order_id == order_id;
    ensures absent: \result >= table->order_count ==> \result == table->order_count &&
      \forall integer i; 0 <= i < table->order_count ==> table->orders[i].order_id != order_id;
*/
size_t berg_table_find_order(const struct berg_table *table, int32_t order_id);

/* The index of the ref called NAME, or the count. */
/*@ requires berg_table_refs_ok(table) && berg_span_ok(name);
    assigns \nothing;
    ensures found: \result < table->ref_count ==> berg_ref_named(table, \result, name) &&
      \forall integer i; 0 <= i < \result ==> !berg_ref_named(table, i, name);
    ensures absent: \result >= table->ref_count ==> \result == table->ref_count &&
      \forall integer i; 0 <= i < table->ref_count ==> !berg_ref_named(table, i, name);
*/
size_t berg_table_find_ref(const struct berg_table *table, struct berg_span name);

/* Whether A and B are the same ref: name, kind, snapshot and retention. */
bool berg_ref_equal(const struct berg_ref *a, const struct berg_ref *b);

/* Checks what a ref may say whatever the table: no retention of snapshots on a tag, positive retention numbers, `main`
 * a branch (clause metadata/check/ref-retention). BERG_INVALID. */
BERG_MUST_USE enum berg_status berg_ref_check(const struct berg_ref *ref, struct berg_problem *problem);

/* Whether NAME is `main`, the branch of the current snapshot. */
bool berg_ref_is_main(struct berg_span name);

/* The value of property KEY, or an empty span with NULL bytes. */
struct berg_span berg_properties_find(const struct berg_properties *properties, struct berg_span key);

#endif
