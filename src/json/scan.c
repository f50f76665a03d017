#include "json/scan.h"

#include "json/lexeme.h"

/* Where a lexeme ends, or, when it is none, which byte is at fault. */
struct stop {
  size_t at;
  bool ok;
};

/*@ assigns \nothing; ensures \result.at == at && \result.ok == ok; */
static inline struct stop stop_at(size_t at, bool ok)
{
  struct stop stop;

  stop.at = at;
  stop.ok = ok;
  return stop;
}

/* The string whose opening quote stands at I. */
/*@ requires berg_span_ok(text) && i < text.len && text.bytes[i] == '"';
    assigns \nothing;
    ensures range: i < \result.at <= text.len;
    ensures string: \result.ok ==> berg_json_string(text.bytes, i, \result.at);
    ensures missed: !\result.ok ==> \forall integer e; e <= text.len ==> !berg_json_string(text.bytes, i, e);
*/
static inline struct stop scan_string(struct berg_span text, size_t i)
{
  size_t end = skip_json_string(text, i + 1);

  if (end < text.len && text.bytes[end] == '"')
    return stop_at(end + 1, true);
  return stop_at(end, false);
}

/* The string, number or word that starts at I. */
/*@ requires berg_span_ok(text) && i < text.len;
    assigns \nothing;
    ensures range: i <= \result.at <= text.len;
    ensures progress: \result.ok ==> i < \result.at;
    ensures string: \result.ok && text.bytes[i] == '"' ==> berg_json_string(text.bytes, i, \result.at);
    ensures number: \result.ok && (text.bytes[i] == '-' || berg_json_digit(text.bytes[i])) ==>
      berg_json_number(text.bytes, i, \result.at);
    ensures word: \result.ok && text.bytes[i] != '"' && text.bytes[i] != '-' && !berg_json_digit(text.bytes[i]) ==>
      berg_json_word4(text.bytes, i, \result.at) || berg_json_word5(text.bytes, i, \result.at);
*/
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

/*@ requires \valid(token);
    assigns *token;
    ensures token->kind == kind && token->start == start && token->len == len && token->escaped == escaped;
*/
static void set_token(struct berg_json_token *token, enum berg_json_kind kind, size_t start, size_t len, bool escaped)
{
  token->kind = kind;
  token->start = start;
  token->len = len;
  token->escaped = escaped;
}

/* The string token whose opening quote stands at I. */
/*@ requires berg_span_ok(text) && i < text.len && text.bytes[i] == '"';
    requires \valid(token) && \separated(token, text.bytes + (0 .. text.len - 1));
    assigns *token;
    ensures range: i < \result <= text.len;
    ensures kind: token->kind == BERG_JSON_STRING || token->kind == BERG_JSON_ERROR;
    ensures fault: token->kind == BERG_JSON_ERROR ==> token->start == \result && token->len == 0 &&
      \forall integer e; e <= text.len ==> !berg_json_string(text.bytes, i, e);
    ensures string: token->kind == BERG_JSON_STRING ==> token->start == i + 1 &&
      \result == token->start + token->len + 1 && berg_json_string(text.bytes, i, \result);
    ensures escaped: token->kind == BERG_JSON_STRING ==> (token->escaped <==>
      \exists integer k; token->start <= k < token->start + token->len && text.bytes[k] == '\\');
*/
static size_t scan_string_token(struct berg_span text, size_t i, struct berg_json_token *token)
{
  size_t plain = skip_json_characters(text, i + 1);
  bool escaped = plain < text.len && text.bytes[plain] == '\\';
  size_t end = escaped ? skip_json_string(text, plain) : plain;

  /*@ assert only: \forall integer e; i < e < text.len && text.bytes[e] == '"' &&
        berg_json_inside(text.bytes, i + 1, e) ==> e == end; */
  /*@ assert found: end < text.len && text.bytes[end] == '"' ==> berg_json_inside(text.bytes, i + 1, end); */
  if (end >= text.len || text.bytes[end] != '"') {
    set_token(token, BERG_JSON_ERROR, end, 0, false);
    return end;
  }
  set_token(token, BERG_JSON_STRING, i + 1, end - (i + 1), escaped);
  return end + 1;
}

