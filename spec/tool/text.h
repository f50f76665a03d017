/* Memory and text for the tool.
 *
 * The tool is a program that runs once and has nothing to put in order when memory runs out, so it ends there: these
 * functions print one line and exit with status 2, and return no failure. What they hand out lives in the arena. */
#ifndef BERG_SPEC_TOOL_TEXT_H
#define BERG_SPEC_TOOL_TEXT_H

#include "base/arena.h"
#include "base/span.h"

/* A zeroed block of COUNT elements of SIZE bytes. */
void *berg_spec_alloc(struct berg_arena *arena, size_t count, size_t size);

/* ITEMS, which holds COUNT elements of SIZE bytes and has room for *CAP, or a copy of it with room for one more. */
void *berg_spec_room(struct berg_arena *arena, void *items, size_t count, size_t *cap, size_t size);

/* A copy of S, with a NUL behind it. */
struct berg_span berg_spec_copy(struct berg_arena *arena, struct berg_span s);

/* Text by a printf format, with a NUL behind it. */
struct berg_span berg_spec_format(struct berg_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* S as NUL-terminated text. */
const char *berg_spec_text(struct berg_arena *arena, struct berg_span s);

/* Ends the process because memory is out. */
_Noreturn void berg_spec_no_memory(void);

/* The arguments of "%.*s" for a span. */
#define BERG_SPAN_ARGS(span) (int)(span).len, (const char *)(span).bytes

#endif
