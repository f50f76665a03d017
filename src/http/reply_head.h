/* The head of a reply as bytes: status line, the fields of the connection, and those that the endpoint set. */
#ifndef BERG_HTTP_REPLY_HEAD_H
#define BERG_HTTP_REPLY_HEAD_H

#include "wire/exchange.h"

#define BERG_HTTP_DATE_LEN 29u

struct berg_http_reply_traits {
  const char *date; /* BERG_HTTP_DATE_LEN characters, RFC 9110 5.6.7 */
  bool is_to_head;  /* the request was HEAD */
  bool is_to_http_1_0;
  bool keeps_alive;
  bool is_packed; /* the body is a gzip member */
  bool varies;    /* the body depends on Accept-Encoding */
  size_t body_len;
};

/* Tells whether a reply with HTTP_CODE to a request (HEAD or not) carries a body: not for HEAD, 1xx, 204 and 304. */
bool berg_http_carries_body(int http_code, bool is_to_head);

/* Appends the head of REPLY to OUT. A header whose value has a control character is left out: it could split the reply.
 * Content-Length stands where a body is carried, and nowhere else. */
void berg_http_write_reply_head(const struct berg_reply *reply, const struct berg_http_reply_traits *traits,
                                struct berg_buffer *out);

/* Writes SECOND, counted from 1970, as an HTTP date with its NUL. */
void berg_http_format_date(int64_t second, char date[BERG_HTTP_DATE_LEN + 1]);

#endif
