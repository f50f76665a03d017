/* Pages of a listing (clauses paging/...). */
#include "endpoints/context.h"
#include "json/scan.h"
#include "json/write.h"

#define PAGE_SIZE_DEFAULT 100u

enum berg_status berg_listing_key(const struct berg_catalog_root *root, struct berg_span namespace_key,
                                  struct berg_arena *arena, struct berg_span *key)
{
  struct berg_buffer text;

  berg_buffer_open(&text);
  berg_buffer_append(&text, root->name);
  berg_buffer_append_byte(&text, 0);
  berg_buffer_append(&text, namespace_key);
  enum berg_status status = berg_buffer_status(&text);
  if (status == BERG_OK)
    status = berg_arena_copy(arena, berg_buffer_span(&text), key);
  berg_buffer_close(&text);
  return status;
}

/* SPEC paging/page-size-invalid */
static enum berg_status read_page_size(const struct berg_catalog *catalog, const struct berg_request *request,
                                       size_t *size, struct berg_problem *problem)
{
  struct berg_span text;
  int64_t value = 0;
  enum berg_status status = berg_request_query(request, BERG_SPAN("pageSize"), &text, problem);

  *size = PAGE_SIZE_DEFAULT;
  if (status == BERG_ABSENT)
    return BERG_OK;
  if (status != BERG_OK)
    return status;
  if (berg_json_scan_int64(text, &value) != BERG_OK || value < 1)
    return berg_problem_set_text(problem, BERG_INVALID,
                                 "Query parameter 'pageSize' must be an integer of at least 1, not {}", text);
  *size = value < (int64_t)catalog->settings.page_size_max ? (size_t)value : catalog->settings.page_size_max;
  return BERG_OK;
}

enum berg_status berg_request_page(const struct berg_catalog *catalog, const struct berg_request *request,
                                   enum berg_listing listing, struct berg_span listing_key, struct berg_page *page,
                                   struct berg_problem *problem)
{
  struct berg_span token = {NULL, 0};
  enum berg_status status = read_page_size(catalog, request, &page->limit, problem);

  page->after.bytes = NULL;
  page->after.len = 0;
  if (status != BERG_OK)
    return status;
  status = berg_request_query(request, BERG_SPAN("pageToken"), &token, problem);
  if (status == BERG_ABSENT) { /* SPEC paging/no-token-all */
    page->limit = 0;
    return BERG_OK;
  }
  if (status == BERG_OK && token.len > 0) /* an empty token asks for the first page */
    status = berg_page_token_parse(token, listing, listing_key, catalog->secret, request->arena, &page->after, problem);
  return status;
}

enum berg_status berg_reply_page_token(const struct berg_catalog *catalog, struct berg_arena *arena,
                                       enum berg_listing listing, struct berg_span listing_key,
                                       struct berg_span last_name, bool more, struct berg_reply *reply)
{
  struct berg_span token;

  berg_json_write_name(&reply->body, BERG_SPAN("next-page-token"));
  if (!more) { /* SPEC paging/last-page-null */
    berg_json_write_null(&reply->body);
    return BERG_OK;
  }
  enum berg_status status = berg_page_token_format(listing, listing_key, last_name, catalog->secret, arena, &token);
  if (status == BERG_OK)
    berg_json_write_string(&reply->body, token);
  return status;
}
