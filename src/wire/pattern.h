/* Patterns as tables of states that the generator writes, and the matcher that walks them.
 *
 * The matcher keeps the set of states that the text read so far can lead to; it never goes back, so that time is at
 * most the length of the text times the number of states, whatever the pattern. Characters are code points. A match may
 * lie anywhere in the text, as JSON Schema wants, unless the pattern is anchored. No memory beyond the two sets. */
#ifndef BERG_WIRE_PATTERN_H
#define BERG_WIRE_PATTERN_H

#include "base/span.h"

#define BERG_PATTERN_STATE_MAX 2048u

enum berg_pattern_op {
  BERG_PATTERN_RANGES = 0, /* one character of a set, then NEXT */
  BERG_PATTERN_SPLIT,      /* NEXT or OTHER, nothing is read */
  BERG_PATTERN_START,      /* at the start of the text only, then NEXT */
  BERG_PATTERN_END,        /* at the end of the text only, then NEXT */
  BERG_PATTERN_MATCH
};

struct berg_pattern_range {
  uint32_t from;
  uint32_t to;
};

struct berg_pattern_state {
  enum berg_pattern_op op;
  uint16_t next;
  uint16_t other;
  uint16_t range_first;
  uint16_t range_count;
};

/* The state to start with is the first. */
struct berg_pattern {
  const struct berg_pattern_state *states;
  size_t state_count; /* at most BERG_PATTERN_STATE_MAX */
  const struct berg_pattern_range *ranges;
};

/* Tells whether PATTERN matches somewhere in TEXT, which is UTF-8. */
bool berg_pattern_matches(const struct berg_pattern *pattern, struct berg_span text);

#endif
