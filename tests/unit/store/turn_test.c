/* Turns: what stands and what does not, one sync a turn, and a disk that fails at each step.
 *
 * fdatasync, fsync and pwrite64 are defined here: the dynamic linker binds the library's calls to them, so that syncs
 * can be counted and writes can fail. */
#include "tests/unit/store/kit.h"

#include <errno.h>
#include <sys/syscall.h>

static int sync_count;
static int sync_fail_count; /* so many syncs from now on fail */
static int write_error;     /* 0: writes work */

static int do_sync(long number, int fd)
{
  sync_count++;
  if (sync_fail_count > 0) {
    sync_fail_count--;
    errno = EIO;
    return -1;
  }
  return (int)syscall(number, fd);
}

int fdatasync(int fd)
{
  return do_sync(SYS_fdatasync, fd);
}

int fsync(int fd)
{
  return do_sync(SYS_fsync, fd);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off_t offset)
{
  if (write_error != 0) {
    errno = write_error;
    return -1;
  }
  return syscall(SYS_pwrite64, fd, bytes, count, offset);
}

static void begin(struct kit *kit)
{
  CHECK_INT(berg_store_begin(kit->store, NULL), BERG_OK);
}

static void release(struct kit *kit)
{
  CHECK_INT(berg_store_release(kit->store, NULL), BERG_OK);
}

static void begin_with_namespace(struct kit *kit)
{
  kit_begin(kit);
  CHECK_INT(kit_insert_namespace(kit, "a", ""), BERG_OK);
}

static enum berg_status insert(struct kit *kit, const char *name)
{
  return kit_insert(kit, "a", name, BERG_OBJECT_TABLE, name);
}

static bool has(struct kit *kit, const char *name)
{
  struct berg_store_object found = {0};

  return kit_find(kit, "a", name, &found) == BERG_OK;
}

static void test_release_and_roll_back(void)
{
  struct kit kit;

  begin_with_namespace(&kit);
  CHECK(!berg_store_in_turn(kit.store));
  begin(&kit);
  CHECK(berg_store_in_turn(kit.store));
  CHECK_INT(insert(&kit, "one"), BERG_OK);
  release(&kit);
  begin(&kit);
  CHECK_INT(insert(&kit, "two"), BERG_OK);
  CHECK_INT(insert(&kit, "one"), BERG_EXISTS);
  CHECK(has(&kit, "two"));
  berg_store_roll_back(kit.store);
  CHECK(!has(&kit, "two"));
  CHECK(has(&kit, "one"));
  begin(&kit);
  CHECK_INT(insert(&kit, "three"), BERG_OK);
  release(&kit);
  CHECK_INT(berg_store_commit(kit.store, NULL), BERG_OK);
  CHECK(!berg_store_in_turn(kit.store));
  kit_reopen(&kit);
  CHECK(has(&kit, "one") && !has(&kit, "two") && has(&kit, "three"));
  kit_end(&kit);
}

static void test_roll_back_alone_ends_the_turn(void)
{
  struct kit kit;

  begin_with_namespace(&kit);
  begin(&kit);
  CHECK_INT(insert(&kit, "one"), BERG_OK);
  berg_store_roll_back(kit.store);
  CHECK(!berg_store_in_turn(kit.store));
  CHECK(!has(&kit, "one"));
  berg_store_roll_back(kit.store); /* nothing open: nothing happens */
  sync_count = 0;
  CHECK_INT(berg_store_commit(kit.store, NULL), BERG_OK);
  CHECK_INT(sync_count, 0);
  kit_end(&kit);
}

static void test_close_rolls_back(void)
{
  struct kit kit;

  begin_with_namespace(&kit);
  begin(&kit);
  CHECK_INT(insert(&kit, "one"), BERG_OK);
  release(&kit);
  kit_reopen(&kit);
  CHECK(!berg_store_was_unclean(kit.store));
  CHECK(!has(&kit, "one"));
  kit_end(&kit);
}

/* A turn whose files did not reach the disk is given up, those parts of it that were released included. */
static void test_abandon(void)
{
  struct kit kit;

  begin_with_namespace(&kit);
  begin(&kit);
  CHECK_INT(insert(&kit, "one"), BERG_OK);
  release(&kit);
  begin(&kit);
  CHECK_INT(insert(&kit, "two"), BERG_OK);
  berg_store_abandon(kit.store);
  CHECK(!berg_store_in_turn(kit.store));
  CHECK(!has(&kit, "one") && !has(&kit, "two"));
  berg_store_abandon(kit.store); /* nothing open: nothing happens */
  begin(&kit);
  CHECK_INT(insert(&kit, "three"), BERG_OK);
  release(&kit);
  CHECK_INT(berg_store_commit(kit.store, NULL), BERG_OK);
  CHECK(has(&kit, "three"));
  kit_end(&kit);
}

