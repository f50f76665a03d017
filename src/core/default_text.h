/* The text of dates, times, uuids and decimal numbers (format/spec.md: Appendix D, "JSON single-value serialization").
 *
 * Internal to src/core; pure, without memory of its own. */
#ifndef BERG_CORE_DEFAULT_TEXT_H
#define BERG_CORE_DEFAULT_TEXT_H

#include "core/type.h"

/* Whether CHARACTERS spell a value of TYPE, which is a date, time, timestamp, uuid or decimal type; false for any other
 * type. */
bool berg_default_text_fits(const struct berg_type *type, struct berg_span characters);

#endif
