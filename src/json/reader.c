#include "json/reader.h"

#include "json/fault.h"
#include "json/lexeme.h"
#include "json/plain.h"
#include "json/unescape.h"

#include <stdio.h>

void berg_json_open(struct berg_json_reader *reader, struct berg_span text, size_t depth_max, struct berg_arena *arena,
                    struct berg_problem *problem)
{
  reader->text = text;
  reader->pos = 0;
  reader->value_start = 0;
  reader->depth = 0;
  reader->depth_max = depth_max < BERG_JSON_DEPTH_MAX ? depth_max : BERG_JSON_DEPTH_MAX;
  reader->after_value = false;
  reader->status = BERG_OK;
  reader->arena = arena;
  reader->problem = problem;
}

static enum berg_status fail_syntax(struct berg_json_reader *reader, size_t offset)
{
  reader->status = berg_json_fault_syntax(reader->problem, reader->text, offset, reader->depth_max);
  return reader->status;
}

static enum berg_status fail_expected(struct berg_json_reader *reader, const char *expected, const char *what)
{
  size_t offset = reader->value_start;

  reader->status = berg_json_fault_expected(reader->problem, reader->text, offset, expected, what);
  return reader->status;
}

static enum berg_status fail_memory(struct berg_json_reader *reader)
{
  reader->status = berg_problem_set(reader->problem, BERG_NO_MEMORY, "out of memory while JSON was read");
  return reader->status;
}

enum berg_status berg_json_fail(struct berg_json_reader *reader, size_t offset, const char *text,
                                struct berg_span argument)
{
  if (reader->status == BERG_OK)
    reader->status = berg_json_fault_text(reader->problem, reader->text, offset, text, argument, false);
  return reader->status;
}

static inline bool stands_at(const struct berg_json_reader *reader, uint8_t c)
{
  return reader->pos < reader->text.len && reader->text.bytes[reader->pos] == c;
}

/* Moves to the next byte that is no white space, where a value should start, and tells what it starts. */
static enum berg_json_kind move_to_value(struct berg_json_reader *reader)
{
  reader->pos = skip_json_space(reader->text, reader->pos);
  reader->value_start = reader->pos;
  if (reader->pos >= reader->text.len)
    return BERG_JSON_END;
  switch (reader->text.bytes[reader->pos]) {
  case '}':
  case ']':
  case ':':
  case ',':
    return BERG_JSON_ERROR;
  default:
    return json_kind_of(reader->text.bytes[reader->pos]);
  }
}

enum berg_json_kind berg_json_peek(struct berg_json_reader *reader)
{
  return reader->status == BERG_OK ? move_to_value(reader) : BERG_JSON_ERROR;
}

/* The string whose inside starts at START; up to PLAIN it is without escapes. */
static __attribute__((noinline)) enum berg_status take_any_string(struct berg_json_reader *reader, size_t start,
                                                                  size_t plain, struct berg_span *value)
{
  size_t end = plain;

  if (end < reader->text.len && reader->text.bytes[end] == '\\')
    end = skip_json_string(reader->text, plain);
  if (end >= reader->text.len || reader->text.bytes[end] != '"')
    return fail_syntax(reader, end);
  struct berg_span raw = berg_span_part(reader->text, start, end - start);
  if (end != plain && berg_json_unescape(raw, reader->arena, &raw) != BERG_OK)
    return fail_memory(reader);
  *value = raw;
  reader->pos = end + 1;
  return BERG_OK;
}

/* The string whose opening quote stands at the reader's position: most are plain up to their closing quote. */
static inline enum berg_status take_string(struct berg_json_reader *reader, struct berg_span *value)
{
  size_t start = reader->pos + 1;
  size_t end = skip_json_plain(reader->text, start);

  if (end >= reader->text.len || reader->text.bytes[end] != '"')
    return take_any_string(reader, start, skip_json_characters(reader->text, end), value);
  value->bytes = reader->text.bytes + start;
  value->len = end - start;
  reader->pos = end + 1;
  return BERG_OK;
}

enum berg_status berg_json_read_string(struct berg_json_reader *reader, const char *what, struct berg_span *value)
{
  if (reader->status != BERG_OK)
    return reader->status;
  if (!stands_at(reader, '"') && move_to_value(reader) != BERG_JSON_STRING)
    return fail_expected(reader, "a string", what);
  reader->value_start = reader->pos;
  enum berg_status status = take_string(reader, value);
  if (status == BERG_OK)
    reader->after_value = true;
  return status;
}

