/* Files of a warehouse on the local disk: metadata documents in, bytes out.
 *
 * Locations are `file:` URIs (`file:///x`, `file:/x`) or absolute paths; nothing else is touched. A file is written
 * under a temporary name in its directory, synced, renamed, and its directory synced by berg_warehouse_sync, so that a
 * name never leads to half a file. Written files are immutable. A bounded cache keeps the bytes of small documents. */
#ifndef BERG_WAREHOUSE_WAREHOUSE_H
#define BERG_WAREHOUSE_WAREHOUSE_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/problem.h"

struct berg_warehouse;

struct berg_warehouse_settings {
  size_t cache_bytes;    /* most bytes of cached documents; 0: no cache */
  size_t file_max_bytes; /* longest file that is read, after decompression */
  bool durable;          /* false: no fsync, for catalogs that live in memory */
};

BERG_MUST_USE enum berg_status berg_warehouse_open(const struct berg_warehouse_settings *settings,
                                                   struct berg_warehouse **warehouse, struct berg_problem *problem);
void berg_warehouse_close(struct berg_warehouse *warehouse);

/* The local path of LOCATION, NUL-terminated in ARENA: what stands behind `file://` or `file:`, byte for byte. Percent
 * signs mean themselves, as they do to Java's and Python's file access; so a name that was percent-encoded into a
 * location names one directory, to every client. BERG_INVALID for another scheme, a remote host, a relative path, a
 * NUL, or a `.` or `..` segment. */
BERG_MUST_USE enum berg_status berg_warehouse_path(struct berg_span location, struct berg_arena *arena, char **path,
                                                   struct berg_problem *problem);

/* Writes CONTENT as the new file LOCATION, making directories as needed; `.gz.metadata.json` and `.metadata.json.gz`
 * are compressed. The content is synced; the directories are by berg_warehouse_sync. BERG_EXISTS, BERG_DISK_FULL,
 * BERG_IO, BERG_INVALID for a location that is no file's or too long for the file system; after a failure no file of
 * that name is left by this call. */
BERG_MUST_USE enum berg_status berg_warehouse_write(struct berg_warehouse *warehouse, struct berg_span location,
                                                    struct berg_span content, struct berg_arena *arena,
                                                    struct berg_problem *problem);
/* Syncs every directory that files were put into since the last call: once a turn, before the store commits. */
BERG_MUST_USE enum berg_status berg_warehouse_sync(struct berg_warehouse *warehouse, struct berg_problem *problem);

/* The bytes of file LOCATION, decompressed by its name. CONTENT is valid until the next call that writes, reads or
 * deletes. BERG_NOT_FOUND ("Failed to open input stream for file: ..."), BERG_TOO_LARGE, BERG_IO, BERG_INVALID for a
 * location that is no file's or a file that should be gzip and is not. A cached document is served only while its file
 * is still the same one with the same size. */
BERG_MUST_USE enum berg_status berg_warehouse_read(struct berg_warehouse *warehouse, struct berg_span location,
                                                   struct berg_arena *arena, struct berg_span *content,
                                                   struct berg_problem *problem);

/* Gives back the memory of what was read last, if that is much: when nobody works with it any more. */
void berg_warehouse_forget(struct berg_warehouse *warehouse);

/* Deletes the file; BERG_OK also when there is none. */
BERG_MUST_USE enum berg_status berg_warehouse_delete(struct berg_warehouse *warehouse, struct berg_span location,
                                                     struct berg_arena *arena, struct berg_problem *problem);

/* Makes the directory LOCATION and its parents, for a warehouse root; BERG_IO when that is not possible or it cannot be
 * written to. */
BERG_MUST_USE enum berg_status berg_warehouse_make_root(struct berg_span location, struct berg_problem *problem);

/* Removes a directory tree that this program made (the temporary warehouse of `--data :memory:`). */
void berg_warehouse_remove_tree(const char *path);

#endif
