#include "store/store_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOCK_FILE_NAME "catalog.lock"

static enum berg_status fail_path(struct berg_problem *problem, const char *text, const char *path, int error)
{
  enum berg_status status = error == ENOSPC || error == EDQUOT ? BERG_DISK_FULL : BERG_IO;

  return berg_problem_set_texts(problem, status, text, berg_span_of(path), berg_span_of(strerror(error)));
}

/* Makes the new name in the directory above PATH durable. */
static enum berg_status sync_parent(const char *path, struct berg_problem *problem)
{
  char parent[PATH_MAX];
  const char *slash = strrchr(path, '/');

  if (slash == NULL)
    snprintf(parent, sizeof parent, ".");
  else
    snprintf(parent, sizeof parent, "%.*s", slash == path ? 1 : (int)(slash - path), path);
  int fd = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int error = fd < 0 || fsync(fd) != 0 ? errno : 0;
  if (fd >= 0)
    close(fd);
  return error == 0 ? BERG_OK : fail_path(problem, "Cannot sync the directory {}: {}", parent, error);
}

static enum berg_status make_directory(const char *path, struct berg_problem *problem)
{
  if (mkdir(path, 0700) == 0) /* only its owner may look in: it holds the catalog's secret */
    return sync_parent(path, problem);
  return errno == EEXIST ? BERG_OK : fail_path(problem, "Cannot make the data directory {}: {}", path, errno);
}

/* Makes PATH and the directories above it. */
static enum berg_status make_directories(const char *path, struct berg_problem *problem)
{
  char part[PATH_MAX];
  size_t len = strlen(path);
  enum berg_status status = BERG_OK;

  while (len > 1 && path[len - 1] == '/')
    len--;
  if (len == 0 || len >= sizeof part)
    return fail_path(problem, "Cannot make the data directory {}: {}", path, len == 0 ? ENOENT : ENAMETOOLONG);
  for (size_t i = 1; status == BERG_OK && i <= len; i++) {
    if (i < len && (path[i] != '/' || path[i - 1] == '/'))
      continue;
    memcpy(part, path, i);
    part[i] = '\0';
    status = make_directory(part, problem);
  }
  return status;
}

/* Another process holds the lock; its id stands in the file. */
static enum berg_status fail_locked(int fd, const char *directory, struct berg_problem *problem)
{
  char text[24] = "";
  ssize_t len = pread(fd, text, sizeof text - 1, 0);

  while (len > 0 && (text[len - 1] < '0' || text[len - 1] > '9'))
    len--;
  if (len <= 0)
    return berg_problem_set_text(problem, BERG_BUSY, "The data directory {} is in use by another process",
                                 berg_span_of(directory));
  struct berg_span pid = {(const uint8_t *)text, (size_t)len};
  return berg_problem_set_texts(problem, BERG_BUSY, "The data directory {} is in use by process {}",
                                berg_span_of(directory), pid);
}

static enum berg_status write_pid(int fd, const char *path, struct berg_problem *problem)
{
  char text[24];
  int len = snprintf(text, sizeof text, "%ld\n", (long)getpid());

  if (ftruncate(fd, 0) != 0 || pwrite(fd, text, (size_t)len, 0) != len)
    return fail_path(problem, "Cannot write {}: {}", path, errno);
  return BERG_OK;
}

/* Takes the lock on the open file FD. */
static enum berg_status lock_file(int fd, const char *directory, const char *path, struct berg_problem *problem)
{
  if (flock(fd, LOCK_EX | LOCK_NB) == 0)
    return write_pid(fd, path, problem);
  if (errno == EWOULDBLOCK)
    return fail_locked(fd, directory, problem);
  return fail_path(problem, "Cannot lock {}: {}", path, errno);
}

enum berg_status berg_store_lock(const char *directory, bool create, int *lock_fd, struct berg_problem *problem)
{
  char path[PATH_MAX];
  enum berg_status status = create ? make_directories(directory, problem) : BERG_OK;

  if (status != BERG_OK)
    return status;
  int len = snprintf(path, sizeof path, "%s/%s", directory, LOCK_FILE_NAME);
  if (len < 0 || (size_t)len >= sizeof path)
    return fail_path(problem, "Cannot use the data directory {}: {}", directory, ENAMETOOLONG);
  int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0)
    return fail_path(problem, "Cannot open {}: {}", path, errno);
  status = lock_file(fd, directory, path, problem);
  if (status != BERG_OK) {
    close(fd);
    return status;
  }
  *lock_fd = fd;
  return BERG_OK;
}
