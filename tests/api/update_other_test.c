/* Updates of identity, version, location, properties, statistics and keys. */
#include "kit/api.h"
#include "unit/test.h"

#define TABLE "/v1/namespaces/n/tables/t"

static void open_version(struct api *api, int version)
{
  API_OPEN(api, NULL);
  API_NAMESPACE(api, "n");
  API_TABLE(api, "n", "t", api_text(api, "'properties':{'format-version':'%d'}", version));
}

static void commit(struct api *api, int line, int code, const char *updates)
{
  api_expect_body(api, __FILE__, line, code, "POST", TABLE, "{'requirements':[],'updates':[%s]}", updates);
  if (code == 400)
    api_check_error(api, __FILE__, line, "BadRequestException", "");
}

/* TESTS tables/updateTable/assign-uuid-equal */
/* TESTS tables/updateTable/assign-uuid-other */
/* TESTS tables/updateTable/assign-uuid-form */
static void test_assign_uuid(void)
{
  struct api api;

  open_version(&api, 2);
  const char *uuid = api_get_text(&api, "/metadata/table-uuid");
  char *upper = (char *)(uintptr_t)api_text(&api, "%s", uuid);
  for (size_t i = 0; upper[i] != '\0'; i++)
    upper[i] = (char)(upper[i] >= 'a' && upper[i] <= 'f' ? upper[i] - 32 : upper[i]);
  API_MARK(&api);
  commit(&api, __LINE__, 200, api_text(&api, "{'action':'assign-uuid','uuid':'%s'}", uuid));
  commit(&api, __LINE__, 200, api_text(&api, "{'action':'assign-uuid','uuid':'%s'}", upper));
  commit(&api, __LINE__, 400, "{'action':'assign-uuid','uuid':'00000000-0000-4000-8000-000000000000'}");
  commit(&api, __LINE__, 400, "{'action':'assign-uuid','uuid':'no uuid'}");
  commit(&api, __LINE__, 400, "{'action':'assign-uuid','uuid':''}");
  commit(&api, __LINE__, 400, "{'action':'assign-uuid'}");
  API_UNCHANGED(&api);
  api_close(&api);
}

/* TESTS tables/updateTable/upgrade-format-version-range */
/* TESTS tables/updateTable/upgrade-format-version-down */
/* TESTS tables/updateTable/upgrade-format-version-v2 */
/* TESTS tables/updateTable/upgrade-format-version-v3 */
static void test_upgrade(void)
{
  struct api api;

  open_version(&api, 1);
  API_MARK(&api);
  commit(&api, __LINE__, 400, "{'action':'upgrade-format-version','format-version':4}");
  commit(&api, __LINE__, 400, "{'action':'upgrade-format-version','format-version':0}");
  commit(&api, __LINE__, 400, "{'action':'upgrade-format-version','format-version':-1}");
  commit(&api, __LINE__, 400, "{'action':'upgrade-format-version','format-version':'2'}");
  API_UNCHANGED(&api);
  commit(&api, __LINE__, 200, "{'action':'upgrade-format-version','format-version':2}");
  API_INT(&api, "/metadata/format-version", 2);
  API_INT(&api, "/metadata/last-sequence-number", 0);
  API_ABSENT(&api, "/metadata/schema");
  API_ABSENT(&api, "/metadata/partition-spec");
  API_MARK(&api);
  commit(&api, __LINE__, 400, "{'action':'upgrade-format-version','format-version':1}");
  API_ERROR(&api, "BadRequestException", "downgrade");
  API_UNCHANGED(&api);
  commit(&api, __LINE__, 200, "{'action':'upgrade-format-version','format-version':3}");
  API_INT(&api, "/metadata/format-version", 3);
  API_INT(&api, "/metadata/next-row-id", 0);
  api_close(&api);
}

/* In one step from 1 to 3, and what the version allows right behind it. */
static void test_upgrade_and_use(void)
{
  struct api api;

  open_version(&api, 1);
  API_MARK(&api);
  commit(&api, __LINE__, 400,
         "{'action':'add-schema','schema':{'type':'struct','fields':["
         "{'id':1,'name':'v','required':false,'type':'variant'}]}},"
         "{'action':'upgrade-format-version','format-version':3}");
  API_UNCHANGED(&api);
  commit(&api, __LINE__, 200,
         "{'action':'upgrade-format-version','format-version':3},"
         "{'action':'add-schema','schema':{'type':'struct','fields':["
         "{'id':1,'name':'v','required':false,'type':'variant'}]}},{'action':'set-current-schema','schema-id':-1},"
         "{'action':'add-snapshot','snapshot':{'snapshot-id':1,'sequence-number':1,'timestamp-ms':1700000000000,"
         "'first-row-id':0,'added-rows':3,'manifest-list':'m','summary':{'operation':'append'}}}");
  API_INT(&api, "/metadata/next-row-id", 3);
  API_INT(&api, "/metadata/last-sequence-number", 1);
  api_close(&api);
}

