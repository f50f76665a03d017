/* A walk over the tokens of a text up to one offset, which remembers the way: for pointers and messages.
 *
 * Internal to src/json. Goes as far as the tokens go; the text may be malformed anywhere. */
#ifndef BERG_JSON_WALK_H
#define BERG_JSON_WALK_H

#include "json/scan.h"

/* One open object or array. */
struct berg_json_frame {
  bool object;
  bool child;            /* a member name or an element has begun and no ',' came behind it */
  size_t index;          /* array: number of the element */
  struct berg_span name; /* object: the member's name, still escaped */
};

struct berg_json_walk {
  size_t depth;
  struct berg_json_frame frames[BERG_JSON_DEPTH_MAX];
  size_t depth_before;  /* open ones before the last token */
  const char *expected; /* what could have stood where the last token is */
  size_t token_start;   /* where the last token starts (its quote, of a string) */
  enum berg_json_kind kind;
};

/* Walks TEXT up to and over the token that holds byte OFFSET. */
void berg_json_walk_to(struct berg_span text, size_t offset, struct berg_json_walk *walk);

#endif
