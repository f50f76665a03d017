#include "wire/violation.h"

void berg_violations_open(struct berg_violations *list, struct berg_arena *arena, bool first_only)
{
  *list = (struct berg_violations){.arena = arena, .first_only = first_only};
}

void berg_violations_hush(struct berg_violations *list)
{
  list->hushed++;
}

void berg_violations_speak(struct berg_violations *list)
{
  list->hushed--;
}

/* Appends one reference token, with '~' and '/' written as RFC 6901 wants. */
static void append_token(struct berg_buffer *pointer, struct berg_span name)
{
  berg_buffer_append_byte(pointer, '/');
  for (size_t i = 0; i < name.len; i++) {
    if (name.bytes[i] == '~')
      berg_buffer_append_text(pointer, "~0");
    else if (name.bytes[i] == '/')
      berg_buffer_append_text(pointer, "~1");
    else
      berg_buffer_append_byte(pointer, name.bytes[i]);
  }
}

/* The child of object or array AT that is or holds NODE, which lies behind AT; its token goes to POINTER. */
static size_t step_down(const struct berg_json_tree *tree, size_t at, size_t node, struct berg_buffer *pointer)
{
  bool object = tree->nodes[at].kind == BERG_JSON_OBJECT;
  size_t child = at + 1;

  for (size_t index = 0;; index++) {
    size_t value = object ? child + 1 : child;
    if (node < tree->nodes[value].end) {
      if (object)
        append_token(pointer, tree->nodes[child].text);
      else
        berg_buffer_append_format(pointer, "/%zu", index);
      return value;
    }
    child = tree->nodes[value].end;
  }
}

void berg_violations_pointer(const struct berg_json_tree *tree, size_t node, struct berg_buffer *pointer)
{
  size_t at = 0;

  while (at < node)
    at = step_down(tree, at, node, pointer);
}

/* Copies the content of BUFFER into the list's arena. */
static struct berg_span keep(struct berg_violations *list, const struct berg_buffer *buffer)
{
  struct berg_span copy = {NULL, 0};

  if (berg_buffer_status(buffer) != BERG_OK || berg_arena_copy(list->arena, berg_buffer_span(buffer), &copy) != BERG_OK)
    list->failed = true;
  return copy;
}

static struct berg_span make_pointer(struct berg_violations *list, const struct berg_json_tree *tree, size_t node)
{
  struct berg_buffer buffer;

  berg_buffer_open(&buffer);
  berg_violations_pointer(tree, node, &buffer);
  struct berg_span pointer = keep(list, &buffer);
  berg_buffer_close(&buffer);
  return pointer;
}

#define ARGUMENT_MAX 120u

static struct berg_span make_message(struct berg_violations *list, const char *text, struct berg_span argument)
{
  struct berg_buffer buffer;

  berg_buffer_open(&buffer);
  for (const char *c = text; *c != '\0'; c++) {
    if (c[0] != '{' || c[1] != '}') {
      berg_buffer_append_byte(&buffer, (uint8_t)*c);
      continue;
    }
    size_t len = argument.len;
    while (len > ARGUMENT_MAX || (len < argument.len && (argument.bytes[len] & 0xC0) == 0x80))
      len = len > ARGUMENT_MAX ? ARGUMENT_MAX : len - 1;
    berg_buffer_append(&buffer, berg_span_part(argument, 0, len));
    if (len < argument.len)
      berg_buffer_append_text(&buffer, "...");
    c++;
  }
  struct berg_span message = keep(list, &buffer);
  berg_buffer_close(&buffer);
  return message;
}

static bool make_room(struct berg_violations *list)
{
  if (list->count < list->cap)
    return true;
  size_t cap = list->cap == 0 ? 8 : list->cap * 2;
  struct berg_violation *items = berg_arena_grow(list->arena, list->items, list->count, cap, sizeof *items);
  if (items == NULL) {
    list->failed = true;
    return false;
  }
  list->items = items;
  list->cap = cap;
  return true;
}

bool berg_violations_add(struct berg_violations *list, const struct berg_json_tree *tree, size_t node,
                         const char *keyword, const char *place, const char *message, struct berg_span argument)
{
  struct berg_span schema = berg_span_of(place);
  size_t name_len = 0;

  if (list->hushed > 0 || (list->first_only && list->count > 0) || !make_room(list))
    return false;
  while (name_len < schema.len && schema.bytes[name_len] != '/')
    name_len++;
  struct berg_violation *item = &list->items[list->count];
  item->pointer = make_pointer(list, tree, node);
  item->keyword = berg_span_of(keyword);
  item->schema = berg_span_part(schema, 0, name_len);
  item->schema_pointer = berg_span_part(schema, name_len, schema.len - name_len);
  item->message = make_message(list, message, argument);
  list->count++;
  return false;
}

enum berg_status berg_violations_status(const struct berg_violations *list, bool ok)
{
  if (list->failed)
    return BERG_NO_MEMORY;
  return ok ? BERG_OK : BERG_INVALID;
}
