# Real clients from their registries against a fresh server.

INTEROP_VENV := $(BUILD)/interop/venv
INTEROP_TESTS := $(sort $(wildcard tests/interop/*_test.py))

.PHONY: interop
interop: deps ## real clients (pyiceberg, DuckDB) against a fresh server; needs the network once
	@.ci/deps $(DEPS_INTEROP)
	@$(MAKE) --no-print-directory -j$(shell nproc) all
	@mkdir -p $(BUILD)/interop
	@tests/interop/install $(INTEROP_VENV)
	@BUILD=$(BUILD) tests/run --label interop --python $(INTEROP_VENV)/bin/python --logs $(BUILD)/interop/logs $(INTEROP_TESTS)
