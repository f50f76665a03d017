#include "json/reader.h"

#include "json/unescape.h"

static enum berg_status fail_memory(struct berg_json_reader *reader)
{
  reader->status = berg_problem_set(reader->problem, BERG_NO_MEMORY, "out of memory while JSON was read");
  return reader->status;
}

/* Makes room for one more element behind the COUNT there are in ITEMS of capacity CAP. */
static void *make_room(struct berg_json_reader *reader, void *items, size_t count, size_t *cap, size_t size)
{
  if (count < *cap)
    return items;
  size_t cap_new = *cap == 0 ? 8 : *cap * 2;
  void *grown = berg_arena_grow(reader->arena, items, count, cap_new, size);
  if (grown == NULL)
    (void)fail_memory(reader);
  else
    *cap = cap_new;
  return grown;
}

enum berg_status berg_json_read_strings(struct berg_json_reader *reader, const char *what, struct berg_spans *values)
{
  struct berg_spans read = {NULL, 0};
  size_t cap = 0;
  bool more = false;
  enum berg_status status = berg_json_enter_array(reader, what);

  while (status == BERG_OK) {
    status = berg_json_next_element(reader, &more);
    if (status != BERG_OK || !more)
      break;
    read.items = make_room(reader, read.items, read.count, &cap, sizeof *read.items);
    if (read.items == NULL)
      return reader->status;
    status = berg_json_read_string(reader, what, &read.items[read.count]);
    read.count++;
  }
  if (status == BERG_OK)
    *values = read;
  return status;
}

enum berg_status berg_json_read_int32s(struct berg_json_reader *reader, const char *what, struct berg_int32s *values)
{
  struct berg_int32s read = {NULL, 0};
  size_t cap = 0;
  bool more = false;
  enum berg_status status = berg_json_enter_array(reader, what);

  while (status == BERG_OK) {
    status = berg_json_next_element(reader, &more);
    if (status != BERG_OK || !more)
      break;
    read.items = make_room(reader, read.items, read.count, &cap, sizeof *read.items);
    if (read.items == NULL)
      return reader->status;
    status = berg_json_read_int32(reader, what, &read.items[read.count]);
    read.count++;
  }
  if (status == BERG_OK)
    *values = read;
  return status;
}

enum berg_status berg_json_read_int64s(struct berg_json_reader *reader, const char *what, struct berg_int64s *values)
{
  struct berg_int64s read = {NULL, 0};
  size_t cap = 0;
  bool more = false;
  enum berg_status status = berg_json_enter_array(reader, what);

  while (status == BERG_OK) {
    status = berg_json_next_element(reader, &more);
    if (status != BERG_OK || !more)
      break;
    read.items = make_room(reader, read.items, read.count, &cap, sizeof *read.items);
    if (read.items == NULL)
      return reader->status;
    status = berg_json_read_int64(reader, what, &read.items[read.count]);
    read.count++;
  }
  if (status == BERG_OK)
    *values = read;
  return status;
}

enum berg_status berg_json_read_properties(struct berg_json_reader *reader, const char *what,
                                           struct berg_properties *values)
{
  struct berg_properties read = {NULL, 0};
  size_t cap = 0;
  bool more = false;
  struct berg_property next;
  enum berg_status status = berg_json_enter_object(reader, what);

  while (status == BERG_OK) {
    status = berg_json_next_member(reader, &next.key, &more);
    if (status != BERG_OK || !more)
      break;
    status = berg_json_read_string(reader, what, &next.value);
    if (status != BERG_OK)
      break;
    read.items = make_room(reader, read.items, read.count, &cap, sizeof *read.items);
    if (read.items == NULL)
      return reader->status;
    read.items[read.count++] = next;
  }
  if (status == BERG_OK)
    *values = read;
  return status;
}

enum berg_status berg_json_peek_member(struct berg_json_reader *reader, struct berg_span name, struct berg_span *value)
{
  struct berg_span text = reader->text;
  struct berg_json_token token;
  size_t pos = reader->pos;
  size_t start = 0;
  size_t after = 0;

  if (reader->status != BERG_OK)
    return BERG_ABSENT;
  berg_json_scan_token(text, pos, &token, &pos);
  if (token.kind != BERG_JSON_OBJECT)
    return BERG_ABSENT;
  do {
    berg_json_scan_token(text, pos, &token, &pos);
    if (token.kind != BERG_JSON_STRING)
      return BERG_ABSENT;
    struct berg_span raw = berg_span_part(text, token.start, token.len);
    bool same = token.escaped ? berg_json_spells(raw, name) : berg_span_equal(raw, name);
    berg_json_scan_token(text, pos, &token, &pos);
    if (token.kind != BERG_JSON_COLON ||
        berg_json_scan_value(text, pos, BERG_JSON_DEPTH_MAX, &start, &after) != BERG_OK)
      return BERG_ABSENT;
    if (same) {
      *value = berg_span_part(text, start, after - start);
      return BERG_OK;
    }
    berg_json_scan_token(text, after, &token, &pos);
  } while (token.kind == BERG_JSON_COMMA);
  return BERG_ABSENT;
}
