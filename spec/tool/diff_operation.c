/* Differences of operations: parameters, bodies, responses, security. */
#include "spec/tool/diff.h"

static bool same_texts(struct berg_spans a, struct berg_spans b)
{
  if (a.count != b.count)
    return false;
  for (size_t i = 0; i < a.count; i++)
    if (!berg_span_equal(a.items[i], b.items[i]))
      return false;
  return true;
}

static bool same_choice(const struct berg_spec_security_choice *a, const struct berg_spec_security_choice *b)
{
  if (a->count != b->count)
    return false;
  for (size_t i = 0; i < a->count; i++)
    if (!berg_span_equal(a->items[i].scheme, b->items[i].scheme) || !same_texts(a->items[i].scopes, b->items[i].scopes))
      return false;
  return true;
}

bool berg_spec_diff_same_security(const struct berg_spec_security *a, const struct berg_spec_security *b)
{
  if (a->set != b->set || a->count != b->count)
    return false;
  for (size_t i = 0; i < a->count; i++)
    if (!same_choice(&a->choices[i], &b->choices[i]))
      return false;
  return true;
}

static void diff_contents(struct berg_spec_diff *diff, struct berg_span where, const struct berg_spec_contents *old,
                          const struct berg_spec_contents *new);

static const struct berg_spec_content *find_content(const struct berg_spec_contents *contents, struct berg_span type)
{
  for (size_t i = 0; i < contents->count; i++)
    if (berg_span_equal(contents->items[i].media_type, type))
      return &contents->items[i];
  return NULL;
}

static void diff_content(struct berg_spec_diff *diff, struct berg_span where, const struct berg_spec_content *old,
                         const struct berg_spec_content *new)
{
  if (old->schema != NULL && new->schema != NULL)
    berg_spec_diff_schema(diff, where, old->schema, new->schema);
  else if (old->schema != NULL || new->schema != NULL)
    berg_spec_diff_effect(diff, where, new->schema != NULL ? BERG_SPEC_EFFECT_NARROWS : BERG_SPEC_EFFECT_WIDENS,
                          "schema %s", new->schema != NULL ? "added" : "removed");
}

static void diff_contents(struct berg_spec_diff *diff, struct berg_span where, const struct berg_spec_contents *old,
                          const struct berg_spec_contents *new)
{
  for (size_t i = 0; i < old->count; i++) {
    struct berg_span below = berg_spec_diff_below(diff, where, " ", old->items[i].media_type);
    const struct berg_spec_content *after = find_content(new, old->items[i].media_type);
    if (after == NULL)
      berg_spec_diff_effect(diff, below, BERG_SPEC_EFFECT_NARROWS, "removed");
    else
      diff_content(diff, below, &old->items[i], after);
  }
  for (size_t i = 0; i < new->count; i++)
    if (find_content(old, new->items[i].media_type) == NULL)
      berg_spec_diff_effect(diff, berg_spec_diff_below(diff, where, " ", new->items[i].media_type),
                            BERG_SPEC_EFFECT_WIDENS, "added");
}

static const struct berg_spec_parameter *find_parameter(const struct berg_spec_operation *operation,
                                                        const struct berg_spec_parameter *like)
{
  for (size_t i = 0; i < operation->parameter_count; i++)
    if (operation->parameters[i].in == like->in && berg_span_equal(operation->parameters[i].name, like->name))
      return &operation->parameters[i];
  return NULL;
}

static struct berg_span name_parameter(struct berg_spec_diff *diff, const struct berg_spec_parameter *parameter)
{
  return berg_spec_format(diff->arena, "%s %.*s", berg_spec_in_name(parameter->in), BERG_SPAN_ARGS(parameter->name));
}

/* How PARAMETER is written, with what holds when nothing is stated. */
static struct berg_span style_of(const struct berg_spec_parameter *parameter)
{
  bool form = parameter->in == BERG_SPEC_IN_QUERY || parameter->in == BERG_SPEC_IN_COOKIE;

  if (parameter->style.len > 0)
    return parameter->style;
  return form ? BERG_SPAN("form") : BERG_SPAN("simple");
}

