#include "spec/tool/read_operation.h"
#include "spec/tool/read_schema.h"

static bool read_in(struct berg_spec_reader *reader, const struct berg_yaml *node, enum berg_spec_in *out)
{
  const struct berg_yaml *in = berg_spec_member_needed(reader, node, "in", BERG_YAML_STRING, "a parameter");

  if (in == NULL)
    return false;
  for (int i = BERG_SPEC_IN_PATH; i <= BERG_SPEC_IN_COOKIE; i++) {
    if (!berg_span_equal(in->text, berg_span_of(berg_spec_in_name((enum berg_spec_in)i))))
      continue;
    *out = (enum berg_spec_in)i;
    return true;
  }
  berg_spec_complain(reader->complaints, in->place, "unknown place '%.*s' of a parameter", BERG_SPAN_ARGS(in->text));
  return false;
}

static void check_style(struct berg_spec_reader *reader, const struct berg_yaml *node,
                        const struct berg_spec_parameter *parameter)
{
  bool simple = parameter->in == BERG_SPEC_IN_PATH || parameter->in == BERG_SPEC_IN_HEADER;
  const char *usual = simple ? "simple" : "form";

  if (parameter->style.len > 0 && !berg_span_equal(parameter->style, berg_span_of(usual)))
    berg_spec_complain(reader->complaints, berg_yaml_find(node, "style")->place,
                       "style '%.*s' in %s is not supported, only '%s'", BERG_SPAN_ARGS(parameter->style),
                       berg_spec_in_name(parameter->in), usual);
}

static void check_required(struct berg_spec_reader *reader, const struct berg_yaml *node,
                           const struct berg_spec_parameter *parameter)
{
  if (parameter->in == BERG_SPEC_IN_PATH && !parameter->required)
    berg_spec_complain(reader->complaints, node->place, "path parameter '%.*s' must be required",
                       BERG_SPAN_ARGS(parameter->name));
}

/* Reads the Parameter Object NODE, which is no reference. */
static bool read_object(struct berg_spec_reader *reader, const struct berg_yaml *node, struct berg_span pointer,
                        struct berg_spec_parameter *out)
{
  static const char *const allowed[] = {"name",    "in",     "description", "required", "deprecated", "style",
                                        "explode", "schema", "example",     "examples", NULL};

  if (!berg_spec_expect(reader, node, BERG_YAML_MAP, "a parameter"))
    return false;
  berg_spec_check_members(reader, node, "a parameter", allowed);
  const struct berg_yaml *name = berg_spec_member_needed(reader, node, "name", BERG_YAML_STRING, "a parameter");
  const struct berg_yaml *schema = berg_yaml_find(node, "schema");
  if (schema == NULL)
    berg_spec_complain(reader->complaints, node->place, "a parameter lacks 'schema'");
  if (!read_in(reader, node, &out->in) || name == NULL || schema == NULL)
    return false;
  out->place = node->place;
  out->name = name->text;
  out->required = berg_spec_member_flag(reader, node, "required") == BERG_SPEC_YES;
  out->deprecated = berg_spec_member_flag(reader, node, "deprecated");
  out->style = berg_spec_member_text(reader, node, "style");
  out->explode = berg_spec_member_flag(reader, node, "explode");
  if (out->description.len == 0)
    out->description = berg_spec_member_text(reader, node, "description");
  out->schema =
      berg_spec_read_new_schema(reader, schema, berg_spec_pointer_append(reader->arena, pointer, BERG_SPAN("schema")));
  check_style(reader, node, out);
  check_required(reader, node, out);
  return true;
}

bool berg_spec_read_parameter(struct berg_spec_reader *reader, const struct berg_yaml *node, struct berg_span pointer,
                              struct berg_spec_parameter *out)
{
  *out = (struct berg_spec_parameter){0};
  if (!berg_spec_expect(reader, node, BERG_YAML_MAP, "a parameter") ||
      !berg_spec_follow(reader, "parameters", &node, &out->component, &out->description))
    return false;
  if (out->component.len > 0)
    pointer = berg_spec_pointer_append(reader->arena, BERG_SPAN("/components/parameters"), out->component);
  return read_object(reader, node, pointer, out);
}

static bool is_scheme(struct berg_spec_reader *reader, struct berg_span name)
{
  const struct berg_yaml *schemes = berg_yaml_find(berg_yaml_find(reader->root, "components"), "securitySchemes");

  return berg_yaml_find_span(schemes, name) != NULL;
}

static void read_choice(struct berg_spec_reader *reader, const struct berg_yaml *map,
                        struct berg_spec_security_choice *out)
{
  out->items = berg_spec_alloc(reader->arena, map->count, sizeof *out->items);
  for (size_t i = 0; i < map->count; i++) {
    const struct berg_yaml_member *member = &map->members[i];
    struct berg_spec_security_item item = {.scheme = member->key};
    if (!is_scheme(reader, member->key))
      berg_spec_complain(reader->complaints, member->place, "unknown security scheme '%.*s'",
                         BERG_SPAN_ARGS(member->key));
    if (!berg_spec_expect(reader, member->value, BERG_YAML_LIST, "the scopes of a security scheme"))
      continue;
    item.scopes.items = berg_spec_alloc(reader->arena, member->value->count, sizeof *item.scopes.items);
    for (size_t s = 0; s < member->value->count; s++)
      if (berg_spec_expect(reader, member->value->items[s], BERG_YAML_STRING, "a scope"))
        item.scopes.items[item.scopes.count++] = member->value->items[s]->text;
    out->items[out->count++] = item;
  }
}

void berg_spec_read_security(struct berg_spec_reader *reader, const struct berg_yaml *node,
                             struct berg_spec_security *out)
{
  if (!berg_spec_expect(reader, node, BERG_YAML_LIST, "'security'"))
    return;
  out->set = true;
  out->choices = berg_spec_alloc(reader->arena, node->count, sizeof *out->choices);
  for (size_t i = 0; i < node->count; i++)
    if (berg_spec_expect(reader, node->items[i], BERG_YAML_MAP, "an item of 'security'"))
      read_choice(reader, node->items[i], &out->choices[out->count++]);
}
