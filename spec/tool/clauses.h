/* Clauses: the rules of the protocol that OpenAPI has no words for, by id. */
#ifndef BERG_SPEC_TOOL_CLAUSES_H
#define BERG_SPEC_TOOL_CLAUSES_H

#include "spec/tool/model.h"

#define BERG_SPEC_DEFAULT_CLAUSES "spec/clauses.yaml"

/* From the strongest to the weakest. */
enum berg_spec_level { BERG_SPEC_MUST, BERG_SPEC_SHOULD, BERG_SPEC_REF, BERG_SPEC_MAY, BERG_SPEC_LEVEL_COUNT };

/* A place in the sources that cites a clause. */
struct berg_spec_mark {
  struct berg_span file;
  uint32_t line;
};

struct berg_spec_marks {
  struct berg_spec_mark *items;
  size_t count;
  size_t cap;
};

struct berg_spec_clause {
  struct berg_spec_place place;
  struct berg_span id; /* area/rule, area/operationId/rule or area/topic/rule */
  struct berg_span text;
  struct berg_span source;
  enum berg_spec_level level;
  const struct berg_spec_operation *operation; /* that the id names, or NULL */
  struct berg_spec_marks code;
  struct berg_spec_marks tests;
};

struct berg_spec_clauses {
  struct berg_spec_clause *items;
  size_t count;
};

/* Reads the file PATH; DOCUMENT has the operations that ids may name. BERG_INVALID and BERG_IO as berg_spec_load. */
BERG_MUST_USE enum berg_status berg_spec_clauses_read(struct berg_arena *arena, const char *path,
                                                      const struct berg_spec_document *document,
                                                      struct berg_spec_complaints *complaints,
                                                      struct berg_spec_clauses *out);

/* The clause ID, or NULL. */
struct berg_spec_clause *berg_spec_clause_find(const struct berg_spec_clauses *clauses, struct berg_span id);

/* "MUST" and so on. */
const char *berg_spec_level_name(enum berg_spec_level level);

/* BERG_ABSENT: TEXT is no level. */
BERG_MUST_USE enum berg_status berg_spec_level_parse(struct berg_span text, enum berg_spec_level *out);

/* The length of the clause id that TEXT begins with; 0 when it begins with none. */
size_t berg_spec_clause_id_len(struct berg_span text);

#endif
