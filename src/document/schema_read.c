/* Reads a schema into its flat array. Nesting is an explicit stack: no depth of the text becomes depth of calls. */
#include "document/part.h"
#include "document/parts.h"
#include "document/schema_order.h"

/* What is open: an object that is a type (the schema's own included), the array of a struct's fields, one field. */
enum frame_kind { FRAME_TYPE = 0, FRAME_FIELDS, FRAME_FIELD };

enum type_member {
  TYPE_TYPE = 0,
  TYPE_FIELDS,
  TYPE_ELEMENT_ID,
  TYPE_ELEMENT,
  TYPE_ELEMENT_REQUIRED,
  TYPE_KEY_ID,
  TYPE_KEY,
  TYPE_VALUE_ID,
  TYPE_VALUE,
  TYPE_VALUE_REQUIRED,
  TYPE_SCHEMA_ID, /* of the schema alone, as the next */
  TYPE_IDENTIFIER_FIELD_IDS,
  TYPE_MEMBER_COUNT
};
static const char *const TYPE_MEMBERS[] = {
    "type", "fields",   "element-id", "element",        "element-required", "key-id",
    "key",  "value-id", "value",      "value-required", "schema-id",        "identifier-field-ids"};

enum field_member {
  FIELD_ID = 0,
  FIELD_NAME,
  FIELD_REQUIRED,
  FIELD_TYPE,
  FIELD_DOC,
  FIELD_INITIAL_DEFAULT,
  FIELD_WRITE_DEFAULT,
  FIELD_MEMBER_COUNT
};
static const char *const FIELD_MEMBERS[] = {"id",           "name", "required", "type", "doc", "initial-default",
                                            "write-default"};

#define MEMBERS_OF_STRUCT BERG_PART_BIT(TYPE_FIELDS)
#define MEMBERS_OF_LIST                                                                                                \
  (BERG_PART_BIT(TYPE_ELEMENT_ID) | BERG_PART_BIT(TYPE_ELEMENT) | BERG_PART_BIT(TYPE_ELEMENT_REQUIRED))
#define MEMBERS_OF_MAP                                                                                                 \
  (BERG_PART_BIT(TYPE_KEY_ID) | BERG_PART_BIT(TYPE_KEY) | BERG_PART_BIT(TYPE_VALUE_ID) | BERG_PART_BIT(TYPE_VALUE) |   \
   BERG_PART_BIT(TYPE_VALUE_REQUIRED))
#define MEMBERS_WITH_CHILDREN                                                                                          \
  (BERG_PART_BIT(TYPE_FIELDS) | BERG_PART_BIT(TYPE_ELEMENT) | BERG_PART_BIT(TYPE_KEY) | BERG_PART_BIT(TYPE_VALUE))

/* A list's element and a map's value keep what is said about them outside of them. */
struct child {
  size_t index;
  int32_t id;
  bool required;
};

struct frame {
  enum frame_kind kind;
  size_t start;          /* where it starts in the text */
  size_t field;          /* TYPE, FIELDS: the field whose type it is, or none; FIELD: itself */
  unsigned seen;         /* set of members */
  struct berg_span type; /* TYPE: what the member `type` says */
  struct child first;    /* element or key */
  struct child second;   /* value */
};

struct schema_work {
  struct berg_json_reader *reader;
  struct berg_schema schema;
  bool has_schema_id;
  size_t cap;
  size_t depth; /* open frames */
  struct frame frames[BERG_JSON_DEPTH_MAX + 1];
};

/* Opens a frame for the object or array that the reader has just entered; each is one level of the reader's depth, so
 * there is always room. */
static void push(struct schema_work *work, enum frame_kind kind, size_t field, size_t start)
{
  struct frame *frame = &work->frames[work->depth++];

  *frame = (struct frame){.kind = kind, .field = field, .start = start};
}

/* Puts a field behind the others. */
static enum berg_status add_field(struct schema_work *work, size_t parent, enum berg_field_role role,
                                  struct berg_span name, size_t *index)
{
  struct berg_schema *schema = &work->schema;

