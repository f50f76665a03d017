/* Writing when the disk, a permission or the file system is against it: the name must not appear, nothing may be left.
 *
 * write, fdatasync, fsync and renameat2 are defined here, so that they can fail and be counted. */
#include "tests/unit/warehouse/kit.h"

#include <errno.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <sys/wait.h>

static size_t write_room; /* bytes that may still be written before write_error strikes */
static int write_error;
static int sync_error;
static int data_sync_count;
static int directory_sync_count;
static int rename_error;

ssize_t write(int fd, const void *bytes, size_t count)
{
  if (write_error != 0) {
    if (write_room == 0) {
      errno = write_error;
      return -1;
    }
    count = count < write_room ? count : write_room;
    write_room -= count;
  }
  return syscall(SYS_write, fd, bytes, count);
}

int fdatasync(int fd)
{
  data_sync_count++;
  if (sync_error != 0) {
    errno = sync_error;
    return -1;
  }
  return (int)syscall(SYS_fdatasync, fd);
}

int fsync(int fd)
{
  directory_sync_count++;
  if (sync_error != 0) {
    errno = sync_error;
    return -1;
  }
  return (int)syscall(SYS_fsync, fd);
}

int renameat2(int from_fd, const char *from, int to_fd, const char *to, unsigned flags)
{
  if (rename_error != 0) {
    errno = rename_error;
    return -1;
  }
  return (int)syscall(SYS_renameat2, from_fd, from, to_fd, to, flags);
}

static void check_nothing_written(struct kit *kit, const char *directory)
{
  struct berg_span content = {NULL, 0};

  CHECK_INT(kit_read(kit, "d/f", &content), BERG_NOT_FOUND);
  CHECK_INT(kit_count(kit, directory), 0);
}

/* TESTS tables/updateTable/file-before-pointer */
static void test_write_fails(void)
{
  static const int ERRORS[] = {ENOSPC, EDQUOT, EIO, EINTR};
  static const enum berg_status EXPECTED[] = {BERG_DISK_FULL, BERG_DISK_FULL, BERG_IO};
  struct kit kit;

  for (size_t i = 0; i < 3; i++) {
    for (size_t room = 0; room < 12; room += 5) {
      kit_begin(&kit);
      write_error = ERRORS[i];
      write_room = room;
      CHECK_INT(kit_write(&kit, "d/f", "twelve bytes"), EXPECTED[i]);
      write_error = 0;
      CHECK(kit.problem.message_len > 0);
      check_nothing_written(&kit, "d");
      CHECK_INT(kit_write(&kit, "d/f", "twelve bytes"), BERG_OK);
      kit_end(&kit);
    }
  }
}

static void test_sync_fails(void)
{
  struct kit kit;

  kit_begin(&kit);
  sync_error = EIO;
  CHECK_INT(kit_write(&kit, "d/f", "x"), BERG_IO);
  sync_error = 0;
  check_nothing_written(&kit, "d");
  CHECK_INT(kit_write(&kit, "d/f", "x"), BERG_OK);
  sync_error = ENOSPC;
  berg_problem_clear(&kit.problem);
  CHECK_INT(berg_warehouse_sync(kit.warehouse, &kit.problem), BERG_DISK_FULL);
  sync_error = 0;
  CHECK_INT(kit.problem.status, BERG_DISK_FULL);
  CHECK_INT(berg_warehouse_sync(kit.warehouse, NULL), BERG_OK); /* forgotten with the turn */
  kit_end(&kit);
}

static void test_rename_fails(void)
{
  struct kit kit;
  struct berg_span content = {NULL, 0};

  kit_begin(&kit);
  rename_error = ENOSPC;
  CHECK_INT(kit_write(&kit, "d/f", "x"), BERG_DISK_FULL);
  check_nothing_written(&kit, "d");
  rename_error = EINVAL; /* a file system that knows no renaming without replacing */
  CHECK_INT(kit_write(&kit, "d/f", "x"), BERG_OK);
  CHECK_INT(kit_write(&kit, "d/f", "y"), BERG_EXISTS);
  rename_error = 0;
  CHECK_INT(kit_read(&kit, "d/f", &content), BERG_OK);
  CHECK_TEXT(content, "x");
  CHECK_INT(kit_count(&kit, "d"), 1);
  kit_end(&kit);
}

