#include "store/store_parts.h"

/* INDEXED BY: should the index ever not serve, the statement must fail, not scan. */
static const char BELOW[] = "SELECT 1 FROM objects INDEXED BY tables_by_location"
                            " WHERE kind = 1 AND warehouse_id = ?1 AND location_key >= ?2 AND location_key < ?3"
                            " AND object_id <> ?4 LIMIT 1";
static const char AT[] = "SELECT 1 FROM objects INDEXED BY tables_by_location"
                         " WHERE kind = 1 AND warehouse_id = ?1 AND location_key = ?2 AND object_id <> ?3 LIMIT 1";

/* The part of LOCATION behind `file:` and its empty authority; all of it for other schemes. */
static struct berg_span strip_scheme(struct berg_span location)
{
  if (!berg_span_starts_with(location, BERG_SPAN("file:/")))
    return location;
  struct berg_span path = berg_span_part(location, 5, location.len - 5);
  if (berg_span_starts_with(path, BERG_SPAN("///")))
    return berg_span_part(path, 2, path.len - 2);
  return berg_span_starts_with(path, BERG_SPAN("//")) ? location : path;
}

void berg_store_location_key(struct berg_buffer *key, struct berg_span location)
{
  struct berg_span path = strip_scheme(location);

  while (path.len > 0 && path.bytes[path.len - 1] == '/')
    path.len--;
  berg_buffer_append(key, path);
  berg_buffer_append_byte(key, '/');
}

/* Ends the use of STATEMENT, which was bound; TAKEN tells whether it has a row. */
static enum berg_status ask(struct berg_store *store, sqlite3_stmt *statement, bool *taken,
                            struct berg_problem *problem)
{
  bool row = false;
  enum berg_status status = berg_store_next(store, statement, &row, problem);

  if (row)
    berg_store_reset(statement);
  if (status == BERG_OK)
    *taken = row;
  return status;
}

/* Whether a table lives at KEY or below it. All keys below start with KEY, whose last byte is '/': they are the range
 * up to the same text with the byte behind '/', '0'. */
static enum berg_status ask_below(struct berg_store *store, int64_t warehouse_id, struct berg_buffer *key,
                                  int64_t except_object_id, bool *taken, struct berg_problem *problem)
{
  struct berg_buffer end;
  sqlite3_stmt *statement = NULL;
  enum berg_status status = berg_store_statement(store, QUERY_LOCATION_BELOW, BELOW, &statement, problem);

  if (status != BERG_OK)
    return status;
  berg_buffer_open(&end);
  berg_buffer_append(&end, berg_span_part(berg_buffer_span(key), 0, key->len - 1));
  berg_buffer_append_byte(&end, '/' + 1);
  status = berg_buffer_status(&end);
  if (status == BERG_OK) {
    (void)sqlite3_bind_int64(statement, 1, warehouse_id);
    berg_store_bind(statement, 2, berg_buffer_span(key));
    berg_store_bind(statement, 3, berg_buffer_span(&end));
    (void)sqlite3_bind_int64(statement, 4, except_object_id);
    status = ask(store, statement, taken, problem);
  }
  berg_buffer_close(&end);
  return status;
}

/* Whether a table lives above KEY: one look for each of its directories. */
static enum berg_status ask_above(struct berg_store *store, int64_t warehouse_id, struct berg_span key,
                                  int64_t except_object_id, bool *taken, struct berg_problem *problem)
{
  bool found = false;
  sqlite3_stmt *statement = NULL;
  enum berg_status status = berg_store_statement(store, QUERY_LOCATION_AT, AT, &statement, problem);

  for (size_t i = 0; status == BERG_OK && !found && i + 1 < key.len; i++) {
    if (key.bytes[i] != '/')
      continue;
    (void)sqlite3_bind_int64(statement, 1, warehouse_id);
    berg_store_bind(statement, 2, berg_span_part(key, 0, i + 1));
    (void)sqlite3_bind_int64(statement, 3, except_object_id);
    status = ask(store, statement, &found, problem);
  }
  if (status == BERG_OK)
    *taken = found;
  return status;
}

enum berg_status berg_store_location_taken(struct berg_store *store, int64_t warehouse_id, struct berg_span location,
                                           int64_t except_object_id, bool *taken, struct berg_problem *problem)
{
  struct berg_buffer key;
  bool found = false;

  berg_buffer_open(&key);
  berg_store_location_key(&key, location);
  enum berg_status status = berg_buffer_status(&key);
  if (status == BERG_OK)
    status = ask_below(store, warehouse_id, &key, except_object_id, &found, problem);
  if (status == BERG_OK && !found)
    status = ask_above(store, warehouse_id, berg_buffer_span(&key), except_object_id, &found, problem);
  berg_buffer_close(&key);
  if (status == BERG_OK)
    *taken = found;
  return status;
}
