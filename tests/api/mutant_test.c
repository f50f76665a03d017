/* Requests with one fault each: every member of a right request is, in turn, left out, doubled, made null and given
 * values of other kinds, and the text itself is cut and spoiled. Each of these is refused with 400, the message names
 * the member, and nothing has changed afterwards. */
#include "kit/api.h"
#include "unit/test.h"

#define OPTIONAL_MAX 40u

struct base {
  const char *target;
  const char *body; /* a right request */
  /* What may be left out: the ends of JSON pointers; one that starts with '^' is the whole pointer, one that ends with
   * '/' stands for the entries of a map. */
  const char *optional[OPTIONAL_MAX];
};

static const struct berg_json_limits LIMITS = {.size_max_bytes = 1u << 20, .depth_max = 100};

static struct berg_json_tree parse(struct api *api, const char *text)
{
  struct berg_json_tree tree;

  if (berg_json_parse(berg_span_of(text), LIMITS, true, &api->memory, &tree, NULL) != BERG_OK)
    exit(3);
  return tree;
}

/* The offset behind the value of NODE. */
static size_t end_of(struct api *api, const struct berg_json_tree *tree, size_t node)
{
  size_t at = tree->nodes[node].offset;
  struct berg_json_reader reader;
  struct berg_span raw;

  berg_json_open(&reader, berg_span_part(tree->text, at, tree->text.len - at), 100, &api->memory, NULL);
  if (berg_json_read_raw(&reader, &raw) != BERG_OK)
    exit(3);
  return at + (size_t)(raw.bytes - (tree->text.bytes + at)) + raw.len;
}

static bool ends_with(const char *text, const char *end)
{
  size_t len = strlen(text), end_len = strlen(end);

  return end_len <= len && strcmp(text + len - end_len, end) == 0;
}

/* PARENT is the pointer of the object with a '/' behind it. */
static bool may_be_absent(const struct base *base, const char *parent, const char *pointer)
{
  for (size_t i = 0; i < OPTIONAL_MAX && base->optional[i] != NULL; i++) {
    const char *end = base->optional[i];
    if (end[0] == '^' ? strcmp(pointer, end + 1) == 0 : ends_with(pointer, end))
      return true;
    if (ends_with(end, "/") && ends_with(parent, end))
      return true;
  }
  return false;
}

/* Sends TEXT, which is refused with a message that holds NAME. */
static void refuse(struct api *api, const struct base *base, const char *what, const char *text, const char *name)
{
  API_SEND(api, "POST", base->target, berg_span_of(text));
  if (api->code != 400)
    api_fault(api, __FILE__, __LINE__, "%s of %s is answered with %d: %.200s", what, name, api->code,
              (const char *)api->body.bytes);
  else if (strstr(api_get_text(api, "/error/message"), name) == NULL)
    api_fault(api, __FILE__, __LINE__, "%s of %s is answered with %.300s", what, name, (const char *)api->body.bytes);
}

/* The request with bytes FROM to TO replaced. */
static const char *splice(struct api *api, const struct berg_json_tree *tree, size_t from, size_t to, const char *text)
{
  return api_text(api, "%.*s%s%s", (int)from, (const char *)tree->text.bytes, text,
                  (const char *)tree->text.bytes + to);
}

