/* The parts of the check product, for the files that write it.
 *
 * A schema node becomes an expression that checks one node of an instance; where the expression would be long, a static
 * function is written and the expression calls it. Functions stand before their users, those of named schemas are
 * declared at the top. */
#ifndef BERG_SPEC_TOOL_EMIT_CHECK_H
#define BERG_SPEC_TOOL_EMIT_CHECK_H

#include "spec/tool/emit.h"

/* A schema that has a function of its own. */
struct berg_check_function {
  const struct berg_spec_schema *schema;
  const char *name;
};

struct berg_check_writer {
  const struct berg_emit *emit;
  struct berg_buffer *out; /* functions go here */
  struct berg_check_function *functions;
  size_t function_count;
  size_t function_cap;
  size_t number; /* of the function within its named schema */
};

/* An expression that checks the node whose index is the expression AT against SCHEMA. Functions that it needs are
 * written to writer->out first. */
const char *berg_check_expression(struct berg_check_writer *writer, const struct berg_spec_schema *schema,
                                  const char *at);

/* The name and JSON pointer of SCHEMA as a C literal: "CreateTableRequest/properties/name". */
const char *berg_check_place(struct berg_check_writer *writer, const struct berg_spec_schema *schema);

/* A fresh name for a function about SCHEMA, without a prefix. */
const char *berg_check_name(struct berg_check_writer *writer, const struct berg_spec_schema *schema);

/* The node that SCHEMA stands in and that has a name, or SCHEMA. */
const struct berg_spec_schema *berg_check_owner(const struct berg_spec_schema *schema);

/* A line of a check function: all goes on only where berg_violations_go_on says so. */
void berg_check_line(struct berg_buffer *body, const char *expression);

/* Lines for const, enum, numbers, lengths, formats and patterns of SCHEMA. */
void berg_check_write_values(struct berg_check_writer *writer, struct berg_buffer *body,
                             const struct berg_spec_schema *schema);

/* Lines for oneOf, anyOf and a discriminator of SCHEMA. */
void berg_check_write_unions(struct berg_check_writer *writer, struct berg_buffer *body,
                             const struct berg_spec_schema *schema);

/* Lines for required, properties, additionalProperties and items of SCHEMA. */
void berg_check_write_members(struct berg_check_writer *writer, struct berg_buffer *body,
                              const struct berg_spec_schema *schema);

/* The table of PATTERN as static data named NAME, a struct berg_pattern. False: it is too large, or has what no table
 * can say; REASON is static text. */
bool berg_emit_pattern(struct berg_emit const *emit, struct berg_buffer *out, const char *name,
                       struct berg_span pattern, const char **reason);

#endif