static void test_open_part_is_not_committed(void)
{
  struct kit kit;

  begin_with_namespace(&kit);
  begin(&kit);
  CHECK_INT(insert(&kit, "one"), BERG_OK);
  release(&kit);
  begin(&kit);
  CHECK_INT(insert(&kit, "two"), BERG_OK);
  CHECK_INT(berg_store_begin(kit.store, NULL), BERG_INTERNAL);
  CHECK_INT(berg_store_commit(kit.store, NULL), BERG_OK);
  CHECK(has(&kit, "one") && !has(&kit, "two"));
  CHECK_INT(berg_store_release(kit.store, NULL), BERG_INTERNAL);
  kit_end(&kit);
}

/* A turn of 32 requests is one sync; requests of their own are one each. */
static void test_group_commit(void)
{
  struct kit kit;
  char name[32];

  begin_with_namespace(&kit);
  for (int turn = 0; turn < 20; turn++) {
    sync_count = 0;
    for (int i = 0; i < 32; i++) {
      snprintf(name, sizeof name, "t%d-%d", turn, i);
      begin(&kit);
      CHECK_INT(insert(&kit, name), BERG_OK);
      release(&kit);
    }
    CHECK_INT(sync_count, 0);
    CHECK_INT(berg_store_commit(kit.store, NULL), BERG_OK);
    CHECK_INT(sync_count, 1);
  }
  sync_count = 0;
  CHECK_INT(insert(&kit, "alone"), BERG_OK);
  CHECK_INT(sync_count, 1);
  CHECK(has(&kit, "t7-31"));
  CHECK_INT(sync_count, 1);
  kit_end(&kit);
}

static void test_checkpoint(void)
{
  struct kit kit;
  struct stat before;
  struct stat after;
  char path[KIT_PATH_MAX];
  char *location = calloc(1, 20001);

  memset(location, 'l', 20000);
  begin_with_namespace(&kit);
  kit_path(&kit, "catalog.sqlite3", path);
  sync_count = 0;
  berg_store_checkpoint(kit.store, true);
  CHECK_INT(sync_count, 0); /* a short log is left alone */
  begin(&kit);
  for (int i = 0; i < 500; i++) {
    char name[16];
    snprintf(name, sizeof name, "t%d", i);
    CHECK_INT(kit_insert(&kit, "a", name, BERG_OBJECT_TABLE, location), BERG_OK);
  }
  release(&kit);
  berg_store_checkpoint(kit.store, true); /* not within a turn */
  CHECK(berg_store_in_turn(kit.store));
  CHECK_INT(berg_store_commit(kit.store, NULL), BERG_OK);
  CHECK_INT(stat(path, &before), 0);
  berg_store_checkpoint(kit.store, true);
  CHECK_INT(stat(path, &after), 0);
  CHECK(after.st_size > before.st_size + 5000000);
  sync_count = 0;
  berg_store_checkpoint(kit.store, true); /* nothing is left to move */
  berg_store_checkpoint(kit.store, false);
  CHECK_INT(sync_count, 0);
  CHECK_INT(kit_insert(&kit, "a", "more", BERG_OBJECT_TABLE, location), BERG_OK);
  CHECK(has(&kit, "t499") && has(&kit, "more"));
  free(location);
  kit_end(&kit);
}

/* Puts two requests into a turn and leaves the turn open. */
static void fill_turn(struct kit *kit)
{
  begin(kit);
  CHECK_INT(insert(kit, "one"), BERG_OK);
  release(kit);
  begin(kit);
  CHECK_INT(insert(kit, "two"), BERG_OK);
  release(kit);
}

/* What must hold after a commit that failed and was rolled back. */
static void check_rolled_back(struct kit *kit)
{
  CHECK(!berg_store_in_turn(kit->store));
  CHECK(!has(kit, "one") && !has(kit, "two"));
  begin(kit);
  CHECK_INT(insert(kit, "three"), BERG_OK);
  release(kit);
  CHECK_INT(berg_store_commit(kit->store, NULL), BERG_OK);
  kit_reopen(kit);
  CHECK(!has(kit, "one") && !has(kit, "two") && has(kit, "three"));
}

static void test_writes_fail_at_commit(void)
{
  struct kit kit;
  int errors[] = {ENOSPC, EIO};
  enum berg_status expected[] = {BERG_DISK_FULL, BERG_IO};

  for (size_t i = 0; i < 2; i++) {
    begin_with_namespace(&kit);
    fill_turn(&kit);
    write_error = errors[i];
    enum berg_status status = berg_store_commit(kit.store, &kit.problem);
    write_error = 0;
    CHECK_INT(status, expected[i]);
    CHECK_INT(kit.problem.status, expected[i]);
    CHECK(kit.problem.message_len > 0);
    check_rolled_back(&kit);
    kit_end(&kit);
  }
}

/* Leaves the directory as a process does that dies now, and opens it as the next one would: in a child, because the
 * lock is this process's. Tells whether table NAME is there. */
