#include "spec/tool/complaint.h"

#include <stdarg.h>

void berg_spec_complaints_open(struct berg_spec_complaints *complaints, struct berg_arena *arena)
{
  *complaints = (struct berg_spec_complaints){.arena = arena};
}

static bool is_same(const struct berg_spec_complaint *a, const struct berg_spec_complaint *b)
{
  return a->place.line == b->place.line && a->place.column == b->place.column &&
         berg_span_equal(a->place.file, b->place.file) && berg_span_equal(a->message, b->message);
}

static void keep(struct berg_spec_complaints *complaints, struct berg_spec_complaint complaint)
{
  for (size_t i = 0; i < complaints->count; i++)
    if (is_same(&complaints->items[i], &complaint))
      return;
  complaints->items = berg_spec_room(complaints->arena, complaints->items, complaints->count, &complaints->cap,
                                     sizeof *complaints->items);
  complaints->items[complaints->count++] = complaint;
  complaints->error_count += !complaint.warning;
}

static struct berg_span print_message(struct berg_arena *arena, const char *format, va_list arguments)
{
  char text[1024];

  vsnprintf(text, sizeof text, format, arguments);
  return berg_spec_copy(arena, berg_span_of(text));
}

void berg_spec_complain(struct berg_spec_complaints *complaints, struct berg_spec_place place, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  struct berg_span message = print_message(complaints->arena, format, arguments);
  va_end(arguments);
  keep(complaints, (struct berg_spec_complaint){.place = place, .message = message});
}

void berg_spec_warn(struct berg_spec_complaints *complaints, struct berg_spec_place place, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  struct berg_span message = print_message(complaints->arena, format, arguments);
  va_end(arguments);
  keep(complaints, (struct berg_spec_complaint){.place = place, .warning = true, .message = message});
}

enum berg_status berg_spec_complaints_status(const struct berg_spec_complaints *complaints)
{
  return complaints->error_count == 0 ? BERG_OK : BERG_INVALID;
}

void berg_spec_complaints_print(const struct berg_spec_complaints *complaints, FILE *out)
{
  for (size_t i = 0; i < complaints->count; i++) {
    const struct berg_spec_complaint *c = &complaints->items[i];
    fprintf(out, "%.*s:%u:%u: %s%.*s\n", BERG_SPAN_ARGS(c->place.file), (unsigned)c->place.line,
            (unsigned)c->place.column, c->warning ? "warning: " : "", BERG_SPAN_ARGS(c->message));
  }
}
