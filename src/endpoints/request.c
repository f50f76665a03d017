/* Reading what the request names: warehouse, namespace, table, query parameters. */
#include "base/percent.h"
#include "endpoints/context.h"

#include <string.h>

enum berg_status berg_request_root(const struct berg_catalog *catalog, const struct berg_request *request,
                                   const struct berg_catalog_root **root, struct berg_problem *problem)
{
  struct berg_span name = {NULL, 0};
  enum berg_status status = BERG_OK;

  if (request->match.has_prefix)
    status = berg_percent_decode(request->match.params[BERG_WIRE_PARAM_PREFIX], false, request->arena, &name);
  if (status != BERG_OK)
    return berg_problem_set(problem, status, "The prefix in the path has a bad percent escape");
  for (size_t i = 0; i < catalog->root_count; i++) {
    if (berg_span_equal(catalog->roots[i].name, name)) {
      *root = &catalog->roots[i];
      return BERG_OK;
    }
  }
  /* SPEC http/prefix-optional */
  if (name.len == 0)
    return berg_problem_set(problem, BERG_NO_WAREHOUSE,
                            "This catalog has no default warehouse: the path needs a prefix");
  return berg_problem_set_text(problem, BERG_NO_WAREHOUSE, "Warehouse does not exist: {}", name);
}

enum berg_status berg_request_namespace(const struct berg_catalog *catalog, const struct berg_request *request,
                                        struct berg_namespace *ns, struct berg_problem *problem)
{
  return berg_namespace_from_path(request->match.params[BERG_WIRE_PARAM_NAMESPACE], catalog->separator, request->arena,
                                  ns, problem);
}

/* Whether the name that RAW spells with spaces is to be tried when the literal one is not there. */
static bool may_mean_spaces(const struct berg_catalog *catalog, struct berg_span raw)
{
  return catalog->settings.plus_is_space && raw.len > 0 && memchr(raw.bytes, '+', raw.len) != NULL;
}

/* RAW with each `+` made `%20`. */
static enum berg_status write_spaces(struct berg_span raw, struct berg_arena *arena, struct berg_span *spaced)
{
  struct berg_buffer text;

  berg_buffer_open(&text);
  for (size_t i = 0; i < raw.len; i++) {
    if (raw.bytes[i] == '+')
      berg_buffer_append_text(&text, "%20");
    else
      berg_buffer_append_byte(&text, raw.bytes[i]);
  }
  enum berg_status status = berg_buffer_status(&text);
  if (status == BERG_OK)
    status = berg_arena_copy(arena, berg_buffer_span(&text), spaced);
  berg_buffer_close(&text);
  return status;
}

/* SPEC names/plus */
static enum berg_status prefer_literal_namespace(const struct berg_catalog *catalog, const struct berg_request *request,
                                                 const struct berg_catalog_root *root, struct berg_namespace *ns,
                                                 struct berg_problem *problem)
{
  struct berg_span raw = request->match.params[BERG_WIRE_PARAM_NAMESPACE];
  struct berg_store_namespace row;

  if (!may_mean_spaces(catalog, raw))
    return BERG_OK;
  enum berg_status status =
      berg_store_find_namespace(catalog->store, root->warehouse_id, ns->key, false, request->arena, &row, problem);
  if (status != BERG_ABSENT)
    return status;
  status = write_spaces(raw, request->arena, &raw);
  if (status == BERG_OK)
    status = berg_namespace_from_path(raw, catalog->separator, request->arena, ns, problem);
  return status;
}

enum berg_status berg_request_place(const struct berg_catalog *catalog, const struct berg_request *request,
                                    const struct berg_catalog_root **root, struct berg_namespace *ns,
                                    struct berg_problem *problem)
{
  enum berg_status status = berg_request_root(catalog, request, root, problem);

  if (status == BERG_OK)
    status = berg_request_namespace(catalog, request, ns, problem);
  if (status == BERG_OK)
    status = prefer_literal_namespace(catalog, request, *root, ns, problem);
  return status;
}

