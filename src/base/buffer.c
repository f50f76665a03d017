#include "base/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CAP 256u

void berg_buffer_open(struct berg_buffer *buffer)
{
  buffer->bytes = NULL;
  buffer->len = 0;
  buffer->cap = 0;
  buffer->limit = 0;
  buffer->failed = false;
}

void berg_buffer_close(struct berg_buffer *buffer)
{
  free(buffer->bytes);
  berg_buffer_open(buffer);
}

void berg_buffer_reset(struct berg_buffer *buffer)
{
  buffer->len = 0;
  buffer->failed = false;
}

void berg_buffer_reserve(struct berg_buffer *buffer, size_t more)
{
  if (buffer->failed)
    return;
  if (more > SIZE_MAX / 4 - buffer->len ||
      (buffer->limit != 0 && (buffer->len > buffer->limit || more > buffer->limit - buffer->len))) {
    buffer->failed = true;
    return;
  }
  if (more <= buffer->cap - buffer->len)
    return;
  size_t cap = buffer->cap < FIRST_CAP ? FIRST_CAP : buffer->cap * 2;
  if (cap < buffer->len + more) /* a caller that knows how much comes gets that, and no more */
    cap = buffer->len + more;
  uint8_t *bytes = realloc(buffer->bytes, cap);
  if (bytes == NULL) {
    buffer->failed = true;
    return;
  }
  buffer->bytes = bytes;
  buffer->cap = cap;
}

void berg_buffer_append(struct berg_buffer *buffer, struct berg_span s)
{
  if (s.len == 0)
    return;
  if (buffer->failed || buffer->limit != 0 || s.len > buffer->cap - buffer->len) /* else there is room */
    berg_buffer_reserve(buffer, s.len);
  if (buffer->failed)
    return;
  memcpy(buffer->bytes + buffer->len, s.bytes, s.len);
  buffer->len += s.len;
}

void berg_buffer_append_byte(struct berg_buffer *buffer, uint8_t byte)
{
  struct berg_span s = {&byte, 1};

  berg_buffer_append(buffer, s);
}

void berg_buffer_append_text(struct berg_buffer *buffer, const char *text)
{
  berg_buffer_append(buffer, berg_span_of(text));
}

void berg_buffer_append_int(struct berg_buffer *buffer, int64_t n)
{
  uint8_t digits[20]; /* a sign and the 19 digits of the smallest number */
  uint64_t rest = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
  size_t i = sizeof digits;

  do {
    digits[--i] = (uint8_t)('0' + rest % 10);
    rest /= 10;
  } while (rest > 0);
  if (n < 0)
    digits[--i] = '-';
  berg_buffer_append(buffer, (struct berg_span){digits + i, sizeof digits - i});
}

void berg_buffer_append_format(struct berg_buffer *buffer, const char *format, ...)
{
  va_list arguments;
  va_list again;

  va_start(arguments, format);
  va_copy(again, arguments);
  int len = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  if (len < 0) {
    buffer->failed = true;
  } else {
    berg_buffer_reserve(buffer, (size_t)len + 1);
    if (!buffer->failed) {
      vsnprintf((char *)buffer->bytes + buffer->len, (size_t)len + 1, format, again);
      buffer->len += (size_t)len;
    }
  }
  va_end(again);
}

struct berg_span berg_buffer_span(const struct berg_buffer *buffer)
{
  struct berg_span s = {buffer->bytes, buffer->len};

  return s;
}

enum berg_status berg_buffer_status(const struct berg_buffer *buffer)
{
  return buffer->failed ? BERG_NO_MEMORY : BERG_OK;
}
