/* The eight requirements of a table commit (clauses tables/updateTable/assert-...).
 *
 * They look at the table as it is before the updates. Not for the requirement of a view. Nothing is allocated, nothing
 * is changed. Proven (requirement.c): berg_requirement_holds answers exactly the
 * predicate below, for every table and requirement. */
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

/*@ logic integer berg_lower(integer c) = 65 <= c <= 90 ? c + 32 : c;
    predicate berg_uuid_same{L}(struct berg_span a, struct berg_span b) =
      a.len == b.len && \forall integer k; 0 <= k < a.len ==> berg_lower(a.bytes[k]) == berg_lower(b.bytes[k]);
    predicate berg_requirement_ok{L}(struct berg_requirement *requirement) =
      \valid_read(requirement) && berg_span_ok(requirement->text) &&
      BERG_REQUIRE_CREATE <= requirement->kind <= BERG_REQUIRE_DEFAULT_SORT_ORDER_ID;
    predicate berg_table_ok{L}(struct berg_table *table) =
      table == \null || (berg_table_refs_ok(table) && berg_span_ok(table->table_uuid));
    // The first ref of that name is at the snapshot, or there is none and none is wanted.
    predicate berg_ref_required{L}(struct berg_requirement *requirement, struct berg_table *table) =
      requirement->has_snapshot_id ?
        (\exists integer i; 0 <= i < table->ref_count && berg_ref_named(table, i, requirement->text) &&
          table->refs[i].snapshot_id == requirement->snapshot_id &&
          \forall integer j; 0 <= j < i ==> !berg_ref_named(table, j, requirement->text))
      : (\forall integer i; 0 <= i < table->ref_count ==> !berg_ref_named(table, i, requirement->text));
    // What the protocol says of one requirement.
    predicate berg_requirement_met{L}(struct berg_requirement *requirement, struct berg_table *table) =
      (requirement->kind == BERG_REQUIRE_CREATE && table == \null) ||
      (table != \null &&
        ((requirement->kind == BERG_REQUIRE_TABLE_UUID && berg_uuid_same(requirement->text, table->table_uuid)) ||
         (requirement->kind == BERG_REQUIRE_REF_SNAPSHOT_ID && berg_ref_required(requirement, table)) ||
         (requirement->kind == BERG_REQUIRE_LAST_ASSIGNED_FIELD_ID && table->last_column_id == requirement->id) ||
         (requirement->kind == BERG_REQUIRE_CURRENT_SCHEMA_ID && table->current_schema_id == requirement->id) ||
         (requirement->kind == BERG_REQUIRE_LAST_ASSIGNED_PARTITION_ID &&
           table->last_partition_id == requirement->id) ||
         (requirement->kind == BERG_REQUIRE_DEFAULT_SPEC_ID && table->default_spec_id == requirement->id) ||
         (requirement->kind == BERG_REQUIRE_DEFAULT_SORT_ORDER_ID &&
           table->default_sort_order_id == requirement->id)));
*/

/* Whether REQUIREMENT holds on TABLE; TABLE NULL: the table does not exist. Pure; uuids are compared without case. */
/*@ requires berg_requirement_ok(requirement) && berg_table_ok(table);
    assigns \nothing;
    ensures \result <==> berg_requirement_met(requirement, table);
*/
bool berg_requirement_holds(const struct berg_requirement *requirement, const struct berg_table *table);

/* What TABLE has where REQUIREMENT, one of the five that name an id, expects that id. */
/*@ requires berg_requirement_ok(requirement) && \valid_read(table);
    requires requirement->kind > BERG_REQUIRE_REF_SNAPSHOT_ID;
    assigns \nothing;
    ensures \result == (
      requirement->kind == BERG_REQUIRE_LAST_ASSIGNED_FIELD_ID ? table->last_column_id :
      requirement->kind == BERG_REQUIRE_CURRENT_SCHEMA_ID ? table->current_schema_id :
      requirement->kind == BERG_REQUIRE_LAST_ASSIGNED_PARTITION_ID ? table->last_partition_id :
      requirement->kind == BERG_REQUIRE_DEFAULT_SPEC_ID ? table->default_spec_id : table->default_sort_order_id);
*/
int32_t berg_requirement_actual_id(const struct berg_requirement *requirement, const struct berg_table *table);

/* The index of the first of COUNT requirements that does not hold on TABLE, or COUNT. */
/*@ requires berg_table_ok(table);
    requires \forall integer i; 0 <= i < count ==> berg_requirement_ok(requirements + i);
    assigns \nothing;
    ensures \result <= count;
    ensures before: \forall integer i; 0 <= i < \result ==> berg_requirement_met(requirements + i, table);
    ensures first: \result < count ==> !berg_requirement_met(requirements + \result, table);
*/
size_t berg_requirements_find_failed(const struct berg_requirement *requirements, size_t count,
                                     const struct berg_table *table);

/* Checks COUNT requirements in order. BERG_COMMIT_FAILED with the message of the first that does not hold ("Requirement
 * failed: ..."); BERG_INVALID when assert-create does not stand alone ("Invalid create requirements: ..."). */
BERG_MUST_USE enum berg_status berg_requirements_check(const struct berg_requirement *requirements, size_t count,
                                                       const struct berg_table *table, struct berg_problem *problem);

#endif
