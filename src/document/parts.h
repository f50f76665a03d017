/* The parts of a metadata document that have rules: schema, partition spec, sort order, refs, between JSON text and the
 * core's structs. Used for stored documents and, through the request's raw text, for requests. */
#ifndef BERG_DOCUMENT_PARTS_H
#define BERG_DOCUMENT_PARTS_H

#include "core/table.h"
#include "json/reader.h"

/* Each reads the value that comes next in READER; strings borrow its text or the arena. Unknown members are passed
 * over. BERG_INVALID names the member. `text` of the result is the exact JSON; that of a schema without its schema-id,
 * which is 0 then, is empty. */
BERG_MUST_USE enum berg_status berg_schema_read(struct berg_json_reader *reader, struct berg_schema *schema);
BERG_MUST_USE enum berg_status berg_partition_spec_read(struct berg_json_reader *reader,
                                                        struct berg_partition_spec *spec);
BERG_MUST_USE enum berg_status berg_sort_order_read(struct berg_json_reader *reader, struct berg_sort_order *order);
BERG_MUST_USE enum berg_status berg_snapshot_read(struct berg_json_reader *reader, struct berg_snapshot *snapshot);
BERG_MUST_USE enum berg_status berg_ref_read(struct berg_json_reader *reader, struct berg_span name,
                                             struct berg_ref *ref);
BERG_MUST_USE enum berg_status berg_statistics_read(struct berg_json_reader *reader, struct berg_statistics *file);
BERG_MUST_USE enum berg_status berg_encryption_key_read(struct berg_json_reader *reader,
                                                        struct berg_encryption_key *key);

/* Each appends canonical JSON. */
void berg_schema_write(struct berg_buffer *out, const struct berg_schema *schema);
/* FORMAT_VERSION 3 and above may write `source-ids`; fields only, for the version 1 member, when FIELDS_ONLY. */
void berg_partition_spec_write(struct berg_buffer *out, const struct berg_partition_spec *spec, bool fields_only);
void berg_sort_order_write(struct berg_buffer *out, const struct berg_sort_order *order);
void berg_ref_write(struct berg_buffer *out, const struct berg_ref *ref);

#endif
