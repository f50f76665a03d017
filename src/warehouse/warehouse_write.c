#include "warehouse/warehouse_parts.h"

#include "codec/gzip.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define COMPRESSION_LEVEL 6
#define TEMPORARY_TRIES 100

/* A file on its way: under its temporary name until it is published. */
struct draft {
  int fd;
  char *temporary; /* in the arena */
  struct stat info;
};

/* Writes the next temporary name of the directory of PATH to DRAFT. */
static enum berg_status name_draft(struct berg_warehouse *warehouse, const char *path, struct berg_arena *arena,
                                   struct draft *draft)
{
  const char *slash = strrchr(path, '/');
  size_t directory_len = (size_t)(slash - path) + 1;
  size_t size = directory_len + 64;

  draft->temporary = berg_arena_alloc(arena, size, 1);
  if (draft->temporary == NULL)
    return BERG_NO_MEMORY;
  memcpy(draft->temporary, path, directory_len);
  snprintf(draft->temporary + directory_len, size - directory_len, ".berg-%ld-%" PRIu64 ".tmp", (long)getpid(),
           warehouse->temporary_count++);
  return BERG_OK;
}

/* Opens a new temporary file; a name that is left from a process that had our id is passed over. */
static enum berg_status open_draft(struct berg_warehouse *warehouse, const char *path, struct berg_arena *arena,
                                   struct draft *draft, struct berg_problem *problem)
{
  for (int i = 0; i < TEMPORARY_TRIES; i++) {
    if (name_draft(warehouse, path, arena, draft) != BERG_OK)
      return berg_problem_set(problem, BERG_NO_MEMORY, "Out of memory while a file was written");
    draft->fd = open(draft->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (draft->fd >= 0)
      return BERG_OK;
    if (errno == ENOENT)
      return BERG_ABSENT;
    if (errno != EEXIST)
      return berg_warehouse_fail(problem, errno, "Failed to create file: {} ({})", path);
  }
  return berg_warehouse_fail(problem, EEXIST, "Failed to create file: {} ({})", path);
}

/* The same, with the directories made first when they are not there. */
static enum berg_status open_draft_and_directories(struct berg_warehouse *warehouse, char *path,
                                                   struct berg_arena *arena, struct draft *draft,
                                                   struct berg_problem *problem)
{
  struct berg_pending *pending = warehouse->settings.durable ? &warehouse->pending : NULL;
  enum berg_status status = open_draft(warehouse, path, arena, draft, problem);

  if (status != BERG_ABSENT)
    return status;
  char *slash = strrchr(path, '/');
  *slash = '\0';
  status = berg_make_directories(path, pending, problem);
  *slash = '/';
  if (status == BERG_OK)
    status = open_draft(warehouse, path, arena, draft, problem);
  if (status == BERG_ABSENT)
    return berg_warehouse_fail(problem, ENOENT, "Failed to create file: {} ({})", path);
  return status;
}

static int write_all(int fd, struct berg_span content)
{
  size_t done = 0;

  while (done < content.len) {
    ssize_t n = write(fd, content.bytes + done, content.len - done);
    if (n < 0 && errno != EINTR)
      return errno;
    done += n > 0 ? (size_t)n : 0;
  }
  return 0;
}

/* Writes, syncs and closes the draft; 0 or the system's error. */
static int fill_draft(const struct berg_warehouse *warehouse, struct draft *draft, struct berg_span content)
{
  int error = write_all(draft->fd, content);

  if (error == 0 && warehouse->settings.durable && fdatasync(draft->fd) != 0)
    error = errno;
  if (error == 0 && fstat(draft->fd, &draft->info) != 0)
    error = errno;
  if (close(draft->fd) != 0 && error == 0)
    error = errno;
  return error;
}

/* SPEC tables/updateTable/new-file, tables/updateTable/file-before-pointer */
/* Gives the draft its name, unless there is such a file; 0 or the system's error. */
static int publish(const struct draft *draft, const char *path)
{
  if (renameat2(AT_FDCWD, draft->temporary, AT_FDCWD, path, RENAME_NOREPLACE) == 0)
    return 0;
  if (errno != EINVAL && errno != ENOSYS)
    return errno;
  if (link(draft->temporary, path) != 0) /* a file system that cannot refuse to replace */
    return errno;
  unlink(draft->temporary);
  return 0;
}

static enum berg_status write_draft(struct berg_warehouse *warehouse, struct draft *draft, const char *path,
                                    struct berg_span content, struct berg_problem *problem)
{
  enum berg_status status = BERG_OK;
  int error = fill_draft(warehouse, draft, content);

  if (error == 0 && warehouse->settings.durable)
    error = berg_pending_add_parent(&warehouse->pending, path) == BERG_OK ? 0 : ENOMEM;
  if (error == 0)
    error = publish(draft, path);
  if (error == EEXIST)
    status = berg_problem_set_text(problem, BERG_EXISTS, "File already exists: {}", berg_span_of(path));
  else if (error != 0)
    status = berg_warehouse_fail(problem, error, "Failed to write file: {} ({})", path);
  if (error != 0)
    unlink(draft->temporary);
  return status;
}

/* SPEC tables/updateTable/file-gzip */
/* Writes STORED, the bytes as they shall stand in the file, whose document is CONTENT. */
static enum berg_status write_file(struct berg_warehouse *warehouse, char *path, struct berg_span stored,
                                   struct berg_span content, struct berg_arena *arena, struct berg_problem *problem)
{
  struct draft draft = {.fd = -1};
  enum berg_status status = open_draft_and_directories(warehouse, path, arena, &draft, problem);

  if (status == BERG_OK)
    status = write_draft(warehouse, &draft, path, stored, problem);
  if (status == BERG_OK)
    berg_cache_put(&warehouse->cache, path, &draft.info, content);
  return status;
}

enum berg_status berg_warehouse_write(struct berg_warehouse *warehouse, struct berg_span location,
                                      struct berg_span content, struct berg_arena *arena, struct berg_problem *problem)
{
  struct berg_buffer packed;
  char *path = NULL;
  enum berg_status status = berg_warehouse_file_path(location, arena, &path, problem);

  if (status != BERG_OK)
    return status;
  if (!berg_warehouse_is_compressed(path))
    return write_file(warehouse, path, content, content, arena, problem);
  berg_buffer_open(&packed);
  if (berg_gzip_compress(content, COMPRESSION_LEVEL, &packed) == BERG_OK)
    status = write_file(warehouse, path, berg_buffer_span(&packed), content, arena, problem);
  else
    status = berg_problem_set(problem, BERG_NO_MEMORY, "Out of memory while a file was compressed");
  berg_buffer_close(&packed);
  return status;
}

enum berg_status berg_warehouse_delete(struct berg_warehouse *warehouse, struct berg_span location,
                                       struct berg_arena *arena, struct berg_problem *problem)
{
  char *path = NULL;
  enum berg_status status = berg_warehouse_file_path(location, arena, &path, problem);

  if (status != BERG_OK)
    return status;
  berg_cache_drop(&warehouse->cache, path);
  if (unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR)
    return BERG_OK;
  return berg_warehouse_fail(problem, errno, "Failed to delete file: {} ({})", path);
}
