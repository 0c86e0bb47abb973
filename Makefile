# `make demo` and `make test` set everything up by themselves on a fresh clone.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
WHAT := grader tests bench tools exercises solutions

.PHONY: setup demo test test-all test-windows lint types bench clean

setup: $(READY)

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[dev]"
	$(BIN)/python -m compileall -q grader $(VENV)/lib/python*/site-packages/numpy $(VENV)/lib/python*/site-packages/torch >/dev/null || true
	touch $(READY)

demo: setup
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

lint: setup
	$(BIN)/ruff check $(WHAT)
	$(BIN)/ruff format --check $(WHAT)

types: setup
	for platform in linux darwin win32; do $(BIN)/mypy --platform $$platform || exit 1; done

test: lint types
	$(BIN)/python -m pytest -n 2 -m "not all"
	$(BIN)/grader author check

test-all: lint types
	$(BIN)/python -m pytest -n 2
	$(BIN)/grader author check --mutate

# A real Windows Python under Wine: apt-get install --no-install-recommends wine wine64
test-windows: setup
	$(BIN)/python -m pytest -v --durations=0 tests/windows

bench: setup
	$(BIN)/python bench/startup.py; $(BIN)/python bench/isolation.py; $(BIN)/python bench/exercises.py; $(BIN)/python bench/watch.py; $(BIN)/python bench/batch.py; $(BIN)/python bench/kills.py

clean:
	rm -rf $(VENV) .windows .mypy_cache .ruff_cache .pytest_cache .hypothesis