/* The value of NODE becomes each value of another kind. */
static void try_kinds(struct api *api, const struct base *base, const struct berg_json_tree *tree, size_t node,
                      const char *name)
{
  static const char *const NUMBER[] = {"\"7\"", "1.0", "1e2", "99999999999999999999", "true", "[]", "{}", NULL};
  static const char *const STRING[] = {"7", "true", "[]", NULL};
  static const char *const BOOL[] = {"\"true\"", "0", "[]", NULL};
  static const char *const OBJECT[] = {"[]", "7", "false", NULL};
  static const char *const ARRAY[] = {"{}", "\"x\"", "7", NULL};
  static const char *const *const OTHERS[] = {
      [BERG_JSON_NUMBER] = NUMBER, [BERG_JSON_NULL] = NUMBER,   [BERG_JSON_STRING] = STRING, [BERG_JSON_TRUE] = BOOL,
      [BERG_JSON_FALSE] = BOOL,    [BERG_JSON_OBJECT] = OBJECT, [BERG_JSON_ARRAY] = ARRAY};
  const char *const *others = OTHERS[tree->nodes[node].kind];
  size_t from = tree->nodes[node].offset, to = end_of(api, tree, node);

  for (; *others != NULL; others++)
    refuse(api, base, api_text(api, "%s in place", *others), splice(api, tree, from, to, *others), name);
}

/* Leaves the member out, with one of the commas beside it. */
static const char *without(struct api *api, const struct berg_json_tree *tree, size_t from, size_t to)
{
  if (tree->text.bytes[to] == ',')
    to++;
  else if (from > 0 && tree->text.bytes[from - 1] == ',')
    from--;
  return splice(api, tree, from, to, "");
}

static void try_member(struct api *api, const struct base *base, const struct berg_json_tree *tree, const char *parent,
                       size_t name_node)
{
  size_t value = name_node + 1;
  size_t from = tree->nodes[name_node].offset, to = end_of(api, tree, value);
  const char *name =
      api_text(api, "%.*s", (int)tree->nodes[name_node].text.len, (const char *)tree->nodes[name_node].text.bytes);
  const char *pointer = api_text(api, "%s%s", parent, name);
  const char *member = api_text(api, "%.*s", (int)(to - from), (const char *)tree->text.bytes + from);

  try_kinds(api, base, tree, value, name);
  refuse(api, base, "a second one", splice(api, tree, from, from, api_text(api, "%s,", member)), name);
  if (may_be_absent(base, parent, pointer))
    return;
  refuse(api, base, "absence", without(api, tree, from, to), name);
  refuse(api, base, "null in place", splice(api, tree, tree->nodes[value].offset, to, "null"), name);
}

/* Every member and element below NODE, whose pointer is POINTER. */
static void try_below(struct api *api, const struct base *base, const struct berg_json_tree *tree, size_t node,
                      const char *pointer, const char *name)
{
  const struct berg_json_node *object = &tree->nodes[node];
  size_t child = node + 1;

  for (size_t i = 0; i < object->child_count; i++) {
    if (object->kind == BERG_JSON_OBJECT) {
      const char *key =
          api_text(api, "%.*s", (int)tree->nodes[child].text.len, (const char *)tree->nodes[child].text.bytes);
      try_member(api, base, tree, api_text(api, "%s/", pointer), child);
      try_below(api, base, tree, child + 1, api_text(api, "%s/%s", pointer, key), key);
      child = tree->nodes[child + 1].end;
    } else {
      try_kinds(api, base, tree, child, name);
      try_below(api, base, tree, child, api_text(api, "%s/%d", pointer, (int)i), name);
      child = tree->nodes[child].end;
    }
  }
}

/* Faults of the text: whatever is cut off or put in, it is no JSON text any more. */
static void try_text(struct api *api, const struct base *base, const struct berg_json_tree *tree)
{
  static const char *const BEHIND[] = {"}", "x", "{}", ",", "\xFF", "//", "\x01"};

  for (size_t len = 0; len < tree->text.len; len++)
    refuse(api, base, "the first bytes", api_text(api, "%.*s", (int)len, (const char *)tree->text.bytes), "");
  for (size_t i = 0; i < sizeof BEHIND / sizeof BEHIND[0]; i++)
    refuse(api, base, "something behind", splice(api, tree, tree->text.len, tree->text.len, BEHIND[i]), "");
  for (size_t i = 0; i < tree->count; i++) {
    size_t inside = tree->nodes[i].offset + 1;
    if (tree->nodes[i].kind != BERG_JSON_STRING)
      continue;
    refuse(api, base, "no UTF-8", splice(api, tree, inside, inside, "\xFF"), "");
    refuse(api, base, "a surrogate", splice(api, tree, inside, inside, "\\uD800"), "");
    refuse(api, base, "a control character", splice(api, tree, inside, inside, "\n"), "");
  }
}

