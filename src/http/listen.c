#include "http/listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define BACKLOG 1024
#define HOST_MAX 256u

static bool is_port(struct berg_span text)
{
  int port = 0;

  if (text.len == 0 || text.len > 5)
    return false;
  for (size_t i = 0; i < text.len; i++) {
    if (text.bytes[i] < '0' || text.bytes[i] > '9')
      return false;
    port = port * 10 + (text.bytes[i] - '0');
  }
  return port <= 65535;
}

enum berg_status berg_http_split_address(struct berg_span text, struct berg_span *host, struct berg_span *port,
                                         struct berg_problem *problem)
{
  size_t colon = text.len;

  while (colon > 0 && text.bytes[colon - 1] != ':')
    colon--;
  if (colon > 1) {
    struct berg_span name = berg_span_part(text, 0, colon - 1);
    struct berg_span number = berg_span_part(text, colon, text.len - colon);
    bool is_bracketed = name.len > 2 && name.bytes[0] == '[' && name.bytes[name.len - 1] == ']';
    bool has_colon = memchr(name.bytes, ':', name.len) != NULL;
    if (is_bracketed)
      name = berg_span_part(name, 1, name.len - 2);
    bool is_empty_bracket = berg_span_equal(name, BERG_SPAN("[]"));
    if (is_port(number) && name.len < HOST_MAX && has_colon == is_bracketed && !is_empty_bracket) {
      *host = name;
      *port = number;
      return BERG_OK;
    }
  }
  return berg_problem_set_text(problem, BERG_INVALID,
                               "'{}' is no address to listen on: write ADDR:PORT or [ADDR6]:PORT", text);
}

static enum berg_status resolve(struct berg_span host, struct berg_span port, struct addrinfo **found,
                                struct berg_problem *problem)
{
  char host_text[HOST_MAX];
  char port_text[8];
  struct addrinfo wanted = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE};

  snprintf(host_text, sizeof host_text, "%.*s", (int)host.len, (const char *)host.bytes);
  snprintf(port_text, sizeof port_text, "%.*s", (int)port.len, (const char *)port.bytes);
  int code = getaddrinfo(host_text, port_text, &wanted, found);
  if (code == EAI_NONAME) {
    wanted.ai_flags = AI_NUMERICSERV | AI_PASSIVE;
    code = getaddrinfo(host_text, port_text, &wanted, found);
  }
  if (code != 0)
    return berg_problem_set_texts(problem, BERG_IO, "cannot resolve {}: {}", host, berg_span_of(gai_strerror(code)));
  return BERG_OK;
}

/* TCP_NODELAY is inherited by accepted sockets, so that none of them needs a call of its own. */
static int open_socket(const struct addrinfo *where)
{
  int one = 1;
  int fd = socket(where->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

  if (fd < 0)
    return -1;
  if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) != 0 ||
      setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one) != 0 ||
      bind(fd, where->ai_addr, where->ai_addrlen) != 0 || listen(fd, BACKLOG) != 0) {
    int cause = errno;
    close(fd);
    errno = cause;
    return -1;
  }
  return fd;
}

static enum berg_status format_url(int fd, char url[BERG_HTTP_URL_MAX], struct berg_problem *problem)
{
  struct sockaddr_storage address = {0};
  socklen_t len = sizeof address;
  char host[INET6_ADDRSTRLEN] = "";

  if (getsockname(fd, (struct sockaddr *)&address, &len) != 0)
    return berg_problem_set_text(problem, BERG_IO, "cannot tell the address: {}", berg_span_of(strerror(errno)));
  if (address.ss_family == AF_INET6) {
    struct sockaddr_in6 six;
    memcpy(&six, &address, sizeof six);
    inet_ntop(AF_INET6, &six.sin6_addr, host, sizeof host);
    snprintf(url, BERG_HTTP_URL_MAX, "http://[%s]:%u", host, (unsigned)ntohs(six.sin6_port));
  } else {
    struct sockaddr_in four;
    memcpy(&four, &address, sizeof four);
    inet_ntop(AF_INET, &four.sin_addr, host, sizeof host);
    snprintf(url, BERG_HTTP_URL_MAX, "http://%s:%u", host, (unsigned)ntohs(four.sin_port));
  }
  return BERG_OK;
}

enum berg_status berg_http_listen(struct berg_span address, int *fd, char url[BERG_HTTP_URL_MAX],
                                  struct berg_problem *problem)
{
  struct berg_span host;
  struct berg_span port;
  struct addrinfo *found = NULL;

  enum berg_status status = berg_http_split_address(address, &host, &port, problem);
  if (status == BERG_OK)
    status = resolve(host, port, &found, problem);
  if (status != BERG_OK)
    return status;
  int socket_fd = open_socket(found);
  int cause = errno;
  freeaddrinfo(found);
  if (socket_fd < 0)
    return berg_problem_set_texts(problem, BERG_IO, "cannot listen on {}: {}", address, berg_span_of(strerror(cause)));
  status = format_url(socket_fd, url, problem);
  if (status != BERG_OK)
    close(socket_fd);
  else
    *fd = socket_fd;
  return status;
}
