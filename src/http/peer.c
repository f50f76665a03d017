#include "http/peer.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define ACCEPT_BURST 128
#define TURNED_AWAY_MAX 64u
#define READ_BURST 8
#define ADVANCE_BURST 64
#define ACCEPT_PAUSE_MS 100

void berg_http_queue_append(struct berg_http_queue *queue, struct berg_http_peer *peer)
{
  peer->next = NULL;
  if (queue->last != NULL)
    queue->last->next = peer;
  else
    queue->first = peer;
  queue->last = peer;
}

struct berg_http_peer *berg_http_queue_take(struct berg_http_queue *queue)
{
  struct berg_http_peer *peer = queue->first;

  if (peer == NULL)
    return NULL;
  queue->first = peer->next;
  if (queue->first == NULL)
    queue->last = NULL;
  peer->next = NULL;
  return peer;
}

void berg_http_peer_bury(struct berg_http_server *server, struct berg_http_peer *peer)
{
  berg_http_connection_close(&peer->connection);
  berg_http_deadline_remove(&peer->deadline);
  if (peer->fd < 0)
    return;
  close(peer->fd);
  peer->fd = -1;
  if (peer->is_turned_away)
    server->turned_away_count--;
  else
    server->peer_count--;
  if (!peer->is_ready)
    berg_http_queue_append(&server->buried, peer);
}

static enum berg_http_wait wait_of(enum berg_http_state state)
{
  switch (state) {
  case BERG_HTTP_IDLE:
    return BERG_HTTP_WAIT_IDLE;
  case BERG_HTTP_READING_HEAD:
  case BERG_HTTP_READING_BODY:
    return BERG_HTTP_WAIT_REQUEST;
  case BERG_HTTP_SENDING:
    return BERG_HTTP_WAIT_REPLY;
  case BERG_HTTP_DRAINING:
    return BERG_HTTP_WAIT_DRAIN;
  case BERG_HTTP_HELD:
  case BERG_HTTP_CLOSED:
    break;
  }
  return BERG_HTTP_WAIT_NOTHING;
}

/* Starts a deadline when PEER began to wait for something else, or for the same in another request: more bytes of one
 * request give it no more time. */
static void arm_deadline(struct berg_http_server *server, struct berg_http_peer *peer)
{
  enum berg_http_wait wait = wait_of(peer->connection.state);
  struct berg_http_deadlines *const lists[] = {[BERG_HTTP_WAIT_IDLE] = &server->idle,
                                               [BERG_HTTP_WAIT_REQUEST] = &server->requests,
                                               [BERG_HTTP_WAIT_REPLY] = &server->replies,
                                               [BERG_HTTP_WAIT_DRAIN] = &server->drains};

  if (peer->wait == wait && peer->wait_exchange == peer->connection.exchange)
    return;
  peer->wait = wait;
  peer->wait_exchange = peer->connection.exchange;
  if (wait == BERG_HTTP_WAIT_NOTHING)
    berg_http_deadline_remove(&peer->deadline);
  else
    berg_http_deadlines_append(lists[wait], &peer->deadline, server->now_ms);
}

static bool watch(struct berg_http_server *server, struct berg_http_peer *peer, bool wants_output)
{
  struct epoll_event event = {.events = wants_output ? EPOLLOUT : EPOLLIN, .data.ptr = peer};

  if (peer->wants_output == wants_output)
    return true;
  peer->wants_output = wants_output;
  return epoll_ctl(server->epoll_fd, EPOLL_CTL_MOD, peer->fd, &event) == 0;
}

/* Sends what PEER has to send; false when the socket takes no more for now. */
static bool send_output(struct berg_http_peer *peer)
{
  struct berg_http_connection *connection = &peer->connection;
  struct iovec parts[2];
  bool was_sending = connection->state == BERG_HTTP_SENDING;

  while (connection->state == BERG_HTTP_SENDING) {
    int count = berg_http_connection_output(connection, parts);
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = (size_t)count};
    ssize_t sent = sendmsg(peer->fd, &message, MSG_NOSIGNAL);
    if (sent >= 0) {
      berg_http_connection_sent(connection, (size_t)sent);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return false;
    } else if (errno != EINTR) {
      berg_http_connection_close(connection);
    }
  }
  if (was_sending && connection->state == BERG_HTTP_DRAINING)
    shutdown(peer->fd, SHUT_WR);
  return true;
}

/* Serves what is here already, up to BURST requests, so that one connection does not keep the others waiting. */
static bool work_off(struct berg_http_peer *peer, int burst)
{
  for (int i = 0; i < burst; i++) {
    if (!send_output(peer))
      return false;
    if (peer->connection.state != BERG_HTTP_IDLE || !peer->connection.has_more)
      return true;
    berg_http_connection_advance(&peer->connection);
  }
  return send_output(peer);
}