static bool is_exploded(const struct berg_spec_parameter *parameter)
{
  if (parameter->explode != BERG_SPEC_UNSET)
    return parameter->explode == BERG_SPEC_YES;
  return berg_span_equal(style_of(parameter), BERG_SPAN("form"));
}

static void diff_parameter(struct berg_spec_diff *diff, const struct berg_spec_parameter *old,
                           const struct berg_spec_parameter *new)
{
  struct berg_span where = name_parameter(diff, old);
  bool was_deprecated = old->deprecated == BERG_SPEC_YES;
  bool is_deprecated = new->deprecated == BERG_SPEC_YES;

  if (old->required != new->required)
    berg_spec_diff_effect(diff, where, new->required ? BERG_SPEC_EFFECT_NARROWS : BERG_SPEC_EFFECT_WIDENS, "%s",
                          new->required ? "is now required" : "is not required any more");
  if (!berg_span_equal(style_of(old), style_of(new)) || is_exploded(old) != is_exploded(new))
    berg_spec_diff_effect(diff, where, BERG_SPEC_EFFECT_REPLACES, "style changed");
  if (was_deprecated != is_deprecated)
    berg_spec_diff_effect(diff, where, BERG_SPEC_EFFECT_NONE, "deprecated %s", is_deprecated ? "added" : "removed");
  berg_spec_diff_schema(diff, where, old->schema, new->schema);
}

static void diff_parameters(struct berg_spec_diff *diff, const struct berg_spec_operation *old,
                            const struct berg_spec_operation *new)
{
  for (size_t i = 0; i < old->parameter_count; i++) {
    const struct berg_spec_parameter *before = &old->parameters[i];
    const struct berg_spec_parameter *after = find_parameter(new, before);
    if (after == NULL)
      berg_spec_diff_effect(diff, name_parameter(diff, before), BERG_SPEC_EFFECT_NARROWS, "removed");
    else
      diff_parameter(diff, before, after);
  }
  for (size_t i = 0; i < new->parameter_count; i++) {
    const struct berg_spec_parameter *after = &new->parameters[i];
    if (find_parameter(old, after) == NULL)
      berg_spec_diff_effect(diff, name_parameter(diff, after),
                            after->required ? BERG_SPEC_EFFECT_NARROWS : BERG_SPEC_EFFECT_NONE, "added, %s",
                            after->required ? "required" : "optional");
  }
}

static void diff_body(struct berg_spec_diff *diff, const struct berg_spec_body *old, const struct berg_spec_body *new)
{
  struct berg_span where = BERG_SPAN("body");

  if (old->set != new->set) {
    bool needed = new->set ? new->required : old->required;
    enum berg_spec_effect effect = new->set ? BERG_SPEC_EFFECT_NARROWS : BERG_SPEC_EFFECT_WIDENS;
    berg_spec_diff_effect(diff, where, needed ? effect : BERG_SPEC_EFFECT_NONE, "%s", new->set ? "added" : "removed");
    return;
  }
  if (old->required != new->required)
    berg_spec_diff_effect(diff, where, new->required ? BERG_SPEC_EFFECT_NARROWS : BERG_SPEC_EFFECT_WIDENS, "%s",
                          new->required ? "is now required" : "is not required any more");
  diff_contents(diff, where, &old->contents, &new->contents);
}

static void diff_headers(struct berg_spec_diff *diff, struct berg_span where, const struct berg_spec_response *old,
                         const struct berg_spec_response *new)
{
  for (size_t i = 0; i < old->header_count; i++) {
    struct berg_span below = berg_spec_diff_below(diff, where, " header ", old->headers[i].name);
    size_t j = 0;
    while (j < new->header_count && !berg_span_equal(old->headers[i].name, new->headers[j].name))
      j++;
    if (j == new->header_count)
      berg_spec_diff_effect(diff, below, BERG_SPEC_EFFECT_WIDENS, "removed");
    else
      berg_spec_diff_schema(diff, below, old->headers[i].schema, new->headers[j].schema);
  }
  for (size_t i = 0; i < new->header_count; i++) {
    size_t j = 0;
    while (j < old->header_count && !berg_span_equal(new->headers[i].name, old->headers[j].name))
      j++;
    if (j == old->header_count)
      berg_spec_diff_effect(diff, berg_spec_diff_below(diff, where, " header ", new->headers[i].name),
                            new->headers[i].required ? BERG_SPEC_EFFECT_NARROWS : BERG_SPEC_EFFECT_NONE, "added");
  }
}

