/* Trees: nodes in document order, members, equality by JSON Schema; and the writer, whose texts come back. */
#include "unit/test.h"

#include "json/tree.h"
#include "json/write.h"

static struct berg_arena arena;
static struct berg_json_tree tree;

static enum berg_status parse(struct berg_span text)
{
  berg_arena_reset(&arena);
  return berg_json_parse(text, BERG_JSON_LIMITS_DEFAULT, true, &arena, &tree, NULL);
}

static void test_nodes(void)
{
  CHECK_INT(parse(BERG_SPAN(" {\"a\":[1,\"\\u0078\"], \"b\":{\"c\":null}}")), BERG_OK);
  CHECK_INT(tree.count, 9);
  CHECK_INT(tree.nodes[0].kind, BERG_JSON_OBJECT);
  CHECK_INT(tree.nodes[0].end, 9);
  CHECK_INT(tree.nodes[0].child_count, 2);
  CHECK_INT(tree.nodes[0].offset, 1);
  CHECK_TEXT(tree.nodes[0].text, "{\"a\":[1,\"\\u0078\"], \"b\":{\"c\":null}}");
  CHECK_INT(tree.nodes[1].kind, BERG_JSON_STRING);
  CHECK_TEXT(tree.nodes[1].text, "a");
  CHECK_INT(tree.nodes[1].offset, 2);
  CHECK_INT(tree.nodes[2].kind, BERG_JSON_ARRAY);
  CHECK_INT(tree.nodes[2].end, 5);
  CHECK_INT(tree.nodes[2].child_count, 2);
  CHECK_TEXT(tree.nodes[2].text, "[1,\"\\u0078\"]");
  CHECK_TEXT(tree.nodes[3].text, "1");
  CHECK_TEXT(tree.nodes[4].text, "x");
  CHECK_INT(tree.nodes[6].child_count, 1);
  CHECK_INT(tree.nodes[8].kind, BERG_JSON_NULL);
}

static void test_members(void)
{
  CHECK_INT(parse(BERG_SPAN("{\"a\":{\"b\":1},\"b\":[true],\"\\u0063\":2}")), BERG_OK);
  CHECK_INT(berg_json_member(&tree, 0, BERG_SPAN("a")), 2);
  CHECK_INT(berg_json_member(&tree, 0, BERG_SPAN("b")), 6);
  CHECK_INT(berg_json_member(&tree, 0, BERG_SPAN("c")), 9);
  CHECK_INT(berg_json_member(&tree, 2, BERG_SPAN("b")), 4);
  CHECK_INT(berg_json_member(&tree, 0, BERG_SPAN("d")), 0);
  CHECK_INT(berg_json_member(&tree, 6, BERG_SPAN("b")), 0);
}

static void test_refused(void)
{
  tree.count = 77;
  CHECK_INT(parse(BERG_SPAN("{\"a\":1,\"a\":2}")), BERG_INVALID);
  CHECK_INT(parse(BERG_SPAN("[")), BERG_INVALID);
  CHECK_INT(tree.count, 77);
  for (size_t fail = 1; fail <= 2; fail++) {
    arena.fail_after = fail;
    CHECK_INT(berg_json_parse(BERG_SPAN("[\"\\n\"]"), BERG_JSON_LIMITS_DEFAULT, true, &arena, &tree, NULL),
              BERG_NO_MEMORY);
  }
  CHECK_INT(tree.count, 77);
}

static bool is_equal(const char *a, const char *b)
{
  char text[512];

  snprintf(text, sizeof text, "[%s,%s]", a, b);
  if (parse(berg_span_of(text)) != BERG_OK)
    return false;
  return berg_json_equal(&tree, 1, tree.nodes[1].end);
}

static void test_equal_numbers(void)
{
  static const char *const SAME[][2] = {{"1", "1.0"},
                                        {"100", "1e2"},
                                        {"100", "1E+2"},
                                        {"0.01", "1e-2"},
                                        {"0", "-0"},
                                        {"0", "0.000e9"},
                                        {"-12.50", "-125e-1"},
                                        {"1.5e3", "1500.000"},
                                        {"10e-1", "1"},
                                        {"0.1e1", "1"},
                                        {"9007199254740993", "9007199254740993.0"},
                                        {"123456789012345678901234567890", "1.2345678901234567890123456789e29"}};
  static const char *const OTHER[][2] = {{"1", "-1"},     {"1", "10"},    {"1.5", "15"},
                                         {"0.1", "0.01"}, {"12", "1.20"}, {"9007199254740993", "9007199254740992"},
                                         {"1", "0"},      {"1e2", "1e3"}, {"1.01", "1.001"},
                                         {"1", "\"1\""}};

  for (size_t i = 0; i < sizeof SAME / sizeof SAME[0]; i++) {
    if (!is_equal(SAME[i][0], SAME[i][1]) || !is_equal(SAME[i][1], SAME[i][0]))
      test_report(__FILE__, __LINE__, SAME[i][0]);
  }
  for (size_t i = 0; i < sizeof OTHER / sizeof OTHER[0]; i++) {
    if (is_equal(OTHER[i][0], OTHER[i][1]) || is_equal(OTHER[i][1], OTHER[i][0]))
      test_report(__FILE__, __LINE__, OTHER[i][0]);
  }
}

