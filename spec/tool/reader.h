/* What the readers of schemas, operations and the document share: expecting kinds, refusing what is unknown. */
#ifndef BERG_SPEC_TOOL_READER_H
#define BERG_SPEC_TOOL_READER_H

#include "spec/tool/model.h"
#include "spec/tool/reference.h"

struct berg_spec_reader {
  struct berg_arena *arena;
  struct berg_spec_complaints *complaints;
  struct berg_yaml *root; /* the bundle */
  struct berg_spec_document *document;
};

/* Whether NODE is of KIND; complains about WHAT when not. */
bool berg_spec_expect(struct berg_spec_reader *reader, const struct berg_yaml *node, enum berg_yaml_kind kind,
                      const char *what);

/* The member NAME of MAP if it is there and of KIND, else NULL; complains about another kind. */
const struct berg_yaml *berg_spec_member(struct berg_spec_reader *reader, const struct berg_yaml *map, const char *name,
                                         enum berg_yaml_kind kind);

/* The same for a member that must be there; WHAT is the map's name for messages. */
const struct berg_yaml *berg_spec_member_needed(struct berg_spec_reader *reader, const struct berg_yaml *map,
                                                const char *name, enum berg_yaml_kind kind, const char *what);

/* The text of the string member NAME, empty when it is absent or no string. */
struct berg_span berg_spec_member_text(struct berg_spec_reader *reader, const struct berg_yaml *map, const char *name);

/* The boolean member NAME in three states. */
enum berg_spec_flag berg_spec_member_flag(struct berg_spec_reader *reader, const struct berg_yaml *map,
                                          const char *name);

/* The strings of the list member NAME. */
struct berg_spans berg_spec_member_texts(struct berg_spec_reader *reader, const struct berg_yaml *map,
                                         const char *name);

/* Complains about each member of MAP that is neither one of the NULL-terminated ALLOWED nor an x- extension. */
void berg_spec_check_members(struct berg_spec_reader *reader, const struct berg_yaml *map, const char *what,
                             const char *const *allowed);

/* If NODE is a map with `$ref`, follows it to the component of KIND ("parameters" and so on) and puts that into NODE
 * and its name into NAME; a chain of references is followed. Otherwise NAME becomes empty. False after a complaint.
 * Beside
 * `$ref` only summary and description may stand; DESCRIPTION becomes that description, when it is there. */
bool berg_spec_follow(struct berg_spec_reader *reader, const char *kind, const struct berg_yaml **node,
                      struct berg_span *name, struct berg_span *description);

#endif
