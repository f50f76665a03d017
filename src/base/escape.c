#include "base/escape.h"

static void append_escaped(struct berg_buffer *buffer, uint8_t byte)
{
  static const char HEX[] = "0123456789abcdef";
  static const char SHORT[] = {
      [0x08] = 'b', [0x09] = 't', [0x0A] = 'n', [0x0C] = 'f', [0x0D] = 'r', ['"'] = '"', ['\\'] = '\\'};

  berg_buffer_append_byte(buffer, '\\');
  if (byte < sizeof SHORT && SHORT[byte] != 0) {
    berg_buffer_append_byte(buffer, (uint8_t)SHORT[byte]);
    return;
  }
  berg_buffer_append_text(buffer, "u00");
  berg_buffer_append_byte(buffer, (uint8_t)HEX[byte / 16]);
  berg_buffer_append_byte(buffer, (uint8_t)HEX[byte % 16]);
}

void berg_escape_json(struct berg_buffer *buffer, struct berg_span s)
{
  size_t start = 0;

  for (size_t i = 0; i < s.len; i++) {
    uint8_t c = s.bytes[i];
    if (c >= 0x20 && c != '"' && c != '\\')
      continue;
    berg_buffer_append(buffer, berg_span_part(s, start, i - start));
    append_escaped(buffer, c);
    start = i + 1;
  }
  berg_buffer_append(buffer, berg_span_part(s, start, s.len - start));
}

void berg_escape_json_string(struct berg_buffer *buffer, struct berg_span s)
{
  berg_buffer_append_byte(buffer, '"');
  berg_escape_json(buffer, s);
  berg_buffer_append_byte(buffer, '"');
}
