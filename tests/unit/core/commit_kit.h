/* A table to commit to, and short ways to write updates: for the tests of requirements, updates, creation and checks.
 *
 * The table has version 2, three columns, no partitioning, snapshots 10 and 20, and main at 20. A test changes what it
 * needs. Everything lives in the arena of the fixture. */
#ifndef BERG_TESTS_UNIT_CORE_COMMIT_KIT_H
#define BERG_TESTS_UNIT_CORE_COMMIT_KIT_H

#include "core/check.h"
#include "core/update.h"
#include "unit/test.h"

#define KIT_UUID "11111111-2222-3333-4444-555555555555"
#define KIT_OTHER_UUID "99999999-2222-3333-4444-555555555555"
#define KIT_FRESH_UUID "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"
#define KIT_UPDATED_MS 1000000
#define KIT_NOW_MS 2000000
#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])
#define BIT(section) BERG_CHANGED(BERG_SECTION_##section)

struct kit {
  struct berg_arena arena;
  struct berg_problem problem;
  struct berg_update_context context;
  struct berg_table table;
};

__attribute__((unused)) static void *kit_copy(struct kit *kit, const void *items, size_t count, size_t size)
{
  void *block = berg_arena_grow(&kit->arena, items, count, count + 1, size);

  if (block == NULL)
    abort();
  return block;
}

__attribute__((unused)) static struct berg_field kit_field(int32_t id, const char *name, enum berg_type_kind kind,
                                                           bool required)
{
  struct berg_field field = {.id = id,
                             .role = BERG_ROLE_FIELD,
                             .parent = BERG_NO_PARENT,
                             .name = berg_span_of(name),
                             .type = {.kind = kind},
                             .required = required};

  return field;
}

/* A schema of top-level columns. */
__attribute__((unused)) static struct berg_schema kit_schema(struct kit *kit, int32_t schema_id,
                                                             const struct berg_field *fields, size_t count)
{
  struct berg_schema schema = {.schema_id = schema_id, .field_count = count};

  schema.fields = kit_copy(kit, fields, count, sizeof *fields);
  for (size_t i = 0; i < count; i++)
    schema.fields[i].end = i + 1;
  return schema;
}

/* The schema id long required, data string, ts timestamp; with EXTRA columns c4, c5, ... of int behind. */
__attribute__((unused)) static struct berg_schema kit_wide_schema(struct kit *kit, int32_t schema_id, size_t extra)
{
  static const char *const names[] = {"c4", "c5", "c6", "c7", "c8", "c9"};
  struct berg_field fields[9] = {kit_field(1, "id", BERG_TYPE_LONG, true),
                                 kit_field(2, "data", BERG_TYPE_STRING, false),
                                 kit_field(3, "ts", BERG_TYPE_TIMESTAMP, false)};

  for (size_t i = 0; i < extra && i < COUNT_OF(names); i++)
    fields[3 + i] = kit_field((int32_t)(4 + i), names[i], BERG_TYPE_INT, false);
  return kit_schema(kit, schema_id, fields, 3 + extra);
}

__attribute__((unused)) static struct berg_int32s kit_ids(struct kit *kit, const int32_t *ids, size_t count)
{
  struct berg_int32s list = {kit_copy(kit, ids, count, sizeof *ids), count};

  return list;
}

__attribute__((unused)) static struct berg_int64s kit_snapshot_ids(struct kit *kit, const int64_t *ids, size_t count)
{
  struct berg_int64s list = {kit_copy(kit, ids, count, sizeof *ids), count};

  return list;
}

/* A partition field; FIELD_ID 0: it has none. */
__attribute__((unused)) static struct berg_partition_field kit_partition_field(struct kit *kit, int32_t source_id,
                                                                               int32_t field_id, const char *name,
                                                                               const char *transform)
{
  struct berg_partition_field field = {.has_field_id = field_id != 0, .field_id = field_id, .name = berg_span_of(name)};

  field.source_ids = kit_ids(kit, &source_id, 1);
  if (berg_transform_parse(berg_span_of(transform), &field.transform, NULL) != BERG_OK)
    abort();
  return field;
}

__attribute__((unused)) static struct berg_partition_spec kit_spec(struct kit *kit, int32_t spec_id,
                                                                   const struct berg_partition_field *fields,
                                                                   size_t count)
{
  struct berg_partition_spec spec = {.spec_id = spec_id, .field_count = count};

  spec.fields = kit_copy(kit, fields, count, sizeof *fields);
  return spec;
}

/* The spec with one field. */
__attribute__((unused)) static struct berg_partition_spec kit_spec_of(struct kit *kit, int32_t source_id,
                                                                      int32_t field_id, const char *name,
                                                                      const char *transform)
{
  struct berg_partition_field field = kit_partition_field(kit, source_id, field_id, name, transform);

  return kit_spec(kit, 77, &field, 1);
}

