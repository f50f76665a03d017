/* berg_wire.dict: words for fuzzers, in the form that libFuzzer and AFL read: names of members and values of tags and
 * enumerations as JSON strings, segments of paths. */
#include "spec/tool/emit.h"

#include <stdlib.h>

struct words {
  struct berg_arena *arena;
  struct berg_span *items;
  size_t count;
  size_t cap;
};

static void add(struct words *words, struct berg_span word)
{
  if (word.len == 0 || word.len > 100)
    return;
  words->items = berg_spec_room(words->arena, words->items, words->count, &words->cap, sizeof *words->items);
  words->items[words->count++] = word;
}

static void add_json(struct words *words, struct berg_span text)
{
  add(words, berg_spec_format(words->arena, "\"%.*s\"", BERG_SPAN_ARGS(text)));
}

static void add_shape(struct words *words, const struct berg_shape *shape)
{
  for (size_t i = 0; i < shape->member_count; i++) {
    add_json(words, shape->members[i].name);
    if (shape->members[i].shape->kind == BERG_SHAPE_CONST)
      add_json(words, shape->members[i].shape->const_value);
  }
  for (size_t i = 0; i < shape->words.count; i++)
    add_json(words, shape->words.items[i]);
  for (size_t i = 0; i < shape->alternative_count; i++) {
    for (size_t k = 0; k < shape->alternatives[i].tags.count; k++)
      add_json(words, shape->alternatives[i].tags.items[k]);
  }
}

static void add_path(struct words *words, struct berg_span path)
{
  size_t start = 1;

  for (size_t i = 1; i <= path.len; i++) {
    if (i < path.len && path.bytes[i] != '/')
      continue;
    if (start < i && path.bytes[start] != '{')
      add(words, berg_spec_format(words->arena, "/%.*s", (int)(i - start), (const char *)path.bytes + start));
    start = i + 1;
  }
}

static int compare(const void *a, const void *b)
{
  return berg_span_compare(*(const struct berg_span *)a, *(const struct berg_span *)b);
}

static void write_word(struct berg_buffer *out, struct berg_span word)
{
  berg_buffer_append_byte(out, '"');
  for (size_t i = 0; i < word.len; i++) {
    uint8_t c = word.bytes[i];
    if (c == '"' || c == '\\')
      berg_buffer_append_format(out, "\\%c", c);
    else if (c < 0x20 || c >= 0x7F)
      berg_buffer_append_format(out, "\\x%02X", c);
    else
      berg_buffer_append_byte(out, c);
  }
  berg_buffer_append_text(out, "\"\n");
}

void berg_emit_dict(const struct berg_emit *emit, struct berg_buffer *out)
{
  struct words words = {.arena = emit->arena};

  for (size_t i = 0; i < emit->shapes->count; i++)
    add_shape(&words, emit->shapes->items[i]);
  for (size_t i = 0; i < emit->document->operation_count; i++) {
    add_path(&words, emit->document->operations[i].path);
    for (size_t k = 0; k < emit->document->operations[i].parameter_count; k++)
      add(&words, emit->document->operations[i].parameters[k].name);
  }
  if (words.count > 0)
    qsort(words.items, words.count, sizeof *words.items, compare);
  berg_buffer_append_text(out, "# Made by refberg-spec from the description of the API; changes here are lost.\n");
  for (size_t i = 0; i < words.count; i++) {
    if (i == 0 || !berg_span_equal(words.items[i], words.items[i - 1]))
      write_word(out, words.items[i]);
  }
}
