/* What every endpoint needs before it can act: the warehouse, names and parameters that the request gives, and the
 * small steps that endpoints share. Internal to this folder. */
#ifndef BERG_ENDPOINTS_CONTEXT_H
#define BERG_ENDPOINTS_CONTEXT_H

#include "core/location.h"
#include "core/namespace.h"
#include "core/page_token.h"
#include "core/update.h"
#include "document/document.h"
#include "endpoints/catalog.h"

struct berg_catalog_root {
  int64_t warehouse_id;
  struct berg_span name;
  struct berg_span uri;    /* without trailing slash */
  struct berg_span prefix; /* the name, percent-encoded for a path */
};

struct berg_catalog {
  struct berg_catalog_settings settings;
  struct berg_store *store;
  struct berg_warehouse *files;
  struct berg_catalog_root *roots;
  size_t root_count;
  uint8_t secret[16];
  struct berg_span separator; /* advertised namespace separator, percent-encoded; empty: only %1F */
  struct berg_arena memory;   /* lives as long as the catalog */
  struct berg_arena turn;     /* names of the files that the open turn wrote */
  struct berg_spans written;
  size_t written_cap;
  size_t request_written; /* of those, how many stood before the running request */
  bool garbage_known;     /* there may be files to delete */
};

/* The warehouse that the request's prefix names, or the default one. BERG_NO_WAREHOUSE. */
BERG_MUST_USE enum berg_status berg_request_root(const struct berg_catalog *catalog, const struct berg_request *request,
                                                 const struct berg_catalog_root **root, struct berg_problem *problem);

/* The namespace of the path; BERG_INVALID (clauses names/...). */
BERG_MUST_USE enum berg_status berg_request_namespace(const struct berg_catalog *catalog,
                                                      const struct berg_request *request, struct berg_namespace *ns,
                                                      struct berg_problem *problem);

/* The warehouse and the namespace of the path, in one step. */
BERG_MUST_USE enum berg_status berg_request_place(const struct berg_catalog *catalog,
                                                  const struct berg_request *request,
                                                  const struct berg_catalog_root **root, struct berg_namespace *ns,
                                                  struct berg_problem *problem);

/* The table's name in the path, decoded once. With the setting plus_is_space the name that `+` spells with spaces, when
 * NS has nothing under the literal one. */
BERG_MUST_USE enum berg_status berg_request_table_name(const struct berg_catalog *catalog,
                                                       const struct berg_request *request,
                                                       const struct berg_catalog_root *root,
                                                       const struct berg_namespace *ns, struct berg_span *name,
                                                       struct berg_problem *problem);

/* The value of query parameter NAME as it was sent, still percent-encoded. Statuses as below. */
BERG_MUST_USE enum berg_status berg_request_raw_query(const struct berg_request *request, struct berg_span name,
                                                      struct berg_span *raw, struct berg_problem *problem);

/* The value of query parameter NAME, decoded once; `+` is a space. BERG_ABSENT; BERG_INVALID for a bad escape or a
 * parameter given twice. */
BERG_MUST_USE enum berg_status berg_request_query(const struct berg_request *request, struct berg_span name,
                                                  struct berg_span *value, struct berg_problem *problem);

/* A page that the request asks for. */
struct berg_page {
  size_t limit;           /* 0: everything in one answer */
  struct berg_span after; /* last name of the page before, or empty */
};

/* Reads `pageToken` and `pageSize` for LISTING of LISTING_KEY (clauses paging/...). */
BERG_MUST_USE enum berg_status berg_request_page(const struct berg_catalog *catalog, const struct berg_request *request,
                                                 enum berg_listing listing, struct berg_span listing_key,
                                                 struct berg_page *page, struct berg_problem *problem);

/* The key that a page token is bound to: warehouse and namespace. */
BERG_MUST_USE enum berg_status berg_listing_key(const struct berg_catalog_root *root, struct berg_span namespace_key,
                                                struct berg_arena *arena, struct berg_span *key);

/* Writes the member `next-page-token`: the token behind LAST_NAME when MORE, else null. */
BERG_MUST_USE enum berg_status berg_reply_page_token(const struct berg_catalog *catalog, struct berg_arena *arena,
                                                     enum berg_listing listing, struct berg_span listing_key,
                                                     struct berg_span last_name, bool more, struct berg_reply *reply);

/* The namespace's row; BERG_NO_NAMESPACE when it does not exist. */
BERG_MUST_USE enum berg_status berg_find_namespace(const struct berg_catalog *catalog,
                                                   const struct berg_catalog_root *root,
                                                   const struct berg_namespace *ns, bool with_properties,
                                                   struct berg_arena *arena, struct berg_store_namespace *row,
                                                   struct berg_problem *problem);

/* The table's row; BERG_NO_TABLE when it does not exist, its namespace does not exist, or the name is a view's (clause
 * errors/table-in-missing-namespace). */
BERG_MUST_USE enum berg_status berg_find_table(const struct berg_catalog *catalog, const struct berg_catalog_root *root,
                                               const struct berg_namespace *ns, struct berg_span name,
                                               struct berg_arena *arena, struct berg_store_object *row,
                                               struct berg_problem *problem);

/* The metadata document of a table row; a missing file is answered as the settings say. CONTENT is copied to the
 * arena only when KEEP. */
BERG_MUST_USE enum berg_status berg_read_document(const struct berg_catalog *catalog,
                                                  const struct berg_store_object *row, struct berg_arena *arena,
                                                  struct berg_span *content, struct berg_problem *problem);

/* Starts the request's change: a savepoint in the turn; marks REPLY as waiting for the turn. */
BERG_MUST_USE enum berg_status berg_change_begin(struct berg_catalog *catalog, struct berg_reply *reply,
                                                 struct berg_problem *problem);

/* Remembers LOCATION as a file that the open turn wrote, to be deleted if the turn is provably rolled back. */
BERG_MUST_USE enum berg_status berg_remember_written(struct berg_catalog *catalog, struct berg_span location);

/* Fills a 200 reply's JSON headers; the body is written by the caller. */
void berg_reply_json(struct berg_reply *reply);
void berg_reply_no_content(struct berg_reply *reply);

/* Fails with STATUS and "WHAT: ns.name". */
enum berg_status berg_fail_named(enum berg_status status, const char *what, const struct berg_namespace *ns,
                                 struct berg_span name, struct berg_problem *problem);

int64_t berg_catalog_now_ms(const struct berg_catalog *catalog);
/* A fresh version 4 uuid as 36 characters in ARENA. */
BERG_MUST_USE enum berg_status berg_catalog_fresh_uuid(const struct berg_catalog *catalog, struct berg_arena *arena,
                                                       struct berg_span *uuid);

#endif
