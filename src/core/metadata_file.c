/* The names of metadata files. */
#include "core/location.h"

#define NUMBER_DIGITS_MIN 5u
#define NUMBER_DIGITS_MAX 10u
#define METADATA_FOLDER "/metadata"

struct writer {
  uint8_t *bytes;
  size_t len;
};

static void put(struct writer *writer, struct berg_span s)
{
  for (size_t i = 0; i < s.len; i++)
    writer->bytes[writer->len + i] = s.bytes[i];
  writer->len += s.len;
}

/* The part of FILE behind its last slash. */
static struct berg_span file_name(struct berg_span file)
{
  size_t start = file.len;

  while (start > 0 && file.bytes[start - 1] != '/')
    start--;
  return berg_span_part(file, start, file.len - start);
}

/* The number before the first '-' of a metadata file's name; -1 when there is none that fits 31 bits. */
static int64_t number_of(struct berg_span name)
{
  int64_t number = 0;

  for (size_t i = 0; i < name.len && i <= NUMBER_DIGITS_MAX; i++) {
    uint8_t c = name.bytes[i];
    if (c == '-')
      return i > 0 && number <= INT32_MAX ? number : -1;
    if (c < '0' || c > '9')
      return -1;
    number = number * 10 + (c - '0');
  }
  return -1;
}

/* Writes NUMBER with leading zeros up to five digits. */
static void put_number(struct writer *writer, int64_t number)
{
  uint8_t digits[NUMBER_DIGITS_MAX];
  size_t count = 0;

  while (count < NUMBER_DIGITS_MAX && (number > 0 || count < NUMBER_DIGITS_MIN)) {
    count++;
    digits[NUMBER_DIGITS_MAX - count] = (uint8_t)('0' + number % 10);
    number /= 10;
  }
  put(writer, (struct berg_span){digits + (NUMBER_DIGITS_MAX - count), count});
}

/* SPEC tables/updateTable/file-name, tables/updateTable/file-gzip */
enum berg_status berg_metadata_file_name(struct berg_span location, struct berg_span metadata_path,
                                         struct berg_span previous, struct berg_span uuid, bool gzip,
                                         struct berg_arena *arena, struct berg_span *file)
{
  bool own_folder = metadata_path.len == 0;
  struct berg_span folder = berg_location_strip(own_folder ? location : metadata_path);
  struct berg_span middle = own_folder ? BERG_SPAN(METADATA_FOLDER "/") : BERG_SPAN("/");
  struct berg_span end = gzip ? BERG_SPAN(".gz.metadata.json") : BERG_SPAN(".metadata.json");
  size_t cap = folder.len + middle.len + NUMBER_DIGITS_MAX + 1 + uuid.len + end.len;
  struct writer writer = {berg_arena_alloc(arena, cap, 1), 0};

  if (writer.bytes == NULL)
    return BERG_NO_MEMORY;
  put(&writer, folder);
  put(&writer, middle);
  put_number(&writer, number_of(file_name(previous)) + 1);
  put(&writer, BERG_SPAN("-"));
  put(&writer, uuid);
  put(&writer, end);
  file->bytes = writer.bytes;
  file->len = writer.len;
  return BERG_OK;
}
