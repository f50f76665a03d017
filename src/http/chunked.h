/* The chunked transfer coding (RFC 9112, section 7.1), taken apart piece by piece as it arrives.
 *
 * A state machine over bytes: no socket, and no memory but the buffer that it appends to. Chunk extensions and trailer
 * fields are read and dropped, within a bound. Line ends are CR LF and nothing else. */
#ifndef BERG_HTTP_CHUNKED_H
#define BERG_HTTP_CHUNKED_H

#include "base/buffer.h"
#include "base/problem.h"

/* Of a size line, and of all trailer fields together. */
#define BERG_HTTP_CHUNK_LINE_MAX 4096u

enum berg_http_chunked_step {
  BERG_HTTP_CHUNK_SIZE = 0, /* before and in the digits of a size */
  BERG_HTTP_CHUNK_EXTENSION,
  BERG_HTTP_CHUNK_SIZE_FEED, /* CR seen behind the size */
  BERG_HTTP_CHUNK_DATA,
  BERG_HTTP_CHUNK_DATA_RETURN,
  BERG_HTTP_CHUNK_DATA_FEED,
  BERG_HTTP_CHUNK_TRAILER, /* at the start of a trailer line */
  BERG_HTTP_CHUNK_TRAILER_LINE,
  BERG_HTTP_CHUNK_TRAILER_FEED,
  BERG_HTTP_CHUNK_LAST_FEED,
  BERG_HTTP_CHUNK_DONE
};

struct berg_http_chunked {
  enum berg_http_chunked_step step;
  uint64_t left;     /* of the chunk: its size so far, then the bytes not yet seen */
  unsigned digits;   /* of the size seen so far */
  size_t line_bytes; /* of the size line or the trailer */
};

/* Makes DECODER stand before the first chunk. */
void berg_http_chunked_open(struct berg_http_chunked *decoder);

/* Feeds BYTES to DECODER and appends the data in them to BODY, which may come to hold at most MAX bytes. USED says how
 * many bytes belonged to the body: all of them, unless the body ended before (decoder->step is BERG_HTTP_CHUNK_DONE).
 *
 * BERG_INVALID: this is no chunked body. BERG_TOO_LARGE: the chunk would take BODY above MAX. BERG_NO_MEMORY. */
BERG_MUST_USE enum berg_status berg_http_chunked_feed(struct berg_http_chunked *decoder, struct berg_span bytes,
                                                      size_t max, struct berg_buffer *body, size_t *used,
                                                      struct berg_problem *problem);

#endif
