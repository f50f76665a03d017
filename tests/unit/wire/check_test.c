/* Validators: right messages are accepted, messages with one fault are refused, and the fault is named. */
#include "berg_wire_check.h"
#include "unit/wire/wire_kit.h"

struct sample {
  const char *schema;
  const char *json;
};

/* One right message of each family. */
static const struct sample SAMPLES[] = {
    {"CreateTableRequest",
     "{'name':'t','location':'l','schema':{'type':'struct','fields':[{'id':1,'name':'a','type':'long','required':true},"
     "{'id':2,'name':'b','type':{'type':'list','element-id':3,'element':{'type':'map','key-id':4,'key':'string',"
     "'value-id':5,'value':'variant','value-required':false},'element-required':false},'required':false}]},"
     "'partition-spec':{'fields':[{'source-id':1,'name':'p','transform':'day'}]},'write-order':{'order-id':1,"
     "'fields':[{'source-id':1,'transform':'identity','direction':'desc','null-order':'nulls-last'}]},"
     "'stage-create':false,'properties':{'a':'b'}}"},
    {"CommitTableRequest",
     "{'identifier':{'namespace':['a'],'name':'t'},'requirements':[{'type':'assert-create'},"
     "{'type':'assert-ref-snapshot-id','ref':'main','snapshot-id':null},{'type':'assert-table-uuid','uuid':'u'}],"
     "'updates':[{'action':'assign-uuid','uuid':'u'},{'action':'add-snapshot','snapshot':{'snapshot-id':1,"
     "'timestamp-ms':2,'manifest-list':'m','summary':{'operation':'append','x':'y'}}},"
     "{'action':'set-snapshot-ref','ref-name':'main','type':'branch','snapshot-id':1}]}"},
    {"LoadTableResult",
     "{'metadata-location':null,'metadata':{'format-version':3,'table-uuid':'u','current-snapshot-id':null,"
     "'refs':{'main':{'type':'branch','snapshot-id':1}},'snapshot-log':[{'snapshot-id':1,'timestamp-ms':2}],"
     "'encryption-keys':[{'key-id':'k','encrypted-key-metadata':'AA=='}]},"
     "'storage-credentials':[{'prefix':'s3','config':{}}]}"},
    {"PlanTableScanRequest",
     "{'filter':{'type':'and','left':{'type':'eq','term':'a','value':1},'right':{'type':'in',"
     "'child':{'type':'reference','id':1},'values':{'type':'literals','values':[1],'data-type':'int'}}}}"},
    {"PlanTableScanResult",
     "{'status':'completed','plan-id':'p','file-scan-tasks':[{'data-file':{'content':'data','file-path':'f',"
     "'file-format':'parquet','spec-id':0,'partition':[null],'file-size-in-bytes':1,'record-count':1}}]}"},
    {"PlanTableScanResult", "{'status':'failed','error':{'message':'m','type':'t','code':500}}"},
    {"FetchPlanningResult", "{'status':'cancelled'}"},
    {"IcebergErrorResponse", "{'error':{'message':'m','type':'t','code':404}}"},
    {"CatalogConfig", "{'defaults':{},'overrides':{'a':'b'},'idempotency-key-lifetime':'PT30M'}"},
    {"ListNamespacesResponse", "{'next-page-token':null,'namespaces':[['a'],['b']]}"},
    {"ReportMetricsRequest",
     "{'report-type':'commit-report','table-name':'t','snapshot-id':1,'sequence-number':1,'operation':'append',"
     "'metrics':{'m':{'unit':'count','value':1}}}"},
    {"LoadFunctionResult",
     "{'metadata':{'function-uuid':'017F22E2-79B0-7CC3-98C4-DC0C0C07398F','format-version':1,'definitions':[{"
     "'definition-id':'int','parameters':[{'type':'int','name':'x'}],'return-type':{'type':'list','element':'int'},"
     "'versions':[{'version-id':1,'representations':[{'type':'sql','dialect':'d','sql':'x'}],'timestamp-ms':1}],"
     "'current-version-id':1,'function-type':'udf'}],'definition-log':[{'timestamp-ms':1,'definition-versions':[{"
     "'definition-id':'int','version-id':1}]}]}}"}};

