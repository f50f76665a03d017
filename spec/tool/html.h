/* HTML text: escaping, and the little markup that descriptions use. */
#ifndef BERG_SPEC_TOOL_HTML_H
#define BERG_SPEC_TOOL_HTML_H

#include "base/buffer.h"

/* Appends TEXT with the characters escaped that mean something in HTML. */
void berg_html_text(struct berg_buffer *out, struct berg_span text);

/* Appends TEXT as an identifier that can stand in an id attribute or a fragment: letters, digits, '.', '-' and '_'
 * stay, all else becomes '_'. */
void berg_html_id(struct berg_buffer *out, struct berg_span text);

/* Appends PROSE as paragraphs and lists: blank lines separate paragraphs, lines that begin with `- ` or `* ` are items,
 * text between backquotes is code. */
void berg_html_prose(struct berg_buffer *out, struct berg_span prose);

/* Appends a link to URL, when that begins with https:// or http://, else its text. */
void berg_html_link(struct berg_buffer *out, struct berg_span url);

#endif
