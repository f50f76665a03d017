/* refberg spec diff: what changed from one description to another. */
#include "spec/tool/command.h"
#include "spec/tool/diff.h"
#include "spec/tool/json_out.h"

static const char usage[] =
    "usage: refberg spec diff [--json] [--breaking] [--overlay FILE] OLD NEW\n"
    "\n"
    "Lists what changed from the description OLD to NEW, operation by operation and schema by schema. Each change is\n"
    "marked with those for whom it breaks something: a server made for OLD that must serve NEW, or a client made for\n"
    "OLD that meets a server made for NEW. Prose is not compared. Both are read as they stand, without overlay.\n"
    "\n"
    "  --json          write JSON\n"
    "  --breaking      list breaking changes only; others do not count for the exit status\n"
    "  --overlay FILE  apply FILE to both\n"
    "\n"
    "Exit status: 0 no change, 1 changes, 2 wrong usage or a description that cannot be read.\n";

static void count_breaking(const struct berg_spec_diff *diff, size_t *servers, size_t *clients)
{
  *servers = 0;
  *clients = 0;
  for (size_t i = 0; i < diff->count; i++) {
    *servers += diff->items[i].breaks_servers;
    *clients += diff->items[i].breaks_clients;
  }
}

void berg_spec_diff_print_text(struct berg_buffer *out, const struct berg_spec_diff *diff)
{
  size_t servers = 0;
  size_t clients = 0;

  for (size_t i = 0; i < diff->count; i++) {
    const struct berg_spec_change *change = &diff->items[i];
    bool breaks = change->breaks_servers || change->breaks_clients;
    berg_buffer_append_format(out, "%s%s%.*s:%s%.*s %.*s", change->kind, change->subject.len > 0 ? " " : "",
                              BERG_SPAN_ARGS(change->subject), change->where.len > 0 ? " " : "",
                              BERG_SPAN_ARGS(change->where), BERG_SPAN_ARGS(change->text));
    if (breaks)
      berg_buffer_append_format(out, " [breaks %s%s%s]", change->breaks_servers ? "servers" : "",
                                change->breaks_servers && change->breaks_clients ? ", " : "",
                                change->breaks_clients ? "clients" : "");
    berg_buffer_append_byte(out, '\n');
  }
  count_breaking(diff, &servers, &clients);
  berg_buffer_append_format(out, "%zu changes, %zu break servers, %zu break clients\n", diff->count, servers, clients);
}

void berg_spec_diff_print_json(struct berg_buffer *buffer, const struct berg_spec_diff *diff)
{
  struct berg_json_out out = {buffer, 0, false};
  size_t servers = 0;
  size_t clients = 0;

  count_breaking(diff, &servers, &clients);
  berg_json_out_open(&out, NULL, '{');
  berg_json_out_open(&out, "changes", '[');
  for (size_t i = 0; i < diff->count; i++) {
    berg_json_out_open(&out, NULL, '{');
    berg_json_out_text(&out, "kind", berg_span_of(diff->items[i].kind));
    berg_json_out_text(&out, "subject", diff->items[i].subject);
    berg_json_out_text(&out, "where", diff->items[i].where);
    berg_json_out_text(&out, "change", diff->items[i].text);
    berg_json_out_flag(&out, "breaksServers", diff->items[i].breaks_servers);
    berg_json_out_flag(&out, "breaksClients", diff->items[i].breaks_clients);
    berg_json_out_close(&out, '}');
  }
  berg_json_out_close(&out, ']');
  berg_json_out_count(&out, "count", diff->count);
  berg_json_out_count(&out, "breakingServers", servers);
  berg_json_out_count(&out, "breakingClients", clients);
  berg_json_out_close(&out, '}');
}

static void keep_breaking(struct berg_spec_diff *diff)
{
  size_t kept = 0;

  for (size_t i = 0; i < diff->count; i++)
    if (diff->items[i].breaks_servers || diff->items[i].breaks_clients)
      diff->items[kept++] = diff->items[i];
  diff->count = kept;
}

struct options {
  const char *paths[2];
  const char *overlay;
  bool json;
  bool breaking;
};

static int load(const struct options *options, int which, struct berg_arena *arena,
                const struct berg_spec_document **document)
{
  struct berg_spec_source source = {options->paths[which], options->overlay, options->overlay == NULL};

  return berg_spec_source_load(&source, arena, document) == 0 ? 0 : 2;
}

static int print_diff(const struct options *options, struct berg_arena *arena)
{
  const struct berg_spec_document *old = NULL;
  const struct berg_spec_document *new = NULL;
  struct berg_spec_diff diff;
  struct berg_buffer buffer;

  if (load(options, 0, arena, &old) != 0 || load(options, 1, arena, &new) != 0)
    return 2;
  berg_spec_diff(arena, old, new, &diff);
  if (options->breaking)
    keep_breaking(&diff);
  berg_buffer_open(&buffer);
  if (options->json)
    berg_spec_diff_print_json(&buffer, &diff);
  else
    berg_spec_diff_print_text(&buffer, &diff);
  int result = berg_spec_write(&buffer, NULL);
  berg_buffer_close(&buffer);
  return result != 0 ? result : diff.count > 0 ? 1 : 0;
}

int berg_spec_diff_command(int argc, char **argv)
{
  struct options options = {{NULL, NULL}, NULL, false, false};
  struct berg_arena arena;
  int operands = 0;

  for (int at = 1; at < argc;) {
    if (berg_spec_is_help(argv[at]))
      return berg_spec_usage(usage, NULL);
    if (berg_spec_option_value("--overlay", argc, argv, &at, &options.overlay))
      continue;
    if (strcmp(argv[at], "--json") == 0)
      options.json = true;
    else if (strcmp(argv[at], "--breaking") == 0)
      options.breaking = true;
    else if (argv[at][0] == '-' || operands == 2)
      return berg_spec_unknown_argument(usage, argv[at]);
    else
      options.paths[operands++] = argv[at];
    at++;
  }
  if (operands < 2)
    return berg_spec_usage(usage, "two descriptions are needed");
  berg_arena_open(&arena, SIZE_MAX);
  int result = print_diff(&options, &arena);
  berg_arena_close(&arena);
  return result;
}
