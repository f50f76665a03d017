/* An OpenAPI 3.1 document, read, corrected by its overlay and resolved: what every product is made from.
 *
 * The model keeps the order of the document everywhere. Each schema node has file, line and column, each reference
 * leads to the schema that it names and keeps its siblings. What the model has no place for was refused when it was
 * read, so that a product need not ask whether something was left out. Prose (title, description, summary, examples,
 * tags) is kept for pages and messages; products of two documents that differ in prose alone are to be equal, so
 * generated code must not depend on it.
 *
 * Everything lives in the arena that was given to berg_spec_load and is read-only from then on. An empty span means
 * "not stated" where nothing else is said. */
#ifndef BERG_SPEC_TOOL_MODEL_H
#define BERG_SPEC_TOOL_MODEL_H

#include "spec/tool/complaint.h"
#include "spec/tool/yaml_tree.h"

/* Types of JSON Schema, as bits. */
enum berg_spec_type {
  BERG_SPEC_NULL = 1u << 0,
  BERG_SPEC_BOOLEAN = 1u << 1,
  BERG_SPEC_INTEGER = 1u << 2,
  BERG_SPEC_NUMBER = 1u << 3,
  BERG_SPEC_STRING = 1u << 4,
  BERG_SPEC_ARRAY = 1u << 5,
  BERG_SPEC_OBJECT = 1u << 6
};

/* Three states of a keyword whose value is a boolean. */
enum berg_spec_flag { BERG_SPEC_UNSET = 0, BERG_SPEC_NO, BERG_SPEC_YES };

/* A keyword whose value is a count. */
struct berg_spec_limit {
  bool set;
  uint64_t value;
  struct berg_spec_place place;
};

struct berg_spec_schema;

struct berg_spec_schemas {
  struct berg_spec_schema **items;
  size_t count;
};

struct berg_spec_values {
  const struct berg_yaml **items;
  size_t count;
};

struct berg_spec_property {
  struct berg_span name;
  struct berg_spec_place place;
  struct berg_spec_schema *schema;
  bool required; /* named in `required` of the same node */
};

struct berg_spec_mapping {
  struct berg_span value; /* of the discriminating member */
  struct berg_spec_place place;
  struct berg_spec_schema *schema; /* always a named one */
};

struct berg_spec_discriminator {
  bool set;
  struct berg_spec_place place;
  struct berg_span property;
  struct berg_spec_mapping *mapping; /* in the order of the document */
  size_t mapping_count;
};

/* Whether a node is an ordinary schema, or one of the two boolean schemas. */
enum berg_spec_form { BERG_SPEC_FORM_OBJECT = 0, BERG_SPEC_FORM_TRUE, BERG_SPEC_FORM_FALSE };

struct berg_spec_schema {
  struct berg_spec_place place;
  struct berg_span name;    /* of the component; empty for a schema that stands inside another or an operation */
  size_t index;             /* of a named schema: its position in the document's list */
  struct berg_span pointer; /* JSON pointer in the bundled document, such as /components/schemas/A/properties/b */
  const struct berg_spec_schema *parent; /* the node that this one stands in; NULL for named schemas and for schemas
                                            of parameters, bodies, responses and headers */
  enum berg_spec_form form;

  struct berg_spec_schema *ref; /* `$ref`: the named schema; the other keywords stand beside it and hold too */

  unsigned types;     /* bits of enum berg_spec_type; 0: no `type` */
  bool types_as_list; /* `type` was written as a list */
  struct berg_span format;
  struct berg_span content_encoding;
  struct berg_span content_media_type;
  const struct berg_yaml *const_value;   /* NULL: no `const` */
  struct berg_spec_values enum_values;   /* count 0: no `enum` */
  const struct berg_yaml *default_value; /* NULL: no `default` */
  enum berg_spec_flag nullable;          /* OpenAPI 3.0; no meaning in 3.1, and warned about */

  struct berg_span pattern; /* with pattern_set: ECMA-262 as far as berg_spec_pattern_check allows */
  bool pattern_set;
  struct berg_spec_limit min_length;
  struct berg_spec_limit max_length;

  const struct berg_yaml *minimum; /* BERG_YAML_INTEGER or BERG_YAML_NUMBER, or NULL; the same for the next three */
  const struct berg_yaml *maximum;
  const struct berg_yaml *exclusive_minimum;
  const struct berg_yaml *exclusive_maximum;

  struct berg_spec_schema *items; /* NULL: no `items` */
  struct berg_spec_limit min_items;
  struct berg_spec_limit max_items;
  enum berg_spec_flag unique_items;

  struct berg_spec_property *properties;
  size_t property_count;
  struct berg_spans required; /* every name that `required` lists, in its order, known as a property here or not */
  struct berg_spec_limit min_properties;
  struct berg_spec_limit max_properties;
  struct berg_spec_schema *additional; /* `additionalProperties`; NULL: not stated; form FALSE: none allowed */

  struct berg_spec_schemas all_of;
  struct berg_spec_schemas one_of;
  struct berg_spec_schemas any_of;
  struct berg_spec_discriminator discriminator;

  enum berg_spec_flag read_only;
  enum berg_spec_flag write_only;
  enum berg_spec_flag deprecated;
  struct berg_span title;
  struct berg_span description;
  struct berg_spec_values examples; /* `examples` and `example` */

  /* Found when references are resolved; for named schemas. */
  bool recursive;    /* lies on a cycle of references (allOf, oneOf, anyOf, items, properties, additional); mappings of
                        discriminators do not count */
  size_t cycle;      /* number of that cycle, from 1; schemas of one cycle share it; 0: on none */
  bool in_requests;  /* reachable from a parameter or request body, discriminator mappings followed */
  bool in_responses; /* reachable from a response body or header */
  struct berg_spec_schemas derived; /* the named schemas that have this one in their allOf */
};

