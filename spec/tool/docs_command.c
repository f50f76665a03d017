/* refberg spec docs: one HTML page of the API. */
#include "spec/tool/command.h"
#include "spec/tool/docs.h"

static const char usage[] =
    "usage: refberg spec docs [--out FILE] [--clauses FILE] [--overlay FILE | --no-overlay] [DOCUMENT]\n"
    "\n"
    "Writes one HTML page about DOCUMENT (spec/openapi.yaml) that needs no network to be read: operations, schemas,\n"
    "corrections of the overlay and, with --clauses, the clauses of each operation.\n"
    "\n"
    "  --out FILE      write FILE instead of standard output\n"
    "  --clauses FILE  show the clauses of FILE (spec/clauses.yaml)\n"
    "\n"
    "Exit status: 0, 1 the document or the clauses have faults, 2 wrong usage or an unreadable file.\n";

struct options {
  struct berg_spec_source source;
  const char *out;
  const char *clauses;
};

static int read_clauses(const struct options *options, struct berg_arena *arena, struct berg_docs *docs)
{
  struct berg_spec_complaints complaints;

  if (options->clauses == NULL)
    return 0;
  berg_spec_complaints_open(&complaints, arena);
  enum berg_status status =
      berg_spec_clauses_read(arena, options->clauses, docs->document, &complaints, &docs->clauses);
  berg_spec_complaints_print(&complaints, stderr);
  return status == BERG_OK ? 0 : status == BERG_IO ? 2 : 1;
}

static int write_page(const struct options *options)
{
  struct berg_buffer buffer;
  struct berg_arena arena;
  struct berg_docs docs = {.arena = &arena, .out = &buffer};

  berg_arena_open(&arena, SIZE_MAX);
  berg_buffer_open(&buffer);
  int result = berg_spec_source_load(&options->source, &arena, &docs.document);
  if (result == 0)
    result = read_clauses(options, &arena, &docs);
  if (result == 0) {
    berg_docs_page(&docs);
    result = berg_spec_write(&buffer, options->out);
  }
  berg_buffer_close(&buffer);
  berg_arena_close(&arena);
  return result;
}

int berg_spec_docs_command(int argc, char **argv)
{
  struct options options = {.out = NULL, .clauses = NULL};

  berg_spec_source_open(&options.source);
  for (int at = 1; at < argc;) {
    if (berg_spec_is_help(argv[at]))
      return berg_spec_usage(usage, NULL);
    if (berg_spec_option_value("--out", argc, argv, &at, &options.out) ||
        berg_spec_option_value("--clauses", argc, argv, &at, &options.clauses) ||
        berg_spec_source_take(&options.source, argc, argv, &at))
      continue;
    return berg_spec_unknown_argument(usage, argv[at]);
  }
  return write_page(&options);
}
