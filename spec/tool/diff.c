#include "spec/tool/diff.h"

#include <stdarg.h>
#include <stdio.h>

static struct berg_span print_arguments(struct berg_arena *arena, const char *format, va_list arguments)
{
  char text[1024];

  vsnprintf(text, sizeof text, format, arguments);
  return berg_spec_copy(arena, berg_span_of(text));
}

static void add(struct berg_spec_diff *diff, struct berg_span where, bool servers, bool clients, struct berg_span text)
{
  diff->items = berg_spec_room(diff->arena, diff->items, diff->count, &diff->cap, sizeof *diff->items);
  diff->items[diff->count++] = (struct berg_spec_change){diff->kind, diff->subject, where, text, servers, clients};
}

void berg_spec_diff_add(struct berg_spec_diff *diff, struct berg_span where, bool servers, bool clients,
                        const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  struct berg_span text = print_arguments(diff->arena, format, arguments);
  va_end(arguments);
  add(diff, where, servers, clients, text);
}

void berg_spec_diff_effect(struct berg_spec_diff *diff, struct berg_span where, enum berg_spec_effect effect,
                           const char *format, ...)
{
  bool narrows = effect == BERG_SPEC_EFFECT_NARROWS || effect == BERG_SPEC_EFFECT_REPLACES;
  bool widens = effect == BERG_SPEC_EFFECT_WIDENS || effect == BERG_SPEC_EFFECT_REPLACES;
  bool servers = (widens && diff->in_request) || (narrows && diff->in_response);
  bool clients = (narrows && diff->in_request) || (widens && diff->in_response);
  va_list arguments;

  va_start(arguments, format);
  struct berg_span text = print_arguments(diff->arena, format, arguments);
  va_end(arguments);
  add(diff, where, servers, clients, text);
}

struct berg_span berg_spec_diff_below(struct berg_spec_diff *diff, struct berg_span where, const char *separator,
                                      struct berg_span token)
{
  return berg_spec_format(diff->arena, "%.*s%s%.*s", BERG_SPAN_ARGS(where), separator, BERG_SPAN_ARGS(token));
}

static void set_subject(struct berg_spec_diff *diff, const struct berg_spec_schema *old,
                        const struct berg_spec_schema *new)
{
  diff->kind = "schema";
  diff->subject = old != NULL ? old->name : new->name;
  diff->in_request = (old != NULL && old->in_requests) || (new != NULL &&new->in_requests);
  diff->in_response = (old != NULL && old->in_responses) || (new != NULL &&new->in_responses);
}

static void diff_schemas(struct berg_spec_diff *diff)
{
  for (size_t i = 0; i < diff->old->schema_count; i++) {
    const struct berg_spec_schema *old = diff->old->schemas[i];
    const struct berg_spec_schema *new = berg_spec_schema_find(diff->new, old->name);
    set_subject(diff, old, new);
    if (new == NULL)
      berg_spec_diff_add(diff, BERG_SPAN(""), false, false, "removed");
    else
      berg_spec_diff_schema(diff, BERG_SPAN(""), old, new);
  }
  for (size_t i = 0; i < diff->new->schema_count; i++) {
    const struct berg_spec_schema *new = diff->new->schemas[i];
    set_subject(diff, NULL, new);
    if (berg_spec_schema_find(diff->old, new->name) == NULL)
      berg_spec_diff_add(diff, BERG_SPAN(""), false, false, "added");
  }
}

void berg_spec_diff(struct berg_arena *arena, const struct berg_spec_document *old,
                    const struct berg_spec_document *new, struct berg_spec_diff *diff)
{
  *diff = (struct berg_spec_diff){.arena = arena, .old = old, .new = new, .kind = "document", .subject = BERG_SPAN("")};
  if (!berg_span_equal(old->openapi, new->openapi))
    berg_spec_diff_add(diff, BERG_SPAN(""), false, false, "openapi %.*s is now %.*s", BERG_SPAN_ARGS(old->openapi),
                       BERG_SPAN_ARGS(new->openapi));
  if (!berg_spec_diff_same_security(&old->security, &new->security))
    berg_spec_diff_add(diff, BERG_SPAN(""), true, true, "security changed");
  berg_spec_diff_operations(diff);
  diff_schemas(diff);
}
