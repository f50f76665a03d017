/* What the model says beyond the text of its description: references, circles, uses, derivation, effects. */
#include "spec/tool/effect.h"
#include "spec/tool/model.h"
#include "unit/test.h"

static struct berg_arena arena;
static const struct berg_spec_document *document;

static const struct berg_spec_schema *schema(const char *name)
{
  const struct berg_spec_schema *found = berg_spec_schema_find(document, berg_span_of(name));

  if (found == NULL) {
    fprintf(stderr, "no schema %s\n", name);
    exit(1);
  }
  return found;
}

static void circles(void)
{
  CHECK(schema("Type")->recursive && schema("StructField")->recursive && schema("MapType")->recursive);
  CHECK_INT(schema("Type")->cycle, schema("ListType")->cycle);
  CHECK(schema("Type")->cycle != schema("Predicate")->cycle);
  CHECK(schema("Predicate")->cycle != 0 && schema("Predicate")->cycle == schema("FunctionArgument")->cycle);
  CHECK(!schema("Schema")->recursive && schema("Schema")->cycle == 0);
  CHECK(!schema("TableRequirement")->recursive && !schema("AssertCreate")->recursive);
}

static void uses(void)
{
  CHECK(schema("CreateTableRequest")->in_requests && !schema("CreateTableRequest")->in_responses);
  CHECK(schema("CatalogConfig")->in_responses && !schema("CatalogConfig")->in_requests);
  CHECK(schema("TableMetadata")->in_responses);
  CHECK(schema("Schema")->in_requests && schema("Schema")->in_responses);
  /* reachable through the mapping of TableRequirement alone */
  CHECK(schema("AssertCreate")->in_requests && schema("AssertRefSnapshotId")->in_requests);
}

static void derivation(void)
{
  const struct berg_spec_schema *base = schema("BaseUpdate");

  CHECK_INT(base->discriminator.mapping_count, 25);
  CHECK_INT(base->derived.count, 25);
  CHECK_INT(schema("TableRequirement")->derived.count, 8);
  CHECK(berg_spec_derives(schema("SetSnapshotRefUpdate"), base));
  CHECK(berg_spec_derives(schema("SetSnapshotRefUpdate"), schema("SnapshotReference")));
  CHECK(!berg_spec_derives(base, schema("SetSnapshotRefUpdate")));
  CHECK(berg_spec_is_alternative(schema("TableUpdate"), schema("AssignUUIDUpdate")));
  CHECK(!berg_spec_is_alternative(schema("ViewUpdate"), schema("AddSnapshotUpdate")));
}

static void effects(void)
{
  CHECK_INT(berg_spec_effective_types(schema("Type")), BERG_SPEC_STRING | BERG_SPEC_OBJECT);
  CHECK_INT(berg_spec_effective_types(schema("PageToken")), BERG_SPEC_STRING | BERG_SPEC_NULL);
  CHECK_INT(berg_spec_effective_types(schema("Namespace")), BERG_SPEC_ARRAY);
  CHECK(berg_spec_effective_property(schema("DataFile"), BERG_SPAN("file-path")) != NULL);
  CHECK(berg_spec_effective_property(schema("DataFile"), BERG_SPAN("no-such")) == NULL);
  CHECK(berg_spec_is_map(schema("SnapshotReferences")) && !berg_spec_is_map(schema("Apply")));
}

static void operations(void)
{
  const struct berg_spec_operation *create = berg_spec_operation_find(document, BERG_SPAN("createTable"));

  CHECK(create != NULL && berg_spec_operation_find(document, BERG_SPAN("createTables")) == NULL);
  if (create == NULL)
    return;
  CHECK_TEXT(create->path, "/v1/{prefix}/namespaces/{namespace}/tables");
  CHECK_INT(create->method, BERG_SPEC_POST);
  CHECK_INT(create->parameter_count, 4);
  CHECK_TEXT(create->parameters[0].name, "prefix");
  CHECK_TEXT(create->parameters[0].component, "prefix");
  CHECK(create->body.set && create->body.required && create->body.contents.count == 1);
  CHECK(create->body.contents.items[0].schema->ref == schema("CreateTableRequest"));
  CHECK_TEXT(create->responses[0].status, "200");
  CHECK_INT(create->responses[0].code, 200);
  CHECK_INT(create->responses[0].header_count, 1);
  CHECK_TEXT(create->responses[create->response_count - 1].status, "5XX");
  CHECK_INT(create->responses[create->response_count - 1].code, 0);
  CHECK_INT(create->responses[create->response_count - 1].range, 5);
}

static void places(void)
{
  const struct berg_spec_schema *field = schema("StructField");

  CHECK_TEXT(field->place.file, "spec/schemas/types.yaml");
  CHECK_TEXT(field->pointer, "/components/schemas/StructField");
  CHECK(field->parent == NULL && field->properties[0].schema->parent == field);
  CHECK_TEXT(field->properties[0].schema->pointer, "/components/schemas/StructField/properties/id");
  CHECK(field->properties[0].place.line > field->place.line && field->properties[0].place.column == 5);
}

int main(void)
{
  struct berg_spec_complaints complaints;

  berg_arena_open(&arena, SIZE_MAX);
  berg_spec_complaints_open(&complaints, &arena);
  if (berg_spec_load(&arena, "spec/openapi.yaml", "spec/errata.overlay.yaml", &complaints, &document) != BERG_OK) {
    berg_spec_complaints_print(&complaints, stderr);
    puts("0 passed, 1 failed");
    return 1;
  }
  TEST_RUN(circles);
  TEST_RUN(uses);
  TEST_RUN(derivation);
  TEST_RUN(effects);
  TEST_RUN(operations);
  TEST_RUN(places);
  berg_arena_close(&arena);
  return test_end();
}
