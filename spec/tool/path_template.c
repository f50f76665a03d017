#include "spec/tool/path_template.h"

bool berg_spec_path_next(struct berg_span path_template, size_t *at, struct berg_spec_segment *segment)
{
  if (*at >= path_template.len || path_template.bytes[*at] != '/')
    return false;
  size_t from = ++*at;
  while (*at < path_template.len && path_template.bytes[*at] != '/')
    (*at)++;
  struct berg_span text = berg_span_part(path_template, from, *at - from);
  segment->is_parameter = text.len > 2 && text.bytes[0] == '{' && text.bytes[text.len - 1] == '}';
  segment->text = segment->is_parameter ? berg_span_part(text, 1, text.len - 2) : text;
  return true;
}

static bool has_brace(struct berg_span text)
{
  return (text.len > 0 && memchr(text.bytes, '{', text.len) != NULL) ||
         (text.len > 0 && memchr(text.bytes, '}', text.len) != NULL);
}

/* Whether an earlier segment of TEMPLATE, before BEFORE, is the parameter NAME. */
static bool has_earlier(struct berg_span path_template, size_t before, struct berg_span name)
{
  struct berg_spec_segment segment;
  size_t at = 0;

  while (berg_spec_path_next(path_template, &at, &segment) && at < before)
    if (segment.is_parameter && berg_span_equal(segment.text, name))
      return true;
  return false;
}

void berg_spec_check_path_template(struct berg_spec_reader *reader, const struct berg_yaml_member *path)
{
  struct berg_spec_segment segment;
  size_t at = 0;

  if (path->key.len == 0 || path->key.bytes[0] != '/')
    berg_spec_complain(reader->complaints, path->place, "path '%.*s' must begin with '/'", BERG_SPAN_ARGS(path->key));
  while (berg_spec_path_next(path->key, &at, &segment)) {
    if (has_brace(segment.text))
      berg_spec_complain(reader->complaints, path->place, "segment '%.*s': a parameter must be a whole segment",
                         BERG_SPAN_ARGS(segment.text));
    if (segment.text.len == 0)
      berg_spec_complain(reader->complaints, path->place, "path '%.*s' has an empty segment",
                         BERG_SPAN_ARGS(path->key));
    if (segment.is_parameter && has_earlier(path->key, at, segment.text))
      berg_spec_complain(reader->complaints, path->place, "path '%.*s' has the parameter '%.*s' twice",
                         BERG_SPAN_ARGS(path->key), BERG_SPAN_ARGS(segment.text));
  }
}

static bool match_same(struct berg_span a, struct berg_span b)
{
  struct berg_spec_segment x;
  struct berg_spec_segment y;
  size_t at_a = 0;
  size_t at_b = 0;

  for (;;) {
    bool more_a = berg_spec_path_next(a, &at_a, &x);
    bool more_b = berg_spec_path_next(b, &at_b, &y);
    if (!more_a || !more_b)
      return more_a == more_b;
    if (x.is_parameter != y.is_parameter || (!x.is_parameter && !berg_span_equal(x.text, y.text)))
      return false;
  }
}

void berg_spec_check_distinct_paths(struct berg_spec_reader *reader, const struct berg_yaml *paths)
{
  for (size_t i = 0; i < paths->count; i++)
    for (size_t j = 0; j < i; j++)
      if (match_same(paths->members[i].key, paths->members[j].key))
        berg_spec_complain(reader->complaints, paths->members[i].place, "path '%.*s' is the same as '%.*s'",
                           BERG_SPAN_ARGS(paths->members[i].key), BERG_SPAN_ARGS(paths->members[j].key));
}

static bool is_declared(const struct berg_spec_operation *operation, struct berg_span name)
{
  for (size_t i = 0; i < operation->parameter_count; i++)
    if (operation->parameters[i].in == BERG_SPEC_IN_PATH && berg_span_equal(operation->parameters[i].name, name))
      return true;
  return false;
}

void berg_spec_check_path_parameters(struct berg_spec_reader *reader, const struct berg_spec_operation *operation)
{
  struct berg_spec_segment segment;
  size_t at = 0;

  while (berg_spec_path_next(operation->path, &at, &segment))
    if (segment.is_parameter && !is_declared(operation, segment.text))
      berg_spec_complain(reader->complaints, operation->place, "path parameter '%.*s' is not declared",
                         BERG_SPAN_ARGS(segment.text));
  for (size_t i = 0; i < operation->parameter_count; i++) {
    const struct berg_spec_parameter *parameter = &operation->parameters[i];
    if (parameter->in == BERG_SPEC_IN_PATH && !has_earlier(operation->path, operation->path.len + 1, parameter->name))
      berg_spec_complain(reader->complaints, parameter->place, "path parameter '%.*s' is not in the path %.*s",
                         BERG_SPAN_ARGS(parameter->name), BERG_SPAN_ARGS(operation->path));
  }
}
