/* The table metadata document: from stored bytes to a struct berg_table and back.
 *
 * Reading is one pass; snapshots, statistics and keys keep their exact text as spans. Writing copies each unchanged
 * top-level member byte for byte from the base document, in its order, unknown members included, and writes only the
 * sections that are marked changed; of a changed list, each element that was not added keeps its text. So a commit on a
 * 5 MB document costs two passes and no parse tree. */
#ifndef BERG_DOCUMENT_DOCUMENT_H
#define BERG_DOCUMENT_DOCUMENT_H

#include "core/table.h"
#include "json/reader.h"

/* One top-level member of a document as it stands in its bytes. */
struct berg_document_member {
  struct berg_span name;  /* unescaped */
  struct berg_span value; /* exact JSON text */
  int section;            /* enum berg_section, or -1 for a member that refberg does not know */
};

struct berg_document {
  struct berg_span text;
  struct berg_document_member *members;
  size_t member_count;
};

/* Reads TEXT into DOCUMENT and TABLE; both borrow TEXT and live in ARENA. Version 1 members without their plural forms
 * (`schema`, `partition-spec`), absent refs, sequence numbers and logs get the defaults that the format gives them
 * (checks 2 to 13). TRUSTED: the text was written by this program, its grammar was checked before; else it is checked
 * first (UTF-8, depth, duplicates). BERG_INVALID names the member. Rules beyond shape are berg_table_check's. */
BERG_MUST_USE enum berg_status berg_document_read(struct berg_span text, bool trusted, struct berg_arena *arena,
                                                  struct berg_document *document, struct berg_table *table,
                                                  struct berg_problem *problem);

/* Appends the document of TABLE. BASE NULL: a new document, members in the order of the format's specification. What
 * the version does not have is left out; arrays that the format always writes are written even when empty;
 * current-snapshot-id is left out when there is none. */
BERG_MUST_USE enum berg_status berg_document_write(const struct berg_document *base, const struct berg_table *table,
                                                   struct berg_buffer *out);

/* Appends TEXT, a metadata document, with only the snapshots that a ref names, and without statistics of the others:
 * the answer to `snapshots=refs` (clause tables/loadTable/snapshots-refs). One pass, nothing else is changed. */
BERG_MUST_USE enum berg_status berg_document_write_refs_only(struct berg_span text, struct berg_arena *arena,
                                                             struct berg_buffer *out);

#endif
