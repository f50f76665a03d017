/* The 23 updates of a table, the 8 of a view, and the requirements, in their own words. */
#include "berg_wire_decode.h"
#include "berg_wire_encode.h"
#include "unit/wire/wire_kit.h"

struct update {
  enum berg_wire_table_update_kind kind;
  const char *json;
};

static const struct update UPDATES[] = {
    {BERG_WIRE_TABLE_UPDATE_ASSIGN_UUID, "{'action':'assign-uuid','uuid':'u'}"},
    {BERG_WIRE_TABLE_UPDATE_UPGRADE_FORMAT_VERSION, "{'action':'upgrade-format-version','format-version':3}"},
    {BERG_WIRE_TABLE_UPDATE_ADD_SCHEMA,
     "{'action':'add-schema','schema':{'type':'struct','fields':[]},'last-column-id':4}"},
    {BERG_WIRE_TABLE_UPDATE_SET_CURRENT_SCHEMA, "{'action':'set-current-schema','schema-id':-1}"},
    {BERG_WIRE_TABLE_UPDATE_ADD_SPEC, "{'action':'add-spec','spec':{'fields':[]}}"},
    {BERG_WIRE_TABLE_UPDATE_SET_DEFAULT_SPEC, "{'action':'set-default-spec','spec-id':-1}"},
    {BERG_WIRE_TABLE_UPDATE_ADD_SORT_ORDER, "{'action':'add-sort-order','sort-order':{'order-id':1,'fields':[]}}"},
    {BERG_WIRE_TABLE_UPDATE_SET_DEFAULT_SORT_ORDER, "{'action':'set-default-sort-order','sort-order-id':0}"},
    {BERG_WIRE_TABLE_UPDATE_ADD_SNAPSHOT,
     "{'action':'add-snapshot','snapshot':{'snapshot-id':1,'parent-snapshot-id':2,'sequence-number':3,"
     "'timestamp-ms':4,'manifest-list':'m','first-row-id':0,'added-rows':5,'summary':{'operation':'overwrite'},"
     "'schema-id':0}}"},
    {BERG_WIRE_TABLE_UPDATE_SET_SNAPSHOT_REF,
     "{'action':'set-snapshot-ref','type':'branch','snapshot-id':1,'max-ref-age-ms':2,'max-snapshot-age-ms':3,"
     "'min-snapshots-to-keep':4,'ref-name':'main'}"},
    {BERG_WIRE_TABLE_UPDATE_REMOVE_SNAPSHOTS, "{'action':'remove-snapshots','snapshot-ids':[1,2]}"},
    {BERG_WIRE_TABLE_UPDATE_REMOVE_SNAPSHOT_REF, "{'action':'remove-snapshot-ref','ref-name':'b'}"},
    {BERG_WIRE_TABLE_UPDATE_SET_LOCATION, "{'action':'set-location','location':'l'}"},
    {BERG_WIRE_TABLE_UPDATE_SET_PROPERTIES, "{'action':'set-properties','updates':{'a':'b'}}"},
    {BERG_WIRE_TABLE_UPDATE_REMOVE_PROPERTIES, "{'action':'remove-properties','removals':['a']}"},
    {BERG_WIRE_TABLE_UPDATE_SET_STATISTICS,
     "{'action':'set-statistics','statistics':{'snapshot-id':1,'statistics-path':'p','file-size-in-bytes':1,"
     "'file-footer-size-in-bytes':1,'blob-metadata':[],'key-metadata':'AAAA'}}"},
    {BERG_WIRE_TABLE_UPDATE_REMOVE_STATISTICS, "{'action':'remove-statistics','snapshot-id':1}"},
    {BERG_WIRE_TABLE_UPDATE_SET_PARTITION_STATISTICS,
     "{'action':'set-partition-statistics','partition-statistics':{'snapshot-id':1,'statistics-path':'p',"
     "'file-size-in-bytes':1}}"},
    {BERG_WIRE_TABLE_UPDATE_REMOVE_PARTITION_STATISTICS, "{'action':'remove-partition-statistics','snapshot-id':1}"},
    {BERG_WIRE_TABLE_UPDATE_REMOVE_PARTITION_SPECS, "{'action':'remove-partition-specs','spec-ids':[1]}"},
    {BERG_WIRE_TABLE_UPDATE_REMOVE_SCHEMAS, "{'action':'remove-schemas','schema-ids':[0]}"},
    {BERG_WIRE_TABLE_UPDATE_ADD_ENCRYPTION_KEY,
     "{'action':'add-encryption-key','encryption-key':{'key-id':'k','encrypted-key-metadata':'AA==',"
     "'encrypted-by-id':'b','properties':{}}}"},
    {BERG_WIRE_TABLE_UPDATE_REMOVE_ENCRYPTION_KEY, "{'action':'remove-encryption-key','key-id':'k'}"}};

static void each_update_is_told_by_its_action(void)
{
  CHECK_INT(sizeof UPDATES / sizeof UPDATES[0], 23);
  for (size_t i = 0; i < sizeof UPDATES / sizeof UPDATES[0]; i++) {
    struct berg_wire_table_update update;
    MUST_DECODE(table_update, UPDATES[i].json, &update);
    CHECK_INT(update.kind, UPDATES[i].kind);
    CHECK_ROUND_TRIP(table_update, UPDATES[i].json);
    CHECK_ROUND_TRIP(base_update, UPDATES[i].json);
  }
}

