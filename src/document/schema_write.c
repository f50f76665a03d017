/* Writes a schema from its flat array: one walk in order, closing what ends before the next field begins. */
#include "document/parts.h"
#include "json/write.h"

/* Begins the type of FIELD: the whole text of a primitive, the head of a nested one. */
static void write_type(struct berg_buffer *out, const struct berg_field *field)
{
  struct berg_buffer text;

  switch (field->type.kind) {
  case BERG_TYPE_STRUCT:
    berg_buffer_append(out, BERG_SPAN("{\"type\":\"struct\",\"fields\":["));
    return;
  case BERG_TYPE_LIST:
    berg_buffer_append(out, BERG_SPAN("{\"type\":\"list\""));
    return;
  case BERG_TYPE_MAP:
    berg_buffer_append(out, BERG_SPAN("{\"type\":\"map\""));
    return;
  default:
    berg_buffer_open(&text);
    berg_type_format(&text, &field->type);
    out->failed = out->failed || text.failed;
    berg_json_write_string(out, berg_buffer_span(&text));
    berg_buffer_close(&text);
  }
}

static void write_id_member(struct berg_buffer *out, struct berg_span name, int32_t id)
{
  berg_json_write_name(out, name);
  berg_json_write_int64(out, id);
}

/* All of FIELD up to its type, or to the head of its type when that is nested. */
static void begin_field(struct berg_buffer *out, const struct berg_field *field)
{
  switch (field->role) {
  case BERG_ROLE_ELEMENT:
    write_id_member(out, BERG_SPAN("element-id"), field->id);
    berg_json_write_name(out, BERG_SPAN("element"));
    break;
  case BERG_ROLE_KEY:
    write_id_member(out, BERG_SPAN("key-id"), field->id);
    berg_json_write_name(out, BERG_SPAN("key"));
    break;
  case BERG_ROLE_VALUE:
    write_id_member(out, BERG_SPAN("value-id"), field->id);
    berg_json_write_name(out, BERG_SPAN("value"));
    break;
  default:
    berg_json_write_object_begin(out);
    write_id_member(out, BERG_SPAN("id"), field->id);
    berg_json_write_name(out, BERG_SPAN("name"));
    berg_json_write_string(out, field->name);
    berg_json_write_name(out, BERG_SPAN("required"));
    berg_json_write_bool(out, field->required);
    berg_json_write_name(out, BERG_SPAN("type"));
  }
  write_type(out, field);
}

static void write_default(struct berg_buffer *out, struct berg_span name, struct berg_span text)
{
  if (text.len == 0)
    return;
  berg_json_write_name(out, name);
  berg_json_write_raw(out, text);
}

/* What stands behind FIELD's type: the end of the type when it is nested, then the rest of the field. */
static void end_field(struct berg_buffer *out, const struct berg_field *field)
{
  if (field->type.kind == BERG_TYPE_STRUCT)
    berg_json_write_array_end(out);
  if (berg_type_is_nested(field->type.kind))
    berg_json_write_object_end(out);
  switch (field->role) {
  case BERG_ROLE_ELEMENT:
    berg_json_write_name(out, BERG_SPAN("element-required"));
    berg_json_write_bool(out, field->required);
    break;
  case BERG_ROLE_VALUE:
    berg_json_write_name(out, BERG_SPAN("value-required"));
    berg_json_write_bool(out, field->required);
    break;
  case BERG_ROLE_KEY:
    break;
  default:
    if (field->has_doc) {
      berg_json_write_name(out, BERG_SPAN("doc"));
      berg_json_write_string(out, field->doc);
    }
    write_default(out, BERG_SPAN("initial-default"), field->initial_default);
    write_default(out, BERG_SPAN("write-default"), field->write_default);
    berg_json_write_object_end(out);
  }
}

/* Ends OPEN and the fields around it that are over before field INDEX; gives the one that is still open. */
static size_t end_fields(struct berg_buffer *out, const struct berg_schema *schema, size_t open, size_t index)
{
  while (open != BERG_NO_PARENT && schema->fields[open].end <= index) {
    end_field(out, &schema->fields[open]);
    open = schema->fields[open].parent;
  }
  return open;
}

void berg_schema_write(struct berg_buffer *out, const struct berg_schema *schema)
{
  size_t open = BERG_NO_PARENT;

  berg_json_write_separator(out);
  berg_buffer_append(out, BERG_SPAN("{\"type\":\"struct\",\"schema-id\":"));
  berg_buffer_append_int(out, schema->schema_id);
  if (schema->identifier_field_ids.count > 0) {
    berg_json_write_name(out, BERG_SPAN("identifier-field-ids"));
    berg_json_write_int32s(out, &schema->identifier_field_ids);
  }
  berg_json_write_name(out, BERG_SPAN("fields"));
  berg_json_write_array_begin(out);
  for (size_t i = 0; i < schema->field_count; i++) {
    open = end_fields(out, schema, open, i);
    begin_field(out, &schema->fields[i]);
    open = i;
  }
  (void)end_fields(out, schema, open, schema->field_count);
  berg_json_write_array_end(out);
  berg_json_write_object_end(out);
}
