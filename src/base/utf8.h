/* UTF-8 (RFC 3629): what is a well-formed sequence, and whether a text consists of such sequences.
 *
 * Over-long forms, surrogates and values above U+10FFFF are no sequences. Nothing is decoded to code points except by
 * the caller's own need. Proven: no runtime error, termination, and that exactly the well-formed texts are accepted. */
#ifndef BERG_BASE_UTF8_H
#define BERG_BASE_UTF8_H

#include "base/span.h"

/* The length, 1 to 4, of the well-formed sequence that starts at S.bytes[AT]; 0 when there is none. */
size_t berg_utf8_sequence_len(struct berg_span s, size_t at);

/* Tells whether S is nothing but well-formed sequences. */
bool berg_utf8_is_valid(struct berg_span s);

/* Writes the code point CODE, which is at most 0x10FFFF and no surrogate, as OUT; returns its length, 1 to 4. */
size_t berg_utf8_encode(uint32_t code, uint8_t out[4]);

#endif
