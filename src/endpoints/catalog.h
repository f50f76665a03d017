/* The catalog: what the endpoints act on, and the door through which requests come.
 *
 * One catalog is one store, its warehouses and its settings. berg_catalog_serve handles one request up to its reply;
 * when the reply's `wrote` is set, or a turn is open, the reply may be sent only after berg_catalog_end_turn said
 * BERG_OK: that is the group commit. No sockets here; single-threaded by design. */
#ifndef BERG_ENDPOINTS_CATALOG_H
#define BERG_ENDPOINTS_CATALOG_H

#include "store/store.h"
#include "warehouse/warehouse.h"
#include "wire/exchange.h"

struct berg_catalog;

struct berg_catalog_warehouse {
  const char *name; /* "": the default one, reached without a prefix */
  const char *uri;  /* file: URI or absolute path of its root */
};

/* The edges that tests replace. NULL members: the real clock and random source. */
struct berg_catalog_hooks {
  int64_t (*now_ms)(void *context);
  void (*random_bytes)(void *context, uint8_t *bytes, size_t count);
  void *context;
};

struct berg_catalog_settings {
  const char *data; /* directory or ":memory:" */
  const struct berg_catalog_warehouse *warehouses;
  size_t warehouse_count;
  const char *namespace_separator; /* percent-encoded, as advertised; NULL: %1F */
  size_t body_max_bytes;           /* 0: 32 MiB */
  size_t cache_bytes;              /* of documents; 0: 4 MiB */
  size_t page_size_max;            /* 0: 1000 */
  bool plus_is_space;              /* decode '+' in path segments as a space, literal first (clause names/plus) */
  int missing_metadata_code;       /* 500 (0 means 500) or 404: the answer when a pointer's file is gone */
  bool confine_locations;          /* refuse table locations outside the warehouse */
  struct berg_catalog_hooks hooks;
};

BERG_MUST_USE enum berg_status berg_catalog_open(const struct berg_catalog_settings *settings,
                                                 struct berg_catalog **catalog, struct berg_problem *problem);
void berg_catalog_close(struct berg_catalog *catalog);

/* Routes REQUEST and serves it; always makes a reply (errors too). */
void berg_catalog_serve(struct berg_catalog *catalog, struct berg_request *request, struct berg_reply *reply);

/* Whether replies made since the last turn's end must wait. */
bool berg_catalog_in_turn(const struct berg_catalog *catalog);

/* Makes the turn durable: directories synced, then one COMMIT. When it fails, every waiting reply must be replaced by
 * the error that STATUS and PROBLEM describe (berg_reply_fail). */
BERG_MUST_USE enum berg_status berg_catalog_end_turn(struct berg_catalog *catalog, struct berg_problem *problem);

/* A bounded piece of background work (deleting dropped files, checkpoint); true when more is left. */
bool berg_catalog_idle(struct berg_catalog *catalog);

#endif
