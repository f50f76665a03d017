#include "store/store_parts.h"

static const char INSERT[] = "INSERT INTO namespaces (warehouse_id, key, parent_key) VALUES (?1, ?2, ?3)";
static const char FIND[] = "SELECT namespace_id FROM namespaces WHERE warehouse_id = ?1 AND key = ?2";
static const char DELETE[] = "DELETE FROM namespaces WHERE namespace_id = ?1";
static const char LIST[] = "SELECT key FROM namespaces INDEXED BY namespaces_by_parent WHERE warehouse_id = ?1 AND "
                           "parent_key IS ?2 AND key > ?3"
                           " ORDER BY key LIMIT ?4";

/* The parent key of a namespace at the top is NULL, as the foreign key wants it. */
static void bind_parent(sqlite3_stmt *statement, int index, struct berg_span parent_key)
{
  if (parent_key.len == 0)
    (void)sqlite3_bind_null(statement, index);
  else
    berg_store_bind(statement, index, parent_key);
}

static enum berg_status insert_row(struct berg_store *store, int64_t warehouse_id, struct berg_span key,
                                   struct berg_span parent_key, struct berg_problem *problem)
{
  sqlite3_stmt *statement = NULL;
  int constraint = 0;
  enum berg_status status = berg_store_statement(store, QUERY_INSERT_NAMESPACE, INSERT, &statement, problem);

  if (status != BERG_OK)
    return status;
  (void)sqlite3_bind_int64(statement, 1, warehouse_id);
  berg_store_bind(statement, 2, key);
  bind_parent(statement, 3, parent_key);
  status = berg_store_finish(store, statement, &constraint, problem);
  if (constraint == SQLITE_CONSTRAINT_FOREIGNKEY)
    return parent_key.len == 0 ? BERG_NO_WAREHOUSE : BERG_NO_NAMESPACE;
  if (constraint != 0 && constraint != SQLITE_CONSTRAINT_UNIQUE)
    return berg_problem_set(problem, BERG_INTERNAL, "A namespace without a name");
  return status;
}

enum berg_status berg_store_insert_namespace(struct berg_store *store, int64_t warehouse_id, struct berg_span key,
                                             struct berg_span parent_key, const struct berg_properties *properties,
                                             struct berg_problem *problem)
{
  static const struct berg_spans NO_REMOVALS = {NULL, 0};
  bool owned = false;
  enum berg_status status = berg_store_open_change(store, &owned, problem);

  if (status != BERG_OK)
    return status;
  status = insert_row(store, warehouse_id, key, parent_key, problem);
  if (status == BERG_OK && properties != NULL && properties->count > 0)
    status =
        berg_store_update_properties(store, sqlite3_last_insert_rowid(store->db), properties, &NO_REMOVALS, problem);
  return berg_store_close_change(store, owned, status, problem);
}

enum berg_status berg_store_find_namespace(struct berg_store *store, int64_t warehouse_id, struct berg_span key,
                                           bool with_properties, struct berg_arena *arena,
                                           struct berg_store_namespace *out, struct berg_problem *problem)
{
  struct berg_store_namespace found = {0};
  sqlite3_stmt *statement = NULL;
  bool row = false;
  enum berg_status status = berg_store_statement(store, QUERY_FIND_NAMESPACE, FIND, &statement, problem);

  if (status != BERG_OK)
    return status;
  (void)sqlite3_bind_int64(statement, 1, warehouse_id);
  berg_store_bind(statement, 2, key);
  status = berg_store_next(store, statement, &row, problem);
  if (status != BERG_OK)
    return status;
  if (!row)
    return BERG_ABSENT;
  found.namespace_id = sqlite3_column_int64(statement, 0);
  berg_store_reset(statement);
  if (berg_arena_copy(arena, key, &found.key) != BERG_OK)
    return berg_problem_set(problem, BERG_NO_MEMORY, "Out of memory while the catalog was read");
  if (with_properties)
    status = berg_store_list_properties(store, found.namespace_id, arena, &found.properties, problem);
  if (status == BERG_OK)
    *out = found;
  return status;
}

enum berg_status berg_store_delete_namespace(struct berg_store *store, int64_t namespace_id,
                                             struct berg_problem *problem)
{
  sqlite3_stmt *statement = NULL;
  int constraint = 0;
  enum berg_status status = berg_store_check_writable(store, problem);

  if (status == BERG_OK)
    status = berg_store_statement(store, QUERY_DELETE_NAMESPACE, DELETE, &statement, problem);
  if (status != BERG_OK)
    return status;
  (void)sqlite3_bind_int64(statement, 1, namespace_id);
  status = berg_store_finish(store, statement, &constraint, problem);
  if (constraint != 0) /* a child, table or view refers to it */
    return BERG_NOT_EMPTY;
  if (status == BERG_OK && sqlite3_changes(store->db) == 0)
    return BERG_ABSENT;
  return status;
}

enum berg_status berg_store_list_namespaces(struct berg_store *store, int64_t warehouse_id, struct berg_span parent_key,
                                            struct berg_span after, size_t limit, struct berg_arena *arena,
                                            struct berg_spans *keys, bool *more, struct berg_problem *problem)
{
  sqlite3_stmt *statement = NULL;
  enum berg_status status = berg_store_statement(store, QUERY_LIST_NAMESPACES, LIST, &statement, problem);

  if (status != BERG_OK)
    return status;
  (void)sqlite3_bind_int64(statement, 1, warehouse_id);
  bind_parent(statement, 2, parent_key);
  berg_store_bind(statement, 3, after);
  (void)sqlite3_bind_int64(statement, 4, berg_store_row_limit(limit));
  return berg_store_collect(store, statement, limit, arena, keys, more, problem);
}