/* The digits of the number that comes next. */
static enum berg_status take_number(struct berg_json_reader *reader, const char *what, struct berg_span *digits)
{
  if (reader->status != BERG_OK)
    return reader->status;
  if (move_to_value(reader) != BERG_JSON_NUMBER)
    return fail_expected(reader, "an integer", what);
  size_t start = reader->pos;
  size_t end = skip_json_number(reader->text, start);
  if (!is_json_digit(reader->text.bytes[end - 1]))
    return fail_syntax(reader, end);
  *digits = berg_span_part(reader->text, start, end - start);
  reader->pos = end;
  reader->after_value = true;
  return BERG_OK;
}

/* The number DIGITS is out of range or has a fraction; BITS says what fits. */
static enum berg_status fail_integer(struct berg_json_reader *reader, const char *bits, const char *what,
                                     struct berg_span digits)
{
  char message[BERG_PROBLEM_MAX];

  if (what != NULL)
    snprintf(message, sizeof message, "expected an integer of %s bits in `%s`, found {}", bits, what);
  else
    snprintf(message, sizeof message, "expected an integer of %s bits, found {}", bits);
  reader->status = berg_json_fault_text(reader->problem, reader->text, reader->value_start, message, digits, true);
  return reader->status;
}

#define SHORT_DIGITS 18u /* fit into 64 bits whatever they are */

/* Reads the integer that comes next if it is a short one with something behind it, as nearly all are. False, and
 * nothing has changed, for everything else, right or wrong. */
static bool read_short_integer(struct berg_json_reader *reader, int64_t *value)
{
  struct berg_span text = reader->text;
  size_t start = skip_json_space(text, reader->pos);
  bool negative = start < text.len && text.bytes[start] == '-';
  size_t first = start + (negative ? 1 : 0);
  size_t i = first;
  int64_t sum = 0;

  for (; i < text.len && i - first < SHORT_DIGITS && is_json_digit(text.bytes[i]); i++)
    sum = sum * 10 + (text.bytes[i] - '0');
  if (reader->status != BERG_OK || i >= text.len || i == first || (text.bytes[first] == '0' && i - start > 1))
    return false;
  uint8_t next = text.bytes[i];
  if (is_json_digit(next) || next == '.' || next == 'e' || next == 'E')
    return false;
  *value = negative ? -sum : sum;
  reader->value_start = start;
  reader->pos = i;
  reader->after_value = true;
  return true;
}

enum berg_status berg_json_read_int64(struct berg_json_reader *reader, const char *what, int64_t *value)
{
  struct berg_span digits;

  if (read_short_integer(reader, value))
    return BERG_OK;
  enum berg_status status = take_number(reader, what, &digits);
  if (status != BERG_OK)
    return status;
  if (berg_json_scan_int64(digits, value) != BERG_OK)
    return fail_integer(reader, "64", what, digits);
  return BERG_OK;
}

enum berg_status berg_json_read_int32(struct berg_json_reader *reader, const char *what, int32_t *value)
{
  struct berg_span digits;
  int64_t wide = 0;
  enum berg_status status = take_number(reader, what, &digits);

  if (status != BERG_OK)
    return status;
  if (berg_json_scan_int64(digits, &wide) != BERG_OK || wide < INT32_MIN || wide > INT32_MAX)
    return fail_integer(reader, "32", what, digits);
  *value = (int32_t)wide;
  return BERG_OK;
}

/* The word true, false or null that comes next, which must be of KIND or OTHER. */
static enum berg_status take_word(struct berg_json_reader *reader, enum berg_json_kind kind, enum berg_json_kind other,
                                  const char *expected, const char *what)
{
  if (reader->status != BERG_OK)
    return reader->status;
  enum berg_json_kind next = move_to_value(reader);
  if (next != kind && next != other)
    return fail_expected(reader, expected, what);
  size_t len = json_word_len(reader->text, reader->pos);
  if (len == 0)
    return fail_syntax(reader, reader->pos);
  reader->pos += len;
  reader->after_value = true;
  return BERG_OK;
}

enum berg_status berg_json_read_bool(struct berg_json_reader *reader, const char *what, bool *value)
{
  enum berg_status status = take_word(reader, BERG_JSON_TRUE, BERG_JSON_FALSE, "a boolean", what);

