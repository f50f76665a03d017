#include "document/defaults.h"

#include "document/section.h"

#define LAST_PARTITION_ID_NONE (BERG_PARTITION_FIELD_ID_FIRST - 1)

static bool has(const struct berg_document_facts *facts, enum berg_section section)
{
  return (facts->seen & BERG_CHANGED(section)) != 0;
}

static enum berg_status fail_memory(struct berg_problem *problem)
{
  return berg_problem_set(problem, BERG_NO_MEMORY, "out of memory while metadata was read");
}

/* Checks that all COUNT of SECTIONS are there. */
static enum berg_status check_has(const struct berg_document_facts *facts, const enum berg_section *sections,
                                  size_t count, struct berg_problem *problem)
{
  for (size_t i = 0; i < count; i++) {
    if (has(facts, sections[i]))
      continue;
    struct berg_span name = berg_span_of(berg_section_name(sections[i]));
    return berg_problem_set_text(problem, BERG_INVALID, "member `{}` is missing in the table metadata", name);
  }
  return BERG_OK;
}

/* SPEC metadata/check/top-level-required */
static enum berg_status check_always(const struct berg_document_facts *facts, struct berg_problem *problem)
{
  static const enum berg_section ALWAYS[] = {BERG_SECTION_FORMAT_VERSION, BERG_SECTION_LOCATION,
                                             BERG_SECTION_LAST_UPDATED_MS, BERG_SECTION_LAST_COLUMN_ID};

  return check_has(facts, ALWAYS, sizeof ALWAYS / sizeof *ALWAYS, problem);
}

/* SPEC metadata/check/table-uuid, metadata/check/last-sequence-number, metadata/check/schemas-required,
 * metadata/check/specs-required, metadata/check/last-partition-id, metadata/check/sort-orders-required */
static enum berg_status check_from_2(const struct berg_document_facts *facts, struct berg_problem *problem)
{
  static const enum berg_section FROM_2[] = {
      BERG_SECTION_TABLE_UUID,        BERG_SECTION_LAST_SEQUENCE_NUMBER, BERG_SECTION_SCHEMAS,
      BERG_SECTION_CURRENT_SCHEMA_ID, BERG_SECTION_PARTITION_SPECS,      BERG_SECTION_DEFAULT_SPEC_ID,
      BERG_SECTION_LAST_PARTITION_ID, BERG_SECTION_SORT_ORDERS,          BERG_SECTION_DEFAULT_SORT_ORDER_ID};

  return check_has(facts, FROM_2, sizeof FROM_2 / sizeof *FROM_2, problem);
}

/* Where a plural form is, its id must be too; where it is not, version 1 must have the single form. */
static enum berg_status check_1(const struct berg_document_facts *facts, struct berg_problem *problem)
{
  static const enum berg_section PAIRS[][3] = {
      {BERG_SECTION_SCHEMAS, BERG_SECTION_CURRENT_SCHEMA_ID, BERG_SECTION_SCHEMA},
      {BERG_SECTION_PARTITION_SPECS, BERG_SECTION_DEFAULT_SPEC_ID, BERG_SECTION_PARTITION_SPEC},
      {BERG_SECTION_SORT_ORDERS, BERG_SECTION_DEFAULT_SORT_ORDER_ID, BERG_SECTION_FORMAT_VERSION}};
  enum berg_status status = BERG_OK;

  for (size_t i = 0; status == BERG_OK && i < sizeof PAIRS / sizeof *PAIRS; i++)
    status = check_has(facts, has(facts, PAIRS[i][0]) ? &PAIRS[i][1] : &PAIRS[i][2], 1, problem);
  return status;
}

