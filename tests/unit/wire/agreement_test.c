/* Decoders and validators agree: what is valid can be decoded, and what is encoded again is valid. Texts are right
 * messages with a few random changes; the sequence is the same in every run. */
#include "berg_wire_check.h"
#include "berg_wire_decode.h"
#include "berg_wire_encode.h"
#include "unit/wire/wire_kit.h"

#define ROUNDS 4000

static uint64_t state = UINT64_C(88172645463325252);
static size_t valid_count;
static size_t decoded_count;

static size_t choose(size_t count)
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (size_t)(state % count);
}

static const char *const MESSAGES[] = {
    "{'name':'t','schema':{'type':'struct','fields':[{'id':1,'name':'a','type':{'type':'list','element-id':3,"
    "'element':{'type':'map','key-id':4,'key':'string','value-id':5,'value':'variant','value-required':false},"
    "'element-required':false},'required':true}]},'properties':{'a':'b'}}",
    "{'requirements':[{'type':'assert-ref-snapshot-id','ref':'main','snapshot-id':null}],'updates':[{"
    "'action':'add-snapshot','snapshot':{'snapshot-id':1,'timestamp-ms':2,'summary':{'operation':'append','x':'y'}}},"
    "{'action':'set-snapshot-ref','ref-name':'main','type':'branch','snapshot-id':1}]}",
    "{'type':'and','left':{'type':'eq','term':'a','value':1},'right':{'type':'in','child':{'type':'reference','id':1},"
    "'values':{'type':'literals','values':[1],'data-type':'int'}}}",
    "{'type':'apply','function':['a','f'],'arguments':[1,true,{'type':'not','child':true}]}",
    "{'status':'completed','plan-id':'p','file-scan-tasks':[{'data-file':{'content':'data','file-path':'f',"
    "'file-format':'parquet','spec-id':0,'partition':[null],'file-size-in-bytes':1,'record-count':1}}]}",
    "{'status':'failed','error':{'message':'m','type':'t','code':500}}",
    "{'report-type':'commit-report','table-name':'t','snapshot-id':1,'sequence-number':1,'operation':'append',"
    "'metrics':{'m':{'unit':'count','value':1}}}"};
static const char *const PARTS[] = {"null",  "[]", "{}", "\"\"",     "1",          "-1e5",       "true",
                                    "\"a\"", ",",  ":",  "\"type\"", "\"struct\"", "2000000000", "\\"};

/* A message with up to three changes. */
static struct berg_span make_text(void)
{
  struct berg_span text = kit_json(MESSAGES[choose(sizeof MESSAGES / sizeof MESSAGES[0])]);
  struct berg_buffer buffer;

  for (size_t changes = choose(4); changes > 0; changes--) {
    size_t at = choose(text.len + 1);
    size_t len = choose(8);
    len = len < text.len - at ? len : text.len - at;
    berg_buffer_open(&buffer);
    berg_buffer_append(&buffer, berg_span_part(text, 0, at));
    if (choose(2) == 0)
      berg_buffer_append_text(&buffer, PARTS[choose(sizeof PARTS / sizeof PARTS[0])]);
    berg_buffer_append(&buffer, berg_span_part(text, at + len, text.len - at - len));
    if (berg_arena_copy(&kit_arena, berg_buffer_span(&buffer), &text) != BERG_OK)
      abort();
    berg_buffer_close(&buffer);
  }
  return text;
}

static bool is_valid(const char *schema, struct berg_span text)
{
  struct berg_violations violations;
  struct berg_json_tree tree;

  berg_violations_open(&violations, &kit_arena, true);
  return berg_json_parse(text, BERG_JSON_LIMITS_DEFAULT, true, &kit_arena, &tree, NULL) == BERG_OK &&
         berg_wire_schema_find(berg_span_of(schema))->check(&tree, 0, &violations) == BERG_OK;
}

static void judge(const char *schema, struct berg_span text, bool valid, bool decoded, struct berg_span written)
{
  valid_count += valid ? 1 : 0;
  decoded_count += decoded ? 1 : 0;
  if (valid && !decoded)
    kit_same(__FILE__, __LINE__, text, berg_span_of(schema));
  if (valid && decoded && !is_valid(schema, written))
    kit_same(__FILE__, __LINE__, written, text);
}

#define TRY(name, schema, text)                                                                                        \
  do {                                                                                                                 \
    struct berg_wire_##name value;                                                                                     \
    struct berg_buffer written;                                                                                        \
    berg_buffer_open(&written);                                                                                        \
    bool decoded = berg_wire_##name##_decode_text(text, &kit_arena, &value, NULL) == BERG_OK;                          \
    if (decoded)                                                                                                       \
      berg_wire_##name##_encode(&written, &value);                                                                     \
    judge(schema, text, is_valid(schema, text), decoded, berg_buffer_span(&written));                                  \
    berg_buffer_close(&written);                                                                                       \
  } while (0)

static void try_text(struct berg_span text)
{
  TRY(create_table_request, "CreateTableRequest", text);
  TRY(commit_table_request, "CommitTableRequest", text);
  TRY(predicate, "Predicate", text);
  TRY(value_expression, "ValueExpression", text);
  TRY(function_argument, "FunctionArgument", text);
  TRY(literals, "Literals", text);
  TRY(plan_table_scan_result, "PlanTableScanResult", text);
  TRY(fetch_planning_result, "FetchPlanningResult", text);
  TRY(report_metrics_request, "ReportMetricsRequest", text);
}

static void decoders_and_validators_agree(void)
{
  for (int round = 0; round < ROUNDS && test_case_failed == 0; round++) {
    try_text(make_text());
    berg_arena_reset(&kit_arena);
  }
  CHECK(valid_count > ROUNDS / 4);
  CHECK(decoded_count >= valid_count);
}

int main(void)
{
  berg_arena_open(&kit_arena, SIZE_MAX);
  TEST_RUN(decoders_and_validators_agree);
  berg_arena_close(&kit_arena);
  return test_end();
}
