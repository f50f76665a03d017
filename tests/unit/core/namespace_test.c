/* Namespaces and names: the split of paths and parameters, the key, and what is refused. */
#include "core/namespace.h"
#include "core/namespace_parts.h"
#include "unit/test.h"

static struct berg_arena arena;
static struct berg_problem problem;
static struct berg_buffer shown;

/* The levels joined by '|', with the key checked along the way; what is wrong instead when STATUS is not BERG_OK. */
static struct berg_span show(enum berg_status status, const struct berg_namespace *ns)
{
  struct berg_namespace again;

  berg_buffer_reset(&shown);
  CHECK_INT(status, problem.status);
  if (status != BERG_OK)
    return berg_problem_message(&problem);
  for (size_t i = 0; i < ns->levels.count; i++) {
    if (i > 0)
      berg_buffer_append_byte(&shown, '|');
    berg_buffer_append(&shown, ns->levels.items[i]);
  }
  CHECK_INT(berg_namespace_from_key(ns->key, &arena, &again), BERG_OK);
  CHECK(berg_span_equal(again.key, ns->key));
  CHECK_INT(again.levels.count, ns->levels.count);
  for (size_t i = 0; i < again.levels.count && i < ns->levels.count; i++)
    CHECK(berg_span_equal(again.levels.items[i], ns->levels.items[i]));
  return berg_buffer_span(&shown);
}

static struct berg_span from_path(const char *raw, const char *separator)
{
  struct berg_namespace ns = {{NULL, 0}, {NULL, 0}};

  berg_problem_clear(&problem);
  return show(berg_namespace_from_path(berg_span_of(raw), berg_span_of(separator), &arena, &ns, &problem), &ns);
}

static struct berg_span from_query(struct berg_span decoded, const char *separator)
{
  struct berg_namespace ns = {{NULL, 0}, {NULL, 0}};

  berg_problem_clear(&problem);
  return show(berg_namespace_from_query(decoded, berg_span_of(separator), &arena, &ns, &problem), &ns);
}

/* TESTS names/separator, names/separator-advertised, names/split-before-decode */
static void test_path_split(void)
{
  CHECK_TEXT(from_path("a", ""), "a");
  CHECK_TEXT(from_path("a%1Fb", ""), "a|b");
  CHECK_TEXT(from_path("a%1fb%1Fc", ""), "a|b|c");
  CHECK_TEXT(from_path("a%1Fb", "%2E"), "a|b");
  CHECK_TEXT(from_path("a%2Eb", "%2E"), "a|b");
  CHECK_TEXT(from_path("a%2eb", "%2E"), "a|b");
  CHECK_TEXT(from_path("a%2Eb", "%2e"), "a|b");
  CHECK_TEXT(from_path("a%afb", "%Af"), "a|b");
  CHECK_TEXT(from_path("a.b", "%2E"), "a.b");
  CHECK_TEXT(from_path("a.b", "."), "a|b");
  CHECK_TEXT(from_path("a%2Eb%1Fc", "%2E"), "a.b|c");
  CHECK_TEXT(from_path("a%2Eb", ""), "a.b");
  CHECK_TEXT(from_path("a%3A%3Ab%3Ac", "%3A%3a"), "a|b:c");
  CHECK_TEXT(from_path("aXbxc", "X"), "a|bxc"); /* only escapes are compared without case */
}

/* TESTS names/decode-once, names/plus, names/dots, names/dot-segments, names/opaque */
static void test_path_decoding(void)
{
  CHECK_TEXT(from_path("a%20b", ""), "a b");
  CHECK_TEXT(from_path("a+b", ""), "a+b");
  CHECK_TEXT(from_path("a%2Bb", ""), "a+b");
  CHECK_TEXT(from_path("a%252Fb", ""), "a%2Fb");
  CHECK_TEXT(from_path("a%2Fb", ""), "a/b");
  CHECK_TEXT(from_path("a%251Fb", ""), "a%1Fb");
  CHECK_TEXT(from_path("%C3%A9", ""), "\xC3\xA9");
  CHECK_TEXT(from_path(".", ""), ".");
  CHECK_TEXT(from_path("%2E%2E", ""), "..");
  CHECK_TEXT(from_path("a.b", ""), "a.b");
  CHECK_TEXT(from_path("Sales", ""), "Sales");
}

