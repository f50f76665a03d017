/* The string formats that the API's description uses, checked by their grammar.
 *
 * No memory, no state, no locale. Formats of numbers are ranges and live in check.c. */
#ifndef BERG_WIRE_FORMAT_H
#define BERG_WIRE_FORMAT_H

#include "base/span.h"

/* uuid (RFC 9562, section 4): 36 characters, hexadecimal digits of either case in groups of 8-4-4-4-12. */
bool berg_format_is_uuid(struct berg_span text);

/* date (RFC 3339, full-date): a day that exists in the Gregorian calendar. */
bool berg_format_is_date(struct berg_span text);

/* duration (RFC 3339, appendix A): PnYnMnD, PnW, with or without a time part behind `T`; whole numbers. */
bool berg_format_is_duration(struct berg_span text);

/* byte (OpenAPI 3.0): base64 with padding (RFC 4648, section 4). */
bool berg_format_is_byte(struct berg_span text);

#endif
