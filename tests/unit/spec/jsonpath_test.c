/* Targets of overlays: reading, writing in one form, finding. */
#include "spec/tool/jsonpath.h"
#include "unit/test.h"

static struct berg_arena arena;

static void one_form(void)
{
  static const char *const cases[][2] = {
      {"$", "$"},
      {"$.a.b-c_1", "$.a.b-c_1"},
      {"$['a']['b c']", "$.a['b c']"},
      {"$[\"a\"][0]", "$.a[0]"},
      {"$['/v1/{x}'].get", "$['/v1/{x}'].get"},
      {"$['it\\'s'].x", "$['it\\'s'].x"},
      {"$['back\\\\slash']", "$['back\\\\slash']"},
      {"$['']", "$['']"},
      {"$[12]['$ref']", "$[12]['$ref']"},
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct berg_spec_jsonpath path;
    const char *reason = "";
    size_t column = 0;
    CHECK_INT(berg_spec_jsonpath_parse(&arena, berg_span_of(cases[i][0]), &reason, &column, &path), BERG_OK);
    CHECK_TEXT(berg_spec_jsonpath_format(&arena, &path), cases[i][1]);
  }
}

static void refused(void)
{
  static const struct {
    const char *text;
    size_t column;
  } cases[] = {{"", 1},      {"a", 1},       {"$a", 2},     {"$.", 3},     {"$..a", 3},  {"$.*", 3},
               {"$[*]", 3},  {"$[?(@)]", 3}, {"$[1:2]", 4}, {"$[1,2]", 4}, {"$[a]", 3},  {"$['a", 5},
               {"$['a'", 6}, {"$['a\\", 6},  {"$[1", 4},    {"$[-1]", 3},  {"$.a b", 4}, {"$[12345678]", 9}};

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct berg_spec_jsonpath path;
    const char *reason = "";
    size_t column = 0;
    CHECK_INT(berg_spec_jsonpath_parse(&arena, berg_span_of(cases[i].text), &reason, &column, &path), BERG_INVALID);
    CHECK_INT(column, cases[i].column);
    CHECK(reason[0] != '\0');
  }
}

/* {"a": [x, {"b": y}]} */
static void found(void)
{
  struct berg_yaml x = {.kind = BERG_YAML_NULL};
  struct berg_yaml y = {.kind = BERG_YAML_NULL};
  struct berg_yaml_member inner = {.key = BERG_SPAN("b"), .value = &y};
  struct berg_yaml map = {.kind = BERG_YAML_MAP, .members = &inner, .count = 1};
  struct berg_yaml *items[] = {&x, &map};
  struct berg_yaml list = {.kind = BERG_YAML_LIST, .items = items, .count = 2};
  struct berg_yaml_member outer = {.key = BERG_SPAN("a"), .value = &list};
  struct berg_yaml root = {.kind = BERG_YAML_MAP, .members = &outer, .count = 1};
  const struct {
    const char *text;
    struct berg_yaml *parent;
    size_t index;
    struct berg_yaml *value; /* NULL: nothing */
  } cases[] = {{"$", NULL, 0, &root},     {"$.a", &root, 0, &list}, {"$.a[1]", &list, 1, &map},
               {"$.a[1].b", &map, 0, &y}, {"$.b", NULL, 0, NULL},   {"$.a[2]", NULL, 0, NULL},
               {"$[0]", NULL, 0, NULL},   {"$.a.b", NULL, 0, NULL}, {"$.a[0].b", NULL, 0, NULL}};

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct berg_spec_jsonpath path;
    struct berg_yaml *parent = NULL;
    struct berg_yaml *value = NULL;
    const char *reason = "";
    size_t column = 0;
    size_t index = 0;
    CHECK_INT(berg_spec_jsonpath_parse(&arena, berg_span_of(cases[i].text), &reason, &column, &path), BERG_OK);
    enum berg_status status = berg_spec_jsonpath_find(&path, &root, &parent, &index, &value);
    CHECK_INT(status, cases[i].value == NULL ? BERG_ABSENT : BERG_OK);
    CHECK(value == cases[i].value && parent == cases[i].parent && index == cases[i].index);
  }
}

int main(void)
{
  berg_arena_open(&arena, SIZE_MAX);
  TEST_RUN(one_form);
  TEST_RUN(refused);
  TEST_RUN(found);
  berg_arena_close(&arena);
  return test_end();
}
