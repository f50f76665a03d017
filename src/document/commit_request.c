#include "document/commit_request.h"

#include "document/from_wire.h"

#include <stdio.h>

#define POINTER_MAX 64

static enum berg_status fail_memory(struct berg_problem *problem)
{
  return berg_problem_set(problem, BERG_NO_MEMORY, "out of memory while a request was read");
}

static struct berg_requirement make_id_requirement(enum berg_requirement_kind kind, int32_t id)
{
  return (struct berg_requirement){.kind = kind, .id = id};
}

/* A snapshot id that is null, or absent, means that the ref must not exist. */
/* SPEC tables/updateTable/assert-ref-snapshot-id-null, tables/updateTable/assert-ref-snapshot-id-absent */
static struct berg_requirement make_ref_requirement(const struct berg_wire_assert_ref_snapshot_id *wire)
{
  return (struct berg_requirement){.kind = BERG_REQUIRE_REF_SNAPSHOT_ID,
                                   .text = wire->ref,
                                   .has_snapshot_id = wire->snapshot_id.set,
                                   .snapshot_id = wire->snapshot_id.set ? wire->snapshot_id.value : 0};
}

static struct berg_requirement make_requirement(const struct berg_wire_table_requirement *wire)
{
  switch (wire->kind) {
  case BERG_WIRE_TABLE_REQUIREMENT_ASSERT_CREATE:
    return (struct berg_requirement){.kind = BERG_REQUIRE_CREATE};
  case BERG_WIRE_TABLE_REQUIREMENT_ASSERT_TABLE_UUID:
    return (struct berg_requirement){.kind = BERG_REQUIRE_TABLE_UUID, .text = wire->as.assert_table_uuid->uuid};
  case BERG_WIRE_TABLE_REQUIREMENT_ASSERT_REF_SNAPSHOT_ID:
    return make_ref_requirement(wire->as.assert_ref_snapshot_id);
  case BERG_WIRE_TABLE_REQUIREMENT_ASSERT_LAST_ASSIGNED_FIELD_ID:
    return make_id_requirement(BERG_REQUIRE_LAST_ASSIGNED_FIELD_ID,
                               wire->as.assert_last_assigned_field_id->last_assigned_field_id);
  case BERG_WIRE_TABLE_REQUIREMENT_ASSERT_CURRENT_SCHEMA_ID:
    return make_id_requirement(BERG_REQUIRE_CURRENT_SCHEMA_ID, wire->as.assert_current_schema_id->current_schema_id);
  case BERG_WIRE_TABLE_REQUIREMENT_ASSERT_LAST_ASSIGNED_PARTITION_ID:
    return make_id_requirement(BERG_REQUIRE_LAST_ASSIGNED_PARTITION_ID,
                               wire->as.assert_last_assigned_partition_id->last_assigned_partition_id);
  case BERG_WIRE_TABLE_REQUIREMENT_ASSERT_DEFAULT_SPEC_ID:
    return make_id_requirement(BERG_REQUIRE_DEFAULT_SPEC_ID, wire->as.assert_default_spec_id->default_spec_id);
  default:
    return make_id_requirement(BERG_REQUIRE_DEFAULT_SORT_ORDER_ID,
                               wire->as.assert_default_sort_order_id->default_sort_order_id);
  }
}

enum berg_status berg_requirements_from_wire(const struct berg_wire_commit_table_request *request,
                                             struct berg_arena *arena, struct berg_requirement **requirements,
                                             size_t *count, struct berg_problem *problem)
{
  size_t n = request->requirements.count;
  struct berg_requirement *read = berg_arena_alloc(arena, n, sizeof *read);

  if (n > BERG_REQUIREMENTS_MAX) { /* SPEC json/counts */
    berg_problem_point(problem, BERG_SPAN("/requirements"));
    return berg_problem_set_ids(problem, BERG_INVALID, "`requirements` has {} elements, at most {} are accepted",
                                (int64_t)n, BERG_REQUIREMENTS_MAX);
  }
  if (read == NULL)
    return fail_memory(problem);
  for (size_t i = 0; i < n; i++)
    read[i] = make_requirement(&request->requirements.items[i]);
  *requirements = read;
  *count = n;
  return BERG_OK;
}

