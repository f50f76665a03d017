/* refberg spec coverage: which operations are served, and which clauses have code and a test. */
#include "spec/tool/clauses.h"
#include "spec/tool/command.h"
#include "spec/tool/json_out.h"
#include "spec/tool/marks.h"
#include "spec/tool/names.h"

#include <unistd.h>

static const char usage[] =
    "usage: refberg spec coverage [--json] [--missing] [--require LEVEL] [--clauses FILE] [--src DIR] [--tests DIR]\n"
    "                             [--overlay FILE | --no-overlay] [DOCUMENT]\n"
    "\n"
    "Lists the operations of DOCUMENT, served when src/endpoints has a file for them, and the clauses of FILE\n"
    "(spec/clauses.yaml) with the number of SPEC marks in src and of TESTS marks in tests that cite them.\n"
    "\n"
    "  --json           write JSON, with the place of each mark\n"
    "  --missing        list only clauses that lack code or a test\n"
    "  --require LEVEL  fail when a clause of LEVEL (MUST, SHOULD, REF, MAY) or stronger lacks code or a test; "
    "clauses\n"
    "                   of operations that are not served do not count\n"
    "  --clauses FILE   read the clauses of FILE\n"
    "  --src DIR        look for code there instead of src\n"
    "  --tests DIR      look for tests there instead of tests\n"
    "\n"
    "Exit status: 0, 1 an unknown clause is cited or a required one lacks something, 2 wrong usage or unreadable "
    "files.\n";

struct coverage {
  struct berg_spec_source source;
  const char *clauses_path;
  const char *src;
  const char *tests;
  bool json;
  bool missing;
  bool requires;
  enum berg_spec_level level;
  struct berg_arena arena;
  const struct berg_spec_document *document;
  struct berg_spec_clauses clauses;
  bool *served; /* by the index of the operation */
};

struct counts {
  size_t clauses;
  size_t code;
  size_t tests;
  size_t lacking; /* that are required */
};

static bool is_served(const struct coverage *coverage, const struct berg_spec_clause *clause)
{
  return clause->operation == NULL || coverage->served[clause->operation->index];
}

static bool is_lacking(const struct coverage *coverage, const struct berg_spec_clause *clause)
{
  bool lacks = clause->code.count == 0 || clause->tests.count == 0;

  return coverage->requires && clause->level <= coverage->level && lacks && is_served(coverage, clause);
}

/* Counts the clauses of OPERATION; of all when it is NULL. */
static struct counts count_clauses(const struct coverage *coverage, const struct berg_spec_operation *operation)
{
  struct counts counts = {0, 0, 0, 0};

  for (size_t i = 0; i < coverage->clauses.count; i++) {
    const struct berg_spec_clause *clause = &coverage->clauses.items[i];
    if (operation != NULL && clause->operation != operation)
      continue;
    counts.clauses++;
    counts.code += clause->code.count > 0;
    counts.tests += clause->tests.count > 0;
    counts.lacking += is_lacking(coverage, clause);
  }
  return counts;
}

static size_t count_served(const struct coverage *coverage)
{
  size_t count = 0;

  for (size_t i = 0; i < coverage->document->operation_count; i++)
    count += coverage->served[i];
  return count;
}

static void print_text(const struct coverage *coverage, struct berg_buffer *out)
{
  for (size_t i = 0; i < coverage->document->operation_count; i++) {
    const struct berg_spec_operation *operation = &coverage->document->operations[i];
    struct counts counts = count_clauses(coverage, operation);
    berg_buffer_append_format(out, "operation %-24.*s %-8s clauses %3zu  code %3zu  test %3zu\n",
                              BERG_SPAN_ARGS(operation->id), coverage->served[i] ? "served" : "unserved",
                              counts.clauses, counts.code, counts.tests);
  }
  for (size_t i = 0; i < coverage->clauses.count; i++) {
    const struct berg_spec_clause *clause = &coverage->clauses.items[i];
    if (coverage->missing && clause->code.count > 0 && clause->tests.count > 0)
      continue;
    berg_buffer_append_format(out, "clause %-6s code %2zu  test %2zu  %s%.*s\n", berg_spec_level_name(clause->level),
                              clause->code.count, clause->tests.count, is_lacking(coverage, clause) ? "! " : "  ",
                              BERG_SPAN_ARGS(clause->id));
  }
  struct counts all = count_clauses(coverage, NULL);
  berg_buffer_append_format(out, "%zu operations, %zu served; %zu clauses, %zu with code, %zu with a test\n",
                            coverage->document->operation_count, count_served(coverage), all.clauses, all.code,
                            all.tests);
  if (coverage->requires)
    berg_buffer_append_format(out, "%zu required clauses lack code or a test\n", all.lacking);
}

static void print_marks(struct berg_json_out *out, const char *name, const struct berg_spec_marks *marks)
{
  berg_json_out_open(out, name, '[');
  for (size_t i = 0; i < marks->count; i++) {
    berg_json_out_open(out, NULL, '{');
    berg_json_out_text(out, "file", marks->items[i].file);
    berg_json_out_count(out, "line", marks->items[i].line);
    berg_json_out_close(out, '}');
  }
  berg_json_out_close(out, ']');
}

