#include "spec/tool/reference.h"

bool berg_spec_is_reference(const struct berg_yaml *node, const struct berg_yaml **ref)
{
  if (node->kind != BERG_YAML_MAP || node->count != 1 || !berg_span_equal(node->members[0].key, BERG_SPAN("$ref")))
    return false;
  *ref = node->members[0].value;
  return (*ref)->kind == BERG_YAML_STRING;
}

void berg_spec_reference_split(struct berg_span reference, struct berg_span *file, struct berg_span *fragment)
{
  size_t at = 0;

  while (at < reference.len && reference.bytes[at] != '#')
    at++;
  *file = berg_span_part(reference, 0, at);
  size_t from = at < reference.len ? at + 1 : at;
  *fragment = berg_span_part(reference, from, reference.len - from);
}

bool berg_spec_reference_is_local(struct berg_span file)
{
  if (file.len > 0 && file.bytes[0] == '/')
    return false;
  for (size_t i = 0; i < file.len && file.bytes[i] != '/'; i++)
    if (file.bytes[i] == ':')
      return false;
  return true;
}

/* TOKEN with ~1 as / and ~0 as ~. */
static struct berg_span unescape(struct berg_arena *arena, struct berg_span token)
{
  uint8_t *out = berg_spec_alloc(arena, token.len + 1, 1);
  size_t len = 0;

  for (size_t i = 0; i < token.len; i++) {
    bool escape =
        token.bytes[i] == '~' && i + 1 < token.len && (token.bytes[i + 1] == '0' || token.bytes[i + 1] == '1');
    out[len++] = !escape ? token.bytes[i] : token.bytes[i + 1] == '1' ? '/' : '~';
    i += escape;
  }
  return (struct berg_span){out, len};
}

/* The token of POINTER that begins behind the slash at *AT; moves *AT to the next slash or the end. */
static struct berg_span next_token(struct berg_arena *arena, struct berg_span pointer, size_t *at)
{
  size_t from = ++*at;

  while (*at < pointer.len && pointer.bytes[*at] != '/')
    (*at)++;
  return unescape(arena, berg_span_part(pointer, from, *at - from));
}

static struct berg_yaml *find_item(const struct berg_yaml *list, struct berg_span token)
{
  size_t index = 0;

  if (token.len == 0 || token.len > 6)
    return NULL;
  for (size_t i = 0; i < token.len; i++) {
    if (token.bytes[i] < '0' || token.bytes[i] > '9')
      return NULL;
    index = index * 10 + (size_t)(token.bytes[i] - '0');
  }
  return index < list->count ? list->items[index] : NULL;
}

struct berg_yaml *berg_spec_pointer_find(struct berg_arena *arena, struct berg_yaml *root, struct berg_span pointer)
{
  struct berg_yaml *node = root;
  size_t at = 0;

  while (node != NULL && at < pointer.len) {
    if (pointer.bytes[at] != '/')
      return NULL;
    struct berg_span token = next_token(arena, pointer, &at);
    node = node->kind == BERG_YAML_LIST ? find_item(node, token) : berg_yaml_find_span(node, token);
  }
  return node;
}

struct berg_span berg_spec_pointer_append(struct berg_arena *arena, struct berg_span pointer, struct berg_span token)
{
  uint8_t *out = berg_spec_alloc(arena, pointer.len + 1 + 2 * token.len, 1);
  size_t len = pointer.len;

  if (pointer.len > 0)
    memcpy(out, pointer.bytes, pointer.len);
  out[len++] = '/';
  for (size_t i = 0; i < token.len; i++) {
    bool escape = token.bytes[i] == '~' || token.bytes[i] == '/';
    if (escape)
      out[len++] = '~';
    out[len++] = !escape ? token.bytes[i] : token.bytes[i] == '~' ? '0' : '1';
  }
  return (struct berg_span){out, len};
}

enum berg_status berg_spec_component_parse(struct berg_arena *arena, struct berg_span reference,
                                           struct berg_spec_component *out)
{
  struct berg_span prefix = BERG_SPAN("#/components");
  size_t at = 0;

  if (!berg_span_starts_with(reference, prefix))
    return BERG_INVALID;
  struct berg_span rest = berg_span_part(reference, prefix.len, reference.len - prefix.len);
  if (rest.len == 0 || rest.bytes[0] != '/')
    return BERG_INVALID;
  struct berg_span kind = next_token(arena, rest, &at);
  if (at == rest.len)
    return BERG_INVALID;
  struct berg_span name = next_token(arena, rest, &at);
  if (at != rest.len || kind.len == 0 || name.len == 0)
    return BERG_INVALID;
  *out = (struct berg_spec_component){kind, name};
  return BERG_OK;
}

struct berg_span berg_spec_component_format(struct berg_arena *arena, struct berg_spec_component component)
{
  struct berg_span pointer = berg_spec_pointer_append(arena, BERG_SPAN("#/components"), component.kind);

  return berg_spec_pointer_append(arena, pointer, component.name);
}
