#include "spec/tool/spec_main.h"

#include "spec/tool/command.h"

static const char usage[] = "usage: refberg spec COMMAND [ARGUMENT...]\n"
                            "\n"
                            "  lint      say what is wrong with a description\n"
                            "  model     print what was understood of it\n"
                            "  c         write the generated C\n"
                            "  docs      write one HTML page of the API\n"
                            "  diff      compare two descriptions\n"
                            "  coverage  which operations and clauses have code and tests\n"
                            "\n"
                            "refberg spec COMMAND --help tells more.\n";

int berg_spec_main(int argc, char **argv)
{
  static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
  } commands[] = {{"lint", berg_spec_lint_command}, {"model", berg_spec_model_command},
                  {"c", berg_spec_c_command},       {"docs", berg_spec_docs_command},
                  {"diff", berg_spec_diff_command}, {"coverage", berg_spec_coverage_command}};

  if (argc < 2)
    return berg_spec_usage(usage, "a command is missing");
  if (berg_spec_is_help(argv[1]) || strcmp(argv[1], "help") == 0)
    return berg_spec_usage(usage, NULL);
  if (strcmp(argv[1], "--version") == 0) {
    puts("refberg-spec " BERG_VERSION);
    return 0;
  }
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
    if (strcmp(argv[1], commands[i].name) == 0)
      return commands[i].run(argc - 1, argv + 1);
  return berg_spec_unknown_argument(usage, argv[1]);
}
