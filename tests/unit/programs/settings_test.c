/* Settings: values, sources and who wins, the file, and what is refused by name. */
#include "programs/settings.h"
#include "unit/test.h"

#include <unistd.h>

static char *no_environment[] = {NULL};

struct loaded {
  enum berg_status status;
  struct berg_settings settings;
  struct berg_problem problem;
};

static struct loaded *load_words(char **words, char **environment)
{
  static struct loaded loaded;
  int count = 0;

  while (words[count] != NULL)
    count++;
  berg_problem_clear(&loaded.problem);
  CHECK_INT(berg_settings_open(&loaded.settings, &loaded.problem), BERG_OK);
  loaded.status = berg_settings_load(&loaded.settings, count, words, environment, &loaded.problem);
  return &loaded;
}

#define LOAD(...) load_words((char *[]){(char[]){"serve"}, __VA_ARGS__, NULL}, no_environment)
#define WORD(text) ((char[]){text})

static void has_defaults(void)
{
  struct loaded *loaded = load_words((char *[]){WORD("serve"), NULL}, no_environment);

  CHECK_INT(loaded->status, BERG_OK);
  CHECK_TEXT(berg_span_of(loaded->settings.listen), "127.0.0.1:8181");
  CHECK_TEXT(berg_span_of(loaded->settings.data), "refberg-data");
  CHECK_INT(loaded->settings.body_max_bytes, 33554432);
  CHECK_INT(loaded->settings.head_max_bytes, 32768);
  CHECK_INT(loaded->settings.connections_max, 1000);
  CHECK_INT(loaded->settings.request_timeout_ms, 60000);
  CHECK_INT(loaded->settings.idle_timeout_ms, 75000);
  CHECK_INT(loaded->settings.log_level, 2);
  CHECK_INT(loaded->settings.confine_locations, 1);
  CHECK_INT(loaded->settings.warehouses.count, 0);
  CHECK(loaded->settings.log_file == NULL);
  berg_settings_close(&loaded->settings);
}

static void reads_options_in_both_forms(void)
{
  struct loaded *loaded =
      LOAD(WORD("--listen"), WORD("[::1]:0"), WORD("--body-max=1MiB"), WORD("--plus-is-space"),
           WORD("--confine-locations"), WORD("off"), WORD("--exit-with-parent=off"), WORD("--missing-metadata"),
           WORD("404"), WORD("--warehouse"), WORD("/a"), WORD("--warehouse=b=file:///b"), WORD("--log"), WORD("json"));

  CHECK_INT(loaded->status, BERG_OK);
  CHECK_TEXT(berg_span_of(loaded->settings.listen), "[::1]:0");
  CHECK_INT(loaded->settings.body_max_bytes, 1048576);
  CHECK_INT(loaded->settings.plus_is_space, 1);
  CHECK_INT(loaded->settings.confine_locations, 0);
  CHECK_INT(loaded->settings.exit_with_parent, 0);
  CHECK_INT(loaded->settings.missing_metadata, 1);
  CHECK_INT(loaded->settings.log_format, 1);
  CHECK_INT(loaded->settings.warehouses.count, 2);
  CHECK_TEXT(berg_span_of(loaded->settings.warehouses.items[1]), "b=file:///b");
  berg_settings_close(&loaded->settings);
}

/* What TEXT is for the setting NAME, or -1 when it is refused. */
static int64_t value_of(const char *name, const char *text)
{
  struct berg_settings settings;
  struct berg_problem problem;
  const struct berg_setting *setting = berg_settings_find(berg_span_of(name));
  int64_t value = -1;

  berg_problem_clear(&problem);
  CHECK_INT(berg_settings_open(&settings, &problem), BERG_OK);
  if (berg_settings_assign(&settings, setting, berg_span_of(text), BERG_SOURCE_OPTION, berg_span_of(name), &problem) ==
      BERG_OK)
    memcpy(&value, (const char *)&settings + setting->offset, sizeof value);
  else
    CHECK(strncmp(problem.message, name, strlen(name)) == 0);
  berg_settings_close(&settings);
  return value;
}

static void reads_sizes(void)
{
  CHECK_INT(value_of("body-max", "4096"), 4096);
  CHECK_INT(value_of("body-max", "4096B"), 4096);
  CHECK_INT(value_of("body-max", "4K"), 4096);
  CHECK_INT(value_of("body-max", "1.5KiB"), 1536);
  CHECK_INT(value_of("body-max", "1GiB"), 1073741824);
  CHECK_INT(value_of("body-max", "2GiB"), -1);
  CHECK_INT(value_of("body-max", "1"), -1);
  CHECK_INT(value_of("body-max", ""), -1);
  CHECK_INT(value_of("body-max", "-4096"), -1);
  CHECK_INT(value_of("body-max", "4 KiB"), -1);
  CHECK_INT(value_of("body-max", "4TiB"), -1);
  CHECK_INT(value_of("body-max", "99999999999999999999999999"), -1);
  CHECK_INT(value_of("body-max", "99999999999999GiB"), -1);
  CHECK_INT(value_of("gzip-min", "0"), 0);
}