static void open_with_table(struct api *api)
{
  API_OPEN(api, NULL);
  API_NAMESPACE(api, "n");
  API_TABLE(api, "n", "t", "'properties':{'format-version':'3'}");
}

static void try_all(const struct base *base)
{
  struct api api;

  open_with_table(&api); /* the base itself is right */
  API_POST(&api, 200, base->target, "%s", base->body);
  api_close(&api);
  open_with_table(&api);
  API_MARK(&api);
  const struct berg_json_tree tree = parse(&api, api_json(&api, "%s", base->body));
  try_below(&api, base, &tree, 0, "", "");
  try_text(&api, base, &tree);
  API_UNCHANGED(&api);
  api_close(&api);
}

/* TESTS errors/never-500-for-input */
/* TESTS json/schema */
static void test_create_namespace(void)
{
  try_all(&(struct base){.target = "/v1/namespaces",
                         .body = "{'namespace':['a'],'properties':{'key':'value'}}",
                         .optional = {"^/properties", "/properties/"}});
}

static void test_update_properties(void)
{
  try_all(&(struct base){.target = "/v1/namespaces/n/properties",
                         .body = "{'removals':['gone'],'updates':{'key':'value'}}",
                         .optional = {"^/removals", "^/updates", "/updates/"}});
}

static void test_create_table(void)
{
  try_all(&(struct base){
      .target = "/v1/namespaces/n/tables",
      .body = "{'name':'new','location':'/tmp/refberg-never-made','schema':{'type':'struct','schema-id':0,"
              "'identifier-field-ids':[1],'fields':[{'id':1,'name':'id','required':true,'type':'long','doc':'d'},"
              "{'id':2,'name':'l','required':false,'type':{'type':'list','element-id':3,'element-required':false,"
              "'element':'int'}},{'id':4,'name':'m','required':false,'type':{'type':'map','key-id':5,'key':'int',"
              "'value-id':6,'value-required':true,'value':{'type':'struct','fields':["
              "{'id':7,'name':'x','required':false,'type':'date'}]}}}]},"
              "'partition-spec':{'spec-id':0,'fields':[{'field-id':1000,'source-id':1,'transform':'bucket[2]',"
              "'name':'p'}]},'write-order':{'order-id':1,'fields':[{'source-id':1,'transform':'identity',"
              "'direction':'asc','null-order':'nulls-first'}]},'stage-create':true,'properties':{'key':'value'}}",
      .optional = {"^/location", "/schema-id", "/identifier-field-ids", "/doc", "^/partition-spec", "/spec-id",
                   "/field-id", "^/write-order", "/order-id", "^/stage-create", "^/properties", "/properties/"}});
}

static void test_requirements(void)
{
  try_all(&(struct base){.target = "/v1/namespaces/n/tables/t",
                         .body = "{'identifier':{'namespace':['n'],'name':'t'},'requirements':["
                                 "{'type':'assert-ref-snapshot-id','ref':'main','snapshot-id':null},"
                                 "{'type':'assert-last-assigned-field-id','last-assigned-field-id':2},"
                                 "{'type':'assert-current-schema-id','current-schema-id':0},"
                                 "{'type':'assert-last-assigned-partition-id','last-assigned-partition-id':999},"
                                 "{'type':'assert-default-spec-id','default-spec-id':0},"
                                 "{'type':'assert-default-sort-order-id','default-sort-order-id':0}],'updates':[]}",
                         .optional = {"^/identifier", "/snapshot-id"}});
}

