/* Decoding and encoding of messages, presence and null, and what is said about faults. */
#include "berg_wire_decode.h"
#include "berg_wire_encode.h"
#include "unit/wire/wire_kit.h"

static void create_table_keeps_everything(void)
{
  CHECK_ROUND_TRIP(
      create_table_request,
      "{'name':'t','location':'s3://b/t','schema':{'type':'struct','fields':["
      "{'id':1,'name':'a','type':'long','required':true,'doc':'d','initial-default':7,'write-default':'x'},"
      "{'id':2,'name':'b','type':{'type':'list','element-id':3,'element':{'type':'map','key-id':4,"
      "'key':'string','value-id':5,'value':'variant','value-required':false},'element-required':false},"
      "'required':false},"
      "{'id':6,'name':'c','type':{'type':'struct','fields':[]},'required':false}],"
      "'schema-id':0,'identifier-field-ids':[1]},"
      "'partition-spec':{'spec-id':0,'fields':[{'field-id':1000,'source-id':1,'name':'p',"
      "'transform':'bucket[16]'}]},"
      "'write-order':{'order-id':1,'fields':[{'source-id':1,'transform':'identity','direction':'asc',"
      "'null-order':'nulls-first'}]},"
      "'stage-create':true,'properties':{'k':'v','':'\\u0001'}}");
}

static void nested_types_are_tagged(void)
{
  struct berg_wire_create_table_request request;

  MUST_DECODE(create_table_request,
              "{'name':'t','schema':{'type':'struct','fields':[{'id':1,'name':'a','required':true,"
              "'type':{'element-id':2,'element':{'type':'map','key-id':3,'key':'string','value-id':4,"
              "'value-required':false,'value':'variant'},'element-required':false,'type':'list'}}]}}",
              &request);
  CHECK_INT(request.schema.fields.count, 1);
  const struct berg_wire_type *type = &request.schema.fields.items[0].type;
  CHECK_INT(type->kind, BERG_WIRE_TYPE_LIST);
  CHECK_INT(type->as.list->element.kind, BERG_WIRE_TYPE_MAP);
  CHECK_TEXT(type->as.list->element.as.map->key.as.primitive, "string");
  CHECK_INT(type->as.list->element.as.map->value.kind, BERG_WIRE_TYPE_PRIMITIVE);
  CHECK_TEXT(type->as.list->element.as.map->value.as.primitive, "variant");
  CHECK(!request.location.set && !request.location.null);
}

static void unknown_members_are_passed_over(void)
{
  CHECK_WRITES(create_namespace_request, "{'x':{'deep':[1,{'y':null}]},'namespace':['a','b'],'properties':{}}",
               "{'namespace':['a','b'],'properties':{}}");
}

static void optional_null_counts_as_absent(void)
{
  struct berg_wire_create_table_request request;

  MUST_DECODE(create_table_request,
              "{'name':'t','schema':{'type':'struct','fields':[]},'location':null,'partition-spec':null,"
              "'write-order':null,'stage-create':null,'properties':null}",
              &request);
  CHECK(!request.location.set && request.location.null);
  CHECK(!request.partition_spec.set && request.partition_spec.null);
  CHECK(!request.write_order.set && request.write_order.null);
  CHECK(!request.stage_create.set && request.stage_create.null);
  CHECK(!request.properties.set && request.properties.null);
  CHECK_WRITES(create_table_request,
               "{'name':'t','schema':{'type':'struct','fields':[{'id':1,'name':'a','type':'int','required':true,"
               "'doc':null}]},'location':null}",
               "{'name':'t','schema':{'type':'struct','fields':[{'id':1,'name':'a','type':'int','required':true}]}}");
}

static void replies_with_null_are_read(void)
{
  CHECK_WRITES(load_view_result,
               "{'metadata-location':'l','metadata':{'view-uuid':'u','format-version':1,'location':'l',"
               "'current-version-id':1,'versions':[],'version-log':[],'schemas':[]},'config':null}",
               "{'metadata-location':'l','metadata':{'view-uuid':'u','format-version':1,'location':'l',"
               "'current-version-id':1,'versions':[],'version-log':[],'schemas':[]}}");
  CHECK_ROUND_TRIP(get_namespace_response, "{'namespace':['x']}");
  CHECK_ROUND_TRIP(get_namespace_response, "{'namespace':['x'],'properties':null}");
  CHECK_ROUND_TRIP(load_table_result, "{'metadata-location':null,'metadata':{'format-version':2}}");
  CHECK_ROUND_TRIP(list_tables_response, "{'next-page-token':null,'identifiers':[]}");
  CHECK_REFUSED(load_table_result, "{'metadata-location':'s3://b/m.json','metadata':null}", "/metadata",
                "expected an object in `metadata`, found null (byte 48, line 1, column 49)");
}

