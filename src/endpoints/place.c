/* Where tables live. */
#include "endpoints/table_metadata.h"

/* Length of the suffix that keeps a second table of one name apart from the first one's files. */
#define SUFFIX_LEN 8u

static enum berg_status namespace_root(const struct berg_catalog_root *root, const struct berg_namespace *ns,
                                       const struct berg_store_namespace *row, struct berg_span name,
                                       struct berg_span suffix, struct berg_arena *arena, struct berg_span *location)
{
  struct berg_span own = berg_properties_find(&row->properties, BERG_SPAN("location"));
  struct berg_namespace nothing = {{NULL, 0}, {NULL, 0}};

  if (own.len > 0)
    return berg_location_default(berg_location_strip(own), &nothing, name, suffix, arena, location);
  return berg_location_default(root->uri, ns, name, suffix, arena, location);
}

enum berg_status berg_choose_location(const struct berg_catalog *catalog, const struct berg_catalog_root *root,
                                      const struct berg_namespace *ns, const struct berg_store_namespace *row,
                                      struct berg_span name, struct berg_arena *arena, struct berg_span *location,
                                      struct berg_problem *problem)
{
  const struct berg_namespace nothing = {{NULL, 0}, {NULL, 0}};
  struct berg_span suffix = {NULL, 0};
  struct berg_span uuid;
  bool taken = false;
  enum berg_status status = namespace_root(root, ns, row, name, suffix, arena, location);

  if (status == BERG_OK)
    status = berg_store_location_taken(catalog->store, root->warehouse_id, *location, 0, &taken, problem);
  if (status != BERG_OK || !taken)
    return status;
  status = berg_catalog_fresh_uuid(catalog, arena, &uuid);
  if (status != BERG_OK)
    return status;
  suffix = berg_span_part(uuid, 0, SUFFIX_LEN);
  status = namespace_root(root, ns, row, name, suffix, arena, location);
  if (status == BERG_OK)
    status = berg_store_location_taken(catalog->store, root->warehouse_id, *location, 0, &taken, problem);
  if (status == BERG_OK && taken) /* a table has the name of the namespace, and its place */
    status = berg_location_default(root->uri, &nothing, name, suffix, arena, location);
  return status;
}

/* SPEC tables/createTable/location-refused */
enum berg_status berg_check_location(const struct berg_catalog *catalog, const struct berg_catalog_root *root,
                                     struct berg_span location, int64_t except_object_id, struct berg_arena *arena,
                                     struct berg_problem *problem)
{
  char *path;
  bool taken = false;
  enum berg_status status = berg_warehouse_path(location, arena, &path, problem);

  if (status != BERG_OK)
    return status;
  if (catalog->settings.confine_locations &&
      (!berg_location_inside(location, root->uri) || berg_location_inside(root->uri, location)))
    return berg_problem_set_texts(problem, BERG_INVALID, "Location {} is not below the warehouse {}", location,
                                  root->uri);
  status = berg_store_location_taken(catalog->store, root->warehouse_id, location, except_object_id, &taken, problem);
  if (status == BERG_OK && taken)
    return berg_problem_set_text(problem, BERG_INVALID, "Location {} overlaps the location of another table", location);
  return status;
}
