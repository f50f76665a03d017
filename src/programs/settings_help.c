#include "programs/settings.h"

#include <stdio.h>
#include <string.h>

#define HELP_COLUMN 34

void berg_settings_print_help(void)
{
  size_t count;
  const struct berg_setting *table = berg_settings_table(&count);

  for (size_t i = 0; i < count; i++) {
    int len = printf("  --%s %s", table[i].name, table[i].value_name);
    printf("%*s%s", len < HELP_COLUMN ? HELP_COLUMN - len : 1, "", table[i].help);
    if (table[i].fallback != NULL)
      printf(" (%s)", table[i].fallback);
    printf("\n");
  }
}
