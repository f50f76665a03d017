#include "store/store_parts.h"

#include <errno.h>

static enum berg_status status_of_io(sqlite3 *db, int rc)
{
  if (rc == SQLITE_IOERR_NOMEM)
    return BERG_NO_MEMORY;
  int error = sqlite3_system_errno(db);
  return error == ENOSPC || error == EDQUOT ? BERG_DISK_FULL : BERG_IO;
}

static enum berg_status status_of_code(sqlite3 *db, int rc)
{
  switch (rc & 0xFF) {
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    return BERG_BUSY;
  case SQLITE_FULL:
    return BERG_DISK_FULL;
  case SQLITE_NOMEM:
  case SQLITE_TOOBIG:
    return BERG_NO_MEMORY;
  case SQLITE_IOERR:
    return status_of_io(db, rc);
  case SQLITE_READONLY:
  case SQLITE_CORRUPT:
  case SQLITE_NOTADB:
  case SQLITE_CANTOPEN:
  case SQLITE_PERM:
    return BERG_IO;
  default:
    return BERG_INTERNAL;
  }
}

enum berg_status berg_store_fail(struct berg_store *store, int rc, struct berg_problem *problem)
{
  enum berg_status status = status_of_code(store->db, rc);

  store->failure_code = rc;
  (void)berg_problem_set_texts(problem, status, "The catalog's database failed: {} ({})",
                               berg_span_of(sqlite3_errstr(rc)), berg_span_of(sqlite3_errmsg(store->db)));
  if (store->in_turn && store->turn_status == BERG_OK && sqlite3_get_autocommit(store->db))
    store->turn_status = status;
  return status;
}

enum berg_status berg_store_check_writable(struct berg_store *store, struct berg_problem *problem)
{
  if (store->read_only)
    return berg_problem_set(problem, BERG_FORBIDDEN, "The catalog was opened for reading only");
  if (store->turn_status != BERG_OK)
    return berg_problem_set(problem, store->turn_status, "The database rolled back the changes of this turn");
  return BERG_OK;
}

enum berg_status berg_store_statement(struct berg_store *store, enum store_query query, const char *sql,
                                      sqlite3_stmt **statement, struct berg_problem *problem)
{
  if (store->statements[query] == NULL) {
    int rc = sqlite3_prepare_v3(store->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &store->statements[query], NULL);
    if (rc != SQLITE_OK)
      return berg_store_fail(store, rc, problem);
  }
  *statement = store->statements[query];
  return BERG_OK;
}

void berg_store_bind(sqlite3_stmt *statement, int index, struct berg_span s)
{
  if (s.len == 0)
    (void)sqlite3_bind_blob(statement, index, "", 0, SQLITE_STATIC); /* a NULL pointer would bind NULL */
  else
    (void)sqlite3_bind_blob64(statement, index, s.bytes, s.len, SQLITE_STATIC);
}

void berg_store_reset(sqlite3_stmt *statement)
{
  (void)sqlite3_reset(statement); /* repeats the step's failure, which was told */
  (void)sqlite3_clear_bindings(statement);
}

enum berg_status berg_store_next(struct berg_store *store, sqlite3_stmt *statement, bool *more,
                                 struct berg_problem *problem)
{
  enum berg_status status = BERG_OK;
  int rc = sqlite3_step(statement);

  *more = rc == SQLITE_ROW;
  if (rc == SQLITE_ROW)
    return BERG_OK;
  if (rc != SQLITE_DONE)
    status = berg_store_fail(store, rc, problem);
  berg_store_reset(statement);
  return status;
}

enum berg_status berg_store_finish(struct berg_store *store, sqlite3_stmt *statement, int *constraint,
                                   struct berg_problem *problem)
{
  enum berg_status status = BERG_OK;
  int rc = sqlite3_step(statement);

  if ((rc & 0xFF) == SQLITE_CONSTRAINT && constraint != NULL) {
    *constraint = rc;
    status = BERG_EXISTS;
  } else if (rc != SQLITE_DONE) {
    status = berg_store_fail(store, rc, problem);
  }
  berg_store_reset(statement);
  return status;
}

enum berg_status berg_store_run(struct berg_store *store, enum store_query query, const char *sql,
                                struct berg_problem *problem)
{
  sqlite3_stmt *statement = NULL;
  enum berg_status status = berg_store_statement(store, query, sql, &statement, problem);

  return status == BERG_OK ? berg_store_finish(store, statement, NULL, problem) : status;
}

enum berg_status berg_store_column(sqlite3_stmt *statement, int column, struct berg_arena *arena,
                                   struct berg_span *copy, struct berg_problem *problem)
{
  struct berg_span stored;

  stored.bytes = sqlite3_column_blob(statement, column);
  stored.len = (size_t)sqlite3_column_bytes(statement, column);
  if (berg_arena_copy(arena, stored, copy) != BERG_OK)
    return berg_problem_set(problem, BERG_NO_MEMORY, "Out of memory while the catalog was read");
  return BERG_OK;
}

int64_t berg_store_row_limit(size_t limit)
{
  return limit == 0 || limit >= INT64_MAX ? -1 : (int64_t)limit + 1;
}

/* Puts the first column of the row that STATEMENT stands on behind the others. */
static enum berg_status collect_row(sqlite3_stmt *statement, struct berg_arena *arena, struct berg_spans *items,
                                    size_t *cap, struct berg_problem *problem)
{
  if (items->count == *cap) {
    size_t cap_new = *cap == 0 ? 32 : *cap * 2;
    struct berg_span *grown = berg_arena_grow(arena, items->items, items->count, cap_new, sizeof *grown);
    if (grown == NULL)
      return berg_problem_set(problem, BERG_NO_MEMORY, "Out of memory while the catalog was read");
    items->items = grown;
    *cap = cap_new;
  }
  enum berg_status status = berg_store_column(statement, 0, arena, &items->items[items->count], problem);
  if (status == BERG_OK)
    items->count++;
  return status;
}

enum berg_status berg_store_collect(struct berg_store *store, sqlite3_stmt *statement, size_t limit,
                                    struct berg_arena *arena, struct berg_spans *items, bool *more,
                                    struct berg_problem *problem)
{
  struct berg_spans found = {NULL, 0};
  size_t cap = 0;
  bool row = false;
  enum berg_status status = berg_store_next(store, statement, &row, problem);

  while (status == BERG_OK && row && (limit == 0 || found.count < limit)) {
    status = collect_row(statement, arena, &found, &cap, problem);
    if (status == BERG_OK)
      status = berg_store_next(store, statement, &row, problem);
  }
  if (row)
    berg_store_reset(statement);
  if (status != BERG_OK)
    return status;
  *items = found;
  *more = row;
  return BERG_OK;
}
