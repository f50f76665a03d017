#include "store/store_parts.h"

static const char FIND[] =
    "SELECT o.object_id, o.namespace_id, o.kind, o.version, o.uuid, o.location, o.metadata_location"
    " FROM namespaces n JOIN objects o ON o.namespace_id = n.namespace_id"
    " WHERE n.warehouse_id = ?1 AND n.key = ?2 AND o.name = ?3";
static const char INSERT[] =
    "INSERT INTO objects (namespace_id, warehouse_id, name, kind, uuid, location, location_key,"
    " metadata_location, version)"
    " SELECT namespace_id, warehouse_id, ?2, ?3, ?4, ?5, ?6, ?7, ?8"
    " FROM namespaces WHERE namespace_id = ?1";
static const char SWAP[] = "UPDATE objects SET location = ?3, location_key = ?4, metadata_location = ?5,"
                           " version = version + 1 WHERE object_id = ?1 AND version = ?2";
static const char DELETE[] = "DELETE FROM objects WHERE object_id = ?1";
static const char LIST[] =
    "SELECT name FROM objects INDEXED BY objects_by_kind WHERE namespace_id = ?1 AND kind = ?2 AND name > ?3"
    " ORDER BY name LIMIT ?4";

/* The object on the row that STATEMENT stands on. */
static enum berg_status read_object(sqlite3_stmt *statement, struct berg_arena *arena, struct berg_store_object *object,
                                    struct berg_problem *problem)
{
  object->object_id = sqlite3_column_int64(statement, 0);
  object->namespace_id = sqlite3_column_int64(statement, 1);
  object->kind = sqlite3_column_int(statement, 2) == BERG_OBJECT_TABLE ? BERG_OBJECT_TABLE : BERG_OBJECT_VIEW;
  object->version = sqlite3_column_int64(statement, 3);
  enum berg_status status = berg_store_column(statement, 4, arena, &object->uuid, problem);
  if (status == BERG_OK)
    status = berg_store_column(statement, 5, arena, &object->location, problem);
  if (status == BERG_OK)
    status = berg_store_column(statement, 6, arena, &object->metadata_location, problem);
  return status;
}

enum berg_status berg_store_find_object(struct berg_store *store, int64_t warehouse_id, struct berg_span namespace_key,
                                        struct berg_span name, struct berg_arena *arena, struct berg_store_object *out,
                                        struct berg_problem *problem)
{
  struct berg_store_object found = {0};
  sqlite3_stmt *statement = NULL;
  bool row = false;
  enum berg_status status = berg_store_statement(store, QUERY_FIND_OBJECT, FIND, &statement, problem);

  if (status != BERG_OK)
    return status;
  (void)sqlite3_bind_int64(statement, 1, warehouse_id);
  berg_store_bind(statement, 2, namespace_key);
  berg_store_bind(statement, 3, name);
  status = berg_store_next(store, statement, &row, problem);
  if (status != BERG_OK)
    return status;
  if (!row)
    return BERG_ABSENT;
  status = read_object(statement, arena, &found, problem);
  berg_store_reset(statement);
  if (status == BERG_OK)
    *out = found;
  return status;
}

/* Binds and runs the insertion; LOCATION_KEY is scratch of its own. */
static enum berg_status insert_row(struct berg_store *store, int64_t namespace_id, struct berg_span name,
                                   const struct berg_store_object *object, struct berg_span location_key,
                                   struct berg_problem *problem)
{
  sqlite3_stmt *statement = NULL;
  int constraint = 0;
  enum berg_status status = berg_store_statement(store, QUERY_INSERT_OBJECT, INSERT, &statement, problem);

  if (status != BERG_OK)
    return status;
  (void)sqlite3_bind_int64(statement, 1, namespace_id);
  berg_store_bind(statement, 2, name);
  (void)sqlite3_bind_int(statement, 3, (int)object->kind);
  berg_store_bind(statement, 4, object->uuid);
  berg_store_bind(statement, 5, object->location);
  berg_store_bind(statement, 6, location_key);
  berg_store_bind(statement, 7, object->metadata_location);
  (void)sqlite3_bind_int64(statement, 8, object->version);
  status = berg_store_finish(store, statement, &constraint, problem);
  if (constraint != 0 && constraint != SQLITE_CONSTRAINT_UNIQUE)
    return berg_problem_set(problem, BERG_INTERNAL, "An object without a name or kind");
  if (status == BERG_OK && sqlite3_changes(store->db) == 0)
    return BERG_NO_NAMESPACE;
  return status;
}

