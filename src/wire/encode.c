#include "wire/encode.h"

void berg_encode_raws(struct berg_buffer *buffer, const struct berg_spans *values)
{
  berg_json_write_array_begin(buffer);
  for (size_t i = 0; i < values->count; i++)
    berg_json_write_raw(buffer, values->items[i]);
  berg_json_write_array_end(buffer);
}

void berg_encode_property_members(struct berg_buffer *buffer, const struct berg_properties *properties)
{
  for (size_t i = 0; i < properties->count; i++) {
    berg_json_write_name(buffer, properties->items[i].key);
    berg_json_write_string(buffer, properties->items[i].value);
  }
}
