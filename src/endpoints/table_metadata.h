/* The steps that createTable, loadTable and updateTable share: choosing a location, checking and writing a metadata
 * file, the LoadTableResult body and its entity tag. Internal to this folder. */
#ifndef BERG_ENDPOINTS_TABLE_METADATA_H
#define BERG_ENDPOINTS_TABLE_METADATA_H

#include "endpoints/context.h"

/* Where a new table of that name lives when the client names no place: below the namespace's `location` property or the
 * warehouse's root; with a suffix when another table is there already, and beside all namespaces when that lies inside
 * a table (clause tables/createTable/default-location). */
BERG_MUST_USE enum berg_status berg_choose_location(const struct berg_catalog *catalog,
                                                    const struct berg_catalog_root *root,
                                                    const struct berg_namespace *ns,
                                                    const struct berg_store_namespace *row, struct berg_span name,
                                                    struct berg_arena *arena, struct berg_span *location,
                                                    struct berg_problem *problem);

/* Checks a location that a client names: a local file location, inside the warehouse when the settings confine it, not
 * overlapping another table's. EXCEPT_OBJECT_ID is the table itself, or 0. */
BERG_MUST_USE enum berg_status berg_check_location(const struct berg_catalog *catalog,
                                                   const struct berg_catalog_root *root, struct berg_span location,
                                                   int64_t except_object_id, struct berg_arena *arena,
                                                   struct berg_problem *problem);

/* Writes TABLE as the next metadata file behind PREVIOUS (empty for a new table): checks it, begins the result in
 * REPLY, serialises the table there (BASE: the stored document it came from, or NULL) and puts the same bytes on disk,
 * so that a large document is not copied. METADATA_LOCATION is the file's place. The caller ends the result. */
BERG_MUST_USE enum berg_status berg_write_metadata(struct berg_catalog *catalog, const struct berg_catalog_root *root,
                                                   const struct berg_document *base, const struct berg_table *table,
                                                   struct berg_span previous, struct berg_arena *arena,
                                                   struct berg_reply *reply, struct berg_span *metadata_location);

enum berg_snapshot_mode { BERG_SNAPSHOTS_ALL = 0, BERG_SNAPSHOTS_REFS };

/* The strong entity tag, with its quotes, of the metadata at METADATA_LOCATION as MODE shows it. */
BERG_MUST_USE enum berg_status berg_entity_tag(const struct berg_catalog *catalog, struct berg_span metadata_location,
                                               enum berg_snapshot_mode mode, struct berg_arena *arena,
                                               struct berg_span *tag);

/* Whether an If-None-Match header value matches TAG: `*`, a list, weak or unquoted forms (clause
 * tables/loadTable/if-none-match). */
bool berg_entity_tag_matches(struct berg_span header, struct berg_span tag);

/* Inserts TABLE, a new one, as NAME: writes its first metadata file, as above, and the row that points to it.
 * BERG_EXISTS. */
BERG_MUST_USE enum berg_status berg_insert_table(struct berg_catalog *catalog, const struct berg_catalog_root *root,
                                                 int64_t namespace_id, struct berg_span name,
                                                 const struct berg_table *table, struct berg_arena *arena,
                                                 struct berg_reply *reply, struct berg_span *metadata_location);

/* Adds the header `ETag` for the whole metadata at METADATA_LOCATION. */
BERG_MUST_USE enum berg_status berg_reply_entity_tag(const struct berg_catalog *catalog,
                                                     struct berg_span metadata_location, struct berg_arena *arena,
                                                     struct berg_reply *reply);

/* Reads the stored document of ROW (STORED, as berg_read_document gives it) into BASE and TABLE. A document that is not
 * right is no fault of the request: BERG_IO. */
BERG_MUST_USE enum berg_status berg_read_table(const struct berg_catalog *catalog, const struct berg_store_object *row,
                                               struct berg_arena *arena, struct berg_span *stored,
                                               struct berg_document *base, struct berg_table *table,
                                               struct berg_problem *problem);

/* Marks the files that the metadata of ROW names (metadata files, manifest lists, statistics), as far as they lie below
 * the table's location, for deletion with the turn (clause tables/dropTable/purge). */
BERG_MUST_USE enum berg_status berg_purge_metadata(struct berg_catalog *catalog, const struct berg_store_object *row,
                                                   struct berg_arena *arena, struct berg_problem *problem);

/* Writes the members that LoadTableResult and CommitTableResponse share up to the name `metadata`, whose value the
 * caller appends; an empty METADATA_LOCATION (a staged table) is left out. Then one of the two others ends it. */
void berg_reply_begin_result(struct berg_reply *reply, struct berg_span metadata_location);
void berg_reply_end_load_table_result(struct berg_reply *reply);
void berg_reply_end_commit_result(struct berg_reply *reply);

/* Writes a CommitTableResponse. */
void berg_reply_commit_result(struct berg_reply *reply, struct berg_span metadata_location, struct berg_span document);

/* Writes a LoadTableResult. */
void berg_reply_load_table_result(struct berg_reply *reply, struct berg_span metadata_location,
                                  struct berg_span document);

#endif
