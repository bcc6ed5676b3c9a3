# make demo   the main job on a small library of invented documents      make test   every test
# make lint   style, types, import directions, line caps                 make bench  quality and speed, beside others
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
HOME_DIR := .docmill/demo

export HF_HUB_OFFLINE := 1
export PREFECT_SERVER_ANALYTICS_ENABLED := false
export DO_NOT_TRACK := 1

.PHONY: demo test lint format bench lock clean

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --no-deps --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

demo: $(READY)
	$(BIN)/python -m fixtures.demo --home $(HOME_DIR)

test: $(READY)
	$(BIN)/python -m pytest

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python .ci/house.py

format: $(READY)
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

bench: $(READY)
	$(BIN)/python -m benchmarks

# The lock holds what CI and demo run: the product, its tests, and the Dask and Ray runners. uv resolves, pip installs.
lock:
	$(PYTHON) -m venv .lock-venv && .lock-venv/bin/pip install --quiet uv
	.lock-venv/bin/uv pip compile pyproject.toml --extra dev --extra dask --extra ray --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" -o requirements.lock
	rm -rf .lock-venv

clean:
	rm -rf $(VENV) .docmill .mypy_cache .ruff_cache .pytest_cache .hypothesis
