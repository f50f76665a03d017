/* UUIDs (RFC 9562): 16 bytes and their 36 characters. */
#ifndef BERG_BASE_UUID_H
#define BERG_BASE_UUID_H

#include "base/span.h"
#include "base/status.h"

#define BERG_UUID_BYTES 16u
#define BERG_UUID_TEXT_LEN 36u

/* Reads TEXT, 8-4-4-4-12 hexadecimal digits in either case, into BYTES. BERG_INVALID. */
/*@ requires berg_span_ok(text);
    requires \valid(bytes + (0 .. 15));
    requires \separated(text.bytes + (0 .. text.len - 1), bytes + (0 .. 15));
    assigns bytes[0 .. 15];
    ensures \result == BERG_OK || \result == BERG_INVALID;
    ensures \result == BERG_OK ==> text.len == 36;
*/
BERG_MUST_USE enum berg_status berg_uuid_parse(struct berg_span text, uint8_t bytes[16]);

/* Writes the 36 lower-case characters of BYTES to TEXT. */
/*@ requires \valid_read(bytes + (0 .. 15)) && \valid(text + (0 .. 35));
    requires \separated(bytes + (0 .. 15), text + (0 .. 35));
    assigns text[0 .. 35];
    ensures text[8] == '-' && text[13] == '-' && text[18] == '-' && text[23] == '-';
*/
void berg_uuid_format(const uint8_t bytes[16], uint8_t *text);

/* Makes 16 random BYTES a version 4 uuid. */
/*@ requires \valid(bytes + (0 .. 15));
    assigns bytes[6], bytes[8];
    ensures bytes[6] / 16 == 4 && 128 <= bytes[8] < 192;
*/
void berg_uuid_make_v4(uint8_t bytes[16]);

/* The version, bits 4 to 7 of byte 6. */
/*@ requires \valid_read(bytes + (0 .. 15)); assigns \nothing; ensures \result == bytes[6] / 16; */
int berg_uuid_version(const uint8_t bytes[16]);

#endif
