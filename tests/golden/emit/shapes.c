/* Round trips of what shapes.yaml describes, with code that was generated from it. */
#include "berg_wire_decode.h"
#include "berg_wire_encode.h"
#include "unit/wire/wire_kit.h"

static void a_struct_holds_itself(void)
{
  struct berg_wire_node node;

  CHECK_ROUND_TRIP(node, "{'name':'a','next':{'name':'b','next':{'name':'c'}},'children':[{'name':'d'},{'name':'e',"
                         "'children':[]}],'by-name':{'k':{'name':'f'}}}");
  MUST_DECODE(node, "{'name':'a','next':{'name':'b'}}", &node);
  CHECK(node.next.set);
  CHECK_TEXT(node.next.value->name, "b");
  CHECK(!node.next.value->next.set);
  CHECK_REFUSED(node, "{'name':'a','next':{'next':{'name':'c'}}}", "/next",
                "required member `name` is missing in Node");
}

static void names_of_c_are_no_obstacle(void)
{
  struct berg_wire_keywords keywords;

  CHECK_ROUND_TRIP(keywords, "{'default':1,'set':true,'3d':'x','a.b/c':-1.50e3,'flags':[true,false],"
                             "'colours':['red','deep blue','a\\'b\\\\c'],'colour':'red','table':{'k':[1,2]},"
                             "'anything':{'x':[null]},'values':['a',1,null]}");
  MUST_DECODE(keywords, "{'default':1,'set':true,'3d':'x','colour':'deep blue'}", &keywords);
  CHECK_INT(keywords.default_, 1);
  CHECK(keywords.set_);
  CHECK_TEXT(keywords._3d, "x");
  CHECK_INT(keywords.colour.value, BERG_WIRE_COLOUR_DEEP_BLUE);
  CHECK_REFUSED(keywords, "{'default':1,'set':true,'3d':'x','values':[1.5]}", "/values/0",
                "the number 1.5 is not allowed here");
  CHECK_REFUSED(keywords, "{'default':1,'set':true,'3d':'x','values':[[]]}", "/values/0",
                "`values` cannot be an array");
  CHECK_REFUSED(keywords, "{'default':1,'set':true,'3d':'x','colour':'blue'}", "/colour",
                "`colour`: 'blue' is no Colour");
}

static void constants_are_checked_and_written(void)
{
  CHECK_ROUND_TRIP(nothing, "{'kind':'nothing'}");
  CHECK_REFUSED(nothing, "{'kind':'something'}", "/kind", "`kind` of Nothing is 'nothing', found 'something'");
}

static void members_tell_alternatives_apart(void)
{
  CHECK_ROUND_TRIP(point_or_name, "{'x':1}");
  CHECK_ROUND_TRIP(point_or_name, "{'text':'a'}");
  CHECK_ROUND_TRIP(point_or_name, "{'text':null}");
  CHECK_ROUND_TRIP(point_or_name, "[{'x':1},{'x':2}]");
  CHECK_ROUND_TRIP(point_or_name, "7");
  CHECK_REFUSED(point_or_name, "{'text':'a','more':1}", "/more", "member `more` is not allowed in Name");
  CHECK_REFUSED(point_or_name, "{'other':1}", "", "the value is none of the alternatives of PointOrName");
}

static void parts_are_joined(void)
{
  CHECK_ROUND_TRIP(both, "{'x':1,'y':2}");
  CHECK_REFUSED(both, "{'x':1}", "", "required member `y` is missing in Both");
  CHECK_ROUND_TRIP(open, "{'fixed':'a','k':'v','l':''}");
  CHECK_REFUSED(open, "{'fixed':'a','k':1}", "/k",
                "expected a string in `k`, found a number (byte 17, line 1, column 18)");
}

int main(void)
{
  berg_arena_open(&kit_arena, SIZE_MAX);
  TEST_RUN(a_struct_holds_itself);
  TEST_RUN(names_of_c_are_no_obstacle);
  TEST_RUN(constants_are_checked_and_written);
  TEST_RUN(members_tell_alternatives_apart);
  TEST_RUN(parts_are_joined);
  berg_arena_close(&kit_arena);
  return test_end();
}
