#include "spec/tool/read_response.h"

#include "spec/tool/read_schema.h"

static struct berg_span component_pointer(struct berg_spec_reader *reader, const char *kind, struct berg_span name)
{
  struct berg_span pointer = berg_spec_format(reader->arena, "/components/%s", kind);

  return berg_spec_pointer_append(reader->arena, pointer, name);
}

static void read_example(struct berg_spec_reader *reader, const struct berg_yaml_member *member,
                         struct berg_spec_example *out)
{
  static const char *const allowed[] = {"summary", "description", "value", NULL};
  const struct berg_yaml *node = member->value;
  struct berg_span component;
  struct berg_span description;

  out->name = member->key;
  out->place = member->place;
  if (!berg_spec_expect(reader, node, BERG_YAML_MAP, "an example") ||
      !berg_spec_follow(reader, "examples", &node, &component, &description))
    return;
  if (!berg_spec_expect(reader, node, BERG_YAML_MAP, "an example"))
    return;
  berg_spec_check_members(reader, node, "an example", allowed);
  out->summary = berg_spec_member_text(reader, node, "summary");
  out->value = berg_yaml_find(node, "value");
  if (out->value == NULL)
    berg_spec_complain(reader->complaints, node->place, "an example lacks 'value'");
}

static void read_examples(struct berg_spec_reader *reader, const struct berg_yaml *media, struct berg_spec_content *out)
{
  const struct berg_yaml *one = berg_yaml_find(media, "example");
  const struct berg_yaml *many = berg_spec_member(reader, media, "examples", BERG_YAML_MAP);

  out->examples = berg_spec_alloc(reader->arena, 1 + (many == NULL ? 0 : many->count), sizeof *out->examples);
  if (one != NULL)
    out->examples[out->example_count++] = (struct berg_spec_example){.place = one->place, .value = one};
  for (size_t i = 0; many != NULL && i < many->count; i++) {
    struct berg_spec_example example = {0};
    read_example(reader, &many->members[i], &example);
    if (example.value != NULL)
      out->examples[out->example_count++] = example;
  }
}

static bool is_token_byte(uint8_t c)
{
  bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');

  return letter || (c >= '0' && c <= '9') || (c != 0 && strchr("!#$%&'*+-.^_`|~", c) != NULL);
}

/* type "/" subtype, without parameters. */
static bool is_media_type(struct berg_span text)
{
  size_t slash = 0;

  for (size_t i = 0; i < text.len; i++) {
    if (text.bytes[i] == '/' && slash == 0)
      slash = i;
    else if (!is_token_byte(text.bytes[i]))
      return false;
  }
  return slash > 0 && slash + 1 < text.len;
}

static void read_media(struct berg_spec_reader *reader, const struct berg_yaml_member *member, struct berg_span pointer,
                       struct berg_spec_content *out)
{
  static const char *const allowed[] = {"schema", "example", "examples", NULL};

  out->media_type = member->key;
  out->place = member->place;
  if (!is_media_type(member->key))
    berg_spec_complain(reader->complaints, member->place, "'%.*s' is no media type", BERG_SPAN_ARGS(member->key));
  if (!berg_spec_expect(reader, member->value, BERG_YAML_MAP, "a media type object"))
    return;
  berg_spec_check_members(reader, member->value, "a media type object", allowed);
  const struct berg_yaml *schema = berg_yaml_find(member->value, "schema");
  if (schema != NULL)
    out->schema = berg_spec_read_new_schema(
        reader, schema,
        berg_spec_pointer_append(reader->arena, berg_spec_pointer_append(reader->arena, pointer, member->key),
                                 BERG_SPAN("schema")));
  read_examples(reader, member->value, out);
}

static void read_contents(struct berg_spec_reader *reader, const struct berg_yaml *node, struct berg_span pointer,
                          struct berg_spec_contents *out)
{
  const struct berg_yaml *map = berg_spec_member(reader, node, "content", BERG_YAML_MAP);

  if (map == NULL)
    return;
  pointer = berg_spec_pointer_append(reader->arena, pointer, BERG_SPAN("content"));
  out->items = berg_spec_alloc(reader->arena, map->count, sizeof *out->items);
  for (size_t i = 0; i < map->count; i++)
    read_media(reader, &map->members[i], pointer, &out->items[out->count++]);
}

void berg_spec_read_body(struct berg_spec_reader *reader, const struct berg_yaml *node, struct berg_span pointer,
                         struct berg_spec_body *out)
{
  static const char *const allowed[] = {"description", "content", "required", NULL};
  struct berg_span component;
  struct berg_span description;

