/* The tables of operations, errors and obligations, and the requests that clients make of them. */
#include "berg_wire_client.h"
#include "berg_wire_errors.h"
#include "berg_wire_obligations.h"
#include "berg_wire_operations.h"
#include "unit/wire/wire_kit.h"

static void operations_are_complete(void)
{
  const struct berg_wire_operation_info *info = berg_wire_operation_info(BERG_WIRE_OPERATION_UPDATE_TABLE);
  enum berg_wire_operation operation = BERG_WIRE_OPERATION_GET_CONFIG;
  size_t methods[BERG_METHOD_COUNT] = {0};

  CHECK_INT(BERG_WIRE_OPERATION_COUNT, 35);
  for (int i = 0; i < BERG_WIRE_OPERATION_COUNT; i++)
    methods[berg_wire_operation_info((enum berg_wire_operation)i)->method]++;
  CHECK_INT(methods[BERG_METHOD_GET], 11);
  CHECK_INT(methods[BERG_METHOD_POST], 17);
  CHECK_INT(methods[BERG_METHOD_DELETE], 4);
  CHECK_INT(methods[BERG_METHOD_HEAD], 3);
  CHECK_TEXT(berg_span_of(info->id), "updateTable");
  CHECK_TEXT(berg_span_of(info->path), "/v1/{prefix}/namespaces/{namespace}/tables/{table}");
  CHECK_TEXT(berg_span_of(info->request_schema), "CommitTableRequest");
  CHECK(info->body_required);
  CHECK_INT(berg_wire_operation_find(BERG_SPAN("planTableScan"), &operation), BERG_OK);
  CHECK_INT(operation, BERG_WIRE_OPERATION_PLAN_TABLE_SCAN);
  CHECK(!berg_wire_operation_info(operation)->body_required);
  CHECK_INT(berg_wire_operation_find(BERG_SPAN("planTable"), &operation), BERG_ABSENT);
}

static void bodies_have_media_types(void)
{
  CHECK(berg_wire_operation_has_json_body(BERG_WIRE_OPERATION_CREATE_TABLE));
  CHECK(!berg_wire_operation_has_json_body(BERG_WIRE_OPERATION_GET_TOKEN));
  CHECK(!berg_wire_operation_has_json_body(BERG_WIRE_OPERATION_LOAD_TABLE));
  CHECK_TEXT(berg_span_of(berg_wire_operation_info(BERG_WIRE_OPERATION_GET_TOKEN)->media_type),
             "application/x-www-form-urlencoded");
}

static void endpoints_are_those_with_a_prefix(void)
{
  CHECK(berg_wire_endpoint_text(BERG_WIRE_OPERATION_GET_CONFIG) == NULL);
  CHECK(berg_wire_endpoint_text(BERG_WIRE_OPERATION_GET_TOKEN) == NULL);
  CHECK_TEXT(berg_span_of(berg_wire_endpoint_text(BERG_WIRE_OPERATION_LIST_NAMESPACES)), "GET /v1/{prefix}/namespaces");
  CHECK_TEXT(berg_span_of(berg_wire_endpoint_text(BERG_WIRE_OPERATION_TABLE_EXISTS)),
             "HEAD /v1/{prefix}/namespaces/{namespace}/tables/{table}");
}

static void outcomes_are_declared(void)
{
  const struct berg_wire_status_info *status = NULL;

  CHECK(berg_wire_operation_declares(BERG_WIRE_OPERATION_LOAD_TABLE, 200, &status));
  CHECK_TEXT(berg_span_of(status->schema), "LoadTableResult");
  CHECK(berg_wire_operation_declares(BERG_WIRE_OPERATION_LOAD_TABLE, 304, &status));
  CHECK(status->schema == NULL);
  CHECK(berg_wire_operation_declares(BERG_WIRE_OPERATION_LOAD_TABLE, 503, &status));
  CHECK_INT(status->code, 503);
  CHECK(berg_wire_operation_declares(BERG_WIRE_OPERATION_LOAD_TABLE, 507, &status));
  CHECK_TEXT(berg_span_of(status->text), "5XX");
  CHECK_TEXT(berg_span_of(status->schema), "IcebergErrorResponse");
  CHECK(!berg_wire_operation_declares(BERG_WIRE_OPERATION_LOAD_TABLE, 409, NULL));
  CHECK(berg_wire_operation_declares(BERG_WIRE_OPERATION_LIST_VIEWS, 404, &status));
  CHECK_TEXT(berg_span_of(status->schema), "IcebergErrorResponse");
}

