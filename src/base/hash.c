#include "base/hash.h"

struct sip {
  uint64_t v0;
  uint64_t v1;
  uint64_t v2;
  uint64_t v3;
};

static uint64_t rotate(uint64_t x, unsigned bits)
{
  return (x << bits) | (x >> (64 - bits));
}

static void mix(struct sip *s)
{
  s->v0 += s->v1;
  s->v1 = rotate(s->v1, 13) ^ s->v0;
  s->v0 = rotate(s->v0, 32);
  s->v2 += s->v3;
  s->v3 = rotate(s->v3, 16) ^ s->v2;
  s->v0 += s->v3;
  s->v3 = rotate(s->v3, 21) ^ s->v0;
  s->v2 += s->v1;
  s->v1 = rotate(s->v1, 17) ^ s->v2;
  s->v2 = rotate(s->v2, 32);
}

/* COUNT bytes, at most 8, least significant first. */
static uint64_t load(const uint8_t *bytes, size_t count)
{
  uint64_t word = 0;

  for (size_t i = 0; i < count; i++)
    word |= (uint64_t)bytes[i] << (8 * i);
  return word;
}

static void absorb(struct sip *s, uint64_t word)
{
  s->v3 ^= word;
  mix(s);
  mix(s);
  s->v0 ^= word;
}

uint64_t berg_siphash(const uint8_t key[16], struct berg_span s)
{
  uint64_t k0 = load(key, 8);
  uint64_t k1 = load(key + 8, 8);
  struct sip state = {k0 ^ UINT64_C(0x736f6d6570736575), k1 ^ UINT64_C(0x646f72616e646f6d),
                      k0 ^ UINT64_C(0x6c7967656e657261), k1 ^ UINT64_C(0x7465646279746573)};
  size_t whole = s.len / 8 * 8;

  for (size_t i = 0; i < whole; i += 8)
    absorb(&state, load(s.bytes + i, 8));
  uint64_t last = (uint64_t)(s.len % 256) << 56;
  if (s.len > whole)
    last |= load(s.bytes + whole, s.len - whole);
  absorb(&state, last);
  state.v2 ^= 0xFF;
  for (int i = 0; i < 4; i++)
    mix(&state);
  return state.v0 ^ state.v1 ^ state.v2 ^ state.v3;
}
