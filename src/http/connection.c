#include "http/connection.h"

#include "http/exchange.h"

#include <string.h>

#define DRAIN_BODY_FACTOR 4u /* bodies' worth of bytes that are read and dropped behind a refusal */
#define BODY_STEP_BYTES 65536u

static const char CONTINUE[] = "HTTP/1.1 100 Continue\r\n\r\n";

void berg_http_connection_open(struct berg_http_service *service, struct berg_http_connection *connection)
{
  *connection = (struct berg_http_connection){.service = service, .state = BERG_HTTP_IDLE};
}

static void drop_slot(struct berg_http_connection *connection)
{
  if (connection->slot != NULL)
    berg_http_service_return_slot(connection->service, connection->slot);
  connection->slot = NULL;
  connection->has_more = false;
}

void berg_http_connection_close(struct berg_http_connection *connection)
{
  drop_slot(connection);
  connection->state = BERG_HTTP_CLOSED;
}

/* A body of known length is received where it will stay; all else goes through `in`. */
static enum berg_status find_body_space(struct berg_http_slot *slot, uint8_t **bytes, size_t *len)
{
  if (slot->head.framing == BERG_HTTP_CHUNKED) {
    *bytes = slot->in + slot->body_at;
    *len = slot->cap - slot->body_at;
    return BERG_OK;
  }
  size_t want = slot->body.len > BODY_STEP_BYTES ? slot->body.len : BODY_STEP_BYTES;
  if (want > slot->body_left)
    want = (size_t)slot->body_left;
  if (slot->body.cap == slot->body.len)
    berg_buffer_reserve(&slot->body, want);
  size_t room = slot->body.cap - slot->body.len;
  *bytes = slot->body.bytes + slot->body.len;
  *len = room < slot->body_left ? room : (size_t)slot->body_left;
  return berg_buffer_status(&slot->body);
}

enum berg_status berg_http_connection_space(struct berg_http_connection *connection, uint8_t **bytes, size_t *len)
{
  struct berg_http_slot *slot = connection->slot;

  if (slot == NULL) {
    slot = berg_http_service_take_slot(connection->service);
    connection->slot = slot;
  }
  if (slot == NULL) {
    connection->state = BERG_HTTP_CLOSED;
    return BERG_NO_MEMORY;
  }
  if (connection->state == BERG_HTTP_READING_BODY) {
    enum berg_status status = find_body_space(slot, bytes, len);
    if (status != BERG_OK)
      berg_http_connection_close(connection);
    return status;
  }
  if (connection->state == BERG_HTTP_DRAINING)
    slot->end = 0;
  *bytes = slot->in + slot->end;
  *len = slot->cap - slot->end;
  return BERG_OK;
}

void berg_http_connection_refuse(struct berg_http_connection *connection, enum berg_status status,
                                 const struct berg_problem *problem)
{
  if (connection->slot == NULL)
    connection->slot = berg_http_service_take_slot(connection->service);
  if (connection->slot == NULL) {
    connection->state = BERG_HTTP_CLOSED;
    return;
  }
  connection->is_last = true;
  connection->is_unread = true;
  connection->has_more = false;
  berg_http_exchange_number(connection);
  berg_http_exchange_fail(connection, status, problem);
  berg_http_exchange_finish(connection);
}

/* The request is whole: BODY is its body, and whatever follows NEXT_START belongs to the next one. */
static void serve(struct berg_http_connection *connection, struct berg_span body, size_t next_start)
{
  connection->slot->body_span = body;
  connection->slot->next_start = next_start;
  berg_http_exchange_serve(connection);
}

static void feed_chunks(struct berg_http_connection *connection, size_t count)
{
  struct berg_http_slot *slot = connection->slot;
  struct berg_span bytes = {slot->in + slot->body_at, count};
  struct berg_problem problem;
  size_t used = 0;

  berg_problem_clear(&problem);
  enum berg_status status = berg_http_chunked_feed(&slot->chunked, bytes, connection->service->limits.body_max_bytes,
                                                   &slot->body, &used, &problem);
  if (status != BERG_OK) {
    berg_http_connection_refuse(connection, status, &problem);
    return;
  }
  slot->end = slot->body_at + count;
  if (slot->chunked.step == BERG_HTTP_CHUNK_DONE)
    serve(connection, berg_buffer_span(&slot->body), slot->body_at + used);
  else
    slot->end = slot->body_at;
}

