/* What the readers of a document's parts share: objects member by member, lists, optional values, exact texts.
 *
 * Internal to src/document. */
#ifndef BERG_DOCUMENT_PART_H
#define BERG_DOCUMENT_PART_H

#include "json/reader.h"

#define BERG_PART_BIT(member) (1u << (member))

/* An object that is being read: its members of interest by number. */
struct berg_part_object {
  struct berg_json_reader *reader;
  const char *const *names;
  size_t name_count; /* at most 31 */
  const char *what;  /* "a snapshot", for messages */
  size_t start;      /* where it starts in the text */
  unsigned seen;     /* set of the members that were there */
};

/* Enters the object that comes next. */
BERG_MUST_USE enum berg_status berg_part_enter(struct berg_part_object *object, struct berg_json_reader *reader,
                                               const char *const *names, size_t name_count, const char *what);
/* Moves to the next member of interest and gives its index among the names; others are passed over. False at the
 * object's end and after a failure: berg_part_leave tells which. */
bool berg_part_next(struct berg_part_object *object, size_t *member);
/* The failure of the reader, if there was one; BERG_INVALID when a member of REQUIRED was not there. */
BERG_MUST_USE enum berg_status berg_part_leave(struct berg_part_object *object, unsigned required);

/* The index of NAME among the COUNT texts of NAMES, or COUNT. */
size_t berg_part_find(const char *const *names, size_t count, struct berg_span name);

/* BERG_OK when all of REQUIRED is in SEEN; else the first of NAMES that is not is named: "member `name` is missing in
 * WHAT", at the value that starts at START. */
BERG_MUST_USE enum berg_status berg_part_check_seen(struct berg_json_reader *reader, size_t start, unsigned seen,
                                                    unsigned required, const char *const *names, const char *what);

/* Where the value that comes next starts. */
size_t berg_part_start(struct berg_json_reader *reader);
/* The text from START to where READER stands. */
struct berg_span berg_part_text(const struct berg_json_reader *reader, size_t start);

/* Marks READER failed with STATUS, after a rule of the core has filled its problem about the value at OFFSET. */
enum berg_status berg_part_fail(struct berg_json_reader *reader, size_t offset, enum berg_status status);

/* Marks READER out of memory. */
enum berg_status berg_part_no_memory(struct berg_json_reader *reader);

/* Passes over the value that comes next when it is null; IS_NULL tells. */
BERG_MUST_USE enum berg_status berg_part_read_null(struct berg_json_reader *reader, bool *is_null);

/* Optional values: null counts as absent. */
BERG_MUST_USE enum berg_status berg_part_read_optional_int64(struct berg_json_reader *reader, const char *what,
                                                             bool *set, int64_t *value);
BERG_MUST_USE enum berg_status berg_part_read_optional_int32(struct berg_json_reader *reader, const char *what,
                                                             bool *set, int32_t *value);
BERG_MUST_USE enum berg_status berg_part_read_optional_string(struct berg_json_reader *reader, const char *what,
                                                              bool *set, struct berg_span *value);

/* An array of parts, whose size is SIZE, each read by READ into zeroed memory. */
struct berg_part_list {
  void *items;
  size_t count;
};
BERG_MUST_USE enum berg_status berg_part_read_list(struct berg_json_reader *reader, const char *what, size_t size,
                                                   enum berg_status (*read)(struct berg_json_reader *reader,
                                                                            void *item),
                                                   struct berg_part_list *list);

#endif
