/* berg_wire_obligations.h/.c: what a complete set of tests must have seen: each declared outcome of each operation,
 * each value that tells alternatives apart. */
#include "spec/tool/emit.h"
#include "spec/tool/names.h"

static const char DECLARATIONS[] =
    "\n/* An outcome that an operation declares. */\n"
    "struct berg_wire_cell {\n"
    "  enum berg_wire_operation operation;\n"
    "  int code;  /* 0 for a range */\n"
    "  int range; /* first digit */\n"
    "  const char *text;\n"
    "};\n"
    "size_t berg_wire_cell_count(void);\n"
    "const struct berg_wire_cell *berg_wire_cell_at(size_t index);\n"
    "\n/* A value of the member that tells the alternatives of a schema apart: a kind of update, of requirement, of "
    "type. "
    "*/\n"
    "struct berg_wire_variant {\n"
    "  const char *schema;\n"
    "  const char *member;\n"
    "  const char *value;\n"
    "  const char *alternative; /* name of the schema that it leads to, or of its type in C */\n"
    "};\n"
    "size_t berg_wire_variant_count(void);\n"
    "const struct berg_wire_variant *berg_wire_variant_at(size_t index);\n";

static size_t write_cells(const struct berg_emit *emit, struct berg_buffer *out)
{
  const struct berg_spec_document *document = emit->document;
  size_t count = 0;

  berg_buffer_append_text(out, "static const struct berg_wire_cell CELLS[] = {\n");
  for (size_t i = 0; i < document->operation_count; i++) {
    const struct berg_spec_operation *operation = &document->operations[i];
    for (size_t k = 0; k < operation->response_count; k++, count++)
      berg_buffer_append_format(out, "    {BERG_WIRE_OPERATION_%s, %d, %d, \"%.*s\"},\n",
                                berg_name_upper(emit->arena, operation->id), operation->responses[k].code,
                                operation->responses[k].range, BERG_SPAN_ARGS(operation->responses[k].status));
  }
  berg_buffer_append_text(out, "};\n");
  return count;
}

static size_t write_alternative(struct berg_buffer *out, const struct berg_shape *shape,
                                const struct berg_alternative *alternative)
{
  for (size_t i = 0; i < alternative->tags.count; i++) {
    berg_buffer_append_text(out, "    {");
    berg_emit_literal(out, shape->title);
    berg_buffer_append_text(out, ", ");
    berg_emit_literal(out, shape->tag);
    berg_buffer_append_text(out, ", ");
    berg_emit_literal(out, alternative->tags.items[i]);
    berg_buffer_append_text(out, ", ");
    berg_emit_literal(out, alternative->shape->title);
    berg_buffer_append_text(out, "},\n");
  }
  return alternative->tags.count;
}

/* Variants of the named unions, in the order of the document's schemas. */
static size_t write_variants(const struct berg_emit *emit, struct berg_buffer *out)
{
  const struct berg_spec_document *document = emit->document;
  size_t count = 0;

  berg_buffer_append_text(out, "static const struct berg_wire_variant VARIANTS[] = {\n");
  for (size_t i = 0; i < document->schema_count; i++) {
    const struct berg_shape *shape = emit->shapes->by_schema[i];
    if (shape == NULL || shape->kind != BERG_SHAPE_UNION || shape->tag.len == 0)
      continue;
    for (size_t k = 0; k < shape->alternative_count; k++)
      count += write_alternative(out, shape, &shape->alternatives[k]);
  }
  berg_buffer_append_text(out, "    {NULL, NULL, NULL, NULL},\n};\n");
  return count;
}

void berg_emit_obligations(const struct berg_emit *emit, struct berg_buffer *header, struct berg_buffer *source)
{
  berg_emit_header_begin(header, "BERG_GENERATED_OBLIGATIONS_H", "What a complete set of tests must have seen.",
                         "#include \"berg_wire_operations.h\"\n");
  berg_buffer_append_text(header, DECLARATIONS);
  berg_emit_header_end(header);
  berg_emit_source_begin(source, "#include \"berg_wire_obligations.h\"\n");
  size_t cells = write_cells(emit, source);
  size_t variants = write_variants(emit, source);
  berg_buffer_append_format(source,
                            "\nsize_t berg_wire_cell_count(void)\n{\n  return %zu;\n}\n"
                            "\nconst struct berg_wire_cell *berg_wire_cell_at(size_t index)\n{\n"
                            "  return &CELLS[index];\n}\n"
                            "\nsize_t berg_wire_variant_count(void)\n{\n  return %zu;\n}\n"
                            "\nconst struct berg_wire_variant *berg_wire_variant_at(size_t index)\n{\n"
                            "  return &VARIANTS[index];\n}\n",
                            cells, variants);
}
