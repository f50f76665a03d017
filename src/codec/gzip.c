#include "codec/gzip.h"

#include <limits.h>
#include <zlib.h>

#define WINDOW_BITS_GZIP (15 + 16) /* the largest window, in a gzip member */
#define MEMORY_LEVEL 8
#define STEP_MAX (1u << 30) /* zlib counts in unsigned int */

static unsigned step_of(size_t left)
{
  return left < STEP_MAX ? (unsigned)left : STEP_MAX;
}

/* Compresses PLAIN through STREAM into room that was reserved in OUT. */
static int deflate_all(z_stream *stream, struct berg_span plain, struct berg_buffer *out)
{
  size_t taken = 0;
  int rc = Z_OK;

  while (rc == Z_OK) {
    unsigned in = step_of(plain.len - taken);
    berg_buffer_reserve(out, 4096);
    if (out->failed)
      return Z_MEM_ERROR;
    unsigned room = step_of(out->cap - out->len);
    stream->next_in = (z_const Bytef *)(plain.bytes + taken);
    stream->avail_in = in;
    stream->next_out = out->bytes + out->len;
    stream->avail_out = room;
    rc = deflate(stream, taken + in == plain.len ? Z_FINISH : Z_NO_FLUSH);
    taken += in - stream->avail_in;
    out->len += room - stream->avail_out;
  }
  return rc;
}

enum berg_status berg_gzip_compress(struct berg_span plain, int level, struct berg_buffer *out)
{
  z_stream stream = {0};
  size_t before = out->len;
  static const uint8_t NOTHING[1] = {0};

  if (plain.len == 0)
    plain.bytes = NOTHING; /* zlib refuses a NULL input */
  if (deflateInit2(&stream, level, Z_DEFLATED, WINDOW_BITS_GZIP, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
    return BERG_NO_MEMORY;
  int rc = deflate_all(&stream, plain, out);
  deflateEnd(&stream);
  if (rc == Z_STREAM_END)
    return BERG_OK;
  out->len = before;
  return BERG_NO_MEMORY;
}

struct inflation {
  z_stream stream;
  struct berg_span packed;
  size_t taken;
  size_t end; /* out->len may not go above this */
  struct berg_buffer *out;
};

/* Makes room for more output, up to one byte beyond the limit, so that a text that is too long shows. */
static unsigned make_room(struct inflation *work)
{
  size_t left = work->end - work->out->len + 1;
  size_t wish = work->packed.len < 16384 ? 65536 : work->packed.len * 4;

  berg_buffer_reserve(work->out, left < wish ? left : wish);
  if (work->out->failed)
    return 0;
  size_t room = work->out->cap - work->out->len;
  return step_of(room < left ? room : left);
}

/* One call of inflate. */
static int inflate_some(struct inflation *work)
{
  z_stream *stream = &work->stream;
  unsigned in = step_of(work->packed.len - work->taken);
  unsigned room = make_room(work);

  if (room == 0)
    return Z_MEM_ERROR;
  stream->next_in = (z_const Bytef *)(work->packed.bytes + work->taken);
  stream->avail_in = in;
  stream->next_out = work->out->bytes + work->out->len;
  stream->avail_out = room;
  int rc = inflate(stream, Z_NO_FLUSH);
  work->taken += in - stream->avail_in;
  work->out->len += room - stream->avail_out;
  return rc;
}

/* Inflates member after member (RFC 1952, section 2.2) to the end of the input. */
static enum berg_status inflate_all(struct inflation *work)
{
  for (;;) {
    int rc = inflate_some(work);
    if (rc == Z_MEM_ERROR)
      return BERG_NO_MEMORY;
    if (work->out->len > work->end)
      return BERG_TOO_LARGE;
    if (rc == Z_STREAM_END && work->taken == work->packed.len)
      return BERG_OK;
    if (rc == Z_STREAM_END)
      rc = inflateReset(&work->stream);
    bool cut = work->taken == work->packed.len && work->stream.avail_out != 0;
    if (rc != Z_OK || cut)
      return BERG_INVALID;
  }
}

enum berg_status berg_gzip_decompress(struct berg_span packed, size_t limit, struct berg_buffer *out)
{
  size_t before = out->len;
  struct inflation work = {.packed = packed, .out = out};

  if (packed.len == 0)
    return BERG_INVALID;
  work.end = limit > SIZE_MAX - 1 - before ? SIZE_MAX - 1 : before + limit;
  if (inflateInit2(&work.stream, WINDOW_BITS_GZIP) != Z_OK)
    return BERG_NO_MEMORY;
  enum berg_status status = inflate_all(&work);
  inflateEnd(&work.stream);
  if (status != BERG_OK)
    out->len = before;
  return status;
}
