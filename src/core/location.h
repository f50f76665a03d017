/* Locations: where tables live, and that they stay inside their warehouse. Segment-wise, on URI text; no file access.
 */
#ifndef BERG_CORE_LOCATION_H
#define BERG_CORE_LOCATION_H

#include "base/arena.h"
#include "core/namespace.h"

/* Drops trailing slashes, but for those of `://`. */
struct berg_span berg_location_strip(struct berg_span location);

/* Whether LOCATION is ROOT or lies below it by whole segments; false when either has a `.`, `..` (also with %2E) or
 * empty segment, a query, a fragment or a control byte, or is neither a URI with `://` nor an absolute local path.
 * `/x`, `file:/x` and `file:///x` are the same; else it is compared byte for byte. */
bool berg_location_inside(struct berg_span location, struct berg_span root);

/* The default location of a table: ROOT / levels / NAME-SUFFIX, each segment percent-encoded so that no two namespaces
 * share one and no byte below 0x20 shows (clause tables/createTable/default-location). NS may be without levels, SUFFIX
 * may be empty. A segment that would be `.` or `..` gets %5F before it, and one that is too long for a file name goes
 * on in another segment that starts with %7E; both would be written plainly otherwise. BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_location_default(struct berg_span root, const struct berg_namespace *ns,
                                                     struct berg_span name, struct berg_span suffix,
                                                     struct berg_arena *arena, struct berg_span *location);

/* The name of the metadata file behind PREVIOUS (empty for a new table): `<dir>/<%05d>-<uuid>.metadata.json`, or
 * `.gz.metadata.json`; dir is property `write.metadata.path` or `<location>/metadata`; the number is that of PREVIOUS
 * plus one, 0 when PREVIOUS has none. BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_metadata_file_name(struct berg_span location, struct berg_span metadata_path,
                                                       struct berg_span previous, struct berg_span uuid, bool gzip,
                                                       struct berg_arena *arena, struct berg_span *file);

#endif
