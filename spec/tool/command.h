/* The subcommands of `refberg spec`, one file each, and what they share: options, documents, complaints.
 *
 * Exit statuses are 0 for success, 1 for a finding (the document is wrong, two documents differ, a clause lacks a
 * test), 2 for wrong usage or a file that cannot be read or written. */
#ifndef BERG_SPEC_TOOL_COMMAND_H
#define BERG_SPEC_TOOL_COMMAND_H

#include "spec/tool/model.h"

#define BERG_SPEC_DEFAULT_DOCUMENT "spec/openapi.yaml"
#define BERG_SPEC_DEFAULT_OVERLAY "spec/errata.overlay.yaml"

/* Which document a command works on. */
struct berg_spec_source {
  const char *document; /* default BERG_SPEC_DEFAULT_DOCUMENT */
  const char *overlay;  /* default BERG_SPEC_DEFAULT_OVERLAY */
  bool raw;             /* --no-overlay */
};

/* Fills SOURCE with the defaults. */
void berg_spec_source_open(struct berg_spec_source *source);

/* If ARGV[*AT] is --overlay FILE, --overlay=FILE, --no-overlay or an operand while no document is named yet, takes it,
 * moves *AT behind it and returns true. Anything else: false, and nothing is changed. */
bool berg_spec_source_take(struct berg_spec_source *source, int argc, char **argv, int *at);

/* Loads what SOURCE names and prints the complaints on stderr. Returns the exit status, 0 when DOCUMENT is there. */
int berg_spec_source_load(const struct berg_spec_source *source, struct berg_arena *arena,
                          const struct berg_spec_document **document);

/* Each takes the arguments from its own name on (ARGV[0] is "lint" and so on) and returns the exit status. */
int berg_spec_lint_command(int argc, char **argv);
int berg_spec_model_command(int argc, char **argv);
int berg_spec_c_command(int argc, char **argv); /* emit_c.c */
int berg_spec_docs_command(int argc, char **argv);
int berg_spec_diff_command(int argc, char **argv);
int berg_spec_coverage_command(int argc, char **argv);

#endif
