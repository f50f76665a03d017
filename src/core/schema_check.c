/* The rules of berg_schema_check. Each check looks at one rule; names for messages are made only when one fails. */
#include "core/schema.h"
#include "core/schema_default.h"
#include "core/schema_index.h"

#define DEFAULTS_MIN_FORMAT_VERSION 3
#define NAME_PARTS_MAX 16u /* of a full name in a message */

struct check {
  const struct berg_schema *schema;
  const size_t *by_id;
  struct berg_arena *arena;
  struct berg_problem *problem;
};

/* The dotted name of field AT, for a message: at most its last NAME_PARTS_MAX parts. Its own name if memory ends. */
static struct berg_span full_name(const struct check *check, size_t at)
{
  size_t parts[NAME_PARTS_MAX];
  size_t count = 0;
  size_t len = 0;
  struct berg_span name = {NULL, 0};

  for (size_t i = at; i != BERG_NO_PARENT && count < NAME_PARTS_MAX; i = check->schema->fields[i].parent) {
    parts[count] = i;
    count++;
    len += check->schema->fields[i].name.len + 1;
  }
  uint8_t *bytes = berg_arena_alloc(check->arena, len, 1);
  if (bytes == NULL)
    return check->schema->fields[at].name;
  for (size_t i = count; i > 0; i--) {
    struct berg_span part = check->schema->fields[parts[i - 1]].name;
    for (size_t k = 0; k < part.len; k++)
      bytes[name.len + k] = part.bytes[k];
    name.len += part.len;
    if (i > 1) {
      bytes[name.len] = '.';
      name.len++;
    }
  }
  name.bytes = bytes;
  return name;
}

/* Fails with TEXT, whose first "{}" becomes the name of field AT. */
static enum berg_status refuse(const struct check *check, const char *text, size_t at)
{
  return berg_problem_set_text(check->problem, BERG_INVALID, text, full_name(check, at));
}

/* SPEC metadata/check/field-ids, metadata/check/field-id-range */
static enum berg_status check_ids(const struct check *check)
{
  const struct berg_field *fields = check->schema->fields;

  for (size_t i = 0; i < check->schema->field_count; i++) {
    const struct berg_field *field = &fields[check->by_id[i]];
    if (field->id < 0 || field->id > BERG_FIELD_ID_MAX)
      return berg_problem_set_text_ids(check->problem, BERG_INVALID,
                                       "Invalid schema: field id of {} is {}, not between 0 and {}",
                                       full_name(check, check->by_id[i]), field->id, BERG_FIELD_ID_MAX);
    if (i > 0 && fields[check->by_id[i - 1]].id == field->id)
      return berg_problem_set_id(check->problem, BERG_INVALID, "Invalid schema: multiple fields have id {}", field->id);
  }
  return BERG_OK;
}

/* SPEC metadata/check/field-names */
static enum berg_status check_names(const struct check *check, const size_t *by_name)
{
  const struct berg_field *fields = check->schema->fields;

  for (size_t i = 0; i < check->schema->field_count; i++) {
    const struct berg_field *field = &fields[by_name[i]];
    if (field->name.len == 0)
      return berg_problem_set_id(check->problem, BERG_INVALID, "Invalid schema: field {} has an empty name", field->id);
    if (i == 0)
      continue;
    const struct berg_field *before = &fields[by_name[i - 1]];
    if (before->parent == field->parent && berg_span_equal(before->name, field->name))
      return refuse(check, "Invalid schema: multiple fields for name {}", by_name[i]);
  }
  return BERG_OK;
}

/* SPEC metadata/check/type-version, metadata/check/nested-types, metadata/check/unknown-optional */
static enum berg_status check_type(const struct check *check, size_t at, int32_t format_version)
{
  const struct berg_field *field = &check->schema->fields[at];

  if (format_version < berg_type_min_format_version(field->type.kind))
    return berg_problem_set_texts(check->problem, BERG_INVALID, "Invalid type for {}: {} is not supported until v3",
                                  full_name(check, at), berg_type_name(field->type.kind));
  if (field->role == BERG_ROLE_KEY && !field->required)
    return refuse(check, "Invalid schema: map key {} is optional", at);
  if (field->type.kind == BERG_TYPE_UNKNOWN && field->required)
    return refuse(check, "Invalid type for {}: a field of type unknown must be optional", at);
  return BERG_OK;
}

/* SPEC metadata/check/default-values, metadata/check/default-null-types */
static enum berg_status check_default(const struct check *check, size_t at, struct berg_span text, const char *which)
{
  const struct berg_field *field = &check->schema->fields[at];

