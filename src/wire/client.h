/* One request as a client sends it, put together by generated code: method, target, headers, body.
 *
 * The message owns its target and body until berg_client_message_close; names and values of headers are borrowed. All
 * paths are built by berg_client_begin. Not for sending: that is src/client. */
#ifndef BERG_WIRE_CLIENT_H
#define BERG_WIRE_CLIENT_H

#include "wire/exchange.h"
#include "wire/optional.h"

#define BERG_CLIENT_HEADER_MAX 8u

struct berg_client_message {
  enum berg_method method;
  struct berg_buffer target; /* path and query, percent-encoded, from the first '/' */
  struct berg_buffer body;
  struct berg_buffer lists; /* values of headers that are lists */
  const char *content_type; /* static; NULL: no body */
  struct berg_header headers[BERG_CLIENT_HEADER_MAX];
  size_t header_count;
};

void berg_client_message_open(struct berg_client_message *message);
void berg_client_message_close(struct berg_client_message *message);

/* Starts MESSAGE anew: the target is TEMPLATE with PARAMS, by enum berg_wire_param, percent-encoded in their places. An
 * empty prefix leaves its segment out. The levels of a namespace are joined by the byte 0x1F. */
void berg_client_begin(struct berg_client_message *message, enum berg_method method, const char *path_template,
                       const struct berg_span params[BERG_WIRE_PARAM_COUNT]);

/* Add a query parameter NAME, when VALUE is set. */
void berg_client_query_text(struct berg_client_message *message, const char *name, const struct berg_opt_span *value);
void berg_client_query_int(struct berg_client_message *message, const char *name, const struct berg_opt_int32 *value);
void berg_client_query_bool(struct berg_client_message *message, const char *name, const struct berg_opt_bool *value);

/* Add a header NAME, when VALUE is set; the parts of a list are joined by commas. */
void berg_client_header_text(struct berg_client_message *message, const char *name, const struct berg_opt_span *value);
void berg_client_header_list(struct berg_client_message *message, const char *name, const struct berg_opt_spans *value);

/* Writes the members of JSON, an object of strings, as application/x-www-form-urlencoded into BODY. BERG_INVALID when
 * it is anything else; ARENA serves as scratch. */
BERG_MUST_USE enum berg_status berg_client_form(struct berg_span json, struct berg_arena *arena,
                                                struct berg_buffer *body);

/* BERG_NO_MEMORY when something did not fit, else BERG_OK. */
BERG_MUST_USE enum berg_status berg_client_status(const struct berg_client_message *message);

#endif
