/* What is wrong with a document: one line a finding, with file, line and column.
 *
 * Complaints are collected, so that one run names every fault; each is kept in the caller's arena. An error makes the
 * document unusable, a warning does not. */
#ifndef BERG_SPEC_TOOL_COMPLAINT_H
#define BERG_SPEC_TOOL_COMPLAINT_H

#include "spec/tool/text.h"
#include "spec/tool/yaml_tree.h"

#include <stdio.h>

struct berg_spec_complaint {
  struct berg_spec_place place;
  bool warning;
  struct berg_span message;
};

struct berg_spec_complaints {
  struct berg_arena *arena;
  struct berg_spec_complaint *items;
  size_t count;
  size_t cap;
  size_t error_count;
};

/* Makes COMPLAINTS empty; what it keeps lives in ARENA. */
void berg_spec_complaints_open(struct berg_spec_complaints *complaints, struct berg_arena *arena);

/* Keeps an error, or a warning, about PLACE; FORMAT is printf's. The same message about the same place is kept once. */
void berg_spec_complain(struct berg_spec_complaints *complaints, struct berg_spec_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void berg_spec_warn(struct berg_spec_complaints *complaints, struct berg_spec_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* BERG_INVALID when there is an error, else BERG_OK. */
BERG_MUST_USE enum berg_status berg_spec_complaints_status(const struct berg_spec_complaints *complaints);

/* Writes each as `FILE:LINE:COLUMN: MESSAGE`, warnings as `FILE:LINE:COLUMN: warning: MESSAGE`, in the order in which
 * they were found. */
void berg_spec_complaints_print(const struct berg_spec_complaints *complaints, FILE *out);

#endif
