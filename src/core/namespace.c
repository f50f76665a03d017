/* Namespaces in the arena; the byte work is in namespace_parts.c. */
#include "core/namespace.h"

#include "base/percent.h"
#include "base/utf8.h"
#include "core/namespace_parts.h"

static const uint8_t separator_byte[1] = {BERG_NAMESPACE_SEPARATOR};

/* The separator of keys and decoded text. */
static struct berg_span plain_separator(void)
{
  return (struct berg_span){separator_byte, sizeof separator_byte};
}

static enum berg_status refuse_memory(struct berg_problem *problem)
{
  return berg_problem_set(problem, BERG_NO_MEMORY, "out of memory");
}

/* SPEC names/control-bytes, names/limits, names/empty-table */
enum berg_status berg_name_check(struct berg_span name, const char *what, struct berg_problem *problem)
{
  if (name.len == 0)
    return berg_problem_set_text(problem, BERG_INVALID, "Invalid {}: it is empty", berg_span_of(what));
  if (name.len > BERG_NAME_BYTES_MAX)
    return berg_problem_set_text_ids(problem, BERG_INVALID, "Invalid {}: it is longer than {} bytes",
                                     berg_span_of(what), BERG_NAME_BYTES_MAX, 0);
  if (!berg_name_has_valid_bytes(name))
    return berg_problem_set_text(problem, BERG_INVALID, "Invalid {}: it holds a control character", berg_span_of(what));
  if (!berg_utf8_is_valid(name))
    return berg_problem_set_text(problem, BERG_INVALID, "Invalid {}: it is not UTF-8", berg_span_of(what));
  return BERG_OK;
}

/* Makes a namespace of valid LEVELS: the key, and the levels as parts of it. */
static enum berg_status make_namespace(const struct berg_spans *levels, struct berg_arena *arena,
                                       struct berg_namespace *out, struct berg_problem *problem)
{
  size_t cap = levels->count - 1;
  size_t at = 0;

  for (size_t i = 0; i < levels->count; i++)
    cap += levels->items[i].len;
  uint8_t *key = berg_arena_alloc(arena, cap, 1);
  struct berg_span *items = berg_arena_alloc(arena, levels->count, sizeof *items);
  if (key == NULL || items == NULL)
    return refuse_memory(problem);
  for (size_t i = 0; i < levels->count; i++) {
    struct berg_slice part;
    enum berg_status status = berg_namespace_append(levels->items[i], key, cap, at, &part);
    if (status != BERG_OK)
      return status;
    items[i] = (struct berg_span){key + part.off, part.len};
    at = part.off + part.len;
  }
  out->levels = (struct berg_spans){items, levels->count};
  out->key = (struct berg_span){key, at};
  return BERG_OK;
}

/* SPEC names/empty-level, names/limits */
enum berg_status berg_namespace_from_levels(const struct berg_spans *levels, struct berg_arena *arena,
                                            struct berg_namespace *out, struct berg_problem *problem)
{
  if (levels->count == 0)
    return berg_problem_set(problem, BERG_INVALID, "Invalid namespace: it has no level");
  if (levels->count > BERG_NAMESPACE_LEVELS_MAX)
    return berg_problem_set_id(problem, BERG_INVALID, "Invalid namespace: it has more than {} levels",
                               BERG_NAMESPACE_LEVELS_MAX);
  for (size_t i = 0; i < levels->count; i++) {
    enum berg_status status = berg_name_check(levels->items[i], "namespace level", problem);
    if (status != BERG_OK)
      return status;
  }
  return make_namespace(levels, arena, out, problem);
}

/* Splits TEXT at FIRST, or at SECOND (which may be empty) when it does not hold FIRST. */
static enum berg_status split(struct berg_span text, struct berg_span first, struct berg_span second,
                              struct berg_slice parts[BERG_NAMESPACE_LEVELS_MAX], size_t *count,
                              struct berg_problem *problem)
{
  enum berg_status status = berg_namespace_split(text, first, parts, BERG_NAMESPACE_LEVELS_MAX, count);

