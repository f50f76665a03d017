#include "core/update.h"

#define PREVIOUS_VERSIONS_DEFAULT 100u

/* The number that TEXT says, at least 1; the default when it says none, as much as fits when it is too large. */
static size_t parse_max(struct berg_span text)
{
  size_t max = 0;

  if (text.len == 0)
    return PREVIOUS_VERSIONS_DEFAULT;
  for (size_t i = 0; i < text.len; i++) {
    if (text.bytes[i] < '0' || text.bytes[i] > '9')
      return text.bytes[0] == '-' && text.len > 1 ? 1 : PREVIOUS_VERSIONS_DEFAULT;
    size_t digit = (size_t)(text.bytes[i] - '0');
    max = max > (SIZE_MAX - digit) / 10 ? SIZE_MAX : max * 10 + digit;
  }
  return max == 0 ? 1 : max;
}

/* Whether TEXT is `true` in any case. */
static bool is_true(struct berg_span text)
{
  static const char word[] = "true";

  if (text.len != sizeof word - 1)
    return false;
  for (size_t i = 0; i < text.len; i++) {
    if ((text.bytes[i] | 0x20) != word[i])
      return false;
  }
  return true;
}

/* SPEC tables/updateTable/metadata-log-delete */
static enum berg_status list_expired(const struct berg_table *table, size_t dropped, struct berg_arena *arena,
                                     struct berg_spans *expired)
{
  struct berg_span wanted =
      berg_properties_find(&table->properties, BERG_SPAN("write.metadata.delete-after-commit.enabled"));
  size_t count = is_true(wanted) ? dropped : 0;
  struct berg_span *files = berg_arena_alloc(arena, count, sizeof *files);

  if (files == NULL)
    return BERG_NO_MEMORY;
  for (size_t i = 0; i < count; i++)
    files[i] = table->metadata_log[i].metadata_file;
  expired->items = files;
  expired->count = count;
  return BERG_OK;
}

/* SPEC tables/updateTable/metadata-log-entry
 * SPEC tables/updateTable/metadata-log-trim */
enum berg_status berg_table_log_metadata(struct berg_table *table, struct berg_span previous_file,
                                         int64_t previous_updated_ms, struct berg_arena *arena,
                                         struct berg_spans *expired)
{
  size_t max = parse_max(berg_properties_find(&table->properties, BERG_SPAN("write.metadata.previous-versions-max")));
  size_t dropped = table->metadata_log_count >= max ? table->metadata_log_count - max + 1 : 0;
  size_t kept = table->metadata_log_count - dropped;
  struct berg_spans files = {NULL, 0};
  enum berg_status status = list_expired(table, dropped, arena, &files);

  if (status != BERG_OK)
    return status;
  const struct berg_metadata_log_entry *old = kept == 0 ? NULL : table->metadata_log + dropped;
  struct berg_metadata_log_entry *log = berg_arena_grow(arena, old, kept, kept + 1, sizeof *log);
  if (log == NULL)
    return BERG_NO_MEMORY;
  log[kept] = (struct berg_metadata_log_entry){previous_file, previous_updated_ms};
  table->metadata_log = log;
  table->metadata_log_count = kept + 1;
  table->changed |= BERG_CHANGED(BERG_SECTION_METADATA_LOG);
  *expired = files;
  return BERG_OK;
}
