#include "json/duplicate.h"
#include "json/fault.h"
#include "json/lexeme.h"
#include "json/reader.h"

static enum berg_status check_grammar(struct berg_span text, size_t depth_max, struct berg_problem *problem)
{
  size_t start = 0;
  size_t after = 0;

  if (berg_json_scan_value(text, 0, depth_max, &start, &after) != BERG_OK)
    return berg_json_fault_syntax(problem, text, start, depth_max);
  after = skip_json_space(text, after);
  if (after < text.len)
    return berg_json_fault_syntax(problem, text, after, depth_max);
  return BERG_OK;
}

enum berg_status berg_json_check_text(struct berg_span text, struct berg_json_limits limits, bool refuse_duplicates,
                                      struct berg_arena *arena, struct berg_problem *problem)
{
  size_t depth_max = limits.depth_max < BERG_JSON_DEPTH_MAX ? limits.depth_max : BERG_JSON_DEPTH_MAX;
  struct berg_span name;
  size_t offset = 0;

  if (text.len > limits.size_max_bytes)
    return berg_problem_set_ids(problem, BERG_TOO_LARGE, "the JSON text has {} bytes; at most {} are taken",
                                (int64_t)text.len, (int64_t)limits.size_max_bytes);
  enum berg_status status = check_grammar(text, depth_max, problem);
  if (status != BERG_OK || !refuse_duplicates)
    return status;
  status = berg_json_find_duplicate(text, arena, &offset, &name);
  if (status == BERG_INVALID)
    return berg_json_fault_text(problem, text, offset, "member `{}` occurs twice in one object", name, true);
  if (status != BERG_OK)
    return berg_problem_set(problem, status, "out of memory while JSON was checked");
  return BERG_OK;
}
