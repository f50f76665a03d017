/* Tables and views: one name space, compare-and-swap, pages while names come and go, locations, garbage. */
#include "tests/unit/store/kit.h"

static void test_insert_and_find(void)
{
  struct kit kit;
  struct berg_store_object found = {0};

  kit_begin(&kit);
  CHECK_INT(kit_insert_namespace(&kit, "a", ""), BERG_OK);
  CHECK_INT(kit_insert_namespace(&kit, "b", ""), BERG_OK);
  CHECK_INT(kit_insert(&kit, "a", "t", BERG_OBJECT_TABLE, "/w/a/t"), BERG_OK);
  CHECK_INT(kit_insert(&kit, "a", "t", BERG_OBJECT_TABLE, "/w/a/t2"), BERG_EXISTS);
  CHECK_INT(kit_insert(&kit, "a", "t", BERG_OBJECT_VIEW, "/w/a/v"), BERG_EXISTS);
  CHECK_INT(kit_insert(&kit, "a", "v", BERG_OBJECT_VIEW, "/w/a/v"), BERG_OK);
  CHECK_INT(kit_insert(&kit, "a", "T", BERG_OBJECT_TABLE, "/w/a/T"), BERG_OK);
  CHECK_INT(kit_insert(&kit, "none", "t", BERG_OBJECT_TABLE, "/w/n/t"), BERG_NO_NAMESPACE);
  CHECK_INT(kit_find(&kit, "a", "t", &found), BERG_OK);
  CHECK_INT(found.kind, BERG_OBJECT_TABLE);
  CHECK_INT(found.namespace_id, kit_namespace_id(&kit, "a"));
  CHECK_INT(found.version, 0);
  CHECK_TEXT(found.uuid, "u-1");
  CHECK_TEXT(found.location, "/w/a/t");
  CHECK_TEXT(found.metadata_location, "/w/m/00000.metadata.json");
  CHECK_INT(kit_find(&kit, "a", "v", &found), BERG_OK);
  CHECK_INT(found.kind, BERG_OBJECT_VIEW);
  CHECK_INT(kit_find(&kit, "b", "t", &found), BERG_ABSENT);
  CHECK_INT(kit_find(&kit, "none", "t", &found), BERG_ABSENT);
  kit_end(&kit);
}

/* TESTS tables/updateTable/no-lost-update */
static void test_swap(void)
{
  struct kit kit;
  struct berg_store_object t = {0};

  kit_begin(&kit);
  CHECK_INT(kit_insert_namespace(&kit, "a", ""), BERG_OK);
  CHECK_INT(kit_insert(&kit, "a", "t", BERG_OBJECT_TABLE, "/w/a/t"), BERG_OK);
  CHECK_INT(kit_find(&kit, "a", "t", &t), BERG_OK);
  CHECK_INT(berg_store_swap_object(kit.store, t.object_id, 0, t.location, text_of("/m/1"), NULL), BERG_OK);
  CHECK_INT(berg_store_swap_object(kit.store, t.object_id, 0, t.location, text_of("/m/lost"), NULL),
            BERG_COMMIT_FAILED);
  CHECK_INT(berg_store_swap_object(kit.store, t.object_id, 1, text_of("/moved"), text_of("/m/2"), NULL), BERG_OK);
  CHECK_INT(berg_store_swap_object(kit.store, t.object_id + 1, 0, t.location, text_of("/m/3"), NULL),
            BERG_COMMIT_FAILED);
  kit_reopen(&kit);
  CHECK_INT(kit_find(&kit, "a", "t", &t), BERG_OK);
  CHECK_INT(t.version, 2);
  CHECK_TEXT(t.metadata_location, "/m/2");
  CHECK_TEXT(t.location, "/moved");
  CHECK_INT(berg_store_delete_object(kit.store, t.object_id, NULL), BERG_OK);
  CHECK_INT(berg_store_delete_object(kit.store, t.object_id, NULL), BERG_ABSENT);
  CHECK_INT(berg_store_swap_object(kit.store, t.object_id, 2, t.location, text_of("/m/4"), NULL), BERG_COMMIT_FAILED);
  kit_end(&kit);
}