  if (schema->field_count == work->cap) {
    size_t cap = work->cap == 0 ? 16 : work->cap * 2;
    struct berg_field *grown =
        berg_arena_grow(work->reader->arena, schema->fields, schema->field_count, cap, sizeof *grown);
    if (grown == NULL)
      return berg_part_no_memory(work->reader);
    schema->fields = grown;
    work->cap = cap;
  }
  *index = schema->field_count++;
  schema->fields[*index] = (struct berg_field){.role = role, .parent = parent, .name = name, .end = *index + 1};
  return BERG_OK;
}

/* Reads the type of field INDEX: the text of a primitive, or the beginning of a nested one. */
static enum berg_status read_type(struct schema_work *work, size_t index)
{
  struct berg_json_reader *reader = work->reader;
  size_t start = berg_part_start(reader);
  struct berg_span text;
  enum berg_status status;

  if (berg_json_peek(reader) == BERG_JSON_OBJECT) {
    status = berg_json_enter_object(reader, "type");
    if (status == BERG_OK)
      push(work, FRAME_TYPE, index, start);
    return status;
  }
  status = berg_json_read_string(reader, "type", &text);
  if (status != BERG_OK)
    return status;
  status = berg_type_parse(text, &work->schema.fields[index].type, reader->problem);
  return status == BERG_OK ? BERG_OK : berg_part_fail(reader, start, status);
}

static enum berg_status read_child(struct schema_work *work, struct child *child, size_t parent,
                                   enum berg_field_role role, struct berg_span name)
{
  enum berg_status status = add_field(work, parent, role, name, &child->index);

  return status == BERG_OK ? read_type(work, child->index) : status;
}

static enum berg_status read_fields(struct schema_work *work, const struct frame *frame)
{
  size_t start = berg_part_start(work->reader);
  enum berg_status status = berg_json_enter_array(work->reader, "fields");

  if (status == BERG_OK)
    push(work, FRAME_FIELDS, frame->field, start);
  return status;
}

/* A member that only the schema itself has; in a nested struct it is passed over. */
static enum berg_status read_schema_member(struct schema_work *work, enum type_member member)
{
  if (work->depth > 1)
    return berg_json_skip(work->reader);
  if (member == TYPE_SCHEMA_ID) {
    work->has_schema_id = true;
    return berg_json_read_int32(work->reader, "schema-id", &work->schema.schema_id);
  }
  bool is_null = false;
  enum berg_status status = berg_part_read_null(work->reader, &is_null);
  if (status != BERG_OK || is_null)
    return status;
  return berg_json_read_int32s(work->reader, "identifier-field-ids", &work->schema.identifier_field_ids);
}

static enum berg_status read_type_member(struct schema_work *work, struct frame *frame, enum type_member member)
{
  struct berg_json_reader *reader = work->reader;

  switch (member) {
  case TYPE_TYPE:
    return berg_json_read_string(reader, "type", &frame->type);
  case TYPE_FIELDS:
    return read_fields(work, frame);
  case TYPE_ELEMENT_ID:
  case TYPE_KEY_ID:
    return berg_json_read_int32(reader, TYPE_MEMBERS[member], &frame->first.id);
  case TYPE_VALUE_ID:
    return berg_json_read_int32(reader, TYPE_MEMBERS[member], &frame->second.id);
  case TYPE_ELEMENT_REQUIRED:
    return berg_json_read_bool(reader, TYPE_MEMBERS[member], &frame->first.required);
  case TYPE_VALUE_REQUIRED:
    return berg_json_read_bool(reader, TYPE_MEMBERS[member], &frame->second.required);
  case TYPE_ELEMENT:
    return read_child(work, &frame->first, frame->field, BERG_ROLE_ELEMENT, BERG_SPAN("element"));
  case TYPE_KEY:
    return read_child(work, &frame->first, frame->field, BERG_ROLE_KEY, BERG_SPAN("key"));
  case TYPE_VALUE:
    return read_child(work, &frame->second, frame->field, BERG_ROLE_VALUE, BERG_SPAN("value"));
  case TYPE_SCHEMA_ID:
  case TYPE_IDENTIFIER_FIELD_IDS:
    return read_schema_member(work, member);
  default:
    return berg_json_skip(reader);
  }
}

