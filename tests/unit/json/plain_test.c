/* Plain bytes eight at a time: every value of a byte, in every place, beside every kind of neighbour. */
#include "unit/test.h"
#include "json/lexeme.h"
#include "json/plain.h"

static const uint8_t NEIGHBOURS[] = {0x00, 0x1F, ' ', '!', '"', '#', '[', '\\', ']', 'a', 0x7F, 0x80, 0xA2, 0xDC, 0xFF};

static uint64_t expected_marks(const uint8_t *bytes)
{
  uint64_t marks = 0;

  for (unsigned i = 0; i < 8; i++)
    if (!is_json_plain(bytes[i]))
      marks |= UINT64_C(0x80) << (8 * i);
  return marks;
}

static uint64_t found_marks(const uint8_t *bytes)
{
  uint64_t word = berg_word_load(bytes);
  uint64_t escaped = berg_word_mark_escaped(word);
  uint64_t high = berg_word_mark_high(word);

  return (escaped & high) == 0 ? escaped | high : 1;
}

static void test_marks(void)
{
  uint8_t bytes[8];
  unsigned wrong = 0;

  for (unsigned value = 0; value < 256; value++) {
    for (unsigned place = 0; place < 8; place++) {
      for (size_t n = 0; n < sizeof NEIGHBOURS; n++) {
        memset(bytes, NEIGHBOURS[n], sizeof bytes);
        bytes[place] = (uint8_t)value;
        wrong += found_marks(bytes) != expected_marks(bytes);
      }
    }
  }
  CHECK_INT(wrong, 0);
}

/* Whether the skip over TEXT from I on stays plain, and is not longer than eight bytes from where it could end. */
static bool is_right(struct berg_span text, size_t i)
{
  size_t end = skip_json_plain(text, i);
  size_t most = i;

  while (most < text.len && is_json_plain(text.bytes[most]))
    most++;
  if (text.len - end < 8)
    return end <= most && (most == text.len || text.len - most < 8 || end == most);
  return end == most;
}

static void test_skip(void)
{
  uint8_t bytes[40];
  unsigned wrong = 0;

  for (size_t len = 0; len <= sizeof bytes; len++) {
    for (size_t at = 0; at <= len; at++) {
      memset(bytes, 'a', sizeof bytes);
      if (at < len)
        bytes[at] = '"';
      for (size_t i = 0; i <= len; i++)
        wrong += !is_right((struct berg_span){bytes, len}, i);
    }
  }
  CHECK_INT(wrong, 0);
}

int main(void)
{
  TEST_RUN(test_marks);
  TEST_RUN(test_skip);
  return test_end();
}
