# The library and the program. Every .c file of a layer belongs to it; generated code comes from spec/module.mk.

LIB_LAYERS := base json codec wire core document store warehouse auth endpoints http
LIB_SRC := $(sort $(foreach layer,$(LIB_LAYERS),$(wildcard src/$(layer)/*.c)))
LIB_OBJ := $(LIB_SRC:%.c=$(BUILD)/obj/%.o) $(GEN_OBJ)
PROGRAM_SRC := $(sort $(wildcard src/programs/*.c))
PROGRAM_OBJ := $(PROGRAM_SRC:%.c=$(BUILD)/obj/%.o) $(filter-out %/main.o,$(SPEC_TOOL_OBJ))
LIBS := -lsqlite3 -lz -lm
PROGRAM_LIBS := $(LIBS) -ljson-c -lyaml
PUBLIC_HDR := $(patsubst src/%,%,$(sort $(foreach layer,$(LIB_LAYERS),$(wildcard src/$(layer)/*.h))))

# Sources of the library may include generated headers, so these come first.
$(LIB_OBJ) $(PROGRAM_SRC:%.c=$(BUILD)/obj/%.o): | $(GEN_STAMP)

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC $<)
	$(Q)$(CC) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<

$(BUILD)/librefberg.a: $(LIB_OBJ)
	@rm -f $@
	$(call say,AR $@)
	$(Q)ar rcs $@ $^

$(BUILD)/refberg: $(PROGRAM_OBJ) $(BUILD)/librefberg.a
	$(call say,LINK $@)
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $(PROGRAM_OBJ) $(BUILD)/librefberg.a $(PROGRAM_LIBS)

-include $(LIB_OBJ:.o=.d) $(PROGRAM_OBJ:.o=.d)
