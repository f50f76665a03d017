#include "json/reader.h"
#include "json/unescape.h"
#include "json/walk.h"

void berg_json_pointer_at(struct berg_span text, size_t offset, struct berg_buffer *pointer)
{
  struct berg_json_walk walk;

  berg_json_walk_to(text, offset, &walk);
  for (size_t i = 0; i < walk.depth; i++) {
    if (!walk.frames[i].child)
      continue;
    berg_buffer_append_byte(pointer, '/');
    if (walk.frames[i].object)
      berg_json_append_pointer_token(pointer, walk.frames[i].name);
    else
      berg_buffer_append_int(pointer, (int64_t)walk.frames[i].index);
  }
}
