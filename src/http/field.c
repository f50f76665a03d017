#include "http/field.h"

#include <string.h>

/* RFC 9110, 5.6.2: letters, digits and !#$%&'*+-.^_`|~ */
/* clang-format off */
static const uint8_t IS_TOKEN[256] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 1, 0, 1, 1, 1, 1, 1, 0, 0, 1, 1, 0, 1, 1, 0,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0,
    0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 1, 0,
};
/* clang-format on */

bool berg_http_is_token_byte(uint8_t c)
{
  return IS_TOKEN[c] != 0;
}

static uint8_t fold_byte(uint8_t c)
{
  return c >= 'A' && c <= 'Z' ? (uint8_t)(c + ('a' - 'A')) : c;
}

bool berg_http_equals_folded(struct berg_span a, struct berg_span b)
{
  if (a.len != b.len)
    return false;
  for (size_t i = 0; i < a.len; i++)
    if (fold_byte(a.bytes[i]) != fold_byte(b.bytes[i]))
      return false;
  return true;
}

struct berg_span berg_http_trim(struct berg_span s)
{
  while (s.len > 0 && (s.bytes[0] == ' ' || s.bytes[0] == '\t'))
    s = berg_span_part(s, 1, s.len - 1);
  while (s.len > 0 && (s.bytes[s.len - 1] == ' ' || s.bytes[s.len - 1] == '\t'))
    s.len--;
  return s;
}

bool berg_http_next_element(struct berg_span *list, struct berg_span *element)
{
  while (list->len > 0) {
    const uint8_t *comma = memchr(list->bytes, ',', list->len);
    size_t len = comma != NULL ? (size_t)(comma - list->bytes) : list->len;
    struct berg_span found = berg_http_trim(berg_span_part(*list, 0, len));
    size_t used = comma != NULL ? len + 1 : len;
    *list = berg_span_part(*list, used, list->len - used);
    if (found.len > 0) {
      *element = found;
      return true;
    }
  }
  return false;
}

bool berg_http_has_element(struct berg_span list, struct berg_span word)
{
  struct berg_span element;

  while (berg_http_next_element(&list, &element))
    if (berg_http_equals_folded(element, word))
      return true;
  return false;
}
