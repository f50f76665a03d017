#include "spec/tool/read_operation.h"

#include "spec/tool/path_template.h"
#include "spec/tool/read_response.h"

static const char *const method_keys[] = {"get", "put", "post", "delete", "options", "head", "patch", "trace"};

/* Adds PARAMETER to OUT; one of the same name and place, stated earlier by the path, gives way. */
static void add_parameter(struct berg_spec_reader *reader, struct berg_spec_operation *out, size_t own_from,
                          const struct berg_spec_parameter *parameter)
{
  for (size_t i = 0; i < out->parameter_count; i++) {
    struct berg_spec_parameter *old = &out->parameters[i];
    if (old->in != parameter->in || !berg_span_equal(old->name, parameter->name))
      continue;
    if (i >= own_from)
      berg_spec_complain(reader->complaints, parameter->place, "parameter '%.*s' in %s is stated twice",
                         BERG_SPAN_ARGS(parameter->name), berg_spec_in_name(parameter->in));
    *old = *parameter;
    return;
  }
  out->parameters[out->parameter_count++] = *parameter;
}

static void add_parameters(struct berg_spec_reader *reader, const struct berg_yaml *node, struct berg_span pointer,
                           struct berg_spec_operation *out)
{
  const struct berg_yaml *list = berg_spec_member(reader, node, "parameters", BERG_YAML_LIST);
  size_t own_from = out->parameter_count;

  if (list == NULL)
    return;
  struct berg_spec_parameter *all =
      berg_spec_alloc(reader->arena, out->parameter_count + list->count, sizeof *out->parameters);
  for (size_t i = 0; i < out->parameter_count; i++)
    all[i] = out->parameters[i];
  out->parameters = all;
  pointer = berg_spec_pointer_append(reader->arena, pointer, BERG_SPAN("parameters"));
  for (size_t i = 0; i < list->count; i++) {
    struct berg_spec_parameter parameter;
    struct berg_span index = berg_spec_format(reader->arena, "%zu", i);
    if (berg_spec_read_parameter(reader, list->items[i], berg_spec_pointer_append(reader->arena, pointer, index),
                                 &parameter))
      add_parameter(reader, out, own_from, &parameter);
  }
}

/* Reads "200", "5XX" or "default". */
static bool read_status(struct berg_span status, struct berg_spec_response *out)
{
  out->status = status;
  if (berg_span_equal(status, BERG_SPAN("default")))
    return true;
  if (status.len != 3 || status.bytes[0] < '1' || status.bytes[0] > '5')
    return false;
  out->range = status.bytes[0] - '0';
  if (status.bytes[1] == 'X' && status.bytes[2] == 'X')
    return true;
  for (size_t i = 0; i < 3; i++) {
    if (status.bytes[i] < '0' || status.bytes[i] > '9')
      return false;
    out->code = out->code * 10 + (status.bytes[i] - '0');
  }
  return true;
}

static void check_no_content(struct berg_spec_reader *reader, const struct berg_spec_operation *operation,
                             const struct berg_spec_response *response)
{
  bool without = operation->method == BERG_SPEC_HEAD || response->code == 204 || response->code == 304;

  if (without && response->contents.count > 0)
    berg_spec_warn(reader->complaints, response->place, "response %.*s of %s cannot have a body",
                   BERG_SPAN_ARGS(response->status), berg_spec_method_name(operation->method));
}

static void read_responses(struct berg_spec_reader *reader, const struct berg_yaml *node, struct berg_span pointer,
                           struct berg_spec_operation *out)
{
  const struct berg_yaml *map = berg_spec_member_needed(reader, node, "responses", BERG_YAML_MAP, "an operation");

  if (map == NULL)
    return;
  if (map->count == 0)
    berg_spec_complain(reader->complaints, map->place, "'responses' must not be empty");
  pointer = berg_spec_pointer_append(reader->arena, pointer, BERG_SPAN("responses"));
  out->responses = berg_spec_alloc(reader->arena, map->count, sizeof *out->responses);
  for (size_t i = 0; i < map->count; i++) {
    const struct berg_yaml_member *member = &map->members[i];
    struct berg_spec_response *response = &out->responses[out->response_count];
    response->place = member->place;
    if (berg_span_starts_with(member->key, BERG_SPAN("x-")))
      continue;
    if (!read_status(member->key, response)) {
      berg_spec_complain(reader->complaints, member->place, "'%.*s' is no status", BERG_SPAN_ARGS(member->key));
      continue;
    }
    out->response_count++;
    berg_spec_read_response(reader, member->value, berg_spec_pointer_append(reader->arena, pointer, member->key),
                            response);
    check_no_content(reader, out, response);
  }
}

