/* gzip in and out: round trips, the limit, and bytes that are no gzip. */
#include "codec/gzip.h"
#include "tests/unit/test.h"

/* "hello" as `gzip -n9` writes it. */
static const uint8_t HELLO[] = {0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xcb, 0x48, 0xcd,
                                0xc9, 0xc9, 0x07, 0x00, 0x86, 0xa6, 0x10, 0x36, 0x05, 0x00, 0x00, 0x00};

static void test_known_bytes(void)
{
  struct berg_buffer out;

  berg_buffer_open(&out);
  CHECK_INT(berg_gzip_decompress((struct berg_span){HELLO, sizeof HELLO}, 5, &out), BERG_OK);
  CHECK_TEXT(berg_buffer_span(&out), "hello");
  berg_buffer_close(&out);
}

static void check_round_trip(struct berg_span plain)
{
  struct berg_buffer packed;
  struct berg_buffer again;

  berg_buffer_open(&packed);
  berg_buffer_open(&again);
  berg_buffer_append_text(&packed, "P");
  CHECK_INT(berg_gzip_compress(plain, 6, &packed), BERG_OK);
  CHECK_INT(packed.bytes[0], 'P');
  CHECK_INT(packed.bytes[1], 0x1f);
  CHECK_INT(packed.bytes[2], 0x8b);
  berg_buffer_append_text(&again, "A");
  struct berg_span member = berg_span_part(berg_buffer_span(&packed), 1, packed.len - 1);
  CHECK_INT(berg_gzip_decompress(member, plain.len, &again), BERG_OK);
  CHECK_INT(again.len, plain.len + 1);
  CHECK_INT(again.bytes[0], 'A');
  CHECK(plain.len == 0 || memcmp(again.bytes + 1, plain.bytes, plain.len) == 0);
  if (plain.len > 0)
    CHECK_INT(berg_gzip_decompress(member, plain.len - 1, &again), BERG_TOO_LARGE);
  CHECK_INT(again.len, plain.len + 1);
  berg_buffer_close(&packed);
  berg_buffer_close(&again);
}

static void test_round_trips(void)
{
  static const size_t SIZES[] = {0, 1, 2, 100, 4095, 4096, 65536, 300000, 5000001};
  uint8_t *bytes = malloc(5000001);
  uint32_t state = 1;

  for (size_t i = 0; i < 5000001; i++) {
    state = state * 1664525u + 1013904223u;
    bytes[i] = i % 3 == 0 ? (uint8_t)(state >> 24) : (uint8_t)('a' + i % 7);
  }
  for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++)
    check_round_trip((struct berg_span){bytes, SIZES[i]});
  free(bytes);
}

static void test_long_run_is_stopped(void)
{
  struct berg_buffer packed;
  struct berg_buffer out;
  size_t len = 64u << 20;
  uint8_t *zeros = calloc(1, len);

  berg_buffer_open(&packed);
  berg_buffer_open(&out);
  CHECK_INT(berg_gzip_compress((struct berg_span){zeros, len}, 9, &packed), BERG_OK);
  CHECK(packed.len < 100000);
  CHECK_INT(berg_gzip_decompress(berg_buffer_span(&packed), 1000000, &out), BERG_TOO_LARGE);
  CHECK_INT(out.len, 0);
  CHECK(out.cap < 4000000);
  free(zeros);
  berg_buffer_close(&packed);
  berg_buffer_close(&out);
}

static void test_members_in_a_row(void)
{
  struct berg_buffer packed;
  struct berg_buffer out;

  berg_buffer_open(&packed);
  berg_buffer_open(&out);
  CHECK_INT(berg_gzip_compress(BERG_SPAN("one "), 6, &packed), BERG_OK);
  CHECK_INT(berg_gzip_compress(BERG_SPAN(""), 6, &packed), BERG_OK);
  CHECK_INT(berg_gzip_compress(BERG_SPAN("two"), 6, &packed), BERG_OK);
  CHECK_INT(berg_gzip_decompress(berg_buffer_span(&packed), 100, &out), BERG_OK);
  CHECK_TEXT(berg_buffer_span(&out), "one two");
  CHECK_INT(berg_gzip_decompress(berg_buffer_span(&packed), 6, &out), BERG_TOO_LARGE);
  berg_buffer_append_byte(&packed, 0);
  CHECK_INT(berg_gzip_decompress(berg_buffer_span(&packed), 100, &out), BERG_INVALID);
  CHECK_TEXT(berg_buffer_span(&out), "one two");
  berg_buffer_close(&packed);
  berg_buffer_close(&out);
}

static void test_no_gzip(void)
{
  struct berg_buffer out;
  uint8_t broken[sizeof HELLO];

  berg_buffer_open(&out);
  CHECK_INT(berg_gzip_decompress(BERG_SPAN(""), 100, &out), BERG_INVALID);
  CHECK_INT(berg_gzip_decompress(BERG_SPAN("{\"format-version\":2}"), 100, &out), BERG_INVALID);
  for (size_t len = 1; len < sizeof HELLO; len++)
    CHECK_INT(berg_gzip_decompress((struct berg_span){HELLO, len}, 100, &out), BERG_INVALID);
  memcpy(broken, HELLO, sizeof HELLO);
  broken[17] ^= 1; /* the checksum */
  CHECK_INT(berg_gzip_decompress((struct berg_span){broken, sizeof broken}, 100, &out), BERG_INVALID);
  CHECK_INT(out.len, 0);
  berg_buffer_close(&out);
}

static void test_no_memory(void)
{
  struct berg_buffer out;
  uint8_t noise[2000];
  uint32_t state = 7;

  for (size_t i = 0; i < sizeof noise; i++) {
    state = state * 1664525u + 1013904223u;
    noise[i] = (uint8_t)(state >> 24);
  }
  berg_buffer_open(&out);
  out.limit = 1000;
  CHECK_INT(berg_gzip_compress((struct berg_span){noise, sizeof noise}, 6, &out), BERG_NO_MEMORY);
  CHECK_INT(out.len, 0);
  berg_buffer_reset(&out);
  out.limit = 3;
  CHECK_INT(berg_gzip_decompress((struct berg_span){HELLO, sizeof HELLO}, 5, &out), BERG_NO_MEMORY);
  berg_buffer_close(&out);
}

int main(void)
{
  TEST_RUN(test_known_bytes);
  TEST_RUN(test_round_trips);
  TEST_RUN(test_long_run_is_stopped);
  TEST_RUN(test_members_in_a_row);
  TEST_RUN(test_no_gzip);
  TEST_RUN(test_no_memory);
  return test_end();
}
