/* What the files of the warehouse share. Internal to src/warehouse. */
#ifndef BERG_WAREHOUSE_WAREHOUSE_PARTS_H
#define BERG_WAREHOUSE_WAREHOUSE_PARTS_H

#include "warehouse/warehouse.h"

#include <sys/stat.h>

#define BERG_CACHED_FILE_MAX (256u * 1024u) /* longer documents are read each time: a copy of them is no gain */

struct berg_cached;

/* Documents by path, the one used last in front; its bytes count with names and bookkeeping. */
struct berg_cache {
  size_t limit_bytes;
  size_t held_bytes;
  size_t bucket_count;
  struct berg_cached **buckets;
  struct berg_cached *newest;
  struct berg_cached *oldest;
};

/* Directories with names in them that are not durable yet. */
struct berg_pending {
  char **paths;
  size_t count;
  size_t cap;
};

struct berg_warehouse {
  struct berg_warehouse_settings settings;
  struct berg_cache cache;
  struct berg_pending pending;
  uint64_t temporary_count;   /* names of temporary files */
  struct berg_buffer content; /* what was read last, when the cache does not hold it */
};

/* The status for the system's ERROR, and PROBLEM filled with TEXT, whose two places get PATH and what the error means.
 */
enum berg_status berg_warehouse_fail(struct berg_problem *problem, int error, const char *text, const char *path);

/* Whether the file NAME ends as a compressed metadata file does. */
bool berg_warehouse_is_compressed(const char *name);

/* The path of a file: as berg_warehouse_path, and it must not end in '/'. */
BERG_MUST_USE enum berg_status berg_warehouse_file_path(struct berg_span location, struct berg_arena *arena,
                                                        char **path, struct berg_problem *problem);

/* Makes directory PATH and those above it. PENDING, when not NULL, gets every directory that a name was put into. */
BERG_MUST_USE enum berg_status berg_make_directories(char *path, struct berg_pending *pending,
                                                     struct berg_problem *problem);

/* Remembers the directory of the file or directory PATH, once. */
BERG_MUST_USE enum berg_status berg_pending_add_parent(struct berg_pending *pending, const char *path);
/* Syncs and forgets all directories; the first failure is told, all are forgotten. */
BERG_MUST_USE enum berg_status berg_pending_sync(struct berg_pending *pending, struct berg_problem *problem);
void berg_pending_close(struct berg_pending *pending);

void berg_cache_open(struct berg_cache *cache, size_t limit_bytes);
void berg_cache_close(struct berg_cache *cache);
/* Puts CONTENT of the file PATH, which INFO describes, in front; drops the oldest until all fit. Does nothing for what
 * is too long, or when memory is short. */
void berg_cache_put(struct berg_cache *cache, const char *path, const struct stat *info, struct berg_span content);
/* Whether the cache holds PATH as INFO describes it; CONTENT is valid until the next put or drop. */
bool berg_cache_find(struct berg_cache *cache, const char *path, const struct stat *info, struct berg_span *content);
void berg_cache_drop(struct berg_cache *cache, const char *path);

#endif
