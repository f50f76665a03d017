/* Differences of keywords that hold no schemas. */
#include "spec/tool/diff.h"
#include "spec/tool/json_out.h"

/* VALUE as JSON text. */
static struct berg_span show(struct berg_spec_diff *diff, const struct berg_yaml *value)
{
  struct berg_buffer buffer;

  berg_buffer_open(&buffer);
  berg_json_append_value(&buffer, value);
  struct berg_span text = berg_spec_copy(diff->arena, berg_buffer_span(&buffer));
  berg_buffer_close(&buffer);
  return text;
}

static struct berg_span show_types(struct berg_spec_diff *diff, unsigned types)
{
  struct berg_span out = BERG_SPAN("");

  for (unsigned bit = BERG_SPEC_NULL; bit <= BERG_SPEC_OBJECT; bit <<= 1)
    if ((types & bit) != 0)
      out = berg_spec_format(diff->arena, "%.*s%s%s", BERG_SPAN_ARGS(out), out.len > 0 ? "|" : "",
                             berg_spec_type_name((enum berg_spec_type)bit));
  return out.len > 0 ? out : BERG_SPAN("any");
}

/* A number may be an integer. */
static unsigned type_set(unsigned types)
{
  if (types == 0)
    return 0x7Fu;
  return (types & BERG_SPEC_NUMBER) != 0 ? types | BERG_SPEC_INTEGER : types;
}

static void diff_types(struct berg_spec_diff *diff, struct berg_span where, unsigned old, unsigned new)
{
  unsigned before = type_set(old);
  unsigned after = type_set(new);
  enum berg_spec_effect effect = (before & ~after) == 0   ? BERG_SPEC_EFFECT_WIDENS
                                 : (after & ~before) == 0 ? BERG_SPEC_EFFECT_NARROWS
                                                          : BERG_SPEC_EFFECT_REPLACES;
  if (before == after)
    return;
  struct berg_span from = show_types(diff, old);
  struct berg_span to = show_types(diff, new);
  berg_spec_diff_effect(diff, where, effect, "type %.*s is now %.*s", BERG_SPAN_ARGS(from), BERG_SPAN_ARGS(to));
}

static void diff_text(struct berg_spec_diff *diff, struct berg_span where, const char *keyword, struct berg_span old,
                      struct berg_span new)
{
  if (berg_span_equal(old, new))
    return;
  if (old.len == 0)
    berg_spec_diff_effect(diff, where, BERG_SPEC_EFFECT_NARROWS, "%s %.*s added", keyword, BERG_SPAN_ARGS(new));
  else if (new.len == 0)
    berg_spec_diff_effect(diff, where, BERG_SPEC_EFFECT_WIDENS, "%s %.*s removed", keyword, BERG_SPAN_ARGS(old));
  else
    berg_spec_diff_effect(diff, where, BERG_SPEC_EFFECT_REPLACES, "%s %.*s is now %.*s", keyword, BERG_SPAN_ARGS(old),
                          BERG_SPAN_ARGS(new));
}

/* A keyword with a value, of which ADDED says what it does to be there. */
static void diff_value(struct berg_spec_diff *diff, struct berg_span where, const char *keyword,
                       const struct berg_yaml *old, const struct berg_yaml *new, bool constrains)
{
  if (old == new || (old != NULL && new != NULL &&berg_yaml_equal(old, new)))
    return;
  enum berg_spec_effect effect = old == NULL   ? BERG_SPEC_EFFECT_NARROWS
                                 : new == NULL ? BERG_SPEC_EFFECT_WIDENS
                                               : BERG_SPEC_EFFECT_REPLACES;
  if (!constrains && effect != BERG_SPEC_EFFECT_REPLACES)
    effect = BERG_SPEC_EFFECT_NONE;
  struct berg_span from = old == NULL ? BERG_SPAN("") : show(diff, old);
  struct berg_span to = new == NULL ? BERG_SPAN("") : show(diff, new);
  if (old == NULL)
    berg_spec_diff_effect(diff, where, effect, "%s %.*s added", keyword, BERG_SPAN_ARGS(to));
  else if (new == NULL)
    berg_spec_diff_effect(diff, where, effect, "%s %.*s removed", keyword, BERG_SPAN_ARGS(from));
  else
    berg_spec_diff_effect(diff, where, effect, "%s %.*s is now %.*s", keyword, BERG_SPAN_ARGS(from),
                          BERG_SPAN_ARGS(to));
}

