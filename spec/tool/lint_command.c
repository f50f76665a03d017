/* refberg spec lint: says everything that is wrong with a document. */
#include "spec/tool/command.h"

static const char usage[] =
    "usage: refberg spec lint [--strict] [--overlay FILE | --no-overlay] [DOCUMENT]\n"
    "\n"
    "Reads DOCUMENT (spec/openapi.yaml) with its overlay and prints each fault as FILE:LINE:COLUMN: MESSAGE.\n"
    "\n"
    "  --strict        count warnings as faults\n"
    "  --overlay FILE  apply FILE instead of errata.overlay.yaml in the document's folder\n"
    "  --no-overlay    look at the document as it stands\n"
    "\n"
    "Exit status: 0 no fault, 1 faults, 2 wrong usage or a file that cannot be read.\n";

static int lint(const struct berg_spec_source *source, bool strict)
{
  const struct berg_spec_document *document = NULL;
  struct berg_spec_complaints complaints;
  struct berg_arena arena;

  berg_arena_open(&arena, SIZE_MAX);
  berg_spec_complaints_open(&complaints, &arena);
  enum berg_status status = berg_spec_load(&arena, berg_spec_source_document(source),
                                           berg_spec_source_overlay(source, &arena), &complaints, &document);
  size_t warnings = complaints.count - complaints.error_count;
  int result = status == BERG_IO ? 2 : status != BERG_OK || (strict && warnings > 0) ? 1 : 0;
  berg_spec_complaints_print(&complaints, stdout);
  if (status == BERG_OK)
    printf("%s: %zu operations, %zu schemas, %zu corrections, %zu warnings\n", berg_spec_source_document(source),
           document->operation_count, document->schema_count, document->correction_count, warnings);
  else
    printf("%s: %zu errors, %zu warnings\n", berg_spec_source_document(source), complaints.error_count, warnings);
  berg_arena_close(&arena);
  return result;
}

int berg_spec_lint_command(int argc, char **argv)
{
  struct berg_spec_source source;
  bool strict = false;

  berg_spec_source_open(&source);
  for (int at = 1; at < argc;) {
    if (berg_spec_is_help(argv[at]))
      return berg_spec_usage(usage, NULL);
    if (strcmp(argv[at], "--strict") == 0) {
      strict = true;
      at++;
    } else if (!berg_spec_source_take(&source, argc, argv, &at)) {
      return berg_spec_unknown_argument(usage, argv[at]);
    }
  }
  return lint(&source, strict);
}
