/* Measures how long one request keeps the server from answering another connection.
 *
 * usage: held PORT POST_TARGET GET_TARGET < BODY
 *
 * Posts BODY on one connection and asks GET_TARGET on another, one question after the other, until the whole answer to
 * the first has come. Prints `LONGEST_us QUESTIONS ANSWER_BYTES`: the longest wait for one of the small answers, how
 * many there were, and the length of the large answer with its head. Both sides in one process, so that nothing but the
 * server makes the small questions wait. */
#include "client.h"

#include <errno.h>
#include <stdbool.h>

#define BODY_MAX ((size_t)32 << 20)

static char *read_body(size_t *len)
{
  char *body = malloc(BODY_MAX);

  *len = body == NULL ? 0 : fread(body, 1, BODY_MAX, stdin);
  if (*len == 0 || *len == BODY_MAX)
    die("standard input has no body, or one that is too long");
  return body;
}

static void write_all(int fd, const char *bytes, size_t len)
{
  while (len > 0) {
    ssize_t done = write(fd, bytes, len);
    if (done <= 0)
      die("cannot write");
    bytes += done;
    len -= (size_t)done;
  }
}

static void post(int fd, const char *target, const char *body, size_t body_len)
{
  char head[1024];
  int len = snprintf(head, sizeof head,
                     "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                     "Content-Length: %zu\r\n\r\n",
                     target, body_len);

  write_all(fd, head, (size_t)len);
  write_all(fd, body, body_len);
}

/* The answer to the post, as far as it is here. */
struct large {
  int fd;
  char head[4096]; /* its first bytes */
  size_t have;
  size_t want; /* 0: not known yet */
};

/* Takes in what came, without waiting. */
static void take(struct large *large)
{
  static char rest[1 << 18];

  while (large->want == 0 || large->have < large->want) {
    bool in_head = large->want == 0;
    ssize_t got = recv(large->fd, in_head ? large->head + large->have : rest,
                       in_head ? sizeof large->head - 1 - large->have : sizeof rest, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
      return;
    if (got <= 0)
      die("the server closed the connection");
    large->have += (size_t)got;
    if (in_head) {
      large->head[large->have] = '\0';
      large->want = answer_len(large->head);
    }
  }
}

int main(int argc, char **argv)
{
  static char answer[1 << 16];
  char question[1024];
  struct large large = {0};
  size_t body_len;
  size_t questions = 0;
  double longest = 0;

  if (argc != 4)
    die("usage: held PORT POST_TARGET GET_TARGET < BODY");
  char *body = read_body(&body_len);
  int len = snprintf(question, sizeof question, "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", argv[3]);
  int fd = connect_to(argv[1]);
  large.fd = connect_to(argv[1]);
  ask(fd, question, (size_t)len, answer, sizeof answer);
  post(large.fd, argv[2], body, body_len);
  while (large.want == 0 || large.have < large.want) {
    double start = now_us();
    ask(fd, question, (size_t)len, answer, sizeof answer);
    double waited = now_us() - start;
    longest = waited > longest ? waited : longest;
    questions++;
    take(&large);
  }
  printf("%.0f %zu %zu\n", longest, questions, large.have);
  free(body);
  return 0;
}
