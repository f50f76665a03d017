/* Partition specs, sort orders, snapshots, refs, statistics files, keys: what is read, what is written, what is
 * refused. */
#include "tests/unit/document/kit.h"

static struct berg_span write_spec(struct kit *kit, const struct berg_partition_spec *spec, bool fields_only)
{
  struct berg_buffer out;

  berg_buffer_open(&out);
  berg_partition_spec_write(&out, spec, fields_only);
  return kit_take(kit, &out);
}

static void test_partition_spec(void)
{
  static const char *const TEXT =
      "{\"spec-id\":3,\"fields\":[{\"name\":\"a\",\"transform\":\"bucket[16]\",\"source-id\":1,\"field-id\":1000},"
      "{\"name\":\"b\",\"transform\":\"my-own[a, b]\",\"source-ids\":[2,3],\"field-id\":1001}]}";
  struct kit kit;
  struct berg_partition_spec spec = {0};

  kit_begin(&kit);
  CHECK_INT(berg_partition_spec_read(kit_open(&kit, TEXT), &spec), BERG_OK);
  CHECK_INT(spec.spec_id, 3);
  CHECK_INT(spec.field_count, 2);
  CHECK_INT(spec.fields[0].transform.kind, BERG_TRANSFORM_BUCKET);
  CHECK_INT(spec.fields[0].transform.width, 16);
  CHECK_INT(spec.fields[0].field_id, 1000);
  CHECK_INT(spec.fields[1].transform.kind, BERG_TRANSFORM_OTHER);
  CHECK_INT(spec.fields[1].source_ids.count, 2);
  CHECK_INT(spec.fields[1].source_ids.items[1], 3);
  CHECK_TEXT(spec.text, TEXT);
  CHECK_TEXT(write_spec(&kit, &spec, false), TEXT);
  CHECK_TEXT(write_spec(&kit, &spec, true),
             "[{\"name\":\"a\",\"transform\":\"bucket[16]\",\"source-id\":1,\"field-id\":1000},"
             "{\"name\":\"b\",\"transform\":\"my-own[a, b]\",\"source-ids\":[2,3],\"field-id\":1001}]");
  kit_end(&kit);
}

/* TESTS metadata/write/source-id */
/* Version 1: the fields alone, without field ids; a list of one source is written as one. */
static void test_partition_fields(void)
{
  struct kit kit;
  struct berg_partition_spec spec = {.spec_id = 9};

  kit_begin(&kit);
  CHECK_INT(berg_partition_spec_read(kit_open(&kit, "[{\"source-ids\":[4],\"transform\":\"identity\","
                                                    "\"name\":\"n\"},{\"source-id\":5,\"name\":\"m\","
                                                    "\"transform\":\"void\"}]"),
                                     &spec),
            BERG_OK);
  CHECK_INT(spec.spec_id, 0);
  CHECK_INT(spec.field_count, 2);
  CHECK(!spec.fields[0].has_field_id);
  CHECK_INT(spec.fields[0].source_ids.items[0], 4);
  CHECK_INT(spec.fields[1].source_ids.items[0], 5);
  CHECK_TEXT(write_spec(&kit, &spec, false),
             "{\"spec-id\":0,\"fields\":[{\"name\":\"n\",\"transform\":\"identity\",\"source-id\":4},"
             "{\"name\":\"m\",\"transform\":\"void\",\"source-id\":5}]}");
  kit_end(&kit);
}

