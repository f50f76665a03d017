/* GET /v1/{prefix}/namespaces/{namespace}/tables */
#include "berg_wire_dispatch.h"
#include "endpoints/context.h"
#include "json/write.h"

static void write_identifiers(const struct berg_namespace *ns, const struct berg_spans *names, struct berg_buffer *body)
{
  berg_json_write_name(body, BERG_SPAN("identifiers"));
  berg_json_write_array_begin(body);
  for (size_t i = 0; i < names->count; i++) {
    berg_json_write_object_begin(body);
    berg_json_write_name(body, BERG_SPAN("namespace"));
    berg_json_write_strings(body, &ns->levels);
    berg_json_write_name(body, BERG_SPAN("name"));
    berg_json_write_string(body, names->items[i]);
    berg_json_write_object_end(body);
  }
  berg_json_write_array_end(body);
}

enum berg_status berg_serve_list_tables(struct berg_catalog *catalog, const struct berg_request *request,
                                        struct berg_reply *reply)
{
  const struct berg_catalog_root *root = NULL;
  struct berg_namespace ns;
  struct berg_store_namespace row;
  struct berg_span listing_key;
  struct berg_page page;
  struct berg_spans names;
  bool more = false;
  enum berg_status status = berg_request_place(catalog, request, &root, &ns, &reply->problem);

  if (status == BERG_OK)
    status = berg_find_namespace(catalog, root, &ns, false, request->arena, &row, &reply->problem);
  if (status == BERG_OK)
    status = berg_listing_key(root, ns.key, request->arena, &listing_key);
  if (status == BERG_OK)
    status = berg_request_page(catalog, request, BERG_LISTING_TABLES, listing_key, &page, &reply->problem);
  if (status == BERG_OK)
    status = berg_store_list_objects(catalog->store, row.namespace_id, BERG_OBJECT_TABLE, page.after, page.limit,
                                     request->arena, &names, &more, &reply->problem);
  if (status != BERG_OK)
    return status;
  berg_reply_json(reply);
  berg_json_write_object_begin(&reply->body);
  write_identifiers(&ns, &names, &reply->body);
  status = berg_reply_page_token(catalog, request->arena, BERG_LISTING_TABLES, listing_key,
                                 names.count > 0 ? names.items[names.count - 1] : ns.key, more, reply);
  berg_json_write_object_end(&reply->body);
  return status;
}
