/* Transforms, partition specs and sort orders (format/spec.md: "Partitioning", "Sorting"). Memory as in schema.h. */
#ifndef BERG_CORE_PARTITION_H
#define BERG_CORE_PARTITION_H

#include "core/schema.h"

#define BERG_PARTITION_FIELD_ID_FIRST 1000

enum berg_transform_kind {
  BERG_TRANSFORM_IDENTITY = 0,
  BERG_TRANSFORM_VOID,
  BERG_TRANSFORM_YEAR,
  BERG_TRANSFORM_MONTH,
  BERG_TRANSFORM_DAY,
  BERG_TRANSFORM_HOUR,
  BERG_TRANSFORM_BUCKET,
  BERG_TRANSFORM_TRUNCATE,
  BERG_TRANSFORM_OTHER /* not known: readable, not writable */
};

struct berg_transform {
  enum berg_transform_kind kind;
  int32_t width;         /* bucket: number of buckets; truncate: width */
  struct berg_span text; /* as given; what OTHER is compared and written by */
};

struct berg_partition_field {
  bool has_field_id;
  int32_t field_id;
  struct berg_int32s source_ids; /* one, or several for a multi-argument transform (version 3) */
  struct berg_span name;
  struct berg_transform transform;
};

struct berg_partition_spec {
  int32_t spec_id;
  struct berg_partition_field *fields;
  size_t field_count;
  struct berg_span text; /* its exact JSON in a stored document, else empty */
  bool added;
};

struct berg_sort_field {
  struct berg_int32s source_ids;
  struct berg_transform transform;
  bool descending;
  bool nulls_last;
};

struct berg_sort_order {
  int32_t order_id;
  struct berg_sort_field *fields;
  size_t field_count;
  struct berg_span text;
  bool added;
};

/* Parses the text of a transform; an unknown one is OTHER. BERG_INVALID for a known name with bad parameters, such as
 * `bucket[0]`. */
BERG_MUST_USE enum berg_status berg_transform_parse(struct berg_span text, struct berg_transform *transform,
                                                    struct berg_problem *problem);
void berg_transform_format(struct berg_buffer *buffer, const struct berg_transform *transform);
bool berg_transform_equal(const struct berg_transform *a, const struct berg_transform *b);

/* Whether TRANSFORM applies to a source of primitive type TYPE. */
bool berg_transform_applies(const struct berg_transform *transform, const struct berg_type *type);

/* Whether two specs have the same fields in order: sources, names, transforms; ids and field ids are not compared. */
bool berg_partition_spec_compatible(const struct berg_partition_spec *a, const struct berg_partition_spec *b);
bool berg_sort_order_equal(const struct berg_sort_order *a, const struct berg_sort_order *b);

/* Checks SPEC, every field of which has its field id, against SCHEMA (rules 23 to 26): names and ids are unique, a name
 * is no column's but that of the field's own source, in version 1 the ids count up from 1000, and each
 * source is a primitive column outside lists and maps that the transform applies to (void: any, even one that is gone).
 * A transform that is not known passes. BERG_INVALID. */
BERG_MUST_USE enum berg_status berg_partition_spec_check_bound(const struct berg_partition_spec *spec,
                                                               const struct berg_schema *schema, int32_t format_version,
                                                               struct berg_problem *problem);

/* Checks the same, and for writing: BERG_INVALID also for a transform that is not known. */
BERG_MUST_USE enum berg_status berg_partition_spec_check(const struct berg_partition_spec *spec,
                                                         const struct berg_schema *schema, int32_t format_version,
                                                         struct berg_problem *problem);

/* Checks ORDER against SCHEMA (rule 27): each source is a primitive column that the transform applies to. A transform
 * that is not known passes; the order's id is not looked at. BERG_INVALID. */
BERG_MUST_USE enum berg_status berg_sort_order_check(const struct berg_sort_order *order,
                                                     const struct berg_schema *schema, struct berg_problem *problem);

#endif
