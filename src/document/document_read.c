#include "document/document.h"

#include "document/defaults.h"
#include "document/lists_read.h"
#include "document/member.h"
#include "document/part.h"
#include "document/parts.h"
#include "document/section.h"

#include "core/location.h"

static enum berg_status read_number(struct berg_json_reader *reader, struct berg_table *table,
                                    enum berg_section section)
{
  const char *name = berg_section_name(section);

  switch (section) {
  case BERG_SECTION_FORMAT_VERSION:
    return berg_json_read_int32(reader, name, &table->format_version);
  case BERG_SECTION_LAST_SEQUENCE_NUMBER:
    return berg_json_read_int64(reader, name, &table->last_sequence_number);
  case BERG_SECTION_LAST_UPDATED_MS:
    return berg_json_read_int64(reader, name, &table->last_updated_ms);
  case BERG_SECTION_LAST_COLUMN_ID:
    return berg_json_read_int32(reader, name, &table->last_column_id);
  case BERG_SECTION_CURRENT_SCHEMA_ID:
    return berg_json_read_int32(reader, name, &table->current_schema_id);
  case BERG_SECTION_DEFAULT_SPEC_ID:
    return berg_json_read_int32(reader, name, &table->default_spec_id);
  case BERG_SECTION_LAST_PARTITION_ID:
    return berg_json_read_int32(reader, name, &table->last_partition_id);
  case BERG_SECTION_CURRENT_SNAPSHOT_ID:
    return berg_json_read_int64(reader, name, &table->current_snapshot_id);
  case BERG_SECTION_DEFAULT_SORT_ORDER_ID:
    return berg_json_read_int32(reader, name, &table->default_sort_order_id);
  default:
    return berg_json_read_int64(reader, name, &table->next_row_id);
  }
}

static enum berg_status read_section(struct berg_document_facts *facts, struct berg_json_reader *reader,
                                     struct berg_table *table, enum berg_section section)
{
  switch (section) {
  case BERG_SECTION_TABLE_UUID:
    return berg_json_read_string(reader, "table-uuid", &table->table_uuid);
  case BERG_SECTION_LOCATION:
    return berg_json_read_string(reader, "location", &table->location);
  case BERG_SECTION_SCHEMA:
    return berg_schema_read(reader, &facts->schema);
  case BERG_SECTION_PARTITION_SPEC:
    return berg_partition_spec_read(reader, &facts->spec);
  case BERG_SECTION_PROPERTIES:
    return berg_properties_read(reader, table);
  case BERG_SECTION_REFS:
    return berg_refs_read(reader, table);
  case BERG_SECTION_SCHEMAS:
  case BERG_SECTION_PARTITION_SPECS:
  case BERG_SECTION_SORT_ORDERS:
  case BERG_SECTION_SNAPSHOTS:
  case BERG_SECTION_SNAPSHOT_LOG:
  case BERG_SECTION_METADATA_LOG:
  case BERG_SECTION_STATISTICS:
  case BERG_SECTION_PARTITION_STATISTICS:
  case BERG_SECTION_ENCRYPTION_KEYS:
    return berg_list_read(reader, section, table);
  default:
    return read_number(reader, table, section);
  }
}

/* Reads the value of MEMBER; null counts as absent, for a member that refberg knows. */
/* SPEC metadata/check/unknown-members */
static enum berg_status read_member(struct berg_document_facts *facts, struct berg_json_reader *reader,
                                    struct berg_table *table, struct berg_document_member *member)
{
  bool is_null = false;
  size_t start = berg_part_start(reader);
  enum berg_status status = BERG_OK;

  if (member->section < 0)
    return berg_json_read_raw(reader, &member->value);
  status = berg_part_read_null(reader, &is_null);
  if (status == BERG_OK && !is_null) {
    status = read_section(facts, reader, table, (enum berg_section)member->section);
    facts->seen |= BERG_CHANGED((unsigned)member->section);
  }
  if (status == BERG_OK)
    member->value = berg_part_text(reader, start);
  return status;
}

static enum berg_status read_members(struct berg_document_facts *facts, struct berg_json_reader *reader,
                                     struct berg_document *document, struct berg_table *table)
{
  struct berg_document_member member = {0};
  size_t cap = 0;
  bool more = false;
  enum berg_status status = berg_json_enter_object(reader, "table metadata");

  while (status == BERG_OK) {
    status = berg_json_next_member(reader, &member.name, &more);
    if (status != BERG_OK || !more)
      break;
    member.section = berg_section_find(member.name);
    status = read_member(facts, reader, table, &member);
    if (status == BERG_OK)
      status = berg_document_add_member(reader, document, &cap, member);
  }
  return status == BERG_OK ? berg_json_finish(reader) : status;
}

/* SPEC metadata/read/minus-one, metadata/check/json-form */
enum berg_status berg_document_read(struct berg_span text, bool trusted, struct berg_arena *arena,
                                    struct berg_document *document, struct berg_table *table,
                                    struct berg_problem *problem)
{
  struct berg_document read = {.text = text};
  struct berg_table found = {.current_snapshot_id = BERG_NO_SNAPSHOT};
  struct berg_document_facts facts = {0};
  struct berg_json_reader reader;
  enum berg_status status = BERG_OK;

  if (!trusted)
    status = berg_json_check_text(text, BERG_JSON_LIMITS_DEFAULT, true, arena, problem);
  if (status != BERG_OK)
    return status;
  berg_json_open(&reader, text, BERG_JSON_LIMITS_DEFAULT.depth_max, arena, problem);
  status = read_members(&facts, &reader, &read, &found);
  if (status == BERG_OK)
    status = berg_document_complete(&facts, &found, arena, problem);
  if (status != BERG_OK)
    return status;
  found.location = berg_location_strip(found.location);
  *document = read;
  *table = found;
  return BERG_OK;
}
