/* `refberg validate`: checks a JSON text against a schema of the protocol. */
#include "berg_wire_check.h"
#include "programs/programs.h"
#include "json/write.h"

#include <errno.h>
#include <stdio.h>

static const char USAGE[] = "usage: refberg validate [--json] [--first] SCHEMA [FILE | -]\n"
                            "       refberg validate --list\n";

static const char HELP[] =
    "\n"
    "Checks the JSON text in FILE, or on standard input, against the schema SCHEMA of the protocol, corrected by the\n"
    "errata. Prints one line for each violation: JSON pointer, keyword, message and, in parentheses, the schema.\n"
    "\n"
    "  --list   print the names of all schemas\n"
    "  --json   print the violations as one JSON object\n"
    "  --first  stop at the first violation\n"
    "  --help   print this\n"
    "\n"
    "Exit status: 0 valid, 1 not valid, 2 wrong usage, unknown schema or a file that cannot be read.\n";

struct options {
  const char *schema;
  const char *file;
  bool json;
  bool first;
  bool list;
  bool help;
};

static bool take_options(int argc, char **argv, struct options *options)
{
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--json") == 0)
      options->json = true;
    else if (strcmp(argv[i], "--first") == 0)
      options->first = true;
    else if (strcmp(argv[i], "--list") == 0)
      options->list = true;
    else if (strcmp(argv[i], "--help") == 0)
      options->help = true;
    else if (argv[i][0] == '-' && argv[i][1] != '\0')
      return false;
    else if (options->schema == NULL)
      options->schema = argv[i];
    else if (options->file == NULL)
      options->file = argv[i];
    else
      return false;
  }
  return options->help || (options->list ? options->schema == NULL : options->schema != NULL);
}

static int complain(const char *format, const char *what, const char *why)
{
  fputs("refberg: ", stderr);
  fprintf(stderr, format, what, why);
  fputc('\n', stderr);
  return BERG_EXIT_USAGE;
}

/* Reads all of FILE, or standard input, into TEXT. False: errno says why not. */
static bool read_all(const char *path, struct berg_buffer *text)
{
  bool standard = path == NULL || strcmp(path, "-") == 0;
  FILE *file = standard ? stdin : fopen(path, "rb");
  uint8_t part[65536];

  if (file == NULL)
    return false;
  for (;;) {
    size_t len = fread(part, 1, sizeof part, file);
    if (len == 0)
      break;
    berg_buffer_append(text, (struct berg_span){part, len});
  }
  bool ok = ferror(file) == 0;
  if (!standard)
    fclose(file);
  return ok && berg_buffer_status(text) == BERG_OK;
}

static void print_span(struct berg_span text)
{
  fwrite(text.bytes, 1, text.len, stdout);
}

static void print_lines(const struct berg_violations *violations)
{
  for (size_t i = 0; i < violations->count; i++) {
    const struct berg_violation *item = &violations->items[i];
    print_span(item->pointer);
    fputs(": ", stdout);
    print_span(item->keyword);
    fputs(": ", stdout);
    print_span(item->message);
    fputs(" (", stdout);
    print_span(item->schema);
    print_span(item->schema_pointer);
    fputs(")\n", stdout);
  }
}

static void write_member(struct berg_buffer *out, const char *name, struct berg_span value)
{
  berg_json_write_name(out, berg_span_of(name));
  berg_json_write_string(out, value);
}

static void print_json(const struct berg_violations *violations, bool valid)
{
  struct berg_buffer out;

  berg_buffer_open(&out);
  berg_json_write_object_begin(&out);
  berg_json_write_name(&out, BERG_SPAN("valid"));
  berg_json_write_bool(&out, valid);
  berg_json_write_name(&out, BERG_SPAN("violations"));
  berg_json_write_array_begin(&out);
  for (size_t i = 0; i < violations->count; i++) {
    const struct berg_violation *item = &violations->items[i];
    berg_json_write_object_begin(&out);
    write_member(&out, "pointer", item->pointer);
    write_member(&out, "keyword", item->keyword);
    write_member(&out, "schema", item->schema);
    write_member(&out, "schema-pointer", item->schema_pointer);
    write_member(&out, "message", item->message);
    berg_json_write_object_end(&out);
  }
  berg_json_write_array_end(&out);
  berg_json_write_object_end(&out);
  berg_buffer_append_byte(&out, '\n');
  print_span(berg_buffer_span(&out));
  berg_buffer_close(&out);
}

/* A text that is no JSON breaks the schema's grammar: it counts as one violation of the keyword "json". */
static void add_syntax(struct berg_violations *violations, const struct berg_problem *problem, const char *schema)
{
  struct berg_violation *item = berg_arena_alloc(violations->arena, 1, sizeof *item);

  if (item == NULL)
    return;
  item->keyword = BERG_SPAN("json");
  item->schema = berg_span_of(schema);
  item->message = berg_problem_message(problem);
  item->pointer = (struct berg_span){(const uint8_t *)problem->pointer, problem->pointer_len};
  violations->items = item;
  violations->count = 1;
}

static int check(const struct options *options, const struct berg_check_schema *schema, struct berg_span text,
                 struct berg_arena *arena)
{
  struct berg_json_tree tree;
  struct berg_violations violations;
  struct berg_problem problem;

  berg_problem_clear(&problem);
  berg_violations_open(&violations, arena, options->first);
  enum berg_status status = berg_json_parse(text, BERG_JSON_LIMITS_DEFAULT, true, arena, &tree, &problem);
  if (status == BERG_OK)
    status = schema->check(&tree, 0, &violations);
  else if (status != BERG_NO_MEMORY)
    add_syntax(&violations, &problem, schema->name);
  if (status == BERG_NO_MEMORY)
    return complain("%s%s", "out of memory", "");
  if (options->json)
    print_json(&violations, status == BERG_OK);
  else
    print_lines(&violations);
  return status == BERG_OK ? 0 : BERG_EXIT_FAILURE;
}

static int list_schemas(void)
{
  for (size_t i = 0; i < berg_wire_schema_count(); i++)
    puts(berg_wire_schema_at(i)->name);
  return 0;
}

static int validate(const struct options *options)
{
  const struct berg_check_schema *schema = berg_wire_schema_find(berg_span_of(options->schema));
  struct berg_buffer text;
  struct berg_arena arena;

  if (schema == NULL)
    return complain("unknown schema %s%s; `refberg validate --list` names all", options->schema, "");
  berg_buffer_open(&text);
  berg_arena_open(&arena, SIZE_MAX);
  int code =
      read_all(options->file, &text)
          ? check(options, schema, berg_buffer_span(&text), &arena)
          : complain("cannot read %s: %s", options->file == NULL ? "standard input" : options->file, strerror(errno));
  berg_arena_close(&arena);
  berg_buffer_close(&text);
  return code;
}

int berg_program_validate(int argc, char **argv)
{
  struct options options = {.schema = NULL};

  if (!take_options(argc, argv, &options)) {
    fputs(USAGE, stderr);
    return BERG_EXIT_USAGE;
  }
  if (options.help) {
    fputs(USAGE, stdout);
    fputs(HELP, stdout);
    return 0;
  }
  return options.list ? list_schemas() : validate(&options);
}
