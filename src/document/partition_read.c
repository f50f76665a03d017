#include "base/ascii.h"
#include "document/part.h"
#include "document/parts.h"

enum field_member {
  FIELD_SOURCE_ID = 0,
  FIELD_SOURCE_IDS,
  FIELD_TRANSFORM,
  FIELD_NAME, /* of partition fields, as the next */
  FIELD_FIELD_ID,
  FIELD_DIRECTION, /* of sort fields, as the next */
  FIELD_NULL_ORDER,
  FIELD_MEMBER_COUNT
};
static const char *const FIELD_MEMBERS[] = {"source-id", "source-ids", "transform", "name",
                                            "field-id",  "direction",  "null-order"};

/* The members of a field of either kind. */
struct field {
  struct berg_int32s source_id;  /* one */
  struct berg_int32s source_ids; /* the list, or the one */
  struct berg_transform transform;
  struct berg_span name;
  bool has_field_id;
  int32_t field_id;
  bool descending;
  bool nulls_last;
};

static enum berg_status read_source_id(struct berg_json_reader *reader, struct berg_int32s *source_ids)
{
  int32_t *id = berg_arena_alloc(reader->arena, 1, sizeof *id);

  if (id == NULL)
    return berg_part_no_memory(reader);
  enum berg_status status = berg_json_read_int32(reader, "source-id", id);
  if (status == BERG_OK)
    *source_ids = (struct berg_int32s){id, 1};
  return status;
}

static enum berg_status read_transform(struct berg_json_reader *reader, struct berg_transform *transform)
{
  size_t start = berg_part_start(reader);
  struct berg_span text;
  enum berg_status status = berg_json_read_string(reader, "transform", &text);

  if (status != BERG_OK)
    return status;
  status = berg_transform_parse(text, transform, reader->problem);
  return status == BERG_OK ? BERG_OK : berg_part_fail(reader, start, status);
}

/* One of two words, in any case. SECOND tells which. */
static enum berg_status read_word(struct berg_json_reader *reader, const char *what, struct berg_span first_word,
                                  struct berg_span second_word, bool *second)
{
  size_t start = berg_part_start(reader);
  struct berg_span text;
  enum berg_status status = berg_json_read_string(reader, what, &text);

  if (status != BERG_OK)
    return status;
  *second = berg_ascii_equal_ignoring_case(text, second_word);
  if (!*second && !berg_ascii_equal_ignoring_case(text, first_word))
    return berg_json_fail(reader, start, "`{}` is not a word that may stand here", text);
  return BERG_OK;
}

static enum berg_status read_member(struct berg_json_reader *reader, struct field *field, size_t member)
{
  switch (member) {
  case FIELD_SOURCE_ID:
    return read_source_id(reader, &field->source_id);
  case FIELD_SOURCE_IDS:
    return berg_json_read_int32s(reader, "source-ids", &field->source_ids);
  case FIELD_TRANSFORM:
    return read_transform(reader, &field->transform);
  case FIELD_NAME:
    return berg_json_read_string(reader, "name", &field->name);
  case FIELD_FIELD_ID:
    return berg_json_read_int32(reader, "field-id", &field->field_id);
  case FIELD_DIRECTION:
    return read_word(reader, "direction", BERG_SPAN("asc"), BERG_SPAN("desc"), &field->descending);
  default:
    return read_word(reader, "null-order", BERG_SPAN("nulls-first"), BERG_SPAN("nulls-last"), &field->nulls_last);
  }
}

/* Reads one field and checks that it has the members of REQUIRED and its sources in one form. */
/* SPEC metadata/check/source-ids, metadata/check/sort-fields */
static enum berg_status read_field(struct berg_json_reader *reader, unsigned required, const char *what,
                                   struct field *field)
{
  struct berg_part_object object;
  size_t member = 0;
  enum berg_status status = berg_part_enter(&object, reader, FIELD_MEMBERS, FIELD_MEMBER_COUNT, what);

