/* Whether the JSON text of a default value is a value of its field's type (format/spec.md: "Default values", Appendix
 * D, "JSON single-value serialization").
 *
 * Internal to src/core. The text is one JSON value, as the reader of the document found it; this is no JSON parser. Of
 * a list's or a map's default only the outer form is looked at. */
#ifndef BERG_CORE_SCHEMA_DEFAULT_H
#define BERG_CORE_SCHEMA_DEFAULT_H

#include "core/type.h"

/* Whether TEXT stands for no default: it is empty or JSON null. */
bool berg_default_is_none(struct berg_span text);

/* Whether TEXT, which is not none, is a value of TYPE: in range, of the type's scale and length, a real date, with the
 * digits of a second that the type has. False for every text when the type has no defaults (unknown, variant, geometry,
 * geography); of a struct only `{}` is one. */
bool berg_default_fits(const struct berg_type *type, struct berg_span text);

#endif
