/* One connection as a state machine over bytes: what was received goes in, what is to be sent comes out.
 *
 * It reads requests one after the other (pipelined ones wait in its buffer), has the handler serve them, holds back
 * replies while a turn is open, and refuses what must not be understood. No socket and no clock but for durations: the
 * server, tests and fuzz targets drive it the same way:
 *
 *   IDLE with `has_more`                         berg_http_connection_advance: bytes of a next request are here already
 *   IDLE, READING_HEAD, READING_BODY, DRAINING   berg_http_connection_space, then _receive, _end or _rest
 *   HELD                                         berg_http_connection_release when the turn has ended
 *   SENDING                                      berg_http_connection_output, then _sent
 *   CLOSED                                       berg_http_connection_close
 *
 * An idle connection owns no buffer. */
#ifndef BERG_HTTP_CONNECTION_H
#define BERG_HTTP_CONNECTION_H

#include "http/service.h"

#include <sys/uio.h>

enum berg_http_state {
  BERG_HTTP_IDLE = 0,
  BERG_HTTP_READING_HEAD,
  BERG_HTTP_READING_BODY,
  BERG_HTTP_HELD,
  BERG_HTTP_SENDING,
  BERG_HTTP_DRAINING, /* the last reply is sent; what the client still sends is read and dropped */
  BERG_HTTP_CLOSED
};

struct berg_http_connection {
  struct berg_http_service *service;
  struct berg_http_slot *slot; /* NULL when idle, draining or closed */
  enum berg_http_state state;
  bool has_more;     /* unread bytes of a next request are in the slot */
  bool is_interim;   /* what is being sent is `100 Continue` */
  bool is_last;      /* no request is read after this one */
  bool is_unread;    /* the client may still be sending: drain before closing */
  size_t sent_bytes; /* of the current output */
  uint64_t drained_bytes;
  uint64_t exchange;   /* counts the requests of this connection */
  uint64_t request_id; /* of the process */
  int64_t served_us;   /* when the handler was called */
};

void berg_http_connection_open(struct berg_http_service *service, struct berg_http_connection *connection);
void berg_http_connection_close(struct berg_http_connection *connection);

/* Where the next bytes go: LEN of them at BYTES, never 0. BERG_NO_MEMORY; the connection is closed then. */
BERG_MUST_USE enum berg_status berg_http_connection_space(struct berg_http_connection *connection, uint8_t **bytes,
                                                          size_t *len);

/* COUNT bytes, at least one, were put where berg_http_connection_space said. */
void berg_http_connection_receive(struct berg_http_connection *connection, size_t count);

/* Nothing came for now: an idle connection gives its buffer back. */
void berg_http_connection_rest(struct berg_http_connection *connection);

/* The client sends nothing more. */
void berg_http_connection_end(struct berg_http_connection *connection);

/* Goes on with the bytes that are here already. */
void berg_http_connection_advance(struct berg_http_connection *connection);

/* The turn of a held reply ended with STATUS: it may be sent, or is replaced by the fault that PROBLEM describes. */
void berg_http_connection_release(struct berg_http_connection *connection, enum berg_status status,
                                  const struct berg_problem *problem);

/* Answers the request, as far as it came, with a fault, and ends the connection behind it. */
void berg_http_connection_refuse(struct berg_http_connection *connection, enum berg_status status,
                                 const struct berg_problem *problem);

/* The parts that are still to be sent, in order; their number, 0 to 2. */
int berg_http_connection_output(const struct berg_http_connection *connection, struct iovec parts[2]);

/* COUNT bytes of the output were sent. */
void berg_http_connection_sent(struct berg_http_connection *connection, size_t count);

#endif
