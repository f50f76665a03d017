/* Arenas and buffers: limits, alignment, overflow, failure that changes nothing. */
#include "unit/test.h"

#include "base/arena.h"
#include "base/arena_size.h"
#include "base/buffer.h"
#include "base/escape.h"

static bool is_zero(const uint8_t *bytes, size_t len)
{
  for (size_t i = 0; i < len; i++) {
    if (bytes[i] != 0)
      return false;
  }
  return true;
}

static void test_blocks(void)
{
  struct berg_arena arena;
  uint8_t *before = NULL;

  berg_arena_open(&arena, 1u << 20);
  for (size_t size = 0; size < 300; size++) {
    uint8_t *block = berg_arena_alloc(&arena, size, 1);
    CHECK(block != NULL);
    CHECK_INT((uintptr_t)block % 16, 0);
    CHECK(is_zero(block, size));
    memset(block, 0xAA, size);
    CHECK(size < 2 || block != before);
    before = block;
  }
  berg_arena_reset(&arena);
  CHECK(arena.held_bytes <= 65536);
  uint8_t *block = berg_arena_alloc(&arena, 1000, 1);
  CHECK(block != NULL && is_zero(block, 1000));
  berg_arena_close(&arena);
  CHECK_INT(arena.held_bytes, 0);
}

static void test_limit(void)
{
  struct berg_arena arena;

  berg_arena_open(&arena, 40000);
  CHECK(berg_arena_alloc(&arena, 40001, 1) == NULL);
  CHECK(berg_arena_alloc(&arena, SIZE_MAX, 1) == NULL);
  CHECK(berg_arena_alloc(&arena, SIZE_MAX / 8, 16) == NULL);
  CHECK(berg_arena_alloc(&arena, SIZE_MAX / 2 + 2, 2) == NULL);
  CHECK_INT(arena.held_bytes, 0);
  CHECK(berg_arena_alloc(&arena, 40000, 1) != NULL);
  CHECK_INT(arena.held_bytes, 40000);
  CHECK(berg_arena_alloc(&arena, 1, 1) == NULL);
  CHECK(berg_arena_alloc(&arena, 0, 8) != NULL);
  berg_arena_close(&arena);
}

/* What a reset forgets can be had again. */
static void test_reset(void)
{
  struct berg_arena arena;

  berg_arena_open(&arena, 20000);
  for (int i = 0; i < 3; i++) {
    CHECK(berg_arena_alloc(&arena, 16000, 1) != NULL);
    CHECK(berg_arena_alloc(&arena, 16000, 1) == NULL);
    berg_arena_reset(&arena);
  }
  berg_arena_close(&arena);
}

static void test_injected_failure(void)
{
  struct berg_arena arena;
  struct berg_span copy = {NULL, 77};

  berg_arena_open(&arena, 1u << 20);
  arena.fail_after = 2;
  CHECK_INT(berg_arena_copy(&arena, BERG_SPAN("abc"), &copy), BERG_OK);
  CHECK_TEXT(copy, "abc");
  CHECK_INT(copy.bytes[3], 0);
  CHECK_INT(berg_arena_copy(&arena, BERG_SPAN("xyz!"), &copy), BERG_NO_MEMORY);
  CHECK_TEXT(copy, "abc");
  CHECK_INT(berg_arena_copy(&arena, BERG_SPAN(""), &copy), BERG_OK);
  CHECK_INT(copy.len, 0);
  berg_arena_close(&arena);
}

static void test_grow(void)
{
  struct berg_arena arena;
  int32_t *numbers = NULL;

  berg_arena_open(&arena, 1u << 20);
  numbers = berg_arena_grow(&arena, NULL, 0, 2, sizeof *numbers);
  CHECK(numbers != NULL);
  numbers[0] = 41;
  numbers[1] = 42;
  numbers = berg_arena_grow(&arena, numbers, 2, 4, sizeof *numbers);
  CHECK_INT(numbers[0], 41);
  CHECK_INT(numbers[1], 42);
  CHECK_INT(numbers[2], 0);
  CHECK(berg_arena_grow(&arena, numbers, 4, SIZE_MAX / 2, sizeof *numbers) == NULL);
  berg_arena_close(&arena);
}

