/* Patterns as tables of states: a pattern is read into states from its end to its beginning, each part knowing where
 * the text goes on behind it. The grammar is that of pattern.h, which the pattern was checked against. */
#include "base/utf8.h"
#include "spec/tool/emit_check.h"

#define STATE_MAX 2048u
#define CODE_MAX 0x10FFFFu

enum node_kind { NODE_EMPTY, NODE_SET, NODE_START, NODE_END, NODE_SEQUENCE, NODE_EITHER, NODE_REPEAT };

struct range {
  uint32_t from;
  uint32_t to;
};

struct set {
  struct range *ranges;
  size_t count;
  size_t cap;
};

/* A part of the pattern. */
struct node {
  enum node_kind kind;
  struct set set;
  struct node *first; /* SEQUENCE, EITHER, REPEAT */
  struct node *second;
  unsigned least;
  unsigned most;
  bool endless;
};

struct reader {
  struct berg_arena *arena;
  struct berg_span text;
  size_t at;
};

static int peek(const struct reader *reader)
{
  return reader->at < reader->text.len ? reader->text.bytes[reader->at] : -1;
}

static struct node *new_node(struct reader *reader, enum node_kind kind, struct node *first, struct node *second)
{
  struct node *node = berg_spec_alloc(reader->arena, 1, sizeof *node);

  node->kind = kind;
  node->first = first;
  node->second = second;
  return node;
}

static void add_range(struct reader *reader, struct set *set, uint32_t from, uint32_t to)
{
  set->ranges = berg_spec_room(reader->arena, set->ranges, set->count, &set->cap, sizeof *set->ranges);
  set->ranges[set->count++] = (struct range){from, to};
}

/* Adds to OUT all characters that SET does not have. */
static void add_complement(struct reader *reader, struct set *out, const struct set *set)
{
  uint32_t from = 0;

  while (from <= CODE_MAX) {
    uint32_t next = CODE_MAX + 1; /* start of the first range that ends at or behind FROM */
    uint32_t end = CODE_MAX;
    for (size_t i = 0; i < set->count; i++) {
      if (set->ranges[i].to >= from && set->ranges[i].from < next) {
        next = set->ranges[i].from;
        end = set->ranges[i].to;
      }
    }
    if (next > from)
      add_range(reader, out, from, next - 1);
    if (next > CODE_MAX)
      return;
    from = end + 1;
  }
}

static uint32_t read_code(struct reader *reader)
{
  static const uint8_t FIRST_MASK[] = {0x7F, 0x7F, 0x1F, 0x0F, 0x07};
  size_t len = berg_utf8_sequence_len(reader->text, reader->at);
  uint32_t code = reader->text.bytes[reader->at] & FIRST_MASK[len];

  for (size_t i = 1; i < len; i++)
    code = code * 64u + (reader->text.bytes[reader->at + i] & 0x3Fu);
  reader->at += len == 0 ? 1 : len;
  return code;
}

/* Adds the class that LETTER, in lower case, names behind a backslash. */
static void add_class(struct reader *reader, struct set *set, int letter)
{
  static const struct range DIGITS[] = {{'0', '9'}};
  static const struct range WORD[] = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
  static const struct range SPACE[] = {{0x09, 0x0D},     {0x20, 0x20},     {0xA0, 0xA0},     {0x1680, 0x1680},
                                       {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F},
                                       {0x3000, 0x3000}, {0xFEFF, 0xFEFF}};
  const struct range *ranges = letter == 'd' ? DIGITS : letter == 'w' ? WORD : SPACE;
  size_t count = letter == 'd' ? 1 : letter == 'w' ? 4 : 10;

  for (size_t i = 0; i < count; i++)
    add_range(reader, set, ranges[i].from, ranges[i].to);
}

/* Reads what follows a backslash: a class, then true, or one character, then false and CODE. */
static bool read_escape(struct reader *reader, struct set *set, uint32_t *code)
{
  static const char SHORT[][2] = {{'t', '\t'}, {'n', '\n'}, {'r', '\r'}, {'f', '\f'}, {'v', '\v'}};
  int c = peek(reader);
  struct set inverse = {NULL, 0, 0};

  reader->at++;
  if (c == 'd' || c == 'w' || c == 's') {
    add_class(reader, set, c);
    return true;
  }
  if (c == 'D' || c == 'W' || c == 'S') {
    add_class(reader, &inverse, c - 'A' + 'a');
    add_complement(reader, set, &inverse);
    return true;
  }
  *code = (uint32_t)c;
  for (size_t i = 0; i < sizeof SHORT / sizeof SHORT[0]; i++) {
    if (c == SHORT[i][0])
      *code = (uint32_t)SHORT[i][1];
  }
  return false;
}

