/* GET /v1/{prefix}/namespaces/{namespace} */
#include "berg_wire_dispatch.h"
#include "endpoints/context.h"
#include "json/write.h"

enum berg_status berg_serve_load_namespace_metadata(struct berg_catalog *catalog, const struct berg_request *request,
                                                    struct berg_reply *reply)
{
  const struct berg_catalog_root *root = NULL;
  struct berg_namespace ns;
  struct berg_store_namespace row;
  enum berg_status status = berg_request_place(catalog, request, &root, &ns, &reply->problem);

  if (status == BERG_OK)
    status = berg_find_namespace(catalog, root, &ns, true, request->arena, &row, &reply->problem);
  if (status != BERG_OK)
    return status;
  berg_reply_json(reply);
  berg_json_write_object_begin(&reply->body);
  berg_json_write_name(&reply->body, BERG_SPAN("namespace"));
  berg_json_write_strings(&reply->body, &ns.levels);
  berg_json_write_name(&reply->body, BERG_SPAN("properties"));
  berg_json_write_properties(&reply->body, &row.properties);
  berg_json_write_object_end(&reply->body);
  return BERG_OK;
}
