/* Writing metadata files and the rows that point to them. */
#include "endpoints/table_metadata.h"

#include "core/check.h"
#include "json/reader.h"

/* SPEC tables/updateTable/file-name */
static enum berg_status name_file(const struct berg_catalog *catalog, const struct berg_table *table,
                                  struct berg_span previous, struct berg_arena *arena, struct berg_span *file)
{
  struct berg_span uuid;
  struct berg_span folder = berg_properties_find(&table->properties, BERG_SPAN("write.metadata.path"));
  struct berg_span codec = berg_properties_find(&table->properties, BERG_SPAN("write.metadata.compression-codec"));
  enum berg_status status = berg_catalog_fresh_uuid(catalog, arena, &uuid);

  if (status == BERG_OK)
    status = berg_metadata_file_name(table->location, folder, previous, uuid, berg_span_equal(codec, BERG_SPAN("gzip")),
                                     arena, file);
  return status;
}

/* SPEC tables/createTable/location-refused */
static enum berg_status confine_file(const struct berg_catalog *catalog, const struct berg_catalog_root *root,
                                     struct berg_span file, struct berg_problem *problem)
{
  if (!catalog->settings.confine_locations || berg_location_inside(file, root->uri))
    return BERG_OK;
  return berg_problem_set_texts(problem, BERG_INVALID, "Metadata file {} would not be below the warehouse {}", file,
                                root->uri);
}

enum berg_status berg_write_metadata(struct berg_catalog *catalog, const struct berg_catalog_root *root,
                                     const struct berg_document *base, const struct berg_table *table,
                                     struct berg_span previous, struct berg_arena *arena, struct berg_reply *reply,
                                     struct berg_span *metadata_location)
{
  struct berg_buffer *body = &reply->body;
  enum berg_status status = berg_table_check(table, arena, &reply->problem);

  if (status == BERG_OK)
    status = name_file(catalog, table, previous, arena, metadata_location);
  if (status == BERG_OK)
    status = confine_file(catalog, root, *metadata_location, &reply->problem);
  if (status != BERG_OK)
    return status;
  berg_reply_begin_result(reply, *metadata_location);
  size_t start = body->len;
  status = berg_document_write(base, table, body);
  if (status == BERG_OK)
    status = berg_remember_written(catalog, *metadata_location);
  if (status == BERG_OK)
    status =
        berg_warehouse_write(catalog->files, *metadata_location,
                             berg_span_part(berg_buffer_span(body), start, body->len - start), arena, &reply->problem);
  return status;
}

enum berg_status berg_insert_table(struct berg_catalog *catalog, const struct berg_catalog_root *root,
                                   int64_t namespace_id, struct berg_span name, const struct berg_table *table,
                                   struct berg_arena *arena, struct berg_reply *reply,
                                   struct berg_span *metadata_location)
{
  struct berg_span none = {NULL, 0};
  enum berg_status status = berg_write_metadata(catalog, root, NULL, table, none, arena, reply, metadata_location);

  if (status != BERG_OK)
    return status;
  struct berg_store_object object = {.kind = BERG_OBJECT_TABLE,
                                     .uuid = table->table_uuid,
                                     .location = table->location,
                                     .metadata_location = *metadata_location};
  return berg_store_insert_object(catalog->store, namespace_id, name, &object, &reply->problem);
}

enum berg_status berg_read_table(const struct berg_catalog *catalog, const struct berg_store_object *row,
                                 struct berg_arena *arena, struct berg_span *stored, struct berg_document *base,
                                 struct berg_table *table, struct berg_problem *problem)
{
  struct berg_problem cause;
  enum berg_status status = berg_read_document(catalog, row, arena, stored, problem);

  berg_problem_clear(&cause);
  if (status != BERG_OK)
    return status;
  status = berg_document_read(*stored, true, arena, base, table, &cause);
  if (status == BERG_OK)
    return BERG_OK;
  return berg_problem_set_texts(problem, status == BERG_INVALID ? BERG_IO : status,
                                "Metadata file {} cannot be used: {}", row->metadata_location,
                                berg_problem_message(&cause));
}

/* Marks LOCATION for deletion if it lies below the table's. */
static enum berg_status mark(struct berg_catalog *catalog, const struct berg_table *table, struct berg_span location,
                             struct berg_problem *problem)
{
  if (location.len == 0 || !berg_location_inside(location, table->location))
    return BERG_OK;
  return berg_store_add_garbage(catalog->store, location, problem);
}

static enum berg_status mark_manifest_list(struct berg_catalog *catalog, const struct berg_table *table,
                                           const struct berg_snapshot *snapshot, struct berg_arena *arena,
                                           struct berg_problem *problem)
{
  struct berg_json_reader reader;
  struct berg_span raw;
  struct berg_span location;

  berg_json_open(&reader, snapshot->text, BERG_JSON_DEPTH_MAX, arena, problem);
  enum berg_status status = berg_json_peek_member(&reader, BERG_SPAN("manifest-list"), &raw);
  if (status == BERG_ABSENT)
    return BERG_OK;
  if (status != BERG_OK)
    return status;
  berg_json_open(&reader, raw, BERG_JSON_DEPTH_MAX, arena, problem);
  status = berg_json_read_string(&reader, "manifest-list", &location);
  if (status == BERG_OK)
    status = mark(catalog, table, location, problem);
  return status;
}

static enum berg_status mark_files(struct berg_catalog *catalog, const struct berg_table *table,
                                   struct berg_arena *arena, struct berg_problem *problem)
{
  enum berg_status status = BERG_OK;

  for (size_t i = 0; status == BERG_OK && i < table->metadata_log_count; i++)
    status = mark(catalog, table, table->metadata_log[i].metadata_file, problem);
  for (size_t i = 0; status == BERG_OK && i < table->snapshot_count; i++)
    status = mark_manifest_list(catalog, table, &table->snapshots[i], arena, problem);
  for (size_t i = 0; status == BERG_OK && i < table->statistics_count; i++)
    status = mark(catalog, table, table->statistics[i].statistics_path, problem);
  for (size_t i = 0; status == BERG_OK && i < table->partition_statistics_count; i++)
    status = mark(catalog, table, table->partition_statistics[i].statistics_path, problem);
  return status;
}

enum berg_status berg_purge_metadata(struct berg_catalog *catalog, const struct berg_store_object *row,
                                     struct berg_arena *arena, struct berg_problem *problem)
{
  struct berg_span stored;
  struct berg_document document;
  struct berg_table table;
  enum berg_status status = berg_read_table(catalog, row, arena, &stored, &document, &table, NULL);

  if (status == BERG_NO_MEMORY)
    return status;
  if (status != BERG_OK) /* nothing names the files any more; SPEC tables/dropTable/missing-file */
    return BERG_OK;
  status = mark_files(catalog, &table, arena, problem);
  if (status == BERG_OK)
    status = mark(catalog, &table, row->metadata_location, problem);
  return status;
}
