/* `refberg-spec c`: writes the generated C of a document into a directory. */
#include "spec/tool/command.h"
#include "spec/tool/emit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static const char USAGE[] =
    "usage: refberg spec c --out DIR [--overlay FILE | --no-overlay] [--served NAME,...] [--only check] [DOCUMENT]\n"
    "\n"
    "Writes the generated C of DOCUMENT into DIR.\n"
    "  --served NAME,...  operations that are served, by operationId or in snake case; names that are no operation "
    "are\n"
    "                     passed over, so that a list of source files will do\n"
    "  --only check       only the validators\n";

struct options {
  struct berg_spec_source source;
  const char *out;
  const char *served;
  bool check_only;
};

/* Reads the arguments into OPTIONS. Returns the exit status after telling the usage, or -1 when there is work to do. */
static int take_options(int argc, char **argv, struct options *options)
{
  const char *only = NULL;

  berg_spec_source_open(&options->source);
  for (int at = 1; at < argc;) {
    if (berg_spec_is_help(argv[at]))
      return berg_spec_usage(USAGE, NULL);
    if (!berg_spec_option_value("--out", argc, argv, &at, &options->out) &&
        !berg_spec_option_value("--served", argc, argv, &at, &options->served) &&
        !berg_spec_option_value("--only", argc, argv, &at, &only) &&
        !berg_spec_source_take(&options->source, argc, argv, &at))
      return berg_spec_unknown_argument(USAGE, argv[at]);
  }
  options->check_only = only != NULL && strcmp(only, "check") == 0;
  if (only != NULL && !options->check_only)
    return berg_spec_usage(USAGE, "--only knows nothing but check");
  return options->out == NULL ? berg_spec_usage(USAGE, "--out is missing") : -1;
}

/* The parts of TEXT between commas. */
static struct berg_spans split(struct berg_arena *arena, const char *text)
{
  struct berg_spans parts = {NULL, 0};
  size_t cap = 0;

  while (text != NULL && *text != '\0') {
    size_t len = strcspn(text, ",");
    parts.items = berg_spec_room(arena, parts.items, parts.count, &cap, sizeof *parts.items);
    parts.items[parts.count++] = (struct berg_span){(const uint8_t *)text, len};
    text += text[len] == ',' ? len + 1 : len;
  }
  return parts;
}

/* Tells whether the file PATH has this CONTENT already; then it keeps its date, and nothing that was built from it is
 * built again. */
static bool has_content(const char *path, const struct berg_buffer *content)
{
  FILE *file = fopen(path, "rb");
  size_t at = 0;
  bool same = file != NULL;

  while (same) {
    uint8_t part[4096];
    size_t len = fread(part, 1, sizeof part, file);
    if (len == 0)
      break;
    same = len <= content->len - at && memcmp(part, content->bytes + at, len) == 0;
    at += len;
  }
  if (file != NULL)
    fclose(file);
  return same && at == content->len;
}

static int write_file(const char *dir, const char *name, const struct berg_buffer *content)
{
  char path[4096];

  if (berg_buffer_status(content) != BERG_OK)
    berg_spec_no_memory();
  snprintf(path, sizeof path, "%s/%s", dir, name);
  if (has_content(path, content))
    return 0;
  FILE *file = fopen(path, "wb");
  bool ok = file != NULL && fwrite(content->bytes, 1, content->len, file) == content->len;
  if (file != NULL)
    ok = fclose(file) == 0 && ok;
  if (!ok)
    fprintf(stderr, "refberg spec c: cannot write %s: %s\n", path, strerror(errno));
  return ok ? 0 : 2;
}

/* A header and its source, named for the product; a product without source leaves it empty. */
struct product {
  const char *name;
  void (*emit)(const struct berg_emit *emit, struct berg_buffer *header, struct berg_buffer *source);
};

static const struct product CHECK = {"check", berg_emit_check};
static const struct product PRODUCTS[] = {
    {"types", berg_emit_types},   {"decode", berg_emit_decode},         {"encode", berg_emit_encode},
    {"routes", berg_emit_routes}, {"operations", berg_emit_operations}, {"dispatch", berg_emit_dispatch},
    {"errors", berg_emit_errors}, {"client", berg_emit_client},         {"obligations", berg_emit_obligations}};

static int write_product(const struct berg_emit *emit, const char *dir, const struct product *product)
{
  struct berg_buffer header;
  struct berg_buffer source;
  char name[64];

  berg_buffer_open(&header);
  berg_buffer_open(&source);
  product->emit(emit, &header, &source);
  snprintf(name, sizeof name, "berg_wire_%s.h", product->name);
  int code = write_file(dir, name, &header);
  snprintf(name, sizeof name, "berg_wire_%s.c", product->name);
  if (code == 0 && source.len > 0)
    code = write_file(dir, name, &source);
  berg_buffer_close(&header);
  berg_buffer_close(&source);
  return code;
}

static int write_dict(const struct berg_emit *emit, const char *dir)
{
  struct berg_buffer dict;

  berg_buffer_open(&dict);
  berg_emit_dict(emit, &dict);
  int code = write_file(dir, "berg_wire.dict", &dict);
  berg_buffer_close(&dict);
  return code;
}

static int write_products(struct berg_emit *emit, const struct options *options)
{
  struct berg_shapes shapes;
  int code = 0;

  if (mkdir(options->out, 0777) != 0 && errno != EEXIST) {
    fprintf(stderr, "refberg spec c: cannot make %s: %s\n", options->out, strerror(errno));
    return 2;
  }
  if (options->check_only) {
    code = write_product(emit, options->out, &CHECK);
    return code == 0 && berg_spec_complaints_status(emit->complaints) != BERG_OK ? 1 : code;
  }
  if (berg_shapes_build(emit->document, emit->arena, emit->complaints, &shapes) != BERG_OK)
    return 1;
  emit->shapes = &shapes;
  code = write_product(emit, options->out, &CHECK);
  for (size_t i = 0; i < sizeof PRODUCTS / sizeof PRODUCTS[0] && code == 0; i++)
    code = write_product(emit, options->out, &PRODUCTS[i]);
  if (code == 0)
    code = write_dict(emit, options->out);
  if (code == 0 && berg_spec_complaints_status(emit->complaints) != BERG_OK)
    code = 1;
  return code;
}

int berg_spec_c_command(int argc, char **argv)
{
  struct options options = {.out = NULL};
  struct berg_arena arena;
  struct berg_spec_complaints complaints;
  struct berg_emit emit = {.arena = &arena, .complaints = &complaints};

  int code = take_options(argc, argv, &options);
  if (code >= 0)
    return code;
  berg_arena_open(&arena, SIZE_MAX);
  berg_spec_complaints_open(&complaints, &arena);
  code = berg_spec_source_load(&options.source, &arena, &emit.document);
  emit.served = split(&arena, options.served);
  if (code == 0)
    code = write_products(&emit, &options);
  berg_spec_complaints_print(&complaints, stderr);
  berg_arena_close(&arena);
  return code;
}
