#include "spec/tool/overlay.h"

#include "spec/tool/jsonpath.h"

struct apply {
  struct berg_arena *arena;
  struct berg_spec_complaints *complaints;
  struct berg_yaml *root;
  size_t number; /* of the action, from 1 */
};

static struct berg_yaml *copy_value(struct berg_arena *arena, const struct berg_yaml *value)
{
  struct berg_yaml *out = berg_spec_alloc(arena, 1, sizeof *out);

  *out = *value;
  if (value->kind == BERG_YAML_LIST) {
    out->items = berg_spec_alloc(arena, value->count, sizeof *out->items);
    for (size_t i = 0; i < value->count; i++)
      out->items[i] = copy_value(arena, value->items[i]);
  }
  if (value->kind == BERG_YAML_MAP) {
    out->members = berg_spec_alloc(arena, value->count, sizeof *out->members);
    for (size_t i = 0; i < value->count; i++) {
      out->members[i] = value->members[i];
      out->members[i].value = copy_value(arena, value->members[i].value);
    }
  }
  return out;
}

static void merge(struct apply *apply, struct berg_yaml *node, const struct berg_yaml *update);

static void merge_map(struct apply *apply, struct berg_yaml *node, const struct berg_yaml *update)
{
  struct berg_yaml_member *members = berg_spec_alloc(apply->arena, node->count + update->count, sizeof *members);

  if (node->count > 0)
    memcpy(members, node->members, node->count * sizeof *members);
  node->members = members;
  for (size_t i = 0; i < update->count; i++) {
    struct berg_yaml *old = berg_yaml_find_span(node, update->members[i].key);
    if (old != NULL) {
      merge(apply, old, update->members[i].value);
      continue;
    }
    node->members[node->count] = update->members[i];
    node->members[node->count++].value = copy_value(apply->arena, update->members[i].value);
  }
}

static void merge_list(struct apply *apply, struct berg_yaml *node, const struct berg_yaml *update)
{
  struct berg_yaml **items = berg_spec_alloc(apply->arena, node->count + update->count, sizeof(struct berg_yaml *));

  if (node->count > 0)
    memcpy(items, node->items, node->count * sizeof *items);
  for (size_t i = 0; i < update->count; i++)
    items[node->count + i] = copy_value(apply->arena, update->items[i]);
  node->items = items;
  node->count += update->count;
}

static bool is_scalar(const struct berg_yaml *value)
{
  return value->kind != BERG_YAML_LIST && value->kind != BERG_YAML_MAP;
}

/* Recursion is bounded by the depth of UPDATE. */
static void merge(struct apply *apply, struct berg_yaml *node, const struct berg_yaml *update)
{
  if (node->kind == BERG_YAML_MAP && update->kind == BERG_YAML_MAP)
    merge_map(apply, node, update);
  else if (node->kind == BERG_YAML_LIST && update->kind == BERG_YAML_LIST)
    merge_list(apply, node, update);
  else if (is_scalar(node) && is_scalar(update))
    *node = *update;
  else
    berg_spec_complain(apply->complaints, update->place,
                       "action %zu cannot merge %s into %s (%.*s:%u); remove that first", apply->number,
                       berg_yaml_kind_name(update->kind), berg_yaml_kind_name(node->kind),
                       BERG_SPAN_ARGS(node->place.file), (unsigned)node->place.line);
}

static void remove_at(struct berg_yaml *parent, size_t index)
{
  size_t behind = --parent->count - index;

  if (parent->kind == BERG_YAML_LIST)
    memmove(&parent->items[index], &parent->items[index + 1], behind * sizeof *parent->items);
  else
    memmove(&parent->members[index], &parent->members[index + 1], behind * sizeof *parent->members);
}