/* TESTS names/empty-level, names/control-bytes, http/bad-escape */
static void test_path_refusals(void)
{
  CHECK_TEXT(from_path("", ""), "Invalid namespace: a level is empty");
  CHECK_TEXT(from_path("%1F", ""), "Invalid namespace: a level is empty");
  CHECK_TEXT(from_path("a%1F", ""), "Invalid namespace: a level is empty");
  CHECK_TEXT(from_path("%1Fa", ""), "Invalid namespace: a level is empty");
  CHECK_TEXT(from_path("a%1F%1Fb", ""), "Invalid namespace: a level is empty");
  CHECK_TEXT(from_path("a%2E%2Eb", "%2E"), "Invalid namespace: a level is empty");
  CHECK_TEXT(from_path("a%", ""), "Invalid namespace: a percent-escape is malformed");
  CHECK_TEXT(from_path("a%2", ""), "Invalid namespace: a percent-escape is malformed");
  CHECK_TEXT(from_path("a%1Fb%zz", ""), "Invalid namespace: a percent-escape is malformed");
  CHECK_TEXT(from_path("a%00b", ""), "Invalid namespace level: it holds a control character");
  CHECK_TEXT(from_path("a%0A", ""), "Invalid namespace level: it holds a control character");
  CHECK_TEXT(from_path("a%7F", ""), "Invalid namespace level: it holds a control character");
  CHECK_TEXT(from_path("a%2Eb\x1F", "%2E"), "Invalid namespace level: it holds a control character");
  CHECK_TEXT(from_path("%C3", ""), "Invalid namespace level: it is not UTF-8");
  CHECK_TEXT(from_path("%ED%A0%80", ""), "Invalid namespace level: it is not UTF-8");
  CHECK_TEXT(from_path("%C0%AF", ""), "Invalid namespace level: it is not UTF-8");
}

/* TESTS namespaces/listNamespaces/parent-separators */
static void test_query(void)
{
  CHECK_TEXT(from_query(BERG_SPAN("a"), ""), "a");
  CHECK_TEXT(from_query(BERG_SPAN("a\x1F"
                                  "b"),
                        ""),
             "a|b");
  CHECK_TEXT(from_query(BERG_SPAN("a\x1F"
                                  "b.c"),
                        "%2E"),
             "a|b.c");
  CHECK_TEXT(from_query(BERG_SPAN("a.b"), "%2E"), "a|b");
  CHECK_TEXT(from_query(BERG_SPAN("a.b"), ""), "a.b");
  CHECK_TEXT(from_query(BERG_SPAN("a%1Fb"), ""), "a%1Fb"); /* decoded before, so these are characters */
  CHECK_TEXT(from_query(BERG_SPAN("a%2Eb"), "%2E"), "a%2Eb");
  CHECK_TEXT(from_query(BERG_SPAN("a..b"), "%2E"), "Invalid namespace: a level is empty");
  CHECK_TEXT(from_query(BERG_SPAN("\x1F"), ""), "Invalid namespace: a level is empty");
  CHECK_TEXT(from_query(BERG_SPAN("a\x01"), ""), "Invalid namespace level: it holds a control character");
  CHECK_TEXT(from_query(BERG_SPAN("a"), "%2"), "Invalid namespace: a percent-escape is malformed");
}

/* TESTS names/limits */
static void test_limits(void)
{
  char raw[8 * (BERG_NAMESPACE_LEVELS_MAX + 1)] = "a";
  char name[BERG_NAME_BYTES_MAX + 2];

  for (size_t i = 1; i < BERG_NAMESPACE_LEVELS_MAX; i++)
    strcat(raw, "%1Fa");
  from_path(raw, "");
  CHECK_INT(problem.status, BERG_OK);
  strcat(raw, "%1Fa");
  CHECK_TEXT(from_path(raw, ""), "Invalid namespace: it has more than 32 levels");
  memset(name, 'n', sizeof name);
  name[BERG_NAME_BYTES_MAX] = '\0';
  CHECK_TEXT(from_path(name, ""), name);
  name[BERG_NAME_BYTES_MAX] = 'n';
  name[BERG_NAME_BYTES_MAX + 1] = '\0';
  CHECK_TEXT(from_path(name, ""), "Invalid namespace level: it is longer than 255 bytes");
}

