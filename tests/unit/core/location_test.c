/* Locations: stripped, inside another, chosen for a new table; and the names of metadata files. */
#include "core/location.h"
#include "unit/test.h"

static struct berg_arena arena;

static void test_strip(void)
{
  CHECK_TEXT(berg_location_strip(BERG_SPAN("file:///w/x")), "file:///w/x");
  CHECK_TEXT(berg_location_strip(BERG_SPAN("file:///w/x/")), "file:///w/x");
  CHECK_TEXT(berg_location_strip(BERG_SPAN("file:///w/x///")), "file:///w/x");
  CHECK_TEXT(berg_location_strip(BERG_SPAN("s3://b/")), "s3://b");
  CHECK_TEXT(berg_location_strip(BERG_SPAN("s3://")), "s3://");
  CHECK_TEXT(berg_location_strip(BERG_SPAN("/")), "");
  CHECK_TEXT(berg_location_strip(BERG_SPAN("")), "");
}

static bool is_inside(const char *location, const char *root)
{
  return berg_location_inside(berg_span_of(location), berg_span_of(root));
}

static void test_inside(void)
{
  CHECK(is_inside("file:///w", "file:///w"));
  CHECK(is_inside("file:///w/a/b", "file:///w"));
  CHECK(is_inside("file:///w/a/", "file:///w/"));
  CHECK(is_inside("file:/w/a", "file:///w"));
  CHECK(is_inside("file:///w/a", "file:/w"));
  CHECK(is_inside("/w/a", "file:///w"));
  CHECK(is_inside("file:///w/a", "/w"));
  CHECK(is_inside("s3://b/w/a", "s3://b/w"));
  CHECK(is_inside("s3://b/w", "s3://b"));
  CHECK(is_inside("file:///w/a", "file:///"));
  CHECK(is_inside("file:///w/a.b/..c/...", "file:///w"));
  CHECK(is_inside("file:///w/a%20b/%2F", "file:///w"));
  CHECK(is_inside("file:///w/a b", "file:///w"));
  CHECK(is_inside("file:///w/.%2", "file:///w"));
  CHECK(is_inside("file:///w/.x2E", "file:///w"));
  CHECK(is_inside("file:///w/%3E", "file:///w"));
  CHECK(is_inside("s3://b", "s3://"));
}

static void test_not_inside(void)
{
  CHECK(!is_inside("file:///", "file:///w"));
  CHECK(!is_inside("file:///wx", "file:///w"));
  CHECK(!is_inside("file:///w%2Fa", "file:///w"));
  CHECK(!is_inside("file:///v/w", "file:///w"));
  CHECK(!is_inside("file:///W/a", "file:///w"));
  CHECK(!is_inside("file://host/w/a", "file:///w"));
  CHECK(!is_inside("file://w/a", "file:///w"));
  CHECK(!is_inside("s3://b/w", "file:///b/w"));
  CHECK(!is_inside("s3://bucket2/w", "s3://bucket"));
  CHECK(!is_inside("s3a://b/w/a", "s3://b/w"));
  CHECK(!is_inside("w/a", "file:///w"));
  CHECK(!is_inside("w/a", "w"));
  CHECK(!is_inside("file:w/a", "file:/w"));
  CHECK(!is_inside("", ""));
  CHECK(!is_inside("", "file:///w"));
  CHECK(!is_inside("file:///w", ""));
}

/* TESTS names/dot-segments, tables/createTable/location-refused */
static void test_ways_out(void)
{
  CHECK(!is_inside("file:///w/../etc", "file:///w"));
  CHECK(!is_inside("file:///w/a/..", "file:///w"));
  CHECK(!is_inside("file:///w/./a", "file:///w"));
  CHECK(!is_inside("file:///w/%2e%2E/etc", "file:///w"));
  CHECK(!is_inside("file:///w/.%2E/etc", "file:///w"));
  CHECK(!is_inside("file:///w/%2e/etc", "file:///w"));
  CHECK(!is_inside("file:///w//a", "file:///w"));
  CHECK(!is_inside("file:////w/a", "file:///w"));
  CHECK(!is_inside("file:///w/a?x", "file:///w"));
  CHECK(!is_inside("file:///w/a#x", "file:///w"));
  CHECK(!is_inside("file:///w/a\nb", "file:///w"));
  CHECK(!is_inside("file:///w/a\x7F", "file:///w"));
  CHECK(!is_inside("file:///w/../w/a", "file:///w/../w"));
  CHECK(!berg_location_inside((struct berg_span){(const uint8_t *)"file:///w/a\0b", 13}, BERG_SPAN("file:///w")));
}

/* The default location of a table in the namespace of the path segment RAW, empty for none. */
static struct berg_span chosen(const char *root, const char *raw, struct berg_span name, const char *suffix)
{
  struct berg_namespace ns = {{NULL, 0}, {NULL, 0}};
  struct berg_span location = {NULL, 0};

