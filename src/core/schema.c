#include "core/schema.h"

#include "core/schema_default.h"
#include "core/schema_index.h"

size_t berg_schema_find_id(const struct berg_schema *schema, int32_t id)
{
  size_t i = 0;

  while (i < schema->field_count && schema->fields[i].id != id)
    i++;
  return i;
}

/* Whether the dotted name of field AT is NAME; read from the end, so that a dot inside a name is no separator. */
static bool is_full_name(const struct berg_schema *schema, size_t at, struct berg_span name)
{
  size_t left = name.len;

  for (;;) {
    const struct berg_field *field = &schema->fields[at];
    if (field->name.len > left ||
        !berg_span_equal(field->name, berg_span_part(name, left - field->name.len, field->name.len)))
      return false;
    left -= field->name.len;
    if (field->parent == BERG_NO_PARENT)
      return left == 0;
    if (left == 0 || name.bytes[left - 1] != '.')
      return false;
    left--;
    at = field->parent;
  }
}

size_t berg_schema_find_name(const struct berg_schema *schema, struct berg_span name)
{
  size_t i = 0;

  while (i < schema->field_count && !is_full_name(schema, i, name))
    i++;
  return i;
}

int32_t berg_schema_highest_id(const struct berg_schema *schema)
{
  int32_t highest = 0;

  for (size_t i = 0; i < schema->field_count; i++) {
    if (schema->fields[i].id > highest)
      highest = schema->fields[i].id;
  }
  return highest;
}

/* Whether two default values are the same text; absent and JSON null are both none. */
static bool is_same_default(struct berg_span a, struct berg_span b)
{
  bool a_is_none = berg_default_is_none(a);

  return a_is_none == berg_default_is_none(b) && (a_is_none || berg_span_equal(a, b));
}

static bool is_same_field(const struct berg_field *a, const struct berg_field *b)
{
  return a->id == b->id && a->role == b->role && a->parent == b->parent && a->end == b->end &&
         a->required == b->required && berg_span_equal(a->name, b->name) && berg_type_equal(&a->type, &b->type) &&
         a->has_doc == b->has_doc && (!a->has_doc || berg_span_equal(a->doc, b->doc)) &&
         is_same_default(a->initial_default, b->initial_default) && is_same_default(a->write_default, b->write_default);
}

static bool has_id(const struct berg_int32s *ids, int32_t id)
{
  for (size_t i = 0; i < ids->count; i++) {
    if (ids->items[i] == id)
      return true;
  }
  return false;
}

static bool has_all_ids(const struct berg_int32s *ids, const struct berg_int32s *wanted)
{
  for (size_t i = 0; i < wanted->count; i++) {
    if (!has_id(ids, wanted->items[i]))
      return false;
  }
  return true;
}

/* Whether both hold the same ids, in any order; the usual case is the same order. */
static bool is_same_set(const struct berg_int32s *a, const struct berg_int32s *b)
{
  size_t i = 0;

  while (i < a->count && i < b->count && a->items[i] == b->items[i])
    i++;
  if (i == a->count && i == b->count)
    return true;
  return has_all_ids(a, b) && has_all_ids(b, a);
}

/* SPEC tables/updateTable/add-schema-reuse */
bool berg_schema_equal(const struct berg_schema *a, const struct berg_schema *b)
{
  if (a->field_count != b->field_count)
    return false;
  for (size_t i = 0; i < a->field_count; i++) {
    if (!is_same_field(&a->fields[i], &b->fields[i]))
      return false;
  }
  return is_same_set(&a->identifier_field_ids, &b->identifier_field_ids);
}

/* Gives new ids to the fields right below PARENT, from FROM up to END. */
static void number_children(struct berg_field *fields, size_t from, size_t end, int32_t *next)
{
  for (size_t i = from; i < end; i = fields[i].end) {
    (*next)++;
    fields[i].id = *next;
  }
}

/* The new ids of the identifier fields of SCHEMA; -1, which no field has, for an id that SCHEMA does not have. */
static enum berg_status rename_identifiers(const struct berg_schema *schema, const struct berg_field *fresh,
                                           struct berg_arena *arena, struct berg_int32s *ids)
{
  size_t *index = NULL;
  int32_t *items = berg_arena_alloc(arena, schema->identifier_field_ids.count, sizeof *items);

  if (items == NULL || berg_schema_index_make(schema, BERG_ORDER_BY_ID, arena, &index) != BERG_OK)
    return BERG_NO_MEMORY;
  for (size_t i = 0; i < schema->identifier_field_ids.count; i++) {
    size_t at = berg_schema_index_find(schema, index, schema->identifier_field_ids.items[i]);
    items[i] = at < schema->field_count ? fresh[at].id : -1;
  }
  ids->items = items;
  ids->count = schema->identifier_field_ids.count;
  return BERG_OK;
}

/* SPEC tables/createTable/fresh-ids, tables/createTable/rebind-ids */
enum berg_status berg_schema_assign_fresh_ids(const struct berg_schema *schema, struct berg_arena *arena,
                                              int32_t *last_id, struct berg_schema *fresh)
{
  size_t count = schema->field_count;
  int32_t last = *last_id;
  struct berg_int32s identifiers = {NULL, 0};
  struct berg_field *fields = berg_arena_alloc(arena, count, sizeof *fields);

  if (fields == NULL)
    return BERG_NO_MEMORY;
  if (last < 0 || last > BERG_FIELD_ID_MAX || count > (size_t)(BERG_FIELD_ID_MAX - last))
    return BERG_INVALID;
  for (size_t i = 0; i < count; i++)
    fields[i] = schema->fields[i];
  /* Fields stand in pre-order, so nested types come up here in the order in which a walk in depth would visit them. */
  number_children(fields, 0, count, &last);
  for (size_t i = 0; i < count; i++) {
    if (berg_type_is_nested(fields[i].type.kind))
      number_children(fields, i + 1, fields[i].end, &last);
  }
  if (schema->identifier_field_ids.count > 0 && rename_identifiers(schema, fields, arena, &identifiers) != BERG_OK)
    return BERG_NO_MEMORY;
  *fresh = *schema;
  fresh->fields = fields;
  fresh->identifier_field_ids = identifiers;
  fresh->text = (struct berg_span){NULL, 0};
  *last_id = last;
  return BERG_OK;
}
