#include "core/type.h"

#define PRECISION_MAX 38
#define DEFAULT_CRS "OGC:CRS84"
#define DEFAULT_ALGORITHM "spherical"

/* The names without parameters, in the order of enum berg_type_kind. */
static const char *const type_names[] = {
    "boolean",  "int",       "long",   "float",   "double", "date",    "time",    "timestamp",    "timestamptz",
    "string",   "uuid",      "binary", "decimal", "fixed",  "unknown", "variant", "timestamp_ns", "timestamptz_ns",
    "geometry", "geography", "struct", "list",    "map",
};

static const char *const algorithm_names[] = {DEFAULT_ALGORITHM, "vincenty", "thomas", "andoyer", "karney"};
#define ALGORITHM_COUNT (sizeof algorithm_names / sizeof algorithm_names[0])

static bool is_space(uint8_t c)
{
  return c == ' ' || (c >= 0x09 && c <= 0x0D);
}

static uint8_t fold_case(uint8_t c)
{
  return c >= 'A' && c <= 'Z' ? (uint8_t)(c - 'A' + 'a') : c;
}

static bool is_equal_without_case(struct berg_span a, struct berg_span b)
{
  if (a.len != b.len)
    return false;
  for (size_t i = 0; i < a.len; i++) {
    if (fold_case(a.bytes[i]) != fold_case(b.bytes[i]))
      return false;
  }
  return true;
}

static struct berg_span trim_spaces(struct berg_span s)
{
  while (s.len > 0 && is_space(s.bytes[0]))
    s = berg_span_part(s, 1, s.len - 1);
  while (s.len > 0 && is_space(s.bytes[s.len - 1]))
    s.len--;
  return s;
}

/* What stands between NAME, OPEN and the CLOSE at the very end of TEXT, without the white space around it. */
static bool find_parameters(struct berg_span text, struct berg_span name, uint8_t open, uint8_t close,
                            struct berg_span *inside)
{
  if (text.len < name.len + 2 || !berg_span_starts_with(text, name) || text.bytes[name.len] != open ||
      text.bytes[text.len - 1] != close)
    return false;
  *inside = trim_spaces(berg_span_part(text, name.len + 1, text.len - name.len - 2));
  return true;
}

/* The index of the first comma in S, or its length. */
static size_t find_comma(struct berg_span s)
{
  size_t i = 0;

  while (i < s.len && s.bytes[i] != ',')
    i++;
  return i;
}

/* Reads a decimal number of digits alone, at most 2^31 - 1. */
static bool read_number(struct berg_span digits, int32_t *number)
{
  int64_t value = 0;

  if (digits.len == 0)
    return false;
  for (size_t i = 0; i < digits.len; i++) {
    uint8_t c = digits.bytes[i];
    if (c < '0' || c > '9')
      return false;
    value = value * 10 + (c - '0');
    if (value > INT32_MAX)
      return false;
  }
  *number = (int32_t)value;
  return true;
}

/* A coordinate reference system is any text that the type's own syntax can carry. */
static bool is_crs(struct berg_span crs)
{
  if (crs.len == 0)
    return false;
  for (size_t i = 0; i < crs.len; i++) {
    uint8_t c = crs.bytes[i];
    if (c < 0x20 || c == 0x7F || c == '(' || c == ')')
      return false;
  }
  return true;
}

static bool read_fixed(struct berg_span inside, struct berg_type *type)
{
  type->kind = BERG_TYPE_FIXED;
  return read_number(inside, &type->precision) && type->precision >= 1;
}

static bool read_decimal(struct berg_span inside, struct berg_type *type)
{
  size_t comma = find_comma(inside);

  type->kind = BERG_TYPE_DECIMAL;
  if (comma == inside.len)
    return false;
  if (!read_number(trim_spaces(berg_span_part(inside, 0, comma)), &type->precision) ||
      !read_number(trim_spaces(berg_span_part(inside, comma + 1, inside.len - comma - 1)), &type->scale))
    return false;
  return type->precision >= 1 && type->precision <= PRECISION_MAX && type->scale <= type->precision;
}

static bool read_geometry(struct berg_span inside, struct berg_type *type)
{
  type->kind = BERG_TYPE_GEOMETRY;
  type->crs = inside;
  return is_crs(inside);
}

/* Finds NAME among the edge-interpolation algorithms; case does not count. */
static bool read_algorithm(struct berg_span name, struct berg_span *algorithm)
{
  for (size_t i = 0; i < ALGORITHM_COUNT; i++) {
    struct berg_span known = berg_span_of(algorithm_names[i]);
    if (is_equal_without_case(name, known)) {
      *algorithm = known;
      return true;
    }
  }
  return false;
}

