#include "warehouse/warehouse_parts.h"

#include <stdlib.h>

enum berg_status berg_warehouse_open(const struct berg_warehouse_settings *settings, struct berg_warehouse **warehouse,
                                     struct berg_problem *problem)
{
  struct berg_warehouse *opened = calloc(1, sizeof *opened);

  if (opened == NULL)
    return berg_problem_set(problem, BERG_NO_MEMORY, "Out of memory while the warehouse was opened");
  opened->settings = *settings;
  berg_cache_open(&opened->cache, settings->cache_bytes);
  berg_buffer_open(&opened->content);
  *warehouse = opened;
  return BERG_OK;
}

void berg_warehouse_close(struct berg_warehouse *warehouse)
{
  if (warehouse == NULL)
    return;
  berg_cache_close(&warehouse->cache);
  berg_pending_close(&warehouse->pending);
  berg_buffer_close(&warehouse->content);
  free(warehouse);
}

enum berg_status berg_warehouse_sync(struct berg_warehouse *warehouse, struct berg_problem *problem)
{
  return berg_pending_sync(&warehouse->pending, problem);
}
