#include "base/uuid.h"

#include "base/hex.h"

/*@ assigns \nothing; ensures \result <==> (i == 8 || i == 13 || i == 18 || i == 23); */
static bool is_dash_place(size_t i)
{
  return i == 8 || i == 13 || i == 18 || i == 23;
}

enum berg_status berg_uuid_parse(struct berg_span text, uint8_t bytes[16])
{
  size_t at = 0;

  if (text.len != BERG_UUID_TEXT_LEN)
    return BERG_INVALID;
  /*@ loop invariant 0 <= i <= 16 && 0 <= at <= 36;
      loop invariant at == 2 * i + (i > 4 ? 1 : 0) + (i > 6 ? 1 : 0) + (i > 8 ? 1 : 0) + (i > 10 ? 1 : 0);
      loop assigns i, at, bytes[0 .. 15];
      loop variant 16 - i;
  */
  for (size_t i = 0; i < BERG_UUID_BYTES; i++) {
    if (is_dash_place(at)) {
      if (text.bytes[at] != '-')
        return BERG_INVALID;
      at++;
    }
    int high = berg_hex_digit(text.bytes[at]);
    int low = berg_hex_digit(text.bytes[at + 1]);
    if (high < 0 || low < 0)
      return BERG_INVALID;
    bytes[i] = (uint8_t)(16 * high + low);
    at += 2;
  }
  return BERG_OK;
}

/*@ requires v < 16; assigns \nothing; ensures '0' <= \result <= '9' || 'a' <= \result <= 'f'; */
static uint8_t digit_of(uint8_t v)
{
  return v < 10 ? (uint8_t)('0' + v) : (uint8_t)('a' + (v - 10));
}

void berg_uuid_format(const uint8_t bytes[16], uint8_t *text)
{
  size_t at = 0;

  /*@ loop invariant 0 <= i <= 16 && 0 <= at <= 36;
      loop invariant at == 2 * i + (i > 4 ? 1 : 0) + (i > 6 ? 1 : 0) + (i > 8 ? 1 : 0) + (i > 10 ? 1 : 0);
      loop invariant i > 4 ==> text[8] == '-';
      loop invariant i > 6 ==> text[13] == '-';
      loop invariant i > 8 ==> text[18] == '-';
      loop invariant i > 10 ==> text[23] == '-';
      loop assigns i, at, text[0 .. 35];
      loop variant 16 - i;
  */
  for (size_t i = 0; i < BERG_UUID_BYTES; i++) {
    if (is_dash_place(at)) {
      text[at] = '-';
      at++;
    }
    text[at] = digit_of((uint8_t)(bytes[i] / 16));
    text[at + 1] = digit_of((uint8_t)(bytes[i] % 16));
    at += 2;
  }
}

void berg_uuid_make_v4(uint8_t bytes[16])
{
  bytes[6] = (uint8_t)(bytes[6] % 16 + 64);
  bytes[8] = (uint8_t)(bytes[8] % 64 + 128);
}

int berg_uuid_version(const uint8_t bytes[16])
{
  return bytes[6] / 16;
}