/* A table made again under its old name is another object: a swap that was planned before must not reach it. */
static void test_ids_are_not_used_twice(void)
{
  struct kit kit;
  struct berg_store_object first = {0};
  struct berg_store_object second = {0};

  kit_begin(&kit);
  CHECK_INT(kit_insert_namespace(&kit, "a", ""), BERG_OK);
  CHECK_INT(kit_insert(&kit, "a", "t", BERG_OBJECT_TABLE, "/w/a/t"), BERG_OK);
  CHECK_INT(kit_find(&kit, "a", "t", &first), BERG_OK);
  CHECK_INT(berg_store_delete_object(kit.store, first.object_id, NULL), BERG_OK);
  CHECK_INT(kit_insert(&kit, "a", "t", BERG_OBJECT_TABLE, "/w/a/t"), BERG_OK);
  CHECK_INT(kit_find(&kit, "a", "t", &second), BERG_OK);
  CHECK(second.object_id > first.object_id);
  CHECK_INT(berg_store_swap_object(kit.store, first.object_id, 0, first.location, text_of("/m/1"), NULL),
            BERG_COMMIT_FAILED);
  kit_end(&kit);
}

static struct berg_spans list(struct kit *kit, enum berg_object_kind kind, struct berg_span after, size_t limit,
                              bool *more)
{
  struct berg_spans names = {NULL, 0};

  CHECK_INT(berg_store_list_objects(kit->store, kit_namespace_id(kit, "a"), kind, after, limit, &kit->arena, &names,
                                    more, NULL),
            BERG_OK);
  return names;
}

static void test_list(void)
{
  struct kit kit;
  bool more = true;
  struct berg_spans names;

  kit_begin(&kit);
  CHECK_INT(kit_insert_namespace(&kit, "a", ""), BERG_OK);
  CHECK_INT(kit_insert_namespace(&kit, "b", ""), BERG_OK);
  names = list(&kit, BERG_OBJECT_TABLE, text_of(""), 0, &more);
  CHECK_INT(names.count, 0);
  CHECK(!more);
  static const char *const NAMES[] = {"t10", "t2", "Z", "\xc3\xa9", "t1"};
  for (size_t i = 0; i < 5; i++)
    CHECK_INT(kit_insert(&kit, "a", NAMES[i], BERG_OBJECT_TABLE, "/w"), BERG_OK);
  CHECK_INT(kit_insert(&kit, "a", "t0", BERG_OBJECT_VIEW, "/w"), BERG_OK);
  CHECK_INT(kit_insert(&kit, "b", "t3", BERG_OBJECT_TABLE, "/w"), BERG_OK);
  names = list(&kit, BERG_OBJECT_TABLE, text_of(""), 0, &more);
  CHECK_TEXT(kit_join(&kit, &names), "Z,t1,t10,t2,\xc3\xa9");
  names = list(&kit, BERG_OBJECT_VIEW, text_of(""), 1, &more);
  CHECK_TEXT(kit_join(&kit, &names), "t0");
  CHECK(!more);
  names = list(&kit, BERG_OBJECT_TABLE, text_of("t1"), 2, &more);
  CHECK_TEXT(kit_join(&kit, &names), "t10,t2");
  CHECK(more);
  names = list(&kit, BERG_OBJECT_TABLE, text_of("t11"), 2, &more); /* a name that is not there any more */
  CHECK_TEXT(kit_join(&kit, &names), "t2,\xc3\xa9");
  CHECK(!more);
  kit_end(&kit);
}

