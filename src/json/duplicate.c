#include "json/duplicate.h"

#include "json/lexeme.h"
#include "json/reader.h"

#include <string.h>

/* Objects of up to this many members are compared pair by pair, larger ones sorted when they end. */
#define PAIRWISE_MAX 16u

struct name {
  struct berg_span text; /* unescaped */
  size_t offset;         /* of its quote */
  uint64_t mark;         /* depends on the text alone: most unequal names differ in it */
};

/* The names of all open objects, innermost last. */
struct names {
  struct name *items;
  size_t count;
  size_t cap;
  struct berg_arena *arena;
  struct berg_span text;
  size_t depth;
  bool in_object[BERG_JSON_DEPTH_MAX];
  size_t first[BERG_JSON_DEPTH_MAX]; /* index of the open object's first name */
  const struct name *found;          /* the name that came second, if any */
};

/* Eight bytes a step; the order of marks differs between machines, what is found does not. */
static uint64_t mark_of(struct berg_span text)
{
  uint64_t mark = text.len;
  size_t i = 0;

  for (; text.len - i >= sizeof mark; i += sizeof mark) {
    uint64_t word;
    memcpy(&word, text.bytes + i, sizeof word);
    mark = (mark ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    mark ^= mark >> 29;
  }
  for (; i < text.len; i++)
    mark = (mark ^ text.bytes[i]) * UINT64_C(0x100000001B3);
  return mark;
}

/* Orders by mark, then bytes, then place in the text. */
static int compare_names(const struct name *a, const struct name *b)
{
  if (a->mark != b->mark)
    return a->mark < b->mark ? -1 : 1;
  int order = berg_span_compare(a->text, b->text);
  if (order != 0 || a->offset == b->offset)
    return order;
  return a->offset < b->offset ? -1 : 1;
}

static void sift_down(struct name *items, size_t root, size_t count)
{
  for (;;) {
    size_t child = root * 2 + 1;
    if (child >= count)
      return;
    if (child + 1 < count && compare_names(&items[child], &items[child + 1]) < 0)
      child++;
    if (compare_names(&items[root], &items[child]) >= 0)
      return;
    struct name moved = items[root];
    items[root] = items[child];
    items[child] = moved;
    root = child;
  }
}

/* Heap sort: no recursion, no bad case. */
static void sort_names(struct name *items, size_t count)
{
  for (size_t i = count / 2; i > 0; i--)
    sift_down(items, i - 1, count);
  for (size_t end = count; end > 1; end--) {
    struct name moved = items[0];
    items[0] = items[end - 1];
    items[end - 1] = moved;
    sift_down(items, 0, end - 1);
  }
}

/* Looks at the names of a large object that ends: of all repeated ones, the one that comes first in the text. */
static void check_large(struct names *names, size_t first)
{
  struct name *items = names->items + first;
  size_t count = names->count - first;

  sort_names(items, count);
  for (size_t i = 1; i < count; i++) {
    if (items[i].mark != items[i - 1].mark || !berg_span_equal(items[i].text, items[i - 1].text))
      continue;
    if (names->found == NULL || items[i].offset < names->found->offset)
      names->found = &items[i];
  }
}

/* Adds the name whose inside goes from START to END. */
static enum berg_status add_name(struct names *names, size_t start, size_t end, bool escaped)
{
  struct name name = {berg_span_part(names->text, start, end - start), start - 1, 0};

  if (escaped && berg_json_unescape(name.text, names->arena, &name.text) != BERG_OK)
    return BERG_NO_MEMORY;
  name.mark = mark_of(name.text);
  if (names->count == names->cap) {
    size_t cap = names->cap < 64 ? 64 : names->cap * 2;
    struct name *items = berg_arena_grow(names->arena, names->items, names->count, cap, sizeof *items);
    if (items == NULL)
      return BERG_NO_MEMORY;
    names->items = items;
    names->cap = cap;
  }
  names->items[names->count++] = name;
  return BERG_OK;
}

/* Compares the name that was added last with the others of its object, as long as they are few. */
static void check_last(struct names *names)
{
  size_t first = names->first[names->depth - 1];
  const struct name *last = &names->items[names->count - 1];

  if (names->count - first > PAIRWISE_MAX)
    return;
  for (const struct name *other = names->items + first; other < last; other++) {
    if (other->mark == last->mark && berg_span_equal(other->text, last->text))
      names->found = last;
  }
}

static void close_nested(struct names *names)
{
  size_t first = names->first[--names->depth];

  if (!names->in_object[names->depth])
    return;
  if (names->count - first > PAIRWISE_MAX)
    check_large(names, first);
  if (names->found == NULL)
    names->count = first;
}

static void open_nested(struct names *names, bool object)
{
  names->in_object[names->depth] = object;
  names->first[names->depth] = names->count;
  names->depth++;
}

/* Passes over the string whose quote stands at I, adding it when it is a member name; AFTER is behind it. */
static enum berg_status take_string(struct names *names, size_t i, bool named, size_t *after)
{
  size_t plain = skip_json_characters(names->text, i + 1);
  bool escaped = names->text.bytes[plain] == '\\';
  size_t end = escaped ? skip_json_string(names->text, plain) : plain;

  *after = end + 1;
  if (!named)
    return BERG_OK;
  enum berg_status status = add_name(names, i + 1, end, escaped);
  if (status == BERG_OK)
    check_last(names);
  return status;
}

/* Goes through the text, which is well-formed, until its end or the first name that is found twice. */
static enum berg_status walk_names(struct names *names)
{
  enum berg_status status = BERG_OK;
  bool named = false; /* a string here is a member name */
  size_t i = 0;

  while (status == BERG_OK && i < names->text.len && names->found == NULL) {
    uint8_t c = names->text.bytes[i];
    if (c == '"') {
      status = take_string(names, i, named, &i);
      named = false;
      continue;
    }
    if (c == '{' || c == '[') {
      open_nested(names, c == '{');
      named = c == '{';
    } else if (c == '}' || c == ']') {
      close_nested(names);
    } else if (c == ',') {
      named = names->in_object[names->depth - 1];
    }
    i++;
  }
  return status;
}

enum berg_status berg_json_find_duplicate(struct berg_span text, struct berg_arena *arena, size_t *offset,
                                          struct berg_span *name)
{
  struct names names = {.arena = arena, .text = text};
  enum berg_status status = walk_names(&names);

  if (status != BERG_OK || names.found == NULL)
    return status;
  *offset = names.found->offset;
  *name = names.found->text;
  return BERG_INVALID;
}
