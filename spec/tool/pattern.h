/* Patterns: the part of ECMA-262 regular expressions that products must be able to check.
 *
 *   a  .  \d \D \w \W \s \S  \t \n \r \f \v  \ and any of ^$\.*+?()[]{}|/-  [a-z] [^a-z]  (..) (?:..)  |  ^ $  * + ?
 * {n} {n,} {n,m}
 *
 * Refused by name: look-around, back references, named groups, lazy and possessive quantifiers, \b, \p, \u and \x. */
#ifndef BERG_SPEC_TOOL_PATTERN_H
#define BERG_SPEC_TOOL_PATTERN_H

#include "base/span.h"
#include "base/status.h"

#define BERG_SPEC_PATTERN_DEPTH_MAX 32
#define BERG_SPEC_PATTERN_REPEAT_MAX 1000

/* BERG_OK: PATTERN is one of these. BERG_INVALID: REASON says why not, as static text, COLUMN is the byte, from 1. */
BERG_MUST_USE enum berg_status berg_spec_pattern_check(struct berg_span pattern, const char **reason, size_t *column);

#endif
