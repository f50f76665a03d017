#include "spec/tool/read_keyword.h"

#include "spec/tool/pattern.h"

#include <stddef.h>

/* How the value of a keyword is read. */
enum reading {
  READ_TEXT,
  READ_FLAG,
  READ_LIMIT,
  READ_BOUND,
  READ_VALUE,
  READ_EXAMPLE,
  READ_EXAMPLES,
  READ_ENUM,
  READ_TYPE,
  READ_FORMAT,
  READ_PATTERN,
  READ_REQUIRED,
  READ_REFERENCE,
  READ_DISCRIMINATOR,
  READ_NOTHING,
  REFUSE
};

struct keyword {
  const char *name;
  enum reading reading;
  size_t offset; /* of the field in struct berg_spec_schema */
};

#define FIELD(member) offsetof(struct berg_spec_schema, member)

static const struct keyword keywords[] = {
    {"$ref", READ_REFERENCE, 0},
    {"type", READ_TYPE, 0},
    {"format", READ_FORMAT, 0},
    {"contentEncoding", READ_TEXT, FIELD(content_encoding)},
    {"contentMediaType", READ_TEXT, FIELD(content_media_type)},
    {"const", READ_VALUE, FIELD(const_value)},
    {"enum", READ_ENUM, 0},
    {"default", READ_VALUE, FIELD(default_value)},
    {"nullable", READ_FLAG, FIELD(nullable)},
    {"pattern", READ_PATTERN, 0},
    {"minLength", READ_LIMIT, FIELD(min_length)},
    {"maxLength", READ_LIMIT, FIELD(max_length)},
    {"minimum", READ_BOUND, FIELD(minimum)},
    {"maximum", READ_BOUND, FIELD(maximum)},
    {"exclusiveMinimum", READ_BOUND, FIELD(exclusive_minimum)},
    {"exclusiveMaximum", READ_BOUND, FIELD(exclusive_maximum)},
    {"minItems", READ_LIMIT, FIELD(min_items)},
    {"maxItems", READ_LIMIT, FIELD(max_items)},
    {"uniqueItems", READ_FLAG, FIELD(unique_items)},
    {"required", READ_REQUIRED, 0},
    {"minProperties", READ_LIMIT, FIELD(min_properties)},
    {"maxProperties", READ_LIMIT, FIELD(max_properties)},
    {"discriminator", READ_DISCRIMINATOR, 0},
    {"readOnly", READ_FLAG, FIELD(read_only)},
    {"writeOnly", READ_FLAG, FIELD(write_only)},
    {"deprecated", READ_FLAG, FIELD(deprecated)},
    {"title", READ_TEXT, FIELD(title)},
    {"description", READ_TEXT, FIELD(description)},
    {"example", READ_EXAMPLE, 0},
    {"examples", READ_EXAMPLES, 0},
    {"$comment", READ_NOTHING, 0},
    {"externalDocs", READ_NOTHING, 0},
    {"not", REFUSE, 0},
    {"if", REFUSE, 0},
    {"then", REFUSE, 0},
    {"else", REFUSE, 0},
    {"prefixItems", REFUSE, 0},
    {"contains", REFUSE, 0},
    {"minContains", REFUSE, 0},
    {"maxContains", REFUSE, 0},
    {"patternProperties", REFUSE, 0},
    {"propertyNames", REFUSE, 0},
    {"dependentSchemas", REFUSE, 0},
    {"dependentRequired", REFUSE, 0},
    {"dependencies", REFUSE, 0},
    {"unevaluatedItems", REFUSE, 0},
    {"unevaluatedProperties", REFUSE, 0},
    {"multipleOf", REFUSE, 0},
    {"contentSchema", REFUSE, 0},
    {"xml", REFUSE, 0},
    {"$id", REFUSE, 0},
    {"$schema", REFUSE, 0},
    {"$defs", REFUSE, 0},
    {"definitions", REFUSE, 0},
    {"$anchor", REFUSE, 0},
    {"$dynamicRef", REFUSE, 0},
    {"$dynamicAnchor", REFUSE, 0},
    {"$vocabulary", REFUSE, 0},
};

