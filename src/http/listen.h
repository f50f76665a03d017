/* Listening addresses: `ADDR:PORT` as text, as a socket, and back as an URL. */
#ifndef BERG_HTTP_LISTEN_H
#define BERG_HTTP_LISTEN_H

#include "base/problem.h"

#define BERG_HTTP_URL_MAX 128u

/* Splits TEXT, `ADDR:PORT` or `[ADDR6]:PORT`, into HOST (without brackets) and PORT.
 * BERG_INVALID: it has no such form, or PORT is no number from 0 to 65535. */
BERG_MUST_USE enum berg_status berg_http_split_address(struct berg_span text, struct berg_span *host,
                                                       struct berg_span *port, struct berg_problem *problem);

/* Opens a non-blocking socket that listens on ADDRESS; port 0 is any free one. URL says where: `http://127.0.0.1:8181`.
 * BERG_INVALID as above; BERG_IO: the address cannot be resolved or bound. The caller closes FD. */
BERG_MUST_USE enum berg_status berg_http_listen(struct berg_span address, int *fd, char url[BERG_HTTP_URL_MAX],
                                                struct berg_problem *problem);

#endif
