/* The server: sockets, the loop, deadlines, and the turn in which commits share one COMMIT.
 *
 * One thread. A turn of the loop takes what the sockets have, serves it, ends the catalog's turn once, and only then
 * sends the replies that waited for it. SIGTERM and SIGINT end the loop: no new connections, requests in flight are
 * answered, for at most `stop_ms`; a second one ends it at once. SIGHUP reopens the log. These signals must be blocked
 * (berg_http_block_signals) before the server is opened. */
#ifndef BERG_HTTP_SERVER_H
#define BERG_HTTP_SERVER_H

#include "http/listen.h"
#include "http/service.h"

struct berg_http_server;

struct berg_http_server_settings {
  struct berg_span listen; /* ADDR:PORT */
  size_t connections_max;
  int64_t request_ms; /* from the first byte of a request to its last, and again for sending the reply */
  int64_t idle_ms;    /* between requests, and before the first */
  int64_t stop_ms;
};

/* Blocks the signals that the loop takes, and ignores SIGPIPE. */
void berg_http_block_signals(void);

/* Binds and listens; SERVICE is borrowed. Connections that come before berg_http_server_run wait.
 * BERG_INVALID, BERG_IO: as berg_http_listen. BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_http_server_open(const struct berg_http_server_settings *settings,
                                                     struct berg_http_service *service,
                                                     struct berg_http_server **server, struct berg_problem *problem);

/* Where SERVER listens, as `http://ADDR:PORT`; lives as long as SERVER. */
const char *berg_http_server_url(const struct berg_http_server *server);

/* Serves until a signal ends it. BERG_IO: the loop cannot wait. */
BERG_MUST_USE enum berg_status berg_http_server_run(struct berg_http_server *server, struct berg_problem *problem);

void berg_http_server_close(struct berg_http_server *server);

#endif