static void print_json_clauses(const struct coverage *coverage, struct berg_json_out *out)
{
  berg_json_out_open(out, "clauses", '[');
  for (size_t i = 0; i < coverage->clauses.count; i++) {
    const struct berg_spec_clause *clause = &coverage->clauses.items[i];
    if (coverage->missing && clause->code.count > 0 && clause->tests.count > 0)
      continue;
    berg_json_out_open(out, NULL, '{');
    berg_json_out_text(out, "id", clause->id);
    berg_json_out_text(out, "level", berg_span_of(berg_spec_level_name(clause->level)));
    if (clause->operation != NULL)
      berg_json_out_text(out, "operation", clause->operation->id);
    print_marks(out, "code", &clause->code);
    print_marks(out, "tests", &clause->tests);
    if (coverage->requires)
      berg_json_out_flag(out, "lacking", is_lacking(coverage, clause));
    berg_json_out_close(out, '}');
  }
  berg_json_out_close(out, ']');
}

static void print_json(const struct coverage *coverage, struct berg_buffer *buffer)
{
  struct berg_json_out out = {buffer, 0, false};
  struct counts all = count_clauses(coverage, NULL);

  berg_json_out_open(&out, NULL, '{');
  berg_json_out_open(&out, "operations", '[');
  for (size_t i = 0; i < coverage->document->operation_count; i++) {
    struct counts counts = count_clauses(coverage, &coverage->document->operations[i]);
    berg_json_out_open(&out, NULL, '{');
    berg_json_out_text(&out, "operationId", coverage->document->operations[i].id);
    berg_json_out_flag(&out, "served", coverage->served[i]);
    berg_json_out_count(&out, "clauses", counts.clauses);
    berg_json_out_count(&out, "code", counts.code);
    berg_json_out_count(&out, "tests", counts.tests);
    berg_json_out_close(&out, '}');
  }
  berg_json_out_close(&out, ']');
  print_json_clauses(coverage, &out);
  berg_json_out_count(&out, "served", count_served(coverage));
  berg_json_out_count(&out, "clauseCount", all.clauses);
  berg_json_out_count(&out, "clausesWithCode", all.code);
  berg_json_out_count(&out, "clausesWithTest", all.tests);
  if (coverage->requires)
    berg_json_out_count(&out, "lacking", all.lacking);
  berg_json_out_close(&out, '}');
}

static void find_served(struct coverage *coverage)
{
  coverage->served = berg_spec_alloc(&coverage->arena, coverage->document->operation_count, sizeof *coverage->served);
  for (size_t i = 0; i < coverage->document->operation_count; i++) {
    const char *name = berg_name_snake(&coverage->arena, coverage->document->operations[i].id);
    struct berg_span path = berg_spec_format(&coverage->arena, "%s/endpoints/%s.c", coverage->src, name);
    coverage->served[i] = access((const char *)path.bytes, R_OK) == 0;
  }
}

static int print_coverage(const struct coverage *coverage)
{
  struct berg_buffer buffer;

  berg_buffer_open(&buffer);
  if (coverage->json)
    print_json(coverage, &buffer);
  else
    print_text(coverage, &buffer);
  int result = berg_spec_write(&buffer, NULL);
  berg_buffer_close(&buffer);
  return result;
}

static int cover(struct coverage *coverage)
{
  struct berg_spec_complaints complaints;

  int result = berg_spec_source_load(&coverage->source, &coverage->arena, &coverage->document);
  if (result != 0)
    return 2;
  berg_spec_complaints_open(&complaints, &coverage->arena);
  enum berg_status status = berg_spec_clauses_read(&coverage->arena, coverage->clauses_path, coverage->document,
                                                   &complaints, &coverage->clauses);
  if (status == BERG_OK)
    status = berg_spec_marks_read(&coverage->arena, coverage->src, "SPEC", &complaints, &coverage->clauses);
  if (status == BERG_OK)
    status = berg_spec_marks_read(&coverage->arena, coverage->tests, "TESTS", &complaints, &coverage->clauses);
  berg_spec_complaints_print(&complaints, stderr);
  if (status != BERG_OK)
    return status == BERG_IO ? 2 : 1;
  find_served(coverage);
  result = print_coverage(coverage);
  if (result == 0 && (complaints.error_count > 0 || count_clauses(coverage, NULL).lacking > 0))
    result = 1;
  return result;
}

/* Takes the option at *AT. False: it is none. */
static bool take_option(struct coverage *coverage, int argc, char **argv, int *at)
{
  const char *level = NULL;

  if (berg_spec_option_value("--clauses", argc, argv, at, &coverage->clauses_path) ||
      berg_spec_option_value("--src", argc, argv, at, &coverage->src) ||
      berg_spec_option_value("--tests", argc, argv, at, &coverage->tests))
    return true;
  if (strcmp(argv[*at], "--json") == 0 || strcmp(argv[*at], "--missing") == 0) {
    coverage->json = coverage->json || argv[*at][2] == 'j';
    coverage->missing = coverage->missing || argv[*at][2] == 'm';
    *at += 1;
    return true;
  }
  int before = *at;
  if (!berg_spec_option_value("--require", argc, argv, at, &level))
    return berg_spec_source_take(&coverage->source, argc, argv, at);
  coverage->requires = true;
  if (berg_spec_level_parse(berg_span_of(level), &coverage->level) == BERG_OK)
    return true;
  *at = before;
  return false;
}

int berg_spec_coverage_command(int argc, char **argv)
{
  struct coverage coverage = {.clauses_path = BERG_SPEC_DEFAULT_CLAUSES, .src = "src", .tests = "tests"};

  berg_spec_source_open(&coverage.source);
  for (int at = 1; at < argc;) {
    if (berg_spec_is_help(argv[at]))
      return berg_spec_usage(usage, NULL);
    if (!take_option(&coverage, argc, argv, &at))
      return berg_spec_unknown_argument(usage, argv[at]);
  }
  berg_arena_open(&coverage.arena, SIZE_MAX);
  int result = cover(&coverage);
  berg_arena_close(&coverage.arena);
  return result;
}
