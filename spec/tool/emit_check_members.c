/* Validators of objects and arrays: required, properties, additionalProperties, items. */
#include "spec/tool/emit_check.h"

#include "spec/tool/names.h"

#define PARAMETERS "(const struct berg_json_tree *tree, size_t node,\n    struct berg_violations *violations)"
#define MEMBERS_PER_FUNCTION 8u

/* NAME as `BERG_SPAN("name")`, in the arena. */
static const char *span_of(struct berg_check_writer *writer, struct berg_span name)
{
  struct berg_buffer text;

  berg_buffer_open(&text);
  berg_emit_span(&text, name);
  const char *copy = berg_spec_text(writer->emit->arena, berg_buffer_span(&text));
  berg_buffer_close(&text);
  return copy;
}

static void write_required(struct berg_check_writer *writer, struct berg_buffer *body,
                           const struct berg_spec_schema *schema)
{
  for (size_t i = 0; i < schema->required.count; i++) {
    struct berg_span line =
        berg_spec_format(writer->emit->arena, "berg_check_required(tree, node, %s, %s, violations)",
                         span_of(writer, schema->required.items[i]), berg_check_place(writer, schema));
    berg_check_line(body, (const char *)line.bytes);
  }
}

/* Whether a property says what the value must be: those are looked at first, since they tell alternatives apart. */
static bool is_tag(const struct berg_spec_property *property)
{
  return property->schema->const_value != NULL || property->schema->enum_values.count > 0;
}

/* The properties of SCHEMA, tags first. */
static const struct berg_spec_property **order_properties(struct berg_check_writer *writer,
                                                          const struct berg_spec_schema *schema)
{
  const struct berg_spec_property **order = berg_spec_alloc(writer->emit->arena, schema->property_count, sizeof *order);
  size_t count = 0;

  for (int tags = 1; tags >= 0; tags--) {
    for (size_t i = 0; i < schema->property_count; i++) {
      if (is_tag(&schema->properties[i]) == (tags == 1))
        order[count++] = &schema->properties[i];
    }
  }
  return order;
}

/* A function that checks COUNT of the PROPERTIES. */
static const char *write_members_function(struct berg_check_writer *writer, const struct berg_spec_schema *schema,
                                          const struct berg_spec_property **properties, size_t count)
{
  struct berg_buffer body;
  const char *name = berg_check_name(writer, schema);

  berg_buffer_open(&body);
  for (size_t i = 0; i < count; i++)
    berg_buffer_append_format(&body,
                              "  at = berg_json_member(tree, node, %s);\n"
                              "  if (at != 0 && berg_violations_go_on(violations, ok))\n    ok = %s && ok;\n",
                              span_of(writer, properties[i]->name),
                              berg_check_expression(writer, properties[i]->schema, "at"));
  berg_buffer_append_format(writer->out,
                            "\nstatic bool check_%s" PARAMETERS "\n{\n  bool ok = true;\n  size_t at = 0;\n\n"
                            "%.*s  return ok;\n}\n",
                            name, BERG_SPAN_ARGS(berg_buffer_span(&body)));
  berg_buffer_close(&body);
  return name;
}

static void write_properties(struct berg_check_writer *writer, struct berg_buffer *body,
                             const struct berg_spec_schema *schema)
{
  const struct berg_spec_property **order = order_properties(writer, schema);

  for (size_t first = 0; first < schema->property_count; first += MEMBERS_PER_FUNCTION) {
    size_t count = schema->property_count - first;
    if (count > MEMBERS_PER_FUNCTION)
      count = MEMBERS_PER_FUNCTION;
    const char *name = write_members_function(writer, schema, order + first, count);
    struct berg_span line = berg_spec_format(writer->emit->arena, "check_%s(tree, node, violations)", name);
    berg_check_line(body, (const char *)line.bytes);
  }
}

