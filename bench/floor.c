/* The floor that the server is measured against: an epoll loop that answers every request with one fixed body.
 *
 * usage: floor BODY_BYTES   (prints `floor: listening on http://127.0.0.1:PORT`, ends with its standard input)
 *
 * It parses nothing but the end of the head, keeps connections alive and writes head and body at once: what is left of
 * a request when the catalog is taken away. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define EVENTS 64

static char *make_answer(size_t body_bytes, size_t *len)
{
  char head[160];
  int head_len =
      snprintf(head, sizeof head, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n",
               body_bytes);
  char *answer = malloc((size_t)head_len + body_bytes);

  if (answer == NULL)
    exit(1);
  memcpy(answer, head, (size_t)head_len);
  memset(answer + head_len, 'x', body_bytes);
  *len = (size_t)head_len + body_bytes;
  return answer;
}

static int listen_anywhere(void)
{
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t len = sizeof address;
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

  if (fd < 0 || bind(fd, (struct sockaddr *)&address, len) != 0 || listen(fd, 128) != 0 ||
      getsockname(fd, (struct sockaddr *)&address, &len) != 0) {
    perror("floor");
    exit(1);
  }
  printf("floor: listening on http://127.0.0.1:%d\n", ntohs(address.sin_port));
  fflush(stdout);
  return fd;
}

static void watch(int epoll, int fd)
{
  struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};

  if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) != 0 && errno != EPERM) {
    perror("floor: epoll_ctl");
    exit(1);
  }
}

static void write_all(int fd, const char *bytes, size_t len)
{
  while (len > 0) {
    ssize_t done = write(fd, bytes, len);
    if (done <= 0)
      return;
    bytes += done;
    len -= (size_t)done;
  }
}

static void serve(int fd, const char *answer, size_t len)
{
  char request[16384];
  ssize_t got = read(fd, request, sizeof request);

  if (got <= 0) {
    close(fd);
    return;
  }
  if (got >= 4 && memcmp(request + got - 4, "\r\n\r\n", 4) == 0)
    write_all(fd, answer, len);
}

int main(int argc, char **argv)
{
  size_t len;
  char *answer = make_answer(argc > 1 ? strtoul(argv[1], NULL, 10) : 5000, &len);
  int listener = listen_anywhere();
  int epoll = epoll_create1(EPOLL_CLOEXEC);

  watch(epoll, listener);
  watch(epoll, STDIN_FILENO);
  for (;;) {
    struct epoll_event events[EVENTS];
    int count = epoll_wait(epoll, events, EVENTS, -1);
    for (int i = 0; i < count; i++) {
      int fd = events[i].data.fd;
      if (fd == STDIN_FILENO) {
        free(answer);
        return 0;
      }
      if (fd == listener) {
        int one = 1;
        int peer = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (peer >= 0) {
          setsockopt(peer, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
          watch(epoll, peer);
        }
      } else {
        serve(fd, answer, len);
      }
    }
  }
}
