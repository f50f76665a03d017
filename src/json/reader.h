/* The pull reader that decoders are written with: one pass over a text, values out into an arena.
 *
 * The reader borrows the text; strings without escapes are spans into it, others are copied into the arena. It keeps no
 * path: when something is wrong, the byte offset is turned into a JSON pointer by one slow scan from the start
 * (berg_json_pointer_at), so that the good case pays nothing. After a failure every further call returns the same
 * status. Explicit null: berg_json_peek tells it, the caller decides. */
#ifndef BERG_JSON_READER_H
#define BERG_JSON_READER_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/problem.h"
#include "json/scan.h"

struct berg_json_limits {
  size_t size_max_bytes; /* longest text */
  size_t depth_max;      /* deepest nesting, at most BERG_JSON_DEPTH_MAX */
};

#define BERG_JSON_LIMITS_DEFAULT ((struct berg_json_limits){.size_max_bytes = 64u << 20, .depth_max = 100})

struct berg_json_reader {
  struct berg_span text;
  size_t pos;
  size_t value_start; /* offset of the value read last, for messages */
  size_t depth;       /* objects and arrays entered and not left */
  size_t depth_max;
  bool after_value; /* inside the current object or array a value was read: a ',' or the end must follow */
  enum berg_status status;
  struct berg_arena *arena;
  struct berg_problem *problem; /* may be NULL */
};

/* Checks the whole TEXT: one JSON value, UTF-8, within LIMITS, and, when REFUSE_DUPLICATES, no object with two equal
 * member names (compared after unescaping). ARENA serves as scratch. BERG_OK; BERG_INVALID with a message that gives
 * offset, line and column, and the pointer; BERG_TOO_LARGE above the size limit; BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_json_check_text(struct berg_span text, struct berg_json_limits limits,
                                                    bool refuse_duplicates, struct berg_arena *arena,
                                                    struct berg_problem *problem);

/* Makes READER stand before the value of TEXT. TEXT, ARENA and PROBLEM must outlive it. */
void berg_json_open(struct berg_json_reader *reader, struct berg_span text, size_t depth_max, struct berg_arena *arena,
                    struct berg_problem *problem);

/* The kind of the value that comes next: OBJECT, ARRAY, STRING, NUMBER, TRUE, FALSE, NULL, or END / ERROR. */
enum berg_json_kind berg_json_peek(struct berg_json_reader *reader);

/* Each of these reads one value; BERG_INVALID when the next value is of another kind ("expected a string, found a
 * number") or when it is malformed. WHAT is the property's or schema's name, for the message. */
BERG_MUST_USE enum berg_status berg_json_read_string(struct berg_json_reader *reader, const char *what,
                                                     struct berg_span *value);
BERG_MUST_USE enum berg_status berg_json_read_int64(struct berg_json_reader *reader, const char *what, int64_t *value);
BERG_MUST_USE enum berg_status berg_json_read_int32(struct berg_json_reader *reader, const char *what, int32_t *value);
BERG_MUST_USE enum berg_status berg_json_read_bool(struct berg_json_reader *reader, const char *what, bool *value);
BERG_MUST_USE enum berg_status berg_json_read_null(struct berg_json_reader *reader, const char *what);
/* The exact text of the next value, whatever it is; nothing is decoded. */
BERG_MUST_USE enum berg_status berg_json_read_raw(struct berg_json_reader *reader, struct berg_span *value);
BERG_MUST_USE enum berg_status berg_json_skip(struct berg_json_reader *reader);

/* Enters the object that comes next. */
BERG_MUST_USE enum berg_status berg_json_enter_object(struct berg_json_reader *reader, const char *what);
/* Moves to the next member: MORE true and NAME its unescaped name, the reader stands before its value; MORE false: the
 * object is left. */
BERG_MUST_USE enum berg_status berg_json_next_member(struct berg_json_reader *reader, struct berg_span *name,
                                                     bool *more);
BERG_MUST_USE enum berg_status berg_json_enter_array(struct berg_json_reader *reader, const char *what);
BERG_MUST_USE enum berg_status berg_json_next_element(struct berg_json_reader *reader, bool *more);

/* Looks, without moving, for the member NAME in the object that comes next, and gives the raw text of its value.
 * BERG_ABSENT when there is none or what comes next is no object. For discriminators. */
BERG_MUST_USE enum berg_status berg_json_peek_member(struct berg_json_reader *reader, struct berg_span name,
                                                     struct berg_span *value);

/* Nothing but white space may follow. */
BERG_MUST_USE enum berg_status berg_json_finish(struct berg_json_reader *reader);

/* Marks READER failed at byte OFFSET: BERG_INVALID with TEXT ("{}" replaced by ARGUMENT) and the pointer of the value
 * at OFFSET. Returns BERG_INVALID. */
enum berg_status berg_json_fail(struct berg_json_reader *reader, size_t offset, const char *text,
                                struct berg_span argument);

/* Reads whole collections: an array of strings, int32, int64; an object of strings. */
BERG_MUST_USE enum berg_status berg_json_read_strings(struct berg_json_reader *reader, const char *what,
                                                      struct berg_spans *values);
BERG_MUST_USE enum berg_status berg_json_read_int32s(struct berg_json_reader *reader, const char *what,
                                                     struct berg_int32s *values);
BERG_MUST_USE enum berg_status berg_json_read_int64s(struct berg_json_reader *reader, const char *what,
                                                     struct berg_int64s *values);
BERG_MUST_USE enum berg_status berg_json_read_properties(struct berg_json_reader *reader, const char *what,
                                                         struct berg_properties *values);

/* Unescapes RAW, the inside of a JSON string that was scanned before, into ARENA. */
BERG_MUST_USE enum berg_status berg_json_unescape(struct berg_span raw, struct berg_arena *arena,
                                                  struct berg_span *value);

/* Appends the JSON pointer (RFC 6901) of the value or member that holds byte OFFSET of TEXT. */
void berg_json_pointer_at(struct berg_span text, size_t offset, struct berg_buffer *pointer);

#endif