/* The names of SCHEMA's properties as a static array; returns its name, or NULL when there are none. */
static const char *write_names(struct berg_check_writer *writer, const struct berg_spec_schema *schema)
{
  struct berg_arena *arena = writer->emit->arena;
  struct berg_spans names = {berg_spec_alloc(arena, schema->property_count, sizeof(struct berg_span)),
                             schema->property_count};

  if (names.count == 0)
    return NULL;
  for (size_t i = 0; i < names.count; i++)
    names.items[i] = schema->properties[i].name;
  const char *name = berg_name_raise(arena, berg_check_name(writer, schema));
  berg_buffer_append_byte(writer->out, '\n');
  berg_emit_span_array(writer->out, name, &names);
  return name;
}

/* A function that checks the members that are no properties of SCHEMA. */
static const char *write_others_function(struct berg_check_writer *writer, const struct berg_spec_schema *schema,
                                         const char *names)
{
  const char *expression = berg_check_expression(writer, schema->additional, "i + 1");
  const char *name = berg_check_name(writer, schema);

  berg_buffer_append_format(
      writer->out,
      "\nstatic bool check_%s" PARAMETERS "\n{\n"
      "  const struct berg_json_node *nodes = tree->nodes;\n  bool ok = true;\n\n"
      "  if (nodes[node].kind != BERG_JSON_OBJECT)\n    return true;\n"
      "  for (size_t i = node + 1; i < nodes[node].end && berg_violations_go_on(violations, ok);\n"
      "       i = nodes[i + 1].end) {\n",
      name);
  if (names != NULL)
    berg_buffer_append_format(writer->out, "    if (berg_check_is_among(nodes[i].text, %s, %zu))\n      continue;\n",
                              names, schema->property_count);
  berg_buffer_append_format(writer->out, "    ok = %s && ok;\n  }\n  return ok;\n}\n", expression);
  return name;
}

static void write_additional(struct berg_check_writer *writer, struct berg_buffer *body,
                             const struct berg_spec_schema *schema)
{
  struct berg_span line;

  if (schema->additional == NULL || schema->additional->form == BERG_SPEC_FORM_TRUE)
    return;
  const char *names = write_names(writer, schema);
  if (schema->additional->form == BERG_SPEC_FORM_FALSE)
    line = berg_spec_format(writer->emit->arena, "berg_check_closed(tree, node, %s, %zu, %s, violations)",
                            names == NULL ? "NULL" : names, schema->property_count, berg_check_place(writer, schema));
  else
    line = berg_spec_format(writer->emit->arena, "check_%s(tree, node, violations)",
                            write_others_function(writer, schema, names));
  berg_check_line(body, (const char *)line.bytes);
}

static void write_items(struct berg_check_writer *writer, struct berg_buffer *body,
                        const struct berg_spec_schema *schema)
{
  if (schema->items == NULL)
    return;
  const char *expression = berg_check_expression(writer, schema->items, "i");
  const char *name = berg_check_name(writer, schema);
  berg_buffer_append_format(
      writer->out,
      "\nstatic bool check_%s" PARAMETERS "\n{\n"
      "  const struct berg_json_node *nodes = tree->nodes;\n  bool ok = true;\n\n"
      "  if (nodes[node].kind != BERG_JSON_ARRAY)\n    return true;\n"
      "  for (size_t i = node + 1; i < nodes[node].end && berg_violations_go_on(violations, ok);\n"
      "       i = nodes[i].end)\n    ok = %s && ok;\n  return ok;\n}\n",
      name, expression);
  struct berg_span line = berg_spec_format(writer->emit->arena, "check_%s(tree, node, violations)", name);
  berg_check_line(body, (const char *)line.bytes);
}

void berg_check_write_members(struct berg_check_writer *writer, struct berg_buffer *body,
                              const struct berg_spec_schema *schema)
{
  write_required(writer, body, schema);
  write_properties(writer, body, schema);
  write_additional(writer, body, schema);
  write_items(writer, body, schema);
}
