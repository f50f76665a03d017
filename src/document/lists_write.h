/* The members of a metadata document, written from a table. Internal to src/document. */
#ifndef BERG_DOCUMENT_LISTS_WRITE_H
#define BERG_DOCUMENT_LISTS_WRITE_H

#include "base/buffer.h"
#include "core/table.h"

/* Appends the value of SECTION, which is a list or an object: elements that came from a document and were not added
 * keep their text, removed snapshots are left out. */
void berg_list_write(struct berg_buffer *out, enum berg_section section, const struct berg_table *table);

#endif