/* One data sync a file; at the turn's end one sync for each directory that got a name, however many files it got. */
static void test_syncs_are_counted(void)
{
  struct kit kit;
  char name[24];

  kit_begin(&kit);
  data_sync_count = directory_sync_count = 0;
  for (int i = 0; i < 10; i++) {
    snprintf(name, sizeof name, "a/b/f%d", i);
    CHECK_INT(kit_write(&kit, name, "x"), BERG_OK);
  }
  CHECK_INT(kit_write(&kit, "a/c/f", "x"), BERG_OK);
  CHECK_INT(data_sync_count, 11);
  CHECK_INT(directory_sync_count, 0);
  CHECK_INT(berg_warehouse_sync(kit.warehouse, NULL), BERG_OK);
  CHECK_INT(directory_sync_count, 4); /* the root got a, a got b and c, b and c got files */
  CHECK_INT(berg_warehouse_sync(kit.warehouse, NULL), BERG_OK);
  CHECK_INT(directory_sync_count, 4);
  kit_end(&kit);
  data_sync_count = directory_sync_count = 0;
  kit_begin_as(&kit, (struct berg_warehouse_settings){.file_max_bytes = 1000, .durable = false});
  CHECK_INT(kit_write(&kit, "a/b/f", "x"), BERG_OK);
  CHECK_INT(berg_warehouse_sync(kit.warehouse, NULL), BERG_OK);
  CHECK_INT(data_sync_count + directory_sync_count, 0);
  kit_end(&kit);
}

static void test_directory_is_gone(void)
{
  struct kit kit;

  kit_begin(&kit);
  CHECK_INT(kit_write(&kit, "d/f", "x"), BERG_OK);
  berg_warehouse_remove_tree(kit_path(&kit, "d"));
  CHECK_INT(berg_warehouse_sync(kit.warehouse, NULL), BERG_IO);
  kit_end(&kit);
}

/* A temporary file that a dead process with our id left is passed over. */
static void test_leftover_temporary(void)
{
  struct kit kit;
  char name[64];

  kit_begin(&kit);
  for (int i = 0; i < 3; i++) {
    snprintf(name, sizeof name, ".berg-%ld-%d.tmp", (long)getpid(), i);
    kit_plant(&kit, name, BERG_SPAN("old"));
  }
  CHECK_INT(kit_write(&kit, "f", "x"), BERG_OK);
  CHECK_INT(kit_count(&kit, "."), 4);
  kit_end(&kit);
}

/* Runs as nobody, for root may write everywhere. Tells by its exit code whether the write was refused as it should. */
static int write_as_nobody(struct kit *kit)
{
  int state = 0;
  pid_t pid = fork();

  if (pid == 0) {
    if (geteuid() == 0 && setuid(65534) != 0)
      _exit(2);
    bool refused = kit_write(kit, "d/f", "x") == BERG_IO && kit_write(kit, "d/new/f", "x") == BERG_IO &&
                   berg_warehouse_make_root(berg_span_of(kit_path(kit, "d")), NULL) == BERG_IO;
    berg_warehouse_close(kit->warehouse);
    berg_arena_close(&kit->arena);
    _exit(refused ? 0 : 1);
  }
  return waitpid(pid, &state, 0) == pid && WIFEXITED(state) ? WEXITSTATUS(state) : -1;
}

static void test_directory_is_read_only(void)
{
  struct kit kit;

  kit_begin(&kit);
  CHECK_INT(chmod(kit.directory, 0755), 0);
  CHECK_INT(mkdir(kit_path(&kit, "d"), 0555), 0);
  CHECK_INT(write_as_nobody(&kit), 0);
  CHECK_INT(kit_count(&kit, "d"), 0);
  kit_end(&kit);
}

/* A real full disk: a file system of 64 KiB. */
static void test_full_file_system(void)
{
  struct kit kit;
  char *content = calloc(1, 100001);

  memset(content, 'x', 100000);
  kit_begin(&kit);
  CHECK_INT(mkdir(kit_path(&kit, "m"), 0700), 0);
  if (mount("berg-test", kit_path(&kit, "m"), "tmpfs", MS_NODEV | MS_NOSUID, "size=64k") != 0) {
    TEST_SKIP("a file system of its own cannot be mounted here");
  } else {
    CHECK_INT(kit_write(&kit, "m/d/f", content), BERG_DISK_FULL);
    CHECK_INT(kit_count(&kit, "m/d"), 0);
    content[20000] = '\0';
    CHECK_INT(kit_write(&kit, "m/d/f", content), BERG_OK);
    CHECK_INT(kit_write(&kit, "m/d/g", content), BERG_OK);
    CHECK_INT(kit_write(&kit, "m/d/h", content), BERG_OK);
    CHECK_INT(kit_write(&kit, "m/d/i", content), BERG_DISK_FULL); /* 15 of its 16 pages are taken */
    CHECK_INT(kit_count(&kit, "m/d"), 3);
    CHECK_INT(umount(kit_path(&kit, "m")), 0);
  }
  free(content);
  kit_end(&kit);
}

int main(void)
{
  TEST_RUN(test_write_fails);
  TEST_RUN(test_sync_fails);
  TEST_RUN(test_rename_fails);
  TEST_RUN(test_syncs_are_counted);
  TEST_RUN(test_directory_is_gone);
  TEST_RUN(test_leftover_temporary);
  TEST_RUN(test_directory_is_read_only);
  TEST_RUN(test_full_file_system);
  return test_end();
}
