#include "spec/tool/pattern.h"

struct scan {
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
  if (scan->reason == NULL)
    scan->reason = reason;
  return false;
}

static bool is_among(int c, const char *set)
{
  return c > 0 && strchr(set, c) != NULL;
}

/* Behind a backslash. WIDE becomes true for a class such as \d, which cannot begin or end a range. */
static bool scan_escape(struct scan *scan, bool *wide)
{
  int c = peek(scan);

  *wide = is_among(c, "dDwWsS");
  if (c < 0)
    return refuse(scan, "a backslash ends the pattern");
  if (c >= '1' && c <= '9')
    return refuse(scan, "back references are not supported");
  if (!*wide && !is_among(c, "tnrfv^$\\.*+?()[]{}|/-"))
    return refuse(scan, "this escape is not supported");
  scan->at++;
  return true;
}

/* One end of a range; VALUE is comparable within ASCII. */
static bool scan_class_atom(struct scan *scan, int *value, bool *wide)
{
  *wide = false;
  *value = peek(scan);
  if (*value < 0)
    return refuse(scan, "the class is not closed");
  scan->at++;
  if (*value != '\\')
    return true;
  *value = peek(scan);
  return scan_escape(scan, wide);
}

static bool scan_class(struct scan *scan)
{
  if (peek(scan) == '^')
    scan->at++;
  if (peek(scan) == ']')
    return refuse(scan, "an empty class is not supported");
  while (peek(scan) != ']') {
    int from = 0;
    int to = 0;
    bool wide = false;
    bool wide_end = false;
    if (!scan_class_atom(scan, &from, &wide))
      return false;
    bool range = peek(scan) == '-' && scan->at + 1 < scan->text.len && scan->text.bytes[scan->at + 1] != ']';
    if (!range)
      continue;
    scan->at++;
    if (!scan_class_atom(scan, &to, &wide_end))
      return false;
    if (wide || wide_end || to < from)
      return refuse(scan, "the range is not in order");
  }
  scan->at++;
  return true;
}

static bool scan_number(struct scan *scan, int *value)
{
  size_t from = scan->at;

  *value = 0;
  for (; peek(scan) >= '0' && peek(scan) <= '9'; scan->at++)
    if (*value <= BERG_SPEC_PATTERN_REPEAT_MAX)
      *value = *value * 10 + (peek(scan) - '0');
  if (*value > BERG_SPEC_PATTERN_REPEAT_MAX)
    return refuse(scan, "the repetition is too large");
  return scan->at > from || refuse(scan, "a number is expected");
}

static bool scan_braces(struct scan *scan)
{
  int least = 0;
  int most = 0;

  if (!scan_number(scan, &least))
    return false;
  if (peek(scan) == ',') {
    scan->at++;
    if (peek(scan) != '}' && !scan_number(scan, &most))
      return false;
    if (scan->text.bytes[scan->at - 1] != ',' && most < least)
      return refuse(scan, "the repetition is not in order");
  }
  if (peek(scan) != '}')
    return refuse(scan, "'}' is expected");
  scan->at++;
  return true;
}

/* What may follow an atom. */
static bool scan_quantifier(struct scan *scan)
{
  int c = peek(scan);

  if (!is_among(c, "*+?{"))
    return true;
  scan->at++;
  if (c == '{' && !scan_braces(scan))
    return false;
  if (is_among(peek(scan), "?+"))
    return refuse(scan, "lazy and possessive quantifiers are not supported");
  return !is_among(peek(scan), "*{") || refuse(scan, "a quantifier follows a quantifier");
}

static bool scan_alternatives(struct scan *scan, int depth);

static bool scan_group(struct scan *scan, int depth)
{
  if (peek(scan) == '?') {
    scan->at++;
    if (peek(scan) != ':')
      return refuse(scan, "look-around and named groups are not supported");
    scan->at++;
  }
  if (depth == BERG_SPEC_PATTERN_DEPTH_MAX)
    return refuse(scan, "groups are nested too deeply");
  if (!scan_alternatives(scan, depth + 1))
    return false;
  if (peek(scan) != ')')
    return refuse(scan, "the group is not closed");
  scan->at++;
  return true;
}

static bool scan_atom(struct scan *scan, int depth)
{
  int c = peek(scan);
  bool wide = false;

  if (is_among(c, "*+?{"))
    return refuse(scan, "there is nothing to repeat");
  if (is_among(c, "]}"))
    return refuse(scan, "a bracket closes nothing");
  scan->at++;
  if (c == '^' || c == '$')
    return !is_among(peek(scan), "*+?{") || refuse(scan, "there is nothing to repeat");
  if (c == '\\' && !scan_escape(scan, &wide))
    return false;
  if (c == '[' && !scan_class(scan))
    return false;
  if (c == '(' && !scan_group(scan, depth))
    return false;
  return scan_quantifier(scan);
}

/* Up to the end or a closing parenthesis. Recursion is bounded by BERG_SPEC_PATTERN_DEPTH_MAX. */
static bool scan_alternatives(struct scan *scan, int depth)
{
  while (peek(scan) >= 0 && peek(scan) != ')') {
    if (peek(scan) == '|')
      scan->at++;
    else if (!scan_atom(scan, depth))
      return false;
  }
  return true;
}

enum berg_status berg_spec_pattern_check(struct berg_span pattern, const char **reason, size_t *column)
{
  struct scan scan = {pattern, 0, NULL};
  bool good = scan_alternatives(&scan, 0);

  if (good && scan.at < pattern.len)
    good = refuse(&scan, "a bracket closes nothing");
  if (good)
    return BERG_OK;
  *reason = scan.reason;
  *column = scan.at + 1;
  return BERG_INVALID;
}
