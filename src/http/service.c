#include "http/service.h"

#include <stdlib.h>
#include <time.h>

#define SPARE_SLOTS 16u
#define KEPT_BYTES 65536u    /* of a buffer between requests */
#define ROOM_BYTES 16384u    /* behind the longest head: what one read takes */
#define ARENA_BODY_FACTOR 8u /* decoded structures are larger than their text */
#define ARENA_MIN_BYTES 16777216u

void berg_http_service_open(const struct berg_http_limits *limits, const struct berg_http_handler *handler,
                            struct berg_http_log *log, struct berg_http_service *service)
{
  *service = (struct berg_http_service){.limits = *limits, .handler = *handler, .log = log, .date_second = -1};
  berg_http_service_tick(service);
}

static void free_slot(struct berg_http_slot *slot)
{
  berg_buffer_close(&slot->body);
  berg_buffer_close(&slot->plain);
  berg_buffer_close(&slot->packed);
  berg_buffer_close(&slot->reply_head);
  berg_arena_close(&slot->arena);
  free(slot);
}

void berg_http_service_close(struct berg_http_service *service)
{
  while (service->spare_slots != NULL) {
    struct berg_http_slot *slot = service->spare_slots;
    service->spare_slots = slot->next;
    free_slot(slot);
  }
  service->spare_count = 0;
}

void berg_http_service_tick(struct berg_http_service *service)
{
  struct timespec now;

  clock_gettime(CLOCK_REALTIME_COARSE, &now);
  if (now.tv_sec == service->date_second)
    return;
  service->date_second = now.tv_sec;
  berg_http_format_date(now.tv_sec, service->date);
}

static struct berg_http_slot *make_slot(const struct berg_http_limits *limits)
{
  size_t cap = limits->head_max_bytes + ROOM_BYTES;
  struct berg_http_slot *slot = malloc(sizeof *slot + cap);

  if (slot == NULL)
    return NULL;
  slot->cap = cap;
  berg_buffer_open(&slot->body);
  berg_buffer_open(&slot->plain);
  berg_buffer_open(&slot->packed);
  berg_buffer_open(&slot->reply_head);
  berg_arena_open(&slot->arena, ARENA_MIN_BYTES + limits->body_max_bytes * ARENA_BODY_FACTOR);
  berg_reply_open(&slot->reply);
  return slot;
}

struct berg_http_slot *berg_http_service_take_slot(struct berg_http_service *service)
{
  struct berg_http_slot *slot = service->spare_slots;

  if (slot != NULL) {
    service->spare_slots = slot->next;
    service->spare_count--;
  } else {
    slot = make_slot(&service->limits);
  }
  if (slot == NULL)
    return NULL;
  slot->next = NULL;
  slot->start = 0;
  slot->end = 0;
  slot->scan = (struct berg_http_scan){0};
  berg_http_head_clear(&slot->head);
  return slot;
}

static void shrink_buffer(struct berg_buffer *buffer)
{
  if (buffer->cap > KEPT_BYTES)
    berg_buffer_close(buffer);
  else
    berg_buffer_reset(buffer);
}

void berg_http_slot_end_request(struct berg_http_slot *slot)
{
  berg_reply_close(&slot->reply);
  berg_reply_open(&slot->reply);
  shrink_buffer(&slot->body);
  shrink_buffer(&slot->plain);
  shrink_buffer(&slot->packed);
  shrink_buffer(&slot->reply_head);
  berg_arena_reset(&slot->arena);
  slot->scan = (struct berg_http_scan){0};
  berg_http_head_clear(&slot->head);
}

void berg_http_service_return_slot(struct berg_http_service *service, struct berg_http_slot *slot)
{
  berg_http_slot_end_request(slot);
  if (service->spare_count >= SPARE_SLOTS) {
    free_slot(slot);
    return;
  }
  slot->next = service->spare_slots;
  service->spare_slots = slot;
  service->spare_count++;
}
