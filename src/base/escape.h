/* Text escapes that the JSON writer and the tools share. */
#ifndef BERG_BASE_ESCAPE_H
#define BERG_BASE_ESCAPE_H

#include "base/buffer.h"

/* Appends S as the inside of a JSON string (RFC 8259, section 7), without the quotes: '"', '\' and bytes below 0x20
 * are escaped, all else is copied. S is UTF-8. */
void berg_escape_json(struct berg_buffer *buffer, struct berg_span s);

/* Appends S with quotes around it. */
void berg_escape_json_string(struct berg_buffer *buffer, struct berg_span s);

#endif
