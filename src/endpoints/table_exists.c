/* HEAD /v1/{prefix}/namespaces/{namespace}/tables/{table} */
#include "berg_wire_dispatch.h"
#include "endpoints/context.h"

enum berg_status berg_serve_table_exists(struct berg_catalog *catalog, const struct berg_request *request,
                                         struct berg_reply *reply)
{
  const struct berg_catalog_root *root = NULL;
  struct berg_namespace ns;
  struct berg_span name;
  struct berg_store_object row;
  enum berg_status status = berg_request_place(catalog, request, &root, &ns, &reply->problem);

  if (status == BERG_OK)
    status = berg_request_table_name(catalog, request, root, &ns, &name, &reply->problem);
  if (status == BERG_OK)
    status = berg_find_table(catalog, root, &ns, name, request->arena, &row, &reply->problem);
  if (status == BERG_OK)
    berg_reply_no_content(reply);
  return status;
}
