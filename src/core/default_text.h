/* The text of dates, times, uuids and decimal numbers (format/spec.md: Appendix D, "JSON single-value serialization").
 *
 * Internal to src/core; pure, without memory of its own. Proven: no runtime error on any characters, and termination.
 */
#ifndef BERG_CORE_DEFAULT_TEXT_H
#define BERG_CORE_DEFAULT_TEXT_H

#include "core/type.h"

#define BERG_DEFAULT_TEXT_MAX 80u /* longer than any of these texts */

/* Whether CHARACTERS (at most BERG_DEFAULT_TEXT_MAX) spell a value of TYPE, which is a date, time, timestamp, uuid or
 * decimal type; false for any other type. */
/*@ requires \valid_read(type) && type->precision >= 0;
    requires berg_span_ok(characters) && characters.len <= BERG_DEFAULT_TEXT_MAX;
    assigns \nothing;
*/
bool berg_default_text_fits(const struct berg_type *type, struct berg_span characters);

#endif
