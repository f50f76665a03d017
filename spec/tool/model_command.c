/* refberg spec model: prints what was understood of a document. */
#include "base/buffer.h"
#include "spec/tool/command.h"
#include "spec/tool/print.h"

static const char usage[] =
    "usage: refberg spec model [--structure] [--json] [--overlay FILE | --no-overlay] [DOCUMENT]\n"
    "\n"
    "Prints the operations and schemas of DOCUMENT (spec/openapi.yaml), every keyword and reference, in its order.\n"
    "\n"
    "  --structure     leave out prose, examples and places\n"
    "  --json          print JSON\n"
    "  --overlay FILE  apply FILE instead of errata.overlay.yaml in the document's folder\n"
    "  --no-overlay    print the document as it stands\n"
    "\n"
    "Exit status: 0, 1 the document has faults, 2 wrong usage or a file that cannot be read.\n";

static int print_model(const struct berg_spec_source *source, bool structure, bool json)
{
  const struct berg_spec_document *document = NULL;
  struct berg_buffer buffer;
  struct berg_arena arena;

  berg_arena_open(&arena, SIZE_MAX);
  berg_buffer_open(&buffer);
  int result = berg_spec_source_load(source, &arena, &document);
  if (result == 0 && json)
    berg_spec_print_json(&buffer, document, structure);
  else if (result == 0)
    berg_spec_print_text(&buffer, document, structure);
  if (result == 0)
    result = berg_spec_write(&buffer, NULL);
  berg_buffer_close(&buffer);
  berg_arena_close(&arena);
  return result;
}

int berg_spec_model_command(int argc, char **argv)
{
  struct berg_spec_source source;
  bool structure = false;
  bool json = false;

  berg_spec_source_open(&source);
  for (int at = 1; at < argc;) {
    if (berg_spec_is_help(argv[at]))
      return berg_spec_usage(usage, NULL);
    if (strcmp(argv[at], "--structure") == 0 || strcmp(argv[at], "--json") == 0) {
      structure = structure || argv[at][2] == 's';
      json = json || argv[at][2] == 'j';
      at++;
    } else if (!berg_spec_source_take(&source, argc, argv, &at)) {
      return berg_spec_unknown_argument(usage, argv[at]);
    }
  }
  return print_model(&source, structure, json);
}
