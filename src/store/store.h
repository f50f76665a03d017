/* The catalog's state: warehouses, namespaces and the pointer of each table to its metadata file.
 *
 * The interface hides SQLite. All changes of one loop turn share a transaction: berg_store_begin opens it if none is
 * open and sets a savepoint for one request, berg_store_release or berg_store_roll_back ends that request's part, and
 * berg_store_commit makes the turn durable. Outside a turn, reads see the committed state and a change is a transaction
 * of its own. Results live in the arena that the call gets. One thread. Not for metadata documents: those are files
 * (warehouse.h).
 *
 * Every function may return BERG_BUSY, BERG_DISK_FULL, BERG_IO or BERG_NO_MEMORY from the library besides what it
 * lists; PROBLEM then says which. The outcomes that a function lists (BERG_EXISTS, BERG_NO_NAMESPACE, BERG_ABSENT, ...)
 * change nothing and leave PROBLEM to the caller, who knows the names. After any other failure in a turn the request's
 * part must be rolled back. When the library itself rolls the turn back (a full disk), every later call of the turn and
 * its berg_store_commit return that status. */
#ifndef BERG_STORE_STORE_H
#define BERG_STORE_STORE_H

#include "base/arena.h"
#include "base/problem.h"

struct berg_store;

struct berg_store_settings {
  const char *directory; /* NUL-terminated; ":memory:" keeps everything in memory */
  bool read_only;        /* for tools: refuse every change (BERG_FORBIDDEN); the catalog must exist */
  int busy_timeout_ms;
};

/* Opens (and creates or migrates) the catalog in DIRECTORY. A second opener of the same directory gets BERG_BUSY with a
 * message that names the directory and the process that holds it. An unclean stop before is followed by an integrity
 * check; BERG_IO when it fails or when the file's version is newer than this program. */
BERG_MUST_USE enum berg_status berg_store_open(const struct berg_store_settings *settings, struct berg_store **store,
                                               struct berg_problem *problem);
/* Ends an open turn by rolling it back, checkpoints, marks the stop as clean. NULL is allowed. */
void berg_store_close(struct berg_store *store);

/* 16 secret bytes, made at creation, for page tokens and entity tags. */
void berg_store_secret(const struct berg_store *store, uint8_t secret[16]);

/* Whether berg_store_open found that the last stop was unclean, and so checked the database. */
bool berg_store_was_unclean(const struct berg_store *store);

/* Begins one request's part of the turn; a turn is opened when none is. Every berg_store_begin that returned BERG_OK is
 * followed by berg_store_release (its part stands) or berg_store_roll_back (it does not; when no other part stands, the
 * turn is over too). */
BERG_MUST_USE enum berg_status berg_store_begin(struct berg_store *store, struct berg_problem *problem);
BERG_MUST_USE enum berg_status berg_store_release(struct berg_store *store, struct berg_problem *problem);
void berg_store_roll_back(struct berg_store *store);
/* Commits the turn if one is open. BERG_OK: durable. BERG_STATE_UNKNOWN: the outcome cannot be told. Any other status:
 * the whole turn was rolled back. */
BERG_MUST_USE enum berg_status berg_store_commit(struct berg_store *store, struct berg_problem *problem);
/* Rolls the whole open turn back. */
void berg_store_abandon(struct berg_store *store);
/* Whether a turn is open: then what was read may not be durable yet. */
bool berg_store_in_turn(const struct berg_store *store);
/* Housekeeping when idle or when the log has grown: a passive checkpoint. Never blocks for a reader. */
void berg_store_checkpoint(struct berg_store *store, bool idle);

/* Warehouses: made known at start; the default one has the empty name. */
BERG_MUST_USE enum berg_status berg_store_put_warehouse(struct berg_store *store, struct berg_span name,
                                                        struct berg_span uri, int64_t *warehouse_id,
                                                        struct berg_problem *problem);

struct berg_store_namespace {
  int64_t namespace_id;
  struct berg_span key; /* levels joined by 0x1F */
  struct berg_properties properties;
};

/* BERG_EXISTS when the key is taken; BERG_NO_NAMESPACE when PARENT_KEY (empty: top level) does not exist. */
BERG_MUST_USE enum berg_status berg_store_insert_namespace(struct berg_store *store, int64_t warehouse_id,
                                                           struct berg_span key, struct berg_span parent_key,
                                                           const struct berg_properties *properties,
                                                           struct berg_problem *problem);
