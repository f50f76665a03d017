/* Makes long metadata documents, as a table gets them that is appended to thousands of times. */
#ifndef BERG_TESTS_UNIT_DOCUMENT_BIG_H
#define BERG_TESTS_UNIT_DOCUMENT_BIG_H

#include "base/buffer.h"

#include <inttypes.h>

#define BIG_FIRST_MS INT64_C(1700000000000)

/* Snapshot ids are random 63-bit numbers in real documents; these are spread the same way, and are never alike. */
__attribute__((unused)) static int64_t big_snapshot_id(size_t i)
{
  return (int64_t)(((uint64_t)i + 1) * UINT64_C(0x9E3779B97F4A7C15) >> 1);
}

static void big_append_snapshot(struct berg_buffer *out, size_t i)
{
  berg_buffer_append_format(out, "{\"sequence-number\":%zu,\"snapshot-id\":%" PRId64 ",", i + 1, big_snapshot_id(i));
  if (i > 0)
    berg_buffer_append_format(out, "\"parent-snapshot-id\":%" PRId64 ",", big_snapshot_id(i - 1));
  berg_buffer_append_format(
      out,
      "\"timestamp-ms\":%" PRId64 ",\"summary\":{\"operation\":\"append\",\"added-data-files\":\"4\","
      "\"added-records\":\"%zu\",\"added-files-size\":\"16384\",\"changed-partition-count\":\"1\",\"total-records\":"
      "\"%zu\",\"total-files-size\":\"%zu\",\"total-data-files\":\"%zu\",\"total-delete-files\":\"0\","
      "\"total-position-deletes\":\"0\",\"total-equality-deletes\":\"0\"},\"manifest-list\":\"file:///warehouse/db/t/"
      "metadata/snap-%" PRId64 "-1-0d5b0f2c.avro\",\"schema-id\":0}",
      BIG_FIRST_MS + (int64_t)i * 1000, 100 + i % 7, i * 100, i * 16384, i * 4, big_snapshot_id(i));
}

/* Appends a version 2 document with COUNT snapshots, a log entry for each, a branch and a tag. COUNT is at least 1. */
__attribute__((unused)) static void big_append_document(struct berg_buffer *out, size_t count)
{
  int64_t last_ms = BIG_FIRST_MS + (int64_t)count * 1000;

  berg_buffer_append_format(
      out,
      "{\"format-version\":2,\"table-uuid\":\"0b8ea5d4-7ea8-4f3c-9a2e-6b6f3a1c2d4e\",\"location\":\"file:///warehouse/"
      "db/t\",\"last-sequence-number\":%zu,\"last-updated-ms\":%" PRId64
      ",\"last-column-id\":2,\"current-schema-id\":0,"
      "\"schemas\":[{\"type\":\"struct\",\"schema-id\":0,\"fields\":[{\"id\":1,\"name\":\"id\",\"required\":false,"
      "\"type\":\"long\"},{\"id\":2,\"name\":\"data\",\"required\":false,\"type\":\"string\"}]}],\"default-spec-id\":0,"
      "\"partition-specs\":[{\"spec-id\":0,\"fields\":[]}],\"last-partition-id\":999,\"default-sort-order-id\":0,"
      "\"sort-orders\":[{\"order-id\":0,\"fields\":[]}],\"properties\":{\"owner\":\"me\"},\"current-snapshot-id\":"
      "%" PRId64 ",\"refs\":{\"main\":{\"snapshot-id\":%" PRId64
      ",\"type\":\"branch\"},\"first\":{\"snapshot-id\":%" PRId64 ",\"type\":\"tag\"}},\"snapshots\":[",
      count, last_ms, big_snapshot_id(count - 1), big_snapshot_id(count - 1), big_snapshot_id(0));
  for (size_t i = 0; i < count; i++) {
    berg_buffer_append_text(out, i > 0 ? "," : "");
    big_append_snapshot(out, i);
  }
  berg_buffer_append_text(out, "],\"statistics\":[],\"partition-statistics\":[],\"snapshot-log\":[");
  for (size_t i = 0; i < count; i++)
    berg_buffer_append_format(out, "%s{\"timestamp-ms\":%" PRId64 ",\"snapshot-id\":%" PRId64 "}", i > 0 ? "," : "",
                              BIG_FIRST_MS + (int64_t)i * 1000, big_snapshot_id(i));
  berg_buffer_append_format(out,
                            "],\"metadata-log\":[{\"timestamp-ms\":%" PRId64
                            ",\"metadata-file\":\"file:///warehouse/db/t/metadata/00000-a.metadata.json\"}]}",
                            last_ms - 1000);
}

#endif
