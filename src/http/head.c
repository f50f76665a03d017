#include "http/head.h"

#include "http/field.h"

#include <string.h>

void berg_http_head_clear(struct berg_http_head *head)
{
  head->method_text = (struct berg_span){0};
  head->method = BERG_METHOD_OTHER;
  head->target = (struct berg_span){0};
  head->raw_path = (struct berg_span){0};
  head->raw_query = (struct berg_span){0};
  head->is_http_1_0 = false;
  head->header_count = 0;
  head->framing = BERG_HTTP_NO_BODY;
  head->content_length = 0;
  head->keeps_alive = false;
  head->expects_continue = false;
}

/* SPEC http/target-too-long */
enum berg_status berg_http_find_head(struct berg_span bytes, size_t max, struct berg_http_scan *scan, size_t *len,
                                     struct berg_problem *problem)
{
  if (bytes.len > 0 && !berg_http_is_token_byte(bytes.bytes[0]))
    return berg_problem_set(problem, BERG_INVALID, "The request does not start with a method");
  while (scan->at < bytes.len) {
    const uint8_t *feed = memchr(bytes.bytes + scan->at, '\n', bytes.len - scan->at);
    if (feed == NULL) {
      scan->at = bytes.len;
      break;
    }
    size_t at = (size_t)(feed - bytes.bytes);
    if (at == scan->line || bytes.bytes[at - 1] != '\r')
      return berg_problem_set(problem, BERG_INVALID, "A line of the request head does not end with CR LF");
    bool is_empty = at - 1 == scan->line;
    scan->at = at + 1;
    scan->line = at + 1;
    scan->line_count++;
    if (scan->at > max)
      break;
    if (is_empty) {
      *len = at + 1;
      return BERG_OK;
    }
  }
  if (bytes.len <= max)
    return BERG_ABSENT;
  if (scan->line_count == 0 || (scan->line_count == 1 && scan->line > max))
    return berg_problem_set_id(problem, BERG_TARGET_TOO_LONG, "The request line is longer than {} bytes", (int64_t)max);
  return berg_problem_set_id(problem, BERG_HEADERS_TOO_LARGE, "The request head is longer than {} bytes", (int64_t)max);
}

static enum berg_method find_method(struct berg_span text)
{
  static const char *const NAMES[BERG_METHOD_OTHER] = {
      [BERG_METHOD_GET] = "GET",        [BERG_METHOD_HEAD] = "HEAD",     [BERG_METHOD_POST] = "POST",
      [BERG_METHOD_PUT] = "PUT",        [BERG_METHOD_DELETE] = "DELETE", [BERG_METHOD_PATCH] = "PATCH",
      [BERG_METHOD_OPTIONS] = "OPTIONS"};

  for (int i = 0; i < BERG_METHOD_OTHER; i++)
    if (berg_span_equal(text, berg_span_of(NAMES[i])))
      return (enum berg_method)i;
  return BERG_METHOD_OTHER;
}

/* Takes the bytes of LINE up to the next space, which is dropped; all of it when there is none. */
static struct berg_span take_word(struct berg_span *line)
{
  const uint8_t *space = line->len > 0 ? memchr(line->bytes, ' ', line->len) : NULL;
  size_t len = space != NULL ? (size_t)(space - line->bytes) : line->len;
  struct berg_span word = berg_span_part(*line, 0, len);
  size_t used = space != NULL ? len + 1 : len;

  *line = berg_span_part(*line, used, line->len - used);
  return word;
}

static bool is_token(struct berg_span s)
{
  for (size_t i = 0; i < s.len; i++)
    if (!berg_http_is_token_byte(s.bytes[i]))
      return false;
  return s.len > 0;
}

