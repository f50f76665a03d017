/* berg_spec_load: files, bundle, overlay, readers, checks, in this order; a step is not begun when the one before it
 * left the document unusable for it. */
#include "spec/tool/bundle.h"
#include "spec/tool/check.h"
#include "spec/tool/overlay.h"
#include "spec/tool/read_document.h"
#include "spec/tool/resolve.h"

BERG_MUST_USE static enum berg_status read_bundle(struct berg_arena *arena, struct berg_yaml *bundle,
                                                  struct berg_spec_complaints *complaints,
                                                  struct berg_spec_document *document)
{
  struct berg_spec_reader reader = {arena, complaints, bundle, document};

  berg_spec_read_document(&reader);
  berg_spec_check_circles(document, complaints);
  if (complaints->error_count > 0)
    return BERG_INVALID;
  berg_spec_resolve(arena, document);
  berg_spec_check_schemas(document, complaints);
  return berg_spec_complaints_status(complaints);
}

enum berg_status berg_spec_load(struct berg_arena *arena, const char *document, const char *overlay,
                                struct berg_spec_complaints *complaints, const struct berg_spec_document **out)
{
  struct berg_spec_document *model = berg_spec_alloc(arena, 1, sizeof *model);
  struct berg_yaml *bundle = NULL;
  struct berg_spec_files files;

  berg_spec_files_open(&files, arena, complaints);
  enum berg_status status = berg_spec_bundle(&files, berg_span_of(document), &bundle);
  if (status == BERG_OK && overlay != NULL)
    status = berg_spec_overlay_apply(&files, berg_span_of(overlay), bundle, model);
  if (status == BERG_OK)
    status = read_bundle(arena, bundle, complaints, model);
  if (status == BERG_OK)
    *out = model;
  return status;
}
