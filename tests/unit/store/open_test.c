/* Opening: creation, the lock, versions, clean and unclean stops, damage. */
#include "tests/unit/store/kit.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#define USER_VERSION_OFFSET 60 /* of the database header, big endian */
#define APPLICATION_ID_OFFSET 68

static void poke(const struct kit *kit, off_t offset, uint32_t value)
{
  char path[KIT_PATH_MAX];
  uint8_t bytes[4] = {(uint8_t)(value >> 24), (uint8_t)(value >> 16), (uint8_t)(value >> 8), (uint8_t)value};

  kit_path(kit, "catalog.sqlite3", path);
  int fd = open(path, O_WRONLY);
  CHECK(fd >= 0 && pwrite(fd, bytes, 4, offset) == 4);
  close(fd);
}

static bool message_has(const struct kit *kit, const char *text)
{
  return strstr(kit->problem.message, text) != NULL;
}

static void test_creation(void)
{
  struct kit kit;
  struct stat info;
  char path[KIT_PATH_MAX];
  uint8_t secret[16];
  uint8_t again[16];
  static const uint8_t ZEROS[16] = {0};

  kit_make(&kit);
  strcat(kit.directory, "/deep/er/");
  CHECK_INT(kit_open_as(&kit, false), BERG_OK);
  CHECK(!berg_store_was_unclean(kit.store));
  berg_store_secret(kit.store, secret);
  CHECK(memcmp(secret, ZEROS, 16) != 0);
  CHECK_INT(stat(kit.directory, &info), 0);
  CHECK_INT(info.st_mode & 0777, 0700);
  kit_reopen(&kit);
  CHECK(!berg_store_was_unclean(kit.store));
  berg_store_secret(kit.store, again);
  CHECK(memcmp(secret, again, 16) == 0);
  kit_path(&kit, "catalog.sqlite3", path);
  CHECK_INT(stat(path, &info), 0);
  CHECK_INT(info.st_size % 4096, 0);
  berg_store_close(kit.store);
  kit_path(&kit, "catalog.sqlite3-wal", path);
  CHECK(stat(path, &info) != 0); /* a clean stop leaves no log */
  kit.store = NULL;
  kit_end(&kit);
  for (int i = 0; i < 2; i++) {
    char *slash;
    while ((slash = strrchr(kit.directory, '/')) != NULL && slash[1] == '\0')
      *slash = '\0';
    *slash = '\0';
    CHECK_INT(rmdir(kit.directory), 0);
  }
}

static void test_secrets_differ(void)
{
  struct kit a;
  struct kit b;
  uint8_t secrets[2][16];

  kit_begin(&a);
  kit_begin(&b);
  berg_store_secret(a.store, secrets[0]);
  berg_store_secret(b.store, secrets[1]);
  CHECK(memcmp(secrets[0], secrets[1], 16) != 0);
  kit_end(&a);
  kit_end(&b);
}

static void test_in_memory(void)
{
  struct kit kit;

  kit_make(&kit);
  CHECK_INT(rmdir(kit.directory), 0);
  snprintf(kit.directory, sizeof kit.directory, ":memory:");
  CHECK_INT(kit_open_as(&kit, false), BERG_OK);
  CHECK_INT(berg_store_put_warehouse(kit.store, text_of(""), text_of("/w"), &kit.warehouse_id, NULL), BERG_OK);
  CHECK_INT(berg_store_begin(kit.store, NULL), BERG_OK);
  CHECK_INT(kit_insert_namespace(&kit, "a", ""), BERG_OK);
  CHECK_INT(kit_insert(&kit, "a", "t", BERG_OBJECT_TABLE, "/w/t"), BERG_OK);
  CHECK_INT(berg_store_release(kit.store, NULL), BERG_OK);
  CHECK_INT(berg_store_commit(kit.store, NULL), BERG_OK);
  berg_store_checkpoint(kit.store, true);
  CHECK(kit_namespace_id(&kit, "a") > 0);
  kit_reopen(&kit);
  CHECK_INT(kit_insert_namespace(&kit, "a", ""), BERG_NO_WAREHOUSE); /* another, empty one */
  berg_store_close(kit.store);
  berg_arena_close(&kit.arena);
}

/* What a child found out; it dies by SIGKILL, as a process does that has no time to close. */
struct finding {
  enum berg_status status;
  char message[BERG_PROBLEM_MAX];
};

/* Opens the store in a child that is killed then. */
static struct finding open_and_die(const struct kit *kit)
{
  struct finding *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  struct finding finding;
  int state = 0;
  pid_t pid = fork();

  if (pid == 0) {
    struct kit child = *kit;
    shared->status = kit_open_as(&child, false);
    memcpy(shared->message, child.problem.message, sizeof shared->message);
    kill(getpid(), SIGKILL);
  }
  CHECK(waitpid(pid, &state, 0) == pid && WIFSIGNALED(state) && WTERMSIG(state) == SIGKILL);
  finding = *shared;
  munmap(shared, sizeof *shared);
  return finding;
}

