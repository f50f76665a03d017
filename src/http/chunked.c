#include "http/chunked.h"

void berg_http_chunked_open(struct berg_http_chunked *decoder)
{
  *decoder = (struct berg_http_chunked){.step = BERG_HTTP_CHUNK_SIZE};
}

static int digit_value(uint8_t c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool step_size(struct berg_http_chunked *decoder, uint8_t c)
{
  int digit = digit_value(c);

  if (digit >= 0) {
    if (++decoder->digits > 15)
      return false;
    decoder->left = decoder->left * 16 + (uint64_t)digit;
    return true;
  }
  if (decoder->digits == 0 || (c != '\r' && c != ';' && c != ' ' && c != '\t'))
    return false;
  decoder->step = c == '\r' ? BERG_HTTP_CHUNK_SIZE_FEED : BERG_HTTP_CHUNK_EXTENSION;
  return true;
}

static void start_line(struct berg_http_chunked *decoder, enum berg_http_chunked_step step)
{
  decoder->step = step;
  decoder->digits = 0;
  decoder->line_bytes = 0;
}

/* Text of an extension or a trailer up to its CR. */
static bool step_text(struct berg_http_chunked *decoder, uint8_t c, enum berg_http_chunked_step feed)
{
  if (c == '\r')
    decoder->step = feed;
  return c == '\r' || c == '\t' || (c >= 0x20 && c != 0x7F);
}

static bool step_trailer(struct berg_http_chunked *decoder, uint8_t c)
{
  decoder->step = c == '\r' ? BERG_HTTP_CHUNK_LAST_FEED : BERG_HTTP_CHUNK_TRAILER_LINE;
  return c == '\r' || (c > 0x20 && c != 0x7F);
}

/* One byte that is not chunk data; false when it may not stand here. */
static bool step_byte(struct berg_http_chunked *decoder, uint8_t c)
{
  if (++decoder->line_bytes > BERG_HTTP_CHUNK_LINE_MAX)
    return false;
  switch (decoder->step) {
  case BERG_HTTP_CHUNK_SIZE:
    return step_size(decoder, c);
  case BERG_HTTP_CHUNK_EXTENSION:
    return step_text(decoder, c, BERG_HTTP_CHUNK_SIZE_FEED);
  case BERG_HTTP_CHUNK_SIZE_FEED:
    start_line(decoder, decoder->left > 0 ? BERG_HTTP_CHUNK_DATA : BERG_HTTP_CHUNK_TRAILER);
    return c == '\n';
  case BERG_HTTP_CHUNK_DATA_RETURN:
    decoder->step = BERG_HTTP_CHUNK_DATA_FEED;
    return c == '\r';
  case BERG_HTTP_CHUNK_DATA_FEED:
    start_line(decoder, BERG_HTTP_CHUNK_SIZE);
    return c == '\n';
  case BERG_HTTP_CHUNK_TRAILER:
    return step_trailer(decoder, c);
  case BERG_HTTP_CHUNK_TRAILER_LINE:
    return step_text(decoder, c, BERG_HTTP_CHUNK_TRAILER_FEED);
  case BERG_HTTP_CHUNK_TRAILER_FEED:
    decoder->step = BERG_HTTP_CHUNK_TRAILER;
    return c == '\n';
  case BERG_HTTP_CHUNK_LAST_FEED:
    decoder->step = BERG_HTTP_CHUNK_DONE;
    return c == '\n';
  case BERG_HTTP_CHUNK_DATA:
  case BERG_HTTP_CHUNK_DONE:
    break;
  }
  return false;
}

/* Moves as much chunk data as BYTES has; the size was held against the limit when its line ended. */
static size_t take_data(struct berg_http_chunked *decoder, struct berg_span bytes, struct berg_buffer *body)
{
  size_t take = bytes.len < decoder->left ? bytes.len : (size_t)decoder->left;

  berg_buffer_append(body, berg_span_part(bytes, 0, take));
  decoder->left -= take;
  if (decoder->left == 0)
    start_line(decoder, BERG_HTTP_CHUNK_DATA_RETURN);
  return take;
}

enum berg_status berg_http_chunked_feed(struct berg_http_chunked *decoder, struct berg_span bytes, size_t max,
                                        struct berg_buffer *body, size_t *used, struct berg_problem *problem)
{
  size_t at = 0;

  while (at < bytes.len && decoder->step != BERG_HTTP_CHUNK_DONE) {
    if (decoder->step == BERG_HTTP_CHUNK_DATA) {
      at += take_data(decoder, berg_span_part(bytes, at, bytes.len - at), body);
      continue;
    }
    if (!step_byte(decoder, bytes.bytes[at]))
      return berg_problem_set(problem, BERG_INVALID, "The request body is not in the chunked transfer coding");
    if (decoder->step == BERG_HTTP_CHUNK_DATA && decoder->left > max - body->len)
      return berg_problem_set_id(problem, BERG_TOO_LARGE, "The request body is larger than {} bytes", (int64_t)max);
    at++;
  }
  *used = at;
  return berg_buffer_status(body);
}
