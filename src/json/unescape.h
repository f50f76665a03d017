/* JSON string insides, character by character: what unescaping, comparing and pointers have in common.
 *
 * Internal to src/json. Works on any bytes; malformed input is told, never trusted. */
#ifndef BERG_JSON_UNESCAPE_H
#define BERG_JSON_UNESCAPE_H

#include "base/buffer.h"
#include "base/span.h"

/* Decodes the character or escape at RAW.bytes[I] into OUT, LEN bytes long (a surrogate pair is one character; bytes
 * of unescaped characters come one by one). Returns the index behind it; 0 when it is a broken escape. */
size_t berg_json_unescape_one(struct berg_span raw, size_t i, uint8_t out[4], size_t *len);

/* Tells whether RAW, the inside of a JSON string, spells TEXT. */
bool berg_json_spells(struct berg_span raw, struct berg_span text);

/* Appends what RAW spells as a reference token of a JSON pointer (RFC 6901, section 3: '~' is ~0, '/' is ~1). */
void berg_json_append_pointer_token(struct berg_buffer *pointer, struct berg_span raw);

#endif
