/* The only door to zlib: gzip members (RFC 1952) in and out, bounded. */
#ifndef BERG_CODEC_GZIP_H
#define BERG_CODEC_GZIP_H

#include "base/buffer.h"

/* Appends PLAIN, compressed at LEVEL (1 to 9), as one gzip member. BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_gzip_compress(struct berg_span plain, int level, struct berg_buffer *out);

/* Appends the plain bytes of PACKED, at most LIMIT of them. BERG_INVALID for bytes that are no gzip; BERG_TOO_LARGE. */
BERG_MUST_USE enum berg_status berg_gzip_decompress(struct berg_span packed, size_t limit, struct berg_buffer *out);

#endif