/* The order by one column. */
__attribute__((unused)) static struct berg_sort_order kit_order_of(struct kit *kit, int32_t source_id, bool descending)
{
  struct berg_sort_field field = {.source_ids = kit_ids(kit, &source_id, 1),
                                  .transform = {.kind = BERG_TRANSFORM_IDENTITY, .text = BERG_SPAN("identity")},
                                  .descending = descending,
                                  .nulls_last = descending};
  struct berg_sort_order order = {.order_id = 77, .field_count = 1};

  order.fields = kit_copy(kit, &field, 1, sizeof field);
  return order;
}

/* A snapshot that version 2 accepts; PARENT 0: none. */
__attribute__((unused)) static struct berg_snapshot kit_snapshot(int64_t id, int64_t parent, int64_t sequence,
                                                                 int64_t timestamp_ms)
{
  struct berg_snapshot snapshot = {.snapshot_id = id,
                                   .has_parent = parent != 0,
                                   .parent_snapshot_id = parent,
                                   .sequence_number = sequence,
                                   .timestamp_ms = timestamp_ms,
                                   .has_manifest_list = true,
                                   .has_summary = true,
                                   .has_operation = true,
                                   .text = BERG_SPAN("{}")};

  return snapshot;
}

__attribute__((unused)) static struct berg_ref kit_branch(const char *name, int64_t snapshot_id)
{
  struct berg_ref ref = {.name = berg_span_of(name), .snapshot_id = snapshot_id};

  return ref;
}

__attribute__((unused)) static struct berg_ref kit_tag(const char *name, int64_t snapshot_id)
{
  struct berg_ref ref = {.name = berg_span_of(name), .is_tag = true, .snapshot_id = snapshot_id};

  return ref;
}

__attribute__((unused)) static struct berg_statistics kit_statistics(int64_t snapshot_id, const char *path)
{
  struct berg_statistics file = {
      .snapshot_id = snapshot_id, .statistics_path = berg_span_of(path), .text = berg_span_of(path)};

  return file;
}

/* Properties from COUNT pairs of key and value. */
__attribute__((unused)) static struct berg_properties kit_properties(struct kit *kit, const char *const *pairs,
                                                                     size_t count)
{
  struct berg_properties properties = {berg_arena_alloc(&kit->arena, count, sizeof(struct berg_property)), count};

  if (properties.items == NULL)
    abort();
  for (size_t i = 0; i < count; i++) {
    properties.items[i].key = berg_span_of(pairs[2 * i]);
    properties.items[i].value = berg_span_of(pairs[2 * i + 1]);
  }
  return properties;
}

/* Fills the lists of the fixture's table. */
__attribute__((unused)) static void kit_fill_lists(struct kit *kit)
{
  struct berg_table *table = &kit->table;
  const struct berg_schema schema = kit_wide_schema(kit, 0, 0);
  const struct berg_partition_spec spec = {.spec_id = 0};
  const struct berg_sort_order order = {.order_id = 0};
  const struct berg_snapshot snapshots[] = {kit_snapshot(10, 0, 1, 900000), kit_snapshot(20, 10, 2, 950000)};
  const struct berg_ref refs[] = {kit_branch("main", 20)};
  const struct berg_snapshot_log_entry log[] = {{10, 900000}, {20, 950000}};

  table->schemas = kit_copy(kit, &schema, 1, sizeof schema);
  table->schema_count = 1;
  table->specs = kit_copy(kit, &spec, 1, sizeof spec);
  table->spec_count = 1;
  table->orders = kit_copy(kit, &order, 1, sizeof order);
  table->order_count = 1;
  table->snapshots = kit_copy(kit, snapshots, 2, sizeof *snapshots);
  table->snapshot_count = 2;
  table->refs = kit_copy(kit, refs, 1, sizeof *refs);
  table->ref_count = 1;
  table->snapshot_log = kit_copy(kit, log, 2, sizeof *log);
  table->snapshot_log_count = 2;
}

__attribute__((unused)) static void kit_open(struct kit *kit)
{
  static const char *const pairs[] = {"owner", "amy", "keep", "1"};

  berg_arena_open(&kit->arena, (size_t)1 << 30);
  berg_problem_clear(&kit->problem);
  kit->context =
      (struct berg_update_context){.now_ms = KIT_NOW_MS, .fresh_uuid = BERG_SPAN(KIT_FRESH_UUID), .arena = &kit->arena};
  kit->table = (struct berg_table){.format_version = 2,
                                   .table_uuid = BERG_SPAN(KIT_UUID),
                                   .location = BERG_SPAN("file:///w/t"),
                                   .last_sequence_number = 2,
                                   .last_updated_ms = KIT_UPDATED_MS,
                                   .last_column_id = 3,
                                   .last_partition_id = 999,
                                   .current_snapshot_id = 20};
  kit->table.properties = kit_properties(kit, pairs, 2);
  kit_fill_lists(kit);
}

