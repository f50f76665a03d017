/* Plain scalars, and numbers compared by value. */
#include "spec/tool/yaml_tree.h"
#include "unit/test.h"

static struct berg_arena arena;

static struct berg_yaml resolved(const char *text)
{
  struct berg_yaml scalar = {.kind = BERG_YAML_STRING, .text = berg_span_of(text)};

  if (berg_yaml_resolve_plain(&arena, &scalar) != BERG_OK)
    scalar.kind = BERG_YAML_MAP; /* stands for "refused" */
  return scalar;
}

static void plain_scalars(void)
{
  static const struct {
    const char *text;
    enum berg_yaml_kind kind;
    const char *value;
  } cases[] = {
      {"", BERG_YAML_NULL, "null"},
      {"~", BERG_YAML_NULL, "null"},
      {"NULL", BERG_YAML_NULL, "null"},
      {"nULL", BERG_YAML_STRING, "nULL"},
      {"True", BERG_YAML_BOOLEAN, "true"},
      {"no", BERG_YAML_STRING, "no"},
      {"0", BERG_YAML_INTEGER, "0"},
      {"-0", BERG_YAML_INTEGER, "0"},
      {"+007", BERG_YAML_INTEGER, "7"},
      {"-42", BERG_YAML_INTEGER, "-42"},
      {"0x0a", BERG_YAML_INTEGER, "10"},
      {"0o10", BERG_YAML_INTEGER, "8"},
      {"0o8", BERG_YAML_STRING, "0o8"},
      {"0x", BERG_YAML_STRING, "0x"},
      {"1.5", BERG_YAML_NUMBER, "1.5"},
      {".5", BERG_YAML_NUMBER, "0.5"},
      {"5.", BERG_YAML_NUMBER, "5.0"},
      {".", BERG_YAML_STRING, "."},
      {"-.5e-3", BERG_YAML_NUMBER, "-0.5e-3"},
      {"1e5", BERG_YAML_NUMBER, "1e5"},
      {"1e", BERG_YAML_STRING, "1e"},
      {"1e+", BERG_YAML_STRING, "1e+"},
      {"--1", BERG_YAML_STRING, "--1"},
      {"1.2.3", BERG_YAML_STRING, "1.2.3"},
      {".inf", BERG_YAML_MAP, ".inf"},
      {"-.INF", BERG_YAML_MAP, "-.INF"},
      {".nan", BERG_YAML_MAP, ".nan"},
      {"0xFFFFFFFFFFFFFFFF", BERG_YAML_INTEGER, "18446744073709551615"},
      {"0x10000000000000000", BERG_YAML_MAP, "0x10000000000000000"},
      {"0xFFFFFFFFFFFFFFF", BERG_YAML_INTEGER, "1152921504606846975"},
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct berg_yaml scalar = resolved(cases[i].text);
    CHECK_INT(scalar.kind, cases[i].kind);
    CHECK_TEXT(scalar.text, cases[i].value);
  }
}

static int sign_of(int n)
{
  return (n > 0) - (n < 0);
}

static void numbers_by_value(void)
{
  static const struct {
    const char *a;
    const char *b;
    int order;
  } cases[] = {
      {"0", "-0", 0},         {"0.0", "0e9", 0},    {"1", "1.0", 0},
      {"1", "0.1e1", 0},      {"100", "1e2", 0},    {"1.50", "15e-1", 0},
      {"0.05", "5e-2", 0},    {"-1", "1", -1},      {"-1", "0", -1},
      {"0", "0.001", -1},     {"9", "10", -1},      {"9.9", "10", -1},
      {"10", "10.01", -1},    {"-10", "-9.5", -1},  {"-2", "-2.0", 0},
      {"123", "124", -1},     {"1e3", "999", 1},    {"0.1", "0.09", 1},
      {"1e-5", "0.00001", 0}, {"12.5", "12.45", 1}, {"9223372036854775807", "9223372036854775808", -1},
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct berg_yaml a = resolved(cases[i].a);
    struct berg_yaml b = resolved(cases[i].b);
    CHECK_INT(sign_of(berg_yaml_compare_numbers(&a, &b)), cases[i].order);
    CHECK_INT(sign_of(berg_yaml_compare_numbers(&b, &a)), -cases[i].order);
    CHECK(berg_yaml_equal(&a, &b) == (cases[i].order == 0));
  }
}

static void integral_numbers(void)
{
  static const char *const whole[] = {"0", "2", "2.0", "0.0", "1e3", "1.5e1", "20e-1", "-3.00"};
  static const char *const broken[] = {"0.5", "1.01", "15e-1", "1e-1", "true", "", "x"};

  for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++) {
    struct berg_yaml scalar = resolved(whole[i]);
    CHECK(berg_yaml_is_integral(&scalar));
  }
  for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
    struct berg_yaml scalar = resolved(broken[i]);
    CHECK(!berg_yaml_is_integral(&scalar));
  }
}

static void maps_in_any_order(void)
{
  struct berg_yaml one = resolved("1");
  struct berg_yaml two = resolved("2");
  struct berg_yaml_member forward[] = {{.key = BERG_SPAN("a"), .value = &one}, {.key = BERG_SPAN("b"), .value = &two}};
  struct berg_yaml_member backward[] = {{.key = BERG_SPAN("b"), .value = &two}, {.key = BERG_SPAN("a"), .value = &one}};
  struct berg_yaml_member other[] = {{.key = BERG_SPAN("a"), .value = &two}, {.key = BERG_SPAN("b"), .value = &one}};
  struct berg_yaml a = {.kind = BERG_YAML_MAP, .members = forward, .count = 2};
  struct berg_yaml b = {.kind = BERG_YAML_MAP, .members = backward, .count = 2};
  struct berg_yaml c = {.kind = BERG_YAML_MAP, .members = other, .count = 2};
  struct berg_yaml shorter = {.kind = BERG_YAML_MAP, .members = forward, .count = 1};

  CHECK(berg_yaml_equal(&a, &b));
  CHECK(!berg_yaml_equal(&a, &c));
  CHECK(!berg_yaml_equal(&a, &shorter));
  CHECK(berg_yaml_find(&a, "b") == &two);
  CHECK(berg_yaml_find(&a, "c") == NULL);
  CHECK(berg_yaml_find(NULL, "a") == NULL);
  CHECK(berg_yaml_find(&one, "a") == NULL);
}

int main(void)
{
  berg_arena_open(&arena, SIZE_MAX);
  TEST_RUN(plain_scalars);
  TEST_RUN(numbers_by_value);
  TEST_RUN(integral_numbers);
  TEST_RUN(maps_in_any_order);
  berg_arena_close(&arena);
  return test_end();
}
