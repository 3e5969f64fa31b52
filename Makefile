# `make verify` checks every claim and writes a report; `make test` checks ntpcheck itself. Both start from nothing.
PYTHON ?= python3
BIN := .venv/bin
# The installation is redone when, and only when, what it is made from changes.
STAMP := .venv/installed-$(shell cat pyproject.toml constraints.txt hashes.txt | cksum | cut -d' ' -f1)
# Small matrices: one BLAS thread per process is fastest, and makes sums come out the same everywhere.
export OMP_NUM_THREADS := 1
export OPENBLAS_NUM_THREADS := 1
export MKL_NUM_THREADS := 1
# Runs and tests start many processes: without bytecode each would compile every module anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: verify test quick lint bench gpu golden pictures kernel robustness

verify quick: $(STAMP)
	$(BIN)/python -m ntpcheck verify --profile quick

# The types are checked by a test, beside the others: on one core they take a minute. Tests of a file share what
# they make, and run in one process; the files keep their order, in which the longest come first.
test: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/python -m pytest -q -n auto --dist loadfile --no-loadscope-reorder

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/pyright --pythonpath $(BIN)/python

bench: $(STAMP)
	$(BIN)/python -m ntpcheck bench
	$(BIN)/python -m pytest -q tests/bench --benchmark-enable

# For whoever owns a GPU: writes reports/gpu.json, one file to send back. Exit code 5 without one.
gpu: $(STAMP)
	$(BIN)/python -m tests.accelerator

pictures: $(STAMP)
	$(BIN)/python docs/pictures.py

# Exit code 5, and what is missing, where coqc or its library Interval is not installed.
kernel: $(STAMP)
	$(BIN)/python -m ntpcheck coq --check --record reports/kernel.json

# What the tests of robustness try is recorded, and TRUST.md written anew from that and from reports/trust.json.
robustness: $(STAMP)
	$(BIN)/python -m pytest -q $$($(BIN)/python -m tests.recorder) --record reports/robustness.json
	$(BIN)/python -m ntpcheck selftest --render

golden: $(STAMP)
	$(BIN)/python -m pytest -q tests/report tests/commands --update-golden

# All but torch by the hashes of its files; torch, whose builds differ by machine, by its version.
$(STAMP):
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "ntpcheck needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv
	rm -f .venv/installed-*
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r hashes.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation -c constraints.txt -e '.[test]'
	touch $@
