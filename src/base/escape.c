#include "base/escape.h"

#include "base/word.h"

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

/* The index of the first byte of S at or behind I that must be escaped, or the length. */
static size_t find_escaped(struct berg_span s, size_t i)
{
  while (s.len - i >= BERG_WORD_LEN) {
    uint64_t marks = berg_word_mark_escaped(berg_word_load(s.bytes + i));
    if (marks != 0)
      return i + berg_word_first(marks);
    i += BERG_WORD_LEN;
  }
  while (i < s.len && s.bytes[i] >= 0x20 && s.bytes[i] != '"' && s.bytes[i] != '\\')
    i++;
  return i;
}

void berg_escape_json(struct berg_buffer *buffer, struct berg_span s)
{
  size_t start = 0;

  for (size_t i = find_escaped(s, 0); i < s.len; i = find_escaped(s, start)) {
    berg_buffer_append(buffer, berg_span_part(s, start, i - start));
    append_escaped(buffer, s.bytes[i]);
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
