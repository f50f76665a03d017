/* One request and its reply, as the endpoints see them: no socket, no library type.
 *
 * The HTTP layer, the tests and the benchmarks fill a request, hand it to berg_catalog_serve and read the reply. All
 * spans of a request live until the reply has been sent; a reply owns its body. */
#ifndef BERG_WIRE_EXCHANGE_H
#define BERG_WIRE_EXCHANGE_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/problem.h"

enum berg_method {
  BERG_METHOD_GET = 0,
  BERG_METHOD_HEAD,
  BERG_METHOD_POST,
  BERG_METHOD_PUT,
  BERG_METHOD_DELETE,
  BERG_METHOD_PATCH,
  BERG_METHOD_OPTIONS,
  BERG_METHOD_OTHER,
  BERG_METHOD_COUNT
};

enum berg_wire_param {
  BERG_WIRE_PARAM_PREFIX = 0,
  BERG_WIRE_PARAM_NAMESPACE,
  BERG_WIRE_PARAM_TABLE,
  BERG_WIRE_PARAM_VIEW,
  BERG_WIRE_PARAM_FUNCTION,
  BERG_WIRE_PARAM_PLAN_ID,
  BERG_WIRE_PARAM_COUNT
};

/* What the route matcher found: the operation and the raw (still percent-encoded) path parameters. */
struct berg_wire_match {
  int operation; /* enum berg_wire_operation of the generated table */
  bool has_prefix;
  struct berg_span params[BERG_WIRE_PARAM_COUNT];
  unsigned allowed; /* when the path is known and the method is not: bit 1 << method for each that is */
};

struct berg_header {
  struct berg_span name; /* as sent; compared without case */
  struct berg_span value;
};

struct berg_request {
  enum berg_method method;
  struct berg_span method_text; /* as sent, for messages */
  struct berg_span raw_path;    /* still percent-encoded, from the first '/', without the query */
  struct berg_span raw_query;   /* still percent-encoded, behind the '?'; empty when there is none */
  const struct berg_header *headers;
  size_t header_count;
  struct berg_span body;
  struct berg_wire_match match; /* filled by the router before an endpoint runs */
  struct berg_arena *arena;     /* the request's own, reset after the reply */
};

#define BERG_REPLY_HEADER_MAX 8u

struct berg_reply {
  int http_code;
  struct berg_buffer body;     /* owned; empty for 204, 304 and HEAD */
  const char *content_type;    /* static; NULL: none is sent */
  bool wrote;                  /* state was changed: the reply must wait for the turn's COMMIT */
  struct berg_problem problem; /* the fault, when http_code is 400 or more */
  size_t header_count;
  struct berg_header headers[BERG_REPLY_HEADER_MAX]; /* names and values in the request's arena or static */
};

/* The value of the first header NAME (compared without case), or an empty span with NULL bytes. */
struct berg_span berg_request_header(const struct berg_request *request, struct berg_span name);

/* Makes REPLY empty: code 0, no body, no headers. */
void berg_reply_open(struct berg_reply *reply);
void berg_reply_close(struct berg_reply *reply);

/* Adds a header; NAME is static, VALUE lives as long as the reply. More than BERG_REPLY_HEADER_MAX: ignored. */
void berg_reply_add_header(struct berg_reply *reply, const char *name, struct berg_span value);

/* Turns REPLY into the error answer that STATUS and PROBLEM describe: the Iceberg error body
 * `{"error":{"message":…,"type":…,"code":…}}` with the status' HTTP code. */
void berg_reply_fail(struct berg_reply *reply, enum berg_status status, const struct berg_problem *problem);

#endif
