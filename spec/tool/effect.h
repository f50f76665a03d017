/* What the parts of a schema that are about the same value say together: types, properties, closedness.
 *
 * All functions rely on berg_spec_check_circles having found nothing. */
#ifndef BERG_SPEC_TOOL_EFFECT_H
#define BERG_SPEC_TOOL_EFFECT_H

#include "spec/tool/model.h"

#define BERG_SPEC_ALL_TYPES 0x7Fu

/* The types that a value may have by SCHEMA alone, its `$ref`, allOf, oneOf, anyOf, const and enum; 0: none at all. */
unsigned berg_spec_effective_types(const struct berg_spec_schema *schema);

/* The first schema that SCHEMA, its `$ref`, or a part of its allOf, oneOf or anyOf has for the property NAME, or NULL.
 */
const struct berg_spec_schema *berg_spec_effective_property(const struct berg_spec_schema *schema,
                                                            struct berg_span name);

/* Whether DERIVED has BASE in its allOf, directly or through others. */
bool berg_spec_derives(const struct berg_spec_schema *derived, const struct berg_spec_schema *base);

/* Whether MEMBER is an alternative of SCHEMA's oneOf or anyOf, directly or through an alternative that is a union. */
bool berg_spec_is_alternative(const struct berg_spec_schema *schema, const struct berg_spec_schema *member);

/* Whether SCHEMA or something that it refers to by `$ref` or allOf allows names that it does not list, by an
 * additionalProperties schema. */
bool berg_spec_is_map(const struct berg_spec_schema *schema);

/* The bit of enum berg_spec_type that VALUE has; integers are BERG_SPEC_INTEGER. */
unsigned berg_spec_type_of(const struct berg_yaml *value);

#endif
