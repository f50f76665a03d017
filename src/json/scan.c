#include "json/scan.h"

#include "json/lexeme.h"

/* Where a lexeme ends, or, when it is none, which byte is at fault. */
struct stop {
  size_t at;
  bool ok;
};

static inline struct stop stop_at(size_t at, bool ok)
{
  struct stop stop;

  stop.at = at;
  stop.ok = ok;
  return stop;
}

/* The string whose opening quote stands at I. */
static inline struct stop scan_string(struct berg_span text, size_t i)
{
  size_t end = skip_json_string(text, i + 1);

  if (end < text.len && text.bytes[end] == '"')
    return stop_at(end + 1, true);
  return stop_at(end, false);
}

/* The string, number or word that starts at I. */
static inline struct stop scan_scalar(struct berg_span text, size_t i)
{
  uint8_t c = text.bytes[i];

  if (c == '"')
    return scan_string(text, i);
  if (c == '-' || is_json_digit(c)) {
    size_t end = skip_json_number(text, i);
    return stop_at(end, is_json_digit(text.bytes[end - 1]));
  }
  size_t len = json_word_len(text, i);
  return stop_at(i + len, len > 0);
}

static void set_token(struct berg_json_token *token, enum berg_json_kind kind, size_t start, size_t len, bool escaped)
{
  token->kind = kind;
  token->start = start;
  token->len = len;
  token->escaped = escaped;
}

/* The string token whose opening quote stands at I. */
static size_t scan_string_token(struct berg_span text, size_t i, struct berg_json_token *token)
{
  size_t plain = skip_json_characters(text, i + 1);
  bool escaped = plain < text.len && text.bytes[plain] == '\\';
  size_t end = escaped ? skip_json_string(text, plain) : plain;

  if (end >= text.len || text.bytes[end] != '"') {
    set_token(token, BERG_JSON_ERROR, end, 0, false);
    return end;
  }
  set_token(token, BERG_JSON_STRING, i + 1, end - (i + 1), escaped);
  return end + 1;
}

void berg_json_scan_token(struct berg_span text, size_t pos, struct berg_json_token *token, size_t *after)
{
  size_t i = skip_json_space(text, pos);

  if (i >= text.len) {
    set_token(token, BERG_JSON_END, i, 0, false);
    *after = i;
    return;
  }
  enum berg_json_kind kind = json_kind_of(text.bytes[i]);
  if (kind == BERG_JSON_STRING) {
    *after = scan_string_token(text, i, token);
    return;
  }
  struct stop stop = stop_at(i + 1, true);
  if (kind == BERG_JSON_ERROR)
    stop = stop_at(i, false);
  else if (kind == BERG_JSON_NUMBER || kind == BERG_JSON_TRUE || kind == BERG_JSON_FALSE || kind == BERG_JSON_NULL)
    stop = scan_scalar(text, i);
  if (stop.ok)
    set_token(token, kind, i, stop.at - i, false);
  else
    set_token(token, BERG_JSON_ERROR, stop.at, 0, false);
  *after = stop.at;
}

/* The member name whose opening quote should stand at I, and the colon behind it. */
static inline struct stop scan_name(struct berg_span text, size_t i)
{
  if (text.bytes[i] != '"')
    return stop_at(i, false);
  struct stop name = scan_string(text, i);
  if (!name.ok)
    return name;
  size_t colon = skip_json_space(text, name.at);
  if (colon >= text.len || text.bytes[colon] != ':')
    return stop_at(colon, false);
  return stop_at(colon + 1, true);
}

/* What the walk over an object or array may meet next. */
enum wanted {
  WANT_VALUE,
  WANT_VALUE_OR_END, /* behind '[' */
  WANT_NAME,
  WANT_NAME_OR_END, /* behind '{' */
  WANT_MORE         /* behind a value: ',' or the end */
};

/* The walk's state inside the value: the open objects and arrays. */
struct nesting {
  size_t depth;
  bool in_object[BERG_JSON_DEPTH_MAX]; /* the first DEPTH are set */
};

