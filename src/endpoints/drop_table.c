/* DELETE /v1/{prefix}/namespaces/{namespace}/tables/{table} */
#include "base/ascii.h"
#include "berg_wire_dispatch.h"
#include "endpoints/table_metadata.h"

/* Reads `purgeRequested`; true and false in any case, as deployed clients write it. */
/* SPEC tables/dropTable/purge-values */
static enum berg_status read_purge(const struct berg_request *request, bool *purge, struct berg_problem *problem)
{
  struct berg_span value;
  enum berg_status status = berg_request_query(request, BERG_SPAN("purgeRequested"), &value, problem);

  *purge = false;
  if (status == BERG_ABSENT)
    return BERG_OK;
  if (status != BERG_OK)
    return status;
  *purge = berg_ascii_equal_ignoring_case(value, BERG_SPAN("true"));
  if (*purge || berg_ascii_equal_ignoring_case(value, BERG_SPAN("false")))
    return BERG_OK;
  return berg_problem_set_text(problem, BERG_INVALID, "Query parameter 'purgeRequested' must be true or false, not {}",
                               value);
}

enum berg_status berg_serve_drop_table(struct berg_catalog *catalog, const struct berg_request *request,
                                       struct berg_reply *reply)
{
  const struct berg_catalog_root *root = NULL;
  struct berg_namespace ns;
  struct berg_span name;
  struct berg_store_object row;
  bool purge = false;
  enum berg_status status = berg_request_place(catalog, request, &root, &ns, &reply->problem);

  if (status == BERG_OK)
    status = berg_request_table_name(catalog, request, root, &ns, &name, &reply->problem);
  if (status == BERG_OK)
    status = read_purge(request, &purge, &reply->problem);
  if (status == BERG_OK)
    status = berg_find_table(catalog, root, &ns, name, request->arena, &row, &reply->problem);
  if (status == BERG_OK)
    status = berg_change_begin(catalog, reply, &reply->problem);
  if (status == BERG_OK)
    status = berg_store_delete_object(catalog->store, row.object_id, &reply->problem);
  if (status == BERG_OK && purge)
    status = berg_purge_metadata(catalog, &row, request->arena, &reply->problem);
  if (status == BERG_OK)
    berg_reply_no_content(reply);
  return status;
}
