/* Overlays (OpenAPI Overlay 1.0.0): corrections that are applied to a bundled document before it is read.
 *
 * Each action names one place by a JSONPath (jsonpath.h) that must exist, and either removes it or merges a value into
 * it: maps member by member, lists by appending, scalars by replacing. A value of another shape is refused; what it
 * shall replace is removed first. Actions apply in their order. */
#ifndef BERG_SPEC_TOOL_OVERLAY_H
#define BERG_SPEC_TOOL_OVERLAY_H

#include "spec/tool/files.h"
#include "spec/tool/model.h"

/* Applies the overlay file PATH to BUNDLE in place and lists what it did in DOCUMENT's corrections. BERG_IO: PATH
 * cannot be read; BERG_INVALID: it is no overlay or an action fails, which the complaints name. */
BERG_MUST_USE enum berg_status berg_spec_overlay_apply(struct berg_spec_files *files, struct berg_span path,
                                                       struct berg_yaml *bundle, struct berg_spec_document *document);

#endif