static void set_child(struct berg_schema *schema, const struct child *child)
{
  schema->fields[child->index].id = child->id;
  schema->fields[child->index].required = child->required;
}

/* What `type` says an object is: the kind, and the members that it must have. */
static bool find_kind(struct berg_span text, enum berg_type_kind *kind, unsigned *members, const char **what)
{
  static const char *const WORDS[] = {"struct", "list", "map"};
  static const char *const WHATS[] = {"a struct type", "a list type", "a map type"};
  static const enum berg_type_kind KINDS[] = {BERG_TYPE_STRUCT, BERG_TYPE_LIST, BERG_TYPE_MAP};
  static const unsigned MEMBERS[] = {MEMBERS_OF_STRUCT, MEMBERS_OF_LIST, MEMBERS_OF_MAP};
  size_t i = berg_part_find(WORDS, 3, text);

  if (i == 3)
    return false;
  *kind = KINDS[i];
  *members = MEMBERS[i];
  *what = WHATS[i];
  return true;
}

/* A map's key stands before its value in the array, in whatever order the text names them. */
static enum berg_status end_map(struct schema_work *work, struct frame *frame)
{
  size_t *key = &frame->first.index;
  size_t *value = &frame->second.index;

  if (*value < *key && !berg_schema_swap_subtrees(&work->schema, value, key, work->reader->arena))
    return berg_part_no_memory(work->reader);
  set_child(&work->schema, &frame->second);
  return BERG_OK;
}

/* SPEC metadata/check/nested-types, metadata/check/variant-is-string */
/* The object of a type is over: now it is known what it was and whether all was there. */
static enum berg_status end_type(struct schema_work *work, struct frame *frame)
{
  struct berg_json_reader *reader = work->reader;
  enum berg_type_kind kind = BERG_TYPE_STRUCT;
  unsigned members = 0;
  const char *what = "a type";
  enum berg_status status =
      berg_part_check_seen(reader, frame->start, frame->seen, BERG_PART_BIT(TYPE_TYPE), TYPE_MEMBERS, what);

  if (status != BERG_OK)
    return status;
  if (!find_kind(frame->type, &kind, &members, &what) || (work->depth == 1 && kind != BERG_TYPE_STRUCT))
    return berg_json_fail(reader, frame->start, "`{}` is no nested type that may stand here", frame->type);
  if ((frame->seen & MEMBERS_WITH_CHILDREN & ~members) != 0)
    return berg_json_fail(reader, frame->start, "a `{}` type with the members of another", frame->type);
  status = berg_part_check_seen(reader, frame->start, frame->seen, members, TYPE_MEMBERS, what);
  if (status == BERG_OK && kind == BERG_TYPE_MAP) {
    frame->first.required = true;
    status = end_map(work, frame);
  }
  if (status == BERG_OK && kind != BERG_TYPE_STRUCT)
    set_child(&work->schema, &frame->first);
  if (status == BERG_OK && work->depth > 1) {
    work->schema.fields[frame->field].type.kind = kind;
    work->schema.fields[frame->field].end = work->schema.field_count;
  }
  work->depth--;
  return status;
}

/* Notes that MEMBER was seen; a second time is refused, for it would add children twice. */
static enum berg_status mark_seen(struct schema_work *work, struct frame *frame, size_t member, struct berg_span name)
{
  if ((frame->seen & BERG_PART_BIT(member)) != 0)
    return berg_json_fail(work->reader, work->reader->pos, "member `{}` occurs twice in one object", name);
  frame->seen |= BERG_PART_BIT(member);
  return BERG_OK;
}

static enum berg_status step_type(struct schema_work *work, struct frame *frame)
{
  struct berg_span name;
  bool more = false;
  enum berg_status status = berg_json_next_member(work->reader, &name, &more);

  if (status != BERG_OK)
    return status;
  if (!more)
    return end_type(work, frame);
  size_t member = berg_part_find(TYPE_MEMBERS, TYPE_MEMBER_COUNT, name);
  if (member == TYPE_MEMBER_COUNT)
    return berg_json_skip(work->reader);
  status = mark_seen(work, frame, member, name);
  return status == BERG_OK ? read_type_member(work, frame, (enum type_member)member) : status;
}

