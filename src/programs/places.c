#include "programs/places.h"

#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OPEN_DIRECTORIES 16

static enum berg_status complain_errno(struct berg_problem *problem, const char *text, const char *path)
{
  return berg_problem_set_texts(problem, BERG_IO, text, berg_span_of(path), berg_span_of(strerror(errno)));
}

/* HEAD and TAIL as one text that lives as long as SETTINGS. */
static enum berg_status join(struct berg_settings *settings, const char *head, const char *tail, const char **joined,
                             struct berg_problem *problem)
{
  size_t len = strlen(head) + strlen(tail) + 1;
  char *text = berg_arena_alloc(&settings->arena, len, 1);

  if (text == NULL)
    return berg_problem_set(problem, BERG_NO_MEMORY, "there is no memory for the settings");
  snprintf(text, len, "%s%s", head, tail);
  *joined = text;
  return BERG_OK;
}

static enum berg_status make_absolute(struct berg_settings *settings, const char *path, const char **absolute,
                                      struct berg_problem *problem)
{
  char here[PATH_MAX];
  const char *with_slash = NULL;

  if (path[0] == '/') {
    *absolute = path;
    return BERG_OK;
  }
  if (getcwd(here, sizeof here) == NULL)
    return complain_errno(problem, "cannot tell the current directory for {}: {}", path);
  enum berg_status status = join(settings, here, "/", &with_slash, problem);
  return status == BERG_OK ? join(settings, with_slash, path, absolute, problem) : status;
}

/* Makes PATH and what is missing above it. */
static enum berg_status make_directory(const char *path, struct berg_problem *problem)
{
  char part[PATH_MAX];
  size_t len = strlen(path);

  if (len >= sizeof part)
    return berg_problem_set(problem, BERG_IO, "the path of a directory is too long");
  memcpy(part, path, len + 1);
  for (size_t i = 1; i <= len; i++) {
    if (part[i] != '/' && part[i] != '\0')
      continue;
    part[i] = '\0';
    if (mkdir(part, 0777) != 0 && errno != EEXIST)
      return complain_errno(problem, "cannot make the directory {}: {}", part);
    part[i] = i < len ? '/' : '\0';
  }
  return BERG_OK;
}

static enum berg_status make_temporary(struct berg_settings *settings, const char **path, struct berg_problem *problem)
{
  const char *top = getenv("TMPDIR");
  const char *pattern = NULL;

  enum berg_status status =
      join(settings, top != NULL && top[0] == '/' ? top : "/tmp", "/refberg-XXXXXX", &pattern, problem);
  if (status != BERG_OK)
    return status;
  char *made = mkdtemp((char *)(uintptr_t)pattern);
  if (made == NULL)
    return complain_errno(problem, "cannot make the directory {}: {}", pattern);
  *path = made;
  return BERG_OK;
}

static bool is_name_byte(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
}

/* How long the name in front of '=' is; 0 when TEXT is an URI or a path alone. */
static size_t measure_name(const char *text)
{
  size_t len = 0;

  while (is_name_byte(text[len]))
    len++;
  return text[len] == '=' ? len : 0;
}

static bool has_scheme(const char *uri)
{
  return strstr(uri, "://") != NULL || strncmp(uri, "file:", 5) == 0;
}

static enum berg_status add_warehouse(struct berg_settings *settings, struct berg_places *places, const char *name,
                                      const char *uri, struct berg_problem *problem)
{
  struct berg_catalog_warehouse *made = &places->warehouses[places->warehouse_count];

  for (size_t i = 0; i < places->warehouse_count; i++)
    if (strcmp(places->warehouses[i].name, name) == 0)
      return berg_problem_set_text(problem, BERG_INVALID, "the warehouse '{}' is there twice", berg_span_of(name));
  made->name = name;
  made->uri = uri;
  places->warehouse_count++;
  if (has_scheme(uri))
    return BERG_OK;
  enum berg_status status = make_absolute(settings, uri, &made->uri, problem);
  return status == BERG_OK ? make_directory(made->uri, problem) : status;
}

static enum berg_status add_named(struct berg_settings *settings, struct berg_places *places, const char *text,
                                  struct berg_problem *problem)
{
  size_t len = measure_name(text);
  struct berg_span copy = {0};

  if (len == 0 && text[0] == '=')
    return berg_problem_set_text(problem, BERG_INVALID, "'{}' is no warehouse: write [NAME=]URI", berg_span_of(text));
  if (len == 0)
    return add_warehouse(settings, places, "", text, problem);
  if (text[len + 1] == '\0')
    return berg_problem_set_text(problem, BERG_INVALID, "'{}' is no warehouse: write [NAME=]URI", berg_span_of(text));
  if (berg_arena_copy(&settings->arena, (struct berg_span){(const uint8_t *)text, len}, &copy) != BERG_OK)
    return berg_problem_set(problem, BERG_NO_MEMORY, "there is no memory for the settings");
  return add_warehouse(settings, places, (const char *)copy.bytes, text + len + 1, problem);
}

static bool has_default(const struct berg_places *places)
{
  for (size_t i = 0; i < places->warehouse_count; i++)
    if (places->warehouses[i].name[0] == '\0')
      return true;
  return false;
}

static enum berg_status add_default(struct berg_settings *settings, struct berg_places *places,
                                    struct berg_problem *problem)
{
  const char *uri = NULL;
  bool is_in_memory = strcmp(places->data, ":memory:") == 0;

  enum berg_status status = BERG_OK;
  if (is_in_memory)
    status = make_temporary(settings, &places->temporary, problem);
  if (status == BERG_OK)
    status = join(settings, is_in_memory ? places->temporary : places->data, "/warehouse", &uri, problem);
  return status == BERG_OK ? add_warehouse(settings, places, "", uri, problem) : status;
}

static enum berg_status open_data(struct berg_settings *settings, struct berg_places *places,
                                  struct berg_problem *problem)
{
  if (strcmp(settings->data, ":memory:") == 0) {
    places->data = settings->data;
    return BERG_OK;
  }
  enum berg_status status = make_absolute(settings, settings->data, &places->data, problem);
  return status == BERG_OK ? make_directory(places->data, problem) : status;
}

enum berg_status berg_places_open(struct berg_settings *settings, struct berg_places *places,
                                  struct berg_problem *problem)
{
  size_t count = settings->warehouses.count;
  struct berg_places made = {0};

  made.warehouses = berg_arena_alloc(&settings->arena, count + 1, sizeof *made.warehouses);
  if (made.warehouses == NULL)
    return berg_problem_set(problem, BERG_NO_MEMORY, "there is no memory for the settings");
  enum berg_status status = open_data(settings, &made, problem);
  for (size_t i = 0; i < count && status == BERG_OK; i++)
    status = add_named(settings, &made, settings->warehouses.items[i], problem);
  if (status == BERG_OK && !has_default(&made))
    status = add_default(settings, &made, problem);
  if (status == BERG_OK)
    *places = made;
  else
    berg_places_close(&made);
  return status;
}

static int remove_entry(const char *path, const struct stat *facts, int kind, struct FTW *place)
{
  (void)facts;
  (void)kind;
  (void)place;
  remove(path);
  return 0;
}

void berg_places_close(struct berg_places *places)
{
  if (places->temporary != NULL)
    nftw(places->temporary, remove_entry, OPEN_DIRECTORIES, FTW_DEPTH | FTW_PHYS);
  places->temporary = NULL;
}
