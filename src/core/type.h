/* The types of the table format and their text (format/spec.md: "Schemas and Data Types", Appendix C).
 *
 * A primitive type is a value without pointers but for the parameters of geometry and geography, which borrow the text
 * they were parsed from. Nested types have no parameters here: their children are fields of a struct berg_schema. */
#ifndef BERG_CORE_TYPE_H
#define BERG_CORE_TYPE_H

#include "base/buffer.h"
#include "base/problem.h"

enum berg_type_kind {
  BERG_TYPE_BOOLEAN = 0,
  BERG_TYPE_INT,
  BERG_TYPE_LONG,
  BERG_TYPE_FLOAT,
  BERG_TYPE_DOUBLE,
  BERG_TYPE_DATE,
  BERG_TYPE_TIME,
  BERG_TYPE_TIMESTAMP,
  BERG_TYPE_TIMESTAMPTZ,
  BERG_TYPE_STRING,
  BERG_TYPE_UUID,
  BERG_TYPE_BINARY,
  BERG_TYPE_DECIMAL,
  BERG_TYPE_FIXED,
  BERG_TYPE_UNKNOWN, /* this and what follows: format version 3 */
  BERG_TYPE_VARIANT,
  BERG_TYPE_TIMESTAMP_NS,
  BERG_TYPE_TIMESTAMPTZ_NS,
  BERG_TYPE_GEOMETRY,
  BERG_TYPE_GEOGRAPHY,
  BERG_TYPE_STRUCT,
  BERG_TYPE_LIST,
  BERG_TYPE_MAP
};

struct berg_type {
  enum berg_type_kind kind;
  int32_t precision;          /* decimal: 1 to 38; fixed: its length in bytes */
  int32_t scale;              /* decimal: 0 to precision */
  struct berg_span crs;       /* geometry, geography: empty means the default OGC:CRS84 */
  struct berg_span algorithm; /* geography: empty means the default spherical */
};

/* Parses the text of a primitive type (or "variant"); white space around parameters is allowed. BERG_INVALID with a
 * message that shows the text when it is none. */
BERG_MUST_USE enum berg_status berg_type_parse(struct berg_span text, struct berg_type *type,
                                               struct berg_problem *problem);

/* Appends the canonical text of primitive TYPE: `decimal(10, 2)` for precision 10 and scale 2, `fixed[16]`. */
void berg_type_format(struct berg_buffer *buffer, const struct berg_type *type);

/* The first word of the text of KIND, such as "decimal" or "struct"; static text. */
struct berg_span berg_type_name(enum berg_type_kind kind);

/* Whether A and B are the same type. The reference systems of geometry and geography are compared without case, and one
 * that is left out is the default. */
bool berg_type_equal(const struct berg_type *a, const struct berg_type *b);
bool berg_type_is_nested(enum berg_type_kind kind);

/* The lowest format version that has KIND: 1 or 3. */
int32_t berg_type_min_format_version(enum berg_type_kind kind);

#endif
