#include "programs/settings.h"

#include <string.h>

struct unit {
  const char *name;
  int64_t factor;
};

static const struct unit SIZE_UNITS[] = {{"", 1},          {"B", 1},         {"K", 1 << 10},
                                         {"k", 1 << 10},   {"KiB", 1 << 10}, {"M", 1 << 20},
                                         {"MiB", 1 << 20}, {"G", 1 << 30},   {"GiB", 1 << 30}};
static const struct unit TIME_UNITS[] = {{"", 1000}, {"s", 1000}, {"ms", 1}, {"m", 60000}, {"h", 3600000}};
static const struct unit NO_UNITS[] = {{"", 1}};

static const struct unit *find_unit(const struct unit *units, size_t count, struct berg_span name)
{
  for (size_t i = 0; i < count; i++)
    if (berg_span_equal(name, berg_span_of(units[i].name)))
      return &units[i];
  return NULL;
}

/* Reads digits from TEXT at AT into NUMBER, which saturates far above every limit. */
static size_t read_digits(struct berg_span text, size_t at, int64_t *number)
{
  int64_t n = 0;

  for (; at < text.len && text.bytes[at] >= '0' && text.bytes[at] <= '9'; at++)
    n = n > INT64_C(100000000000000) ? n : n * 10 + (text.bytes[at] - '0');
  *number = n;
  return at;
}

/* A number with up to three decimals and a unit, in the unit whose factor is 1. */
static bool read_quantity(struct berg_span text, const struct unit *units, size_t unit_count, int64_t *value)
{
  int64_t whole;
  int64_t thousandths = 0;
  size_t at = read_digits(text, 0, &whole);

  if (at == 0)
    return false;
  if (at + 1 < text.len && text.bytes[at] == '.') {
    int64_t place = 100;
    size_t start = ++at;
    for (; at < text.len && at - start < 3 && text.bytes[at] >= '0' && text.bytes[at] <= '9'; at++, place /= 10)
      thousandths += (text.bytes[at] - '0') * place;
    if (at == start)
      return false;
  }
  const struct unit *unit = find_unit(units, unit_count, berg_span_part(text, at, text.len - at));
  if (unit == NULL || whole > INT64_MAX / 2 / unit->factor || thousandths * unit->factor % 1000 != 0)
    return false;
  *value = whole * unit->factor + thousandths * unit->factor / 1000;
  return true;
}

static bool read_switch(struct berg_span text, int64_t *value)
{
  static const char *const WORDS[] = {"off", "on", "false", "true", "no", "yes", "0", "1"};

  for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
    if (berg_span_equal(text, berg_span_of(WORDS[i]))) {
      *value = (int64_t)(i % 2);
      return true;
    }
  }
  return false;
}

static bool read_choice(struct berg_span text, const char *choices, int64_t *value)
{
  int64_t place = 0;

  for (const char *word = choices; *word != '\0'; place++) {
    size_t len = strcspn(word, "|");
    if (berg_span_equal(text, (struct berg_span){(const uint8_t *)word, len})) {
      *value = place;
      return true;
    }
    word += word[len] == '|' ? len + 1 : len;
  }
  return false;
}

static enum berg_status complain(struct berg_problem *problem, struct berg_span origin, const char *what,
                                 struct berg_span text)
{
  char template[160] = "{}: '{}' is no ";

  strncat(template, what, sizeof template - strlen(template) - 1);
  return berg_problem_set_texts(problem, BERG_INVALID, template, origin, text);
}

static enum berg_status read_number(const struct berg_setting *setting, struct berg_span text, struct berg_span origin,
                                    int64_t *value, struct berg_problem *problem)
{
  switch (setting->kind) {
  case BERG_SETTING_BYTES:
    if (!read_quantity(text, SIZE_UNITS, sizeof SIZE_UNITS / sizeof SIZE_UNITS[0], value))
      return complain(problem, origin, "size: write a number of bytes, or one with KiB, MiB or GiB", text);
    break;
  case BERG_SETTING_DURATION:
    if (!read_quantity(text, TIME_UNITS, sizeof TIME_UNITS / sizeof TIME_UNITS[0], value))
      return complain(problem, origin, "time: write a number of seconds, or one with ms, s, m or h", text);
    break;
  case BERG_SETTING_COUNT:
    if (!read_quantity(text, NO_UNITS, 1, value))
      return complain(problem, origin, "number", text);
    break;
  case BERG_SETTING_SWITCH:
    return read_switch(text, value) ? BERG_OK : complain(problem, origin, "switch: write on or off", text);
  case BERG_SETTING_CHOICE:
    if (!read_choice(text, setting->choices, value))
      return complain(problem, origin, setting->choices, text);
    return BERG_OK;
  case BERG_SETTING_TEXT:
  case BERG_SETTING_LIST:
    break;
  }
  if (*value < setting->min || *value > setting->max)
    return berg_problem_set_text_ids(problem, BERG_INVALID, "{}: the value must be from {} to {}", origin, setting->min,
                                     setting->max);
  return BERG_OK;
}

static enum berg_status append_text(struct berg_settings *settings, const char *text, enum berg_setting_source source,
                                    struct berg_problem *problem)
{
  struct berg_texts *texts = &settings->warehouses;
  size_t kept = settings->warehouses_source == source ? texts->count : 0;
  const char **items = berg_arena_grow(&settings->arena, texts->items, kept, kept + 1, sizeof *items);

  if (items == NULL)
    return berg_problem_set(problem, BERG_NO_MEMORY, "there is no memory for the settings");
  items[kept] = text;
  texts->items = items;
  texts->count = kept + 1;
  settings->warehouses_source = source;
  return BERG_OK;
}

static enum berg_status assign_text(struct berg_settings *settings, const struct berg_setting *setting,
                                    struct berg_span text, enum berg_setting_source source, struct berg_span origin,
                                    struct berg_problem *problem)
{
  struct berg_span copy = {0};

  if (text.len == 0 || memchr(text.bytes, '\0', text.len) != NULL)
    return berg_problem_set_text(problem, BERG_INVALID, "{}: the value is empty, or has a NUL in it", origin);
  if (berg_arena_copy(&settings->arena, text, &copy) != BERG_OK)
    return berg_problem_set(problem, BERG_NO_MEMORY, "there is no memory for the settings");
  const char *kept = (const char *)copy.bytes;
  if (setting->kind == BERG_SETTING_LIST)
    return append_text(settings, kept, source, problem);
  memcpy((char *)settings + setting->offset, &kept, sizeof kept);
  return BERG_OK;
}

enum berg_status berg_settings_assign(struct berg_settings *settings, const struct berg_setting *setting,
                                      struct berg_span text, enum berg_setting_source source, struct berg_span origin,
                                      struct berg_problem *problem)
{
  int64_t value = 0;

  if (setting->kind == BERG_SETTING_TEXT || setting->kind == BERG_SETTING_LIST)
    return assign_text(settings, setting, text, source, origin, problem);
  enum berg_status status = read_number(setting, text, origin, &value, problem);
  if (status == BERG_OK)
    memcpy((char *)settings + setting->offset, &value, sizeof value);
  return status;
}
