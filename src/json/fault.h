/* What to say about a text that is not the JSON that was expected: kinds, place, pointer.
 *
 * Internal to src/json. All of it is slow and only for failures: the text is scanned again from its start to find line,
 * column, pointer and what might have stood at the place. */
#ifndef BERG_JSON_FAULT_H
#define BERG_JSON_FAULT_H

#include "base/problem.h"
#include "json/scan.h"

/* Fills PROBLEM: "expected EXPECTED in `what`, found ... (byte, line, column)" for the value at OFFSET of TEXT, and its
 * pointer. WHAT may be NULL. Returns BERG_INVALID. */
enum berg_status berg_json_fault_expected(struct berg_problem *problem, struct berg_span text, size_t offset,
                                          const char *expected, const char *what);

/* The same for a breach of the grammar: what should stand at OFFSET is found from the text before it. DEPTH_MAX tells
 * nesting that is too deep from a bracket that is out of place. */
enum berg_status berg_json_fault_syntax(struct berg_problem *problem, struct berg_span text, size_t offset,
                                        size_t depth_max);

/* The same for MESSAGE ("{}" replaced by ARGUMENT), with the place behind it when PLACED. */
enum berg_status berg_json_fault_text(struct berg_problem *problem, struct berg_span text, size_t offset,
                                      const char *message, struct berg_span argument, bool placed);

#endif
