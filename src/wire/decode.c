#include "wire/decode.h"

#include <stdio.h>

enum berg_status berg_decode_open(struct berg_json_reader *reader, struct berg_span text, struct berg_arena *arena,
                                  struct berg_problem *problem)
{
  struct berg_json_limits limits = BERG_JSON_LIMITS_DEFAULT;
  enum berg_status status = berg_json_check_text(text, limits, true, arena, problem);

  if (status == BERG_OK)
    berg_json_open(reader, text, limits.depth_max, arena, problem);
  return status;
}

unsigned berg_decode_kind(struct berg_json_reader *reader)
{
  switch (berg_json_peek(reader)) {
  case BERG_JSON_OBJECT:
    return BERG_KIND_OBJECT;
  case BERG_JSON_ARRAY:
    return BERG_KIND_ARRAY;
  case BERG_JSON_STRING:
    return BERG_KIND_STRING;
  case BERG_JSON_NUMBER:
    return BERG_KIND_NUMBER;
  case BERG_JSON_TRUE:
  case BERG_JSON_FALSE:
    return BERG_KIND_BOOLEAN;
  case BERG_JSON_NULL:
    return BERG_KIND_NULL;
  default:
    return 0;
  }
}

size_t berg_decode_index(struct berg_span name, const struct berg_span *names, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    if (berg_span_equal(name, names[i]))
      return i;
  }
  return count;
}

enum berg_status berg_decode_null(struct berg_json_reader *reader, const char *what, bool *null_sent)
{
  if (berg_json_peek(reader) != BERG_JSON_NULL) {
    *null_sent = false;
    return BERG_OK;
  }
  enum berg_status status = berg_json_read_null(reader, what);
  if (status == BERG_OK)
    *null_sent = true;
  return status;
}

enum berg_status berg_decode_opt_string(struct berg_json_reader *reader, const char *what, struct berg_opt_span *value)
{
  struct berg_opt_span read = {.set = false};
  enum berg_status status = berg_decode_null(reader, what, &read.null);

  read.set = !read.null;
  if (status == BERG_OK && read.set)
    status = berg_json_read_string(reader, what, &read.value);
  if (status == BERG_OK)
    *value = read;
  return status;
}

enum berg_status berg_decode_opt_int32(struct berg_json_reader *reader, const char *what, struct berg_opt_int32 *value)
{
  struct berg_opt_int32 read = {.set = false};
  enum berg_status status = berg_decode_null(reader, what, &read.null);

  read.set = !read.null;
  if (status == BERG_OK && read.set)
    status = berg_json_read_int32(reader, what, &read.value);
  if (status == BERG_OK)
    *value = read;
  return status;
}

enum berg_status berg_decode_opt_int64(struct berg_json_reader *reader, const char *what, struct berg_opt_int64 *value)
{
  struct berg_opt_int64 read = {.set = false};
  enum berg_status status = berg_decode_null(reader, what, &read.null);

  read.set = !read.null;
  if (status == BERG_OK && read.set)
    status = berg_json_read_int64(reader, what, &read.value);
  if (status == BERG_OK)
    *value = read;
  return status;
}

enum berg_status berg_decode_opt_bool(struct berg_json_reader *reader, const char *what, struct berg_opt_bool *value)
{
  struct berg_opt_bool read = {.set = false};
  enum berg_status status = berg_decode_null(reader, what, &read.null);

  read.set = !read.null;
  if (status == BERG_OK && read.set)
    status = berg_json_read_bool(reader, what, &read.value);
  if (status == BERG_OK)
    *value = read;
  return status;
}

enum berg_status berg_decode_opt_strings(struct berg_json_reader *reader, const char *what,
                                         struct berg_opt_spans *value)
{
  struct berg_opt_spans read = {.set = false};
  enum berg_status status = berg_decode_null(reader, what, &read.null);

  read.set = !read.null;
  if (status == BERG_OK && read.set)
    status = berg_json_read_strings(reader, what, &read.value);
  if (status == BERG_OK)
    *value = read;
  return status;
}

enum berg_status berg_decode_opt_int32s(struct berg_json_reader *reader, const char *what,
                                        struct berg_opt_int32s *value)
{
  struct berg_opt_int32s read = {.set = false};
  enum berg_status status = berg_decode_null(reader, what, &read.null);

  read.set = !read.null;
  if (status == BERG_OK && read.set)
    status = berg_json_read_int32s(reader, what, &read.value);
  if (status == BERG_OK)
    *value = read;
  return status;
}

