#include "programs/settings.h"

#include <string.h>

#define SETTINGS_BYTES 4194304u

enum berg_status berg_settings_open(struct berg_settings *settings, struct berg_problem *problem)
{
  size_t count;
  const struct berg_setting *table = berg_settings_table(&count);

  *settings = (struct berg_settings){.warehouses_source = BERG_SOURCE_DEFAULT};
  berg_arena_open(&settings->arena, SETTINGS_BYTES);
  for (size_t i = 0; i < count; i++) {
    if (table[i].fallback == NULL)
      continue;
    enum berg_status status = berg_settings_assign(settings, &table[i], berg_span_of(table[i].fallback),
                                                   BERG_SOURCE_DEFAULT, berg_span_of(table[i].name), problem);
    if (status != BERG_OK)
      return status;
  }
  return BERG_OK;
}

void berg_settings_close(struct berg_settings *settings)
{
  berg_arena_close(&settings->arena);
}

/* The value of variable NAME, or NULL when it is absent or empty. */
static const char *find_variable(char **environment, const char *name)
{
  size_t len = strlen(name);

  for (size_t i = 0; environment[i] != NULL; i++)
    if (strncmp(environment[i], name, len) == 0 && environment[i][len] == '=')
      return environment[i][len + 1] != '\0' ? environment[i] + len + 1 : NULL;
  return NULL;
}

/* A list in a variable has spaces between its texts. */
static enum berg_status assign_words(struct berg_settings *settings, const struct berg_setting *setting,
                                     const char *value, const char *name, struct berg_problem *problem)
{
  enum berg_status status = BERG_OK;

  while (status == BERG_OK && *(value += strspn(value, " ")) != '\0') {
    size_t len = strcspn(value, " ");
    status = berg_settings_assign(settings, setting, (struct berg_span){(const uint8_t *)value, len},
                                  BERG_SOURCE_ENVIRONMENT, berg_span_of(name), problem);
    value += len;
  }
  return status;
}

enum berg_status berg_settings_read_environment(struct berg_settings *settings, char **environment,
                                                struct berg_problem *problem)
{
  size_t count;
  const struct berg_setting *table = berg_settings_table(&count);
  enum berg_status status = BERG_OK;

  for (size_t i = 0; i < count && status == BERG_OK; i++) {
    char name[64];
    berg_settings_variable(&table[i], name);
    const char *value = find_variable(environment, name);
    if (value == NULL)
      continue;
    if (table[i].kind == BERG_SETTING_LIST)
      status = assign_words(settings, &table[i], value, name, problem);
    else
      status = berg_settings_assign(settings, &table[i], berg_span_of(value), BERG_SOURCE_ENVIRONMENT,
                                    berg_span_of(name), problem);
  }
  return status;
}

static bool is_switch_word(const char *word)
{
  return word != NULL && (strcmp(word, "on") == 0 || strcmp(word, "off") == 0);
}

/* One option at ARGV[AT]: its setting, its value, and how many words both take. */
struct option {
  const struct berg_setting *setting;
  struct berg_span origin;
  struct berg_span value;
  int words;
};

static enum berg_status read_option(char **argv, int at, struct option *option, struct berg_problem *problem)
{
  const char *word = argv[at];
  size_t len = strcspn(word, "=");

  if (strncmp(word, "--", 2) != 0 || len < 3)
    return berg_problem_set_text(problem, BERG_INVALID, "'{}' is no option; --help lists them", berg_span_of(word));
  option->origin = (struct berg_span){(const uint8_t *)word, len};
  option->setting = berg_settings_find(berg_span_part(option->origin, 2, len - 2));
  option->words = 1;
  if (option->setting == NULL)
    return berg_problem_set_text(problem, BERG_INVALID, "there is no option '{}'; --help lists them", option->origin);
  if (word[len] == '=') {
    option->value = berg_span_of(word + len + 1);
    return BERG_OK;
  }
  if (option->setting->kind == BERG_SETTING_SWITCH && !is_switch_word(argv[at + 1])) {
    option->value = BERG_SPAN("on");
    return BERG_OK;
  }
  if (argv[at + 1] == NULL)
    return berg_problem_set_text(problem, BERG_INVALID, "the option '{}' wants a value", option->origin);
  option->value = berg_span_of(argv[at + 1]);
  option->words = 2;
  return BERG_OK;
}

/* Goes through all options; assigns those that are (IS_CONFIG) or are not `config`, as that one is needed first. */
static enum berg_status read_options(struct berg_settings *settings, int argc, char **argv, bool is_config,
                                     struct berg_problem *problem)
{
  struct option option = {0};

  for (int at = 1; at < argc; at += option.words) {
    enum berg_status status = read_option(argv, at, &option, problem);
    if (status == BERG_OK && (strcmp(option.setting->name, "config") == 0) == is_config)
      status = berg_settings_assign(settings, option.setting, option.value, BERG_SOURCE_OPTION, option.origin, problem);
    if (status != BERG_OK)
      return status;
  }
  return BERG_OK;
}

enum berg_status berg_settings_load(struct berg_settings *settings, int argc, char **argv, char **environment,
                                    struct berg_problem *problem)
{
  const char *named = find_variable(environment, "REFBERG_CONFIG");

  if (named != NULL)
    settings->config = named;
  enum berg_status status = read_options(settings, argc, argv, true, problem);
  const char *config = settings->config;
  if (status == BERG_OK && config != NULL)
    status = berg_settings_read_file(settings, config, problem);
  if (status == BERG_OK)
    status = berg_settings_read_environment(settings, environment, problem);
  settings->config = config;
  return status == BERG_OK ? read_options(settings, argc, argv, false, problem) : status;
}
