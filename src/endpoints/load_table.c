/* GET /v1/{prefix}/namespaces/{namespace}/tables/{table}: the stored document, never parsed. */
#include "berg_wire_dispatch.h"
#include "endpoints/table_metadata.h"

#include <string.h>

/* SPEC tables/loadTable/snapshots-invalid */
static enum berg_status read_mode(const struct berg_request *request, enum berg_snapshot_mode *mode,
                                  struct berg_problem *problem)
{
  struct berg_span value;
  enum berg_status status = berg_request_query(request, BERG_SPAN("snapshots"), &value, problem);

  *mode = BERG_SNAPSHOTS_ALL;
  if (status == BERG_ABSENT || (status == BERG_OK && berg_span_equal(value, BERG_SPAN("all"))))
    return BERG_OK;
  if (status != BERG_OK)
    return status;
  if (berg_span_equal(value, BERG_SPAN("refs"))) {
    *mode = BERG_SNAPSHOTS_REFS;
    return BERG_OK;
  }
  return berg_problem_set_text(problem, BERG_INVALID, "Query parameter 'snapshots' must be all or refs, not {}", value);
}

/* Checks the form of `referenced-by`, which is not used: names of views, split at commas before they are decoded. */
/* SPEC tables/loadTable/referenced-by */
static enum berg_status check_views(const struct berg_catalog *catalog, const struct berg_request *request,
                                    struct berg_problem *problem)
{
  struct berg_span rest;
  enum berg_status status = berg_request_raw_query(request, BERG_SPAN("referenced-by"), &rest, problem);

  if (status == BERG_ABSENT)
    return BERG_OK;
  while (status == BERG_OK && rest.len > 0) {
    struct berg_namespace view;
    const uint8_t *comma = memchr(rest.bytes, ',', rest.len);
    size_t len = comma == NULL ? rest.len : (size_t)(comma - rest.bytes);
    status = berg_namespace_from_path(berg_span_part(rest, 0, len), catalog->separator, request->arena, &view, problem);
    if (status == BERG_OK && view.levels.count < 2)
      return berg_problem_set_text(problem, BERG_INVALID,
                                   "Query parameter 'referenced-by' names a view without its namespace: {}", view.key);
    size_t skip = comma == NULL ? len : len + 1;
    rest = berg_span_part(rest, skip, rest.len - skip);
  }
  return status;
}

static enum berg_status write_result(const struct berg_catalog *catalog, const struct berg_store_object *row,
                                     enum berg_snapshot_mode mode, struct berg_arena *arena, struct berg_reply *reply)
{
  struct berg_span document;
  struct berg_buffer refs_only;
  enum berg_status status = berg_read_document(catalog, row, arena, &document, &reply->problem);

  if (status != BERG_OK)
    return status;
  berg_buffer_open(&refs_only);
  if (mode == BERG_SNAPSHOTS_REFS) {
    status = berg_document_write_refs_only(document, arena, &refs_only);
    if (status != BERG_OK) {
      berg_buffer_close(&refs_only);
      return berg_problem_set_text(&reply->problem, status == BERG_INVALID ? BERG_IO : status,
                                   "Metadata file {} cannot be used", row->metadata_location);
    }
    document = berg_buffer_span(&refs_only);
  }
  if (status == BERG_OK)
    berg_reply_load_table_result(reply, row->metadata_location, document);
  berg_buffer_close(&refs_only);
  return status;
}

enum berg_status berg_serve_load_table(struct berg_catalog *catalog, const struct berg_request *request,
                                       struct berg_reply *reply)
{
  const struct berg_catalog_root *root = NULL;
  struct berg_namespace ns;
  struct berg_span name;
  struct berg_span tag;
  struct berg_store_object row;
  enum berg_snapshot_mode mode;
  enum berg_status status = berg_request_place(catalog, request, &root, &ns, &reply->problem);

  if (status == BERG_OK)
    status = berg_request_table_name(catalog, request, root, &ns, &name, &reply->problem);
  if (status == BERG_OK)
    status = read_mode(request, &mode, &reply->problem);
  if (status == BERG_OK)
    status = check_views(catalog, request, &reply->problem);
  if (status == BERG_OK)
    status = berg_find_table(catalog, root, &ns, name, request->arena, &row, &reply->problem);
  if (status == BERG_OK)
    status = berg_entity_tag(catalog, row.metadata_location, mode, request->arena, &tag);
  if (status != BERG_OK)
    return status;
  struct berg_span header = berg_request_header(request, BERG_SPAN("if-none-match"));
  if (header.bytes != NULL && berg_entity_tag_matches(header, tag)) { /* SPEC tables/loadTable/not-modified */
    reply->http_code = 304;
  } else {
    status = write_result(catalog, &row, mode, request->arena, reply);
  }
  if (status == BERG_OK)
    berg_reply_add_header(reply, "ETag", tag);
  return status;
}