/* A bound; LOWER: a greater one allows less. */
static void diff_bound(struct berg_spec_diff *diff, struct berg_span where, const char *keyword,
                       const struct berg_yaml *old, const struct berg_yaml *new, bool lower)
{
  if (old == NULL || new == NULL) {
    diff_value(diff, where, keyword, old, new, true);
    return;
  }
  int order = berg_yaml_compare_numbers(old, new);
  bool narrows = lower ? order < 0 : order > 0;
  if (order != 0)
    berg_spec_diff_effect(diff, where, narrows ? BERG_SPEC_EFFECT_NARROWS : BERG_SPEC_EFFECT_WIDENS,
                          "%s %.*s is now %.*s", keyword, BERG_SPAN_ARGS(old->text), BERG_SPAN_ARGS(new->text));
}

/* A count as a number, so that it can be compared like one; NULL when it is not set. */
static const struct berg_yaml *number_of(struct berg_spec_diff *diff, const struct berg_spec_limit *limit)
{
  struct berg_yaml *number = berg_spec_alloc(diff->arena, 1, sizeof *number);

  if (!limit->set)
    return NULL;
  number->kind = BERG_YAML_INTEGER;
  number->text = berg_spec_format(diff->arena, "%llu", (unsigned long long)limit->value);
  return number;
}

static void diff_limit(struct berg_spec_diff *diff, struct berg_span where, const char *keyword,
                       const struct berg_spec_limit *old, const struct berg_spec_limit *new, bool lower)
{
  diff_bound(diff, where, keyword, number_of(diff, old), number_of(diff, new), lower);
}

static bool has_value(const struct berg_spec_values *values, const struct berg_yaml *value)
{
  for (size_t i = 0; i < values->count; i++)
    if (berg_yaml_equal(values->items[i], value))
      return true;
  return false;
}

static void diff_enum(struct berg_spec_diff *diff, struct berg_span where, const struct berg_spec_values *old,
                      const struct berg_spec_values *new)
{
  if (old->count == 0 || new->count == 0) {
    if (old->count != new->count)
      berg_spec_diff_effect(diff, where, old->count == 0 ? BERG_SPEC_EFFECT_NARROWS : BERG_SPEC_EFFECT_WIDENS,
                            "enum %s", old->count == 0 ? "added" : "removed");
    return;
  }
  for (size_t i = 0; i < old->count; i++)
    if (!has_value(new, old->items[i]))
      berg_spec_diff_effect(diff, where, BERG_SPEC_EFFECT_NARROWS, "enum value %.*s removed",
                            BERG_SPAN_ARGS(show(diff, old->items[i])));
  for (size_t i = 0; i < new->count; i++)
    if (!has_value(old, new->items[i]))
      berg_spec_diff_effect(diff, where, BERG_SPEC_EFFECT_WIDENS, "enum value %.*s added",
                            BERG_SPAN_ARGS(show(diff, new->items[i])));
}

/* A flag; unset is the same as no. */
static void diff_flag(struct berg_spec_diff *diff, struct berg_span where, const char *keyword, enum berg_spec_flag old,
                      enum berg_spec_flag new, enum berg_spec_effect added)
{
  bool before = old == BERG_SPEC_YES;
  bool after = new == BERG_SPEC_YES;
  enum berg_spec_effect removed = added == BERG_SPEC_EFFECT_NARROWS  ? BERG_SPEC_EFFECT_WIDENS
                                  : added == BERG_SPEC_EFFECT_WIDENS ? BERG_SPEC_EFFECT_NARROWS
                                                                     : added;
  if (before != after)
    berg_spec_diff_effect(diff, where, after ? added : removed, "%s %s", keyword, after ? "added" : "removed");
}

