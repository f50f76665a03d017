#include "store/store_parts.h"

#include <stdio.h>
#include <sys/random.h>

#define APPLICATION_ID 0x62657267 /* "berg", so that file(1) and a stray open tell whose database it is */

/* Names, locations and keys are blobs: compared byte for byte, whatever their encoding. A namespace's key is its levels
 * joined by 0x1F; a namespace at the top has no parent key. `location_key` is the location as a path that ends in '/',
 * so that what lies below a location is one range of the index. Ids are never used again. */
static const char LAYOUT_1[] =
    "CREATE TABLE meta ("
    "  name TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;"
    "INSERT INTO meta VALUES ('unclean', 0);"
    "CREATE TABLE warehouses ("
    "  warehouse_id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, uri BLOB NOT NULL) STRICT;"
    "CREATE TABLE namespaces ("
    "  namespace_id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  warehouse_id INTEGER NOT NULL REFERENCES warehouses,"
    "  key BLOB NOT NULL CHECK (length(key) > 0),"
    "  parent_key BLOB CHECK (length(parent_key) > 0),"
    "  UNIQUE (warehouse_id, key),"
    "  FOREIGN KEY (warehouse_id, parent_key) REFERENCES namespaces (warehouse_id, key)) STRICT;"
    "CREATE INDEX namespaces_by_parent ON namespaces (warehouse_id, parent_key, key);"
    "CREATE TABLE namespace_properties ("
    "  namespace_id INTEGER NOT NULL REFERENCES namespaces ON DELETE CASCADE,"
    "  key BLOB NOT NULL, value BLOB NOT NULL, PRIMARY KEY (namespace_id, key)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE objects ("
    "  object_id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  namespace_id INTEGER NOT NULL REFERENCES namespaces,"
    "  warehouse_id INTEGER NOT NULL REFERENCES warehouses,"
    "  name BLOB NOT NULL CHECK (length(name) > 0),"
    "  kind INTEGER NOT NULL CHECK (kind IN (1, 2)),"
    "  uuid BLOB NOT NULL, location BLOB NOT NULL, location_key BLOB NOT NULL,"
    "  metadata_location BLOB NOT NULL, version INTEGER NOT NULL,"
    "  UNIQUE (namespace_id, name)) STRICT;"
    "CREATE INDEX objects_by_kind ON objects (namespace_id, kind, name);"
    "CREATE INDEX tables_by_location ON objects (warehouse_id, location_key) WHERE kind = 1;"
    "CREATE TABLE garbage ("
    "  garbage_id INTEGER PRIMARY KEY, location BLOB NOT NULL UNIQUE) STRICT;";

/* Step i takes a database of version i to version i + 1. Never changed once released, only added to. */
static const char *const STEPS[] = {LAYOUT_1};
#define LAYOUT_VERSION ((int64_t)(sizeof STEPS / sizeof *STEPS))

static enum berg_status run_text(struct berg_store *store, const char *sql, struct berg_problem *problem)
{
  int rc = sqlite3_exec(store->db, sql, NULL, NULL, NULL);

  return rc == SQLITE_OK ? BERG_OK : berg_store_fail(store, rc, problem);
}

static enum berg_status read_number(struct berg_store *store, const char *sql, int64_t *number,
                                    struct berg_problem *problem)
{
  sqlite3_stmt *statement = NULL;
  int rc = sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL);

  if (rc == SQLITE_OK)
    rc = sqlite3_step(statement);
  enum berg_status status = rc == SQLITE_ROW ? BERG_OK : berg_store_fail(store, rc, problem);
  if (status == BERG_OK)
    *number = sqlite3_column_int64(statement, 0);
  (void)sqlite3_finalize(statement);
  return status;
}

static enum berg_status insert_secret(struct berg_store *store, struct berg_problem *problem)
{
  uint8_t secret[16];
  sqlite3_stmt *statement = NULL;

  if (getrandom(secret, sizeof secret, 0) != sizeof secret)
    return berg_problem_set(problem, BERG_IO, "The system gave no random bytes");
  int rc = sqlite3_prepare_v2(store->db, "INSERT INTO meta VALUES ('secret', ?)", -1, &statement, NULL);
  if (rc != SQLITE_OK)
    return berg_store_fail(store, rc, problem);
  berg_store_bind(statement, 1, (struct berg_span){secret, sizeof secret});
  enum berg_status status = berg_store_finish(store, statement, NULL, problem);
  (void)sqlite3_finalize(statement);
  return status;
}

/* Runs the steps from VERSION on; inside a transaction. */
static enum berg_status run_steps(struct berg_store *store, int64_t version, struct berg_problem *problem)
{
  char pragma[80];
  enum berg_status status = BERG_OK;

  for (int64_t i = version; status == BERG_OK && i < LAYOUT_VERSION; i++)
    status = run_text(store, STEPS[i], problem);
  if (status == BERG_OK && version == 0)
    status = insert_secret(store, problem);
  if (status != BERG_OK)
    return status;
  snprintf(pragma, sizeof pragma, "PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION_ID,
           (int)LAYOUT_VERSION);
  return run_text(store, pragma, problem);
}

/* Whether the file can be this program's: a new one has nothing in it. */
static enum berg_status check_owner(struct berg_store *store, int64_t version, struct berg_problem *problem)
{
  int64_t application_id = 0;
  int64_t thing_count = 0;
  enum berg_status status = read_number(store, "PRAGMA application_id", &application_id, problem);

  if (status == BERG_OK)
    status = read_number(store, "SELECT count(*) FROM sqlite_schema", &thing_count, problem);
  if (status != BERG_OK)
    return status;
  if (application_id != APPLICATION_ID && (version != 0 || application_id != 0 || thing_count != 0))
    return berg_problem_set(problem, BERG_IO, "The database file is no catalog of this program");
  if (version > LAYOUT_VERSION)
    return berg_problem_set_ids(problem, BERG_IO,
                                "The catalog has layout version {}, this program knows up to {}: use a newer program",
                                version, LAYOUT_VERSION);
  return BERG_OK;
}

enum berg_status berg_store_migrate(struct berg_store *store, struct berg_problem *problem)
{
  int64_t version = 0;
  enum berg_status status = read_number(store, "PRAGMA user_version", &version, problem);

  if (status == BERG_OK)
    status = check_owner(store, version, problem);
  if (status != BERG_OK || version == LAYOUT_VERSION)
    return status;
  if (store->read_only)
    return berg_problem_set_ids(problem, BERG_IO,
                                "The catalog has layout version {}, not {}: a server must open it once", version,
                                LAYOUT_VERSION);
  status = run_text(store, "BEGIN IMMEDIATE", problem);
  if (status == BERG_OK)
    status = run_steps(store, version, problem);
  if (status == BERG_OK)
    status = run_text(store, "COMMIT", problem);
  return status; /* after a failure the caller closes the database, which rolls back */
}
