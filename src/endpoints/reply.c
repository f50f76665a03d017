/* The bodies that several endpoints answer with. */
#include "endpoints/context.h"
#include "endpoints/table_metadata.h"
#include "json/write.h"

void berg_reply_json(struct berg_reply *reply)
{
  reply->http_code = 200;
  reply->content_type = "application/json";
}

void berg_reply_no_content(struct berg_reply *reply)
{
  reply->http_code = 204;
}

void berg_reply_begin_result(struct berg_reply *reply, struct berg_span metadata_location)
{
  struct berg_buffer *body = &reply->body;

  berg_reply_json(reply);
  berg_json_write_object_begin(body);
  if (metadata_location.len > 0) {
    berg_json_write_name(body, BERG_SPAN("metadata-location"));
    berg_json_write_string(body, metadata_location);
  }
  berg_json_write_name(body, BERG_SPAN("metadata"));
}

void berg_reply_end_load_table_result(struct berg_reply *reply)
{
  berg_json_write_name(&reply->body, BERG_SPAN("config"));
  berg_json_write_object_begin(&reply->body);
  berg_json_write_object_end(&reply->body);
  berg_json_write_object_end(&reply->body);
}

void berg_reply_end_commit_result(struct berg_reply *reply)
{
  berg_json_write_object_end(&reply->body);
}

/* Everything up to the end of the stored DOCUMENT, in one allocation. */
static void begin_with_document(struct berg_reply *reply, struct berg_span metadata_location, struct berg_span document)
{
  berg_buffer_reserve(&reply->body, document.len + metadata_location.len + 128);
  berg_reply_begin_result(reply, metadata_location);
  berg_json_write_raw(&reply->body, document);
}

void berg_reply_load_table_result(struct berg_reply *reply, struct berg_span metadata_location,
                                  struct berg_span document)
{
  begin_with_document(reply, metadata_location, document);
  berg_reply_end_load_table_result(reply);
}

void berg_reply_commit_result(struct berg_reply *reply, struct berg_span metadata_location, struct berg_span document)
{
  begin_with_document(reply, metadata_location, document);
  berg_reply_end_commit_result(reply);
}
