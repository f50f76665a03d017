/* What the tests of the store share: a directory of their own, a store in it, short ways to fill it. */
#ifndef BERG_TESTS_UNIT_STORE_KIT_H
#define BERG_TESTS_UNIT_STORE_KIT_H

#include "base/buffer.h"
#include "store/store.h"
#include "tests/unit/test.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#define KIT __attribute__((unused)) static
#define KIT_DIRECTORY_MAX 256
#define KIT_PATH_MAX 600

/* A directory with a database in it; files of lower directories are not expected. */
struct kit {
  char directory[KIT_DIRECTORY_MAX];
  struct berg_store *store;
  struct berg_arena arena;
  struct berg_problem problem;
  int64_t warehouse_id;
};

KIT struct berg_span text_of(const char *text)
{
  return berg_span_of(text);
}

KIT enum berg_status kit_open_as(struct kit *kit, bool read_only)
{
  struct berg_store_settings settings = {.directory = kit->directory, .read_only = read_only, .busy_timeout_ms = 50};

  kit->store = NULL;
  berg_problem_clear(&kit->problem);
  return berg_store_open(&settings, &kit->store, &kit->problem);
}

KIT void kit_reopen(struct kit *kit)
{
  berg_store_close(kit->store);
  CHECK_INT(kit_open_as(kit, false), BERG_OK);
}

KIT void kit_make(struct kit *kit)
{
  const char *tmp = getenv("TMPDIR");

  snprintf(kit->directory, sizeof kit->directory, "%s/berg-store-XXXXXX", tmp != NULL ? tmp : "/tmp");
  if (mkdtemp(kit->directory) == NULL)
    abort();
  berg_arena_open(&kit->arena, 64u << 20);
  berg_problem_clear(&kit->problem);
  kit->store = NULL;
}

KIT void kit_begin(struct kit *kit)
{
  kit_make(kit);
  CHECK_INT(kit_open_as(kit, false), BERG_OK);
  CHECK_INT(berg_store_put_warehouse(kit->store, text_of(""), text_of("/w"), &kit->warehouse_id, NULL), BERG_OK);
}

KIT void kit_end(struct kit *kit)
{
  struct dirent *entry;
  char path[KIT_PATH_MAX];

  berg_store_close(kit->store);
  berg_arena_close(&kit->arena);
  DIR *dir = opendir(kit->directory);
  while (dir != NULL && (entry = readdir(dir)) != NULL) {
    snprintf(path, sizeof path, "%s/%s", kit->directory, entry->d_name);
    unlink(path);
  }
  if (dir != NULL)
    closedir(dir);
  rmdir(kit->directory);
}

KIT enum berg_status kit_insert_namespace(struct kit *kit, const char *key, const char *parent)
{
  return berg_store_insert_namespace(kit->store, kit->warehouse_id, text_of(key), text_of(parent), NULL, NULL);
}

KIT int64_t kit_namespace_id(struct kit *kit, const char *key)
{
  struct berg_store_namespace found = {0};
  enum berg_status status =
      berg_store_find_namespace(kit->store, kit->warehouse_id, text_of(key), false, &kit->arena, &found, NULL);

  return status == BERG_OK ? found.namespace_id : -1;
}

KIT enum berg_status kit_insert(struct kit *kit, const char *key, const char *name, enum berg_object_kind kind,
                                const char *location)
{
  struct berg_store_object object = {.kind = kind,
                                     .uuid = text_of("u-1"),
                                     .location = text_of(location),
                                     .metadata_location = text_of("/w/m/00000.metadata.json"),
                                     .version = 0};

  return berg_store_insert_object(kit->store, kit_namespace_id(kit, key), text_of(name), &object, NULL);
}

KIT enum berg_status kit_find(struct kit *kit, const char *key, const char *name, struct berg_store_object *object)
{
  return berg_store_find_object(kit->store, kit->warehouse_id, text_of(key), text_of(name), &kit->arena, object, NULL);
}

/* The spans joined by commas. */
KIT struct berg_span kit_join(struct kit *kit, const struct berg_spans *spans)
{
  struct berg_buffer buffer;
  struct berg_span joined = {NULL, 0};

  berg_buffer_open(&buffer);
  for (size_t i = 0; i < spans->count; i++) {
    if (i > 0)
      berg_buffer_append_text(&buffer, ",");
    berg_buffer_append(&buffer, spans->items[i]);
  }
  if (berg_arena_copy(&kit->arena, berg_buffer_span(&buffer), &joined) != BERG_OK)
    abort();
  berg_buffer_close(&buffer);
  return joined;
}

KIT void kit_path(const struct kit *kit, const char *name, char path[KIT_PATH_MAX])
{
  snprintf(path, KIT_PATH_MAX, "%s/%s", kit->directory, name);
}

#endif
