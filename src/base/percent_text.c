#include "base/percent.h"

enum berg_status berg_percent_decode(struct berg_span raw, bool plus, struct berg_arena *arena,
                                     struct berg_span *decoded)
{
  uint8_t *out = berg_arena_alloc(arena, raw.len, 1);
  size_t len = 0;

  if (out == NULL)
    return BERG_NO_MEMORY;
  enum berg_status status = berg_percent_decode_into(raw, plus, out, &len);
  if (status != BERG_OK)
    return status;
  decoded->bytes = out;
  decoded->len = len;
  return BERG_OK;
}

/* Encoded in pieces, so that no memory but the buffer's own is needed. */
#define PIECE 64u

void berg_percent_encode(struct berg_buffer *buffer, struct berg_span s)
{
  uint8_t out[3 * PIECE];

  if (berg_span_equal(s, BERG_SPAN(".")) || berg_span_equal(s, BERG_SPAN(".."))) {
    berg_buffer_append(buffer, s.len == 1 ? BERG_SPAN("%2E") : BERG_SPAN("%2E%2E"));
    return;
  }
  for (size_t i = 0; i < s.len; i += PIECE) {
    struct berg_span piece = berg_span_part(s, i, s.len - i < PIECE ? s.len - i : PIECE);
    struct berg_span encoded = {out, berg_percent_encode_into(piece, out)};
    berg_buffer_append(buffer, encoded);
  }
}
