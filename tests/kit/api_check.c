/* What a test says about the last answer. */
#include "kit/api.h"
#include "json/write.h"

#include <stdlib.h>
#include <string.h>

static const struct berg_json_limits LIMITS = {.size_max_bytes = (size_t)1 << 30, .depth_max = BERG_JSON_DEPTH_MAX};

const char *api_answer_header(struct api *api, const char *name)
{
  for (size_t i = 0; i < api->answer_header_count; i++) {
    if (berg_span_equal(api->answer_headers[i].name, berg_span_of(name)))
      return (const char *)api->answer_headers[i].value.bytes;
  }
  return NULL;
}

static bool parse_body(struct api *api)
{
  struct berg_problem problem;

  if (api->has_tree)
    return true;
  berg_problem_clear(&problem);
  api->has_tree = berg_json_parse(api->body, LIMITS, true, &api->memory, &api->tree, &problem) == BERG_OK;
  return api->has_tree;
}

/* Unescapes the reference token of LEN bytes (RFC 6901, section 4). */
static struct berg_span token_of(struct api *api, const char *token, size_t len)
{
  char *text = (char *)(uintptr_t)api_text(api, "%.*s", (int)len, token);
  size_t out = 0;

  for (size_t i = 0; text[i] != '\0'; i++) {
    if (text[i] == '~' && (text[i + 1] == '0' || text[i + 1] == '1'))
      text[out++] = text[++i] == '0' ? '~' : '/';
    else
      text[out++] = text[i];
  }
  text[out] = '\0';
  return berg_span_of(text);
}

/* The child of NODE that TOKEN names; 0 when there is none. "-" is the last element of an array. */
static size_t find_child(const struct berg_json_tree *tree, size_t node, struct berg_span token)
{
  const struct berg_json_node *parent = &tree->nodes[node];

  if (parent->kind == BERG_JSON_OBJECT)
    return berg_json_member(tree, node, token);
  if (parent->kind != BERG_JSON_ARRAY || parent->child_count == 0)
    return 0;
  size_t index = berg_span_equal(token, BERG_SPAN("-")) ? parent->child_count - 1
                                                        : (size_t)strtoull((const char *)token.bytes, NULL, 10);
  size_t child = node + 1;
  if (index >= parent->child_count)
    return 0;
  for (; index > 0; index--)
    child = tree->nodes[child].end;
  return child;
}

static const struct berg_json_node *find_node(struct api *api, const char *pointer, size_t *index)
{
  size_t node = 0;

  if (!parse_body(api))
    return NULL;
  while (*pointer == '/') {
    size_t len = strcspn(pointer + 1, "/");
    node = find_child(&api->tree, node, token_of(api, pointer + 1, len));
    if (node == 0)
      return NULL;
    pointer += len + 1;
  }
  if (index != NULL)
    *index = node;
  return &api->tree.nodes[node];
}

const char *api_get_text(struct api *api, const char *pointer)
{
  const struct berg_json_node *node = find_node(api, pointer, NULL);

  if (node == NULL || node->kind != BERG_JSON_STRING)
    return "";
  return api_text(api, "%.*s", (int)node->text.len, (const char *)node->text.bytes);
}

int64_t api_get_int(struct api *api, const char *pointer)
{
  const struct berg_json_node *node = find_node(api, pointer, NULL);
  int64_t value = 0;

  if (node == NULL || node->kind != BERG_JSON_NUMBER || berg_json_scan_int64(node->text, &value) != BERG_OK)
    return 0;
  return value;
}

int64_t api_get_count(struct api *api, const char *pointer)
{
  const struct berg_json_node *node = find_node(api, pointer, NULL);

  if (node == NULL || (node->kind != BERG_JSON_OBJECT && node->kind != BERG_JSON_ARRAY))
    return -1;
  return (int64_t)node->child_count;
}

