#include "spec/tool/jsonpath.h"

struct scan {
  struct berg_arena *arena;
  struct berg_span text;
  size_t at;
  const char *reason;
};

static int peek(const struct scan *scan)
{
  return scan->at < scan->text.len ? scan->text.bytes[scan->at] : -1;
}

static bool refuse(struct scan *scan, const char *reason)
{
  scan->reason = reason;
  return false;
}

static bool is_name_byte(int c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

static bool scan_dotted(struct scan *scan, struct berg_spec_step *step)
{
  size_t from = ++scan->at;

  if (peek(scan) == '.')
    return refuse(scan, "descendants (..) are not supported");
  if (peek(scan) == '*')
    return refuse(scan, "wildcards (*) are not supported");
  while (is_name_byte(peek(scan)))
    scan->at++;
  if (scan->at == from)
    return refuse(scan, "a name is missing behind the dot");
  step->name = berg_span_part(scan->text, from, scan->at - from);
  return true;
}

static bool scan_quoted(struct scan *scan, struct berg_spec_step *step)
{
  int quote = peek(scan);
  uint8_t *out = berg_spec_alloc(scan->arena, scan->text.len, 1);
  size_t len = 0;

  for (scan->at++; peek(scan) != quote; scan->at++) {
    if (peek(scan) == '\\')
      scan->at++;
    if (peek(scan) < 0)
      return refuse(scan, "the quote is not closed");
    out[len++] = scan->text.bytes[scan->at];
  }
  scan->at++;
  step->name = (struct berg_span){out, len};
  return true;
}

static bool scan_index(struct scan *scan, struct berg_spec_step *step)
{
  size_t from = scan->at;

  for (; peek(scan) >= '0' && peek(scan) <= '9' && scan->at - from < 6; scan->at++)
    step->index = step->index * 10 + (size_t)(peek(scan) - '0');
  step->is_item = true;
  if (scan->at == from && peek(scan) == '*')
    return refuse(scan, "wildcards (*) are not supported");
  if (scan->at == from && peek(scan) == '?')
    return refuse(scan, "filters (?) are not supported");
  if (peek(scan) == ':' || peek(scan) == ',')
    return refuse(scan, "slices and unions are not supported");
  return scan->at > from || refuse(scan, "a quoted name or an index is expected");
}

static bool scan_bracketed(struct scan *scan, struct berg_spec_step *step)
{
  scan->at++;
  bool quoted = peek(scan) == '\'' || peek(scan) == '"';
  if (quoted ? !scan_quoted(scan, step) : !scan_index(scan, step))
    return false;
  if (peek(scan) != ']')
    return refuse(scan, "']' is expected");
  scan->at++;
  return true;
}

static bool scan_step(struct scan *scan, struct berg_spec_jsonpath *path)
{
  struct berg_spec_step step = {0};

  if (path->count == BERG_SPEC_STEPS_MAX)
    return refuse(scan, "the path has too many steps");
  if (peek(scan) == '.'   ? !scan_dotted(scan, &step)
      : peek(scan) == '[' ? !scan_bracketed(scan, &step)
                          : !refuse(scan, "'.' or '[' is expected"))
    return false;
  path->steps[path->count++] = step;
  return true;
}

enum berg_status berg_spec_jsonpath_parse(struct berg_arena *arena, struct berg_span text, const char **reason,
                                          size_t *column, struct berg_spec_jsonpath *path)
{
  struct scan scan = {.arena = arena, .text = text};

  *path = (struct berg_spec_jsonpath){.count = 0};
  bool good = peek(&scan) == '$' || refuse(&scan, "a path begins with '$'");
  scan.at += good;
  while (good && scan.at < text.len)
    good = scan_step(&scan, path);
  if (good)
    return BERG_OK;
  *reason = scan.reason;
  *column = scan.at + 1;
  return BERG_INVALID;
}

struct berg_span berg_spec_jsonpath_append(struct berg_arena *arena, struct berg_span path, struct berg_span name)
{
  uint8_t *out = berg_spec_alloc(arena, 2 * name.len + 1, 1);
  bool plain = name.len > 0;
  size_t len = 0;

  for (size_t i = 0; i < name.len; i++) {
    plain = plain && is_name_byte(name.bytes[i]);
    if (name.bytes[i] == '\'' || name.bytes[i] == '\\')
      out[len++] = '\\';
    out[len++] = name.bytes[i];
  }
  return berg_spec_format(arena, "%.*s%s%.*s%s", BERG_SPAN_ARGS(path), plain ? "." : "['", (int)len, (char *)out,
                          plain ? "" : "']");
}

struct berg_span berg_spec_jsonpath_format(struct berg_arena *arena, const struct berg_spec_jsonpath *path)
{
  struct berg_span out = BERG_SPAN("$");

  for (size_t i = 0; i < path->count; i++) {
    if (path->steps[i].is_item)
      out = berg_spec_format(arena, "%.*s[%zu]", BERG_SPAN_ARGS(out), path->steps[i].index);
    else
      out = berg_spec_jsonpath_append(arena, out, path->steps[i].name);
  }
  return out;
}

/* Where STEP leads in NODE; count when it leads nowhere. */
static size_t find_step(const struct berg_yaml *node, const struct berg_spec_step *step)
{
  if (step->is_item)
    return node->kind == BERG_YAML_LIST && step->index < node->count ? step->index : node->count;
  for (size_t i = 0; node->kind == BERG_YAML_MAP && i < node->count; i++)
    if (berg_span_equal(node->members[i].key, step->name))
      return i;
  return node->count;
}

enum berg_status berg_spec_jsonpath_find(const struct berg_spec_jsonpath *path, struct berg_yaml *root,
                                         struct berg_yaml **parent, size_t *index, struct berg_yaml **value)
{
  struct berg_yaml *node = root;
  struct berg_yaml *above = NULL;
  size_t at = 0;

  for (size_t i = 0; i < path->count; i++) {
    at = find_step(node, &path->steps[i]);
    if (at == node->count)
      return BERG_ABSENT;
    above = node;
    node = node->kind == BERG_YAML_LIST ? node->items[at] : node->members[at].value;
  }
  *parent = above;
  *index = at;
  *value = node;
  return BERG_OK;
}
