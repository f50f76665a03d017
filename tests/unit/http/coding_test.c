/* Content codings: weights, and what a body is packed with. */
#include "http/coding.h"
#include "unit/test.h"

static bool accepts(const char *value)
{
  struct berg_header headers[2] = {{BERG_SPAN("Host"), BERG_SPAN("gzip")},
                                   {BERG_SPAN("accept-encoding"), berg_span_of(value)}};

  return berg_http_accepts_gzip(headers, 2);
}

static void honours_weights(void)
{
  CHECK(accepts("gzip"));
  CHECK(accepts("GZIP"));
  CHECK(accepts("x-gzip"));
  CHECK(accepts("deflate, gzip;q=1.0"));
  CHECK(accepts("gzip ; Q=0.001"));
  CHECK(accepts("*"));
  CHECK(accepts("br;q=1, *;q=0.1"));
  CHECK(accepts("identity;q=0.5, gzip;q=0.5"));
  CHECK(!accepts(""));
  CHECK(!accepts("br, deflate"));
  CHECK(!accepts("gzip;q=0"));
  CHECK(!accepts("gzip;q=0.000"));
  CHECK(!accepts("*, gzip;q=0"));
  CHECK(!accepts("identity, gzip;q=0.9"));
  CHECK(!accepts("gzipx"));
}

static void takes_a_weight_that_is_none_for_a_refusal(void)
{
  CHECK(!accepts("gzip;q=2"));
  CHECK(!accepts("gzip;q=1.001"));
  CHECK(!accepts("gzip;q=0.1234"));
  CHECK(!accepts("gzip;q="));
  CHECK(!accepts("gzip;q=a"));
  CHECK(!accepts("gzip;level=1"));
  CHECK(!accepts("gzip;q=0x1"));
}

static void reads_several_headers(void)
{
  struct berg_header headers[2] = {{BERG_SPAN("Accept-Encoding"), BERG_SPAN("br")},
                                   {BERG_SPAN("Accept-Encoding"), BERG_SPAN("gzip")}};

  CHECK(berg_http_accepts_gzip(headers, 2));
  CHECK(!berg_http_accepts_gzip(headers, 1));
  CHECK(!berg_http_accepts_gzip(NULL, 0));
}

static enum berg_http_coding coding(const char *value)
{
  struct berg_header header = {BERG_SPAN("Content-Encoding"), berg_span_of(value)};

  return berg_http_content_coding(&header, 1);
}

static void names_the_coding_of_a_body(void)
{
  CHECK_INT(coding("gzip"), BERG_HTTP_CODING_GZIP);
  CHECK_INT(coding("X-GZip"), BERG_HTTP_CODING_GZIP);
  CHECK_INT(coding("identity"), BERG_HTTP_CODING_IDENTITY);
  CHECK_INT(coding("identity, gzip"), BERG_HTTP_CODING_GZIP);
  CHECK_INT(coding(""), BERG_HTTP_CODING_IDENTITY);
  CHECK_INT(coding("gzip, gzip"), BERG_HTTP_CODING_OTHER);
  CHECK_INT(coding("deflate"), BERG_HTTP_CODING_OTHER);
  CHECK_INT(coding("br"), BERG_HTTP_CODING_OTHER);
  CHECK_INT(berg_http_content_coding(NULL, 0), BERG_HTTP_CODING_IDENTITY);
}

int main(void)
{
  TEST_RUN(honours_weights);
  TEST_RUN(takes_a_weight_that_is_none_for_a_refusal);
  TEST_RUN(reads_several_headers);
  TEST_RUN(names_the_coding_of_a_body);
  return test_end();
}