  if (raw[0] != '\0')
    CHECK_INT(berg_namespace_from_path(berg_span_of(raw), BERG_SPAN(""), &arena, &ns, NULL), BERG_OK);
  CHECK_INT(berg_location_default(berg_span_of(root), &ns, name, berg_span_of(suffix), &arena, &location), BERG_OK);
  return location;
}

/* TESTS tables/createTable/default-location */
static void test_default(void)
{
  CHECK_TEXT(chosen("file:///w", "a", BERG_SPAN("t"), ""), "file:///w/a/t");
  CHECK_TEXT(chosen("file:///w/", "a", BERG_SPAN("t"), "1f2e"), "file:///w/a/t-1f2e");
  CHECK_TEXT(chosen("file:///w", "", BERG_SPAN("t"), ""), "file:///w/t");
  CHECK_TEXT(chosen("/", "a", BERG_SPAN("t"), ""), "/a/t");
  CHECK_TEXT(chosen("file:///w", "a%1Fb", BERG_SPAN("t"), ""), "file:///w/a/b/t");
  CHECK_TEXT(chosen("file:///w", "a.b", BERG_SPAN("t"), ""), "file:///w/a.b/t");
  CHECK_TEXT(chosen("file:///w", "a%2Fb", BERG_SPAN("t"), ""), "file:///w/a%2Fb/t");
  CHECK_TEXT(chosen("file:///w", "a%252Fb", BERG_SPAN("t"), ""), "file:///w/a%252Fb/t");
  CHECK_TEXT(chosen("file:///w", "a%20b", BERG_SPAN("x?#y"), ""), "file:///w/a%20b/x%3F%23y");
  CHECK_TEXT(chosen("file:///w", "a", BERG_SPAN("-_.~AZaz09"), ""), "file:///w/a/-_.~AZaz09");
  CHECK_TEXT(chosen("file:///w", "%C3%A9", BERG_SPAN("t"), ""), "file:///w/%C3%A9/t");
}

/* TESTS names/dot-segments, tables/createTable/default-location */
static void test_default_of_dots(void)
{
  CHECK_TEXT(chosen("file:///w", ".", BERG_SPAN(".."), ""), "file:///w/%5F./%5F..");
  CHECK_TEXT(chosen("file:///w", "...", BERG_SPAN(".."), "ab"), "file:///w/.../..-ab");
  CHECK(berg_location_inside(chosen("file:///w", "..", BERG_SPAN(".."), ""), BERG_SPAN("file:///w")));
  CHECK(berg_location_inside(chosen("file:///w", "%252E", BERG_SPAN("%2e%2e"), ""), BERG_SPAN("file:///w")));
}

/* TESTS tables/createTable/default-location */
static void test_default_is_unique(void)
{
  static const char *const paths[] = {"a%1Fb", "a.b",    "a%2Fb",  "a%252Fb", ".",        "..",    "%252E",
                                      "_.",    "%255F.", "~",      "%257E",   "a%20b",    "a%2Bb", "a%2520b",
                                      "A",     "a",      "a%1F..", "a%1F.",   "%E2%80%A4"};
  size_t count = sizeof paths / sizeof paths[0];

  for (size_t i = 0; i < count; i++) {
    struct berg_span one = chosen("file:///w", paths[i], BERG_SPAN("t"), "");
    for (size_t k = 0; k < one.len; k++)
      CHECK(one.bytes[k] > 0x20 && one.bytes[k] < 0x7F);
    CHECK(berg_location_inside(one, BERG_SPAN("file:///w")));
    for (size_t k = 0; k < i; k++)
      CHECK(!berg_span_equal(one, chosen("file:///w", paths[k], BERG_SPAN("t"), "")));
  }
}

/* The longest run without a slash. */
static size_t longest_segment(struct berg_span location)
{
  size_t longest = 0;
  size_t start = 0;

  for (size_t i = 0; i <= location.len; i++) {
    if (i < location.len && location.bytes[i] != '/')
      continue;
    if (i - start > longest)
      longest = i - start;
    start = i + 1;
  }
  return longest;
}

