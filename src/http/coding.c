#include "http/coding.h"

#include "http/field.h"

#include <string.h>

/* A weight in thousandths; what is no weight counts as 0, so that a fault never packs an answer. */
static int read_weight(struct berg_span text)
{
  int weight = 0;
  int place = 100;

  if (text.len == 0 || text.len > 5 || (text.bytes[0] != '0' && text.bytes[0] != '1'))
    return 0;
  weight = (text.bytes[0] - '0') * 1000;
  if (text.len > 1 && text.bytes[1] != '.')
    return 0;
  for (size_t i = 2; i < text.len; i++) {
    if (text.bytes[i] < '0' || text.bytes[i] > '9')
      return 0;
    weight += (text.bytes[i] - '0') * place;
    place /= 10;
  }
  return weight <= 1000 ? weight : 0;
}

/* Splits ELEMENT, `coding;q=weight`, into its coding and its weight. */
static struct berg_span split_element(struct berg_span element, int *weight)
{
  const uint8_t *mark = memchr(element.bytes, ';', element.len);

  *weight = 1000;
  if (mark == NULL)
    return element;
  size_t len = (size_t)(mark - element.bytes);
  struct berg_span parameter = berg_http_trim(berg_span_part(element, len + 1, element.len - len - 1));
  if (parameter.len < 2 || (parameter.bytes[0] | 0x20) != 'q' || parameter.bytes[1] != '=')
    *weight = 0;
  else
    *weight = read_weight(berg_http_trim(berg_span_part(parameter, 2, parameter.len - 2)));
  return berg_http_trim(berg_span_part(element, 0, len));
}

static bool is_gzip(struct berg_span coding)
{
  return berg_http_equals_folded(coding, BERG_SPAN("gzip")) || berg_http_equals_folded(coding, BERG_SPAN("x-gzip"));
}

bool berg_http_accepts_gzip(const struct berg_header *headers, size_t count)
{
  int gzip = -1; /* -1: not named */
  int any = -1;
  int plain = 0;

  for (size_t i = 0; i < count; i++) {
    struct berg_span list = headers[i].value;
    struct berg_span element;
    if (!berg_http_equals_folded(headers[i].name, BERG_SPAN("accept-encoding")))
      continue;
    while (berg_http_next_element(&list, &element)) {
      int weight;
      struct berg_span coding = split_element(element, &weight);
      if (is_gzip(coding))
        gzip = weight;
      else if (berg_http_equals_folded(coding, BERG_SPAN("identity")))
        plain = weight;
      else if (berg_span_equal(coding, BERG_SPAN("*")))
        any = weight;
    }
  }
  int weight = gzip >= 0 ? gzip : any;
  return weight > 0 && weight >= plain;
}

enum berg_http_coding berg_http_content_coding(const struct berg_header *headers, size_t count)
{
  enum berg_http_coding found = BERG_HTTP_CODING_IDENTITY;

  for (size_t i = 0; i < count; i++) {
    struct berg_span list = headers[i].value;
    struct berg_span coding;
    if (!berg_http_equals_folded(headers[i].name, BERG_SPAN("content-encoding")))
      continue;
    while (berg_http_next_element(&list, &coding)) {
      if (berg_http_equals_folded(coding, BERG_SPAN("identity")))
        continue;
      if (!is_gzip(coding) || found != BERG_HTTP_CODING_IDENTITY)
        return BERG_HTTP_CODING_OTHER;
      found = BERG_HTTP_CODING_GZIP;
    }
  }
  return found;
}
