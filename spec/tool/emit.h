/* What all emitters of generated C share: the products, and how types and texts are spelled.
 *
 * One emitter writes one product, a header and its source, into buffers; emit_c.c writes the files. Generated text
 * depends on the structure of the document alone, in its order, so that two documents that differ in prose, in their
 * files or in the layout of those give the same bytes. */
#ifndef BERG_SPEC_TOOL_EMIT_H
#define BERG_SPEC_TOOL_EMIT_H

#include "base/buffer.h"
#include "spec/tool/emit_shape.h"

struct berg_emit {
  struct berg_arena *arena;
  const struct berg_spec_document *document;
  const struct berg_shapes *shapes; /* NULL when only validators are written */
  struct berg_spec_complaints *complaints;
  struct berg_spans served; /* operations that are served: ids or their names in snake case; others are passed over */
};

/* Starts a header: comment, guard, includes. PURPOSE is one line. */
void berg_emit_header_begin(struct berg_buffer *out, const char *guard, const char *purpose, const char *includes);
void berg_emit_header_end(struct berg_buffer *out);

/* Starts a source with its INCLUDES. */
void berg_emit_source_begin(struct berg_buffer *out, const char *includes);

/* TEXT as a C string literal with its quotes. */
void berg_emit_literal(struct berg_buffer *out, struct berg_span text);

/* `BERG_SPAN("text")`, for use inside functions. */
void berg_emit_span(struct berg_buffer *out, struct berg_span text);

/* `static const struct berg_span NAME[] = {...};` of TEXTS, which are at least one. */
void berg_emit_span_array(struct berg_buffer *out, const char *name, const struct berg_spans *texts);

/* The C type that holds a value of SHAPE: "int32_t", "struct berg_wire_type". */
const char *berg_emit_type(const struct berg_emit *emit, const struct berg_shape *shape);

/* The type of an optional member: "struct berg_opt_span". */
const char *berg_emit_opt_type(const struct berg_emit *emit, const struct berg_shape *shape);

/* KINDS, bits of enum berg_spec_type, as an expression of BERG_KIND_... bits. */
const char *berg_emit_kinds(const struct berg_emit *emit, unsigned kinds);

/* Upper case of SHAPE's name, for enumerators and tables. */
const char *berg_emit_upper(const struct berg_emit *emit, const struct berg_shape *shape);

/* Tells whether OPERATION is among those served. */
bool berg_emit_is_served(const struct berg_emit *emit, const struct berg_spec_operation *operation);

/* The products; HEADER and SOURCE are empty buffers. */
void berg_emit_types(const struct berg_emit *emit, struct berg_buffer *header, struct berg_buffer *source);
void berg_emit_decode(const struct berg_emit *emit, struct berg_buffer *header, struct berg_buffer *source);
void berg_emit_encode(const struct berg_emit *emit, struct berg_buffer *header, struct berg_buffer *source);
void berg_emit_routes(const struct berg_emit *emit, struct berg_buffer *header, struct berg_buffer *source);
void berg_emit_operations(const struct berg_emit *emit, struct berg_buffer *header, struct berg_buffer *source);
void berg_emit_check(const struct berg_emit *emit, struct berg_buffer *header, struct berg_buffer *source);
void berg_emit_dispatch(const struct berg_emit *emit, struct berg_buffer *header, struct berg_buffer *source);
void berg_emit_errors(const struct berg_emit *emit, struct berg_buffer *header, struct berg_buffer *source);
void berg_emit_client(const struct berg_emit *emit, struct berg_buffer *header, struct berg_buffer *source);
void berg_emit_obligations(const struct berg_emit *emit, struct berg_buffer *header, struct berg_buffer *source);
void berg_emit_dict(const struct berg_emit *emit, struct berg_buffer *out);

#endif