static void errors_have_codes(void)
{
  CHECK(berg_wire_error_is_known(BERG_SPAN("NoSuchTableException"), 404));
  CHECK(berg_wire_error_is_known(BERG_SPAN("CommitStateUnknownException"), 504));
  CHECK(berg_wire_error_is_known(BERG_SPAN("CommitFailedException"), 409));
  CHECK(!berg_wire_error_is_known(BERG_SPAN("NoSuchTableException"), 409));
  CHECK(!berg_wire_error_is_known(BERG_SPAN("NoSuchThing"), 404));
  for (size_t i = 1; i < berg_wire_error_count(); i++) {
    struct berg_span before = berg_span_of(berg_wire_error_at(i - 1)->type);
    CHECK(berg_span_compare(before, berg_span_of(berg_wire_error_at(i)->type)) <= 0);
  }
}

static size_t count_variants(const char *schema)
{
  size_t count = 0;

  for (size_t i = 0; i < berg_wire_variant_count(); i++)
    count += strcmp(berg_wire_variant_at(i)->schema, schema) == 0;
  return count;
}

static void obligations_are_counted(void)
{
  size_t cells = 0;

  for (int i = 0; i < BERG_WIRE_OPERATION_COUNT; i++)
    cells += berg_wire_operation_info((enum berg_wire_operation)i)->status_count;
  CHECK_INT(berg_wire_cell_count(), cells);
  CHECK_INT(cells, 303);
  CHECK_INT(count_variants("TableUpdate"), 23);
  CHECK_INT(count_variants("ViewUpdate"), 8);
  CHECK_INT(count_variants("BaseUpdate"), 25);
  CHECK_INT(count_variants("TableRequirement"), 8);
  CHECK_INT(count_variants("ViewRequirement"), 1);
  CHECK_INT(count_variants("Predicate"), 19);
}

static void requests_are_put_together(void)
{
  struct berg_wire_load_table_call call = {.namespace = BERG_SPAN("a\x1f"
                                                                  "b c"),
                                           .table = BERG_SPAN("t/ü")};
  struct berg_span delegations[] = {BERG_SPAN("vended-credentials"), BERG_SPAN("remote-signing")};
  struct berg_client_message message;

  berg_client_message_open(&message);
  CHECK_INT(berg_wire_load_table_call_build(&call, &message), BERG_OK);
  CHECK_TEXT(berg_buffer_span(&message.target), "/v1/namespaces/a%1Fb%20c/tables/t%2F%C3%BC");
  CHECK_INT(message.method, BERG_METHOD_GET);
  CHECK_INT(message.header_count, 0);
  CHECK(message.content_type == NULL);
  call.prefix = BERG_SPAN("w h");
  call.snapshots = (struct berg_opt_span){.set = true, .value = BERG_SPAN("refs")};
  call.referenced_by = (struct berg_opt_span){.set = true, .value = BERG_SPAN("a&b=c")};
  call.x_iceberg_access_delegation = (struct berg_opt_spans){.set = true, .value = {delegations, 2}};
  call.if_none_match = (struct berg_opt_span){.set = true, .value = BERG_SPAN("\"x\"")};
  CHECK_INT(berg_wire_load_table_call_build(&call, &message), BERG_OK);
  CHECK_TEXT(berg_buffer_span(&message.target),
             "/v1/w%20h/namespaces/a%1Fb%20c/tables/t%2F%C3%BC?snapshots=refs&referenced-by=a%26b%3Dc");
  CHECK_INT(message.header_count, 2);
  CHECK_TEXT(message.headers[0].name, "X-Iceberg-Access-Delegation");
  CHECK_TEXT(message.headers[0].value, "vended-credentials,remote-signing");
  CHECK_TEXT(message.headers[1].name, "If-None-Match");
  berg_client_message_close(&message);
}