static enum berg_status step_fields(struct schema_work *work, const struct frame *frame)
{
  static const struct berg_span NO_NAME = {NULL, 0};
  size_t parent = frame->field;
  size_t index = 0;
  bool more = false;
  enum berg_status status = berg_json_next_element(work->reader, &more);

  if (status != BERG_OK)
    return status;
  if (!more) {
    work->depth--;
    return BERG_OK;
  }
  size_t start = berg_part_start(work->reader);
  status = berg_json_enter_object(work->reader, "fields");
  if (status == BERG_OK)
    status = add_field(work, parent, BERG_ROLE_FIELD, NO_NAME, &index);
  if (status == BERG_OK)
    push(work, FRAME_FIELD, index, start);
  return status;
}

/* The text of a default; null is none. */
static enum berg_status read_default(struct berg_json_reader *reader, struct berg_span *text)
{
  struct berg_span raw;
  enum berg_status status = berg_json_read_raw(reader, &raw);

  if (status == BERG_OK && !berg_span_equal(raw, BERG_SPAN("null")))
    *text = raw;
  return status;
}

static enum berg_status read_field_member(struct schema_work *work, size_t index, enum field_member member)
{
  struct berg_json_reader *reader = work->reader;
  struct berg_field *field = &work->schema.fields[index];

  switch (member) {
  case FIELD_ID:
    return berg_json_read_int32(reader, "id", &field->id);
  case FIELD_NAME:
    return berg_json_read_string(reader, "name", &field->name);
  case FIELD_REQUIRED:
    return berg_json_read_bool(reader, "required", &field->required);
  case FIELD_TYPE:
    return read_type(work, index);
  case FIELD_DOC:
    return berg_part_read_optional_string(reader, "doc", &field->has_doc, &field->doc);
  case FIELD_INITIAL_DEFAULT:
    return read_default(reader, &field->initial_default);
  case FIELD_WRITE_DEFAULT:
    return read_default(reader, &field->write_default);
  default:
    return berg_json_skip(reader);
  }
}

static enum berg_status end_field(struct schema_work *work, const struct frame *frame)
{
  unsigned required =
      BERG_PART_BIT(FIELD_ID) | BERG_PART_BIT(FIELD_NAME) | BERG_PART_BIT(FIELD_REQUIRED) | BERG_PART_BIT(FIELD_TYPE);

  work->depth--;
  return berg_part_check_seen(work->reader, frame->start, frame->seen, required, FIELD_MEMBERS, "a field");
}

static enum berg_status step_field(struct schema_work *work, struct frame *frame)
{
  struct berg_span name;
  bool more = false;
  enum berg_status status = berg_json_next_member(work->reader, &name, &more);

  if (status != BERG_OK)
    return status;
  if (!more)
    return end_field(work, frame);
  size_t member = berg_part_find(FIELD_MEMBERS, FIELD_MEMBER_COUNT, name);
  if (member == FIELD_MEMBER_COUNT)
    return berg_json_skip(work->reader);
  status = mark_seen(work, frame, member, name);
  return status == BERG_OK ? read_field_member(work, frame->field, (enum field_member)member) : status;
}

static enum berg_status step(struct schema_work *work)
{
  struct frame *frame = &work->frames[work->depth - 1];

  switch (frame->kind) {
  case FRAME_TYPE:
    return step_type(work, frame);
  case FRAME_FIELDS:
    return step_fields(work, frame);
  default:
    return step_field(work, frame);
  }
}

enum berg_status berg_schema_read(struct berg_json_reader *reader, struct berg_schema *schema)
{
  struct schema_work work;
  size_t start = berg_part_start(reader);
  enum berg_status status = berg_json_enter_object(reader, "schema");

  if (status != BERG_OK)
    return status;
  work.reader = reader;
  work.schema = (struct berg_schema){0};
  work.has_schema_id = false;
  work.cap = 0;
  work.depth = 0;
  push(&work, FRAME_TYPE, BERG_NO_PARENT, start);
  while (status == BERG_OK && work.depth > 0)
    status = step(&work);
  if (status != BERG_OK)
    return status;
  if (work.has_schema_id)
    work.schema.text = berg_part_text(reader, start);
  *schema = work.schema;
  return BERG_OK;
}
