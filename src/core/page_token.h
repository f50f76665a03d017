/* Page tokens: opaque, bound to the listing they came from, and where the next page starts.
 *
 * Binary form: byte 0 version, byte 1 kind of listing, bytes 2 to 9 the listing's key hash, 10 to 17 the seal, then the
 * last name of the page before. Text form: base64url without padding. The seal is SipHash-2-4 of all other bytes under
 * the catalog's secret (taken with the seal's own bytes as zeros), so that a token that was not issued is refused. The
 * token names the last item and no position, so that a walk neither skips nor repeats what stays (clause
 * paging/stable).
 *
 * The tokens' memory is the arena's. How far proven: the binary form, in page_token_bytes.h. */
#ifndef BERG_CORE_PAGE_TOKEN_H
#define BERG_CORE_PAGE_TOKEN_H

#include "base/arena.h"
#include "base/problem.h"

enum berg_listing { BERG_LISTING_NAMESPACES = 1, BERG_LISTING_TABLES, BERG_LISTING_VIEWS, BERG_LISTING_FUNCTIONS };

/* Writes the token that continues LISTING of LISTING_KEY (warehouse and namespace) behind LAST_NAME. BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_page_token_format(enum berg_listing listing, struct berg_span listing_key,
                                                      struct berg_span last_name, const uint8_t secret[16],
                                                      struct berg_arena *arena, struct berg_span *token);

/* Reads it back. BERG_INVALID for a token that is malformed, not sealed by SECRET or of another listing;
 * BERG_NO_MEMORY. LAST_NAME lives in ARENA. */
BERG_MUST_USE enum berg_status berg_page_token_parse(struct berg_span token, enum berg_listing listing,
                                                     struct berg_span listing_key, const uint8_t secret[16],
                                                     struct berg_arena *arena, struct berg_span *last_name,
                                                     struct berg_problem *problem);

#endif
