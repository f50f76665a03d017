/* Partition specs: comparison, and what must hold of one that is bound to a schema. */
#include "core/partition.h"

static bool is_same_ids(const struct berg_int32s *a, const struct berg_int32s *b)
{
  if (a->count != b->count)
    return false;
  for (size_t i = 0; i < a->count; i++) {
    if (a->items[i] != b->items[i])
      return false;
  }
  return true;
}

/* SPEC tables/updateTable/add-spec-reuse */
bool berg_partition_spec_compatible(const struct berg_partition_spec *a, const struct berg_partition_spec *b)
{
  if (a->field_count != b->field_count)
    return false;
  for (size_t i = 0; i < a->field_count; i++) {
    const struct berg_partition_field *left = &a->fields[i];
    const struct berg_partition_field *right = &b->fields[i];
    if (!is_same_ids(&left->source_ids, &right->source_ids) || !berg_span_equal(left->name, right->name) ||
        !berg_transform_equal(&left->transform, &right->transform))
      return false;
  }
  return true;
}

/* Whether the field at AT has a name and an id that no field before it has. */
/* SPEC metadata/check/partition-fields */
static enum berg_status check_unique(const struct berg_partition_spec *spec, size_t at, struct berg_problem *problem)
{
  const struct berg_partition_field *field = &spec->fields[at];

  if (field->name.len == 0)
    return berg_problem_set(problem, BERG_INVALID, "Cannot use empty partition name");
  for (size_t i = 0; i < at; i++) {
    if (berg_span_equal(spec->fields[i].name, field->name))
      return berg_problem_set_text(problem, BERG_INVALID, "Cannot use partition name more than once: {}", field->name);
    if (spec->fields[i].field_id == field->field_id)
      return berg_problem_set_id(problem, BERG_INVALID, "Cannot use partition field id more than once: {}",
                                 field->field_id);
  }
  return BERG_OK;
}

/* SPEC metadata/check/partition-ids-v1 */
static enum berg_status check_id(const struct berg_partition_field *field, size_t at, int32_t format_version,
                                 struct berg_problem *problem)
{
  if (field->field_id < 1)
    return berg_problem_set_text_ids(problem, BERG_INVALID, "Invalid partition field {}: id {} is below {}",
                                     field->name, field->field_id, 1);
  if (format_version == 1 && field->field_id - BERG_PARTITION_FIELD_ID_FIRST != (int64_t)at)
    return berg_problem_set_text_ids(
        problem, BERG_INVALID,
        "Cannot use partition field {} in a v1 table: field ids are sequential, expected {}, not {}", field->name,
        BERG_PARTITION_FIELD_ID_FIRST + (int64_t)at, field->field_id);
  return BERG_OK;
}

/* A name may be that of a column only for a field with this very column as its source. A field whose source is gone may
 * have any name. */
/* SPEC metadata/check/partition-names */
static enum berg_status check_name(const struct berg_partition_field *field, const struct berg_schema *schema,
                                   struct berg_problem *problem)
{
  size_t at = berg_schema_find_name(schema, field->name);

  if (at == schema->field_count ||
      (field->source_ids.count == 1 && field->source_ids.items[0] == schema->fields[at].id))
    return BERG_OK;
  if (berg_schema_find_id(schema, field->source_ids.items[0]) == schema->field_count)
    return BERG_OK;
  return berg_problem_set_text(problem, BERG_INVALID, "Cannot create partition from name that exists in schema: {}",
                               field->name);
}

static enum berg_status check_parents(const struct berg_schema *schema, size_t at, struct berg_problem *problem)
{
  for (size_t i = schema->fields[at].parent; i != BERG_NO_PARENT; i = schema->fields[i].parent) {
    if (schema->fields[i].type.kind != BERG_TYPE_STRUCT)
      return berg_problem_set_text(problem, BERG_INVALID, "Invalid partition field parent: {}", schema->fields[i].name);
  }
  return BERG_OK;
}

