/* Bytes of text eight at a time, in one 64-bit word: for loops that look at every byte of a long text.
 *
 * The word is put together by shifts, which compilers make one load of, so that neither alignment nor the order of
 * bytes matters: the first byte is the lowest. Marks are words in which a byte is 0x80 or 0. */
#ifndef BERG_BASE_WORD_H
#define BERG_BASE_WORD_H

#include <stddef.h>
#include <stdint.h>

#define BERG_WORD_LEN 8u
#define BERG_WORD_OF(byte) (UINT64_C(0x0101010101010101) * (byte))

/* The eight bytes from P on. */
static inline uint64_t berg_word_load(const uint8_t *p)
{
  return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 |
         (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

/* Marks the bytes of WORD that cannot stand for themselves in a JSON string: below 0x20, '"' and '\\'. No sum carries
 * from one byte to the next: each adds at most 0x7F to at most 0x7F. */
static inline uint64_t berg_word_mark_escaped(uint64_t word)
{
  uint64_t low = word & BERG_WORD_OF(0x7F);
  uint64_t no_control = low + BERG_WORD_OF(0x60);
  uint64_t no_quote = (low ^ BERG_WORD_OF('"')) + BERG_WORD_OF(0x7F);
  uint64_t no_escape = (low ^ BERG_WORD_OF('\\')) + BERG_WORD_OF(0x7F);

  return ~(no_control & no_quote & no_escape) & ~word & BERG_WORD_OF(0x80);
}

/* Marks the bytes of WORD that are above 0x7F. */
static inline uint64_t berg_word_mark_high(uint64_t word)
{
  return word & BERG_WORD_OF(0x80);
}

/* How many bytes stand before the first one that MARKS, not 0, has. */
static inline size_t berg_word_first(uint64_t marks)
{
  return (size_t)__builtin_ctzll(marks) / 8;
}

#endif