enum berg_status berg_decode_opt_int64s(struct berg_json_reader *reader, const char *what,
                                        struct berg_opt_int64s *value)
{
  struct berg_opt_int64s read = {.set = false};
  enum berg_status status = berg_decode_null(reader, what, &read.null);

  read.set = !read.null;
  if (status == BERG_OK && read.set)
    status = berg_json_read_int64s(reader, what, &read.value);
  if (status == BERG_OK)
    *value = read;
  return status;
}

enum berg_status berg_decode_opt_properties(struct berg_json_reader *reader, const char *what,
                                            struct berg_opt_properties *value)
{
  struct berg_opt_properties read = {.set = false};
  enum berg_status status = berg_decode_null(reader, what, &read.null);

  read.set = !read.null;
  if (status == BERG_OK && read.set)
    status = berg_json_read_properties(reader, what, &read.value);
  if (status == BERG_OK)
    *value = read;
  return status;
}

static const char *kind_name(unsigned kind)
{
  switch (kind) {
  case BERG_KIND_OBJECT:
    return "an object";
  case BERG_KIND_ARRAY:
    return "an array";
  case BERG_KIND_STRING:
    return "a string";
  case BERG_KIND_NUMBER:
    return "a number";
  case BERG_KIND_BOOLEAN:
    return "a boolean";
  case BERG_KIND_NULL:
    return "null";
  default:
    return "nothing";
  }
}

/* Fails with TEXT, in which %s stands for WHAT and "{}" for ARGUMENT, at the value that comes next. */
static enum berg_status fail_next(struct berg_json_reader *reader, const char *text, const char *what,
                                  struct berg_span argument)
{
  char message[256];

  (void)berg_json_peek(reader);
  if (reader->status != BERG_OK)
    return reader->status;
  snprintf(message, sizeof message, text, what);
  return berg_json_fail(reader, reader->pos, message, argument);
}

enum berg_status berg_decode_raw(struct berg_json_reader *reader, const char *what, unsigned kinds,
                                 struct berg_span *value)
{
  struct berg_span raw;
  unsigned kind = berg_decode_kind(reader);
  int64_t number = 0;

  if (kind != BERG_KIND_NUMBER && (kind & kinds) == 0 && kind != 0)
    return fail_next(reader, "`%s` cannot be {}", what, berg_span_of(kind_name(kind)));
  enum berg_status status = berg_json_read_raw(reader, &raw);
  if (status != BERG_OK)
    return status;
  if (kind == BERG_KIND_NUMBER && (kinds & BERG_KIND_NUMBER) == 0 &&
      ((kinds & BERG_KIND_INTEGER) == 0 || berg_json_scan_int64(raw, &number) != BERG_OK))
    return berg_json_fail(reader, reader->value_start, "the number {} is not allowed here", raw);
  *value = raw;
  return BERG_OK;
}

enum berg_status berg_decode_opt_raw(struct berg_json_reader *reader, const char *what, unsigned kinds,
                                     struct berg_opt_span *value)
{
  struct berg_opt_span read = {.set = false};
  enum berg_status status = berg_decode_null(reader, what, &read.null);

  read.set = !read.null;
  if (status == BERG_OK && read.set)
    status = berg_decode_raw(reader, what, kinds, &read.value);
  if (status == BERG_OK)
    *value = read;
  return status;
}

enum berg_status berg_decode_raws(struct berg_json_reader *reader, const char *what, unsigned kinds,
                                  struct berg_spans *values)
{
  struct berg_spans read = {NULL, 0};
  size_t cap = 0;
  bool more = false;
  enum berg_status status = berg_json_enter_array(reader, what);

  while (status == BERG_OK) {
    status = berg_json_next_element(reader, &more);
    if (status != BERG_OK || !more)
      break;
    read.items = berg_decode_room(reader, read.items, read.count, &cap, sizeof *read.items);
    if (read.items == NULL)
      return reader->status;
    status = berg_decode_raw(reader, what, kinds, &read.items[read.count]);
    read.count++;
  }
  if (status == BERG_OK)
    *values = read;
  return status;
}

enum berg_status berg_decode_opt_raws(struct berg_json_reader *reader, const char *what, unsigned kinds,
                                      struct berg_opt_spans *values)
{
  struct berg_opt_spans read = {.set = false};
  enum berg_status status = berg_decode_null(reader, what, &read.null);

  read.set = !read.null;
  if (status == BERG_OK && read.set)
    status = berg_decode_raws(reader, what, kinds, &read.value);
  if (status == BERG_OK)
    *values = read;
  return status;
}
