#include "programs/settings.h"

#include <stddef.h>

#define PLACE(member) offsetof(struct berg_settings, member)
#define GIB (INT64_C(1) << 30)
#define DAY_MS INT64_C(86400000)

static const struct berg_setting TABLE[] = {
    {"listen", BERG_SETTING_TEXT, "ADDR:PORT", "127.0.0.1:8181", NULL, 0, 0, PLACE(listen),
     "where to listen; port 0 is any free one"},
    {"data", BERG_SETTING_TEXT, "DIR", "refberg-data", NULL, 0, 0, PLACE(data),
     "where the catalog's state is kept; ':memory:' keeps none"},
    {"warehouse", BERG_SETTING_LIST, "[NAME=]URI", NULL, NULL, 0, 0, PLACE(warehouses),
     "where tables are put; NAME is the prefix of a further warehouse (default: DIR/warehouse)"},
    {"config", BERG_SETTING_TEXT, "FILE", NULL, NULL, 0, 0, PLACE(config), "a file with settings, see refberg.conf(5)"},
    {"log", BERG_SETTING_CHOICE, "text|json", "text", "text|json", 0, 0, PLACE(log_format),
     "how log lines are written"},
    {"log-level", BERG_SETTING_CHOICE, "LEVEL", "info", "error|warn|info|debug", 0, 0, PLACE(log_level),
     "error, warn, info (a line for each request) or debug"},
    {"log-file", BERG_SETTING_TEXT, "FILE", NULL, NULL, 0, 0, PLACE(log_file),
     "where log lines go, opened again at SIGHUP (default: standard error)"},
    {"body-max", BERG_SETTING_BYTES, "BYTES", "32MiB", NULL, 1024, GIB, PLACE(body_max_bytes),
     "the largest request body"},
    {"header-max", BERG_SETTING_BYTES, "BYTES", "32KiB", NULL, 1024, 16 << 20, PLACE(head_max_bytes),
     "the largest request line and headers together"},
    {"connections-max", BERG_SETTING_COUNT, "COUNT", "1000", NULL, 1, 1000000, PLACE(connections_max),
     "the most connections at once"},
    {"request-timeout", BERG_SETTING_DURATION, "TIME", "60s", NULL, 1, DAY_MS, PLACE(request_timeout_ms),
     "the longest time that a request may take to arrive, and a reply to be taken"},
    {"idle-timeout", BERG_SETTING_DURATION, "TIME", "75s", NULL, 1, DAY_MS, PLACE(idle_timeout_ms),
     "how long a connection may be silent between requests"},
    {"stop-timeout", BERG_SETTING_DURATION, "TIME", "10s", NULL, 1, DAY_MS, PLACE(stop_timeout_ms),
     "how long requests in flight may take after SIGTERM"},
    {"gzip-min", BERG_SETTING_BYTES, "BYTES", "1KiB", NULL, 0, GIB, PLACE(gzip_min_bytes),
     "the smallest reply that is packed for clients that accept gzip; 0 packs none"},
    {"namespace-separator", BERG_SETTING_TEXT, "TEXT", "%1F", NULL, 0, 0, PLACE(namespace_separator),
     "what joins the levels of a namespace in paths, percent-encoded"},
    {"page-size-max", BERG_SETTING_COUNT, "COUNT", "1000", NULL, 1, 1000000, PLACE(page_size_max),
     "the most entries on a page of a listing"},
    {"cache", BERG_SETTING_BYTES, "BYTES", "4MiB", NULL, 0, 64 * GIB, PLACE(cache_bytes),
     "memory for table metadata that was read"},
    {"plus-is-space", BERG_SETTING_SWITCH, "on|off", "off", NULL, 0, 0, PLACE(plus_is_space),
     "read '+' in a path as a space where no such name exists, for clients that encode so"},
    {"missing-metadata", BERG_SETTING_CHOICE, "500|404", "500", "500|404", 0, 0, PLACE(missing_metadata),
     "the answer when a table's metadata file is gone"},
    {"confine-locations", BERG_SETTING_SWITCH, "on|off", "on", NULL, 0, 0, PLACE(confine_locations),
     "refuse table locations outside their warehouse"},
    {"exit-with-parent", BERG_SETTING_SWITCH, "on|off", "off", NULL, 0, 0, PLACE(exit_with_parent),
     "stop when the process that started the server ends"},
};

const struct berg_setting *berg_settings_table(size_t *count)
{
  *count = sizeof TABLE / sizeof TABLE[0];
  return TABLE;
}

const struct berg_setting *berg_settings_find(struct berg_span name)
{
  for (size_t i = 0; i < sizeof TABLE / sizeof TABLE[0]; i++)
    if (berg_span_equal(name, berg_span_of(TABLE[i].name)))
      return &TABLE[i];
  return NULL;
}

void berg_settings_variable(const struct berg_setting *setting, char name[64])
{
  static const char START[] = "REFBERG_";
  size_t len = 0;

  for (; START[len] != '\0'; len++)
    name[len] = START[len];
  for (const char *from = setting->name; *from != '\0' && len < 63; from++, len++)
    name[len] = *from == '-' ? '_' : (char)(*from - 'a' + 'A');
  name[len] = '\0';
}
