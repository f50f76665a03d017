/* The plain bytes of a string, eight at a time: what the reader skips before it looks at single characters.
 *
 * Internal to src/json. An optimisation of skip_json_characters alone: it stops at the latest where that function would
 * stop, and a caller goes on with that function. Not proven: tests/unit/json/plain_test.c tries every value of a byte
 * in every place. */
#ifndef BERG_JSON_PLAIN_H
#define BERG_JSON_PLAIN_H

#include "base/word.h"
#include "json/scan.h"

/* The index of the first byte at or behind I that is not plain, or, in the last seven bytes of TEXT, one before it. */
/*@ requires berg_span_ok(text) && i <= text.len;
    assigns \nothing;
    ensures i <= \result <= text.len;
    ensures \forall integer k; i <= k < \result ==> berg_json_plain(text.bytes[k]);
*/
static inline size_t skip_json_plain(struct berg_span text, size_t i)
{
  while (text.len - i >= BERG_WORD_LEN) {
    uint64_t word = berg_word_load(text.bytes + i);
    uint64_t marks = berg_word_mark_escaped(word) | berg_word_mark_high(word);
    if (marks != 0)
      return i + berg_word_first(marks);
    i += BERG_WORD_LEN;
  }
  return i;
}

#endif
