#include "spec/tool/reader.h"

#define REFERENCES_MAX 8

bool berg_spec_expect(struct berg_spec_reader *reader, const struct berg_yaml *node, enum berg_yaml_kind kind,
                      const char *what)
{
  if (node->kind == kind)
    return true;
  berg_spec_complain(reader->complaints, node->place, "%s must be %s, found %s", what, berg_yaml_kind_name(kind),
                     berg_yaml_kind_name(node->kind));
  return false;
}

const struct berg_yaml *berg_spec_member(struct berg_spec_reader *reader, const struct berg_yaml *map, const char *name,
                                         enum berg_yaml_kind kind)
{
  const struct berg_yaml *value = berg_yaml_find(map, name);
  char what[64];

  if (value == NULL)
    return NULL;
  snprintf(what, sizeof what, "'%s'", name);
  return berg_spec_expect(reader, value, kind, what) ? value : NULL;
}

const struct berg_yaml *berg_spec_member_needed(struct berg_spec_reader *reader, const struct berg_yaml *map,
                                                const char *name, enum berg_yaml_kind kind, const char *what)
{
  if (berg_yaml_find(map, name) == NULL)
    berg_spec_complain(reader->complaints, map->place, "%s lacks '%s'", what, name);
  return berg_spec_member(reader, map, name, kind);
}

struct berg_span berg_spec_member_text(struct berg_spec_reader *reader, const struct berg_yaml *map, const char *name)
{
  const struct berg_yaml *value = berg_spec_member(reader, map, name, BERG_YAML_STRING);

  return value == NULL ? BERG_SPAN("") : value->text;
}

enum berg_spec_flag berg_spec_member_flag(struct berg_spec_reader *reader, const struct berg_yaml *map,
                                          const char *name)
{
  const struct berg_yaml *value = berg_spec_member(reader, map, name, BERG_YAML_BOOLEAN);

  if (value == NULL)
    return BERG_SPEC_UNSET;
  return value->boolean ? BERG_SPEC_YES : BERG_SPEC_NO;
}

struct berg_spans berg_spec_member_texts(struct berg_spec_reader *reader, const struct berg_yaml *map, const char *name)
{
  const struct berg_yaml *list = berg_spec_member(reader, map, name, BERG_YAML_LIST);
  struct berg_spans out = {NULL, 0};
  char what[64];

  if (list == NULL)
    return out;
  snprintf(what, sizeof what, "an item of '%s'", name);
  out.items = berg_spec_alloc(reader->arena, list->count, sizeof *out.items);
  for (size_t i = 0; i < list->count; i++)
    if (berg_spec_expect(reader, list->items[i], BERG_YAML_STRING, what))
      out.items[out.count++] = list->items[i]->text;
  return out;
}

void berg_spec_check_members(struct berg_spec_reader *reader, const struct berg_yaml *map, const char *what,
                             const char *const *allowed)
{
  for (size_t i = 0; i < map->count; i++) {
    const char *const *word = allowed;
    while (*word != NULL && !berg_span_equal(map->members[i].key, berg_span_of(*word)))
      word++;
    if (*word == NULL && !berg_span_starts_with(map->members[i].key, BERG_SPAN("x-")))
      berg_spec_complain(reader->complaints, map->members[i].place, "unknown member '%.*s' of %s",
                         BERG_SPAN_ARGS(map->members[i].key), what);
  }
}

/* The component of KIND that REF names; NULL after a complaint. */
static const struct berg_yaml *find_component(struct berg_spec_reader *reader, const char *kind,
                                              const struct berg_yaml *ref, struct berg_span *name)
{
  struct berg_spec_component component;

  if (!berg_spec_expect(reader, ref, BERG_YAML_STRING, "'$ref'"))
    return NULL;
  if (berg_spec_component_parse(reader->arena, ref->text, &component) != BERG_OK ||
      !berg_span_equal(component.kind, berg_span_of(kind))) {
    berg_spec_complain(reader->complaints, ref->place, "reference '%.*s' does not lead to components/%s",
                       BERG_SPAN_ARGS(ref->text), kind);
    return NULL;
  }
  const struct berg_yaml *all = berg_yaml_find(berg_yaml_find(reader->root, "components"), kind);
  const struct berg_yaml *found = berg_yaml_find_span(all, component.name);
  if (found == NULL)
    berg_spec_complain(reader->complaints, ref->place, "reference '%.*s' leads nowhere", BERG_SPAN_ARGS(ref->text));
  *name = component.name;
  return found;
}

bool berg_spec_follow(struct berg_spec_reader *reader, const char *kind, const struct berg_yaml **node,
                      struct berg_span *name, struct berg_span *description)
{
  static const char *const beside[] = {"$ref", "summary", "description", NULL};
  const struct berg_yaml *ref = NULL;

  *name = BERG_SPAN("");
  *description = BERG_SPAN("");
  for (int steps = 0; (ref = berg_yaml_find(*node, "$ref")) != NULL; steps++) {
    if (steps == REFERENCES_MAX) {
      berg_spec_complain(reader->complaints, ref->place, "reference '%.*s' leads round in a circle",
                         BERG_SPAN_ARGS(ref->text));
      return false;
    }
    berg_spec_check_members(reader, *node, "a reference", beside);
    if (description->len == 0)
      *description = berg_spec_member_text(reader, *node, "description");
    const struct berg_yaml *found = find_component(reader, kind, ref, name);
    if (found == NULL)
      return false;
    *node = found;
  }
  return true;
}
