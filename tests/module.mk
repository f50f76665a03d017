# Tests. A test is a program that ends with `N passed, N failed`: tests/{unit,api,fault}/**/*_test.c are linked with the
# library, tests/**/*_test.py run under python3 with BUILD in their environment. tests/run adds them up.

TEST_C := $(sort $(wildcard tests/unit/*/*_test.c tests/api/*_test.c tests/fault/*_test.c))
TEST_C_BIN := $(TEST_C:%.c=$(BUILD)/%)
TEST_KIT_OBJ := $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard tests/kit/*.c)))
TEST_PY := $(sort $(wildcard tests/golden/*_test.py tests/http/*_test.py tests/process/*_test.py tests/lint/*_test.py \
  tests/unit/*/*_test.py))
TEST_LIBS := $(LIBS) -ljson-c -lyaml

.PHONY: check check-unit check-all sanitize valgrind check-clang cover lint format

check: deps ## run every test that needs no network; the last line is `N passed, N failed`
	@$(MAKE) --no-print-directory -j$(shell nproc) all tests
	@$(MAKE) --no-print-directory check-all

check-all: all tests
	@BUILD=$(BUILD) CC=$(CC) tests/run --logs $(BUILD)/test-logs $(TEST_C_BIN) $(TEST_PY)

check-unit: tests ## run the C tests alone
	@BUILD=$(BUILD) tests/run --logs $(BUILD)/test-logs $(TEST_C_BIN)

.PHONY: tests
tests: $(TEST_C_BIN)

$(TEST_C_BIN): $(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(TEST_KIT_OBJ) $(BUILD)/librefberg.a $(SPEC_TOOL_LIB)
	@mkdir -p $(@D)
	$(call say,LINK $@)
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $< $(TEST_KIT_OBJ) $(TEST_MORE_OBJ) $(SPEC_TOOL_LIB) $(BUILD)/librefberg.a $(TEST_LIBS)

# The programs are no part of the library, so their tests are linked with their objects.
TEST_PROGRAM_BIN := $(filter $(BUILD)/tests/unit/programs/%,$(TEST_C_BIN))
TEST_PROGRAM_OBJ := $(filter $(BUILD)/obj/src/programs/settings%.o $(BUILD)/obj/src/programs/places.o,$(PROGRAM_OBJ))
$(TEST_PROGRAM_BIN): $(TEST_PROGRAM_OBJ)
$(TEST_PROGRAM_BIN): TEST_MORE_OBJ := $(TEST_PROGRAM_OBJ)

$(TEST_C:%.c=$(BUILD)/obj/%.o) $(TEST_KIT_OBJ): | $(GEN_STAMP)
$(TEST_C:%.c=$(BUILD)/obj/%.o) $(TEST_KIT_OBJ): CFLAGS_ALL += -Itests

# Storms, kills and the generator's hundreds of runs are left to `check`: under the sanitizers they take many times as long.
SANITIZE_PY := $(filter-out %/program_test.py,$(filter tests/http/% tests/process/contention% tests/process/stop%,$(TEST_PY)))
sanitize: ## the C tests and the servers' under AddressSanitizer and UndefinedBehaviorSanitizer
	@$(MAKE) --no-print-directory -j$(shell nproc) BUILD=$(BUILD)/san SAN=asan,ubsan OPT='-O1 -g' all tests
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/san SAN=asan,ubsan OPT='-O1 -g' check-all TEST_PY='$(SANITIZE_PY)'

check-clang: ## build with clang and run the C tests
	@$(MAKE) --no-print-directory -j$(shell nproc) BUILD=$(BUILD)/clang CC=clang all tests
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/clang CC=clang check-unit

# Tests that measure time or repeat themselves by the thousand say nothing more there.
valgrind: tests ## the C tests under valgrind memcheck
	@tests/run-valgrind $(BUILD) $(filter-out %/large_test %/update_random_test,$(TEST_C_BIN))

cover: ## line coverage of the hand-written sources (gcov)
	@$(MAKE) --no-print-directory -j$(shell nproc) BUILD=$(BUILD)/cover COVER=1 OPT='-O0 -g' all tests
	@find $(BUILD)/cover -name '*.gcda' -delete
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/cover COVER=1 OPT='-O0 -g' check-all
	@tests/cover $(BUILD)/cover

LINT_C := $(shell git ls-files '*.c' '*.h' 2>/dev/null)
lint: ## formatting, layers, spelling of marks, YAML and manual pages
	@.ci/deps $(DEPS_LINT)
	@tests/lint/run

format: ## lay out the C files with clang-format
	@clang-format -i $(LINT_C)

-include $(TEST_C:%.c=$(BUILD)/obj/%.d) $(TEST_KIT_OBJ:.o=.d)
