/* The texts of tests/golden/json/texts.txt: each way of reading JSON takes exactly those marked y. */
#include "unit/test.h"

#include "base/hex.h"
#include "json/tree.h"
#include "json/write.h"

#define LIST "tests/golden/json/texts.txt"

static struct berg_arena arena;
static size_t accepted;
static size_t refused;

/* Expands %XX in FIELD, in place. */
static struct berg_span expand(char *field, size_t len)
{
  uint8_t *out = (uint8_t *)field;
  size_t used = 0;

  for (size_t i = 0; i < len; i++) {
    if (field[i] == '%' && i + 2 < len) {
      out[used++] = (uint8_t)(berg_hex_digit((uint8_t)field[i + 1]) * 16 + berg_hex_digit((uint8_t)field[i + 2]));
      i += 2;
    } else {
      out[used++] = (uint8_t)field[i];
    }
  }
  return (struct berg_span){out, used};
}

/* Reads the value that comes next with the reader, member by member. */
static enum berg_status read_value(struct berg_json_reader *reader)
{
  struct berg_span text;
  bool more = true;
  enum berg_status status = BERG_OK;

  switch (berg_json_peek(reader)) {
  case BERG_JSON_STRING:
    return berg_json_read_string(reader, "text", &text);
  case BERG_JSON_OBJECT:
    status = berg_json_enter_object(reader, "object");
    while (status == BERG_OK && (status = berg_json_next_member(reader, &text, &more)) == BERG_OK && more)
      status = read_value(reader);
    return status;
  case BERG_JSON_ARRAY:
    status = berg_json_enter_array(reader, "array");
    while (status == BERG_OK && (status = berg_json_next_element(reader, &more)) == BERG_OK && more)
      status = read_value(reader);
    return status;
  default:
    return berg_json_skip(reader);
  }
}

static enum berg_status read_text(struct berg_span text)
{
  struct berg_json_reader reader;

  berg_json_open(&reader, text, 100, &arena, NULL);
  enum berg_status status = read_value(&reader);
  return status == BERG_OK ? berg_json_finish(&reader) : status;
}

static void check_text(const char *name, struct berg_span text, bool valid, bool duplicate)
{
  struct berg_json_tree tree;
  struct berg_problem problem;
  enum berg_status expected = valid ? BERG_OK : BERG_INVALID;

  berg_arena_reset(&arena);
  berg_problem_clear(&problem);
  if (berg_json_check_text(text, BERG_JSON_LIMITS_DEFAULT, true, &arena, &problem) != expected ||
      (problem.message_len == 0) != valid)
    test_report(LIST, 0, name);
  if (berg_json_parse(text, BERG_JSON_LIMITS_DEFAULT, true, &arena, &tree, NULL) != expected)
    test_report(LIST, 1, name);
  /* Equal names are the business of berg_json_check_text alone. */
  if (read_text(text) != (duplicate ? BERG_OK : expected))
    test_report(LIST, 2, name);
  *(valid ? &accepted : &refused) += 1;
}

static void test_texts(void)
{
  static char line[4096];
  FILE *list = fopen(LIST, "r");

  CHECK(list != NULL);
  while (list != NULL && fgets(line, sizeof line, list) != NULL) {
    char *name = strchr(line, '\t');
    char *text = name != NULL ? strchr(name + 1, '\t') : NULL;
    if (line[0] == '#')
      continue;
    CHECK((line[0] == 'y' || line[0] == 'n') && text != NULL && line[strlen(line) - 1] == '\n');
    if (text == NULL)
      break;
    *text = '\0';
    bool duplicate = strncmp(name + 1, "duplicate-", 10) == 0;
    check_text(name + 1, expand(text + 1, strlen(text + 1) - 1), line[0] == 'y', duplicate);
  }
  if (list != NULL)
    fclose(list);
}

static void test_counts(void)
{
  CHECK_INT(accepted, 79);
  CHECK_INT(refused, 152);
}

int main(void)
{
  berg_arena_open(&arena, (size_t)16 << 20);
  TEST_RUN(test_texts);
  TEST_RUN(test_counts);
  berg_arena_close(&arena);
  return test_end();
}
