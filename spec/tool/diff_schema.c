/* Differences of schemas: keywords, then what stands inside. */
#include "spec/tool/diff.h"
#include "spec/tool/print.h"

/* The keywords of SCHEMA on one line, to name it. */
static struct berg_span show(struct berg_spec_diff *diff, const struct berg_spec_schema *schema)
{
  struct berg_buffer buffer;

  if (schema->ref != NULL)
    return schema->ref->name;
  berg_buffer_open(&buffer);
  berg_spec_print_keywords(&buffer, schema);
  struct berg_span line = berg_buffer_span(&buffer);
  struct berg_span text =
      line.len > 1 ? berg_spec_copy(diff->arena, berg_span_part(line, 1, line.len - 1)) : BERG_SPAN("a schema");
  berg_buffer_close(&buffer);
  return text;
}

static const struct berg_spec_property *find_property(const struct berg_spec_schema *schema, struct berg_span name)
{
  for (size_t i = 0; i < schema->property_count; i++)
    if (berg_span_equal(schema->properties[i].name, name))
      return &schema->properties[i];
  return NULL;
}

static bool is_closed(const struct berg_spec_schema *schema)
{
  return schema->additional != NULL && schema->additional->form == BERG_SPEC_FORM_FALSE;
}

/* Where other members are allowed anyway, a property more or less changes nothing that its being required does not. */
static void diff_properties(struct berg_spec_diff *diff, struct berg_span where, const struct berg_spec_schema *old,
                            const struct berg_spec_schema *new)
{
  enum berg_spec_effect added = is_closed(old) ? BERG_SPEC_EFFECT_WIDENS : BERG_SPEC_EFFECT_NONE;
  enum berg_spec_effect removed = is_closed(new) ? BERG_SPEC_EFFECT_NARROWS : BERG_SPEC_EFFECT_NONE;

  for (size_t i = 0; i < old->property_count; i++) {
    const struct berg_spec_property *before = &old->properties[i];
    const struct berg_spec_property *after = find_property(new, before->name);
    struct berg_span below = berg_spec_diff_below(diff, where, ".", before->name);
    if (after == NULL)
      berg_spec_diff_effect(diff, below, removed, "removed");
    else
      berg_spec_diff_schema(diff, below, before->schema, after->schema);
  }
  for (size_t i = 0; i < new->property_count; i++) {
    const struct berg_spec_property *after = &new->properties[i];
    if (find_property(old, after->name) != NULL)
      continue;
    struct berg_span text = show(diff, after->schema);
    berg_spec_diff_effect(diff, berg_spec_diff_below(diff, where, ".", after->name), added, "added: %.*s",
                          BERG_SPAN_ARGS(text));
  }
}

/* The alternative of ALL that corresponds to the one at INDEX of OTHERS: references by name, others by their order. */
static const struct berg_spec_schema *find_alternative(const struct berg_spec_schemas *all,
                                                       const struct berg_spec_schemas *others, size_t index)
{
  const struct berg_spec_schema *wanted = others->items[index];
  size_t inline_before = 0;

  for (size_t i = 0; i < index; i++)
    inline_before += others->items[i]->ref == NULL;
  for (size_t i = 0; i < all->count; i++) {
    const struct berg_spec_schema *other = all->items[i];
    if (wanted->ref != NULL && other->ref != NULL && berg_span_equal(wanted->ref->name, other->ref->name))
      return other;
    if (wanted->ref == NULL && other->ref == NULL && inline_before-- == 0)
      return other;
  }
  return NULL;
}

static void diff_parts(struct berg_spec_diff *diff, struct berg_span where, const char *keyword,
                       const struct berg_spec_schemas *old, const struct berg_spec_schemas *new)
{
  bool all = strcmp(keyword, "allOf") == 0;
  struct berg_span below = berg_spec_diff_below(diff, where, where.len > 0 ? " " : "", berg_span_of(keyword));
  bool keyword_changed = (old->count == 0) != (new->count == 0);

  if (keyword_changed) {
    bool added = old->count == 0;
    berg_spec_diff_effect(diff, where, added ? BERG_SPEC_EFFECT_NARROWS : BERG_SPEC_EFFECT_WIDENS, "%s %s", keyword,
                          added ? "added" : "removed");
    return;
  }
  for (size_t i = 0; i < old->count; i++) {
    const struct berg_spec_schema *after = find_alternative(new, old, i);
    if (after != NULL)
      berg_spec_diff_schema(diff, below, old->items[i], after);
    else
      berg_spec_diff_effect(diff, below, all ? BERG_SPEC_EFFECT_WIDENS : BERG_SPEC_EFFECT_NARROWS, "%.*s removed",
                            BERG_SPAN_ARGS(show(diff, old->items[i])));
  }
  for (size_t i = 0; i < new->count; i++)
    if (find_alternative(old, new, i) == NULL)
      berg_spec_diff_effect(diff, below, all ? BERG_SPEC_EFFECT_NARROWS : BERG_SPEC_EFFECT_WIDENS, "%.*s added",
                            BERG_SPAN_ARGS(show(diff, new->items[i])));
}

