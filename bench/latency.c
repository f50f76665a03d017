/* Measures GET latency of several servers side by side, on one connection each, alternating round by round.
 *
 * usage: latency ROUNDS REQUESTS NAME=PORT/TARGET...
 *
 * Prints one line a server: `NAME p50_us p99_us requests`, the medians over the rounds of each round's percentiles, and
 * fails when an answer is not 200. Alternating in one run is what makes the ratio of two servers mean something on a
 * machine that others use too. */
#include "client.h"

#define SERVERS_MAX 8

struct server {
  const char *name;
  char request[1024];
  size_t request_len;
  int fd;
  double *p50;
  double *p99;
};

static void open_server(struct server *server, char *argument, size_t rounds)
{
  char *equals = strchr(argument, '=');
  char *slash = strchr(argument, '/');

  if (equals == NULL || slash == NULL)
    die("a server is NAME=PORT/TARGET");
  *equals = '\0';
  server->name = argument;
  server->request_len =
      (size_t)snprintf(server->request, sizeof server->request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", slash);
  server->fd = connect_to(equals + 1);
  server->p50 = calloc(rounds, sizeof(double));
  server->p99 = calloc(rounds, sizeof(double));
}

static int compare(const void *a, const void *b)
{
  double left = *(const double *)a;
  double right = *(const double *)b;

  return left < right ? -1 : left > right;
}

static void run_round(struct server *server, size_t round, double *times, size_t requests)
{
  static char answer[1 << 20];

  for (size_t i = 0; i < requests; i++) {
    double start = now_us();
    ask(server->fd, server->request, server->request_len, answer, sizeof answer);
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
