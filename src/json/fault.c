#include "json/fault.h"

#include "json/lexeme.h"
#include "json/reader.h"
#include "json/walk.h"

#include <stdio.h>
#include <string.h>

#define MESSAGE_MAX BERG_PROBLEM_MAX

static bool is_byte_order_mark(struct berg_span text, size_t offset)
{
  return offset == 0 && text.len >= 3 && memcmp(text.bytes, "\xEF\xBB\xBF", 3) == 0;
}

/* Says what stands at OFFSET when it starts no token that has a name; ROOM holds text that must be made. */
static const char *describe_byte(struct berg_span text, size_t offset, char room[8])
{
  uint8_t c = text.bytes[offset];

  if (is_byte_order_mark(text, offset))
    return "a byte order mark";
  if (c < 0x20 || c == 0x7F)
    return "a control character";
  if (c == '\\')
    return "a broken escape";
  size_t len = berg_utf8_sequence_len(text, offset);
  if (len == 0)
    return "a byte that is not UTF-8";
  room[0] = '\'';
  memcpy(room + 1, text.bytes + offset, len);
  room[len + 1] = '\'';
  room[len + 2] = '\0';
  return room;
}

static const char *describe(struct berg_span text, size_t offset, char room[8])
{
  if (offset >= text.len)
    return "the end of the text";
  switch (json_kind_of(text.bytes[offset])) {
  case BERG_JSON_OBJECT:
    return "an object";
  case BERG_JSON_ARRAY:
    return "an array";
  case BERG_JSON_STRING:
    return "a string";
  case BERG_JSON_NUMBER:
    return text.bytes[offset] == '-' ? describe_byte(text, offset, room) : "a number";
  case BERG_JSON_TRUE:
  case BERG_JSON_FALSE:
    return json_word_len(text, offset) > 0 ? "a boolean" : describe_byte(text, offset, room);
  case BERG_JSON_NULL:
    return json_word_len(text, offset) > 0 ? "null" : describe_byte(text, offset, room);
  default:
    return describe_byte(text, offset, room);
  }
}

/* Writes where OFFSET is, for people: lines and columns count from 1, columns in bytes. */
static void format_place(struct berg_span text, size_t offset, char place[96])
{
  size_t line = 1;
  size_t line_start = 0;

  for (size_t i = 0; i < offset && i < text.len; i++) {
    if (text.bytes[i] == '\n') {
      line++;
      line_start = i + 1;
    }
  }
  snprintf(place, 96, " (byte %zu, line %zu, column %zu)", offset, line, offset - line_start + 1);
}

static void point_at(struct berg_problem *problem, struct berg_span text, size_t offset)
{
  struct berg_buffer pointer;

  berg_buffer_open(&pointer);
  berg_json_pointer_at(text, offset, &pointer);
  berg_problem_point(problem, berg_buffer_span(&pointer));
  berg_buffer_close(&pointer);
}

enum berg_status berg_json_fault_text(struct berg_problem *problem, struct berg_span text, size_t offset,
                                      const char *message, struct berg_span argument, bool placed)
{
  char place[96] = "";
  char whole[MESSAGE_MAX];

  if (problem == NULL || problem->status != BERG_OK)
    return BERG_INVALID;
  if (placed)
    format_place(text, offset, place);
  snprintf(whole, sizeof whole, "%s%s", message, place);
  berg_problem_set_text(problem, BERG_INVALID, whole, argument);
  point_at(problem, text, offset);
  return BERG_INVALID;
}

enum berg_status berg_json_fault_expected(struct berg_problem *problem, struct berg_span text, size_t offset,
                                          const char *expected, const char *what)
{
  char room[8];
  char whole[MESSAGE_MAX];

  if (problem == NULL || problem->status != BERG_OK)
    return BERG_INVALID;
  const char *found = describe(text, offset, room);
  if (offset < text.len && text.bytes[offset] == '-')
    found = "a number";
  if (what != NULL)
    snprintf(whole, sizeof whole, "expected %s in `%s`, found %s", expected, what, found);
  else
    snprintf(whole, sizeof whole, "expected %s, found %s", expected, found);
  return berg_json_fault_text(problem, text, offset, whole, (struct berg_span){NULL, 0}, true);
}

/* Tells whether WALK ended on a bracket that may stand there but opens more than DEPTH_MAX levels. */
static bool is_too_deep(const struct berg_json_walk *walk, size_t depth_max)
{
  if (walk->kind != BERG_JSON_OBJECT && walk->kind != BERG_JSON_ARRAY)
    return false;
  return walk->depth_before >= depth_max && strncmp(walk->expected, "a value", 7) == 0;
}

enum berg_status berg_json_fault_syntax(struct berg_problem *problem, struct berg_span text, size_t offset,
                                        size_t depth_max)
{
  static const struct berg_span NONE = {NULL, 0};
  struct berg_json_walk walk;
  char room[8];
  char whole[MESSAGE_MAX];

  if (problem == NULL || problem->status != BERG_OK)
    return BERG_INVALID;
  berg_json_walk_to(text, offset, &walk);
  const char *found = describe(text, offset, room);
  if (is_too_deep(&walk, depth_max))
    snprintf(whole, sizeof whole, "malformed JSON: nested deeper than %zu levels", depth_max);
  else if (walk.kind == BERG_JSON_ERROR && walk.token_start < offset)
    snprintf(whole, sizeof whole, "malformed JSON: %s in a %s", found,
             text.bytes[walk.token_start] == '"' ? "string" : "number");
  else
    snprintf(whole, sizeof whole, "malformed JSON: expected %s, found %s", walk.expected, found);
  return berg_json_fault_text(problem, text, offset, whole, NONE, true);
}
