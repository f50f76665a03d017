#include "json/unescape.h"

#include "json/lexeme.h"
#include "json/reader.h"

#include <string.h>

/* The byte that the two-byte escape with letter C stands for; 0 when it is none. */
static uint8_t short_escape(uint8_t c)
{
  switch (c) {
  case 'b':
    return 0x08;
  case 't':
    return 0x09;
  case 'n':
    return 0x0A;
  case 'f':
    return 0x0C;
  case 'r':
    return 0x0D;
  default:
    return c == '"' || c == '\\' || c == '/' ? c : 0;
  }
}

size_t berg_json_unescape_one(struct berg_span raw, size_t i, uint8_t out[4], size_t *len)
{
  if (raw.bytes[i] != '\\') {
    out[0] = raw.bytes[i];
    *len = 1;
    return i + 1;
  }
  size_t escape_len = json_escape_len(raw, i);
  if (escape_len == 0)
    return 0;
  if (escape_len == 2) {
    out[0] = short_escape(raw.bytes[i + 1]);
    *len = 1;
    return i + 2;
  }
  uint32_t code = json_escaped_unit(raw, i);
  if (escape_len == 12)
    code = 0x10000u + (code - 0xD800u) * 0x400u + (json_escaped_unit(raw, i + 6) - 0xDC00u);
  *len = berg_utf8_encode(code, out);
  return i + escape_len;
}

enum berg_status berg_json_unescape(struct berg_span raw, struct berg_arena *arena, struct berg_span *value)
{
  uint8_t *out = berg_arena_alloc(arena, raw.len + 4, 1); /* an escape is never shorter than what it stands for */
  size_t used = 0;
  size_t i = 0;

  if (out == NULL)
    return BERG_NO_MEMORY;
  while (i < raw.len) {
    size_t end = i;
    while (end < raw.len && raw.bytes[end] != '\\')
      end++;
    memcpy(out + used, raw.bytes + i, end - i);
    used += end - i;
    if (end == raw.len)
      break;
    size_t len = 0;
    i = berg_json_unescape_one(raw, end, out + used, &len);
    if (i == 0)
      return BERG_INVALID;
    used += len;
  }
  value->bytes = out;
  value->len = used;
  return BERG_OK;
}

bool berg_json_spells(struct berg_span raw, struct berg_span text)
{
  size_t at = 0;
  size_t i = 0;

  while (i < raw.len) {
    uint8_t out[4];
    size_t len = 0;
    i = berg_json_unescape_one(raw, i, out, &len);
    if (i == 0 || len > text.len - at || memcmp(text.bytes + at, out, len) != 0)
      return false;
    at += len;
  }
  return at == text.len;
}

void berg_json_append_pointer_token(struct berg_buffer *pointer, struct berg_span raw)
{
  size_t i = 0;

  while (i < raw.len) {
    uint8_t out[4];
    size_t len = 0;
    i = berg_json_unescape_one(raw, i, out, &len);
    if (i == 0)
      return;
    if (len == 1 && out[0] == '~')
      berg_buffer_append_text(pointer, "~0");
    else if (len == 1 && out[0] == '/')
      berg_buffer_append_text(pointer, "~1");
    else
      berg_buffer_append(pointer, (struct berg_span){out, len});
  }
}