static bool is_hex_digit(uint8_t c)
{
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* SPEC http/bad-escape, http/nul-refused
 * Bytes and escapes only: what the escapes mean is the endpoints' affair. */
static enum berg_status check_target(struct berg_span target, struct berg_problem *problem)
{
  for (size_t i = 0; i < target.len; i++) {
    uint8_t c = target.bytes[i];
    if (c <= 0x20 || c >= 0x7F || c == '#')
      return berg_problem_set_id(problem, BERG_INVALID,
                                 "The request target has a byte at offset {} that must be percent-encoded", (int64_t)i);
    if (c != '%')
      continue;
    if (target.len - i < 3 || !is_hex_digit(target.bytes[i + 1]) || !is_hex_digit(target.bytes[i + 2]))
      return berg_problem_set_id(problem, BERG_INVALID,
                                 "The request target has a percent sign at offset {} without two hexadecimal digits",
                                 (int64_t)i);
    if (target.bytes[i + 1] == '0' && target.bytes[i + 2] == '0')
      return berg_problem_set_id(problem, BERG_INVALID, "The request target has an escaped NUL at offset {}",
                                 (int64_t)i);
  }
  return BERG_OK;
}

/* Removes scheme and authority of the absolute form (RFC 9112, 3.2.2), if it is one. */
static struct berg_span strip_origin(struct berg_span target)
{
  size_t scheme_len = 7;

  if (target.len >= 8 && berg_http_equals_folded(berg_span_part(target, 0, 8), BERG_SPAN("https://")))
    scheme_len = 8;
  else if (target.len < 7 || !berg_http_equals_folded(berg_span_part(target, 0, 7), BERG_SPAN("http://")))
    return target;
  size_t at = scheme_len;
  while (at < target.len && target.bytes[at] != '/' && target.bytes[at] != '?')
    at++;
  return berg_span_part(target, at, target.len - at);
}

static enum berg_status split_target(struct berg_http_head *head, struct berg_problem *problem)
{
  struct berg_span rest = strip_origin(head->target);
  bool is_absolute = rest.len != head->target.len;
  const uint8_t *mark = rest.len > 0 ? memchr(rest.bytes, '?', rest.len) : NULL;
  size_t path_len = mark != NULL ? (size_t)(mark - rest.bytes) : rest.len;

  head->raw_path = berg_span_part(rest, 0, path_len);
  head->raw_query = mark != NULL ? berg_span_part(rest, path_len + 1, rest.len - path_len - 1) : (struct berg_span){0};
  if (is_absolute && path_len == 0)
    head->raw_path = BERG_SPAN("/");
  bool is_asterisk = head->method == BERG_METHOD_OPTIONS && berg_span_equal(head->target, BERG_SPAN("*"));
  if (!is_asterisk && (head->raw_path.len == 0 || head->raw_path.bytes[0] != '/'))
    return berg_problem_set(problem, BERG_INVALID, "The request target does not start with '/'");
  return BERG_OK;
}

static enum berg_status read_version(struct berg_span version, struct berg_http_head *head,
                                     struct berg_problem *problem)
{
  if (version.len != 8 || !berg_span_starts_with(version, BERG_SPAN("HTTP/")) || version.bytes[6] != '.' ||
      version.bytes[7] < '0' || version.bytes[7] > '9')
    return berg_problem_set(problem, BERG_INVALID, "The request line is not 'METHOD TARGET HTTP/1.1'");
  if (version.bytes[5] != '1')
    return berg_problem_set(problem, BERG_INVALID, "Only HTTP/1.0 and HTTP/1.1 are spoken here");
  head->is_http_1_0 = version.bytes[7] == '0';
  return BERG_OK;
}

enum berg_status berg_http_read_line(struct berg_span bytes, struct berg_http_head *head, struct berg_span *fields,
                                     struct berg_problem *problem)
{
  const uint8_t *feed = memchr(bytes.bytes, '\n', bytes.len);
  size_t end = (size_t)(feed - bytes.bytes) + 1;
  struct berg_span line = berg_span_part(bytes, 0, end - 2);

  berg_http_head_clear(head);
  head->method_text = take_word(&line);
  if (!is_token(head->method_text))
    return berg_problem_set(problem, BERG_INVALID, "The request does not start with a method");
  head->method = find_method(head->method_text);
  head->target = take_word(&line);
  enum berg_status status = read_version(line, head, problem);
  if (status == BERG_OK)
    status = check_target(head->target, problem);
  if (status == BERG_OK)
    status = split_target(head, problem);
  if (status == BERG_OK)
    *fields = berg_span_part(bytes, end, bytes.len - end);
  return status;
}

static bool is_field_value(struct berg_span value)
{
  for (size_t i = 0; i < value.len; i++)
    if ((value.bytes[i] < 0x20 && value.bytes[i] != '\t') || value.bytes[i] == 0x7F)
      return false;
  return true;
}

static enum berg_status read_field(struct berg_span line, struct berg_http_head *head, struct berg_problem *problem)
{
  const uint8_t *colon = memchr(line.bytes, ':', line.len);

  if (colon == NULL)
    return berg_problem_set(problem, BERG_INVALID, "A header line has no colon");
  struct berg_span name = berg_span_part(line, 0, (size_t)(colon - line.bytes));
  struct berg_span value = berg_http_trim(berg_span_part(line, name.len + 1, line.len - name.len - 1));
  if (!is_token(name))
    return berg_problem_set(problem, BERG_INVALID, "A header name is empty or has a byte that no name may have");
  if (!is_field_value(value))
    return berg_problem_set_text(problem, BERG_INVALID, "The value of header {} has a control character", name);
  if (head->header_count == BERG_HTTP_FIELD_COUNT_MAX)
    return berg_problem_set_id(problem, BERG_HEADERS_TOO_LARGE, "The request has more than {} headers",
                               BERG_HTTP_FIELD_COUNT_MAX);
  head->headers[head->header_count++] = (struct berg_header){name, value};
  return BERG_OK;
}

enum berg_status berg_http_read_fields(struct berg_span fields, struct berg_http_head *head,
                                       struct berg_problem *problem)
{
  head->header_count = 0;
  while (fields.len > 2) {
    const uint8_t *feed = memchr(fields.bytes, '\n', fields.len);
    size_t end = (size_t)(feed - fields.bytes) + 1;
    enum berg_status status = read_field(berg_span_part(fields, 0, end - 2), head, problem);
    if (status != BERG_OK)
      return status;
    fields = berg_span_part(fields, end, fields.len - end);
  }
  return BERG_OK;
}
