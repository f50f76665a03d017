/* Members that may be absent, as the generated structs hold them: three states in two flags.
 *
 * set: a value is there, in `value`. null: JSON null was sent, which decoders take like absence (set is false).
 * Neither: the member is absent. The generator adds one such struct for each of its own types that is optional
 * somewhere. */
#ifndef BERG_WIRE_OPTIONAL_H
#define BERG_WIRE_OPTIONAL_H

#include "base/span.h"

struct berg_opt_span {
  bool set;
  bool null;
  struct berg_span value;
};

struct berg_opt_int32 {
  bool set;
  bool null;
  int32_t value;
};

struct berg_opt_int64 {
  bool set;
  bool null;
  int64_t value;
};

struct berg_opt_bool {
  bool set;
  bool null;
  bool value;
};

struct berg_opt_spans {
  bool set;
  bool null;
  struct berg_spans value;
};

struct berg_opt_int32s {
  bool set;
  bool null;
  struct berg_int32s value;
};

struct berg_opt_int64s {
  bool set;
  bool null;
  struct berg_int64s value;
};

struct berg_opt_properties {
  bool set;
  bool null;
  struct berg_properties value;
};

#endif