/* One update's way from the request to the core. */
struct conversion {
  const struct berg_wire_table_update *wire;
  size_t index; /* among the request's updates */
  struct berg_arena *arena;
  struct berg_problem *problem;
};

static struct berg_ref make_ref(const struct berg_wire_set_snapshot_ref_update *wire)
{
  struct berg_ref ref = {.name = wire->ref_name,
                         .is_tag = wire->type == BERG_WIRE_SET_SNAPSHOT_REF_UPDATE_TYPE_TAG,
                         .snapshot_id = wire->snapshot_id,
                         .has_max_ref_age_ms = wire->max_ref_age_ms.set,
                         .has_max_snapshot_age_ms = wire->max_snapshot_age_ms.set,
                         .has_min_snapshots_to_keep = wire->min_snapshots_to_keep.set};

  if (wire->max_ref_age_ms.set)
    ref.max_ref_age_ms = wire->max_ref_age_ms.value;
  if (wire->max_snapshot_age_ms.set)
    ref.max_snapshot_age_ms = wire->max_snapshot_age_ms.value;
  if (wire->min_snapshots_to_keep.set)
    ref.min_snapshots_to_keep = wire->min_snapshots_to_keep.value;
  return ref;
}

/* The updates that carry a part of the metadata; MEMBER holds it. */
static enum berg_status convert_part(const struct conversion *c, const char *member, struct berg_update *update)
{
  char pointer[POINTER_MAX];

  snprintf(pointer, sizeof pointer, "/updates/%zu/%s", c->index, member);
  switch (c->wire->kind) {
  case BERG_WIRE_TABLE_UPDATE_ADD_SCHEMA:
    update->kind = BERG_UPDATE_ADD_SCHEMA;
    return berg_schema_from_wire(&c->wire->as.add_schema->schema, pointer, c->arena, &update->as.schema, c->problem);
  case BERG_WIRE_TABLE_UPDATE_ADD_SPEC:
    update->kind = BERG_UPDATE_ADD_SPEC;
    return berg_spec_from_wire(&c->wire->as.add_spec->spec, pointer, c->arena, &update->as.spec, c->problem);
  default:
    update->kind = BERG_UPDATE_ADD_SORT_ORDER;
    return berg_order_from_wire(&c->wire->as.add_sort_order->sort_order, pointer, c->arena, &update->as.order,
                                c->problem);
  }
}

/* The updates that carry what the document keeps as text. */
static enum berg_status convert_text(const struct conversion *c, struct berg_update *update)
{
  switch (c->wire->kind) {
  case BERG_WIRE_TABLE_UPDATE_ADD_SNAPSHOT:
    update->kind = BERG_UPDATE_ADD_SNAPSHOT;
    return berg_snapshot_from_wire(&c->wire->as.add_snapshot->snapshot, c->arena, &update->as.snapshot, c->problem);
  case BERG_WIRE_TABLE_UPDATE_SET_STATISTICS:
    update->kind = BERG_UPDATE_SET_STATISTICS;
    update->as.statistics.has_snapshot_id = c->wire->as.set_statistics->snapshot_id.set;
    if (c->wire->as.set_statistics->snapshot_id.set)
      update->as.statistics.snapshot_id = c->wire->as.set_statistics->snapshot_id.value;
    return berg_statistics_from_wire(&c->wire->as.set_statistics->statistics, c->arena, &update->as.statistics.file,
                                     c->problem);
  case BERG_WIRE_TABLE_UPDATE_SET_PARTITION_STATISTICS:
    update->kind = BERG_UPDATE_SET_PARTITION_STATISTICS;
    return berg_partition_statistics_from_wire(&c->wire->as.set_partition_statistics->partition_statistics, c->arena,
                                               &update->as.statistics.file, c->problem);
  default:
    update->kind = BERG_UPDATE_ADD_ENCRYPTION_KEY;
    return berg_key_from_wire(&c->wire->as.add_encryption_key->encryption_key, c->arena, &update->as.key, c->problem);
  }
}