enum berg_status berg_store_insert_object(struct berg_store *store, int64_t namespace_id, struct berg_span name,
                                          const struct berg_store_object *object, struct berg_problem *problem)
{
  struct berg_buffer key;
  enum berg_status status = berg_store_check_writable(store, problem);

  if (status != BERG_OK)
    return status;
  berg_buffer_open(&key);
  berg_store_location_key(&key, object->location);
  status = berg_buffer_status(&key);
  if (status == BERG_OK)
    status = insert_row(store, namespace_id, name, object, berg_buffer_span(&key), problem);
  berg_buffer_close(&key);
  return status;
}

/* SPEC tables/updateTable/no-lost-update */
static enum berg_status swap_row(struct berg_store *store, int64_t object_id, int64_t expected_version,
                                 struct berg_span location, struct berg_span location_key,
                                 struct berg_span metadata_location, struct berg_problem *problem)
{
  sqlite3_stmt *statement = NULL;
  enum berg_status status = berg_store_statement(store, QUERY_SWAP_OBJECT, SWAP, &statement, problem);

  if (status != BERG_OK)
    return status;
  (void)sqlite3_bind_int64(statement, 1, object_id);
  (void)sqlite3_bind_int64(statement, 2, expected_version);
  berg_store_bind(statement, 3, location);
  berg_store_bind(statement, 4, location_key);
  berg_store_bind(statement, 5, metadata_location);
  status = berg_store_finish(store, statement, NULL, problem);
  if (status == BERG_OK && sqlite3_changes(store->db) != 1)
    return BERG_COMMIT_FAILED;
  return status;
}

enum berg_status berg_store_swap_object(struct berg_store *store, int64_t object_id, int64_t expected_version,
                                        struct berg_span location, struct berg_span metadata_location,
                                        struct berg_problem *problem)
{
  struct berg_buffer key;
  enum berg_status status = berg_store_check_writable(store, problem);

  if (status != BERG_OK)
    return status;
  berg_buffer_open(&key);
  berg_store_location_key(&key, location);
  status = berg_buffer_status(&key);
  if (status == BERG_OK)
    status = swap_row(store, object_id, expected_version, location, berg_buffer_span(&key), metadata_location, problem);
  berg_buffer_close(&key);
  return status;
}

enum berg_status berg_store_delete_object(struct berg_store *store, int64_t object_id, struct berg_problem *problem)
{
  sqlite3_stmt *statement = NULL;
  enum berg_status status = berg_store_check_writable(store, problem);

  if (status == BERG_OK)
    status = berg_store_statement(store, QUERY_DELETE_OBJECT, DELETE, &statement, problem);
  if (status != BERG_OK)
    return status;
  (void)sqlite3_bind_int64(statement, 1, object_id);
  status = berg_store_finish(store, statement, NULL, problem);
  if (status == BERG_OK && sqlite3_changes(store->db) == 0)
    return BERG_ABSENT;
  return status;
}

enum berg_status berg_store_list_objects(struct berg_store *store, int64_t namespace_id, enum berg_object_kind kind,
                                         struct berg_span after, size_t limit, struct berg_arena *arena,
                                         struct berg_spans *names, bool *more, struct berg_problem *problem)
{
  sqlite3_stmt *statement = NULL;
  enum berg_status status = berg_store_statement(store, QUERY_LIST_OBJECTS, LIST, &statement, problem);

  if (status != BERG_OK)
    return status;
  (void)sqlite3_bind_int64(statement, 1, namespace_id);
  (void)sqlite3_bind_int(statement, 2, (int)kind);
  berg_store_bind(statement, 3, after);
  (void)sqlite3_bind_int64(statement, 4, berg_store_row_limit(limit));
  return berg_store_collect(store, statement, limit, arena, names, more, problem);
}
