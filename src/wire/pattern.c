#include "wire/pattern.h"

#include "base/utf8.h"

/* A set of states, and the order in which they are to be looked at. */
struct state_set {
  bool has[BERG_PATTERN_STATE_MAX];
  uint16_t list[BERG_PATTERN_STATE_MAX];
  size_t count;
};

static void clear(struct state_set *set)
{
  for (size_t i = 0; i < set->count; i++)
    set->has[set->list[i]] = false;
  set->count = 0;
}

static void add(struct state_set *set, uint16_t state)
{
  if (set->has[state])
    return;
  set->has[state] = true;
  set->list[set->count++] = state;
}

/* Adds to SET what its states lead to without reading; each state is looked at once. True: the pattern matches. */
static bool close(const struct berg_pattern *pattern, struct state_set *set, bool at_start, bool at_end)
{
  for (size_t i = 0; i < set->count; i++) {
    const struct berg_pattern_state *state = &pattern->states[set->list[i]];
    if (state->op == BERG_PATTERN_MATCH)
      return true;
    if (state->op == BERG_PATTERN_SPLIT) {
      add(set, state->next);
      add(set, state->other);
    }
    if ((state->op == BERG_PATTERN_START && at_start) || (state->op == BERG_PATTERN_END && at_end))
      add(set, state->next);
  }
  return false;
}

static bool holds(const struct berg_pattern *pattern, const struct berg_pattern_state *state, uint32_t code)
{
  for (size_t i = 0; i < state->range_count; i++) {
    const struct berg_pattern_range *range = &pattern->ranges[state->range_first + i];
    if (code >= range->from && code <= range->to)
      return true;
  }
  return false;
}

/* Fills AFTER with the states that reading CODE leads to. */
static void step(const struct berg_pattern *pattern, const struct state_set *set, uint32_t code,
                 struct state_set *after)
{
  for (size_t i = 0; i < set->count; i++) {
    const struct berg_pattern_state *state = &pattern->states[set->list[i]];
    if (state->op == BERG_PATTERN_RANGES && holds(pattern, state, code))
      add(after, state->next);
  }
}

/* The code point of the sequence of LEN bytes at AT. */
static uint32_t decode(struct berg_span text, size_t at, size_t len)
{
  static const uint8_t FIRST_MASK[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  uint32_t code = text.bytes[at] & FIRST_MASK[len];

  for (size_t i = 1; i < len; i++)
    code = code * 64u + (text.bytes[at + i] & 0x3Fu);
  return code;
}

bool berg_pattern_matches(const struct berg_pattern *pattern, struct berg_span text)
{
  struct state_set sets[2] = {{.count = 0}, {.count = 0}};
  size_t now = 0;
  size_t at = 0;

  for (;;) {
    add(&sets[now], 0);
    if (close(pattern, &sets[now], at == 0, at == text.len))
      return true;
    if (at >= text.len)
      return false;
    size_t len = berg_utf8_sequence_len(text, at);
    if (len == 0)
      return false;
    clear(&sets[1 - now]);
    step(pattern, &sets[now], decode(text, at, len), &sets[1 - now]);
    now = 1 - now;
    at += len;
  }
}
