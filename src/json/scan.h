/* The JSON scanner: tokens and whole values over a byte span (RFC 8259), with no memory of its own.
 *
 * Strict: UTF-8 is checked, lone surrogates (raw or escaped) are refused, nothing but the four white-space bytes stands
 * between tokens. Positions are byte offsets into the text. It never recurses: nesting is a counter and a bit stack.
 * Not for building values (reader.h, tree.h). Proof target: no runtime error on any bytes, progress, a token is exactly
 * one by the grammar's predicate. */
#ifndef BERG_JSON_SCAN_H
#define BERG_JSON_SCAN_H

#include "base/span.h"
#include "base/status.h"

#define BERG_JSON_DEPTH_MAX 128u /* hard bound of the bit stack; settings may be lower, never higher */

enum berg_json_kind {
  BERG_JSON_ERROR = 0, /* no token by the grammar */
  BERG_JSON_END,       /* end of the text */
  BERG_JSON_OBJECT,    /* '{' */
  BERG_JSON_OBJECT_END,
  BERG_JSON_ARRAY, /* '[' */
  BERG_JSON_ARRAY_END,
  BERG_JSON_COLON,
  BERG_JSON_COMMA,
  BERG_JSON_STRING,
  BERG_JSON_NUMBER,
  BERG_JSON_TRUE,
  BERG_JSON_FALSE,
  BERG_JSON_NULL
};

struct berg_json_token {
  enum berg_json_kind kind;
  size_t start; /* offset of the first byte; of a string: of the byte behind the opening quote */
  size_t len;   /* length; of a string: without the quotes */
  bool escaped; /* a string that holds at least one '\' */
};

/* Finds the token at or behind POS (white space is passed over) and where the text goes on behind it (AFTER, behind the
 * closing quote of a string). TOKEN.kind says what it is; BERG_JSON_ERROR with `start` at the offending byte. */
void berg_json_scan_token(struct berg_span text, size_t pos, struct berg_json_token *token, size_t *after);

/* Finds the end (AFTER) of the one value that starts at or behind POS, checking its grammar, nested at most DEPTH_MAX
 * (<= BERG_JSON_DEPTH_MAX) deep. START is its first byte (the quote of a string). On BERG_INVALID, START is the
 * offending byte. Linear time, constant memory. */
BERG_MUST_USE enum berg_status berg_json_scan_value(struct berg_span text, size_t pos, size_t depth_max, size_t *start,
                                                    size_t *after);

/* Reads DIGITS, a JSON number token, as an exact int64: no fraction, no exponent, no "-0", no overflow; else
 * BERG_INVALID. */
BERG_MUST_USE enum berg_status berg_json_scan_int64(struct berg_span digits, int64_t *value);

#endif
