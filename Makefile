# Everything here needs Python 3.11 or newer and make, and nothing else.
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
.PHONY: help play run test check format lint types laws deps coverage texts bench docs bench-players \
	gallery golden core lock clean

# The tests start the bot a hundred times: its modules are compiled once, whatever is set outside.
export PYTHONDONTWRITEBYTECODE :=

VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
# Arguments for the command: make play ARGS="--rules hero_solo --computers 2"
ARGS ?=
# How many workers pytest starts: by itself one more than there are cores, since some tests wait for
# processes. `make test WORKERS=1` helps when a failure is to be read.
WORKERS ?= auto
# Each worker begins with a stretch of its own, so that what a module prepares is prepared once, and
# takes over from another at the end, so that nobody waits for the slowest.
PYTEST := -m pytest -n $(WORKERS) --dist worksteal

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.installed-play $(VENV)/.core ## Open a table in your browser, without Discord and without a token
	@$(BIN)/python -m bot play $(ARGS)

run: $(VENV)/.installed-play $(VENV)/.core ## Run the bot with the settings in .env
	@$(BIN)/python -m bot run $(ARGS)

test: $(VENV)/.installed-dev $(VENV)/.core ## Run the tests
	$(BIN)/python $(PYTEST) $(ARGS)

check: lint types laws deps coverage ## Everything that must hold before a change lands

format: $(VENV)/.installed-dev ## Format the code and apply the safe fixes
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lint: $(VENV)/.installed-dev ## Check format and style
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.installed-dev ## Check the types
	$(BIN)/mypy

laws: $(VENV)/.installed-dev ## Check which package may import which
	$(BIN)/lint-imports

deps: $(VENV)/.installed-dev ## Check that the declared dependencies are those in use
	$(BIN)/deptry .

# Two runs that share the tests between them, so that the tracer slows only the engine's.
coverage: $(VENV)/.installed-dev $(VENV)/.core ## Run every test once, and demand every branch of the engine
	$(BIN)/coverage erase
	$(BIN)/coverage run $(PYTEST) -m "engine and not volume"
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report
	$(BIN)/python $(PYTEST) -m "not engine or volume"

texts: $(VENV)/.installed-dev ## Bring the translations up to date with the sentences of the code
	$(BIN)/python -m tests.texts.catalogs

docs: $(VENV)/.installed-dev ## Write docs/rules.md from the code
	$(BIN)/python -m tests.docs.rules_page

bench: $(VENV)/.installed-bench ## Measure the engine and the answer to a press
	$(BIN)/python -m tests.bench $(ARGS)

gallery: $(VENV)/.installed-dev ## Picture every screen into docs/gallery, with Chromium
	@$(BIN)/python -m tests.gallery $(ARGS)

golden: $(VENV)/.installed-dev ## Draw the golden pictures of the tests anew; look at them afterwards
	@$(BIN)/python -m tests.render.golden

bench-players: $(VENV)/.installed-dev $(VENV)/.core ## Measure the computer players, as docs/players.md shows
	$(BIN)/python -m tests.bench.players $(ARGS)

core: ## Build the fast core of the computer players, where there is a C compiler
	@rm -f $(VENV)/.core
	@$(MAKE) --no-print-directory $(VENV)/.core

UV_COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-config --no-annotate \
	--custom-compile-command "make lock" $(ARGS)

lock: $(VENV)/.installed-dev ## Renew the pinned versions (ARGS=--upgrade takes the newest)
	$(UV_COMPILE) pyproject.toml --extra play --output-file requirements.txt
	$(UV_COMPILE) pyproject.toml --extra play --group dev --constraints requirements.txt \
		--output-file requirements-dev.txt
	$(UV_COMPILE) pyproject.toml --constraints requirements.txt --output-file requirements-run.txt
	$(UV_COMPILE) --group bench --constraints requirements-dev.txt \
		--output-file requirements-bench.txt
	$(UV_COMPILE) --group core --constraints requirements-dev.txt \
		--output-file requirements-core.txt

clean: ## Remove the virtual environment and what tools left behind
	rm -rf $(VENV) build dist .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	rm -rf .import_linter_cache
	rm -f engine/players/_*.so

# Each stamp is written last, so an install that broke off is begun again.
$(VENV)/.created:
	@python=""; \
	for name in python3.11 python3 python3.12 python3.13 python3.14; do \
		if "$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
			python="$$name"; break; \
		fi; \
	done; \
	if [ -z "$$python" ]; then \
		echo "Spades needs Python 3.11 or newer, and found none on the PATH." >&2; exit 1; \
	fi; \
	echo "Making a virtual environment in $(VENV) with $$("$$python" --version) ..."; \
	if ! "$$python" -m venv --clear $(VENV); then \
		echo "The virtual environment could not be made; on Debian and Ubuntu, install python3-venv." >&2; \
		exit 1; \
	fi
	@touch $@

$(VENV)/.installed-play: requirements.txt $(VENV)/.created
	@echo "Installing what the bot needs; this takes a minute, once ..."
	@$(PIP_INSTALL) -r requirements.txt
	@touch $@

$(VENV)/.installed-dev: requirements-dev.txt $(VENV)/.created
	@echo "Installing what the tests and checks need; this takes a minute or two, once ..."
	@$(PIP_INSTALL) -r requirements-dev.txt
	@touch $@

$(VENV)/.installed-bench: requirements-bench.txt $(VENV)/.installed-dev
	@echo "Installing what the benchmark compares with; this takes a minute, once ..."
	@$(PIP_INSTALL) -r requirements-bench.txt
	@touch $@

# The fast core gives the same answers as the Python that it is made from, only sooner; so where it
# cannot be built, nothing is missing and nothing fails.
PLAYERS := engine/players
CORE_SOURCES := $(foreach name,kernel sampling,$(PLAYERS)/$(name).py $(PLAYERS)/$(name).pxd)
CYTHONIZE := $(BIN)/cythonize --inplace --force -3 -X boundscheck=False -X wraparound=False \
	-X cdivision=True -X initializedcheck=False -X infer_types=True -X annotation_typing=False

# What the core was built from, which bot/core.py holds against what it finds at the start.
FINGERPRINT := 'import hashlib, sys; \
	print("SOURCE =", repr(hashlib.sha256(sys.stdin.buffer.read()).hexdigest()))'

$(VENV)/.core: $(CORE_SOURCES) requirements-core.txt $(VENV)/.created
	@rm -f $(PLAYERS)/_*.so
	@if command -v cc >/dev/null 2>&1 || command -v gcc >/dev/null 2>&1; then \
		echo "Building the fast core of the computer players; this takes a minute, once ..."; \
		mkdir -p build/core; \
		for name in kernel sampling; do \
			cp $(PLAYERS)/$$name.py build/core/_$$name.py; \
			cp $(PLAYERS)/$$name.pxd build/core/_$$name.pxd; \
			cat $(PLAYERS)/$$name.py $(PLAYERS)/$$name.pxd | $(BIN)/python -c $(FINGERPRINT) \
				>>build/core/_$$name.py; \
		done; \
		{ $(PIP_INSTALL) -r requirements-core.txt \
			&& $(CYTHONIZE) build/core/_kernel.py build/core/_sampling.py \
			&& mv build/core/_*.so $(PLAYERS)/; } >build/core/log 2>&1 \
		|| echo "It could not be built, see build/core/log; the computer players do without."; \
	fi
	@touch $@
