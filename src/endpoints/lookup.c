/* Rows and documents that endpoints look up, and how their absence is answered. */
#include "endpoints/context.h"

enum berg_status berg_fail_named(enum berg_status status, const char *what, const struct berg_namespace *ns,
                                 struct berg_span name, struct berg_problem *problem)
{
  struct berg_buffer text;

  berg_buffer_open(&text);
  berg_buffer_append_text(&text, what);
  berg_namespace_format(&text, ns, name);
  berg_problem_set_text(problem, status, "{}", berg_buffer_span(&text));
  berg_buffer_close(&text);
  return status;
}

enum berg_status berg_find_namespace(const struct berg_catalog *catalog, const struct berg_catalog_root *root,
                                     const struct berg_namespace *ns, bool with_properties, struct berg_arena *arena,
                                     struct berg_store_namespace *row, struct berg_problem *problem)
{
  struct berg_span none = {NULL, 0};
  enum berg_status status =
      berg_store_find_namespace(catalog->store, root->warehouse_id, ns->key, with_properties, arena, row, problem);

  if (status == BERG_ABSENT) /* SPEC errors/missing-kind */
    return berg_fail_named(BERG_NO_NAMESPACE, "Namespace does not exist: ", ns, none, problem);
  return status;
}

enum berg_status berg_find_table(const struct berg_catalog *catalog, const struct berg_catalog_root *root,
                                 const struct berg_namespace *ns, struct berg_span name, struct berg_arena *arena,
                                 struct berg_store_object *row, struct berg_problem *problem)
{
  enum berg_status status =
      berg_store_find_object(catalog->store, root->warehouse_id, ns->key, name, arena, row, problem);

  if (status == BERG_ABSENT || (status == BERG_OK && row->kind != BERG_OBJECT_TABLE))
    return berg_fail_named(BERG_NO_TABLE, "Table does not exist: ", ns, name, problem);
  return status;
}

/* SPEC tables/loadTable/missing-file */
enum berg_status berg_read_document(const struct berg_catalog *catalog, const struct berg_store_object *row,
                                    struct berg_arena *arena, struct berg_span *content, struct berg_problem *problem)
{
  struct berg_problem cause;

  berg_problem_clear(&cause);
  enum berg_status status = berg_warehouse_read(catalog->files, row->metadata_location, arena, content, &cause);
  if (status == BERG_OK)
    return BERG_OK;
  if (status == BERG_NOT_FOUND && catalog->settings.missing_metadata_code != 404)
    status = BERG_IO;
  return berg_problem_set_text(problem, status, "{}", berg_problem_message(&cause));
}