/* TESTS tables/updateTable/set-location-equal */
/* TESTS tables/updateTable/set-location-strip */
static void test_location(void)
{
  struct api api;

  open_version(&api, 2);
  const char *first = api_get_text(&api, "/metadata-location");
  commit(&api, __LINE__, 200, api_text(&api, "{'action':'set-location','location':'%s/moved///'}", api.warehouse));
  API_TEXT(&api, "/metadata/location", api_text(&api, "%s/moved", api.warehouse));
  const char *prefix = api_text(&api, "%s/moved/metadata/00001-", api.warehouse);
  CHECK(strncmp(api_get_text(&api, "/metadata-location"), prefix, strlen(prefix)) == 0);
  CHECK(api_read_file(&api, api_path(&api, first)).bytes != NULL);
  API_GET(&api, 200, TABLE);
  API_TABLE(&api, "n", "u", api_text(&api, "'location':'%s/n/t'", api.warehouse)); /* the old place is free */
  api_close(&api);
}

/* TESTS tables/updateTable/set-properties-merge */
/* TESTS tables/updateTable/set-properties-reserved */
/* TESTS tables/updateTable/set-properties-legacy */
/* TESTS tables/updateTable/remove-properties-absent */
static void test_properties(void)
{
  struct api api;

  open_version(&api, 2);
  commit(&api, __LINE__, 200, "{'action':'set-properties','updates':{'a':'1','b':'2','':'empty key'}}");
  commit(&api, __LINE__, 200, "{'action':'set-properties','updates':{'b':'3','c':''}}");
  API_JSON(&api, "/metadata/properties", "{" API_ADDED ",'a':'1','b':'3','c':'','':'empty key'}");
  commit(&api, __LINE__, 200, "{'action':'remove-properties','removals':['a','zz','a','']}");
  API_JSON(&api, "/metadata/properties", "{" API_ADDED ",'b':'3','c':''}");
  commit(&api, __LINE__, 200, "{'action':'set-properties','updates':{'format-version':'3','uuid':'x'}}");
  API_INT(&api, "/metadata/format-version", 2);
  API_JSON(&api, "/metadata/properties", "{" API_ADDED ",'b':'3','c':'','format-version':'3','uuid':'x'}");
  API_MARK(&api);
  commit(&api, __LINE__, 400, "{'action':'set-properties','updated':{'x':'1'}}");
  commit(&api, __LINE__, 400, "{'action':'remove-properties','removed':['b']}");
  commit(&api, __LINE__, 400, "{'action':'set-properties','updates':{'x':1}}");
  commit(&api, __LINE__, 400, "{'action':'set-properties','updates':{'x':null}}");
  commit(&api, __LINE__, 400, "{'action':'set-properties','updates':['x']}");
  commit(&api, __LINE__, 400, "{'action':'remove-properties','removals':[1]}");
  API_UNCHANGED(&api);
  api_close(&api);
}

#define STATISTICS(members)                                                                                            \
  "{'action':'set-statistics'," members "'statistics':{'snapshot-id':5,'statistics-path':'s','file-size-in-bytes':9,"  \
  "'file-footer-size-in-bytes':1,'blob-metadata':[{'type':'x','snapshot-id':5,'sequence-number':1,'fields':[1],"       \
  "'properties':{'ndv':'7'}}]}}"

/* TESTS tables/updateTable/set-statistics-replaces */
/* TESTS tables/updateTable/set-statistics-snapshot-id */
/* TESTS tables/updateTable/set-statistics-unknown-snapshot */
/* TESTS tables/updateTable/remove-statistics-absent */
static void test_statistics(void)
{
  struct api api;

  open_version(&api, 2);
  commit(&api, __LINE__, 200, STATISTICS(""));
  API_JSON(
      &api, "/metadata/statistics",
      "[{'snapshot-id':5,'statistics-path':'s','file-size-in-bytes':9,'file-footer-size-in-bytes':1,"
      "'blob-metadata':[{'type':'x','snapshot-id':5,'sequence-number':1,'fields':[1],'properties':{'ndv':'7'}}]}]");
  commit(&api, __LINE__, 200, STATISTICS("'snapshot-id':5,"));
  commit(&api, __LINE__, 200,
         "{'action':'set-statistics','statistics':{'snapshot-id':5,'statistics-path':'other','file-size-in-bytes':9,"
         "'file-footer-size-in-bytes':1,'blob-metadata':[]}}");
  API_COUNT(&api, "/metadata/statistics", 1);
  API_TEXT(&api, "/metadata/statistics/0/statistics-path", "other");
  API_MARK(&api);
  commit(&api, __LINE__, 400, STATISTICS("'snapshot-id':6,"));
  API_ERROR(&api, "BadRequestException", "snapshot-id");
  commit(&api, __LINE__, 400, "{'action':'set-statistics','snapshot-id':5}");
  commit(&api, __LINE__, 400, "{'action':'set-statistics','statistics':{'snapshot-id':5}}");
  commit(&api, __LINE__, 400, "{'action':'remove-statistics'}");
  commit(&api, __LINE__, 200, "{'action':'remove-statistics','snapshot-id':6}");
  API_UNCHANGED(&api);
  commit(&api, __LINE__, 200, "{'action':'remove-statistics','snapshot-id':5}");
  API_JSON(&api, "/metadata/statistics", "[]");
  api_close(&api);
}

