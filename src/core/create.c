#include "core/id_index.h"
#include "core/location.h"
#include "core/update.h"

/* Properties that say what the metadata says elsewhere. SPEC tables/createTable/reserved-properties */
static const struct {
  const char *name;
  size_t len;
} reserved_properties[] = {
#define NAME(text)                                                                                                     \
  {                                                                                                                    \
    text, sizeof(text) - 1                                                                                             \
  }
    NAME("format-version"),      NAME("uuid"),
    NAME("snapshot-count"),      NAME("current-snapshot-summary"),
    NAME("current-snapshot-id"), NAME("current-snapshot-timestamp-ms"),
    NAME("current-schema"),      NAME("default-partition-spec"),
    NAME("default-sort-order"),
#undef NAME
};
#define RESERVED_COUNT (sizeof reserved_properties / sizeof reserved_properties[0])

static bool is_reserved(struct berg_span key)
{
  for (size_t i = 0; i < RESERVED_COUNT; i++) {
    const struct berg_span name = {(const uint8_t *)reserved_properties[i].name, reserved_properties[i].len};
    if (berg_span_equal(key, name))
      return true;
  }
  return false;
}

/* The small number that TEXT says in digits; -1 when it says none or one above 999. */
static int32_t parse_version(struct berg_span text)
{
  int32_t version = 0;

  if (text.len == 0 || text.len > 3)
    return -1;
  for (size_t i = 0; i < text.len; i++) {
    if (text.bytes[i] < '0' || text.bytes[i] > '9')
      return -1;
    version = version * 10 + (text.bytes[i] - '0');
  }
  return version;
}

/* SPEC tables/createTable/format-version
 * SPEC tables/createTable/format-version-invalid */
static enum berg_status choose_version(const struct berg_properties *properties, int32_t *version,
                                       struct berg_problem *problem)
{
  struct berg_span text = berg_properties_find(properties, BERG_SPAN("format-version"));

  if (text.bytes == NULL) {
    *version = BERG_FORMAT_VERSION_DEFAULT;
    return BERG_OK;
  }
  int32_t asked = parse_version(text);
  if (asked < 1 || asked > BERG_FORMAT_VERSION_MAX)
    return berg_problem_set_text_ids(problem, BERG_INVALID, "Unsupported format version: v{} (supported: v{})", text,
                                     BERG_FORMAT_VERSION_MAX, 0);
  *version = asked;
  return BERG_OK;
}

/* SPEC tables/createTable/properties-kept
 * SPEC tables/createTable/added-properties */
static enum berg_status choose_properties(const struct berg_properties *asked, struct berg_arena *arena,
                                          struct berg_properties *properties)
{
  const struct berg_property codec = {BERG_SPAN("write.parquet.compression-codec"), BERG_SPAN("zstd")};
  struct berg_property *items = berg_arena_alloc(arena, asked->count + 1, sizeof *items);
  size_t count = 0;

  if (items == NULL)
    return BERG_NO_MEMORY;
  for (size_t i = 0; i < asked->count; i++) {
    if (!is_reserved(asked->items[i].key))
      items[count++] = asked->items[i];
  }
  if (berg_properties_find(asked, codec.key).bytes == NULL)
    items[count++] = codec;
  properties->items = items;
  properties->count = count;
  return BERG_OK;
}

/* Checks that ids of the request's SCHEMA name one field each, so that they can be carried over. */
static enum berg_status check_request_ids(const struct berg_schema *schema, struct berg_arena *arena,
                                          struct berg_problem *problem)
{
  int64_t *ids = berg_arena_alloc(arena, schema->field_count, sizeof *ids);
  int64_t repeated = 0;

  if (ids == NULL)
    return BERG_NO_MEMORY;
  for (size_t i = 0; i < schema->field_count; i++)
    ids[i] = schema->fields[i].id;
  enum berg_status status = berg_ids_find_repeated(ids, schema->field_count, arena, &repeated);
  if (status == BERG_OK)
    return berg_problem_set_id(problem, BERG_INVALID, "Invalid schema: multiple fields have id {}", repeated);
  if (status != BERG_ABSENT)
    return status;
  for (size_t i = 0; i < schema->identifier_field_ids.count; i++) {
    if (berg_schema_find_id(schema, schema->identifier_field_ids.items[i]) == schema->field_count)
      return berg_problem_set_id(problem, BERG_INVALID,
                                 "Cannot add fieldId {} as an identifier field: field does not exist",
                                 schema->identifier_field_ids.items[i]);
  }
  return BERG_OK;
}

/* SPEC tables/createTable/fresh-ids
 * SPEC tables/createTable/last-column-id
 * SPEC tables/createTable/schema-invalid */
static enum berg_status make_schema(const struct berg_create *create, struct berg_arena *arena,
                                    struct berg_table *table, struct berg_problem *problem)
{
  struct berg_schema *schema = berg_arena_alloc(arena, 1, sizeof *schema);

  if (schema == NULL)
    return BERG_NO_MEMORY;
  enum berg_status status = check_request_ids(&create->schema, arena, problem);
  if (status == BERG_OK)
    status = berg_schema_assign_fresh_ids(&create->schema, arena, &table->last_column_id, schema);
  if (status == BERG_OK)
    status = berg_schema_check(schema, table->format_version, arena, problem);
  if (status != BERG_OK)
    return status;
  schema->schema_id = 0;
  schema->text = (struct berg_span){NULL, 0};
  schema->added = true;
  table->schemas = schema;
  table->schema_count = 1;
  table->current_schema_id = 0;
  return BERG_OK;
}