/* Complains about members of MAP other than the words of ALLOWED and extensions. */
static void check_members(struct apply *apply, const struct berg_yaml *map, const char *what,
                          const char *const *allowed)
{
  for (size_t i = 0; i < map->count; i++) {
    const char *const *word = allowed;
    while (*word != NULL && !berg_span_equal(map->members[i].key, berg_span_of(*word)))
      word++;
    if (*word == NULL && !berg_span_starts_with(map->members[i].key, BERG_SPAN("x-")))
      berg_spec_complain(apply->complaints, map->members[i].place, "unknown member '%.*s' of %s",
                         BERG_SPAN_ARGS(map->members[i].key), what);
  }
}

static bool expect(struct apply *apply, const struct berg_yaml *map, const char *name, enum berg_yaml_kind kind,
                   const struct berg_yaml **value)
{
  *value = berg_yaml_find(map, name);
  if (*value == NULL)
    berg_spec_complain(apply->complaints, map->place, "'%s' is missing", name);
  else if ((*value)->kind != kind)
    berg_spec_complain(apply->complaints, (*value)->place, "'%s' must be %s, found %s", name, berg_yaml_kind_name(kind),
                       berg_yaml_kind_name((*value)->kind));
  return *value != NULL && (*value)->kind == kind;
}

static struct berg_span optional_text(const struct berg_yaml *map, const char *name)
{
  const struct berg_yaml *value = berg_yaml_find(map, name);

  return value != NULL && value->kind == BERG_YAML_STRING ? value->text : BERG_SPAN("");
}

static struct berg_spans texts_of(struct berg_arena *arena, const struct berg_yaml *list)
{
  struct berg_spans out = {NULL, 0};

  if (list == NULL || list->kind != BERG_YAML_LIST)
    return out;
  out.items = berg_spec_alloc(arena, list->count, sizeof *out.items);
  for (size_t i = 0; i < list->count; i++)
    if (list->items[i]->kind == BERG_YAML_STRING)
      out.items[out.count++] = list->items[i]->text;
  return out;
}

/* Finds the place that TARGET, a scalar of the overlay, names; FORM is the target in one form for all. */
static bool find_target(struct apply *apply, const struct berg_yaml *target, struct berg_span *form,
                        struct berg_yaml **parent, size_t *index, struct berg_yaml **node)
{
  struct berg_spec_jsonpath path;
  const char *reason = "";
  size_t column = 0;

  if (berg_spec_jsonpath_parse(apply->arena, target->text, &reason, &column, &path) != BERG_OK) {
    berg_spec_complain(apply->complaints, target->place, "action %zu: target '%.*s', character %zu: %s", apply->number,
                       BERG_SPAN_ARGS(target->text), column, reason);
    return false;
  }
  *form = berg_spec_jsonpath_format(apply->arena, &path);
  if (berg_spec_jsonpath_find(&path, apply->root, parent, index, node) == BERG_OK)
    return true;
  berg_spec_complain(apply->complaints, target->place, "action %zu: target '%.*s' matches nothing", apply->number,
                     BERG_SPAN_ARGS(target->text));
  return false;
}

static bool reads_remove(struct apply *apply, const struct berg_yaml *action)
{
  const struct berg_yaml *removes = berg_yaml_find(action, "remove");

  if (removes != NULL && removes->kind != BERG_YAML_BOOLEAN)
    berg_spec_complain(apply->complaints, removes->place, "'remove' must be a boolean, found %s",
                       berg_yaml_kind_name(removes->kind));
  return removes != NULL && removes->kind == BERG_YAML_BOOLEAN && removes->boolean;
}

static void change(struct apply *apply, const struct berg_yaml *action, const struct berg_yaml *target,
                   struct berg_spec_correction *correction)
{
  bool removes = correction->removes;
  const struct berg_yaml *update = berg_yaml_find(action, "update");
  struct berg_yaml *parent = NULL;
  struct berg_yaml *node = NULL;
  size_t index = 0;

