/* The model as text and as JSON: for people, for golden files, and for comparing two descriptions. */
#ifndef BERG_SPEC_TOOL_PRINT_H
#define BERG_SPEC_TOOL_PRINT_H

#include "base/buffer.h"
#include "spec/tool/model.h"

/* The keywords of one schema node, without what stands inside it, on one line: `string format=uuid`,
 * `$ref Namespace`, `object`. */
void berg_spec_print_keywords(struct berg_buffer *out, const struct berg_spec_schema *schema);

/* The whole model. STRUCTURE leaves out prose, examples and places, so that two documents that say the same in other
 * words give the same bytes. */
void berg_spec_print_text(struct berg_buffer *out, const struct berg_spec_document *document, bool structure);
void berg_spec_print_json(struct berg_buffer *out, const struct berg_spec_document *document, bool structure);

#endif
