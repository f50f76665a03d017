/* What the tests of documents share: an arena, a reader over a literal, short checks. */
#ifndef BERG_TESTS_UNIT_DOCUMENT_KIT_H
#define BERG_TESTS_UNIT_DOCUMENT_KIT_H

#include "document/document.h"
#include "document/parts.h"
#include "tests/unit/test.h"

#define KIT __attribute__((unused)) static

struct kit {
  struct berg_arena arena;
  struct berg_problem problem;
  struct berg_json_reader reader;
  struct berg_document document;
  struct berg_table table;
};

KIT void kit_begin(struct kit *kit)
{
  memset(kit, 0, sizeof *kit);
  berg_arena_open(&kit->arena, 64u << 20);
}

KIT void kit_end(struct kit *kit)
{
  berg_arena_close(&kit->arena);
}

/* Makes the reader stand before TEXT, which must outlive it. */
KIT struct berg_json_reader *kit_open(struct kit *kit, const char *text)
{
  berg_problem_clear(&kit->problem);
  berg_json_open(&kit->reader, berg_span_of(text), 100, &kit->arena, &kit->problem);
  return &kit->reader;
}

KIT enum berg_status kit_read(struct kit *kit, const char *text)
{
  berg_problem_clear(&kit->problem);
  return berg_document_read(berg_span_of(text), false, &kit->arena, &kit->document, &kit->table, &kit->problem);
}

/* What was written, in the arena; the buffer is closed. */
KIT struct berg_span kit_take(struct kit *kit, struct berg_buffer *out)
{
  struct berg_span copy = {NULL, 0};

  CHECK(!out->failed);
  if (berg_arena_copy(&kit->arena, berg_buffer_span(out), &copy) != BERG_OK)
    abort();
  berg_buffer_close(out);
  return copy;
}

/* The table written over the document it was read from. */
KIT struct berg_span kit_write(struct kit *kit)
{
  struct berg_buffer out;

  berg_buffer_open(&out);
  CHECK_INT(berg_document_write(&kit->document, &kit->table, &out), BERG_OK);
  return kit_take(kit, &out);
}

/* The table written as a new document. */
KIT struct berg_span kit_write_new(struct kit *kit)
{
  struct berg_buffer out;

  berg_buffer_open(&out);
  CHECK_INT(berg_document_write(NULL, &kit->table, &out), BERG_OK);
  return kit_take(kit, &out);
}

/* TEXT with its one occurrence of FROM replaced by TO, in the arena, NUL-terminated. */
KIT char *kit_replace(struct kit *kit, const char *text, const char *from, const char *to)
{
  const char *at = strstr(text, from);
  size_t size = strlen(text) + strlen(to) + 1;
  char *out = berg_arena_alloc(&kit->arena, size, 1);

  if (at == NULL || out == NULL || strstr(at + 1, from) != NULL) {
    fprintf(stderr, "kit_replace: not exactly one \"%s\"\n", from);
    abort();
  }
  snprintf(out, size, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
  return out;
}

/* That the problem's message holds TEXT, and its pointer is POINTER. */
#define CHECK_PROBLEM(kit, text, at)                                                                                   \
  do {                                                                                                                 \
    if (strstr((kit)->problem.message, text) == NULL)                                                                  \
      test_report(__FILE__, __LINE__, (kit)->problem.message);                                                         \
    CHECK_TEXT(berg_span_of((kit)->problem.pointer), at);                                                              \
  } while (0)

#endif