  if (berg_default_is_none(text) || (field->role == BERG_ROLE_FIELD && berg_default_fits(&field->type, text)))
    return BERG_OK;
  return berg_problem_set_texts(check->problem, BERG_INVALID, which, full_name(check, at), text);
}

/* SPEC metadata/check/default-version */
static enum berg_status check_defaults(const struct check *check, size_t at, int32_t format_version)
{
  const struct berg_field *field = &check->schema->fields[at];

  if (format_version < DEFAULTS_MIN_FORMAT_VERSION && !berg_default_is_none(field->initial_default))
    return berg_problem_set_texts(check->problem, BERG_INVALID,
                                  "Invalid initial default for {}: non-null default ({}) is not supported until v3",
                                  full_name(check, at), field->initial_default);
  enum berg_status status =
      check_default(check, at, field->initial_default, "Invalid initial default for {}: {} is not a value of its type");
  if (status != BERG_OK)
    return status;
  return check_default(check, at, field->write_default, "Invalid write default for {}: {} is not a value of its type");
}

/* Whether every field around field AT is a required struct; the one that is not is told. */
static enum berg_status check_identifier_parents(const struct check *check, size_t at)
{
  const struct berg_field *fields = check->schema->fields;

  for (size_t i = fields[at].parent; i != BERG_NO_PARENT; i = fields[i].parent) {
    if (fields[i].type.kind != BERG_TYPE_STRUCT)
      return berg_problem_set_texts(check->problem, BERG_INVALID,
                                    "Cannot add field {} as an identifier field: must not be nested in {}",
                                    full_name(check, at), full_name(check, i));
    if (!fields[i].required)
      return berg_problem_set_texts(
          check->problem, BERG_INVALID,
          "Cannot add field {} as an identifier field: must not be nested in an optional field {}",
          full_name(check, at), full_name(check, i));
  }
  return BERG_OK;
}

/* SPEC metadata/check/identifier-fields */
static enum berg_status check_identifier(const struct check *check, int32_t id)
{
  size_t at = berg_schema_index_find(check->schema, check->by_id, id);

  if (at == check->schema->field_count)
    return berg_problem_set_id(check->problem, BERG_INVALID,
                               "Cannot add fieldId {} as an identifier field: field does not exist", id);
  const struct berg_field *field = &check->schema->fields[at];
  if (berg_type_is_nested(field->type.kind) || field->type.kind == BERG_TYPE_VARIANT)
    return refuse(check, "Cannot add field {} as an identifier field: not a primitive type field", at);
  if (!field->required)
    return refuse(check, "Cannot add field {} as an identifier field: not a required field", at);
  if (field->type.kind == BERG_TYPE_FLOAT || field->type.kind == BERG_TYPE_DOUBLE)
    return refuse(check, "Cannot add field {} as an identifier field: must not be float or double field", at);
  return check_identifier_parents(check, at);
}

static enum berg_status check_identifiers(const struct check *check)
{
  enum berg_status status = BERG_OK;

  for (size_t i = 0; i < check->schema->identifier_field_ids.count && status == BERG_OK; i++)
    status = check_identifier(check, check->schema->identifier_field_ids.items[i]);
  return status;
}

static enum berg_status check_fields(const struct check *check, int32_t format_version)
{
  enum berg_status status = BERG_OK;

  for (size_t i = 0; i < check->schema->field_count && status == BERG_OK; i++) {
    status = check_type(check, i, format_version);
    if (status == BERG_OK)
      status = check_defaults(check, i, format_version);
  }
  return status;
}

enum berg_status berg_schema_check(const struct berg_schema *schema, int32_t format_version, struct berg_arena *arena,
                                   struct berg_problem *problem)
{
  size_t *by_id = NULL;
  size_t *by_name = NULL;

  if (berg_schema_index_make(schema, BERG_ORDER_BY_ID, arena, &by_id) != BERG_OK ||
      berg_schema_index_make(schema, BERG_ORDER_BY_NAME, arena, &by_name) != BERG_OK)
    return berg_problem_set(problem, BERG_NO_MEMORY, "out of memory");
  struct check check = {schema, by_id, arena, problem};
  enum berg_status status = check_ids(&check);
  if (status == BERG_OK)
    status = check_names(&check, by_name);
  if (status == BERG_OK)
    status = check_fields(&check, format_version);
  if (status == BERG_OK)
    status = check_identifiers(&check);
  return status;
}
