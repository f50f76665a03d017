#include "store/store_parts.h"

#define LOG_FRAMES_IDLE 1000 /* 4 MB: worth moving when nobody waits */
#define LOG_FRAMES_MAX 4096  /* 16 MB: moved even then */

static bool is_transaction_open(const struct berg_store *store)
{
  return !sqlite3_get_autocommit(store->db);
}

static void close_turn(struct berg_store *store)
{
  store->in_turn = false;
  store->in_request = false;
  store->released_count = 0;
  store->turn_status = BERG_OK;
}

/* Rolls back whatever transaction is open. A rollback that fails leaves it open; the next COMMIT or the close of the
 * database then ends it, without effect. */
static void roll_back_all(struct berg_store *store)
{
  if (is_transaction_open(store)) {
    enum berg_status ignored = berg_store_run(store, QUERY_ROLL_BACK, "ROLLBACK", NULL);
    (void)ignored;
  }
}

/* Opens the turn, if none is open, for the first request that may write. */
static enum berg_status open_turn(struct berg_store *store, struct berg_problem *problem)
{
  if (store->in_turn)
    return BERG_OK;
  enum berg_status status = berg_store_run(store, QUERY_BEGIN, "BEGIN IMMEDIATE", problem);
  if (status == BERG_OK)
    store->in_turn = true;
  return status;
}

enum berg_status berg_store_begin(struct berg_store *store, struct berg_problem *problem)
{
  enum berg_status status = berg_store_check_writable(store, problem);

  if (status != BERG_OK)
    return status;
  if (store->in_request)
    return berg_problem_set(problem, BERG_INTERNAL, "A request's part of the turn is open already");
  status = open_turn(store, problem);
  if (status != BERG_OK)
    return status;
  status = berg_store_run(store, QUERY_SAVEPOINT, "SAVEPOINT request", problem);
  if (status == BERG_OK)
    store->in_request = true;
  else if (store->released_count == 0)
    berg_store_roll_back(store);
  return status;
}

enum berg_status berg_store_release(struct berg_store *store, struct berg_problem *problem)
{
  enum berg_status status = berg_store_check_writable(store, problem);

  if (status != BERG_OK)
    return status;
  if (!store->in_request)
    return berg_problem_set(problem, BERG_INTERNAL, "No request's part of the turn is open");
  status = berg_store_run(store, QUERY_RELEASE, "RELEASE request", problem);
  if (status != BERG_OK)
    return status;
  store->in_request = false;
  store->released_count++;
  return BERG_OK;
}

/* Takes the open request's part back and leaves those before it; gives up the whole turn when that fails. */
static void roll_back_request(struct berg_store *store)
{
  enum berg_status status = berg_store_run(store, QUERY_ROLL_BACK_TO, "ROLLBACK TO request", NULL);

  if (status == BERG_OK)
    status = berg_store_run(store, QUERY_RELEASE, "RELEASE request", NULL);
  if (status == BERG_OK)
    return;
  if (store->turn_status == BERG_OK)
    store->turn_status = status;
  roll_back_all(store);
}

void berg_store_roll_back(struct berg_store *store)
{
  if (!store->in_turn)
    return;
  if (store->released_count == 0) { /* nobody waits for this turn */
    roll_back_all(store);
    close_turn(store);
    return;
  }
  if (store->in_request && store->turn_status == BERG_OK)
    roll_back_request(store);
  store->in_request = false;
}

/* Whether the COMMIT that failed with the library's CODE may have reached the log whole: not when a write failed, for
 * the frame that commits is the last one written. */
static bool may_be_written(int code)
{
  return (code & 0xFF) == SQLITE_IOERR ? code != SQLITE_IOERR_WRITE && code != SQLITE_IOERR_NOMEM
                                       : (code & 0xFF) != SQLITE_FULL && (code & 0xFF) != SQLITE_NOMEM;
}

/* SPEC tables/updateTable/state-unknown */
/* After a COMMIT that failed with STATUS: tells whether nothing of the turn can ever show. The rollback takes it out of
 * this process's sight, but when the log was written and only its sync failed, a crash would bring it back. So the log
 * is written over with a small transaction of its own; when that is durable, the old frames are void. */
static enum berg_status settle_failed_commit(struct berg_store *store, enum berg_status status,
                                             struct berg_problem *problem)
{
  bool written = may_be_written(store->failure_code);

  roll_back_all(store);
  close_turn(store);
  bool known = !is_transaction_open(store);
  if (known && written)
    known = berg_store_mark_clean(store, false, NULL) == BERG_OK;
  if (known)
    return status;
  if (problem != NULL)
    problem->status = BERG_STATE_UNKNOWN;
  return BERG_STATE_UNKNOWN;
}

enum berg_status berg_store_commit(struct berg_store *store, struct berg_problem *problem)
{
  if (!store->in_turn)
    return BERG_OK;
  if (store->in_request)
    berg_store_roll_back(store);
  if (!store->in_turn)
    return BERG_OK;
  if (store->turn_status != BERG_OK) {
    enum berg_status status = berg_store_check_writable(store, problem);
    roll_back_all(store);
    close_turn(store);
    return status;
  }
  enum berg_status status = berg_store_run(store, QUERY_COMMIT, "COMMIT", problem);
  if (status != BERG_OK)
    return settle_failed_commit(store, status, problem);
  close_turn(store);
  return BERG_OK;
}

void berg_store_abandon(struct berg_store *store)
{
  if (!store->in_turn)
    return;
  roll_back_all(store);
  close_turn(store);
}

bool berg_store_in_turn(const struct berg_store *store)
{
  return store->in_turn;
}

void berg_store_checkpoint(struct berg_store *store, bool idle)
{
  int waiting = store->wal_frame_count - store->checkpointed_frame_count;

  if (store->in_turn || store->read_only || waiting < (idle ? LOG_FRAMES_IDLE : LOG_FRAMES_MAX))
    return;
  int frames = 0;
  int moved = 0;
  int rc = sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_PASSIVE, &frames, &moved);
  if (rc == SQLITE_OK && moved >= 0)
    store->checkpointed_frame_count = moved;
}

enum berg_status berg_store_open_change(struct berg_store *store, bool *owned, struct berg_problem *problem)
{
  enum berg_status status = berg_store_check_writable(store, problem);

  *owned = false;
  if (status != BERG_OK || is_transaction_open(store))
    return status;
  status = berg_store_run(store, QUERY_BEGIN, "BEGIN IMMEDIATE", problem);
  *owned = status == BERG_OK;
  return status;
}

enum berg_status berg_store_close_change(struct berg_store *store, bool owned, enum berg_status status,
                                         struct berg_problem *problem)
{
  if (!owned)
    return status;
  if (status == BERG_OK)
    status = berg_store_run(store, QUERY_COMMIT, "COMMIT", problem);
  if (status != BERG_OK)
    roll_back_all(store);
  return status;
}
