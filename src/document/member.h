/* The list of a document's members. Internal to src/document. */
#ifndef BERG_DOCUMENT_MEMBER_H
#define BERG_DOCUMENT_MEMBER_H

#include "document/document.h"

/* Puts MEMBER behind the others of DOCUMENT, whose array has room for CAP; memory comes from READER's arena. */
BERG_MUST_USE enum berg_status berg_document_add_member(struct berg_json_reader *reader, struct berg_document *document,
                                                        size_t *cap, struct berg_document_member member);

#endif
