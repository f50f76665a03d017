/* Listening addresses. */
#include "http/listen.h"
#include "unit/test.h"

#include <unistd.h>

static void splits_addresses(void)
{
  static const char *const BAD[] = {"",      "8181",   ":8181", "127.0.0.1",     "127.0.0.1:", "a:65536",
                                    "a:1x",  "::1:80", "[::1]", "[::1]:",        "[::1]80",    "a:b:1",
                                    "[]:80", "a:-1",   "a: 1",  "[127.0.0.1]:80"};
  struct berg_span host;
  struct berg_span port;
  struct berg_problem problem;

  CHECK_INT(berg_http_split_address(BERG_SPAN("127.0.0.1:8181"), &host, &port, &problem), BERG_OK);
  CHECK_TEXT(host, "127.0.0.1");
  CHECK_TEXT(port, "8181");
  CHECK_INT(berg_http_split_address(BERG_SPAN("[::1]:0"), &host, &port, &problem), BERG_OK);
  CHECK_TEXT(host, "::1");
  CHECK_INT(berg_http_split_address(BERG_SPAN("localhost:65535"), &host, &port, &problem), BERG_OK);
  for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
    berg_problem_clear(&problem);
    CHECK_INT(berg_http_split_address(berg_span_of(BAD[i]), &host, &port, &problem), BERG_INVALID);
    CHECK(strstr(problem.message, "is no address") != NULL);
  }
}

static void picks_a_free_port_and_says_which(void)
{
  char url[BERG_HTTP_URL_MAX] = "";
  char again[BERG_HTTP_URL_MAX] = "";
  struct berg_problem problem;
  int fd = -1;
  int other = -1;

  berg_problem_clear(&problem);
  CHECK_INT(berg_http_listen(BERG_SPAN("127.0.0.1:0"), &fd, url, &problem), BERG_OK);
  CHECK(strncmp(url, "http://127.0.0.1:", 17) == 0);
  CHECK(strcmp(url, "http://127.0.0.1:0") != 0);
  CHECK_INT(berg_http_listen(berg_span_of(url + 7), &other, again, &problem), BERG_IO);
  CHECK(strstr(problem.message, "cannot listen on 127.0.0.1:") != NULL);
  close(fd);
}

int main(void)
{
  TEST_RUN(splits_addresses);
  TEST_RUN(picks_a_free_port_and_says_which);
  return test_end();
}
