/* The head of an HTTP/1.x request: request line, fields, and what they say about the body (RFC 9110, RFC 9112).
 *
 * Works on bytes that somebody else received: no socket, no clock, no memory of its own. It is stricter than a general
 * web server has to be, because a head that two parties read differently is how requests are smuggled: line ends are
 * CR LF, names are tokens, no field is folded, there is one Content-Length or one `Transfer-Encoding: chunked`, never
 * both, and one Host. Percent escapes are checked and not decoded: the endpoints split first and decode once. Not for
 * replies, and not for the body itself (chunked.h).
 *
 * All spans point into the caller's bytes and live as long as these. */
#ifndef BERG_HTTP_HEAD_H
#define BERG_HTTP_HEAD_H

#include "wire/exchange.h"

#define BERG_HTTP_FIELD_COUNT_MAX 100u

enum berg_http_framing { BERG_HTTP_NO_BODY = 0, BERG_HTTP_COUNTED, BERG_HTTP_CHUNKED };

struct berg_http_head {
  struct berg_span method_text;
  enum berg_method method;
  struct berg_span target; /* the request target as sent */
  struct berg_span raw_path;
  struct berg_span raw_query;
  bool is_http_1_0;
  size_t header_count;
  struct berg_header headers[BERG_HTTP_FIELD_COUNT_MAX];
  enum berg_http_framing framing;
  uint64_t content_length; /* BERG_HTTP_COUNTED; UINT64_MAX for what does not fit */
  bool keeps_alive;
  bool expects_continue;
};

/* Makes HEAD empty: no method, no target, no headers; the connection does not go on. */
void berg_http_head_clear(struct berg_http_head *head);

/* Where the search for the end of a head stands; all zero at the start of a head. */
struct berg_http_scan {
  size_t line; /* where the current line starts */
  size_t at;   /* up to where was searched */
  size_t line_count;
};

/* Searches BYTES, which start with a request line, for the empty line that ends the head; goes on where SCAN stands.
 *
 * BERG_OK: the head, its empty line included, is LEN long. BERG_ABSENT: the end is not there yet. BERG_INVALID: a line
 * feed without carriage return, or a first byte that starts no method. BERG_TARGET_TOO_LONG, BERG_HEADERS_TOO_LARGE:
 * the first line, or the whole, is longer than MAX bytes. */
BERG_MUST_USE enum berg_status berg_http_find_head(struct berg_span bytes, size_t max, struct berg_http_scan *scan,
                                                   size_t *len, struct berg_problem *problem);

/* Reads the request line at the start of BYTES (a head found by berg_http_find_head) into HEAD; what was read before
 * a fault stays there, so that a refusal knows method and target. FIELDS is what follows the line.
 *
 * BERG_INVALID: no HTTP/1.x request line, or a target with a byte outside printable ASCII, a '#', a percent sign
 * without two hexadecimal digits, or an escaped NUL. */
BERG_MUST_USE enum berg_status berg_http_read_line(struct berg_span bytes, struct berg_http_head *head,
                                                   struct berg_span *fields, struct berg_problem *problem);

/* Reads the field lines FIELDS into HEAD.
 *
 * BERG_INVALID: a line that is no field. BERG_HEADERS_TOO_LARGE: more than BERG_HTTP_FIELD_COUNT_MAX of them. */
BERG_MUST_USE enum berg_status berg_http_read_fields(struct berg_span fields, struct berg_http_head *head,
                                                     struct berg_problem *problem);

/* Decides from HEAD's fields how its body is framed and whether the connection goes on.
 *
 * BERG_INVALID: Host missing (HTTP/1.1), repeated or no host; Content-Length repeated or no number; both framings; a
 * transfer coding other than chunked, or any in HTTP/1.0. */
BERG_MUST_USE enum berg_status berg_http_decide_framing(struct berg_http_head *head, struct berg_problem *problem);

#endif
