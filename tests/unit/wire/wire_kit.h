/* What the tests of generated code share: texts in C, decoding and encoding with one line, problems as text.
 *
 * JSON is written with ' in place of ", so that it can stand in C text. One arena serves a whole program. */
#ifndef BERG_TESTS_UNIT_WIRE_KIT_H
#define BERG_TESTS_UNIT_WIRE_KIT_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/problem.h"
#include "unit/test.h"

static struct berg_arena kit_arena;

/* TEXT with each ' made ". */
__attribute__((unused)) static struct berg_span kit_json(const char *text)
{
  struct berg_span copy = {NULL, 0};

  if (berg_arena_copy(&kit_arena, berg_span_of(text), &copy) != BERG_OK)
    abort();
  uint8_t *bytes = (uint8_t *)(uintptr_t)copy.bytes;
  for (size_t i = 0; i < copy.len; i++) {
    if (bytes[i] == '\'')
      bytes[i] = '"';
  }
  return copy;
}

/* Fails the case at FILE:LINE unless ACTUAL is the text EXPECTED. */
__attribute__((unused)) static void kit_same(const char *file, int line, struct berg_span actual,
                                             struct berg_span expected)
{
  char text[4096];

  if (berg_span_equal(actual, expected))
    return;
  snprintf(text, sizeof text, "found    %.*s\n  expected %.*s", (int)(actual.len < 1900 ? actual.len : 1900),
           (const char *)actual.bytes, (int)(expected.len < 1900 ? expected.len : 1900), (const char *)expected.bytes);
  test_report(file, line, text);
}

/* Decodes JSON as the generated type NAME and encodes it again: WRITTEN must come out. */
#define CHECK_WRITES(name, json, written)                                                                              \
  do {                                                                                                                 \
    struct berg_wire_##name kit_value;                                                                                 \
    struct berg_problem kit_problem;                                                                                   \
    struct berg_buffer kit_buffer;                                                                                     \
    berg_problem_clear(&kit_problem);                                                                                  \
    berg_buffer_open(&kit_buffer);                                                                                     \
    if (berg_wire_##name##_decode_text(kit_json(json), &kit_arena, &kit_value, &kit_problem) != BERG_OK) {             \
      kit_same(__FILE__, __LINE__, berg_problem_message(&kit_problem), kit_json(written));                             \
    } else {                                                                                                           \
      berg_wire_##name##_encode(&kit_buffer, &kit_value);                                                              \
      kit_same(__FILE__, __LINE__, berg_buffer_span(&kit_buffer), kit_json(written));                                  \
    }                                                                                                                  \
    berg_buffer_close(&kit_buffer);                                                                                    \
  } while (0)

/* The same text comes out. */
#define CHECK_ROUND_TRIP(name, json) CHECK_WRITES(name, json, json)

/* Decodes JSON as the generated type NAME into OUT, which must work. */
#define MUST_DECODE(name, json, out)                                                                                   \
  do {                                                                                                                 \
    enum berg_status kit_status = berg_wire_##name##_decode_text(kit_json(json), &kit_arena, out, NULL);               \
    CHECK_INT(kit_status, BERG_OK);                                                                                    \
  } while (0)

/* Decoding JSON as NAME must fail with MESSAGE and the pointer POINTER. */
#define CHECK_REFUSED(name, json, wanted_pointer, wanted_message)                                                      \
  do {                                                                                                                 \
    struct berg_wire_##name kit_value;                                                                                 \
    struct berg_problem kit_problem;                                                                                   \
    berg_problem_clear(&kit_problem);                                                                                  \
    CHECK_INT(berg_wire_##name##_decode_text(kit_json(json), &kit_arena, &kit_value, &kit_problem), BERG_INVALID);     \
    kit_same(__FILE__, __LINE__, berg_problem_message(&kit_problem), kit_json(wanted_message));                        \
    kit_same(__FILE__, __LINE__, (struct berg_span){(const uint8_t *)kit_problem.pointer, kit_problem.pointer_len},    \
             berg_span_of(wanted_pointer));                                                                            \
  } while (0)

#endif
