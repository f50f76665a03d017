# Gates on speed and size.

BENCH_BIN := $(BUILD)/bench/floor $(BUILD)/bench/latency $(BUILD)/bench/held

$(BENCH_BIN): $(BUILD)/bench/%: bench/%.c bench/client.h
	@mkdir -p $(@D)
	$(CC) -std=c11 $(WARN) -D_GNU_SOURCE -O2 -o $@ $<

.PHONY: gates
gates: all $(BENCH_BIN) ## speed and size gates, as ratios to a fixed-body server
	@BUILD=$(BUILD) bench/gates.py