/* Any other token, which starts at I. */
/*@ requires berg_span_ok(text) && i < text.len && text.bytes[i] != '"';
    requires \valid(token) && \separated(token, text.bytes + (0 .. text.len - 1));
    assigns *token;
    ensures range: i <= \result <= text.len && i <= token->start && token->start + token->len <= \result;
    ensures kind: token->kind == berg_json_kind(text.bytes[i]) || token->kind == BERG_JSON_ERROR;
    ensures progress: token->kind != BERG_JSON_ERROR ==>
      i < \result && token->start == i && \result == i + token->len;
    ensures number: token->kind == BERG_JSON_NUMBER ==> berg_json_number(text.bytes, i, \result);
    ensures word: token->kind >= BERG_JSON_TRUE ==>
      berg_json_word4(text.bytes, i, \result) || berg_json_word5(text.bytes, i, \result);
    ensures mark: BERG_JSON_ERROR < token->kind < BERG_JSON_STRING ==> token->len == 1;
*/
static size_t scan_other_token(struct berg_span text, size_t i, struct berg_json_token *token)
{
  enum berg_json_kind kind = json_kind_of(text.bytes[i]);

  if (kind > BERG_JSON_ERROR && kind < BERG_JSON_STRING) {
    set_token(token, kind, i, 1, false);
    return i + 1;
  }
  struct stop stop = scan_scalar(text, i);
  if (stop.ok)
    set_token(token, kind, i, stop.at - i, false);
  else
    set_token(token, BERG_JSON_ERROR, stop.at, 0, false);
  return stop.at;
}

void berg_json_scan_token(struct berg_span text, size_t pos, struct berg_json_token *token, size_t *after)
{
  size_t i = skip_json_space(text, pos);

  if (i >= text.len) {
    set_token(token, BERG_JSON_END, i, 0, false);
    *after = i;
  } else if (text.bytes[i] == '"') {
    *after = scan_string_token(text, i, token);
  } else {
    *after = scan_other_token(text, i, token);
  }
}

/* The member name whose opening quote should stand at I, and the colon behind it. */
/*@ requires berg_span_ok(text) && i < text.len;
    assigns \nothing;
    ensures range: i <= \result.at <= text.len;
    ensures progress: \result.ok ==> i < \result.at;
    ensures name: \result.ok ==> \exists integer e; e < \result.at && berg_json_string(text.bytes, i, e) &&
      berg_json_spaces(text.bytes, e, \result.at - 1) && text.bytes[\result.at - 1] == ':';
*/
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
/*@ requires \valid(nesting) && nesting->depth <= BERG_JSON_DEPTH_MAX;
    assigns nesting->depth;
    ensures \result <==> \old(nesting->depth) > 0 &&
      c == (nesting->in_object[\old(nesting->depth) - 1] ? '}' : ']');
    ensures nesting->depth == \old(nesting->depth) - (\result ? 1 : 0);
*/
static inline bool close_nested(struct nesting *nesting, uint8_t c)
{
  if (nesting->depth == 0 || c != (nesting->in_object[nesting->depth - 1] ? '}' : ']'))
    return false;
  nesting->depth--;
  return true;
}

