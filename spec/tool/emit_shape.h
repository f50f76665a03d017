/* Shapes: what the schemas of a document become in C, before any text is written.
 *
 * A schema has one shape; several schemas may share one (every plain string is a span). Structs are flattened from
 * their allOf parts; unions know how their alternatives are told apart in one look at the next JSON value. What cannot
 * be a C type is refused here, by name and place. Nothing here depends on prose, file names or line numbers of the
 * document. Everything lives in the arena that the set was built in.
 *
 * Names of alternatives: the value of the discriminating member where there is one value; else the name of the
 * alternative's schema without the union's name at its end (AndOrPredicate of Predicate is and_or); else its JSON type.
 */
#ifndef BERG_SPEC_TOOL_EMIT_SHAPE_H
#define BERG_SPEC_TOOL_EMIT_SHAPE_H

#include "spec/tool/model.h"

enum berg_shape_kind {
  BERG_SHAPE_STRING,     /* struct berg_span */
  BERG_SHAPE_INT32,      /* int32_t */
  BERG_SHAPE_INT64,      /* int64_t */
  BERG_SHAPE_BOOL,       /* bool */
  BERG_SHAPE_RAW,        /* struct berg_span: JSON text of one of `kinds` */
  BERG_SHAPE_STRINGS,    /* struct berg_spans */
  BERG_SHAPE_INT32S,     /* struct berg_int32s */
  BERG_SHAPE_INT64S,     /* struct berg_int64s */
  BERG_SHAPE_RAWS,       /* struct berg_spans of JSON texts of one of `kinds` */
  BERG_SHAPE_PROPERTIES, /* struct berg_properties */
  BERG_SHAPE_CONST,      /* one string: nothing in C */
  BERG_SHAPE_ENUM,       /* what follows has a type of its own, named berg_wire_<name> */
  BERG_SHAPE_STRUCT,
  BERG_SHAPE_UNION,
  BERG_SHAPE_ARRAY,
  BERG_SHAPE_MAP
};

struct berg_shape;

struct berg_member {
  struct berg_span name;
  const char *c_name;
  const struct berg_shape *shape;
  bool required;
  bool nullable;
};

struct berg_alternative {
  const char *c_name;     /* member of the union `as` */
  const char *enumerator; /* upper case, without the union's own name */
  const struct berg_shape *shape;
  unsigned kinds;          /* JSON types that lead here: bits of enum berg_spec_type */
  struct berg_spans tags;  /* values of the union's tag that lead here */
  struct berg_span marker; /* without tag: the member whose presence leads here; empty: any object does */
  const struct berg_spec_schema *schema;
};

struct berg_shape {
  enum berg_shape_kind kind;
  const char *name;       /* of the type, without berg_wire_ */
  struct berg_span title; /* for messages: the schema's name, or the C name of one that has none */
  const struct berg_spec_schema *schema;
  unsigned kinds;                /* RAW, RAWS: bits of enum berg_spec_type */
  struct berg_span const_value;  /* CONST */
  struct berg_spans words;       /* ENUM */
  const struct berg_shape *item; /* ARRAY, MAP */
  struct berg_member *members;   /* STRUCT; UNION: strings beside the alternatives */
  size_t member_count;
  size_t member_cap;
  bool open;                             /* STRUCT: further members are strings and kept in `additional` */
  bool closed;                           /* STRUCT: further members are refused */
  struct berg_alternative *alternatives; /* UNION */
  size_t alternative_count;
  size_t alternative_cap;
  struct berg_span tag; /* UNION: the member that tells objects apart; empty: markers do, or there is one */
  bool optional;        /* an optional member has this shape: it needs a berg_opt_<name> */
  bool pointed;         /* STRUCT: it holds itself, so that its berg_opt_<name> has a pointer to the value */
  int mark;             /* scratch of walks over by-value members */
};

struct berg_shapes {
  struct berg_arena *arena;
  struct berg_spec_complaints *complaints;
  const struct berg_spec_document *document;
  const struct berg_shape **by_schema; /* of each named schema, by its index */
  struct berg_shape **items;           /* ENUM and behind, each after what it holds by value */
  size_t count;
  size_t cap;
};

/* Builds the shapes of all named schemas of DOCUMENT. BERG_INVALID: some schema has none, told in COMPLAINTS. */
BERG_MUST_USE enum berg_status berg_shapes_build(const struct berg_spec_document *document, struct berg_arena *arena,
                                                 struct berg_spec_complaints *complaints, struct berg_shapes *shapes);

/* Orders shapes->items so that each stands behind what it holds by value, and marks the recursive ones. */
void berg_shapes_order(struct berg_shapes *shapes);

/* Completes the alternatives of all unions: how they are told apart. Part of berg_shapes_build. */
void berg_shapes_tell_apart(struct berg_shapes *shapes);

/* Tells whether SHAPE has a generated type. */
bool berg_shape_is_named(const struct berg_shape *shape);

/* Tells whether the struct SHAPE has nothing but constants as members. */
bool berg_shape_is_constant(const struct berg_shape *shape);

/* Tells whether MEMBER is held in a berg_opt_... struct. */
bool berg_member_is_optional(const struct berg_member *member);

/* The JSON types, as bits of enum berg_spec_type, that SCHEMA may accept. */
unsigned berg_shape_kinds_of(const struct berg_spec_schema *schema);

/* The schema behind references and annotations: follows $ref and single allOf as long as nothing that matters stands
 * beside them. */
const struct berg_spec_schema *berg_shape_behind(const struct berg_spec_schema *schema);

#endif
