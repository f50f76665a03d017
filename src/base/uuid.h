/* UUIDs (RFC 9562): 16 bytes and their 36 characters. Random bytes and the time come from the caller. Proven. */
#ifndef BERG_BASE_UUID_H
#define BERG_BASE_UUID_H

#include "base/hex.h"

#define BERG_UUID_BYTES 16u
#define BERG_UUID_TEXT_LEN 36u

/*@ // where the two digits of byte k stand in the text
    logic integer berg_uuid_at(integer k) =
      2 * k + (k >= 4 ? 1 : 0) + (k >= 6 ? 1 : 0) + (k >= 8 ? 1 : 0) + (k >= 10 ? 1 : 0);
    predicate berg_uuid_dashes{L}(uint8_t *t) = t[8] == '-' && t[13] == '-' && t[18] == '-' && t[23] == '-';
    predicate berg_uuid_digits{L}(uint8_t *t, integer k) =
      berg_hex_val(t[berg_uuid_at(k)]) >= 0 && berg_hex_val(t[berg_uuid_at(k) + 1]) >= 0;
*/

/* Reads TEXT, 8-4-4-4-12 hexadecimal digits in either case, into BYTES, of any version.
 * BERG_INVALID; BYTES may then be partly written. */
/*@ requires berg_span_ok(text);
    requires \valid(bytes + (0 .. 15));
    requires \separated(text.bytes + (0 .. text.len - 1), bytes + (0 .. 15));
    assigns bytes[0 .. 15];
    ensures status: \result == BERG_OK || \result == BERG_INVALID;
    ensures accepts: \result == BERG_OK <==> text.len == 36 && berg_uuid_dashes{Pre}(text.bytes) &&
      \forall integer k; 0 <= k < 16 ==> berg_uuid_digits{Pre}(text.bytes, k);
    ensures value: \result == BERG_OK ==> \forall integer k; 0 <= k < 16 ==>
      bytes[k] == 16 * berg_hex_val(\old(text.bytes[berg_uuid_at(k)])) +
                  berg_hex_val(\old(text.bytes[berg_uuid_at(k) + 1]));
*/
BERG_MUST_USE enum berg_status berg_uuid_parse(struct berg_span text, uint8_t bytes[16]);

/* Writes the 36 lower-case characters of BYTES to TEXT. */
/*@ requires \valid_read(bytes + (0 .. 15)) && \valid(text + (0 .. 35));
    requires \separated(bytes + (0 .. 15), text + (0 .. 35));
    assigns text[0 .. 35];
    ensures dashes: berg_uuid_dashes(text);
    ensures digits: \forall integer k; 0 <= k < 16 ==> text[berg_uuid_at(k)] == berg_hex_of(bytes[k] / 16) &&
      text[berg_uuid_at(k) + 1] == berg_hex_of(bytes[k] % 16);
*/
void berg_uuid_format(const uint8_t bytes[16], uint8_t *text);

/* Makes 16 random BYTES a version 4 uuid. */
/*@ requires \valid(bytes + (0 .. 15));
    assigns bytes[6], bytes[8];
    ensures bytes[6] / 16 == 4 && 128 <= bytes[8] < 192;
    ensures bytes[6] % 16 == \old(bytes[6]) % 16 && bytes[8] % 64 == \old(bytes[8]) % 64;
*/
void berg_uuid_make_v4(uint8_t bytes[16]);

/* Makes 16 random BYTES a version 7 uuid of the time UNIX_MS, of which the low 48 bits count. */
/*@ requires \valid(bytes + (0 .. 15));
    assigns bytes[0 .. 6], bytes[8];
    ensures time: bytes[0] * 1099511627776 + bytes[1] * 4294967296 + bytes[2] * 16777216 + bytes[3] * 65536 +
      bytes[4] * 256 + bytes[5] == unix_ms % 281474976710656;
    ensures bytes[6] / 16 == 7 && 128 <= bytes[8] < 192;
    ensures bytes[6] % 16 == \old(bytes[6]) % 16 && bytes[8] % 64 == \old(bytes[8]) % 64;
*/
void berg_uuid_make_v7(uint8_t bytes[16], uint64_t unix_ms);

/* The version, bits 4 to 7 of byte 6. */
/*@ requires \valid_read(bytes + (0 .. 15)); assigns \nothing; ensures \result == bytes[6] / 16; */
int berg_uuid_version(const uint8_t bytes[16]);

#endif
