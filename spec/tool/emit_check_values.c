/* Validators of scalars: const, enum, numbers, lengths, formats and patterns. */
#include "spec/tool/emit_check.h"

#include "spec/tool/names.h"

/* The JSON text of VALUE, for messages. */
static void write_json(struct berg_buffer *out, const struct berg_yaml *value)
{
  switch (value->kind) {
  case BERG_YAML_STRING:
    berg_buffer_append_format(out, "\"%.*s\"", BERG_SPAN_ARGS(value->text));
    return;
  case BERG_YAML_LIST:
    for (size_t i = 0; i < value->count; i++) {
      berg_buffer_append_text(out, i == 0 ? "[" : ",");
      write_json(out, value->items[i]);
    }
    berg_buffer_append_text(out, value->count == 0 ? "[]" : "]");
    return;
  case BERG_YAML_MAP:
    for (size_t i = 0; i < value->count; i++) {
      berg_buffer_append_format(out, "%s\"%.*s\":", i == 0 ? "{" : ",", BERG_SPAN_ARGS(value->members[i].key));
      write_json(out, value->members[i].value);
    }
    berg_buffer_append_text(out, value->count == 0 ? "{}" : "}");
    return;
  default:
    berg_buffer_append(out, value->text);
    return;
  }
}

static const char *take(struct berg_check_writer *writer, struct berg_buffer *text)
{
  const char *copy = berg_spec_text(writer->emit->arena, berg_buffer_span(text));

  berg_buffer_close(text);
  return copy;
}

static const char *literal_span(struct berg_check_writer *writer, struct berg_span text)
{
  struct berg_buffer out;

  berg_buffer_open(&out);
  berg_emit_span(&out, text);
  return take(writer, &out);
}

static const char *equal_expression(struct berg_check_writer *writer, const struct berg_spec_schema *schema,
                                    const struct berg_yaml *value, const char *at);

/* A function that compares a node with VALUE, a list or a map. */
static const char *write_equal_function(struct berg_check_writer *writer, const struct berg_spec_schema *schema,
                                        const struct berg_yaml *value)
{
  bool list = value->kind == BERG_YAML_LIST;
  struct berg_buffer body;
  const char *name = berg_check_name(writer, schema);

  berg_buffer_open(&body);
  for (size_t i = 0; i < value->count; i++) {
    const struct berg_yaml *child = list ? value->items[i] : value->members[i].value;
    if (!list)
      berg_buffer_append_format(&body, "  at = berg_json_member(tree, node, %s);\n  if (at == 0)\n    return false;\n",
                                literal_span(writer, value->members[i].key));
    berg_buffer_append_format(&body, "  if (!(%s))\n    return false;\n",
                              equal_expression(writer, schema, child, "at"));
    if (list)
      berg_buffer_append_text(&body, "  at = tree->nodes[at].end;\n");
  }
  berg_buffer_append_format(writer->out,
                            "\nstatic bool is_%s(const struct berg_json_tree *tree, size_t node)\n{\n%s"
                            "  if (tree->nodes[node].kind != BERG_JSON_%s || tree->nodes[node].child_count != %zu)\n"
                            "    return false;\n%.*s  return true;\n}\n",
                            name, value->count == 0 ? "" : "  size_t at = node + 1;\n\n", list ? "ARRAY" : "OBJECT",
                            value->count, BERG_SPAN_ARGS(berg_buffer_span(&body)));
  berg_buffer_close(&body);
  return name;
}

