/* The eight requirements of a table commit (clauses tables/updateTable/assert-...). */
#ifndef BERG_CORE_REQUIREMENT_H
#define BERG_CORE_REQUIREMENT_H

#include "core/table.h"

enum berg_requirement_kind {
  BERG_REQUIRE_CREATE = 0,
  BERG_REQUIRE_TABLE_UUID,
  BERG_REQUIRE_REF_SNAPSHOT_ID,
  BERG_REQUIRE_LAST_ASSIGNED_FIELD_ID,
  BERG_REQUIRE_CURRENT_SCHEMA_ID,
  BERG_REQUIRE_LAST_ASSIGNED_PARTITION_ID,
  BERG_REQUIRE_DEFAULT_SPEC_ID,
  BERG_REQUIRE_DEFAULT_SORT_ORDER_ID
};

struct berg_requirement {
  enum berg_requirement_kind kind;
  int32_t id;            /* the five kinds that name an id */
  struct berg_span text; /* TABLE_UUID: the uuid; REF_SNAPSHOT_ID: the name of the ref */
  bool has_snapshot_id;  /* REF_SNAPSHOT_ID: false means the ref must not exist */
  int64_t snapshot_id;
};

/* Whether REQUIREMENT holds on TABLE; TABLE NULL: the table does not exist. Pure; uuids are compared without case. */
bool berg_requirement_holds(const struct berg_requirement *requirement, const struct berg_table *table);

/* Checks COUNT requirements in order. BERG_COMMIT_FAILED with the message of the first that does not hold ("Requirement
 * failed: ..."); BERG_INVALID when assert-create does not stand alone ("Invalid create requirements: ..."). */
BERG_MUST_USE enum berg_status berg_requirements_check(const struct berg_requirement *requirements, size_t count,
                                                       const struct berg_table *table, struct berg_problem *problem);

#endif