const char *api_get_json(struct api *api, const char *pointer)
{
  const struct berg_json_node *node = find_node(api, pointer, NULL);

  if (node == NULL)
    return "";
  if (node->kind != BERG_JSON_STRING) {
    const char *words[] = {[BERG_JSON_TRUE] = "true", [BERG_JSON_FALSE] = "false", [BERG_JSON_NULL] = "null"};
    if (node->kind >= BERG_JSON_TRUE)
      return words[node->kind];
    return api_text(api, "%.*s", (int)node->text.len, (const char *)node->text.bytes);
  }
  struct berg_buffer text;
  berg_buffer_open(&text);
  berg_json_write_string(&text, node->text);
  const char *result = api_text(api, "%.*s", (int)text.len, (const char *)text.bytes);
  berg_buffer_close(&text);
  return result;
}

void api_check_error(struct api *api, const char *file, int line, const char *type, const char *fragment)
{
  const char *message = api_get_text(api, "/error/message");

  if (strcmp(api_get_text(api, "/error/type"), type) != 0 || strstr(message, fragment) == NULL)
    api_fault(api, file, line, "the error is %.*s, expected %s with \"%s\"",
              (int)(api->body.len < 700 ? api->body.len : 700), (const char *)api->body.bytes, type, fragment);
  if (api_get_int(api, "/error/code") != api->code)
    api_fault(api, file, line, "error.code is %s, the status %d", api_get_json(api, "/error/code"), api->code);
}

void api_check_text(struct api *api, const char *file, int line, const char *pointer, const char *expected)
{
  const struct berg_json_node *node = find_node(api, pointer, NULL);

  if (node == NULL || node->kind != BERG_JSON_STRING || !berg_span_equal(node->text, berg_span_of(expected)))
    api_fault(api, file, line, "%s is %s, expected the string %s", pointer, api_get_json(api, pointer), expected);
}

void api_check_int(struct api *api, const char *file, int line, const char *pointer, int64_t expected)
{
  const char *wanted = api_text(api, "%lld", (long long)expected);
  const struct berg_json_node *node = find_node(api, pointer, NULL);

  if (node == NULL || node->kind != BERG_JSON_NUMBER || !berg_span_equal(node->text, berg_span_of(wanted)))
    api_fault(api, file, line, "%s is %s, expected the number %s", pointer, api_get_json(api, pointer), wanted);
}

void api_check_count(struct api *api, const char *file, int line, const char *pointer, int64_t expected)
{
  int64_t count = api_get_count(api, pointer);

  if (count != expected)
    api_fault(api, file, line, "%s has %lld elements, expected %lld: %.700s", pointer, (long long)count,
              (long long)expected, api_get_json(api, pointer));
}

void api_check_absent(struct api *api, const char *file, int line, const char *pointer)
{
  if (!parse_body(api))
    api_fault(api, file, line, "the body is no JSON: %.*s", (int)(api->body.len < 700 ? api->body.len : 700),
              (const char *)api->body.bytes);
  else if (find_node(api, pointer, NULL) != NULL)
    api_fault(api, file, line, "%s is %.700s, expected to be absent", pointer, api_get_json(api, pointer));
}

/* Both values become elements of one array, whose tree can compare them. */
void api_check_json(struct api *api, const char *file, int line, const char *pointer, const char *expected)
{
  const char *actual = api_get_json(api, pointer);
  const char *pair = api_text(api, "[%s,%s]", actual, api_json(api, "%s", expected));
  struct berg_json_tree tree;
  struct berg_problem problem;

  berg_problem_clear(&problem);
  enum berg_status status = berg_json_parse(berg_span_of(pair), LIMITS, true, &api->memory, &tree, &problem);
  if (status != BERG_OK || !berg_json_equal(&tree, 1, tree.nodes[1].end))
    api_fault(api, file, line, "%s is %.1400s, expected %s", pointer[0] == '\0' ? "the body" : pointer, actual,
              expected);
}

void api_check_header(struct api *api, const char *file, int line, const char *name, const char *expected)
{
  const char *value = api_answer_header(api, name);

  if ((value == NULL) != (expected == NULL) || (value != NULL && strcmp(value, expected) != 0))
    api_fault(api, file, line, "header %s is %s, expected %s", name, value == NULL ? "absent" : value,
              expected == NULL ? "absent" : expected);
}
