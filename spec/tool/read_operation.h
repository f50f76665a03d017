/* Path items, operations and parameters from the tree into the model. */
#ifndef BERG_SPEC_TOOL_READ_OPERATION_H
#define BERG_SPEC_TOOL_READ_OPERATION_H

#include "spec/tool/reader.h"

/* Reads all of `paths` into the document's operations. */
void berg_spec_read_paths(struct berg_spec_reader *reader);

/* Reads the Parameter Object or reference NODE. False: nothing usable came out, which was complained about. */
bool berg_spec_read_parameter(struct berg_spec_reader *reader, const struct berg_yaml *node, struct berg_span pointer,
                              struct berg_spec_parameter *out);

/* Reads a list of Security Requirement Objects. */
void berg_spec_read_security(struct berg_spec_reader *reader, const struct berg_yaml *node,
                             struct berg_spec_security *out);

#endif
