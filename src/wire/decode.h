/* What generated decoders call beside the reader: optional members, names, tags, room in the arena.
 *
 * Everything that comes out lives in the reader's arena or borrows its text. A function that fails leaves the reader
 * failed, with a message and a pointer in its problem. Kinds of JSON values are given as sets, bits BERG_KIND_... Not
 * for checking a text against its schema: that is wire/check.h. */
#ifndef BERG_WIRE_DECODE_H
#define BERG_WIRE_DECODE_H

#include "wire/kind.h"
#include "wire/optional.h"
#include "json/reader.h"

/* Checks TEXT as a request body (one JSON value, no duplicate member names, default limits) and makes READER stand
 * before its value. BERG_INVALID, BERG_TOO_LARGE, BERG_NO_MEMORY as berg_json_check_text. */
BERG_MUST_USE enum berg_status berg_decode_open(struct berg_json_reader *reader, struct berg_span text,
                                                struct berg_arena *arena, struct berg_problem *problem);

/* The set, of one bit, that the next value's kind is; a number is BERG_KIND_NUMBER. 0 when there is no value. */
unsigned berg_decode_kind(struct berg_json_reader *reader);

/* The index of NAME among the COUNT NAMES; COUNT when it is none of them. */
size_t berg_decode_index(struct berg_span name, const struct berg_span *names, size_t count);

/* Reads the null that comes next, if one does: NULL_SENT tells. */
BERG_MUST_USE enum berg_status berg_decode_null(struct berg_json_reader *reader, const char *what, bool *null_sent);

/* Optional members: a value or null, which sets the flags of VALUE. WHAT is the member's name. */
BERG_MUST_USE enum berg_status berg_decode_opt_string(struct berg_json_reader *reader, const char *what,
                                                      struct berg_opt_span *value);
BERG_MUST_USE enum berg_status berg_decode_opt_int32(struct berg_json_reader *reader, const char *what,
                                                     struct berg_opt_int32 *value);
BERG_MUST_USE enum berg_status berg_decode_opt_int64(struct berg_json_reader *reader, const char *what,
                                                     struct berg_opt_int64 *value);
BERG_MUST_USE enum berg_status berg_decode_opt_bool(struct berg_json_reader *reader, const char *what,
                                                    struct berg_opt_bool *value);
BERG_MUST_USE enum berg_status berg_decode_opt_strings(struct berg_json_reader *reader, const char *what,
                                                       struct berg_opt_spans *value);
BERG_MUST_USE enum berg_status berg_decode_opt_int32s(struct berg_json_reader *reader, const char *what,
                                                      struct berg_opt_int32s *value);
BERG_MUST_USE enum berg_status berg_decode_opt_int64s(struct berg_json_reader *reader, const char *what,
                                                      struct berg_opt_int64s *value);
BERG_MUST_USE enum berg_status berg_decode_opt_properties(struct berg_json_reader *reader, const char *what,
                                                          struct berg_opt_properties *value);

/* Reads a value of one of KINDS as its exact JSON text. */
BERG_MUST_USE enum berg_status berg_decode_raw(struct berg_json_reader *reader, const char *what, unsigned kinds,
                                               struct berg_span *value);
BERG_MUST_USE enum berg_status berg_decode_opt_raw(struct berg_json_reader *reader, const char *what, unsigned kinds,
                                                   struct berg_opt_span *value);
/* An array of such values. */
BERG_MUST_USE enum berg_status berg_decode_raws(struct berg_json_reader *reader, const char *what, unsigned kinds,
                                                struct berg_spans *values);
BERG_MUST_USE enum berg_status berg_decode_opt_raws(struct berg_json_reader *reader, const char *what, unsigned kinds,
                                                    struct berg_opt_spans *values);

/* Reads a string that must be one of the COUNT NAMES; INDEX says which. SCHEMA is for the message. */
BERG_MUST_USE enum berg_status berg_decode_word(struct berg_json_reader *reader, const char *what,
                                                const struct berg_span *names, size_t count, const char *schema,
                                                size_t *index);

/* Reads a string that must be VALUE. */
BERG_MUST_USE enum berg_status berg_decode_const(struct berg_json_reader *reader, const char *what,
                                                 struct berg_span value, const char *schema);

/* Looks, without moving, into the object that comes next for the string member NAME, which it must have. */
BERG_MUST_USE enum berg_status berg_decode_beside(struct berg_json_reader *reader, struct berg_span name,
                                                  const char *schema, struct berg_span *value);

/* Looks, without moving, into the object that comes next for the string member NAME, which tells the alternatives of
 * SCHEMA apart, and gives its place among the COUNT VALUES. */
BERG_MUST_USE enum berg_status berg_decode_tag(struct berg_json_reader *reader, struct berg_span name,
                                               const struct berg_span *values, size_t count, const char *schema,
                                               size_t *index);

/* Tells, without moving, whether the object that comes next has the member NAME. */
bool berg_decode_has_member(struct berg_json_reader *reader, struct berg_span name);

/* Refuses the next value, which is none of SCHEMA's alternatives. */
BERG_MUST_USE enum berg_status berg_decode_no_alternative(struct berg_json_reader *reader, const char *schema);

/* Refuses member NAME, which SCHEMA, an object without further members, does not know. */
BERG_MUST_USE enum berg_status berg_decode_unknown_member(struct berg_json_reader *reader, struct berg_span name,
                                                          const char *schema);

/* BERG_OK when all bits of REQUIRED are set in SEEN; else names the first member, NAMES[bit], that is missing in the
 * object of SCHEMA that starts at byte START. */
BERG_MUST_USE enum berg_status berg_decode_require(struct berg_json_reader *reader, size_t start, uint64_t seen,
                                                   uint64_t required, const struct berg_span *names,
                                                   const char *schema);

/* Makes room for one more element behind the COUNT in ITEMS, of capacity CAP; NULL, and READER failed, without memory.
 */
void *berg_decode_room(struct berg_json_reader *reader, void *items, size_t count, size_t *cap, size_t size);

/* A zeroed block in the arena; NULL, and READER failed, without memory. */
void *berg_decode_block(struct berg_json_reader *reader, size_t size);

/* Appends NAME with the string that comes next to PROPERTIES, of capacity CAP. */
BERG_MUST_USE enum berg_status berg_decode_property(struct berg_json_reader *reader, struct berg_span name,
                                                    struct berg_properties *properties, size_t *cap);

#endif
