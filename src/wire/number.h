/* Decimal numbers as JSON spells them, compared by value and exactly: no floating point, whatever the size.
 *
 * Numbers are spans of the form that the JSON grammar gives them. Exponents are taken up to a bound that no text of
 * digits can make up for. */
#ifndef BERG_WIRE_NUMBER_H
#define BERG_WIRE_NUMBER_H

#include "base/span.h"

/* Compares A with B: below, at or above 0. */
int berg_number_compare(struct berg_span a, struct berg_span b);

/* A hash of NUMBER's value: equal numbers have equal hashes, however they are spelled. */
uint64_t berg_number_hash(struct berg_span number);

/* Tells whether NUMBER has neither fraction nor exponent. `1.0` and `1e3` are no integers here, whatever their value.
 */
bool berg_number_is_integer(struct berg_span number);

#endif