#define SAMPLE_COUNT (sizeof SAMPLES / sizeof SAMPLES[0])

/* The outcome of checking TEXT against SCHEMA; the violations stay in LIST. */
static enum berg_status check(const char *schema, struct berg_span text, struct berg_violations *list)
{
  const struct berg_check_schema *found = berg_wire_schema_find(berg_span_of(schema));
  struct berg_json_tree tree;

  berg_violations_open(list, &kit_arena, false);
  if (found == NULL || berg_json_parse(text, BERG_JSON_LIMITS_DEFAULT, true, &kit_arena, &tree, NULL) != BERG_OK) {
    test_report(__FILE__, __LINE__, "no schema or no JSON");
    return BERG_INTERNAL;
  }
  return found->check(&tree, 0, list);
}

static void right_messages_are_accepted(void)
{
  struct berg_violations list;

  for (size_t i = 0; i < SAMPLE_COUNT; i++) {
    CHECK_INT(check(SAMPLES[i].schema, kit_json(SAMPLES[i].json), &list), BERG_OK);
    CHECK_INT(list.count, 0);
    if (list.count > 0)
      kit_same(__FILE__, __LINE__, list.items[0].message, berg_span_of(SAMPLES[i].schema));
  }
}

/* TEXT with the LEN bytes at AT replaced by WITH. */
static struct berg_span replace(struct berg_span text, size_t at, size_t len, const char *with)
{
  struct berg_span result = {NULL, 0};
  struct berg_buffer buffer;

  berg_buffer_open(&buffer);
  berg_buffer_append(&buffer, berg_span_part(text, 0, at));
  berg_buffer_append_text(&buffer, with);
  berg_buffer_append(&buffer, berg_span_part(text, at + len, text.len - at - len));
  if (berg_arena_copy(&kit_arena, berg_buffer_span(&buffer), &result) != BERG_OK)
    abort();
  berg_buffer_close(&buffer);
  return result;
}

/* The bytes that node NODE takes in the text. */
static size_t node_len(const struct berg_json_tree *tree, size_t node)
{
  const struct berg_json_node *value = &tree->nodes[node];

  switch (value->kind) {
  case BERG_JSON_STRING:
    return value->text.len + 2;
  case BERG_JSON_TRUE:
  case BERG_JSON_NULL:
    return 4;
  case BERG_JSON_FALSE:
    return 5;
  default:
    return value->text.len;
  }
}

/* Tells whether NODE is the name of a member. */
static bool is_name(const struct berg_json_tree *tree, size_t node)
{
  size_t after = tree->nodes[node].offset + node_len(tree, node);

  return tree->nodes[node].kind == BERG_JSON_STRING && after < tree->text.len && tree->text.bytes[after] == ':';
}

/* Every value of every sample in turn becomes arrays in arrays, which no schema there allows. */
static void values_of_other_types_are_refused(void)
{
  struct berg_violations list;
  size_t mutants = 0;

  for (size_t i = 0; i < SAMPLE_COUNT; i++) {
    struct berg_span text = kit_json(SAMPLES[i].json);
    struct berg_json_tree tree;
    CHECK_INT(berg_json_parse(text, BERG_JSON_LIMITS_DEFAULT, true, &kit_arena, &tree, NULL), BERG_OK);
    for (size_t node = 0; node < tree.count; node++) {
      if (is_name(&tree, node))
        continue;
      struct berg_span mutant =
          replace(text, tree.nodes[node].offset, node_len(&tree, node), "[[[{\"no\":{\"such\":[\"value\"]}}]]]");
      enum berg_status status = check(SAMPLES[i].schema, mutant, &list);
      if (status != BERG_INVALID)
        kit_same(__FILE__, __LINE__, mutant, berg_span_of("refused"));
      CHECK(list.count >= 1);
      mutants++;
    }
  }
  CHECK(mutants > 150);
}

