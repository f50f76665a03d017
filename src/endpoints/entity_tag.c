/* Entity tags of table metadata (RFC 9110, section 8.8.3): one for each metadata file and way of showing it. */
#include "base/hash.h"
#include "base/hex.h"
#include "endpoints/table_metadata.h"

#define TAG_HASH_BYTES 8u

/* SPEC tables/loadTable/etag-per-representation */
enum berg_status berg_entity_tag(const struct berg_catalog *catalog, struct berg_span metadata_location,
                                 enum berg_snapshot_mode mode, struct berg_arena *arena, struct berg_span *tag)
{
  static const char *const MODES[] = {[BERG_SNAPSHOTS_ALL] = "-all\"", [BERG_SNAPSHOTS_REFS] = "-refs\""};
  uint64_t hash = berg_siphash(catalog->secret, metadata_location);
  uint8_t bytes[TAG_HASH_BYTES];
  uint8_t digits[2 * TAG_HASH_BYTES];
  struct berg_buffer text;

  for (size_t i = 0; i < TAG_HASH_BYTES; i++)
    bytes[i] = (uint8_t)(hash >> (8 * i));
  berg_hex_encode((struct berg_span){bytes, sizeof bytes}, digits);
  berg_buffer_open(&text);
  berg_buffer_append_byte(&text, '"');
  berg_buffer_append(&text, (struct berg_span){digits, sizeof digits});
  berg_buffer_append_text(&text, MODES[mode]);
  enum berg_status status = berg_buffer_status(&text);
  if (status == BERG_OK)
    status = berg_arena_copy(arena, berg_buffer_span(&text), tag);
  berg_buffer_close(&text);
  return status;
}

enum berg_status berg_reply_entity_tag(const struct berg_catalog *catalog, struct berg_span metadata_location,
                                       struct berg_arena *arena, struct berg_reply *reply)
{
  struct berg_span tag;
  enum berg_status status = berg_entity_tag(catalog, metadata_location, BERG_SNAPSHOTS_ALL, arena, &tag);

  if (status == BERG_OK)
    berg_reply_add_header(reply, "ETag", tag);
  return status;
}

static struct berg_span trim(struct berg_span s)
{
  while (s.len > 0 && (s.bytes[0] == ' ' || s.bytes[0] == '\t'))
    s = berg_span_part(s, 1, s.len - 1);
  while (s.len > 0 && (s.bytes[s.len - 1] == ' ' || s.bytes[s.len - 1] == '\t'))
    s.len--;
  return s;
}

/* Compares one member of the list, weakly and with or without its quotes. */
static bool member_matches(struct berg_span member, struct berg_span tag)
{
  member = trim(member);
  if (berg_span_starts_with(member, BERG_SPAN("W/")))
    member = berg_span_part(member, 2, member.len - 2);
  return berg_span_equal(member, tag) || berg_span_equal(member, berg_span_part(tag, 1, tag.len - 2));
}

bool berg_entity_tag_matches(struct berg_span header, struct berg_span tag)
{
  size_t start = 0;

  if (berg_span_equal(trim(header), BERG_SPAN("*")))
    return true;
  for (size_t i = 0; i <= header.len; i++) {
    if (i < header.len && header.bytes[i] != ',')
      continue;
    if (member_matches(berg_span_part(header, start, i - start), tag))
      return true;
    start = i + 1;
  }
  return false;
}
