/* POST /v1/{prefix}/namespaces/{namespace}/properties: sets and removes in one step. */
#include "berg_wire_decode.h"
#include "berg_wire_dispatch.h"
#include "core/name_index.h"
#include "endpoints/context.h"
#include "json/write.h"

#include <string.h>

/* What a request changes: its parts, and sorted names to look them up by. */
struct change {
  struct berg_properties updates;
  struct berg_spans removals;
  struct berg_name_index removed; /* each name once */
  struct berg_name_index before;  /* the names that the namespace has */
};

static enum berg_status index_keys(const struct berg_properties *properties, struct berg_arena *arena,
                                   struct berg_name_index *index)
{
  struct berg_span *names = berg_arena_alloc(arena, properties->count, sizeof *names);

  if (names == NULL)
    return BERG_NO_MEMORY;
  for (size_t i = 0; i < properties->count; i++)
    names[i] = properties->items[i].key;
  return berg_name_index_build(names, properties->count, arena, index);
}

static enum berg_status index_names(const struct berg_spans *list, struct berg_arena *arena,
                                    struct berg_name_index *index)
{
  struct berg_span *names = berg_arena_alloc(arena, list->count, sizeof *names);

  if (names == NULL)
    return BERG_NO_MEMORY;
  if (list->count > 0)
    memcpy(names, list->items, list->count * sizeof *names);
  return berg_name_index_build(names, list->count, arena, index);
}

static bool is_in(const struct berg_name_index *index, struct berg_span name)
{
  return berg_name_index_find(index, name) < index->count;
}

/* SPEC namespaces/updateProperties/overlap */
static enum berg_status refuse_overlap(const struct change *change, struct berg_problem *problem)
{
  for (size_t i = 0; i < change->updates.count; i++) {
    if (is_in(&change->removed, change->updates.items[i].key))
      return berg_problem_set_text(problem, BERG_UNPROCESSABLE,
                                   "Cannot set and remove property '{}' in the same request",
                                   change->updates.items[i].key);
  }
  return BERG_OK;
}

/* Writes the removals that the namespace had (PRESENT) or had not. */
static void write_removals(const struct change *change, bool present, struct berg_buffer *body)
{
  berg_json_write_array_begin(body);
  for (size_t i = 0; i < change->removed.count; i++) {
    if (is_in(&change->before, change->removed.names[i]) == present)
      berg_json_write_string(body, change->removed.names[i]);
  }
  berg_json_write_array_end(body);
}

/* SPEC namespaces/updateProperties/missing-keys */
static void write_result(const struct change *change, struct berg_reply *reply)
{
  struct berg_buffer *body = &reply->body;

  berg_reply_json(reply);
  berg_json_write_object_begin(body);
  berg_json_write_name(body, BERG_SPAN("updated"));
  berg_json_write_array_begin(body);
  for (size_t i = 0; i < change->updates.count; i++)
    berg_json_write_string(body, change->updates.items[i].key);
  berg_json_write_array_end(body);
  berg_json_write_name(body, BERG_SPAN("removed"));
  write_removals(change, true, body);
  berg_json_write_name(body, BERG_SPAN("missing"));
  write_removals(change, false, body);
  berg_json_write_object_end(body);
}

static enum berg_status read_request(const struct berg_request *request, struct change *change,
                                     struct berg_problem *problem)
{
  struct berg_wire_update_namespace_properties_request body;
  enum berg_status status =
      berg_wire_update_namespace_properties_request_decode_text(request->body, request->arena, &body, problem);

  if (status != BERG_OK)
    return status;
  if (body.updates.set)
    change->updates = body.updates.value;
  if (body.removals.set)
    change->removals = body.removals.value;
  status = index_names(&change->removals, request->arena, &change->removed);
  return status == BERG_OK ? refuse_overlap(change, problem) : status;
}

enum berg_status berg_serve_update_properties(struct berg_catalog *catalog, const struct berg_request *request,
                                              struct berg_reply *reply)
{
  const struct berg_catalog_root *root = NULL;
  struct change change = {.updates = {NULL, 0}};
  struct berg_namespace ns;
  struct berg_store_namespace row;
  enum berg_status status = berg_request_place(catalog, request, &root, &ns, &reply->problem);

  if (status == BERG_OK)
    status = read_request(request, &change, &reply->problem);
  if (status == BERG_OK)
    status = berg_find_namespace(catalog, root, &ns, true, request->arena, &row, &reply->problem);
  if (status == BERG_OK)
    status = index_keys(&row.properties, request->arena, &change.before);
  if (status == BERG_OK)
    status = berg_change_begin(catalog, reply, &reply->problem);
  if (status == BERG_OK)
    status = berg_store_update_properties(catalog->store, row.namespace_id, &change.updates, &change.removals,
                                          &reply->problem);
  if (status == BERG_OK)
    write_result(&change, reply);
  return status;
}
