/* The 23 updates of a table commit, and the rules of creation, logs and ids that go with them.
 *
 * Pure: the clock and fresh uuids come in as arguments. Not for what the catalog does around a commit: names, locations
 * that a warehouse allows, files. What comes out lives in the context's arena or borrows from updates and table, which
 * have to live as long. A failed apply leaves the table half changed and its snapshots marked; it must be thrown away
 * with the arena. The stored state is not touched. Tested against a naive model with random requests, not proven. */
#ifndef BERG_CORE_UPDATE_H
#define BERG_CORE_UPDATE_H

#include "core/requirement.h"

enum berg_update_kind {
  BERG_UPDATE_ASSIGN_UUID = 0,
  BERG_UPDATE_UPGRADE_FORMAT_VERSION,
  BERG_UPDATE_ADD_SCHEMA,
  BERG_UPDATE_SET_CURRENT_SCHEMA,
  BERG_UPDATE_ADD_SPEC,
  BERG_UPDATE_SET_DEFAULT_SPEC,
  BERG_UPDATE_ADD_SORT_ORDER,
  BERG_UPDATE_SET_DEFAULT_SORT_ORDER,
  BERG_UPDATE_ADD_SNAPSHOT,
  BERG_UPDATE_SET_SNAPSHOT_REF,
  BERG_UPDATE_REMOVE_SNAPSHOTS,
  BERG_UPDATE_REMOVE_SNAPSHOT_REF,
  BERG_UPDATE_SET_LOCATION,
  BERG_UPDATE_SET_PROPERTIES,
  BERG_UPDATE_REMOVE_PROPERTIES,
  BERG_UPDATE_SET_STATISTICS,
  BERG_UPDATE_REMOVE_STATISTICS,
  BERG_UPDATE_SET_PARTITION_STATISTICS,
  BERG_UPDATE_REMOVE_PARTITION_STATISTICS,
  BERG_UPDATE_REMOVE_PARTITION_SPECS,
  BERG_UPDATE_REMOVE_SCHEMAS,
  BERG_UPDATE_ADD_ENCRYPTION_KEY,
  BERG_UPDATE_REMOVE_ENCRYPTION_KEY
};

struct berg_update {
  enum berg_update_kind kind;
  union {
    struct berg_span text; /* assign-uuid, set-location, remove-snapshot-ref (name), remove-encryption-key (id) */
    int32_t id;            /* upgrade-format-version, set-current-schema, set-default-spec, set-default-sort-order */
    int64_t snapshot_id;   /* remove-statistics, remove-partition-statistics */
    struct berg_schema schema;
    struct berg_partition_spec spec;
    struct berg_sort_order order;
    struct berg_snapshot snapshot;
    struct berg_ref ref;
    struct berg_int64s snapshot_ids;
    struct berg_int32s ids; /* remove-partition-specs, remove-schemas */
    struct berg_properties properties;
    struct berg_spans names; /* remove-properties */
    struct {
      bool has_snapshot_id; /* the deprecated member beside the file */
      int64_t snapshot_id;
      struct berg_statistics file;
    } statistics;
    struct berg_encryption_key key;
  } as;
};

/* What a change needs from outside the core. */
struct berg_update_context {
  int64_t now_ms;
  struct berg_span fresh_uuid; /* 36 characters, for a table that gets none from the request */
  struct berg_arena *arena;
};

/* The empty state that a commit with assert-create starts from: format version from the first upgrade-format-version
 * among UPDATES or the default 2, the context's uuid; no schema, spec or order yet, all sections marked changed. What a
 * request leaves out is filled in by the apply, except the location, which the caller may choose before the check when
 * it is still empty then (clauses tables/updateTable/create-...). BERG_INVALID for a version that is not supported. */
BERG_MUST_USE enum berg_status berg_table_begin_create(const struct berg_update *updates, size_t count,
                                                       const struct berg_update_context *context,
                                                       struct berg_table *table, struct berg_problem *problem);

/* Applies COUNT updates in order and then the rules that look at the whole request: a new table gets the unpartitioned
 * spec and the unsorted order if it has none, snapshots on the way leave no log entry, a removed snapshot takes the
 * history before it along, last-updated-ms goes up. The sections that differ from before are added to table->changed;
 * if it is 0 afterwards nothing changed. No element of TABLE may be marked `added` or `removed`. The result is not
 * checked: that is berg_table_check. Near-linear in the size of request and table, but for schemas, specs and orders,
 * which are compared each with each. BERG_INVALID, BERG_COMMIT_FAILED (stale sequence number or first-row-id),
 * BERG_NO_MEMORY; the message says what is wrong. */
BERG_MUST_USE enum berg_status berg_updates_apply(const struct berg_update *updates, size_t count,
                                                  const struct berg_update_context *context, struct berg_table *table,
                                                  struct berg_problem *problem);

/* What createTable is asked for; schema, spec and order as the client sent them. */
struct berg_create {
  struct berg_span location; /* where the table will live: asked for, or chosen by the caller */
  struct berg_schema schema;
  bool has_spec;
  struct berg_partition_spec spec;
  bool has_order;
  struct berg_sort_order order;
  struct berg_properties properties; /* `format-version` among them selects the version and is consumed */
};

/* The metadata of a new table (clauses tables/createTable/...): fresh field ids, spec and order bound to them, reserved
 * properties dropped, uuid and time from CONTEXT, all sections marked changed. BERG_INVALID names what is wrong. */
BERG_MUST_USE enum berg_status berg_table_create(const struct berg_create *create,
                                                 const struct berg_update_context *context, struct berg_table *table,
                                                 struct berg_problem *problem);

/* Appends the previous metadata file to the metadata log and trims it to `write.metadata.previous-versions-max`
 * (default 100, at least 1). EXPIRED gets the files that fell out and that the property
 * `write.metadata.delete-after-commit.enabled` says to delete. */
BERG_MUST_USE enum berg_status berg_table_log_metadata(struct berg_table *table, struct berg_span previous_file,
                                                       int64_t previous_updated_ms, struct berg_arena *arena,
                                                       struct berg_spans *expired);

#endif
