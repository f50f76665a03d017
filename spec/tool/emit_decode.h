/* The parts of the decode product, for the files that write it. */
#ifndef BERG_SPEC_TOOL_EMIT_DECODE_H
#define BERG_SPEC_TOOL_EMIT_DECODE_H

#include "spec/tool/emit.h"

/* The decode function's head of SHAPE, without a semicolon. */
void berg_emit_decode_signature(struct berg_buffer *out, const struct berg_emit *emit, const struct berg_shape *shape);

/* An expression that reads the next value as SHAPE into TARGET, a pointer; WHAT is the expression that names it. */
void berg_emit_read(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape,
                    bool optional, const char *what, const char *target);

/* The functions that decode a struct, and a union. */
void berg_emit_decode_struct(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape);
void berg_emit_decode_union(const struct berg_emit *emit, struct berg_buffer *out, const struct berg_shape *shape);

#endif
