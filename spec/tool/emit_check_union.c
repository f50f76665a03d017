/* Validators of oneOf, anyOf and discriminators: alternatives are tried in silence, and when none fits, the one that
 * the value was meant for says why. */
#include "spec/tool/emit_check.h"

#include "spec/tool/names.h"

#define PARAMETERS "(const struct berg_json_tree *tree, size_t node,\n    struct berg_violations *violations)"

/* The union that stands for SCHEMA among the shapes, or NULL. */
static const struct berg_shape *find_shape(const struct berg_emit *emit, const struct berg_spec_schema *schema)
{
  for (size_t i = 0; emit->shapes != NULL && i < emit->shapes->count; i++) {
    if (emit->shapes->items[i]->kind == BERG_SHAPE_UNION && emit->shapes->items[i]->schema == schema)
      return emit->shapes->items[i];
  }
  return NULL;
}

static void write_tag_report(struct berg_check_writer *writer, struct berg_buffer *out, const struct berg_shape *shape,
                             const char *tags, size_t tag_count, const char *keyword)
{
  size_t index = 0;

  berg_buffer_append_text(out, "  if (tree->nodes[node].kind == BERG_JSON_OBJECT) {\n"
                               "    size_t index = 0;\n    if (!berg_check_tag(tree, node, ");
  berg_emit_span(out, shape->tag);
  berg_buffer_append_format(out, ", %s, %zu, \"%s\", %s,\n        violations, &index))\n      return false;\n", tags,
                            tag_count, keyword, berg_check_place(writer, shape->schema));
  berg_buffer_append_text(out, "    switch (index) {\n");
  for (size_t i = 0; i < shape->alternative_count; i++) {
    const struct berg_alternative *alternative = &shape->alternatives[i];
    for (size_t k = 0; k < alternative->tags.count; k++, index++) {
      if (index + 1 < tag_count)
        berg_buffer_append_format(out, "    case %zu:\n", index);
      else
        berg_buffer_append_text(out, "    default:\n");
    }
    if (alternative->tags.count > 0)
      berg_buffer_append_format(out, "      return %s;\n", berg_check_expression(writer, alternative->schema, "node"));
  }
  berg_buffer_append_text(out, "    }\n  }\n");
}

static void write_marker_report(struct berg_check_writer *writer, struct berg_buffer *out,
                                const struct berg_alternative *alternative)
{
  berg_buffer_append_text(out, "  if (berg_json_member(tree, node, ");
  berg_emit_span(out, alternative->marker);
  berg_buffer_append_format(out, ") != 0)\n    return %s;\n",
                            berg_check_expression(writer, alternative->schema, "node"));
}

static void write_kind_report(struct berg_check_writer *writer, struct berg_buffer *out,
                              const struct berg_alternative *alternative, unsigned kinds)
{
  if (kinds == 0)
    return;
  berg_buffer_append_format(out, "  if ((berg_check_kind(tree, node) & (%s)) != 0)\n    return %s;\n",
                            berg_emit_kinds(writer->emit, kinds),
                            berg_check_expression(writer, alternative->schema, "node"));
}

/* The values of SHAPE's tag as a static array; returns how many there are. */
static size_t write_tags(struct berg_check_writer *writer, const struct berg_shape *shape, const char *name)
{
  struct berg_spans tags = {NULL, 0};
  size_t cap = 0;

  for (size_t i = 0; i < shape->alternative_count; i++) {
    for (size_t k = 0; k < shape->alternatives[i].tags.count; k++) {
      tags.items = berg_spec_room(writer->emit->arena, tags.items, tags.count, &cap, sizeof *tags.items);
      tags.items[tags.count++] = shape->alternatives[i].tags.items[k];
    }
  }
  berg_buffer_append_byte(writer->out, '\n');
  berg_emit_span_array(writer->out, name, &tags);
  return tags.count;
}

/* The lines that choose the alternative whose violations are told. */
static void write_report(struct berg_check_writer *writer, struct berg_buffer *out, const struct berg_shape *shape,
                         const char *name, const char *keyword)
{
  const char *tags = berg_name_raise(writer->emit->arena, berg_name_join(writer->emit->arena, name, "TAGS"));

  if (shape->tag.len > 0)
    write_tag_report(writer, out, shape, tags, write_tags(writer, shape, tags), keyword);
  for (size_t i = 0; i < shape->alternative_count; i++) {
    const struct berg_alternative *alternative = &shape->alternatives[i];
    unsigned kinds = alternative->kinds;
    if (alternative->marker.len > 0)
      write_marker_report(writer, out, alternative);
    if (shape->tag.len > 0 || alternative->marker.len > 0)
      kinds &= ~(unsigned)BERG_SPEC_OBJECT;
    write_kind_report(writer, out, alternative, kinds);
  }
}

