/* Content codings: whether a client takes gzip, and what its own body is packed with (RFC 9110, 8.4 and 12.5.3). */
#ifndef BERG_HTTP_CODING_H
#define BERG_HTTP_CODING_H

#include "wire/exchange.h"

enum berg_http_coding { BERG_HTTP_CODING_IDENTITY = 0, BERG_HTTP_CODING_GZIP, BERG_HTTP_CODING_OTHER };

/* Tells whether the Accept-Encoding headers among the COUNT first of HEADERS prefer gzip to the plain bytes, or like
 * it as much. Without such a header the answer is no. */
bool berg_http_accepts_gzip(const struct berg_header *headers, size_t count);

/* The coding that the Content-Encoding headers among the COUNT first of HEADERS name; more than one coding is OTHER. */
enum berg_http_coding berg_http_content_coding(const struct berg_header *headers, size_t count);

#endif