static void test_sort_order(void)
{
  static const char *const TEXT =
      "{\"order-id\":1,\"fields\":[{\"transform\":\"identity\",\"source-id\":2,\"direction\":\"asc\",\"null-order\":"
      "\"nulls-first\"},{\"transform\":\"truncate[4]\",\"source-id\":3,\"direction\":\"desc\",\"null-order\":\"nulls-"
      "last\""
      "}]}";
  struct kit kit;
  struct berg_sort_order order = {0};
  struct berg_buffer out;

  kit_begin(&kit);
  CHECK_INT(berg_sort_order_read(kit_open(&kit, TEXT), &order), BERG_OK);
  CHECK_INT(order.order_id, 1);
  CHECK(!order.fields[0].descending && !order.fields[0].nulls_last);
  CHECK(order.fields[1].descending && order.fields[1].nulls_last);
  CHECK_TEXT(order.text, TEXT);
  berg_buffer_open(&out);
  berg_sort_order_write(&out, &order);
  CHECK_TEXT(kit_take(&kit, &out), TEXT);
  CHECK_INT(
      berg_sort_order_read(kit_open(&kit, "{\"fields\":[{\"transform\":\"identity\",\"source-id\":2,\"direction\":"
                                          "\"DESC\",\"null-order\":\"Nulls-Last\"}],\"order-id\":5}"),
                           &order),
      BERG_OK);
  CHECK(order.fields[0].descending && order.fields[0].nulls_last);
  kit_end(&kit);
}

static void test_snapshot(void)
{
  static const char *const TEXT =
      "{\"snapshot-id\":9223372036854775807,\"parent-snapshot-id\":3051729675574597004,\"sequence-number\":4,"
      "\"timestamp-ms\":1515100955770,\"summary\":{\"operation\":\"append\",\"x.note\":\"1\"},\"manifest-list\":\"s3:.."
      "\","
      "\"schema-id\":1,\"first-row-id\":10,\"added-rows\":5,\"key-id\":\"k\"}";
  struct kit kit;
  struct berg_snapshot s = {0};

  kit_begin(&kit);
  CHECK_INT(berg_snapshot_read(kit_open(&kit, TEXT), &s), BERG_OK);
  CHECK_INT(s.snapshot_id, INT64_MAX);
  CHECK(s.has_parent && s.parent_snapshot_id == 3051729675574597004);
  CHECK_INT(s.sequence_number, 4);
  CHECK_INT(s.timestamp_ms, 1515100955770);
  CHECK(s.has_summary && s.has_operation && s.has_manifest_list && !s.has_manifests);
  CHECK(s.has_schema_id && s.schema_id == 1 && s.has_first_row_id && s.first_row_id == 10);
  CHECK(s.has_added_rows && s.added_rows == 5);
  CHECK_TEXT(s.text, TEXT);
  CHECK_INT(
      berg_snapshot_read(kit_open(&kit, "{\"timestamp-ms\":1,\"snapshot-id\":2,\"manifests\":[\"a\"],\"schema-id\":"
                                        "null,\"summary\":{}}"),
                         &s),
      BERG_OK);
  CHECK(!s.has_parent && s.sequence_number == 0 && !s.has_schema_id && s.has_manifests && !s.has_manifest_list);
  CHECK(s.has_summary && !s.has_operation && !s.has_first_row_id && !s.has_added_rows);
  kit_end(&kit);
}

static void test_ref(void)
{
  static const char *const TEXT =
      "{\"snapshot-id\":5,\"type\":\"branch\",\"max-ref-age-ms\":1,\"max-snapshot-age-ms\":2,"
      "\"min-snapshots-to-keep\":3}";
  struct kit kit;
  struct berg_ref ref = {0};
  struct berg_buffer out;

  kit_begin(&kit);
  CHECK_INT(berg_ref_read(kit_open(&kit, TEXT), BERG_SPAN("b"), &ref), BERG_OK);
  CHECK_TEXT(ref.name, "b");
  CHECK(!ref.is_tag && ref.max_ref_age_ms == 1 && ref.max_snapshot_age_ms == 2 && ref.min_snapshots_to_keep == 3);
  berg_buffer_open(&out);
  berg_ref_write(&out, &ref);
  CHECK_TEXT(kit_take(&kit, &out), TEXT);
  CHECK_INT(berg_ref_read(kit_open(&kit, "{\"type\":\"TAG\",\"snapshot-id\":6,\"max-ref-age-ms\":null}"),
                          BERG_SPAN("t"), &ref),
            BERG_OK);
  CHECK(ref.is_tag && !ref.has_max_ref_age_ms && !ref.has_max_snapshot_age_ms && !ref.has_min_snapshots_to_keep);
  berg_buffer_open(&out);
  berg_ref_write(&out, &ref);
  CHECK_TEXT(kit_take(&kit, &out), "{\"snapshot-id\":6,\"type\":\"tag\"}");
  kit_end(&kit);
}

