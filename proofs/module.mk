# Proofs: Frama-C over the modules of proofs/modules.txt. See docs/proofs.md.

PROVE_MODULES := $(shell sed -e 's/\#.*//' proofs/modules.txt | awk 'NF { print $$1 }')

.PHONY: prove prove-ledger prove-mutants

prove: ## prove the modules of proofs/modules.txt; the last line counts goals
	@.ci/deps $(DEPS_PROVE)
	@proofs/prove --build $(BUILD)

prove-ledger: ## prove, and write what is proven to proofs/ledger.tsv
	@.ci/deps $(DEPS_PROVE)
	@proofs/prove --build $(BUILD) --write-ledger

prove-mutants: ## show that the proofs refuse each wrong variant of proofs/mutants.tsv
	@.ci/deps $(DEPS_PROVE)
	@proofs/prove-mutants --build $(BUILD)

# prove-base-span proves base/span alone, and so on.
define PROVE_ONE
.PHONY: prove-$(subst /,-,$(1))
prove-$(subst /,-,$(1)):
	@proofs/prove --build $$(BUILD) $(1)
endef
$(foreach module,$(PROVE_MODULES),$(eval $(call PROVE_ONE,$(module))))
