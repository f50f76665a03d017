/* DELETE /v1/{prefix}/namespaces/{namespace} */
#include "berg_wire_dispatch.h"
#include "endpoints/context.h"

enum berg_status berg_serve_drop_namespace(struct berg_catalog *catalog, const struct berg_request *request,
                                           struct berg_reply *reply)
{
  const struct berg_catalog_root *root = NULL;
  struct berg_span none = {NULL, 0};
  struct berg_namespace ns;
  struct berg_store_namespace row;
  enum berg_status status = berg_request_place(catalog, request, &root, &ns, &reply->problem);

  if (status == BERG_OK)
    status = berg_find_namespace(catalog, root, &ns, false, request->arena, &row, &reply->problem);
  if (status == BERG_OK)
    status = berg_change_begin(catalog, reply, &reply->problem);
  if (status == BERG_OK)
    status = berg_store_delete_namespace(catalog->store, row.namespace_id, &reply->problem);
  if (status == BERG_NOT_EMPTY) /* SPEC namespaces/dropNamespace/not-empty */
    return berg_fail_named(status, "Namespace is not empty: ", &ns, none, &reply->problem);
  if (status == BERG_OK)
    berg_reply_no_content(reply);
  return status;
}
