#include "spec/tool/html.h"

void berg_html_text(struct berg_buffer *out, struct berg_span text)
{
  for (size_t i = 0; i < text.len; i++) {
    switch (text.bytes[i]) {
    case '&':
      berg_buffer_append_text(out, "&amp;");
      break;
    case '<':
      berg_buffer_append_text(out, "&lt;");
      break;
    case '>':
      berg_buffer_append_text(out, "&gt;");
      break;
    case '"':
      berg_buffer_append_text(out, "&quot;");
      break;
    default:
      berg_buffer_append_byte(out, text.bytes[i]);
      break;
    }
  }
}

void berg_html_id(struct berg_buffer *out, struct berg_span text)
{
  for (size_t i = 0; i < text.len; i++) {
    uint8_t c = text.bytes[i];
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    berg_buffer_append_byte(out, letter || c == '.' || c == '-' ? c : '_');
  }
}

/* One line, with `code`. */
static void append_line(struct berg_buffer *out, struct berg_span line)
{
  bool code = false;
  size_t from = 0;

  for (size_t i = 0; i <= line.len; i++) {
    if (i < line.len && line.bytes[i] != '`')
      continue;
    berg_html_text(out, berg_span_part(line, from, i - from));
    from = i + 1;
    if (i == line.len)
      break;
    code = !code;
    berg_buffer_append_text(out, code ? "<code>" : "</code>");
  }
  if (code)
    berg_buffer_append_text(out, "</code>");
}

static struct berg_span trim(struct berg_span line)
{
  while (line.len > 0 && (line.bytes[0] == ' ' || line.bytes[0] == '\t'))
    line = berg_span_part(line, 1, line.len - 1);
  while (line.len > 0 && (line.bytes[line.len - 1] == ' ' || line.bytes[line.len - 1] == '\r'))
    line.len--;
  return line;
}

/* What the lines so far have opened. */
enum block { BLOCK_NONE, BLOCK_PARAGRAPH, BLOCK_LIST };

static void end_block(struct berg_buffer *out, enum block *block)
{
  if (*block == BLOCK_PARAGRAPH)
    berg_buffer_append_text(out, "</p>\n");
  if (*block == BLOCK_LIST)
    berg_buffer_append_text(out, "</li></ul>\n");
  *block = BLOCK_NONE;
}

static void add_item(struct berg_buffer *out, enum block *block, struct berg_span line)
{
  if (*block != BLOCK_LIST)
    end_block(out, block);
  berg_buffer_append_text(out, *block == BLOCK_LIST ? "</li>\n<li>" : "<ul><li>");
  *block = BLOCK_LIST;
  append_line(out, trim(berg_span_part(line, 2, line.len - 2)));
}

static void add_line(struct berg_buffer *out, enum block *block, struct berg_span line)
{
  bool item = line.len > 2 && (line.bytes[0] == '-' || line.bytes[0] == '*') && line.bytes[1] == ' ';

  if (line.len == 0) {
    end_block(out, block);
    return;
  }
  if (item) {
    add_item(out, block, line);
    return;
  }
  berg_buffer_append_text(out, *block == BLOCK_NONE ? "<p>" : "\n");
  if (*block == BLOCK_NONE)
    *block = BLOCK_PARAGRAPH;
  append_line(out, line);
}

void berg_html_prose(struct berg_buffer *out, struct berg_span prose)
{
  enum block block = BLOCK_NONE;
  size_t from = 0;

  if (prose.len == 0)
    return;
  for (size_t i = 0; i <= prose.len; i++) {
    if (i < prose.len && prose.bytes[i] != '\n')
      continue;
    add_line(out, &block, trim(berg_span_part(prose, from, i - from)));
    from = i + 1;
  }
  end_block(out, &block);
}

void berg_html_link(struct berg_buffer *out, struct berg_span url)
{
  bool web = berg_span_starts_with(url, BERG_SPAN("https://")) || berg_span_starts_with(url, BERG_SPAN("http://"));

  if (web) {
    berg_buffer_append_text(out, "<a href=\"");
    berg_html_text(out, url);
    berg_buffer_append_text(out, "\">");
  }
  berg_html_text(out, url);
  berg_buffer_append_text(out, web ? "</a>" : "");
}