bool berg_spec_expect_keyword(struct berg_spec_reader *reader, const struct berg_yaml_member *member,
                              enum berg_yaml_kind kind)
{
  if (member->value->kind == kind)
    return true;
  berg_spec_complain(reader->complaints, member->value->place, "'%.*s' must be %s, found %s",
                     BERG_SPAN_ARGS(member->key), berg_yaml_kind_name(kind), berg_yaml_kind_name(member->value->kind));
  return false;
}

static void read_limit(struct berg_spec_reader *reader, const struct berg_yaml_member *member,
                       struct berg_spec_limit *out)
{
  const struct berg_yaml *value = member->value;
  uint64_t count = 0;
  bool good = value->kind == BERG_YAML_INTEGER || (value->kind == BERG_YAML_NUMBER && berg_yaml_is_integral(value));

  for (size_t i = 0; good && i < value->text.len && value->text.bytes[i] != '.'; i++) {
    good = value->text.bytes[i] >= '0' && value->text.bytes[i] <= '9' && count < UINT64_MAX / 10 - 1;
    count = count * 10 + (uint64_t)(value->text.bytes[i] - '0');
  }
  if (good)
    *out = (struct berg_spec_limit){true, count, value->place};
  else
    berg_spec_complain(reader->complaints, value->place, "'%.*s' must be a count, found %s%s%.*s",
                       BERG_SPAN_ARGS(member->key), berg_yaml_kind_name(value->kind), value->text.len > 0 ? " " : "",
                       BERG_SPAN_ARGS(value->text));
}

static void read_enum(struct berg_spec_reader *reader, const struct berg_yaml_member *member,
                      struct berg_spec_values *out)
{
  const struct berg_yaml *list = member->value;

  if (!berg_spec_expect_keyword(reader, member, BERG_YAML_LIST))
    return;
  if (list->count == 0)
    berg_spec_complain(reader->complaints, list->place, "'enum' must not be empty");
  out->items = berg_spec_alloc(reader->arena, list->count, sizeof(struct berg_yaml *));
  for (size_t i = 0; i < list->count; i++) {
    for (size_t j = 0; j < out->count; j++)
      if (berg_yaml_equal(list->items[i], out->items[j]))
        berg_spec_complain(reader->complaints, list->items[i]->place, "'enum' has '%.*s' twice",
                           BERG_SPAN_ARGS(list->items[i]->text));
    out->items[out->count++] = list->items[i];
  }
}

static void read_type_name(struct berg_spec_reader *reader, const struct berg_yaml *name, struct berg_spec_schema *out)
{
  if (!berg_spec_expect(reader, name, BERG_YAML_STRING, "a type"))
    return;
  for (unsigned bit = BERG_SPEC_NULL; bit <= BERG_SPEC_OBJECT; bit <<= 1) {
    if (!berg_span_equal(name->text, berg_span_of(berg_spec_type_name((enum berg_spec_type)bit))))
      continue;
    if ((out->types & bit) != 0)
      berg_spec_complain(reader->complaints, name->place, "'type' has '%.*s' twice", BERG_SPAN_ARGS(name->text));
    out->types |= bit;
    return;
  }
  berg_spec_complain(reader->complaints, name->place, "unknown type '%.*s'", BERG_SPAN_ARGS(name->text));
}

static void read_type(struct berg_spec_reader *reader, const struct berg_yaml *value, struct berg_spec_schema *out)
{
  if (value->kind == BERG_YAML_STRING) {
    read_type_name(reader, value, out);
    return;
  }
  if (value->kind != BERG_YAML_LIST || value->count == 0) {
    berg_spec_complain(reader->complaints, value->place, "'type' must be a type or a list of types, found %s",
                       value->kind == BERG_YAML_LIST ? "an empty list" : berg_yaml_kind_name(value->kind));
    return;
  }
  out->types_as_list = true;
  for (size_t i = 0; i < value->count; i++)
    read_type_name(reader, value->items[i], out);
}

static void read_format(struct berg_spec_reader *reader, const struct berg_yaml_member *member,
                        struct berg_spec_schema *out)
{
  static const char *const known[] = {"int32", "int64", "float",     "double",   "byte", "binary",   "uuid",
                                      "date",  "time",  "date-time", "duration", "uri",  "password", NULL};
  const char *const *word = known;

