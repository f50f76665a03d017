/* Files: paths, exact bytes, immutability, the cache, compressed names, what cannot be read. */
#include "codec/gzip.h"
#include "tests/unit/warehouse/kit.h"
#include "warehouse/warehouse_parts.h"

static void check_path(const char *location, const char *expected)
{
  struct berg_arena arena;
  char *path = NULL;

  berg_arena_open(&arena, 1u << 16);
  CHECK_INT(berg_warehouse_path(berg_span_of(location), &arena, &path, NULL),
            expected != NULL ? BERG_OK : BERG_INVALID);
  if (expected != NULL && path != NULL)
    CHECK_TEXT(berg_span_of(path), expected);
  berg_arena_close(&arena);
}

static void test_paths(void)
{
  check_path("/a/b", "/a/b");
  check_path("file:/a/b", "/a/b");
  check_path("file:///a/b", "/a/b");
  check_path("file:///a%20b/%2e%2e/c d", "/a%20b/%2e%2e/c d");
  check_path("/a//b", "/a//b");
  check_path("/a/.../..b/.c", "/a/.../..b/.c");
  check_path("/", "/");
  static const char *const REFUSED[] = {
      "",        "a/b",      "file:",      "file:a",      "file://host/a", "file://localhost/a",
      "file://", "s3://b/a", "FILE:///a",  "http://a/",   "/a/../b",       "/a/.",
      "/..",     "/./a",     "file:///..", "file:///a/.."};
  for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++)
    check_path(REFUSED[i], NULL);
  struct berg_arena arena;
  char *path = NULL;
  berg_arena_open(&arena, 1u << 16);
  static const uint8_t ZERO[] = {'/', 'a', 0, 'b'};
  CHECK_INT(berg_warehouse_path((struct berg_span){ZERO, sizeof ZERO}, &arena, &path, NULL), BERG_INVALID);
  arena.fail_after = 1;
  CHECK_INT(berg_warehouse_path(BERG_SPAN("/a"), &arena, &path, NULL), BERG_NO_MEMORY);
  CHECK(path == NULL);
  berg_arena_close(&arena);
}

static void test_write_and_read(void)
{
  struct kit kit;
  struct berg_span content = {NULL, 0};
  struct stat info;

  kit_begin(&kit);
  CHECK_INT(kit_write(&kit, "a/b/c/00000.metadata.json", "{\"x\":1}"), BERG_OK);
  CHECK_INT(kit_read(&kit, "a/b/c/00000.metadata.json", &content), BERG_OK);
  CHECK_TEXT(content, "{\"x\":1}");
  CHECK_INT(stat(kit_path(&kit, "a/b/c/00000.metadata.json"), &info), 0);
  CHECK_INT(info.st_size, 7);
  CHECK_INT(kit_count(&kit, "a/b/c"), 1); /* no temporary file is left */
  CHECK_INT(kit_write(&kit, "empty", ""), BERG_OK);
  CHECK_INT(kit_read(&kit, "empty", &content), BERG_OK);
  CHECK_INT(content.len, 0);
  CHECK_INT(kit_write(&kit, "sp ace/\xc3\xa9%20/f", "x"), BERG_OK);
  CHECK_INT(stat(kit_path(&kit, "sp ace/\xc3\xa9%20/f"), &info), 0);
  kit_end(&kit);
  CHECK(stat(kit.directory, &info) != 0);
}

/* TESTS tables/updateTable/new-file */
static void test_written_files_are_immutable(void)
{
  struct kit kit;
  struct berg_span content = {NULL, 0};

  kit_begin(&kit);
  CHECK_INT(kit_write(&kit, "f", "first"), BERG_OK);
  CHECK_INT(kit_write(&kit, "f", "second"), BERG_EXISTS);
  CHECK_INT(kit.problem.status, BERG_EXISTS);
  CHECK_INT(kit_read(&kit, "f", &content), BERG_OK);
  CHECK_TEXT(content, "first");
  CHECK_INT(kit_count(&kit, "."), 1);
  CHECK_INT(mkdir(kit_path(&kit, "d"), 0700), 0);
  CHECK_INT(kit_write(&kit, "d", "x"), BERG_EXISTS);
  CHECK_INT(symlink("nowhere", kit_path(&kit, "l")), 0);
  CHECK_INT(kit_write(&kit, "l", "x"), BERG_EXISTS); /* a link that leads nowhere is a name all the same */
  CHECK(access(kit_path(&kit, "nowhere"), F_OK) != 0);
  kit_end(&kit);
}