/* An expression that compares the node at AT with VALUE. */
static const char *equal_expression(struct berg_check_writer *writer, const struct berg_spec_schema *schema,
                                    const struct berg_yaml *value, const char *at)
{
  struct berg_arena *arena = writer->emit->arena;
  struct berg_span text;

  switch (value->kind) {
  case BERG_YAML_NULL:
    text = berg_spec_format(arena, "tree->nodes[%s].kind == BERG_JSON_NULL", at);
    break;
  case BERG_YAML_BOOLEAN:
    text = berg_spec_format(arena, "tree->nodes[%s].kind == BERG_JSON_%s", at, value->boolean ? "TRUE" : "FALSE");
    break;
  case BERG_YAML_INTEGER:
  case BERG_YAML_NUMBER:
    text = berg_spec_format(arena, "berg_check_is_number(tree, %s, %s)", at, literal_span(writer, value->text));
    break;
  case BERG_YAML_STRING:
    text = berg_spec_format(arena, "berg_check_is_string(tree, %s, %s)", at, literal_span(writer, value->text));
    break;
  default:
    text = berg_spec_format(arena, "is_%s(tree, %s)", write_equal_function(writer, schema, value), at);
    break;
  }
  return (const char *)text.bytes;
}

/* The line for COUNT VALUES that are all strings. */
static void write_words(struct berg_check_writer *writer, struct berg_buffer *body,
                        const struct berg_spec_schema *schema, const struct berg_yaml *const *values, size_t count,
                        const char *keyword)
{
  struct berg_arena *arena = writer->emit->arena;
  struct berg_spans words = {berg_spec_alloc(arena, count, sizeof(struct berg_span)), count};
  const char *name = berg_name_raise(arena, berg_check_name(writer, schema));

  for (size_t i = 0; i < count; i++)
    words.items[i] = values[i]->text;
  berg_buffer_append_byte(writer->out, '\n');
  berg_emit_span_array(writer->out, name, &words);
  struct berg_span line = berg_spec_format(arena, "berg_check_word(tree, node, %s, %zu, \"%s\", %s, violations)", name,
                                           count, keyword, berg_check_place(writer, schema));
  berg_check_line(body, (const char *)line.bytes);
}

/* The line for const or enum: the value is one of COUNT VALUES. */
static void write_choice(struct berg_check_writer *writer, struct berg_buffer *body,
                         const struct berg_spec_schema *schema, const struct berg_yaml *const *values, size_t count,
                         const char *keyword)
{
  struct berg_buffer equal;
  struct berg_buffer expected;
  bool words = true;

  for (size_t i = 0; i < count; i++)
    words = words && values[i]->kind == BERG_YAML_STRING;
  if (words) {
    write_words(writer, body, schema, values, count, keyword);
    return;
  }
  berg_buffer_open(&equal);
  berg_buffer_open(&expected);
  for (size_t i = 0; i < count; i++) {
    berg_buffer_append_format(&equal, "%s%s", i == 0 ? "" : " || ",
                              equal_expression(writer, schema, values[i], "node"));
    berg_buffer_append_text(&expected, i == 0 ? "" : " or ");
    write_json(&expected, values[i]);
  }
  const char *wanted = literal_span(writer, berg_buffer_span(&expected));
  berg_buffer_close(&expected);
  struct berg_span line =
      berg_spec_format(writer->emit->arena, "berg_check_value(tree, node, %s, %s, \"%s\", %s, violations)",
                       take(writer, &equal), wanted, keyword, berg_check_place(writer, schema));
  berg_check_line(body, (const char *)line.bytes);
}

static void write_limit(struct berg_check_writer *writer, struct berg_buffer *body,
                        const struct berg_spec_schema *schema, const char *function,
                        const struct berg_spec_limit *limit)
{
  if (!limit->set)
    return;
  struct berg_span line =
      berg_spec_format(writer->emit->arena, "berg_check_%s(tree, node, %lluu, %s, violations)", function,
                       (unsigned long long)limit->value, berg_check_place(writer, schema));
  berg_check_line(body, (const char *)line.bytes);
}

static void write_bound(struct berg_check_writer *writer, struct berg_buffer *body,
                        const struct berg_spec_schema *schema, const char *function, const struct berg_yaml *bound)
{
  if (bound == NULL)
    return;
  struct berg_span line =
      berg_spec_format(writer->emit->arena, "berg_check_%s(tree, node, %s, %s, violations)", function,
                       literal_span(writer, bound->text), berg_check_place(writer, schema));
  berg_check_line(body, (const char *)line.bytes);
}

