#include "programs/settings.h"

#include <errno.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_MAX 1048576u
#define DEPTH_MAX 8

static enum berg_status read_text(const char *path, char **text, size_t *len, struct berg_problem *problem)
{
  FILE *file = fopen(path, "rb");

  if (file == NULL)
    return berg_problem_set_texts(problem, BERG_IO, "cannot read {}: {}", berg_span_of(path),
                                  berg_span_of(strerror(errno)));
  char *bytes = malloc(FILE_MAX + 1);
  size_t got = bytes != NULL ? fread(bytes, 1, FILE_MAX + 1, file) : 0;
  bool has_failed = bytes == NULL || ferror(file) != 0;
  int cause = errno;
  fclose(file);
  if (!has_failed && got <= FILE_MAX) {
    *text = bytes;
    *len = got;
    return BERG_OK;
  }
  free(bytes);
  if (has_failed)
    return berg_problem_set_texts(problem, BERG_IO, "cannot read {}: {}", berg_span_of(path),
                                  berg_span_of(strerror(cause)));
  return berg_problem_set_text(problem, BERG_INVALID, "{} is larger than a configuration file may be",
                               berg_span_of(path));
}

/* What follows the object may be space and comments only. */
static bool is_rest_empty(const char *rest, const char *end)
{
  while (rest < end) {
    if (strchr(" \t\r\n", *rest) != NULL && *rest != '\0') {
      rest++;
    } else if (end - rest >= 2 && rest[0] == '/' && rest[1] == '/') {
      const char *feed = memchr(rest, '\n', (size_t)(end - rest));
      rest = feed != NULL ? feed : end;
    } else if (end - rest >= 4 && rest[0] == '/' && rest[1] == '*') {
      const char *close = memmem(rest + 2, (size_t)(end - rest - 2), "*/", 2);
      if (close == NULL)
        return false;
      rest = close + 2;
    } else {
      return false;
    }
  }
  return true;
}

static int64_t count_lines(const char *text, const char *end)
{
  int64_t lines = 1;

  for (; text < end; text++)
    lines += *text == '\n';
  return lines;
}

static enum berg_status parse_object(const char *path, const char *text, size_t len, struct json_object **object,
                                     struct berg_problem *problem)
{
  struct json_tokener *tokener = json_tokener_new_ex(DEPTH_MAX);

  if (tokener == NULL)
    return berg_problem_set(problem, BERG_NO_MEMORY, "there is no memory for the settings");
  struct json_object *parsed = json_tokener_parse_ex(tokener, text, (int)len);
  const char *stop = text + json_tokener_get_parse_end(tokener);
  bool is_cut = json_tokener_get_error(tokener) == json_tokener_continue;
  const char *fault = is_cut ? "it ends too early" : json_tokener_error_desc(json_tokener_get_error(tokener));
  bool is_whole = json_tokener_get_error(tokener) == json_tokener_success;
  json_tokener_free(tokener);
  if (is_whole && is_rest_empty(stop, text + len) && json_object_is_type(parsed, json_type_object)) {
    *object = parsed;
    return BERG_OK;
  }
  json_object_put(parsed);
  if (is_whole)
    return berg_problem_set_text(problem, BERG_INVALID, "{} is not one JSON object", berg_span_of(path));
  char where[96];
  snprintf(where, sizeof where, "line %" PRId64 ": %s", count_lines(text, stop), fault);
  return berg_problem_set_texts(problem, BERG_INVALID, "{} is no JSON at {}", berg_span_of(path), berg_span_of(where));
}

static enum berg_status assign_value(struct berg_settings *settings, const struct berg_setting *setting,
                                     struct json_object *value, struct berg_span origin, struct berg_problem *problem)
{
  switch (json_object_get_type(value)) {
  case json_type_boolean:
    if (setting->kind == BERG_SETTING_SWITCH)
      return berg_settings_assign(settings, setting,
                                  json_object_get_boolean(value) ? BERG_SPAN("on") : BERG_SPAN("off"), BERG_SOURCE_FILE,
                                  origin, problem);
    break;
  case json_type_int:
  case json_type_double:
    if (setting->kind != BERG_SETTING_SWITCH && setting->kind != BERG_SETTING_TEXT &&
        setting->kind != BERG_SETTING_LIST)
      return berg_settings_assign(settings, setting, berg_span_of(json_object_get_string(value)), BERG_SOURCE_FILE,
                                  origin, problem);
    break;
  case json_type_string: {
    struct berg_span text = {(const uint8_t *)json_object_get_string(value), (size_t)json_object_get_string_len(value)};
    return berg_settings_assign(settings, setting, text, BERG_SOURCE_FILE, origin, problem);
  }
  case json_type_null:
  case json_type_object:
  case json_type_array:
    break;
  }
  return berg_problem_set_text(problem, BERG_INVALID, "{}: the value has the wrong type", origin);
}

static enum berg_status assign_member(struct berg_settings *settings, const struct berg_setting *setting,
                                      struct json_object *value, struct berg_span origin, struct berg_problem *problem)
{
  enum berg_status status = BERG_OK;

  if (setting->kind != BERG_SETTING_LIST || !json_object_is_type(value, json_type_array))
    return assign_value(settings, setting, value, origin, problem);
  for (size_t i = 0; i < json_object_array_length(value) && status == BERG_OK; i++)
    status = assign_value(settings, setting, json_object_array_get_idx(value, i), origin, problem);
  return status;
}

static enum berg_status assign_members(struct berg_settings *settings, const char *path, struct json_object *object,
                                       struct berg_problem *problem)
{
  enum berg_status status = BERG_OK;

  json_object_object_foreach(object, key, value)
  {
    char origin[512];
    const struct berg_setting *setting = berg_settings_find(berg_span_of(key));
    if (setting == NULL || strcmp(key, "config") == 0)
      return berg_problem_set_texts(problem, BERG_INVALID, "{}: there is no setting '{}'", berg_span_of(path),
                                    berg_span_of(key));
    snprintf(origin, sizeof origin, "%.400s: %s", path, key);
    status = assign_member(settings, setting, value, berg_span_of(origin), problem);
    if (status != BERG_OK)
      break;
  }
  return status;
}

enum berg_status berg_settings_read_file(struct berg_settings *settings, const char *path, struct berg_problem *problem)
{
  char *text = NULL;
  size_t len = 0;
  struct json_object *object = NULL;

  enum berg_status status = read_text(path, &text, &len, problem);
  if (status != BERG_OK)
    return status;
  status = parse_object(path, text, len, &object, problem);
  free(text);
  if (status != BERG_OK)
    return status;
  status = assign_members(settings, path, object, problem);
  json_object_put(object);
  return status;
}