/* Version 1 before it had plural forms: one schema, one spec, no order. */
static enum berg_status complete_1(const struct berg_document_facts *facts, struct berg_table *table,
                                   struct berg_arena *arena, struct berg_problem *problem)
{
  table->last_sequence_number = 0;
  if (!has(facts, BERG_SECTION_SCHEMAS)) {
    table->schemas = berg_arena_alloc(arena, 1, sizeof *table->schemas);
    if (table->schemas == NULL)
      return fail_memory(problem);
    table->schemas[0] = facts->schema;
    table->schema_count = 1;
    table->current_schema_id = facts->schema.schema_id;
  }
  if (!has(facts, BERG_SECTION_PARTITION_SPECS)) {
    table->specs = berg_arena_alloc(arena, 1, sizeof *table->specs);
    if (table->specs == NULL)
      return fail_memory(problem);
    table->specs[0] = facts->spec;
    table->specs[0].text = (struct berg_span){NULL, 0}; /* the text of its fields is not that of a spec */
    table->spec_count = 1;
    table->default_spec_id = facts->spec.spec_id;
  }
  if (!has(facts, BERG_SECTION_SORT_ORDERS)) {
    table->orders = berg_arena_alloc(arena, 1, sizeof *table->orders); /* order 0, without fields */
    if (table->orders == NULL)
      return fail_memory(problem);
    table->order_count = 1;
    table->default_sort_order_id = 0;
  }
  return BERG_OK;
}

/* Fields of a spec without ids are counted from 1000. */
/* SPEC metadata/check/specs-required */
static void number_fields(struct berg_partition_spec *spec)
{
  int32_t next = BERG_PARTITION_FIELD_ID_FIRST;

  for (size_t i = 0; i < spec->field_count; i++) {
    struct berg_partition_field *field = &spec->fields[i];
    if (!field->has_field_id) {
      field->has_field_id = true;
      field->field_id = next;
      spec->text = (struct berg_span){NULL, 0}; /* written anew, it has the ids */
    }
    if (field->field_id >= next && field->field_id < INT32_MAX)
      next = field->field_id + 1;
  }
}

static int32_t highest_partition_id(const struct berg_table *table)
{
  int32_t highest = LAST_PARTITION_ID_NONE;

  for (size_t i = 0; i < table->spec_count; i++)
    for (size_t k = 0; k < table->specs[i].field_count; k++)
      if (table->specs[i].fields[k].field_id > highest)
        highest = table->specs[i].fields[k].field_id;
  return highest;
}

/* The ref that an old document with a current snapshot means. */
/* SPEC metadata/check/refs-absent */
static enum berg_status add_main(struct berg_table *table, struct berg_arena *arena, struct berg_problem *problem)
{
  struct berg_ref *main_ref = berg_arena_alloc(arena, 1, sizeof *main_ref);

  if (main_ref == NULL)
    return fail_memory(problem);
  main_ref->name = BERG_SPAN("main");
  main_ref->snapshot_id = table->current_snapshot_id;
  table->refs = main_ref;
  table->ref_count = 1;
  return BERG_OK;
}

enum berg_status berg_document_complete(const struct berg_document_facts *facts, struct berg_table *table,
                                        struct berg_arena *arena, struct berg_problem *problem)
{
  enum berg_status status = check_always(facts, problem);

  if (status != BERG_OK)
    return status;
  /* SPEC metadata/check/format-version */
  if (table->format_version < 1 || table->format_version > BERG_FORMAT_VERSION_MAX)
    return berg_problem_set_id(problem, BERG_INVALID, "Cannot read unsupported version {}", table->format_version);
  if (table->format_version == 1) {
    status = check_1(facts, problem);
    if (status == BERG_OK)
      status = complete_1(facts, table, arena, problem);
  } else {
    status = check_from_2(facts, problem);
  }
  if (status != BERG_OK)
    return status;
  for (size_t i = 0; i < table->spec_count; i++)
    number_fields(&table->specs[i]);
  if (!has(facts, BERG_SECTION_LAST_PARTITION_ID))
    table->last_partition_id = highest_partition_id(table);
  table->has_next_row_id = table->format_version >= 3;
  if (table->format_version < 3)
    table->next_row_id = 0;
  else if (!has(facts, BERG_SECTION_NEXT_ROW_ID))
    return berg_problem_set(problem, BERG_INVALID, "member `next-row-id` is missing in the table metadata");
  if (!has(facts, BERG_SECTION_REFS) && table->current_snapshot_id != BERG_NO_SNAPSHOT)
    status = add_main(table, arena, problem);
  return status;
}