static void expect(const char *schema, const char *json, const char *pointer, const char *keyword, const char *place,
                   const char *message, int line)
{
  struct berg_violations list;
  struct berg_span found = {NULL, 0};
  struct berg_buffer text;

  berg_buffer_open(&text);
  if (check(schema, kit_json(json), &list) != BERG_INVALID || list.count != 1)
    test_report(__FILE__, line, "not refused with one violation");
  if (list.count > 0) {
    const struct berg_violation *item = &list.items[0];
    berg_buffer_append_format(
        &text, "%.*s|%.*s|%.*s%.*s|%.*s", (int)item->pointer.len, (const char *)item->pointer.bytes,
        (int)item->keyword.len, (const char *)item->keyword.bytes, (int)item->schema.len,
        (const char *)item->schema.bytes, (int)item->schema_pointer.len, (const char *)item->schema_pointer.bytes,
        (int)item->message.len, (const char *)item->message.bytes);
    found = berg_buffer_span(&text);
  }
  char wanted[512];
  snprintf(wanted, sizeof wanted, "%s|%s|%s|%s", pointer, keyword, place, message);
  kit_same(__FILE__, line, found, kit_json(wanted));
  berg_buffer_close(&text);
}

#define EXPECT(schema, json, pointer, keyword, place, message)                                                         \
  expect(schema, json, pointer, keyword, place, message, __LINE__)

static void single_faults_are_named(void)
{
  EXPECT("TableIdentifier", "{'namespace':[]}", "", "required", "TableIdentifier", "member `name` is missing");
  EXPECT("TableIdentifier", "{'namespace':['a',5],'name':'t'}", "/namespace/1", "type", "Namespace/items",
         "expected a string, found 5");
  EXPECT("ErrorModel", "{'message':'m','type':'t','code':399}", "/code", "minimum", "ErrorModel/properties/code",
         "the number is below 400");
  EXPECT("ErrorModel", "{'message':'m','type':'t','code':601}", "/code", "maximum", "ErrorModel/properties/code",
         "the number is above 600");
  EXPECT("ErrorModel", "{'message':'m','type':'t','code':4e2}", "/code", "type", "ErrorModel/properties/code",
         "expected an integer, found 4e2");
  EXPECT("SortDirection", "'ASC'", "", "enum", "SortDirection", "ASC is none of the 2 values");
  EXPECT("VariantType", "'long'", "", "const", "VariantType", "expected 'variant', found long");
  EXPECT("IdReference", "{'type':'reference','id':1,'name':'a'}", "/name", "additionalProperties", "IdReference",
         "member `name` is not allowed");
  EXPECT("CreateTableRequest", "{'name':'t','schema':{'type':'struct','fields':[]},'location':null}", "/location",
         "type", "CreateTableRequest/properties/location", "expected a string, found null");
  EXPECT("EncryptedKey", "{'key-id':'k','encrypted-key-metadata':'A'}", "/encrypted-key-metadata", "format",
         "EncryptedKey/properties/encrypted-key-metadata", "'A' is no base64");
  EXPECT("DateTypeValue", "'2023-02-29'", "", "format", "DateTypeValue", "'2023-02-29' is no date");
  EXPECT("LongTypeValue", "9223372036854775808", "", "format", "LongTypeValue",
         "9223372036854775808 does not fit 64 bits");
  EXPECT("UUIDTypeValue", "'017F22E2-79B0-7CC3-98C4-DC0C0C07398F'", "", "pattern", "UUIDTypeValue",
         "the string does not match ^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$");
  EXPECT("UpdateNamespacePropertiesRequest", "{'removals':['a','b','a']}", "/removals/2", "uniqueItems",
         "UpdateNamespacePropertiesRequest/properties/removals", "the item stands in the array twice");
  EXPECT("ListNamespacesResponse", "{'namespaces':[['a','b'],['a','b']]}", "/namespaces/1", "uniqueItems",
         "ListNamespacesResponse/properties/namespaces", "the item stands in the array twice");
  EXPECT("Apply", "{'type':'apply','function':'','arguments':[]}", "/function", "minLength",
         "Apply/properties/function/oneOf/0", "'' is too short");
  EXPECT("SnapshotReferences", "{'a/b~c':{'type':'branch'}}", "/a~1b~0c", "required", "SnapshotReference",
         "member `snapshot-id` is missing");
}

