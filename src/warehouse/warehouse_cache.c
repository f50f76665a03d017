#include "warehouse/warehouse_parts.h"

#include "base/word.h"

#include <stdlib.h>
#include <string.h>

#define BUCKET_COUNT 1024u

/* One document; path and content follow in the same block. */
struct berg_cached {
  struct berg_cached *next_in_bucket;
  struct berg_cached *newer;
  struct berg_cached *older;
  uint64_t hash;
  dev_t device;
  ino_t inode;
  off_t file_size;
  struct timespec changed;
  size_t path_len;
  size_t content_len;
  char path[];
};

static uint64_t hash_path(const char *path, size_t len)
{
  const uint8_t *bytes = (const uint8_t *)path;
  uint64_t hash = 14695981039346656037u; /* FNV-1a, with words for bytes as long as there are any */
  size_t i = 0;

  for (; len - i >= BERG_WORD_LEN; i += BERG_WORD_LEN) {
    hash = (hash ^ berg_word_load(bytes + i)) * 1099511628211u;
    hash ^= hash >> 32; /* a product carries only upwards */
  }
  for (; i < len; i++)
    hash = (hash ^ bytes[i]) * 1099511628211u;
  return hash ^ (hash >> 32);
}

static size_t size_of(const struct berg_cached *cached)
{
  return sizeof *cached + cached->path_len + 1 + cached->content_len;
}

void berg_cache_open(struct berg_cache *cache, size_t limit_bytes)
{
  memset(cache, 0, sizeof *cache);
  if (limit_bytes == 0)
    return;
  cache->buckets = calloc(BUCKET_COUNT, sizeof(struct berg_cached *));
  if (cache->buckets == NULL)
    return; /* no cache, then */
  cache->limit_bytes = limit_bytes;
  cache->bucket_count = BUCKET_COUNT;
}

void berg_cache_close(struct berg_cache *cache)
{
  struct berg_cached *cached = cache->newest;

  while (cached != NULL) {
    struct berg_cached *older = cached->older;
    free(cached);
    cached = older;
  }
  free(cache->buckets);
}

static struct berg_cached *look_up(const struct berg_cache *cache, const char *path)
{
  size_t len = strlen(path);
  uint64_t hash = hash_path(path, len);

  if (cache->buckets == NULL)
    return NULL;
  struct berg_cached *cached = cache->buckets[hash % cache->bucket_count];
  while (cached != NULL && (cached->hash != hash || cached->path_len != len || memcmp(cached->path, path, len) != 0))
    cached = cached->next_in_bucket;
  return cached;
}

/* Takes CACHED out of the order of use. */
static void unlink_order(struct berg_cache *cache, struct berg_cached *cached)
{
  if (cached->newer != NULL)
    cached->newer->older = cached->older;
  else
    cache->newest = cached->older;
  if (cached->older != NULL)
    cached->older->newer = cached->newer;
  else
    cache->oldest = cached->newer;
}

static void put_in_front(struct berg_cache *cache, struct berg_cached *cached)
{
  cached->newer = NULL;
  cached->older = cache->newest;
  if (cache->newest != NULL)
    cache->newest->newer = cached;
  else
    cache->oldest = cached;
  cache->newest = cached;
}

static void drop(struct berg_cache *cache, struct berg_cached *cached)
{
  struct berg_cached **link = &cache->buckets[cached->hash % cache->bucket_count];

  while (*link != cached)
    link = &(*link)->next_in_bucket;
  *link = cached->next_in_bucket;
  unlink_order(cache, cached);
  cache->held_bytes -= size_of(cached);
  free(cached);
}

static struct berg_cached *make(const char *path, const struct stat *info, struct berg_span content)
{
  size_t path_len = strlen(path);
  struct berg_cached *cached = malloc(sizeof *cached + path_len + 1 + content.len);

  if (cached == NULL)
    return NULL;
  cached->hash = hash_path(path, path_len);
  cached->device = info->st_dev;
  cached->inode = info->st_ino;
  cached->file_size = info->st_size;
  cached->changed = info->st_mtim;
  cached->path_len = path_len;
  cached->content_len = content.len;
  memcpy(cached->path, path, path_len + 1);
  if (content.len > 0)
    memcpy(cached->path + path_len + 1, content.bytes, content.len);
  return cached;
}

void berg_cache_put(struct berg_cache *cache, const char *path, const struct stat *info, struct berg_span content)
{
  berg_cache_drop(cache, path);
  if (cache->buckets == NULL || content.len > BERG_CACHED_FILE_MAX)
    return;
  struct berg_cached *cached = make(path, info, content);
  if (cached == NULL)
    return;
  if (size_of(cached) > cache->limit_bytes) {
    free(cached);
    return;
  }
  while (cache->held_bytes > cache->limit_bytes - size_of(cached))
    drop(cache, cache->oldest);
  cached->next_in_bucket = cache->buckets[cached->hash % cache->bucket_count];
  cache->buckets[cached->hash % cache->bucket_count] = cached;
  put_in_front(cache, cached);
  cache->held_bytes += size_of(cached);
}

static bool is_same_file(const struct berg_cached *cached, const struct stat *info)
{
  return cached->device == info->st_dev && cached->inode == info->st_ino && cached->file_size == info->st_size &&
         cached->changed.tv_sec == info->st_mtim.tv_sec && cached->changed.tv_nsec == info->st_mtim.tv_nsec;
}

bool berg_cache_find(struct berg_cache *cache, const char *path, const struct stat *info, struct berg_span *content)
{
  struct berg_cached *cached = look_up(cache, path);

  if (cached == NULL)
    return false;
  if (!is_same_file(cached, info)) {
    drop(cache, cached);
    return false;
  }
  unlink_order(cache, cached);
  put_in_front(cache, cached);
  content->bytes = (const uint8_t *)cached->path + cached->path_len + 1;
  content->len = cached->content_len;
  return true;
}

void berg_cache_drop(struct berg_cache *cache, const char *path)
{
  struct berg_cached *cached = look_up(cache, path);

  if (cached != NULL)
    drop(cache, cached);
}
