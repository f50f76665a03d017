/* What all connections share: the handler behind them, the limits, the log, the date, and the memory of requests.
 *
 * No sockets: the server drives connections over sockets, tests and fuzz targets over memory. Single-threaded. */
#ifndef BERG_HTTP_SERVICE_H
#define BERG_HTTP_SERVICE_H

#include "http/chunked.h"
#include "http/head.h"
#include "http/log.h"
#include "http/reply_head.h"

/* Who answers requests. The functions are those of the catalog (endpoints/catalog.h), which this layer may not see. */
struct berg_http_handler {
  void *context;
  void (*serve)(void *context, struct berg_request *request, struct berg_reply *reply);
  bool (*in_turn)(const void *context);
  enum berg_status (*end_turn)(void *context, struct berg_problem *problem);
  bool (*idle)(void *context);
  void (*rest)(void *context); /* nothing happened for a while: memory that was kept may go; NULL: nothing is done */
};

struct berg_http_limits {
  size_t head_max_bytes; /* request line and headers */
  size_t body_max_bytes; /* as sent, and again when unpacked */
  size_t gzip_min_bytes; /* smaller replies are sent plain; 0: all are */
};

/* All that one request in flight owns; goes back to the service with the reply. */
struct berg_http_slot {
  struct berg_http_slot *next;
  size_t start; /* of the request in `in` */
  size_t end;   /* of what was received */
  size_t cap;
  size_t body_at;    /* behind the head */
  size_t next_start; /* behind the request */
  struct berg_http_scan scan;
  struct berg_http_head head;
  struct berg_http_chunked chunked;
  uint64_t body_left;
  struct berg_span body_span; /* the body as received */
  struct berg_buffer body;    /* a body that is not whole in `in` */
  struct berg_buffer plain;   /* the body unpacked */
  struct berg_buffer packed;  /* the reply's body packed */
  struct berg_buffer reply_head;
  struct berg_arena arena;
  struct berg_reply reply;
  uint8_t in[];
};

struct berg_http_service {
  struct berg_http_limits limits;
  struct berg_http_handler handler;
  struct berg_http_log *log;
  struct berg_http_slot *spare_slots;
  size_t spare_count;
  uint64_t request_count;
  int64_t date_second;
  char date[BERG_HTTP_DATE_LEN + 1];
  bool is_stopping; /* every reply closes its connection */
  bool was_busy;    /* a request was served since this was last cleared */
};

/* Fills SERVICE; HANDLER is copied, LOG is borrowed until berg_http_service_close. */
void berg_http_service_open(const struct berg_http_limits *limits, const struct berg_http_handler *handler,
                            struct berg_http_log *log, struct berg_http_service *service);
void berg_http_service_close(struct berg_http_service *service);

/* Brings the date up to the clock; once a turn of the loop. */
void berg_http_service_tick(struct berg_http_service *service);

/* A slot for a new request; NULL when there is no memory. */
struct berg_http_slot *berg_http_service_take_slot(struct berg_http_service *service);

/* Gives SLOT back. */
void berg_http_service_return_slot(struct berg_http_service *service, struct berg_http_slot *slot);

/* Frees what one request left in SLOT and keeps small buffers; the received bytes stay. */
void berg_http_slot_end_request(struct berg_http_slot *slot);

#endif
