/* Talks to a catalog in this process: no socket, no HTTP library, a clock and random bytes that the test decides.
 *
 * A test opens a kit, sends requests and looks at the answer to the last one. Bodies are written with ' in place of ",
 * so that JSON can stand in C text, and are printf formats. Targets are raw, as they would stand in a request line.
 * Each answer is also held against its schema in the document (see api_schema.c); a violation fails the running case,
 * wanted or not. A failed check is reported with the line of the test that made it. Everything that a kit hands out
 * lives until api_close. */
#ifndef BERG_TESTS_KIT_API_H
#define BERG_TESTS_KIT_API_H

#include "endpoints/catalog.h"
#include "json/tree.h"

#define API_CLOCK_START_MS INT64_C(1700000000000)
#define API_REQUEST_HEADER_MAX 8u
#define API_FOLDER_MAX 128u

typedef void api_report_function(const char *file, int line, const char *what);

/* What differs from the usual catalog: state in memory, one default warehouse. */
struct api_options {
  bool on_disk;                 /* state in a directory, so that api_restart finds it again */
  const char *second_warehouse; /* name of one more warehouse, or NULL */
  bool no_default_warehouse;    /* the second warehouse is the only one */
  const char *separator;        /* namespace separator, percent-encoded, or NULL */
  size_t body_max_bytes;
  size_t page_size_max;
  bool plus_is_space;
  int missing_metadata_code;
  bool confine_locations;
};

struct api {
  struct berg_catalog *catalog;
  struct api_options options;
  api_report_function *report;
  char folder[API_FOLDER_MAX];         /* temporary: data/, wh/ and wh2/ */
  char warehouse[API_FOLDER_MAX + 16]; /* file: URI of the default warehouse */
  int64_t now_ms;                      /* what the catalog's clock shows */
  uint64_t random;                     /* state of the catalog's random source */
  struct berg_arena memory;
  bool hold_turn; /* requests share a turn until api_end_turn */
  /* for the next request only */
  struct berg_header headers[API_REQUEST_HEADER_MAX];
  size_t header_count;
  bool no_content_type;
  size_t fail_after; /* the allocation of the request's arena that fails; 0: none */
  /* of the last answer */
  int code;
  const char *content_type;
  struct berg_span body;
  struct berg_header answer_headers[BERG_REPLY_HEADER_MAX];
  size_t answer_header_count;
  struct berg_json_tree tree; /* of the body */
  bool has_tree;
  struct berg_span mark; /* what api_mark saw */
};

/* Opens a kit; the test ends when it cannot be. OPTIONS may be NULL. REPORT is test_report of the test. */
void api_open(struct api *api, const struct api_options *options, api_report_function *report);
/* Closes the catalog and removes the folder. */
void api_close(struct api *api);
/* Closes the catalog and opens it again on the same state. */
void api_restart(struct api *api);

#define API_OPEN(api, ...) api_open((api), (__VA_ARGS__), test_report)