static void feed_counted(struct berg_http_connection *connection, size_t count)
{
  struct berg_http_slot *slot = connection->slot;

  slot->body.len += count;
  slot->body_left -= count;
  if (slot->body_left == 0)
    serve(connection, berg_buffer_span(&slot->body), slot->end);
}

/* Moves the part of a counted body that came with the head to where the rest will go. */
static void start_counted(struct berg_http_connection *connection)
{
  struct berg_http_slot *slot = connection->slot;
  struct berg_span here = {slot->in + slot->body_at, slot->end - slot->body_at};

  connection->state = BERG_HTTP_READING_BODY;
  berg_buffer_append(&slot->body, here);
  slot->body_left = slot->head.content_length - here.len;
  slot->end = slot->body_at;
  if (berg_buffer_status(&slot->body) != BERG_OK)
    berg_http_connection_refuse(connection, BERG_NO_MEMORY, NULL);
}

static void start_body(struct berg_http_connection *connection)
{
  struct berg_http_slot *slot = connection->slot;
  size_t here = slot->end - slot->body_at;
  uint64_t length = slot->head.content_length;

  if (slot->head.framing == BERG_HTTP_NO_BODY) {
    serve(connection, (struct berg_span){0}, slot->body_at);
    return;
  }
  if (slot->head.framing == BERG_HTTP_COUNTED && length <= here) {
    serve(connection, (struct berg_span){slot->in + slot->body_at, (size_t)length}, slot->body_at + (size_t)length);
    return;
  }
  if (slot->head.framing == BERG_HTTP_CHUNKED) {
    connection->state = BERG_HTTP_READING_BODY;
    berg_http_chunked_open(&slot->chunked);
    feed_chunks(connection, here);
  } else {
    start_counted(connection);
  }
  if (connection->state == BERG_HTTP_READING_BODY && here == 0 && slot->head.expects_continue) {
    connection->state = BERG_HTTP_SENDING;
    connection->is_interim = true;
    connection->sent_bytes = 0;
  }
}

/* SPEC http/body-too-large
 * Reads the head, which is LEN bytes long, up to the decision what body follows. */
static enum berg_status read_head(struct berg_http_connection *connection, size_t len, struct berg_problem *problem)
{
  struct berg_http_slot *slot = connection->slot;
  struct berg_span bytes = {slot->in + slot->start, len};
  struct berg_span fields = {0};

  slot->body_at = slot->start + len;
  enum berg_status status = berg_http_read_line(bytes, &slot->head, &fields, problem);
  if (status == BERG_OK)
    status = berg_http_read_fields(fields, &slot->head, problem);
  if (status == BERG_OK)
    status = berg_http_decide_framing(&slot->head, problem);
  size_t max = connection->service->limits.body_max_bytes;
  if (status == BERG_OK && slot->head.content_length > max)
    status = berg_problem_set_id(problem, BERG_TOO_LARGE, "The request body is larger than {} bytes", (int64_t)max);
  return status;
}

/* Empty lines before a request line are passed over (RFC 9112, 2.2). */
static void skip_empty_lines(struct berg_http_slot *slot)
{
  if (slot->scan.at != 0)
    return;
  while (slot->end - slot->start >= 2 && slot->in[slot->start] == '\r' && slot->in[slot->start + 1] == '\n')
    slot->start += 2;
  if (slot->start == slot->end) {
    slot->start = 0;
    slot->end = 0;
  }
}

/* The next request starts at the front again, so that there is always room for the longest head. */
static void move_to_front(struct berg_http_slot *slot, size_t room)
{
  if (slot->cap - slot->start >= room)
    return;
  memmove(slot->in, slot->in + slot->start, slot->end - slot->start);
  slot->end -= slot->start;
  slot->start = 0;
}

