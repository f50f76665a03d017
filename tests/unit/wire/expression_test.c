/* Expressions in both dialects, scan plans, reports: unions that are told apart by types, tags and members. */
#include "berg_wire_decode.h"
#include "berg_wire_encode.h"
#include "unit/wire/wire_kit.h"

static void predicates_of_the_new_dialect(void)
{
  CHECK_ROUND_TRIP(predicate, "true");
  CHECK_ROUND_TRIP(predicate, "{'type':'true'}");
  CHECK_ROUND_TRIP(predicate, "{'type':'and','left':{'type':'not','child':false},'right':{'type':'or',"
                              "'left':{'type':'is-null','child':{'type':'reference','name':'a.b'}},"
                              "'right':{'type':'is-nan','child':{'type':'reference','id':4}}}}");
  CHECK_ROUND_TRIP(predicate, "{'type':'lt-eq','left':{'type':'reference','name':'a'},'right':5}");
  CHECK_ROUND_TRIP(predicate, "{'type':'eq','left':{'type':'apply','function':'f','arguments':[1,true,"
                              "{'type':'reference','name':'a'},{'type':'not','child':true}]},"
                              "'right':{'type':'literal','value':1.50,'data-type':'decimal(9,2)'}}");
  CHECK_ROUND_TRIP(predicate, "{'type':'in','child':{'type':'reference','name':'a'},'values':[1,'x',"
                              "{'type':'literal','value':true}]}");
  CHECK_ROUND_TRIP(predicate, "{'type':'not-in','child':{'type':'reference','name':'a'},"
                              "'values':{'type':'literals','values':[1,2],'data-type':'long'}}");
}

static void predicates_of_the_old_dialect(void)
{
  CHECK_ROUND_TRIP(predicate, "{'type':'not-null','term':'a'}");
  CHECK_ROUND_TRIP(predicate, "{'type':'eq','term':{'type':'transform','transform':'bucket[4]','term':'a'},"
                              "'value':'x'}");
  CHECK_ROUND_TRIP(predicate, "{'type':'in','term':'a','values':['x','y']}");
}

static void functions_have_three_spellings(void)
{
  CHECK_ROUND_TRIP(apply, "{'type':'apply','function':'f','arguments':[]}");
  CHECK_ROUND_TRIP(apply, "{'type':'apply','function':['a','f'],'arguments':[]}");
  CHECK_ROUND_TRIP(apply, "{'type':'apply','function':{'catalog':'c','identifier':['a','f']},'arguments':[]}");
}

static void faults_of_expressions(void)
{
  CHECK_REFUSED(predicate, "{'type':'like','term':'a','value':1}", "/type", "unknown `type` 'like' in Predicate");
  CHECK_REFUSED(predicate, "{'type':'eq','term':'a','value':1,'more':2}", "/more",
                "member `more` is not allowed in ComparisonPredicate");
  CHECK_REFUSED(value_expression, "{'type':'reference'}", "", "the value is none of the alternatives of Reference");
  CHECK_REFUSED(predicate, "[]", "", "the value is none of the alternatives of Predicate");
  CHECK_REFUSED(literal, "null", "", "the value is none of the alternatives of Literal");
}

