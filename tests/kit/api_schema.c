/* Every answer of every test is held against the document: the rules for all answers, and the schema that its operation
 * declares for its status. So no operation can drift from its description unnoticed, whatever a test looks at. */
#include "berg_wire_check.h"
#include "berg_wire_operations.h"
#include "kit/api.h"

#include <string.h>

static void report(struct api *api, const char *file, int line, const char *method, const char *target,
                   const struct api_answer *answer, const char *what)
{
  api_fault(api, file, line, "%s %s, answered with %d: %s: %.*s", method, target, answer->code, what,
            (int)(answer->body.len < 700 ? answer->body.len : 700), (const char *)answer->body.bytes);
}

/* What is wrong with the frame of the answer, or NULL. */
static const char *find_frame_fault(const char *method, const struct api_answer *answer)
{
  bool is_bare = answer->code == 204 || answer->code == 304 || strcmp(method, "HEAD") == 0;

  if (answer->code < 200 || answer->code > 599)
    return "this is no status";
  if (is_bare && (answer->body.len != 0 || answer->content_type != NULL))
    return "there is a body or a content type";
  if (!is_bare && (answer->content_type == NULL || strcmp(answer->content_type, "application/json") != 0))
    return "the content type is not application/json";
  return NULL;
}

/* The schema that the body must fit. */
static struct berg_span schema_of(const struct api_answer *answer)
{
  const struct berg_wire_status_info *status = NULL;
  enum berg_wire_operation operation = (enum berg_wire_operation)answer->match.operation;

  if (answer->code >= 400) /* the envelope is the same for all, also where the document names another */
    return BERG_SPAN("IcebergErrorResponse");
  if (!berg_wire_operation_declares(operation, answer->code, &status) || status->schema == NULL)
    return (struct berg_span){NULL, 0};
  return berg_span_of(status->schema);
}

static void check_body(struct api *api, const char *file, int line, const char *method, const char *target,
                       const struct api_answer *answer, const struct berg_json_tree *tree)
{
  const struct berg_check_schema *schema = berg_wire_schema_find(schema_of(answer));
  struct berg_violations violations;

  if (schema == NULL) {
    report(api, file, line, method, target, answer, "the document declares no body for this status");
    return;
  }
  berg_violations_open(&violations, &api->memory, false);
  if (schema->check(tree, 0, &violations) == BERG_OK)
    return;
  for (size_t i = 0; i < violations.count; i++)
    report(api, file, line, method, target, answer,
           api_text(api, "%s: %.*s", schema->name, (int)violations.items[i].message.len,
                    (const char *)violations.items[i].message.bytes));
}

void api_check_answer(struct api *api, const char *file, int line, const char *method, const char *target,
                      const struct api_answer *answer)
{
  const struct berg_json_limits limits = {.size_max_bytes = (size_t)1 << 30, .depth_max = BERG_JSON_DEPTH_MAX};
  const char *fault = find_frame_fault(method, answer);
  struct berg_json_tree tree;
  struct berg_problem problem;

  if (fault != NULL)
    report(api, file, line, method, target, answer, fault);
  if (fault != NULL || answer->body.len == 0)
    return;
  berg_problem_clear(&problem);
  if (berg_json_parse(answer->body, limits, true, &api->memory, &tree, &problem) != BERG_OK)
    report(api, file, line, method, target, answer, problem.message);
  else
    check_body(api, file, line, method, target, answer, &tree);
}
