#include "base/ascii.h"
#include "document/part.h"
#include "document/parts.h"
#include "json/write.h"

enum ref_member {
  REF_SNAPSHOT_ID = 0,
  REF_TYPE,
  REF_MAX_REF_AGE,
  REF_MAX_SNAPSHOT_AGE,
  REF_MIN_SNAPSHOTS,
  REF_MEMBER_COUNT
};
static const char *const REF_MEMBERS[] = {"snapshot-id", "type", "max-ref-age-ms", "max-snapshot-age-ms",
                                          "min-snapshots-to-keep"};

/* `branch` or `tag`, in any case. */
static enum berg_status read_kind(struct berg_json_reader *reader, bool *is_tag)
{
  size_t start = berg_part_start(reader);
  struct berg_span text;
  enum berg_status status = berg_json_read_string(reader, "type", &text);

  if (status != BERG_OK)
    return status;
  *is_tag = berg_ascii_equal_ignoring_case(text, BERG_SPAN("tag"));
  if (!*is_tag && !berg_ascii_equal_ignoring_case(text, BERG_SPAN("branch")))
    return berg_json_fail(reader, start, "a ref is a branch or a tag, not a `{}`", text);
  return BERG_OK;
}

static enum berg_status read_member(struct berg_json_reader *reader, struct berg_ref *ref, size_t member)
{
  switch (member) {
  case REF_SNAPSHOT_ID:
    return berg_json_read_int64(reader, REF_MEMBERS[member], &ref->snapshot_id);
  case REF_TYPE:
    return read_kind(reader, &ref->is_tag);
  case REF_MAX_REF_AGE:
    return berg_part_read_optional_int64(reader, REF_MEMBERS[member], &ref->has_max_ref_age_ms, &ref->max_ref_age_ms);
  case REF_MAX_SNAPSHOT_AGE:
    return berg_part_read_optional_int64(reader, REF_MEMBERS[member], &ref->has_max_snapshot_age_ms,
                                         &ref->max_snapshot_age_ms);
  default:
    return berg_part_read_optional_int32(reader, REF_MEMBERS[member], &ref->has_min_snapshots_to_keep,
                                         &ref->min_snapshots_to_keep);
  }
}

enum berg_status berg_ref_read(struct berg_json_reader *reader, struct berg_span name, struct berg_ref *ref)
{
  struct berg_ref read = {.name = name};
  struct berg_part_object object;
  size_t member = 0;
  enum berg_status status = berg_part_enter(&object, reader, REF_MEMBERS, REF_MEMBER_COUNT, "a ref");

  while (status == BERG_OK && berg_part_next(&object, &member))
    status = read_member(reader, &read, member);
  if (status == BERG_OK)
    status = berg_part_leave(&object, BERG_PART_BIT(REF_SNAPSHOT_ID) | BERG_PART_BIT(REF_TYPE));
  if (status == BERG_OK)
    *ref = read;
  return status;
}

static void write_optional(struct berg_buffer *out, size_t member, bool set, int64_t value)
{
  if (!set)
    return;
  berg_json_write_name(out, berg_span_of(REF_MEMBERS[member]));
  berg_json_write_int64(out, value);
}

void berg_ref_write(struct berg_buffer *out, const struct berg_ref *ref)
{
  berg_json_write_object_begin(out);
  write_optional(out, REF_SNAPSHOT_ID, true, ref->snapshot_id);
  berg_json_write_name(out, BERG_SPAN("type"));
  berg_json_write_string(out, ref->is_tag ? BERG_SPAN("tag") : BERG_SPAN("branch"));
  write_optional(out, REF_MAX_REF_AGE, ref->has_max_ref_age_ms, ref->max_ref_age_ms);
  write_optional(out, REF_MAX_SNAPSHOT_AGE, ref->has_max_snapshot_age_ms, ref->max_snapshot_age_ms);
  write_optional(out, REF_MIN_SNAPSHOTS, ref->has_min_snapshots_to_keep, ref->min_snapshots_to_keep);
  berg_json_write_object_end(out);
}
