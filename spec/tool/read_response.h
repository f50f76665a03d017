/* Bodies, responses and headers from the tree into the model. */
#ifndef BERG_SPEC_TOOL_READ_RESPONSE_H
#define BERG_SPEC_TOOL_READ_RESPONSE_H

#include "spec/tool/reader.h"

/* Reads the Request Body Object or reference NODE. */
void berg_spec_read_body(struct berg_spec_reader *reader, const struct berg_yaml *node, struct berg_span pointer,
                         struct berg_spec_body *out);

/* Reads the Response Object or reference NODE; OUT's status is already there. */
void berg_spec_read_response(struct berg_spec_reader *reader, const struct berg_yaml *node, struct berg_span pointer,
                             struct berg_spec_response *out);

/* Reads the Header Object or reference NODE, whose name is in OUT. */
void berg_spec_read_header(struct berg_spec_reader *reader, const struct berg_yaml *node, struct berg_span pointer,
                           struct berg_spec_header *out);

#endif
