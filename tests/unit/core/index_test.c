/* Sorted sets of ids and of names. */
#include "core/id_index.h"
#include "core/name_index.h"
#include "unit/test.h"

static struct berg_arena arena;

/* A step of a generator of numbers that look random (Marsaglia's xorshift). */
static uint64_t next_number(uint64_t *state)
{
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

static void test_sort_extremes(void)
{
  int64_t ids[] = {5, INT64_MAX, -1, 0, INT64_MIN, 5, 256, -256, 1};
  const int64_t sorted[] = {INT64_MIN, -256, -1, 0, 1, 5, 5, 256, INT64_MAX};

  berg_arena_open(&arena, 1 << 20);
  CHECK_INT(berg_ids_sort(ids, 9, &arena), BERG_OK);
  for (size_t i = 0; i < 9; i++)
    CHECK_INT(ids[i], sorted[i]);
  berg_arena_close(&arena);
}

static void test_sort_many(void)
{
  enum { COUNT = 5000 };
  static int64_t ids[COUNT];
  uint64_t state = 88172645463325252u;

  berg_arena_open(&arena, 1 << 20);
  for (size_t i = 0; i < COUNT; i++)
    ids[i] = (int64_t)next_number(&state);
  CHECK_INT(berg_ids_sort(ids, COUNT, &arena), BERG_OK);
  for (size_t i = 1; i < COUNT; i++)
    CHECK(ids[i - 1] <= ids[i]);
  berg_arena_close(&arena);
}

static void test_find_ids(void)
{
  int64_t ids[] = {30, 10, 30, -5, 20};
  struct berg_id_index index = {NULL, 0};

  berg_arena_open(&arena, 1 << 20);
  CHECK_INT(berg_id_index_build(ids, 5, &arena, &index), BERG_OK);
  CHECK_INT(index.count, 4);
  CHECK_INT(berg_id_index_find(&index, -5), 0);
  CHECK_INT(berg_id_index_find(&index, 10), 1);
  CHECK_INT(berg_id_index_find(&index, 20), 2);
  CHECK_INT(berg_id_index_find(&index, 30), 3);
  CHECK_INT(berg_id_index_find(&index, 31), 4);
  CHECK_INT(berg_id_index_find(&index, -6), 4);
  CHECK_INT(berg_id_index_find(&index, 15), 4);
  CHECK_INT(berg_id_index_build(ids, 0, &arena, &index), BERG_OK);
  CHECK_INT(berg_id_index_find(&index, 0), 0);
  berg_arena_close(&arena);
}

static void test_repeated_ids(void)
{
  int64_t once[] = {3, 1, 2};
  int64_t twice[] = {9, 7, 8, 7, 9};
  int64_t repeated = 0;

  berg_arena_open(&arena, 1 << 20);
  CHECK_INT(berg_ids_find_repeated(once, 3, &arena, &repeated), BERG_ABSENT);
  CHECK_INT(berg_ids_find_repeated(once, 0, &arena, &repeated), BERG_ABSENT);
  CHECK_INT(berg_ids_find_repeated(twice, 5, &arena, &repeated), BERG_OK);
  CHECK_INT(repeated, 7);
  berg_arena_close(&arena);
}

static void test_names(void)
{
  struct berg_span names[] = {BERG_SPAN("b"), BERG_SPAN("aa"), BERG_SPAN(""),        BERG_SPAN("a"),
                              BERG_SPAN("b"), BERG_SPAN("ab"), BERG_SPAN("\xC3\xA9")};
  static const char *const sorted[] = {"", "a", "aa", "ab", "b", "\xC3\xA9"};
  struct berg_name_index index = {NULL, 0};

  berg_arena_open(&arena, 1 << 20);
  CHECK_INT(berg_name_index_build(names, 7, &arena, &index), BERG_OK);
  CHECK_INT(index.count, 6);
  for (size_t i = 0; i < 6; i++) {
    CHECK_TEXT(index.names[i], sorted[i]);
    CHECK_INT(berg_name_index_find(&index, berg_span_of(sorted[i])), i);
  }
  CHECK_INT(berg_name_index_find(&index, BERG_SPAN("ac")), 6);
  CHECK_INT(berg_name_index_find(&index, BERG_SPAN("z")), 6);
  berg_arena_close(&arena);
}

static void test_repeated_names(void)
{
  struct berg_span once[] = {BERG_SPAN("c"), BERG_SPAN("b"), BERG_SPAN("a")};
  struct berg_span twice[] = {BERG_SPAN("y"), BERG_SPAN("x"), BERG_SPAN("y"), BERG_SPAN("x")};
  struct berg_span repeated = {NULL, 0};

  berg_arena_open(&arena, 1 << 20);
  CHECK_INT(berg_names_find_repeated(once, 3, &arena, &repeated), BERG_ABSENT);
  CHECK_INT(berg_names_find_repeated(twice, 4, &arena, &repeated), BERG_OK);
  CHECK_TEXT(repeated, "x");
  berg_arena_close(&arena);
}

/* Names of every length that a merge can leave over. */
static void test_name_counts(void)
{
  char text[40][24];
  struct berg_span names[40];

  for (size_t count = 0; count <= 40; count++) {
    struct berg_name_index index = {NULL, 0};
    berg_arena_open(&arena, 1 << 20);
    for (size_t i = 0; i < count; i++) {
      snprintf(text[i], sizeof text[i], "%02zu", (i * 17) % 41);
      names[i] = berg_span_of(text[i]);
    }
    CHECK_INT(berg_name_index_build(names, count, &arena, &index), BERG_OK);
    CHECK_INT(index.count, count);
    for (size_t i = 1; i < count; i++)
      CHECK(berg_span_compare(index.names[i - 1], index.names[i]) < 0);
    berg_arena_close(&arena);
  }
}

static void test_no_memory(void)
{
  int64_t ids[] = {2, 1};
  struct berg_span names[] = {BERG_SPAN("b"), BERG_SPAN("a")};
  struct berg_id_index id_index = {NULL, 7};
  struct berg_name_index name_index = {NULL, 7};
  struct berg_span repeated_name = {NULL, 0};
  int64_t repeated = 0;

  berg_arena_open(&arena, 0);
  CHECK_INT(berg_id_index_build(ids, 2, &arena, &id_index), BERG_NO_MEMORY);
  CHECK_INT(id_index.count, 7);
  CHECK_INT(berg_ids_find_repeated(ids, 2, &arena, &repeated), BERG_NO_MEMORY);
  CHECK_INT(berg_name_index_build(names, 2, &arena, &name_index), BERG_NO_MEMORY);
  CHECK_INT(name_index.count, 7);
  CHECK_INT(berg_names_find_repeated(names, 2, &arena, &repeated_name), BERG_NO_MEMORY);
  berg_arena_close(&arena);
}

int main(void)
{
  TEST_RUN(test_sort_extremes);
  TEST_RUN(test_sort_many);
  TEST_RUN(test_find_ids);
  TEST_RUN(test_repeated_ids);
  TEST_RUN(test_names);
  TEST_RUN(test_repeated_names);
  TEST_RUN(test_name_counts);
  TEST_RUN(test_no_memory);
  return test_end();
}
