# The generator: spec/tool and src/base alone, so that it can be built before any generated code. Its objects have a
# folder of their own, because those of the library wait for what the generator writes.

SPEC_TOOL_SRC := $(sort $(wildcard spec/tool/*.c))
SPEC_TOOL_OBJ := $(SPEC_TOOL_SRC:%.c=$(BUILD)/generator/%.o)
SPEC_BASE_OBJ := $(patsubst %.c,$(BUILD)/generator/%.o,$(sort $(wildcard src/base/*.c)))
SPEC_TOOL_LIB := $(BUILD)/libspec-tool.a
SPEC_DOCUMENT := spec/openapi.yaml $(sort $(wildcard spec/*/*.yaml))
SPEC_OVERLAY := spec/errata.overlay.yaml

$(BUILD)/generator/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(filter-out -I$(BUILD)/gen,$(CFLAGS_ALL)) -MMD -MP -c -o $@ $<

$(SPEC_TOOL_LIB): $(filter-out %/main.o,$(SPEC_TOOL_OBJ))
	@rm -f $@
	ar rcs $@ $^

$(BUILD)/refberg-spec: $(SPEC_TOOL_OBJ) $(SPEC_BASE_OBJ)
	$(CC) $(LDFLAGS_ALL) -o $@ $^ -lyaml

-include $(SPEC_TOOL_OBJ:.o=.d) $(SPEC_BASE_OBJ:.o=.d)

