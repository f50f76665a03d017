/* The files that a document consists of, each read once.
 *
 * A file is known by its path relative to the working folder, with `.` and `..` taken out, so that two references to
 * one file meet. Not for anything but local files: a reference with a scheme or an absolute path is refused. */
#ifndef BERG_SPEC_TOOL_FILES_H
#define BERG_SPEC_TOOL_FILES_H

#include "spec/tool/complaint.h"
#include "spec/tool/yaml_tree.h"

#define BERG_SPEC_FILE_BYTES_MAX (16u * 1024u * 1024u)
#define BERG_SPEC_FILE_COUNT_MAX 256u

struct berg_spec_file {
  struct berg_span path;
  struct berg_yaml *root; /* NULL: it could not be read, which was complained about */
};

struct berg_spec_files {
  struct berg_arena *arena;
  struct berg_spec_complaints *complaints;
  struct berg_spec_file *items;
  size_t count;
  size_t cap;
};

void berg_spec_files_open(struct berg_spec_files *files, struct berg_arena *arena,
                          struct berg_spec_complaints *complaints);

/* The tree of the file PATH, read now if it was not yet; complaints that the file is missing are about FROM (file
 * empty: about the file itself). BERG_IO: it cannot be read; BERG_INVALID: it is no YAML that is supported. */
BERG_MUST_USE enum berg_status berg_spec_files_load(struct berg_spec_files *files, struct berg_span path,
                                                    struct berg_spec_place from, struct berg_yaml **root);

/* The path that RELATIVE names as seen from the file BASE. */
struct berg_span berg_spec_path_join(struct berg_arena *arena, struct berg_span base, struct berg_span relative);

/* Reads the whole file PATH. BERG_IO: it cannot be read or is larger than BERG_SPEC_FILE_BYTES_MAX; REASON then says
 * why, as static text. */
BERG_MUST_USE enum berg_status berg_spec_read_text(struct berg_arena *arena, const char *path, const char **reason,
                                                   struct berg_span *text);

#endif
