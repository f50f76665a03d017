#include "spec/tool/read_schema.h"

#include "spec/tool/read_keyword.h"

struct berg_spec_schema *berg_spec_read_new_schema(struct berg_spec_reader *reader, const struct berg_yaml *node,
                                                   struct berg_span pointer)
{
  struct berg_spec_schema *out = berg_spec_alloc(reader->arena, 1, sizeof *out);

  berg_spec_read_schema(reader, node, pointer, NULL, out);
  return out;
}

/* The schema NODE below PARENT, at the pointer token TOKEN of PARENT (and NAME below that, when not empty). */
static struct berg_spec_schema *read_inner(struct berg_spec_reader *reader, const struct berg_yaml *node,
                                           const struct berg_spec_schema *parent, struct berg_span token,
                                           struct berg_span name)
{
  struct berg_spec_schema *out = berg_spec_alloc(reader->arena, 1, sizeof *out);
  struct berg_span pointer = berg_spec_pointer_append(reader->arena, parent->pointer, token);

  if (name.len > 0)
    pointer = berg_spec_pointer_append(reader->arena, pointer, name);
  berg_spec_read_schema(reader, node, pointer, parent, out);
  return out;
}

static void read_schemas(struct berg_spec_reader *reader, const struct berg_yaml_member *member,
                         const struct berg_spec_schema *parent, struct berg_spec_schemas *out)
{
  const struct berg_yaml *list = member->value;

  if (!berg_spec_expect_keyword(reader, member, BERG_YAML_LIST))
    return;
  if (list->count == 0)
    berg_spec_complain(reader->complaints, list->place, "'%.*s' must not be empty", BERG_SPAN_ARGS(member->key));
  out->items = berg_spec_alloc(reader->arena, list->count, sizeof(struct berg_spec_schema *));
  for (size_t i = 0; i < list->count; i++)
    out->items[out->count++] =
        read_inner(reader, list->items[i], parent, member->key, berg_spec_format(reader->arena, "%zu", i));
}

static void read_properties(struct berg_spec_reader *reader, const struct berg_yaml_member *member,
                            struct berg_spec_schema *out)
{
  const struct berg_yaml *map = member->value;

  if (!berg_spec_expect_keyword(reader, member, BERG_YAML_MAP))
    return;
  out->properties = berg_spec_alloc(reader->arena, map->count, sizeof *out->properties);
  for (size_t i = 0; i < map->count; i++) {
    const struct berg_yaml_member *property = &map->members[i];
    if (property->key.len == 0) {
      berg_spec_complain(reader->complaints, property->place, "a property must have a name");
      continue;
    }
    out->properties[out->property_count++] =
        (struct berg_spec_property){.name = property->key,
                                    .place = property->place,
                                    .schema = read_inner(reader, property->value, out, member->key, property->key)};
  }
}

static void read_one(struct berg_spec_reader *reader, const struct berg_yaml_member *member,
                     struct berg_spec_schema *parent, struct berg_spec_schema **out)
{
  *out = read_inner(reader, member->value, parent, member->key, BERG_SPAN(""));
}

/* Reads one keyword that holds schemas. False: it is another one. */
static bool read_applicator(struct berg_spec_reader *reader, const struct berg_yaml_member *member,
                            struct berg_spec_schema *out)
{
  if (berg_span_equal(member->key, BERG_SPAN("properties")))
    read_properties(reader, member, out);
  else if (berg_span_equal(member->key, BERG_SPAN("items")))
    read_one(reader, member, out, &out->items);
  else if (berg_span_equal(member->key, BERG_SPAN("additionalProperties")))
    read_one(reader, member, out, &out->additional);
  else if (berg_span_equal(member->key, BERG_SPAN("allOf")))
    read_schemas(reader, member, out, &out->all_of);
  else if (berg_span_equal(member->key, BERG_SPAN("oneOf")))
    read_schemas(reader, member, out, &out->one_of);
  else if (berg_span_equal(member->key, BERG_SPAN("anyOf")))
    read_schemas(reader, member, out, &out->any_of);
  else
    return false;
  return true;
}

static void mark_required(struct berg_spec_schema *schema)
{
  for (size_t r = 0; r < schema->required.count; r++)
    for (size_t p = 0; p < schema->property_count; p++)
      if (berg_span_equal(schema->required.items[r], schema->properties[p].name))
        schema->properties[p].required = true;
}

/* Recursion is bounded by the depth of the tree. */
void berg_spec_read_schema(struct berg_spec_reader *reader, const struct berg_yaml *node, struct berg_span pointer,
                           const struct berg_spec_schema *parent, struct berg_spec_schema *out)
{
  out->place = node->place;
  out->pointer = pointer;
  out->parent = parent;
  if (node->kind == BERG_YAML_BOOLEAN) {
    out->form = node->boolean ? BERG_SPEC_FORM_TRUE : BERG_SPEC_FORM_FALSE;
    return;
  }
  if (node->kind != BERG_YAML_MAP) {
    berg_spec_complain(reader->complaints, node->place, "a schema must be a map or a boolean, found %s",
                       berg_yaml_kind_name(node->kind));
    return;
  }
  for (size_t i = 0; i < node->count; i++)
    if (!read_applicator(reader, &node->members[i], out))
      berg_spec_read_keyword(reader, &node->members[i], out);
  mark_required(out);
}

static bool is_component_name(struct berg_span name)
{
  for (size_t i = 0; i < name.len; i++) {
    uint8_t c = name.bytes[i];
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!letter && !(c >= '0' && c <= '9') && c != '-' && c != '_' && c != '.')
      return false;
  }
  return name.len > 0;
}

void berg_spec_read_schemas(struct berg_spec_reader *reader)
{
  const struct berg_yaml *components = berg_yaml_find(reader->root, "components");
  const struct berg_yaml *map =
      components == NULL ? NULL : berg_spec_member(reader, components, "schemas", BERG_YAML_MAP);
  struct berg_spec_document *document = reader->document;

  if (map == NULL)
    return;
  if (map->count > BERG_SPEC_SCHEMA_COUNT_MAX) {
    berg_spec_complain(reader->complaints, map->place, "the document has too many schemas");
    return;
  }
  document->schemas = berg_spec_alloc(reader->arena, map->count, sizeof(struct berg_spec_schema *));
  for (size_t i = 0; i < map->count; i++) {
    struct berg_spec_schema *schema = berg_spec_alloc(reader->arena, 1, sizeof *schema);
    schema->name = map->members[i].key;
    schema->index = i;
    document->schemas[document->schema_count++] = schema;
    if (!is_component_name(schema->name))
      berg_spec_complain(reader->complaints, map->members[i].place,
                         "the name of a component is letters, digits, '.', '-' and '_', found '%.*s'",
                         BERG_SPAN_ARGS(schema->name));
  }
  for (size_t i = 0; i < map->count; i++) {
    struct berg_span pointer =
        berg_spec_pointer_append(reader->arena, BERG_SPAN("/components/schemas"), map->members[i].key);
    berg_spec_read_schema(reader, map->members[i].value, pointer, NULL, document->schemas[i]);
  }
}
