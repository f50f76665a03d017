#include "json/walk.h"

#include "json/lexeme.h"

/* What came before the token that is looked at. */
enum before {
  BEFORE_NOTHING,
  BEFORE_OPEN,  /* '{' or '[' */
  BEFORE_COMMA, /* ',' */
  BEFORE_NAME,  /* a member name */
  BEFORE_COLON, /* ':' */
  BEFORE_VALUE  /* a whole value */
};

static struct berg_json_frame *top_of(struct berg_json_walk *walk)
{
  return walk->depth > 0 ? &walk->frames[walk->depth - 1] : NULL;
}

static const char *expected_after(enum before before, const struct berg_json_frame *top)
{
  switch (before) {
  case BEFORE_OPEN:
    return top != NULL && top->object ? "a member name or '}'" : "a value or ']'";
  case BEFORE_COMMA:
    return top != NULL && top->object ? "a member name" : "a value";
  case BEFORE_NAME:
    return "':'";
  case BEFORE_VALUE:
    if (top == NULL)
      return "the end of the text";
    return top->object ? "',' or '}'" : "',' or ']'";
  default:
    return "a value";
  }
}

static void open_frame(struct berg_json_walk *walk, bool object)
{
  if (walk->depth == BERG_JSON_DEPTH_MAX)
    return;
  struct berg_json_frame *frame = &walk->frames[walk->depth++];
  frame->object = object;
  frame->child = false;
  frame->index = 0;
  frame->name = (struct berg_span){NULL, 0};
}

/* Takes a token that starts a value, is one, or is no token at all. */
static enum before take_value(struct berg_json_walk *walk, enum before before, struct berg_span text)
{
  struct berg_json_frame *top = top_of(walk);

  if (top != NULL && top->object && walk->kind == BERG_JSON_STRING &&
      (before == BEFORE_OPEN || before == BEFORE_COMMA)) {
    top->child = true;
    top->name = text;
    return BEFORE_NAME;
  }
  if (top != NULL && !top->object && (before == BEFORE_OPEN || before == BEFORE_COMMA))
    top->child = true;
  if (walk->kind != BERG_JSON_OBJECT && walk->kind != BERG_JSON_ARRAY)
    return BEFORE_VALUE;
  open_frame(walk, walk->kind == BERG_JSON_OBJECT);
  return BEFORE_OPEN;
}

/* Takes one token; TEXT is what it holds. Returns what it is to the next one. */
static enum before take_token(struct berg_json_walk *walk, enum before before, struct berg_span text)
{
  struct berg_json_frame *top = top_of(walk);

  switch (walk->kind) {
  case BERG_JSON_COMMA:
    if (top != NULL) {
      top->child = false;
      top->index++;
    }
    return BEFORE_COMMA;
  case BERG_JSON_COLON:
    return BEFORE_COLON;
  case BERG_JSON_OBJECT_END:
  case BERG_JSON_ARRAY_END:
    if (walk->depth > 0)
      walk->depth--;
    return BEFORE_VALUE;
  default:
    return take_value(walk, before, text);
  }
}

void berg_json_walk_to(struct berg_span text, size_t offset, struct berg_json_walk *walk)
{
  enum before before = BEFORE_NOTHING;
  size_t pos = 0;

  walk->depth = 0;
  do {
    struct berg_json_token token;
    walk->token_start = skip_json_space(text, pos);
    walk->depth_before = walk->depth;
    walk->expected = expected_after(before, top_of(walk));
    berg_json_scan_token(text, pos, &token, &pos);
    walk->kind = token.kind;
    before = take_token(walk, before, berg_span_part(text, token.start, token.len));
  } while (walk->kind != BERG_JSON_ERROR && walk->kind != BERG_JSON_END && pos <= offset);
}