static void test_files_and_keys(void)
{
  static const char *const FILE_TEXT = "{\"snapshot-id\":7,\"statistics-path\":\"p\",\"file-size-in-bytes\":1,"
                                       "\"key-metadata\":\"q\",\"blob-metadata\":[]}";
  static const char *const KEY_TEXT =
      "{\"key-id\":\"k\",\"encrypted-key-metadata\":\"AA==\",\"encrypted-by-id\":\"m\"}";
  struct kit kit;
  struct berg_statistics file = {0};
  struct berg_encryption_key key = {0};

  kit_begin(&kit);
  CHECK_INT(berg_statistics_read(kit_open(&kit, FILE_TEXT), &file), BERG_OK);
  CHECK_INT(file.snapshot_id, 7);
  CHECK_TEXT(file.statistics_path, "p");
  CHECK_TEXT(file.text, FILE_TEXT);
  CHECK_INT(berg_encryption_key_read(kit_open(&kit, KEY_TEXT), &key), BERG_OK);
  CHECK_TEXT(key.key_id, "k");
  CHECK(key.has_encrypted_by_id);
  CHECK_TEXT(key.encrypted_by_id, "m");
  CHECK_TEXT(key.text, KEY_TEXT);
  CHECK_INT(berg_encryption_key_read(
                kit_open(&kit, "{\"key-id\":\"k\",\"encrypted-key-metadata\":\"\",\"encrypted-by-id\":null}"), &key),
            BERG_OK);
  CHECK(!key.has_encrypted_by_id);
  kit_end(&kit);
}

enum part { SPEC, ORDER, SNAPSHOT, REF, STATISTICS, KEY };

struct refusal {
  enum part part;
  const char *text;
  const char *message;
  const char *pointer;
};

