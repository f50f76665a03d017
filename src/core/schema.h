/* A table schema as a flat array of fields, so that no rule about it needs recursion.
 *
 * Fields stand in document order (pre-order): a nested type's fields follow the field that has that type. `parent` is
 * the index of the field they belong to, `end` the index behind a field's last descendant. A list has one child with
 * role ELEMENT, a map two, KEY and VALUE. All memory belongs to the arena it was made in; spans may borrow the text it
 * was read from. */
#ifndef BERG_CORE_SCHEMA_H
#define BERG_CORE_SCHEMA_H

#include "base/arena.h"
#include "core/type.h"

#define BERG_FIELD_ID_MAX 2147483447 /* ids above are reserved (format/spec.md: "Reserved Field IDs") */
#define BERG_NO_PARENT SIZE_MAX

enum berg_field_role { BERG_ROLE_FIELD = 0, BERG_ROLE_ELEMENT, BERG_ROLE_KEY, BERG_ROLE_VALUE };

struct berg_field {
  int32_t id;
  enum berg_field_role role;
  size_t parent; /* index, or BERG_NO_PARENT for a column of the table */
  size_t end;
  struct berg_span name; /* "element", "key", "value" for those roles */
  struct berg_type type;
  bool required; /* list element-required, map value-required; a key is required */
  bool has_doc;
  struct berg_span doc;
  struct berg_span initial_default; /* JSON text of a single value; empty: none. JSON null counts as none */
  struct berg_span write_default;
};

struct berg_schema {
  int32_t schema_id;
  struct berg_field *fields;
  size_t field_count;
  struct berg_int32s identifier_field_ids;
  struct berg_span text; /* its exact JSON where it stands in a stored document, else empty */
  bool added;            /* by this request */
};

/* The index of the field with ID, or field_count. */
size_t berg_schema_find_id(const struct berg_schema *schema, int32_t id);

/* The index of the field with the dotted full NAME (list elements "element", map "key"/"value"), or field_count. */
size_t berg_schema_find_name(const struct berg_schema *schema, struct berg_span name);

/* The highest field id, 0 for a schema without fields. */
int32_t berg_schema_highest_id(const struct berg_schema *schema);

/* Whether A and B are the same schema: structure, ids, names, types, required, docs, defaults and the set of
 * identifier fields; the schema ids are not compared (clause tables/updateTable/add-schema-reuse). */
bool berg_schema_equal(const struct berg_schema *a, const struct berg_schema *b);

/* Makes FRESH, a copy of SCHEMA with new field ids counted from *LAST_ID + 1: the columns first, then each column's
 * nested fields, level by level as the Java reference does (clause tables/createTable/fresh-ids). Fields keep their
 * indexes. Identifier fields are renamed along; one that SCHEMA does not have becomes -1, which no check lets pass.
 * *LAST_ID becomes the highest id given out. BERG_INVALID when the ids would run out of range; BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_schema_assign_fresh_ids(const struct berg_schema *schema, struct berg_arena *arena,
                                                            int32_t *last_id, struct berg_schema *fresh);

/* Checks SCHEMA against the rules 17 to 21 of the metadata checks for FORMAT_VERSION: unique ids within range, unique
 * names in each struct, identifier fields, types and defaults that the version has. Takes n log n steps. BERG_INVALID
 * names the field; BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_schema_check(const struct berg_schema *schema, int32_t format_version,
                                                 struct berg_arena *arena, struct berg_problem *problem);

#endif