static void test_second_opener(void)
{
  struct kit kit;
  char expected[KIT_DIRECTORY_MAX + 100];

  kit_begin(&kit);
  snprintf(expected, sizeof expected, "The data directory %s is in use by process %ld", kit.directory, (long)getpid());
  struct finding finding = open_and_die(&kit);
  CHECK_INT(finding.status, BERG_BUSY);
  CHECK_TEXT(text_of(finding.message), expected);
  struct berg_store *held = kit.store;
  CHECK_INT(kit_open_as(&kit, false), BERG_BUSY); /* nor twice in one process */
  CHECK_TEXT(berg_problem_message(&kit.problem), expected);
  CHECK_INT(kit_open_as(&kit, true), BERG_BUSY);
  kit.store = held;
  CHECK_INT(kit_insert_namespace(&kit, "a", ""), BERG_OK);
  berg_store_close(kit.store);
  CHECK_INT(open_and_die(&kit).status, BERG_OK);
  CHECK_INT(kit_open_as(&kit, false), BERG_OK);
  CHECK(berg_store_was_unclean(kit.store)); /* the child did not close */
  kit_end(&kit);
}

static void test_newer_layout(void)
{
  struct kit kit;

  kit_begin(&kit);
  berg_store_close(kit.store);
  poke(&kit, USER_VERSION_OFFSET, 1000);
  CHECK_INT(kit_open_as(&kit, false), BERG_IO);
  CHECK(message_has(&kit, "version 1000"));
  poke(&kit, USER_VERSION_OFFSET, 1);
  CHECK_INT(kit_open_as(&kit, false), BERG_OK);
  kit_end(&kit);
}

static void test_foreign_file(void)
{
  struct kit kit;

  kit_begin(&kit);
  berg_store_close(kit.store);
  poke(&kit, APPLICATION_ID_OFFSET, 7);
  CHECK_INT(kit_open_as(&kit, false), BERG_IO);
  CHECK(message_has(&kit, "no catalog of this program"));
  poke(&kit, APPLICATION_ID_OFFSET, 0);
  poke(&kit, USER_VERSION_OFFSET, 0);
  CHECK_INT(kit_open_as(&kit, false), BERG_IO); /* tables are in it, but not by this program's word */
  poke(&kit, 0, 0);
  CHECK_INT(kit_open_as(&kit, false), BERG_IO);
  CHECK(message_has(&kit, "not a database"));
  kit_end(&kit);
}

static void test_read_only(void)
{
  struct kit kit;
  bool taken = true;

  kit_make(&kit);
  CHECK_INT(kit_open_as(&kit, true), BERG_IO); /* there is no catalog to read */
  CHECK_INT(kit_open_as(&kit, false), BERG_OK);
  CHECK_INT(berg_store_put_warehouse(kit.store, text_of(""), text_of("/w"), &kit.warehouse_id, NULL), BERG_OK);
  CHECK_INT(kit_insert_namespace(&kit, "a", ""), BERG_OK);
  berg_store_close(kit.store);
  CHECK_INT(kit_open_as(&kit, true), BERG_OK);
  CHECK(kit_namespace_id(&kit, "a") > 0);
  CHECK_INT(berg_store_location_taken(kit.store, kit.warehouse_id, text_of("/w"), 0, &taken, NULL), BERG_OK);
  CHECK_INT(berg_store_begin(kit.store, &kit.problem), BERG_FORBIDDEN);
  CHECK_INT(kit_insert_namespace(&kit, "b", ""), BERG_FORBIDDEN);
  CHECK_INT(kit_insert(&kit, "a", "t", BERG_OBJECT_TABLE, "/w/t"), BERG_FORBIDDEN);
  CHECK_INT(berg_store_delete_namespace(kit.store, 1, NULL), BERG_FORBIDDEN);
  CHECK_INT(berg_store_delete_object(kit.store, 1, NULL), BERG_FORBIDDEN);
  CHECK_INT(berg_store_swap_object(kit.store, 1, 0, text_of(""), text_of(""), NULL), BERG_FORBIDDEN);
  CHECK_INT(berg_store_add_garbage(kit.store, text_of("/x"), NULL), BERG_FORBIDDEN);
  CHECK_INT(berg_store_put_warehouse(kit.store, text_of("x"), text_of("/x"), &kit.warehouse_id, NULL), BERG_FORBIDDEN);
  kit_reopen(&kit);
  CHECK(!berg_store_was_unclean(kit.store));
  kit_end(&kit);
}

/* Fills, commits, begins more and dies by SIGKILL in the middle of a turn. */
static void run_victim(struct kit *kit)
{
  if (kit_open_as(kit, false) != BERG_OK || berg_store_begin(kit->store, NULL) != BERG_OK)
    _exit(1);
  if (kit_insert_namespace(kit, "kept", "") != BERG_OK || berg_store_release(kit->store, NULL) != BERG_OK ||
      berg_store_commit(kit->store, NULL) != BERG_OK || berg_store_begin(kit->store, NULL) != BERG_OK)
    _exit(2);
  for (int i = 0; i < 2000; i++) { /* more than the page cache holds, so that the log has frames of this turn */
    char name[16];
    snprintf(name, sizeof name, "t%d", i);
    char *location = calloc(1, 4001);
    memset(location, 'x', 4000);
    if (kit_insert(kit, "kept", name, BERG_OBJECT_TABLE, location) != BERG_OK)
      _exit(3);
    free(location);
  }
  if (berg_store_release(kit->store, NULL) != BERG_OK)
    _exit(4);
  kill(getpid(), SIGKILL);
}