  if (!berg_spec_expect_keyword(reader, member, BERG_YAML_STRING))
    return;
  while (*word != NULL && !berg_span_equal(member->value->text, berg_span_of(*word)))
    word++;
  if (*word == NULL)
    berg_spec_complain(reader->complaints, member->value->place, "unknown format '%.*s'",
                       BERG_SPAN_ARGS(member->value->text));
  out->format = member->value->text;
}

static void read_pattern(struct berg_spec_reader *reader, const struct berg_yaml_member *member,
                         struct berg_spec_schema *out)
{
  const char *reason = "";
  size_t column = 0;

  if (!berg_spec_expect_keyword(reader, member, BERG_YAML_STRING))
    return;
  out->pattern = member->value->text;
  out->pattern_set = true;
  if (berg_spec_pattern_check(out->pattern, &reason, &column) != BERG_OK)
    berg_spec_complain(reader->complaints, member->value->place, "pattern '%.*s', character %zu: %s",
                       BERG_SPAN_ARGS(out->pattern), column, reason);
}

static void read_required(struct berg_spec_reader *reader, const struct berg_yaml_member *member,
                          struct berg_spec_schema *out)
{
  const struct berg_yaml *list = member->value;

  if (!berg_spec_expect_keyword(reader, member, BERG_YAML_LIST))
    return;
  out->required.items = berg_spec_alloc(reader->arena, list->count, sizeof *out->required.items);
  for (size_t i = 0; i < list->count; i++) {
    if (!berg_spec_expect(reader, list->items[i], BERG_YAML_STRING, "an item of 'required'"))
      continue;
    for (size_t j = 0; j < out->required.count; j++)
      if (berg_span_equal(out->required.items[j], list->items[i]->text))
        berg_spec_complain(reader->complaints, list->items[i]->place, "'required' has '%.*s' twice",
                           BERG_SPAN_ARGS(list->items[i]->text));
    out->required.items[out->required.count++] = list->items[i]->text;
  }
}

/* The named schema that REF leads to; NULL after a complaint. */
static struct berg_spec_schema *find_referred(struct berg_spec_reader *reader, const struct berg_yaml *ref,
                                              const char *what)
{
  struct berg_spec_component component;

  if (!berg_spec_expect(reader, ref, BERG_YAML_STRING, what))
    return NULL;
  if (berg_spec_component_parse(reader->arena, ref->text, &component) != BERG_OK ||
      !berg_span_equal(component.kind, BERG_SPAN("schemas"))) {
    berg_spec_complain(reader->complaints, ref->place, "reference '%.*s' does not lead to components/schemas",
                       BERG_SPAN_ARGS(ref->text));
    return NULL;
  }
  for (size_t i = 0; i < reader->document->schema_count; i++)
    if (berg_span_equal(reader->document->schemas[i]->name, component.name))
      return reader->document->schemas[i];
  berg_spec_complain(reader->complaints, ref->place, "reference '%.*s' leads nowhere", BERG_SPAN_ARGS(ref->text));
  return NULL;
}

static void read_mapping(struct berg_spec_reader *reader, const struct berg_yaml *map,
                         struct berg_spec_discriminator *out)
{
  out->mapping = berg_spec_alloc(reader->arena, map->count, sizeof *out->mapping);
  for (size_t i = 0; i < map->count; i++) {
    struct berg_spec_schema *schema = find_referred(reader, map->members[i].value, "a value of 'mapping'");
    if (schema != NULL)
      out->mapping[out->mapping_count++] =
          (struct berg_spec_mapping){map->members[i].key, map->members[i].place, schema};
  }
}

static void read_discriminator(struct berg_spec_reader *reader, const struct berg_yaml_member *member,
                               struct berg_spec_discriminator *out)
{
  static const char *const allowed[] = {"propertyName", "mapping", NULL};

  if (!berg_spec_expect_keyword(reader, member, BERG_YAML_MAP))
    return;
  berg_spec_check_members(reader, member->value, "a discriminator", allowed);
  const struct berg_yaml *name =
      berg_spec_member_needed(reader, member->value, "propertyName", BERG_YAML_STRING, "a discriminator");
  const struct berg_yaml *mapping = berg_spec_member(reader, member->value, "mapping", BERG_YAML_MAP);
  out->set = name != NULL;
  out->place = member->place;
  out->property = name == NULL ? BERG_SPAN("") : name->text;
  if (mapping != NULL)
    read_mapping(reader, mapping, out);
}

