/* One document out of many files: what overlays and readers work on.
 *
 * Entries of components, path items and operations that are nothing but a reference to another file are replaced by
 * what they refer to; every other reference to a file becomes a reference `#/components/KIND/NAME` to the component
 * that stands at the same place. So a node that is referred to must be listed under components; a node keeps the file,
 * line and column that it was read from. Values that are data (examples, defaults, const, enum, x- members) are copied
 * as they are, without looking for references in them. */
#ifndef BERG_SPEC_TOOL_BUNDLE_H
#define BERG_SPEC_TOOL_BUNDLE_H

#include "spec/tool/files.h"

/* Reads the document PATH with all its files into BUNDLE, a new tree that shares no map or list with the files' trees.
 * BERG_IO: PATH itself cannot be read; BERG_INVALID: see the complaints. */
BERG_MUST_USE enum berg_status berg_spec_bundle(struct berg_spec_files *files, struct berg_span path,
                                                struct berg_yaml **bundle);

#endif