/* Replaces IDS of fields of the request's SCHEMA by those of the same fields of FRESH, in a copy.
 * SPEC tables/createTable/rebind-ids */
static enum berg_status rebind(struct berg_int32s *ids, const struct berg_schema *schema,
                               const struct berg_schema *fresh, struct berg_arena *arena, struct berg_problem *problem)
{
  int32_t *items = berg_arena_alloc(arena, ids->count, sizeof *items);

  if (items == NULL)
    return BERG_NO_MEMORY;
  for (size_t i = 0; i < ids->count; i++) {
    size_t at = berg_schema_find_id(schema, ids->items[i]);
    /* SPEC tables/createTable/spec-invalid */
    if (at == schema->field_count)
      return berg_problem_set_id(problem, BERG_INVALID, "Cannot find source column with id {} in the schema",
                                 ids->items[i]);
    items[i] = fresh->fields[at].id;
  }
  ids->items = items;
  return BERG_OK;
}

/* SPEC tables/createTable/initial-ids
 * SPEC tables/createTable/last-partition-id */
static enum berg_status make_spec(const struct berg_create *create, struct berg_arena *arena, struct berg_table *table,
                                  struct berg_problem *problem)
{
  size_t count = create->has_spec ? create->spec.field_count : 0;
  struct berg_partition_spec *spec = berg_arena_alloc(arena, 1, sizeof *spec);
  struct berg_partition_field *fields = berg_arena_grow(arena, create->spec.fields, count, count, sizeof *fields);
  enum berg_status status = BERG_OK;

  if (spec == NULL || fields == NULL)
    return BERG_NO_MEMORY;
  for (size_t i = 0; i < count && status == BERG_OK; i++) {
    fields[i].has_field_id = true;
    fields[i].field_id = ++table->last_partition_id;
    status = rebind(&fields[i].source_ids, &create->schema, table->schemas, arena, problem);
  }
  *spec = (struct berg_partition_spec){.spec_id = 0, .fields = fields, .field_count = count, .added = true};
  if (status == BERG_OK)
    status = berg_partition_spec_check(spec, table->schemas, table->format_version, problem);
  table->specs = spec;
  table->spec_count = 1;
  table->default_spec_id = 0;
  return status;
}

/* SPEC tables/createTable/initial-ids
 * SPEC tables/createTable/unpartitioned */
static enum berg_status make_order(const struct berg_create *create, struct berg_arena *arena, struct berg_table *table,
                                   struct berg_problem *problem)
{
  size_t count = create->has_order ? create->order.field_count : 0;
  struct berg_sort_order *order = berg_arena_alloc(arena, 1, sizeof *order);
  struct berg_sort_field *fields = berg_arena_grow(arena, create->order.fields, count, count, sizeof *fields);
  enum berg_status status = BERG_OK;

  if (order == NULL || fields == NULL)
    return BERG_NO_MEMORY;
  for (size_t i = 0; i < count && status == BERG_OK; i++)
    status = rebind(&fields[i].source_ids, &create->schema, table->schemas, arena, problem);
  *order =
      (struct berg_sort_order){.order_id = count == 0 ? 0 : 1, .fields = fields, .field_count = count, .added = true};
  if (status == BERG_OK)
    status = berg_sort_order_check(order, table->schemas, problem);
  table->orders = order;
  table->order_count = 1;
  table->default_sort_order_id = order->order_id;
  return status;
}

/* SPEC tables/createTable/empty-logs
 * SPEC tables/createTable/v3-row-ids
 * SPEC tables/createTable/uuid */
static void make_empty(const struct berg_create *create, const struct berg_update_context *context, int32_t version,
                       struct berg_table *table)
{
  *table = (struct berg_table){
      .format_version = version,
      .table_uuid = context->fresh_uuid,
      /* SPEC tables/createTable/location-given */
      .location = berg_location_strip(create->location),
      .last_updated_ms = context->now_ms,
      .last_partition_id = BERG_PARTITION_FIELD_ID_FIRST - 1,
      .current_snapshot_id = BERG_NO_SNAPSHOT,
      .has_next_row_id = version >= 3,
      .changed = BERG_CHANGED(BERG_SECTION_COUNT) - 1,
  };
}

enum berg_status berg_table_create(const struct berg_create *create, const struct berg_update_context *context,
                                   struct berg_table *table, struct berg_problem *problem)
{
  struct berg_arena *arena = context->arena;
  struct berg_table made;
  int32_t version = 0;
  enum berg_status status = choose_version(&create->properties, &version, problem);

  if (status != BERG_OK)
    return status;
  make_empty(create, context, version, &made);
  if (made.location.len == 0)
    return berg_problem_set(problem, BERG_INVALID, "Cannot create table: its location is empty");
  status = choose_properties(&create->properties, arena, &made.properties);
  if (status == BERG_OK)
    status = make_schema(create, arena, &made, problem);
  if (status == BERG_OK)
    status = make_spec(create, arena, &made, problem);
  if (status == BERG_OK)
    status = make_order(create, arena, &made, problem);
  if (status == BERG_OK)
    *table = made;
  return status;
}