static void read_body(struct berg_spec_reader *reader, const struct berg_yaml *node, struct berg_span pointer,
                      struct berg_spec_operation *out)
{
  const struct berg_yaml *body = berg_yaml_find(node, "requestBody");
  bool unusual = out->method != BERG_SPEC_PUT && out->method != BERG_SPEC_POST && out->method != BERG_SPEC_PATCH;

  if (body == NULL)
    return;
  if (unusual)
    berg_spec_warn(reader->complaints, body->place, "a request body has no meaning with %s",
                   berg_spec_method_name(out->method));
  berg_spec_read_body(reader, body, berg_spec_pointer_append(reader->arena, pointer, BERG_SPAN("requestBody")),
                      &out->body);
}

static void read_id(struct berg_spec_reader *reader, const struct berg_yaml *node, struct berg_spec_operation *out)
{
  const struct berg_yaml *id = berg_spec_member_needed(reader, node, "operationId", BERG_YAML_STRING, "an operation");

  if (id == NULL)
    return;
  out->id = id->text;
  for (size_t i = 0; i < reader->document->operation_count; i++) {
    const struct berg_spec_operation *other = &reader->document->operations[i];
    if (other != out && berg_span_equal(other->id, id->text))
      berg_spec_complain(reader->complaints, id->place, "operationId '%.*s' is taken by %s %.*s",
                         BERG_SPAN_ARGS(id->text), berg_spec_method_name(other->method), BERG_SPAN_ARGS(other->path));
  }
}

/* Reads the operation NODE of the path item ITEM; OUT has method and path. */
static void read_operation(struct berg_spec_reader *reader, const struct berg_yaml *item, struct berg_span item_pointer,
                           const struct berg_yaml *node, struct berg_spec_operation *out)
{
  static const char *const allowed[] = {"tags",       "summary",      "description", "operationId",
                                        "parameters", "requestBody",  "responses",   "deprecated",
                                        "security",   "externalDocs", NULL};
  struct berg_span pointer =
      berg_spec_pointer_append(reader->arena, item_pointer, berg_span_of(method_keys[out->method]));

  out->place = node->place;
  if (!berg_spec_expect(reader, node, BERG_YAML_MAP, "an operation"))
    return;
  berg_spec_check_members(reader, node, "an operation", allowed);
  read_id(reader, node, out);
  out->deprecated = berg_spec_member_flag(reader, node, "deprecated") == BERG_SPEC_YES;
  out->tags = berg_spec_member_texts(reader, node, "tags");
  out->summary = berg_spec_member_text(reader, node, "summary");
  out->description = berg_spec_member_text(reader, node, "description");
  add_parameters(reader, item, item_pointer, out);
  add_parameters(reader, node, pointer, out);
  read_body(reader, node, pointer, out);
  read_responses(reader, node, pointer, out);
  if (berg_yaml_find(node, "security") != NULL)
    berg_spec_read_security(reader, berg_yaml_find(node, "security"), &out->security);
  berg_spec_check_path_parameters(reader, out);
}

static void read_item(struct berg_spec_reader *reader, const struct berg_yaml_member *member)
{
  static const char *const allowed[] = {"get",   "put",   "post",    "delete",      "options",    "head",
                                        "patch", "trace", "summary", "description", "parameters", NULL};
  struct berg_span pointer = berg_spec_pointer_append(reader->arena, BERG_SPAN("/paths"), member->key);

  berg_spec_check_path_template(reader, member);
  if (!berg_spec_expect(reader, member->value, BERG_YAML_MAP, "a path item"))
    return;
  berg_spec_check_members(reader, member->value, "a path item", allowed);
  for (int m = 0; m < BERG_SPEC_METHOD_COUNT; m++) {
    const struct berg_yaml *node = berg_yaml_find(member->value, method_keys[m]);
    if (node == NULL)
      continue;
    struct berg_spec_operation *out = &reader->document->operations[reader->document->operation_count];
    out->index = reader->document->operation_count++;
    out->method = (enum berg_spec_method)m;
    out->path = member->key;
    read_operation(reader, member->value, pointer, node, out);
  }
}

void berg_spec_read_paths(struct berg_spec_reader *reader)
{
  const struct berg_yaml *paths = berg_spec_member_needed(reader, reader->root, "paths", BERG_YAML_MAP, "the document");
  struct berg_spec_document *document = reader->document;

  if (paths == NULL)
    return;
  document->operations =
      berg_spec_alloc(reader->arena, paths->count * BERG_SPEC_METHOD_COUNT, sizeof *document->operations);
  berg_spec_check_distinct_paths(reader, paths);
  for (size_t i = 0; i < paths->count; i++)
    if (!berg_span_starts_with(paths->members[i].key, BERG_SPAN("x-")))
      read_item(reader, &paths->members[i]);
}
