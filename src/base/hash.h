/* SipHash-2-4 (Aumasson, Bernstein): a keyed 64-bit hash. Seals page tokens, makes entity tags, and keeps hash tables
 * from being flooded by names that a client chose. Not a replacement for a cryptographic digest. */
#ifndef BERG_BASE_HASH_H
#define BERG_BASE_HASH_H

#include "base/span.h"

/* The hash of S under KEY. */
uint64_t berg_siphash(const uint8_t key[16], struct berg_span s);

#endif
