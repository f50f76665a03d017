#include "spec/tool/read_document.h"

#include "spec/tool/read_operation.h"
#include "spec/tool/read_response.h"
#include "spec/tool/read_schema.h"

static void read_version(struct berg_spec_reader *reader)
{
  const struct berg_yaml *version =
      berg_spec_member_needed(reader, reader->root, "openapi", BERG_YAML_STRING, "the document");

  if (version == NULL)
    return;
  reader->document->openapi = version->text;
  if (!berg_span_starts_with(version->text, BERG_SPAN("3.1.")))
    berg_spec_complain(reader->complaints, version->place, "OpenAPI version '%.*s' is not supported, only 3.1",
                       BERG_SPAN_ARGS(version->text));
}

static void read_info(struct berg_spec_reader *reader)
{
  static const char *const allowed[] = {"title",   "summary", "description", "termsOfService",
                                        "contact", "license", "version",     NULL};
  const struct berg_yaml *info = berg_spec_member_needed(reader, reader->root, "info", BERG_YAML_MAP, "the document");

  if (info == NULL)
    return;
  berg_spec_check_members(reader, info, "info", allowed);
  const struct berg_yaml *title = berg_spec_member_needed(reader, info, "title", BERG_YAML_STRING, "info");
  const struct berg_yaml *version = berg_spec_member_needed(reader, info, "version", BERG_YAML_STRING, "info");
  reader->document->title = title == NULL ? BERG_SPAN("") : title->text;
  reader->document->version = version == NULL ? BERG_SPAN("") : version->text;
  reader->document->description = berg_spec_member_text(reader, info, "description");
}

static void read_component(struct berg_spec_reader *reader, const char *kind, const struct berg_yaml_member *member)
{
  struct berg_span pointer = berg_spec_format(reader->arena, "/components/%s", kind);
  struct berg_spec_parameter parameter = {0};
  struct berg_spec_response response = {0};
  struct berg_spec_header header = {0};
  struct berg_spec_body body = {0};

  pointer = berg_spec_pointer_append(reader->arena, pointer, member->key);
  if (strcmp(kind, "parameters") == 0)
    (void)berg_spec_read_parameter(reader, member->value, pointer, &parameter);
  else if (strcmp(kind, "responses") == 0)
    berg_spec_read_response(reader, member->value, pointer, &response);
  else if (strcmp(kind, "headers") == 0)
    berg_spec_read_header(reader, member->value, pointer, &header);
  else
    berg_spec_read_body(reader, member->value, pointer, &body);
}

static void read_kind(struct berg_spec_reader *reader, const struct berg_yaml *components, const char *kind)
{
  const struct berg_yaml *map = berg_spec_member(reader, components, kind, BERG_YAML_MAP);

  for (size_t i = 0; map != NULL && i < map->count; i++)
    read_component(reader, kind, &map->members[i]);
}

static void read_examples(struct berg_spec_reader *reader, const struct berg_yaml *components)
{
  static const char *const allowed[] = {"summary", "description", "value", NULL};
  const struct berg_yaml *map = berg_spec_member(reader, components, "examples", BERG_YAML_MAP);
  struct berg_spec_document *document = reader->document;

  if (map == NULL)
    return;
  document->examples = berg_spec_alloc(reader->arena, map->count, sizeof *document->examples);
  for (size_t i = 0; i < map->count; i++) {
    const struct berg_yaml *node = map->members[i].value;
    if (!berg_spec_expect(reader, node, BERG_YAML_MAP, "an example"))
      continue;
    berg_spec_check_members(reader, node, "an example", allowed);
    const struct berg_yaml *value = berg_yaml_find(node, "value");
    if (value == NULL)
      berg_spec_complain(reader->complaints, node->place, "an example lacks 'value'");
    else
      document->examples[document->example_count++] =
          (struct berg_spec_named_value){map->members[i].key, berg_spec_member_text(reader, node, "summary"), value};
  }
}

static void read_components(struct berg_spec_reader *reader)
{
  static const char *const allowed[] = {"schemas", "responses",     "parameters",      "examples",
                                        "headers", "requestBodies", "securitySchemes", NULL};
  const struct berg_yaml *components = berg_spec_member(reader, reader->root, "components", BERG_YAML_MAP);

  if (components == NULL)
    return;
  berg_spec_check_members(reader, components, "components", allowed);
  (void)berg_spec_member(reader, components, "securitySchemes", BERG_YAML_MAP);
  read_kind(reader, components, "parameters");
  read_kind(reader, components, "responses");
  read_kind(reader, components, "headers");
  read_kind(reader, components, "requestBodies");
  read_examples(reader, components);
}

void berg_spec_read_document(struct berg_spec_reader *reader)
{
  static const char *const allowed[] = {"openapi",  "info", "servers",      "paths", "components",
                                        "security", "tags", "externalDocs", NULL};
  const struct berg_yaml *security = NULL;

  if (!berg_spec_expect(reader, reader->root, BERG_YAML_MAP, "the document"))
    return;
  reader->document->tree = reader->root;
  berg_spec_check_members(reader, reader->root, "the document", allowed);
  read_version(reader);
  read_info(reader);
  security = berg_yaml_find(reader->root, "security");
  if (security != NULL)
    berg_spec_read_security(reader, security, &reader->document->security);
  berg_spec_read_schemas(reader);
  berg_spec_read_paths(reader);
  read_components(reader);
}