/* SPEC names/decode-once */
static enum berg_status decode_table_name(struct berg_span raw, struct berg_arena *arena, struct berg_span *name,
                                          struct berg_problem *problem)
{
  enum berg_status status = berg_percent_decode(raw, false, arena, name);

  if (status == BERG_INVALID)
    return berg_problem_set_text(problem, status, "The table name in the path has a bad percent escape: {}", raw);
  if (status == BERG_OK)
    status = berg_name_check(*name, "table name", problem);
  return status;
}

enum berg_status berg_request_table_name(const struct berg_catalog *catalog, const struct berg_request *request,
                                         const struct berg_catalog_root *root, const struct berg_namespace *ns,
                                         struct berg_span *name, struct berg_problem *problem)
{
  struct berg_span raw = request->match.params[BERG_WIRE_PARAM_TABLE];
  struct berg_store_object row;
  enum berg_status status = decode_table_name(raw, request->arena, name, problem);

  if (status != BERG_OK || !may_mean_spaces(catalog, raw))
    return status;
  status = berg_store_find_object(catalog->store, root->warehouse_id, ns->key, *name, request->arena, &row, problem);
  if (status != BERG_ABSENT)
    return status;
  status = write_spaces(raw, request->arena, &raw);
  if (status == BERG_OK)
    status = decode_table_name(raw, request->arena, name, problem);
  return status;
}

/* Cuts the next `name=value` off REST, at '&'. */
static struct berg_span next_pair(struct berg_span *rest)
{
  size_t len = 0;

  while (len < rest->len && rest->bytes[len] != '&')
    len++;
  struct berg_span pair = berg_span_part(*rest, 0, len);
  size_t skip = len < rest->len ? len + 1 : len;
  *rest = berg_span_part(*rest, skip, rest->len - skip);
  return pair;
}

/* Whether PAIR is for NAME; VALUE is then its raw value. Names are compared decoded. */
static enum berg_status match_pair(struct berg_span pair, struct berg_span name, struct berg_arena *arena, bool *same,
                                   struct berg_span *value)
{
  struct berg_span decoded;
  size_t len = 0;

  while (len < pair.len && pair.bytes[len] != '=')
    len++;
  enum berg_status status = berg_percent_decode(berg_span_part(pair, 0, len), true, arena, &decoded);
  if (status != BERG_OK)
    return status;
  *same = berg_span_equal(decoded, name);
  size_t skip = len < pair.len ? len + 1 : len;
  *value = berg_span_part(pair, skip, pair.len - skip);
  return BERG_OK;
}

enum berg_status berg_request_raw_query(const struct berg_request *request, struct berg_span name,
                                        struct berg_span *raw, struct berg_problem *problem)
{
  struct berg_span rest = request->raw_query;
  struct berg_span found = {NULL, 0};
  bool is_found = false;
  enum berg_status status = BERG_OK;

  while (status == BERG_OK && rest.len > 0) {
    struct berg_span value;
    bool same = false;
    status = match_pair(next_pair(&rest), name, request->arena, &same, &value);
    if (status == BERG_OK && same && is_found)
      return berg_problem_set_text(problem, BERG_INVALID, "Query parameter '{}' is given twice", name);
    if (status == BERG_OK && same) {
      found = value;
      is_found = true;
    }
  }
  if (status == BERG_INVALID)
    return berg_problem_set_text(problem, status, "The query has a bad percent escape: {}", request->raw_query);
  if (status != BERG_OK)
    return status;
  if (!is_found)
    return BERG_ABSENT;
  *raw = found;
  return BERG_OK;
}

enum berg_status berg_request_query(const struct berg_request *request, struct berg_span name, struct berg_span *value,
                                    struct berg_problem *problem)
{
  struct berg_span raw;
  enum berg_status status = berg_request_raw_query(request, name, &raw, problem);

  if (status == BERG_OK)
    status = berg_percent_decode(raw, true, request->arena, value);
  if (status == BERG_INVALID)
    return berg_problem_set_text(problem, status, "The query has a bad percent escape: {}", request->raw_query);
  return status;
}
