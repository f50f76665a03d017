/* Everything that can be seen of a catalog, as one text: for the check that a refused request changed nothing. */
#include "base/buffer.h"
#include "kit/api.h"

#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void find_files(const char *root, struct berg_buffer *out)
{
  char *roots[] = {(char *)(uintptr_t)root, NULL};
  FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);

  if (walk == NULL)
    exit(3);
  for (FTSENT *entry = fts_read(walk); entry != NULL; entry = fts_read(walk)) {
    if (entry->fts_info == FTS_F)
      berg_buffer_append_format(out, "file %s %lld\n", entry->fts_path, (long long)entry->fts_statp->st_size);
  }
  fts_close(walk);
}

static int compare_lines(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Appends the lines of TEXT in the order of their bytes. */
static void append_sorted(struct berg_buffer *out, struct berg_buffer *text)
{
  size_t count = 0;
  char **lines;

  berg_buffer_append_byte(text, 0);
  for (size_t i = 0; i < text->len; i++)
    count += text->bytes[i] == '\n';
  lines = calloc(count + 1, sizeof *lines);
  if (lines == NULL)
    exit(3);
  count = 0;
  for (char *line = strtok((char *)text->bytes, "\n"); line != NULL; line = strtok(NULL, "\n"))
    lines[count++] = line;
  qsort(lines, count, sizeof *lines, compare_lines);
  for (size_t i = 0; i < count; i++)
    berg_buffer_append_format(out, "%s\n", lines[i]);
  free(lines);
}

static void append_files(const struct api *api, struct berg_buffer *out)
{
  static const char *const ROOTS[] = {"wh", "wh2"};
  char root[API_FOLDER_MAX + 16];
  struct berg_buffer found;

  berg_buffer_open(&found);
  for (size_t i = 0; i < sizeof ROOTS / sizeof ROOTS[0]; i++) {
    snprintf(root, sizeof root, "%s/%s", api->folder, ROOTS[i]);
    find_files(root, &found);
  }
  append_sorted(out, &found);
  berg_buffer_close(&found);
}

static struct berg_json_tree ask(struct api *api, struct berg_buffer *out, const char *target)
{
  struct api_answer answer;
  struct berg_json_tree tree = {.count = 0};
  struct berg_json_limits limits = {.size_max_bytes = (size_t)1 << 30, .depth_max = BERG_JSON_DEPTH_MAX};

  api_exchange(api, "GET", target, (struct berg_span){NULL, 0}, true, &answer);
  berg_buffer_append_format(out, "%s %d ", target, answer.code);
  berg_buffer_append(out, answer.body);
  berg_buffer_append_byte(out, '\n');
  if (berg_json_parse(answer.body, limits, true, &api->memory, &tree, NULL) != BERG_OK)
    tree.count = 0;
  return tree;
}

static const char *encode_levels(struct api *api, const struct berg_json_tree *tree, size_t levels)
{
  const char *text = "";
  size_t level = levels + 1;

  for (size_t i = 0; i < tree->nodes[levels].child_count; i++) {
    text = api_text(api, "%s%s%s", text, i == 0 ? "" : "%1F", api_encode(api, tree->nodes[level].text));
    level = tree->nodes[level].end;
  }
  return text;
}

static void append_tables(struct api *api, struct berg_buffer *out, const char *base, const char *ns)
{
  struct berg_json_tree tree = ask(api, out, api_text(api, "%s/namespaces/%s/tables", base, ns));
  size_t list = tree.count == 0 ? 0 : berg_json_member(&tree, 0, BERG_SPAN("identifiers"));

  if (list == 0)
    return;
  for (size_t item = list + 1; item < tree.nodes[list].end; item = tree.nodes[item].end) {
    struct berg_span name = tree.nodes[berg_json_member(&tree, item, BERG_SPAN("name"))].text;
    ask(api, out, api_text(api, "%s/namespaces/%s/tables/%s", base, ns, api_encode(api, name)));
  }
}

static void append_namespaces(struct api *api, struct berg_buffer *out, const char *base, const char *parent)
{
  struct berg_json_tree tree = ask(api, out, api_text(api, "%s/namespaces?parent=%s", base, parent));
  size_t list = tree.count == 0 ? 0 : berg_json_member(&tree, 0, BERG_SPAN("namespaces"));

  if (list == 0)
    return;
  for (size_t item = list + 1; item < tree.nodes[list].end; item = tree.nodes[item].end) {
    const char *ns = encode_levels(api, &tree, item);
    ask(api, out, api_text(api, "%s/namespaces/%s", base, ns));
    append_tables(api, out, base, ns);
    append_namespaces(api, out, base, ns);
  }
}

static struct berg_span see(struct api *api)
{
  struct berg_buffer out;
  struct berg_span seen;

  berg_buffer_open(&out);
  if (!api->options.no_default_warehouse)
    append_namespaces(api, &out, "/v1", "");
  if (api->options.second_warehouse != NULL)
    append_namespaces(api, &out, api_text(api, "/v1/%s", api_encode(api, berg_span_of(api->options.second_warehouse))),
                      "");
  append_files(api, &out);
  if (berg_arena_copy(&api->memory, berg_buffer_span(&out), &seen) != BERG_OK)
    exit(3);
  berg_buffer_close(&out);
  return seen;
}

void api_mark(struct api *api, const char *file, int line)
{
  api->mark = see(api);
  if (api->mark.len == 0)
    api_fault(api, file, line, "nothing can be seen of the catalog");
}

void api_check_unchanged(struct api *api, const char *file, int line)
{
  struct berg_span now = see(api);
  size_t at = 0;

  if (berg_span_equal(now, api->mark))
    return;
  while (at < now.len && at < api->mark.len && now.bytes[at] == api->mark.bytes[at])
    at++;
  while (at > 0 && now.bytes[at - 1] != '\n')
    at--;
  api_fault(api, file, line, "the catalog has changed:\n  was %.600s\n  is  %.600s", (const char *)api->mark.bytes + at,
            (const char *)now.bytes + at);
}

size_t api_file_count(struct api *api, const char *part)
{
  struct berg_buffer out;
  size_t count = 0;

  berg_buffer_open(&out);
  append_files(api, &out);
  berg_buffer_append_byte(&out, 0);
  for (char *line = strtok((char *)out.bytes, "\n"); line != NULL; line = strtok(NULL, "\n"))
    count += strstr(line, part) != NULL;
  berg_buffer_close(&out);
  return count;
}

const char *api_path(struct api *api, const char *location)
{
  char *path = NULL;

  if (berg_warehouse_path(berg_span_of(location), &api->memory, &path, NULL) != BERG_OK)
    return "";
  return path;
}

struct berg_span api_read_file(struct api *api, const char *path)
{
  FILE *file = fopen(path, "rb");
  struct stat status;

  if (file == NULL)
    return (struct berg_span){NULL, 0};
  if (fstat(fileno(file), &status) != 0)
    exit(3);
  uint8_t *bytes = berg_arena_alloc(&api->memory, (size_t)status.st_size + 1, 1);
  if (bytes == NULL || fread(bytes, 1, (size_t)status.st_size, file) != (size_t)status.st_size)
    exit(3);
  fclose(file);
  return (struct berg_span){bytes, (size_t)status.st_size};
}

void api_write_file(struct api *api, const char *path, struct berg_span content)
{
  FILE *file = fopen(path, "wb");

  if (file == NULL || fwrite(content.bytes, 1, content.len, file) != content.len || fclose(file) != 0)
    api_fault(api, __FILE__, __LINE__, "%s cannot be written", path);
}

const char *api_encode(struct api *api, struct berg_span name)
{
  static const char PLAIN[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~";
  struct berg_buffer text;

  berg_buffer_open(&text);
  for (size_t i = 0; i < name.len; i++) {
    if (name.bytes[i] != 0 && strchr(PLAIN, name.bytes[i]) != NULL)
      berg_buffer_append_byte(&text, name.bytes[i]);
    else
      berg_buffer_append_format(&text, "%%%02X", name.bytes[i]);
  }
  const char *result = api_text(api, "%.*s", (int)text.len, text.len == 0 ? "" : (const char *)text.bytes);
  berg_buffer_close(&text);
  return result;
}

void api_make_namespace(struct api *api, const char *file, int line, const char *name)
{
  api_expect_body(api, file, line, 200, "POST", "/v1/namespaces", "{'namespace':['%s']}", name);
}

void api_make_table(struct api *api, const char *file, int line, const char *ns, const char *name, const char *extra)
{
  api_expect_body(api, file, line, 200, "POST", api_text(api, "/v1/namespaces/%s/tables", ns),
                  "{'name':'%s','schema':{'type':'struct','schema-id':0,'fields':["
                  "{'id':1,'name':'id','required':true,'type':'long'},"
                  "{'id':2,'name':'data','required':false,'type':'string'}]}%s%s}",
                  name, extra[0] == '\0' ? "" : ",", extra);
}
