#include "core/update_run.h"

static void mark(struct berg_update_run *run, enum berg_section section, bool changed)
{
  if (changed)
    run->table->changed |= BERG_CHANGED(section);
}

/* A list of things that never change once they have an id: it changed when one came or one went. */
static bool is_schema_list_changed(const struct berg_table *base, const struct berg_table *table)
{
  bool changed = base->schema_count != table->schema_count;

  for (size_t i = 0; i < table->schema_count && !changed; i++)
    changed = table->schemas[i].added;
  return changed;
}

static bool is_spec_list_changed(const struct berg_table *base, const struct berg_table *table)
{
  bool changed = base->spec_count != table->spec_count;

  for (size_t i = 0; i < table->spec_count && !changed; i++)
    changed = table->specs[i].added;
  return changed;
}

static bool are_refs_changed(const struct berg_table *base, const struct berg_table *table)
{
  bool changed = base->ref_count != table->ref_count;

  for (size_t i = 0; i < table->ref_count && !changed; i++)
    changed = !berg_ref_equal(&base->refs[i], &table->refs[i]);
  return changed;
}

static bool are_properties_changed(const struct berg_properties *base, const struct berg_properties *properties)
{
  bool changed = base->count != properties->count;

  for (size_t i = 0; i < properties->count && !changed; i++)
    changed = !berg_span_equal(base->items[i].key, properties->items[i].key) ||
              !berg_span_equal(base->items[i].value, properties->items[i].value);
  return changed;
}

static bool are_statistics_changed(const struct berg_statistics *base, size_t base_count,
                                   const struct berg_statistics *files, size_t count)
{
  bool changed = base_count != count;

  for (size_t i = 0; i < count && !changed; i++)
    changed = base[i].snapshot_id != files[i].snapshot_id ||
              !berg_span_equal(base[i].statistics_path, files[i].statistics_path) ||
              !berg_span_equal(base[i].text, files[i].text);
  return changed;
}

static bool are_keys_changed(const struct berg_table *base, const struct berg_table *table)
{
  bool changed = base->encryption_key_count != table->encryption_key_count;

  for (size_t i = 0; i < table->encryption_key_count && !changed; i++)
    changed = !berg_span_equal(base->encryption_keys[i].key_id, table->encryption_keys[i].key_id) ||
              !berg_span_equal(base->encryption_keys[i].text, table->encryption_keys[i].text);
  return changed;
}

static void mark_values(struct berg_update_run *run)
{
  const struct berg_table *base = &run->base;
  const struct berg_table *table = run->table;

  mark(run, BERG_SECTION_FORMAT_VERSION, base->format_version != table->format_version);
  mark(run, BERG_SECTION_TABLE_UUID, !berg_span_equal(base->table_uuid, table->table_uuid));
  mark(run, BERG_SECTION_LOCATION, !berg_span_equal(base->location, table->location));
  mark(run, BERG_SECTION_LAST_SEQUENCE_NUMBER, base->last_sequence_number != table->last_sequence_number);
  mark(run, BERG_SECTION_LAST_COLUMN_ID, base->last_column_id != table->last_column_id);
  mark(run, BERG_SECTION_CURRENT_SCHEMA_ID, base->current_schema_id != table->current_schema_id);
  mark(run, BERG_SECTION_DEFAULT_SPEC_ID, base->default_spec_id != table->default_spec_id);
  mark(run, BERG_SECTION_LAST_PARTITION_ID, base->last_partition_id != table->last_partition_id);
  mark(run, BERG_SECTION_DEFAULT_SORT_ORDER_ID, base->default_sort_order_id != table->default_sort_order_id);
  mark(run, BERG_SECTION_CURRENT_SNAPSHOT_ID, base->current_snapshot_id != table->current_snapshot_id);
  mark(run, BERG_SECTION_NEXT_ROW_ID,
       base->has_next_row_id != table->has_next_row_id || base->next_row_id != table->next_row_id);
}

static void mark_lists(struct berg_update_run *run)
{
  const struct berg_table *base = &run->base;
  const struct berg_table *table = run->table;

  mark(run, BERG_SECTION_SCHEMAS, run->owns_schemas && is_schema_list_changed(base, table));
  mark(run, BERG_SECTION_PARTITION_SPECS, run->owns_specs && is_spec_list_changed(base, table));
  mark(run, BERG_SECTION_SORT_ORDERS, base->order_count != table->order_count); /* none is ever removed */
  mark(run, BERG_SECTION_REFS, run->refs.ready && are_refs_changed(base, table));
  mark(run, BERG_SECTION_PROPERTIES,
       run->properties.ready && are_properties_changed(&base->properties, &table->properties));
  mark(run, BERG_SECTION_STATISTICS,
       run->statistics_removed != NULL && are_statistics_changed(base->statistics, base->statistics_count,
                                                                 table->statistics, table->statistics_count));
  mark(run, BERG_SECTION_PARTITION_STATISTICS,
       run->partition_statistics_removed != NULL &&
           are_statistics_changed(base->partition_statistics, base->partition_statistics_count,
                                  table->partition_statistics, table->partition_statistics_count));
  mark(run, BERG_SECTION_ENCRYPTION_KEYS, run->keys.ready && are_keys_changed(base, table));
}

/* What version 1 says in other members, and what it may leave out as long as the members that go with it are not there.
 */
static void mark_version_1(struct berg_update_run *run)
{
  uint32_t schema = BERG_CHANGED(BERG_SECTION_SCHEMAS) | BERG_CHANGED(BERG_SECTION_CURRENT_SCHEMA_ID);
  uint32_t spec = BERG_CHANGED(BERG_SECTION_PARTITION_SPECS) | BERG_CHANGED(BERG_SECTION_DEFAULT_SPEC_ID);
  uint32_t order = BERG_CHANGED(BERG_SECTION_SORT_ORDERS) | BERG_CHANGED(BERG_SECTION_DEFAULT_SORT_ORDER_ID);
  struct berg_table *table = run->table;
  bool is_leaving = table->format_version != 1;

  if (run->base.format_version != 1)
    return;
  if (is_leaving || (table->changed & schema) != 0)
    table->changed |= schema | BERG_CHANGED(BERG_SECTION_SCHEMA);
  if (is_leaving || (table->changed & spec) != 0)
    table->changed |= spec | BERG_CHANGED(BERG_SECTION_PARTITION_SPEC) | BERG_CHANGED(BERG_SECTION_LAST_PARTITION_ID);
  if (is_leaving || (table->changed & order) != 0)
    table->changed |= order;
  /* SPEC tables/updateTable/upgrade-format-version-v2 */
  if (is_leaving)
    table->changed |= BERG_CHANGED(BERG_SECTION_LAST_SEQUENCE_NUMBER);
}

void berg_update_mark_changes(struct berg_update_run *run)
{
  struct berg_table *table = run->table;

  mark_values(run);
  mark_lists(run);
  /* SPEC tables/updateTable/no-change */
  if (table->changed == 0)
    return;
  mark_version_1(run);
  /* SPEC metadata/check/table-uuid */
  if (table->table_uuid.len == 0) {
    table->table_uuid = run->context->fresh_uuid;
    mark(run, BERG_SECTION_TABLE_UUID, table->table_uuid.len != 0);
  }
  /* SPEC tables/updateTable/last-updated-ms */
  mark(run, BERG_SECTION_LAST_UPDATED_MS, table->last_updated_ms != run->now_ms);
  table->last_updated_ms = run->now_ms;
}
