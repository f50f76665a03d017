#include "spec/tool/check.h"

#include "spec/tool/walk.h"

static void check_schema(void *context, struct berg_spec_schema *schema)
{
  berg_spec_check_values(schema, context);
  berg_spec_check_discriminator(schema, context);
  berg_spec_check_parts(schema, context);
}

void berg_spec_check_schemas(const struct berg_spec_document *document, struct berg_spec_complaints *complaints)
{
  berg_spec_visit_schemas(document, check_schema, complaints);
}