static bool is_primitive(const struct berg_type *type)
{
  return !berg_type_is_nested(type->kind) && type->kind != BERG_TYPE_VARIANT;
}

/* The name of TRANSFORM for messages, without its width. */
static struct berg_span show_transform(const struct berg_transform *transform)
{
  if (transform->kind == BERG_TRANSFORM_BUCKET)
    return BERG_SPAN("bucket");
  return transform->kind == BERG_TRANSFORM_TRUNCATE ? BERG_SPAN("truncate") : transform->text;
}

/* SPEC metadata/check/partition-sources */
static enum berg_status check_source(const struct berg_partition_field *field, int32_t source_id,
                                     const struct berg_schema *schema, struct berg_problem *problem)
{
  size_t at = berg_schema_find_id(schema, source_id);

  if (at == schema->field_count)
    return berg_problem_set_text_ids(problem, BERG_INVALID,
                                     "Cannot find source column for partition field: {} (source id {})", field->name,
                                     source_id, 0);
  const struct berg_type *type = &schema->fields[at].type;
  if (!is_primitive(type))
    return berg_problem_set_text(problem, BERG_INVALID, "Cannot partition by non-primitive source field: {}",
                                 schema->fields[at].name);
  if (!berg_transform_applies(&field->transform, type))
    return berg_problem_set_texts(problem, BERG_INVALID, "Invalid source type {} for transform: {}",
                                  berg_type_name(type->kind), show_transform(&field->transform));
  return check_parents(schema, at, problem);
}

/* SPEC metadata/check/source-ids */
/* The sources of a field: one for every transform that is known; void needs none that still exists, since it stands in
 * for a dropped field. */
static enum berg_status check_sources(const struct berg_partition_field *field, const struct berg_schema *schema,
                                      int32_t format_version, struct berg_problem *problem)
{
  enum berg_status status = BERG_OK;
  size_t count = field->source_ids.count;

  if (count == 0)
    return berg_problem_set_text(problem, BERG_INVALID, "Invalid partition field {}: no source column", field->name);
  if (count > 1 && (format_version < 3 || field->transform.kind != BERG_TRANSFORM_OTHER))
    return berg_problem_set_text(problem, BERG_INVALID, "Invalid partition field {}: more than one source column",
                                 field->name);
  if (field->transform.kind == BERG_TRANSFORM_VOID)
    return BERG_OK;
  for (size_t i = 0; i < count && status == BERG_OK; i++)
    status = check_source(field, field->source_ids.items[i], schema, problem);
  return status;
}

enum berg_status berg_partition_spec_check_bound(const struct berg_partition_spec *spec,
                                                 const struct berg_schema *schema, int32_t format_version,
                                                 struct berg_problem *problem)
{
  enum berg_status status = BERG_OK;

  for (size_t i = 0; i < spec->field_count && status == BERG_OK; i++) {
    const struct berg_partition_field *field = &spec->fields[i];
    status = check_unique(spec, i, problem);
    if (status == BERG_OK)
      status = check_id(field, i, format_version, problem);
    if (status == BERG_OK)
      status = check_sources(field, schema, format_version, problem);
    if (status == BERG_OK)
      status = check_name(field, schema, problem);
  }
  return status;
}

/* SPEC tables/updateTable/add-spec-unknown-transform */
enum berg_status berg_partition_spec_check(const struct berg_partition_spec *spec, const struct berg_schema *schema,
                                           int32_t format_version, struct berg_problem *problem)
{
  for (size_t i = 0; i < spec->field_count; i++) {
    if (spec->fields[i].transform.kind == BERG_TRANSFORM_OTHER)
      return berg_problem_set_texts(problem, BERG_INVALID, "Cannot write partition field {}: unknown transform {}",
                                    spec->fields[i].name, spec->fields[i].transform.text);
  }
  return berg_partition_spec_check_bound(spec, schema, format_version, problem);
}
