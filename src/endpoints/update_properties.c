/* POST /v1/{prefix}/namespaces/{namespace}/properties: sets and removes in one step. */
#include "berg_wire_decode.h"
#include "berg_wire_dispatch.h"
#include "endpoints/context.h"
#include "json/write.h"

static bool holds(const struct berg_spans *list, size_t count, struct berg_span key)
{
  for (size_t i = 0; i < count; i++) {
    if (berg_span_equal(list->items[i], key))
      return true;
  }
  return false;
}

/* SPEC namespaces/updateProperties/overlap */
static enum berg_status refuse_overlap(const struct berg_properties *updates, const struct berg_spans *removals,
                                       struct berg_problem *problem)
{
  for (size_t i = 0; i < updates->count; i++) {
    if (holds(removals, removals->count, updates->items[i].key))
      return berg_problem_set_text(problem, BERG_UNPROCESSABLE,
                                   "Cannot set and remove property '{}' in the same request", updates->items[i].key);
  }
  return BERG_OK;
}

/* Writes the removals that PROPERTIES held (PRESENT) or did not hold, each once. */
static void write_removals(const struct berg_spans *removals, const struct berg_properties *properties, bool present,
                           struct berg_buffer *body)
{
  berg_json_write_array_begin(body);
  for (size_t i = 0; i < removals->count; i++) {
    bool found = berg_properties_find(properties, removals->items[i]).bytes != NULL;
    if (found == present && !holds(removals, i, removals->items[i]))
      berg_json_write_string(body, removals->items[i]);
  }
  berg_json_write_array_end(body);
}

/* SPEC namespaces/updateProperties/missing-keys */
static void write_result(const struct berg_properties *updates, const struct berg_spans *removals,
                         const struct berg_properties *before, struct berg_reply *reply)
{
  struct berg_buffer *body = &reply->body;

  berg_reply_json(reply);
  berg_json_write_object_begin(body);
  berg_json_write_name(body, BERG_SPAN("updated"));
  berg_json_write_array_begin(body);
  for (size_t i = 0; i < updates->count; i++)
    berg_json_write_string(body, updates->items[i].key);
  berg_json_write_array_end(body);
  berg_json_write_name(body, BERG_SPAN("removed"));
  write_removals(removals, before, true, body);
  berg_json_write_name(body, BERG_SPAN("missing"));
  write_removals(removals, before, false, body);
  berg_json_write_object_end(body);
}

enum berg_status berg_serve_update_properties(struct berg_catalog *catalog, const struct berg_request *request,
                                              struct berg_reply *reply)
{
  const struct berg_catalog_root *root = NULL;
  struct berg_wire_update_namespace_properties_request body;
  struct berg_namespace ns;
  struct berg_store_namespace row;
  struct berg_properties updates = {NULL, 0};
  struct berg_spans removals = {NULL, 0};
  enum berg_status status = berg_request_place(catalog, request, &root, &ns, &reply->problem);

  if (status == BERG_OK)
    status = berg_wire_update_namespace_properties_request_decode_text(request->body, request->arena, &body,
                                                                       &reply->problem);
  if (status != BERG_OK)
    return status;
  if (body.updates.set)
    updates = body.updates.value;
  if (body.removals.set)
    removals = body.removals.value;
  status = refuse_overlap(&updates, &removals, &reply->problem);
  if (status == BERG_OK)
    status = berg_find_namespace(catalog, root, &ns, true, request->arena, &row, &reply->problem);
  if (status == BERG_OK)
    status = berg_change_begin(catalog, reply, &reply->problem);
  if (status == BERG_OK)
    status = berg_store_update_properties(catalog->store, row.namespace_id, &updates, &removals, &reply->problem);
  if (status == BERG_OK)
    write_result(&updates, &removals, &row.properties, reply);
  return status;
}
