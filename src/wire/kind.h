/* Sets of JSON types, one bit each, as generated decoders and validators pass them. */
#ifndef BERG_WIRE_KIND_H
#define BERG_WIRE_KIND_H

#define BERG_KIND_OBJECT 0x01u
#define BERG_KIND_ARRAY 0x02u
#define BERG_KIND_STRING 0x04u
#define BERG_KIND_INTEGER 0x08u /* a number without fraction and exponent */
#define BERG_KIND_NUMBER 0x10u  /* any number, integers included */
#define BERG_KIND_BOOLEAN 0x20u
#define BERG_KIND_NULL 0x40u
#define BERG_KIND_ANY 0x7Fu

#endif
