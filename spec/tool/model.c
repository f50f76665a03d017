#include "spec/tool/model.h"

const struct berg_spec_schema *berg_spec_schema_find(const struct berg_spec_document *document, struct berg_span name)
{
  for (size_t i = 0; i < document->schema_count; i++)
    if (berg_span_equal(document->schemas[i]->name, name))
      return document->schemas[i];
  return NULL;
}

const struct berg_spec_operation *berg_spec_operation_find(const struct berg_spec_document *document,
                                                           struct berg_span id)
{
  for (size_t i = 0; i < document->operation_count; i++)
    if (berg_span_equal(document->operations[i].id, id))
      return &document->operations[i];
  return NULL;
}

const char *berg_spec_method_name(enum berg_spec_method method)
{
  static const char *const names[] = {"GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"};

  return method < BERG_SPEC_METHOD_COUNT ? names[method] : "?";
}

const char *berg_spec_in_name(enum berg_spec_in in)
{
  static const char *const names[] = {"path", "query", "header", "cookie"};

  return names[in];
}

const char *berg_spec_type_name(enum berg_spec_type type)
{
  switch (type) {
  case BERG_SPEC_NULL:
    return "null";
  case BERG_SPEC_BOOLEAN:
    return "boolean";
  case BERG_SPEC_INTEGER:
    return "integer";
  case BERG_SPEC_NUMBER:
    return "number";
  case BERG_SPEC_STRING:
    return "string";
  case BERG_SPEC_ARRAY:
    return "array";
  case BERG_SPEC_OBJECT:
  default:
    return "object";
  }
}
