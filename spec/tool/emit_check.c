/* berg_wire_check.h/.c: a validator for each schema. */
#include "spec/tool/emit_check.h"

#include "spec/tool/names.h"

#define PARAMETERS "(const struct berg_json_tree *tree, size_t node,\n    struct berg_violations *violations)"

const struct berg_spec_schema *berg_check_owner(const struct berg_spec_schema *schema)
{
  while (schema->parent != NULL && schema->name.len == 0)
    schema = schema->parent;
  return schema;
}

const char *berg_check_place(struct berg_check_writer *writer, const struct berg_spec_schema *schema)
{
  static const char PREFIX[] = "/components/schemas/";
  struct berg_span pointer = schema->pointer;
  struct berg_buffer text;

  if (berg_span_starts_with(pointer, berg_span_of(PREFIX)))
    pointer = berg_span_part(pointer, sizeof PREFIX - 1, pointer.len - (sizeof PREFIX - 1));
  berg_buffer_open(&text);
  berg_emit_literal(&text, pointer);
  const char *copy = berg_spec_text(writer->emit->arena, berg_buffer_span(&text));
  berg_buffer_close(&text);
  return copy;
}

const char *berg_check_name(struct berg_check_writer *writer, const struct berg_spec_schema *schema)
{
  const char *owner = berg_name_snake(writer->emit->arena, berg_check_owner(schema)->name);

  return (const char *)berg_spec_format(writer->emit->arena, "%s_%zu", owner, ++writer->number).bytes;
}

void berg_check_line(struct berg_buffer *body, const char *expression)
{
  berg_buffer_append_format(body, "  if (berg_violations_go_on(violations, ok))\n    ok = %s && ok;\n", expression);
}

/* Whether more than a type or a reference stands in SCHEMA. */
static bool is_simple(const struct berg_spec_schema *schema)
{
  return schema->const_value == NULL && schema->enum_values.count == 0 && !schema->pattern_set &&
         schema->format.len == 0 && !schema->min_length.set && !schema->max_length.set && schema->minimum == NULL &&
         schema->maximum == NULL && schema->exclusive_minimum == NULL && schema->exclusive_maximum == NULL &&
         schema->items == NULL && !schema->min_items.set && !schema->max_items.set &&
         schema->unique_items != BERG_SPEC_YES && schema->property_count == 0 && schema->required.count == 0 &&
         !schema->min_properties.set && !schema->max_properties.set &&
         (schema->additional == NULL || schema->additional->form == BERG_SPEC_FORM_TRUE) && schema->all_of.count == 0 &&
         schema->one_of.count == 0 && schema->any_of.count == 0 && schema->discriminator.mapping_count == 0;
}

/* Tells whether objects of SCHEMA are told apart by its discriminator alone: it is the base of other schemas. */
static bool is_base(const struct berg_spec_schema *schema)
{
  return schema->discriminator.mapping_count > 0 && schema->one_of.count == 0 && schema->any_of.count == 0;
}

/* The name of the function that checks SCHEMA without looking at its discriminator. */
static const char *plain_name(struct berg_check_writer *writer, const struct berg_spec_schema *schema)
{
  const char *snake = berg_name_snake(writer->emit->arena, schema->name);

  return is_base(schema) ? berg_name_join(writer->emit->arena, snake, "itself") : snake;
}

static const char *call(struct berg_check_writer *writer, const char *function, const char *at)
{
  return (const char *)berg_spec_format(writer->emit->arena, "check_%s(tree, %s, violations)", function, at).bytes;
}

static void write_all_of(struct berg_check_writer *writer, struct berg_buffer *body,
                         const struct berg_spec_schema *schema)
{
  for (size_t i = 0; i < schema->all_of.count; i++) {
    const struct berg_spec_schema *part = schema->all_of.items[i];
    if (part->name.len == 0 && part->ref != NULL && is_simple(part) && part->types == 0)
      berg_check_line(body, call(writer, plain_name(writer, part->ref), "node"));
    else
      berg_check_line(body, berg_check_expression(writer, part, "node"));
  }
}

static const char *type_expression(struct berg_check_writer *writer, const struct berg_spec_schema *schema,
                                   const char *at)
{
  return (const char *)berg_spec_format(writer->emit->arena, "berg_check_type(tree, %s, %s, %s, violations)", at,
                                        berg_emit_kinds(writer->emit, schema->types), berg_check_place(writer, schema))
      .bytes;
}

