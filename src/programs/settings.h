/* The settings of `refberg serve`: one table from which options, environment, file and help are read.
 *
 * A setting NAME is the option `--NAME VALUE`, the environment variable `REFBERG_NAME` (capitals, '_' for '-') and the
 * member "NAME" of the configuration file; an option wins over the environment, that over the file, and that over the
 * default. The settings own all their texts until berg_settings_close. */
#ifndef BERG_PROGRAMS_SETTINGS_H
#define BERG_PROGRAMS_SETTINGS_H

#include "base/arena.h"
#include "base/problem.h"

enum berg_setting_kind {
  BERG_SETTING_TEXT = 0,
  BERG_SETTING_LIST,  /* texts; a list from a stronger source replaces the whole list of a weaker one */
  BERG_SETTING_BYTES, /* 4096, 64KiB, 32MiB, 1GiB (also K, M, G) */
  BERG_SETTING_COUNT,
  BERG_SETTING_DURATION, /* 500ms, 0.5s, 2m, 1h; seconds without a unit; kept in ms */
  BERG_SETTING_SWITCH,   /* on, off; the option alone means on */
  BERG_SETTING_CHOICE    /* one of a few words; kept as its place among them */
};

enum berg_setting_source { BERG_SOURCE_DEFAULT = 0, BERG_SOURCE_FILE, BERG_SOURCE_ENVIRONMENT, BERG_SOURCE_OPTION };

struct berg_texts {
  const char **items;
  size_t count;
};

struct berg_settings {
  struct berg_arena arena;
  const char *listen;
  const char *data;
  const char *config;
  const char *log_file; /* NULL: standard error */
  const char *namespace_separator;
  struct berg_texts warehouses;
  enum berg_setting_source warehouses_source;
  int64_t log_format;
  int64_t log_level;
  int64_t body_max_bytes;
  int64_t head_max_bytes;
  int64_t connections_max;
  int64_t request_timeout_ms;
  int64_t idle_timeout_ms;
  int64_t stop_timeout_ms;
  int64_t gzip_min_bytes;
  int64_t page_size_max;
  int64_t cache_bytes;
  int64_t plus_is_space;
  int64_t missing_metadata; /* 0: answered with 500, 1: with 404 */
  int64_t confine_locations;
  int64_t exit_with_parent;
};

struct berg_setting {
  const char *name;
  enum berg_setting_kind kind;
  const char *value_name; /* for help */
  const char *fallback;   /* the default, as it could be written; NULL: none */
  const char *choices;    /* BERG_SETTING_CHOICE: words with '|' between */
  int64_t min;
  int64_t max;
  size_t offset; /* in struct berg_settings */
  const char *help;
};

/* The table, COUNT settings long, in the order of the help. */
const struct berg_setting *berg_settings_table(size_t *count);

/* The setting NAME, or NULL. */
const struct berg_setting *berg_settings_find(struct berg_span name);

/* Gives every setting its default. BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_settings_open(struct berg_settings *settings, struct berg_problem *problem);
void berg_settings_close(struct berg_settings *settings);

/* Reads TEXT as SETTING's value. BERG_INVALID: it is none, or out of range; PROBLEM starts with ORIGIN, which says
 * where TEXT stands ("--body-max"). BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_settings_assign(struct berg_settings *settings, const struct berg_setting *setting,
                                                    struct berg_span text, enum berg_setting_source source,
                                                    struct berg_span origin, struct berg_problem *problem);

/* Reads the REFBERG_* variables among ENVIRONMENT (NAME=VALUE texts, NULL at the end). An empty value counts as
 * absent. BERG_INVALID as above. */
BERG_MUST_USE enum berg_status berg_settings_read_environment(struct berg_settings *settings, char **environment,
                                                              struct berg_problem *problem);

/* Reads the configuration file PATH: one JSON object, comments allowed, whose members are settings. BERG_INVALID also
 * for a member that is no setting, which PROBLEM names; BERG_IO: the file cannot be read. */
BERG_MUST_USE enum berg_status berg_settings_read_file(struct berg_settings *settings, const char *path,
                                                       struct berg_problem *problem);

/* Reads the options ARGV[1] to ARGV[ARGC - 1], after environment and file so that they win; the file is the one that
 * the option or the variable `config` names. BERG_INVALID also for a word that is no option. */
BERG_MUST_USE enum berg_status berg_settings_load(struct berg_settings *settings, int argc, char **argv,
                                                  char **environment, struct berg_problem *problem);

/* Writes SETTING's variable, REFBERG_NAME, as text of at most 64 bytes with its NUL. */
void berg_settings_variable(const struct berg_setting *setting, char name[64]);

/* Prints one line for each setting as an option, with its default in parentheses. */
void berg_settings_print_help(void);

#endif
