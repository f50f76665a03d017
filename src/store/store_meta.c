#include "store/store_parts.h"

#include <string.h>

/* The first column of the first row of SQL, as text for a message; BERG_IO when it is not "ok". */
static enum berg_status check_integrity(struct berg_store *store, struct berg_problem *problem)
{
  sqlite3_stmt *statement = NULL;
  int rc = sqlite3_prepare_v2(store->db, "PRAGMA integrity_check(1)", -1, &statement, NULL);
  enum berg_status status = BERG_OK;

  if (rc == SQLITE_OK)
    rc = sqlite3_step(statement);
  const char *verdict = rc == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
  if (rc != SQLITE_ROW)
    status = berg_store_fail(store, rc, problem);
  else if (verdict == NULL || strcmp(verdict, "ok") != 0)
    status = berg_problem_set_text(problem, BERG_IO, "The catalog's database is damaged after an unclean stop: {}",
                                   berg_span_of(verdict == NULL ? "no verdict" : verdict));
  (void)sqlite3_finalize(statement);
  return status;
}

static enum berg_status read_meta(struct berg_store *store, sqlite3_stmt *statement, struct berg_problem *problem)
{
  if (sqlite3_step(statement) != SQLITE_ROW || sqlite3_column_bytes(statement, 0) != sizeof store->secret)
    return berg_problem_set(problem, BERG_IO, "The catalog's database has lost its secret");
  memcpy(store->secret, sqlite3_column_blob(statement, 0), sizeof store->secret);
  store->was_unclean = sqlite3_column_int64(statement, 1) != 0;
  return BERG_OK;
}

enum berg_status berg_store_load_meta(struct berg_store *store, struct berg_problem *problem)
{
  sqlite3_stmt *statement = NULL;
  int rc = sqlite3_prepare_v2(store->db,
                              "SELECT s.value, u.value FROM meta s, meta u"
                              " WHERE s.name = 'secret' AND u.name = 'unclean'",
                              -1, &statement, NULL);

  if (rc != SQLITE_OK)
    return berg_store_fail(store, rc, problem);
  enum berg_status status = read_meta(store, statement, problem);
  (void)sqlite3_finalize(statement);
  if (status == BERG_OK && store->was_unclean)
    status = check_integrity(store, problem);
  return status;
}

/* The mark counts up while it stands, so that every call writes a page: SQLite leaves out writes that change nothing,
 * and a commit whose outcome is in doubt needs one (store_turn.c). */
enum berg_status berg_store_mark_clean(struct berg_store *store, bool clean, struct berg_problem *problem)
{
  int rc = sqlite3_exec(store->db,
                        clean ? "UPDATE meta SET value = 0 WHERE name = 'unclean'"
                              : "UPDATE meta SET value = value + 1 WHERE name = 'unclean'",
                        NULL, NULL, NULL);

  return rc == SQLITE_OK ? BERG_OK : berg_store_fail(store, rc, problem);
}

void berg_store_secret(const struct berg_store *store, uint8_t secret[16])
{
  memcpy(secret, store->secret, sizeof store->secret);
}

bool berg_store_was_unclean(const struct berg_store *store)
{
  return store->was_unclean;
}
