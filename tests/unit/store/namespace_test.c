/* Namespaces and warehouses: names as bytes, parents, properties, deletion, pages. */
#include "tests/unit/store/kit.h"

/* Levels joined by 0x1F. */
#define AB "a\037b"
#define XB "x\037b"

static void test_insert_and_find(void)
{
  struct kit kit;
  struct berg_store_namespace found = {0};

  kit_begin(&kit);
  CHECK_INT(kit_insert_namespace(&kit, "a", ""), BERG_OK);
  CHECK_INT(kit_insert_namespace(&kit, "a", ""), BERG_EXISTS);
  CHECK_INT(kit_insert_namespace(&kit, "A", ""), BERG_OK);
  CHECK_INT(kit_insert_namespace(&kit, AB, "a"), BERG_OK);
  CHECK_INT(kit_insert_namespace(&kit, XB, "x"), BERG_NO_NAMESPACE);
  CHECK_INT(berg_store_find_namespace(kit.store, kit.warehouse_id, text_of(AB), true, &kit.arena, &found, &kit.problem),
            BERG_OK);
  CHECK_TEXT(found.key, AB);
  CHECK_INT(found.properties.count, 0);
  CHECK_INT(berg_store_find_namespace(kit.store, kit.warehouse_id, text_of("b"), true, &kit.arena, &found, NULL),
            BERG_ABSENT);
  CHECK_INT(kit.problem.status, BERG_OK);
  kit_end(&kit);
}

/* Names are bytes: case, accents in two forms, zero bytes and collation never make two names one. */
static void test_names_are_bytes(void)
{
  static const char *const NAMES[] = {"\xc3\xa9", "e\xcc\x81", "E", "e", "e ", "%65", "\xff\xfe", "1", "01"};
  static const uint8_t ZERO[] = {'e', 0, 'x'};
  struct kit kit;
  struct berg_span name = {ZERO, sizeof ZERO};

  kit_begin(&kit);
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    CHECK_INT(kit_insert_namespace(&kit, NAMES[i], ""), BERG_OK);
  CHECK_INT(berg_store_insert_namespace(kit.store, kit.warehouse_id, name, text_of(""), NULL, NULL), BERG_OK);
  CHECK_INT(berg_store_insert_namespace(kit.store, kit.warehouse_id, name, text_of(""), NULL, NULL), BERG_EXISTS);
  CHECK_INT(kit_insert_namespace(&kit, "e", ""), BERG_EXISTS);
  kit_end(&kit);
}

static void test_warehouses_are_apart(void)
{
  struct kit kit;
  int64_t other = 0;
  int64_t again = 0;

  kit_begin(&kit);
  CHECK_INT(berg_store_put_warehouse(kit.store, text_of("other"), text_of("/o"), &other, NULL), BERG_OK);
  CHECK(other != kit.warehouse_id);
  CHECK_INT(kit_insert_namespace(&kit, "a", ""), BERG_OK);
  CHECK_INT(berg_store_insert_namespace(kit.store, other, text_of("a"), text_of(""), NULL, NULL), BERG_OK);
  CHECK_INT(berg_store_insert_namespace(kit.store, other, text_of("a\x1fz"), text_of("a"), NULL, NULL), BERG_OK);
  CHECK_INT(kit_namespace_id(&kit, "a\x1fz"), -1);
  CHECK_INT(berg_store_insert_namespace(kit.store, 99, text_of("a"), text_of(""), NULL, NULL), BERG_NO_WAREHOUSE);
  CHECK_INT(berg_store_put_warehouse(kit.store, text_of("other"), text_of("/moved"), &again, NULL), BERG_OK);
  CHECK_INT(again, other);
  kit_end(&kit);
}

static void test_properties(void)
{
  struct berg_property first[] = {{BERG_SPAN("z"), BERG_SPAN("1")}, {BERG_SPAN("b"), BERG_SPAN("")}};
  struct berg_property second[] = {{BERG_SPAN("b"), BERG_SPAN("2")}, {BERG_SPAN("c"), BERG_SPAN("3")}};
  struct berg_span gone[] = {BERG_SPAN("z"), BERG_SPAN("absent")};
  struct berg_properties created = {first, 2};
  struct berg_properties updates = {second, 2};
  struct berg_spans removals = {gone, 2};
  struct berg_store_namespace found = {0};
  struct kit kit;

  kit_begin(&kit);
  CHECK_INT(berg_store_insert_namespace(kit.store, kit.warehouse_id, text_of("a"), text_of(""), &created, NULL),
            BERG_OK);
  CHECK_INT(berg_store_find_namespace(kit.store, kit.warehouse_id, text_of("a"), true, &kit.arena, &found, NULL),
            BERG_OK);
  CHECK_INT(found.properties.count, 2);
  CHECK_TEXT(found.properties.items[0].key, "b");
  CHECK_TEXT(found.properties.items[0].value, "");
  CHECK_TEXT(found.properties.items[1].key, "z");
  CHECK_TEXT(found.properties.items[1].value, "1");
  CHECK_INT(berg_store_update_properties(kit.store, found.namespace_id, &updates, &removals, NULL), BERG_OK);
  CHECK_INT(berg_store_update_properties(kit.store, 77, &updates, &removals, NULL), BERG_ABSENT);
  kit_reopen(&kit);
  CHECK_INT(berg_store_find_namespace(kit.store, kit.warehouse_id, text_of("a"), true, &kit.arena, &found, NULL),
            BERG_OK);
  CHECK_INT(found.properties.count, 2);
  CHECK_TEXT(found.properties.items[0].value, "2");
  CHECK_TEXT(found.properties.items[1].key, "c");
  CHECK_INT(berg_store_find_namespace(kit.store, kit.warehouse_id, text_of("a"), false, &kit.arena, &found, NULL),
            BERG_OK);
  CHECK_INT(found.properties.count, 0);
  kit_end(&kit);
}