static void view_updates_are_a_set_of_their_own(void)
{
  CHECK_ROUND_TRIP(view_update,
                   "{'action':'add-view-version','view-version':{'version-id':1,'timestamp-ms':2,'schema-id':-1,"
                   "'summary':{},'representations':[{'type':'sql','sql':'select 1','dialect':'spark'}],"
                   "'default-catalog':'c','default-namespace':[]}}");
  CHECK_ROUND_TRIP(view_update, "{'action':'set-current-view-version','view-version-id':-1}");
  CHECK_REFUSED(view_update, "{'action':'set-default-spec','spec-id':1}", "/action",
                "unknown `action` 'set-default-spec' in ViewUpdate");
  CHECK_REFUSED(table_update, "{'action':'set-current-view-version','view-version-id':-1}", "/action",
                "unknown `action` 'set-current-view-version' in TableUpdate");
}

static void the_subtype_decides_what_is_required(void)
{
  CHECK_REFUSED(commit_table_request, "{'requirements':[],'updates':[{'action':'add-spec'}]}", "/updates/0",
                "required member `spec` is missing in AddPartitionSpecUpdate");
  CHECK_REFUSED(commit_table_request, "{'requirements':[{'type':'assert-table-uuid'}],'updates':[]}", "/requirements/0",
                "required member `uuid` is missing in AssertTableUUID");
  CHECK_REFUSED(commit_table_request, "{'requirements':[],'updates':[{'action':'paint'}]}", "/updates/0/action",
                "unknown `action` 'paint' in TableUpdate");
  CHECK_REFUSED(commit_table_request, "{'requirements':[{'type':7}],'updates':[]}", "/requirements/0/type",
                "`type`: expected a string in TableRequirement, found 7");
}

static void each_requirement_is_told_by_its_type(void)
{
  static const char *const REQUIREMENTS[] = {
      "{'type':'assert-create'}",
      "{'type':'assert-table-uuid','uuid':'u'}",
      "{'type':'assert-ref-snapshot-id','ref':'main','snapshot-id':1}",
      "{'type':'assert-last-assigned-field-id','last-assigned-field-id':1}",
      "{'type':'assert-current-schema-id','current-schema-id':1}",
      "{'type':'assert-last-assigned-partition-id','last-assigned-partition-id':1}",
      "{'type':'assert-default-spec-id','default-spec-id':1}",
      "{'type':'assert-default-sort-order-id','default-sort-order-id':1}"};

  for (size_t i = 0; i < sizeof REQUIREMENTS / sizeof REQUIREMENTS[0]; i++) {
    struct berg_wire_table_requirement requirement;
    CHECK_ROUND_TRIP(table_requirement, REQUIREMENTS[i]);
    MUST_DECODE(table_requirement, REQUIREMENTS[i], &requirement);
    CHECK_INT(requirement.kind, i);
  }
  CHECK_ROUND_TRIP(view_requirement, "{'type':'assert-view-uuid','uuid':'u'}");
  CHECK_REFUSED(view_requirement, "{'type':'assert-table-uuid','uuid':'u'}", "/type",
                "unknown `type` 'assert-table-uuid' in ViewRequirement");
}

/* A ref that must not exist: null, and what the Java library reads as null, nothing at all. */
static void a_missing_ref_is_null_or_nothing(void)
{
  struct berg_wire_table_requirement requirement;
  const char *const texts[] = {"{'type':'assert-ref-snapshot-id','ref':'main','snapshot-id':null}",
                               "{'type':'assert-ref-snapshot-id','ref':'main'}"};

  for (size_t i = 0; i < 2; i++) {
    MUST_DECODE(table_requirement, texts[i], &requirement);
    CHECK(!requirement.as.assert_ref_snapshot_id->snapshot_id.set);
    CHECK(requirement.as.assert_ref_snapshot_id->snapshot_id.null);
    CHECK_WRITES(table_requirement, texts[i], texts[0]);
  }
}

static void transactions_hold_commits(void)
{
  CHECK_ROUND_TRIP(commit_transaction_request,
                   "{'table-changes':[{'identifier':{'namespace':['a'],'name':'t'},'requirements':[],'updates':[]}]}");
  CHECK_ROUND_TRIP(commit_view_request, "{'requirements':[{'type':'assert-view-uuid','uuid':'u'}],'updates':[]}");
  CHECK_ROUND_TRIP(commit_view_request, "{'updates':[]}");
}

int main(void)
{
  berg_arena_open(&kit_arena, SIZE_MAX);
  TEST_RUN(each_update_is_told_by_its_action);
  TEST_RUN(view_updates_are_a_set_of_their_own);
  TEST_RUN(the_subtype_decides_what_is_required);
  TEST_RUN(each_requirement_is_told_by_its_type);
  TEST_RUN(a_missing_ref_is_null_or_nothing);
  TEST_RUN(transactions_hold_commits);
  berg_arena_close(&kit_arena);
  return test_end();
}