/* The updates that name one id. */
static void convert_id(const struct berg_wire_table_update *wire, struct berg_update *update)
{
  switch (wire->kind) {
  case BERG_WIRE_TABLE_UPDATE_UPGRADE_FORMAT_VERSION:
    update->kind = BERG_UPDATE_UPGRADE_FORMAT_VERSION;
    update->as.id = wire->as.upgrade_format_version->format_version;
    break;
  case BERG_WIRE_TABLE_UPDATE_SET_CURRENT_SCHEMA:
    update->kind = BERG_UPDATE_SET_CURRENT_SCHEMA;
    update->as.id = wire->as.set_current_schema->schema_id;
    break;
  case BERG_WIRE_TABLE_UPDATE_SET_DEFAULT_SPEC:
    update->kind = BERG_UPDATE_SET_DEFAULT_SPEC;
    update->as.id = wire->as.set_default_spec->spec_id;
    break;
  case BERG_WIRE_TABLE_UPDATE_SET_DEFAULT_SORT_ORDER:
    update->kind = BERG_UPDATE_SET_DEFAULT_SORT_ORDER;
    update->as.id = wire->as.set_default_sort_order->sort_order_id;
    break;
  case BERG_WIRE_TABLE_UPDATE_REMOVE_STATISTICS:
    update->kind = BERG_UPDATE_REMOVE_STATISTICS;
    update->as.snapshot_id = wire->as.remove_statistics->snapshot_id;
    break;
  default:
    update->kind = BERG_UPDATE_REMOVE_PARTITION_STATISTICS;
    update->as.snapshot_id = wire->as.remove_partition_statistics->snapshot_id;
  }
}

/* The updates that name one thing by its text. */
static void convert_name(const struct berg_wire_table_update *wire, struct berg_update *update)
{
  switch (wire->kind) {
  case BERG_WIRE_TABLE_UPDATE_ASSIGN_UUID:
    update->kind = BERG_UPDATE_ASSIGN_UUID;
    update->as.text = wire->as.assign_uuid->uuid;
    break;
  case BERG_WIRE_TABLE_UPDATE_SET_LOCATION:
    update->kind = BERG_UPDATE_SET_LOCATION;
    update->as.text = wire->as.set_location->location;
    break;
  case BERG_WIRE_TABLE_UPDATE_REMOVE_SNAPSHOT_REF:
    update->kind = BERG_UPDATE_REMOVE_SNAPSHOT_REF;
    update->as.text = wire->as.remove_snapshot_ref->ref_name;
    break;
  default:
    update->kind = BERG_UPDATE_REMOVE_ENCRYPTION_KEY;
    update->as.text = wire->as.remove_encryption_key->key_id;
  }
}

/* The updates that carry a list, a map or a ref as it is. */
static void convert_list(const struct berg_wire_table_update *wire, struct berg_update *update)
{
  switch (wire->kind) {
  case BERG_WIRE_TABLE_UPDATE_SET_SNAPSHOT_REF:
    update->kind = BERG_UPDATE_SET_SNAPSHOT_REF;
    update->as.ref = make_ref(wire->as.set_snapshot_ref);
    break;
  case BERG_WIRE_TABLE_UPDATE_REMOVE_SNAPSHOTS:
    update->kind = BERG_UPDATE_REMOVE_SNAPSHOTS;
    update->as.snapshot_ids = wire->as.remove_snapshots->snapshot_ids;
    break;
  case BERG_WIRE_TABLE_UPDATE_SET_PROPERTIES:
    update->kind = BERG_UPDATE_SET_PROPERTIES;
    update->as.properties = wire->as.set_properties->updates;
    break;
  case BERG_WIRE_TABLE_UPDATE_REMOVE_PROPERTIES:
    update->kind = BERG_UPDATE_REMOVE_PROPERTIES;
    update->as.names = wire->as.remove_properties->removals;
    break;
  case BERG_WIRE_TABLE_UPDATE_REMOVE_PARTITION_SPECS:
    update->kind = BERG_UPDATE_REMOVE_PARTITION_SPECS;
    update->as.ids = wire->as.remove_partition_specs->spec_ids;
    break;
  default:
    update->kind = BERG_UPDATE_REMOVE_SCHEMAS;
    update->as.ids = wire->as.remove_schemas->schema_ids;
  }
}