/* As kit_open, with that format version; version 1 has no sequence numbers. */
__attribute__((unused)) static void kit_open_version(struct kit *kit, int32_t version)
{
  kit_open(kit);
  kit->table.format_version = version;
  kit->table.has_next_row_id = version >= 3;
  for (size_t i = 0; i < kit->table.snapshot_count && version == 1; i++)
    kit->table.snapshots[i].sequence_number = 0;
  if (version == 1)
    kit->table.last_sequence_number = 0;
}

/* As kit_open, without snapshots. */
__attribute__((unused)) static void kit_open_empty(struct kit *kit, int32_t version)
{
  kit_open(kit);
  kit->table.format_version = version;
  kit->table.has_next_row_id = version >= 3;
  kit->table.last_sequence_number = 0;
  kit->table.current_snapshot_id = BERG_NO_SNAPSHOT;
  kit->table.snapshot_count = 0;
  kit->table.ref_count = 0;
  kit->table.snapshot_log_count = 0;
}

__attribute__((unused)) static void kit_close(struct kit *kit)
{
  berg_arena_close(&kit->arena);
}

/* Makes the table what it would be when it had been stored and read: nothing in it is new. */
__attribute__((unused)) static void kit_settle(struct kit *kit)
{
  struct berg_table *table = &kit->table;

  table->snapshots = kit_copy(kit, table->snapshots, table->snapshot_count, sizeof *table->snapshots);
  for (size_t i = 0; i < table->snapshot_count; i++)
    table->snapshots[i].added = false;
  for (size_t i = 0; i < table->schema_count; i++)
    table->schemas[i].added = false;
  for (size_t i = 0; i < table->spec_count; i++)
    table->specs[i].added = false;
  for (size_t i = 0; i < table->order_count; i++)
    table->orders[i].added = false;
  table->changed = 0;
}

/* Applies the updates to the table as stored; one that comes out well must pass the checks, one that does not is as it
 * was. */
__attribute__((unused)) static enum berg_status kit_apply(struct kit *kit, const struct berg_update *updates,
                                                          size_t count)
{
  const struct berg_table before = kit->table;

  berg_problem_clear(&kit->problem);
  kit_settle(kit);
  enum berg_status status = berg_updates_apply(updates, count, &kit->context, &kit->table, &kit->problem);
  if (status == BERG_OK)
    status = berg_table_check(&kit->table, &kit->arena, &kit->problem);
  if (status != BERG_OK)
    kit->table = before;
  return status;
}

#define APPLY(kit, ...)                                                                                                \
  kit_apply(kit, (const struct berg_update[]){__VA_ARGS__}, COUNT_OF(((const struct berg_update[]){__VA_ARGS__})))

/* The request is refused with that status and message. */
#define CHECK_REFUSED(kit, expected_status, message_text, ...)                                                         \
  do {                                                                                                                 \
    enum berg_status kit_status = APPLY(kit, __VA_ARGS__);                                                             \
    CHECK_INT(kit_status, expected_status);                                                                            \
    CHECK_TEXT(berg_problem_message(&(kit)->problem), message_text);                                                   \
    CHECK_INT((kit)->problem.status, expected_status);                                                                 \
  } while (0)

/* The request is applied. */
#define CHECK_ACCEPTED(kit, ...)                                                                                       \
  do {                                                                                                                 \
    enum berg_status kit_status = APPLY(kit, __VA_ARGS__);                                                             \
    CHECK_INT(kit_status, BERG_OK);                                                                                    \
    CHECK_TEXT(berg_problem_message(&(kit)->problem), "");                                                             \
  } while (0)

/* The request is applied and changes exactly those sections. */
#define CHECK_APPLIED(kit, bits, ...)                                                                                  \
  do {                                                                                                                 \
    CHECK_ACCEPTED(kit, __VA_ARGS__);                                                                                  \
    CHECK_INT((kit)->table.changed, bits);                                                                             \
  } while (0)

#define UPDATE_TEXT(update, value)                                                                                     \
  {                                                                                                                    \
    .kind = BERG_UPDATE_##update, .as.text = berg_span_of(value)                                                       \
  }
#define UPDATE_ID(update, value)                                                                                       \
  {                                                                                                                    \
    .kind = BERG_UPDATE_##update, .as.id = (value)                                                                     \
  }
#define UPDATE_REF(value)                                                                                              \
  {                                                                                                                    \
    .kind = BERG_UPDATE_SET_SNAPSHOT_REF, .as.ref = (value)                                                            \
  }
#define ADD_SNAPSHOT(value)                                                                                            \
  {                                                                                                                    \
    .kind = BERG_UPDATE_ADD_SNAPSHOT, .as.snapshot = (value)                                                           \
  }

#endif
