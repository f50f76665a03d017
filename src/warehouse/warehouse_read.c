#include "warehouse/warehouse_parts.h"

#include "codec/gzip.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define HELD_MAX (1u << 20) /* a longer buffer is not kept */

static enum berg_status fail_open(struct berg_problem *problem, int error, struct berg_span location, const char *path)
{
  if (error == ENOENT || error == ENOTDIR)
    return berg_problem_set_text(problem, BERG_NOT_FOUND, "Failed to open input stream for file: {}", location);
  return berg_warehouse_fail(problem, error, "Failed to read file: {} ({})", path);
}

/* Reads the whole of FD, SIZE bytes by its directory, into CONTENT; 0 or the system's error. */
static int read_all(int fd, size_t size, struct berg_buffer *content)
{
  berg_buffer_reserve(content, size + 1);
  while (!content->failed) {
    size_t room = content->cap - content->len;
    if (room == 0 || content->len > size)
      return EFBIG; /* it grew while it was read: not one of ours */
    ssize_t n = read(fd, content->bytes + content->len, room);
    if (n == 0)
      return 0;
    if (n < 0 && errno != EINTR)
      return errno;
    content->len += n > 0 ? (size_t)n : 0;
  }
  return ENOMEM;
}

/* Opens, looks at and reads the file PATH. */
static enum berg_status read_file(struct berg_warehouse *warehouse, struct berg_span location, const char *path,
                                  struct stat *info, struct berg_problem *problem)
{
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY); /* must not wait at a pipe */

  if (fd < 0)
    return fail_open(problem, errno, location, path);
  int error = fstat(fd, info) != 0 ? errno : 0;
  if (error == 0 && !S_ISREG(info->st_mode))
    error = S_ISDIR(info->st_mode) ? EISDIR : EINVAL;
  bool too_large = error == 0 && (uint64_t)info->st_size > warehouse->settings.file_max_bytes;
  if (error == 0 && !too_large)
    error = read_all(fd, (size_t)info->st_size, &warehouse->content);
  close(fd);
  if (too_large)
    return berg_problem_set_text(problem, BERG_TOO_LARGE, "The file {} is longer than this server reads", location);
  return error == 0 ? BERG_OK : fail_open(problem, error, location, path);
}

/* Puts the plain bytes in the place of the packed ones. */
static enum berg_status unpack(struct berg_warehouse *warehouse, struct berg_span location,
                               struct berg_problem *problem)
{
  struct berg_buffer plain;

  berg_buffer_open(&plain);
  enum berg_status status =
      berg_gzip_decompress(berg_buffer_span(&warehouse->content), warehouse->settings.file_max_bytes, &plain);
  if (status == BERG_OK) {
    berg_buffer_close(&warehouse->content);
    warehouse->content = plain;
    return BERG_OK;
  }
  berg_buffer_close(&plain);
  if (status == BERG_TOO_LARGE)
    return berg_problem_set_text(problem, status, "The file {} is longer than this server reads", location);
  if (status == BERG_INVALID)
    return berg_problem_set_text(problem, status, "The file {} is not the gzip that its name says", location);
  return berg_problem_set(problem, status, "Out of memory while a file was decompressed");
}

void berg_warehouse_forget(struct berg_warehouse *warehouse)
{
  if (warehouse->content.cap > HELD_MAX || warehouse->content.failed)
    berg_buffer_close(&warehouse->content);
}

static enum berg_status read_fresh(struct berg_warehouse *warehouse, struct berg_span location, const char *path,
                                   struct berg_span *content, struct berg_problem *problem)
{
  struct stat info;

  berg_warehouse_forget(warehouse);
  berg_buffer_reset(&warehouse->content);
  enum berg_status status = read_file(warehouse, location, path, &info, problem);
  if (status == BERG_OK && berg_warehouse_is_compressed(path))
    status = unpack(warehouse, location, problem);
  if (status != BERG_OK)
    return status;
  *content = berg_buffer_span(&warehouse->content);
  berg_cache_put(&warehouse->cache, path, &info, *content);
  return BERG_OK;
}

enum berg_status berg_warehouse_read(struct berg_warehouse *warehouse, struct berg_span location,
                                     struct berg_arena *arena, struct berg_span *content, struct berg_problem *problem)
{
  struct stat info;
  char *path = NULL;
  enum berg_status status = berg_warehouse_file_path(location, arena, &path, problem);

  if (status != BERG_OK)
    return status;
  if (stat(path, &info) != 0) {
    berg_cache_drop(&warehouse->cache, path);
    return fail_open(problem, errno, location, path);
  }
  if (berg_cache_find(&warehouse->cache, path, &info, content))
    return BERG_OK;
  return read_fresh(warehouse, location, path, content, problem);
}