  if (status == BERG_OK)
    *value = reader->text.bytes[reader->value_start] == 't';
  return status;
}

enum berg_status berg_json_read_null(struct berg_json_reader *reader, const char *what)
{
  return take_word(reader, BERG_JSON_NULL, BERG_JSON_NULL, "null", what);
}

enum berg_status berg_json_read_raw(struct berg_json_reader *reader, struct berg_span *value)
{
  size_t start = 0;
  size_t after = 0;

  if (reader->status != BERG_OK)
    return reader->status;
  if (berg_json_scan_value(reader->text, reader->pos, reader->depth_max - reader->depth, &start, &after) != BERG_OK)
    return fail_syntax(reader, start);
  *value = berg_span_part(reader->text, start, after - start);
  reader->value_start = start;
  reader->pos = after;
  reader->after_value = true;
  return BERG_OK;
}

enum berg_status berg_json_skip(struct berg_json_reader *reader)
{
  struct berg_span value;

  return berg_json_read_raw(reader, &value);
}

/* Enters the object or array, which KIND says, that comes next. */
static enum berg_status enter(struct berg_json_reader *reader, enum berg_json_kind kind, const char *expected,
                              const char *what)
{
  if (reader->status != BERG_OK)
    return reader->status;
  if (move_to_value(reader) != kind)
    return fail_expected(reader, expected, what);
  if (reader->depth >= reader->depth_max)
    return fail_syntax(reader, reader->pos);
  reader->pos++;
  reader->depth++;
  reader->after_value = false;
  return BERG_OK;
}

enum berg_status berg_json_enter_object(struct berg_json_reader *reader, const char *what)
{
  return enter(reader, BERG_JSON_OBJECT, "an object", what);
}

enum berg_status berg_json_enter_array(struct berg_json_reader *reader, const char *what)
{
  return enter(reader, BERG_JSON_ARRAY, "an array", what);
}

/* Moves behind the ',' that must follow a value, or behind the bracket CLOSE (then MORE is false). */
static enum berg_status move_to_next(struct berg_json_reader *reader, uint8_t close, bool *more)
{
  if (reader->status != BERG_OK)
    return reader->status;
  size_t i = skip_json_space(reader->text, reader->pos);
  reader->pos = i;
  if (i >= reader->text.len)
    return fail_syntax(reader, i);
  if (reader->text.bytes[i] == close) {
    reader->pos = i + 1;
    reader->depth -= reader->depth > 0 ? 1 : 0;
    reader->after_value = true;
    *more = false;
    return BERG_OK;
  }
  if (reader->after_value) {
    if (reader->text.bytes[i] != ',')
      return fail_syntax(reader, i);
    reader->pos = skip_json_space(reader->text, i + 1);
  }
  reader->after_value = false;
  *more = true;
  return BERG_OK;
}

enum berg_status berg_json_next_element(struct berg_json_reader *reader, bool *more)
{
  bool found = false;
  enum berg_status status = move_to_next(reader, ']', &found);

  if (status != BERG_OK)
    return status;
  if (found && move_to_value(reader) <= BERG_JSON_END)
    return fail_syntax(reader, reader->pos);
  *more = found;
  return BERG_OK;
}

enum berg_status berg_json_next_member(struct berg_json_reader *reader, struct berg_span *name, bool *more)
{
  bool found = false;
  enum berg_status status = move_to_next(reader, '}', &found);

  if (status != BERG_OK || !found) {
    *more = status == BERG_OK ? found : *more;
    return status;
  }
  if (!stands_at(reader, '"'))
    return fail_syntax(reader, reader->pos);
  struct berg_span taken;
  status = take_string(reader, &taken);
  if (status != BERG_OK)
    return status;
  reader->pos = skip_json_space(reader->text, reader->pos);
  if (!stands_at(reader, ':'))
    return fail_syntax(reader, reader->pos);
  reader->pos++;
  *name = taken;
  *more = true;
  return BERG_OK;
}

enum berg_status berg_json_finish(struct berg_json_reader *reader)
{
  if (reader->status != BERG_OK)
    return reader->status;
  reader->pos = skip_json_space(reader->text, reader->pos);
  if (reader->pos < reader->text.len || !reader->after_value)
    return fail_syntax(reader, reader->pos);
  return BERG_OK;
}