static void test_schema_updates(void)
{
  try_all(&(struct base){
      .target = "/v1/namespaces/n/tables/t",
      .body = "{'requirements':[],'updates':[{'action':'upgrade-format-version','format-version':3},"
              "{'action':'add-schema','last-column-id':9,'schema':{'type':'struct','schema-id':0,'fields':["
              "{'id':1,'name':'id','required':true,'type':'long'},{'id':7,'name':'l','required':false,"
              "'type':{'type':'list','element-id':8,'element-required':false,'element':'variant'}}]}},"
              "{'action':'set-current-schema','schema-id':-1},"
              "{'action':'add-spec','spec':{'fields':[{'source-id':1,'transform':'bucket[2]','name':'p'}]}},"
              "{'action':'set-default-spec','spec-id':-1},"
              "{'action':'add-sort-order','sort-order':{'order-id':1,'fields':[{'source-id':1,'transform':'identity',"
              "'direction':'asc','null-order':'nulls-first'}]}},"
              "{'action':'set-default-sort-order','sort-order-id':-1},"
              "{'action':'remove-partition-specs','spec-ids':[5]},{'action':'remove-schemas','schema-ids':[5]}]}",
      .optional = {"/last-column-id", "/schema/schema-id", "/order-id"}});
}

static void test_snapshot_updates(void)
{
  try_all(&(struct base){
      .target = "/v1/namespaces/n/tables/t",
      .body = "{'requirements':[],'updates':[{'action':'add-snapshot','snapshot':{'snapshot-id':1,"
              "'parent-snapshot-id':9,'sequence-number':1,'timestamp-ms':1700000000000,'manifest-list':'m',"
              "'first-row-id':0,'added-rows':1,'schema-id':0,'summary':{'operation':'append','key':'value'}}},"
              "{'action':'set-snapshot-ref','ref-name':'b','type':'branch','snapshot-id':1,'max-ref-age-ms':1,"
              "'max-snapshot-age-ms':1,'min-snapshots-to-keep':1},{'action':'remove-snapshots','snapshot-ids':[5]},"
              "{'action':'remove-snapshot-ref','ref-name':'x'}]}",
      .optional = {"/parent-snapshot-id", "/sequence-number", "/snapshot/schema-id", "/key", "/max-ref-age-ms",
                   "/max-snapshot-age-ms", "/min-snapshots-to-keep"}});
}

static void test_other_updates(void)
{
  try_all(&(struct base){
      .target = "/v1/namespaces/n/tables/t",
      .body = "{'requirements':[],'updates':[{'action':'set-properties','updates':{'key':'value'}},"
              "{'action':'remove-properties','removals':['gone']},"
              "{'action':'set-statistics','snapshot-id':5,'statistics':{'snapshot-id':5,'statistics-path':'s',"
              "'file-size-in-bytes':1,'file-footer-size-in-bytes':1,'blob-metadata':[{'type':'x','snapshot-id':5,"
              "'sequence-number':1,'fields':[1],'properties':{'key':'value'}}]}},"
              "{'action':'remove-statistics','snapshot-id':6},"
              "{'action':'set-partition-statistics','partition-statistics':{'snapshot-id':5,'statistics-path':'s',"
              "'file-size-in-bytes':1}},{'action':'remove-partition-statistics','snapshot-id':6},"
              "{'action':'add-encryption-key','encryption-key':{'key-id':'k','encrypted-key-metadata':'AA==',"
              "'encrypted-by-id':'e','properties':{'key':'value'}}},{'action':'remove-encryption-key','key-id':'x'}]}",
      .optional = {"/updates/0/updates/", "^/updates/2/snapshot-id", "/encrypted-by-id", "/properties",
                   "/properties/"}});
}

int main(void)
{
  TEST_RUN(test_create_namespace);
  TEST_RUN(test_update_properties);
  TEST_RUN(test_create_table);
  TEST_RUN(test_requirements);
  TEST_RUN(test_schema_updates);
  TEST_RUN(test_snapshot_updates);
  TEST_RUN(test_other_updates);
  return test_end();
}
