/* Small readings of HTTP field values that several files of this layer share (RFC 9110, section 5.6). */
#ifndef BERG_HTTP_FIELD_H
#define BERG_HTTP_FIELD_H

#include "base/span.h"

/* Tells whether C may stand in a token: methods and field names consist of these. */
bool berg_http_is_token_byte(uint8_t c);

/* Tells whether A and B are equal when ASCII letters are compared without case. */
bool berg_http_equals_folded(struct berg_span a, struct berg_span b);

/* S without spaces and tabs at both ends. */
struct berg_span berg_http_trim(struct berg_span s);

/* Takes the next element off the comma separated LIST: true and ELEMENT, trimmed, or false at its end. Empty elements
 * are passed over. */
bool berg_http_next_element(struct berg_span *list, struct berg_span *element);

/* Tells whether the comma separated LIST has the element WORD, compared without case. */
bool berg_http_has_element(struct berg_span list, struct berg_span word);

#endif