static const struct refusal REFUSALS[] = {
    {SPEC, "{\"fields\":[]}", "member `spec-id` is missing in a partition spec", ""},
    {SPEC, "{\"spec-id\":0}", "member `fields` is missing", ""},
    {SPEC, "7", "expected an object", ""},
    {SPEC, "[{\"name\":\"n\",\"transform\":\"identity\"}]", "member `source-id` is missing in a partition field", "/0"},
    {SPEC, "[{\"name\":\"n\",\"transform\":\"identity\",\"source-ids\":[]}]", "member `source-id` is missing", "/0"},
    {SPEC, "[{\"name\":\"n\",\"transform\":\"identity\",\"source-ids\":[1],\"source-id\":1}]",
     "`source-id` and `source-ids` stand in one field", "/0"},
    {SPEC, "[{\"source-id\":1,\"transform\":\"identity\"}]", "member `name` is missing", "/0"},
    {SPEC, "[{\"source-id\":1,\"name\":\"n\"}]", "member `transform` is missing", "/0"},
    {SPEC, "[{\"source-id\":1,\"name\":\"n\",\"transform\":\"bucket[0]\"}]", "bucket[0]", "/0/transform"},
    {SPEC, "[{\"source-id\":\"1\",\"name\":\"n\",\"transform\":\"void\"}]", "expected an integer", "/0/source-id"},
    {ORDER, "{\"order-id\":1}", "member `fields` is missing in a sort order", ""},
    {ORDER,
     "{\"order-id\":1,\"fields\":[{\"transform\":\"identity\",\"source-id\":2,\"direction\":\"up\",\"null-order\":"
     "\"nulls-first\"}]}",
     "`up` is not a word", "/fields/0/direction"},
    {ORDER, "{\"order-id\":1,\"fields\":[{\"transform\":\"identity\",\"source-id\":2,\"direction\":\"asc\"}]}",
     "member `null-order` is missing in a sort field", "/fields/0"},
    {SNAPSHOT, "{\"timestamp-ms\":1}", "member `snapshot-id` is missing in a snapshot", ""},
    {SNAPSHOT, "{\"snapshot-id\":1}", "member `timestamp-ms` is missing", ""},
    {SNAPSHOT, "{\"snapshot-id\":1e3,\"timestamp-ms\":1}", "64 bits", "/snapshot-id"},
    {SNAPSHOT, "{\"snapshot-id\":1,\"timestamp-ms\":1,\"parent-snapshot-id\":null}", "found null",
     "/parent-snapshot-id"},
    {SNAPSHOT, "{\"snapshot-id\":1,\"timestamp-ms\":1,\"summary\":{\"operation\":1}}", "expected a string",
     "/summary/operation"},
    {SNAPSHOT, "{\"snapshot-id\":1,\"timestamp-ms\":1,\"summary\":null}", "expected an object", "/summary"},
    {SNAPSHOT, "{\"snapshot-id\":1,\"timestamp-ms\":1,\"manifests\":[1]}", "expected a string", "/manifests/0"},
    {REF, "{\"snapshot-id\":1}", "member `type` is missing in a ref", ""},
    {REF, "{\"snapshot-id\":1,\"type\":\"bookmark\"}", "not a `bookmark`", "/type"},
    {REF, "{\"snapshot-id\":1,\"type\":\"tagged\"}", "not a `tagged`", "/type"},
    {REF, "{\"type\":\"tag\"}", "member `snapshot-id` is missing", ""},
    {STATISTICS, "{\"snapshot-id\":1}", "member `statistics-path` is missing", ""},
    {KEY, "{\"key-id\":\"k\"}", "member `encrypted-key-metadata` is missing", ""},
};

static enum berg_status read_part(struct berg_json_reader *reader, enum part part)
{
  struct berg_partition_spec spec;
  struct berg_sort_order order;
  struct berg_snapshot snapshot;
  struct berg_ref ref;
  struct berg_statistics file;
  struct berg_encryption_key key;

  switch (part) {
  case SPEC:
    return berg_partition_spec_read(reader, &spec);
  case ORDER:
    return berg_sort_order_read(reader, &order);
  case SNAPSHOT:
    return berg_snapshot_read(reader, &snapshot);
  case REF:
    return berg_ref_read(reader, BERG_SPAN("r"), &ref);
  case STATISTICS:
    return berg_statistics_read(reader, &file);
  default:
    return berg_encryption_key_read(reader, &key);
  }
}

/* TESTS metadata/check/source-ids, metadata/check/sort-fields, metadata/check/snapshot-parent */
static void test_refusals(void)
{
  struct kit kit;

  kit_begin(&kit);
  for (size_t i = 0; i < sizeof REFUSALS / sizeof *REFUSALS; i++) {
    CHECK_INT(read_part(kit_open(&kit, REFUSALS[i].text), REFUSALS[i].part), BERG_INVALID);
    CHECK_PROBLEM(&kit, REFUSALS[i].message, REFUSALS[i].pointer);
  }
  kit_end(&kit);
}

int main(void)
{
  TEST_RUN(test_partition_spec);
  TEST_RUN(test_partition_fields);
  TEST_RUN(test_sort_order);
  TEST_RUN(test_snapshot);
  TEST_RUN(test_ref);
  TEST_RUN(test_files_and_keys);
  TEST_RUN(test_refusals);
  return test_end();
}
