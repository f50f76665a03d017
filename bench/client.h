/* What the measuring clients share: the clock, a connection to this machine, the end of an answer. */
#ifndef BERG_BENCH_CLIENT_H
#define BERG_BENCH_CLIENT_H

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

static inline void die(const char *what)
{
  fprintf(stderr, "bench: %s\n", what);
  exit(1);
}

static inline double now_us(void)
{
  struct timespec now;

  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static inline int connect_to(const char *port)
{
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)strtoul(port, NULL, 10))};
  int one = 1;
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0)
    die("cannot connect");
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  return fd;
}

/* The whole length of the answer whose head stands in TEXT, or 0 while the head is not complete. */
static inline size_t answer_len(const char *text)
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

/* Sends REQUEST and reads its answer into ANSWER of SIZE bytes. */
static inline void ask(int fd, const char *request, size_t request_len, char *answer, size_t size)
{
  size_t have = 0;
  size_t want = 0;

  if (write(fd, request, request_len) != (ssize_t)request_len)
    die("cannot write");
  while (want == 0 || have < want) {
    ssize_t got = read(fd, answer + have, size - 1 - have);
    if (got <= 0)
      die("the server closed the connection");
    have += (size_t)got;
    answer[have] = '\0';
    if (want == 0)
      want = answer_len(answer);
    if (want >= size)
      die("an answer is too long");
  }
}

#endif