  if (status == BERG_OK && *count == 1 && second.len > 0)
    status = berg_namespace_split(text, second, parts, BERG_NAMESPACE_LEVELS_MAX, count);
  if (status == BERG_INVALID)
    return berg_problem_set(problem, BERG_INVALID, "Invalid namespace: a level is empty");
  if (status == BERG_TOO_LARGE)
    return berg_problem_set_id(problem, BERG_INVALID, "Invalid namespace: it has more than {} levels",
                               BERG_NAMESPACE_LEVELS_MAX);
  return status;
}

static enum berg_status decode(struct berg_span raw, struct berg_arena *arena, struct berg_span *decoded,
                               struct berg_problem *problem)
{
  enum berg_status status = berg_percent_decode(raw, false, arena, decoded);

  if (status == BERG_INVALID)
    return berg_problem_set(problem, status, "Invalid namespace: a percent-escape is malformed");
  return status == BERG_OK ? BERG_OK : refuse_memory(problem);
}

/* SPEC names/separator, names/separator-advertised, names/split-before-decode */
/* SPEC names/decode-once, names/plus */
enum berg_status berg_namespace_from_path(struct berg_span raw, struct berg_span separator, struct berg_arena *arena,
                                          struct berg_namespace *out, struct berg_problem *problem)
{
  struct berg_slice parts[BERG_NAMESPACE_LEVELS_MAX];
  struct berg_span items[BERG_NAMESPACE_LEVELS_MAX];
  struct berg_spans levels = {items, 0};
  size_t count = 0;
  enum berg_status status = split(raw, BERG_SPAN("%1F"), separator, parts, &count, problem);

  while (status == BERG_OK && levels.count < count) {
    struct berg_slice part = parts[levels.count];
    status = decode(berg_span_part(raw, part.off, part.len), arena, &items[levels.count], problem);
    levels.count++;
  }
  return status == BERG_OK ? berg_namespace_from_levels(&levels, arena, out, problem) : status;
}

/* Makes a namespace of the parts of TEXT. */
static enum berg_status make_of_parts(struct berg_span text, const struct berg_slice *parts, size_t count,
                                      struct berg_arena *arena, struct berg_namespace *out,
                                      struct berg_problem *problem)
{
  struct berg_span items[BERG_NAMESPACE_LEVELS_MAX];
  struct berg_spans levels = {items, count};

  for (size_t i = 0; i < count; i++)
    items[i] = berg_span_part(text, parts[i].off, parts[i].len);
  return berg_namespace_from_levels(&levels, arena, out, problem);
}

/* SPEC namespaces/listNamespaces/parent-separators */
enum berg_status berg_namespace_from_query(struct berg_span decoded, struct berg_span separator,
                                           struct berg_arena *arena, struct berg_namespace *out,
                                           struct berg_problem *problem)
{
  struct berg_slice parts[BERG_NAMESPACE_LEVELS_MAX];
  struct berg_span plain = {NULL, 0};
  size_t count = 0;
  enum berg_status status = BERG_OK;

  if (separator.len > 0)
    status = decode(separator, arena, &plain, problem);
  if (status == BERG_OK)
    status = split(decoded, plain_separator(), plain, parts, &count, problem);
  return status == BERG_OK ? make_of_parts(decoded, parts, count, arena, out, problem) : status;
}

enum berg_status berg_namespace_from_key(struct berg_span key, struct berg_arena *arena, struct berg_namespace *out)
{
  struct berg_slice parts[BERG_NAMESPACE_LEVELS_MAX];
  struct berg_span none = {NULL, 0};
  size_t count = 0;
  enum berg_status status = split(key, plain_separator(), none, parts, &count, NULL);

  return status == BERG_OK ? make_of_parts(key, parts, count, arena, out, NULL) : status;
}

void berg_namespace_format(struct berg_buffer *buffer, const struct berg_namespace *ns, struct berg_span name)
{
  for (size_t i = 0; i < ns->levels.count; i++) {
    if (i > 0)
      berg_buffer_append_byte(buffer, '.');
    berg_buffer_append(buffer, ns->levels.items[i]);
  }
  if (name.len == 0)
    return;
  if (ns->levels.count > 0)
    berg_buffer_append_byte(buffer, '.');
  berg_buffer_append(buffer, name);
}
