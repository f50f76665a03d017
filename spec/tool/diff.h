/* What changed from one description to another, and for whom that breaks something.
 *
 * A change breaks servers when a server that conforms to OLD does not conform to NEW: it would have to accept requests
 * that it may refuse now, or keep promises about responses that it may not keep now. A change breaks clients when a
 * client that conforms to OLD may fail against a server that conforms to NEW: requests that it may send are not allowed
 * any more, or responses may hold what they could not hold. So what a request schema loses breaks clients and what it
 * gains breaks servers, and for responses it is the other way round. Optional members and parameters that are added are
 * ignored by those who do not know them and break nobody, and neither do new operations, which a server need not
 * serve. */
#ifndef BERG_SPEC_TOOL_DIFF_H
#define BERG_SPEC_TOOL_DIFF_H

#include "base/buffer.h"
#include "spec/tool/model.h"

/* What a change does to the set of values or messages that are allowed. */
enum berg_spec_effect {
  BERG_SPEC_EFFECT_NONE,
  BERG_SPEC_EFFECT_NARROWS,
  BERG_SPEC_EFFECT_WIDENS,
  BERG_SPEC_EFFECT_REPLACES /* both */
};

struct berg_spec_change {
  const char *kind;         /* "document", "operation" or "schema" */
  struct berg_span subject; /* "GET /v1/config", "CatalogConfig", empty for the document */
  struct berg_span where;   /* inside it, such as "response 200 application/json" or ".defaults"; may be empty */
  struct berg_span text;
  bool breaks_servers;
  bool breaks_clients;
};

struct berg_spec_diff {
  struct berg_arena *arena;
  const struct berg_spec_document *old;
  const struct berg_spec_document *new;
  struct berg_spec_change *items;
  size_t count;
  size_t cap;
  /* where the comparison is at */
  const char *kind;
  struct berg_span subject;
  bool in_request;
  bool in_response;
};

/* Compares OLD and NEW; the changes of DIFF live in ARENA. */
void berg_spec_diff(struct berg_arena *arena, const struct berg_spec_document *old,
                    const struct berg_spec_document *new, struct berg_spec_diff *diff);

/* The parts of it. WHERE is the place in DIFF's subject. */
void berg_spec_diff_operations(struct berg_spec_diff *diff);
void berg_spec_diff_schema(struct berg_spec_diff *diff, struct berg_span where, const struct berg_spec_schema *old,
                           const struct berg_spec_schema *new);
void berg_spec_diff_keywords(struct berg_spec_diff *diff, struct berg_span where, const struct berg_spec_schema *old,
                             const struct berg_spec_schema *new);

/* Adds a change whose EFFECT on what is allowed says for whom it breaks something, by DIFF's direction. */
void berg_spec_diff_effect(struct berg_spec_diff *diff, struct berg_span where, enum berg_spec_effect effect,
                           const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Adds a change that is known to break something for servers or clients. */
void berg_spec_diff_add(struct berg_spec_diff *diff, struct berg_span where, bool servers, bool clients,
                        const char *format, ...) __attribute__((format(printf, 5, 6)));

/* WHERE and TOKEN below it. */
struct berg_span berg_spec_diff_below(struct berg_spec_diff *diff, struct berg_span where, const char *separator,
                                      struct berg_span token);

/* Whether A and B say the same, prose and places aside. */
bool berg_spec_diff_same_security(const struct berg_spec_security *a, const struct berg_spec_security *b);

/* Writes the changes. */
void berg_spec_diff_print_text(struct berg_buffer *out, const struct berg_spec_diff *diff);
void berg_spec_diff_print_json(struct berg_buffer *out, const struct berg_spec_diff *diff);

#endif
