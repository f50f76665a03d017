#include "spec/tool/files.h"

#include <errno.h>
#include <stdio.h>

void berg_spec_files_open(struct berg_spec_files *files, struct berg_arena *arena,
                          struct berg_spec_complaints *complaints)
{
  *files = (struct berg_spec_files){.arena = arena, .complaints = complaints};
}

/* Where the last segment of PATH begins. */
static size_t last_segment(struct berg_span path)
{
  size_t at = path.len;

  while (at > 0 && path.bytes[at - 1] != '/')
    at--;
  return at;
}

/* Appends SEGMENT to the path of LEN bytes in OUT and returns the new length; `..` takes a segment away. */
static size_t append_segment(char *out, size_t len, struct berg_span segment)
{
  struct berg_span path = {(const uint8_t *)out, len};
  size_t last = last_segment(path);
  bool up = berg_span_equal(segment, BERG_SPAN(".."));

  if (segment.len == 0 || berg_span_equal(segment, BERG_SPAN(".")))
    return len;
  if (up && len > 0 && !berg_span_equal(berg_span_part(path, last, len - last), BERG_SPAN("..")))
    return last > 0 ? last - 1 : 0;
  if (len > 0)
    out[len++] = '/';
  memcpy(out + len, segment.bytes, segment.len);
  return len + segment.len;
}

struct berg_span berg_spec_path_join(struct berg_arena *arena, struct berg_span base, struct berg_span relative)
{
  struct berg_span folder = berg_span_part(base, 0, last_segment(base));
  struct berg_span parts[2] = {folder, relative};
  char *out = berg_spec_alloc(arena, base.len + relative.len + 4, 1);
  bool absolute = folder.len > 0 && folder.bytes[0] == '/';
  size_t len = 0;

  for (size_t p = 0; p < 2; p++) {
    size_t from = 0;
    for (size_t i = 0; i <= parts[p].len; i++) {
      if (i < parts[p].len && parts[p].bytes[i] != '/')
        continue;
      len = append_segment(out, len, berg_span_part(parts[p], from, i - from));
      from = i + 1;
    }
  }
  return berg_spec_format(arena, "%s%.*s", absolute ? "/" : "", (int)len, out);
}

static enum berg_status read_stream(struct berg_arena *arena, FILE *in, const char **reason, struct berg_span *text)
{
  size_t len = 0;
  size_t cap = 0;
  char *bytes = NULL;

  while (len < BERG_SPEC_FILE_BYTES_MAX) {
    bytes = berg_spec_room(arena, bytes, len, &cap, 1);
    size_t got = fread(bytes + len, 1, cap - len, in);
    len += got;
    if (got > 0)
      continue;
    *reason = strerror(errno);
    if (ferror(in))
      return BERG_IO;
    *text = (struct berg_span){(const uint8_t *)bytes, len};
    return BERG_OK;
  }
  *reason = "the file is too large";
  return BERG_IO;
}

enum berg_status berg_spec_read_text(struct berg_arena *arena, const char *path, const char **reason,
                                     struct berg_span *text)
{
  FILE *in = fopen(path, "rb");

  if (in == NULL) {
    *reason = strerror(errno);
    return BERG_IO;
  }
  enum berg_status status = read_stream(arena, in, reason, text);
  fclose(in);
  return status;
}

BERG_MUST_USE static enum berg_status load_new(struct berg_spec_files *files, struct berg_spec_file *file,
                                               struct berg_spec_place from)
{
  struct berg_span text = {NULL, 0};
  const char *reason = "";

  if (files->count > BERG_SPEC_FILE_COUNT_MAX) {
    berg_spec_complain(files->complaints, from, "the document has too many files");
    return BERG_INVALID;
  }
  if (berg_spec_read_text(files->arena, berg_spec_text(files->arena, file->path), &reason, &text) != BERG_OK) {
    struct berg_spec_place place = from.file.len > 0 ? from : (struct berg_spec_place){file->path, 1, 1};
    berg_spec_complain(files->complaints, place, "cannot read '%.*s': %s", BERG_SPAN_ARGS(file->path), reason);
    return BERG_IO;
  }
  return berg_yaml_parse(files->arena, file->path, text, files->complaints, &file->root);
}

enum berg_status berg_spec_files_load(struct berg_spec_files *files, struct berg_span path, struct berg_spec_place from,
                                      struct berg_yaml **root)
{
  for (size_t i = 0; i < files->count; i++) {
    if (!berg_span_equal(files->items[i].path, path))
      continue;
    *root = files->items[i].root;
    return *root == NULL ? BERG_INVALID : BERG_OK;
  }
  files->items = berg_spec_room(files->arena, files->items, files->count, &files->cap, sizeof *files->items);
  struct berg_spec_file *file = &files->items[files->count++];
  *file = (struct berg_spec_file){.path = path};
  enum berg_status status = load_new(files, file, from);
  if (status == BERG_OK)
    *root = file->root;
  return status;
}
