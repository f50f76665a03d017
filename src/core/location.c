#include "core/location.h"

/* No file system takes a name longer than 255 bytes; what is left is for a suffix. */
#define SEGMENT_BYTES_MAX 200u

/* Marks that no encoding of a byte makes, since '_' and '~' stand for themselves: before a segment that would be `.` or
 * `..` (also when written %2E, by RFC 3986), and before what goes on from a segment that was too long. */
#define DOT_MARK "%5F"
#define CONTINUED_MARK "%7E"
#define MARK_LEN 3u

#define LOCAL_SCHEME "file:"
#define AUTHORITY "://"

struct berg_span berg_location_strip(struct berg_span location)
{
  while (location.len > 0 && location.bytes[location.len - 1] == '/') {
    if (location.len >= 3 && berg_span_equal(berg_span_part(location, location.len - 3, 3), BERG_SPAN(AUTHORITY)))
      break;
    location.len--;
  }
  return location;
}

/* A location taken apart; scheme and path are the same for all spellings of one local file. */
struct place {
  struct berg_span scheme;
  struct berg_span path; /* without the slash at its start */
};

/* Reads what follows `file:`: an absolute path, or one behind an authority. */
static bool read_local(struct berg_span rest, struct place *place)
{
  place->scheme = BERG_SPAN(LOCAL_SCHEME);
  if (berg_span_starts_with(rest, BERG_SPAN("//"))) {
    rest = berg_span_part(rest, 2, rest.len - 2);
    if (rest.len > 0 && rest.bytes[0] != '/')
      place->scheme = BERG_SPAN(LOCAL_SCHEME "//");
  } else if (rest.len == 0 || rest.bytes[0] != '/') {
    return false;
  }
  if (rest.len > 0 && rest.bytes[0] == '/')
    rest = berg_span_part(rest, 1, rest.len - 1);
  place->path = rest;
  return true;
}

static bool read_place(struct berg_span location, struct place *place)
{
  struct berg_span mark = BERG_SPAN(AUTHORITY);
  struct berg_span local = BERG_SPAN(LOCAL_SCHEME);

  if (location.len > 0 && location.bytes[0] == '/')
    return read_local(location, place);
  if (berg_span_starts_with(location, local))
    return read_local(berg_span_part(location, local.len, location.len - local.len), place);
  for (size_t i = 1; i + mark.len <= location.len; i++) {
    if (berg_span_equal(berg_span_part(location, i, mark.len), mark)) {
      place->scheme = berg_span_part(location, 0, i + mark.len);
      place->path = berg_span_part(location, i + mark.len, location.len - i - mark.len);
      return true;
    }
  }
  return false;
}

/* The length of the dot that stands at AT, plain or as %2E; 0 when there is none. */
static size_t dot_len(struct berg_span segment, size_t at)
{
  if (segment.bytes[at] == '.')
    return 1;
  if (segment.len - at < 3 || segment.bytes[at] != '%' || segment.bytes[at + 1] != '2')
    return 0;
  return segment.bytes[at + 2] == 'E' || segment.bytes[at + 2] == 'e' ? 3 : 0;
}

/* Whether SEGMENT is one or two dots and nothing else. */
static bool is_dots(struct berg_span segment)
{
  size_t at = 0;
  size_t dots = 0;

  while (at < segment.len && dots < 3) {
    size_t len = dot_len(segment, at);
    if (len == 0)
      return false;
    at += len;
    dots++;
  }
  return dots == 1 || dots == 2;
}

/* Whether every segment of PATH goes down by one name. */
static bool goes_only_down(struct berg_span path)
{
  size_t start = 0;

  if (path.len == 0)
    return true;
  for (size_t i = 0; i <= path.len; i++) {
    uint8_t c = i < path.len ? path.bytes[i] : (uint8_t)'/';
    if (c < 0x20 || c == 0x7F || c == '?' || c == '#')
      return false;
    if (c != '/')
      continue;
    struct berg_span segment = berg_span_part(path, start, i - start);
    if (segment.len == 0 || is_dots(segment))
      return false;
    start = i + 1;
  }
  return true;
}