static void the_right_alternative_says_why(void)
{
  EXPECT("Type", "{'type':'list','element-id':1,'element':'int'}", "", "required", "ListType",
         "member `element-required` is missing");
  EXPECT("Type", "{'type':'set'}", "/type", "anyOf", "Type", "'set' leads to no alternative");
  EXPECT("Type", "5", "", "anyOf", "Type", "an integer fits none of the alternatives");
  EXPECT("TableUpdate", "{'action':'add-spec'}", "", "required", "AddPartitionSpecUpdate", "member `spec` is missing");
  EXPECT("TableUpdate", "{'action':'add-view-version'}", "/action", "anyOf", "TableUpdate",
         "'add-view-version' leads to no alternative");
  EXPECT("TableRequirement", "{'type':'assert-table-uuid'}", "", "required", "AssertTableUUID",
         "member `uuid` is missing");
  EXPECT("BaseUpdate", "{'action':'set-location'}", "", "required", "SetLocationUpdate",
         "member `location` is missing");
  EXPECT("ContentFile", "{'content':'bytes'}", "/content", "discriminator", "ContentFile",
         "'bytes' leads to no alternative");
  EXPECT("FetchPlanningResult", "{'status':'failed'}", "", "required", "FailedPlanningResult",
         "member `error` is missing");
  EXPECT("PlanTableScanResult", "{'status':'submitted'}", "", "required", "AsyncPlanningResult",
         "member `plan-id` is missing");
  EXPECT("Reference", "{'type':'reference'}", "", "oneOf", "Reference", "an object fits none of the alternatives");
  EXPECT("Predicate", "{'type':'eq','term':'a','value':{'type':'literal'}}", "/value", "required", "Literal/oneOf/1",
         "member `value` is missing");
}

static void all_violations_are_told_unless_the_first_will_do(void)
{
  struct berg_violations list;
  struct berg_json_tree tree;
  struct berg_span text = kit_json("{'message':1,'type':2,'code':true,'stack':[3]}");

  CHECK_INT(check("ErrorModel", text, &list), BERG_INVALID);
  CHECK_INT(list.count, 4);
  CHECK_INT(berg_json_parse(text, BERG_JSON_LIMITS_DEFAULT, true, &kit_arena, &tree, NULL), BERG_OK);
  berg_violations_open(&list, &kit_arena, true);
  CHECK_INT(berg_wire_error_model_check(&tree, 0, &list), BERG_INVALID);
  CHECK_INT(list.count, 1);
  CHECK_TEXT(list.items[0].pointer, "/message");
}

static void schemas_have_names(void)
{
  CHECK_INT(berg_wire_schema_count(), 189);
  CHECK(berg_wire_schema_find(BERG_SPAN("NoSuchSchema")) == NULL);
  CHECK_TEXT(berg_span_of(berg_wire_schema_at(0)->name), "ErrorModel");
}

/* A list without memory is a failure, never a pass. */
static void memory_that_ends_is_told(void)
{
  struct berg_json_tree tree;
  struct berg_violations list;
  struct berg_arena arena;

  CHECK_INT(
      berg_json_parse(kit_json("{'removals':['a','a']}"), BERG_JSON_LIMITS_DEFAULT, true, &kit_arena, &tree, NULL),
      BERG_OK);
  for (size_t i = 1; i < 4; i++) {
    berg_arena_open(&arena, 1 << 20);
    arena.fail_after = i;
    berg_violations_open(&list, &arena, false);
    CHECK_INT(berg_wire_update_namespace_properties_request_check(&tree, 0, &list), BERG_NO_MEMORY);
    berg_arena_close(&arena);
  }
}

int main(void)
{
  berg_arena_open(&kit_arena, SIZE_MAX);
  TEST_RUN(right_messages_are_accepted);
  TEST_RUN(values_of_other_types_are_refused);
  TEST_RUN(single_faults_are_named);
  TEST_RUN(the_right_alternative_says_why);
  TEST_RUN(all_violations_are_told_unless_the_first_will_do);
  TEST_RUN(schemas_have_names);
  TEST_RUN(memory_that_ends_is_told);
  berg_arena_close(&kit_arena);
  return test_end();
}
