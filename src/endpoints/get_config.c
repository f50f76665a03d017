/* GET /v1/config: what a client must know before its first other call. */
#include "berg_wire_dispatch.h"
#include "berg_wire_operations.h"
#include "endpoints/context.h"
#include "json/write.h"

#include <string.h>

/* The warehouse that `warehouse` names by name or by its root's URI; none given means the default one. */
/* SPEC config/getConfig/default-warehouse */
static enum berg_status find_root(const struct berg_catalog *catalog, const struct berg_request *request,
                                  const struct berg_catalog_root **root, struct berg_problem *problem)
{
  struct berg_span wanted = {NULL, 0};
  enum berg_status status = berg_request_query(request, BERG_SPAN("warehouse"), &wanted, problem);

  if (status != BERG_OK && status != BERG_ABSENT)
    return status;
  for (size_t i = 0; i < catalog->root_count; i++) {
    const struct berg_catalog_root *candidate = &catalog->roots[i];
    if (berg_span_equal(wanted, candidate->name) ||
        (wanted.len > 0 && berg_span_equal(berg_location_strip(wanted), candidate->uri))) {
      *root = candidate;
      return BERG_OK;
    }
  }
  if (wanted.len == 0)
    return berg_problem_set(problem, BERG_INVALID,
                            "This catalog has no default warehouse: name one in the query parameter 'warehouse'");
  /* SPEC config/getConfig/unknown-warehouse */
  return berg_problem_set_text(problem, BERG_NO_WAREHOUSE, "Warehouse does not exist: {}", wanted);
}

static void write_overrides(const struct berg_catalog *catalog, const struct berg_catalog_root *root,
                            struct berg_buffer *body)
{
  berg_json_write_name(body, BERG_SPAN("overrides"));
  berg_json_write_object_begin(body);
  if (root->name.len > 0) {
    berg_json_write_name(body, BERG_SPAN("prefix"));
    berg_json_write_string(body, root->prefix);
  }
  if (catalog->separator.len > 0) {
    berg_json_write_name(body, BERG_SPAN("namespace-separator"));
    berg_json_write_string(body, catalog->separator);
  }
  berg_json_write_object_end(body);
}

/* SPEC config/getConfig/endpoints */
static void write_endpoints(struct berg_buffer *body)
{
  berg_json_write_name(body, BERG_SPAN("endpoints"));
  berg_json_write_array_begin(body);
  for (int operation = 0; operation < BERG_WIRE_OPERATION_COUNT; operation++) {
    const char *text = berg_wire_endpoint_text((enum berg_wire_operation)operation);
    if (text != NULL && berg_wire_operation_served((enum berg_wire_operation)operation))
      berg_json_write_string(body, berg_span_of(text));
  }
  berg_json_write_array_end(body);
}

enum berg_status berg_serve_get_config(struct berg_catalog *catalog, const struct berg_request *request,
                                       struct berg_reply *reply)
{
  const struct berg_catalog_root *root = NULL;
  enum berg_status status = find_root(catalog, request, &root, &reply->problem);

  if (status != BERG_OK)
    return status;
  berg_reply_json(reply);
  berg_json_write_object_begin(&reply->body);
  berg_json_write_name(&reply->body, BERG_SPAN("defaults"));
  berg_json_write_object_begin(&reply->body);
  berg_json_write_object_end(&reply->body);
  write_overrides(catalog, root, &reply->body);
  write_endpoints(&reply->body);
  berg_json_write_object_end(&reply->body);
  return BERG_OK;
}
