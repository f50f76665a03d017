/* The subcommands of `refberg spec`, one file each, and what they share: options, documents, complaints.
 *
 * Exit statuses are 0 for success, 1 for a finding (the document is wrong, two documents differ, a clause lacks a
 * test), 2 for wrong usage or a file that cannot be read or written. */
#ifndef BERG_SPEC_TOOL_COMMAND_H
#define BERG_SPEC_TOOL_COMMAND_H

#include "spec/tool/model.h"

#define BERG_SPEC_DEFAULT_DOCUMENT "spec/openapi.yaml"
#define BERG_SPEC_DEFAULT_OVERLAY "errata.overlay.yaml" /* beside the document */

/* Which document a command works on. */
struct berg_spec_source {
  const char *document; /* NULL: BERG_SPEC_DEFAULT_DOCUMENT */
  const char *overlay;  /* NULL: BERG_SPEC_DEFAULT_OVERLAY in the document's folder, if there is such a file */
  bool raw;             /* --no-overlay */
};

/* Fills SOURCE with the defaults. */
void berg_spec_source_open(struct berg_spec_source *source);

/* If ARGV[*AT] is --overlay FILE, --overlay=FILE, --no-overlay or an operand while no document is named yet, takes it,
 * moves *AT behind it and returns true. Anything else: false, and nothing is changed. */
bool berg_spec_source_take(struct berg_spec_source *source, int argc, char **argv, int *at);

/* Loads what SOURCE names; prints the complaints on stderr when there is an error. Returns the exit status, 0 when
 * DOCUMENT is there. */
int berg_spec_source_load(const struct berg_spec_source *source, struct berg_arena *arena,
                          const struct berg_spec_document **document);

/* The document that SOURCE names, and the overlay that applies to it, NULL for none; both live in ARENA. */
const char *berg_spec_source_document(const struct berg_spec_source *source);
const char *berg_spec_source_overlay(const struct berg_spec_source *source, struct berg_arena *arena);

/* If ARGV[*AT] is OPTION with a value (`--x=V` or `--x V`), takes both, moves *AT and returns true. */
bool berg_spec_option_value(const char *option, int argc, char **argv, int *at, const char **value);

/* Whether ARGUMENT is --help or -h. */
bool berg_spec_is_help(const char *argument);

/* Prints USAGE on stdout and returns 0; or, with a FAULT, prints both on stderr and returns 2. */
int berg_spec_usage(const char *usage, const char *fault);

/* The same for an argument that the command does not know. */
int berg_spec_unknown_argument(const char *usage, const char *argument);

/* Writes BUFFER to the file PATH, or to stdout when PATH is NULL. Returns the exit status, 0 or 2 after a message. */
struct berg_buffer;
int berg_spec_write(const struct berg_buffer *buffer, const char *path);

/* Each takes the arguments from its own name on (ARGV[0] is "lint" and so on) and returns the exit status. */
int berg_spec_lint_command(int argc, char **argv);
int berg_spec_model_command(int argc, char **argv);
int berg_spec_c_command(int argc, char **argv); /* emit_c.c */
int berg_spec_docs_command(int argc, char **argv);
int berg_spec_diff_command(int argc, char **argv);
int berg_spec_coverage_command(int argc, char **argv);

#endif
