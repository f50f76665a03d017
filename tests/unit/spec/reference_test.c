/* References, pointers and the paths of files. */
#include "spec/tool/clauses.h"
#include "spec/tool/files.h"
#include "spec/tool/path_template.h"
#include "spec/tool/reference.h"
#include "unit/test.h"

static struct berg_arena arena;

static void joined_paths(void)
{
  static const char *const cases[][3] = {
      {"spec/openapi.yaml", "paths/a.yaml", "spec/paths/a.yaml"},
      {"spec/paths/a.yaml", "../schemas/b.yaml", "spec/schemas/b.yaml"},
      {"spec/paths/a.yaml", "./../schemas/./b.yaml", "spec/schemas/b.yaml"},
      {"a.yaml", "b.yaml", "b.yaml"},
      {"a.yaml", "../b.yaml", "../b.yaml"},
      {"../x/a.yaml", "../../b.yaml", "../../b.yaml"},
      {"/abs/x/a.yaml", "../b.yaml", "/abs/b.yaml"},
      {"", "./a//b.yaml", "a/b.yaml"},
      {"x/a.yaml", "../y/../../z.yaml", "../z.yaml"},
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    CHECK_TEXT(berg_spec_path_join(&arena, berg_span_of(cases[i][0]), berg_span_of(cases[i][1])), cases[i][2]);
}

static void components(void)
{
  static const char *const wrong[] = {"",
                                      "#",
                                      "#/components",
                                      "#/components/",
                                      "#/components/schemas",
                                      "#/components/schemas/",
                                      "#/components//A",
                                      "#/components/schemas/A/b",
                                      "#/componentsx/schemas/A",
                                      "#components/schemas/A",
                                      "x.yaml#/components/schemas/A",
                                      "A"};
  struct berg_spec_component component;

  CHECK_INT(berg_spec_component_parse(&arena, BERG_SPAN("#/components/schemas/a~1b~0c"), &component), BERG_OK);
  CHECK_TEXT(component.kind, "schemas");
  CHECK_TEXT(component.name, "a/b~c");
  CHECK_TEXT(berg_spec_component_format(&arena, component), "#/components/schemas/a~1b~0c");
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    CHECK_INT(berg_spec_component_parse(&arena, berg_span_of(wrong[i]), &component), BERG_INVALID);
}

static void split_references(void)
{
  struct berg_span file;
  struct berg_span fragment;

  berg_spec_reference_split(BERG_SPAN("a.yaml#/b"), &file, &fragment);
  CHECK_TEXT(file, "a.yaml");
  CHECK_TEXT(fragment, "/b");
  berg_spec_reference_split(BERG_SPAN("a.yaml"), &file, &fragment);
  CHECK_TEXT(file, "a.yaml");
  CHECK_TEXT(fragment, "");
  berg_spec_reference_split(BERG_SPAN("#"), &file, &fragment);
  CHECK(file.len == 0 && fragment.len == 0);
  CHECK(berg_spec_reference_is_local(BERG_SPAN("../a/b:c.yaml")));
  CHECK(!berg_spec_reference_is_local(BERG_SPAN("https://example.org/a.yaml")));
  CHECK(!berg_spec_reference_is_local(BERG_SPAN("/etc/a.yaml")));
}

static void segments(void)
{
  struct berg_spec_segment segment;
  struct berg_span path = BERG_SPAN("/v1/{a}/{}//b");
  static const struct {
    bool is_parameter;
    const char *text;
  } wanted[] = {{false, "v1"}, {true, "a"}, {false, "{}"}, {false, ""}, {false, "b"}};
  size_t at = 0;

  for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
    CHECK(berg_spec_path_next(path, &at, &segment));
    CHECK(segment.is_parameter == wanted[i].is_parameter);
    CHECK_TEXT(segment.text, wanted[i].text);
  }
  CHECK(!berg_spec_path_next(path, &at, &segment));
}

static void clause_ids(void)
{
  static const struct {
    const char *text;
    size_t len;
  } cases[] = {{"a/b", 3},
               {"tables/updateTable/x-1 more", 22},
               {"a/b, c/d", 3},
               {"a", 0},
               {"a/b/c/d", 0},
               {"A/b", 0},
               {"1/b", 0},
               {"", 0},
               {"metadata/check/x.", 16},
               {"a/", 0},
               {"a/b/", 3}};

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    CHECK_INT(berg_spec_clause_id_len(berg_span_of(cases[i].text)), cases[i].len);
}

int main(void)
{
  berg_arena_open(&arena, SIZE_MAX);
  TEST_RUN(joined_paths);
  TEST_RUN(components);
  TEST_RUN(split_references);
  TEST_RUN(segments);
  TEST_RUN(clause_ids);
  berg_arena_close(&arena);
  return test_end();
}
