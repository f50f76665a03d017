#include "spec/tool/bundle.h"

#include "spec/tool/reference.h"

/* A component and the node, in the tree of its file, that it stands for. */
struct known {
  const struct berg_yaml *node;
  struct berg_spec_component component;
};

struct bundle {
  struct berg_spec_files *files;
  struct berg_span root_path;
  struct berg_yaml *root;
  struct known *known;
  size_t known_count;
  size_t known_cap;
};

/* What the members of a map are. */
enum context {
  CONTEXT_OBJECT,   /* keywords of OpenAPI or JSON Schema */
  CONTEXT_NAMES,    /* names that somebody chose, each with an object */
  CONTEXT_EXAMPLES, /* names, each with an Example Object */
  CONTEXT_EXAMPLE,  /* an Example Object */
  CONTEXT_MAPPING,  /* values of a discriminator, each with a reference */
  CONTEXT_PATHS,
  CONTEXT_PATH_ITEM,
  CONTEXT_COMPONENTS,
  CONTEXT_DATA
};

static bool is_in(struct berg_span key, const char *const *words)
{
  for (; *words != NULL; words++)
    if (berg_span_equal(key, berg_span_of(*words)))
      return true;
  return false;
}

/* The context of the value of the keyword KEY, which is VALUE. */
static enum context context_of_keyword(struct berg_span key, const struct berg_yaml *value)
{
  static const char *const data[] = {"example", "default", "const", "enum", NULL};
  static const char *const names[] = {"properties", "responses", "headers", "content",
                                      "parameters", "variables", "scopes",  NULL};

  if (is_in(key, data) || berg_span_starts_with(key, BERG_SPAN("x-")))
    return CONTEXT_DATA;
  if (berg_span_equal(key, BERG_SPAN("examples")))
    return value->kind == BERG_YAML_MAP ? CONTEXT_EXAMPLES : CONTEXT_DATA;
  if (value->kind == BERG_YAML_MAP && is_in(key, names))
    return CONTEXT_NAMES;
  if (berg_span_equal(key, BERG_SPAN("mapping")))
    return CONTEXT_MAPPING;
  if (berg_span_equal(key, BERG_SPAN("paths")))
    return CONTEXT_PATHS;
  if (berg_span_equal(key, BERG_SPAN("components")))
    return CONTEXT_COMPONENTS;
  return CONTEXT_OBJECT;
}

static enum context context_below(enum context context, struct berg_span key, const struct berg_yaml *value)
{
  switch (context) {
  case CONTEXT_NAMES:
    return CONTEXT_OBJECT;
  case CONTEXT_EXAMPLES:
    return CONTEXT_EXAMPLE;
  case CONTEXT_EXAMPLE:
    return berg_span_equal(key, BERG_SPAN("$ref")) ? CONTEXT_OBJECT : CONTEXT_DATA;
  case CONTEXT_PATHS:
    return CONTEXT_PATH_ITEM;
  case CONTEXT_COMPONENTS:
    return berg_span_equal(key, BERG_SPAN("examples")) ? CONTEXT_EXAMPLES : CONTEXT_NAMES;
  case CONTEXT_MAPPING:
  case CONTEXT_DATA:
    return CONTEXT_DATA;
  case CONTEXT_OBJECT:
  case CONTEXT_PATH_ITEM:
  default:
    return context_of_keyword(key, value);
  }
}

/* The node that REF, a reference as written in a file, leads to; NULL and a complaint when there is none. */
static struct berg_yaml *follow(struct bundle *bundle, const struct berg_yaml *ref)
{
  struct berg_arena *arena = bundle->files->arena;
  struct berg_yaml *root = NULL;
  struct berg_span file;
  struct berg_span fragment;

  berg_spec_reference_split(ref->text, &file, &fragment);
  if (!berg_spec_reference_is_local(file)) {
    berg_spec_complain(bundle->files->complaints, ref->place, "reference '%.*s' leaves the document",
                       BERG_SPAN_ARGS(ref->text));
    return NULL;
  }
  struct berg_span path = file.len == 0 ? ref->place.file : berg_spec_path_join(arena, ref->place.file, file);
  if (berg_spec_files_load(bundle->files, path, ref->place, &root) != BERG_OK)
    return NULL;
  struct berg_yaml *node = berg_spec_pointer_find(arena, root, fragment);
  if (node == NULL)
    berg_spec_complain(bundle->files->complaints, ref->place, "reference '%.*s' leads nowhere",
                       BERG_SPAN_ARGS(ref->text));
  return node;
}

/* NODE, or what it refers to when it is nothing but a reference to another file; NULL after a complaint. */
static struct berg_yaml *step_into_file(struct bundle *bundle, struct berg_yaml *node)
{
  const struct berg_yaml *ref = NULL;

  if (!berg_spec_is_reference(node, &ref))
    return node;
  bool in_root = berg_span_equal(ref->place.file, bundle->root_path);
  if (in_root && ref->text.len > 0 && ref->text.bytes[0] == '#')
    return node;
  return follow(bundle, ref);
}

static void know(struct bundle *bundle, const struct berg_yaml *node, struct berg_span kind,
                 const struct berg_yaml_member *member)
{
  for (size_t i = 0; i < bundle->known_count; i++) {
    if (bundle->known[i].node != node)
      continue;
    berg_spec_complain(bundle->files->complaints, member->place, "component '%.*s' is the same node as '%.*s'",
                       BERG_SPAN_ARGS(member->key), BERG_SPAN_ARGS(bundle->known[i].component.name));
    return;
  }
  bundle->known = berg_spec_room(bundle->files->arena, bundle->known, bundle->known_count, &bundle->known_cap,
                                 sizeof *bundle->known);
  bundle->known[bundle->known_count++] = (struct known){node, {kind, member->key}};
}

