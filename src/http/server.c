#include "http/server.h"

#include "http/peer.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#define EVENTS 128
#define DRAIN_MS 2000
#define WORK_QUIET_MS 20  /* background work waits until nothing happened for so long, */
#define WORK_LATE_MS 1000 /* but not longer than this */
#define LOG_DELAY_MS 20   /* how long a line may wait for more */
#define LOG_BATCH_BYTES 4096
#define REST_QUIET_MS 1000
#define REST_LATE_MS 10000

static sigset_t taken_signals(void)
{
  sigset_t set;

  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGHUP);
  return set;
}

void berg_http_block_signals(void)
{
  sigset_t set = taken_signals();

  sigprocmask(SIG_BLOCK, &set, NULL);
  signal(SIGPIPE, SIG_IGN);
}

static int64_t read_clock_ms(void)
{
  struct timespec now;

  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool watch_fd(struct berg_http_server *server, int *fd)
{
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = fd};

  return *fd >= 0 && epoll_ctl(server->epoll_fd, EPOLL_CTL_ADD, *fd, &event) == 0;
}

static enum berg_status open_loop(struct berg_http_server *server, struct berg_problem *problem)
{
  sigset_t set = taken_signals();

  server->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
  server->signal_fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
  if (server->epoll_fd >= 0 && watch_fd(server, &server->listen_fd) && watch_fd(server, &server->signal_fd))
    return BERG_OK;
  return berg_problem_set_text(problem, BERG_IO, "cannot wait for connections: {}", berg_span_of(strerror(errno)));
}

enum berg_status berg_http_server_open(const struct berg_http_server_settings *settings,
                                       struct berg_http_service *service, struct berg_http_server **server,
                                       struct berg_problem *problem)
{
  struct berg_http_server *made = calloc(1, sizeof *made);

  if (made == NULL)
    return berg_problem_set(problem, BERG_NO_MEMORY, "there is no memory for the server");
  made->settings = *settings;
  made->service = service;
  made->epoll_fd = -1;
  made->signal_fd = -1;
  made->listen_fd = -1;
  made->now_ms = read_clock_ms();
  made->worked_ms = made->now_ms;
  made->work_due_ms = made->now_ms + WORK_QUIET_MS;
  berg_http_deadlines_open(&made->idle, settings->idle_ms);
  berg_http_deadlines_open(&made->requests, settings->request_ms);
  berg_http_deadlines_open(&made->replies, settings->request_ms);
  berg_http_deadlines_open(&made->drains, DRAIN_MS);
  enum berg_status status = berg_http_listen(settings->listen, &made->listen_fd, made->url, problem);
  if (status == BERG_OK)
    status = open_loop(made, problem);
  if (status != BERG_OK)
    berg_http_server_close(made);
  else
    *server = made;
  return status;
}

const char *berg_http_server_url(const struct berg_http_server *server)
{
  return server->url;
}

static void free_buried(struct berg_http_server *server)
{
  for (struct berg_http_peer *peer; (peer = berg_http_queue_take(&server->buried)) != NULL;)
    free(peer);
}

/* Takes the peers of the ready list that are there now; those that come back wait for the next turn. */
static void run_ready(struct berg_http_server *server)
{
  struct berg_http_queue ready = server->ready;

  server->ready = (struct berg_http_queue){0};
  for (struct berg_http_peer *peer; (peer = berg_http_queue_take(&ready)) != NULL;) {
    peer->is_ready = false;
    if (peer->fd < 0)
      berg_http_queue_append(&server->buried, peer);
    else
      berg_http_peer_drive(server, peer);
  }
}

/* One COMMIT for all that was written in this turn; then the replies that waited go out. */
static void end_turn(struct berg_http_server *server)
{
  const struct berg_http_handler *handler = &server->service->handler;
  struct berg_http_queue held = server->held;
  struct berg_problem problem;

  if (held.first == NULL && !handler->in_turn(handler->context))
    return;
  server->held = (struct berg_http_queue){0};
  berg_problem_clear(&problem);
  enum berg_status status = handler->end_turn(handler->context, &problem);
  if (status != BERG_OK && server->service->log != NULL)
    berg_http_log_event(server->service->log, BERG_LOG_ERROR, berg_problem_message(&problem));
  for (struct berg_http_peer *peer; (peer = berg_http_queue_take(&held)) != NULL;) {
    berg_http_connection_release(&peer->connection, status, &problem);
    berg_http_peer_send(server, peer);
  }
}