enum berg_spec_in { BERG_SPEC_IN_PATH, BERG_SPEC_IN_QUERY, BERG_SPEC_IN_HEADER, BERG_SPEC_IN_COOKIE };

struct berg_spec_parameter {
  struct berg_spec_place place;
  struct berg_span component; /* its name below components/parameters, empty when it stands in the operation */
  struct berg_span name;
  enum berg_spec_in in;
  bool required;
  enum berg_spec_flag deprecated;
  struct berg_span style;
  enum berg_spec_flag explode;
  struct berg_span description;
  struct berg_spec_schema *schema; /* never NULL */
};

struct berg_spec_example {
  struct berg_span name; /* empty for `example` */
  struct berg_span summary;
  struct berg_spec_place place;
  const struct berg_yaml *value;
};

struct berg_spec_content {
  struct berg_spec_place place;
  struct berg_span media_type;
  struct berg_spec_schema *schema; /* NULL: none stated */
  struct berg_spec_example *examples;
  size_t example_count;
};

struct berg_spec_contents {
  struct berg_spec_content *items;
  size_t count;
};

struct berg_spec_body {
  bool set; /* false: the operation takes none, and the rest is empty */
  struct berg_spec_place place;
  bool required;
  struct berg_span description;
  struct berg_spec_contents contents;
};

struct berg_spec_header {
  struct berg_spec_place place;
  struct berg_span name; /* as the document writes it */
  bool required;
  struct berg_span description;
  struct berg_spec_schema *schema; /* never NULL */
};

struct berg_spec_response {
  struct berg_spec_place place;
  struct berg_span status;    /* "200", "5XX" or "default" */
  int code;                   /* 200; 0 for a range or default */
  int range;                  /* 5 for "5XX"; the first digit of code; 0 for default */
  struct berg_span component; /* its name below components/responses, or empty */
  struct berg_span description;
  struct berg_spec_contents contents;
  struct berg_spec_header *headers;
  size_t header_count;
};

struct berg_spec_security_item {
  struct berg_span scheme;
  struct berg_spans scopes;
};

/* One way to be let in: all items together. */
struct berg_spec_security_choice {
  struct berg_spec_security_item *items;
  size_t count;
};

/* Ways to be let in, any of which will do. */
struct berg_spec_security {
  bool set; /* stated at this place; false for an operation: the document's holds */
  struct berg_spec_security_choice *choices;
  size_t count;
};

enum berg_spec_method {
  BERG_SPEC_GET,
  BERG_SPEC_PUT,
  BERG_SPEC_POST,
  BERG_SPEC_DELETE,
  BERG_SPEC_OPTIONS,
  BERG_SPEC_HEAD,
  BERG_SPEC_PATCH,
  BERG_SPEC_TRACE,
  BERG_SPEC_METHOD_COUNT
};

struct berg_spec_operation {
  struct berg_spec_place place;
  size_t index;
  enum berg_spec_method method;
  struct berg_span path; /* template, such as /v1/{prefix}/namespaces */
  struct berg_span id;   /* operationId */
  bool deprecated;
  struct berg_spans tags;
  struct berg_span summary;
  struct berg_span description;
  struct berg_spec_parameter *parameters; /* of the path first; one that the operation states again takes its place */
  size_t parameter_count;
  struct berg_spec_body body;
  struct berg_spec_response *responses;
  size_t response_count;
  struct berg_spec_security security;
};

/* One action of the overlay that was applied. */
struct berg_spec_correction {
  struct berg_spec_place place;
  struct berg_span target; /* as berg_spec_jsonpath_append writes it */
  struct berg_span description;
  struct berg_spans links; /* x-upstream */
  bool removes;
};

/* A value below components/examples. */
struct berg_spec_named_value {
  struct berg_span name;
  struct berg_span summary;
  const struct berg_yaml *value;
};

struct berg_spec_document {
  struct berg_span openapi; /* version, such as 3.1.1 */
  struct berg_span title;
  struct berg_span version;
  struct berg_span description;
  struct berg_spec_security security;
  struct berg_spec_operation *operations; /* paths in order; methods of a path in the order get, put, post, delete,
                                             options, head, patch, trace, whatever order the document has */
  size_t operation_count;
  struct berg_spec_schema **schemas; /* the named ones, in order */
  size_t schema_count;
  struct berg_spec_named_value *examples;
  size_t example_count;
  struct berg_spec_correction *corrections;
  size_t correction_count;
  const struct berg_yaml *tree; /* the bundled document, after corrections */
};

/* Reads DOCUMENT (a path), applies OVERLAY (a path, NULL for none) and resolves the result into OUT. BERG_INVALID: at
 * least one error, told in COMPLAINTS; BERG_IO: a file cannot be read, told there too. */
BERG_MUST_USE enum berg_status berg_spec_load(struct berg_arena *arena, const char *document, const char *overlay,
                                              struct berg_spec_complaints *complaints,
                                              const struct berg_spec_document **out);

/* The named schema NAME, or NULL. */
const struct berg_spec_schema *berg_spec_schema_find(const struct berg_spec_document *document, struct berg_span name);

/* The operation with the operationId ID, or NULL. */
const struct berg_spec_operation *berg_spec_operation_find(const struct berg_spec_document *document,
                                                           struct berg_span id);

/* "GET" and so on. */
const char *berg_spec_method_name(enum berg_spec_method method);

/* "path", "query", "header" or "cookie". */
const char *berg_spec_in_name(enum berg_spec_in in);

/* The JSON Schema name of the one bit TYPE. */
const char *berg_spec_type_name(enum berg_spec_type type);

#endif