static void test_equal(void)
{
  CHECK(is_equal("\"a\\u0062\"", "\"\\u0061b\""));
  CHECK(!is_equal("\"a\"", "\"A\""));
  CHECK(is_equal("null", "null"));
  CHECK(!is_equal("null", "false"));
  CHECK(!is_equal("true", "false"));
  CHECK(is_equal("{\"a\":1,\"b\":[2]}", "{\"b\":[2.0],\"a\":1}"));
  CHECK(!is_equal("{\"a\":1,\"b\":2}", "{\"a\":1,\"c\":2}"));
  CHECK(!is_equal("{\"a\":1}", "{\"a\":1,\"b\":2}"));
  CHECK(is_equal("[1,[2,{}]]", "[1,[2,{}]]"));
  CHECK(!is_equal("[1,2]", "[2,1]"));
  CHECK(!is_equal("[1]", "[1,1]"));
  CHECK(!is_equal("[]", "{}"));
}

/* Writes the value of NODE as the writer's calls would. */
static void write_node(struct berg_buffer *buffer, size_t node)
{
  const struct berg_json_node *value = &tree.nodes[node];

  switch (value->kind) {
  case BERG_JSON_OBJECT:
    berg_json_write_object_begin(buffer);
    for (size_t i = node + 1; i < value->end; i = tree.nodes[i + 1].end) {
      berg_json_write_name(buffer, tree.nodes[i].text);
      write_node(buffer, i + 1);
    }
    berg_json_write_object_end(buffer);
    break;
  case BERG_JSON_ARRAY:
    berg_json_write_array_begin(buffer);
    for (size_t i = node + 1; i < value->end; i = tree.nodes[i].end)
      write_node(buffer, i);
    berg_json_write_array_end(buffer);
    break;
  case BERG_JSON_STRING:
    berg_json_write_string(buffer, value->text);
    break;
  case BERG_JSON_NULL:
    berg_json_write_null(buffer);
    break;
  case BERG_JSON_NUMBER:
    berg_json_write_raw(buffer, value->text);
    break;
  default:
    berg_json_write_bool(buffer, value->kind == BERG_JSON_TRUE);
    break;
  }
}

static void test_round_trip(void)
{
  static const char *const TEXTS[] = {"0",
                                      "\"\"",
                                      "[]",
                                      "{}",
                                      "[[],[],{},{}]",
                                      "{\"a\":{},\"b\":[],\"c\":null,\"d\":true,\"e\":false,\"f\":-1.5e3}",
                                      "[\"{\",\"[\",\":\",\",\",\"\\\"\",\"\\\\\",\"\\u0000\\n\xC3\xA9\"]",
                                      "{\"{\":\"[\",\":\":\":\",\",\":1}"};

  for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
    struct berg_buffer buffer;
    berg_buffer_open(&buffer);
    CHECK_INT(parse(berg_span_of(TEXTS[i])), BERG_OK);
    write_node(&buffer, 0);
    CHECK_TEXT(berg_buffer_span(&buffer), TEXTS[i]);
    berg_buffer_close(&buffer);
  }
}

static void test_write_collections(void)
{
  struct berg_span texts[] = {BERG_SPAN("a\"b"), BERG_SPAN("")};
  int32_t small[] = {INT32_MIN, 0};
  int64_t wide[] = {INT64_MIN, INT64_MAX};
  struct berg_property map[] = {{BERG_SPAN("k\n"), BERG_SPAN("v")}, {BERG_SPAN(""), BERG_SPAN("\\")}};
  struct berg_buffer buffer;

  berg_buffer_open(&buffer);
  berg_json_write_object_begin(&buffer);
  berg_json_write_name(&buffer, BERG_SPAN("s"));
  berg_json_write_strings(&buffer, &(struct berg_spans){texts, 2});
  berg_json_write_name(&buffer, BERG_SPAN("i"));
  berg_json_write_int32s(&buffer, &(struct berg_int32s){small, 2});
  berg_json_write_name(&buffer, BERG_SPAN("l"));
  berg_json_write_int64s(&buffer, &(struct berg_int64s){wide, 2});
  berg_json_write_name(&buffer, BERG_SPAN("p"));
  berg_json_write_properties(&buffer, &(struct berg_properties){map, 2});
  berg_json_write_name(&buffer, BERG_SPAN("e"));
  berg_json_write_strings(&buffer, &(struct berg_spans){NULL, 0});
  berg_json_write_name(&buffer, BERG_SPAN("n"));
  berg_json_write_int64(&buffer, -1);
  berg_json_write_object_end(&buffer);
  CHECK_TEXT(berg_buffer_span(&buffer),
             "{\"s\":[\"a\\\"b\",\"\"],\"i\":[-2147483648,0],\"l\":[-9223372036854775808,9223372036854775807],"
             "\"p\":{\"k\\n\":\"v\",\"\":\"\\\\\"},\"e\":[],\"n\":-1}");
  CHECK_INT(parse(berg_buffer_span(&buffer)), BERG_OK);
  berg_buffer_close(&buffer);
}

int main(void)
{
  berg_arena_open(&arena, (size_t)16 << 20);
  TEST_RUN(test_nodes);
  TEST_RUN(test_members);
  TEST_RUN(test_refused);
  TEST_RUN(test_equal_numbers);
  TEST_RUN(test_equal);
  TEST_RUN(test_round_trip);
  TEST_RUN(test_write_collections);
  berg_arena_close(&arena);
  return test_end();
}
