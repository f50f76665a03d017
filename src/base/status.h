/* The outcome of every function that can fail, and nothing else.
 *
 * A status says what kind of thing happened; what a client should read about it stands in a struct berg_problem.
 * berg_status_http_code and berg_status_error_type (problem.h) are the only places that turn a status into an HTTP
 * status code and an Iceberg error type. */
#ifndef BERG_BASE_STATUS_H
#define BERG_BASE_STATUS_H

#define BERG_MUST_USE __attribute__((warn_unused_result))

enum berg_status {
  BERG_OK = 0,
  BERG_ABSENT,             /* looked for and not there; never sent to a client as such */
  BERG_INVALID,            /* 400 BadRequestException */
  BERG_INVALID_ARGUMENT,   /* 400 IllegalArgumentException: the type that clients dispatch on */
  BERG_UNAUTHORIZED,       /* 401 NotAuthorizedException */
  BERG_FORBIDDEN,          /* 403 ForbiddenException */
  BERG_NO_ROUTE,           /* 404 NoSuchRouteException: no operation has this path */
  BERG_NO_WAREHOUSE,       /* 404 NoSuchWarehouseException */
  BERG_NO_NAMESPACE,       /* 404 NoSuchNamespaceException */
  BERG_NO_TABLE,           /* 404 NoSuchTableException */
  BERG_NO_VIEW,            /* 404 NoSuchViewException */
  BERG_NO_FUNCTION,        /* 404 NoSuchFunctionException */
  BERG_NO_PLAN,            /* 404 NoSuchPlanIdException */
  BERG_NO_PLAN_TASK,       /* 404 NoSuchPlanTaskException */
  BERG_NOT_FOUND,          /* 404 NotFoundException: a file that a pointer names is not there */
  BERG_METHOD_NOT_ALLOWED, /* 405 MethodNotAllowedException */
  BERG_UNSUPPORTED,        /* 406 UnsupportedOperationException */
  BERG_TIMED_OUT,          /* 408 RequestTimeoutException */
  BERG_EXISTS,             /* 409 AlreadyExistsException */
  BERG_NOT_EMPTY,          /* 409 NamespaceNotEmptyException */
  BERG_COMMIT_FAILED,      /* 409 CommitFailedException */
  BERG_TOO_LARGE,          /* 413 ContentTooLargeException */
  BERG_TARGET_TOO_LONG,    /* 414 UriTooLongException */
  BERG_MEDIA_TYPE,         /* 415 UnsupportedMediaTypeException */
  BERG_AUTH_EXPIRED,       /* 419 AuthenticationTimeoutException */
  BERG_UNPROCESSABLE,      /* 422 UnprocessableEntityException */
  BERG_HEADERS_TOO_LARGE,  /* 431 HeaderFieldsTooLargeException */
  BERG_INTERNAL,           /* 500 InternalServerError */
  BERG_STATE_UNKNOWN,      /* 500 CommitStateUnknownException: the outcome of a commit cannot be told */
  BERG_IO,                 /* 500 InternalServerError: a file or the disk failed, nothing was changed */
  BERG_NO_MEMORY,          /* 503 ServiceUnavailableException */
  BERG_DISK_FULL,          /* 503 ServiceUnavailableException */
  BERG_BUSY,               /* 503 ServiceUnavailableException: the database is locked, nothing was changed */
  BERG_STATUS_COUNT
};

#endif