/* Tells whether the discriminator's own function tells what is wrong with an object. */
static bool is_discriminated(const struct berg_shape *shape)
{
  return shape->tag.len > 0 && shape->schema->discriminator.mapping_count > 0;
}

/* The function that runs when no alternative of LIST fits. */
static void write_report_function(struct berg_check_writer *writer, const struct berg_spec_schema *schema,
                                  const char *name, const char *keyword)
{
  const struct berg_shape *shape = find_shape(writer->emit, schema);
  struct berg_buffer body;

  berg_buffer_open(&body);
  if (shape != NULL && is_discriminated(shape)) {
    berg_buffer_append_text(&body, "  if (tree->nodes[node].kind == BERG_JSON_OBJECT)\n    return false;\n");
  } else if (shape != NULL) {
    berg_buffer_append_text(&body, "  if (violations->hushed > 0)\n    return false;\n");
    write_report(writer, &body, shape, name, keyword);
  }
  berg_buffer_append_format(writer->out,
                            "\nstatic bool report_%s" PARAMETERS "\n{\n%.*s"
                            "  return berg_check_no_alternative(tree, node, \"%s\", %s, violations);\n}\n",
                            name, BERG_SPAN_ARGS(berg_buffer_span(&body)), keyword, berg_check_place(writer, schema));
  berg_buffer_close(&body);
}

/* The function that tries the alternatives of LIST. */
static void write_choice(struct berg_check_writer *writer, struct berg_buffer *body,
                         const struct berg_spec_schema *schema, const struct berg_spec_schemas *list,
                         const char *keyword, bool one)
{
  const char *name = berg_check_name(writer, schema);
  struct berg_buffer lines;

  if (list->count == 0)
    return;
  write_report_function(writer, schema, name, keyword);
  berg_buffer_open(&lines);
  for (size_t i = 0; i < list->count; i++)
    berg_buffer_append_format(&lines, "  %sfitting += %s ? 1 : 0;\n", one || i == 0 ? "" : "if (fitting == 0)\n    ",
                              berg_check_expression(writer, list->items[i], "node"));
  berg_buffer_append_format(writer->out,
                            "\nstatic bool check_%s" PARAMETERS "\n{\n  size_t fitting = 0;\n\n"
                            "  berg_violations_hush(violations);\n%.*s  berg_violations_speak(violations);\n",
                            name, BERG_SPAN_ARGS(berg_buffer_span(&lines)));
  if (one)
    berg_buffer_append_format(writer->out,
                              "  if (fitting > 1)\n    return berg_check_several(tree, node, %s, violations);\n",
                              berg_check_place(writer, schema));
  berg_buffer_append_format(writer->out, "  return fitting > 0 || report_%s(tree, node, violations);\n}\n", name);
  berg_buffer_close(&lines);
  struct berg_span line = berg_spec_format(writer->emit->arena, "check_%s(tree, node, violations)", name);
  berg_check_line(body, (const char *)line.bytes);
}

/* The function that wants the alternative that the discriminating member names. */
static void write_discriminated(struct berg_check_writer *writer, struct berg_buffer *body,
                                const struct berg_spec_schema *schema)
{
  const struct berg_shape *shape = find_shape(writer->emit, schema);

  if (shape == NULL || !is_discriminated(shape))
    return;
  const char *name = berg_check_name(writer, schema);
  const char *tags = berg_name_raise(writer->emit->arena, berg_name_join(writer->emit->arena, name, "TAGS"));
  struct berg_buffer lines;
  berg_buffer_open(&lines);
  write_tag_report(writer, &lines, shape, tags, write_tags(writer, shape, tags), "discriminator");
  berg_buffer_append_format(writer->out, "\nstatic bool check_%s" PARAMETERS "\n{\n%.*s  return true;\n}\n", name,
                            BERG_SPAN_ARGS(berg_buffer_span(&lines)));
  berg_buffer_close(&lines);
  struct berg_span line = berg_spec_format(writer->emit->arena, "check_%s(tree, node, violations)", name);
  berg_check_line(body, (const char *)line.bytes);
}

void berg_check_write_unions(struct berg_check_writer *writer, struct berg_buffer *body,
                             const struct berg_spec_schema *schema)
{
  if (schema->one_of.count + schema->any_of.count > 0)
    write_discriminated(writer, body, schema);
  write_choice(writer, body, schema, &schema->any_of, "anyOf", false);
  write_choice(writer, body, schema, &schema->one_of, "oneOf", true);
}