/* One end of a range in a class; true when it was a class of its own, which has been added. */
static bool read_class_atom(struct reader *reader, struct set *set, uint32_t *code)
{
  if (peek(reader) != '\\') {
    *code = read_code(reader);
    return false;
  }
  reader->at++;
  return read_escape(reader, set, code);
}

/* Reads a class behind its '['. */
static struct node *read_class(struct reader *reader)
{
  struct node *node = new_node(reader, NODE_SET, NULL, NULL);
  struct set set = {NULL, 0, 0};
  bool inverse = peek(reader) == '^';

  reader->at += inverse ? 1 : 0;
  while (peek(reader) >= 0 && peek(reader) != ']') {
    uint32_t from = 0;
    if (read_class_atom(reader, &set, &from))
      continue;
    uint32_t to = from;
    if (peek(reader) == '-' && reader->at + 1 < reader->text.len && reader->text.bytes[reader->at + 1] != ']') {
      reader->at++;
      (void)read_class_atom(reader, &set, &to);
    }
    add_range(reader, &set, from, to);
  }
  reader->at++;
  if (inverse)
    add_complement(reader, &node->set, &set);
  else
    node->set = set;
  return node;
}

static struct node *read_either(struct reader *reader);

static struct node *read_dot(struct reader *reader)
{
  struct node *node = new_node(reader, NODE_SET, NULL, NULL);
  struct set lines = {NULL, 0, 0};

  add_range(reader, &lines, '\n', '\n');
  add_range(reader, &lines, '\r', '\r');
  add_range(reader, &lines, 0x2028, 0x2029);
  add_complement(reader, &node->set, &lines);
  return node;
}

static struct node *read_group(struct reader *reader)
{
  if (peek(reader) == '?')
    reader->at += 2;
  struct node *node = read_either(reader);
  reader->at++;
  return node;
}

static struct node *read_atom(struct reader *reader)
{
  int c = peek(reader);
  uint32_t code = 0;

  if (c == '^' || c == '$') {
    reader->at++;
    return new_node(reader, c == '^' ? NODE_START : NODE_END, NULL, NULL);
  }
  if (c == '[' || c == '(' || c == '.') {
    reader->at++;
    return c == '[' ? read_class(reader) : c == '(' ? read_group(reader) : read_dot(reader);
  }
  struct node *node = new_node(reader, NODE_SET, NULL, NULL);
  if (!read_class_atom(reader, &node->set, &code))
    add_range(reader, &node->set, code, code);
  return node;
}

static unsigned read_number(struct reader *reader)
{
  unsigned value = 0;

  for (; peek(reader) >= '0' && peek(reader) <= '9'; reader->at++)
    value = value * 10 + (unsigned)(peek(reader) - '0');
  return value;
}

/* Reads the quantifier behind NODE, when there is one. */
static struct node *read_quantifier(struct reader *reader, struct node *atom)
{
  int c = peek(reader);

  if (c != '*' && c != '+' && c != '?' && c != '{')
    return atom;
  struct node *node = new_node(reader, NODE_REPEAT, atom, NULL);
  reader->at++;
  node->least = c == '+' ? 1 : 0;
  node->most = 1;
  node->endless = c == '*' || c == '+';
  if (c != '{')
    return node;
  node->least = read_number(reader);
  node->most = node->least;
  if (peek(reader) == ',') {
    reader->at++;
    node->endless = peek(reader) == '}';
    node->most = read_number(reader);
  }
  reader->at++;
  return node;
}

static struct node *read_sequence(struct reader *reader)
{
  struct node *sequence = new_node(reader, NODE_EMPTY, NULL, NULL);

  while (peek(reader) >= 0 && peek(reader) != '|' && peek(reader) != ')')
    sequence = new_node(reader, NODE_SEQUENCE, sequence, read_quantifier(reader, read_atom(reader)));
  return sequence;
}

static struct node *read_either(struct reader *reader)
{
  struct node *either = read_sequence(reader);

  while (peek(reader) == '|') {
    reader->at++;
    either = new_node(reader, NODE_EITHER, either, read_sequence(reader));
  }
  return either;
}

