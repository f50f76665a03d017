#include "endpoints/catalog.h"
#include "http/server.h"
#include "programs/places.h"
#include "programs/programs.h"
#include "programs/settings.h"

#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#define SPARE_DESCRIPTORS 64u
#define KEPT_BLOCK_MAX (16 << 20) /* larger blocks go back to the system when they are freed */
#define KEPT_MAX (64 << 20)       /* of freed memory, until the server rests */

static void call_serve(void *context, struct berg_request *request, struct berg_reply *reply)
{
  berg_catalog_serve(context, request, reply);
}

static bool call_in_turn(const void *context)
{
  return berg_catalog_in_turn(context);
}

static enum berg_status call_end_turn(void *context, struct berg_problem *problem)
{
  return berg_catalog_end_turn(context, problem);
}

static bool call_idle(void *context)
{
  return berg_catalog_idle(context);
}

/* A commit on a large document takes tens of megabytes and frees them. What the system has to map and clear again each
 * time costs more than the commit itself, so freed memory is kept while requests come. */
static void keep_memory(void)
{
  mallopt(M_MMAP_THRESHOLD, KEPT_BLOCK_MAX);
  mallopt(M_TRIM_THRESHOLD, KEPT_MAX);
}

static void call_rest(void *context)
{
  (void)context;
  malloc_trim(0);
}

static int print_help(void)
{
  printf("Usage: refberg serve [OPTION]...\n"
         "Serve a catalog over HTTP until SIGTERM.\n\n"
         "Each option is also a member of the configuration file and a REFBERG_ variable;\n"
         "the option wins over the variable, and the variable over the file.\n\n");
  berg_settings_print_help();
  printf("  --help                          print this text\n"
         "  --version                       print the version\n");
  return fflush(stdout) == 0 ? 0 : BERG_EXIT_FAILURE;
}

/* The parent may be gone before the kernel was asked to tell; then nobody would. */
static void follow_parent(pid_t parent)
{
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent)
    raise(SIGTERM);
}

static void raise_descriptor_limit(size_t connections)
{
  struct rlimit limit;
  rlim_t wanted = connections + SPARE_DESCRIPTORS;

  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
    return;
  limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
  setrlimit(RLIMIT_NOFILE, &limit);
}

static enum berg_status open_catalog(const struct berg_settings *settings, const struct berg_places *places,
                                     struct berg_catalog **catalog, struct berg_problem *problem)
{
  struct berg_catalog_settings wanted = {
      .data = places->data,
      .warehouses = places->warehouses,
      .warehouse_count = places->warehouse_count,
      .namespace_separator = settings->namespace_separator,
      .body_max_bytes = (size_t)settings->body_max_bytes,
      .cache_bytes = settings->cache_bytes > 0 ? (size_t)settings->cache_bytes : 1,
      .page_size_max = (size_t)settings->page_size_max,
      .plus_is_space = settings->plus_is_space != 0,
      .missing_metadata_code = settings->missing_metadata != 0 ? 404 : 500,
      .confine_locations = settings->confine_locations != 0,
  };

  return berg_catalog_open(&wanted, catalog, problem);
}

/* All that a running server consists of; what is not open yet is NULL. */
struct serving {
  struct berg_settings *settings;
  struct berg_http_log log;
  struct berg_places places;
  struct berg_catalog *catalog;
  struct berg_http_service service;
  struct berg_http_server *server;
};

static enum berg_status open_server(struct serving *serving, struct berg_problem *problem)
{
  const struct berg_settings *settings = serving->settings;
  struct berg_http_server_settings wanted = {.listen = berg_span_of(settings->listen),
                                             .connections_max = (size_t)settings->connections_max,
                                             .request_ms = settings->request_timeout_ms,
                                             .idle_ms = settings->idle_timeout_ms,
                                             .stop_ms = settings->stop_timeout_ms};

  return berg_http_server_open(&wanted, &serving->service, &serving->server, problem);
}

static void open_service(struct serving *serving)
{
  const struct berg_settings *settings = serving->settings;
  struct berg_http_limits limits = {.head_max_bytes = (size_t)settings->head_max_bytes,
                                    .body_max_bytes = (size_t)settings->body_max_bytes,
                                    .gzip_min_bytes = (size_t)settings->gzip_min_bytes};
  struct berg_http_handler handler = {.context = serving->catalog,
                                      .serve = call_serve,
                                      .in_turn = call_in_turn,
                                      .end_turn = call_end_turn,
                                      .idle = call_idle,
                                      .rest = call_rest};

  berg_http_service_open(&limits, &handler, &serving->log, &serving->service);
}

static void close_serving(struct serving *serving)
{
  if (serving->server != NULL)
    berg_http_server_close(serving->server);
  berg_http_service_close(&serving->service);
  if (serving->catalog != NULL)
    berg_catalog_close(serving->catalog);
  berg_places_close(&serving->places);
}

/* The port is bound before the data is touched, and the line is printed when both are there. */
static enum berg_status open_serving(struct serving *serving, struct berg_problem *problem)
{
  enum berg_status status = open_server(serving, problem);

  if (status == BERG_OK)
    status = berg_places_open(serving->settings, &serving->places, problem);
  if (status == BERG_OK)
    status = open_catalog(serving->settings, &serving->places, &serving->catalog, problem);
  if (status == BERG_OK)
    open_service(serving);
  return status;
}

static int run(struct berg_settings *settings, struct berg_problem *problem)
{
  struct serving serving = {.settings = settings};

  enum berg_status status = berg_http_log_open(settings->log_file, (enum berg_log_format)settings->log_format,
                                               (enum berg_log_level)settings->log_level, &serving.log, problem);
  if (status != BERG_OK)
    return berg_program_complain(BERG_EXIT_FAILURE, problem);
  keep_memory();
  raise_descriptor_limit((size_t)settings->connections_max);
  status = open_serving(&serving, problem);
  if (status == BERG_OK) {
    printf("refberg: listening on %s\n", berg_http_server_url(serving.server));
    fflush(stdout);
    status = berg_http_server_run(serving.server, problem);
  }
  close_serving(&serving);
  berg_http_log_close(&serving.log);
  if (status == BERG_OK)
    return 0;
  return berg_program_complain(status == BERG_INVALID ? BERG_EXIT_USAGE : BERG_EXIT_FAILURE, problem);
}

static bool asks_for_help(int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
      return true;
  return false;
}

int berg_program_serve(int argc, char **argv)
{
  struct berg_settings settings;
  struct berg_problem problem;
  pid_t parent = getppid();

  if (asks_for_help(argc, argv))
    return print_help();
  berg_http_block_signals();
  berg_problem_clear(&problem);
  enum berg_status status = berg_settings_open(&settings, &problem);
  if (status == BERG_OK)
    status = berg_settings_load(&settings, argc, argv, environ, &problem);
  int exit_code;
  if (status == BERG_OK) {
    if (settings.exit_with_parent != 0)
      follow_parent(parent);
    exit_code = run(&settings, &problem);
  } else {
    exit_code = berg_program_complain(status == BERG_INVALID || status == BERG_IO ? BERG_EXIT_USAGE : BERG_EXIT_FAILURE,
                                      &problem);
  }
  berg_settings_close(&settings);
  return exit_code;
}
