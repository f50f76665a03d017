#include "base/uuid.h"

/* Where the two digits of byte K stand in the text. */
/*@ requires k < 16;
    assigns \nothing;
    ensures \result == berg_uuid_at(k);
    ensures \result <= 34;
*/
static size_t digits_at(size_t k)
{
  size_t dashes = 0;

  if (k >= 10)
    dashes = 4;
  else if (k >= 8)
    dashes = 3;
  else if (k >= 6)
    dashes = 2;
  else if (k >= 4)
    dashes = 1;
  return 2 * k + dashes;
}

enum berg_status berg_uuid_parse(struct berg_span text, uint8_t bytes[16])
{
  if (text.len != BERG_UUID_TEXT_LEN)
    return BERG_INVALID;
  if (text.bytes[8] != '-' || text.bytes[13] != '-' || text.bytes[18] != '-' || text.bytes[23] != '-')
    return BERG_INVALID;
  /*@ loop invariant 0 <= k <= 16;
      loop invariant \forall integer m; 0 <= m < k ==> berg_uuid_digits{Pre}(text.bytes, m);
      loop invariant \forall integer m; 0 <= m < k ==>
        bytes[m] == 16 * berg_hex_val(\at(text.bytes[berg_uuid_at(m)], Pre)) +
                    berg_hex_val(\at(text.bytes[berg_uuid_at(m) + 1], Pre));
      loop assigns k, bytes[0 .. 15];
      loop variant 16 - k;
  */
  for (size_t k = 0; k < BERG_UUID_BYTES; k++) {
    size_t at = digits_at(k);
    int high = berg_hex_digit(text.bytes[at]);
    int low = berg_hex_digit(text.bytes[at + 1]);
    if (high < 0 || low < 0)
      return BERG_INVALID;
    bytes[k] = (uint8_t)(16 * high + low);
  }
  return BERG_OK;
}

void berg_uuid_format(const uint8_t bytes[16], uint8_t *text)
{
  text[8] = '-';
  text[13] = '-';
  text[18] = '-';
  text[23] = '-';
  /*@ loop invariant 0 <= k <= 16;
      loop invariant dashes: berg_uuid_dashes(text);
      loop invariant digits: \forall integer m; 0 <= m < k ==> text[berg_uuid_at(m)] == berg_hex_of(bytes[m] / 16) &&
        text[berg_uuid_at(m) + 1] == berg_hex_of(bytes[m] % 16);
      loop assigns k, text[0 .. 35];
      loop variant 16 - k;
  */
  for (size_t k = 0; k < BERG_UUID_BYTES; k++) {
    struct berg_span byte = {bytes + k, 1};
    berg_hex_encode(byte, text + digits_at(k));
  }
}

void berg_uuid_make_v4(uint8_t bytes[16])
{
  bytes[6] = (uint8_t)(bytes[6] % 16 + 64);
  bytes[8] = (uint8_t)(bytes[8] % 64 + 128);
}

void berg_uuid_make_v7(uint8_t bytes[16], uint64_t unix_ms)
{
  bytes[0] = (uint8_t)(unix_ms / 1099511627776u % 256u);
  bytes[1] = (uint8_t)(unix_ms / 4294967296u % 256u);
  bytes[2] = (uint8_t)(unix_ms / 16777216u % 256u);
  bytes[3] = (uint8_t)(unix_ms / 65536u % 256u);
  bytes[4] = (uint8_t)(unix_ms / 256u % 256u);
  bytes[5] = (uint8_t)(unix_ms % 256u);
  bytes[6] = (uint8_t)(bytes[6] % 16 + 112);
  bytes[8] = (uint8_t)(bytes[8] % 64 + 128);
}

int berg_uuid_version(const uint8_t bytes[16])
{
  return bytes[6] / 16;
}
