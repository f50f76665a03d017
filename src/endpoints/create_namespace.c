/* POST /v1/{prefix}/namespaces */
#include "berg_wire_decode.h"
#include "berg_wire_dispatch.h"
#include "endpoints/context.h"
#include "json/write.h"

/* The key of the level above, empty for a top-level namespace. */
static struct berg_span parent_key_of(const struct berg_namespace *ns)
{
  size_t last = ns->levels.items[ns->levels.count - 1].len;

  return ns->levels.count == 1 ? berg_span_part(ns->key, 0, 0) : berg_span_part(ns->key, 0, ns->key.len - last - 1);
}

static enum berg_status insert(struct berg_catalog *catalog, const struct berg_catalog_root *root,
                               const struct berg_namespace *ns, const struct berg_properties *properties,
                               struct berg_arena *arena, struct berg_problem *problem)
{
  struct berg_span none = {NULL, 0};
  struct berg_namespace parent;
  struct berg_span parent_key = parent_key_of(ns);
  enum berg_status status =
      berg_store_insert_namespace(catalog->store, root->warehouse_id, ns->key, parent_key, properties, problem);

  if (status == BERG_EXISTS) /* SPEC namespaces/createNamespace/exists */
    return berg_fail_named(status, "Namespace already exists: ", ns, none, problem);
  if (status == BERG_NO_NAMESPACE && berg_namespace_from_key(parent_key, arena, &parent) == BERG_OK)
    return berg_fail_named(status, "Namespace does not exist: ", &parent, none, problem);
  return status;
}

enum berg_status berg_serve_create_namespace(struct berg_catalog *catalog, const struct berg_request *request,
                                             struct berg_reply *reply)
{
  const struct berg_catalog_root *root = NULL;
  struct berg_wire_create_namespace_request body;
  struct berg_namespace ns;
  struct berg_properties properties = {NULL, 0};
  enum berg_status status = berg_request_root(catalog, request, &root, &reply->problem);

  if (status == BERG_OK)
    status = berg_wire_create_namespace_request_decode_text(request->body, request->arena, &body, &reply->problem);
  if (status == BERG_OK)
    status = berg_namespace_from_levels(&body.namespace, request->arena, &ns, &reply->problem);
  if (status != BERG_OK)
    return status;
  if (body.properties.set)
    properties = body.properties.value;
  status = berg_change_begin(catalog, reply, &reply->problem);
  if (status == BERG_OK)
    status = insert(catalog, root, &ns, &properties, request->arena, &reply->problem);
  if (status != BERG_OK)
    return status;
  berg_reply_json(reply);
  berg_json_write_object_begin(&reply->body);
  berg_json_write_name(&reply->body, BERG_SPAN("namespace"));
  berg_json_write_strings(&reply->body, &ns.levels);
  berg_json_write_name(&reply->body, BERG_SPAN("properties"));
  berg_json_write_properties(&reply->body, &properties);
  berg_json_write_object_end(&reply->body);
  return BERG_OK;
}