/* SPEC tables/createTable/location-refused */
bool berg_location_inside(struct berg_span location, struct berg_span root)
{
  struct place inner;
  struct place outer;

  if (!read_place(berg_location_strip(location), &inner) || !read_place(berg_location_strip(root), &outer))
    return false;
  if (!goes_only_down(inner.path) || !goes_only_down(outer.path))
    return false;
  if (!berg_span_equal(inner.scheme, outer.scheme) || !berg_span_starts_with(inner.path, outer.path))
    return false;
  return outer.path.len == 0 || inner.path.len == outer.path.len || inner.path.bytes[outer.path.len] == '/';
}

/* A location that is being written; its memory suffices by construction. */
struct writer {
  uint8_t *bytes;
  size_t len;
  size_t segment_len;
};

static void put(struct writer *writer, struct berg_span s)
{
  for (size_t i = 0; i < s.len; i++)
    writer->bytes[writer->len + i] = s.bytes[i];
  writer->len += s.len;
  writer->segment_len += s.len;
}

static void put_byte(struct writer *writer, uint8_t byte)
{
  put(writer, (struct berg_span){&byte, 1});
}

static void begin_segment(struct writer *writer)
{
  put_byte(writer, '/');
  writer->segment_len = 0;
}

static bool is_unreserved(uint8_t c)
{
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

static uint8_t hex_digit(uint8_t value)
{
  return (uint8_t)(value < 10 ? '0' + value : 'A' + (value - 10));
}

/* Writes TEXT as (a part of) a segment; a segment that grows too long goes on in another one. */
static void put_encoded(struct writer *writer, struct berg_span text)
{
  for (size_t i = 0; i < text.len; i++) {
    uint8_t c = text.bytes[i];
    if (writer->segment_len + 3 > SEGMENT_BYTES_MAX) {
      begin_segment(writer);
      put(writer, BERG_SPAN(CONTINUED_MARK));
    }
    if (is_unreserved(c)) {
      put_byte(writer, c);
    } else {
      uint8_t escape[3] = {'%', hex_digit((uint8_t)(c / 16)), hex_digit((uint8_t)(c % 16))};
      put(writer, (struct berg_span){escape, sizeof escape});
    }
  }
}

/* Writes NAME, and `-SUFFIX` unless SUFFIX is empty, as a segment of its own. */
static void put_segment(struct writer *writer, struct berg_span name, struct berg_span suffix)
{
  begin_segment(writer);
  if (suffix.len == 0 && name.len <= 2 && is_dots(name))
    put(writer, BERG_SPAN(DOT_MARK));
  put_encoded(writer, name);
  if (suffix.len > 0) {
    put_byte(writer, '-');
    put_encoded(writer, suffix);
  }
}

/* The most bytes that a segment of LEN bytes takes: each byte escaped, and the marks of the segments it is cut into. */
static size_t segment_cap(size_t len)
{
  return 3 * len + (3 * len / (SEGMENT_BYTES_MAX - 2 * MARK_LEN) + 2) * (MARK_LEN + 1);
}

/* SPEC tables/createTable/default-location */
enum berg_status berg_location_default(struct berg_span root, const struct berg_namespace *ns, struct berg_span name,
                                       struct berg_span suffix, struct berg_arena *arena, struct berg_span *location)
{
  struct berg_span base = berg_location_strip(root);
  struct berg_span none = {NULL, 0};
  size_t cap = base.len + segment_cap(name.len + 1 + suffix.len);

  for (size_t i = 0; i < ns->levels.count; i++)
    cap += segment_cap(ns->levels.items[i].len);
  struct writer writer = {berg_arena_alloc(arena, cap, 1), 0, 0};
  if (writer.bytes == NULL)
    return BERG_NO_MEMORY;
  put(&writer, base);
  for (size_t i = 0; i < ns->levels.count; i++)
    put_segment(&writer, ns->levels.items[i], none);
  put_segment(&writer, name, suffix);
  location->bytes = writer.bytes;
  location->len = writer.len;
  return BERG_OK;
}
