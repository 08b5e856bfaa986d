# Diotima's commands. `make` or `make help` lists them.

VENV := .venv
PYTHON := $(VENV)/bin/python
PIP := $(PYTHON) -m pip --disable-pip-version-check --quiet --quiet
SHELL := /bin/bash
DATA := ../shared/data
.DEFAULT_GOAL := help
.PHONY: help setup run test check e2e bench eval eval-core docs lock develop
.DELETE_ON_ERROR:

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: $(VENV)/.runs ## Install what running needs into .venv (quick when nothing changed)

run: setup ## Start the tutor in the browser
	$(VENV)/bin/diotima serve

test: develop ## Run the tests (all but the browser's)
	$(PYTHON) -m pytest --ignore=tests/e2e $(ARGS)

check: develop ## Check format, lint, types and the import law
	$(VENV)/bin/ruff format --check src tests
	$(VENV)/bin/ruff check src tests
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

e2e: develop ## Run the browser tests in Chromium
	@chromium=$$($(find_chromium)); \
	if [ -z "$$chromium" ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y chromium >/dev/null; \
	  chromium=$$($(find_chromium)); \
	fi; \
	if [ -z "$$chromium" ]; then \
	  echo "The browser tests need Chromium and none was found. Install it (Debian: sudo apt install chromium)," >&2; \
	  echo "or name one: make e2e CHROMIUM=/path/to/chromium" >&2; exit 1; \
	fi; \
	CHROMIUM="$$chromium" $(PYTHON) -m pytest tests/e2e $(ARGS)

bench: develop ## Measure the tutor's speed on this machine
	$(PYTHON) -m diotima.evals.bench --out docs/speed.md $(ARGS)

eval: develop ## Measure the tutor's promises: leaks, grading, learning
	$(PYTHON) -m diotima.evals --jobs 2 --out docs/simulated-sessions.md $(ARGS)

eval-core: develop ## Measure grading, guard, screening and learner model on public data
	$(PYTHON) -m diotima.evals.core --data $(DATA) --out docs/evaluation.md $(ARGS)

docs: develop ## Write the pages of docs/ that are made from the code
	$(PYTHON) -m diotima.app.reference docs

lock: develop ## Resolve the newest allowed dependencies and write the lock files
	$(compile) --group build --output-file requirements.lock
	$(compile) --group dev --all-extras --output-file requirements-dev.lock

develop: $(VENV)/.develops

# One lock serves every platform and every Python from 3.11 on; it names packages and hashes, no address.
compile = UV_NO_CONFIG=1 $(VENV)/bin/uv pip compile pyproject.toml --quiet --upgrade --universal \
  --python-version 3.11 --generate-hashes --no-annotate --no-header --no-emit-index-url --no-emit-find-links

find_chromium = if [ -n "$(CHROMIUM)" ]; then echo "$(CHROMIUM)"; \
  else command -v chromium || command -v chromium-browser || command -v google-chrome || true; fi

find_python = for python in python3 python3.14 python3.13 python3.12 python3.11; do \
  "$$python" -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
  && { command -v "$$python"; break; }; done

install = $(PIP) install --require-hashes --no-deps -r $(1) && $(PIP) install --no-deps --no-build-isolation -e .

$(PYTHON):
	@python=$$($(find_python)); \
	if [ -z "$$python" ]; then \
	  echo "Diotima needs Python 3.11 or newer with its venv module, and none was found." >&2; \
	  echo "Install one (Debian and Ubuntu: sudo apt install python3 python3-venv) and try again." >&2; exit 1; \
	fi; \
	echo "Setting up $(VENV) with $$("$$python" --version)"; \
	"$$python" -m venv --clear $(VENV)

$(VENV)/.runs: requirements.lock pyproject.toml | $(PYTHON)
	@$(call install,requirements.lock)
	@touch $@

$(VENV)/.develops: requirements-dev.lock pyproject.toml | $(PYTHON)
	@$(call install,requirements-dev.lock)
	@touch $@ $(VENV)/.runs
