#include "core/check.h"

#include "core/check_rules.h"
#include "core/name_index.h"

/* SPEC metadata/check/format-version */
static enum berg_status check_version(const struct berg_table *table, struct berg_problem *problem)
{
  if (table->format_version < 1 || table->format_version > BERG_FORMAT_VERSION_MAX)
    return berg_problem_set_id(problem, BERG_INVALID, "Cannot read unsupported version {}", table->format_version);
  return BERG_OK;
}

static enum berg_status check_top_level(const struct berg_table *table, struct berg_problem *problem)
{
  /* SPEC metadata/check/table-uuid */
  if (table->format_version > 1 && table->table_uuid.len == 0)
    return berg_problem_set_id(problem, BERG_INVALID, "UUID is required in format v{}", table->format_version);
  /* SPEC metadata/check/location */
  if (table->location.len == 0)
    return berg_problem_set_id(problem, BERG_INVALID, "Table location is required in format v{}",
                               table->format_version);
  /* SPEC metadata/check/last-sequence-number */
  if (table->format_version == 1 && table->last_sequence_number != 0)
    return berg_problem_set_id(problem, BERG_INVALID, "Sequence number must be 0 in v1: {}",
                               table->last_sequence_number);
  /* SPEC metadata/check/next-row-id */
  if (table->format_version >= 3 && !table->has_next_row_id)
    return berg_problem_set_id(problem, BERG_INVALID, "next-row-id is required in format v{}", table->format_version);
  if (table->format_version >= 3 && table->next_row_id < 0)
    return berg_problem_set_id(problem, BERG_INVALID, "Invalid next-row-id (cannot be negative): {}",
                               table->next_row_id);
  return BERG_OK;
}

/* SPEC metadata/check/encryption-keys */
static enum berg_status check_keys(const struct berg_table *table, struct berg_arena *arena,
                                   struct berg_problem *problem)
{
  size_t count = table->encryption_key_count;
  struct berg_span repeated = {NULL, 0};

  if (count == 0)
    return BERG_OK;
  if (table->format_version < 3)
    return berg_problem_set_id(problem, BERG_INVALID, "Invalid table metadata: v{} tables have no encryption keys",
                               table->format_version);
  struct berg_span *names = berg_arena_alloc(arena, count, sizeof *names);
  if (names == NULL)
    return BERG_NO_MEMORY;
  for (size_t i = 0; i < count; i++)
    names[i] = table->encryption_keys[i].key_id;
  enum berg_status status = berg_names_find_repeated(names, count, arena, &repeated);
  if (status == BERG_OK)
    return berg_problem_set_text(problem, BERG_INVALID,
                                 "Invalid table metadata: more than one encryption key has id {}", repeated);
  return status == BERG_ABSENT ? BERG_OK : status;
}

enum berg_status berg_table_check(const struct berg_table *table, struct berg_arena *arena,
                                  struct berg_problem *problem)
{
  enum berg_status status = check_version(table, problem);

  if (status == BERG_OK)
    status = check_top_level(table, problem);
  if (status == BERG_OK)
    status = berg_check_schemas(table, arena, problem);
  if (status == BERG_OK)
    status = berg_check_specs(table, arena, problem);
  if (status == BERG_OK)
    status = berg_check_orders(table, arena, problem);
  if (status == BERG_OK)
    status = berg_check_snapshots(table, arena, problem);
  if (status == BERG_OK)
    status = berg_check_statistics(table, arena, problem);
  if (status == BERG_OK)
    status = berg_check_logs(table, problem);
  return status == BERG_OK ? check_keys(table, arena, problem) : status;
}
