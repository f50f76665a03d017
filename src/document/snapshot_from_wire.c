#include "base/base64.h"
#include "berg_wire_encode.h"
#include "document/from_wire.h"

/* Moves what was encoded into ARENA; BUFFER is closed. */
static enum berg_status take_text(struct berg_buffer *buffer, struct berg_arena *arena, struct berg_span *text,
                                  struct berg_problem *problem)
{
  enum berg_status status = berg_buffer_status(buffer);

  if (status == BERG_OK)
    status = berg_arena_copy(arena, berg_buffer_span(buffer), text);
  berg_buffer_close(buffer);
  if (status != BERG_OK)
    return berg_problem_set(problem, status, "out of memory while a request was read");
  return BERG_OK;
}

static void read_row_ids(const struct berg_wire_snapshot *wire, struct berg_snapshot *snapshot)
{
  snapshot->has_first_row_id = wire->first_row_id.set;
  if (wire->first_row_id.set)
    snapshot->first_row_id = wire->first_row_id.value;
  snapshot->has_added_rows = wire->added_rows.set;
  if (wire->added_rows.set)
    snapshot->added_rows = wire->added_rows.value;
}

enum berg_status berg_snapshot_from_wire(const struct berg_wire_snapshot *wire, struct berg_arena *arena,
                                         struct berg_snapshot *snapshot, struct berg_problem *problem)
{
  struct berg_buffer text;
  struct berg_snapshot read = {.snapshot_id = wire->snapshot_id,
                               .timestamp_ms = wire->timestamp_ms,
                               .has_parent = wire->parent_snapshot_id.set,
                               .has_schema_id = wire->schema_id.set,
                               .has_manifest_list = wire->manifest_list.set,
                               .has_manifests = wire->manifests.set,
                               .has_summary = wire->summary.set,
                               .has_operation = wire->summary.set};

  if (wire->parent_snapshot_id.set)
    read.parent_snapshot_id = wire->parent_snapshot_id.value;
  if (wire->sequence_number.set)
    read.sequence_number = wire->sequence_number.value;
  if (wire->schema_id.set)
    read.schema_id = wire->schema_id.value;
  read_row_ids(wire, &read);
  /* SPEC metadata/write/v1-members: 0 is what a snapshot without a sequence number has. */
  struct berg_wire_snapshot kept = *wire;
  kept.sequence_number.set = read.sequence_number != 0;
  berg_buffer_open(&text);
  berg_wire_snapshot_encode(&text, &kept);
  enum berg_status status = take_text(&text, arena, &read.text, problem);
  if (status == BERG_OK)
    *snapshot = read;
  return status;
}

/* SPEC metadata/check/non-negative */
static enum berg_status check_size(int64_t size_bytes, struct berg_span path, struct berg_problem *problem)
{
  if (size_bytes >= 0)
    return BERG_OK;
  return berg_problem_set_text(problem, BERG_INVALID, "The statistics file {} has a negative size", path);
}

enum berg_status berg_statistics_from_wire(const struct berg_wire_statistics_file *wire, struct berg_arena *arena,
                                           struct berg_statistics *file, struct berg_problem *problem)
{
  struct berg_buffer text;
  struct berg_statistics read = {.snapshot_id = wire->snapshot_id, .statistics_path = wire->statistics_path};

  enum berg_status status = check_size(wire->file_size_in_bytes, wire->statistics_path, problem);
  if (status == BERG_OK)
    status = check_size(wire->file_footer_size_in_bytes, wire->statistics_path, problem);
  if (status != BERG_OK)
    return status;
  berg_buffer_open(&text);
  berg_wire_statistics_file_encode(&text, wire);
  status = take_text(&text, arena, &read.text, problem);
  if (status == BERG_OK)
    *file = read;
  return status;
}

enum berg_status berg_partition_statistics_from_wire(const struct berg_wire_partition_statistics_file *wire,
                                                     struct berg_arena *arena, struct berg_statistics *file,
                                                     struct berg_problem *problem)
{
  struct berg_buffer text;
  struct berg_statistics read = {.snapshot_id = wire->snapshot_id, .statistics_path = wire->statistics_path};

  enum berg_status status = check_size(wire->file_size_in_bytes, wire->statistics_path, problem);
  if (status != BERG_OK)
    return status;
  berg_buffer_open(&text);
  berg_wire_partition_statistics_file_encode(&text, wire);
  status = take_text(&text, arena, &read.text, problem);
  if (status == BERG_OK)
    *file = read;
  return status;
}

enum berg_status berg_key_from_wire(const struct berg_wire_encrypted_key *wire, struct berg_arena *arena,
                                    struct berg_encryption_key *key, struct berg_problem *problem)
{
  struct berg_buffer text;
  struct berg_encryption_key read = {.key_id = wire->key_id, .has_encrypted_by_id = wire->encrypted_by_id.set};

  if (!berg_base64_is_valid(wire->encrypted_key_metadata)) /* SPEC metadata/check/encryption-keys */
    return berg_problem_set_text(problem, BERG_INVALID, "The encrypted-key-metadata of encryption key {} is no base64",
                                 wire->key_id);
  if (wire->encrypted_by_id.set)
    read.encrypted_by_id = wire->encrypted_by_id.value;
  berg_buffer_open(&text);
  berg_wire_encrypted_key_encode(&text, wire);
  enum berg_status status = take_text(&text, arena, &read.text, problem);
  if (status == BERG_OK)
    *key = read;
  return status;
}
