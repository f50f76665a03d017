/* What a client reads of a requirement that does not hold. */
#include "core/requirement.h"

static struct berg_span name_of(enum berg_requirement_kind kind)
{
  switch (kind) {
  case BERG_REQUIRE_CREATE:
    return BERG_SPAN("assert-create");
  case BERG_REQUIRE_TABLE_UUID:
    return BERG_SPAN("assert-table-uuid");
  case BERG_REQUIRE_REF_SNAPSHOT_ID:
    return BERG_SPAN("assert-ref-snapshot-id");
  case BERG_REQUIRE_LAST_ASSIGNED_FIELD_ID:
    return BERG_SPAN("assert-last-assigned-field-id");
  case BERG_REQUIRE_CURRENT_SCHEMA_ID:
    return BERG_SPAN("assert-current-schema-id");
  case BERG_REQUIRE_LAST_ASSIGNED_PARTITION_ID:
    return BERG_SPAN("assert-last-assigned-partition-id");
  case BERG_REQUIRE_DEFAULT_SPEC_ID:
    return BERG_SPAN("assert-default-spec-id");
  case BERG_REQUIRE_DEFAULT_SORT_ORDER_ID:
    return BERG_SPAN("assert-default-sort-order-id");
  }
  return BERG_SPAN("unknown");
}

/* The message of the five requirements that name an id. */
static const char *id_message_of(enum berg_requirement_kind kind)
{
  if (kind == BERG_REQUIRE_LAST_ASSIGNED_FIELD_ID)
    return "Requirement failed: last assigned field id changed: expected id {} != {}";
  if (kind == BERG_REQUIRE_CURRENT_SCHEMA_ID)
    return "Requirement failed: current schema changed: expected id {} != {}";
  if (kind == BERG_REQUIRE_LAST_ASSIGNED_PARTITION_ID)
    return "Requirement failed: last assigned partition id changed: expected id {} != {}";
  if (kind == BERG_REQUIRE_DEFAULT_SPEC_ID)
    return "Requirement failed: default partition spec changed: expected id {} != {}";
  return "Requirement failed: default sort order changed: expected id {} != {}";
}

static enum berg_status report_ref(const struct berg_requirement *requirement, const struct berg_table *table,
                                   struct berg_problem *problem)
{
  size_t i = berg_table_find_ref(table, requirement->text);

  if (i == table->ref_count)
    return berg_problem_set_text_ids(problem, BERG_COMMIT_FAILED,
                                     "Requirement failed: branch or tag {} is missing, expected {}", requirement->text,
                                     requirement->snapshot_id, 0);
  const struct berg_ref *ref = &table->refs[i];
  if (!requirement->has_snapshot_id)
    return berg_problem_set_text(problem, BERG_COMMIT_FAILED,
                                 ref->is_tag ? "Requirement failed: tag {} was created concurrently"
                                             : "Requirement failed: branch {} was created concurrently",
                                 requirement->text);
  return berg_problem_set_text_ids(problem, BERG_COMMIT_FAILED,
                                   ref->is_tag ? "Requirement failed: tag {} has changed: expected id {} != {}"
                                               : "Requirement failed: branch {} has changed: expected id {} != {}",
                                   requirement->text, requirement->snapshot_id, ref->snapshot_id);
}

/* Fills PROBLEM with why REQUIREMENT does not hold.
 * SPEC tables/updateTable/requirement-409
 * SPEC tables/updateTable/assert-message */
static enum berg_status report_failed(const struct berg_requirement *requirement, const struct berg_table *table,
                                      struct berg_problem *problem)
{
  if (requirement->kind == BERG_REQUIRE_CREATE)
    return berg_problem_set(problem, BERG_COMMIT_FAILED, "Requirement failed: table already exists");
  if (table == NULL)
    return berg_problem_set(problem, BERG_COMMIT_FAILED, "Requirement failed: table does not exist");
  if (requirement->kind == BERG_REQUIRE_TABLE_UUID)
    return berg_problem_set_texts(problem, BERG_COMMIT_FAILED,
                                  "Requirement failed: UUID does not match: expected {} != {}", table->table_uuid,
                                  requirement->text);
  if (requirement->kind == BERG_REQUIRE_REF_SNAPSHOT_ID)
    return report_ref(requirement, table, problem);
  return berg_problem_set_ids(problem, BERG_COMMIT_FAILED, id_message_of(requirement->kind), requirement->id,
                              berg_requirement_actual_id(requirement, table));
}

/* SPEC tables/updateTable/assert-create-alone */
static enum berg_status check_create_alone(const struct berg_requirement *requirements, size_t count,
                                           struct berg_problem *problem)
{
  bool has_create = false;
  size_t other = count;

  for (size_t i = 0; i < count; i++) {
    if (requirements[i].kind == BERG_REQUIRE_CREATE)
      has_create = true;
    else if (other == count)
      other = i;
  }
  if (has_create && other < count)
    return berg_problem_set_text(problem, BERG_INVALID, "Invalid create requirements: {}",
                                 name_of(requirements[other].kind));
  return BERG_OK;
}

enum berg_status berg_requirements_check(const struct berg_requirement *requirements, size_t count,
                                         const struct berg_table *table, struct berg_problem *problem)
{
  enum berg_status status = check_create_alone(requirements, count, problem);

  if (status != BERG_OK)
    return status;
  size_t failed = berg_requirements_find_failed(requirements, count, table);
  return failed == count ? BERG_OK : report_failed(&requirements[failed], table, problem);
}
