/* Faults of a document that can be read: what contradicts itself, names nothing, or has no effect. */
#ifndef BERG_SPEC_TOOL_CHECK_H
#define BERG_SPEC_TOOL_CHECK_H

#include "spec/tool/model.h"

/* Checks each schema of DOCUMENT, in which berg_spec_check_circles found nothing. */
void berg_spec_check_schemas(const struct berg_spec_document *document, struct berg_spec_complaints *complaints);

/* The part of it that is about one node: types, values, limits. */
void berg_spec_check_values(const struct berg_spec_schema *schema, struct berg_spec_complaints *complaints);

/* The part about `discriminator`. */
void berg_spec_check_discriminator(const struct berg_spec_schema *schema, struct berg_spec_complaints *complaints);

/* The part about what allOf, `$ref` and their siblings say together. */
void berg_spec_check_parts(const struct berg_spec_schema *schema, struct berg_spec_complaints *complaints);

#endif
