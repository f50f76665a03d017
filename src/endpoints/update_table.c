/* POST /v1/{prefix}/namespaces/{namespace}/tables/{table}: a commit.
 *
 * All requirements are checked on the stored state, all updates are applied to a copy of it in the arena, the result is
 * checked, written as a new file, and only then does the pointer swap. A request that asks for the creation of the
 * table (assert-create) starts from the empty state instead. */
#include "berg_wire_decode.h"
#include "berg_wire_dispatch.h"
#include "document/commit_request.h"
#include "endpoints/table_metadata.h"

struct commit {
  const struct berg_catalog_root *root;
  struct berg_namespace ns;
  struct berg_span name;
  struct berg_requirement *requirements;
  size_t requirement_count;
  struct berg_update *updates;
  size_t update_count;
  struct berg_update_context context;
  bool exists;
  struct berg_store_object row;
};

static bool asks_for_creation(const struct commit *commit)
{
  for (size_t i = 0; i < commit->requirement_count; i++) {
    if (commit->requirements[i].kind == BERG_REQUIRE_CREATE)
      return true;
  }
  return false;
}

static enum berg_status read_body(const struct berg_request *request, struct commit *commit,
                                  struct berg_problem *problem)
{
  struct berg_wire_commit_table_request body;
  enum berg_status status = berg_wire_commit_table_request_decode_text(request->body, request->arena, &body, problem);

  if (status == BERG_OK)
    status =
        berg_requirements_from_wire(&body, request->arena, &commit->requirements, &commit->requirement_count, problem);
  if (status == BERG_OK)
    status = berg_updates_from_wire(&body, request->arena, &commit->updates, &commit->update_count, problem);
  return status;
}

static enum berg_status find_row(const struct berg_catalog *catalog, struct commit *commit, struct berg_arena *arena,
                                 struct berg_problem *problem)
{
  enum berg_status status = berg_store_find_object(catalog->store, commit->root->warehouse_id, commit->ns.key,
                                                   commit->name, arena, &commit->row, problem);

  commit->exists = status == BERG_OK && commit->row.kind == BERG_OBJECT_TABLE;
  if (status == BERG_OK && commit->row.kind == BERG_OBJECT_VIEW && asks_for_creation(commit))
    return berg_fail_named(BERG_EXISTS, "View with same name already exists: ", &commit->ns, commit->name, problem);
  if (commit->exists || (status != BERG_OK && status != BERG_ABSENT))
    return status;
  if (asks_for_creation(commit))
    return BERG_OK;
  /* SPEC tables/updateTable/missing */
  return berg_fail_named(BERG_NO_TABLE, "Table does not exist: ", &commit->ns, commit->name, problem);
}

static enum berg_status read_request(const struct berg_catalog *catalog, const struct berg_request *request,
                                     struct commit *commit, struct berg_problem *problem)
{
  enum berg_status status = berg_request_place(catalog, request, &commit->root, &commit->ns, problem);

  if (status == BERG_OK)
    status = berg_request_table_name(catalog, request, commit->root, &commit->ns, &commit->name, problem);
  if (status == BERG_OK)
    status = read_body(request, commit, problem);
  if (status == BERG_OK)
    status = find_row(catalog, commit, request->arena, problem);
  if (status == BERG_OK)
    status = berg_catalog_fresh_uuid(catalog, request->arena, &commit->context.fresh_uuid);
  commit->context.now_ms = berg_catalog_now_ms(catalog);
  commit->context.arena = request->arena;
  return status;
}

/* Answers with what is there: a CommitTableResponse, which has the members of a LoadTableResult. */
static enum berg_status answer_unchanged(struct berg_catalog *catalog, struct berg_span metadata_location,
                                         struct berg_span document, struct berg_arena *arena, struct berg_reply *reply)
{
  enum berg_status status = berg_reply_entity_tag(catalog, metadata_location, arena, reply);

  if (status == BERG_OK)
    berg_reply_commit_result(reply, metadata_location, document);
  return status;
}

/* Ends the answer that the writing of the new metadata began. */
static enum berg_status answer_changed(struct berg_catalog *catalog, struct berg_span metadata_location,
                                       struct berg_arena *arena, struct berg_reply *reply)
{
  berg_reply_end_commit_result(reply);
  return berg_reply_entity_tag(catalog, metadata_location, arena, reply);
}

/* SPEC tables/updateTable/create */
static enum berg_status build_created(const struct berg_catalog *catalog, const struct commit *commit,
                                      struct berg_table *table, struct berg_problem *problem)
{
  struct berg_arena *arena = commit->context.arena;
  enum berg_status status = berg_requirements_check(commit->requirements, commit->requirement_count, NULL, problem);

