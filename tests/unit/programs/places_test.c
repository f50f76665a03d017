/* Places: which directories a served catalog gets. */
#include "programs/places.h"
#include "unit/test.h"

#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/refberg-places-XXXXXX";

static bool is_directory(const char *path)
{
  struct stat facts;

  return stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
}

/* Opens places for DATA (below the folder unless ":memory:") and up to two warehouses. */
static enum berg_status open_places(struct berg_settings *settings, const char *data, const char *one, const char *two,
                                    struct berg_places *places, struct berg_problem *problem)
{
  const struct berg_setting *warehouse = berg_settings_find(BERG_SPAN("warehouse"));
  const char *texts[] = {one, two};

  berg_problem_clear(problem);
  CHECK_INT(berg_settings_open(settings, problem), BERG_OK);
  settings->data = data;
  for (int i = 0; i < 2; i++)
    if (texts[i] != NULL)
      CHECK_INT(berg_settings_assign(settings, warehouse, berg_span_of(texts[i]), BERG_SOURCE_OPTION, BERG_SPAN("w"),
                                     problem),
                BERG_OK);
  return berg_places_open(settings, places, problem);
}

static void makes_the_default_warehouse_in_the_data(void)
{
  struct berg_settings settings;
  struct berg_places places;
  struct berg_problem problem;
  char want[128];

  CHECK_INT(open_places(&settings, "some/data", NULL, NULL, &places, &problem), BERG_OK);
  snprintf(want, sizeof want, "%s/some/data", folder);
  CHECK_TEXT(berg_span_of(places.data), want);
  CHECK_INT(places.warehouse_count, 1);
  CHECK_TEXT(berg_span_of(places.warehouses[0].name), "");
  snprintf(want, sizeof want, "%s/some/data/warehouse", folder);
  CHECK_TEXT(berg_span_of(places.warehouses[0].uri), want);
  CHECK(is_directory(want));
  CHECK(places.temporary == NULL);
  berg_places_close(&places);
  CHECK(is_directory(want));
  berg_settings_close(&settings);
}

static void names_warehouses(void)
{
  struct berg_settings settings;
  struct berg_places places;
  struct berg_problem problem;

  CHECK_INT(open_places(&settings, "data", "east-1.a=house", "file:///x=y", &places, &problem), BERG_OK);
  CHECK_INT(places.warehouse_count, 2);
  CHECK_TEXT(berg_span_of(places.warehouses[0].name), "east-1.a");
  CHECK(places.warehouses[0].uri[0] == '/');
  CHECK(is_directory("house"));
  CHECK_TEXT(berg_span_of(places.warehouses[1].name), "");
  CHECK_TEXT(berg_span_of(places.warehouses[1].uri), "file:///x=y");
  CHECK(!is_directory("data/warehouse"));
  berg_places_close(&places);
  berg_settings_close(&settings);
}

static void keeps_memory_catalogs_in_a_directory_that_goes(void)
{
  struct berg_settings settings;
  struct berg_places places;
  struct berg_problem problem;
  char path[256];

  CHECK_INT(open_places(&settings, ":memory:", NULL, NULL, &places, &problem), BERG_OK);
  CHECK_TEXT(berg_span_of(places.data), ":memory:");
  CHECK(places.temporary != NULL && is_directory(places.temporary));
  snprintf(path, sizeof path, "%s/warehouse/a", places.temporary);
  CHECK_INT(mkdir(path, 0700), 0);
  CHECK_INT(symlink("/etc", strcat(path, "/link")), 0);
  snprintf(path, sizeof path, "%s", places.temporary);
  berg_places_close(&places);
  CHECK(!is_directory(path));
  CHECK(is_directory("/etc"));
  berg_settings_close(&settings);
  CHECK_INT(open_places(&settings, ":memory:", "file:///x", NULL, &places, &problem), BERG_OK);
  CHECK(places.temporary == NULL);
  berg_settings_close(&settings);
}

static void refuses_what_cannot_be(void)
{
  static const struct {
    const char *data;
    const char *one;
    const char *two;
    enum berg_status status;
  } CASES[] = {
      {"data", "a=x", "a=y", BERG_INVALID},       {"data", "file:///x", "file:///y", BERG_INVALID},
      {"data", "=file:///x", NULL, BERG_INVALID}, {"data", "a=", NULL, BERG_INVALID},
      {"/proc/none/data", NULL, NULL, BERG_IO},   {"data", "/proc/none/house", NULL, BERG_IO},
  };

  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    struct berg_settings settings;
    struct berg_places places;
    struct berg_problem problem;
    enum berg_status status = open_places(&settings, CASES[i].data, CASES[i].one, CASES[i].two, &places, &problem);
    CHECK_INT(status, CASES[i].status);
    CHECK(problem.message_len > 0);
    berg_settings_close(&settings);
  }
}

int main(void)
{
  char command[128];

  if (mkdtemp(folder) == NULL || chdir(folder) != 0)
    return 1;
  TEST_RUN(makes_the_default_warehouse_in_the_data);
  TEST_RUN(names_warehouses);
  TEST_RUN(keeps_memory_catalogs_in_a_directory_that_goes);
  TEST_RUN(refuses_what_cannot_be);
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  CHECK_INT(system(command), 0);
  return test_end();
}
