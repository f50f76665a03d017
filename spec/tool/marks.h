/* Marks in sources: `SPEC <clause id>` where code follows a clause, `TESTS <clause id>` where a test shows it. */
#ifndef BERG_SPEC_TOOL_MARKS_H
#define BERG_SPEC_TOOL_MARKS_H

#include "spec/tool/clauses.h"

/* Reads all .c, .h, .py and .sh files below FOLDER, in the order of their names, except those in folders named golden
 * or build or hidden ones, and adds to CLAUSES what marks with WORD ("SPEC" or "TESTS") cite: to their tests when WORD
 * is "TESTS", else to their code. A mark is the word, a space, and one id or more, separated by spaces or commas. Ids
 * that CLAUSES does not have are complained about. BERG_IO: a file or folder cannot be read. */
BERG_MUST_USE enum berg_status berg_spec_marks_read(struct berg_arena *arena, const char *folder, const char *word,
                                                    struct berg_spec_complaints *complaints,
                                                    struct berg_spec_clauses *clauses);

#endif
