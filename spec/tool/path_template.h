/* Path templates such as /v1/{prefix}/namespaces/{namespace}: each parameter is a whole segment. */
#ifndef BERG_SPEC_TOOL_PATH_TEMPLATE_H
#define BERG_SPEC_TOOL_PATH_TEMPLATE_H

#include "spec/tool/reader.h"

/* One segment of a template. */
struct berg_spec_segment {
  bool is_parameter;
  struct berg_span text; /* of a parameter: its name without the braces */
};

/* The segment of TEMPLATE that begins behind the slash at *AT; moves *AT to the next slash or the end. False: *AT is at
 * the end, or TEMPLATE does not go on with a slash. */
bool berg_spec_path_next(struct berg_span path_template, size_t *at, struct berg_spec_segment *segment);

/* Complains when the key of a path item is no template that is supported. */
void berg_spec_check_path_template(struct berg_spec_reader *reader, const struct berg_yaml_member *path);

/* Complains about two keys of PATHS that match the same requests. */
void berg_spec_check_distinct_paths(struct berg_spec_reader *reader, const struct berg_yaml *paths);

/* Complains about parameters of the template that OPERATION does not declare, and the other way round. */
void berg_spec_check_path_parameters(struct berg_spec_reader *reader, const struct berg_spec_operation *operation);

#endif