static void drive(struct berg_http_server *server, struct berg_http_peer *peer, int burst)
{
  bool is_blocked = !work_off(peer, burst);
  enum berg_http_state state = peer->connection.state;

  if (state == BERG_HTTP_CLOSED || (state != BERG_HTTP_HELD && !watch(server, peer, is_blocked))) {
    berg_http_peer_bury(server, peer);
    return;
  }
  arm_deadline(server, peer);
  if (state == BERG_HTTP_HELD) {
    berg_http_queue_append(&server->held, peer);
  } else if (state == BERG_HTTP_IDLE && peer->connection.has_more) {
    peer->is_ready = true;
    berg_http_queue_append(&server->ready, peer);
  }
}

void berg_http_peer_drive(struct berg_http_server *server, struct berg_http_peer *peer)
{
  drive(server, peer, ADVANCE_BURST);
}

void berg_http_peer_send(struct berg_http_server *server, struct berg_http_peer *peer)
{
  drive(server, peer, 0);
}

static bool is_reading(const struct berg_http_connection *connection)
{
  switch (connection->state) {
  case BERG_HTTP_IDLE:
    return !connection->has_more;
  case BERG_HTTP_READING_HEAD:
  case BERG_HTTP_READING_BODY:
  case BERG_HTTP_DRAINING:
    return true;
  case BERG_HTTP_HELD:
  case BERG_HTTP_SENDING:
  case BERG_HTTP_CLOSED:
    break;
  }
  return false;
}

/* One read; false when the socket has no more for now, or the connection is to do something else. */
static bool read_once(struct berg_http_peer *peer)
{
  struct berg_http_connection *connection = &peer->connection;
  uint8_t *bytes;
  size_t len;

  if (berg_http_connection_space(connection, &bytes, &len) != BERG_OK)
    return false;
  ssize_t got = recv(peer->fd, bytes, len, 0);
  if (got > 0) {
    berg_http_connection_receive(connection, (size_t)got);
    return (size_t)got == len && is_reading(connection);
  }
  if (got < 0 && errno == EINTR)
    return true;
  if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
    berg_http_connection_rest(connection);
  else if (got < 0)
    berg_http_connection_close(connection);
  else
    berg_http_connection_end(connection);
  return false;
}

void berg_http_peer_read(struct berg_http_server *server, struct berg_http_peer *peer)
{
  if (peer->is_ready || peer->fd < 0 || peer->connection.state == BERG_HTTP_HELD)
    return;
  if (is_reading(&peer->connection))
    for (int i = 0; i < READ_BURST && read_once(peer); i++)
      continue;
  berg_http_peer_drive(server, peer);
}

/* A connection above the limit is told so and closed; beyond a few of those, it is only closed. */
static void turn_away(struct berg_http_server *server, struct berg_http_peer *peer)
{
  struct berg_problem problem;

  berg_problem_clear(&problem);
  (void)!berg_problem_set_id(&problem, BERG_BUSY, "The server has its {} connections already",
                             (int64_t)server->settings.connections_max);
  berg_http_connection_refuse(&peer->connection, BERG_BUSY, &problem);
  berg_http_peer_drive(server, peer);
}

/* Makes room for one more by closing the connection that was idle longest; false when all are at work. */
static bool make_room(struct berg_http_server *server)
{
  struct berg_http_deadline *oldest = berg_http_deadlines_first(&server->idle);

  if (server->peer_count < server->settings.connections_max)
    return true;
  if (oldest == NULL || ((struct berg_http_peer *)oldest)->is_ready)
    return false;
  berg_http_peer_bury(server, (struct berg_http_peer *)oldest);
  return true;
}

static void admit(struct berg_http_server *server, int fd)
{
  bool has_room = make_room(server);
  struct berg_http_peer *peer =
      has_room || server->turned_away_count < TURNED_AWAY_MAX ? calloc(1, sizeof *peer) : NULL;
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = peer};

  if (peer == NULL || epoll_ctl(server->epoll_fd, EPOLL_CTL_ADD, fd, &event) != 0) {
    free(peer);
    close(fd);
    return;
  }
  peer->fd = fd;
  peer->is_turned_away = !has_room;
  if (has_room)
    server->peer_count++;
  else
    server->turned_away_count++;
  berg_http_connection_open(server->service, &peer->connection);
  if (has_room)
    arm_deadline(server, peer);
  else
    turn_away(server, peer);
}

/* No descriptor is left: idle connections give theirs, or the listening socket rests a moment. */
static void find_descriptor(struct berg_http_server *server)
{
  struct berg_http_deadline *oldest = berg_http_deadlines_first(&server->idle);
  struct epoll_event event = {.events = 0, .data.ptr = &server->listen_fd};

  if (oldest != NULL && !((struct berg_http_peer *)oldest)->is_ready) {
    berg_http_peer_bury(server, (struct berg_http_peer *)oldest);
    return;
  }
  server->accept_due_ms = server->now_ms + ACCEPT_PAUSE_MS;
  epoll_ctl(server->epoll_fd, EPOLL_CTL_MOD, server->listen_fd, &event);
}

void berg_http_peers_accept(struct berg_http_server *server)
{
  for (int i = 0; i < ACCEPT_BURST && server->accept_due_ms == 0; i++) {
    int fd = accept4(server->listen_fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd >= 0)
      admit(server, fd);
    else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
      find_descriptor(server);
    else if (errno != EINTR && errno != ECONNABORTED)
      return;
  }
}
