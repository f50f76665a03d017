#include "http/exchange.h"

#include "codec/gzip.h"
#include "http/coding.h"

#include <time.h>

#define GZIP_LEVEL 1
#define GZIP_MAX_BYTES 8388608u /* larger bodies would hold the loop too long */

static int64_t now_us(void)
{
  struct timespec now;

  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

void berg_http_exchange_number(struct berg_http_connection *connection)
{
  connection->request_id = ++connection->service->request_count;
  connection->served_us = now_us();
}

static enum berg_status unpack_body(struct berg_http_connection *connection, struct berg_span *body,
                                    struct berg_problem *problem)
{
  struct berg_http_slot *slot = connection->slot;
  size_t max = connection->service->limits.body_max_bytes;

  enum berg_http_coding coding = berg_http_content_coding(slot->head.headers, slot->head.header_count);
  if (coding == BERG_HTTP_CODING_OTHER)
    return berg_problem_set(problem, BERG_MEDIA_TYPE, "The only Content-Encoding that is understood is gzip");
  if (coding == BERG_HTTP_CODING_IDENTITY || slot->body_span.len == 0) {
    *body = slot->body_span;
    return BERG_OK;
  }
  enum berg_status status = berg_gzip_decompress(slot->body_span, max, &slot->plain);
  if (status == BERG_TOO_LARGE)
    return berg_problem_set_id(problem, status, "The unpacked request body is larger than {} bytes", (int64_t)max);
  if (status != BERG_OK)
    return berg_problem_set(problem, status, "The request body is not what its Content-Encoding says, gzip");
  *body = berg_buffer_span(&slot->plain);
  return BERG_OK;
}

static void call_handler(struct berg_http_connection *connection, struct berg_span body)
{
  struct berg_http_slot *slot = connection->slot;
  const struct berg_http_handler *handler = &connection->service->handler;
  struct berg_request request = {.method = slot->head.method,
                                 .method_text = slot->head.method_text,
                                 .raw_path = slot->head.raw_path,
                                 .raw_query = slot->head.raw_query,
                                 .headers = slot->head.headers,
                                 .header_count = slot->head.header_count,
                                 .body = body,
                                 .arena = &slot->arena};

  handler->serve(handler->context, &request, &slot->reply);
  connection->service->was_busy = true;
}

void berg_http_exchange_serve(struct berg_http_connection *connection)
{
  const struct berg_http_handler *handler = &connection->service->handler;
  struct berg_problem problem;
  struct berg_span body;

  berg_http_exchange_number(connection);
  berg_problem_clear(&problem);
  enum berg_status status = unpack_body(connection, &body, &problem);
  if (status != BERG_OK) {
    berg_http_exchange_fail(connection, status, &problem);
    berg_http_exchange_finish(connection);
    return;
  }
  call_handler(connection, body);
  /* A reply made in an open turn may show what is not durable yet, so reads wait like writes. */
  if (connection->slot->reply.wrote || handler->in_turn(handler->context))
    connection->state = BERG_HTTP_HELD;
  else
    berg_http_exchange_finish(connection);
}

void berg_http_exchange_fail(struct berg_http_connection *connection, enum berg_status status,
                             const struct berg_problem *problem)
{
  struct berg_problem empty;
  struct berg_reply *reply = &connection->slot->reply;

  if (problem == NULL) {
    berg_problem_clear(&empty);
    problem = &empty;
  }
  berg_reply_close(reply);
  berg_reply_open(reply);
  berg_reply_fail(reply, status, problem);
}

/* SPEC http/gzip-response
 * Packs the body when the client likes gzip and it is worth it; VARIES says whether another client might get another.
 */
static bool pack_body(struct berg_http_connection *connection, bool *varies)
{
  struct berg_http_slot *slot = connection->slot;
  const struct berg_reply *reply = &slot->reply;
  size_t min = connection->service->limits.gzip_min_bytes;

  *varies = min > 0 && (reply->http_code == 200 || reply->http_code == 304) && slot->head.method == BERG_METHOD_GET;
  if (min == 0 || reply->body.len < min || reply->body.len > GZIP_MAX_BYTES)
    return false;
  if (!berg_http_carries_body(reply->http_code, slot->head.method == BERG_METHOD_HEAD) ||
      !berg_http_accepts_gzip(slot->head.headers, slot->head.header_count))
    return false;
  *varies = true;
  enum berg_status status = berg_gzip_compress(berg_buffer_span(&reply->body), GZIP_LEVEL, &slot->packed);
  if (status == BERG_OK && slot->packed.len < reply->body.len)
    return true;
  berg_buffer_reset(&slot->packed);
  return false;
}

struct berg_span berg_http_exchange_body(const struct berg_http_connection *connection)
{
  const struct berg_http_slot *slot = connection->slot;

  if (!berg_http_carries_body(slot->reply.http_code, slot->head.method == BERG_METHOD_HEAD))
    return (struct berg_span){0};
  return slot->packed.len > 0 ? berg_buffer_span(&slot->packed) : berg_buffer_span(&slot->reply.body);
}

static void log_exchange(struct berg_http_connection *connection, size_t body_len)
{
  const struct berg_http_slot *slot = connection->slot;
  struct berg_http_access access = {.id = connection->request_id,
                                    .method = slot->head.method_text,
                                    .target = slot->head.target,
                                    .http_code = slot->reply.http_code,
                                    .body_bytes = body_len};

  if (connection->service->log == NULL)
    return;
  access.us = now_us() - connection->served_us;
  if (slot->reply.http_code >= 400)
    access.message = berg_problem_message(&slot->reply.problem);
  berg_http_log_access(connection->service->log, &access);
}

void berg_http_exchange_finish(struct berg_http_connection *connection)
{
  struct berg_http_slot *slot = connection->slot;
  struct berg_http_reply_traits traits = {.date = connection->service->date,
                                          .is_to_head = slot->head.method == BERG_METHOD_HEAD,
                                          .is_to_http_1_0 = slot->head.is_http_1_0};

  if (!slot->head.keeps_alive || connection->service->is_stopping)
    connection->is_last = true;
  if (berg_buffer_status(&slot->reply.body) != BERG_OK)
    berg_http_exchange_fail(connection, BERG_NO_MEMORY, NULL);
  traits.keeps_alive = !connection->is_last;
  traits.is_packed = pack_body(connection, &traits.varies);
  struct berg_span body = berg_http_exchange_body(connection);
  traits.body_len = body.len;
  berg_buffer_reset(&slot->reply_head);
  berg_http_write_reply_head(&slot->reply, &traits, &slot->reply_head);
  log_exchange(connection, body.len);
  connection->sent_bytes = 0;
  connection->is_interim = false;
  connection->state = BERG_HTTP_SENDING;
  if (berg_buffer_status(&slot->reply_head) != BERG_OK)
    berg_http_connection_close(connection);
}
