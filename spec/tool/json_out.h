/* JSON with two spaces a level, written in order: what the tool's reports and dumps are. */
#ifndef BERG_SPEC_TOOL_JSON_OUT_H
#define BERG_SPEC_TOOL_JSON_OUT_H

#include "base/buffer.h"
#include "spec/tool/yaml_tree.h"

struct berg_json_out {
  struct berg_buffer *buffer;
  unsigned depth;
  bool follows; /* something stands before the next value at this level */
};

/* NAME is the member's name inside an object, NULL inside a list and for the outermost value. */
void berg_json_out_open(struct berg_json_out *out, const char *name, char bracket); /* '{' or '[' */
void berg_json_out_close(struct berg_json_out *out, char bracket);                  /* '}' or ']' */
void berg_json_out_text(struct berg_json_out *out, const char *name, struct berg_span text);
void berg_json_out_count(struct berg_json_out *out, const char *name, uint64_t count);
void berg_json_out_flag(struct berg_json_out *out, const char *name, bool flag);
/* VALUE as it stands, on one line. */
void berg_json_out_value(struct berg_json_out *out, const char *name, const struct berg_yaml *value);
/* A list of strings, on one line. */
void berg_json_out_texts(struct berg_json_out *out, const char *name, struct berg_spans texts);

/* Appends VALUE as compact JSON. */
void berg_json_append_value(struct berg_buffer *buffer, const struct berg_yaml *value);

#endif
