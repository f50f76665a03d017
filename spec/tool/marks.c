#include "spec/tool/marks.h"

#include "spec/tool/files.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#define FOLDER_DEPTH_MAX 16

struct search {
  struct berg_arena *arena;
  const char *word;
  struct berg_spec_complaints *complaints;
  struct berg_spec_clauses *clauses;
};

static void complain_io(struct search *search, const char *path, const char *reason)
{
  struct berg_spec_place place = {berg_spec_copy(search->arena, berg_span_of(path)), 1, 1};

  berg_spec_complain(search->complaints, place, "cannot read: %s", reason);
}

static void cite(struct search *search, struct berg_spec_place place, struct berg_span id)
{
  struct berg_spec_clause *clause = berg_spec_clause_find(search->clauses, id);

  if (clause == NULL) {
    berg_spec_complain(search->complaints, place, "unknown clause '%.*s'", BERG_SPAN_ARGS(id));
    return;
  }
  struct berg_spec_marks *marks = strcmp(search->word, "TESTS") == 0 ? &clause->tests : &clause->code;
  marks->items = berg_spec_room(search->arena, marks->items, marks->count, &marks->cap, sizeof *marks->items);
  marks->items[marks->count++] = (struct berg_spec_mark){place.file, place.line};
}

/* Takes the ids that stand at AT of LINE, one behind the other. */
static void take_ids(struct search *search, struct berg_spec_place place, struct berg_span line, size_t at)
{
  for (;;) {
    struct berg_span rest = berg_span_part(line, at, line.len - at);
    size_t len = berg_spec_clause_id_len(rest);
    if (len == 0)
      return;
    place.column = (uint32_t)at + 1;
    cite(search, place, berg_span_part(rest, 0, len));
    at += len;
    while (at < line.len && (line.bytes[at] == ' ' || line.bytes[at] == ','))
      at++;
  }
}

static bool is_word_byte(uint8_t c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static void read_line(struct search *search, struct berg_spec_place place, struct berg_span line)
{
  size_t len = strlen(search->word);

  for (size_t at = 0; at + len < line.len; at++) {
    bool begins = at == 0 || !is_word_byte(line.bytes[at - 1]);
    if (begins && memcmp(line.bytes + at, search->word, len) == 0 && line.bytes[at + len] == ' ')
      take_ids(search, place, line, at + len + 1);
  }
}

BERG_MUST_USE static enum berg_status read_file(struct search *search, const char *path)
{
  struct berg_span text = {NULL, 0};
  const char *reason = "";

  if (berg_spec_read_text(search->arena, path, &reason, &text) != BERG_OK) {
    complain_io(search, path, reason);
    return BERG_IO;
  }
  struct berg_spec_place place = {berg_spec_copy(search->arena, berg_span_of(path)), 1, 1};
  for (size_t from = 0; from < text.len; place.line++) {
    size_t to = from;
    while (to < text.len && text.bytes[to] != '\n')
      to++;
    read_line(search, place, berg_span_part(text, from, to - from));
    from = to + 1;
  }
  return BERG_OK;
}

static bool is_source(const char *name)
{
  static const char *const endings[] = {".c", ".h", ".py", ".sh"};
  size_t len = strlen(name);

  for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
    size_t end = strlen(endings[i]);
    if (len > end && strcmp(name + len - end, endings[i]) == 0)
      return true;
  }
  return false;
}

static bool is_skipped(const char *name)
{
  return name[0] == '.' || strcmp(name, "golden") == 0 || strcmp(name, "build") == 0;
}

BERG_MUST_USE static enum berg_status read_folder(struct search *search, const char *folder, int depth);

BERG_MUST_USE static enum berg_status read_entry(struct search *search, const char *folder, const char *name, int depth)
{
  const char *path = (const char *)berg_spec_format(search->arena, "%s/%s", folder, name).bytes;
  struct stat about;

  if (is_skipped(name))
    return BERG_OK;
  if (lstat(path, &about) != 0) {
    complain_io(search, path, strerror(errno));
    return BERG_IO;
  }
  if (S_ISDIR(about.st_mode) && depth < FOLDER_DEPTH_MAX)
    return read_folder(search, path, depth + 1);
  return S_ISREG(about.st_mode) && is_source(name) ? read_file(search, path) : BERG_OK;
}

/* Recursion is bounded by FOLDER_DEPTH_MAX. */
static enum berg_status read_folder(struct search *search, const char *folder, int depth)
{
  enum berg_status status = BERG_OK;
  struct dirent **entries = NULL;
  int count = scandir(folder, &entries, NULL, alphasort);

  if (count < 0) {
    complain_io(search, folder, strerror(errno));
    return BERG_IO;
  }
  for (int i = 0; i < count; i++) {
    if (status == BERG_OK)
      status = read_entry(search, folder, entries[i]->d_name, depth);
    free(entries[i]);
  }
  free(entries);
  return status;
}

enum berg_status berg_spec_marks_read(struct berg_arena *arena, const char *folder, const char *word,
                                      struct berg_spec_complaints *complaints, struct berg_spec_clauses *clauses)
{
  struct search search = {arena, word, complaints, clauses};

  return read_folder(&search, folder, 0);
}