/* Names that are too long for a file system are cut, and cut names do not meet others. */
/* TESTS names/limits, tables/createTable/default-location */
static void test_default_of_long_names(void)
{
  char name[BERG_NAME_BYTES_MAX + 1] = {0};
  struct berg_span whole = {(const uint8_t *)name, BERG_NAME_BYTES_MAX};

  memset(name, 'n', BERG_NAME_BYTES_MAX);
  struct berg_span plain = chosen("file:///w", "a", whole, "0123abcd");
  CHECK(longest_segment(plain) <= 255);
  CHECK_INT(plain.len, strlen("file:///w/a/") + 255 + 4 + strlen("-0123abcd"));
  CHECK(berg_location_inside(plain, BERG_SPAN("file:///w/a")));
  memset(name, 0xC3, BERG_NAME_BYTES_MAX);
  struct berg_span escaped = chosen("file:///w", "a", whole, "0123abcd");
  CHECK(longest_segment(escaped) <= 255);
  CHECK_INT(escaped.len, strlen("file:///w/a/") + 3 * 255 + 3 * 4 + strlen("-0123abcd"));
  /* a name whose rest is two dots, and the namespace that looks like it */
  memset(name, 'n', BERG_NAME_BYTES_MAX);
  name[198] = '.';
  name[199] = '.';
  struct berg_span cut = chosen("file:///w", "", (struct berg_span){(const uint8_t *)name, 200}, "");
  CHECK(berg_location_inside(cut, BERG_SPAN("file:///w")));
  char raw[256] = {0};
  memcpy(raw, name, 198);
  struct berg_span level = chosen("file:///w", raw, BERG_SPAN(".."), "");
  CHECK(berg_location_inside(level, BERG_SPAN("file:///w")));
  CHECK(!berg_span_equal(cut, level));
}

static struct berg_span file_name(const char *location, const char *path, const char *previous, bool gzip)
{
  struct berg_span file = {NULL, 0};

  CHECK_INT(berg_metadata_file_name(berg_span_of(location), berg_span_of(path), berg_span_of(previous),
                                    BERG_SPAN("u-u-i-d"), gzip, &arena, &file),
            BERG_OK);
  return file;
}

/* TESTS tables/updateTable/file-name, tables/createTable/first-file */
static void test_metadata_files(void)
{
  CHECK_TEXT(file_name("file:///w/t", "", "", false), "file:///w/t/metadata/00000-u-u-i-d.metadata.json");
  CHECK_TEXT(file_name("file:///w/t/", "", "", false), "file:///w/t/metadata/00000-u-u-i-d.metadata.json");
  CHECK_TEXT(file_name("l", "file:///m/", "", false), "file:///m/00000-u-u-i-d.metadata.json");
  CHECK_TEXT(file_name("l", "", "l/metadata/00000-a.metadata.json", false), "l/metadata/00001-u-u-i-d.metadata.json");
  CHECK_TEXT(file_name("l", "", "x/00041-a.gz.metadata.json", false), "l/metadata/00042-u-u-i-d.metadata.json");
  CHECK_TEXT(file_name("l", "", "7-a", false), "l/metadata/00008-u-u-i-d.metadata.json");
  CHECK_TEXT(file_name("l", "", "99999-a", false), "l/metadata/100000-u-u-i-d.metadata.json");
  CHECK_TEXT(file_name("l", "", "2147483647-a", false), "l/metadata/2147483648-u-u-i-d.metadata.json");
}

/* TESTS tables/updateTable/file-name */
static void test_metadata_files_without_number(void)
{
  static const char *const previous[] = {"v3.metadata.json", "x/5-1/v3.metadata.json", "-a",    "12a-b", "1 2-a",
                                         "2147483648-a",     "99999999999999999999-a", "00007", "x/",    "+5-a"};

  for (size_t i = 0; i < sizeof previous / sizeof previous[0]; i++)
    CHECK_TEXT(file_name("l", "", previous[i], false), "l/metadata/00000-u-u-i-d.metadata.json");
}

/* TESTS tables/updateTable/file-gzip */
static void test_compressed_metadata_files(void)
{
  CHECK_TEXT(file_name("l", "", "00001-a.metadata.json", true), "l/metadata/00002-u-u-i-d.gz.metadata.json");
}

static void test_without_memory(void)
{
  struct berg_namespace ns = {{NULL, 0}, {NULL, 0}};
  struct berg_span out = BERG_SPAN("untouched");

  arena.fail_after = 1;
  CHECK_INT(berg_location_default(BERG_SPAN("r"), &ns, BERG_SPAN("t"), BERG_SPAN(""), &arena, &out), BERG_NO_MEMORY);
  arena.fail_after = 1;
  CHECK_INT(berg_metadata_file_name(BERG_SPAN("r"), BERG_SPAN(""), BERG_SPAN(""), BERG_SPAN("u"), false, &arena, &out),
            BERG_NO_MEMORY);
  arena.fail_after = 0;
  CHECK_TEXT(out, "untouched");
}

int main(void)
{
  berg_arena_open(&arena, (size_t)16 << 20);
  TEST_RUN(test_strip);
  TEST_RUN(test_inside);
  TEST_RUN(test_not_inside);
  TEST_RUN(test_ways_out);
  TEST_RUN(test_default);
  TEST_RUN(test_default_of_dots);
  TEST_RUN(test_default_is_unique);
  TEST_RUN(test_default_of_long_names);
  TEST_RUN(test_metadata_files);
  TEST_RUN(test_metadata_files_without_number);
  TEST_RUN(test_compressed_metadata_files);
  TEST_RUN(test_without_memory);
  berg_arena_close(&arena);
  return test_end();
}