static struct berg_http_peer *take_due(const struct berg_http_server *server, const struct berg_http_deadlines *list)
{
  struct berg_http_deadline *first = berg_http_deadlines_first(list);

  return first != NULL && first->due_ms <= server->now_ms ? (struct berg_http_peer *)first : NULL;
}

/* SPEC http/slow-request
 * A request that took too long is told so; everything else that is due is only closed. */
static void expire_deadlines(struct berg_http_server *server)
{
  const struct berg_http_deadlines *const silent[] = {&server->idle, &server->replies, &server->drains};
  struct berg_http_peer *peer;
  struct berg_problem problem;

  for (size_t i = 0; i < sizeof silent / sizeof silent[0]; i++)
    while ((peer = take_due(server, silent[i])) != NULL)
      berg_http_peer_bury(server, peer);
  while ((peer = take_due(server, &server->requests)) != NULL) {
    berg_problem_clear(&problem);
    (void)!berg_problem_set_id(&problem, BERG_TIMED_OUT, "The request was not complete after {} ms",
                               server->settings.request_ms);
    berg_http_connection_refuse(&peer->connection, BERG_TIMED_OUT, &problem);
    berg_http_peer_send(server, peer);
  }
}

static void start_stopping(struct berg_http_server *server)
{
  struct berg_http_deadline *first;

  if (server->stop_due_ms != 0) { /* asked a second time */
    server->stop_due_ms = server->now_ms;
    return;
  }
  server->stop_due_ms = server->now_ms + server->settings.stop_ms;
  server->accept_due_ms = 0;
  berg_http_peers_accept(server);
  close(server->listen_fd);
  server->listen_fd = -1;
  server->service->is_stopping = true;
  /* A request may have come that the loop has not seen yet. */
  while ((first = berg_http_deadlines_first(&server->idle)) != NULL) {
    struct berg_http_peer *peer = (struct berg_http_peer *)first;
    if (peer->connection.has_more) {
      berg_http_deadline_remove(first);
      continue;
    }
    berg_http_peer_read(server, peer);
    if (peer->fd >= 0 && peer->connection.state == BERG_HTTP_IDLE)
      berg_http_peer_bury(server, peer);
  }
}

static void take_signals(struct berg_http_server *server)
{
  struct signalfd_siginfo info;

  while (read(server->signal_fd, &info, sizeof info) == (ssize_t)sizeof info) {
    if (info.ssi_signo == SIGHUP && server->service->log != NULL)
      berg_http_log_reopen(server->service->log);
    else if (info.ssi_signo != SIGHUP)
      start_stopping(server);
  }
}

/* Background work runs when the server is quiet, or when it was put off for too long. */
static void do_background_work(struct berg_http_server *server, bool was_quiet)
{
  const struct berg_http_handler *handler = &server->service->handler;

  if (server->service->was_busy) {
    server->service->was_busy = false;
    server->work_due_ms = server->now_ms + WORK_QUIET_MS;
  }
  if (server->work_due_ms == 0 || server->stop_due_ms != 0)
    return;
  bool is_due = was_quiet && server->now_ms >= server->work_due_ms;
  if (!is_due && server->now_ms - server->worked_ms < WORK_LATE_MS)
    return;
  server->worked_ms = server->now_ms;
  server->work_due_ms = handler->idle(handler->context) ? server->now_ms : 0;
}

/* Memory that requests keep for the next ones goes when none come, or when they come for so long. */
static void rest(struct berg_http_server *server, bool was_busy)
{
  const struct berg_http_handler *handler = &server->service->handler;

  if (was_busy) {
    if (server->rest_due_ms == 0)
      server->rest_late_ms = server->now_ms + REST_LATE_MS;
    server->rest_due_ms = server->now_ms + REST_QUIET_MS;
  }
  if (server->rest_due_ms == 0 || (server->now_ms < server->rest_due_ms && server->now_ms < server->rest_late_ms))
    return;
  server->rest_due_ms = 0;
  if (handler->rest != NULL)
    handler->rest(handler->context);
}

static void keep_earlier(int64_t *due_ms, int64_t candidate_ms)
{
  if (candidate_ms != 0 && (*due_ms == 0 || candidate_ms < *due_ms))
    *due_ms = candidate_ms;
}