/* Closes the innermost object or array if C is its bracket. */
static inline bool close_nested(struct nesting *nesting, uint8_t c)
{
  if (nesting->depth == 0 || c != (nesting->in_object[nesting->depth - 1] ? '}' : ']'))
    return false;
  nesting->depth--;
  return true;
}

/* Takes what stands at I, no white space, in the state WANTED; false in `ok` when it may not stand there. */
static inline struct stop take_step(struct berg_span text, size_t i, size_t depth_max, struct nesting *nesting,
                                    enum wanted *wanted)
{
  uint8_t c = text.bytes[i];

  if (*wanted == WANT_MORE && c == ',') {
    *wanted = nesting->in_object[nesting->depth - 1] ? WANT_NAME : WANT_VALUE;
    return stop_at(i + 1, true);
  }
  if (*wanted != WANT_VALUE && *wanted != WANT_NAME && (c == '}' || c == ']')) {
    *wanted = WANT_MORE;
    return close_nested(nesting, c) ? stop_at(i + 1, true) : stop_at(i, false);
  }
  if (*wanted == WANT_MORE)
    return stop_at(i, false);
  if (*wanted == WANT_NAME || *wanted == WANT_NAME_OR_END) {
    *wanted = WANT_VALUE;
    return scan_name(text, i);
  }
  if (c != '{' && c != '[') {
    *wanted = WANT_MORE;
    return scan_scalar(text, i);
  }
  if (nesting->depth >= depth_max)
    return stop_at(i, false);
  nesting->in_object[nesting->depth] = c == '{';
  nesting->depth++;
  *wanted = c == '{' ? WANT_NAME_OR_END : WANT_VALUE_OR_END;
  return stop_at(i + 1, true);
}

/* The object or array whose bracket stands at I. */
static struct stop scan_nested(struct berg_span text, size_t i, size_t depth_max)
{
  struct nesting nesting;
  enum wanted wanted = WANT_VALUE;

  nesting.depth = 0;
  while (i < text.len) {
    struct stop stop = take_step(text, i, depth_max, &nesting, &wanted);
    if (!stop.ok || nesting.depth == 0)
      return stop;
    i = skip_json_space(text, stop.at);
  }
  return stop_at(i, false);
}

enum berg_status berg_json_scan_value(struct berg_span text, size_t pos, size_t depth_max, size_t *start, size_t *after)
{
  size_t i = skip_json_space(text, pos);
  struct stop stop = stop_at(i, false);

  if (i < text.len) {
    uint8_t c = text.bytes[i];
    stop = c == '{' || c == '[' ? scan_nested(text, i, depth_max) : scan_scalar(text, i);
  }
  *start = stop.ok ? i : stop.at;
  *after = stop.at;
  return stop.ok ? BERG_OK : BERG_INVALID;
}

/* The magnitude of the decimal DIGITS from I on as VALUE; false when there are none, other bytes, a needless zero in
 * front, or when it is above MOST. */
static bool read_magnitude(struct berg_span digits, size_t i, uint64_t most, uint64_t *value)
{
  uint64_t sum = 0;

  if (i >= digits.len || (digits.bytes[i] == '0' && digits.len - i > 1))
    return false;
  for (size_t k = i; k < digits.len; k++) {
    if (!is_json_digit(digits.bytes[k]))
      return false;
    uint64_t digit = (uint64_t)digits.bytes[k] - '0';
    if (digit > most || sum > (most - digit) / 10)
      return false;
    sum = sum * 10 + digit;
  }
  *value = sum;
  return true;
}

enum berg_status berg_json_scan_int64(struct berg_span digits, int64_t *value)
{
  bool negative = digits.len > 0 && digits.bytes[0] == '-';
  uint64_t magnitude = 0;

  if (!read_magnitude(digits, negative ? 1 : 0, negative ? (uint64_t)INT64_MAX + 1 : (uint64_t)INT64_MAX, &magnitude))
    return BERG_INVALID;
  if (!negative) {
    *value = (int64_t)magnitude;
    return BERG_OK;
  }
  if (magnitude == 0)
    return BERG_INVALID;
  *value = -(int64_t)(magnitude - 1) - 1;
  return BERG_OK;
}
