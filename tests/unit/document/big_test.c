/* A document of 10,000 snapshots: read, one snapshot more, written. The time is reported against what cannot be less:
 * to look at each byte once and to copy it once. */
#include "document/document.h"
#include "tests/unit/document/big.h"
#include "tests/unit/test.h"

#include <time.h>

#define SNAPSHOT_COUNT 10000u
#define ROUNDS 9
#define RATIO_MAX 60.0 /* a second pass over every snapshot, or a tree of the text, is above it */

static const char ADDED[] =
    "{\"sequence-number\":10001,\"snapshot-id\":5,\"parent-snapshot-id\":1,\"timestamp-ms\":1700010001000,"
    "\"summary\":{\"operation\":\"append\"},\"manifest-list\":\"file:///m.avro\",\"schema-id\":0}";

static double now_ms(void)
{
  struct timespec t;

  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* Does what an append does to the table's lists. */
static void append_snapshot(struct berg_table *table, struct berg_arena *arena)
{
  struct berg_snapshot added = {.snapshot_id = 5, .timestamp_ms = 1700010001000, .added = true};

  added.text = berg_span_of(ADDED);
  table->snapshots = berg_arena_grow(arena, table->snapshots, table->snapshot_count, table->snapshot_count + 1,
                                     sizeof *table->snapshots);
  if (table->snapshots == NULL)
    abort();
  table->snapshots[table->snapshot_count++] = added;
  table->last_sequence_number = 10001;
  table->changed |= BERG_CHANGED(BERG_SECTION_SNAPSHOTS) | BERG_CHANGED(BERG_SECTION_LAST_SEQUENCE_NUMBER) |
                    BERG_CHANGED(BERG_SECTION_SNAPSHOT_LOG) | BERG_CHANGED(BERG_SECTION_REFS) |
                    BERG_CHANGED(BERG_SECTION_CURRENT_SNAPSHOT_ID);
  table->refs[0].snapshot_id = 5;
  table->current_snapshot_id = 5;
}

/* One commit's reading and writing; the result's bytes stay in OUT. */
static double commit_once(struct berg_span text, struct berg_arena *arena, struct berg_buffer *out)
{
  struct berg_document document;
  struct berg_table table;

  berg_arena_reset(arena);
  berg_buffer_reset(out);
  double start = now_ms();
  CHECK_INT(berg_document_read(text, true, arena, &document, &table, NULL), BERG_OK);
  CHECK_INT(table.snapshot_count, SNAPSHOT_COUNT);
  append_snapshot(&table, arena);
  CHECK_INT(berg_document_write(&document, &table, out), BERG_OK);
  return now_ms() - start;
}

/* The time to look at each byte and to copy it. */
static double floor_once(struct berg_span text, uint8_t *copy, uint64_t *sum)
{
  double start = now_ms();

  for (size_t i = 0; i < text.len; i++)
    *sum += text.bytes[i] == '"';
  memcpy(copy, text.bytes, text.len);
  return now_ms() - start;
}

static void test_append_to_a_long_history(void)
{
  struct berg_arena arena;
  struct berg_buffer text;
  struct berg_buffer out;
  struct berg_buffer again;
  double best = 1e9;
  double floor = 1e9;
  uint64_t sum = 0;
  struct berg_document document;
  struct berg_table table;

  berg_buffer_open(&text);
  berg_buffer_open(&out);
  berg_buffer_open(&again);
  big_append_document(&text, SNAPSHOT_COUNT);
  berg_arena_open(&arena, 64u << 20);
  uint8_t *copy = malloc(text.len);
  for (int i = 0; i < ROUNDS; i++) {
    double t = commit_once(berg_buffer_span(&text), &arena, &out);
    best = t < best ? t : best;
    t = floor_once(berg_buffer_span(&text), copy, &sum);
    floor = t < floor ? t : floor;
  }
  CHECK(sum > 0);
  printf("read, append, write %zu bytes: %.2f ms, %.1f times a look and a copy (%.2f ms)\n", text.len, best,
         best / floor, floor);
  if (getenv("BERG_VALGRIND") == NULL)
    CHECK(best / floor < RATIO_MAX);
  CHECK_INT(berg_document_read(berg_buffer_span(&out), false, &arena, &document, &table, NULL), BERG_OK);
  CHECK_INT(table.snapshot_count, SNAPSHOT_COUNT + 1);
  CHECK_TEXT(table.snapshots[SNAPSHOT_COUNT].text, ADDED);
  CHECK_INT(berg_document_write(&document, &table, &again), BERG_OK);
  CHECK(berg_span_equal(berg_buffer_span(&out), berg_buffer_span(&again)));
  free(copy);
  berg_buffer_close(&text);
  berg_buffer_close(&out);
  berg_buffer_close(&again);
  berg_arena_close(&arena);
}

static void test_refs_only(void)
{
  struct berg_arena arena;
  struct berg_buffer text;
  struct berg_buffer out;
  struct berg_document document;
  struct berg_table table;

  berg_buffer_open(&text);
  berg_buffer_open(&out);
  big_append_document(&text, SNAPSHOT_COUNT);
  berg_arena_open(&arena, 64u << 20);
  double start = now_ms();
  CHECK_INT(berg_document_write_refs_only(berg_buffer_span(&text), &arena, &out), BERG_OK);
  printf("refs only: %.2f ms\n", now_ms() - start);
  CHECK_INT(berg_document_read(berg_buffer_span(&out), false, &arena, &document, &table, NULL), BERG_OK);
  CHECK_INT(table.snapshot_count, 2);
  CHECK_INT(table.snapshots[0].snapshot_id, big_snapshot_id(0));
  CHECK_INT(table.snapshots[1].snapshot_id, big_snapshot_id(SNAPSHOT_COUNT - 1));
  CHECK_INT(table.snapshot_log_count, SNAPSHOT_COUNT);
  berg_buffer_close(&text);
  berg_buffer_close(&out);
  berg_arena_close(&arena);
}

int main(void)
{
  TEST_RUN(test_append_to_a_long_history);
  TEST_RUN(test_refs_only);
  return test_end();
}