/* While a client pages, names are made and dropped around it; those that stay are each seen exactly once. */
static void test_pages_under_change(void)
{
  struct kit kit;
  struct berg_span after = {NULL, 0};
  struct berg_store_object gone = {0};
  char name[16];
  int seen[300] = {0};
  bool more = true;
  int page = 0;

  kit_begin(&kit);
  CHECK_INT(kit_insert_namespace(&kit, "a", ""), BERG_OK);
  CHECK_INT(berg_store_begin(kit.store, NULL), BERG_OK);
  for (int i = 0; i < 300; i += 2) {
    snprintf(name, sizeof name, "t%03d", i);
    CHECK_INT(kit_insert(&kit, "a", name, BERG_OBJECT_TABLE, "/w"), BERG_OK);
  }
  CHECK_INT(berg_store_release(kit.store, NULL), BERG_OK);
  CHECK_INT(berg_store_commit(kit.store, NULL), BERG_OK);
  while (more) {
    struct berg_spans names = list(&kit, BERG_OBJECT_TABLE, after, 7, &more);
    CHECK(names.count == 7 || !more);
    for (size_t i = 0; i < names.count; i++)
      seen[atoi((const char *)names.items[i].bytes + 1)]++;
    after = names.items[names.count - 1];
    snprintf(name, sizeof name, "t%03d", 2 * page * 7 + 1); /* a new one behind */
    CHECK_INT(kit_insert(&kit, "a", name, BERG_OBJECT_TABLE, "/w"), BERG_OK);
    CHECK_INT(kit_find(&kit, "a", "t000", &gone), page == 0 ? BERG_OK : BERG_ABSENT);
    if (page == 0)
      CHECK_INT(berg_store_delete_object(kit.store, gone.object_id, NULL), BERG_OK);
    page++;
  }
  for (int i = 0; i < 300; i += 2)
    CHECK_INT(seen[i], 1);
  CHECK_INT(page, 22);
  kit_end(&kit);
}

static bool is_taken(struct kit *kit, const char *location, int64_t except)
{
  bool taken = false;

  CHECK_INT(berg_store_location_taken(kit->store, kit->warehouse_id, text_of(location), except, &taken, NULL), BERG_OK);
  return taken;
}

static void test_location_taken(void)
{
  struct kit kit;
  struct berg_store_object t = {0};

  kit_begin(&kit);
  CHECK_INT(kit_insert_namespace(&kit, "a", ""), BERG_OK);
  CHECK(!is_taken(&kit, "file:///w/a/t", 0));
  CHECK_INT(kit_insert(&kit, "a", "t", BERG_OBJECT_TABLE, "file:///w/a/t"), BERG_OK);
  CHECK_INT(kit_insert(&kit, "a", "v", BERG_OBJECT_VIEW, "file:///w/view"), BERG_OK);
  CHECK_INT(kit_insert(&kit, "a", "s", BERG_OBJECT_TABLE, "s3://bucket/x"), BERG_OK);
  CHECK_INT(kit_find(&kit, "a", "t", &t), BERG_OK);
  static const char *const TAKEN[] = {"file:///w/a/t", "file:/w/a/t",     "/w/a/t",     "/w/a/t/", "/w/a/t///",
                                      "/w/a/t/below",  "file:/w/a/t/b/c", "/w/a",       "/w",      "/",
                                      "file:///",      "s3://bucket/x/y", "s3://bucket"};
  for (size_t i = 0; i < sizeof TAKEN / sizeof *TAKEN; i++)
    CHECK(is_taken(&kit, TAKEN[i], 0));
  static const char *const FREE[] = {"/w/a/t2",      "/w/a/t!", "/w/a/t0", "/w/view",          "s3://bucket/x-y",
                                     "s3://bucke/x", "w/a/t",   "/v",      "file://host/w/a/t"};
  for (size_t i = 0; i < sizeof FREE / sizeof *FREE; i++)
    CHECK(!is_taken(&kit, FREE[i], 0));
  CHECK(!is_taken(&kit, "/w/a/t", t.object_id));
  CHECK(!is_taken(&kit, "/w/a", t.object_id));
  CHECK(!is_taken(&kit, "/w/a/t/b", t.object_id));
  CHECK_INT(berg_store_swap_object(kit.store, t.object_id, 0, text_of("/elsewhere"), text_of("/m/1"), NULL), BERG_OK);
  CHECK(!is_taken(&kit, "/w/a/t", 0));
  CHECK(is_taken(&kit, "/elsewhere/x", 0));
  static const char *const NEIGHBOURS[] = {"/x/t0", "/x/t0/y", "/x/t1", "/x/t.", "/x/t-"}; /* around "/x/t/" by bytes */
  for (size_t i = 0; i < sizeof NEIGHBOURS / sizeof *NEIGHBOURS; i++)
    CHECK_INT(kit_insert(&kit, "a", NEIGHBOURS[i] + 1, BERG_OBJECT_TABLE, NEIGHBOURS[i]), BERG_OK);
  CHECK(!is_taken(&kit, "/x/t", 0));
  kit_end(&kit);
}

