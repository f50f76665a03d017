/* What one berg_updates_apply keeps while it goes through the updates; for the files update_*.c and no others.
 *
 * The table's arrays as they came are kept in `base` and not written to: a list that a request touches is copied once,
 * with room for all that the request can add, so that no update costs more than its own size and that the end can tell
 * exactly what changed. Only the marks in the snapshots are set in place. An element that goes is marked and leaves
 * its list at the end; ids and names find their elements through indexes made once. */
#ifndef BERG_CORE_UPDATE_RUN_H
#define BERG_CORE_UPDATE_RUN_H

#include "core/id_index.h"
#include "core/name_index.h"
#include "core/update.h"

#define BERG_UPDATE_KIND_COUNT (BERG_UPDATE_REMOVE_ENCRYPTION_KEY + 1)
#define BERG_LAST_ADDED (-1)          /* the id that means: what this request added last */
#define BERG_CLOCK_TOLERANCE_MS 60000 /* how far the clocks of writers may be apart */

/* What -1 stands for. */
struct berg_last_added {
  bool set;
  int32_t id;
};

/* What the table has for one snapshot id: an index + 1 into its lists, 0 for nothing. */
struct berg_update_slot {
  size_t snapshot;             /* a snapshot that is not removed */
  size_t statistics;           /* removed or not */
  size_t partition_statistics; /* removed or not */
  size_t refs;                 /* index + 1 of the newest node of the refs that were set to it */
};

/* A ref that was at some time set to the snapshot of a slot, and the node before it. */
struct berg_ref_node {
  size_t ref;
  size_t next;
};

/* From a name to its element: places[slot] is the element's index + 1, removed or not, 0 for none. */
struct berg_update_names {
  bool ready;
  struct berg_name_index index;
  size_t *places;
};

struct berg_update_run {
  const struct berg_update *updates;
  size_t count;
  const struct berg_update_context *context;
  struct berg_problem *problem;
  struct berg_table *table;
  struct berg_table base; /* the table before the updates */
  bool creating;          /* from nothing */
  int64_t now_ms;         /* the time of the commit, not before the table's last-updated-ms */
  size_t kind_counts[BERG_UPDATE_KIND_COUNT];
  struct berg_last_added last_schema;
  struct berg_last_added last_spec;
  struct berg_last_added last_order;
  bool owns_schemas;
  bool owns_specs;
  bool owns_orders;
  bool owns_snapshots;
  bool owns_snapshot_log;
  bool removed_snapshots; /* at least one */
  bool has_slots;
  struct berg_id_index slot_ids;
  struct berg_update_slot *slots;
  struct berg_ref_node *nodes;
  size_t node_count;
  struct berg_update_names refs;
  bool *ref_removed;
  struct berg_update_names properties;
  bool *property_removed;
  bool *statistics_removed;
  bool *partition_statistics_removed;
  struct berg_update_names keys;
  bool *key_removed;
};

/* Makes RUN ready for the first update. */
void berg_update_run_begin(struct berg_update_run *run);

/* Whether update KIND occurs in the request. */
bool berg_update_run_has(const struct berg_update_run *run, enum berg_update_kind kind);

/* Makes the slots, unless they are there already. BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_update_make_slots(struct berg_update_run *run);

/* The slot of a snapshot id, NULL when neither the table nor the request has anything for it. */
struct berg_update_slot *berg_update_find_slot(const struct berg_update_run *run, int64_t snapshot_id);

/* An index over 32-bit ids. BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_update_index_ids(const struct berg_update_run *run, const struct berg_int32s *ids,
                                                     struct berg_id_index *index);

/* Makes NAMES over the names of ITEMS, which is sorted in place and kept. BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_update_names_make(struct berg_span *items, size_t count, struct berg_arena *arena,
                                                      struct berg_update_names *names);

/* Where the place of NAME is kept; NULL for a name that is not among NAMES. */
size_t *berg_update_names_place(const struct berg_update_names *names, struct berg_span name);

/* The refs of the table ready for change: copied, indexed by name and by snapshot. BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_update_own_refs(struct berg_update_run *run);

/* Notes that the ref with that index is at the snapshot of SLOT from now on. */
void berg_update_link_ref(struct berg_update_run *run, struct berg_update_slot *slot, size_t ref);

