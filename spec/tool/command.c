#include "spec/tool/command.h"

#include "base/buffer.h"
#include "spec/tool/files.h"

#include <errno.h>
#include <unistd.h>

void berg_spec_source_open(struct berg_spec_source *source)
{
  *source = (struct berg_spec_source){.document = NULL, .overlay = NULL, .raw = false};
}

bool berg_spec_option_value(const char *option, int argc, char **argv, int *at, const char **value)
{
  size_t len = strlen(option);

  if (strncmp(argv[*at], option, len) != 0)
    return false;
  if (argv[*at][len] == '=') {
    *value = argv[*at] + len + 1;
    *at += 1;
    return true;
  }
  if (argv[*at][len] != '\0' || *at + 1 >= argc)
    return false;
  *value = argv[*at + 1];
  *at += 2;
  return true;
}

bool berg_spec_source_take(struct berg_spec_source *source, int argc, char **argv, int *at)
{
  if (berg_spec_option_value("--overlay", argc, argv, at, &source->overlay))
    return true;
  if (strcmp(argv[*at], "--no-overlay") == 0) {
    source->raw = true;
    *at += 1;
    return true;
  }
  if (source->document != NULL || (argv[*at][0] == '-' && argv[*at][1] != '\0'))
    return false;
  source->document = argv[*at];
  *at += 1;
  return true;
}

const char *berg_spec_source_document(const struct berg_spec_source *source)
{
  return source->document == NULL ? BERG_SPEC_DEFAULT_DOCUMENT : source->document;
}

const char *berg_spec_source_overlay(const struct berg_spec_source *source, struct berg_arena *arena)
{
  if (source->raw)
    return NULL;
  if (source->overlay != NULL)
    return source->overlay;
  struct berg_span document = berg_span_of(berg_spec_source_document(source));
  struct berg_span beside = berg_spec_path_join(arena, document, BERG_SPAN(BERG_SPEC_DEFAULT_OVERLAY));
  const char *path = (const char *)beside.bytes;
  return access(path, R_OK) == 0 ? path : NULL;
}

int berg_spec_source_load(const struct berg_spec_source *source, struct berg_arena *arena,
                          const struct berg_spec_document **document)
{
  struct berg_spec_complaints complaints;

  berg_spec_complaints_open(&complaints, arena);
  enum berg_status status = berg_spec_load(arena, berg_spec_source_document(source),
                                           berg_spec_source_overlay(source, arena), &complaints, document);
  if (status == BERG_OK)
    return 0;
  berg_spec_complaints_print(&complaints, stderr);
  return status == BERG_IO ? 2 : 1;
}

static int complain_write(const char *path)
{
  fprintf(stderr, "refberg spec: cannot write %s: %s\n", path == NULL ? "the output" : path, strerror(errno));
  return 2;
}

int berg_spec_write(const struct berg_buffer *buffer, const char *path)
{
  if (buffer->failed)
    berg_spec_no_memory();
  FILE *out = path == NULL ? stdout : fopen(path, "wb");
  if (out == NULL)
    return complain_write(path);
  bool good = buffer->len == 0 || fwrite(buffer->bytes, 1, buffer->len, out) == buffer->len;
  good = fflush(out) == 0 && good;
  if (path != NULL)
    good = fclose(out) == 0 && good;
  return good ? 0 : complain_write(path);
}

int berg_spec_usage(const char *usage, const char *fault)
{
  if (fault == NULL) {
    fputs(usage, stdout);
    return 0;
  }
  fprintf(stderr, "refberg spec: %s\n%s", fault, usage);
  return 2;
}

int berg_spec_unknown_argument(const char *usage, const char *argument)
{
  char fault[256];

  snprintf(fault, sizeof fault, "unknown or incomplete argument '%s'", argument);
  return berg_spec_usage(usage, fault);
}

bool berg_spec_is_help(const char *argument)
{
  return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0;
}
