#include "warehouse/warehouse_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum berg_status berg_warehouse_fail(struct berg_problem *problem, int error, const char *text, const char *path)
{
  enum berg_status status = BERG_IO;

  if (error == ENOSPC || error == EDQUOT)
    status = BERG_DISK_FULL;
  else if (error == ENAMETOOLONG)
    status = BERG_INVALID;
  else if (error == ENOMEM)
    status = BERG_NO_MEMORY;
  return berg_problem_set_texts(problem, status, text, berg_span_of(path), berg_span_of(strerror(error)));
}

/* Where the last segment of PATH starts. */
static size_t name_start(const char *path)
{
  const char *slash = strrchr(path, '/');

  return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

enum berg_status berg_pending_add_parent(struct berg_pending *pending, const char *path)
{
  size_t len = name_start(path);

  while (len > 1 && path[len - 1] == '/')
    len--;
  for (size_t i = pending->count; i > 0; i--) /* mostly the same as a moment ago */
    if (strncmp(pending->paths[i - 1], path, len) == 0 && pending->paths[i - 1][len] == '\0')
      return BERG_OK;
  if (pending->count == pending->cap) {
    size_t cap = pending->cap == 0 ? 16 : pending->cap * 2;
    char **grown = realloc(pending->paths, cap * sizeof *grown);
    if (grown == NULL)
      return BERG_NO_MEMORY;
    pending->paths = grown;
    pending->cap = cap;
  }
  char *copy = strndup(path, len);
  if (copy == NULL)
    return BERG_NO_MEMORY;
  pending->paths[pending->count++] = copy;
  return BERG_OK;
}

static enum berg_status sync_directory(const char *path, struct berg_problem *problem)
{
  int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int error = fd < 0 || fsync(fd) != 0 ? errno : 0;

  if (fd >= 0)
    close(fd);
  return error == 0 ? BERG_OK : berg_warehouse_fail(problem, error, "Cannot sync the directory {}: {}", path);
}

enum berg_status berg_pending_sync(struct berg_pending *pending, struct berg_problem *problem)
{
  enum berg_status status = BERG_OK;

  for (size_t i = 0; i < pending->count; i++) {
    if (status == BERG_OK)
      status = sync_directory(pending->paths[i], problem);
    free(pending->paths[i]);
  }
  pending->count = 0;
  return status;
}

void berg_pending_close(struct berg_pending *pending)
{
  for (size_t i = 0; i < pending->count; i++)
    free(pending->paths[i]);
  free(pending->paths);
}

/* Makes one directory, when it is not there. */
static enum berg_status make_directory(const char *path, struct berg_pending *pending, struct berg_problem *problem)
{
  if (mkdir(path, 0777) == 0) {
    if (pending == NULL || berg_pending_add_parent(pending, path) == BERG_OK)
      return BERG_OK;
    rmdir(path);
    return berg_problem_set(problem, BERG_NO_MEMORY, "Out of memory while a directory was made");
  }
  return errno == EEXIST ? BERG_OK : berg_warehouse_fail(problem, errno, "Cannot make the directory {}: {}", path);
}

enum berg_status berg_make_directories(char *path, struct berg_pending *pending, struct berg_problem *problem)
{
  enum berg_status status = BERG_OK;

  for (size_t i = 1; status == BERG_OK && path[i - 1] != '\0'; i++) {
    char kept = path[i];
    if ((kept != '/' && kept != '\0') || path[i - 1] == '/')
      continue;
    path[i] = '\0';
    status = make_directory(path, pending, problem);
    path[i] = kept;
  }
  return status;
}

/* Makes and removes a file in PATH: permissions alone do not tell, for root has them all. */
static enum berg_status try_to_write(const char *path, struct berg_problem *problem)
{
  char name[4096];
  int len = snprintf(name, sizeof name, "%s/.berg-XXXXXX", path);

  if (len < 0 || (size_t)len >= sizeof name)
    return berg_warehouse_fail(problem, ENAMETOOLONG, "Cannot write to the warehouse {}: {}", path);
  int fd = mkostemp(name, O_CLOEXEC);
  if (fd < 0)
    return berg_warehouse_fail(problem, errno, "Cannot write to the warehouse {}: {}", path);
  close(fd);
  unlink(name);
  return BERG_OK;
}

enum berg_status berg_warehouse_make_root(struct berg_span location, struct berg_problem *problem)
{
  struct berg_arena arena;
  struct berg_pending pending = {NULL, 0, 0};
  char *path = NULL;

  berg_arena_open(&arena, 1u << 20);
  enum berg_status status = berg_warehouse_path(location, &arena, &path, problem);
  if (status == BERG_OK)
    status = berg_make_directories(path, &pending, problem);
  if (status == BERG_OK)
    status = berg_pending_sync(&pending, problem);
  if (status == BERG_OK)
    status = try_to_write(path, problem);
  berg_pending_close(&pending);
  berg_arena_close(&arena);
  return status;
}

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *place)
{
  (void)info;
  (void)type;
  (void)place;
  (void)remove(path); /* what cannot be removed is left, and its directories with it */
  return 0;
}

void berg_warehouse_remove_tree(const char *path)
{
  (void)nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}
