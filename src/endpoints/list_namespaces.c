/* GET /v1/{prefix}/namespaces: the namespaces exactly one level below `parent`. */
#include "berg_wire_dispatch.h"
#include "endpoints/context.h"
#include "json/write.h"

/* The store key of the parent; empty for the top level, also when `parent` is empty. */
/* SPEC namespaces/listNamespaces/parent-separators */
static enum berg_status find_parent(const struct berg_catalog *catalog, const struct berg_request *request,
                                    const struct berg_catalog_root *root, struct berg_span *key,
                                    struct berg_problem *problem)
{
  struct berg_span parent = {NULL, 0};
  struct berg_namespace ns;
  struct berg_store_namespace row;
  enum berg_status status = berg_request_query(request, BERG_SPAN("parent"), &parent, problem);

  key->bytes = NULL;
  key->len = 0;
  if (status == BERG_ABSENT || (status == BERG_OK && parent.len == 0))
    return BERG_OK;
  if (status == BERG_OK)
    status = berg_namespace_from_query(parent, catalog->separator, request->arena, &ns, problem);
  if (status == BERG_OK)
    status = berg_find_namespace(catalog, root, &ns, false, request->arena, &row, problem);
  if (status == BERG_OK)
    *key = ns.key;
  return status;
}

static enum berg_status write_namespaces(const struct berg_spans *keys, struct berg_arena *arena,
                                         struct berg_buffer *body)
{
  berg_json_write_name(body, BERG_SPAN("namespaces"));
  berg_json_write_array_begin(body);
  for (size_t i = 0; i < keys->count; i++) {
    struct berg_namespace ns;
    enum berg_status status = berg_namespace_from_key(keys->items[i], arena, &ns);
    if (status != BERG_OK)
      return status;
    berg_json_write_strings(body, &ns.levels);
  }
  berg_json_write_array_end(body);
  return BERG_OK;
}

enum berg_status berg_serve_list_namespaces(struct berg_catalog *catalog, const struct berg_request *request,
                                            struct berg_reply *reply)
{
  const struct berg_catalog_root *root = NULL;
  struct berg_span parent;
  struct berg_span listing_key;
  struct berg_page page;
  struct berg_spans keys;
  bool more = false;
  enum berg_status status = berg_request_root(catalog, request, &root, &reply->problem);

  if (status == BERG_OK)
    status = find_parent(catalog, request, root, &parent, &reply->problem);
  if (status == BERG_OK)
    status = berg_listing_key(root, parent, request->arena, &listing_key);
  if (status == BERG_OK)
    status = berg_request_page(catalog, request, BERG_LISTING_NAMESPACES, listing_key, &page, &reply->problem);
  if (status == BERG_OK)
    status = berg_store_list_namespaces(catalog->store, root->warehouse_id, parent, page.after, page.limit,
                                        request->arena, &keys, &more, &reply->problem);
  if (status != BERG_OK)
    return status;
  berg_reply_json(reply);
  berg_json_write_object_begin(&reply->body);
  status = write_namespaces(&keys, request->arena, &reply->body);
  if (status == BERG_OK)
    status = berg_reply_page_token(catalog, request->arena, BERG_LISTING_NAMESPACES, listing_key,
                                   keys.count > 0 ? keys.items[keys.count - 1] : parent, more, reply);
  berg_json_write_object_end(&reply->body);
  return status;
}
