/* A connection with its socket, as the server keeps it: reading, writing, deadlines, and where it waits.
 *
 * The inner part of server.c; nobody else calls it. */
#ifndef BERG_HTTP_PEER_H
#define BERG_HTTP_PEER_H

#include "http/connection.h"
#include "http/deadline.h"
#include "http/server.h"

enum berg_http_wait {
  BERG_HTTP_WAIT_NOTHING = 0,
  BERG_HTTP_WAIT_IDLE,
  BERG_HTTP_WAIT_REQUEST,
  BERG_HTTP_WAIT_REPLY,
  BERG_HTTP_WAIT_DRAIN
};

struct berg_http_peer {
  struct berg_http_deadline deadline; /* first, so that a list's member is its peer */
  struct berg_http_connection connection;
  int fd;
  bool wants_output; /* what epoll was told */
  bool is_ready;     /* in the ready list */
  bool is_turned_away;
  enum berg_http_wait wait;
  uint64_t wait_exchange;      /* the exchange that the deadline belongs to */
  struct berg_http_peer *next; /* in the ready, held or buried list */
};

struct berg_http_queue {
  struct berg_http_peer *first;
  struct berg_http_peer *last;
};

struct berg_http_server {
  struct berg_http_server_settings settings;
  struct berg_http_service *service;
  char url[BERG_HTTP_URL_MAX];
  int epoll_fd;
  int listen_fd;
  int signal_fd;
  size_t peer_count; /* without those turned away */
  size_t turned_away_count;
  int64_t now_ms;
  int64_t stop_due_ms;   /* 0: not stopping */
  int64_t accept_due_ms; /* 0: accepting; else when to try again after running out of descriptors */
  int64_t work_due_ms;   /* 0: no background work is due */
  int64_t worked_ms;     /* when background work was last done */
  int64_t log_due_ms;    /* 0: no line waits to be written */
  int64_t rest_due_ms;   /* 0: nothing happened since the last rest */
  int64_t rest_late_ms;  /* the rest is not put off beyond this */
  struct berg_http_deadlines idle;
  struct berg_http_deadlines requests;
  struct berg_http_deadlines replies;
  struct berg_http_deadlines drains;
  struct berg_http_queue ready;  /* have unread bytes of a next request */
  struct berg_http_queue held;   /* wait for the end of the turn */
  struct berg_http_queue buried; /* closed; freed at the end of the turn, as events may still name them */
};

void berg_http_queue_append(struct berg_http_queue *queue, struct berg_http_peer *peer);
struct berg_http_peer *berg_http_queue_take(struct berg_http_queue *queue);

/* Accepts what waits at the listening socket. */
void berg_http_peers_accept(struct berg_http_server *server);

/* Reads what PEER sent, serves it and sends what may be sent. */
void berg_http_peer_read(struct berg_http_server *server, struct berg_http_peer *peer);

/* Goes on with PEER after its state changed: sends, advances, waits. */
void berg_http_peer_drive(struct berg_http_server *server, struct berg_http_peer *peer);

/* Sends what PEER has to send; requests that are here already wait for the next turn, as none is open now. */
void berg_http_peer_send(struct berg_http_server *server, struct berg_http_peer *peer);

/* Closes PEER's socket; its memory goes at the end of the turn. */
void berg_http_peer_bury(struct berg_http_server *server, struct berg_http_peer *peer);

#endif
