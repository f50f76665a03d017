#include "document/document.h"

#include "document/lists_write.h"
#include "document/section.h"
#include "json/write.h"

/* Appends the value of SECTION of TABLE. */
static void write_value(struct berg_buffer *out, enum berg_section section, const struct berg_table *table)
{
  switch (section) {
  case BERG_SECTION_FORMAT_VERSION:
    berg_json_write_int64(out, table->format_version);
    break;
  case BERG_SECTION_TABLE_UUID:
    berg_json_write_string(out, table->table_uuid);
    break;
  case BERG_SECTION_LOCATION:
    berg_json_write_string(out, table->location);
    break;
  case BERG_SECTION_LAST_SEQUENCE_NUMBER:
    berg_json_write_int64(out, table->last_sequence_number);
    break;
  case BERG_SECTION_LAST_UPDATED_MS:
    berg_json_write_int64(out, table->last_updated_ms);
    break;
  case BERG_SECTION_LAST_COLUMN_ID:
    berg_json_write_int64(out, table->last_column_id);
    break;
  case BERG_SECTION_CURRENT_SCHEMA_ID:
    berg_json_write_int64(out, table->current_schema_id);
    break;
  case BERG_SECTION_DEFAULT_SPEC_ID:
    berg_json_write_int64(out, table->default_spec_id);
    break;
  case BERG_SECTION_LAST_PARTITION_ID:
    berg_json_write_int64(out, table->last_partition_id);
    break;
  case BERG_SECTION_CURRENT_SNAPSHOT_ID:
    berg_json_write_int64(out, table->current_snapshot_id);
    break;
  case BERG_SECTION_DEFAULT_SORT_ORDER_ID:
    berg_json_write_int64(out, table->default_sort_order_id);
    break;
  case BERG_SECTION_NEXT_ROW_ID:
    berg_json_write_int64(out, table->next_row_id);
    break;
  default:
    berg_list_write(out, section, table);
  }
}

static void write_section(struct berg_buffer *out, enum berg_section section, const struct berg_table *table)
{
  berg_json_write_name(out, berg_span_of(berg_section_name(section)));
  write_value(out, section, table);
}

/* Whether a schema or spec of the stored document lacks an id that was given to it on reading: it has no text then. */
static bool lacks_schema_id(const struct berg_table *table)
{
  for (size_t i = 0; i < table->schema_count; i++)
    if (table->schemas[i].text.len == 0)
      return true;
  return false;
}

static bool lacks_field_id(const struct berg_table *table)
{
  for (size_t i = 0; i < table->spec_count; i++)
    if (table->specs[i].text.len == 0)
      return true;
  return false;
}

/* SPEC metadata/write/schema-id */
/* The sections that cannot be copied from the stored document: what was changed, and what depends on it. */
static uint32_t find_changed(const struct berg_table *table)
{
  uint32_t changed = table->changed;
  uint32_t schemas = BERG_CHANGED(BERG_SECTION_SCHEMAS) | BERG_CHANGED(BERG_SECTION_CURRENT_SCHEMA_ID);
  uint32_t specs = BERG_CHANGED(BERG_SECTION_PARTITION_SPECS) | BERG_CHANGED(BERG_SECTION_DEFAULT_SPEC_ID);

  if (lacks_schema_id(table))
    changed |= BERG_CHANGED(BERG_SECTION_SCHEMAS);
  if (lacks_field_id(table))
    changed |= BERG_CHANGED(BERG_SECTION_PARTITION_SPECS);
  if ((changed & schemas) != 0)
    changed |= BERG_CHANGED(BERG_SECTION_SCHEMA);
  if ((changed & specs) != 0)
    changed |= BERG_CHANGED(BERG_SECTION_PARTITION_SPEC);
  return changed;
}

/* SPEC metadata/write/unknown-members */
/* Copies the members of BASE in their order, those that are CHANGED with their new values, without those that TABLE
 * does not have any more. WRITTEN gets the sections that stand in OUT then. A member of null is none. */
static void write_members(struct berg_buffer *out, const struct berg_document *base, const struct berg_table *table,
                          uint32_t changed, uint32_t *written)
{
  for (size_t i = 0; i < base->member_count; i++) {
    const struct berg_document_member *member = &base->members[i];
    if (member->section < 0) {
      berg_json_write_name(out, member->name);
      berg_json_write_raw(out, member->value);
      continue;
    }
    enum berg_section section = (enum berg_section)member->section;
    if (!berg_section_is_written(section, table) || (*written & BERG_CHANGED(section)) != 0)
      continue;
    bool copied = (changed & BERG_CHANGED(section)) == 0 && !berg_span_equal(member->value, BERG_SPAN("null"));
    berg_json_write_name(out, member->name);
    if (copied)
      berg_json_write_raw(out, member->value);
    else
      write_value(out, section, table);
    *written |= BERG_CHANGED(section);
  }
}

enum berg_status berg_document_write(const struct berg_document *base, const struct berg_table *table,
                                     struct berg_buffer *out)
{
  uint32_t written = 0;

  /* Room for what a commit adds; what it does not need is never touched. */
  berg_buffer_reserve(out, base == NULL ? 4096 : base->text.len + base->text.len / 8 + 4096);
  berg_json_write_object_begin(out);
  if (base != NULL)
    write_members(out, base, table, find_changed(table), &written);
  for (unsigned i = 0; i < BERG_SECTION_COUNT; i++) {
    enum berg_section section = (enum berg_section)i;
    if ((written & BERG_CHANGED(section)) == 0 && berg_section_is_written(section, table))
      write_section(out, section, table);
  }
  berg_json_write_object_end(out);
  return berg_buffer_status(out);
}
