#include "store/store_parts.h"

static const char SQL[] = "INSERT INTO warehouses (name, uri) VALUES (?1, ?2)"
                          " ON CONFLICT (name) DO UPDATE SET uri = ?2"
                          " RETURNING warehouse_id";

enum berg_status berg_store_put_warehouse(struct berg_store *store, struct berg_span name, struct berg_span uri,
                                          int64_t *warehouse_id, struct berg_problem *problem)
{
  sqlite3_stmt *statement = NULL;
  bool row = false;
  enum berg_status status = berg_store_check_writable(store, problem);

  if (status == BERG_OK)
    status = berg_store_statement(store, QUERY_PUT_WAREHOUSE, SQL, &statement, problem);
  if (status != BERG_OK)
    return status;
  berg_store_bind(statement, 1, name);
  berg_store_bind(statement, 2, uri);
  status = berg_store_next(store, statement, &row, problem);
  if (status != BERG_OK)
    return status;
  if (!row)
    return berg_problem_set(problem, BERG_INTERNAL, "The database gave no id for a warehouse");
  int64_t id = sqlite3_column_int64(statement, 0);
  status = berg_store_finish(store, statement, NULL, problem); /* the change is made when the statement is done */
  if (status == BERG_OK)
    *warehouse_id = id;
  return status;
}