/* TESTS namespaces/createNamespace/empty, names/limits */
static void test_levels(void)
{
  struct berg_span items[BERG_NAMESPACE_LEVELS_MAX + 1];
  struct berg_spans levels = {items, 0};
  struct berg_namespace ns;

  for (size_t i = 0; i <= BERG_NAMESPACE_LEVELS_MAX; i++)
    items[i] = BERG_SPAN("x");
  items[0] = BERG_SPAN("a");
  items[1] = BERG_SPAN("b c");
  berg_problem_clear(&problem);
  CHECK_INT(berg_namespace_from_levels(&levels, &arena, &ns, &problem), BERG_INVALID);
  CHECK_TEXT(berg_problem_message(&problem), "Invalid namespace: it has no level");
  levels.count = BERG_NAMESPACE_LEVELS_MAX + 1;
  berg_problem_clear(&problem);
  CHECK_INT(berg_namespace_from_levels(&levels, &arena, &ns, &problem), BERG_INVALID);
  CHECK_TEXT(berg_problem_message(&problem), "Invalid namespace: it has more than 32 levels");
  levels.count = 2;
  CHECK_INT(berg_namespace_from_levels(&levels, &arena, &ns, NULL), BERG_OK);
  CHECK_TEXT(ns.key, "a\x1F"
                     "b c");
  CHECK_TEXT(ns.levels.items[1], "b c");
  CHECK(ns.levels.items[1].bytes != items[1].bytes);
  items[1] = BERG_SPAN("b\x1F"
                       "c");
  CHECK_INT(berg_namespace_from_levels(&levels, &arena, &ns, NULL), BERG_INVALID);
  items[1] = BERG_SPAN("");
  CHECK_INT(berg_namespace_from_levels(&levels, &arena, &ns, NULL), BERG_INVALID);
}

static void test_keys(void)
{
  struct berg_namespace ns;

  CHECK_INT(berg_namespace_from_key(BERG_SPAN("a.b\x1F"
                                              "c"),
                                    &arena, &ns),
            BERG_OK);
  CHECK_INT(ns.levels.count, 2);
  CHECK_TEXT(ns.levels.items[0], "a.b");
  CHECK_TEXT(ns.levels.items[1], "c");
  CHECK_INT(berg_namespace_from_key(BERG_SPAN(""), &arena, &ns), BERG_INVALID);
  CHECK_INT(berg_namespace_from_key(BERG_SPAN("a\x1F"), &arena, &ns), BERG_INVALID);
}

/* TESTS names/empty-table, names/control-bytes, names/limits, names/dots */
static void test_names(void)
{
  static const struct {
    const char *name;
    const char *message;
  } names[] = {
      {"t", ""},
      {".", ""},
      {"..", ""},
      {"a.b.v1.c", ""},
      {"x/y", ""},
      {" ", ""},
      {"\xF0\x9F\xA7\x8A", ""},
      {"", "Invalid table name: it is empty"},
      {"a\x1F", "Invalid table name: it holds a control character"},
      {"a\tb", "Invalid table name: it holds a control character"},
      {"a\x7F", "Invalid table name: it holds a control character"},
      {"a\x80", "Invalid table name: it is not UTF-8"},
      {"\xF4\x90\x80\x80", "Invalid table name: it is not UTF-8"},
  };

  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    berg_problem_clear(&problem);
    CHECK_INT(berg_name_check(berg_span_of(names[i].name), "table name", &problem), problem.status);
    CHECK_INT(problem.status, names[i].message[0] == '\0' ? BERG_OK : BERG_INVALID);
    CHECK_TEXT(berg_problem_message(&problem), names[i].message);
  }
  CHECK_INT(berg_name_check((struct berg_span){(const uint8_t *)"a\0b", 3}, "name", NULL), BERG_INVALID);
}