static const struct berg_spec_response *find_response(const struct berg_spec_operation *operation,
                                                      struct berg_span status)
{
  for (size_t i = 0; i < operation->response_count; i++)
    if (berg_span_equal(operation->responses[i].status, status))
      return &operation->responses[i];
  return NULL;
}

/* Clients must cope with errors that they do not know by name, so that a new one breaks nothing. */
static void diff_responses(struct berg_spec_diff *diff, const struct berg_spec_operation *old,
                           const struct berg_spec_operation *new)
{
  for (size_t i = 0; i < old->response_count; i++) {
    const struct berg_spec_response *before = &old->responses[i];
    const struct berg_spec_response *after = find_response(new, before->status);
    struct berg_span where = berg_spec_diff_below(diff, BERG_SPAN("response"), " ", before->status);
    if (after == NULL) {
      berg_spec_diff_effect(diff, where, BERG_SPEC_EFFECT_NARROWS, "removed");
      continue;
    }
    diff_headers(diff, where, before, after);
    diff_contents(diff, where, &before->contents, &after->contents);
  }
  for (size_t i = 0; i < new->response_count; i++) {
    const struct berg_spec_response *after = &new->responses[i];
    if (find_response(old, after->status) == NULL)
      berg_spec_diff_effect(diff, berg_spec_diff_below(diff, BERG_SPAN("response"), " ", after->status),
                            after->range >= 4 ? BERG_SPEC_EFFECT_NONE : BERG_SPEC_EFFECT_WIDENS, "added");
  }
}

static void diff_operation(struct berg_spec_diff *diff, const struct berg_spec_operation *old,
                           const struct berg_spec_operation *new)
{
  if (!berg_span_equal(old->id, new->id))
    berg_spec_diff_add(diff, BERG_SPAN(""), false, false, "operationId %.*s is now %.*s", BERG_SPAN_ARGS(old->id),
                       BERG_SPAN_ARGS(new->id));
  if (old->deprecated != new->deprecated)
    berg_spec_diff_add(diff, BERG_SPAN(""), false, false, "deprecated %s", new->deprecated ? "added" : "removed");
  if (!berg_spec_diff_same_security(&old->security, &new->security))
    berg_spec_diff_add(diff, BERG_SPAN(""), true, true, "security changed");
  diff->in_request = true;
  diff_parameters(diff, old, new);
  diff_body(diff, &old->body, &new->body);
  diff->in_request = false;
  diff->in_response = true;
  diff_responses(diff, old, new);
  diff->in_response = false;
}

static const struct berg_spec_operation *find_like(const struct berg_spec_document *document,
                                                   const struct berg_spec_operation *like)
{
  for (size_t i = 0; i < document->operation_count; i++)
    if (document->operations[i].method == like->method && berg_span_equal(document->operations[i].path, like->path))
      return &document->operations[i];
  return NULL;
}

static void set_subject(struct berg_spec_diff *diff, const struct berg_spec_operation *operation)
{
  diff->kind = "operation";
  diff->in_request = false;
  diff->in_response = false;
  diff->subject = berg_spec_format(diff->arena, "%s %.*s", berg_spec_method_name(operation->method),
                                   BERG_SPAN_ARGS(operation->path));
}

void berg_spec_diff_operations(struct berg_spec_diff *diff)
{
  for (size_t i = 0; i < diff->old->operation_count; i++) {
    const struct berg_spec_operation *old = &diff->old->operations[i];
    const struct berg_spec_operation *new = find_like(diff->new, old);
    set_subject(diff, old);
    if (new == NULL)
      berg_spec_diff_add(diff, BERG_SPAN(""), false, true, "removed");
    else
      diff_operation(diff, old, new);
  }
  for (size_t i = 0; i < diff->new->operation_count; i++) {
    const struct berg_spec_operation *new = &diff->new->operations[i];
    set_subject(diff, new);
    if (find_like(diff->old, new) == NULL)
      berg_spec_diff_add(diff, BERG_SPAN(""), false, false, "added: %.*s", BERG_SPAN_ARGS(new->id));
  }
}