static bool has_name(struct berg_spans names, struct berg_span name)
{
  for (size_t i = 0; i < names.count; i++)
    if (berg_span_equal(names.items[i], name))
      return true;
  return false;
}

static void diff_required(struct berg_spec_diff *diff, struct berg_span where, struct berg_spans old,
                          struct berg_spans new)
{
  for (size_t i = 0; i < old.count; i++)
    if (!has_name(new, old.items[i]))
      berg_spec_diff_effect(diff, where, BERG_SPEC_EFFECT_WIDENS, "'%.*s' is not required any more",
                            BERG_SPAN_ARGS(old.items[i]));
  for (size_t i = 0; i < new.count; i++)
    if (!has_name(old, new.items[i]))
      berg_spec_diff_effect(diff, where, BERG_SPEC_EFFECT_NARROWS, "'%.*s' is now required",
                            BERG_SPAN_ARGS(new.items[i]));
}

static void diff_limits(struct berg_spec_diff *diff, struct berg_span where, const struct berg_spec_schema *old,
                        const struct berg_spec_schema *new)
{
  diff_limit(diff, where, "minLength", &old->min_length, &new->min_length, true);
  diff_limit(diff, where, "maxLength", &old->max_length, &new->max_length, false);
  diff_bound(diff, where, "minimum", old->minimum, new->minimum, true);
  diff_bound(diff, where, "maximum", old->maximum, new->maximum, false);
  diff_bound(diff, where, "exclusiveMinimum", old->exclusive_minimum, new->exclusive_minimum, true);
  diff_bound(diff, where, "exclusiveMaximum", old->exclusive_maximum, new->exclusive_maximum, false);
  diff_limit(diff, where, "minItems", &old->min_items, &new->min_items, true);
  diff_limit(diff, where, "maxItems", &old->max_items, &new->max_items, false);
  diff_limit(diff, where, "minProperties", &old->min_properties, &new->min_properties, true);
  diff_limit(diff, where, "maxProperties", &old->max_properties, &new->max_properties, false);
}

void berg_spec_diff_keywords(struct berg_spec_diff *diff, struct berg_span where, const struct berg_spec_schema *old,
                             const struct berg_spec_schema *new)
{
  struct berg_span none = BERG_SPAN("");

  diff_text(diff, where, "reference", old->ref == NULL ? none : old->ref->name,
            new->ref == NULL ? none : new->ref->name);
  diff_types(diff, where, old->types, new->types);
  diff_text(diff, where, "format", old->format, new->format);
  diff_text(diff, where, "contentEncoding", old->content_encoding, new->content_encoding);
  diff_text(diff, where, "contentMediaType", old->content_media_type, new->content_media_type);
  diff_value(diff, where, "const", old->const_value, new->const_value, true);
  diff_enum(diff, where, &old->enum_values, &new->enum_values);
  diff_value(diff, where, "default", old->default_value, new->default_value, false);
  diff_text(diff, where, "pattern", old->pattern, new->pattern);
  diff_limits(diff, where, old, new);
  diff_flag(diff, where, "uniqueItems", old->unique_items, new->unique_items, BERG_SPEC_EFFECT_NARROWS);
  diff_flag(diff, where, "nullable", old->nullable, new->nullable, BERG_SPEC_EFFECT_WIDENS);
  diff_flag(diff, where, "readOnly", old->read_only, new->read_only, BERG_SPEC_EFFECT_NARROWS);
  diff_flag(diff, where, "writeOnly", old->write_only, new->write_only, BERG_SPEC_EFFECT_NARROWS);
  diff_flag(diff, where, "deprecated", old->deprecated, new->deprecated, BERG_SPEC_EFFECT_NONE);
  diff_required(diff, where, old->required, new->required);
}
