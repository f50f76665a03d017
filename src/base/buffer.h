/* A growing byte buffer on the heap: where encoders write answers, documents and generated text.
 *
 * The buffer owns its bytes until berg_buffer_close or until they are taken with berg_buffer_take. A failed append sets
 * `failed` and leaves what was written; later appends do nothing, so a writer may check once, at the end. */
#ifndef BERG_BASE_BUFFER_H
#define BERG_BASE_BUFFER_H

#include "base/span.h"
#include "base/status.h"

struct berg_buffer {
  uint8_t *bytes;
  size_t len;
  size_t cap;
  size_t limit; /* most bytes it may hold; 0 means no limit */
  bool failed;  /* an append found no memory or went above the limit */
};

/* Makes BUFFER empty, with no memory and no limit. */
void berg_buffer_open(struct berg_buffer *buffer);

/* Frees what BUFFER holds. */
void berg_buffer_close(struct berg_buffer *buffer);

/* Forgets the content, keeps the memory. */
void berg_buffer_reset(struct berg_buffer *buffer);

/* Makes room for MORE further bytes, so that appends of that much cannot fail. */
void berg_buffer_reserve(struct berg_buffer *buffer, size_t more);

void berg_buffer_append(struct berg_buffer *buffer, struct berg_span s);
void berg_buffer_append_byte(struct berg_buffer *buffer, uint8_t byte);
/* Appends NUL-terminated TEXT without its NUL. */
void berg_buffer_append_text(struct berg_buffer *buffer, const char *text);
/* Appends N in decimal. */
void berg_buffer_append_int(struct berg_buffer *buffer, int64_t n);
/* Appends text by a printf format; for tools and messages, not for hot paths. */
void berg_buffer_append_format(struct berg_buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The content, valid until the next change of BUFFER. */
struct berg_span berg_buffer_span(const struct berg_buffer *buffer);

/* BERG_NO_MEMORY if any append failed, else BERG_OK. */
BERG_MUST_USE enum berg_status berg_buffer_status(const struct berg_buffer *buffer);

#endif
