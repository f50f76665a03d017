#include "document/member.h"

#include "document/part.h"

enum berg_status berg_document_add_member(struct berg_json_reader *reader, struct berg_document *document, size_t *cap,
                                          struct berg_document_member member)
{
  if (document->member_count == *cap) {
    size_t cap_new = *cap == 0 ? 32 : *cap * 2;
    struct berg_document_member *grown =
        berg_arena_grow(reader->arena, document->members, document->member_count, cap_new, sizeof *grown);
    if (grown == NULL)
      return berg_part_no_memory(reader);
    document->members = grown;
    *cap = cap_new;
  }
  document->members[document->member_count++] = member;
  return BERG_OK;
}