/* BERG_ABSENT when there is none. */
BERG_MUST_USE enum berg_status berg_store_find_namespace(struct berg_store *store, int64_t warehouse_id,
                                                         struct berg_span key, bool with_properties,
                                                         struct berg_arena *arena, struct berg_store_namespace *out,
                                                         struct berg_problem *problem);
/* Removes and sets properties in one step. BERG_ABSENT when there is no such namespace. */
BERG_MUST_USE enum berg_status berg_store_update_properties(struct berg_store *store, int64_t namespace_id,
                                                            const struct berg_properties *updates,
                                                            const struct berg_spans *removals,
                                                            struct berg_problem *problem);
/* BERG_NOT_EMPTY when a table, view or child namespace is in it; BERG_ABSENT when there is none. */
BERG_MUST_USE enum berg_status berg_store_delete_namespace(struct berg_store *store, int64_t namespace_id,
                                                           struct berg_problem *problem);
/* Children of PARENT_KEY (empty: top level), ordered by key bytes, behind AFTER (a key; empty: from the start), at most
 * LIMIT (0: all). MORE tells whether others follow. */
BERG_MUST_USE enum berg_status berg_store_list_namespaces(struct berg_store *store, int64_t warehouse_id,
                                                          struct berg_span parent_key, struct berg_span after,
                                                          size_t limit, struct berg_arena *arena,
                                                          struct berg_spans *keys, bool *more,
                                                          struct berg_problem *problem);

enum berg_object_kind { BERG_OBJECT_TABLE = 1, BERG_OBJECT_VIEW = 2 };

/* A table or a view: both share one name space in their namespace. */
struct berg_store_object {
  int64_t object_id;
  int64_t namespace_id;
  enum berg_object_kind kind;
  struct berg_span uuid;
  struct berg_span location;
  struct berg_span metadata_location;
  int64_t version; /* counts the swaps */
};

/* BERG_ABSENT when the namespace or the object is not there. */
BERG_MUST_USE enum berg_status berg_store_find_object(struct berg_store *store, int64_t warehouse_id,
                                                      struct berg_span namespace_key, struct berg_span name,
                                                      struct berg_arena *arena, struct berg_store_object *out,
                                                      struct berg_problem *problem);
/* Kind, uuid, locations and version are OBJECT's. BERG_EXISTS when the name is taken by an object of either kind;
 * BERG_NO_NAMESPACE when there is no such namespace. */
BERG_MUST_USE enum berg_status berg_store_insert_object(struct berg_store *store, int64_t namespace_id,
                                                        struct berg_span name, const struct berg_store_object *object,
                                                        struct berg_problem *problem);
/* Compare-and-swap: points OBJECT_ID to METADATA_LOCATION (and LOCATION) if its version is still EXPECTED_VERSION and
 * adds one to it; BERG_COMMIT_FAILED when it is not. */
BERG_MUST_USE enum berg_status berg_store_swap_object(struct berg_store *store, int64_t object_id,
                                                      int64_t expected_version, struct berg_span location,
                                                      struct berg_span metadata_location, struct berg_problem *problem);
/* BERG_ABSENT when there is none. */
BERG_MUST_USE enum berg_status berg_store_delete_object(struct berg_store *store, int64_t object_id,
                                                        struct berg_problem *problem);
/* Names of KIND in a namespace, ordered by bytes; AFTER, LIMIT, MORE as above. */
BERG_MUST_USE enum berg_status berg_store_list_objects(struct berg_store *store, int64_t namespace_id,
                                                       enum berg_object_kind kind, struct berg_span after, size_t limit,
                                                       struct berg_arena *arena, struct berg_spans *names, bool *more,
                                                       struct berg_problem *problem);
/* Whether another table of the warehouse lives at LOCATION, above it or below it (by whole segments). */
BERG_MUST_USE enum berg_status berg_store_location_taken(struct berg_store *store, int64_t warehouse_id,
                                                         struct berg_span location, int64_t except_object_id,
                                                         bool *taken, struct berg_problem *problem);

/* Files to delete once the turn is durable, kept in the database so that a crash between does not forget them:
 * dropped tables to purge and expired metadata files. */
BERG_MUST_USE enum berg_status berg_store_add_garbage(struct berg_store *store, struct berg_span location,
                                                      struct berg_problem *problem);
BERG_MUST_USE enum berg_status berg_store_list_garbage(struct berg_store *store, size_t limit, struct berg_arena *arena,
                                                       struct berg_spans *locations, struct berg_problem *problem);
BERG_MUST_USE enum berg_status berg_store_delete_garbage(struct berg_store *store, struct berg_span location,
                                                         struct berg_problem *problem);

#endif
