/* Writing JSON into a buffer: compact, UTF-8, no trailing commas to think of.
 *
 * The caller opens and closes objects and arrays; a member or element writes its own comma when one is needed, which it
 * sees from the last byte in the buffer. */
#ifndef BERG_JSON_WRITE_H
#define BERG_JSON_WRITE_H

#include "base/buffer.h"
#include "base/escape.h"

void berg_json_write_object_begin(struct berg_buffer *buffer);
void berg_json_write_object_end(struct berg_buffer *buffer);
void berg_json_write_array_begin(struct berg_buffer *buffer);
void berg_json_write_array_end(struct berg_buffer *buffer);
/* Writes a comma unless a '{', '[' or ':' or nothing stands before. Called by all below. */
void berg_json_write_separator(struct berg_buffer *buffer);
/* Writes `"name":`, with the comma before it where one is needed. */
void berg_json_write_name(struct berg_buffer *buffer, struct berg_span name);
void berg_json_write_string(struct berg_buffer *buffer, struct berg_span value);
void berg_json_write_int64(struct berg_buffer *buffer, int64_t value);
void berg_json_write_bool(struct berg_buffer *buffer, bool value);
void berg_json_write_null(struct berg_buffer *buffer);
/* Writes JSON text as it is. */
void berg_json_write_raw(struct berg_buffer *buffer, struct berg_span json);
void berg_json_write_strings(struct berg_buffer *buffer, const struct berg_spans *values);
void berg_json_write_int32s(struct berg_buffer *buffer, const struct berg_int32s *values);
void berg_json_write_int64s(struct berg_buffer *buffer, const struct berg_int64s *values);
void berg_json_write_properties(struct berg_buffer *buffer, const struct berg_properties *values);

#endif
