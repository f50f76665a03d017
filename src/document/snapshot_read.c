#include "document/part.h"
#include "document/parts.h"

enum snapshot_member {
  SNAPSHOT_ID = 0,
  SNAPSHOT_TIMESTAMP_MS,
  SNAPSHOT_PARENT_ID,
  SNAPSHOT_SEQUENCE_NUMBER,
  SNAPSHOT_SUMMARY,
  SNAPSHOT_MANIFEST_LIST,
  SNAPSHOT_SCHEMA_ID,
  SNAPSHOT_MANIFESTS,
  SNAPSHOT_FIRST_ROW_ID,
  SNAPSHOT_ADDED_ROWS,
  SNAPSHOT_MEMBER_COUNT
};
static const char *const SNAPSHOT_MEMBERS[] = {"snapshot-id",  "timestamp-ms",  "parent-snapshot-id", "sequence-number",
                                               "summary",      "manifest-list", "schema-id",          "manifests",
                                               "first-row-id", "added-rows"};

/* A summary is an object of strings; of its members only `operation` is looked at. */
static enum berg_status read_summary(struct berg_json_reader *reader, struct berg_snapshot *snapshot)
{
  struct berg_span name;
  bool more = false;
  enum berg_status status = berg_json_enter_object(reader, "summary");

  snapshot->has_summary = true;
  while (status == BERG_OK) {
    status = berg_json_next_member(reader, &name, &more);
    if (status != BERG_OK || !more)
      break;
    if (berg_span_equal(name, BERG_SPAN("operation")))
      snapshot->has_operation = true;
    status = berg_json_read_string(reader, "summary", &name);
  }
  return status;
}

static enum berg_status read_text(struct berg_json_reader *reader, const char *what, bool *has)
{
  struct berg_span text;

  *has = true;
  return berg_json_read_string(reader, what, &text);
}

static enum berg_status read_manifests(struct berg_json_reader *reader, struct berg_snapshot *snapshot)
{
  struct berg_spans manifests;

  snapshot->has_manifests = true;
  return berg_json_read_strings(reader, "manifests", &manifests);
}

static enum berg_status read_snapshot_member(struct berg_json_reader *reader, struct berg_snapshot *out, size_t member)
{
  switch (member) {
  case SNAPSHOT_ID:
    return berg_json_read_int64(reader, SNAPSHOT_MEMBERS[member], &out->snapshot_id);
  case SNAPSHOT_TIMESTAMP_MS:
    return berg_json_read_int64(reader, SNAPSHOT_MEMBERS[member], &out->timestamp_ms);
  case SNAPSHOT_PARENT_ID: /* SPEC metadata/check/snapshot-parent */
    out->has_parent = true;
    return berg_json_read_int64(reader, SNAPSHOT_MEMBERS[member], &out->parent_snapshot_id);
  case SNAPSHOT_SEQUENCE_NUMBER:
    return berg_json_read_int64(reader, SNAPSHOT_MEMBERS[member], &out->sequence_number);
  case SNAPSHOT_SUMMARY:
    return read_summary(reader, out);
  case SNAPSHOT_MANIFEST_LIST:
    return read_text(reader, SNAPSHOT_MEMBERS[member], &out->has_manifest_list);
  case SNAPSHOT_SCHEMA_ID:
    return berg_part_read_optional_int32(reader, SNAPSHOT_MEMBERS[member], &out->has_schema_id, &out->schema_id);
  case SNAPSHOT_MANIFESTS:
    return read_manifests(reader, out);
  case SNAPSHOT_FIRST_ROW_ID:
    return berg_part_read_optional_int64(reader, SNAPSHOT_MEMBERS[member], &out->has_first_row_id, &out->first_row_id);
  default:
    return berg_part_read_optional_int64(reader, SNAPSHOT_MEMBERS[member], &out->has_added_rows, &out->added_rows);
  }
}

enum berg_status berg_snapshot_read(struct berg_json_reader *reader, struct berg_snapshot *snapshot)
{
  struct berg_snapshot read = {0};
  struct berg_part_object object;
  size_t member = 0;
  enum berg_status status = berg_part_enter(&object, reader, SNAPSHOT_MEMBERS, SNAPSHOT_MEMBER_COUNT, "a snapshot");

  while (status == BERG_OK && berg_part_next(&object, &member))
    status = read_snapshot_member(reader, &read, member);
  if (status == BERG_OK)
    status = berg_part_leave(&object, BERG_PART_BIT(SNAPSHOT_ID) | BERG_PART_BIT(SNAPSHOT_TIMESTAMP_MS));
  if (status != BERG_OK)
    return status;
  read.text = berg_part_text(reader, object.start);
  *snapshot = read;
  return BERG_OK;
}