static void write_format(struct berg_check_writer *writer, struct berg_buffer *body,
                         const struct berg_spec_schema *schema)
{
  static const char *const CHECKED[] = {"uuid", "date", "duration", "byte", "int32", "int64"};
  static const char *const NOTES[] = {"float", "double", "binary", "password"}; /* they restrict nothing in JSON */

  if (schema->format.len == 0)
    return;
  for (size_t i = 0; i < sizeof NOTES / sizeof NOTES[0]; i++) {
    if (berg_span_equal(schema->format, berg_span_of(NOTES[i])))
      return;
  }
  for (size_t i = 0; i < sizeof CHECKED / sizeof CHECKED[0]; i++) {
    if (!berg_span_equal(schema->format, berg_span_of(CHECKED[i])))
      continue;
    struct berg_span line = berg_spec_format(writer->emit->arena, "berg_check_%s(tree, node, %s, violations)",
                                             CHECKED[i], berg_check_place(writer, schema));
    berg_check_line(body, (const char *)line.bytes);
    return;
  }
  berg_spec_complain(writer->emit->complaints, schema->place, "format '%.*s' cannot be checked",
                     BERG_SPAN_ARGS(schema->format));
}

static void write_pattern(struct berg_check_writer *writer, struct berg_buffer *body,
                          const struct berg_spec_schema *schema)
{
  const char *reason = NULL;

  if (!schema->pattern_set)
    return;
  const char *name = berg_name_raise(writer->emit->arena, berg_check_name(writer, schema));
  if (!berg_emit_pattern(writer->emit, writer->out, name, schema->pattern, &reason)) {
    berg_spec_complain(writer->emit->complaints, schema->place, "pattern '%.*s' cannot be checked: %s",
                       BERG_SPAN_ARGS(schema->pattern), reason);
    return;
  }
  struct berg_span line =
      berg_spec_format(writer->emit->arena, "berg_check_pattern(tree, node, &%s, %s, %s, violations)", name,
                       literal_span(writer, schema->pattern), berg_check_place(writer, schema));
  berg_check_line(body, (const char *)line.bytes);
}

void berg_check_write_values(struct berg_check_writer *writer, struct berg_buffer *body,
                             const struct berg_spec_schema *schema)
{
  if (schema->const_value != NULL)
    write_choice(writer, body, schema, &schema->const_value, 1, "const");
  if (schema->enum_values.count > 0)
    write_choice(writer, body, schema, (const struct berg_yaml *const *)schema->enum_values.items,
                 schema->enum_values.count, "enum");
  write_bound(writer, body, schema, "minimum", schema->minimum);
  write_bound(writer, body, schema, "maximum", schema->maximum);
  write_bound(writer, body, schema, "exclusive_minimum", schema->exclusive_minimum);
  write_bound(writer, body, schema, "exclusive_maximum", schema->exclusive_maximum);
  write_limit(writer, body, schema, "min_length", &schema->min_length);
  write_limit(writer, body, schema, "max_length", &schema->max_length);
  write_limit(writer, body, schema, "min_items", &schema->min_items);
  write_limit(writer, body, schema, "max_items", &schema->max_items);
  write_limit(writer, body, schema, "min_properties", &schema->min_properties);
  write_limit(writer, body, schema, "max_properties", &schema->max_properties);
  if (schema->unique_items == BERG_SPEC_YES) {
    struct berg_span line = berg_spec_format(writer->emit->arena, "berg_check_unique_items(tree, node, %s, violations)",
                                             berg_check_place(writer, schema));
    berg_check_line(body, (const char *)line.bytes);
  }
  write_format(writer, body, schema);
  write_pattern(writer, body, schema);
}
