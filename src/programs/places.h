/* Where a served catalog keeps its state and its tables: from settings to directories that exist. */
#ifndef BERG_PROGRAMS_PLACES_H
#define BERG_PROGRAMS_PLACES_H

#include "endpoints/catalog.h"
#include "programs/settings.h"

struct berg_places {
  const char *data; /* a directory, or ":memory:" */
  struct berg_catalog_warehouse *warehouses;
  size_t warehouse_count;
  const char *temporary; /* a directory to remove at the end, or NULL */
};

/* Makes the data directory and, when no `--warehouse` without a name is given, DATA/warehouse as the default one; with
 * ":memory:" that is a directory of its own below TMPDIR. Relative paths become absolute. The texts live as long as
 * SETTINGS. BERG_INVALID: a warehouse name is none, or there twice. BERG_IO: a directory cannot be made. */
BERG_MUST_USE enum berg_status berg_places_open(struct berg_settings *settings, struct berg_places *places,
                                                struct berg_problem *problem);

/* Removes the temporary directory, if there is one. */
void berg_places_close(struct berg_places *places);

#endif
