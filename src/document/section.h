/* The top-level members of a metadata document by name, and which of them a version has. Internal to src/document. */
#ifndef BERG_DOCUMENT_SECTION_H
#define BERG_DOCUMENT_SECTION_H

#include "core/table.h"

/* The name of SECTION in a document; static text. */
const char *berg_section_name(enum berg_section section);

/* The section named NAME; -1 when there is none. */
int berg_section_find(struct berg_span name);

/* Whether the document of TABLE has SECTION: its version knows it, and there is something to say or the format wants it
 * always. */
bool berg_section_is_written(enum berg_section section, const struct berg_table *table);

#endif