void berg_http_connection_advance(struct berg_http_connection *connection)
{
  struct berg_http_slot *slot = connection->slot;
  struct berg_problem problem;
  size_t len = 0;

  connection->has_more = false;
  if (connection->state == BERG_HTTP_IDLE) {
    connection->state = BERG_HTTP_READING_HEAD;
    connection->exchange++;
  }
  skip_empty_lines(slot);
  move_to_front(slot, connection->service->limits.head_max_bytes + 1);
  struct berg_span bytes = {slot->in + slot->start, slot->end - slot->start};
  if (bytes.len == 0 || (bytes.len == 1 && bytes.bytes[0] == '\r'))
    return;
  berg_problem_clear(&problem);
  enum berg_status status =
      berg_http_find_head(bytes, connection->service->limits.head_max_bytes, &slot->scan, &len, &problem);
  if (status == BERG_ABSENT)
    return;
  if (status == BERG_OK)
    status = read_head(connection, len, &problem);
  if (status == BERG_OK)
    start_body(connection);
  else
    berg_http_connection_refuse(connection, status, &problem);
}

void berg_http_connection_receive(struct berg_http_connection *connection, size_t count)
{
  struct berg_http_slot *slot = connection->slot;

  if (connection->state == BERG_HTTP_DRAINING) {
    connection->drained_bytes += count;
    drop_slot(connection);
    if (connection->drained_bytes > (uint64_t)connection->service->limits.body_max_bytes * DRAIN_BODY_FACTOR)
      berg_http_connection_close(connection);
  } else if (connection->state == BERG_HTTP_READING_BODY) {
    if (slot->head.framing == BERG_HTTP_CHUNKED)
      feed_chunks(connection, count);
    else
      feed_counted(connection, count);
  } else {
    slot->end += count;
    berg_http_connection_advance(connection);
  }
}

void berg_http_connection_rest(struct berg_http_connection *connection)
{
  if (connection->state == BERG_HTTP_IDLE || connection->state == BERG_HTTP_DRAINING)
    drop_slot(connection);
}

void berg_http_connection_end(struct berg_http_connection *connection)
{
  if (connection->state != BERG_HTTP_HELD && connection->state != BERG_HTTP_SENDING)
    berg_http_connection_close(connection);
}

void berg_http_connection_release(struct berg_http_connection *connection, enum berg_status status,
                                  const struct berg_problem *problem)
{
  if (status != BERG_OK)
    berg_http_exchange_fail(connection, status, problem);
  berg_http_exchange_finish(connection);
}

static int add_part(struct berg_span span, size_t *skip, struct iovec *part)
{
  if (*skip >= span.len) {
    *skip -= span.len;
    return 0;
  }
  part->iov_base = (void *)(uintptr_t)(span.bytes + *skip);
  part->iov_len = span.len - *skip;
  *skip = 0;
  return 1;
}

int berg_http_connection_output(const struct berg_http_connection *connection, struct iovec parts[2])
{
  const struct berg_http_slot *slot = connection->slot;
  size_t skip = connection->sent_bytes;
  int count = 0;

  if (connection->state != BERG_HTTP_SENDING)
    return 0;
  if (connection->is_interim)
    return add_part(berg_span_of(CONTINUE), &skip, &parts[0]);
  count += add_part(berg_buffer_span(&slot->reply_head), &skip, &parts[count]);
  count += add_part(berg_http_exchange_body(connection), &skip, &parts[count]);
  return count;
}

/* SPEC http/pipelining
 * The reply is out: on to the next request, or to the end. */
static void end_exchange(struct berg_http_connection *connection)
{
  struct berg_http_slot *slot = connection->slot;
  bool has_more = slot->next_start < slot->end;

  if (connection->is_last) {
    connection->state = connection->is_unread || has_more ? BERG_HTTP_DRAINING : BERG_HTTP_CLOSED;
    drop_slot(connection);
    return;
  }
  connection->state = BERG_HTTP_IDLE;
  if (!has_more) {
    drop_slot(connection);
    return;
  }
  berg_http_slot_end_request(slot);
  slot->start = slot->next_start;
  connection->has_more = true;
}

void berg_http_connection_sent(struct berg_http_connection *connection, size_t count)
{
  struct iovec parts[2];

  connection->sent_bytes += count;
  if (berg_http_connection_output(connection, parts) > 0)
    return;
  if (connection->is_interim) {
    connection->is_interim = false;
    connection->state = BERG_HTTP_READING_BODY;
    return;
  }
  end_exchange(connection);
}
