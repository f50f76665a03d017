#include "spec/tool/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

_Noreturn void berg_spec_no_memory(void)
{
  fputs("refberg-spec: out of memory\n", stderr);
  exit(2);
}

void *berg_spec_alloc(struct berg_arena *arena, size_t count, size_t size)
{
  void *block = berg_arena_alloc(arena, count, size);

  if (block == NULL)
    berg_spec_no_memory();
  return block;
}

void *berg_spec_room(struct berg_arena *arena, void *items, size_t count, size_t *cap, size_t size)
{
  if (count < *cap)
    return items;
  size_t more = *cap == 0 ? 8 : *cap * 2;
  void *grown = berg_arena_grow(arena, items, count, more, size);
  if (grown == NULL)
    berg_spec_no_memory();
  *cap = more;
  return grown;
}

struct berg_span berg_spec_copy(struct berg_arena *arena, struct berg_span s)
{
  struct berg_span copy = {NULL, 0};

  if (berg_arena_copy(arena, s, &copy) != BERG_OK)
    berg_spec_no_memory();
  return copy;
}

struct berg_span berg_spec_format(struct berg_arena *arena, const char *format, ...)
{
  va_list arguments;
  va_list again;

  va_start(arguments, format);
  va_copy(again, arguments);
  int len = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  if (len < 0)
    berg_spec_no_memory();
  char *text = berg_spec_alloc(arena, (size_t)len + 1, 1);
  vsnprintf(text, (size_t)len + 1, format, again);
  va_end(again);
  return (struct berg_span){(const uint8_t *)text, (size_t)len};
}

const char *berg_spec_text(struct berg_arena *arena, struct berg_span s)
{
  return (const char *)berg_spec_copy(arena, s).bytes;
}
