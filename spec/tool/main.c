/* The stand-alone generator, which is built before anything that needs generated code. */
#include "spec/tool/spec_main.h"

int main(int argc, char **argv)
{
  return berg_spec_main(argc, argv);
}
