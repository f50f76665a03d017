/* Keywords of a schema that hold no schemas: types, values, limits, notes, references. */
#ifndef BERG_SPEC_TOOL_READ_KEYWORD_H
#define BERG_SPEC_TOOL_READ_KEYWORD_H

#include "spec/tool/reader.h"

/* Reads the keyword MEMBER into OUT, or refuses it by name. */
void berg_spec_read_keyword(struct berg_spec_reader *reader, const struct berg_yaml_member *member,
                            struct berg_spec_schema *out);

/* Whether the value of MEMBER is of KIND; complains with the keyword's name when not. */
bool berg_spec_expect_keyword(struct berg_spec_reader *reader, const struct berg_yaml_member *member,
                              enum berg_yaml_kind kind);

#endif
