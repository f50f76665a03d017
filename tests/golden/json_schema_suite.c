/* Runs validators on instances: each line of standard input is a schema's name, a tab and a JSON text; each line of
 * output is 1 for valid, 0 for not valid, ? for no JSON. For json_schema_suite_test.py, which generates the validators.
 */
#include "berg_wire_check.h"

#include <stdio.h>

static char check_line(struct berg_span line)
{
  struct berg_arena arena;
  struct berg_json_tree tree;
  struct berg_violations violations;
  char outcome = '?';
  size_t tab = 0;

  while (tab < line.len && line.bytes[tab] != '\t')
    tab++;
  const struct berg_check_schema *schema = berg_wire_schema_find(berg_span_part(line, 0, tab));
  if (schema == NULL || tab == line.len)
    return '?';
  berg_arena_open(&arena, SIZE_MAX);
  berg_violations_open(&violations, &arena, false);
  if (berg_json_parse(berg_span_part(line, tab + 1, line.len - tab - 1), BERG_JSON_LIMITS_DEFAULT, true, &arena, &tree,
                      NULL) == BERG_OK)
    outcome = schema->check(&tree, 0, &violations) == BERG_OK ? '1' : '0';
  /* A message must go with every refusal, and with nothing else. */
  if ((outcome == '0') != (violations.count > 0))
    outcome = '?';
  berg_arena_close(&arena);
  return outcome;
}

int main(void)
{
  static char text[1 << 20];

  while (fgets(text, sizeof text, stdin) != NULL) {
    size_t len = strcspn(text, "\n");
    printf("%c\n", check_line((struct berg_span){(const uint8_t *)text, len}));
  }
  return 0;
}
