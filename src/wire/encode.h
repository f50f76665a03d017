/* What generated encoders call beside the JSON writer. */
#ifndef BERG_WIRE_ENCODE_H
#define BERG_WIRE_ENCODE_H

#include "json/write.h"

/* Writes an array of JSON texts, as they are. */
void berg_encode_raws(struct berg_buffer *buffer, const struct berg_spans *values);

/* Writes PROPERTIES as members of the object that is open. */
void berg_encode_property_members(struct berg_buffer *buffer, const struct berg_properties *properties);

#endif