static void add_examples(struct berg_spec_reader *reader, const struct berg_yaml *const *values, size_t count,
                         struct berg_spec_values *out)
{
  const struct berg_yaml **items = berg_spec_alloc(reader->arena, out->count + count, sizeof(struct berg_yaml *));

  for (size_t i = 0; i < out->count; i++)
    items[i] = out->items[i];
  for (size_t i = 0; i < count; i++)
    items[out->count + i] = values[i];
  *out = (struct berg_spec_values){items, out->count + count};
}

static void read_text(struct berg_spec_reader *reader, const struct berg_yaml_member *member, struct berg_span *out)
{
  if (berg_spec_expect_keyword(reader, member, BERG_YAML_STRING))
    *out = member->value->text;
}

static void read_flag(struct berg_spec_reader *reader, const struct berg_yaml_member *member, enum berg_spec_flag *out)
{
  if (berg_spec_expect_keyword(reader, member, BERG_YAML_BOOLEAN))
    *out = member->value->boolean ? BERG_SPEC_YES : BERG_SPEC_NO;
}

static void read_bound(struct berg_spec_reader *reader, const struct berg_yaml_member *member,
                       const struct berg_yaml **out)
{
  if (member->value->kind == BERG_YAML_INTEGER || berg_spec_expect_keyword(reader, member, BERG_YAML_NUMBER))
    *out = member->value;
}

/* Reads a keyword whose value goes into the one field at FIELD. */
static void read_field(struct berg_spec_reader *reader, enum reading reading, const struct berg_yaml_member *member,
                       void *field)
{
  if (reading == READ_TEXT)
    read_text(reader, member, field);
  else if (reading == READ_FLAG)
    read_flag(reader, member, field);
  else if (reading == READ_LIMIT)
    read_limit(reader, member, field);
  else if (reading == READ_BOUND)
    read_bound(reader, member, field);
  else
    *(const struct berg_yaml **)field = member->value;
}

static void read_examples(struct berg_spec_reader *reader, const struct berg_yaml_member *member,
                          struct berg_spec_schema *out)
{
  if (berg_spec_expect_keyword(reader, member, BERG_YAML_LIST))
    add_examples(reader, (const struct berg_yaml *const *)member->value->items, member->value->count, &out->examples);
}

static void read_by(struct berg_spec_reader *reader, const struct keyword *keyword,
                    const struct berg_yaml_member *member, struct berg_spec_schema *out)
{
  const struct berg_yaml *value = member->value;

  switch (keyword->reading) {
  case READ_REFERENCE:
    out->ref = find_referred(reader, value, "'$ref'");
    break;
  case READ_TYPE:
    read_type(reader, value, out);
    break;
  case READ_FORMAT:
    read_format(reader, member, out);
    break;
  case READ_ENUM:
    read_enum(reader, member, &out->enum_values);
    break;
  case READ_PATTERN:
    read_pattern(reader, member, out);
    break;
  case READ_REQUIRED:
    read_required(reader, member, out);
    break;
  case READ_DISCRIMINATOR:
    read_discriminator(reader, member, &out->discriminator);
    break;
  case READ_EXAMPLE:
    add_examples(reader, &value, 1, &out->examples);
    break;
  case READ_EXAMPLES:
    read_examples(reader, member, out);
    break;
  case READ_NOTHING:
    break;
  case REFUSE:
    berg_spec_complain(reader->complaints, member->place, "keyword '%s' is not supported", keyword->name);
    break;
  default:
    read_field(reader, keyword->reading, member, (char *)out + keyword->offset);
    break;
  }
}

void berg_spec_read_keyword(struct berg_spec_reader *reader, const struct berg_yaml_member *member,
                            struct berg_spec_schema *out)
{
  if (berg_span_starts_with(member->key, BERG_SPAN("x-")))
    return;
  for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++) {
    if (!berg_span_equal(member->key, berg_span_of(keywords[i].name)))
      continue;
    read_by(reader, &keywords[i], member, out);
    return;
  }
  berg_spec_complain(reader->complaints, member->place, "unknown keyword '%.*s'", BERG_SPAN_ARGS(member->key));
}