static void plans_are_told_by_status(void)
{
  struct berg_wire_plan_table_scan_result result;

  CHECK_ROUND_TRIP(plan_table_scan_request,
                   "{'snapshot-id':1,'select':['a','b.c'],'filter':{'type':'is-null','term':'a'},"
                   "'min-rows-requested':5,'case-sensitive':false,'use-snapshot-schema':true,'stats-fields':[]}");
  CHECK_ROUND_TRIP(plan_table_scan_request, "{}");
  CHECK_ROUND_TRIP(plan_table_scan_result, "{'status':'submitted','plan-id':'p'}");
  CHECK_ROUND_TRIP(plan_table_scan_result,
                   "{'error':{'message':'m','type':'t','code':500,'stack':[]},'status':'failed'}");
  CHECK_ROUND_TRIP(
      plan_table_scan_result,
      "{'delete-files':[{'content':'position-deletes','file-path':'d','file-format':'puffin','spec-id':0,"
      "'partition':[],'file-size-in-bytes':1,'record-count':1,'content-offset':4,'content-size-in-bytes':5,"
      "'referenced-data-file':'f'},{'content':'equality-deletes','file-path':'e','file-format':'avro','spec-id':0,"
      "'partition':[],'file-size-in-bytes':1,'record-count':1,'equality-ids':[1]}],"
      "'file-scan-tasks':[{'data-file':{'content':'data','file-path':'f','file-format':'parquet','spec-id':0,"
      "'partition':[1,null,'x',true,1.5],'file-size-in-bytes':1,'record-count':1,'key-metadata':'00',"
      "'split-offsets':[4],'sort-order-id':0,'first-row-id':7,'value-counts':{'keys':[1],'values':[2]},"
      "'lower-bounds':{'keys':[1],'values':['a']}},'delete-file-references':[0],'residual-filter':true}],"
      "'plan-tasks':['t'],'status':'completed','plan-id':'p'}");
  MUST_DECODE(plan_table_scan_result, "{'status':'submitted','plan-id':'p'}", &result);
  CHECK_INT(result.kind, BERG_WIRE_PLAN_TABLE_SCAN_RESULT_SUBMITTED);
  CHECK_TEXT(result.as.submitted->plan_id, "p");
  CHECK_REFUSED(plan_table_scan_result, "{'status':'cancelled'}", "/status",
                "unknown `status` 'cancelled' in PlanTableScanResult");
  CHECK_ROUND_TRIP(fetch_planning_result, "{'status':'cancelled'}");
  CHECK_ROUND_TRIP(fetch_scan_tasks_result, "{'plan-tasks':['a']}");
}

static void reports_are_told_by_their_members(void)
{
  struct berg_wire_report_metrics_request report;
  static const char SCAN[] = "{'report-type':'scan-report','table-name':'t','snapshot-id':1,'filter':true,"
                             "'schema-id':0,'projected-field-ids':[1],'projected-field-names':['a'],"
                             "'metrics':{'m':{'unit':'count','value':1},'d':{'time-unit':'nanoseconds','count':1,"
                             "'total-duration':2}},'metadata':{}}";

  CHECK_ROUND_TRIP(report_metrics_request, SCAN);
  CHECK_ROUND_TRIP(report_metrics_request,
                   "{'report-type':'commit-report','table-name':'t','snapshot-id':1,'sequence-number':2,"
                   "'operation':'append','metrics':{}}");
  MUST_DECODE(report_metrics_request, SCAN, &report);
  CHECK_INT(report.kind, BERG_WIRE_REPORT_METRICS_REQUEST_SCAN_REPORT);
  CHECK_TEXT(report.report_type, "scan-report");
  CHECK_REFUSED(report_metrics_request, "{'table-name':'t'}", "",
                "required member `report-type` is missing in ReportMetricsRequest");
}

static void tokens_are_told_by_grant(void)
{
  CHECK_ROUND_TRIP(oauth_token_request, "{'grant_type':'client_credentials','scope':'s','client_id':'i',"
                                        "'client_secret':'x'}");
  CHECK_ROUND_TRIP(oauth_token_request,
                   "{'grant_type':'urn:ietf:params:oauth:grant-type:token-exchange','subject_token':'t',"
                   "'subject_token_type':'urn:ietf:params:oauth:token-type:jwt'}");
  CHECK_ROUND_TRIP(oauth_token_response, "{'access_token':'a','token_type':'Bearer','expires_in':3600}");
}

static void functions_are_recursive(void)
{
  CHECK_ROUND_TRIP(function_data_type,
                   "{'type':'struct','fields':[{'name':'a','type':{'type':'map','key':'int','value':{'type':'list',"
                   "'element':'string'}}}]}");
}

int main(void)
{
  berg_arena_open(&kit_arena, SIZE_MAX);
  TEST_RUN(predicates_of_the_new_dialect);
  TEST_RUN(predicates_of_the_old_dialect);
  TEST_RUN(functions_have_three_spellings);
  TEST_RUN(faults_of_expressions);
  TEST_RUN(plans_are_told_by_status);
  TEST_RUN(reports_are_told_by_their_members);
  TEST_RUN(tokens_are_told_by_grant);
  TEST_RUN(functions_are_recursive);
  berg_arena_close(&kit_arena);
  return test_end();
}