/* Takes the '}' or ']' at I, if that may stand there. */
/*@ requires berg_span_ok(text) && i < text.len;
    requires \valid(nesting) && \valid(wanted) && \separated(nesting, wanted, text.bytes + (0 .. text.len - 1));
    requires nesting->depth <= BERG_JSON_DEPTH_MAX;
    assigns nesting->depth, *wanted;
    ensures result: \result.at == i + (\result.ok ? 1 : 0);
    ensures depth: nesting->depth == \old(nesting->depth) - (\result.ok ? 1 : 0);
    ensures wanted: *wanted == (\result.ok ? WANT_MORE : \old(*wanted));
    ensures close: \result.ok ==> \old(*wanted) != WANT_VALUE && \old(*wanted) != WANT_NAME &&
      text.bytes[i] == (nesting->in_object[nesting->depth] ? '}' : ']');
*/
static inline struct stop take_close(struct berg_span text, size_t i, struct nesting *nesting, enum wanted *wanted)
{
  if (*wanted == WANT_VALUE || *wanted == WANT_NAME || !close_nested(nesting, text.bytes[i]))
    return stop_at(i, false);
  *wanted = WANT_MORE;
  return stop_at(i + 1, true);
}

/* Takes the scalar or opening bracket at I. */
/*@ requires berg_span_ok(text) && i < text.len && depth_max <= BERG_JSON_DEPTH_MAX;
    requires \valid(nesting) && \valid(wanted) && \separated(nesting, wanted, text.bytes + (0 .. text.len - 1));
    requires nesting->depth <= depth_max && WANT_VALUE <= *wanted <= WANT_MORE;
    assigns *nesting, *wanted;
    ensures range: i <= \result.at <= text.len && (\result.ok ==> i < \result.at);
    ensures depth: \old(nesting->depth) <= nesting->depth <= depth_max;
    ensures wanted: WANT_VALUE <= *wanted <= WANT_MORE;
    ensures first: \old(nesting->depth) > 0 ==> nesting->in_object[0] == \old(nesting->in_object[0]);
    ensures open: nesting->depth > \old(nesting->depth) ==>
      (text.bytes[i] == '{' || text.bytes[i] == '[') &&
      (\old(nesting->depth) == 0 ==> (nesting->in_object[0] <==> text.bytes[i] == '{'));
    ensures scalar: nesting->depth == \old(nesting->depth) && \result.ok ==> text.bytes[i] != '{' && text.bytes[i] !=
   '[';
*/
static inline struct stop take_value(struct berg_span text, size_t i, size_t depth_max, struct nesting *nesting,
                                     enum wanted *wanted)
{
  uint8_t c = text.bytes[i];

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

/* Takes what stands at I, no white space, in the state WANTED; false in `ok` when it may not stand there. */
/*@ requires berg_span_ok(text) && i < text.len && depth_max <= BERG_JSON_DEPTH_MAX;
    requires \valid(nesting) && \valid(wanted) && \separated(nesting, wanted, text.bytes + (0 .. text.len - 1));
    requires nesting->depth <= depth_max;
    requires WANT_VALUE <= *wanted <= WANT_MORE;
    requires *wanted != WANT_VALUE ==> nesting->depth > 0;
    assigns *nesting, *wanted;
    ensures range: i <= \result.at <= text.len;
    ensures progress: \result.ok ==> i < \result.at;
    ensures depth: nesting->depth <= depth_max;
    ensures wanted: WANT_VALUE <= *wanted <= WANT_MORE;
    ensures first: \old(nesting->depth) > 0 ==> nesting->in_object[0] == \old(nesting->in_object[0]);
    ensures open: \old(nesting->depth) == 0 && nesting->depth > 0 ==>
      (text.bytes[i] == '{' || text.bytes[i] == '[') && (nesting->in_object[0] <==> text.bytes[i] == '{');
    ensures close: \old(nesting->depth) > 0 && nesting->depth == 0 && \result.ok ==>
      text.bytes[\result.at - 1] == (nesting->in_object[0] ? '}' : ']');
    ensures scalar: \old(nesting->depth) == 0 && nesting->depth == 0 && \result.ok ==>
      text.bytes[i] != '{' && text.bytes[i] != '[';
*/
static inline struct stop take_step(struct berg_span text, size_t i, size_t depth_max, struct nesting *nesting,
                                    enum wanted *wanted)
{
  uint8_t c = text.bytes[i];