/* Marks the ref with that index as removed; without main there is no current snapshot. */
void berg_update_drop_ref(struct berg_update_run *run, size_t ref);

/* The updates, one function a kind. BERG_INVALID, BERG_COMMIT_FAILED, BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_update_assign_uuid(struct berg_update_run *run, struct berg_span uuid);
BERG_MUST_USE enum berg_status berg_update_upgrade_format_version(struct berg_update_run *run, int32_t version);
BERG_MUST_USE enum berg_status berg_update_set_location(struct berg_update_run *run, struct berg_span location);
BERG_MUST_USE enum berg_status berg_update_add_schema(struct berg_update_run *run, const struct berg_schema *schema);
BERG_MUST_USE enum berg_status berg_update_set_current_schema(struct berg_update_run *run, int32_t schema_id);
BERG_MUST_USE enum berg_status berg_update_remove_schemas(struct berg_update_run *run, const struct berg_int32s *ids);
BERG_MUST_USE enum berg_status berg_update_add_spec(struct berg_update_run *run,
                                                    const struct berg_partition_spec *spec);
BERG_MUST_USE enum berg_status berg_update_set_default_spec(struct berg_update_run *run, int32_t spec_id);
BERG_MUST_USE enum berg_status berg_update_remove_specs(struct berg_update_run *run, const struct berg_int32s *ids);
BERG_MUST_USE enum berg_status berg_update_add_order(struct berg_update_run *run, const struct berg_sort_order *order);
BERG_MUST_USE enum berg_status berg_update_set_default_order(struct berg_update_run *run, int32_t order_id);
BERG_MUST_USE enum berg_status berg_update_add_snapshot(struct berg_update_run *run,
                                                        const struct berg_snapshot *snapshot);
BERG_MUST_USE enum berg_status berg_update_remove_snapshots(struct berg_update_run *run, const struct berg_int64s *ids);
BERG_MUST_USE enum berg_status berg_update_set_ref(struct berg_update_run *run, const struct berg_ref *ref);
BERG_MUST_USE enum berg_status berg_update_remove_ref(struct berg_update_run *run, struct berg_span name);
BERG_MUST_USE enum berg_status berg_update_set_properties(struct berg_update_run *run,
                                                          const struct berg_properties *properties);
BERG_MUST_USE enum berg_status berg_update_remove_properties(struct berg_update_run *run,
                                                             const struct berg_spans *names);
BERG_MUST_USE enum berg_status berg_update_set_statistics(struct berg_update_run *run,
                                                          const struct berg_statistics *file, bool partition);
BERG_MUST_USE enum berg_status berg_update_remove_statistics(struct berg_update_run *run, int64_t snapshot_id,
                                                             bool partition);
BERG_MUST_USE enum berg_status berg_update_add_key(struct berg_update_run *run, const struct berg_encryption_key *key);
BERG_MUST_USE enum berg_status berg_update_remove_key(struct berg_update_run *run, struct berg_span key_id);

/* Copies of lists that a removal marks in, see berg_update_own_refs. BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_update_own_statistics(struct berg_update_run *run, bool partition);

/* Gives a table that is made from nothing the unpartitioned spec when the request added no spec, and the unsorted order
 * when its default order is 0 and not there. BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_update_add_default_spec(struct berg_update_run *run);
BERG_MUST_USE enum berg_status berg_update_add_default_order(struct berg_update_run *run);

/* Takes what is marked as removed out of its list. */
void berg_update_compact_snapshots(struct berg_update_run *run);
void berg_update_compact_refs(struct berg_update_run *run);
void berg_update_compact_properties(struct berg_update_run *run);
void berg_update_compact_statistics(struct berg_update_run *run);
void berg_update_compact_keys(struct berg_update_run *run);

/* Corrects the snapshot log for the request as a whole. BERG_INVALID, BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_update_finish_snapshot_log(struct berg_update_run *run);

/* Adds a log entry: the snapshot became current. BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_update_log_snapshot(struct berg_update_run *run,
                                                        const struct berg_snapshot *snapshot);

/* Marks the sections in which the table differs from the base. Snapshots are marked by their compaction. */
void berg_update_mark_changes(struct berg_update_run *run);

#endif