static void test_sizes(void)
{
  size_t n = 7;

  CHECK_INT(berg_arena_block_size(3, 5, &n), BERG_OK);
  CHECK_INT(n, 16);
  CHECK_INT(berg_arena_block_size(16, 1, &n), BERG_OK);
  CHECK_INT(n, 16);
  CHECK_INT(berg_arena_block_size(17, 1, &n), BERG_OK);
  CHECK_INT(n, 32);
  CHECK_INT(berg_arena_block_size(0, 9, &n), BERG_OK);
  CHECK_INT(n, 0);
  CHECK_INT(berg_arena_block_size(SIZE_MAX - 15, 1, &n), BERG_OK);
  CHECK(n == SIZE_MAX - 15);
  CHECK_INT(berg_arena_block_size(SIZE_MAX - 14, 1, &n), BERG_INVALID);
  CHECK_INT(berg_arena_chunk_size(10, 100, 50, 20, &n), BERG_OK);
  CHECK_INT(n, 50);
  CHECK_INT(berg_arena_chunk_size(60, 100, 50, 20, &n), BERG_OK);
  CHECK_INT(n, 40);
  CHECK_INT(berg_arena_chunk_size(10, 100, 50, 80, &n), BERG_OK);
  CHECK_INT(n, 80);
  CHECK_INT(berg_arena_chunk_size(10, 100, 50, 91, &n), BERG_INVALID);
}

static void test_buffer(void)
{
  struct berg_buffer buffer;

  berg_buffer_open(&buffer);
  berg_buffer_append(&buffer, BERG_SPAN("a\0b"));
  CHECK_INT(buffer.len, 3);
  berg_buffer_reset(&buffer);
  berg_buffer_append_int(&buffer, INT64_MIN);
  berg_buffer_append_byte(&buffer, ',');
  berg_buffer_append_int(&buffer, INT64_MAX);
  berg_buffer_append_format(&buffer, "|%s|%05d", "x", 42);
  CHECK_TEXT(berg_buffer_span(&buffer), "-9223372036854775808,9223372036854775807|x|00042");
  CHECK_INT(berg_buffer_status(&buffer), BERG_OK);
  buffer.limit = buffer.len + 4;
  berg_buffer_append_text(&buffer, "1234");
  CHECK_INT(berg_buffer_status(&buffer), BERG_OK);
  berg_buffer_reserve(&buffer, SIZE_MAX);
  CHECK_INT(berg_buffer_status(&buffer), BERG_NO_MEMORY);
  berg_buffer_append_text(&buffer, "5");
  CHECK_TEXT(berg_buffer_span(&buffer), "-9223372036854775808,9223372036854775807|x|000421234");
  berg_buffer_close(&buffer);
  CHECK_INT(buffer.len, 0);
}

static void test_buffer_limit(void)
{
  struct berg_buffer buffer;

  berg_buffer_open(&buffer);
  buffer.limit = 1000;
  for (int i = 0; i < 100; i++)
    berg_buffer_append_text(&buffer, "0123456789");
  CHECK_INT(berg_buffer_status(&buffer), BERG_OK);
  CHECK_INT(buffer.len, 1000);
  berg_buffer_append_byte(&buffer, 'x');
  CHECK_INT(berg_buffer_status(&buffer), BERG_NO_MEMORY);
  CHECK_INT(buffer.len, 1000);
  berg_buffer_close(&buffer);
}

static void test_escape(void)
{
  struct berg_buffer buffer;

  berg_buffer_open(&buffer);
  berg_escape_json_string(&buffer, BERG_SPAN("a\"\\/\b\f\n\r\t\x01\x1f\x7f\0z\xC3\xA9"));
  CHECK_TEXT(berg_buffer_span(&buffer), "\"a\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\x7f\\u0000z\xC3\xA9\"");
  berg_buffer_close(&buffer);
}

int main(void)
{
  TEST_RUN(test_blocks);
  TEST_RUN(test_limit);
  TEST_RUN(test_reset);
  TEST_RUN(test_injected_failure);
  TEST_RUN(test_grow);
  TEST_RUN(test_sizes);
  TEST_RUN(test_buffer);
  TEST_RUN(test_buffer_limit);
  TEST_RUN(test_escape);
  return test_end();
}
