#include "spec/tool/clauses.h"

#include "spec/tool/files.h"
#include "spec/tool/reader.h"

static const char *const level_names[] = {"MUST", "SHOULD", "REF", "MAY"};

const char *berg_spec_level_name(enum berg_spec_level level)
{
  return level_names[level];
}

enum berg_status berg_spec_level_parse(struct berg_span text, enum berg_spec_level *out)
{
  for (int i = 0; i < BERG_SPEC_LEVEL_COUNT; i++) {
    if (!berg_span_equal(text, berg_span_of(level_names[i])))
      continue;
    *out = (enum berg_spec_level)i;
    return BERG_OK;
  }
  return BERG_ABSENT;
}

static bool is_id_byte(uint8_t c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
}

size_t berg_spec_clause_id_len(struct berg_span text)
{
  size_t slashes = 0;
  size_t at = 0;

  if (text.len == 0 || text.bytes[0] < 'a' || text.bytes[0] > 'z')
    return 0;
  for (; at < text.len; at++) {
    if (is_id_byte(text.bytes[at]))
      continue;
    bool slash = text.bytes[at] == '/' && at + 1 < text.len && is_id_byte(text.bytes[at + 1]);
    if (!slash)
      break;
    slashes++;
  }
  return slashes == 1 || slashes == 2 ? at : 0;
}

struct berg_spec_clause *berg_spec_clause_find(const struct berg_spec_clauses *clauses, struct berg_span id)
{
  for (size_t i = 0; i < clauses->count; i++)
    if (berg_span_equal(clauses->items[i].id, id))
      return &clauses->items[i];
  return NULL;
}

/* The operation that the middle of ID names, or NULL. */
static const struct berg_spec_operation *find_operation(const struct berg_spec_document *document, struct berg_span id)
{
  size_t first = 0;
  size_t second = 0;

  while (first < id.len && id.bytes[first] != '/')
    first++;
  for (second = first + 1; second < id.len && id.bytes[second] != '/';)
    second++;
  if (second >= id.len)
    return NULL;
  return berg_spec_operation_find(document, berg_span_part(id, first + 1, second - first - 1));
}

static void read_level(struct berg_spec_reader *reader, const struct berg_yaml *node, struct berg_spec_clause *out)
{
  const struct berg_yaml *level = berg_spec_member_needed(reader, node, "level", BERG_YAML_STRING, "a clause");

  if (level != NULL && berg_spec_level_parse(level->text, &out->level) != BERG_OK)
    berg_spec_complain(reader->complaints, level->place, "unknown level '%.*s', only MUST, SHOULD, REF and MAY",
                       BERG_SPAN_ARGS(level->text));
}

static struct berg_span read_text(struct berg_spec_reader *reader, const struct berg_yaml *node, const char *name)
{
  const struct berg_yaml *text = berg_spec_member_needed(reader, node, name, BERG_YAML_STRING, "a clause");

  return text == NULL ? BERG_SPAN("") : text->text;
}

static void read_clause(struct berg_spec_reader *reader, const struct berg_yaml *node, struct berg_spec_clauses *out)
{
  static const char *const allowed[] = {"id", "level", "text", "source", NULL};
  struct berg_spec_clause clause = {.place = node->place};

  if (!berg_spec_expect(reader, node, BERG_YAML_MAP, "a clause"))
    return;
  berg_spec_check_members(reader, node, "a clause", allowed);
  clause.id = read_text(reader, node, "id");
  clause.text = read_text(reader, node, "text");
  clause.source = read_text(reader, node, "source");
  read_level(reader, node, &clause);
  if (clause.id.len == 0)
    return;
  if (berg_spec_clause_id_len(clause.id) != clause.id.len)
    berg_spec_complain(reader->complaints, node->place, "'%.*s' is no clause id", BERG_SPAN_ARGS(clause.id));
  const struct berg_spec_clause *same = berg_spec_clause_find(out, clause.id);
  if (same != NULL)
    berg_spec_complain(reader->complaints, node->place, "clause '%.*s' stands at line %u already",
                       BERG_SPAN_ARGS(clause.id), (unsigned)same->place.line);
  clause.operation = find_operation(reader->document, clause.id);
  out->items[out->count++] = clause;
}

enum berg_status berg_spec_clauses_read(struct berg_arena *arena, const char *path,
                                        const struct berg_spec_document *document,
                                        struct berg_spec_complaints *complaints, struct berg_spec_clauses *out)
{
  struct berg_spec_document operations = *document;
  struct berg_spec_reader reader = {arena, complaints, NULL, &operations};
  struct berg_spec_place none = {{NULL, 0}, 0, 0};
  struct berg_spec_clauses clauses = {NULL, 0};
  struct berg_spec_files files;
  struct berg_yaml *root = NULL;

  berg_spec_files_open(&files, arena, complaints);
  enum berg_status status = berg_spec_files_load(&files, berg_span_of(path), none, &root);
  if (status != BERG_OK)
    return status;
  if (!berg_spec_expect(&reader, root, BERG_YAML_LIST, "the list of clauses"))
    return BERG_INVALID;
  clauses.items = berg_spec_alloc(arena, root->count, sizeof *clauses.items);
  for (size_t i = 0; i < root->count; i++)
    read_clause(&reader, root->items[i], &clauses);
  status = berg_spec_complaints_status(complaints);
  if (status == BERG_OK)
    *out = clauses;
  return status;
}
