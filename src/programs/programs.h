/* The subcommands of refberg: each has a main of its own, which gets the words behind its name and returns the exit
 * status: 0, 1 for a failure, 2 for a command line that is not understood (one line on standard error says why). */
#ifndef BERG_PROGRAMS_PROGRAMS_H
#define BERG_PROGRAMS_PROGRAMS_H

#include "base/problem.h"

#define BERG_EXIT_FAILURE 1
#define BERG_EXIT_USAGE 2

/* Serves a catalog over HTTP. ARGV[0] is the subcommand. */
int berg_program_serve(int argc, char **argv);

/* Checks JSON texts against the schemas of the protocol. ARGV[0] is the subcommand. */
int berg_program_validate(int argc, char **argv);

/* Prints `refberg: MESSAGE` as one line on standard error, and returns EXIT_CODE. */
int berg_program_complain(int exit_code, const struct berg_problem *problem);

#endif