static void bodies_are_encoded(void)
{
  struct berg_wire_create_namespace_request body = {.namespace = {NULL, 0}};
  struct berg_wire_create_namespace_call call = {.body = &body};
  struct berg_client_message message;

  berg_client_message_open(&message);
  CHECK_INT(berg_wire_create_namespace_call_build(&call, &message), BERG_OK);
  CHECK_TEXT(berg_buffer_span(&message.target), "/v1/namespaces");
  CHECK_TEXT(berg_buffer_span(&message.body), "{\"namespace\":[]}");
  CHECK_TEXT(berg_span_of(message.content_type), "application/json");
  berg_client_message_close(&message);
}

static void tokens_are_asked_for_with_a_form(void)
{
  struct berg_wire_oauth_client_credentials_request credentials = {
      .grant_type = BERG_WIRE_OAUTH_CLIENT_CREDENTIALS_REQUEST_GRANT_TYPE_CLIENT_CREDENTIALS,
      .client_id = {.set = true, .value = BERG_SPAN("i d")},
      .client_secret = {.set = true, .value = BERG_SPAN("a+b&c")}};
  struct berg_wire_oauth_token_request body = {.kind = BERG_WIRE_OAUTH_TOKEN_REQUEST_OAUTH_CLIENT_CREDENTIALS_REQUEST,
                                               .as.oauth_client_credentials_request = &credentials};
  struct berg_wire_get_token_call call = {.body = &body};
  struct berg_client_message message;

  berg_client_message_open(&message);
  CHECK_INT(berg_wire_get_token_call_build(&call, &message, &kit_arena), BERG_OK);
  CHECK_TEXT(berg_buffer_span(&message.target), "/v1/oauth/tokens");
  CHECK_TEXT(berg_buffer_span(&message.body), "grant_type=client_credentials&client_id=i%20d&client_secret=a%2Bb%26c");
  CHECK_TEXT(berg_span_of(message.content_type), "application/x-www-form-urlencoded");
  berg_client_message_close(&message);
}

static void queries_have_types(void)
{
  struct berg_wire_list_tables_call list = {.namespace = BERG_SPAN("a"),
                                            .page_token = {.set = true, .value = BERG_SPAN("")},
                                            .page_size = {.set = true, .value = 10}};
  struct berg_wire_drop_table_call drop = {
      .namespace = BERG_SPAN("a"), .table = BERG_SPAN("t"), .purge_requested = {.set = true, .value = true}};
  struct berg_client_message message;

  berg_client_message_open(&message);
  CHECK_INT(berg_wire_list_tables_call_build(&list, &message), BERG_OK);
  CHECK_TEXT(berg_buffer_span(&message.target), "/v1/namespaces/a/tables?pageToken=&pageSize=10");
  CHECK_INT(berg_wire_drop_table_call_build(&drop, &message), BERG_OK);
  CHECK_TEXT(berg_buffer_span(&message.target), "/v1/namespaces/a/tables/t?purgeRequested=true");
  CHECK_INT(message.method, BERG_METHOD_DELETE);
  berg_client_message_close(&message);
}

int main(void)
{
  berg_arena_open(&kit_arena, SIZE_MAX);
  TEST_RUN(operations_are_complete);
  TEST_RUN(bodies_have_media_types);
  TEST_RUN(endpoints_are_those_with_a_prefix);
  TEST_RUN(outcomes_are_declared);
  TEST_RUN(errors_have_codes);
  TEST_RUN(obligations_are_counted);
  TEST_RUN(requests_are_put_together);
  TEST_RUN(bodies_are_encoded);
  TEST_RUN(tokens_are_asked_for_with_a_form);
  TEST_RUN(queries_have_types);
  berg_arena_close(&kit_arena);
  return test_end();
}