  if ((update != NULL) == removes) {
    berg_spec_complain(apply->complaints, action->place, "action %zu must have either 'update' or 'remove: true'",
                       apply->number);
    return;
  }
  if (!find_target(apply, target, &correction->target, &parent, &index, &node))
    return;
  if (!removes)
    merge(apply, node, update);
  else if (parent == NULL)
    berg_spec_complain(apply->complaints, target->place, "action %zu cannot remove the document", apply->number);
  else
    remove_at(parent, index);
}

static void apply_action(struct apply *apply, const struct berg_yaml *action, struct berg_spec_correction *correction)
{
  static const char *const allowed[] = {"target", "description", "update", "remove", NULL};
  const struct berg_yaml *target = NULL;

  if (action->kind != BERG_YAML_MAP) {
    berg_spec_complain(apply->complaints, action->place, "action %zu must be a map, found %s", apply->number,
                       berg_yaml_kind_name(action->kind));
    return;
  }
  check_members(apply, action, "an action", allowed);
  if (!expect(apply, action, "target", BERG_YAML_STRING, &target))
    return;
  bool removes = reads_remove(apply, action);
  *correction = (struct berg_spec_correction){.place = action->place,
                                              .target = target->text,
                                              .description = optional_text(action, "description"),
                                              .links = texts_of(apply->arena, berg_yaml_find(action, "x-upstream")),
                                              .removes = removes};
  change(apply, action, target, correction);
}

/* Checks the head of the overlay FILE and finds its actions. */
static bool read_head(struct apply *apply, const struct berg_yaml *file, const struct berg_yaml **actions)
{
  static const char *const allowed[] = {"overlay", "info", "extends", "actions", NULL};
  static const char *const info_allowed[] = {"title", "version", "description", NULL};
  const struct berg_yaml *value = NULL;
  const struct berg_yaml *text = NULL;

  if (file->kind != BERG_YAML_MAP) {
    berg_spec_complain(apply->complaints, file->place, "an overlay must be a map, found %s",
                       berg_yaml_kind_name(file->kind));
    return false;
  }
  check_members(apply, file, "an overlay", allowed);
  if (expect(apply, file, "overlay", BERG_YAML_STRING, &value) && !berg_span_equal(value->text, BERG_SPAN("1.0.0")))
    berg_spec_complain(apply->complaints, value->place, "overlay version '%.*s' is not supported, only 1.0.0",
                       BERG_SPAN_ARGS(value->text));
  if (expect(apply, file, "info", BERG_YAML_MAP, &value)) {
    check_members(apply, value, "info", info_allowed);
    (void)expect(apply, value, "title", BERG_YAML_STRING, &text);
    (void)expect(apply, value, "version", BERG_YAML_STRING, &text);
  }
  return expect(apply, file, "actions", BERG_YAML_LIST, actions);
}

enum berg_status berg_spec_overlay_apply(struct berg_spec_files *files, struct berg_span path, struct berg_yaml *bundle,
                                         struct berg_spec_document *document)
{
  struct apply apply = {.arena = files->arena, .complaints = files->complaints, .root = bundle};
  struct berg_spec_place none = {{NULL, 0}, 0, 0};
  const struct berg_yaml *actions = NULL;
  struct berg_yaml *file = NULL;

  enum berg_status status = berg_spec_files_load(files, path, none, &file);
  if (status != BERG_OK)
    return status;
  if (!read_head(&apply, file, &actions))
    return BERG_INVALID;
  if (actions->count == 0)
    berg_spec_complain(files->complaints, actions->place, "an overlay must have at least one action");
  document->corrections = berg_spec_alloc(files->arena, actions->count, sizeof *document->corrections);
  document->correction_count = actions->count;
  for (size_t i = 0; i < actions->count; i++) {
    apply.number = i + 1;
    apply_action(&apply, actions->items[i], &document->corrections[i]);
  }
  return berg_spec_complaints_status(files->complaints);
}
