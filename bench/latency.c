/* Measures GET latency of several servers side by side, on one connection each, alternating round by round.
 *
 * usage: latency ROUNDS REQUESTS NAME=PORT/TARGET...
 *
 * Prints one line a server: `NAME p50_us p99_us requests`, the medians over the rounds of each round's percentiles, and
 * fails when an answer is not 200. Alternating in one run is what makes the ratio of two servers mean something on a
 * machine that others use too. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define SERVERS_MAX 8

struct server {
  const char *name;
  char request[1024];
  size_t request_len;
  int fd;
  double *p50;
  double *p99;
};

static void die(const char *what)
{
  fprintf(stderr, "latency: %s\n", what);
  exit(1);
}

static double now_us(void)
{
  struct timespec now;

  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static void open_server(struct server *server, char *argument, size_t rounds)
{
  char *equals = strchr(argument, '=');
  char *slash = strchr(argument, '/');
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int one = 1;

  if (equals == NULL || slash == NULL)
    die("a server is NAME=PORT/TARGET");
  *equals = '\0';
  server->name = argument;
  address.sin_port = htons((uint16_t)strtoul(equals + 1, NULL, 10));
  server->request_len =
      (size_t)snprintf(server->request, sizeof server->request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", slash);
  server->fd = socket(AF_INET, SOCK_STREAM, 0);
  if (server->fd < 0 || connect(server->fd, (struct sockaddr *)&address, sizeof address) != 0)
    die("cannot connect");
  setsockopt(server->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  server->p50 = calloc(rounds, sizeof(double));
  server->p99 = calloc(rounds, sizeof(double));
}

/* The whole length of the answer whose head stands in TEXT, or 0 while the head is not complete. */
static size_t answer_len(const char *text)
{
  const char *end = strstr(text, "\r\n\r\n");
  const char *length = strcasestr(text, "\r\ncontent-length:");

  if (end == NULL)
    return 0;
  if (strncmp(text, "HTTP/1.1 200", 12) != 0)
    die("an answer is not 200");
  if (length == NULL || length > end)
    die("an answer has no Content-Length");
  return (size_t)(end + 4 - text) + strtoul(length + 17, NULL, 10);
}

static void ask(struct server *server)
{
  static char answer[1 << 20];
  size_t have = 0;
  size_t want = 0;

  if (write(server->fd, server->request, server->request_len) != (ssize_t)server->request_len)
    die("cannot write");
  while (want == 0 || have < want) {
    ssize_t got = read(server->fd, answer + have, sizeof answer - 1 - have);
    if (got <= 0)
      die("the server closed the connection");
    have += (size_t)got;
    answer[have] = '\0';
    if (want == 0)
      want = answer_len(answer);
    if (want >= sizeof answer)
      die("an answer is too long");
  }
}

static int compare(const void *a, const void *b)
{
  double left = *(const double *)a;
  double right = *(const double *)b;

  return left < right ? -1 : left > right;
}

static void run_round(struct server *server, size_t round, double *times, size_t requests)
{
  for (size_t i = 0; i < requests; i++) {
    double start = now_us();
    ask(server);
    times[i] = now_us() - start;
  }
  qsort(times, requests, sizeof *times, compare);
  server->p50[round] = times[requests / 2];
  server->p99[round] = times[requests * 99 / 100];
}

static double median(double *values, size_t count)
{
  qsort(values, count, sizeof *values, compare);
  return values[count / 2];
}

int main(int argc, char **argv)
{
  struct server servers[SERVERS_MAX];

  if (argc < 4 || argc - 3 > SERVERS_MAX)
    die("usage: latency ROUNDS REQUESTS NAME=PORT/TARGET...");
  size_t rounds = strtoul(argv[1], NULL, 10);
  size_t requests = strtoul(argv[2], NULL, 10);
  size_t count = (size_t)argc - 3;
  double *times = calloc(requests, sizeof *times);
  if (times == NULL || rounds == 0 || requests == 0)
    die("ROUNDS and REQUESTS are at least 1");
  for (size_t i = 0; i < count; i++) {
    open_server(&servers[i], argv[3 + i], rounds);
    run_round(&servers[i], 0, times, requests); /* warms up; overwritten by the first round */
  }
  for (size_t round = 0; round < rounds; round++) {
    for (size_t i = 0; i < count; i++)
      run_round(&servers[i], round, times, requests);
  }
  for (size_t i = 0; i < count; i++) {
    printf("%s %.1f %.1f %zu\n", servers[i].name, median(servers[i].p50, rounds), median(servers[i].p99, rounds),
           rounds * requests);
    free(servers[i].p50);
    free(servers[i].p99);
    close(servers[i].fd);
  }
  free(times);
  return 0;
}