  while (status == BERG_OK && berg_part_next(&object, &member))
    status = read_member(reader, field, member);
  if (status == BERG_OK && field->source_id.count > 0 && field->source_ids.count > 0)
    return berg_json_fail(reader, object.start, "`{}` and `source-ids` stand in one field", BERG_SPAN("source-id"));
  if (status == BERG_OK && field->source_ids.count == 0) {
    field->source_ids = field->source_id;
    required |= BERG_PART_BIT(FIELD_SOURCE_ID);
  }
  field->has_field_id = (object.seen & BERG_PART_BIT(FIELD_FIELD_ID)) != 0;
  return status == BERG_OK ? berg_part_leave(&object, required) : status;
}

static enum berg_status read_partition_field(struct berg_json_reader *reader, void *item)
{
  struct berg_partition_field *out = item;
  struct field field = {0};
  enum berg_status status =
      read_field(reader, BERG_PART_BIT(FIELD_TRANSFORM) | BERG_PART_BIT(FIELD_NAME), "a partition field", &field);

  if (status != BERG_OK)
    return status;
  out->has_field_id = field.has_field_id;
  out->field_id = field.field_id;
  out->source_ids = field.source_ids;
  out->name = field.name;
  out->transform = field.transform;
  return BERG_OK;
}

static enum berg_status read_sort_field(struct berg_json_reader *reader, void *item)
{
  struct berg_sort_field *out = item;
  struct field field = {0};
  enum berg_status status = read_field(
      reader, BERG_PART_BIT(FIELD_TRANSFORM) | BERG_PART_BIT(FIELD_DIRECTION) | BERG_PART_BIT(FIELD_NULL_ORDER),
      "a sort field", &field);

  if (status != BERG_OK)
    return status;
  out->source_ids = field.source_ids;
  out->transform = field.transform;
  out->descending = field.descending;
  out->nulls_last = field.nulls_last;
  return BERG_OK;
}

/* The two members that specs and orders have alike: an id, under ID_NAME, and fields. */
static enum berg_status read_id_and_fields(struct berg_json_reader *reader, const char *id_name, const char *what,
                                           size_t size,
                                           enum berg_status (*read)(struct berg_json_reader *reader, void *item),
                                           int32_t *id, struct berg_part_list *fields)
{
  const char *const names[] = {id_name, "fields"};
  struct berg_part_object object;
  size_t member = 0;
  enum berg_status status = berg_part_enter(&object, reader, names, 2, what);

  while (status == BERG_OK && berg_part_next(&object, &member))
    status = member == 0 ? berg_json_read_int32(reader, id_name, id)
                         : berg_part_read_list(reader, "fields", size, read, fields);
  return status == BERG_OK ? berg_part_leave(&object, 3) : status;
}

enum berg_status berg_partition_spec_read(struct berg_json_reader *reader, struct berg_partition_spec *spec)
{
  struct berg_partition_spec read = {0};
  struct berg_part_list fields = {NULL, 0};
  size_t start = berg_part_start(reader);
  enum berg_status status;

  if (berg_json_peek(reader) == BERG_JSON_ARRAY) /* version 1: the fields alone */
    status = berg_part_read_list(reader, "partition-spec", sizeof *read.fields, read_partition_field, &fields);
  else
    status = read_id_and_fields(reader, "spec-id", "a partition spec", sizeof *read.fields, read_partition_field,
                                &read.spec_id, &fields);
  if (status != BERG_OK)
    return status;
  read.fields = fields.items;
  read.field_count = fields.count;
  read.text = berg_part_text(reader, start);
  *spec = read;
  return BERG_OK;
}

enum berg_status berg_sort_order_read(struct berg_json_reader *reader, struct berg_sort_order *order)
{
  struct berg_sort_order read = {0};
  struct berg_part_list fields = {NULL, 0};
  size_t start = berg_part_start(reader);
  enum berg_status status = read_id_and_fields(reader, "order-id", "a sort order", sizeof *read.fields, read_sort_field,
                                               &read.order_id, &fields);

  if (status != BERG_OK)
    return status;
  read.fields = fields.items;
  read.field_count = fields.count;
  read.text = berg_part_text(reader, start);
  *order = read;
  return BERG_OK;
}