/* The states of the table: the first is where the matcher starts. */
struct builder {
  struct berg_arena *arena;
  struct state {
    const char *op;
    size_t next;
    size_t other;
    size_t range_first;
    size_t range_count;
  } states[STATE_MAX];
  size_t count;
  struct range *ranges;
  size_t range_count;
  size_t range_cap;
  bool full;
};

static size_t add_state(struct builder *builder, const char *op, size_t next, size_t other)
{
  if (builder->count == STATE_MAX) {
    builder->full = true;
    return 0;
  }
  builder->states[builder->count] = (struct state){op, next, other, 0, 0};
  return builder->count++;
}

static size_t add_set(struct builder *builder, const struct set *set, size_t next)
{
  size_t state = add_state(builder, "BERG_PATTERN_RANGES", next, 0);

  builder->states[state].range_first = builder->range_count;
  builder->states[state].range_count = set->count;
  for (size_t i = 0; i < set->count; i++) {
    builder->ranges = berg_spec_room(builder->arena, builder->ranges, builder->range_count, &builder->range_cap,
                                     sizeof *builder->ranges);
    builder->ranges[builder->range_count++] = set->ranges[i];
  }
  return state;
}

/* The state in which NODE starts when the text goes on at NEXT behind it. */
static size_t build(struct builder *builder, const struct node *node, size_t next);

static size_t build_repeat(struct builder *builder, const struct node *node, size_t next)
{
  size_t start = next;

  if (node->endless) {
    start = add_state(builder, "BERG_PATTERN_SPLIT", next, next);
    size_t body = build(builder, node->first, start);
    builder->states[start].next = body;
  }
  for (unsigned i = node->least; !node->endless && i < node->most && !builder->full; i++)
    start = add_state(builder, "BERG_PATTERN_SPLIT", build(builder, node->first, start), next);
  for (unsigned i = 0; i < node->least && !builder->full; i++)
    start = build(builder, node->first, start);
  return start;
}

static size_t build(struct builder *builder, const struct node *node, size_t next)
{
  switch (node->kind) {
  case NODE_SET:
    return add_set(builder, &node->set, next);
  case NODE_START:
    return add_state(builder, "BERG_PATTERN_START", next, 0);
  case NODE_END:
    return add_state(builder, "BERG_PATTERN_END", next, 0);
  case NODE_SEQUENCE:
    return build(builder, node->first, build(builder, node->second, next));
  case NODE_EITHER: {
    size_t second = build(builder, node->second, next);
    return add_state(builder, "BERG_PATTERN_SPLIT", build(builder, node->first, next), second);
  }
  case NODE_REPEAT:
    return build_repeat(builder, node, next);
  default:
    return next;
  }
}

static void write_tables(struct berg_buffer *out, const struct builder *builder, const char *name)
{
  berg_buffer_append_format(out, "\nstatic const struct berg_pattern_range %s_RANGES[] = {\n", name);
  for (size_t i = 0; i < builder->range_count; i++)
    berg_buffer_append_format(out, "    {0x%X, 0x%X},\n", builder->ranges[i].from, builder->ranges[i].to);
  berg_buffer_append_format(out, "    {0, 0},\n};\nstatic const struct berg_pattern_state %s_STATES[] = {\n", name);
  for (size_t i = 0; i < builder->count; i++) {
    const struct state *state = &builder->states[i];
    berg_buffer_append_format(out, "    {%s, %zu, %zu, %zu, %zu},\n", state->op, state->next, state->other,
                              state->range_first, state->range_count);
  }
  berg_buffer_append_format(out, "};\nstatic const struct berg_pattern %s = {%s_STATES, %zu, %s_RANGES};\n", name, name,
                            builder->count, name);
}

bool berg_emit_pattern(struct berg_emit const *emit, struct berg_buffer *out, const char *name,
                       struct berg_span pattern, const char **reason)
{
  struct reader reader = {emit->arena, pattern, 0};
  struct builder *builder = berg_spec_alloc(emit->arena, 1, sizeof *builder);
  const struct node *tree = read_either(&reader);

  builder->arena = emit->arena;
  size_t start = add_state(builder, "BERG_PATTERN_SPLIT", 0, 0);
  size_t match = add_state(builder, "BERG_PATTERN_MATCH", 0, 0);
  size_t entry = build(builder, tree, match);
  builder->states[start].next = entry;
  builder->states[start].other = entry;
  if (builder->full || builder->range_count > UINT16_MAX) {
    *reason = "it is too large";
    return false;
  }
  write_tables(out, builder, name);
  return true;
}