static void reads_times(void)
{
  CHECK_INT(value_of("idle-timeout", "2"), 2000);
  CHECK_INT(value_of("idle-timeout", "0.5s"), 500);
  CHECK_INT(value_of("idle-timeout", "0.25"), 250);
  CHECK_INT(value_of("idle-timeout", "300ms"), 300);
  CHECK_INT(value_of("idle-timeout", "1.5m"), 90000);
  CHECK_INT(value_of("idle-timeout", "24h"), 86400000);
  CHECK_INT(value_of("idle-timeout", "25h"), -1);
  CHECK_INT(value_of("idle-timeout", "0"), -1);
  CHECK_INT(value_of("idle-timeout", ".5s"), -1);
  CHECK_INT(value_of("idle-timeout", "5.s"), -1);
  CHECK_INT(value_of("idle-timeout", "0.5ms"), -1);
  CHECK_INT(value_of("idle-timeout", "0.0005"), -1);
  CHECK_INT(value_of("idle-timeout", "soon"), -1);
}

static void reads_counts_switches_and_choices(void)
{
  CHECK_INT(value_of("connections-max", "12"), 12);
  CHECK_INT(value_of("connections-max", "0"), -1);
  CHECK_INT(value_of("connections-max", "1.5"), -1);
  CHECK_INT(value_of("connections-max", "1K"), -1);
  CHECK_INT(value_of("plus-is-space", "yes"), 1);
  CHECK_INT(value_of("plus-is-space", "false"), 0);
  CHECK_INT(value_of("plus-is-space", "maybe"), -1);
  CHECK_INT(value_of("log-level", "error"), 0);
  CHECK_INT(value_of("log-level", "debug"), 3);
  CHECK_INT(value_of("log-level", "debu"), -1);
  CHECK_INT(value_of("log-level", "error|warn"), -1);
  CHECK_INT(value_of("missing-metadata", "404"), 1);
}

static void refuses_options_by_name(void)
{
  static const char *const WORDS[] = {"--nonsense", "-x", "word", "--", "--body-max", "--listen=", "--log-level=loud"};

  for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
    char word[64];
    snprintf(word, sizeof word, "%s", WORDS[i]);
    struct loaded *loaded = LOAD(word);
    CHECK_INT(loaded->status, BERG_INVALID);
    size_t len = strcspn(WORDS[i], "=");
    word[len] = '\0';
    CHECK(strstr(loaded->problem.message, word) != NULL);
    berg_settings_close(&loaded->settings);
  }
}

/* A file with CONTENT; the caller unlinks it. */
static const char *write_file(const char *content)
{
  static char path[] = "/tmp/refberg-conf-XXXXXX";

  snprintf(path, sizeof path, "/tmp/refberg-conf-XXXXXX");
  int fd = mkstemp(path);
  CHECK(fd >= 0);
  CHECK_INT(write(fd, content, strlen(content)), (int64_t)strlen(content));
  close(fd);
  return path;
}

static struct loaded *load_file(const char *content)
{
  const char *path = write_file(content);
  struct loaded *loaded = LOAD(WORD("--config"), (char *)(uintptr_t)path);

  unlink(path);
  return loaded;
}

static void reads_a_file_with_comments(void)
{
  struct loaded *loaded = load_file("// the catalog of the tests\n{\n  /* here */ \"listen\": \"127.0.0.1:0\",\n"
                                    "  \"body-max\": 2048, \"header-max\": \"2KiB\", \"request-timeout\": 0.5,\n"
                                    "  \"exit-with-parent\": true, \"missing-metadata\": 404,\n"
                                    "  \"warehouse\": [\"/a\", \"b=/b\"] // two\n}\n// end\n/* really */ \n");

  CHECK_INT(loaded->status, BERG_OK);
  CHECK_TEXT(berg_problem_message(&loaded->problem), "");
  CHECK_TEXT(berg_span_of(loaded->settings.listen), "127.0.0.1:0");
  CHECK_INT(loaded->settings.body_max_bytes, 2048);
  CHECK_INT(loaded->settings.head_max_bytes, 2048);
  CHECK_INT(loaded->settings.request_timeout_ms, 500);
  CHECK_INT(loaded->settings.exit_with_parent, 1);
  CHECK_INT(loaded->settings.missing_metadata, 1);
  CHECK_INT(loaded->settings.warehouses.count, 2);
  berg_settings_close(&loaded->settings);
}

