/* The entry of `refberg-spec`, and of `refberg spec`. */
#ifndef BERG_SPEC_TOOL_SPEC_MAIN_H
#define BERG_SPEC_TOOL_SPEC_MAIN_H

/* Runs the subcommand that ARGV[1] names; ARGV[0] is the name to show in messages. Returns the exit status: 0, 1 for a
 * finding, 2 for wrong usage. */
int berg_spec_main(int argc, char **argv);

#endif
