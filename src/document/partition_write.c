#include "document/parts.h"
#include "json/write.h"

static void write_int(struct berg_buffer *out, struct berg_span name, int64_t value)
{
  berg_json_write_name(out, name);
  berg_json_write_int64(out, value);
}

static void write_text(struct berg_buffer *out, struct berg_span name, struct berg_span value)
{
  berg_json_write_name(out, name);
  berg_json_write_string(out, value);
}

/* SPEC metadata/write/source-id */
/* A single source under the name that every version has; only several need the list. */
static void write_sources(struct berg_buffer *out, const struct berg_int32s *source_ids)
{
  if (source_ids->count == 1) {
    write_int(out, BERG_SPAN("source-id"), source_ids->items[0]);
    return;
  }
  berg_json_write_name(out, BERG_SPAN("source-ids"));
  berg_json_write_int32s(out, source_ids);
}

static void write_transform(struct berg_buffer *out, const struct berg_transform *transform)
{
  struct berg_buffer text;

  berg_buffer_open(&text);
  berg_transform_format(&text, transform);
  out->failed = out->failed || text.failed;
  write_text(out, BERG_SPAN("transform"), berg_buffer_span(&text));
  berg_buffer_close(&text);
}

static void write_partition_fields(struct berg_buffer *out, const struct berg_partition_spec *spec)
{
  berg_json_write_array_begin(out);
  for (size_t i = 0; i < spec->field_count; i++) {
    const struct berg_partition_field *field = &spec->fields[i];
    berg_json_write_object_begin(out);
    write_text(out, BERG_SPAN("name"), field->name);
    write_transform(out, &field->transform);
    write_sources(out, &field->source_ids);
    if (field->has_field_id)
      write_int(out, BERG_SPAN("field-id"), field->field_id);
    berg_json_write_object_end(out);
  }
  berg_json_write_array_end(out);
}

void berg_partition_spec_write(struct berg_buffer *out, const struct berg_partition_spec *spec, bool fields_only)
{
  if (fields_only) {
    write_partition_fields(out, spec);
    return;
  }
  berg_json_write_object_begin(out);
  write_int(out, BERG_SPAN("spec-id"), spec->spec_id);
  berg_json_write_name(out, BERG_SPAN("fields"));
  write_partition_fields(out, spec);
  berg_json_write_object_end(out);
}

void berg_sort_order_write(struct berg_buffer *out, const struct berg_sort_order *order)
{
  berg_json_write_object_begin(out);
  write_int(out, BERG_SPAN("order-id"), order->order_id);
  berg_json_write_name(out, BERG_SPAN("fields"));
  berg_json_write_array_begin(out);
  for (size_t i = 0; i < order->field_count; i++) {
    const struct berg_sort_field *field = &order->fields[i];
    berg_json_write_object_begin(out);
    write_transform(out, &field->transform);
    write_sources(out, &field->source_ids);
    write_text(out, BERG_SPAN("direction"), field->descending ? BERG_SPAN("desc") : BERG_SPAN("asc"));
    write_text(out, BERG_SPAN("null-order"), field->nulls_last ? BERG_SPAN("nulls-last") : BERG_SPAN("nulls-first"));
    berg_json_write_object_end(out);
  }
  berg_json_write_array_end(out);
  berg_json_write_object_end(out);
}