static void load_table_result_keeps_metadata(void)
{
  CHECK_ROUND_TRIP(
      load_table_result,
      "{'metadata-location':'l','metadata':{'format-version':1,'table-uuid':'u','location':'w','last-updated-ms':1,"
      "'next-row-id':9223372036854775807,'properties':{'a':'b'},'schemas':[{'type':'struct','fields':[],"
      "'schema-id':0}],'current-schema-id':0,'last-column-id':0,'partition-specs':[{'spec-id':0,'fields':[]}],"
      "'default-spec-id':0,'last-partition-id':999,'sort-orders':[{'order-id':0,'fields':[]}],"
      "'default-sort-order-id':0,'encryption-keys':[{'key-id':'k','encrypted-key-metadata':'AA=='}],"
      "'snapshots':[{'snapshot-id':1,'timestamp-ms':2,'manifest-list':'m','summary':{'operation':'append','x':'1'},"
      "'manifests':['a'],'key-id':'k'}],'refs':{'main':{'type':'branch','snapshot-id':1},'t':{'type':'tag',"
      "'snapshot-id':1,'max-ref-age-ms':5}},'current-snapshot-id':null,'last-sequence-number':0,"
      "'snapshot-log':[{'snapshot-id':1,'timestamp-ms':2}],'metadata-log':[{'metadata-file':'f','timestamp-ms':1}],"
      "'statistics':[{'snapshot-id':1,'statistics-path':'p','file-size-in-bytes':1,'file-footer-size-in-bytes':1,"
      "'blob-metadata':[{'type':'t','snapshot-id':1,'sequence-number':1,'fields':[1],'properties':{}}]}],"
      "'partition-statistics':[],'schema':{'type':'struct','fields':[]},'partition-spec':[{'source-id':1,'name':'p',"
      "'transform':'void','source-ids':[1,2]}]},'config':{'c':'d'},"
      "'storage-credentials':[{'prefix':'s3','config':{}}],'remote-signing-config':{'properties':{},"
      "'headers':{'h':['1','2']}}}");
}

static void summaries_keep_their_open_members(void)
{
  struct berg_wire_snapshot snapshot;

  MUST_DECODE(snapshot,
              "{'snapshot-id':1,'timestamp-ms':2,'manifest-list':'m','summary':{'operation':'append',"
              "'x.note':'1','added-records':'3'}}",
              &snapshot);
  CHECK(snapshot.summary.set);
  CHECK_INT(snapshot.summary.value.operation, BERG_WIRE_SNAPSHOT_SUMMARY_OPERATION_APPEND);
  CHECK_INT(snapshot.summary.value.additional.count, 2);
  CHECK_TEXT(snapshot.summary.value.additional.items[1].key, "added-records");
}

static void faults_name_member_and_schema(void)
{
  CHECK_REFUSED(create_table_request, "{'schema':{'type':'struct','fields':[]}}", "",
                "required member `name` is missing in CreateTableRequest");
  CHECK_REFUSED(create_table_request,
                "{'name':'t','schema':{'type':'struct','fields':[{'id':'1','name':'a','type':'int','required':true}]}}",
                "/schema/fields/0/id", "expected an integer in `id`, found a string (byte 54, line 1, column 55)");
  CHECK_REFUSED(create_table_request, "{'name':'t','schema':{'type':'struct','fields':[{'id':1.0}]}}",
                "/schema/fields/0/id",
                "expected an integer of 32 bits in `id`, found 1.0 (byte 54, line 1, column 55)");
  CHECK_REFUSED(create_table_request, "{'name':'t','schema':{'type':'list','fields':[]}}", "/schema/type",
                "`type` of Schema is 'struct', found 'list'");
  CHECK_REFUSED(sort_field, "{'source-id':1,'transform':'identity','direction':'up','null-order':'nulls-first'}",
                "/direction", "`direction`: 'up' is no SortDirection");
  CHECK_REFUSED(struct_field, "{'id':1,'name':'a','type':{'type':'set'},'required':true}", "/type/type",
                "unknown `type` 'set' in Type");
  CHECK_REFUSED(struct_field, "{'id':1,'name':'a','type':{},'required':true}", "/type",
                "required member `type` is missing in Type");
  CHECK_REFUSED(struct_field, "{'id':1,'name':'a','type':5,'required':true}", "/type",
                "the value is none of the alternatives of Type");
  CHECK_REFUSED(iceberg_error_response, "{'error':{'message':'m','type':'t','code':400},'more':1}", "/more",
                "member `more` is not allowed in IcebergErrorResponse");
}