static void test_locations_of_other_warehouses(void)
{
  struct kit kit;
  int64_t other = 0;
  bool taken = true;

  kit_begin(&kit);
  CHECK_INT(berg_store_put_warehouse(kit.store, text_of("o"), text_of("/o"), &other, NULL), BERG_OK);
  CHECK_INT(kit_insert_namespace(&kit, "a", ""), BERG_OK);
  CHECK_INT(kit_insert(&kit, "a", "t", BERG_OBJECT_TABLE, "/w/a/t"), BERG_OK);
  CHECK_INT(berg_store_location_taken(kit.store, other, text_of("/w/a/t"), 0, &taken, NULL), BERG_OK);
  CHECK(!taken);
  kit_end(&kit);
}

static struct berg_span garbage(struct kit *kit, size_t limit)
{
  struct berg_spans found = {NULL, 0};

  CHECK_INT(berg_store_list_garbage(kit->store, limit, &kit->arena, &found, NULL), BERG_OK);
  return kit_join(kit, &found);
}

static void test_garbage(void)
{
  struct kit kit;

  kit_begin(&kit);
  CHECK_TEXT(garbage(&kit, 0), "");
  CHECK_INT(berg_store_add_garbage(kit.store, text_of("/z"), NULL), BERG_OK);
  CHECK_INT(berg_store_add_garbage(kit.store, text_of("/a"), NULL), BERG_OK);
  CHECK_INT(berg_store_add_garbage(kit.store, text_of("/z"), NULL), BERG_OK);
  CHECK_INT(berg_store_add_garbage(kit.store, text_of("/m"), NULL), BERG_OK);
  kit_reopen(&kit);
  CHECK_TEXT(garbage(&kit, 0), "/z,/a,/m");
  CHECK_TEXT(garbage(&kit, 2), "/z,/a");
  CHECK_INT(berg_store_delete_garbage(kit.store, text_of("/a"), NULL), BERG_OK);
  CHECK_INT(berg_store_delete_garbage(kit.store, text_of("/nothing"), NULL), BERG_OK);
  CHECK_TEXT(garbage(&kit, 9), "/z,/m");
  kit_end(&kit);
}

static void test_no_memory(void)
{
  struct kit kit;
  struct berg_store_object found = {0};
  struct berg_store_namespace ns = {0};
  struct berg_spans names = {NULL, 0};
  bool more = false;
  struct berg_property property = {BERG_SPAN("k"), BERG_SPAN("v")};
  struct berg_properties properties = {&property, 1};

  kit_begin(&kit);
  CHECK_INT(berg_store_insert_namespace(kit.store, kit.warehouse_id, text_of("a"), text_of(""), &properties, NULL),
            BERG_OK);
  CHECK_INT(kit_insert(&kit, "a", "t", BERG_OBJECT_TABLE, "/w/a/t"), BERG_OK);
  int64_t id = kit_namespace_id(&kit, "a");
  for (size_t n = 1; n <= 3; n++) {
    kit.arena.fail_after = n;
    CHECK_INT(kit_find(&kit, "a", "t", &found), BERG_NO_MEMORY);
  }
  for (size_t n = 1; n <= 4; n++) {
    kit.arena.fail_after = n;
    CHECK_INT(berg_store_find_namespace(kit.store, kit.warehouse_id, text_of("a"), true, &kit.arena, &ns, NULL),
              BERG_NO_MEMORY);
  }
  for (size_t n = 1; n <= 2; n++) {
    kit.arena.fail_after = n;
    CHECK_INT(
        berg_store_list_objects(kit.store, id, BERG_OBJECT_TABLE, text_of(""), 0, &kit.arena, &names, &more, NULL),
        BERG_NO_MEMORY);
  }
  kit.arena.fail_after = 0;
  CHECK_INT(found.object_id, 0); /* written only on success */
  CHECK_INT(names.count, 0);
  CHECK_INT(kit_find(&kit, "a", "t", &found), BERG_OK);
  kit_end(&kit);
}

int main(void)
{
  TEST_RUN(test_insert_and_find);
  TEST_RUN(test_swap);
  TEST_RUN(test_ids_are_not_used_twice);
  TEST_RUN(test_list);
  TEST_RUN(test_pages_under_change);
  TEST_RUN(test_location_taken);
  TEST_RUN(test_locations_of_other_warehouses);
  TEST_RUN(test_garbage);
  TEST_RUN(test_no_memory);
  return test_end();
}
