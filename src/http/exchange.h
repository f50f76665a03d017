/* One request of a connection, from whole request to reply bytes: unpack, serve, hold, pack, write the head, log.
 *
 * The inner part of connection.c; nobody else calls it. */
#ifndef BERG_HTTP_EXCHANGE_H
#define BERG_HTTP_EXCHANGE_H

#include "http/connection.h"

/* Gives the request its number in the process and starts its clock. */
void berg_http_exchange_number(struct berg_http_connection *connection);

/* Has the handler answer the request in the slot; the connection is HELD or SENDING afterwards. */
void berg_http_exchange_serve(struct berg_http_connection *connection);

/* Replaces the reply by the fault that STATUS and PROBLEM (which may be NULL) describe. */
void berg_http_exchange_fail(struct berg_http_connection *connection, enum berg_status status,
                             const struct berg_problem *problem);

/* Makes the reply ready to be sent; the connection is SENDING, or CLOSED when there is no memory. */
void berg_http_exchange_finish(struct berg_http_connection *connection);

/* The body to send; empty where the reply carries none. */
struct berg_span berg_http_exchange_body(const struct berg_http_connection *connection);

#endif