static const struct berg_spec_mapping *find_mapping(const struct berg_spec_discriminator *discriminator,
                                                    struct berg_span value)
{
  for (size_t i = 0; i < discriminator->mapping_count; i++)
    if (berg_span_equal(discriminator->mapping[i].value, value))
      return &discriminator->mapping[i];
  return NULL;
}

static void diff_mapping(struct berg_spec_diff *diff, struct berg_span where, const struct berg_spec_discriminator *old,
                         const struct berg_spec_discriminator *new)
{
  for (size_t i = 0; i < old->mapping_count; i++) {
    const struct berg_spec_mapping *before = &old->mapping[i];
    const struct berg_spec_mapping *after = find_mapping(new, before->value);
    if (after == NULL)
      berg_spec_diff_effect(diff, where, BERG_SPEC_EFFECT_NARROWS, "discriminator value '%.*s' removed",
                            BERG_SPAN_ARGS(before->value));
    else if (!berg_span_equal(before->schema->name, after->schema->name))
      berg_spec_diff_effect(diff, where, BERG_SPEC_EFFECT_REPLACES, "discriminator value '%.*s' is now %.*s",
                            BERG_SPAN_ARGS(before->value), BERG_SPAN_ARGS(after->schema->name));
  }
  for (size_t i = 0; i < new->mapping_count; i++)
    if (find_mapping(old, new->mapping[i].value) == NULL)
      berg_spec_diff_effect(diff, where, BERG_SPEC_EFFECT_WIDENS, "discriminator value '%.*s' added",
                            BERG_SPAN_ARGS(new->mapping[i].value));
}

static void diff_discriminator(struct berg_spec_diff *diff, struct berg_span where,
                               const struct berg_spec_discriminator *old, const struct berg_spec_discriminator *new)
{
  if (old->set != new->set) {
    berg_spec_diff_effect(diff, where, new->set ? BERG_SPEC_EFFECT_NARROWS : BERG_SPEC_EFFECT_WIDENS,
                          "discriminator %s", new->set ? "added" : "removed");
    return;
  }
  if (!berg_span_equal(old->property, new->property))
    berg_spec_diff_effect(diff, where, BERG_SPEC_EFFECT_REPLACES, "discriminator '%.*s' is now '%.*s'",
                          BERG_SPAN_ARGS(old->property), BERG_SPAN_ARGS(new->property));
  diff_mapping(diff, where, old, new);
}

/* A keyword that holds one schema. */
static void diff_inner(struct berg_spec_diff *diff, struct berg_span where, const char *token, const char *keyword,
                       const struct berg_spec_schema *old, const struct berg_spec_schema *new)
{
  if (old != NULL && new != NULL)
    berg_spec_diff_schema(diff, berg_spec_diff_below(diff, where, "", berg_span_of(token)), old, new);
  else if (old != NULL)
    berg_spec_diff_effect(diff, where, BERG_SPEC_EFFECT_WIDENS, "%s removed", keyword);
  else if (new != NULL)
    berg_spec_diff_effect(diff, where, BERG_SPEC_EFFECT_NARROWS, "%s added: %.*s", keyword,
                          BERG_SPAN_ARGS(show(diff, new)));
}

/* Recursion is bounded by the depth of the documents: references are compared by name. */
void berg_spec_diff_schema(struct berg_spec_diff *diff, struct berg_span where, const struct berg_spec_schema *old,
                           const struct berg_spec_schema *new)
{
  if (old->form != new->form) {
    berg_spec_diff_effect(diff, where, BERG_SPEC_EFFECT_REPLACES, "%.*s is now %.*s", BERG_SPAN_ARGS(show(diff, old)),
                          BERG_SPAN_ARGS(show(diff, new)));
    return;
  }
  berg_spec_diff_keywords(diff, where, old, new);
  diff_discriminator(diff, where, &old->discriminator, &new->discriminator);
  diff_parts(diff, where, "allOf", &old->all_of, &new->all_of);
  diff_parts(diff, where, "oneOf", &old->one_of, &new->one_of);
  diff_parts(diff, where, "anyOf", &old->any_of, &new->any_of);
  diff_properties(diff, where, old, new);
  diff_inner(diff, where, "[]", "items", old->items, new->items);
  diff_inner(diff, where, "{}", "additionalProperties", old->additional, new->additional);
}