/* The lines of the function of SCHEMA. */
static void write_lines(struct berg_check_writer *writer, struct berg_buffer *body,
                        const struct berg_spec_schema *schema)
{
  if (schema->types != 0)
    berg_check_line(body, type_expression(writer, schema, "node"));
  if (schema->ref != NULL)
    berg_check_line(body, call(writer, berg_name_snake(writer->emit->arena, schema->ref->name), "node"));
  berg_check_write_values(writer, body, schema);
  write_all_of(writer, body, schema);
  berg_check_write_members(writer, body, schema);
  berg_check_write_unions(writer, body, schema);
}

/* Writes the function NAME that checks SCHEMA. */
static void write_function(struct berg_check_writer *writer, const struct berg_spec_schema *schema, const char *name)
{
  struct berg_buffer body;

  berg_buffer_open(&body);
  if (schema->form == BERG_SPEC_FORM_FALSE)
    berg_check_line(&body, (const char *)berg_spec_format(writer->emit->arena,
                                                          "berg_check_nothing(tree, node, %s, violations)",
                                                          berg_check_place(writer, schema))
                               .bytes);
  else
    write_lines(writer, &body, schema);
  berg_buffer_append_format(writer->out, "\n/* %s */\nstatic bool check_%s" PARAMETERS "\n{\n",
                            berg_check_place(writer, schema), name);
  if (body.len == 0)
    berg_buffer_append_text(writer->out, "  (void)tree;\n  (void)node;\n  (void)violations;\n  return true;\n}\n");
  else
    berg_buffer_append_format(writer->out, "  bool ok = true;\n\n%.*s  return ok;\n}\n",
                              BERG_SPAN_ARGS(berg_buffer_span(&body)));
  berg_buffer_close(&body);
}

/* The function of SCHEMA, which has no name, written when there is none. */
static const char *function_of(struct berg_check_writer *writer, const struct berg_spec_schema *schema)
{
  for (size_t i = 0; i < writer->function_count; i++) {
    if (writer->functions[i].schema == schema)
      return writer->functions[i].name;
  }
  const char *name = berg_check_name(writer, schema);
  write_function(writer, schema, name);
  writer->functions = berg_spec_room(writer->emit->arena, writer->functions, writer->function_count,
                                     &writer->function_cap, sizeof *writer->functions);
  writer->functions[writer->function_count++] = (struct berg_check_function){schema, name};
  return name;
}

const char *berg_check_expression(struct berg_check_writer *writer, const struct berg_spec_schema *schema,
                                  const char *at)
{
  struct berg_arena *arena = writer->emit->arena;

  if (schema->name.len > 0)
    return call(writer, berg_name_snake(arena, schema->name), at);
  if (schema->form == BERG_SPEC_FORM_OBJECT && is_simple(schema)) {
    if (schema->ref != NULL && schema->types == 0)
      return call(writer, berg_name_snake(arena, schema->ref->name), at);
    if (schema->ref == NULL && schema->types != 0)
      return type_expression(writer, schema, at);
  }
  return call(writer, function_of(writer, schema), at);
}

/* The function of a base: the discriminating member leads to one of the derived schemas. */
static void write_base(struct berg_check_writer *writer, const struct berg_spec_schema *schema)
{
  const struct berg_spec_discriminator *discriminator = &schema->discriminator;
  struct berg_arena *arena = writer->emit->arena;
  struct berg_buffer *out = writer->out;
  const char *snake = berg_name_snake(arena, schema->name);
  const char *tags = berg_name_join(arena, berg_name_raise(arena, snake), "TAGS");
  struct berg_spans values = {berg_spec_alloc(arena, discriminator->mapping_count, sizeof(struct berg_span)),
                              discriminator->mapping_count};

  for (size_t i = 0; i < values.count; i++)
    values.items[i] = discriminator->mapping[i].value;
  berg_buffer_append_byte(out, '\n');
  berg_emit_span_array(out, tags, &values);
  berg_buffer_append_format(out, "\n/* %.*s */\nstatic bool check_%s" PARAMETERS "\n{\n  size_t index = 0;\n\n",
                            BERG_SPAN_ARGS(schema->name), snake);
  berg_buffer_append_format(out,
                            "  if (tree->nodes[node].kind != BERG_JSON_OBJECT)\n"
                            "    return check_%s(tree, node, violations);\n  if (!berg_check_tag(tree, node, ",
                            plain_name(writer, schema));
  berg_emit_span(out, discriminator->property);
  berg_buffer_append_format(out, ", %s, %zu, \"discriminator\", %s,\n      violations, &index))\n    return false;\n",
                            tags, values.count, berg_check_place(writer, schema));
  berg_buffer_append_text(out, "  switch (index) {\n");
  for (size_t i = 0; i < values.count; i++) {
    if (i + 1 < values.count)
      berg_buffer_append_format(out, "  case %zu:\n", i);
    else
      berg_buffer_append_text(out, "  default:\n");
    berg_buffer_append_format(out, "    return %s;\n",
                              berg_check_expression(writer, discriminator->mapping[i].schema, "node"));
  }
  berg_buffer_append_text(out, "  }\n}\n");
}