/* TESTS errors/message-object-names */
static void test_format(void)
{
  struct berg_namespace ns;
  struct berg_namespace nothing = {{NULL, 0}, {NULL, 0}};

  CHECK_INT(berg_namespace_from_path(BERG_SPAN("a%1Fb"), BERG_SPAN(""), &arena, &ns, NULL), BERG_OK);
  berg_buffer_reset(&shown);
  berg_namespace_format(&shown, &ns, BERG_SPAN(""));
  CHECK_TEXT(berg_buffer_span(&shown), "a.b");
  berg_buffer_reset(&shown);
  berg_namespace_format(&shown, &ns, BERG_SPAN("t"));
  CHECK_TEXT(berg_buffer_span(&shown), "a.b.t");
  berg_buffer_reset(&shown);
  berg_namespace_format(&shown, &nothing, BERG_SPAN("t"));
  CHECK_TEXT(berg_buffer_span(&shown), "t");
}

static void test_without_memory(void)
{
  struct berg_namespace ns = {{NULL, 0}, {NULL, 7}};

  for (size_t i = 1; i <= 4; i++) {
    arena.fail_after = i;
    CHECK_INT(berg_namespace_from_path(BERG_SPAN("a%1Fb"), BERG_SPAN(""), &arena, &ns, NULL), BERG_NO_MEMORY);
    CHECK_INT(ns.key.len, 7);
  }
  arena.fail_after = 0;
}

/* The parts that the proof is about, at their limits. */
static void test_parts(void)
{
  struct berg_slice parts[2] = {{9, 9}, {9, 9}};
  uint8_t out[4] = "wxyz";
  size_t count = 77;

  CHECK_INT(berg_namespace_split(BERG_SPAN("a,b,c"), BERG_SPAN(","), parts, 2, &count), BERG_TOO_LARGE);
  CHECK_INT(berg_namespace_split(BERG_SPAN("a,,c"), BERG_SPAN(","), parts, 2, &count), BERG_INVALID);
  CHECK_INT(berg_namespace_split(BERG_SPAN("a"), BERG_SPAN(","), parts, 0, &count), BERG_TOO_LARGE);
  CHECK_INT(count, 77);
  CHECK_INT(berg_namespace_split(BERG_SPAN("a---b"), BERG_SPAN("--"), parts, 2, &count), BERG_OK);
  CHECK_INT(count, 2);
  CHECK_INT(parts[1].off, 3);
  CHECK_INT(parts[1].len, 2);
  CHECK_INT(berg_namespace_append(BERG_SPAN("abc"), out, 4, 1, &parts[0]), BERG_TOO_LARGE);
  CHECK_INT(berg_namespace_append(BERG_SPAN("abcde"), out, 4, 0, &parts[0]), BERG_TOO_LARGE);
  CHECK_INT(berg_namespace_append(BERG_SPAN(""), out, 4, 4, &parts[0]), BERG_TOO_LARGE);
  CHECK(memcmp(out, "wxyz", 4) == 0);
  CHECK_INT(berg_namespace_append(BERG_SPAN("ab"), out, 4, 1, &parts[0]), BERG_OK);
  CHECK(memcmp(out,
               "w\x1F"
               "ab",
               4) == 0);
  CHECK_INT(parts[0].off, 2);
}

int main(void)
{
  berg_arena_open(&arena, (size_t)16 << 20);
  berg_buffer_open(&shown);
  TEST_RUN(test_path_split);
  TEST_RUN(test_path_decoding);
  TEST_RUN(test_path_refusals);
  TEST_RUN(test_query);
  TEST_RUN(test_limits);
  TEST_RUN(test_levels);
  TEST_RUN(test_keys);
  TEST_RUN(test_names);
  TEST_RUN(test_format);
  TEST_RUN(test_without_memory);
  TEST_RUN(test_parts);
  berg_buffer_close(&shown);
  berg_arena_close(&arena);
  return test_end();
}
