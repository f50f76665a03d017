#include "document/lists_write.h"

#include "document/parts.h"
#include "json/write.h"

static void write_schemas(struct berg_buffer *out, const struct berg_table *table)
{
  berg_json_write_array_begin(out);
  for (size_t i = 0; i < table->schema_count; i++) {
    const struct berg_schema *schema = &table->schemas[i];
    if (schema->added || schema->text.len == 0)
      berg_schema_write(out, schema);
    else
      berg_json_write_raw(out, schema->text);
  }
  berg_json_write_array_end(out);
}

static void write_specs(struct berg_buffer *out, const struct berg_table *table)
{
  berg_json_write_array_begin(out);
  for (size_t i = 0; i < table->spec_count; i++) {
    const struct berg_partition_spec *spec = &table->specs[i];
    if (spec->added || spec->text.len == 0)
      berg_partition_spec_write(out, spec, false);
    else
      berg_json_write_raw(out, spec->text);
  }
  berg_json_write_array_end(out);
}

static void write_orders(struct berg_buffer *out, const struct berg_table *table)
{
  berg_json_write_array_begin(out);
  for (size_t i = 0; i < table->order_count; i++) {
    const struct berg_sort_order *order = &table->orders[i];
    if (order->added || order->text.len == 0)
      berg_sort_order_write(out, order);
    else
      berg_json_write_raw(out, order->text);
  }
  berg_json_write_array_end(out);
}

/* Whether the snapshot at NEXT stands behind RUN in the same text, with a comma between them and nothing else. */
static bool follows(struct berg_span run, const struct berg_snapshot *next)
{
  return !next->removed && next->text.bytes == run.bytes + run.len + 1 && run.bytes[run.len] == ',';
}

/* Snapshots that are neighbours in the stored document, as most are, are copied in one piece. */
static void write_snapshots(struct berg_buffer *out, const struct berg_table *table)
{
  berg_json_write_array_begin(out);
  for (size_t i = 0; i < table->snapshot_count; i++) {
    struct berg_span run = table->snapshots[i].text;
    if (table->snapshots[i].removed)
      continue;
    for (; i + 1 < table->snapshot_count && follows(run, &table->snapshots[i + 1]); i++)
      run.len += 1 + table->snapshots[i + 1].text.len;
    berg_json_write_raw(out, run);
  }
  berg_json_write_array_end(out);
}

/* There are as many entries as the table ever had current snapshots: text that is the same in all is not escaped anew.
 */
static void write_snapshot_log(struct berg_buffer *out, const struct berg_table *table)
{
  berg_json_write_array_begin(out);
  for (size_t i = 0; i < table->snapshot_log_count; i++) {
    berg_json_write_raw(out, BERG_SPAN("{\"snapshot-id\":"));
    berg_buffer_append_int(out, table->snapshot_log[i].snapshot_id);
    berg_buffer_append(out, BERG_SPAN(",\"timestamp-ms\":"));
    berg_buffer_append_int(out, table->snapshot_log[i].timestamp_ms);
    berg_buffer_append_byte(out, '}');
  }
  berg_json_write_array_end(out);
}

static void write_metadata_log(struct berg_buffer *out, const struct berg_table *table)
{
  berg_json_write_array_begin(out);
  for (size_t i = 0; i < table->metadata_log_count; i++) {
    berg_json_write_object_begin(out);
    berg_json_write_name(out, BERG_SPAN("metadata-file"));
    berg_json_write_string(out, table->metadata_log[i].metadata_file);
    berg_json_write_name(out, BERG_SPAN("timestamp-ms"));
    berg_json_write_int64(out, table->metadata_log[i].timestamp_ms);
    berg_json_write_object_end(out);
  }
  berg_json_write_array_end(out);
}

static void write_refs(struct berg_buffer *out, const struct berg_table *table)
{
  berg_json_write_object_begin(out);
  for (size_t i = 0; i < table->ref_count; i++) {
    berg_json_write_name(out, table->refs[i].name);
    berg_ref_write(out, &table->refs[i]);
  }
  berg_json_write_object_end(out);
}

static void write_statistics(struct berg_buffer *out, const struct berg_statistics *files, size_t count)
{
  berg_json_write_array_begin(out);
  for (size_t i = 0; i < count; i++)
    berg_json_write_raw(out, files[i].text);
  berg_json_write_array_end(out);
}

static void write_keys(struct berg_buffer *out, const struct berg_table *table)
{
  berg_json_write_array_begin(out);
  for (size_t i = 0; i < table->encryption_key_count; i++)
    berg_json_write_raw(out, table->encryption_keys[i].text);
  berg_json_write_array_end(out);
}

/* The single schema or spec of version 1: the current one. */
static void write_current_schema(struct berg_buffer *out, const struct berg_table *table)
{
  size_t i = berg_table_find_schema(table, table->current_schema_id);

  if (i == table->schema_count)
    berg_json_write_null(out);
  else if (table->schemas[i].added || table->schemas[i].text.len == 0)
    berg_schema_write(out, &table->schemas[i]);
  else
    berg_json_write_raw(out, table->schemas[i].text);
}

static void write_default_spec(struct berg_buffer *out, const struct berg_table *table)
{
  size_t i = berg_table_find_spec(table, table->default_spec_id);

  if (i == table->spec_count)
    berg_json_write_null(out);
  else
    berg_partition_spec_write(out, &table->specs[i], true);
}

void berg_list_write(struct berg_buffer *out, enum berg_section section, const struct berg_table *table)
{
  switch (section) {
  case BERG_SECTION_SCHEMA:
    write_current_schema(out, table);
    break;
  case BERG_SECTION_SCHEMAS:
    write_schemas(out, table);
    break;
  case BERG_SECTION_PARTITION_SPEC:
    write_default_spec(out, table);
    break;
  case BERG_SECTION_PARTITION_SPECS:
    write_specs(out, table);
    break;
  case BERG_SECTION_SORT_ORDERS:
    write_orders(out, table);
    break;
  case BERG_SECTION_PROPERTIES:
    berg_json_write_properties(out, &table->properties);
    break;
  case BERG_SECTION_SNAPSHOTS:
    write_snapshots(out, table);
    break;
  case BERG_SECTION_SNAPSHOT_LOG:
    write_snapshot_log(out, table);
    break;
  case BERG_SECTION_METADATA_LOG:
    write_metadata_log(out, table);
    break;
  case BERG_SECTION_REFS:
    write_refs(out, table);
    break;
  case BERG_SECTION_STATISTICS:
    write_statistics(out, table->statistics, table->statistics_count);
    break;
  case BERG_SECTION_PARTITION_STATISTICS:
    write_statistics(out, table->partition_statistics, table->partition_statistics_count);
    break;
  default:
    write_keys(out, table);
  }
}
