#include "spec/tool/yaml_tree.h"

#include "base/utf8.h"
#include "spec/tool/complaint.h"

#include <yaml.h>

struct parse {
  yaml_parser_t yaml;
  struct berg_arena *arena;
  struct berg_span file;
  struct berg_spec_complaints *complaints;
  size_t count; /* values so far */
};

static struct berg_spec_place place_of(const struct parse *parse, yaml_mark_t mark)
{
  return (struct berg_spec_place){parse->file, (uint32_t)mark.line + 1, (uint32_t)mark.column + 1};
}

/* The next event, which the caller deletes. libyaml's own complaints end up among ours. */
BERG_MUST_USE static enum berg_status next_event(struct parse *parse, yaml_event_t *event)
{
  if (yaml_parser_parse(&parse->yaml, event))
    return BERG_OK;
  if (parse->yaml.error == YAML_MEMORY_ERROR)
    berg_spec_no_memory();
  yaml_mark_t mark = parse->yaml.problem_mark;
  if (parse->yaml.error == YAML_READER_ERROR)
    mark = parse->yaml.mark;
  berg_spec_complain(parse->complaints, place_of(parse, mark), "YAML: %s",
                     parse->yaml.problem != NULL ? parse->yaml.problem : "not readable");
  return BERG_INVALID;
}

BERG_MUST_USE static enum berg_status refuse(struct parse *parse, yaml_mark_t mark, const char *what)
{
  berg_spec_complain(parse->complaints, place_of(parse, mark), "YAML: %s", what);
  return BERG_INVALID;
}

BERG_MUST_USE static enum berg_status check_event(struct parse *parse, const yaml_event_t *event,
                                                  const yaml_char_t *tag, const yaml_char_t *anchor)
{
  if (tag != NULL)
    return refuse(parse, event->start_mark, "tags are not supported");
  if (anchor != NULL)
    return refuse(parse, event->start_mark, "anchors are not supported");
  return BERG_OK;
}

BERG_MUST_USE static enum berg_status read_node(struct parse *parse, const yaml_event_t *event, unsigned depth,
                                                struct berg_yaml **out);

BERG_MUST_USE static enum berg_status read_scalar(struct parse *parse, const yaml_event_t *event,
                                                  struct berg_yaml *node)
{
  enum berg_status status = check_event(parse, event, event->data.scalar.tag, event->data.scalar.anchor);

  if (status != BERG_OK)
    return status;
  node->kind = BERG_YAML_STRING;
  node->text = berg_spec_copy(parse->arena, (struct berg_span){event->data.scalar.value, event->data.scalar.length});
  if (event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE)
    return BERG_OK;
  if (berg_yaml_resolve_plain(parse->arena, node) != BERG_OK)
    return refuse(parse, event->start_mark,
                  "infinity, NaN and numbers beyond 64 bits in base 8 or 16 are not supported");
  return BERG_OK;
}

BERG_MUST_USE static enum berg_status read_list(struct parse *parse, const yaml_event_t *start, unsigned depth,
                                                struct berg_yaml *node)
{
  enum berg_status status =
      check_event(parse, start, start->data.sequence_start.tag, start->data.sequence_start.anchor);
  size_t cap = 0;

  node->kind = BERG_YAML_LIST;
  while (status == BERG_OK) {
    yaml_event_t event;
    status = next_event(parse, &event);
    if (status != BERG_OK)
      break;
    bool end = event.type == YAML_SEQUENCE_END_EVENT;
    struct berg_yaml *item = NULL;
    if (!end)
      status = read_node(parse, &event, depth + 1, &item);
    yaml_event_delete(&event);
    if (end || status != BERG_OK)
      break;
    node->items = berg_spec_room(parse->arena, node->items, node->count, &cap, sizeof(struct berg_yaml *));
    node->items[node->count++] = item;
  }
  return status;
}

/* Reads the key that EVENT begins. */
BERG_MUST_USE static enum berg_status read_key(struct parse *parse, const yaml_event_t *event,
                                               const struct berg_yaml *map, struct berg_yaml_member *member)
{
  if (event->type == YAML_ALIAS_EVENT)
    return refuse(parse, event->start_mark, "aliases are not supported");
  if (event->type != YAML_SCALAR_EVENT)
    return refuse(parse, event->start_mark, "a key must be a scalar");
  enum berg_status status = check_event(parse, event, event->data.scalar.tag, event->data.scalar.anchor);
  if (status != BERG_OK)
    return status;
  member->key = berg_spec_copy(parse->arena, (struct berg_span){event->data.scalar.value, event->data.scalar.length});
  member->place = place_of(parse, event->start_mark);
  if (event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && berg_span_equal(member->key, BERG_SPAN("<<")))
    return refuse(parse, event->start_mark, "merge keys are not supported");
  for (size_t i = 0; i < map->count; i++) {
    if (!berg_span_equal(map->members[i].key, member->key))
      continue;
    berg_spec_complain(parse->complaints, member->place, "duplicate key '%.*s', first at line %u",
                       BERG_SPAN_ARGS(member->key), (unsigned)map->members[i].place.line);
    return BERG_INVALID;
  }
  return BERG_OK;
}

