#include "store/store_parts.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DATABASE_NAME "catalog.sqlite3"

/* The order matters: the page size counts only before the first page is written, and exclusive locking must come before
 * the first access, for only then the log's index lives in this process's memory and reads need no locks. */
static const char SETUP[] = "PRAGMA page_size = 4096;"
                            "PRAGMA locking_mode = EXCLUSIVE;"
                            "PRAGMA journal_mode = WAL;"
                            "PRAGMA synchronous = FULL;"
                            "PRAGMA foreign_keys = ON;"
                            "PRAGMA cache_size = -4096;"
                            "PRAGMA temp_store = MEMORY;"
                            "PRAGMA trusted_schema = OFF;"
                            "PRAGMA wal_autocheckpoint = 0;";

/* Keeps count of the frames in the log; a count that falls tells that the log was begun anew. */
static int count_frames(void *context, sqlite3 *db, const char *name, int frame_count)
{
  struct berg_store *store = context;

  (void)db;
  (void)name;
  if (frame_count < store->wal_frame_count)
    store->checkpointed_frame_count = 0;
  store->wal_frame_count = frame_count;
  return SQLITE_OK;
}

/* One thread, no statistics. Both calls count only before the library's first use; after it they change nothing. */
static void configure_library(void)
{
  (void)sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
  (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

static bool is_in_memory(const struct berg_store_settings *settings)
{
  return strcmp(settings->directory, ":memory:") == 0;
}

static enum berg_status open_database(struct berg_store *store, const struct berg_store_settings *settings,
                                      struct berg_problem *problem)
{
  char path[PATH_MAX];
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;

  if (!store->read_only)
    flags |= SQLITE_OPEN_CREATE;
  int len = is_in_memory(settings) ? snprintf(path, sizeof path, ":memory:")
                                   : snprintf(path, sizeof path, "%s/%s", settings->directory, DATABASE_NAME);
  if (len < 0 || (size_t)len >= sizeof path)
    return berg_problem_set(problem, BERG_IO, "The data directory's name is too long");
  configure_library();
  int rc = sqlite3_open_v2(path, &store->db, flags, NULL);
  if (rc != SQLITE_OK && store->db == NULL)
    return berg_problem_set(problem, BERG_NO_MEMORY, "Out of memory while the catalog was opened");
  if (rc == SQLITE_OK)
    rc = sqlite3_busy_timeout(store->db, settings->busy_timeout_ms);
  if (rc == SQLITE_OK)
    rc = sqlite3_exec(store->db, SETUP, NULL, NULL, NULL);
  if (rc != SQLITE_OK)
    return berg_store_fail(store, rc, problem);
  (void)sqlite3_wal_hook(store->db, count_frames, store);
  return BERG_OK;
}

static enum berg_status set_synchronous(struct berg_store *store, const char *pragma, struct berg_problem *problem)
{
  int rc = sqlite3_exec(store->db, pragma, NULL, NULL, NULL);

  return rc == SQLITE_OK ? BERG_OK : berg_store_fail(store, rc, problem);
}

/* Notes that a stop from now on is unclean. Behind a clean stop that is not synced, for a start would wait three times
 * for the disk: the next process sees it all the same, and when the machine stops, the note is lost only as long as
 * nothing else was written, since the sync of the first COMMIT covers the log from its start. The log of an unclean
 * stop may be begun anew, which needs its syncs. */
static enum berg_status mark_open(struct berg_store *store, struct berg_problem *problem)
{
  if (store->was_unclean)
    return berg_store_mark_clean(store, false, problem);
  enum berg_status status = set_synchronous(store, "PRAGMA synchronous = OFF", problem);
  if (status == BERG_OK)
    status = berg_store_mark_clean(store, false, problem);
  if (status == BERG_OK)
    status = set_synchronous(store, "PRAGMA synchronous = FULL", problem);
  return status;
}

static enum berg_status prepare_database(struct berg_store *store, struct berg_problem *problem)
{
  enum berg_status status = berg_store_migrate(store, problem);

  if (status == BERG_OK)
    status = berg_store_load_meta(store, problem);
  if (status == BERG_OK && !store->read_only)
    status = mark_open(store, problem);
  return status;
}

/* Closes what is open, without a mark that the stop was clean. */
static void close_parts(struct berg_store *store)
{
  for (size_t i = 0; i < QUERY_COUNT; i++)
    (void)sqlite3_finalize(store->statements[i]);
  (void)sqlite3_close(store->db);
  if (store->lock_fd >= 0)
    close(store->lock_fd); /* last: the lock covers the checkpoint of the close */
  free(store);
}

enum berg_status berg_store_open(const struct berg_store_settings *settings, struct berg_store **store,
                                 struct berg_problem *problem)
{
  struct berg_store *opened = calloc(1, sizeof *opened);
  enum berg_status status = BERG_OK;

  if (opened == NULL)
    return berg_problem_set(problem, BERG_NO_MEMORY, "Out of memory while the catalog was opened");
  opened->lock_fd = -1;
  opened->read_only = settings->read_only;
  if (!is_in_memory(settings))
    status = berg_store_lock(settings->directory, !settings->read_only, &opened->lock_fd, problem);
  if (status == BERG_OK)
    status = open_database(opened, settings, problem);
  if (status == BERG_OK)
    status = prepare_database(opened, problem);
  if (status != BERG_OK) {
    close_parts(opened);
    return status;
  }
  *store = opened;
  return BERG_OK;
}

void berg_store_close(struct berg_store *store)
{
  if (store == NULL)
    return;
  if (!sqlite3_get_autocommit(store->db))
    (void)sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
  store->in_turn = false;
  if (!store->read_only) {
    enum berg_status status = berg_store_mark_clean(store, true, NULL);
    (void)status; /* then the next start checks the database */
  }
  close_parts(store);
}
