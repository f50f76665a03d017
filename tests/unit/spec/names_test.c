/* C identifiers made from names of the document. */
#include "spec/tool/names.h"
#include "unit/test.h"

static struct berg_arena arena;

static const char *snake(const char *name)
{
  return berg_name_snake(&arena, berg_span_of(name));
}

#define CHECK_NAME(actual, expected) CHECK_TEXT(berg_span_of(actual), expected)

static void words_are_split_at_capitals(void)
{
  CHECK_NAME(snake("CreateTableRequest"), "create_table_request");
  CHECK_NAME(snake("AssignUUIDUpdate"), "assign_uuid_update");
  CHECK_NAME(snake("AssertTableUUID"), "assert_table_uuid");
  CHECK_NAME(snake("SQLViewRepresentation"), "sql_view_representation");
  CHECK_NAME(snake("CompletedPlanningWithIDResult"), "completed_planning_with_id_result");
  CHECK_NAME(snake("OAuthTokenRequest"), "oauth_token_request");
  CHECK_NAME(snake("MyOAuthError"), "my_oauth_error");
  CHECK_NAME(snake("A"), "a");
  CHECK_NAME(snake("Int32Value"), "int32_value");
}

static void other_characters_separate_words(void)
{
  CHECK_NAME(snake("format-version"), "format_version");
  CHECK_NAME(snake("urn:ietf:params:oauth:token-type:id_token"), "urn_ietf_params_oauth_token_type_id_token");
  CHECK_NAME(snake("a..b"), "a_b");
  CHECK_NAME(snake("--a--"), "a");
  CHECK_NAME(snake("N_A"), "n_a");
  CHECK_NAME(snake("X-Iceberg-Access-Delegation"), "x_iceberg_access_delegation");
  CHECK_NAME(snake("-"), "_");
  CHECK_NAME(snake(""), "_");
  CHECK_NAME(berg_name_upper(&arena, BERG_SPAN("deep blue")), "DEEP_BLUE");
}

static void words_of_c_get_a_tail(void)
{
  CHECK_NAME(berg_name_member(&arena, BERG_SPAN("default")), "default_");
  CHECK_NAME(berg_name_member(&arena, BERG_SPAN("set")), "set_");
  CHECK_NAME(berg_name_member(&arena, BERG_SPAN("struct")), "struct_");
  CHECK_NAME(berg_name_member(&arena, BERG_SPAN("true")), "true_");
  CHECK_NAME(berg_name_member(&arena, BERG_SPAN("alignas")), "alignas_");
  CHECK_NAME(berg_name_member(&arena, BERG_SPAN("while")), "while_");
  CHECK_NAME(berg_name_member(&arena, BERG_SPAN("type")), "type");
  CHECK_NAME(berg_name_member(&arena, BERG_SPAN("3d")), "_3d");
}

static void identifiers_are_joined_and_raised(void)
{
  CHECK_NAME(berg_name_join(&arena, "a", "b_c"), "a_b_c");
  CHECK_NAME(berg_name_raise(&arena, "a_b1"), "A_B1");
  CHECK(berg_name_is(&arena, BERG_SPAN("createTable"), BERG_SPAN("create_table")));
  CHECK(!berg_name_is(&arena, BERG_SPAN("createTable"), BERG_SPAN("create_tabl")));
  CHECK(!berg_name_is(&arena, BERG_SPAN("createTable"), BERG_SPAN("createTable")));
}

int main(void)
{
  berg_arena_open(&arena, SIZE_MAX);
  TEST_RUN(words_are_split_at_capitals);
  TEST_RUN(other_characters_separate_words);
  TEST_RUN(words_of_c_get_a_tail);
  TEST_RUN(identifiers_are_joined_and_raised);
  berg_arena_close(&arena);
  return test_end();
}