BERG_MUST_USE static enum berg_status read_value(struct parse *parse, unsigned depth, struct berg_yaml_member *member)
{
  yaml_event_t event;
  enum berg_status status = next_event(parse, &event);

  if (status != BERG_OK)
    return status;
  status = read_node(parse, &event, depth, &member->value);
  yaml_event_delete(&event);
  return status;
}

BERG_MUST_USE static enum berg_status read_map(struct parse *parse, const yaml_event_t *start, unsigned depth,
                                               struct berg_yaml *node)
{
  enum berg_status status = check_event(parse, start, start->data.mapping_start.tag, start->data.mapping_start.anchor);
  size_t cap = 0;

  node->kind = BERG_YAML_MAP;
  while (status == BERG_OK) {
    yaml_event_t event;
    status = next_event(parse, &event);
    if (status != BERG_OK)
      break;
    bool end = event.type == YAML_MAPPING_END_EVENT;
    struct berg_yaml_member member = {0};
    if (!end)
      status = read_key(parse, &event, node, &member);
    yaml_event_delete(&event);
    if (end || status != BERG_OK)
      break;
    status = read_value(parse, depth + 1, &member);
    node->members = berg_spec_room(parse->arena, node->members, node->count, &cap, sizeof member);
    node->members[node->count++] = member;
  }
  return status;
}

/* Recursion is bounded by BERG_YAML_DEPTH_MAX. */
static enum berg_status read_node(struct parse *parse, const yaml_event_t *event, unsigned depth,
                                  struct berg_yaml **out)
{
  if (depth > BERG_YAML_DEPTH_MAX)
    return refuse(parse, event->start_mark, "lists and maps are nested too deeply");
  if (++parse->count > BERG_YAML_COUNT_MAX)
    return refuse(parse, event->start_mark, "the text has too many values");
  struct berg_yaml *node = berg_spec_alloc(parse->arena, 1, sizeof *node);
  node->place = place_of(parse, event->start_mark);
  *out = node;
  switch (event->type) {
  case YAML_SCALAR_EVENT:
    return read_scalar(parse, event, node);
  case YAML_SEQUENCE_START_EVENT:
    return read_list(parse, event, depth, node);
  case YAML_MAPPING_START_EVENT:
    return read_map(parse, event, depth, node);
  case YAML_ALIAS_EVENT:
    return refuse(parse, event->start_mark, "aliases are not supported");
  default:
    return refuse(parse, event->start_mark, "a value is missing");
  }
}

/* Reads stream and document starts, the one root, and what must not follow. */
BERG_MUST_USE static enum berg_status read_stream(struct parse *parse, struct berg_yaml **root)
{
  enum berg_status status = BERG_OK;
  bool done = false;

  while (status == BERG_OK && !done) {
    yaml_event_t event;
    status = next_event(parse, &event);
    if (status != BERG_OK)
      break;
    done = event.type == YAML_STREAM_END_EVENT;
    bool structural = event.type == YAML_STREAM_START_EVENT || event.type == YAML_DOCUMENT_END_EVENT;
    if (event.type == YAML_DOCUMENT_START_EVENT && *root != NULL)
      status = refuse(parse, event.start_mark, "a second document in the same file is not supported");
    else if (!done && !structural && event.type != YAML_DOCUMENT_START_EVENT)
      status = read_node(parse, &event, 1, root);
    yaml_event_delete(&event);
  }
  return status;
}

enum berg_status berg_yaml_parse(struct berg_arena *arena, struct berg_span file, struct berg_span text,
                                 struct berg_spec_complaints *complaints, struct berg_yaml **root)
{
  struct parse parse = {.arena = arena, .file = file, .complaints = complaints};
  struct berg_yaml *found = NULL;
  struct berg_spec_place start = {file, 1, 1};

  if (!berg_utf8_is_valid(text)) {
    berg_spec_complain(complaints, start, "the file is not UTF-8");
    return BERG_INVALID;
  }
  if (!yaml_parser_initialize(&parse.yaml))
    berg_spec_no_memory();
  yaml_parser_set_encoding(&parse.yaml, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&parse.yaml, text.bytes, text.len);
  enum berg_status status = read_stream(&parse, &found);
  yaml_parser_delete(&parse.yaml);
  if (status != BERG_OK)
    return status;
  if (found == NULL) {
    berg_spec_complain(complaints, start, "the file is empty");
    return BERG_INVALID;
  }
  *root = found;
  return BERG_OK;
}
