#include "warehouse/warehouse_parts.h"

#include <string.h>

static bool ends_with(const char *name, const char *end)
{
  size_t name_len = strlen(name);
  size_t end_len = strlen(end);

  return name_len >= end_len && memcmp(name + name_len - end_len, end, end_len) == 0;
}

bool berg_warehouse_is_compressed(const char *name)
{
  return ends_with(name, ".gz.metadata.json") || ends_with(name, ".metadata.json.gz");
}

/* Cuts `file:` and the empty authority off; false when LOCATION has another scheme or a host. */
static bool strip_scheme(struct berg_span location, struct berg_span *path)
{
  struct berg_span rest = location;

  if (berg_span_starts_with(location, BERG_SPAN("file:"))) {
    rest = berg_span_part(location, 5, location.len - 5);
    if (berg_span_starts_with(rest, BERG_SPAN("///")))
      rest = berg_span_part(rest, 2, rest.len - 2);
    else if (berg_span_starts_with(rest, BERG_SPAN("//")))
      return false;
  }
  if (rest.len == 0 || rest.bytes[0] != '/')
    return false;
  *path = rest;
  return true;
}

static bool is_dots(struct berg_span segment)
{
  return berg_span_equal(segment, BERG_SPAN(".")) || berg_span_equal(segment, BERG_SPAN(".."));
}

/* Whether every segment of PATH names something below the one before. */
static bool goes_only_down(struct berg_span path)
{
  if (memchr(path.bytes, '\0', path.len) != NULL)
    return false;
  for (size_t start = 0; start < path.len;) {
    const uint8_t *slash = memchr(path.bytes + start, '/', path.len - start);
    size_t end = slash == NULL ? path.len : (size_t)(slash - path.bytes);
    if (is_dots(berg_span_part(path, start, end - start)))
      return false;
    start = end + 1;
  }
  return true;
}

enum berg_status berg_warehouse_path(struct berg_span location, struct berg_arena *arena, char **path,
                                     struct berg_problem *problem)
{
  struct berg_span local;
  struct berg_span copy;

  if (!strip_scheme(location, &local))
    return berg_problem_set_text(problem, BERG_INVALID,
                                 "Invalid location {}: only local files (file: URIs and absolute paths) are served",
                                 location);
  if (!goes_only_down(local))
    return berg_problem_set_text(problem, BERG_INVALID, "Invalid location {}: it has a '.' or '..' segment or a NUL",
                                 location);
  if (berg_arena_copy(arena, local, &copy) != BERG_OK)
    return berg_problem_set(problem, BERG_NO_MEMORY, "Out of memory while a location was read");
  *path = (char *)(uintptr_t)copy.bytes;
  return BERG_OK;
}

enum berg_status berg_warehouse_file_path(struct berg_span location, struct berg_arena *arena, char **path,
                                          struct berg_problem *problem)
{
  if (location.len > 0 && location.bytes[location.len - 1] == '/')
    return berg_problem_set_text(problem, BERG_INVALID, "Invalid location {}: a file's name is missing", location);
  return berg_warehouse_path(location, arena, path, problem);
}