  if (status == BERG_OK)
    status = berg_table_begin_create(commit->updates, commit->update_count, &commit->context, table, problem);
  if (status == BERG_OK)
    status = berg_updates_apply(commit->updates, commit->update_count, &commit->context, table, problem);
  if (status != BERG_OK)
    return status;
  if (table->location.len == 0) /* SPEC tables/updateTable/create-complete */
    return berg_problem_set(problem, BERG_INVALID, "A new table needs a location: set-location is missing");
  return berg_check_location(catalog, commit->root, table->location, 0, arena, problem);
}

static enum berg_status create(struct berg_catalog *catalog, const struct commit *commit, struct berg_reply *reply)
{
  struct berg_arena *arena = commit->context.arena;
  struct berg_store_namespace ns_row;
  struct berg_table table;
  struct berg_span metadata_location;
  enum berg_status status =
      berg_find_namespace(catalog, commit->root, &commit->ns, false, arena, &ns_row, &reply->problem);

  if (status == BERG_OK)
    status = build_created(catalog, commit, &table, &reply->problem);
  if (status == BERG_OK)
    status = berg_change_begin(catalog, reply, &reply->problem);
  if (status == BERG_OK)
    status = berg_insert_table(catalog, commit->root, ns_row.namespace_id, commit->name, &table, arena, reply,
                               &metadata_location);
  return status == BERG_OK ? answer_changed(catalog, metadata_location, arena, reply) : status;
}

/* Files of the metadata log that fell out and that the table's properties say to delete go with the turn. */
/* SPEC tables/updateTable/metadata-log-delete */
static enum berg_status log_previous(struct berg_catalog *catalog, const struct commit *commit, int64_t updated_ms,
                                     struct berg_table *table, struct berg_problem *problem)
{
  struct berg_spans expired;
  enum berg_status status =
      berg_table_log_metadata(table, commit->row.metadata_location, updated_ms, commit->context.arena, &expired);

  for (size_t i = 0; status == BERG_OK && i < expired.count; i++) {
    if (berg_location_inside(expired.items[i], table->location))
      status = berg_store_add_garbage(catalog->store, expired.items[i], problem);
  }
  return status;
}

/* Writes the changed table and swaps the pointer to it. */
static enum berg_status swap(struct berg_catalog *catalog, const struct commit *commit, int64_t previous_updated_ms,
                             const struct berg_document *base, struct berg_table *table, struct berg_reply *reply)
{
  struct berg_arena *arena = commit->context.arena;
  struct berg_span metadata_location;
  enum berg_status status = berg_change_begin(catalog, reply, &reply->problem);

  if (status == BERG_OK)
    status = log_previous(catalog, commit, previous_updated_ms, table, &reply->problem);
  if (status == BERG_OK)
    status = berg_write_metadata(catalog, commit->root, base, table, commit->row.metadata_location, arena, reply,
                                 &metadata_location);
  if (status == BERG_OK)
    status = berg_store_swap_object(catalog->store, commit->row.object_id, commit->row.version, table->location,
                                    metadata_location, &reply->problem);
  return status == BERG_OK ? answer_changed(catalog, metadata_location, arena, reply) : status;
}

static enum berg_status check_moved(const struct berg_catalog *catalog, const struct commit *commit,
                                    const struct berg_table *table, struct berg_problem *problem)
{
  if ((table->changed & BERG_CHANGED(BERG_SECTION_LOCATION)) == 0)
    return BERG_OK;
  return berg_check_location(catalog, commit->root, table->location, commit->row.object_id, commit->context.arena,
                             problem);
}

static enum berg_status change(struct berg_catalog *catalog, const struct commit *commit, struct berg_reply *reply)
{
  struct berg_arena *arena = commit->context.arena;
  struct berg_span stored;
  struct berg_document base;
  struct berg_table table;
  enum berg_status status = berg_read_table(catalog, &commit->row, arena, &stored, &base, &table, &reply->problem);

  if (status != BERG_OK)
    return status;
  int64_t previous_updated_ms = table.last_updated_ms;
  status = berg_requirements_check(commit->requirements, commit->requirement_count, &table, &reply->problem);
  if (status == BERG_OK)
    status = berg_updates_apply(commit->updates, commit->update_count, &commit->context, &table, &reply->problem);
  if (status != BERG_OK)
    return status;
  if (table.changed == 0) /* SPEC tables/updateTable/no-change */
    return answer_unchanged(catalog, commit->row.metadata_location, stored, arena, reply);
  status = check_moved(catalog, commit, &table, &reply->problem);
  if (status == BERG_OK)
    status = swap(catalog, commit, previous_updated_ms, &base, &table, reply);
  return status;
}

enum berg_status berg_serve_update_table(struct berg_catalog *catalog, const struct berg_request *request,
                                         struct berg_reply *reply)
{
  struct commit commit = {.root = NULL};
  enum berg_status status = read_request(catalog, request, &commit, &reply->problem);

  if (status != BERG_OK)
    return status;
  return commit.exists ? change(catalog, &commit, reply) : create(catalog, &commit, reply);
}