/* Text in the kit's memory. */
const char *api_text(struct api *api, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same with each ' made a ". */
const char *api_json(struct api *api, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds a header to the next request. A Content-Type given here replaces the usual one. */
void api_header(struct api *api, const char *name, const char *value);

/* Sends a request; gives the answer's code. BODY is sent as it is; NULL bytes: none. */
int api_send(struct api *api, const char *file, int line, const char *method, const char *target,
             struct berg_span body);
/* Sends a request and checks the code. */
void api_expect(struct api *api, const char *file, int line, int code, const char *method, const char *target);
void api_expect_body(struct api *api, const char *file, int line, int code, const char *method, const char *target,
                     const char *format, ...) __attribute__((format(printf, 7, 8)));
/* Ends the turn that requests were held in; what was answered with success stands only when this says BERG_OK. */
enum berg_status api_end_turn(struct api *api);
/* Work that waits until the catalog is idle, all of it: files to delete. */
void api_idle(struct api *api);

#define API_GET(api, code, target) api_expect((api), __FILE__, __LINE__, (code), "GET", (target))
#define API_HEAD(api, code, target) api_expect((api), __FILE__, __LINE__, (code), "HEAD", (target))
#define API_DELETE(api, code, target) api_expect((api), __FILE__, __LINE__, (code), "DELETE", (target))
#define API_POST(api, code, target, ...)                                                                               \
  api_expect_body((api), __FILE__, __LINE__, (code), "POST", (target), __VA_ARGS__)
#define API_SEND(api, method, target, body) api_send((api), __FILE__, __LINE__, (method), (target), (body))

/* The answer's header, or NULL; the name is compared as it is written (clients do so with ETag). */
const char *api_answer_header(struct api *api, const char *name);
/* The text at a JSON pointer of the last answer ("" when there is none), and the number there (0). */
const char *api_get_text(struct api *api, const char *pointer);
int64_t api_get_int(struct api *api, const char *pointer);
/* Members or elements of the value at POINTER; -1 when there is none. */
int64_t api_get_count(struct api *api, const char *pointer);
/* The JSON text of the value at POINTER; "" when there is none. */
const char *api_get_json(struct api *api, const char *pointer);

/* Checks on the last answer. */
void api_check_error(struct api *api, const char *file, int line, const char *type, const char *fragment);
void api_check_text(struct api *api, const char *file, int line, const char *pointer, const char *expected);
void api_check_int(struct api *api, const char *file, int line, const char *pointer, int64_t expected);
void api_check_count(struct api *api, const char *file, int line, const char *pointer, int64_t expected);
void api_check_absent(struct api *api, const char *file, int line, const char *pointer);
void api_check_json(struct api *api, const char *file, int line, const char *pointer, const char *expected);
void api_check_header(struct api *api, const char *file, int line, const char *name, const char *expected);

/* The error's type, and a part of its message; code and HTTP status are compared as well. */
#define API_ERROR(api, type, fragment) api_check_error((api), __FILE__, __LINE__, (type), (fragment))
#define API_TEXT(api, pointer, expected) api_check_text((api), __FILE__, __LINE__, (pointer), (expected))
#define API_INT(api, pointer, expected) api_check_int((api), __FILE__, __LINE__, (pointer), (expected))
#define API_COUNT(api, pointer, expected) api_check_count((api), __FILE__, __LINE__, (pointer), (expected))
#define API_ABSENT(api, pointer) api_check_absent((api), __FILE__, __LINE__, (pointer))
/* The value at POINTER ("": the whole body) equals EXPECTED, written with ' for ", whatever the order of members. */
#define API_JSON(api, pointer, expected) api_check_json((api), __FILE__, __LINE__, (pointer), (expected))
/* EXPECTED NULL: the header is absent. */
#define API_HEADER(api, name, expected) api_check_header((api), __FILE__, __LINE__, (name), (expected))

/* Remembers everything that can be seen: all listings, properties, pointers, and every file of the warehouses with its
 * size. */
void api_mark(struct api *api, const char *file, int line);
/* Checks that all of that is as it was. */
void api_check_unchanged(struct api *api, const char *file, int line);
#define API_MARK(api) api_mark((api), __FILE__, __LINE__)
#define API_UNCHANGED(api) api_check_unchanged((api), __FILE__, __LINE__)

/* Files of the warehouses whose path holds PART. */
size_t api_file_count(struct api *api, const char *part);
/* The local path of a file: location; its bytes (NULL when it is not there). */
const char *api_path(struct api *api, const char *location);
struct berg_span api_read_file(struct api *api, const char *path);
void api_write_file(struct api *api, const char *path, struct berg_span content);

/* Usual objects; each checks that it could be made. */
void api_make_namespace(struct api *api, const char *file, int line, const char *name);
/* A table with the columns id (long, required) and data (string), with the given extra members of the request or "". */
void api_make_table(struct api *api, const char *file, int line, const char *ns, const char *name, const char *extra);
#define API_NAMESPACE(api, name) api_make_namespace((api), __FILE__, __LINE__, (name))
#define API_TABLE(api, ns, name, extra) api_make_table((api), __FILE__, __LINE__, (ns), (name), (extra))

/* The property that the catalog gives a new table that has it not. */
#define API_ADDED "'write.parquet.compression-codec':'zstd'"

/* Percent-encodes all but unreserved characters. */
const char *api_encode(struct api *api, struct berg_span name);

/* Of the kit's own parts. */
struct api_answer {
  int code;
  const char *content_type;
  struct berg_span body;
  struct berg_header headers[BERG_REPLY_HEADER_MAX];
  size_t header_count;
  struct berg_wire_match match;
};
void api_exchange(struct api *api, const char *method, const char *target, struct berg_span body, bool plain,
                  struct api_answer *answer);
/* Reports what in ANSWER does not fit its operation's schema or the rules that hold for every answer. */
void api_check_answer(struct api *api, const char *file, int line, const char *method, const char *target,
                      const struct api_answer *answer);
/* Reports a violation with its line. */
void api_fault(struct api *api, const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
