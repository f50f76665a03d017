/* The answer to `snapshots=refs`: one pass finds the members, the elements of the lists that are thinned out, and the
 * refs; then everything is copied but the elements that no ref names. */
#include "document/document.h"
#include "document/member.h"
#include "document/part.h"
#include "document/parts.h"
#include "document/section.h"
#include "json/write.h"

#include <stdlib.h>

/* An element of a list by its snapshot. */
struct element {
  int64_t snapshot_id;
  struct berg_span text;
};

struct thin_list {
  struct element *items;
  size_t count;
};

struct refs_work {
  struct berg_json_reader reader;
  struct berg_document document;
  size_t member_cap;
  struct thin_list snapshots;
  struct thin_list statistics;
  struct thin_list partition_statistics;
  bool has_refs;
  int64_t current_snapshot_id;
  int64_t *ids; /* of the snapshots that refs name, sorted */
  size_t id_count;
};

/* An element's id and text, nothing else of it. */
static enum berg_status read_element(struct berg_json_reader *reader, void *item)
{
  static const char *const NAMES[] = {"snapshot-id"};
  struct element *element = item;
  struct berg_part_object object;
  size_t member = 0;
  enum berg_status status = berg_part_enter(&object, reader, NAMES, 1, "an element with a snapshot id");

  while (status == BERG_OK && berg_part_next(&object, &member))
    status = berg_json_read_int64(reader, NAMES[0], &element->snapshot_id);
  if (status == BERG_OK)
    status = berg_part_leave(&object, 1);
  if (status == BERG_OK)
    element->text = berg_part_text(reader, object.start);
  return status;
}

static enum berg_status read_thin(struct berg_json_reader *reader, const char *what, struct thin_list *thin)
{
  struct berg_part_list list = {NULL, 0};
  enum berg_status status = berg_part_read_list(reader, what, sizeof(struct element), read_element, &list);

  if (status == BERG_OK)
    *thin = (struct thin_list){list.items, list.count};
  return status;
}

static enum berg_status add_id(struct refs_work *work, size_t *cap, int64_t id)
{
  if (work->id_count == *cap) {
    *cap = *cap == 0 ? 8 : *cap * 2;
    work->ids = berg_arena_grow(work->reader.arena, work->ids, work->id_count, *cap, sizeof *work->ids);
    if (work->ids == NULL)
      return berg_part_no_memory(&work->reader);
  }
  work->ids[work->id_count++] = id;
  return BERG_OK;
}

static enum berg_status read_refs(struct refs_work *work)
{
  struct berg_ref ref;
  struct berg_span name;
  size_t cap = 0;
  bool more = false;
  enum berg_status status = berg_json_enter_object(&work->reader, "refs");

  work->has_refs = true;
  while (status == BERG_OK) {
    status = berg_json_next_member(&work->reader, &name, &more);
    if (status != BERG_OK || !more)
      break;
    status = berg_ref_read(&work->reader, name, &ref);
    if (status == BERG_OK)
      status = add_id(work, &cap, ref.snapshot_id);
  }
  return status;
}

static enum berg_status read_value(struct refs_work *work, int section)
{
  bool is_null = false;
  enum berg_status status = berg_part_read_null(&work->reader, &is_null);

  if (status != BERG_OK || is_null)
    return status;
  switch (section) {
  case BERG_SECTION_SNAPSHOTS:
    return read_thin(&work->reader, "snapshots", &work->snapshots);
  case BERG_SECTION_STATISTICS:
    return read_thin(&work->reader, "statistics", &work->statistics);
  case BERG_SECTION_PARTITION_STATISTICS:
    return read_thin(&work->reader, "partition-statistics", &work->partition_statistics);
  case BERG_SECTION_REFS:
    return read_refs(work);
  case BERG_SECTION_CURRENT_SNAPSHOT_ID:
    return berg_json_read_int64(&work->reader, "current-snapshot-id", &work->current_snapshot_id);
  default:
    return berg_json_skip(&work->reader);
  }
}

static enum berg_status read_members(struct refs_work *work)
{
  struct berg_document *document = &work->document;
  struct berg_document_member member = {0};
  bool more = false;
  enum berg_status status = berg_json_enter_object(&work->reader, "table metadata");

  while (status == BERG_OK) {
    status = berg_json_next_member(&work->reader, &member.name, &more);
    if (status != BERG_OK || !more)
      break;
    size_t start = berg_part_start(&work->reader);
    member.section = berg_section_find(member.name);
    status = read_value(work, member.section);
    if (status == BERG_OK)
      member.value = berg_part_text(&work->reader, start);
    if (status == BERG_OK)
      status = berg_document_add_member(&work->reader, document, &work->member_cap, member);
  }
  return status == BERG_OK ? berg_json_finish(&work->reader) : status;
}

static int compare_ids(const void *a, const void *b)
{
  int64_t x = *(const int64_t *)a;
  int64_t y = *(const int64_t *)b;

  return x < y ? -1 : x > y;
}

/* An old document without refs has one: its current snapshot. */
static enum berg_status finish_ids(struct refs_work *work)
{
  size_t cap = 0;
  enum berg_status status = BERG_OK;

  if (!work->has_refs && work->current_snapshot_id != BERG_NO_SNAPSHOT)
    status = add_id(work, &cap, work->current_snapshot_id);
  if (status == BERG_OK && work->id_count > 0)
    qsort(work->ids, work->id_count, sizeof *work->ids, compare_ids);
  return status;
}

static bool is_named(const struct refs_work *work, int64_t id)
{
  return work->id_count > 0 && bsearch(&id, work->ids, work->id_count, sizeof id, compare_ids) != NULL;
}

static void write_thin(struct berg_buffer *out, const struct refs_work *work, const struct thin_list *list)
{
  berg_json_write_array_begin(out);
  for (size_t i = 0; i < list->count; i++)
    if (is_named(work, list->items[i].snapshot_id))
      berg_json_write_raw(out, list->items[i].text);
  berg_json_write_array_end(out);
}

static void write_member(struct berg_buffer *out, const struct refs_work *work,
                         const struct berg_document_member *member)
{
  berg_json_write_name(out, member->name);
  if (member->section == BERG_SECTION_SNAPSHOTS)
    write_thin(out, work, &work->snapshots);
  else if (member->section == BERG_SECTION_STATISTICS)
    write_thin(out, work, &work->statistics);
  else if (member->section == BERG_SECTION_PARTITION_STATISTICS)
    write_thin(out, work, &work->partition_statistics);
  else
    berg_json_write_raw(out, member->value);
}

/* SPEC tables/loadTable/snapshots-refs, tables/loadTable/snapshots-refs-statistics */
enum berg_status berg_document_write_refs_only(struct berg_span text, struct berg_arena *arena, struct berg_buffer *out)
{
  struct refs_work work = {.current_snapshot_id = BERG_NO_SNAPSHOT};

  berg_json_open(&work.reader, text, BERG_JSON_LIMITS_DEFAULT.depth_max, arena, NULL);
  enum berg_status status = read_members(&work);
  if (status == BERG_OK)
    status = finish_ids(&work);
  if (status != BERG_OK)
    return status;
  berg_json_write_object_begin(out);
  for (size_t i = 0; i < work.document.member_count; i++)
    write_member(out, &work, &work.document.members[i]);
  berg_json_write_object_end(out);
  return berg_buffer_status(out);
}
