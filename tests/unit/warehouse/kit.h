/* What the tests of the warehouse share: a directory of their own and a warehouse. */
#ifndef BERG_TESTS_UNIT_WAREHOUSE_KIT_H
#define BERG_TESTS_UNIT_WAREHOUSE_KIT_H

#include "tests/unit/test.h"
#include "warehouse/warehouse.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define KIT __attribute__((unused)) static
#define KIT_DIRECTORY_MAX 200
#define KIT_PATH_MAX 600

struct kit {
  char directory[KIT_DIRECTORY_MAX];
  struct berg_warehouse *warehouse;
  struct berg_arena arena;
  struct berg_problem problem;
};

KIT void kit_begin_as(struct kit *kit, struct berg_warehouse_settings settings)
{
  const char *tmp = getenv("TMPDIR");

  snprintf(kit->directory, sizeof kit->directory, "%s/berg-warehouse-XXXXXX", tmp != NULL ? tmp : "/tmp");
  if (mkdtemp(kit->directory) == NULL)
    abort();
  berg_arena_open(&kit->arena, 1u << 20);
  berg_problem_clear(&kit->problem);
  CHECK_INT(berg_warehouse_open(&settings, &kit->warehouse, &kit->problem), BERG_OK);
}

KIT void kit_begin(struct kit *kit)
{
  kit_begin_as(kit,
               (struct berg_warehouse_settings){.cache_bytes = 1u << 20, .file_max_bytes = 16u << 20, .durable = true});
}

KIT void kit_end(struct kit *kit)
{
  berg_warehouse_close(kit->warehouse);
  berg_arena_close(&kit->arena);
  berg_warehouse_remove_tree(kit->directory);
}

/* The path of NAME in the directory; lives in the arena. */
KIT char *kit_path(struct kit *kit, const char *name)
{
  char *path = berg_arena_alloc(&kit->arena, KIT_PATH_MAX, 1);

  snprintf(path, KIT_PATH_MAX, "%s/%s", kit->directory, name);
  return path;
}

KIT enum berg_status kit_write_bytes(struct kit *kit, const char *name, struct berg_span content)
{
  berg_problem_clear(&kit->problem);
  return berg_warehouse_write(kit->warehouse, berg_span_of(kit_path(kit, name)), content, &kit->arena, &kit->problem);
}

KIT enum berg_status kit_write(struct kit *kit, const char *name, const char *content)
{
  return kit_write_bytes(kit, name, berg_span_of(content));
}

KIT enum berg_status kit_read(struct kit *kit, const char *name, struct berg_span *content)
{
  berg_problem_clear(&kit->problem);
  return berg_warehouse_read(kit->warehouse, berg_span_of(kit_path(kit, name)), &kit->arena, content, &kit->problem);
}

/* Puts a file there behind the warehouse's back. */
KIT void kit_plant(struct kit *kit, const char *name, struct berg_span content)
{
  FILE *file = fopen(kit_path(kit, name), "wb");

  CHECK(file != NULL && fwrite(content.bytes, 1, content.len, file) == content.len);
  if (file != NULL)
    fclose(file);
}

/* How many entries directory NAME has. */
KIT int kit_count(struct kit *kit, const char *name)
{
  DIR *dir = opendir(kit_path(kit, name));
  struct dirent *entry;
  int count = 0;

  while (dir != NULL && (entry = readdir(dir)) != NULL)
    count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
  if (dir != NULL)
    closedir(dir);
  return count;
}

#endif