static bool read_geography(struct berg_span inside, struct berg_type *type)
{
  size_t comma = find_comma(inside);

  type->kind = BERG_TYPE_GEOGRAPHY;
  type->crs = trim_spaces(berg_span_part(inside, 0, comma));
  if (!is_crs(type->crs))
    return false;
  if (comma == inside.len)
    return true;
  return read_algorithm(trim_spaces(berg_span_part(inside, comma + 1, inside.len - comma - 1)), &type->algorithm);
}

/* Reads a type that needs no parameters; decimal and fixed do. */
static bool read_plain(struct berg_span text, struct berg_type *type)
{
  for (size_t i = 0; i < BERG_TYPE_STRUCT; i++) {
    if (i != BERG_TYPE_DECIMAL && i != BERG_TYPE_FIXED && berg_span_equal(text, berg_span_of(type_names[i]))) {
      type->kind = (enum berg_type_kind)i;
      return true;
    }
  }
  return false;
}

static bool read_type(struct berg_span text, struct berg_type *type)
{
  struct berg_span inside;

  if (read_plain(text, type))
    return true;
  if (find_parameters(text, BERG_SPAN("decimal"), '(', ')', &inside))
    return read_decimal(inside, type);
  if (find_parameters(text, BERG_SPAN("fixed"), '[', ']', &inside))
    return read_fixed(inside, type);
  if (find_parameters(text, BERG_SPAN("geometry"), '(', ')', &inside))
    return read_geometry(inside, type);
  if (find_parameters(text, BERG_SPAN("geography"), '(', ')', &inside))
    return read_geography(inside, type);
  return false;
}

/* SPEC metadata/check/type-strings */
enum berg_status berg_type_parse(struct berg_span text, struct berg_type *type, struct berg_problem *problem)
{
  struct berg_type parsed = {BERG_TYPE_BOOLEAN, 0, 0, {NULL, 0}, {NULL, 0}};

  if (!read_type(text, &parsed))
    return berg_problem_set_text(problem, BERG_INVALID, "Cannot parse type string: {}", text);
  *type = parsed;
  return BERG_OK;
}

static void format_geography(struct berg_buffer *buffer, const struct berg_type *type)
{
  if (type->crs.len == 0 && type->algorithm.len == 0)
    return;
  berg_buffer_append_byte(buffer, '(');
  berg_buffer_append(buffer, type->crs.len > 0 ? type->crs : BERG_SPAN(DEFAULT_CRS));
  if (type->algorithm.len > 0) {
    berg_buffer_append_text(buffer, ", ");
    berg_buffer_append(buffer, type->algorithm);
  }
  berg_buffer_append_byte(buffer, ')');
}

/* SPEC metadata/write/canonical-types */
void berg_type_format(struct berg_buffer *buffer, const struct berg_type *type)
{
  berg_buffer_append_text(buffer, type_names[type->kind]);
  if (type->kind == BERG_TYPE_DECIMAL) {
    berg_buffer_append_byte(buffer, '(');
    berg_buffer_append_int(buffer, type->precision);
    berg_buffer_append_text(buffer, ", ");
    berg_buffer_append_int(buffer, type->scale);
    berg_buffer_append_byte(buffer, ')');
  } else if (type->kind == BERG_TYPE_FIXED) {
    berg_buffer_append_byte(buffer, '[');
    berg_buffer_append_int(buffer, type->precision);
    berg_buffer_append_byte(buffer, ']');
  } else if (type->kind == BERG_TYPE_GEOMETRY || type->kind == BERG_TYPE_GEOGRAPHY) {
    format_geography(buffer, type);
  }
}

struct berg_span berg_type_name(enum berg_type_kind kind)
{
  return berg_span_of(type_names[kind]);
}

static struct berg_span value_or(struct berg_span value, const char *otherwise)
{
  return value.len > 0 ? value : berg_span_of(otherwise);
}

bool berg_type_equal(const struct berg_type *a, const struct berg_type *b)
{
  if (a->kind != b->kind)
    return false;
  if (a->kind == BERG_TYPE_DECIMAL)
    return a->precision == b->precision && a->scale == b->scale;
  if (a->kind == BERG_TYPE_FIXED)
    return a->precision == b->precision;
  if (a->kind != BERG_TYPE_GEOMETRY && a->kind != BERG_TYPE_GEOGRAPHY)
    return true;
  if (!is_equal_without_case(value_or(a->crs, DEFAULT_CRS), value_or(b->crs, DEFAULT_CRS)))
    return false;
  return berg_span_equal(value_or(a->algorithm, DEFAULT_ALGORITHM), value_or(b->algorithm, DEFAULT_ALGORITHM));
}

bool berg_type_is_nested(enum berg_type_kind kind)
{
  return kind == BERG_TYPE_STRUCT || kind == BERG_TYPE_LIST || kind == BERG_TYPE_MAP;
}

/* SPEC metadata/check/type-version */
int32_t berg_type_min_format_version(enum berg_type_kind kind)
{
  return kind >= BERG_TYPE_UNKNOWN && kind <= BERG_TYPE_GEOGRAPHY ? 3 : 1;
}
