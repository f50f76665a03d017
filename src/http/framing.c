#include "http/field.h"
#include "http/head.h"

/* What the fields that matter to the connection say; counts, because a repeated one is a fault. */
struct framing_fields {
  unsigned host_count;
  unsigned length_count;
  unsigned coding_count;
  struct berg_span host;
  struct berg_span length;
  struct berg_span coding;
  bool says_close;
  bool says_keep_alive;
  bool says_continue;
};

static void collect_field(const struct berg_header *header, struct framing_fields *found)
{
  struct berg_span name = header->name;

  if (berg_http_equals_folded(name, BERG_SPAN("host"))) {
    found->host_count++;
    found->host = header->value;
  } else if (berg_http_equals_folded(name, BERG_SPAN("content-length"))) {
    found->length_count++;
    found->length = header->value;
  } else if (berg_http_equals_folded(name, BERG_SPAN("transfer-encoding"))) {
    found->coding_count++;
    found->coding = header->value;
  } else if (berg_http_equals_folded(name, BERG_SPAN("connection"))) {
    found->says_close |= berg_http_has_element(header->value, BERG_SPAN("close"));
    found->says_keep_alive |= berg_http_has_element(header->value, BERG_SPAN("keep-alive"));
  } else if (berg_http_equals_folded(name, BERG_SPAN("expect"))) {
    found->says_continue |= berg_http_has_element(header->value, BERG_SPAN("100-continue"));
  }
}

static bool is_host(struct berg_span host)
{
  for (size_t i = 0; i < host.len; i++) {
    uint8_t c = host.bytes[i];
    if (c <= 0x20 || c >= 0x7F || c == ',' || c == '/' || c == '@' || c == '?' || c == '#' || c == '\\')
      return false;
  }
  return true;
}

/* SPEC http/host-required */
static enum berg_status check_host(const struct framing_fields *found, bool is_http_1_0, struct berg_problem *problem)
{
  if (found->host_count == 0 && !is_http_1_0)
    return berg_problem_set(problem, BERG_INVALID, "The Host header is missing");
  if (found->host_count > 1)
    return berg_problem_set(problem, BERG_INVALID, "The Host header is there more than once");
  if (!is_host(found->host))
    return berg_problem_set(problem, BERG_INVALID, "The Host header names no host");
  return BERG_OK;
}

/* A number that does not fit is a number all the same: it saturates, and the body limit refuses it. */
static enum berg_status read_length(struct berg_span text, uint64_t *length, struct berg_problem *problem)
{
  uint64_t n = 0;

  for (size_t i = 0; i < text.len; i++) {
    if (text.bytes[i] < '0' || text.bytes[i] > '9')
      return berg_problem_set(problem, BERG_INVALID, "The Content-Length header is not a number");
    uint64_t digit = (uint64_t)(text.bytes[i] - '0');
    n = n > (UINT64_MAX - digit) / 10 ? UINT64_MAX : n * 10 + digit;
  }
  if (text.len == 0)
    return berg_problem_set(problem, BERG_INVALID, "The Content-Length header is empty");
  *length = n;
  return BERG_OK;
}

static enum berg_status check_coding(const struct framing_fields *found, bool is_http_1_0, struct berg_problem *problem)
{
  if (is_http_1_0)
    return berg_problem_set(problem, BERG_INVALID, "HTTP/1.0 has no Transfer-Encoding header");
  if (found->length_count > 0)
    return berg_problem_set(problem, BERG_INVALID, "Content-Length and Transfer-Encoding are both there");
  if (found->coding_count > 1 || !berg_http_equals_folded(found->coding, BERG_SPAN("chunked")))
    return berg_problem_set(problem, BERG_INVALID, "The only Transfer-Encoding that is understood is chunked");
  return BERG_OK;
}

/* SPEC http/two-lengths */
enum berg_status berg_http_decide_framing(struct berg_http_head *head, struct berg_problem *problem)
{
  struct framing_fields found = {0};

  for (size_t i = 0; i < head->header_count; i++)
    collect_field(&head->headers[i], &found);
  head->keeps_alive = !found.says_close && (!head->is_http_1_0 || found.says_keep_alive);
  head->expects_continue = found.says_continue && !head->is_http_1_0;
  head->framing = BERG_HTTP_NO_BODY;
  head->content_length = 0;
  enum berg_status status = check_host(&found, head->is_http_1_0, problem);
  if (status != BERG_OK)
    return status;
  if (found.coding_count > 0) {
    head->framing = BERG_HTTP_CHUNKED;
    return check_coding(&found, head->is_http_1_0, problem);
  }
  if (found.length_count > 1)
    return berg_problem_set(problem, BERG_INVALID, "The Content-Length header is there more than once");
  if (found.length_count == 0)
    return BERG_OK;
  head->framing = BERG_HTTP_COUNTED;
  return read_length(found.length, &head->content_length, problem);
}
