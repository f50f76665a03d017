#include "core/namespace_parts.h"

/* Whether C stands for byte K of SEPARATOR. */
/*@ requires berg_span_ok(separator) && k < separator.len;
    assigns \nothing;
    ensures \result <==> berg_separator_byte(separator.bytes, k, c);
*/
static bool is_separator_byte(struct berg_span separator, size_t k, uint8_t c)
{
  bool in_escape = (k >= 1 && separator.bytes[k - 1] == '%') || (k >= 2 && separator.bytes[k - 2] == '%');

  return c == separator.bytes[k] || (in_escape && berg_ascii_lower(c) == berg_ascii_lower(separator.bytes[k]));
}

/*@ requires berg_span_ok(s) && berg_span_ok(separator) && i <= s.len;
    assigns \nothing;
    ensures \result <==> berg_separator_at(s.bytes, s.len, i, separator.bytes, separator.len);
*/
static bool is_separator_at(struct berg_span s, size_t i, struct berg_span separator)
{
  bool same = true;

  if (separator.len > s.len - i)
    return false;
  /*@ loop invariant 0 <= k <= separator.len;
      loop invariant same <==> berg_separator_start(s.bytes, i, separator.bytes, k);
      loop assigns k, same;
      loop variant separator.len - k;
  */
  for (size_t k = 0; k < separator.len; k++) {
    bool next = is_separator_byte(separator, k, s.bytes[i + k]);
    same = same && next;
  }
  return same;
}

enum berg_status berg_namespace_split(struct berg_span s, struct berg_span separator, struct berg_slice *parts,
                                      size_t max, size_t *count)
{
  size_t i = 0;
  size_t start = 0;
  size_t found = 0;

  /*@ loop invariant range: 0 <= start <= i <= s.len && 0 <= found <= max;
      loop invariant full: \forall integer q; 0 <= q < found ==>
        1 <= parts[q].len && parts[q].off + parts[q].len + separator.len <= start;
      loop invariant first: found == 0 ? start == 0 : parts[0].off == 0;
      loop invariant chain: \forall integer q; 0 <= q < found - 1 ==>
        parts[q + 1].off == parts[q].off + parts[q].len + separator.len;
      loop invariant last: found > 0 ==>
        parts[found - 1].off + parts[found - 1].len + separator.len == start;
      loop invariant between: \forall integer q, k; 0 <= q < found ==>
        parts[q].off + parts[q].len <= k <= parts[q].off + parts[q].len ==>
        berg_separator_at(s.bytes, s.len, k, separator.bytes, separator.len);
      loop invariant inside: \forall integer q, k; 0 <= q < found ==>
        parts[q].off <= k < parts[q].off + parts[q].len ==>
        !berg_separator_at(s.bytes, s.len, k, separator.bytes, separator.len);
      loop invariant current: \forall integer k; start <= k < i ==>
        !berg_separator_at(s.bytes, s.len, k, separator.bytes, separator.len);
      loop assigns i, start, found, parts[0 .. max - 1];
      loop variant s.len - i;
  */
  while (i < s.len) {
    if (!is_separator_at(s, i, separator)) {
      i++;
      continue;
    }
    if (i == start)
      return BERG_INVALID;
    if (found == max)
      return BERG_TOO_LARGE;
    parts[found].off = start;
    parts[found].len = i - start;
    found++;
    i += separator.len;
    start = i;
  }
  if (start == s.len)
    return BERG_INVALID;
  if (found == max)
    return BERG_TOO_LARGE;
  parts[found].off = start;
  parts[found].len = s.len - start;
  *count = found + 1;
  /*@ assert chain: \forall integer q; 0 <= q < found ==>
        parts[q + 1].off == parts[q].off + parts[q].len + separator.len; */
  return BERG_OK;
}

enum berg_status berg_namespace_append(struct berg_span level, uint8_t *out, size_t cap, size_t at,
                                       struct berg_slice *part)
{
  size_t between = at > 0 ? 1 : 0;

  if (between > cap - at || level.len > cap - at - between)
    return BERG_TOO_LARGE;
  if (between > 0)
    out[at] = BERG_NAMESPACE_SEPARATOR;
  size_t from = at + between;
  /*@ loop invariant 0 <= i <= level.len;
      loop invariant \forall integer k; 0 <= k < i ==> out[from + k] == level.bytes[k];
      loop invariant at > 0 ==> out[at] == BERG_NAMESPACE_SEPARATOR;
      loop assigns i, out[from .. cap - 1];
      loop variant level.len - i;
  */
  for (size_t i = 0; i < level.len; i++)
    out[from + i] = level.bytes[i];
  part->off = from;
  part->len = level.len;
  return BERG_OK;
}

bool berg_name_has_valid_bytes(struct berg_span name)
{
  if (name.len == 0 || name.len > BERG_NAME_BYTES_MAX)
    return false;
  /*@ loop invariant 0 <= i <= name.len;
      loop invariant \forall integer k; 0 <= k < i ==> berg_name_byte(name.bytes[k]);
      loop assigns i;
      loop variant name.len - i;
  */
  for (size_t i = 0; i < name.len; i++) {
    if (name.bytes[i] < 0x20 || name.bytes[i] == 0x7F)
      return false;
  }
  return true;
}
