# `make demo` and `make test` set everything up by themselves on a fresh clone. Another interpreter gets an environment of
# its own (make test PYTHON=python3.13), and so does one without torch (make test EXTRAS=test).
PYTHON ?= python3
EXTRAS ?= dev
VENV := .venv$(if $(filter file,$(origin PYTHON)),,-$(shell $(PYTHON) -c "import sys; print('%d.%d' % sys.version_info[:2])"))$(if $(filter dev,$(EXTRAS)),,-$(EXTRAS))
BIN := $(VENV)/bin
READY := $(VENV)/.ready
WHAT := grader tests bench tools exercises solutions examples/statistics hatch_build.py

.PHONY: setup demo test test-all test-windows lint types docs site screenshots bench wheel clean

setup: $(READY)

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[$(EXTRAS)]"
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

# The documentation site, in build/site; Zensical gets an environment of its own.
docs:
	@$(MAKE) --no-print-directory site EXTRAS=docs

site: setup
	$(BIN)/python -m tools.website

# The pictures of the documents, as they look today. Those of pages need Chromium.
screenshots: setup
	$(BIN)/python -m tools.screenshots

bench: setup
	$(BIN)/python bench/startup.py; $(BIN)/python bench/isolation.py; $(BIN)/python bench/exercises.py; $(BIN)/python bench/watch.py; $(BIN)/python bench/batch.py; $(BIN)/python bench/kills.py

# Wheel and source distribution: the engine with the student edition of the course, and no solution.
wheel: setup
	$(BIN)/python hatch_build.py
	$(BIN)/python -m hatchling build

clean:
	rm -rf .venv* .windows build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
