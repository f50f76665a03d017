/* POST /v1/{prefix}/namespaces/{namespace}/tables: a new table, or with `stage-create` only its metadata. */
#include "berg_wire_decode.h"
#include "berg_wire_dispatch.h"
#include "core/check.h"
#include "document/commit_request.h"
#include "endpoints/table_metadata.h"

/* What the steps of one creation share. */
struct creation {
  const struct berg_catalog_root *root;
  struct berg_namespace ns;
  struct berg_store_namespace ns_row;
  struct berg_span name;
  bool staged;
  struct berg_table table;
};

/* SPEC tables/createTable/exists */
static enum berg_status refuse_taken(const struct berg_catalog *catalog, const struct creation *creation,
                                     struct berg_arena *arena, struct berg_problem *problem)
{
  struct berg_store_object taken;
  enum berg_status status = berg_store_find_object(catalog->store, creation->root->warehouse_id, creation->ns.key,
                                                   creation->name, arena, &taken, problem);

  if (status == BERG_ABSENT)
    return BERG_OK;
  if (status != BERG_OK)
    return status;
  return berg_fail_named(
      BERG_EXISTS,
      taken.kind == BERG_OBJECT_VIEW ? "View with same name already exists: " : "Table already exists: ", &creation->ns,
      creation->name, problem);
}

static enum berg_status place(const struct berg_catalog *catalog, const struct creation *creation,
                              const struct berg_wire_create_table_request *body, struct berg_arena *arena,
                              struct berg_span *location, struct berg_problem *problem)
{
  if (!body->location.set)
    return berg_choose_location(catalog, creation->root, &creation->ns, &creation->ns_row, creation->name, arena,
                                location, problem);
  *location = berg_location_strip(body->location.value);
  return berg_check_location(catalog, creation->root, *location, 0, arena, problem);
}

/* Makes the metadata of the new table from the request's body. */
static enum berg_status build(const struct berg_catalog *catalog, struct creation *creation,
                              const struct berg_wire_create_table_request *body, struct berg_arena *arena,
                              struct berg_problem *problem)
{
  struct berg_update_context context = {.now_ms = berg_catalog_now_ms(catalog), .arena = arena};
  struct berg_create create = {.has_spec = false};
  enum berg_status status = berg_create_from_wire(body, arena, &create, problem);

  if (status == BERG_OK)
    status = place(catalog, creation, body, arena, &create.location, problem);
  if (status == BERG_OK)
    status = berg_catalog_fresh_uuid(catalog, arena, &context.fresh_uuid);
  if (status == BERG_OK)
    status = berg_table_create(&create, &context, &creation->table, problem);
  return status;
}

static enum berg_status read_request(const struct berg_catalog *catalog, const struct berg_request *request,
                                     struct creation *creation, struct berg_problem *problem)
{
  struct berg_wire_create_table_request body;
  enum berg_status status = berg_request_place(catalog, request, &creation->root, &creation->ns, problem);

  if (status == BERG_OK)
    status = berg_wire_create_table_request_decode_text(request->body, request->arena, &body, problem);
  if (status == BERG_OK)
    status = berg_name_check(body.name, "table name", problem);
  if (status == BERG_OK)
    status =
        berg_find_namespace(catalog, creation->root, &creation->ns, true, request->arena, &creation->ns_row, problem);
  if (status != BERG_OK)
    return status;
  creation->name = body.name;
  creation->staged = body.stage_create.set && body.stage_create.value;
  status = refuse_taken(catalog, creation, request->arena, problem);
  if (status == BERG_OK)
    status = build(catalog, creation, &body, request->arena, problem);
  return status;
}

/* A client writes data and manifests before it commits a staged table, and some do not make directories themselves. */
/* SPEC tables/createTable/staged-location */
static enum berg_status make_usable(const struct berg_table *table, struct berg_arena *arena,
                                    struct berg_problem *problem)
{
  struct berg_buffer folder;
  struct berg_span location;

  berg_buffer_open(&folder);
  berg_buffer_append(&folder, table->location);
  berg_buffer_append_text(&folder, "/metadata");
  enum berg_status status = berg_buffer_status(&folder);
  if (status == BERG_OK)
    status = berg_arena_copy(arena, berg_buffer_span(&folder), &location);
  berg_buffer_close(&folder);
  if (status == BERG_OK)
    status = berg_warehouse_make_root(location, problem);
  return status;
}

/* SPEC tables/createTable/staged */
static enum berg_status answer_staged(const struct creation *creation, struct berg_arena *arena,
                                      struct berg_reply *reply)
{
  struct berg_span none = {NULL, 0};
  enum berg_status status = berg_table_check(&creation->table, arena, &reply->problem);

  if (status == BERG_OK)
    status = make_usable(&creation->table, arena, &reply->problem);
  if (status != BERG_OK)
    return status;
  berg_reply_begin_result(reply, none);
  status = berg_document_write(NULL, &creation->table, &reply->body);
  berg_reply_end_load_table_result(reply);
  return status;
}

static enum berg_status answer_created(struct berg_catalog *catalog, const struct creation *creation,
                                       struct berg_arena *arena, struct berg_reply *reply)
{
  struct berg_span metadata_location;
  enum berg_status status = berg_change_begin(catalog, reply, &reply->problem);

  if (status == BERG_OK)
    status = berg_insert_table(catalog, creation->root, creation->ns_row.namespace_id, creation->name, &creation->table,
                               arena, reply, &metadata_location);
  if (status == BERG_OK)
    status = berg_reply_entity_tag(catalog, metadata_location, arena, reply);
  if (status == BERG_OK)
    berg_reply_end_load_table_result(reply);
  return status;
}

enum berg_status berg_serve_create_table(struct berg_catalog *catalog, const struct berg_request *request,
                                         struct berg_reply *reply)
{
  struct creation creation;
  enum berg_status status = read_request(catalog, request, &creation, &reply->problem);

  if (status != BERG_OK)
    return status;
  return creation.staged ? answer_staged(&creation, request->arena, reply)
                         : answer_created(catalog, &creation, request->arena, reply);
}
