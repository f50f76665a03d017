/* How shapes are built, for the files that build them (emit_shape.c, emit_struct.c, emit_union.c). */
#ifndef BERG_SPEC_TOOL_EMIT_STRUCT_H
#define BERG_SPEC_TOOL_EMIT_STRUCT_H

#include "spec/tool/emit_shape.h"

/* A new shape of KIND for SCHEMA. A named schema that has no shape yet gets this one, so that
 * recursion finds it. */
struct berg_shape *berg_shape_new(struct berg_shapes *shapes, enum berg_shape_kind kind, const char *name,
                                  const struct berg_spec_schema *schema);

/* The shape of SCHEMA, built when there is none; NAME is for a schema that has none itself. NULL: refused. */
const struct berg_shape *berg_shape_of(struct berg_shapes *shapes, const struct berg_spec_schema *schema,
                                       const char *name);

/* Complains that SCHEMA has no C type, and returns NULL. */
const struct berg_shape *berg_shape_refuse(struct berg_shapes *shapes, const struct berg_spec_schema *schema,
                                           const char *why);

/* The struct of SCHEMA, an object with members or an allOf of such. */
const struct berg_shape *berg_struct_make(struct berg_shapes *shapes, const struct berg_spec_schema *schema,
                                          const char *name);

/* The union of SCHEMA, which has oneOf, anyOf or a discriminator with a mapping. */
const struct berg_shape *berg_union_make(struct berg_shapes *shapes, const struct berg_spec_schema *schema,
                                         const char *name);

/* Adds SCHEMA's own properties as members of SHAPE. */
void berg_struct_add_properties(struct berg_shapes *shapes, struct berg_shape *shape,
                                const struct berg_spec_schema *schema);

#endif