static void write_public(struct berg_check_writer *writer, struct berg_buffer *header,
                         const struct berg_spec_schema *schema)
{
  const char *snake = berg_name_snake(writer->emit->arena, schema->name);

  berg_buffer_append_format(header, "BERG_MUST_USE enum berg_status berg_wire_%s_check" PARAMETERS ";\n", snake);
  berg_buffer_append_format(writer->out,
                            "\nenum berg_status berg_wire_%s_check" PARAMETERS
                            "\n{\n  return berg_violations_status(violations, check_%s(tree, node, violations));\n}\n",
                            snake, snake);
}

static void write_schema(struct berg_check_writer *writer, struct berg_buffer *header,
                         const struct berg_spec_schema *schema)
{
  writer->number = 0;
  write_function(writer, schema, plain_name(writer, schema));
  if (is_base(schema))
    write_base(writer, schema);
  write_public(writer, header, schema);
}

static void write_table(struct berg_check_writer *writer)
{
  const struct berg_spec_document *document = writer->emit->document;
  struct berg_buffer *out = writer->out;

  berg_buffer_append_text(out, "\nstatic const struct berg_check_schema SCHEMAS[] = {\n");
  for (size_t i = 0; i < document->schema_count; i++) {
    berg_buffer_append_text(out, "    {");
    berg_emit_literal(out, document->schemas[i]->name);
    berg_buffer_append_format(out, ", berg_wire_%s_check},\n",
                              berg_name_snake(writer->emit->arena, document->schemas[i]->name));
  }
  berg_buffer_append_format(out,
                            "};\n\nsize_t berg_wire_schema_count(void)\n{\n  return %zu;\n}\n"
                            "\nconst struct berg_check_schema *berg_wire_schema_at(size_t index)\n{\n"
                            "  return &SCHEMAS[index];\n}\n"
                            "\nconst struct berg_check_schema *berg_wire_schema_find(struct berg_span name)\n{\n"
                            "  for (size_t i = 0; i < %zu; i++) {\n"
                            "    if (berg_span_equal(name, berg_span_of(SCHEMAS[i].name)))\n"
                            "      return &SCHEMAS[i];\n  }\n  return NULL;\n}\n",
                            document->schema_count, document->schema_count);
}

static const char TABLE_DECLARATIONS[] =
    "\n/* The schemas of the API by name; find gives NULL for a name that there is not. */\n"
    "const struct berg_check_schema *berg_wire_schema_find(struct berg_span name);\n"
    "size_t berg_wire_schema_count(void);\n"
    "const struct berg_check_schema *berg_wire_schema_at(size_t index);\n"
    "\n/* Each checks the value at node NODE of TREE; violations are added to the list. BERG_OK, BERG_INVALID,\n"
    " * BERG_NO_MEMORY. */\n";

void berg_emit_check(const struct berg_emit *emit, struct berg_buffer *header, struct berg_buffer *source)
{
  struct berg_check_writer writer = {.emit = emit, .out = source};
  const struct berg_spec_document *document = emit->document;

  berg_emit_header_begin(header, "BERG_GENERATED_CHECK_H", "Validators: one for each schema of the API.",
                         "#include \"wire/check.h\"\n");
  berg_buffer_append_text(header, TABLE_DECLARATIONS);
  berg_emit_source_begin(source, "#include \"berg_wire_check.h\"\n");
  for (size_t i = 0; i < document->schema_count; i++) {
    const struct berg_spec_schema *schema = document->schemas[i];
    berg_buffer_append_format(source, "static bool check_%s" PARAMETERS ";\n",
                              berg_name_snake(emit->arena, schema->name));
    if (is_base(schema))
      berg_buffer_append_format(source, "static bool check_%s" PARAMETERS ";\n", plain_name(&writer, schema));
  }
  for (size_t i = 0; i < document->schema_count; i++)
    write_schema(&writer, header, document->schemas[i]);
  write_table(&writer);
  berg_emit_header_end(header);
}
