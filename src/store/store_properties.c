#include "store/store_parts.h"

static const char LIST[] = "SELECT key, value FROM namespace_properties WHERE namespace_id = ?1 ORDER BY key";
static const char SET[] = "INSERT OR REPLACE INTO namespace_properties (namespace_id, key, value) VALUES (?1, ?2, ?3)";
static const char REMOVE[] = "DELETE FROM namespace_properties WHERE namespace_id = ?1 AND key = ?2";
static const char HAS[] = "SELECT 1 FROM namespaces WHERE namespace_id = ?1";

static enum berg_status add_row(sqlite3_stmt *statement, struct berg_arena *arena, struct berg_properties *list,
                                size_t *cap, struct berg_problem *problem)
{
  if (list->count == *cap) {
    size_t cap_new = *cap == 0 ? 8 : *cap * 2;
    struct berg_property *grown = berg_arena_grow(arena, list->items, list->count, cap_new, sizeof *grown);
    if (grown == NULL)
      return berg_problem_set(problem, BERG_NO_MEMORY, "Out of memory while the catalog was read");
    list->items = grown;
    *cap = cap_new;
  }
  struct berg_property *next = &list->items[list->count];
  enum berg_status status = berg_store_column(statement, 0, arena, &next->key, problem);
  if (status == BERG_OK)
    status = berg_store_column(statement, 1, arena, &next->value, problem);
  if (status == BERG_OK)
    list->count++;
  return status;
}

enum berg_status berg_store_list_properties(struct berg_store *store, int64_t namespace_id, struct berg_arena *arena,
                                            struct berg_properties *properties, struct berg_problem *problem)
{
  struct berg_properties found = {NULL, 0};
  sqlite3_stmt *statement = NULL;
  size_t cap = 0;
  bool row = false;
  enum berg_status status = berg_store_statement(store, QUERY_LIST_PROPERTIES, LIST, &statement, problem);

  if (status != BERG_OK)
    return status;
  (void)sqlite3_bind_int64(statement, 1, namespace_id);
  status = berg_store_next(store, statement, &row, problem);
  while (status == BERG_OK && row) {
    status = add_row(statement, arena, &found, &cap, problem);
    if (status == BERG_OK)
      status = berg_store_next(store, statement, &row, problem);
  }
  if (row)
    berg_store_reset(statement);
  if (status == BERG_OK)
    *properties = found;
  return status;
}

static enum berg_status set_property(struct berg_store *store, int64_t namespace_id,
                                     const struct berg_property *property, struct berg_problem *problem)
{
  sqlite3_stmt *statement = NULL;
  enum berg_status status = berg_store_statement(store, QUERY_SET_PROPERTY, SET, &statement, problem);

  if (status != BERG_OK)
    return status;
  (void)sqlite3_bind_int64(statement, 1, namespace_id);
  berg_store_bind(statement, 2, property->key);
  berg_store_bind(statement, 3, property->value);
  return berg_store_finish(store, statement, NULL, problem);
}

static enum berg_status remove_property(struct berg_store *store, int64_t namespace_id, struct berg_span key,
                                        struct berg_problem *problem)
{
  sqlite3_stmt *statement = NULL;
  enum berg_status status = berg_store_statement(store, QUERY_REMOVE_PROPERTY, REMOVE, &statement, problem);

  if (status != BERG_OK)
    return status;
  (void)sqlite3_bind_int64(statement, 1, namespace_id);
  berg_store_bind(statement, 2, key);
  return berg_store_finish(store, statement, NULL, problem);
}

/* BERG_ABSENT when there is no such namespace. */
static enum berg_status check_namespace(struct berg_store *store, int64_t namespace_id, struct berg_problem *problem)
{
  sqlite3_stmt *statement = NULL;
  bool row = false;
  enum berg_status status = berg_store_statement(store, QUERY_HAS_NAMESPACE, HAS, &statement, problem);

  if (status != BERG_OK)
    return status;
  (void)sqlite3_bind_int64(statement, 1, namespace_id);
  status = berg_store_next(store, statement, &row, problem);
  if (status == BERG_OK && !row)
    return BERG_ABSENT;
  if (row)
    berg_store_reset(statement);
  return status;
}

enum berg_status berg_store_update_properties(struct berg_store *store, int64_t namespace_id,
                                              const struct berg_properties *updates, const struct berg_spans *removals,
                                              struct berg_problem *problem)
{
  bool owned = false;
  enum berg_status status = berg_store_open_change(store, &owned, problem);

  if (status != BERG_OK)
    return status;
  status = check_namespace(store, namespace_id, problem);
  for (size_t i = 0; status == BERG_OK && i < removals->count; i++)
    status = remove_property(store, namespace_id, removals->items[i], problem);
  for (size_t i = 0; status == BERG_OK && i < updates->count; i++)
    status = set_property(store, namespace_id, &updates->items[i], problem);
  return berg_store_close_change(store, owned, status, problem);
}