static void test_not_there(void)
{
  struct kit kit;
  struct berg_span content = {NULL, 0};
  char expected[KIT_PATH_MAX + 60];

  kit_begin(&kit);
  CHECK_INT(kit_read(&kit, "missing", &content), BERG_NOT_FOUND);
  snprintf(expected, sizeof expected, "Failed to open input stream for file: %s", kit_path(&kit, "missing"));
  CHECK_TEXT(berg_problem_message(&kit.problem), expected);
  CHECK_INT(kit_write(&kit, "f", "x"), BERG_OK);
  CHECK_INT(kit_read(&kit, "f/below", &content), BERG_NOT_FOUND);
  CHECK_INT(kit_write(&kit, "f/below", "x"), BERG_IO);
  CHECK_INT(kit_read(&kit, "dir/", &content), BERG_INVALID);
  CHECK_INT(kit_write(&kit, "dir/", "x"), BERG_INVALID);
  CHECK_INT(mkdir(kit_path(&kit, "dir"), 0700), 0);
  CHECK_INT(kit_read(&kit, "dir", &content), BERG_IO);
  CHECK_INT(mkfifo(kit_path(&kit, "pipe"), 0600), 0);
  CHECK_INT(kit_read(&kit, "pipe", &content), BERG_IO); /* and does not wait */
  CHECK_INT(content.len, 0);
  char name[400];
  memset(name, 'n', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  CHECK_INT(kit_write(&kit, name, "x"), BERG_INVALID);
  kit_end(&kit);
}

static void test_delete(void)
{
  struct kit kit;
  struct berg_span content = {NULL, 0};

  kit_begin(&kit);
  CHECK_INT(kit_write(&kit, "f", "x"), BERG_OK);
  CHECK_INT(berg_warehouse_delete(kit.warehouse, berg_span_of(kit_path(&kit, "f")), &kit.arena, NULL), BERG_OK);
  CHECK_INT(kit_read(&kit, "f", &content), BERG_NOT_FOUND);
  CHECK_INT(berg_warehouse_delete(kit.warehouse, berg_span_of(kit_path(&kit, "f")), &kit.arena, NULL), BERG_OK);
  CHECK_INT(berg_warehouse_delete(kit.warehouse, berg_span_of(kit_path(&kit, "no/f")), &kit.arena, NULL), BERG_OK);
  CHECK_INT(mkdir(kit_path(&kit, "d"), 0700), 0);
  CHECK_INT(berg_warehouse_delete(kit.warehouse, berg_span_of(kit_path(&kit, "d")), &kit.arena, NULL), BERG_IO);
  CHECK_INT(berg_warehouse_delete(kit.warehouse, BERG_SPAN("s3://b/x"), &kit.arena, NULL), BERG_INVALID);
  CHECK_INT(kit_write(&kit, "f", "again"), BERG_OK);
  CHECK_INT(kit_read(&kit, "f", &content), BERG_OK);
  CHECK_TEXT(content, "again");
  kit_end(&kit);
}

/* A cached document is not served when its file is gone, has another length, or is another file. */
static void test_cache_follows_the_file(void)
{
  struct kit kit;
  struct berg_span content = {NULL, 0};

  kit_begin(&kit);
  CHECK_INT(kit_write(&kit, "f", "first"), BERG_OK);
  CHECK_INT(kit_read(&kit, "f", &content), BERG_OK);
  kit_plant(&kit, "f", BERG_SPAN("longer than first"));
  CHECK_INT(kit_read(&kit, "f", &content), BERG_OK);
  CHECK_TEXT(content, "longer than first");
  kit_plant(&kit, "g", BERG_SPAN("LONGER THAN FIRST"));
  CHECK_INT(rename(kit_path(&kit, "g"), kit_path(&kit, "f")), 0);
  CHECK_INT(kit_read(&kit, "f", &content), BERG_OK);
  CHECK_TEXT(content, "LONGER THAN FIRST");
  CHECK_INT(unlink(kit_path(&kit, "f")), 0);
  CHECK_INT(kit_read(&kit, "f", &content), BERG_NOT_FOUND);
  kit_plant(&kit, "f", BERG_SPAN("new"));
  CHECK_INT(kit_read(&kit, "f", &content), BERG_OK);
  CHECK_TEXT(content, "new");
  kit_end(&kit);
}

/* The bytes come from the cache: what stands in the file now, behind the same size, time and inode, is not read. */
static void test_cache_serves(void)
{
  struct kit kit;
  struct berg_span content = {NULL, 0};
  struct stat info;

  for (int cached = 0; cached <= 1; cached++) {
    kit_begin_as(&kit, (struct berg_warehouse_settings){.cache_bytes = cached ? 10000 : 0, .file_max_bytes = 1000});
    CHECK_INT(kit_write(&kit, "f", "first"), BERG_OK);
    CHECK_INT(stat(kit_path(&kit, "f"), &info), 0);
    kit_plant(&kit, "f", BERG_SPAN("other"));
    struct timespec times[2] = {info.st_atim, info.st_mtim};
    CHECK_INT(utimensat(AT_FDCWD, kit_path(&kit, "f"), times, 0), 0);
    CHECK_INT(kit_read(&kit, "f", &content), BERG_OK);
    CHECK_TEXT(content, cached ? "first" : "other");
    kit_end(&kit);
  }
}

/* Far more documents than the cache holds, in an order with repeats: every answer is right, and memory stays bounded
 * (the sanitizers and valgrind watch the blocks). */
static void test_cache_evicts(void)
{
  struct kit kit;
  char name[24];
  char expected[400];
  struct berg_span content = {NULL, 0};
  uint32_t state = 1;

  kit_begin_as(&kit, (struct berg_warehouse_settings){.cache_bytes = 9000, .file_max_bytes = 1000000});
  for (int i = 0; i < 60; i++) {
    snprintf(name, sizeof name, "f%d", i);
    snprintf(expected, sizeof expected, "%0*d", 20 + i * 5, i);
    CHECK_INT(kit_write(&kit, name, expected), BERG_OK);
  }
  for (int round = 0; round < 2000; round++) {
    state = state * 1664525u + 1013904223u;
    int i = (int)((state >> 16) % 60);
    snprintf(name, sizeof name, "f%d", i);
    snprintf(expected, sizeof expected, "%0*d", 20 + i * 5, i);
    CHECK_INT(kit_read(&kit, name, &content), BERG_OK);
    CHECK_TEXT(content, expected);
    berg_arena_reset(&kit.arena);
  }
  kit_end(&kit);
}

static void test_cache_is_bounded(void)
{
  struct berg_cache cache;
  struct stat info = {0};
  char name[24];
  uint8_t content[700] = {0};
  struct berg_span found = {NULL, 0};

  berg_cache_open(&cache, 10000);
  for (int i = 0; i < 200; i++) {
    snprintf(name, sizeof name, "/f%d", i);
    berg_cache_put(&cache, name, &info, (struct berg_span){content, (size_t)i * 3});
    CHECK(cache.held_bytes <= 10000);
    CHECK(berg_cache_find(&cache, "/f0", &info, &found)); /* what is used stays */
  }
  CHECK(cache.held_bytes > 8000);
  CHECK(!berg_cache_find(&cache, "/f150", &info, &found));
  CHECK(berg_cache_find(&cache, "/f199", &info, &found));
  CHECK_INT(found.len, 199 * 3);
  berg_cache_put(&cache, "/f199", &info, (struct berg_span){content, 1});
  CHECK(berg_cache_find(&cache, "/f199", &info, &found));
  CHECK_INT(found.len, 1);
  info.st_ino++; /* another file has the name now */
  CHECK(!berg_cache_find(&cache, "/f199", &info, &found));
  berg_cache_drop(&cache, "/f198");
  CHECK(!berg_cache_find(&cache, "/f198", &info, &found));
  berg_cache_close(&cache);
  berg_cache_open(&cache, 0);
  berg_cache_put(&cache, "/f", &info, (struct berg_span){content, 1});
  CHECK(!berg_cache_find(&cache, "/f", &info, &found));
  berg_cache_close(&cache);
}

static void test_long_documents(void)
{
  struct kit kit;
  size_t len = 3000000;
  uint8_t *bytes = malloc(len);
  struct berg_span content = {NULL, 0};

  memset(bytes, 'x', len);
  kit_begin_as(&kit, (struct berg_warehouse_settings){.cache_bytes = 1u << 20, .file_max_bytes = len});
  CHECK_INT(kit_write_bytes(&kit, "big", (struct berg_span){bytes, len}), BERG_OK);
  for (int i = 0; i < 2; i++) {
    CHECK_INT(kit_read(&kit, "big", &content), BERG_OK);
    CHECK_INT(content.len, len);
    CHECK(memcmp(content.bytes, bytes, len) == 0);
  }
  CHECK_INT(kit_write(&kit, "small", "x"), BERG_OK);
  CHECK_INT(kit_read(&kit, "small", &content), BERG_OK);
  CHECK_TEXT(content, "x");
  kit_plant(&kit, "bigger", (struct berg_span){bytes, len});
  FILE *file = fopen(kit_path(&kit, "bigger"), "ab");
  CHECK(file != NULL && fputc('y', file) == 'y');
  fclose(file);
  CHECK_INT(kit_read(&kit, "bigger", &content), BERG_TOO_LARGE);
  free(bytes);
  kit_end(&kit);
}

/* TESTS tables/updateTable/file-gzip */
static void test_compressed_names(void)
{
  static const char *const NAMES[] = {"00001-u.gz.metadata.json", "v1.metadata.json.gz"};
  struct kit kit;
  struct berg_span content = {NULL, 0};

  kit_begin_as(&kit, (struct berg_warehouse_settings){.cache_bytes = 0, .file_max_bytes = 1000});
  for (size_t i = 0; i < 2; i++) {
    CHECK_INT(kit_write(&kit, NAMES[i], "{\"format-version\":2}"), BERG_OK);
    FILE *file = fopen(kit_path(&kit, NAMES[i]), "rb");
    CHECK(file != NULL && fgetc(file) == 0x1f && fgetc(file) == 0x8b);
    fclose(file);
    CHECK_INT(kit_read(&kit, NAMES[i], &content), BERG_OK);
    CHECK_TEXT(content, "{\"format-version\":2}");
  }
  kit_plant(&kit, "plain.gz.metadata.json", BERG_SPAN("{}"));
  CHECK_INT(kit_read(&kit, "plain.gz.metadata.json", &content), BERG_INVALID);
  char *zeros = calloc(1, 1001);
  memset(zeros, '0', 1000);
  struct berg_buffer packed;
  berg_buffer_open(&packed);
  CHECK_INT(berg_gzip_compress((struct berg_span){(const uint8_t *)zeros, 1001}, 9, &packed), BERG_OK);
  kit_plant(&kit, "long.gz.metadata.json", berg_buffer_span(&packed));
  CHECK_INT(kit_read(&kit, "long.gz.metadata.json", &content), BERG_TOO_LARGE);
  berg_buffer_close(&packed);
  free(zeros);
  kit_end(&kit);
}

static void test_compressed_documents_are_cached_plain(void)
{
  struct kit kit;
  struct berg_span content = {NULL, 0};

  kit_begin(&kit);
  CHECK_INT(kit_write(&kit, "a.gz.metadata.json", "{\"a\":1}"), BERG_OK);
  for (int i = 0; i < 2; i++) {
    CHECK_INT(kit_read(&kit, "a.gz.metadata.json", &content), BERG_OK);
    CHECK_TEXT(content, "{\"a\":1}");
  }
  kit_end(&kit);
}

static void test_roots(void)
{
  struct kit kit;
  struct stat info;
  char uri[KIT_PATH_MAX + 10];

  kit_begin(&kit);
  snprintf(uri, sizeof uri, "file://%s", kit_path(&kit, "w/h"));
  CHECK_INT(berg_warehouse_make_root(berg_span_of(uri), &kit.problem), BERG_OK);
  CHECK_INT(berg_warehouse_make_root(berg_span_of(uri), &kit.problem), BERG_OK);
  CHECK(stat(kit_path(&kit, "w/h"), &info) == 0 && S_ISDIR(info.st_mode));
  CHECK_INT(kit_count(&kit, "w/h"), 0);
  CHECK_INT(berg_warehouse_make_root(BERG_SPAN("s3://b/x"), NULL), BERG_INVALID);
  CHECK_INT(kit_write(&kit, "f", "x"), BERG_OK);
  CHECK_INT(berg_warehouse_make_root(berg_span_of(kit_path(&kit, "f/x")), NULL), BERG_IO);
  CHECK_INT(berg_warehouse_make_root(berg_span_of(kit_path(&kit, "f")), NULL), BERG_IO);
  CHECK_INT(berg_warehouse_make_root(BERG_SPAN("/proc/x"), NULL), BERG_IO);
  kit_end(&kit);
}

int main(void)
{
  TEST_RUN(test_paths);
  TEST_RUN(test_write_and_read);
  TEST_RUN(test_written_files_are_immutable);
  TEST_RUN(test_not_there);
  TEST_RUN(test_delete);
  TEST_RUN(test_cache_follows_the_file);
  TEST_RUN(test_cache_serves);
  TEST_RUN(test_cache_evicts);
  TEST_RUN(test_cache_is_bounded);
  TEST_RUN(test_long_documents);
  TEST_RUN(test_compressed_names);
  TEST_RUN(test_compressed_documents_are_cached_plain);
  TEST_RUN(test_roots);
  return test_end();
}
