#include "json/tree.h"

#include "json/lexeme.h"

/* The number of nodes that TEXT, one well-formed value, makes: its strings, numbers, words, objects and arrays. */
static size_t count_nodes(struct berg_span text)
{
  struct berg_json_token token;
  size_t pos = 0;
  size_t count = 0;

  do {
    berg_json_scan_token(text, pos, &token, &pos);
    count += token.kind == BERG_JSON_OBJECT || token.kind == BERG_JSON_ARRAY || token.kind >= BERG_JSON_STRING;
  } while (token.kind > BERG_JSON_END);
  return count;
}

/* The nodes made so far and the way to the open object or array. */
struct growth {
  struct berg_json_tree *tree;
  struct berg_arena *arena;
  size_t depth;
  size_t open[BERG_JSON_DEPTH_MAX];
};

static void count_child(struct growth *growth)
{
  if (growth->depth > 0)
    growth->tree->nodes[growth->open[growth->depth - 1]].child_count++;
}

static enum berg_status set_node_text(struct growth *growth, struct berg_json_node *node,
                                      const struct berg_json_token *token)
{
  node->text = berg_span_part(growth->tree->text, token->start, token->len);
  return token->escaped ? berg_json_unescape(node->text, growth->arena, &node->text) : BERG_OK;
}

/* Makes the node of TOKEN, which starts at byte OFFSET and is a child of the open one unless it is a member's value. */
static enum berg_status add_node(struct growth *growth, const struct berg_json_token *token, size_t offset)
{
  size_t index = growth->tree->count++;
  struct berg_json_node *node = &growth->tree->nodes[index];

  node->kind = token->kind;
  node->end = index + 1;
  node->child_count = 0;
  node->offset = offset;
  if (token->kind == BERG_JSON_OBJECT || token->kind == BERG_JSON_ARRAY)
    growth->open[growth->depth++] = index;
  return set_node_text(growth, node, token);
}

static void close_node(struct growth *growth, size_t after)
{
  struct berg_json_node *node = &growth->tree->nodes[growth->open[--growth->depth]];

  node->end = growth->tree->count;
  node->text.len = after - node->offset;
}

/* Makes the nodes of the tree's text, for which there is room. */
static enum berg_status add_nodes(struct growth *growth)
{
  struct berg_span text = growth->tree->text;
  struct berg_json_token token;
  enum berg_status status = BERG_OK;
  bool named = false; /* the token stands behind a ':' */
  size_t pos = 0;

  while (status == BERG_OK) {
    size_t offset = skip_json_space(text, pos);
    berg_json_scan_token(text, offset, &token, &pos);
    switch (token.kind) {
    case BERG_JSON_ERROR:
    case BERG_JSON_END:
      return status;
    case BERG_JSON_COLON:
      named = true;
      continue;
    case BERG_JSON_OBJECT_END:
    case BERG_JSON_ARRAY_END:
      close_node(growth, pos);
      break;
    case BERG_JSON_COMMA:
      break;
    default:
      if (!named)
        count_child(growth);
      status = add_node(growth, &token, offset);
      break;
    }
    named = false;
  }
  return status;
}

enum berg_status berg_json_parse(struct berg_span text, struct berg_json_limits limits, bool refuse_duplicates,
                                 struct berg_arena *arena, struct berg_json_tree *tree, struct berg_problem *problem)
{
  struct berg_json_tree made = {text, NULL, 0};
  enum berg_status status = berg_json_check_text(text, limits, refuse_duplicates, arena, problem);

  if (status != BERG_OK)
    return status;
  made.nodes = berg_arena_alloc(arena, count_nodes(text), sizeof *made.nodes);
  if (made.nodes == NULL)
    return berg_problem_set(problem, BERG_NO_MEMORY, "out of memory while JSON was parsed");
  struct growth growth = {.tree = &made, .arena = arena};
  if (add_nodes(&growth) != BERG_OK)
    return berg_problem_set(problem, BERG_NO_MEMORY, "out of memory while JSON was parsed");
  *tree = made;
  return BERG_OK;
}

size_t berg_json_member(const struct berg_json_tree *tree, size_t object, struct berg_span name)
{
  const struct berg_json_node *nodes = tree->nodes;

  if (nodes[object].kind != BERG_JSON_OBJECT)
    return 0;
  for (size_t i = object + 1; i < nodes[object].end; i = nodes[i + 1].end) {
    if (berg_span_equal(nodes[i].text, name))
      return i + 1;
  }
  return 0;
}