static bool has_after_crash(struct kit *kit, const char *name)
{
  struct kit copy = *kit;
  char command[2 * KIT_DIRECTORY_MAX + 40];

  snprintf(copy.directory, sizeof copy.directory, "%.200s-crashed", kit->directory);
  snprintf(command, sizeof command, "cp -r %.250s %.250s", kit->directory, copy.directory);
  CHECK_INT(system(command), 0);
  CHECK_INT(kit_open_as(&copy, false), BERG_OK);
  CHECK(berg_store_was_unclean(copy.store));
  bool found = has(&copy, name);
  berg_arena_open(&copy.arena, 1000);
  kit_end(&copy);
  return found;
}

/* The log was written, only its sync failed: the store must see to it that the frames never come back, and only then
 * may it say that nothing was changed. */
static void test_sync_fails_once(void)
{
  struct kit kit;

  begin_with_namespace(&kit);
  fill_turn(&kit);
  sync_count = 0;
  sync_fail_count = 1;
  enum berg_status status = berg_store_commit(kit.store, &kit.problem);
  CHECK_INT(status, BERG_IO);
  CHECK_INT(kit.problem.status, BERG_IO);
  CHECK_INT(sync_count, 2);
  CHECK(!has_after_crash(&kit, "two"));
  check_rolled_back(&kit);
  kit_end(&kit);
}

/* TESTS tables/updateTable/state-unknown */
static void test_syncs_fail(void)
{
  struct kit kit;

  begin_with_namespace(&kit);
  fill_turn(&kit);
  sync_fail_count = 1000;
  enum berg_status status = berg_store_commit(kit.store, &kit.problem);
  sync_fail_count = 0;
  CHECK_INT(status, BERG_STATE_UNKNOWN);
  CHECK_INT(kit.problem.status, BERG_STATE_UNKNOWN);
  check_rolled_back(&kit); /* by now the store has written over it */
  kit_end(&kit);
}

/* The disk fills up before the commit, when the page cache spills: the library rolls the whole turn back, and nobody of
 * the turn may be told that his change stands. */
static void test_turn_is_lost(void)
{
  struct kit kit;
  char *location = calloc(1, 6000001);

  memset(location, 'l', 6000000);
  begin_with_namespace(&kit);
  fill_turn(&kit);
  begin(&kit);
  write_error = ENOSPC;
  CHECK_INT(kit_insert(&kit, "a", "big", BERG_OBJECT_TABLE, location), BERG_DISK_FULL);
  berg_store_roll_back(kit.store);
  write_error = 0;
  CHECK(berg_store_in_turn(kit.store));
  CHECK_INT(berg_store_begin(kit.store, NULL), BERG_DISK_FULL);
  CHECK_INT(insert(&kit, "three"), BERG_DISK_FULL);
  CHECK_INT(berg_store_commit(kit.store, &kit.problem), BERG_DISK_FULL);
  CHECK_INT(kit.problem.status, BERG_DISK_FULL);
  check_rolled_back(&kit);
  free(location);
  kit_end(&kit);
}

/* The same, for the only request of a turn: nobody else waits, so the turn is over with it. */
static void test_lone_request_is_lost(void)
{
  struct kit kit;
  char *location = calloc(1, 6000001);

  memset(location, 'l', 6000000);
  begin_with_namespace(&kit);
  begin(&kit);
  write_error = ENOSPC;
  CHECK_INT(kit_insert(&kit, "a", "big", BERG_OBJECT_TABLE, location), BERG_DISK_FULL);
  write_error = 0;
  CHECK_INT(berg_store_release(kit.store, NULL), BERG_DISK_FULL);
  berg_store_roll_back(kit.store);
  check_rolled_back(&kit);
  free(location);
  kit_end(&kit);
}

static void test_disk_full_outside_a_turn(void)
{
  struct berg_property property = {BERG_SPAN("k"), BERG_SPAN("v")};
  struct berg_properties properties = {&property, 1};
  struct kit kit;

  begin_with_namespace(&kit);
  write_error = ENOSPC;
  CHECK_INT(insert(&kit, "one"), BERG_DISK_FULL);
  CHECK_INT(berg_store_insert_namespace(kit.store, kit.warehouse_id, text_of("b"), text_of(""), &properties, NULL),
            BERG_DISK_FULL);
  write_error = 0;
  CHECK_INT(kit_namespace_id(&kit, "b"), -1);
  check_rolled_back(&kit);
  kit_end(&kit);
}

int main(void)
{
  TEST_RUN(test_release_and_roll_back);
  TEST_RUN(test_roll_back_alone_ends_the_turn);
  TEST_RUN(test_close_rolls_back);
  TEST_RUN(test_abandon);
  TEST_RUN(test_open_part_is_not_committed);
  TEST_RUN(test_group_commit);
  TEST_RUN(test_checkpoint);
  TEST_RUN(test_writes_fail_at_commit);
  TEST_RUN(test_sync_fails_once);
  TEST_RUN(test_syncs_fail);
  TEST_RUN(test_turn_is_lost);
  TEST_RUN(test_lone_request_is_lost);
  TEST_RUN(test_disk_full_outside_a_turn);
  return test_end();
}
