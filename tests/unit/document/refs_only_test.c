/* `snapshots=refs`: only what refs name stays; all else is the same bytes. */
#include "tests/unit/document/kit.h"

static struct berg_span thin(struct kit *kit, const char *text)
{
  struct berg_buffer out;

  berg_buffer_open(&out);
  CHECK_INT(berg_document_write_refs_only(berg_span_of(text), &kit->arena, &out), BERG_OK);
  return kit_take(kit, &out);
}

#define S(id) "{\"timestamp-ms\":1,\"x\":[{}], \"snapshot-id\":" id "}"
#define F(id) "{\"snapshot-id\":" id ",\"statistics-path\":\"/s\"}"

/* TESTS tables/loadTable/snapshots-refs, tables/loadTable/snapshots-refs-statistics */
static void test_thinned(void)
{
  struct kit kit;

  kit_begin(&kit);
  CHECK_TEXT(
      thin(&kit,
           "{ \"x\" : [ 1 ], "
           "\"refs\":{\"main\":{\"snapshot-id\":3,\"type\":\"branch\"},\"a/b\":{\"snapshot-id\":1,"
           "\"type\":\"tag\"},\"again\":{\"snapshot-id\":3,\"type\":\"tag\"}},\"snapshots\":[" S("1") "," S(
               "2") " , " S("3") "," S("4") "],\"statistics\":[" F("2") "," F("3") "],\"partition-statistics\":"
                                                                                   "[" F("1") "],"
                                                                                              "\"snapshot-log\":[{"
                                                                                              "\"snapshot-id\":2,"
                                                                                              "\"timestamp-ms\":1}"
                                                                                              "],\"current-"
                                                                                              "snapshot-id\":3}"),
      "{\"x\":[ 1 ],\"refs\":{\"main\":{\"snapshot-id\":3,\"type\":\"branch\"},\"a/b\":{\"snapshot-id\":1,"
      "\"type\":\"tag\"},\"again\":{\"snapshot-id\":3,\"type\":\"tag\"}},\"snapshots\":[" S("1") "," S(
          "3") "],\"statistics\":[" F("3") "],\"partition-statistics\":[" F("1") "],"
                                                                                 "\"snapshot-log\":[{\"snapshot-id\":2,"
                                                                                 "\"timestamp-ms\":1}],\"current-"
                                                                                 "snapshot-id\":3}");
  kit_end(&kit);
}

/* Many refs, in no order of their ids. */
static void test_many_refs(void)
{
  struct kit kit;
  struct berg_buffer text;
  struct berg_buffer expected;

  kit_begin(&kit);
  berg_buffer_open(&text);
  berg_buffer_open(&expected);
  berg_buffer_append_text(&text, "{\"refs\":{");
  for (int i = 0; i < 50; i++)
    berg_buffer_append_format(&text, "%s\"r%d\":{\"snapshot-id\":%d,\"type\":\"tag\"}", i > 0 ? "," : "", i,
                              2 * (i * 37 % 50));
  berg_buffer_append_text(&text, "},\"snapshots\":");
  berg_buffer_append(&expected, berg_buffer_span(&text));
  for (int i = 0; i < 100; i++) {
    berg_buffer_append_format(&text, "%c{\"snapshot-id\":%d}", i > 0 ? ',' : '[', i);
    if (i % 2 == 0)
      berg_buffer_append_format(&expected, "%c{\"snapshot-id\":%d}", i > 0 ? ',' : '[', i);
  }
  berg_buffer_append(&text, (struct berg_span){(const uint8_t *)"]}", 3});
  berg_buffer_append(&expected, (struct berg_span){(const uint8_t *)"]}", 3});
  CHECK_TEXT(thin(&kit, (const char *)text.bytes), (const char *)expected.bytes);
  berg_buffer_close(&text);
  berg_buffer_close(&expected);
  kit_end(&kit);
}

/* The refs may stand behind the snapshots. */
static void test_refs_behind(void)
{
  struct kit kit;

  kit_begin(&kit);
  CHECK_TEXT(
      thin(&kit, "{\"snapshots\":[" S("1") "," S("2") "],\"refs\":{\"t\":{\"type\":\"tag\",\"snapshot-id\":2}}}"),
      "{\"snapshots\":[" S("2") "],\"refs\":{\"t\":{\"type\":\"tag\",\"snapshot-id\":2}}}");
  kit_end(&kit);
}

/* Without refs, the current snapshot is what `main` would name. */
static void test_no_refs(void)
{
  struct kit kit;

  kit_begin(&kit);
  CHECK_TEXT(thin(&kit, "{\"snapshots\":[" S("1") "," S("2") "],\"current-snapshot-id\":1}"),
             "{\"snapshots\":[" S("1") "],\"current-snapshot-id\":1}");
  CHECK_TEXT(thin(&kit, "{\"snapshots\":[" S("1") "],\"current-snapshot-id\":-1}"),
             "{\"snapshots\":[],\"current-snapshot-id\":-1}");
  CHECK_TEXT(thin(&kit, "{\"snapshots\":[" S("1") "],\"current-snapshot-id\":null,\"refs\":null,\"statistics\":null}"),
             "{\"snapshots\":[],\"current-snapshot-id\":null,\"refs\":null,\"statistics\":[]}");
  CHECK_TEXT(thin(&kit, "{\"snapshots\":[" S("1") "],\"current-snapshot-id\":1,\"refs\":{}}"),
             "{\"snapshots\":[],\"current-snapshot-id\":1,\"refs\":{}}");
  CHECK_TEXT(thin(&kit, "{}"), "{}");
  kit_end(&kit);
}

static void test_refused(void)
{
  static const char *const TEXTS[] = {
      "", "[]", "{\"snapshots\":{}}", "{\"snapshots\":[{}]}", "{\"refs\":{\"a\":{}}}", "{} {}"};
  struct kit kit;
  struct berg_buffer out;

  kit_begin(&kit);
  berg_buffer_open(&out);
  for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++)
    CHECK_INT(berg_document_write_refs_only(berg_span_of(TEXTS[i]), &kit.arena, &out), BERG_INVALID);
  CHECK_INT(out.len, 0);
  kit.arena.fail_after = 2;
  CHECK_INT(berg_document_write_refs_only(BERG_SPAN("{\"snapshots\":[" S("1") "]}"), &kit.arena, &out), BERG_NO_MEMORY);
  berg_buffer_close(&out);
  kit_end(&kit);
}

int main(void)
{
  TEST_RUN(test_thinned);
  TEST_RUN(test_many_refs);
  TEST_RUN(test_refs_behind);
  TEST_RUN(test_no_refs);
  TEST_RUN(test_refused);
  return test_end();
}
