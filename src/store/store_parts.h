/* What the files of the store share: the open database, its statements, and the way from SQLite's codes to statuses.
 *
 * Internal to src/store. Each query is prepared once, at its first use, and kept; a function that runs one binds,
 * steps and resets it before it returns, so that no statement holds a read transaction open or a pointer to the
 * caller's bytes. */
#ifndef BERG_STORE_STORE_PARTS_H
#define BERG_STORE_STORE_PARTS_H

#include "base/buffer.h"
#include "store/store.h"

#include <sqlite3.h>

enum store_query {
  QUERY_PUT_WAREHOUSE = 0,
  QUERY_INSERT_NAMESPACE,
  QUERY_FIND_NAMESPACE,
  QUERY_LIST_PROPERTIES,
  QUERY_SET_PROPERTY,
  QUERY_REMOVE_PROPERTY,
  QUERY_HAS_NAMESPACE,
  QUERY_DELETE_NAMESPACE,
  QUERY_LIST_NAMESPACES,
  QUERY_FIND_OBJECT,
  QUERY_INSERT_OBJECT,
  QUERY_SWAP_OBJECT,
  QUERY_DELETE_OBJECT,
  QUERY_LIST_OBJECTS,
  QUERY_LOCATION_BELOW,
  QUERY_LOCATION_AT,
  QUERY_ADD_GARBAGE,
  QUERY_LIST_GARBAGE,
  QUERY_DELETE_GARBAGE,
  QUERY_BEGIN,
  QUERY_SAVEPOINT,
  QUERY_RELEASE,
  QUERY_ROLL_BACK_TO,
  QUERY_COMMIT,
  QUERY_ROLL_BACK,
  QUERY_COUNT
};

struct berg_store {
  sqlite3 *db;
  sqlite3_stmt *statements[QUERY_COUNT];
  int lock_fd; /* -1: in memory */
  bool read_only;
  bool was_unclean;
  uint8_t secret[16];
  bool in_turn;
  bool in_request;
  size_t released_count;        /* requests of this turn whose part stands */
  enum berg_status turn_status; /* why the turn was lost while it was open; BERG_OK: it was not */
  int failure_code;             /* the library's extended code of the last failure */
  int wal_frame_count;          /* in the log since the last checkpoint that emptied it */
  int checkpointed_frame_count; /* of these, moved into the database */
};

/* The status for SQLite's extended code RC, and PROBLEM filled with what the library says. Notes when the library has
 * rolled the turn back on its own. RC is no success. */
enum berg_status berg_store_fail(struct berg_store *store, int rc, struct berg_problem *problem);

/* BERG_OK, or BERG_FORBIDDEN for a store that was opened for reading only, or the status that the open turn was lost
 * with: called first by everything that changes. */
BERG_MUST_USE enum berg_status berg_store_check_writable(struct berg_store *store, struct berg_problem *problem);

/* The statement of QUERY, whose text is SQL, prepared when it was not yet. */
BERG_MUST_USE enum berg_status berg_store_statement(struct berg_store *store, enum store_query query, const char *sql,
                                                    sqlite3_stmt **statement, struct berg_problem *problem);

/* Runs a statement that gives no rows and takes no values. */
BERG_MUST_USE enum berg_status berg_store_run(struct berg_store *store, enum store_query query, const char *sql,
                                              struct berg_problem *problem);

/* Binds the bytes of S, never as NULL; they must stay until the statement is reset. Binding to statements of ours can
 * fail only for want of memory or for values above SQLite's limit of a billion bytes; the step then says so. */
void berg_store_bind(sqlite3_stmt *statement, int index, struct berg_span s);

/* Ends the use of STATEMENT. */
void berg_store_reset(sqlite3_stmt *statement);

/* Steps STATEMENT once and ends its use. BERG_OK when it is done; a row is an error of ours. CONSTRAINT, when not NULL,
 * gets the extended code of a violated constraint, with BERG_EXISTS as the status and nothing in PROBLEM. */
BERG_MUST_USE enum berg_status berg_store_finish(struct berg_store *store, sqlite3_stmt *statement, int *constraint,
                                                 struct berg_problem *problem);

/* Steps STATEMENT; MORE tells whether it stands on a row. When not, its use has ended. */
BERG_MUST_USE enum berg_status berg_store_next(struct berg_store *store, sqlite3_stmt *statement, bool *more,
                                               struct berg_problem *problem);

/* Copies the blob of COLUMN into ARENA. */
BERG_MUST_USE enum berg_status berg_store_column(sqlite3_stmt *statement, int column, struct berg_arena *arena,
                                                 struct berg_span *copy, struct berg_problem *problem);

/* Collects the first column of STATEMENT's rows, at most LIMIT of them (0: all); MORE tells whether others follow. Ends
 * the use of STATEMENT. The statement must be bound to give one row more than LIMIT. */
BERG_MUST_USE enum berg_status berg_store_collect(struct berg_store *store, sqlite3_stmt *statement, size_t limit,
                                                  struct berg_arena *arena, struct berg_spans *items, bool *more,
                                                  struct berg_problem *problem);

/* What a LIMIT clause gets for a page of LIMIT (0: all) and the row that tells whether others follow. */
int64_t berg_store_row_limit(size_t limit);

/* For a change of several statements: opens a transaction of its own when none is open. OWNED says so. */
BERG_MUST_USE enum berg_status berg_store_open_change(struct berg_store *store, bool *owned,
                                                      struct berg_problem *problem);
/* Ends it: commits it if STATUS is BERG_OK, else rolls it back; gives STATUS on, or what the commit says. */
BERG_MUST_USE enum berg_status berg_store_close_change(struct berg_store *store, bool owned, enum berg_status status,
                                                       struct berg_problem *problem);

/* The properties of a namespace, ordered by key. */
BERG_MUST_USE enum berg_status berg_store_list_properties(struct berg_store *store, int64_t namespace_id,
                                                          struct berg_arena *arena, struct berg_properties *properties,
                                                          struct berg_problem *problem);

/* Appends LOCATION as the store compares locations: the path of a `file:` URI, else the whole, without trailing slashes
 * but one. */
void berg_store_location_key(struct berg_buffer *key, struct berg_span location);

/* Brings the database, which may be new, to the layout of this program. BERG_IO when it is newer or not a catalog. */
BERG_MUST_USE enum berg_status berg_store_migrate(struct berg_store *store, struct berg_problem *problem);
/* Reads the secret and whether the last stop was clean; checks the database when it was not. */
BERG_MUST_USE enum berg_status berg_store_load_meta(struct berg_store *store, struct berg_problem *problem);
/* Notes, durably, that a stop from now on is CLEAN or not. */
BERG_MUST_USE enum berg_status berg_store_mark_clean(struct berg_store *store, bool clean,
                                                     struct berg_problem *problem);

/* Makes DIRECTORY and its parents, and locks it for this process. BERG_BUSY names the process that holds it. */
BERG_MUST_USE enum berg_status berg_store_lock(const char *directory, bool create, int *lock_fd,
                                               struct berg_problem *problem);

#endif
