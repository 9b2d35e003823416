# Two commands matter: `make serve` and `make test`. `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# The lock files name all there is to install: nothing is left to resolve.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps
# Which tests `make test` runs: the clients need node and chromium, and `make conversations` has the rest of those.
TESTS ?= not clients and not thorough
# One more than cores: tests also wait, for servers to start and processes to end.
PYTEST_WORKERS ?= $(shell expr $$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN) + 1)

.DEFAULT_GOAL := help
.PHONY: help serve worker migrate demo test test-clients conversations chaos fuzz check audit fmt openapi clients queries bench clean

help: ## This list
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed; set PYTHON=")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: requirements.lock | $(VENV)/bin/python
	@echo "Installing the service ..."
	$(PIP) -r requirements.lock
	@$(BIN)/python -m compileall -q app
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.runtime $(VENV)/.otel
	@echo "Installing the development tools ..."
	$(PIP) -r requirements-dev.lock
	@touch $@

$(VENV)/.otel: requirements-otel.lock $(VENV)/.runtime
	$(PIP) -r requirements-otel.lock
	@touch $@

# Traces are asked for by the standard variable, here or in .env, and need packages that nothing else does.
TRACED := $(OTEL_EXPORTER_OTLP_ENDPOINT)$(shell sed -nE "s/^ *(export )?OTEL_EXPORTER_OTLP_ENDPOINT *= *[\"']?([^\"']*).*/\2/p" .env 2>&-)
TRACES := $(if $(strip $(TRACED)),$(VENV)/.otel)

serve: $(VENV)/.runtime $(TRACES) ## Database, migrations, demo data, API and storefront
	$(BIN)/python -m app serve --demo --with-storefront

worker: $(VENV)/.runtime $(TRACES) ## Background jobs in a process of their own
	$(BIN)/python -m app worker

migrate: $(VENV)/.runtime ## Bring the database's schema up to date
	$(BIN)/python -m app migrate

demo: $(VENV)/.runtime ## Seed the demo data into an empty database
	$(BIN)/python -m app seed --demo --if-empty

test: $(VENV)/.dev ## All tests, and a twelfth of the conversations, on a real embedded PostgreSQL
	$(BIN)/python -m pytest -n $(PYTEST_WORKERS) --dist worksteal -m "$(TESTS)"

# Each worker would read all the tests to find the two dozen that are meant.
test-clients: $(VENV)/.dev ## Clients from npm against the running service (needs node and chromium)
	$(BIN)/python -m pytest -n $(PYTEST_WORKERS) --dist loadfile --no-loadscope-reorder -m clients \
		$$(grep -rl --include='test_*.py' 'mark\.clients' tests)

# What `make test` holds a twelfth of.
conversations: $(VENV)/.dev ## All conversations of tests/data, for whoever changes the assistant
	$(BIN)/python -m pytest -n $(PYTEST_WORKERS) --dist worksteal -m thorough $$(grep -rl --include='test_*.py' 'mark\.thorough' tests)

chaos: $(VENV)/.dev ## Kills, stalls, dead providers, full disks, hostile clients: a table in five minutes
	$(BIN)/python -m tests.chaos $(CHAOS)

fuzz: $(VENV)/.dev ## Odd requests to every endpoint from /openapi.json, our own and schemathesis's
	$(BIN)/python -m tests.fuzz

check: $(VENV)/.dev ## Format, lint, types, import contracts, SQL, migrations
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/squawk migrations/*.sql
	$(BIN)/python -m app check
	$(BIN)/python -m app queries --check

# All that the image installs.
SHIPPED := requirements.lock requirements-otel.lock

audit: $(VENV)/.audit ## Known vulnerabilities of what we pin, and a bill of materials (sbom.json)
	cat $(SHIPPED) | $(VENV)-audit/bin/cyclonedx-py requirements - --output-file sbom.json
	$(VENV)-audit/bin/pip-audit --strict --require-hashes --disable-pip $(SHIPPED:%=-r %)

$(VENV)/.audit: requirements-audit.txt | $(VENV)/bin/python
	$(PYTHON) -m venv $(VENV)-audit
	$(VENV)-audit/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-audit.txt
	@touch $@

fmt: $(VENV)/.dev ## Format and fix what can be fixed
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

openapi: $(VENV)/.runtime ## Write var/openapi.json, and its outline that tests compare with
	$(BIN)/python -m app openapi --output var/openapi.json
	$(BIN)/python -m tests.outline

clients: $(VENV)/.runtime ## Renew the client packages from the routes as they are declared (needs node)
	$(BIN)/python -m app openapi --output var/openapi.json
	$(BIN)/python clients/python/generate.py var/openapi.json
	cd clients/typescript && npm ci --no-audit --no-fund && npm run generate ../../var/openapi.json && npm run build
	cd clients/better-auth && npm ci --no-audit --no-fund && npm run build

queries: $(VENV)/.runtime ## Write app/db/queries.pyi
	$(BIN)/python -m app queries

bench: $(VENV)/.dev ## Every goal against its peers, 15 minutes (BENCH=chat,embed for some)
	$(BIN)/python -m bench $(if $(BENCH),--only $(BENCH))

clean: ## Remove the environment and caches; the data in DATA_DIR stays
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
