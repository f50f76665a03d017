#include "store/store_parts.h"

static const char ADD[] = "INSERT OR IGNORE INTO garbage (location) VALUES (?1)";
static const char LIST[] = "SELECT location FROM garbage ORDER BY garbage_id LIMIT ?1";
static const char DELETE[] = "DELETE FROM garbage WHERE location = ?1";

static enum berg_status change(struct berg_store *store, enum store_query query, const char *sql,
                               struct berg_span location, struct berg_problem *problem)
{
  sqlite3_stmt *statement = NULL;
  enum berg_status status = berg_store_check_writable(store, problem);

  if (status == BERG_OK)
    status = berg_store_statement(store, query, sql, &statement, problem);
  if (status != BERG_OK)
    return status;
  berg_store_bind(statement, 1, location);
  return berg_store_finish(store, statement, NULL, problem);
}

enum berg_status berg_store_add_garbage(struct berg_store *store, struct berg_span location,
                                        struct berg_problem *problem)
{
  return change(store, QUERY_ADD_GARBAGE, ADD, location, problem);
}

enum berg_status berg_store_delete_garbage(struct berg_store *store, struct berg_span location,
                                           struct berg_problem *problem)
{
  return change(store, QUERY_DELETE_GARBAGE, DELETE, location, problem);
}

enum berg_status berg_store_list_garbage(struct berg_store *store, size_t limit, struct berg_arena *arena,
                                         struct berg_spans *locations, struct berg_problem *problem)
{
  sqlite3_stmt *statement = NULL;
  bool more = false;
  enum berg_status status = berg_store_statement(store, QUERY_LIST_GARBAGE, LIST, &statement, problem);

  if (status != BERG_OK)
    return status;
  (void)sqlite3_bind_int64(statement, 1, berg_store_row_limit(limit));
  return berg_store_collect(store, statement, limit, arena, locations, &more, problem);
}