/* Puts what they refer to in the place of the entries of components. */
static void open_components(struct bundle *bundle)
{
  struct berg_yaml *components = berg_yaml_find(bundle->root, "components");

  for (size_t k = 0; components != NULL && components->kind == BERG_YAML_MAP && k < components->count; k++) {
    struct berg_yaml *kind = components->members[k].value;
    for (size_t i = 0; kind->kind == BERG_YAML_MAP && i < kind->count; i++) {
      struct berg_yaml *node = step_into_file(bundle, kind->members[i].value);
      if (node == NULL)
        continue;
      kind->members[i].value = node;
      know(bundle, node, components->members[k].key, &kind->members[i]);
    }
  }
}

static const struct known *find_known(const struct bundle *bundle, const struct berg_yaml *node)
{
  for (size_t i = 0; i < bundle->known_count; i++)
    if (bundle->known[i].node == node)
      return &bundle->known[i];
  return NULL;
}

/* REF, a reference as written in a file, as a reference of the bundle. */
static struct berg_yaml *rewrite(struct bundle *bundle, const struct berg_yaml *ref)
{
  struct berg_arena *arena = bundle->files->arena;
  struct berg_yaml *out = berg_spec_alloc(arena, 1, sizeof *out);

  *out = *ref;
  if (ref->kind != BERG_YAML_STRING)
    return out;
  if (berg_span_equal(ref->place.file, bundle->root_path) && ref->text.len > 0 && ref->text.bytes[0] == '#')
    return out;
  const struct berg_yaml *node = follow(bundle, ref);
  if (node == NULL)
    return out;
  const struct known *known = find_known(bundle, node);
  if (known == NULL)
    berg_spec_complain(bundle->files->complaints, ref->place, "reference '%.*s' leads to nothing that components lists",
                       BERG_SPAN_ARGS(ref->text));
  else
    out->text = berg_spec_component_format(arena, known->component);
  return out;
}

/* A value of a discriminator's mapping: a bare schema name is short for a reference. */
static struct berg_yaml *rewrite_mapped(struct bundle *bundle, const struct berg_yaml *value)
{
  struct berg_yaml *out = berg_spec_alloc(bundle->files->arena, 1, sizeof *out);

  for (size_t i = 0; i < value->text.len; i++)
    if (value->text.bytes[i] == '#' || value->text.bytes[i] == '.' || value->text.bytes[i] == '/')
      return rewrite(bundle, value);
  *out = *value;
  if (value->kind == BERG_YAML_STRING)
    out->text = berg_spec_component_format(bundle->files->arena,
                                           (struct berg_spec_component){BERG_SPAN("schemas"), value->text});
  return out;
}

static struct berg_yaml *copy(struct bundle *bundle, struct berg_yaml *node, enum context context);

static struct berg_yaml *copy_member(struct bundle *bundle, enum context context, const struct berg_yaml_member *member)
{
  static const char *const methods[] = {"get", "put", "post", "delete", "options", "head", "patch", "trace", NULL};
  struct berg_yaml *value = member->value;
  bool keyword = context != CONTEXT_NAMES && context != CONTEXT_EXAMPLES && context != CONTEXT_DATA;

  if (keyword && berg_span_equal(member->key, BERG_SPAN("$ref")))
    return rewrite(bundle, value);
  if (context == CONTEXT_MAPPING)
    return rewrite_mapped(bundle, value);
  if (context == CONTEXT_PATHS || (context == CONTEXT_PATH_ITEM && is_in(member->key, methods)))
    value = step_into_file(bundle, value);
  if (value == NULL)
    value = member->value;
  return copy(bundle, value, context_below(context, member->key, value));
}

/* A copy of NODE with references rewritten. Recursion is bounded by the depth of the files, because references are not
 * followed except from paths and path items, each once on a way down. */
static struct berg_yaml *copy(struct bundle *bundle, struct berg_yaml *node, enum context context)
{
  struct berg_arena *arena = bundle->files->arena;
  struct berg_yaml *out = berg_spec_alloc(arena, 1, sizeof *out);

  *out = *node;
  if (node->kind == BERG_YAML_LIST) {
    out->items = berg_spec_alloc(arena, node->count, sizeof *out->items);
    for (size_t i = 0; i < node->count; i++)
      out->items[i] = copy(bundle, node->items[i], context == CONTEXT_DATA ? CONTEXT_DATA : CONTEXT_OBJECT);
  }
  if (node->kind == BERG_YAML_MAP) {
    out->members = berg_spec_alloc(arena, node->count, sizeof *out->members);
    for (size_t i = 0; i < node->count; i++) {
      out->members[i] = node->members[i];
      out->members[i].value = copy_member(bundle, context, &node->members[i]);
    }
  }
  return out;
}

enum berg_status berg_spec_bundle(struct berg_spec_files *files, struct berg_span path, struct berg_yaml **bundle)
{
  struct bundle b = {.files = files};
  struct berg_spec_place none = {{NULL, 0}, 0, 0};

  b.root_path = berg_spec_path_join(files->arena, BERG_SPAN(""), path);
  if (path.len > 0 && path.bytes[0] == '/')
    b.root_path = path;
  enum berg_status status = berg_spec_files_load(files, b.root_path, none, &b.root);
  if (status != BERG_OK)
    return status;
  open_components(&b);
  *bundle = copy(&b, b.root, CONTEXT_OBJECT);
  return berg_spec_complaints_status(files->complaints);
}