  if (c == '}' || c == ']')
    return take_close(text, i, nesting, wanted);
  if (*wanted == WANT_VALUE || *wanted == WANT_VALUE_OR_END)
    return take_value(text, i, depth_max, nesting, wanted);
  if (*wanted == WANT_MORE) {
    *wanted = nesting->in_object[nesting->depth - 1] ? WANT_NAME : WANT_VALUE;
    return stop_at(c == ',' ? i + 1 : i, c == ',');
  }
  *wanted = WANT_VALUE;
  return scan_name(text, i);
}

/* The object or array whose bracket stands at I. */
/*@ requires berg_span_ok(text) && i < text.len && depth_max <= BERG_JSON_DEPTH_MAX;
    requires text.bytes[i] == '{' || text.bytes[i] == '[';
    assigns \nothing;
    ensures range: i <= \result.at <= text.len;
    ensures progress: \result.ok ==> i < \result.at;
    ensures depth: \result.ok ==> depth_max > 0;
    ensures brackets: \result.ok ==> text.bytes[\result.at - 1] == (text.bytes[i] == '{' ? '}' : ']');
*/
static struct stop scan_nested(struct berg_span text, size_t i, size_t depth_max)
{
  struct nesting nesting;
  enum wanted wanted = WANT_VALUE;

  nesting.depth = 0;
  /*@ loop invariant range: \at(i, Pre) <= i <= text.len;
      loop invariant depth: nesting.depth <= depth_max;
      loop invariant wanted: WANT_VALUE <= wanted <= WANT_MORE;
      loop invariant first: nesting.depth == 0 <==> i == \at(i, Pre);
      loop invariant start: nesting.depth == 0 ==> wanted == WANT_VALUE;
      loop invariant open: nesting.depth > 0 ==> (nesting.in_object[0] <==> text.bytes[\at(i, Pre)] == '{');
      loop assigns i, nesting, wanted;
      loop variant text.len - i;
  */
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
/*@ requires berg_span_ok(digits) && i <= digits.len && most <= UINT64_MAX;
    requires \valid(value) && \separated(value, digits.bytes + (0 .. digits.len - 1));
    assigns *value;
    ensures accepts: \result <==> berg_json_whole{Pre}(digits.bytes, i, digits.len) &&
      berg_json_decimal{Pre}(digits.bytes, i, digits.len) <= most;
    ensures value: \result ==> *value == berg_json_decimal{Pre}(digits.bytes, i, digits.len);
    ensures kept: !\result ==> *value == \old(*value);
*/
static bool read_magnitude(struct berg_span digits, size_t i, uint64_t most, uint64_t *value)
{
  uint64_t sum = 0;

  if (i >= digits.len || (digits.bytes[i] == '0' && digits.len - i > 1))
    return false;
  /*@ loop invariant i <= k <= digits.len;
      loop invariant \forall integer j; i <= j < k ==> berg_json_digit(digits.bytes[j]);
      loop invariant sum == berg_json_decimal{Pre}(digits.bytes, i, k);
      loop invariant sum <= most;
      loop assigns k, sum;
      loop variant digits.len - k;
  */
  for (size_t k = i; k < digits.len; k++) {
    if (!is_json_digit(digits.bytes[k]))
      return false;
    uint64_t digit = (uint64_t)digits.bytes[k] - '0';
    if (digit > most || sum > (most - digit) / 10) {
      /*@ ghost size_t j = k + 1;
          /@ loop invariant k + 1 <= j <= digits.len;
             loop invariant \forall integer m; i <= m < j ==> berg_json_digit(digits.bytes[m]);
             loop invariant berg_json_decimal{Pre}(digits.bytes, i, j) > most;
             loop assigns j;
             loop variant digits.len - j;
          @/
          while (j < digits.len && digits.bytes[j] >= '0' && digits.bytes[j] <= '9') j++;
      */
      return false;
    }
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
  if (digits.bytes[1] == '0')
    return BERG_INVALID;
  *value = magnitude > (uint64_t)INT64_MAX ? INT64_MIN : -(int64_t)magnitude;
  return BERG_OK;
}