static int find_timeout_ms(const struct berg_http_server *server)
{
  const struct berg_http_deadlines *const lists[] = {&server->idle, &server->requests, &server->replies,
                                                     &server->drains};
  int64_t due_ms = 0;

  if (server->ready.first != NULL)
    return 0;
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
    if (berg_http_deadlines_first(lists[i]) != NULL)
      keep_earlier(&due_ms, berg_http_deadlines_first(lists[i])->due_ms);
  keep_earlier(&due_ms, server->stop_due_ms);
  keep_earlier(&due_ms, server->accept_due_ms);
  keep_earlier(&due_ms, server->log_due_ms);
  keep_earlier(&due_ms, server->rest_due_ms);
  if (server->stop_due_ms == 0)
    keep_earlier(&due_ms, server->work_due_ms);
  if (due_ms == 0)
    return -1;
  int64_t left_ms = due_ms - server->now_ms;
  return left_ms <= 0 ? 0 : left_ms > 60000 ? 60000 : (int)left_ms;
}

static void resume_accepting(struct berg_http_server *server)
{
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = &server->listen_fd};

  if (server->accept_due_ms == 0 || server->now_ms < server->accept_due_ms)
    return;
  server->accept_due_ms = 0;
  epoll_ctl(server->epoll_fd, EPOLL_CTL_MOD, server->listen_fd, &event);
}

static void take_events(struct berg_http_server *server, const struct epoll_event *events, int count)
{
  bool has_signal = false;

  for (int i = 0; i < count; i++) {
    if (events[i].data.ptr == &server->signal_fd)
      has_signal = true;
    else if (events[i].data.ptr == &server->listen_fd && server->listen_fd >= 0)
      berg_http_peers_accept(server);
    else if (events[i].data.ptr != &server->listen_fd)
      berg_http_peer_read(server, events[i].data.ptr);
  }
  if (has_signal)
    take_signals(server);
}

static void flush_log(struct berg_http_server *server)
{
  struct berg_http_log *log = server->service->log;

  if (log == NULL || log->pending.len == 0)
    return;
  if (server->log_due_ms == 0)
    server->log_due_ms = server->now_ms + LOG_DELAY_MS;
  if (server->now_ms < server->log_due_ms && log->pending.len < LOG_BATCH_BYTES && !log->is_urgent)
    return;
  server->log_due_ms = 0;
  berg_http_log_flush(log);
}

static void run_turn(struct berg_http_server *server, const struct epoll_event *events, int count)
{
  server->now_ms = read_clock_ms();
  berg_http_service_tick(server->service);
  take_events(server, events, count);
  run_ready(server);
  end_turn(server);
  expire_deadlines(server);
  resume_accepting(server);
  free_buried(server);
  rest(server, server->service->was_busy);
  do_background_work(server, count == 0);
  flush_log(server);
}

static bool has_stopped(const struct berg_http_server *server)
{
  if (server->stop_due_ms == 0)
    return false;
  return server->peer_count == 0 || server->now_ms >= server->stop_due_ms;
}

enum berg_status berg_http_server_run(struct berg_http_server *server, struct berg_problem *problem)
{
  struct epoll_event events[EVENTS];

  server->now_ms = read_clock_ms();
  while (!has_stopped(server)) {
    int count = epoll_wait(server->epoll_fd, events, EVENTS, find_timeout_ms(server));
    if (count < 0 && errno != EINTR)
      return berg_problem_set_text(problem, BERG_IO, "cannot wait for events: {}", berg_span_of(strerror(errno)));
    run_turn(server, events, count < 0 ? 0 : count);
  }
  return BERG_OK;
}

static void bury_all(struct berg_http_server *server)
{
  const struct berg_http_deadlines *const lists[] = {&server->idle, &server->requests, &server->replies,
                                                     &server->drains};

  for (struct berg_http_peer *peer; (peer = berg_http_queue_take(&server->ready)) != NULL;) {
    peer->is_ready = false;
    berg_http_peer_bury(server, peer);
  }
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
    while (berg_http_deadlines_first(lists[i]) != NULL)
      berg_http_peer_bury(server, (struct berg_http_peer *)berg_http_deadlines_first(lists[i]));
  free_buried(server);
}

static void close_fd(int fd)
{
  if (fd >= 0)
    close(fd);
}

void berg_http_server_close(struct berg_http_server *server)
{
  bury_all(server);
  close_fd(server->listen_fd);
  close_fd(server->signal_fd);
  close_fd(server->epoll_fd);
  free(server);
}
