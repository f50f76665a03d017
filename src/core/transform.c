/* Transforms: their text, and the types that they apply to (format/spec.md: "Partition Transforms"). */
#include "core/partition.h"

static const struct {
  const char *name;
  enum berg_transform_kind kind;
} plain_transforms[] = {
    {"identity", BERG_TRANSFORM_IDENTITY}, {"void", BERG_TRANSFORM_VOID}, {"year", BERG_TRANSFORM_YEAR},
    {"month", BERG_TRANSFORM_MONTH},       {"day", BERG_TRANSFORM_DAY},   {"hour", BERG_TRANSFORM_HOUR},
    {"years", BERG_TRANSFORM_YEAR}, /* what old writers called them */
    {"months", BERG_TRANSFORM_MONTH},      {"days", BERG_TRANSFORM_DAY},  {"hours", BERG_TRANSFORM_HOUR},
};
#define PLAIN_COUNT (sizeof plain_transforms / sizeof plain_transforms[0])

static bool is_space(uint8_t c)
{
  return c == ' ' || (c >= 0x09 && c <= 0x0D);
}

static uint8_t fold_case(uint8_t c)
{
  return c >= 'A' && c <= 'Z' ? (uint8_t)(c - 'A' + 'a') : c;
}

/* Whether TEXT starts with NAME, which is lower case; case does not count. */
static bool starts_with_word(struct berg_span text, struct berg_span name)
{
  if (text.len < name.len)
    return false;
  for (size_t i = 0; i < name.len; i++) {
    if (fold_case(text.bytes[i]) != name.bytes[i])
      return false;
  }
  return true;
}

static bool is_word(struct berg_span text, struct berg_span name)
{
  return text.len == name.len && starts_with_word(text, name);
}

/* Reads `[N]` with N from 1 to 2^31 - 1, white space around N allowed. */
static bool read_width(struct berg_span text, int32_t *width)
{
  size_t i = 1;
  int64_t value = 0;

  if (text.len < 3 || text.bytes[0] != '[' || text.bytes[text.len - 1] != ']')
    return false;
  while (is_space(text.bytes[i]))
    i++;
  for (; text.bytes[i] >= '0' && text.bytes[i] <= '9'; i++) {
    value = value * 10 + (text.bytes[i] - '0');
    if (value > INT32_MAX)
      return false;
  }
  while (is_space(text.bytes[i]))
    i++;
  *width = (int32_t)value;
  return i == text.len - 1 && value >= 1;
}

/* Reads a transform with a width; FOUND tells whether TEXT starts with its NAME and nothing longer than that. */
static bool read_wide(struct berg_span text, struct berg_span name, int32_t *width, bool *found)
{
  *found = starts_with_word(text, name) && (text.len == name.len || text.bytes[name.len] == '[');
  return *found && read_width(berg_span_part(text, name.len, text.len - name.len), width);
}

static enum berg_transform_kind read_plain(struct berg_span text)
{
  for (size_t i = 0; i < PLAIN_COUNT; i++) {
    if (is_word(text, berg_span_of(plain_transforms[i].name)))
      return plain_transforms[i].kind;
  }
  return BERG_TRANSFORM_OTHER;
}

/* SPEC metadata/check/transforms */
enum berg_status berg_transform_parse(struct berg_span text, struct berg_transform *transform,
                                      struct berg_problem *problem)
{
  struct berg_transform parsed = {read_plain(text), 0, text};
  bool is_bucket;
  bool is_truncate;
  bool has_width = false;

  if (text.len == 0)
    return berg_problem_set(problem, BERG_INVALID, "Cannot parse transform: the text is empty");
  if (read_wide(text, BERG_SPAN("bucket"), &parsed.width, &is_bucket)) {
    parsed.kind = BERG_TRANSFORM_BUCKET;
    has_width = true;
  }
  if (read_wide(text, BERG_SPAN("truncate"), &parsed.width, &is_truncate)) {
    parsed.kind = BERG_TRANSFORM_TRUNCATE;
    has_width = true;
  }
  if ((is_bucket || is_truncate) && !has_width)
    return berg_problem_set_text(problem, BERG_INVALID, "Invalid transform: {} needs a width of at least 1", text);
  *transform = parsed;
  return BERG_OK;
}

static void format_width(struct berg_buffer *buffer, const char *name, int32_t width)
{
  berg_buffer_append_text(buffer, name);
  berg_buffer_append_byte(buffer, '[');
  berg_buffer_append_int(buffer, width);
  berg_buffer_append_byte(buffer, ']');
}

void berg_transform_format(struct berg_buffer *buffer, const struct berg_transform *transform)
{
  if (transform->kind == BERG_TRANSFORM_BUCKET)
    format_width(buffer, "bucket", transform->width);
  else if (transform->kind == BERG_TRANSFORM_TRUNCATE)
    format_width(buffer, "truncate", transform->width);
  else if (transform->kind == BERG_TRANSFORM_OTHER)
    berg_buffer_append(buffer, transform->text);
  else
    berg_buffer_append_text(buffer, plain_transforms[transform->kind].name);
}

bool berg_transform_equal(const struct berg_transform *a, const struct berg_transform *b)
{
  if (a->kind != b->kind)
    return false;
  if (a->kind == BERG_TRANSFORM_BUCKET || a->kind == BERG_TRANSFORM_TRUNCATE)
    return a->width == b->width;
  return a->kind != BERG_TRANSFORM_OTHER || berg_span_equal(a->text, b->text);
}

static bool is_timestamp(enum berg_type_kind kind)
{
  return kind == BERG_TYPE_TIMESTAMP || kind == BERG_TYPE_TIMESTAMPTZ || kind == BERG_TYPE_TIMESTAMP_NS ||
         kind == BERG_TYPE_TIMESTAMPTZ_NS;
}

static bool is_truncatable(enum berg_type_kind kind)
{
  return kind == BERG_TYPE_INT || kind == BERG_TYPE_LONG || kind == BERG_TYPE_DECIMAL || kind == BERG_TYPE_STRING ||
         kind == BERG_TYPE_BINARY;
}

static bool is_hashable(enum berg_type_kind kind)
{
  return is_truncatable(kind) || is_timestamp(kind) || kind == BERG_TYPE_DATE || kind == BERG_TYPE_TIME ||
         kind == BERG_TYPE_UUID || kind == BERG_TYPE_FIXED;
}

/* SPEC metadata/check/partition-sources */
bool berg_transform_applies(const struct berg_transform *transform, const struct berg_type *type)
{
  enum berg_type_kind kind = type->kind;

  switch (transform->kind) {
  case BERG_TRANSFORM_VOID:
    return true;
  case BERG_TRANSFORM_IDENTITY:
    return kind < BERG_TYPE_GEOMETRY && kind != BERG_TYPE_VARIANT;
  case BERG_TRANSFORM_YEAR:
  case BERG_TRANSFORM_MONTH:
  case BERG_TRANSFORM_DAY:
    return kind == BERG_TYPE_DATE || is_timestamp(kind);
  case BERG_TRANSFORM_HOUR:
    return is_timestamp(kind);
  case BERG_TRANSFORM_BUCKET:
    return is_hashable(kind);
  case BERG_TRANSFORM_TRUNCATE:
    return is_truncatable(kind);
  case BERG_TRANSFORM_OTHER:
    break;
  }
  return !berg_type_is_nested(kind) && kind != BERG_TYPE_VARIANT; /* what it is for is not known */
}