/* TESTS tables/updateTable/durable */
static void test_kill_in_turn(void)
{
  struct kit kit;
  struct stat info;
  char path[KIT_PATH_MAX];
  int state = 0;
  struct berg_spans names = {NULL, 0};
  bool more = false;

  kit_begin(&kit);
  berg_store_close(kit.store);
  pid_t pid = fork();
  if (pid == 0)
    run_victim(&kit);
  CHECK(waitpid(pid, &state, 0) == pid && WIFSIGNALED(state) && WTERMSIG(state) == SIGKILL);
  kit_path(&kit, "catalog.sqlite3-wal", path);
  CHECK(stat(path, &info) == 0 && info.st_size > (4 << 20));
  CHECK_INT(kit_open_as(&kit, false), BERG_OK);
  CHECK(berg_store_was_unclean(kit.store));
  CHECK(kit_namespace_id(&kit, "kept") > 0);
  CHECK_INT(berg_store_list_objects(kit.store, kit_namespace_id(&kit, "kept"), BERG_OBJECT_TABLE, text_of(""), 0,
                                    &kit.arena, &names, &more, NULL),
            BERG_OK);
  CHECK_INT(names.count, 0);
  CHECK_INT(kit_insert(&kit, "kept", "t1", BERG_OBJECT_TABLE, "/w/t"), BERG_OK);
  kit_reopen(&kit);
  CHECK(!berg_store_was_unclean(kit.store));
  kit_end(&kit);
}

/* Overwrites a page of the closed database with zeros, if the file has one there. */
static void damage(const struct kit *kit, off_t page)
{
  char path[KIT_PATH_MAX];
  static const uint8_t ZEROS[4096] = {0};

  kit_path(kit, "catalog.sqlite3", path);
  int fd = open(path, O_WRONLY);
  CHECK(fd >= 0 && pwrite(fd, ZEROS, sizeof ZEROS, page * 4096) == sizeof ZEROS);
  close(fd);
}

static void test_damage_is_found(void)
{
  struct kit kit;

  kit_begin(&kit);
  CHECK_INT(kit_insert_namespace(&kit, "a", ""), BERG_OK);
  for (int i = 0; i < 50; i++) {
    char name[16];
    snprintf(name, sizeof name, "t%d", i);
    CHECK_INT(kit_insert(&kit, "a", name, BERG_OBJECT_TABLE, name), BERG_OK);
  }
  berg_store_close(kit.store);
  CHECK_INT(open_and_die(&kit).status, BERG_OK);
  CHECK_INT(kit_open_as(&kit, false), BERG_OK); /* moves the log into the database */
  berg_store_close(kit.store);
  CHECK_INT(open_and_die(&kit).status, BERG_OK);
  damage(&kit, 11); /* the root of an index or table of objects */
  CHECK_INT(kit_open_as(&kit, false), BERG_IO);
  CHECK(message_has(&kit, "damaged after an unclean stop"));
  kit_end(&kit);
}

static void test_unusable_directory(void)
{
  struct kit kit;
  char path[KIT_PATH_MAX];

  kit_make(&kit);
  kit_path(&kit, "file", path);
  int fd = open(path, O_CREAT | O_WRONLY, 0600);
  CHECK(fd >= 0);
  close(fd);
  struct kit below = kit;
  snprintf(below.directory, sizeof below.directory, "%.200s/file/x", kit.directory);
  CHECK_INT(kit_open_as(&below, false), BERG_IO);
  CHECK(message_has(&below, "Not a directory"));
  below.directory[0] = '\0';
  CHECK_INT(kit_open_as(&below, false), BERG_IO);
  char *longest = calloc(1, 10001);
  memset(longest, 'x', 10000);
  struct berg_store_settings settings = {.directory = longest};
  CHECK_INT(berg_store_open(&settings, &below.store, NULL), BERG_IO);
  free(longest);
  snprintf(below.directory, sizeof below.directory, "/proc/no-such-place");
  CHECK_INT(kit_open_as(&below, false), BERG_IO);
  kit_end(&kit);
}

int main(void)
{
  TEST_RUN(test_creation);
  TEST_RUN(test_secrets_differ);
  TEST_RUN(test_in_memory);
  TEST_RUN(test_second_opener);
  TEST_RUN(test_newer_layout);
  TEST_RUN(test_foreign_file);
  TEST_RUN(test_read_only);
  TEST_RUN(test_kill_in_turn);
  TEST_RUN(test_damage_is_found);
  TEST_RUN(test_unusable_directory);
  return test_end();
}
