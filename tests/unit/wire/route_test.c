/* Routes: raw paths to operations, with and without a prefix, and what is allowed where nothing fits. */
#include "berg_wire_operations.h"
#include "berg_wire_routes.h"
#include "unit/wire/wire_kit.h"

static struct berg_wire_match match;

static enum berg_status route(enum berg_method method, const char *path)
{
  return berg_wire_route(method, berg_span_of(path), &match);
}

/* A path for each template: parameters become their own names. */
static struct berg_span make_path(const char *path_template, bool with_prefix)
{
  static char path[256];
  size_t len = 0;

  for (const char *c = path_template; *c != '\0'; c++) {
    if (!with_prefix && strncmp(c, "/{prefix}", 9) == 0) {
      c += 8;
      continue;
    }
    if (*c != '{' && *c != '}')
      path[len++] = *c;
  }
  return (struct berg_span){(const uint8_t *)path, len};
}

static void every_operation_is_found(void)
{
  for (int i = 0; i < BERG_WIRE_OPERATION_COUNT; i++) {
    const struct berg_wire_operation_info *info = berg_wire_operation_info((enum berg_wire_operation)i);
    for (int prefix = 0; prefix < 2; prefix++) {
      struct berg_span path = make_path(info->path, prefix == 1);
      CHECK_INT(berg_wire_route(info->method, path, &match), BERG_OK);
      CHECK_INT(match.operation, i);
      CHECK_INT(match.has_prefix, prefix == 1 && strstr(info->path, "{prefix}") != NULL);
      if (strstr(info->path, "{namespace}") != NULL)
        CHECK_TEXT(match.params[BERG_WIRE_PARAM_NAMESPACE], "namespace");
      if (strstr(info->path, "{plan-id}") != NULL)
        CHECK_TEXT(match.params[BERG_WIRE_PARAM_PLAN_ID], "plan-id");
    }
  }
}

static void parameters_stay_encoded(void)
{
  CHECK_INT(route(BERG_METHOD_GET, "/v1/a%2Fb/namespaces/x%1Fy%2e/tables/t%20%2F"), BERG_OK);
  CHECK_INT(match.operation, BERG_WIRE_OPERATION_LOAD_TABLE);
  CHECK_TEXT(match.params[BERG_WIRE_PARAM_PREFIX], "a%2Fb");
  CHECK_TEXT(match.params[BERG_WIRE_PARAM_NAMESPACE], "x%1Fy%2e");
  CHECK_TEXT(match.params[BERG_WIRE_PARAM_TABLE], "t%20%2F");
  CHECK(match.params[BERG_WIRE_PARAM_VIEW].len == 0);
}

static void a_literal_wins_over_a_prefix_of_that_name(void)
{
  CHECK_INT(route(BERG_METHOD_GET, "/v1/namespaces/namespaces"), BERG_OK);
  CHECK_INT(match.operation, BERG_WIRE_OPERATION_LOAD_NAMESPACE_METADATA);
  CHECK(!match.has_prefix);
  CHECK_INT(route(BERG_METHOD_GET, "/v1/namespaces/namespaces/namespaces"), BERG_OK);
  CHECK_INT(match.operation, BERG_WIRE_OPERATION_LOAD_NAMESPACE_METADATA);
  CHECK(match.has_prefix);
  CHECK_INT(route(BERG_METHOD_POST, "/v1/namespaces/tables/rename"), BERG_OK);
  CHECK_INT(match.operation, BERG_WIRE_OPERATION_RENAME_TABLE);
  CHECK_TEXT(match.params[BERG_WIRE_PARAM_PREFIX], "namespaces");
  CHECK_INT(route(BERG_METHOD_POST, "/v1/namespaces/namespaces"), BERG_OK);
  CHECK_INT(match.operation, BERG_WIRE_OPERATION_CREATE_NAMESPACE);
  CHECK(match.has_prefix);
  CHECK_INT(route(BERG_METHOD_GET, "/v1/config/namespaces"), BERG_OK);
  CHECK_TEXT(match.params[BERG_WIRE_PARAM_PREFIX], "config");
}

static void what_is_no_path_is_not_found(void)
{
  static const char *const PATHS[] = {"",
                                      "/",
                                      "v1/config",
                                      "/v1",
                                      "/v1/",
                                      "/v2/config",
                                      "/V1/config",
                                      "/v1/Config",
                                      "/v1/foo/config",
                                      "/v1/config/",
                                      "/v1/a/b/namespaces",
                                      "/v1//namespaces",
                                      "/v1/namespaces/",
                                      "/v1/namespaces//tables",
                                      "/v1/n%61mespaces",
                                      "/v1/namespaces/a/tables/t/plan/p/x",
                                      "/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t"};

  for (size_t i = 0; i < sizeof PATHS / sizeof PATHS[0]; i++) {
    CHECK_INT(route(BERG_METHOD_GET, PATHS[i]), BERG_NO_ROUTE);
    CHECK_INT(match.allowed, 0);
  }
}

static unsigned bit(enum berg_method method)
{
  return 1u << method;
}

static void a_wrong_method_tells_the_right_ones(void)
{
  CHECK_INT(route(BERG_METHOD_PUT, "/v1/config"), BERG_METHOD_NOT_ALLOWED);
  CHECK_INT(match.allowed, bit(BERG_METHOD_GET));
  CHECK_INT(route(BERG_METHOD_HEAD, "/v1/config"), BERG_METHOD_NOT_ALLOWED);
  CHECK_INT(route(BERG_METHOD_PATCH, "/v1/p/namespaces/a/tables/t"), BERG_METHOD_NOT_ALLOWED);
  CHECK_INT(match.allowed,
            bit(BERG_METHOD_GET) | bit(BERG_METHOD_HEAD) | bit(BERG_METHOD_POST) | bit(BERG_METHOD_DELETE));
  CHECK_INT(route(BERG_METHOD_OTHER, "/v1/namespaces"), BERG_METHOD_NOT_ALLOWED);
  CHECK_INT(match.allowed, bit(BERG_METHOD_GET) | bit(BERG_METHOD_POST));
  CHECK_INT(route(BERG_METHOD_GET, "/v1/namespaces/a/register"), BERG_METHOD_NOT_ALLOWED);
  CHECK_INT(match.allowed, bit(BERG_METHOD_POST));
}

static void head_has_operations_of_its_own(void)
{
  CHECK_INT(route(BERG_METHOD_HEAD, "/v1/namespaces/a"), BERG_OK);
  CHECK_INT(match.operation, BERG_WIRE_OPERATION_NAMESPACE_EXISTS);
  CHECK_INT(route(BERG_METHOD_HEAD, "/v1/namespaces/a/tables/t"), BERG_OK);
  CHECK_INT(match.operation, BERG_WIRE_OPERATION_TABLE_EXISTS);
  CHECK_INT(route(BERG_METHOD_HEAD, "/v1/namespaces/a/views/t"), BERG_OK);
  CHECK_INT(match.operation, BERG_WIRE_OPERATION_VIEW_EXISTS);
  CHECK_INT(route(BERG_METHOD_HEAD, "/v1/namespaces"), BERG_METHOD_NOT_ALLOWED);
}

int main(void)
{
  TEST_RUN(every_operation_is_found);
  TEST_RUN(parameters_stay_encoded);
  TEST_RUN(a_literal_wins_over_a_prefix_of_that_name);
  TEST_RUN(what_is_no_path_is_not_found);
  TEST_RUN(a_wrong_method_tells_the_right_ones);
  TEST_RUN(head_has_operations_of_its_own);
  return test_end();
}
