#include "programs/programs.h"
#include "spec/tool/spec_main.h"

#include <stdio.h>
#include <string.h>

struct command {
  const char *name;
  const char *summary;
  int (*run)(int argc, char **argv);
};

static int run_version(int argc, char **argv);
static int run_help(int argc, char **argv);

static const struct command COMMANDS[] = {
    {"serve", "serve a catalog over HTTP", berg_program_serve},
    {"spec", "work with the description of the protocol", berg_spec_main},
    {"validate", "check JSON texts against the protocol's schemas", berg_program_validate},
    {"version", "print the version", run_version},
    {"help", "print this text, or that of a command", run_help},
};

int berg_program_complain(int exit_code, const struct berg_problem *problem)
{
  fprintf(stderr, "refberg: %s\n", problem->message);
  return exit_code;
}

static const struct command *find_command(const char *name)
{
  for (size_t i = 0; i < sizeof COMMANDS / sizeof COMMANDS[0]; i++)
    if (strcmp(COMMANDS[i].name, name) == 0)
      return &COMMANDS[i];
  return NULL;
}

static bool is_help_flag(const char *word)
{
  return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

static int print_help(void)
{
  printf("Usage: refberg COMMAND [OPTION]...\n"
         "The reference catalog of the Apache Iceberg REST protocol.\n\n"
         "Commands:\n");
  for (size_t i = 0; i < sizeof COMMANDS / sizeof COMMANDS[0]; i++)
    printf("  %-10s %s\n", COMMANDS[i].name, COMMANDS[i].summary);
  printf("\n'refberg COMMAND --help' says more about a command.\n");
  return fflush(stdout) == 0 ? 0 : BERG_EXIT_FAILURE;
}

static int refuse_word(const char *text, const char *word)
{
  struct berg_problem problem;

  berg_problem_clear(&problem);
  (void)!berg_problem_set_text(&problem, BERG_INVALID, text, berg_span_of(word));
  return berg_program_complain(BERG_EXIT_USAGE, &problem);
}

static int refuse_command(const char *word)
{
  return refuse_word(word[0] == '-' ? "there is no option '{}'; 'refberg help' lists the commands"
                                    : "there is no command '{}'; 'refberg help' lists them",
                     word);
}

static int run_version(int argc, char **argv)
{
  if (argc > 1 && is_help_flag(argv[1])) {
    printf("Usage: refberg version\nPrints the version of refberg.\n");
    return 0;
  }
  if (argc > 1 && strcmp(argv[1], "--version") != 0)
    return refuse_word("version takes no argument, but there is '{}'", argv[1]);
  printf("refberg %s\n", BERG_VERSION);
  return fflush(stdout) == 0 ? 0 : BERG_EXIT_FAILURE;
}

static int run_help(int argc, char **argv)
{
  static char flag[] = "--help";

  if (argc < 2 || is_help_flag(argv[1]) || strcmp(argv[1], "help") == 0)
    return print_help();
  const struct command *command = find_command(argv[1]);
  if (command == NULL)
    return refuse_command(argv[1]);
  char *words[] = {argv[1], flag, NULL};
  return command->run(2, words);
}

int main(int argc, char **argv)
{
  if (argc < 2) {
    struct berg_problem problem;
    berg_problem_clear(&problem);
    (void)!berg_problem_set(&problem, BERG_INVALID, "a command is missing; 'refberg help' lists them");
    return berg_program_complain(BERG_EXIT_USAGE, &problem);
  }
  if (is_help_flag(argv[1]))
    return print_help();
  if (strcmp(argv[1], "--version") == 0)
    return run_version(1, argv + 1);
  const struct command *command = find_command(argv[1]);
  if (command == NULL)
    return refuse_command(argv[1]);
  if (argc > 2 && strcmp(argv[2], "--version") == 0)
    return run_version(1, argv + 1);
  return command->run(argc - 1, argv + 1);
}
