#include "spec/tool/resolve.h"

#include "spec/tool/walk.h"

/* A search for circles of edges that stay at the same value. */
struct circle {
  struct berg_spec_complaints *complaints;
  uint8_t *state;                      /* of each named schema: 0 new, 1 on the way, 2 done */
  const struct berg_spec_schema **way; /* the named schemas on the way */
  size_t way_count;
};

static void complain_circle(struct circle *circle, const struct berg_spec_schema *again)
{
  struct berg_arena *arena = circle->complaints->arena;
  struct berg_span text = BERG_SPAN("");
  size_t from = circle->way_count;

  while (from > 0 && circle->way[from - 1] != again)
    from--;
  for (size_t i = from == 0 ? 0 : from - 1; i < circle->way_count; i++)
    text = berg_spec_format(arena, "%.*s%.*s -> ", BERG_SPAN_ARGS(text), BERG_SPAN_ARGS(circle->way[i]->name));
  berg_spec_complain(circle->complaints, again->place,
                     "schema '%.*s' leads to itself without a value between: %.*s%.*s", BERG_SPAN_ARGS(again->name),
                     BERG_SPAN_ARGS(text), BERG_SPAN_ARGS(again->name));
}

static void follow_same(void *context, struct berg_spec_schema *schema, enum berg_spec_edge edge);

/* Recursion is bounded by the number of named schemas and the depth of each. */
static void enter_named(struct circle *circle, struct berg_spec_schema *schema)
{
  if (circle->state[schema->index] == 1)
    complain_circle(circle, schema);
  if (circle->state[schema->index] != 0)
    return;
  circle->state[schema->index] = 1;
  circle->way[circle->way_count++] = schema;
  berg_spec_visit_edges(schema, follow_same, circle);
  circle->way_count--;
  circle->state[schema->index] = 2;
}

static void follow_same(void *context, struct berg_spec_schema *schema, enum berg_spec_edge edge)
{
  if (edge == BERG_SPEC_EDGE_REF)
    enter_named(context, schema);
  else if (edge == BERG_SPEC_EDGE_SAME)
    berg_spec_visit_edges(schema, follow_same, context);
}

void berg_spec_check_circles(const struct berg_spec_document *document, struct berg_spec_complaints *complaints)
{
  struct circle circle = {.complaints = complaints};

  circle.state = berg_spec_alloc(complaints->arena, document->schema_count, 1);
  circle.way = berg_spec_alloc(complaints->arena, document->schema_count, sizeof(struct berg_spec_schema *));
  for (size_t i = 0; i < document->schema_count; i++)
    enter_named(&circle, document->schemas[i]);
}

/* Which named schemas can be reached from each: row by row, one byte a schema. */
struct reach {
  uint8_t *row;
  struct berg_spec_schema **stack;
  size_t stack_count;
  bool with_mapping;
};

static void reach_out(void *context, struct berg_spec_schema *schema, enum berg_spec_edge edge)
{
  struct reach *reach = context;

  if (edge == BERG_SPEC_EDGE_MAPPING && !reach->with_mapping)
    return;
  if (edge == BERG_SPEC_EDGE_INNER || edge == BERG_SPEC_EDGE_SAME) {
    berg_spec_visit_edges(schema, reach_out, context);
    return;
  }
  if (reach->row[schema->index] != 0)
    return;
  reach->row[schema->index] = 1;
  reach->stack[reach->stack_count++] = schema;
}

/* Goes on until everything that can be reached from what was put on the stack is marked. */
static void exhaust(struct reach *reach)
{
  while (reach->stack_count > 0)
    berg_spec_visit_edges(reach->stack[--reach->stack_count], reach_out, reach);
}

static void find_cycles(struct berg_arena *arena, struct berg_spec_document *document)
{
  size_t count = document->schema_count;
  uint8_t *rows = berg_spec_alloc(arena, count, count);
  struct reach reach = {.stack = berg_spec_alloc(arena, count, sizeof(struct berg_spec_schema *))};
  size_t cycles = 0;

  for (size_t i = 0; i < count; i++) {
    reach.row = rows + i * count;
    berg_spec_visit_edges(document->schemas[i], reach_out, &reach);
    exhaust(&reach);
    document->schemas[i]->recursive = reach.row[i] != 0;
  }
  for (size_t i = 0; i < count; i++) {
    if (!document->schemas[i]->recursive || document->schemas[i]->cycle != 0)
      continue;
    cycles++;
    for (size_t j = i; j < count; j++)
      if (rows[i * count + j] != 0 && rows[j * count + i] != 0)
        document->schemas[j]->cycle = cycles;
  }
}

struct use {
  struct reach request;
  struct reach reply;
};

static void use_schema(void *context, struct berg_spec_schema *schema, bool in_reply)
{
  struct use *use = context;
  struct reach *reach = in_reply ? &use->reply : &use->request;

  berg_spec_visit_edges(schema, reach_out, reach);
  exhaust(reach);
}

static void find_uses(struct berg_arena *arena, struct berg_spec_document *document)
{
  size_t count = document->schema_count;
  struct berg_spec_schema **stack = berg_spec_alloc(arena, count, sizeof(struct berg_spec_schema *));
  struct use use = {{berg_spec_alloc(arena, count, 1), stack, 0, true},
                    {berg_spec_alloc(arena, count, 1), stack, 0, true}};

  for (size_t i = 0; i < document->operation_count; i++)
    berg_spec_visit_operation(&document->operations[i], use_schema, &use);
  for (size_t i = 0; i < count; i++) {
    document->schemas[i]->in_requests = use.request.row[i] != 0;
    document->schemas[i]->in_responses = use.reply.row[i] != 0;
  }
}

static void find_derived(struct berg_arena *arena, struct berg_spec_document *document)
{
  size_t *caps = berg_spec_alloc(arena, document->schema_count, sizeof *caps);

  for (size_t i = 0; i < document->schema_count; i++) {
    const struct berg_spec_schemas *parts = &document->schemas[i]->all_of;
    for (size_t p = 0; p < parts->count; p++) {
      struct berg_spec_schema *base = parts->items[p]->ref;
      if (base == NULL)
        continue;
      struct berg_spec_schemas *derived = &base->derived;
      derived->items = berg_spec_room(arena, derived->items, derived->count, &caps[base->index], sizeof base);
      derived->items[derived->count++] = document->schemas[i];
    }
  }
}

void berg_spec_resolve(struct berg_arena *arena, struct berg_spec_document *document)
{
  find_cycles(arena, document);
  find_uses(arena, document);
  find_derived(arena, document);
}
