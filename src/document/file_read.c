/* Statistics files and encryption keys: little is looked at, the text is kept. */
#include "document/part.h"
#include "document/parts.h"

enum berg_status berg_statistics_read(struct berg_json_reader *reader, struct berg_statistics *file)
{
  static const char *const NAMES[] = {"snapshot-id", "statistics-path"};
  struct berg_statistics read = {0};
  struct berg_part_object object;
  size_t member = 0;
  enum berg_status status = berg_part_enter(&object, reader, NAMES, 2, "a statistics file");

  while (status == BERG_OK && berg_part_next(&object, &member))
    status = member == 0 ? berg_json_read_int64(reader, NAMES[0], &read.snapshot_id)
                         : berg_json_read_string(reader, NAMES[1], &read.statistics_path);
  if (status == BERG_OK)
    status = berg_part_leave(&object, 3);
  if (status != BERG_OK)
    return status;
  read.text = berg_part_text(reader, object.start);
  *file = read;
  return BERG_OK;
}

static enum berg_status read_key_member(struct berg_json_reader *reader, struct berg_encryption_key *key, size_t member)
{
  struct berg_span metadata;

  switch (member) {
  case 0:
    return berg_json_read_string(reader, "key-id", &key->key_id);
  case 1:
    return berg_json_read_string(reader, "encrypted-key-metadata", &metadata);
  default:
    return berg_part_read_optional_string(reader, "encrypted-by-id", &key->has_encrypted_by_id, &key->encrypted_by_id);
  }
}

enum berg_status berg_encryption_key_read(struct berg_json_reader *reader, struct berg_encryption_key *key)
{
  static const char *const NAMES[] = {"key-id", "encrypted-key-metadata", "encrypted-by-id"};
  struct berg_encryption_key read = {0};
  struct berg_part_object object;
  size_t member = 0;
  enum berg_status status = berg_part_enter(&object, reader, NAMES, 3, "an encryption key");

  while (status == BERG_OK && berg_part_next(&object, &member))
    status = read_key_member(reader, &read, member);
  if (status == BERG_OK)
    status = berg_part_leave(&object, 3);
  if (status != BERG_OK)
    return status;
  read.text = berg_part_text(reader, object.start);
  *key = read;
  return BERG_OK;
}