static void texts_are_checked_before_they_are_decoded(void)
{
  struct berg_wire_create_namespace_request request;

  CHECK_REFUSED(create_namespace_request, "{'namespace':['a'],'namespace':['b']}", "/namespace",
                "member `namespace` occurs twice in one object (byte 19, line 1, column 20)");
  CHECK_INT(berg_wire_create_namespace_request_decode_text(kit_json("{'namespace':['a']"), &kit_arena, &request, NULL),
            BERG_INVALID);
  CHECK_INT(
      berg_wire_create_namespace_request_decode_text(kit_json("{'namespace':['a']}{}"), &kit_arena, &request, NULL),
      BERG_INVALID);
}

static void integers_are_exact(void)
{
  CHECK_ROUND_TRIP(set_statistics_update,
                   "{'action':'set-statistics','snapshot-id':-9223372036854775808,'statistics':{"
                   "'snapshot-id':9223372036854775807,'statistics-path':'p','file-size-in-bytes':0,"
                   "'file-footer-size-in-bytes':9007199254740993,'blob-metadata':[]}}");
  CHECK_REFUSED(
      remove_statistics_update, "{'action':'remove-statistics','snapshot-id':9223372036854775808}", "/snapshot-id",
      "expected an integer of 64 bits in `snapshot-id`, found 9223372036854775808 (byte 44, line 1, column 45)");
  CHECK_REFUSED(set_current_schema_update, "{'action':'set-current-schema','schema-id':2147483648}", "/schema-id",
                "expected an integer of 32 bits in `schema-id`, found 2147483648 (byte 43, line 1, column 44)");
}

/* Nested values stop at the reader's depth, before the stack does. */
static void depth_is_bounded(void)
{
  struct berg_wire_struct_field field;
  struct berg_problem problem;
  struct berg_buffer text;

  berg_buffer_open(&text);
  berg_problem_clear(&problem);
  berg_buffer_append_text(&text, "{\"id\":1,\"name\":\"a\",\"required\":true,\"type\":");
  for (int i = 0; i < 5000; i++)
    berg_buffer_append_text(&text, "{\"type\":\"list\",\"element-id\":1,\"element-required\":true,\"element\":");
  CHECK_INT(berg_wire_struct_field_decode_text(berg_buffer_span(&text), &kit_arena, &field, &problem), BERG_INVALID);
  berg_buffer_close(&text);
}

/* Every allocation that fails is told, at whatever point. */
static void memory_that_ends_is_told(void)
{
  struct berg_span text = kit_json("{'requirements':[{'type':'assert-create'}],'updates':[{'action':'add-schema',"
                                   "'schema':{'type':'struct','fields':[{'id':1,'name':'\\u0041','type':{'type':'list',"
                                   "'element-id':2,'element':'int','element-required':true},'required':true}]}}]}");
  enum berg_status status = BERG_NO_MEMORY;
  size_t tries = 0;

  while (status == BERG_NO_MEMORY && tries < 200) {
    struct berg_wire_commit_table_request request;
    struct berg_arena arena;
    berg_arena_open(&arena, 1 << 20);
    arena.fail_after = ++tries;
    status = berg_wire_commit_table_request_decode_text(text, &arena, &request, NULL);
    berg_arena_close(&arena);
  }
  CHECK_INT(status, BERG_OK);
  CHECK(tries > 5);
}

int main(void)
{
  berg_arena_open(&kit_arena, SIZE_MAX);
  TEST_RUN(create_table_keeps_everything);
  TEST_RUN(nested_types_are_tagged);
  TEST_RUN(unknown_members_are_passed_over);
  TEST_RUN(optional_null_counts_as_absent);
  TEST_RUN(replies_with_null_are_read);
  TEST_RUN(load_table_result_keeps_metadata);
  TEST_RUN(summaries_keep_their_open_members);
  TEST_RUN(faults_name_member_and_schema);
  TEST_RUN(texts_are_checked_before_they_are_decoded);
  TEST_RUN(integers_are_exact);
  TEST_RUN(depth_is_bounded);
  TEST_RUN(memory_that_ends_is_told);
  berg_arena_close(&kit_arena);
  return test_end();
}