static enum berg_status convert(const struct conversion *c, struct berg_update *update)
{
  switch (c->wire->kind) {
  case BERG_WIRE_TABLE_UPDATE_ADD_SCHEMA:
    return convert_part(c, "schema", update);
  case BERG_WIRE_TABLE_UPDATE_ADD_SPEC:
    return convert_part(c, "spec", update);
  case BERG_WIRE_TABLE_UPDATE_ADD_SORT_ORDER:
    return convert_part(c, "sort-order", update);
  case BERG_WIRE_TABLE_UPDATE_ADD_SNAPSHOT:
  case BERG_WIRE_TABLE_UPDATE_SET_STATISTICS:
  case BERG_WIRE_TABLE_UPDATE_SET_PARTITION_STATISTICS:
  case BERG_WIRE_TABLE_UPDATE_ADD_ENCRYPTION_KEY:
    return convert_text(c, update);
  case BERG_WIRE_TABLE_UPDATE_UPGRADE_FORMAT_VERSION:
  case BERG_WIRE_TABLE_UPDATE_SET_CURRENT_SCHEMA:
  case BERG_WIRE_TABLE_UPDATE_SET_DEFAULT_SPEC:
  case BERG_WIRE_TABLE_UPDATE_SET_DEFAULT_SORT_ORDER:
  case BERG_WIRE_TABLE_UPDATE_REMOVE_STATISTICS:
  case BERG_WIRE_TABLE_UPDATE_REMOVE_PARTITION_STATISTICS:
    convert_id(c->wire, update);
    return BERG_OK;
  case BERG_WIRE_TABLE_UPDATE_ASSIGN_UUID:
  case BERG_WIRE_TABLE_UPDATE_SET_LOCATION:
  case BERG_WIRE_TABLE_UPDATE_REMOVE_SNAPSHOT_REF:
  case BERG_WIRE_TABLE_UPDATE_REMOVE_ENCRYPTION_KEY:
    convert_name(c->wire, update);
    return BERG_OK;
  default:
    convert_list(c->wire, update);
    return BERG_OK;
  }
}

enum berg_status berg_updates_from_wire(const struct berg_wire_commit_table_request *request, struct berg_arena *arena,
                                        struct berg_update **updates, size_t *count, struct berg_problem *problem)
{
  size_t n = request->updates.count;
  struct berg_update *read = berg_arena_alloc(arena, n, sizeof *read);
  enum berg_status status = BERG_OK;

  if (read == NULL)
    return fail_memory(problem);
  for (size_t i = 0; status == BERG_OK && i < n; i++) {
    struct conversion c = {&request->updates.items[i], i, arena, problem};
    status = convert(&c, &read[i]);
  }
  if (status != BERG_OK)
    return status;
  *updates = read;
  *count = n;
  return BERG_OK;
}

enum berg_status berg_create_from_wire(const struct berg_wire_create_table_request *request, struct berg_arena *arena,
                                       struct berg_create *create, struct berg_problem *problem)
{
  struct berg_create read = {.has_spec = request->partition_spec.set, .has_order = request->write_order.set};
  enum berg_status status = berg_schema_from_wire(&request->schema, "/schema", arena, &read.schema, problem);

  if (status == BERG_OK && read.has_spec)
    status = berg_spec_from_wire(&request->partition_spec.value, "/partition-spec", arena, &read.spec, problem);
  if (status == BERG_OK && read.has_order)
    status = berg_order_from_wire(&request->write_order.value, "/write-order", arena, &read.order, problem);
  if (status != BERG_OK)
    return status;
  if (request->properties.set)
    read.properties = request->properties.value;
  *create = read;
  return BERG_OK;
}