  if (!berg_spec_expect(reader, node, BERG_YAML_MAP, "a request body") ||
      !berg_spec_follow(reader, "requestBodies", &node, &component, &description))
    return;
  if (!berg_spec_expect(reader, node, BERG_YAML_MAP, "a request body"))
    return;
  if (component.len > 0)
    pointer = component_pointer(reader, "requestBodies", component);
  berg_spec_check_members(reader, node, "a request body", allowed);
  (void)berg_spec_member_needed(reader, node, "content", BERG_YAML_MAP, "a request body");
  out->set = true;
  out->place = node->place;
  out->required = berg_spec_member_flag(reader, node, "required") == BERG_SPEC_YES;
  out->description = description.len > 0 ? description : berg_spec_member_text(reader, node, "description");
  read_contents(reader, node, pointer, &out->contents);
}

/* Which kind of component the `$ref` of a header leads to; headers that refer to parameters occur in the wild. */
static const char *header_kind(struct berg_spec_reader *reader, const struct berg_yaml *node)
{
  const struct berg_yaml *ref = berg_yaml_find(node, "$ref");
  struct berg_span prefix = BERG_SPAN("#/components/parameters/");

  if (ref == NULL || ref->kind != BERG_YAML_STRING || !berg_span_starts_with(ref->text, prefix))
    return "headers";
  berg_spec_warn(reader->complaints, ref->place, "a header refers to a parameter: '%.*s'", BERG_SPAN_ARGS(ref->text));
  return "parameters";
}

void berg_spec_read_header(struct berg_spec_reader *reader, const struct berg_yaml *node, struct berg_span pointer,
                           struct berg_spec_header *out)
{
  static const char *const allowed[] = {"description", "required", "deprecated", "style", "explode",
                                        "schema",      "example",  "examples",   NULL};
  static const char *const allowed_parameter[] = {"name",    "in",     "description", "required", "deprecated", "style",
                                                  "explode", "schema", "example",     "examples", NULL};
  struct berg_span component;
  struct berg_span description;

  if (!berg_spec_expect(reader, node, BERG_YAML_MAP, "a header"))
    return;
  const char *kind = header_kind(reader, node);
  bool as_parameter = strcmp(kind, "parameters") == 0;
  if (!berg_spec_follow(reader, kind, &node, &component, &description) ||
      !berg_spec_expect(reader, node, BERG_YAML_MAP, "a header"))
    return;
  if (component.len > 0)
    pointer = component_pointer(reader, kind, component);
  berg_spec_check_members(reader, node, "a header", as_parameter ? allowed_parameter : allowed);
  const struct berg_yaml *schema = berg_yaml_find(node, "schema");
  if (schema == NULL) {
    berg_spec_complain(reader->complaints, node->place, "a header lacks 'schema'");
    return;
  }
  out->place = node->place;
  out->required = berg_spec_member_flag(reader, node, "required") == BERG_SPEC_YES;
  out->description = description.len > 0 ? description : berg_spec_member_text(reader, node, "description");
  out->schema =
      berg_spec_read_new_schema(reader, schema, berg_spec_pointer_append(reader->arena, pointer, BERG_SPAN("schema")));
}

static void read_headers(struct berg_spec_reader *reader, const struct berg_yaml *node, struct berg_span pointer,
                         struct berg_spec_response *out)
{
  const struct berg_yaml *map = berg_spec_member(reader, node, "headers", BERG_YAML_MAP);

  if (map == NULL)
    return;
  pointer = berg_spec_pointer_append(reader->arena, pointer, BERG_SPAN("headers"));
  out->headers = berg_spec_alloc(reader->arena, map->count, sizeof *out->headers);
  for (size_t i = 0; i < map->count; i++) {
    struct berg_spec_header header = {.name = map->members[i].key};
    berg_spec_read_header(reader, map->members[i].value, berg_spec_pointer_append(reader->arena, pointer, header.name),
                          &header);
    if (header.schema != NULL)
      out->headers[out->header_count++] = header;
  }
}

void berg_spec_read_response(struct berg_spec_reader *reader, const struct berg_yaml *node, struct berg_span pointer,
                             struct berg_spec_response *out)
{
  static const char *const allowed[] = {"description", "headers", "content", NULL};
  struct berg_span description;

  if (!berg_spec_expect(reader, node, BERG_YAML_MAP, "a response") ||
      !berg_spec_follow(reader, "responses", &node, &out->component, &description))
    return;
  if (!berg_spec_expect(reader, node, BERG_YAML_MAP, "a response"))
    return;
  if (out->component.len > 0)
    pointer = component_pointer(reader, "responses", out->component);
  berg_spec_check_members(reader, node, "a response", allowed);
  (void)berg_spec_member_needed(reader, node, "description", BERG_YAML_STRING, "a response");
  out->description = description.len > 0 ? description : berg_spec_member_text(reader, node, "description");
  read_headers(reader, node, pointer, out);
  read_contents(reader, node, pointer, &out->contents);
}
