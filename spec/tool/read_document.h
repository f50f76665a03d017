/* The whole bundled document into the model. */
#ifndef BERG_SPEC_TOOL_READ_DOCUMENT_H
#define BERG_SPEC_TOOL_READ_DOCUMENT_H

#include "spec/tool/reader.h"

/* Reads READER's root into READER's document: head, schemas, operations, and the components that no operation uses,
 * for the complaints about them. */
void berg_spec_read_document(struct berg_spec_reader *reader);

#endif