/* TESTS metadata/check/non-negative */
static void test_negative_sizes(void)
{
  struct api api;

  open_version(&api, 2);
  API_MARK(&api);
  commit(&api, __LINE__, 400,
         "{'action':'set-partition-statistics','partition-statistics':{'snapshot-id':5,'statistics-path':'s',"
         "'file-size-in-bytes':-1}}");
  commit(&api, __LINE__, 400,
         "{'action':'set-statistics','statistics':{'snapshot-id':5,'statistics-path':'s','file-size-in-bytes':-1,"
         "'file-footer-size-in-bytes':1,'blob-metadata':[]}}");
  API_UNCHANGED(&api);
  api_close(&api);
}

/* TESTS tables/updateTable/set-partition-statistics-replaces */
/* TESTS tables/updateTable/remove-partition-statistics-absent */
static void test_partition_statistics(void)
{
  struct api api;

  open_version(&api, 2);
  for (int i = 0; i < 2; i++)
    commit(&api, __LINE__, 200,
           api_text(&api,
                    "{'action':'set-partition-statistics','partition-statistics':{'snapshot-id':5,"
                    "'statistics-path':'s%d','file-size-in-bytes':9}}",
                    i));
  API_JSON(&api, "/metadata/partition-statistics", "[{'snapshot-id':5,'statistics-path':'s1','file-size-in-bytes':9}]");
  API_MARK(&api);
  commit(&api, __LINE__, 200, "{'action':'remove-partition-statistics','snapshot-id':6}");
  commit(&api, __LINE__, 400, "{'action':'set-partition-statistics','partition-statistics':{'snapshot-id':5}}");
  commit(&api, __LINE__, 400, "{'action':'set-partition-statistics'}");
  API_UNCHANGED(&api);
  commit(&api, __LINE__, 200, "{'action':'remove-partition-statistics','snapshot-id':5}");
  API_JSON(&api, "/metadata/partition-statistics", "[]");
  api_close(&api);
}

#define KEY(id, text)                                                                                                  \
  "{'action':'add-encryption-key','encryption-key':{'key-id':'" id "','encrypted-key-metadata':'" text "'}}"

/* TESTS tables/updateTable/add-encryption-key-existing */
/* TESTS tables/updateTable/remove-encryption-key-absent */
/* TESTS metadata/check/encryption-keys */
static void test_encryption_keys(void)
{
  struct api api;

  open_version(&api, 3);
  commit(&api, __LINE__, 200,
         "{'action':'add-encryption-key','encryption-key':{'key-id':'a','encrypted-key-metadata':'c2VjcmV0',"
         "'encrypted-by-id':'elsewhere','properties':{'p':'q'}}}," KEY("b", "AA=="));
  API_JSON(&api, "/metadata/encryption-keys",
           "[{'key-id':'a','encrypted-key-metadata':'c2VjcmV0','encrypted-by-id':'elsewhere','properties':{'p':'q'}},"
           "{'key-id':'b','encrypted-key-metadata':'AA=='}]");
  API_MARK(&api);
  commit(&api, __LINE__, 200, KEY("a", "b3RoZXI="));
  commit(&api, __LINE__, 200, "{'action':'remove-encryption-key','key-id':'zz'}");
  commit(&api, __LINE__, 400, KEY("c", "not base64!"));
  commit(&api, __LINE__, 400, "{'action':'add-encryption-key','encryption-key':{'key-id':'c'}}");
  commit(&api, __LINE__, 400, "{'action':'add-encryption-key'}");
  commit(&api, __LINE__, 400, "{'action':'remove-encryption-key'}");
  API_UNCHANGED(&api);
  commit(&api, __LINE__, 200, "{'action':'remove-encryption-key','key-id':'a'}");
  API_COUNT(&api, "/metadata/encryption-keys", 1);
  commit(&api, __LINE__, 200, "{'action':'remove-encryption-key','key-id':'b'}");
  API_ABSENT(&api, "/metadata/encryption-keys");
  api_close(&api);
}

/* TESTS tables/updateTable/add-encryption-key-version */
static void test_encryption_key_version(void)
{
  struct api api;

  open_version(&api, 2);
  API_MARK(&api);
  commit(&api, __LINE__, 400, KEY("a", "c2VjcmV0"));
  API_UNCHANGED(&api);
  api_close(&api);
}

int main(void)
{
  TEST_RUN(test_assign_uuid);
  TEST_RUN(test_upgrade);
  TEST_RUN(test_upgrade_and_use);
  TEST_RUN(test_location);
  TEST_RUN(test_properties);
  TEST_RUN(test_statistics);
  TEST_RUN(test_negative_sizes);
  TEST_RUN(test_partition_statistics);
  TEST_RUN(test_encryption_keys);
  TEST_RUN(test_encryption_key_version);
  return test_end();
}
