/* The parts of decoding that look at words, tags and members rather than at values. */
#include "wire/decode.h"

#include <stdio.h>

#define MESSAGE_MAX 256u

enum berg_status berg_decode_word(struct berg_json_reader *reader, const char *what, const struct berg_span *names,
                                  size_t count, const char *schema, size_t *index)
{
  struct berg_span word;
  char message[MESSAGE_MAX];
  enum berg_status status = berg_json_read_string(reader, what, &word);

  if (status != BERG_OK)
    return status;
  size_t found = berg_decode_index(word, names, count);
  if (found == count) {
    snprintf(message, sizeof message, "`%s`: \"{}\" is no %s", what, schema);
    return berg_json_fail(reader, reader->value_start, message, word);
  }
  *index = found;
  return BERG_OK;
}

/* Fails with TEXT, in which the %s are NAME and SCHEMA and "{}" stands for ARGUMENT, at byte OFFSET. */
static enum berg_status fail_member(struct berg_json_reader *reader, size_t offset, const char *text,
                                    struct berg_span name, const char *schema, struct berg_span argument)
{
  char message[MESSAGE_MAX];

  snprintf(message, sizeof message, text, (int)name.len, (const char *)name.bytes, schema);
  return berg_json_fail(reader, offset, message, argument);
}

/* The offset of RAW, a part of the reader's text. */
static size_t offset_of(const struct berg_json_reader *reader, struct berg_span raw)
{
  return (size_t)(raw.bytes - reader->text.bytes);
}

enum berg_status berg_decode_const(struct berg_json_reader *reader, const char *what, struct berg_span value,
                                   const char *schema)
{
  struct berg_span word;
  char message[MESSAGE_MAX];
  enum berg_status status = berg_json_read_string(reader, what, &word);

  if (status != BERG_OK || berg_span_equal(word, value))
    return status;
  snprintf(message, sizeof message, "`%s` of %s is \"%.*s\", found \"{}\"", what, schema, (int)value.len,
           (const char *)value.bytes);
  return berg_json_fail(reader, reader->value_start, message, word);
}

/* The raw text and the value of the string member NAME of the object that comes next. */
static enum berg_status peek_string(struct berg_json_reader *reader, struct berg_span name, const char *schema,
                                    struct berg_span *raw, struct berg_span *value)
{
  const struct berg_span none = {NULL, 0};

  if (reader->status != BERG_OK)
    return reader->status;
  (void)berg_json_peek(reader);
  if (berg_json_peek_member(reader, name, raw) != BERG_OK)
    return fail_member(reader, reader->pos, "required member `%.*s` is missing in %s", name, schema, none);
  if (raw->len < 2 || raw->bytes[0] != '"')
    return fail_member(reader, offset_of(reader, *raw), "`%.*s`: expected a string in %s, found {}", name, schema,
                       *raw);
  enum berg_status status = berg_json_unescape(berg_span_part(*raw, 1, raw->len - 2), reader->arena, value);
  if (status != BERG_OK)
    reader->status = status;
  return status;
}

enum berg_status berg_decode_beside(struct berg_json_reader *reader, struct berg_span name, const char *schema,
                                    struct berg_span *value)
{
  struct berg_span raw;
  struct berg_span found;
  enum berg_status status = peek_string(reader, name, schema, &raw, &found);

  if (status == BERG_OK)
    *value = found;
  return status;
}

enum berg_status berg_decode_tag(struct berg_json_reader *reader, struct berg_span name, const struct berg_span *values,
                                 size_t count, const char *schema, size_t *index)
{
  struct berg_span raw;
  struct berg_span value;
  enum berg_status status = peek_string(reader, name, schema, &raw, &value);

  if (status != BERG_OK)
    return status;
  size_t found = berg_decode_index(value, values, count);
  if (found == count)
    return fail_member(reader, offset_of(reader, raw), "unknown `%.*s` \"{}\" in %s", name, schema, value);
  *index = found;
  return BERG_OK;
}

bool berg_decode_has_member(struct berg_json_reader *reader, struct berg_span name)
{
  struct berg_span raw;

  return berg_json_peek_member(reader, name, &raw) == BERG_OK;
}

enum berg_status berg_decode_no_alternative(struct berg_json_reader *reader, const char *schema)
{
  (void)berg_json_peek(reader);
  if (reader->status != BERG_OK)
    return reader->status;
  return berg_json_fail(reader, reader->pos, "the value is none of the alternatives of {}", berg_span_of(schema));
}

enum berg_status berg_decode_unknown_member(struct berg_json_reader *reader, struct berg_span name, const char *schema)
{
  char message[MESSAGE_MAX];

  snprintf(message, sizeof message, "member `{}` is not allowed in %s", schema);
  (void)berg_json_peek(reader);
  return reader->status == BERG_OK ? berg_json_fail(reader, reader->pos, message, name) : reader->status;
}

enum berg_status berg_decode_require(struct berg_json_reader *reader, size_t start, uint64_t seen, uint64_t required,
                                     const struct berg_span *names, const char *schema)
{
  char message[MESSAGE_MAX];
  uint64_t missing = required & ~seen;
  size_t bit = 0;

  if (missing == 0)
    return BERG_OK;
  while ((missing >> bit) % 2u == 0)
    bit++;
  snprintf(message, sizeof message, "required member `{}` is missing in %s", schema);
  return berg_json_fail(reader, start, message, names[bit]);
}

static enum berg_status fail_memory(struct berg_json_reader *reader)
{
  reader->status = berg_problem_set(reader->problem, BERG_NO_MEMORY, "out of memory while JSON was decoded");
  return reader->status;
}

void *berg_decode_room(struct berg_json_reader *reader, void *items, size_t count, size_t *cap, size_t size)
{
  if (count < *cap)
    return items;
  size_t cap_new = *cap == 0 ? 4 : *cap * 2;
  void *grown = berg_arena_grow(reader->arena, items, count, cap_new, size);
  if (grown == NULL)
    (void)fail_memory(reader);
  else
    *cap = cap_new;
  return grown;
}

void *berg_decode_block(struct berg_json_reader *reader, size_t size)
{
  void *block = berg_arena_alloc(reader->arena, 1, size);

  if (block == NULL)
    (void)fail_memory(reader);
  return block;
}

enum berg_status berg_decode_property(struct berg_json_reader *reader, struct berg_span name,
                                      struct berg_properties *properties, size_t *cap)
{
  struct berg_property next = {.key = name};
  char what[64];

  snprintf(what, sizeof what, "%.*s", name.len < 60 ? (int)name.len : 60, (const char *)name.bytes);
  enum berg_status status = berg_json_read_string(reader, what, &next.value);
  if (status != BERG_OK)
    return status;
  properties->items = berg_decode_room(reader, properties->items, properties->count, cap, sizeof next);
  if (properties->items == NULL)
    return reader->status;
  properties->items[properties->count++] = next;
  return BERG_OK;
}
