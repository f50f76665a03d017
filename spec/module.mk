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
	$(call say,CC $<)
	$(Q)$(CC) $(filter-out -I$(BUILD)/gen,$(CFLAGS_ALL)) -MMD -MP -c -o $@ $<

$(SPEC_TOOL_LIB): $(filter-out %/main.o,$(SPEC_TOOL_OBJ))
	@rm -f $@
	$(call say,AR $@)
	$(Q)ar rcs $@ $^

$(BUILD)/refberg-spec: $(SPEC_TOOL_OBJ) $(SPEC_BASE_OBJ)
	$(call say,LINK $@)
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^ -lyaml

-include $(SPEC_TOOL_OBJ:.o=.d) $(SPEC_BASE_OBJ:.o=.d)


# The generated C. Its files are rewritten only when they change, and only then are built again. The operations that are
# served are those that have a file in src/endpoints, named for the operation.
GEN_DIR := $(BUILD)/gen
GEN_PRODUCTS := decode encode routes operations dispatch check errors client obligations
GEN_SRC := $(GEN_PRODUCTS:%=$(GEN_DIR)/berg_wire_%.c)
GEN_OBJ := $(GEN_SRC:.c=.o)
GEN_HDR_NAMES := berg_wire_types.h $(GEN_PRODUCTS:%=berg_wire_%.h)
GEN_HDR := $(GEN_HDR_NAMES:%=$(GEN_DIR)/%)
GEN_STAMP := $(GEN_DIR)/.stamp
empty :=
ENDPOINTS := $(subst $(empty) $(empty),$(comma),$(notdir $(basename $(sort $(wildcard src/endpoints/*.c)))))

.PHONY: FORCE
$(GEN_DIR)/.endpoints: FORCE
	@mkdir -p $(@D)
	@echo '$(ENDPOINTS)' | cmp -s - $@ || echo '$(ENDPOINTS)' > $@

$(GEN_STAMP): $(BUILD)/refberg-spec $(SPEC_DOCUMENT) $(SPEC_OVERLAY) $(GEN_DIR)/.endpoints
	$(BUILD)/refberg-spec c --out $(GEN_DIR) --overlay $(SPEC_OVERLAY) --served '$(ENDPOINTS)' spec/openapi.yaml
	@touch $@

$(GEN_SRC) $(GEN_HDR): $(GEN_STAMP) ;

$(GEN_OBJ): $(GEN_DIR)/%.o: $(GEN_DIR)/%.c
	$(call say,CC $<)
	$(Q)$(CC) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<

-include $(GEN_OBJ:.o=.d)