static void refuses_files_that_say_something_else(void)
{
  static const struct {
    const char *content;
    const char *message;
  } CASES[] = {
      {"{\"lissten\": \"a:1\"}", "there is no setting 'lissten'"},
      {"{\"config\": \"x\"}", "there is no setting 'config'"},
      {"{\"body-max\": true}", "body-max: the value has the wrong type"},
      {"{\"body-max\": null}", "body-max: the value has the wrong type"},
      {"{\"body-max\": [1024]}", "body-max: the value has the wrong type"},
      {"{\"listen\": 1}", "listen: the value has the wrong type"},
      {"{\"plus-is-space\": 1}", "plus-is-space: the value has the wrong type"},
      {"{\"warehouse\": [1]}", "warehouse: the value has the wrong type"},
      {"{\"body-max\": \"12x\"}", "body-max: '12x' is no size"},
      {"{\"listen\": \"a\\u0000b\"}", "listen: the value is empty, or has a NUL"},
      {"[]", "is not one JSON object"},
      {"{} {}", "is not one JSON object"},
      {"{}\n/* open", "is no JSON at line 2: it ends too early"},
      {"{\n\n\"a\" 1}", "is no JSON at line 3"},
      {"", "is no JSON at line 1"},
  };

  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    struct loaded *loaded = load_file(CASES[i].content);
    CHECK_INT(loaded->status, BERG_INVALID);
    if (strstr(loaded->problem.message, CASES[i].message) == NULL)
      CHECK_TEXT(berg_problem_message(&loaded->problem), CASES[i].message);
    berg_settings_close(&loaded->settings);
  }
  struct loaded *loaded = LOAD(WORD("--config=/nowhere/at/all"));
  CHECK_INT(loaded->status, BERG_IO);
  berg_settings_close(&loaded->settings);
}

static void lets_the_stronger_source_win(void)
{
  const char *path =
      write_file("{\"listen\": \"f:1\", \"data\": \"f\", \"log-file\": \"f\", \"warehouse\": [\"/f1\", \"/f2\"],"
                 " \"cache\": \"1MiB\"}");
  char config[64];
  snprintf(config, sizeof config, "REFBERG_CONFIG=%s", path);
  char *environment[] = {WORD("OTHER=1"),
                         config,
                         WORD("REFBERG_DATA=e"),
                         WORD("REFBERG_LISTEN=e:1"),
                         WORD("REFBERG_WAREHOUSE= /e1  b=/e2 "),
                         WORD("REFBERG_CACHE="),
                         NULL};
  struct loaded *loaded = load_words((char *[]){WORD("serve"), WORD("--listen=o:1"), NULL}, environment);

  unlink(path);
  CHECK_INT(loaded->status, BERG_OK);
  CHECK_TEXT(berg_span_of(loaded->settings.listen), "o:1");
  CHECK_TEXT(berg_span_of(loaded->settings.data), "e");
  CHECK_TEXT(berg_span_of(loaded->settings.log_file), "f");
  CHECK_INT(loaded->settings.cache_bytes, 1048576); /* an empty variable counts as absent */
  CHECK_INT(loaded->settings.warehouses.count, 2);
  CHECK_TEXT(berg_span_of(loaded->settings.warehouses.items[0]), "/e1");
  CHECK_TEXT(berg_span_of(loaded->settings.warehouses.items[1]), "b=/e2");
  berg_settings_close(&loaded->settings);
}

static void refuses_variables_by_name(void)
{
  char *environment[] = {WORD("REFBERG_BODY_MAX=12x"), NULL};
  struct loaded *loaded = load_words((char *[]){WORD("serve"), NULL}, environment);

  CHECK_INT(loaded->status, BERG_INVALID);
  CHECK(strncmp(loaded->problem.message, "REFBERG_BODY_MAX: '12x' is no size", 34) == 0);
  berg_settings_close(&loaded->settings);
}

static void keeps_its_table_in_order(void)
{
  size_t count;
  const struct berg_setting *table = berg_settings_table(&count);

  CHECK(count > 15);
  for (size_t i = 0; i < count; i++) {
    char name[64];
    berg_settings_variable(&table[i], name);
    CHECK(strncmp(name, "REFBERG_", 8) == 0);
    CHECK(strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == strlen(name));
    CHECK(berg_settings_find(berg_span_of(table[i].name)) == &table[i]);
    CHECK(table[i].help[0] != '\0');
    CHECK((table[i].kind == BERG_SETTING_CHOICE) == (table[i].choices != NULL));
  }
  CHECK(berg_settings_find(BERG_SPAN("lissten")) == NULL);
}

int main(void)
{
  TEST_RUN(has_defaults);
  TEST_RUN(reads_options_in_both_forms);
  TEST_RUN(reads_sizes);
  TEST_RUN(reads_times);
  TEST_RUN(reads_counts_switches_and_choices);
  TEST_RUN(refuses_options_by_name);
  TEST_RUN(reads_a_file_with_comments);
  TEST_RUN(refuses_files_that_say_something_else);
  TEST_RUN(lets_the_stronger_source_win);
  TEST_RUN(refuses_variables_by_name);
  TEST_RUN(keeps_its_table_in_order);
  return test_end();
}
