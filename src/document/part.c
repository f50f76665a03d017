#include "document/part.h"

#include <stdio.h>
#include <string.h>

size_t berg_part_find(const char *const *names, size_t count, struct berg_span name)
{
  for (size_t i = 0; name.len > 0 && i < count; i++)
    if ((uint8_t)names[i][0] == name.bytes[0] && strlen(names[i]) == name.len &&
        memcmp(names[i], name.bytes, name.len) == 0)
      return i;
  return count;
}

enum berg_status berg_part_enter(struct berg_part_object *object, struct berg_json_reader *reader,
                                 const char *const *names, size_t name_count, const char *what)
{
  object->reader = reader;
  object->names = names;
  object->name_count = name_count;
  object->what = what;
  object->start = berg_part_start(reader);
  object->seen = 0;
  return berg_json_enter_object(reader, NULL);
}

bool berg_part_next(struct berg_part_object *object, size_t *member)
{
  struct berg_span name;
  bool more = false;

  while (berg_json_next_member(object->reader, &name, &more) == BERG_OK && more) {
    size_t found = berg_part_find(object->names, object->name_count, name);
    if (found < object->name_count) {
      object->seen |= BERG_PART_BIT(found);
      *member = found;
      return true;
    }
    if (berg_json_skip(object->reader) != BERG_OK)
      return false;
  }
  return false;
}

enum berg_status berg_part_leave(struct berg_part_object *object, unsigned required)
{
  if (object->reader->status != BERG_OK)
    return object->reader->status;
  return berg_part_check_seen(object->reader, object->start, object->seen, required, object->names, object->what);
}

size_t berg_part_start(struct berg_json_reader *reader)
{
  (void)berg_json_peek(reader); /* passes over white space */
  return reader->pos;
}

struct berg_span berg_part_text(const struct berg_json_reader *reader, size_t start)
{
  return berg_span_part(reader->text, start, reader->pos - start);
}

enum berg_status berg_part_check_seen(struct berg_json_reader *reader, size_t start, unsigned seen, unsigned required,
                                      const char *const *names, const char *what)
{
  unsigned missing = required & ~seen;
  char text[96];
  size_t i = 0;

  if (missing == 0)
    return BERG_OK;
  while ((missing >> i) % 2 == 0)
    i++;
  snprintf(text, sizeof text, "member `{}` is missing in %s", what);
  return berg_json_fail(reader, start, text, berg_span_of(names[i]));
}

enum berg_status berg_part_fail(struct berg_json_reader *reader, size_t offset, enum berg_status status)
{
  struct berg_buffer pointer;

  berg_buffer_open(&pointer);
  berg_json_pointer_at(reader->text, offset, &pointer);
  berg_problem_point(reader->problem, berg_buffer_span(&pointer));
  berg_buffer_close(&pointer);
  reader->status = status;
  return status;
}

enum berg_status berg_part_no_memory(struct berg_json_reader *reader)
{
  reader->status = berg_problem_set(reader->problem, BERG_NO_MEMORY, "out of memory while metadata was read");
  return reader->status;
}

enum berg_status berg_part_read_null(struct berg_json_reader *reader, bool *is_null)
{
  *is_null = berg_json_peek(reader) == BERG_JSON_NULL;
  return *is_null ? berg_json_read_null(reader, NULL) : reader->status;
}

enum berg_status berg_part_read_optional_int64(struct berg_json_reader *reader, const char *what, bool *set,
                                               int64_t *value)
{
  bool is_null = false;
  enum berg_status status = berg_part_read_null(reader, &is_null);

  if (status != BERG_OK || is_null)
    return status;
  status = berg_json_read_int64(reader, what, value);
  *set = status == BERG_OK;
  return status;
}

enum berg_status berg_part_read_optional_int32(struct berg_json_reader *reader, const char *what, bool *set,
                                               int32_t *value)
{
  bool is_null = false;
  enum berg_status status = berg_part_read_null(reader, &is_null);

  if (status != BERG_OK || is_null)
    return status;
  status = berg_json_read_int32(reader, what, value);
  *set = status == BERG_OK;
  return status;
}

enum berg_status berg_part_read_optional_string(struct berg_json_reader *reader, const char *what, bool *set,
                                                struct berg_span *value)
{
  bool is_null = false;
  enum berg_status status = berg_part_read_null(reader, &is_null);

  if (status != BERG_OK || is_null)
    return status;
  status = berg_json_read_string(reader, what, value);
  *set = status == BERG_OK;
  return status;
}

enum berg_status berg_part_read_list(struct berg_json_reader *reader, const char *what, size_t size,
                                     enum berg_status (*read)(struct berg_json_reader *reader, void *item),
                                     struct berg_part_list *list)
{
  struct berg_part_list found = {NULL, 0};
  size_t cap = 0;
  bool more = false;
  enum berg_status status = berg_json_enter_array(reader, what);

  while (status == BERG_OK) {
    status = berg_json_next_element(reader, &more);
    if (status != BERG_OK || !more)
      break;
    if (found.count == cap) {
      size_t cap_new = cap == 0 ? 8 : cap * 2;
      found.items = berg_arena_grow(reader->arena, found.items, found.count, cap_new, size);
      if (found.items == NULL)
        return berg_part_no_memory(reader);
      cap = cap_new;
    }
    status = read(reader, (char *)found.items + found.count * size);
    found.count++;
  }
  if (status == BERG_OK)
    *list = found;
  return status;
}