static void test_many_properties(void)
{
  struct berg_property items[100];
  struct berg_properties created = {items, 100};
  struct berg_store_namespace found = {0};
  struct kit kit;

  kit_begin(&kit);
  for (size_t i = 0; i < 100; i++) {
    char name[8];
    snprintf(name, sizeof name, "k%03zu", i);
    CHECK_INT(berg_arena_copy(&kit.arena, text_of(name), &items[i].key), BERG_OK);
    items[i].value = items[i].key;
  }
  CHECK_INT(berg_store_insert_namespace(kit.store, kit.warehouse_id, text_of("a"), text_of(""), &created, NULL),
            BERG_OK);
  CHECK_INT(berg_store_find_namespace(kit.store, kit.warehouse_id, text_of("a"), true, &kit.arena, &found, NULL),
            BERG_OK);
  CHECK_INT(found.properties.count, 100);
  for (size_t i = 0; i < found.properties.count; i++)
    CHECK(berg_span_equal(found.properties.items[i].value, items[i].key));
  kit_end(&kit);
}

static void test_delete(void)
{
  struct kit kit;

  kit_begin(&kit);
  CHECK_INT(kit_insert_namespace(&kit, "a", ""), BERG_OK);
  CHECK_INT(kit_insert_namespace(&kit, AB, "a"), BERG_OK);
  int64_t a = kit_namespace_id(&kit, "a");
  int64_t b = kit_namespace_id(&kit, AB);
  CHECK_INT(kit_insert(&kit, AB, "t", BERG_OBJECT_VIEW, "/w/t"), BERG_OK);
  CHECK_INT(berg_store_delete_namespace(kit.store, a, &kit.problem), BERG_NOT_EMPTY);
  CHECK_INT(berg_store_delete_namespace(kit.store, b, &kit.problem), BERG_NOT_EMPTY);
  struct berg_store_object object = {0};
  CHECK_INT(kit_find(&kit, AB, "t", &object), BERG_OK);
  CHECK_INT(berg_store_delete_object(kit.store, object.object_id, NULL), BERG_OK);
  CHECK_INT(berg_store_delete_namespace(kit.store, b, &kit.problem), BERG_OK);
  CHECK_INT(berg_store_delete_namespace(kit.store, a, &kit.problem), BERG_OK);
  CHECK_INT(berg_store_delete_namespace(kit.store, a, &kit.problem), BERG_ABSENT);
  CHECK_INT(kit_namespace_id(&kit, "a"), -1);
  CHECK_INT(kit_insert_namespace(&kit, "a", ""), BERG_OK);
  CHECK(kit_namespace_id(&kit, "a") > b); /* ids are not used twice */
  kit_end(&kit);
}

static struct berg_span list(struct kit *kit, const char *parent, const char *after, size_t limit, bool *more)
{
  struct berg_spans keys = {NULL, 0};

  CHECK_INT(berg_store_list_namespaces(kit->store, kit->warehouse_id, text_of(parent), text_of(after), limit,
                                       &kit->arena, &keys, more, NULL),
            BERG_OK);
  return kit_join(kit, &keys);
}

static void test_list(void)
{
  struct kit kit;
  bool more = true;

  kit_begin(&kit);
  CHECK_TEXT(list(&kit, "", "", 0, &more), "");
  CHECK(!more);
  CHECK_INT(kit_insert_namespace(&kit, "b", ""), BERG_OK);
  CHECK_INT(kit_insert_namespace(&kit, "a", ""), BERG_OK);
  CHECK_INT(kit_insert_namespace(&kit, "C", ""), BERG_OK);
  CHECK_INT(kit_insert_namespace(&kit, "a\x1fx", "a"), BERG_OK);
  CHECK_INT(kit_insert_namespace(&kit, "a\x1fx\x1fy", "a\x1fx"), BERG_OK);
  CHECK_TEXT(list(&kit, "", "", 0, &more), "C,a,b");
  CHECK(!more);
  CHECK_TEXT(list(&kit, "", "", 2, &more), "C,a");
  CHECK(more);
  CHECK_TEXT(list(&kit, "", "", 3, &more), "C,a,b");
  CHECK(!more);
  CHECK_TEXT(list(&kit, "", "a", 2, &more), "b");
  CHECK(!more);
  CHECK_TEXT(list(&kit, "a", "", 0, &more), "a\x1fx");
  CHECK_TEXT(list(&kit, "a\x1fx", "", 0, &more), "a\x1fx\x1fy");
  CHECK_TEXT(list(&kit, "nowhere", "", 0, &more), "");
  kit_end(&kit);
}

int main(void)
{
  TEST_RUN(test_insert_and_find);
  TEST_RUN(test_names_are_bytes);
  TEST_RUN(test_warehouses_are_apart);
  TEST_RUN(test_properties);
  TEST_RUN(test_many_properties);
  TEST_RUN(test_delete);
  TEST_RUN(test_list);
  return test_end();
}
