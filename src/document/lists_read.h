/* The lists and maps of a metadata document, read whole into a table. Internal to src/document. */
#ifndef BERG_DOCUMENT_LISTS_READ_H
#define BERG_DOCUMENT_LISTS_READ_H

#include "core/table.h"
#include "json/reader.h"

/* Each reads the value that comes next into the members of TABLE that hold SECTION. */
BERG_MUST_USE enum berg_status berg_list_read(struct berg_json_reader *reader, enum berg_section section,
                                              struct berg_table *table);
BERG_MUST_USE enum berg_status berg_refs_read(struct berg_json_reader *reader, struct berg_table *table);
/* A property whose value is null is passed over (rule 10). */
BERG_MUST_USE enum berg_status berg_properties_read(struct berg_json_reader *reader, struct berg_table *table);

#endif
